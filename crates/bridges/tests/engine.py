"""Engines of a small game in four protocols, each with ways to be wrong: engine.py PROTOCOL [WAY]...

Heaps: four heaps `4/2/1/1 w`. A move takes one or two of a heap, `a4a2`, and leaves one at least.
Stones (GTP): a stone on an empty point of a board of two rows and columns.
"""
import os
import sys
import time

PROTOCOL, WAYS = sys.argv[1], sys.argv[2:]


def say(text=""):
    print(text, flush=True)


def moves(heaps):
    return [f"{name}{heap}{name}{heap - less}" for name, heap in zip("abcd", heaps) for less in (1, 2) if heap > less]


def after(heaps, move):
    return [int(move[3]) if name == move[0] else heap for name, heap in zip("abcd", heaps)]


class Heaps:
    def __init__(self):
        self.set_up("4/2/1/1", "w")

    def set_up(self, board, player, clock="0"):
        self.heaps, self.player, self.clock = [int(heap) for heap in board.split("/")], player, clock
        self.before = []

    def play(self, move):
        self.before.append((self.heaps, self.player))
        self.heaps, self.player = after(self.heaps, move), "b" if self.player == "w" else "w"

    def undo(self):
        self.heaps, player = self.before.pop()
        self.player = "w" if "undo-gives-white" in WAYS else player

    def legal(self):
        listed = moves(self.heaps)
        if "lacks-b" in WAYS:
            listed = [move for move in listed if move[0] != "b"]
        return listed[1:] if "misses" in WAYS and self.heaps[0] == 2 else listed

    def fen(self):
        return f"{'/'.join(map(str, self.heaps))} {self.player}" + (" 9" if "more-fields" in WAYS else "")


