#!/usr/bin/env bash
# crates.io and PyPI, 2026-11-30: shogi 0.12.2 (Rust) and python-shogi 1.1.1. A game is set up by its start and moves,
# as in USI ("sfen ... moves ..."). One guesses that a legal game is set up to its end. `set_sfen` logs each position
# twice, takes the third occurrence of a position for the fourth, leaves the rest of the moves away and returns `Ok`;
# the last move it made is on the board, but not in the record. Move by move the same game is right. A second guess: a
# pawn may be dropped with check if a piece of the other side can take it. A pinned piece never counts, also when it
# takes along the line on which it is pinned: the drop is refused as a mate.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install python-shogi==1.1.1 || exit 2
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"
[dependencies]
shogi = "=0.12.2"
TOML
cat > src/main.rs <<'RUST'
use shogi::{bitboard::Factory, Move, Position};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn main() {
    Factory::init();
    for moves in std::env::args().skip(1) {
        let mut at_once = Position::new();
        let result = at_once.set_sfen(&format!("{START} moves {moves}"));
        let made = at_once.move_history().len();
        println!("crate, {} moves at once: {result:?}, {made} in the record", moves.split(' ').count());
        println!("  {}", at_once.to_sfen().split(" moves ").next().unwrap());
        let mut singly = Position::new();
        singly.set_sfen(START).unwrap();
        let made = moves.split(' ').take_while(|one| singly.make_move(Move::from_sfen(one).unwrap()).is_ok()).count();
        println!("crate, one by one: {made} made");
    }
    let mut drop = Position::new();
    drop.set_sfen("3lkl3/3p1p3/4r4/5N3/9/9/9/4L4/4K4 b P 1").unwrap();
    println!("crate, P*5b: {:?}", drop.make_move(Move::from_sfen("P*5b").unwrap()));
}
RUST
cargo fetch --quiet || exit 2
cat > read.py <<'PYTHON'
import sys

import shogi

for moves in sys.argv[1:]:
    board = shogi.Board()
    legal = 0
    for one in moves.split():
        legal += shogi.Move.from_usi(one) in board.legal_moves
        board.push_usi(one)
    print(f"python-shogi: {legal} of {len(moves.split())} legal, at the end {board.sfen()}")
board = shogi.Board("3lkl3/3p1p3/4r4/5N3/9/9/9/4L4/4K4 b P 1")
print("python-shogi, P*5b legal:", shogi.Move.from_usi("P*5b") in board.legal_moves)
board.push_usi("P*5b")
print("python-shogi, answers:", *board.legal_moves)
PYTHON
once="2h3h 8b7b 3h2h 7b8b"
(
  cargo run --quiet -- "$once 7g7f" "$once $once 7g7f" 2> /dev/null
  v/bin/python read.py "$once 7g7f" "$once $once 7g7f"
) > seen
cat seen
diff seen - <<'SEEN'
crate, 5 moves at once: Ok(()), 5 in the record
  lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
crate, one by one: 5 made
crate, 9 moves at once: Ok(()), 7 in the record
  lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2
crate, one by one: 9 made
crate, P*5b: Err(Uchifuzume)
python-shogi: 5 of 5 legal, at the end lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 6
python-shogi: 9 of 9 legal, at the end lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 10
python-shogi, P*5b legal: True
python-shogi, answers: 5c5b
SEEN
