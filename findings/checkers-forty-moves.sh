#!/usr/bin/env bash
# PyPI, 2026-11-29: py-draughts 1.10.1, imparaai-checkers 1.4.2. Checkers are drawn if "neither player has advanced an
# uncrowned man" and no piece was captured "during their own previous 40 moves" (WCDF, rule 1.32): 80 moves of both. Both
# libraries count 40 moves of both players, and only in py-draughts does the move of a man begin anew. A line has, for
# random games that end so, the moves of both since the last capture, and those since the last capture or move of a man.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install py-draughts==1.10.1 imparaai-checkers==1.4.2 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import random

import draughts
from checkers.game import Game


def py_draughts():
    board = draughts.AmericanBoard.from_fen("W:WK1,K3,K10,21:BK32,K30,K23,12")
    pieces = lambda: [int(board[it]) for it in range(32)]
    yield pieces()
    while not board.is_draw and board.legal_moves:
        board.push(random.choice([it for it in board.legal_moves if it.captured_list] or board.legal_moves))
        yield pieces()
    yield "draw" if board.legal_moves and not board.is_threefold_repetition else "other"


def imparaai():
    game = Game()

    def pieces():
        found = {it.position: 1 + it.king for it in game.board.pieces if not it.captured}
        return [found.get(it, 0) for it in range(1, 33)]

    yield pieces()
    while not game.is_over():
        game.move(random.choice(game.get_possible_moves()))
        yield pieces()
    yield "draw" if game.get_possible_moves() else "other"


for play in py_draughts, imparaai:
    ends = []
    for seed in range(100):
        random.seed(seed)
        *boards, end = play()
        if end != "draw":
            continue
        men = [[place for place, it in enumerate(board) if abs(it) == 1] for board in boards]
        quiet = still = 0
        for before, after in zip(zip(boards, men), zip(boards[1:], men[1:])):
            is_capture = before[0].count(0) != after[0].count(0)
            quiet = 0 if is_capture else quiet + 1
            still = 0 if is_capture or before[1] != after[1] else still + 1
        ends.append((quiet, still))
        if len(ends) == 3:
            break
    print(play.__name__, *ends)
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
py_draughts (40, 40) (41, 40) (40, 40)
imparaai (40, 8) (40, 1) (40, 2)
SEEN
