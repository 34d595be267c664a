#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2, pyffish 0.0.90, chess 1.11.2. In crazyhouse a promoted piece turns into a pawn
# again when it is captured, so texts of positions mark it with a tilde: `Q~`. One guesses that the FEN of OpenSpiel
# has the mark, too, or drops it. It has letters of its own, `E` for a promoted queen: the other libraries refuse its
# texts, and it refuses theirs with an error. Positions can be exchanged until the first promotion.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2 pyffish==0.0.90 chess==1.11.2 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import chess.variant, pyffish, pyspiel

start = "r7/1P6/8/4k3/8/8/8/4K3[] w - - 0 1"
game = pyspiel.load_game("crazyhouse")
for piece in "QRBN":
    state = game.new_initial_state(start)
    names = {state.action_to_string(it).rstrip("+"): it for it in state.legal_actions()}
    state.apply_action(names["b8=" + piece])
    print(piece, state, "- pyffish reads it:", pyffish.validate_fen(str(state), "crazyhouse") == 1)
board = chess.variant.CrazyhouseBoard(start)
board.push_uci("b7b8q")
print("python-chess", board.fen(), "- pyffish reads it:", pyffish.validate_fen(board.fen(), "crazyhouse") == 1)
try:
    game.new_initial_state(board.fen())
except pyspiel.SpielError:
    print("OpenSpiel refuses it")
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
Q rE6/8/8/4k3/8/8/8/4K3 b - - 0 1 - pyffish reads it: False
R rC6/8/8/4k3/8/8/8/4K3 b - - 0 1 - pyffish reads it: False
B rA6/8/8/4k3/8/8/8/4K3 b - - 0 1 - pyffish reads it: False
N rH6/8/8/4k3/8/8/8/4K3 b - - 0 1 - pyffish reads it: False
python-chess rQ~6/8/8/4k3/8/8/8/4K3[] b - - 0 1 - pyffish reads it: True
OpenSpiel refuses it
SEEN
