"""An environment as an engine: `python3 -m twinboard.environments openspiel:hex --rule-set hex`."""

import argparse
import sys

from .. import engine
from . import PACKAGES, Spec, UsageError, load, require
from .bridge import engine_of
from .games import bridge_for


def main() -> None:
    parser = argparse.ArgumentParser(prog="twinboard.environments", description=__doc__)
    parser.add_argument("game", help=f"PACKAGE:GAME; packages: {', '.join(PACKAGES)}")
    parser.add_argument("--rule-set", required=True, help="rule set of the oracle, such as hex")
    options = parser.parse_args()
    try:
        spec = Spec.parse(options.game)
        kind = bridge_for(options.rule_set, spec)
        require(spec.package)
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    # The package is imported with the first game: the handshake has less time (EP-6).
    game = engine_of(kind, lambda spec: load(spec).Game(spec), spec)
    engine.serve(game, options.rule_set, coverage=False)


main()
