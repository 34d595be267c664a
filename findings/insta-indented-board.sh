#!/usr/bin/env bash
# crates.io, 2026-11-28: insta 1.49.0, inline snapshots. A board of hexagons is printed with each row further to the
# right. One guesses that a snapshot notices when all rows move by two columns, or when empty rows come before it.
# It does not: it takes the indentation that all lines share, and empty lines at both ends, off both texts (with a
# hint at an old format at most). For a single line it does notice.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"
[dependencies]
insta = { version = "=1.49.0", default-features = false }
TOML
cat > "$work/src/lib.rs" <<'RUST'
#[test]
fn as_it_was() {
    insta::assert_snapshot!(". x\n o .", @"
    . x
     o .
    ");
}
#[test]
fn two_columns_to_the_right() {
    insta::assert_snapshot!("  . x\n   o .", @"
    . x
     o .
    ");
}
#[test]
fn two_rows_down() {
    insta::assert_snapshot!("\n\n. x\n o .", @"
    . x
     o .
    ");
}
#[test]
fn second_row_to_the_right() {
    insta::assert_snapshot!(". x\n  o .", @"
    . x
     o .
    ");
}
#[test]
fn one_row_to_the_right() {
    insta::assert_snapshot!("  . x", @". x");
}
RUST
cd "$work"
cargo fetch --quiet || exit 2
(INSTA_UPDATE=no cargo test --quiet -- --test-threads 1 --format pretty 2> /dev/null || true) | grep '^test ' | grep -v result > seen
cat seen
diff seen - <<'SEEN'
test as_it_was ... ok
test one_row_to_the_right ... FAILED
test second_row_to_the_right ... FAILED
test two_columns_to_the_right ... ok
test two_rows_down ... ok
SEEN
