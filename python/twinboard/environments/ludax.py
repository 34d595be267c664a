"""Ludax: the games in its box, as in `ludax:hex`, which are descriptions that it compiles.

* The interface is that of Pgx, but `observe` takes any player and a state has no observation.
* Player 0 begins. A finished game leaves the turn with the player who moved last.
* A game is cut off after a number of steps that Ludax fixes.
"""

import os
from typing import Any, List

from . import Spec
from .jax_games import JaxGame

import ludax
import ludax.games


def games() -> List[str]:
    return sorted(file[:-4] for file in os.listdir(ludax.games.__path__[0]) if file.endswith(".ldx"))


class Game(JaxGame):
    @staticmethod
    def make(spec: Spec) -> Any:
        return ludax.LudaxEnvironment(game_str=getattr(ludax.games, spec.game))
