"""How JAX runs here; to be imported before it."""

import os

# One thread: other processes check other cases at the same time.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402

# Compiled functions are kept for the next process, in a folder of the user's own.
jax.config.update("jax_compilation_cache_dir", os.path.expanduser("~/.cache/twinboard/jax"))
