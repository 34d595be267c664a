#!/usr/bin/env bash
# PyPI, 2026-11-28: pgx 2.6.0. Backgammon obliges a player to use both dice if any order of play allows it. pgx plays a
# turn in small steps, one die each, and one guesses that its mask of legal actions leaves out a first step after which
# the other die is lost. It does not: in this position of a random game a 5 and a 6 can both be played, but one of the
# listed first steps with the 5 blocks the 6 and ends the turn. A program trained with it learns illegal moves.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pgx==2.6.0 jax==0.10.2 jaxlib==0.10.2 numpy==2.4.6 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import jax, numpy as np, pgx

env = pgx.make("backgammon")
init, step = jax.jit(env.init), jax.jit(env.step)
NONE = range(6)  # the actions that use no die

def goes_on(state, action):
    after = step(state, action, jax.random.PRNGKey(0))
    same = after.current_player == state.current_player
    return bool(after.terminated) or bool(same and np.asarray(after.legal_action_mask)[len(NONE):].any())

def search():
    for game in range(100):
        dice, choice = jax.random.PRNGKey(game), np.random.default_rng(game)
        state, player = init(dice), None
        for count in range(400):
            actions = np.flatnonzero(np.asarray(state.legal_action_mask))
            if state.terminated:
                break
            # A turn begins, and few first steps are legal.
            if player != int(state.current_player) and 1 < len(actions) < 5 and actions[0] not in NONE:
                kept = [int(it) for it in actions if goes_on(state, it)]
                if 0 < len(kept) < len(actions):
                    lost = sorted(set(actions.tolist()) - set(kept))
                    show = lambda its: ", ".join(f"{it % 6 + 1} from {it // 6}" for it in its)
                    return f"game {game}, step {count}: first {show(kept)} goes on; first {show(lost)} ends the turn"
            player = int(state.current_player)
            dice, roll = jax.random.split(dice)
            state = step(state, int(choice.choice(actions)), roll)

print(search())
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
game 3, step 216: first 5 from 14, 6 from 18 goes on; first 5 from 18 ends the turn
SEEN
