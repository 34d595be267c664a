"""An engine that speaks UCI or USI and counts the nodes of Nim: a move takes one to three counters.

The first argument names a slip. The set-up after `position fen` or `position sfen` is the number of counters.
"""
import os
import signal
import sys
import time

SLIP = sys.argv[1]
# The heap of a game that has just begun.
heap, options = 3, []


def count(heap, depth):
    if depth == 0:
        return 1
    most = 4 if SLIP == "takes-four" else 3
    return sum(count(heap - take, depth - 1) for take in range(1, min(most, heap) + 1))


def refuses(words):
    if SLIP == "refuses":
        say("info string that is no position")
        return True
    return SLIP == "refuses-in-silence"


def say(*words):
    print(*words, flush=SLIP != "never-flushes")


say("Counter 1.0 by nobody")
for line in sys.stdin:
    words = line.split()
    if words[0] in ("uci", "usi"):
        say("id name Counter")
        say("option name Hash type spin default 1 min 1 max 9")
        say(words[0] + "ok")
    elif words[0] == "setoption":
        options.append(line.strip())
        if SLIP == "complains":
            say("No such option")
    elif words[0] == "isready" and SLIP != "is-never-ready":
        say("readyok")
    elif words[0] == "position" and not refuses(words):
        heap = int(words[2])
        heap -= sum(map(int, words[words.index("moves") + 1 :])) if "moves" in words else 0
    elif words[0] == "go":
        depth = int(words[2])
        if SLIP == "dies":
            print("no room for the table", file=sys.stderr, flush=True)
            sys.exit(3)
        if SLIP == "needs-hash" and options != ["setoption name Hash value 4"]:
            sys.exit(4)
        while SLIP == "prints-without-end":
            say("info string thinking")
            # It never pauses for long, and leaves the processor to the other tests.
            time.sleep(0.005)
        say("info string perft", depth)
        if SLIP == "searches":
            say("info depth 1 score cp 3 pv 1")
            say("bestmove 1")
            continue
        for less in range(1, depth if SLIP == "prints-totals" else 0):
            say(f"perft {less}: {count(heap, less)}")
        if SLIP == "prints-a-title":
            say("perft", depth)
        total = 0
        for take in range(1, min(4 if SLIP == "takes-four" else 3, heap) + 1):
            nodes = count(heap - take, depth - 1)
            total += nodes
            say(f"{take}: {nodes}")
        if SLIP != "never-totals":
            say()
            say("Nodes searched:", total)
            say("bestmove (none)")
        if SLIP == "crashes-afterwards":
            os.kill(os.getpid(), signal.SIGSEGV)
