"""Gymnasium: environments of its registry, as in `gymnasium:Taxi-v3`, or of the registry with a module that
registers its own, as in `gymnasium:my_module:MyEnv-v0`.

There is one player, with a reward after each action. No oracle here plays such a game, so that there is
no bridge: `twinboard.check_env` checks them.
"""

import importlib
from typing import List

import gymnasium

from . import UsageError


def games() -> List[str]:
    return list(gymnasium.registry)


def registered(game: str) -> str:
    """The name in the registry, once the module before the colon is imported."""
    module, _, name = game.rpartition(":")
    try:
        importlib.import_module(module or "gymnasium")
    except (Exception, SystemExit) as error:
        raise UsageError(f"cannot import {module}: {type(error).__name__}: {error}") from error
    return name
