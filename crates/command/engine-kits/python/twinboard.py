"""Twinboard engine kit for Python 3.8 and later: one module, nothing but the standard library.

This module speaks the engine protocol (docs/engine-protocol.md, EP-*) for a class of yours with five
methods:

    class MyGame:
        def __init__(self, setup): ...  # the text of the set-up; raises Unsupported
        def moves(self): ...            # an iterable of texts, best a generator
        def play(self, move): ...       # True or False: accepted or refused
        def position(self): ...         # the text of the rows
        def outcome(self): ...          # "playing"

    if __name__ == "__main__":
        twinboard.serve(MyGame, rule_set="samegame")

A class may lack some of `moves`, `position` and `outcome`, if its library cannot tell them: what is
lacking is not compared. One of `moves`, `legal` and `position` must be there. Everything else is
optional; the kit offers what the class has in the handshake (EP-12):

    legal(self, move)   True or False, for a library that judges moves; most useful without `moves`
    observe(self)       a dictionary of texts by name, such as {"check": "yes"} (EP-39)
    events = True     `play` returns the event instead of True
    reasons = True    `play` raises Refused(reason) instead of returning False
    key(self)         an integer, a hash of the position
    undo(self)
    copy(self)        another game; `copy = copy.deepcopy` in the class is enough
    random(self, x)   a legal move chosen with the integer x, or None
    dice = True       `random` draws as often as the rules say, and is checked for that
    count(self, most, legal)    a number, or None if it is more than `most`
    validate(self)    None, or a sentence about what is broken

    name = "my engine 1.0"
    limits = {"columns": (1, 20), "rows": "columns"}    # as many rows as columns
    variants = {"ko": ["simple"], "castling": ["none", "960"]}    # "none": not in the set-up
    start_only = True    # games begin at the starts of the rule set only
    ignores = {"field 4": "written only if the capture is legal"}    # parts of positions, and why
    packages = ["chess"]    # counted for coverage beside the files that are not installed

`coverage` is offered if the command asks for it by a variable: the lines that run guide the fuzzer,
and counting them takes time (EP-36). `serve(…, coverage=True)` or `False` is another choice.

`end` is always offered. Standard output belongs to the protocol; the kit sends what is printed to
standard error. An exception ends the process with its traceback there.
"""

import itertools
import os
import sys
import zlib


class Unsupported(Exception):
    """Raised by `__init__`: the engine does not play this set-up."""


class Refused(Exception):
    """Raised by `play`: the move is illegal, with the reason as its argument (EP-20)."""


def serve(game, rule_set, coverage=None):
    """Plays the games that standard input asks for, until it ends. `game` is the class."""
    if coverage is None:
        coverage = "TWINBOARD_COVERAGE" in os.environ
    _Server(game, rule_set, _Coverage() if coverage else None).run()


# Optional requests, which are methods of the same name.
_OPTIONAL = ("copy", "undo", "key", "random", "count", "validate", "legal", "observe")
# Those that a class has unless its library cannot tell.
_USUAL = ("moves", "position", "outcome")


def _stated(game, name, default):
    """What the class states; a function or a property of this name is one of its own."""
    value = getattr(game, name, default)
    return default if hasattr(value, "__get__") else value


