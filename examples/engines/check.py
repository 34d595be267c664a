#!/usr/bin/env python3
"""Plays recorded conversations with an engine and compares its answers.

    check.py ENGINE [ARGUMENT ...]
    check.py --planted SOURCE ENGINE [ARGUMENT ...]

The engine says in its handshake which rule set it plays; the conversations are those in the folder
of that name in `conversations`. Each is played in four ways: request by request; all requests at
once; with carriage returns; and in pieces that end in the middle of a line. After the last request
the input ends, and the engine has to exit with code 0.

With `--planted` the source is searched for planted("NAME"), and the conversations are played once
for each of these faults. The exit code is 1 if one of them is not noticed.

A conversation is a text file:

    # A comment.
    needs key undo              the conversation is skipped if the engine does not offer these
    > 1 set-up 1 2              a request, and the lines of its text
    > 1 2
    > 0 0
    < 1 ok                      the expected answer
    > 2 key 1
    < 2 key {before}            any word; the same word wherever the name is used again, and
    > 3 random 1 0              another one for other names
    < 3 random {*}              anything

Handshakes are not compared word by word: `< 1 hello {*}` takes any that keeps to the protocol.
Legal moves are compared in any order. Events and reasons are left out for engines that do not offer
them.
"""

import os
import re
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 5  # seconds for each answer

OFFERS = "end copy undo key random count validate events reasons".split()
# Rule sets in which moves and events have lists of cells, in any order.
CELLS_IN_ANY_ORDER = ("samegame", "paint")


class Divergence(Exception):
    """An answer that is not the expected one, or none."""


class Engine:
    """A process with an engine, and the answers it has given."""

    def __init__(self, command, planted=""):
        environment = {**os.environ, "TWINBOARD_PLANTED": planted}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment
        )
        self.received = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, data):
        try:
            self.process.stdin.write(data)
        except BrokenPipeError:
            pass  # reported when the answer is missing

    def line(self):
        """The next line of output; None at its end."""
        deadline = time.monotonic() + TIMEOUT
        while b"\n" not in self.received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Divergence(f"no answer within {TIMEOUT} s")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                if self.received:
                    raise Divergence(f"the output ends within a line: {self.received!r}")
                return None
            self.received += data
        line, _, self.received = self.received.partition(b"\n")
        return line.decode()

    def answer(self):
        """The lines of the next answer."""
        line = self.line()
        if line is None:
            raise Divergence("the output has ended")
        lines = [line]
        for _ in range(lines_behind(line)):
            line = self.line()
            if line is None:
                raise Divergence("the output ends within an answer")
            lines.append(line)
        return lines

    def end(self):
        """Ends the input; the engine should exit and say nothing more."""
        self.process.stdin.close()
        line = self.line()
        if line is not None:
            raise Divergence(f"an answer to no request: {line}")
        code = self.process.wait(TIMEOUT)
        if code != 0:
            raise Divergence(f"exit code {code}")


def lines_behind(head):
    """The number of lines that follow the first line of an answer (EP-5)."""
    match = re.fullmatch(r"\d+ (?:hello|moves|position) (\d+)(?: more)?", head)
    return int(match[1]) if match else 0


class Conversation:
    def __init__(self, path):
        self.path = path
        self.needs = []
        # The requests, each with its text and its expected answer, as lists of lines.
        self.turns = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                self.read(line.rstrip("\n"), f"{path}:{number}")

    def read(self, line, place):
        sign, _, text = line.partition(" ")
        if sign == ">":
            if not self.turns or self.turns[-1][1]:
                self.turns.append(([], []))
            self.turns[-1][0].append(text)
        elif sign == "<" and self.turns:
            self.turns[-1][1].append(text)
        elif sign == "needs":
            self.needs += text.split()
        elif line and sign != "#":
            sys.exit(f"{place}: neither a request nor an answer: {line}")


def handshake(lines):
    """The rule set and the offers of an answer to `hello` (EP-11 to EP-13)."""
    values = {}
    for line in lines[1:]:
        name, _, value = line.partition(" ")
        if name not in ("protocol", "rule-set", "offers", "name", "limit"):
            raise Divergence(f"an unknown name in the handshake: {line}")
        if name == "limit" and not re.fullmatch(r"[a-z-]+ \d+ \d+", value):
            raise Divergence(f"not a limit: {line}")
        values[name] = value
    offers = values.get("offers", "").split()
    if values.get("protocol") != "1" or "rule-set" not in values:
        raise Divergence("the handshake lacks `protocol 1` or `rule-set`")
    if not set(offers) <= set(OFFERS):
        raise Divergence(f"an unknown offer: {' '.join(offers)}")
    return values["rule-set"], offers


def without_offers(line, offers):
    """An expected line without what the engine does not offer."""
    number, _, text = line.partition(" ")
    kind = text.split(" ")[0]
    if kind == "played" and "events" not in offers or kind == "refused" and "reasons" not in offers:
        return f"{number} {kind}"
    return line


