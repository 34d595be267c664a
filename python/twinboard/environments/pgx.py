"""Pgx: any game of `pgx.available_envs()`, with arguments of its class, as in `pgx:hex(size=5)`.

* `current_player` is drawn by the key of `init` and says nothing about colours: the bridge takes the
  player of the first decision for the first one.
* Rewards come with the last action, and are zero after it. The mask is all true in a finished game.
* Dice and new tiles are drawn within `step` by its key, and are part of the action before.
* `step` and `init` are compiled when the first game starts, before its answer.
"""

from typing import List

from . import Spec
from .jax_games import JaxGame

import pgx


def games() -> List[str]:
    return list(pgx.available_envs())


def make(spec: Spec) -> pgx.Env:
    env = pgx.make(spec.game)
    return type(env)(**spec.arguments) if spec.arguments else env


class Game(JaxGame):
    make = staticmethod(make)