class _Server:
    def __init__(self, game, rule_set, coverage):
        if coverage:
            coverage.count_packages(_stated(game, "packages", ()))
        self.game = game
        self.rule_set = rule_set
        self.places = coverage
        self.events = _stated(game, "events", False) is True
        self.reasons = _stated(game, "reasons", False) is True
        self.dice = _stated(game, "dice", False) is True
        has = lambda name: callable(getattr(game, name, None))
        self.offers = [name for name in _OPTIONAL if has(name)]
        self.lacks = [name for name in _USUAL if not has(name)]
        self.games = {}
        # Complete lines that have been read, the beginning of the line behind them, and answers.
        self.lines = iter(())
        self.partial = b""
        self.output = []
        # The protocol keeps standard output; `print` and child processes write to standard error.
        self.answers = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def run(self):
        try:
            for line in iter(self.read_line, None):
                number, _, request = line.partition(" ")
                name, _, rest = request.partition(" ")
                if not _is_number(number, 10):
                    print(f"a request without a number: {line!r}", file=sys.stderr)
                    continue
                try:
                    answer = self.answer(name, rest)
                except _Unknown as reason:
                    print(f"request {number}: {reason}: {request}", file=sys.stderr)
                    answer = "unknown"  # EP-8
                self.output.append(f"{number} {answer}\n")
        finally:
            self.flush()

    def read_line(self):
        """The next line without its end; None at the end of the input."""
        line = next(self.lines, None)
        while line is None:
            self.flush()  # EP-7
            data = os.read(0, 1 << 16)
            if not data:
                return None
            *lines, self.partial = (self.partial + data).split(b"\n")
            self.lines = iter(lines)
            line = next(self.lines, None)
        return line.decode().rstrip("\r")

    def flush(self):
        data = "".join(self.output).encode()
        self.output.clear()
        while data:
            data = data[os.write(self.answers, data) :]

    def traced(self, function, *arguments):
        if not self.places:
            return function(*arguments)
        sys.settrace(self.places.trace)
        try:
            return function(*arguments)
        finally:
            sys.settrace(None)

    def answer(self, name, rest):
        """The answer to a request, without its number and the last line feed."""
        if name == "hello":
            return self.hello()
        if name == "set-up":
            return self.set_up(*rest.split())
        if name == "coverage" and self.places:
            return self.places.take()
        if name not in ("play", "end", *_USUAL, *self.offers) or name in self.lacks:
            raise _Unknown("an unknown request")
        number, _, rest = rest.partition(" ")
        number = _number(number)
        if number not in self.games:
            raise _Unknown("no such game")
        if name == "end":
            del self.games[number]
            return "ok"
        return getattr(self, name)(self.games[number], rest)

    def hello(self):
        offers = ["end", *self.offers]
        offers += ["dice"] * self.dice + ["events"] * self.events + ["reasons"] * self.reasons
        offers += ["coverage"] if self.places else []
        lines = ["protocol 1", f"rule-set {self.rule_set}", f"offers {' '.join(offers)}"]
        name = _stated(self.game, "name", "")
        lines += [f"name {name}"] if name else []
        for quantity, bounds in _stated(self.game, "limits", {}).items():
            bounds = f"= {bounds}" if isinstance(bounds, str) else "{} {}".format(*bounds)
            lines.append(f"limit {quantity} {bounds}")
        for key, values in _stated(self.game, "variants", {}).items():
            lines.append(f"variant {key} {' '.join(values)}")
        lines += ["start-only"] * _stated(self.game, "start_only", False)
        lines += [f"ignores {part}: {why}" for part, why in _stated(self.game, "ignores", {}).items()]
        lines += [f"lacks {' '.join(self.lacks)}"] if self.lacks else []
        return _block("hello", lines)

    def set_up(self, number="", count="", *_):
        count = min(_number(count), sys.maxsize)
        lines = itertools.islice(iter(self.read_line, None), count)
        text = "".join(f"{line}\n" for line in lines)
        number = _number(number)
        try:
            self.games[number] = self.traced(self.game, text)
        except Unsupported:
            return "unsupported"
        return "ok"

    def moves(self, game, rest):
        most = min(_number(rest), sys.maxsize - 1)
        moves = self.traced(lambda: list(itertools.islice(game.moves(), most + 1)))
        if len(moves) > most:
            return _block("moves", moves[:most], " more")
        return _block("moves", moves)

    def play(self, game, move):
        try:
            result = self.traced(game.play, move)
        except Refused as refused:
            return f"refused {refused}" if self.reasons else "refused"
        if self.events and isinstance(result, str):
            return f"played {result}"
        if isinstance(result, bool) and not (self.events if result else self.reasons):
            return "played" if result else "refused"
        wanted = "an event or raise Refused" if self.events else "True or False, or raise Refused"
        raise TypeError(f"play should return {wanted}, not {result!r}")

    def position(self, game, _):
        text = self.traced(game.position)
        return _block("position", _rows(text) if text else [])

    def outcome(self, game, _):
        return f"outcome {self.traced(game.outcome)}"

    def legal(self, game, move):
        return "legal yes" if self.traced(game.legal, move) else "legal no"

    def observe(self, game, _):
        given = self.traced(game.observe).items()
        return _block("observe", [f"{name} {line}" for name, text in given for line in _rows(text)])

    def copy(self, game, rest):
        number = _number(rest)
        self.games[number] = self.traced(game.copy)
        return "ok"

    def undo(self, game, _):
        self.traced(game.undo)
        return "ok"

    def key(self, game, _):
        return f"key {self.traced(game.key) % 2**64:x}"

    def random(self, game, rest):
        legal = self.traced(game.random, _number(rest, 16))
        return "random" if legal is None else f"random {legal}"

    def count(self, game, rest):
        most, _, legal = rest.partition(" ")
        count = self.traced(game.count, _number(most), legal)
        return "count more" if count is None else f"count {count}"

    def validate(self, game, _):
        sentence = self.traced(game.validate)
        return f"broken {sentence}" if sentence else "ok"


