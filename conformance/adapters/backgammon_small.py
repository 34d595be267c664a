"""Packages of backgammon, by the name of a class: steps are those that the package's plays begin with."""

import importlib

import small


def read(line):
    """Checkers on the points from 1 on, 25 the bar, 0 for those that are borne off."""
    board = [0] * 26
    for word in line.split()[1:]:
        point, count = word.split("*")
        board[25 if point == "bar" else int(point)] = int(count)
    board[0] = 15 - sum(board)
    return board


class Backgammon(small.Game):
    """`plays` gives the whole plays of the package as lists of (number, point from)."""

    def __init__(self, setup):
        x, o, turn = setup.strip().split("\n")
        self.boards = {"x": read(x), "o": read(o)}
        self.side = "" if turn == "opening roll" else turn[0]
        self.dice = None if "roll" in turn else [int(it) for it in turn.split()[3:]]
        self.begin()

    @property
    def other(self):
        return "xo"[self.side == "x"]

    def begin(self):
        self.whole = self.plays() if self.dice else []
        if self.dice is not None:
            longest = max(map(len, self.whole), default=0)
            self.whole = [it for it in self.whole if it] if longest else []

    def is_over(self):
        return any(board[0] == 15 for board in self.boards.values())

    def moves(self):
        if self.is_over():
            return []
        pairs = [(a, b) for a in range(6, 0, -1) for b in range(a, 0, -1)]
        if not self.side:
            return [f"x {a} o {b}" for a in range(1, 7) for b in range(1, 7) if a != b]
        if self.dice is None:
            return [f"{a} {b}" for a, b in pairs]
        steps = {play[0] for play in self.whole}
        return [f"{number} from {'bar' if point == 25 else point}" for number, point in steps] or ["pass"]

    def play(self, move):
        if move not in self.moves():
            return False
        words = move.split()
        if not self.side:
            rolls = sorted([int(words[1]), int(words[3])], reverse=True)
            self.side, self.dice = "ox"[int(words[1]) > int(words[3])], rolls
            self.begin()
        elif self.dice is None:
            rolls = [int(it) for it in words]
            self.dice = rolls * 2 if rolls[0] == rolls[1] else rolls
            self.begin()
        else:
            if move == "pass":
                self.dice = []
            else:
                step = (int(words[0]), 25 if words[2] == "bar" else int(words[2]))
                self.step(*step)
                self.dice.remove(step[0])
                self.whole = [play[1:] for play in self.whole if play[0] == step]
                self.whole = [play for play in self.whole if play]
            if not self.dice or self.is_over():
                self.side, self.dice = self.other, None
        return True

    def step(self, number, point):
        mine, yours = self.boards[self.side], self.boards[self.other]
        end = max(point - number, 0)
        mine[point] -= 1
        mine[end] += 1
        if end and yours[25 - end]:
            yours[25 - end] -= 1
            yours[25] += 1


class Magmacrunch(Backgammon):
    def start(self, rules):
        board = [0] * rules.ARRAY_SIZE
        mine, yours = self.boards[self.side], self.boards[self.other]
        for point in range(1, 25):
            board[point] = mine[point] - yours[25 - point]
        board[rules.BAR_PLAYER], board[rules.BAR_AI] = mine[25], -yours[25]
        board[rules.OFF_PLAYER], board[rules.OFF_AI] = mine[0], -yours[0]
        return board

    def plays(self):
        rules = importlib.import_module("backgammon.rules")
        dice = self.dice if len(self.dice) > 1 else None
        if dice is None:
            steps = rules.legal_steps_for_die(self.start(rules), rules.PLAYER, self.dice[0])
            found = [[it] for it in steps]
        else:
            found = rules.legal_moves(self.start(rules), rules.PLAYER, *dice[:2])
            found = [it for it in found if len(it) <= len(dice)]
        named = [[(step.die, step.frm or 25) for step in play] for play in found]
        # Two checkers borne off are one play, whichever number is named first.
        is_off = [len(it) == 2 and {step.to for step in it} == {rules.HOME_PLAYER} for it in found]
        twice = [play for play, off in zip(named, is_off) if off]
        swapped = [[(b, p), (a, q)] for (a, p), (b, q) in twice if b >= p and a >= q]
        return named + [play for play in swapped if play not in named]


class Pygammon(Backgammon):
    """A step is what `move` accepts; a turn has as many as `get_max_move_count` says at its beginning."""

    def table(self):
        core = importlib.import_module("pygammon.core")
        names = importlib.import_module("pygammon.structures")
        game = core.Game(names.Side.FIRST)
        mine, yours = self.boards[self.side], self.boards[self.other]
        for point in range(1, 25):
            side = names.Side.FIRST if mine[point] else names.Side.SECOND if yours[25 - point] else None
            game.board[point - 1] = names.Point(side, mine[point] or yours[25 - point])
        for side, board in ((names.Side.FIRST, mine), (names.Side.SECOND, yours)):
            game.players[side].hit, game.players[side].borne = board[25], board[0]
        game.dice = tuple(self.dice)
        return core, game

    def begin(self):
        self.left = self.table()[1].get_max_move_count() if self.dice else 0
        self.find()

    def find(self):
        self.whole = [[step] for step in self.steps()] if self.left else []

    def steps(self):
        core, table = self.table()
        for number in set(self.dice):
            for point in [25] if self.boards[self.side][25] else range(1, 25):
                game = small.copy.deepcopy(table)
                try:
                    game.move(self.dice.index(number), None if point == 25 else point - 1)
                except core.GameWon:
                    pass
                except core.InvalidMove:
                    continue
                yield number, point

    def play(self, move):
        is_step = " from " in move
        if not super().play(move):
            return False
        if is_step and self.dice:
            self.left -= 1
            self.find()
        return True


small.serve("backgammon", Backgammon.__subclasses__())
