#!/usr/bin/env bash
# PyPI, 2026-11-30: OpenSpiel 2.0.2 and cshogi 1.1.0, shogi. Who has the king in the other camp may declare a win with
# ten more pieces there and 28 points (27 for white) of these and the hand. One guesses that a game ends so, or that
# entering kings are left out. In OpenSpiel the game is won by the move of the king itself, with 28 points of pieces
# anywhere, none of them in the camp; and when both kings have entered it is a draw at once, whatever the points are,
# also if the next move is mate.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install open_spiel==2.0.2 cshogi==1.1.0 || exit 2
v/bin/python - > seen <<'PYTHON'
import cshogi
import pyspiel

GAME = pyspiel.load_game("shogi")


def after(name, sfen, move):
    state, board = GAME.new_initial_state(sfen), cshogi.Board(sfen)
    state.apply_action(next(it for it in state.legal_actions() if state.action_to_string(it) == move))
    board.push_usi(move)
    ends = "goes on" if not state.is_terminal() else "draw" if not any(state.returns()) else \
        "black wins" if state.returns()[0] > 0 else "white wins"
    mate = board.mate_move_in_1ply()
    board.push_pass()
    declared = board.is_nyugyoku()
    board.pop_pass()
    print(f"{name}: {move}, OpenSpiel: {ends}; cshogi: {len(list(board.legal_moves))} legal moves, "
          f"mate in one {cshogi.move_to_usi(mate) if mate else 'none'}, {'a' if declared else 'no'} win to declare")


after("the camp is empty", "lnsgkgsnl/9/9/4K4/9/9/PPPPPPPPP/9/LNSG1GSNL b 2R2B9P 1", "5d5c")
after("27 points", "lnsgkgsnl/9/9/4K4/9/9/PPPPPPPPP/9/LNSG1GSNL b R2B3Pr6p 1", "5d5c")
after("both kings", "K6R1/9/9/6B2/9/8k/9/9/7S1 w G 1", "1f1g")
after("one king", "7R1/K8/9/6B2/9/8k/9/9/7S1 b G 1", "9b9c")
PYTHON
cat seen
diff seen - <<'SEEN'
the camp is empty: 5d5c, OpenSpiel: black wins; cshogi: 30 legal moves, mate in one none, no win to declare
27 points: 5d5c, OpenSpiel: goes on; cshogi: 137 legal moves, mate in one none, no win to declare
both kings: 1f1g, OpenSpiel: draw; cshogi: 127 legal moves, mate in one G*1f, no win to declare
one king: 9b9c, OpenSpiel: goes on; cshogi: 2 legal moves, mate in one none, no win to declare
SEEN
