"""An environment as an engine for the rule set of an oracle."""

import ast
import copy
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, Union

from . import Environment, Spec

# The actions of a move in the environment: several, if the package splits a move.
Path = Tuple[Any, ...]

# Limits after which a game is a draw, and whether they count a move; with another one all moves are left.
# They are asked for by the argument `limits=true`, for cases without them would be left out.
COUNTED: Dict[str, Callable[[str], bool]] = {
    "moves-max": lambda move: True,
    "uncaptured-max": lambda move: "x" not in move,
}


class Bridge:
    """One game of a package in the notation of an oracle: a subclass for each, in `games.py`.

    A game begins at a start of the rule set, and nowhere else. Its lines that name variants, such as
    `ko=simple komi=7.5`, are part of every position; those of limits are behind it, with the moves left.
    """

    #: Bounds on the rows and columns of the set-up, as in the handshake (EP-13).
    limits: Dict[str, Union[str, Tuple[int, int]]] = {}
    #: The values of each variant that the package plays.
    variants: Dict[str, List[str]] = {}
    #: The arguments of the package for quantities and variants.
    arguments: Dict[str, str] = {}
    #: Arguments other than the defaults of the package.
    settings: Dict[str, Any] = {}
    #: The names of the players, the one who begins first.
    players = ("x", "o")
    #: A move goes on until another player acts.
    joins_actions = False
    #: The package's names of actions are part of a move; they take time.
    reads_names = True
    #: Paths to the same text are one move, of several actions each.
    merges_moves = False
    #: What the package does not tell: `position`, `outcome`.
    lacks: Tuple[str, ...] = ()

    def __init__(self, setup: str, environment: Environment):
        lines = [line.split("=") for line in setup.splitlines()]
        self.left = {name: (int(most[0]), int(most[0])) for name, *most in lines if name in COUNTED}
        self.setup = ["=".join(line) for line in lines if line[0] not in COUNTED]
        self.variant_lines = [line for line in self.setup if "=" in line]
        self.environment: Any = environment
        self.first = environment.player()
        self.last_seat, self.last_move = 1, ""
        self.known: Optional[List[Tuple[str, Path]]] = None
        # Earlier positions, where a rule counts repetitions.
        self.earlier: List[str] = []
        self.recorded = ""

    def move(self, names: List[str], path: Path) -> str:
        """The text of a move, from the package's names of its actions."""
        raise NotImplementedError

    def action(self, move: str) -> Any:
        """The action of a move, where the package lists none."""
        raise NotImplementedError

    def board(self) -> str:
        """The rows of the position."""
        raise NotImplementedError

    def position(self) -> str:
        earlier = [f"before {record}" for record in self.earlier]
        return "\n".join([self.board(), *self.rules(), f"{self.mover()} to move", *earlier])

    def rules(self) -> List[str]:
        return self.variant_lines

    def mover(self) -> str:
        return self.players[self.seat()]

    def seat(self) -> int:
        """0 if the player to move is the one who began. After the end it is the opponent of the last."""
        if self.environment.returns() is not None:
            return 1 - self.last_seat
        return int(self.environment.player() != self.first)

    def record(self) -> str:
        """The position as one of the earlier ones; none are kept by default."""
        return ""

    def forgets(self, before: str, after: str) -> bool:
        """Whether no earlier position can come back after a move."""
        return False

    def won(self, returns: List[float]) -> str:
        first, second = returns[self.first], returns[1 - self.first]
        return "draw" if first == second else f"{self.players[first < second]} wins"

    def outcome(self) -> str:
        returns = self.environment.returns()
        return "playing" if returns is None else self.won(returns)

    def counted(self, move: str) -> None:
        """Counts a move that has been played."""
        for name, (most, left) in self.left.items():
            self.left[name] = (most, left - 1 if COUNTED[name](move) else most)

    def whole_position(self) -> str:
        limits = (
            f"\n{name}={most}" + (f" left {left}" if left < most else "") for name, (most, left) in self.left.items()
        )
        return self.position() + "".join(limits)

    def legal_moves(self) -> List[Tuple[str, Path]]:
        if self.known is None:
            self.known = self.listed()
        return self.known

    def listed(self) -> List[Tuple[str, Path]]:
        """The legal moves, each with its actions."""
        if not self.joins_actions:
            actions = self.environment.actions()
            if not self.reads_names:
                return [(self.move([], (it,)), (it,)) for it in actions]
            named = zip(self.environment.labels(actions), actions)
            return [(self.move([name], (it,)), (it,)) for name, it in named]
        moves: List[Tuple[str, Path]] = []
        todo: List[Tuple[Environment, List[str], Path]] = [(self.environment, [], ())]
        while todo:
            environment, names, path = todo.pop()
            actions = environment.actions()
            for name, action in zip(environment.labels(actions), actions):
                longer = [*names, name], (*path, action)
                after = self.unfinished(environment, action)
                if after is None:
                    moves.append((self.move(*longer), longer[1]))
                else:
                    todo.append((after, *longer))
        return list(dict(moves).items()) if self.merges_moves else moves

    def unfinished(self, environment: Environment, action: Any) -> Optional[Environment]:
        """The state after an action, if the same player goes on with the move."""
        after = environment.copy()
        after.step(action)
        is_same = after.returns() is None and after.player() == environment.player()
        return after if is_same else None

    def play(self, move: str) -> bool:
        path = dict(self.legal_moves()).get(move, ())
        if path:
            self.follow(path, move)
            self.known = None
        return path != ()

    def follow(self, path: Path, move: str) -> None:
        """Makes the actions of a legal move."""
        self.last_seat, self.last_move, before = self.seat(), move, self.recorded or self.record()
        for action in path:
            self.environment.step(action)
        if before:
            self.recorded = self.record()
            self.earlier = [] if self.forgets(before, self.recorded) else [*self.earlier, before]

    def copied(self) -> "Bridge":
        other = copy.copy(self)
        other.environment, other.left = self.environment.copy(), dict(self.left)
        return other


