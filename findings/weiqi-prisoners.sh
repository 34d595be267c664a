#!/usr/bin/env bash
# PyPI, 2026-11-29: weiqi 0.2.1, a library for the game of Go, and sgfmill 1.1.1. One guesses that the prisoners of a
# capture are the stones that it takes from the board, and that a ko cannot be taken back at once. weiqi counts a
# captured chain once for each of its stones that the last stone touches, so that three stones can be six prisoners,
# and it adds them to the score. It knows no ko either.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install weiqi==0.2.1 sgfmill==1.1.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from sgfmill.boards import Board as Second
from weiqi import Board, Move, Player, Position, Stone, WeiqiGame

FILES = "abcde"


def play(name, text):
    players = {"b": Player(Stone.BLACK), "w": Player(Stone.WHITE)}
    game = WeiqiGame(Board.generate_empty_board(5), players["b"], players["w"])
    second, taken, ko = Second(5), {"b": 0, "w": 0}, None
    for ply, move in enumerate(text.split()):
        color = "bw"[ply % 2]
        place = None
        if move != "pass":
            column, row = FILES.index(move[0]), int(move[1]) - 1
            if (row, column) == ko:
                print(" ", color, move, "is the ko in sgfmill")
            place = Position(column, row)
            before = len(second.list_occupied_points())
            ko = second.play(row, column, color)
            taken[color] += before + 1 - len(second.list_occupied_points())
        game.make_move(players[color], Move(place, players[color].figure))
    board = game.board
    same = {(at.y, at.x) for at, it in board.figures.items() if it} == {at for _, at in second.list_occupied_points()}
    print(name + ": same stones", same, end="; ")
    print("black has taken", board.white_captured, "sgfmill", taken["b"], end="; ")
    print("white has taken", board.black_captured, "sgfmill", taken["w"], end="; ")
    print("black's score", board.score[Stone.BLACK])


play("one chain, touched once", "a1 a2 b1 pass b2 pass a3")
play("one chain of three, touched twice", "a1 a2 b1 b2 c2 b3 c3 pass a4 pass b4 pass a3")
play("two chains", "a1 a2 b2 b3 c3 pass a4 pass b4 pass a3")
play("ko", "b1 c1 a2 d2 b3 c3 c2 b2 c2")
PYTHON
cat seen
diff seen - <<'SEEN'
one chain, touched once: same stones True; black has taken 1 sgfmill 1; white has taken 0 sgfmill 0; black's score 22
one chain of three, touched twice: same stones True; black has taken 6 sgfmill 3; white has taken 0 sgfmill 0; black's score 24
two chains: same stones True; black has taken 2 sgfmill 2; white has taken 0 sgfmill 0; black's score 21
  b c2 is the ko in sgfmill
ko: same stones True; black has taken 1 sgfmill 1; white has taken 1 sgfmill 1; black's score 3
SEEN
