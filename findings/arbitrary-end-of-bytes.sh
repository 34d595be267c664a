#!/usr/bin/env bash
# crates.io, 2026-11-28: arbitrary 1.5.0, which turns a fuzzer's bytes into values. When the bytes are used up it gives
# the first value of a range and `false`. One guesses that `ratio(1, 1000)`, true once in a thousand, is false then. It
# is true, always: what should be rare happens all the time at the end of short inputs. And of the four bytes that
# choose a variant of a derived enum only the last counts: changing the first three changes nothing.
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
arbitrary = { version = "=1.5.0", features = ["derive"] }
TOML
cat > "$work/src/main.rs" <<'RUST'
use arbitrary::{Arbitrary, Unstructured};

#[derive(Arbitrary, Debug)]
enum Move {
    Left,
    Right,
    Up,
    Down,
}

fn main() {
    let mut end = Unstructured::new(&[]);
    println!("bool {:?}, 3 to 9 {:?}", bool::arbitrary(&mut end), end.int_in_range(3..=9));
    println!("ratio(1, 1000) {:?}", end.ratio(1, 1000));
    for bytes in [[0, 0, 0, 0], [255, 255, 255, 0], [0, 0, 0, 255], [0, 0, 0, 128]] {
        println!("{bytes:?} {:?}", Move::arbitrary(&mut Unstructured::new(&bytes)));
    }
}
RUST
cd "$work"
cargo fetch --quiet || exit 2
cargo run --quiet > seen
cat seen
diff seen - <<'SEEN'
bool Ok(false), 3 to 9 Ok(3)
ratio(1, 1000) Ok(true)
[0, 0, 0, 0] Ok(Left)
[255, 255, 255, 0] Ok(Left)
[0, 0, 0, 255] Ok(Down)
[0, 0, 0, 128] Ok(Up)
SEEN
