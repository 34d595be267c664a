"""What the adapters share: `serve` takes the modes of the command line into account."""

import sys

import twinboard

Unsupported = twinboard.Unsupported


def flag(value):
    return "true" if value else "false"


def serve(game, rule_set):
    """`text` compares positions, too; `draws` asks for repetition and has no other outcome."""
    if "text" not in sys.argv and hasattr(game, "position") and rule_set == "chess":
        del game.position
    if "draws" in sys.argv:
        game.variants = {"draws": ["automatic"]}
        if not getattr(game, "fivefold", False):
            del game.outcome
    twinboard.serve(game, rule_set)