class _Coverage:
    """Counts the steps from one line of a function to the next, in the engine's files and in the
    packages that it names, and not in those that are installed beside them."""

    def __init__(self):
        self.counts = {}
        # The places of each function, by the two lines; None for one that does not count.
        self.known = {}
        import sysconfig  # Starting without it is faster.

        library = sysconfig.get_paths()
        self.left_out = __file__, library["stdlib"], library["platstdlib"], "<frozen"
        self.installed = library["purelib"], library["platlib"], library["stdlib"]
        self.packages = ()

    def count_packages(self, names):
        import importlib.util

        for name in names:
            found = importlib.util.find_spec(name)
            if found is None:
                raise ImportError(f"packages: there is no package {name!r}")
            places = found.submodule_search_locations
            self.packages += tuple(os.path.join(place, "") for place in places or ())
            self.packages += () if places else (found.origin,)

    def trace(self, frame, event, _):
        code = frame.f_code
        if code not in self.known:
            self.known[code] = {} if self.is_counted(code.co_filename) else None
        known = self.known[code]
        if known is None:
            return None
        last = 0

        def trace_lines(frame, event, _):
            nonlocal last
            if event == "line":
                step = last, frame.f_lineno
                if step not in known:
                    known[step] = _place(code, step)
                place = known[step]
                self.counts[place] = self.counts.get(place, 0) + 1
                last = step[1]
            return trace_lines

        return trace_lines

    def is_counted(self, path):
        is_installed = path.startswith(self.installed) or "-packages" + os.sep in path
        return path.startswith(self.packages) or not is_installed and not path.startswith(self.left_out)

    def take(self):
        """The answer of EP-36; counting begins anew."""
        places = [f" {place:x}:{min(count, 255):x}" for place, count in sorted(self.counts.items())]
        self.counts.clear()
        return "coverage" + "".join(places)


def _place(code, step):
    """A number that is the same in every process, other than that of `hash`."""
    words = os.path.basename(code.co_filename), code.co_name, code.co_firstlineno, step
    return zlib.crc32(repr(words).encode()) & 0x7FFF


class _Unknown(Exception):
    """A request that is not known, or cannot be read."""


_DIGITS = {10: frozenset("0123456789"), 16: frozenset("0123456789abcdefABCDEF")}


def _is_number(word, base):
    # `int` also reads signs, blanks, underscores and the digits of other scripts.
    return word != "" and _DIGITS[base].issuperset(word)


def _number(word, base=10):
    # A larger number is not taken for another one. Python refuses to read thousands of digits.
    if not _is_number(word, base) or len(word) > 99 or int(word, base) >= 2**64:
        raise _Unknown("a number is missing, or has more than 64 bits")
    return int(word, base)


def _rows(text):
    return str(text).rstrip("\n").split("\n")


def _block(name, lines, end=""):
    """An answer with a text of several lines (EP-5)."""
    return "\n".join([f"{name} {len(lines)}{end}", *lines])
