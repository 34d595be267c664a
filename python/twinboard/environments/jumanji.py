"""Jumanji: environments of its registry, as in `jumanji:Game2048-v1`.

States are immutable, `reset` and `step` are functions for `jax.jit` and `jax.vmap`, chance is drawn from a key
in the state. There is no bridge to a rule set: `twinboard.check_env` checks them.
"""

from typing import List

from . import jax_settings  # noqa: F401  before JAX is imported

import jumanji


def games() -> List[str]:
    return sorted(jumanji.registered_environments())
