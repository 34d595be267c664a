#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2. One guesses that player 0 moves first in every board game, so that
# `returns()[0]` is the result of the first player. It is so in Go, shogi, xiangqi, checkers, Othello and all others
# but six: in chess and its five relatives white is player 1. Code that takes the first entry as the result of the
# player who begins learns to lose in these.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import pyspiel

for game in pyspiel.registered_games():
    takes_turns = game.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL and game.max_num_players == 2
    if game.default_loadable and takes_turns:
        first = pyspiel.load_game(game.short_name).new_initial_state().current_player()
        if first > 0:
            print(game.short_name, "begins with player", first)

# Black is mated in the next move.
state = pyspiel.load_game("chess").new_initial_state("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
state.apply_action(state.string_to_action("Ra8#"))
print("white has won:", state.returns())
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
antichess begins with player 1
chess begins with player 1
crazyhouse begins with player 1
dark_chess begins with player 1
kriegspiel begins with player 1
rbc begins with player 1
white has won: [-1.0, 1.0]
SEEN
