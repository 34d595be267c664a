"""Environments of published packages, each a module of this folder.

A module has `games()`, the names of the games that start without arguments, and a class
`Environment`, a game in progress. What a package means by players, rewards and masks is settled there;
`games.py` knows the notation of single games.
"""

import ast
import importlib
import importlib.util
from abc import ABC, abstractmethod
from typing import Any, Dict, List, NamedTuple, Optional

# What `pip install` needs, by the name of the module here.
PACKAGES = {
    "openspiel": "open_spiel",
    "pgx": "pgx",
    "pettingzoo": "pettingzoo[classic]",
    "textarena": "textarena",
    "gymnasium": "gymnasium",
    "jumanji": "jumanji",
    "ludax": "ludax",
    "kaggle": "kaggle-environments",
}

# The player that rolls dice and deals cards, where a package shows it.
NATURE = -1


class UsageError(Exception):
    """A name that is not known, or a package that is not installed: exit code 2."""


class Spec(NamedTuple):
    """A game of a package with its arguments, as in `openspiel:hex(board_size=5)`."""

    package: str
    game: str
    arguments: Dict[str, Any]

    @classmethod
    def parse(cls, text: str) -> "Spec":
        package, colon, call = text.partition(":")
        game, parenthesis, arguments = call.partition("(")
        if package not in PACKAGES:
            raise UsageError(f"unknown package {package!r}; known: {', '.join(PACKAGES)}")
        if not colon or not game or (parenthesis and not arguments.endswith(")")):
            raise UsageError(f"expected PACKAGE:GAME or PACKAGE:GAME(NAME=VALUE,…), not {text!r}")
        pairs = [pair.partition("=") for pair in arguments[:-1].split(",") if pair]
        return cls(package, game, {name.strip(): _value(value) for name, _, value in pairs})

    def with_arguments(self, arguments: Dict[str, Any]) -> "Spec":
        return self._replace(arguments={**self.arguments, **arguments})

    def with_defaults(self, arguments: Dict[str, Any]) -> "Spec":
        return self._replace(arguments={**arguments, **self.arguments})


def _value(text: str) -> Any:
    """A Python literal, `true` and `false` as in OpenSpiel, or else the text itself."""
    text = text.strip()
    try:
        return ast.literal_eval({"true": "True", "false": "False"}.get(text, text))
    except (SyntaxError, ValueError):
        return text


class Environment(ABC):
    """A game in progress. Players are numbered as in the package."""

    @abstractmethod
    def actions(self) -> List[Any]:
        """The legal actions, none when the game is over."""

    @abstractmethod
    def player(self) -> int:
        """Who acts now, or `NATURE`."""

    @abstractmethod
    def step(self, action: Any) -> None: ...

    @abstractmethod
    def returns(self) -> Optional[List[float]]:
        """The sum of rewards of each player when the game is over, else None."""

    @abstractmethod
    def copy(self) -> "Environment": ...

    def labels(self, actions: List[Any]) -> List[str]:
        """The package's own names of actions, if it has some."""
        return [str(action) for action in actions]


def require(package: str) -> None:
    """Fails if a package is not installed, without importing it."""
    name = {"openspiel": "pyspiel", "kaggle": "kaggle_environments"}.get(package, package)
    if importlib.util.find_spec(name) is None:
        raise UsageError(f"{name} is not installed: `pip install '{PACKAGES[package]}'`")


def load(spec: Spec) -> Any:
    """The module for a package that has this game."""
    require(spec.package)
    module = importlib.import_module(f"{__name__}.{spec.package}")
    name = module.registered(spec.game) if spec.package == "gymnasium" else spec.game
    if name not in module.games():
        known = ", ".join(module.games())
        raise UsageError(f"{spec.package} has no game {spec.game!r}; known: {known}")
    return module