class Judge(Bridge):
    """A game of a package that judges moves and lists none."""

    def legal(self, move: str) -> bool:
        return self.environment.accepts(self.action(move))

    def play(self, move: str) -> bool:
        is_legal = self.legal(move)
        if is_legal:
            self.follow((self.action(move),), move)
        return is_legal


def engine_of(kind: Type[Bridge], make: Callable[[Spec], Environment], spec: Spec) -> type:
    """The class that the kit serves, for a bridge and the arguments of the command line."""
    has_limits = spec.arguments.get("limits", False)
    spec = spec._replace(arguments={name: it for name, it in spec.arguments.items() if name != "limits"})
    asked = {key: spec.arguments[name] for key, name in kind.arguments.items() if name in spec.arguments}

    class Game:
        name = f"{spec.package} {spec.game}"
        start_only = True
        limits = {key: (asked[key],) * 2 if key in asked else it for key, it in kind.limits.items()}
        variants = {
            key: [value for value in values if key not in asked or read(value) == asked[key]]
            for key, values in kind.variants.items()
            if has_limits or key not in COUNTED
        }

        def __init__(self, setup: str):
            chosen = {**sizes_of(setup), **words_of(setup)}
            named = {name: chosen[key] for key, name in kind.arguments.items() if key in chosen}
            self.bridge = kind(setup, make(spec.with_defaults({**kind.settings, **named})))

        def play(self, move: str) -> bool:
            is_legal = self.bridge.play(move)
            if is_legal:
                self.bridge.counted(move)
            return is_legal

        def copy(self) -> "Game":
            other = copy.copy(self)
            other.bridge = self.bridge.copied()
            return other

    offered = {"position": lambda self: self.bridge.whole_position(), "outcome": lambda self: self.bridge.outcome()}
    if issubclass(kind, Judge):
        offered["legal"] = lambda self, move: self.bridge.legal(move)
    else:
        offered["moves"] = lambda self: [text for text, _ in self.bridge.legal_moves()]
    return type("Game", (Game,), {name: it for name, it in offered.items() if name not in kind.lacks})


def sizes_of(setup: str) -> Dict[str, Any]:
    rows = [line for line in setup.splitlines() if " " not in line and "=" not in line]
    return {"rows": len(rows), "columns": len(rows[0])} if rows else {}


def words_of(setup: str) -> Dict[str, Any]:
    words = [word.partition("=") for word in setup.split() if "=" in word]
    return {key: read(value) for key, _, value in words}


def read(value: str) -> Any:
    """A value of a variant as an argument of a package."""
    try:
        return {"yes": True, "no": False}[value] if value in ("yes", "no") else ast.literal_eval(value)
    except (SyntaxError, ValueError):
        return value
