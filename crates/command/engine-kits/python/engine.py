#!/usr/bin/env python3
"""An engine to start from: it plays the game that `twinboard new` creates. Replace that by yours.

A row of lamps, such as "#..#", in which # is on. Pressing a lamp switches it and its neighbours.
The game is won when all lamps are off; after that every press is refused.

These five methods are all that it takes. The top of twinboard.py lists others, such as `undo`,
`key` and `random`: if the class has them, they are checked, too. The forms of the texts are those
of the rule set; docs/engine-protocol.md has them for the built-in ones.
"""

import copy

import twinboard


class Game:
    name = "lamps, to be replaced"
    # Lets the kit copy games, which is faster than playing their moves again.
    copy = copy.deepcopy

    def __init__(self, setup):
        """Begins a game. Raise twinboard.Unsupported for what this engine does not support."""
        self.lamps = [lamp == "#" for lamp in setup.strip()]

    def moves(self):
        """The legal moves, in any order: the numbers of the lamps, from 1."""
        if any(self.lamps):
            for lamp in range(1, len(self.lamps) + 1):
                yield str(lamp)

    def play(self, move):
        """Plays a move. It may be illegal: then nothing changes, and the result is False."""
        pressed = int(move)
        if not any(self.lamps) or not 1 <= pressed <= len(self.lamps):
            return False
        for lamp in (pressed - 1, pressed, pressed + 1):
            if 1 <= lamp <= len(self.lamps):
                self.lamps[lamp - 1] = not self.lamps[lamp - 1]
        return True

    def position(self):
        """The position, a row of the board on each line."""
        return "".join("#" if is_on else "." for is_on in self.lamps)

    def outcome(self):
        """The state of the game."""
        return "playing" if any(self.lamps) else "won"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="my-game")
