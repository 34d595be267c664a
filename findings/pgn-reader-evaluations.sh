#!/usr/bin/env bash
# PyPI, 2026-11-30: rust-pgn-reader-python-binding 4.1.0 and python-chess 1.11.2. Servers and programs write
# evaluations and clocks into comments of PGN: [%eval 0.35], [%eval #4] for a mate, [%eval 0.35,20] with the depth. One
# guesses that `evals`, "NaN if missing", has a number or infinity for each, and that `clocks` and `comments` lose
# nothing if a move has two comments. Mates, and all evaluations to which python-chess has written a depth, are NaN
# like none at all, whoever wins; of two comments the numbers are kept, and of the text the last comment only. Moves
# are right.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install rust-pgn-reader-python-binding==4.1.0 chess==1.11.2 || exit 2
v/bin/python - > seen <<'PYTHON'
import io

import chess.engine
import chess.pgn
from rust_pgn_reader_python_binding import parse_games_from_strings


def written_by_python_chess(depth):
    game = chess.pgn.Game()
    node = game
    scores = [chess.engine.Cp(35), chess.engine.Cp(-120), chess.engine.Mate(4), chess.engine.Mate(-1)]
    for move, score in zip(["f2f3", "e7e5", "g2g4", "d8h4"], scores):
        node = node.add_variation(chess.Move.from_uci(move))
        node.set_eval(chess.engine.PovScore(score, chess.WHITE), depth)
        node.set_clock(60)
    return str(game)


TEXTS = {
    "without depth": written_by_python_chess(None),
    "with depth": written_by_python_chess(20),
    "two comments": "1. e4 {[%eval 0.2] strong} {as in [%clk 0:00:30] many games} *",
}
for name, text in TEXTS.items():
    game = parse_games_from_strings([text], store_comments=True)[0]
    nodes = list(chess.pgn.read_game(io.StringIO(text)).mainline())
    assert game.is_valid and game.moves_uci() == [it.move.uci() for it in nodes]
    print(name)
    print("  python-chess:", [str(it.eval().white()) for it in nodes], [it.clock() for it in nodes], nodes[0].comment)
    evals = [round(float(it), 2) for it in game.evals]
    print("  rust_pgn_reader:", evals, [float(it) for it in game.clocks], game.comments[0])
PYTHON
cat seen
diff seen - <<'SEEN'
without depth
  python-chess: ['+35', '-120', '#+4', '#-1'] [60.0, 60.0, 60.0, 60.0] [%eval 0.35] [%clk 0:01:00]
  rust_pgn_reader: [0.35, -1.2, nan, nan] [60.0, 60.0, 60.0, 60.0] [%eval 0.35] [%clk 0:01:00]
with depth
  python-chess: ['+35', '-120', '#+4', '#-1'] [60.0, 60.0, 60.0, 60.0] [%eval 0.35,20] [%clk 0:01:00]
  rust_pgn_reader: [nan, nan, nan, nan] [60.0, 60.0, 60.0, 60.0] [%eval 0.35,20] [%clk 0:01:00]
two comments
  python-chess: ['+20'] [30.0] [%eval 0.2] strong as in [%clk 0:00:30] many games
  rust_pgn_reader: [0.2] [30.0] as in [%clk 0:00:30] many games
SEEN