def canonical(lines, rule_set):
    """The lines of an answer, with those in any order sorted."""
    cells = re.compile(r"\d+,\d+(?: \d+,\d+)*")
    if rule_set in CELLS_IN_ANY_ORDER:
        lines = [cells.sub(lambda it: " ".join(sorted(it[0].split())), line) for line in lines]
    if lines[0].split()[1:2] == ["moves"]:
        return [lines[0], *sorted(lines[1:])]
    return lines


def matches(expected, line, names):
    """True if a line is the expected one. Adds the words that names are found to mean."""
    parts = re.split(r"\{(\*|\w+)\}", expected)
    pattern, new = "", []
    for index, part in enumerate(parts):
        if index % 2 == 0:
            pattern += re.escape(part)
        elif part == "*":
            pattern += ".*"
        elif part in names:
            pattern += re.escape(names[part])
        else:
            pattern += r"(\S+)"
            new.append(part)
    match = re.fullmatch(pattern, line)
    if not match or set(match.groups()) & set(names.values()):
        return False
    names.update(zip(new, match.groups()))
    return True


def compare(expected, actual, rule_set, offers, names):
    if re.fullmatch(r"\d+ hello \{\*\}", expected[0]):
        handshake(actual)
        return
    expected = canonical([without_offers(line, offers) for line in expected], rule_set)
    actual = canonical(actual, rule_set)
    same_length = len(expected) == len(actual)
    if not same_length or not all(matches(*pair, names) for pair in zip(expected, actual)):
        raise Divergence("\n".join(["expected:", *expected, "answer:", *actual]))


def pieces(data):
    """The data in pieces of 1, 2, 3, ... bytes: most of them end in the middle of a line."""
    size = 1
    while data:
        yield data[:size]
        data = data[size:]
        size = size % 17 + 1


# Ways to send the requests of a conversation: the line end, and a function that takes the data of
# all requests and returns what is sent before each answer.
WAYS = {
    "request by request": ("\n", lambda requests: [[data] for data in requests]),
    "all at once": ("\n", lambda requests: [[b"".join(requests)]]),
    "with carriage returns": ("\r\n", lambda requests: [[data] for data in requests]),
    "in pieces": ("\n", lambda requests: [pieces(data) for data in requests]),
}


def play(conversation, way, command, rule_set, offers, planted=""):
    """Plays a conversation; raises a Divergence with what differs."""
    line_end, split = WAYS[way]
    requests = [
        "".join(line + line_end for line in request).encode() for request, _ in conversation.turns
    ]
    sent = iter(split(requests))
    names = {}
    with Engine(command, planted) as engine:
        for request, expected in conversation.turns:
            for data in next(sent, []):
                engine.send(data)
            try:
                compare(expected, engine.answer(), rule_set, offers, names)
            except Divergence as divergence:
                raise Divergence(f"request: {request[0]}\n{divergence}") from None
        engine.end()


def conversations(rule_set, offers):
    folder = os.path.join(HERE, "conversations", rule_set)
    all_ = [
        Conversation(os.path.join(folder, name))
        for name in sorted(os.listdir(folder))
        if name.endswith(".txt")
    ]
    played = [it for it in all_ if set(it.needs) <= set(offers)]
    return played, len(all_) - len(played)


def check(command):
    """Plays all conversations in all ways. True if there is no divergence."""
    with Engine(command) as engine:
        engine.send(b"1 hello 1\n")
        rule_set, offers = handshake(engine.answer())
    played, skipped = conversations(rule_set, offers)
    divergences = 0
    for conversation in played:
        for way in WAYS:
            try:
                play(conversation, way, command, rule_set, offers)
            except Divergence as divergence:
                divergences += 1
                print(f"{conversation.path}, {way}:\n{divergence}\n")
    print(
        f"{rule_set}: {len(played)} conversations in {len(WAYS)} ways, {skipped} skipped, "
        f"{divergences} divergences"
    )
    return divergences == 0


def check_planted(source, command):
    """Plays the conversations with each planted fault. True if all faults are noticed."""
    with open(source, encoding="utf-8") as file:
        faults = sorted(set(re.findall(r'planted\("([^"]+)"\)', file.read())))
    with Engine(command) as engine:
        engine.send(b"1 hello 1\n")
        rule_set, offers = handshake(engine.answer())
    played, _ = conversations(rule_set, offers)
    missed = 0
    for fault in faults:
        noticed = ""
        for conversation in played:
            try:
                play(conversation, "request by request", command, rule_set, offers, fault)
            except Divergence:
                noticed = os.path.basename(conversation.path)
                break
        missed += not noticed
        print(f"{fault:32} {noticed or 'not noticed'}")
    return missed == 0


def main():
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["--planted"] and len(arguments) > 2:
            sys.exit(not check_planted(arguments[1], arguments[2:]))
        if arguments and not arguments[0].startswith("-"):
            sys.exit(not check(arguments))
    except (Divergence, OSError) as error:
        sys.exit(f"{arguments}: {error}")
    sys.exit(__doc__)


if __name__ == "__main__":
    main()
