#!/usr/bin/env bash
# PyPI, 2026-11-28: pettingzoo 1.27.0. Knights go there and back. One guesses that chess ends when the start has
# occurred three times, after 8 plies. It ends after 7, with the start on the board twice: the environment asks
# python-chess whether the player to move could claim a draw, which is so if some move would repeat the position,
# and ends the game, whatever this player means to play. With 98 half-moves without a capture or a pawn's move, the
# 99th ends it, for the same reason.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pettingzoo==1.27.0 pygame-ce==2.5.8 chess==1.11.2 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import chess
from pettingzoo.classic import chess_v6
from pettingzoo.classic.chess.chess_utils import action_to_move, legal_moves

def play(fen, moves):
    env = chess_v6.env()
    env.reset(seed=1)
    board = env.unwrapped.board
    board.set_fen(fen)
    for plies, text in enumerate(moves, 1):
        actions = {action_to_move(board, it, not board.turn).uci(): it for it in legal_moves(board)}
        env.step(actions[text])
        if all(env.terminations.values()):
            return f"over after {plies}, third occurrence: {board.is_repetition(3)}, half-moves {board.halfmove_clock}"

print(play(chess.STARTING_FEN, ["g1f3", "g8f6", "f3g1", "f6g8"] * 3))
print(play("7k/8/8/8/8/8/8/R3K3 w - - 98 90", ["a1a2", "h8h7", "a2a3"]))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
over after 7, third occurrence: False, half-moves 7
over after 1, third occurrence: False, half-moves 99
SEEN
