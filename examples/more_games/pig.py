#!/usr/bin/env python3
"""Pig (src/pig.rs) in another process, with dice of its own: `verify pig --engine ./pig.py`.

With the argument `even` all sums are drawn alike, which `verify` must notice.
"""

import copy
import pathlib
import sys

# Yours lies beside it: `engine-template python` writes the kit.
KITS = pathlib.Path(__file__).resolve().parents[2] / "crates/command/engine-kits/python"
sys.path.insert(0, str(KITS))
sys.dont_write_bytecode = True
import twinboard  # noqa: E402

# Every throw of two dice.
THROWS = [one + other for one in range(1, 7) for other in range(1, 7)]


class Pig:
    events = True
    reasons = True
    dice = True
    copy = copy.deepcopy

    def __init__(self, text):
        values = dict(line.partition(" ")[::2] for line in text.splitlines())
        self.goal = int(values["goal"])
        self.scores = [int(score) for score in values["scores"].split()]
        self.turn = int(values["turn"]) - 1
        self.stake = int(values["stake"])
        self.rolling = values["rolling"] == "true"

    def winner(self):
        won = [number for number, score in enumerate(self.scores, 1) if score >= self.goal]
        return won[0] if won else 0

    def moves(self):
        if self.winner():
            return []
        if self.rolling:
            return [f"dice {total} x{THROWS.count(total)}" for total in range(2, 13)]
        return ["roll x1", "hold x1"] if self.stake else ["roll x1"]

    def random(self, x):
        moves = self.moves()
        if self.rolling and "even" not in sys.argv:
            return moves[THROWS[x % 36] - 2]
        return moves[x % len(moves)] if moves else None

    def play(self, move):
        if self.winner():
            raise twinboard.Refused("over")
        name, _, total = move.partition(" ")
        if self.rolling != (name == "dice"):
            raise twinboard.Refused("turn")
        if name == "hold" and not self.stake:
            raise twinboard.Refused("no-stake")
        if name == "dice" and int(total) not in THROWS:
            raise twinboard.Refused("no-sum")
        self.rolling = name == "roll"
        if name == "hold":
            self.scores[self.turn] += self.stake
        if name == "dice" and total != "7":
            self.stake += int(total)
        elif name != "roll" and not self.winner():
            self.stake, self.turn = 0, (self.turn + 1) % len(self.scores)
        return f"{move} x{THROWS.count(int(total)) if name == 'dice' else 1}"

    def position(self):
        scores = " ".join(map(str, self.scores))
        rolling = "true" if self.rolling else "false"
        return (
            f"goal {self.goal}\nscores {scores}\nturn {self.turn + 1}\n"
            f"stake {self.stake}\nrolling {rolling}"
        )

    def outcome(self):
        return str(self.winner())


if __name__ == "__main__":
    twinboard.serve(Pig, rule_set="pig")
