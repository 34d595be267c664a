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

Everything else is optional. The kit offers what the class has in the handshake (EP-12):

    events = True     `play` returns the event instead of True
    reasons = True    `play` raises Refused(reason) instead of returning False
    key(self)         an integer
    undo(self)
    copy(self)        another game; `copy = copy.deepcopy` in the class is enough
    random(self, x)   a legal move chosen with the integer x, or None
    dice = True       `random` draws as often as the rules say, and is checked for that
    count(self, most, legal)    a number, or None if it is more than `most`
    validate(self)    None, or a sentence about what is broken

    name = "my engine 1.0"
    limits = {"columns": (1, 20)}

`end` and `time` are always offered. Standard output belongs to the protocol; print messages to
standard error. An exception ends the process with its traceback there.
"""

import itertools
import os
import sys
import time


class Unsupported(Exception):
    """Raised by `__init__`: the engine does not play this set-up."""


class Refused(Exception):
    """Raised by `play`: the move is illegal, with the reason as its argument (EP-20)."""


def serve(game, rule_set):
    """Plays the games that standard input asks for, until it ends. `game` is the class."""
    _Server(game, rule_set).run()


# Optional requests, which are methods of the same name.
_OPTIONAL = ("copy", "undo", "key", "random", "count", "validate")


class _Server:
    def __init__(self, game, rule_set):
        self.game = game
        self.rule_set = rule_set
        self.events = getattr(game, "events", False)
        self.reasons = getattr(game, "reasons", False)
        self.dice = getattr(game, "dice", False)
        self.offers = [name for name in _OPTIONAL if callable(getattr(game, name, None))]
        self.games = {}
        # Complete lines that have been read, the beginning of the line behind them, and answers.
        self.lines = iter(())
        self.partial = b""
        self.output = []
        # Nanoseconds spent in functions of the game (EP-30).
        self.spent = 0

    def run(self):
        try:
            for line in iter(self.read_line, None):
                number, _, request = line.partition(" ")
                name, _, rest = request.partition(" ")
                if not number.isdigit():
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
            data = data[os.write(1, data) :]

    def timed(self, function, *arguments):
        begin = time.perf_counter_ns()
        try:
            return function(*arguments)
        finally:
            self.spent += time.perf_counter_ns() - begin

    def answer(self, name, rest):
        """The answer to a request, without its number and the last line feed."""
        if name == "hello":
            return self.hello()
        if name == "set-up":
            return self.set_up(*rest.split())
        if name == "time":
            return f"time {self.spent}"
        if name not in ("moves", "play", "position", "outcome", "end", *self.offers):
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
        offers = ["end", "time", *self.offers]
        offers += ["dice"] * self.dice + ["events"] * self.events + ["reasons"] * self.reasons
        lines = ["protocol 1", f"rule-set {self.rule_set}", f"offers {' '.join(offers)}"]
        if hasattr(self.game, "name"):
            lines.append(f"name {self.game.name}")
        for quantity, (least, most) in getattr(self.game, "limits", {}).items():
            lines.append(f"limit {quantity} {least} {most}")
        return _block("hello", lines)

    def set_up(self, number="", count="", *_):
        lines = itertools.islice(iter(self.read_line, None), _number(count))
        text = "".join(f"{line}\n" for line in lines)
        number = _number(number)
        try:
            self.games[number] = self.timed(self.game, text)
        except Unsupported:
            return "unsupported"
        return "ok"

    def moves(self, game, rest):
        most = _number(rest)
        moves = self.timed(lambda: list(itertools.islice(game.moves(), most + 1)))
        if len(moves) > most:
            return _block("moves", moves[:most], " more")
        return _block("moves", moves)

    def play(self, game, move):
        try:
            result = self.timed(game.play, move)
        except Refused as refused:
            return f"refused {refused}" if self.reasons else "refused"
        if self.events and isinstance(result, str):
            return f"played {result}"
        if isinstance(result, bool) and not (self.events if result else self.reasons):
            return "played" if result else "refused"
        wanted = "an event or raise Refused" if self.events else "True or False, or raise Refused"
        raise TypeError(f"play should return {wanted}, not {result!r}")

    def position(self, game, _):
        text = self.timed(game.position)
        return _block("position", text.rstrip("\n").split("\n") if text else [])

    def outcome(self, game, _):
        return f"outcome {self.timed(game.outcome)}"

    def copy(self, game, rest):
        number = _number(rest)
        self.games[number] = self.timed(game.copy)
        return "ok"

    def undo(self, game, _):
        self.timed(game.undo)
        return "ok"

    def key(self, game, _):
        return f"key {self.timed(game.key) % 2**64:x}"

    def random(self, game, rest):
        legal = self.timed(game.random, _number(rest, 16))
        return "random" if legal is None else f"random {legal}"

    def count(self, game, rest):
        most, _, legal = rest.partition(" ")
        count = self.timed(game.count, _number(most), legal)
        return "count more" if count is None else f"count {count}"

    def validate(self, game, _):
        sentence = self.timed(game.validate)
        return f"broken {sentence}" if sentence else "ok"


class _Unknown(Exception):
    """A request that is not known, or cannot be read."""


def _number(word, base=10):
    try:
        return int(word, base)
    except ValueError:
        raise _Unknown("a number is missing") from None


def _block(name, lines, end=""):
    """An answer with a text of several lines (EP-5)."""
    return "\n".join([f"{name} {len(lines)}{end}", *lines])
