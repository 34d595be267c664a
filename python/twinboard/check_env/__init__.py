"""Checks of an environment against its package's own promises, for any game and without an oracle.

A module of this folder for each package has

    preamble(spec, seed)  the source of `play(actions)`, a game after these actions, and what it needs;
                          `play(actions, seed)` where the environment has a seed
    legal(game)           the actions to choose from, none when the game is over
    following(game, action, key)  the game after an action; `key` is for what chance does then
    accepts(game, action) whether an action is legal, unless `legal` lists all
    unless(game)          why games cannot be played again, so that nothing is checked, or None
    CHECKS                functions `check(play, before, after)`, which raise if a promise is broken
    UNCHECKED             what is left out for every game, and why

A check is written in the package's own calls: with the preamble it is the script of its finding. Its
documentation is the promise that it relies on.
"""

import functools
import inspect
import itertools
import os
import random
import re
import traceback
import types
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Set

from ..environments import Spec

Play = Callable[[List[Any]], Any]
#: Games are cut off here, or at the `LONGEST` of their module: a random game may never end.
LONGEST = 400
#: Actions that a copy goes on with.
AHEAD = 6
#: What an environment may raise.
ERRORS = (Exception, SystemExit)


class Check(NamedTuple):
    function: Callable[[Play, List[Any], List[Any]], None]
    #: The reason why a game is not checked for this, if so.
    unless: Callable[[Any], Optional[str]] = lambda game: None

    @property
    def name(self) -> str:
        return self.function.__name__.replace("_", " ")

    @property
    def promise(self) -> str:
        return inspect.cleandoc(self.function.__doc__ or "").replace("\n", " ")


class Case(NamedTuple):
    """Actions from the start to the position that is checked, and those that follow."""

    before: List[Any]
    after: List[Any]


class Finding(NamedTuple):
    check: Check
    case: Case
    seed: int
    message: str
    #: What tells the error from others.
    origin: Any