def uci():
    game, searches, deep, variations = Heaps(), 0, 0, 1
    for line in sys.stdin:
        words = line.split()
        if words[:1] == [PROTOCOL] and "greets" in WAYS:
            say("hello")
            break
        if words[:1] == [PROTOCOL]:
            say("id name Heaps 1")
            if "variations" in WAYS:
                say("\t option  name MultiPV   type spin default 1 min 1 max 500")
            if "two-variations" in WAYS:
                say("option name MultiPV type spin default 1 min 1 max 2")
            say(PROTOCOL + "ok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["setoption"]:
            variations = int(words[-1])
        elif words[:1] == ["position"]:
            game.set_up(*words[2:4])
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                game.play(move)
        elif words == ["d"] and "no-d" not in WAYS:
            key = hash((tuple(game.heaps), game.player)) & 0xFFFFFFFF
            label = "position sfen" if "other-label" in WAYS else "Sfen:" if PROTOCOL == "usi" else "Fen:"
            say(f"{label} {game.fen()}\nKey: {key:X}\nCheckers:")
        elif words[:2] == ["go", "perft"] and not {"variations", "two-variations", "searches"} & set(WAYS):
            for number, move in enumerate(game.legal()):
                time.sleep(2.5 if "pauses" in WAYS and game.player == "b" and number == 1 else 0)
                if number == 1 and "totals" in WAYS:
                    say(f"perft(1) = {len(game.legal())}")
                if "total-alone" not in WAYS:
                    say(f"{' ' if 'blanks' in WAYS else ''}{move}: 1")
            if "no-total" not in WAYS:
                say(f"\nNodes searched: {len(game.legal())}")
            if "best" in WAYS:
                say("bestmove " + game.legal()[0])
        elif words[:2] == ["go", "perft"] and "searches" in WAYS:
            say("info depth 1 score cp 0 pv " + game.legal()[0])
        elif words == ["stop"]:
            if "loses" not in WAYS or searches < 5:
                say("bestmove " + game.legal()[0])
        elif words[:1] == ["go"]:
            searches += 1
            deep += words[-1] == "2"
            if "loses" in WAYS and searches >= 5:
                continue
            legal = game.legal()
            if "resigns" in WAYS and game.heaps[0] == 2:
                say("info depth 1 score cp -3000\nbestmove resign")
                continue
            if "searchmoves" in words and "hides-variations" in WAYS:
                legal = [move for move in legal if move == words[-1]]
            shown = legal[: 2 if "hides-variations" in WAYS and game.heaps[0] == 2 else variations]
            say("info string no pv a1a1 score mate 3")
            for number, move in enumerate(shown, 1):
                say(f"info depth 1 multipv {number} score cp 1 pv {move}")
            if "false-mate" in WAYS and legal:
                say(f"info pv {legal[0]} score mate 1 depth 1")
            best = legal[0] if legal else "a4a3" if "moves-at-end" in WAYS else "(none)"
            is_illegal = "illegal-best" in WAYS or "illegal-at-first" in WAYS and deep == 1
            best = "a4a1" if is_illegal and legal else best
            say(f"bestmove {best}" + (" ponder d4d3" if "illegal-ponder" in WAYS else ""))
        elif words == ["quit"]:
            if "crashes-at-quit" in WAYS:
                os.abort()
            break


def xboard():
    game = Heaps()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["protover"]:
            setboard = "" if "no-setboard" in WAYS else " setboard=1"
            say(f'feature myname="Heaps" ping=1{setboard} done=1')
        elif words[:1] == ["ping"]:
            say("pong " + words[1])
        elif words == ["new"]:
            game.__init__()
        elif words[:1] == ["setboard"] and "no-setboard" not in WAYS:
            game.set_up(*words[1:3])
        elif words == ["undo"]:
            game.undo()
        elif words == ["fen"] and "no-fen" not in WAYS:
            say(game.fen())
        elif words and words[0] in moves(game.heaps) and not ("refuses-a4a2" in WAYS and words[0] == "a4a2"):
            game.play(words[0])
            if "claims" in WAYS and sum(game.heaps) < 7:
                say("1/2-1/2 {few are left}")
            if "results" in WAYS and not moves(game.heaps) and not ("misses-result" in WAYS and words[0][0] == "a"):
                say("1/2-1/2 {a draw}" if "draws-mates" in WAYS else "1-0 {nothing is left}")
        elif words == ["quit"]:
            break
        elif words and words[0] not in ("xboard", "force", "post"):
            say("Illegal move: " + words[0])
            if "ends-at-illegal" in WAYS:
                sys.exit(1)


def gtp():
    stones, order = {}, []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        points = ["A1", "A2", "B1", "B2"]
        free = [point for point in points if point not in stones]
        known = {"name": "Stones", "version": "1", "boardsize 2": "", "clear_board": ""}
        if words[0] == "list_commands":
            say("= name\nversion\nlist_commands\nboardsize\nclear_board\nplay\nundo" + ("" if "only-play" in WAYS else "\nall_legal\nlist_stones\nfinal_score") + "\n")
        elif words[0] == "clear_board" or " ".join(words) in known:
            if words[0] == "clear_board":
                stones, order = {}, []
            say("= " + known[" ".join(words)] + "\n")
        elif words[0] == "all_legal":
            say("= " + " ".join(free[1:] if "misses" in WAYS and len(free) == 2 else free) + "\n")
        elif words[0] == "list_stones":
            say("= " + " ".join(it for it in points if stones.get(it) == words[1]) + "\n")
        elif words[0] == "final_score":
            say("= B+0.5\n")
        elif words[0] == "play" and words[2].upper() in free:
            stones[words[2].upper()] = words[1]
            order.append(words[2].upper())
            say("=\n")
        elif words[0] == "undo" and order:
            del stones[order.pop()]
            say("=\n")
        elif words[0] == "quit":
            say("=\n")
            break
        else:
            say("? unknown or illegal\n")


{"uci": uci, "usi": uci, "xboard": xboard, "gtp": gtp}[PROTOCOL]()
