#!/usr/bin/env bash
# crates.io, 2026-11-29: snapbox 1.2.2 (snapshots; trycmd uses it as well). A snapshot is the printed board, three by
# three with a dot for each empty square. One guesses that any other board is different. An empty row, `...`, is also
# snapbox's sign for "any lines, or none": stones on it are not seen, nor that the row is missing, and at the bottom
# it covers all that follows. Only `raw` compares what is written. A row of two or four squares is no such sign.
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
snapbox = "=1.2.2"
TOML
cat > "$work/src/main.rs" <<'RUST'
use snapbox::{assert_data_eq, Data};

fn same(written: &str, board: &str, raw: bool) -> bool {
    let snapshot = if raw { Data::text(written).raw() } else { Data::text(written) };
    let board = board.to_string();
    std::panic::catch_unwind(move || assert_data_eq!(board, snapshot)).is_ok()
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for (written, boards) in [
        ("X..\n...\n..O\n", ["X..\n...\n..O\n", "X..\nXOX\n..O\n", "X..\n..O\n", "X..\n...\n.O.\n"]),
        ("X..\n.O.\n...\n", ["X..\n.O.\n...\n", "X..\n.O.\nOXX\n", "X..\n.O.\n", "X..\nO..\n...\n"]),
        ("X...\n....\n...O\n", ["X...\n....\n...O\n", "X...\n.XO.\n...O\n", "X...\n...O\n", "X...\n....\n..O.\n"]),
    ] {
        for board in boards {
            let (usual, raw) = (same(written, board, false), same(written, board, true));
            let line = |it: &str| it.trim_end().replace('\n', "/");
            println!("snapshot {} board {}: same {usual}, raw {raw}", line(written), line(board));
        }
    }
}
RUST
cd "$work"
cargo fetch --quiet || exit 2
cargo run --quiet > seen
cat seen
diff seen - <<'SEEN'
snapshot X../.../..O board X../.../..O: same true, raw true
snapshot X../.../..O board X../XOX/..O: same true, raw false
snapshot X../.../..O board X../..O: same true, raw false
snapshot X../.../..O board X../.../.O.: same false, raw false
snapshot X../.O./... board X../.O./...: same true, raw true
snapshot X../.O./... board X../.O./OXX: same true, raw false
snapshot X../.O./... board X../.O.: same true, raw false
snapshot X../.O./... board X../O../...: same false, raw false
snapshot X.../..../...O board X.../..../...O: same true, raw true
snapshot X.../..../...O board X.../.XO./...O: same false, raw false
snapshot X.../..../...O board X.../...O: same false, raw false
snapshot X.../..../...O board X.../..../..O.: same false, raw false
SEEN