class Checker:
    """All checks of one game of a package. `module` is the one for the package, `watch` is told what is tried."""

    def __init__(self, module: types.ModuleType, spec: Spec, seed: int, watch: Callable[[str], None]):
        self.module, self.spec, self.seeds, self.watch = module, spec, seed, watch
        self.accepts = getattr(module, "accepts", lambda game, action: action in module.legal(game))
        exec(module.preamble(spec, seed), vars(module))
        self.random = random.Random(seed)
        self.begin(0)
        start = self.play([])
        always = module.unless(start)
        reasons = {check: always or check.unless(start) for check in module.CHECKS}
        self.unchecked = {check.name: reason for check, reason in reasons.items() if reason}
        self.unchecked.update(module.UNCHECKED)
        self.checks = [check for check, reason in reasons.items() if not reason]
        self.made: Dict[str, int] = {check.name: 0 for check in self.checks}

    def begin(self, number: int) -> None:
        """Gives a game a seed of its own, if the environment has one."""
        self.seed = random.Random(f"{self.seeds} {number}").getrandbits(30)
        play = vars(self.module)["play"]
        has_seed = "seed" in inspect.signature(play).parameters
        self.play: Play = functools.partial(play, seed=self.seed) if has_seed else play

    def random_game(self) -> List[Any]:
        """Actions up to the end, or to the first that raises an error."""
        actions: List[Any] = []
        try:
            self.watch(f"the start of a game with seed {self.seed}")
            game = self.play([])
            while len(actions) < getattr(self.module, "LONGEST", LONGEST):
                legal = self.module.legal(game)
                if not legal:
                    break
                actions.append(self.random.choice(legal))
                self.watch(f"action {actions[-1]} after {actions[:-1]} in a game with seed {self.seed}")
                game = self.module.following(game, actions[-1], self.seed + len(actions) - 1)
        except ERRORS:  # The check that replays the game reports it.
            pass
        return actions

    def cases(self) -> Iterator[Case]:
        """Positions of a random game: its beginning, its end and some between."""
        actions = self.random_game()
        places = {0, len(actions), *(self.random.randint(0, len(actions)) for _ in range(4))}
        for place in sorted(places):
            yield Case(actions[:place], actions[place : place + AHEAD])

    def failure(self, check: Check, case: Case) -> Optional[Finding]:
        """What is wrong, if anything."""
        self.watch(f"{check.name}; actions {case.before}, then {case.after}, in a game with seed {self.seed}")
        try:
            check.function(self.play, list(case.before), list(case.after))
        except ERRORS as error:
            message = str(error) if isinstance(error, AssertionError) else first_line(error)
            return Finding(check, case, self.seed, message, origin(error))
        return None

    def findings(self, goes_on: Callable[[int], bool]) -> Iterator[Finding]:
        """Plays games while `goes_on`; a check is left out after its first finding, and an error that is known."""
        left, games = list(self.checks), 0
        known: Set[Any] = set()
        while left and goes_on(games):
            self.begin(games)
            games += 1
            for case in self.cases():
                for check in list(left):
                    finding = self.failure(check, case)
                    self.made[check.name] += 1
                    if finding is not None and finding.origin not in known:
                        known.add(finding.origin)
                        left.remove(check)
                        yield self.shrunk(finding)
                if not goes_on(games - 1):
                    return

    def shrunk(self, finding: Finding) -> Finding:
        """Leaves out actions while the check fails, the longest pieces first."""
        length = max(map(len, finding.case))
        while length:
            smaller = (self.fails(finding, case) for case in shorter(finding.case, length))
            found = next(filter(None, smaller), None)
            finding, length = (found, length) if found else (finding, length // 2)
        return finding

    def fails(self, finding: Finding, case: Case) -> Optional[Finding]:
        """The same finding with another case, if there is one."""
        found = self.failure(finding.check, case) if self.is_legal([*case.before, *case.after]) else None
        return found if found and found.origin == finding.origin else None

    def is_legal(self, actions: List[Any]) -> bool:
        try:
            game = self.play([])
            for index, action in enumerate(actions):
                if not self.accepts(game, action):
                    return False
                game = self.module.following(game, action, self.seed + index)
        except ERRORS:
            return index == len(actions) - 1
        return True


def origin(error: BaseException) -> Any:
    """The type of an error, the package's function that was called and the line that failed: checks with the same
    have met one fault. The text counts if the package shows no lines, but an assertion of a check is its line."""
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    ours = (os.path.dirname(__file__), "<string>")
    outside = [*itertools.dropwhile(lambda it: it[0].co_filename.startswith(ours), frames)]
    call = outside[0][0].co_name if outside else ""
    text = "" if outside or isinstance(error, AssertionError) else re.sub(r"\d+", "", first_line(error))
    return type(error), call, frames[-1][0].co_filename, frames[-1][1], text


def first_line(error: BaseException) -> str:
    return ": ".join([type(error).__name__, *re.findall(r"[^*\s].*", str(error))[:1]])


def shorter(case: Case, length: int) -> Iterator[Case]:
    """The case without each of the pieces of a length."""
    for field, actions in case._asdict().items():
        for start in range(0, len(actions), length):
            yield case._replace(**{field: actions[:start] + actions[start + length :]})


def script(checker: Checker, finding: Finding, header: str) -> str:
    """A program that shows the finding: the preamble, the check and its case."""
    play, preamble = vars(checker.module)["play"], checker.module.preamble(checker.spec, finding.seed)
    needed = {**called(play, checker.module), **called(finding.check.function, checker.module)}
    del needed["play"]
    known = re.findall(r"\w+", preamble)
    imports = [f"import {name}" for name, it in needed.items() if inspect.ismodule(it) and name not in known]
    functions = [source(it) for it in needed.values() if inspect.isfunction(it)]
    call = f"{finding.check.function.__name__}(play, {finding.case.before}, {finding.case.after})"
    return "\n".join([header, *imports, preamble.strip(), *functions, call]) + "\n"


def called(function: Callable[..., Any], module: types.ModuleType) -> Dict[str, Any]:
    """The functions of `module` and the modules that a function uses, and itself as the last one."""
    found: Dict[str, Any] = {}
    codes = [function.__code__]
    for code in codes:  # grows while it is read
        codes += [it for it in code.co_consts if inspect.iscode(it)]
        for name in code.co_names:
            it = vars(module).get(name)
            if inspect.isfunction(it) and it is not function and it.__code__.co_filename == module.__file__:
                found.update(called(it, module))
            elif inspect.ismodule(it):
                found[name] = it
    return {**found, function.__name__: function}


def source(function: Callable[..., Any]) -> str:
    """A function without its documentation and types."""
    lines, _ = inspect.getsourcelines(function)
    text = "".join(lines).rstrip()
    if function.__doc__:
        start = text.index('"""')
        text = text[:start].rstrip() + text[text.index('"""', start + 3) + 3 :]
    return text
