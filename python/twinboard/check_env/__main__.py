"""Checks an environment without an oracle: `python3 -m twinboard.check_env openspiel:hex --time 20s`."""

import argparse
import importlib
import importlib.metadata
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from typing import Any, Dict, List

from ..environments import PACKAGES, Spec, UsageError, load
from . import ERRORS, Checker, Finding, first_line, script

#: A check that is silent for longer is given up; functions may have to be compiled.
SILENCE = 180.0
FOUND, USAGE, UNDECIDED, BROKEN = 1, 2, 3, 70
#: The end of a script that finds nothing; an environment may end the process with 0.
NOTHING = 71


def main() -> int:
    parser = argparse.ArgumentParser(prog="twinboard.check_env", description=__doc__)
    parser.add_argument("game", help=f"PACKAGE:GAME; packages: {', '.join(PACKAGES)}")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games [default: 1]")
    parser.add_argument("--time", type=seconds, default=20.0, help="such as 20s or 2m [default: 20s]")
    parser.add_argument("--games", type=int, help="number of games, instead of --time")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.worker:
        return guard(sys.argv[1:])
    code = work(options)
    with open(os.path.join(options.worker, "verdict"), "w") as file:
        file.write(str(code))
    return code


def seconds(text: str) -> float:
    unit = {"s": 1, "m": 60, "h": 3600}.get(text[-1:])
    return float(text[:-1]) * unit if unit else float(text)


def guard(arguments: Any) -> int:
    """Runs the checks in another process, which an environment may end or block: it counts what they say at last."""
    with tempfile.TemporaryDirectory() as folder:
        progress, errors, verdict = (os.path.join(folder, name) for name in ("progress", "errors", "verdict"))
        command = [sys.executable, "-m", "twinboard.check_env", *arguments, "--worker", folder]
        with open(progress, "w") as file:
            file.write("the start")
        # Packages report errors that they also raise.
        with open(errors, "w") as file:
            worker = subprocess.Popen(command, stderr=file)
        while True:
            try:
                code = worker.wait(1.0)
                break
            except subprocess.TimeoutExpired:
                if time.time() - os.path.getmtime(progress) > SILENCE:
                    worker.kill()
                    worker.wait()
                    print(f"UNDECIDED: no answer for {SILENCE:.0f} s in: {read(progress)}")
                    return UNDECIDED
        if not os.path.exists(verdict):
            if code == -signal.SIGKILL:
                print(f"{read(errors)}UNDECIDED: killed, perhaps for its memory, in: {read(progress)}")
                return UNDECIDED
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            print(f"{read(errors)[-2000:]}FINDING: the process ended with {how} in: {read(progress)}")
            return FOUND
        code = int(read(verdict))
        if code == BROKEN:
            print(f"{read(errors)}UNDECIDED: the checks failed themselves, in: {read(progress)}")
            return UNDECIDED
        if code == USAGE:
            print(read(errors), end="", file=sys.stderr)
        return code


def read(path: str) -> str:
    with open(path, errors="replace") as file:
        return file.read()


def say(text: str) -> None:
    print(text, file=sys.__stdout__, flush=True)


def work(options: argparse.Namespace) -> int:
    sys.stdout = open(os.devnull, "w")  # for packages that print
    try:
        return check(options)
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    except Exception:
        traceback.print_exc()
        return BROKEN


def check(options: argparse.Namespace) -> int:
    spec = Spec.parse(options.game)
    load(spec)
    if spec.package == "kaggle":
        raise UsageError("kaggle-environments promise nothing that is checked without an oracle")
    package = {"ludax": "pgx"}.get(spec.package, spec.package)
    module = importlib.import_module(f"twinboard.check_env.{package}")

    def watch(place: str) -> None:
        with open(os.path.join(options.worker, "progress"), "w") as file:
            file.write(place)

    try:
        checker = Checker(module, spec, options.seed, watch)
    except ERRORS as error:
        say(f"UNDECIDED: the game does not begin: {first_line(error)}")
        return UNDECIDED
    begin = time.monotonic()

    def goes_on(games: int) -> bool:
        if options.games is not None:
            return games < options.games
        return time.monotonic() - begin < options.time

    count = 0
    for finding in checker.findings(goes_on):
        count += 1
        report(checker, finding, spec)
    return summarize(checker, spec, count)


def report(checker: Checker, finding: Finding, spec: Spec) -> None:
    text = script(checker, finding, f"# pip install {pinned(spec)}")
    whole = f"{text}raise SystemExit({NOTHING})"
    done = subprocess.run([sys.executable, "-"], input=whole, capture_output=True, text=True)
    say(f"FINDING {spec.package}:{spec.game}: {finding.check.name}: {finding.message[:400]}")
    say(f"promised: {finding.check.promise}")
    if done.returncode == NOTHING:
        say("not confirmed: the script below finds nothing, so it depends on chance or on what was played before")
    say(text)


def pinned(spec: Spec) -> str:
    package, _, extra = PACKAGES[spec.package].partition("[")
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return package
    return f"'{package}[{extra}=={version}'" if extra else f"{package}=={version}"


def summarize(checker: Checker, spec: Spec, count: int) -> int:
    reasons: Dict[str, List[str]] = {}
    for name, reason in checker.unchecked.items():
        reasons.setdefault(reason, []).append(name)
    for reason, names in reasons.items():
        say(f"not checked: {', '.join(names)} ({reason})")
    made = {name: times for name, times in checker.made.items() if times}
    say(f"{len(made)} checks, each at up to {max(made.values(), default=0)} positions; {count} findings")
    return FOUND if count else 0 if made else UNDECIDED


sys.exit(main())
