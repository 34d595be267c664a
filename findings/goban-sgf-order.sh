#!/usr/bin/env bash
# crates.io and PyPI, 2026-11-30: goban 0.20.1 (`Game::from_sgf`, by sgf-parser 2.6.0) and sgfmill 1.1.1. In SGF the
# properties of a node have no order, and stones before the first move may be written as a rectangle of points. One
# guesses that a game reads the same with its comment before the move or behind it. goban looks at the first property of
# a node only: a move behind a comment is gone, without an error, and since it takes colours by turns in place of those
# in the file, the rest of the game has its colours exchanged. The rectangle of stones is dropped, too, and White's
# first move after such stones becomes Black's unless `HA` or `PL` stands in the file.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install sgfmill==1.1.1 || exit 2
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"
[dependencies]
goban = "=0.20.1"
sgf-parser = "=2.6.0"
TOML
cat > src/main.rs <<'RUST'
use goban::pieces::stones::Color;
use goban::rules::game::Game;

fn main() {
    for text in std::io::read_to_string(std::io::stdin()).unwrap().lines() {
        let game = Game::from_sgf(text).unwrap();
        let mut stones = [String::from("B"), String::from("W")];
        for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
            if let Some(color) = game.goban().get_color((row, column)) {
                let name = [column, row].map(|at| (b'a' + at) as char);
                stones[(color == Color::White) as usize] += &format!(" {}{}", name[0], name[1]);
            }
        }
        println!("{}", stones.join("  "));
    }
}
RUST
cargo fetch --quiet || exit 2
cat > games <<'SGF'
(;GM[1]FF[4]SZ[9];B[ee]C[Tengen.];W[cc];B[gg];W[gc])
(;GM[1]FF[4]SZ[9];C[Tengen.]B[ee];W[cc];B[gg];W[gc])
(;GM[1]FF[4]SZ[9];B[ee];W[cc];N[corner]B[gg];W[gc])
(;GM[1]FF[4]SZ[9]HA[2]AB[gc][cg];W[ee];B[gg])
(;GM[1]FF[4]SZ[9]AB[gc][cg];W[ee];B[gg])
(;GM[1]FF[4]SZ[9]HA[2]AB[gc:gd];W[ee];B[gg])
SGF
cat > read.py <<'PYTHON'
from sgfmill import sgf, sgf_moves

for text in open("games").read().splitlines():
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_string(text))
    for color, move in plays:
        board.play(*move, color)
    stones = {"b": ["B"], "w": ["W"]}
    for color, (row, column) in sorted(board.list_occupied_points(), key=lambda point: (-point[1][0], point[1][1])):
        stones[color].append("abcdefghi"[column] + "abcdefghi"[8 - row])
    print("  ".join(" ".join(some) for some in stones.values()))
PYTHON
cargo run --quiet < games > goban 2> /dev/null
v/bin/python read.py > sgfmill
paste -d '\n' games <(sed 's/^/  goban:   /' goban) <(sed 's/^/  sgfmill: /' sgfmill) > seen
cat seen
diff seen - <<'SEEN'
(;GM[1]FF[4]SZ[9];B[ee]C[Tengen.];W[cc];B[gg];W[gc])
  goban:   B ee gg  W cc gc
  sgfmill: B ee gg  W cc gc
(;GM[1]FF[4]SZ[9];C[Tengen.]B[ee];W[cc];B[gg];W[gc])
  goban:   B cc gc  W gg
  sgfmill: B ee gg  W cc gc
(;GM[1]FF[4]SZ[9];B[ee];W[cc];N[corner]B[gg];W[gc])
  goban:   B gc ee  W cc
  sgfmill: B ee gg  W cc gc
(;GM[1]FF[4]SZ[9]HA[2]AB[gc][cg];W[ee];B[gg])
  goban:   B gc cg gg  W ee
  sgfmill: B gc cg gg  W ee
(;GM[1]FF[4]SZ[9]AB[gc][cg];W[ee];B[gg])
  goban:   B gc ee cg  W gg
  sgfmill: B gc cg gg  W ee
(;GM[1]FF[4]SZ[9]HA[2]AB[gc:gd];W[ee];B[gg])
  goban:   B gg  W ee
  sgfmill: B gc gd gg  W ee
SEEN
