"""Gymnasium: environments of its registry that declare a limit on steps, as in `gymnasium:Taxi-v3`.

There is one player, with a reward after each action. No oracle here plays such a game, so that there is
no bridge: `twinboard.check_env` checks them.
"""

from typing import List

import gymnasium


def games() -> List[str]:
    return [name for name, spec in gymnasium.registry.items() if spec.max_episode_steps]
