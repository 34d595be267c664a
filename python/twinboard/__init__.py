"""Twinboard for Python: the engine kit, bridges to environments, and checks that need no oracle.

`twinboard.serve` is that of the kit (`twinboard.engine`), so an engine runs with this package as it
does with the single file of `twinboard engine-template python --kit-only`.
"""

from .engine import Refused, Unsupported, serve

__all__ = ["Refused", "Unsupported", "serve"]
