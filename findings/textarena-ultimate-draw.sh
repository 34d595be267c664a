#!/usr/bin/env bash
# PyPI, 2026-11-29: TextArena 0.7.4, Ultimate Tic-Tac-Toe. Random games, in which only legal squares are chosen. One
# guesses that a game without a winner is a draw when no square is left. It is if each of the nine small boards was
# won by somebody. If one was drawn, which is common, the game is not over: whoever is to move has no legal square,
# and loses for an invalid move. The test for a draw looks for an empty field on the large board, and a drawn small
# board leaves one.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install textarena==0.7.4 || exit 2
v/bin/python - 2> /dev/null > seen <<'PYTHON'
import random
from collections import Counter

import textarena


def squares(state):
    """The squares that the rules of the environment leave to the player to move."""
    boards, large, forced = state["board"], state["macro_board"], state["next_micro_board"]
    return [
        (board, square)
        for board in (range(9) if forced is None else [forced])
        if large[board // 3][board % 3] == " "
        for square in range(9)
        if boards[board][square // 3][square % 3] == " "
    ]


ends, shown = Counter(), False
for seed in range(200):
    env = textarena.make("UltimateTicTacToe-v0-raw")
    env.reset(num_players=2, seed=1)
    rng = random.Random(seed)
    over = False
    while not over and (left := squares(env.state.game_state)):
        over, _ = env.step("[%d %d]" % rng.choice(left))
    if not over and not shown:
        shown = True
        print("large board:", *("".join(it).replace(" ", ".") for it in env.state.game_state["macro_board"]))
        print("player", env.state.current_player_id, "to move, squares left:", len(squares(env.state.game_state)))
        while not over:
            over, _ = env.step("[4 4]")
        print("over: rewards", dict(sorted(env.state.rewards.items())))
        print("reason:", env.state.game_info[1]["reason"])
        over = False
    ends["won" if over and any(env.state.rewards.values()) else "drawn" if over else "no square left, not over"] += 1
print(dict(sorted(ends.items())))
PYTHON
cat seen
diff seen - <<'SEEN'
large board: XOO O.X XOO
player 1 to move, squares left: 0
over: rewards {0: 1, 1: -1}
reason: The cell is already occupied.
{'drawn': 7, 'no square left, not over': 29, 'won': 164}
SEEN
