"""An engine that speaks UCI and counts the nodes of Nim: a move takes one to three counters.

The first argument names a slip. The set-up after `position fen` is the number of counters.
"""
import sys
import time

SLIP = sys.argv[1]
heap, options = 0, []


def count(heap, depth):
    if depth == 0:
        return 1
    most = 4 if SLIP == "takes-four" else 3
    return sum(count(heap - take, depth - 1) for take in range(1, min(most, heap) + 1))


def say(*words):
    print(*words, flush=SLIP != "never-flushes")


say("Counter 1.0 by nobody")
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("id name Counter")
        say("option name Hash type spin default 1 min 1 max 9")
        say("uciok")
    elif words[0] == "setoption":
        options.append(line.strip())
    elif words[0] == "isready" and SLIP != "is-never-ready":
        say("readyok")
    elif words[0] == "position":
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
        total = 0
        for take in range(1, min(4 if SLIP == "takes-four" else 3, heap) + 1):
            nodes = count(heap - take, depth - 1)
            total += nodes
            say(f"{take}: {nodes}")
        if SLIP != "never-totals":
            say()
            say("Nodes searched:", total)
            say("bestmove (none)")
