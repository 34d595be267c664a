"""Checks of an environment against its package's own promises, for any game and without an oracle.

A module of this folder for each package has

    preamble(spec, seed)  the source of `play(actions)`, a game after these actions, and what it needs
    legal(game)           the actions to choose from, none when the game is over
    accepts(game, action) whether an action is legal, unless `legal` lists all
    unless(game)          why games cannot be played again, so that nothing is checked, or None
    CHECKS                functions `check(play, before, after)`, which raise if a promise is broken
    UNCHECKED             what is left out for every game, and why

A check is written in the package's own calls: with the preamble it is the script of its finding. Its
documentation is the promise that it relies on.
"""

import inspect
import random
import re
import types
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from ..environments import Spec

Play = Callable[[List[Any]], Any]
#: Games are cut off here, or at the `LONGEST` of their module: a random game may never end.
LONGEST = 400
#: Actions that a copy goes on with.
AHEAD = 6


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
    message: str


class Checker:
    """All checks of one game of a package. `module` is the one for the package."""

    def __init__(self, module: types.ModuleType, spec: Spec, seed: int, watch: Callable[..., None]):
        self.module, self.watch = module, watch
        self.accepts = getattr(module, "accepts", lambda game, action: action in module.legal(game))
        self.preamble = module.preamble(spec, seed)
        exec(self.preamble, vars(module))
        self.play: Play = vars(module)["play"]
        self.random = random.Random(seed)
        start = self.play([])
        always = module.unless(start)
        reasons = {check: always or check.unless(start) for check in module.CHECKS}
        self.unchecked = {check.name: reason for check, reason in reasons.items() if reason}
        self.unchecked.update(module.UNCHECKED)
        self.checks = [check for check, reason in reasons.items() if not reason]
        self.made: Dict[str, int] = {check.name: 0 for check in self.checks}

    def random_game(self) -> List[Any]:
        """Actions up to the end, or to the first that raises an error."""
        actions: List[Any] = []
        try:
            game = self.play([])
            while len(actions) < getattr(self.module, "LONGEST", LONGEST):
                legal = self.module.legal(game)
                if not legal:
                    break
                actions.append(self.random.choice(legal))
                game = self.module.following(game, actions[-1], len(actions) - 1)
        except Exception:  # The check that replays the game reports it.
            pass
        return actions

    def cases(self) -> Iterator[Case]:
        """Positions of a random game: its beginning, its end and some between."""
        actions = self.random_game()
        places = {0, len(actions), *(self.random.randint(0, len(actions)) for _ in range(4))}
        for place in sorted(places):
            yield Case(actions[:place], actions[place : place + AHEAD])

    def failure(self, check: Check, case: Case) -> Optional[str]:
        """What is wrong, if anything."""
        self.watch(check, case)
        try:
            check.function(self.play, list(case.before), list(case.after))
        except AssertionError as error:
            return str(error)
        except Exception as error:
            return first_line(error)
        return None

    def findings(self, goes_on: Callable[[int], bool]) -> Iterator[Finding]:
        """Plays games while `goes_on`; a check is left out after its first finding."""
        left, games = list(self.checks), 0
        while goes_on(games):
            games += 1
            for case in self.cases():
                for check in list(left):
                    message = self.failure(check, case)
                    self.made[check.name] += 1
                    if message is not None:
                        left.remove(check)
                        yield self.shrunk(Finding(check, case, message))
                if not goes_on(games - 1):
                    return

    def shrunk(self, finding: Finding) -> Finding:
        """Leaves out actions while the check fails, the longest pieces first."""
        length = max(map(len, finding.case))
        while length:
            smaller = (self.fails(finding.check, case) for case in shorter(finding.case, length))
            found = next(filter(None, smaller), None)
            finding, length = (found, length) if found else (finding, length // 2)
        return finding

    def fails(self, check: Check, case: Case) -> Optional[Finding]:
        message = self.failure(check, case) if self.is_legal([*case.before, *case.after]) else None
        return None if message is None else Finding(check, case, message)

    def is_legal(self, actions: List[Any]) -> bool:
        try:
            game = self.play([])
            for index, action in enumerate(actions):
                if not self.accepts(game, action):
                    return False
                game = self.module.following(game, action, index)
        except Exception:
            return index == len(actions) - 1
        return True


def first_line(error: Exception) -> str:
    return ": ".join([type(error).__name__, *re.findall(r"[^*\s].*", str(error))[:1]])


def shorter(case: Case, length: int) -> Iterator[Case]:
    """The case without each of the pieces of a length."""
    for field, actions in case._asdict().items():
        for start in range(0, len(actions), length):
            yield case._replace(**{field: actions[:start] + actions[start + length :]})


def script(checker: Checker, finding: Finding, header: str) -> str:
    """A program that shows the finding: the preamble, the check and its case."""
    needed = {**called(checker.play, checker.module), **called(finding.check.function, checker.module)}
    del needed["play"]
    known = re.findall(r"\w+", checker.preamble)
    imports = [f"import {name}" for name, it in needed.items() if inspect.ismodule(it) and name not in known]
    functions = [source(it) for it in needed.values() if inspect.isfunction(it)]
    call = f"{finding.check.function.__name__}(play, {finding.case.before}, {finding.case.after})"
    return "\n".join([header, *imports, checker.preamble.strip(), *functions, call]) + "\n"


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
