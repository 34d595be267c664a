"""Packages of 2048, by the name of a class; nature's tile is put on the package's board."""

import functools
import importlib
import os

import small

DIRECTIONS = ("up", "right", "down", "left")


class Twenty48(small.Game):
    variants = {"goal": ["2048"]}
    score = None

    def __init__(self, setup):
        *rows, self.goal, score, side = setup.strip().split("\n")
        self.is_player = side == "player to move"
        cells = [0 if it == "." else int(it) for row in rows for it in row.split()]
        if len(cells) != 16 or max(cells) > (2048 if self.goal == "goal=2048" else 32768):
            raise small.Unsupported("another size, or tiles that the package cannot have or has no limit for")
        self.start()
        self.put(cells)
        self.score = int(score.split()[1])

    def outcome(self):
        if self.has_won():
            return "won"
        return "lost" if self.is_player and self.is_stuck() else "playing"

    def has_won(self):
        return 2048 in self.cells()

    def moves(self):
        if self.outcome() != "playing":
            return []
        if self.is_player:
            return [it for it in DIRECTIONS if self.can(it)]
        empty = [small.cell(*divmod(at, 4)) for at, it in enumerate(self.cells()) if it == 0]
        return [f"{tile} at {cell}" for cell in empty for tile in (2, 4)]

    def can(self, direction):
        other = self.copy()
        return other.slide(direction) and other.cells() != self.cells()

    def is_stuck(self):
        return not any(self.can(it) for it in DIRECTIONS)

    def play(self, move):
        if self.is_player:
            if move not in DIRECTIONS or not small.judges() and move not in self.moves():
                return False
            if not self.slide(move):
                return False
        elif move not in self.moves():
            return False
        else:
            tile, cell = move.split(" at ")
            row, column = small.parsed(cell, 4, 4)
            cells = self.cells()
            cells[4 * row + column] = int(tile)
            self.put(cells)
        self.is_player = not self.is_player
        return True

    def position(self):
        cells = [str(it or ".") for it in self.cells()]
        rows = [" ".join(cells[at : at + 4]) for at in range(0, 16, 4)]
        side = "player" if self.is_player else "nature"
        return "\n".join([*rows, self.goal, f"score {self.score}", f"{side} to move"])


class Nested(Twenty48):
    """A board that is a list of rows or an array, as `self.game.NAME`."""

    name, empty = "grid", 0

    def cells(self):
        return [int(it or 0) for row in getattr(self.game, self.name) for it in row]

    def put(self, cells):
        rows = [[it or self.empty for it in cells[at : at + 4]] for at in range(0, 16, 4)]
        if not isinstance(getattr(self.game, self.name, []), list):
            rows = importlib.import_module("numpy").array(rows)
        setattr(self.game, self.name, rows)


class Cli2048(Nested):
    name = "board"

    def start(self):
        self.game = importlib.import_module("src.board").Board()

    def slide(self, direction):
        before, self.game.score = self.score, 0
        moved = self.game.move(direction)
        self.score = before + int(self.game.score)
        return moved

    def is_stuck(self):
        return self.game.verify_end()


class Ash2048(Nested):
    name = "board"
    ignores = {"line score": "the package has none of its own"}

    def start(self):
        self.module = small.load("ash2048", "environment")
        self.module.add_tile = lambda board, rng: board
        self.game = small.types.SimpleNamespace(board=importlib.import_module("numpy").zeros((4, 4), int))

    def slide(self, direction):
        self.game.board, moved = getattr(self.module, direction)(self.game.board, None)
        return moved

    def has_won(self):
        return self.module.game_won(self.game.board)

    def is_stuck(self):
        return self.module.game_lost(self.game.board)


class Libtwenty(Nested):
    name = "board"
    ignores = {"line score": "it is the sum of the tiles there"}

    def start(self):
        self.module = importlib.import_module("libtwenty")
        self.module.spawn_tile = lambda board: board
        self.game = self.module.Board()

    def slide(self, direction):
        # It turns the board the other way round than its names say for left and right.
        return self.game.move(direction)

    def is_stuck(self):
        self.game.update_possible_moves()
        return self.game.possible_moves["over"]


class Play2048(Nested):
    name = "arr"

    def start(self):
        for name in ("easy_pil",):
            small.sys.modules.setdefault(name, small.types.ModuleType(name))  # only its pictures need it
            small.sys.modules[name].Editor = small.sys.modules[name].Canvas = object
        self.module = importlib.import_module("play2048")
        self.game = self.module.Game(spown=lambda: 0)

    def copy(self):
        other = type(self)("\n".join(["0 0 0 0"] * 4 + [self.goal, f"score {self.score}", "player to move"]))
        other.put(self.cells())
        other.is_player = self.is_player
        return other

    def slide(self, direction):
        self.game.point = 0
        self.game.move(getattr(self.module.move, direction.upper()))
        self.score += self.game.point
        return True


class Py2048CliGame(Nested):
    def start(self):
        self.game = importlib.import_module("py2048.game").Game2048()
        self.game._add_new_tile = lambda: None

    def slide(self, direction):
        self.game.score = 0
        moved = getattr(self.game, f"move_{direction}")()
        self.score += self.game.score
        return moved

    def has_won(self):
        return self.game.has_won()

    def is_stuck(self):
        return self.game.is_game_over()


class Py2048Engine(Nested):
    """It says that a game is over by an exception at the next slide."""

    name, empty = "board", None
    ignores = {"line score": "the package has none"}

    def start(self):
        self.exceptions = importlib.import_module("Py2048_Engine.Exceptions")
        self.game = importlib.import_module("Py2048_Engine.Game").Game()
        self.game._placeRandomTile = functools.partial(setattr, self.game, "placed", True)

    def play(self, move):
        was_player, self.game.placed = self.is_player, False
        is_played = super().play(move)
        if was_player and is_played and not self.game.placed:
            self.is_player = True  # it has put no tile on the board
        return is_played

    def slide(self, direction):
        try:
            getattr(self.game, direction)()
        except (self.exceptions.GameWonException, self.exceptions.GameLostException):
            return False
        return True


class TwoToTheN(Nested):
    variants = {"goal": ["2048", "none", "32", "64", "128", "512"]}

    def start(self):
        goal = self.goal.split("=")[1]
        mode = "endless" if goal == "none" else str(int(goal).bit_length() - 1)
        self.game = importlib.import_module("two_to_the_n.rules").Board(rand=None, mode=mode)

    def slide(self, direction):
        self.game.score = 0
        moved = self.game.slide(direction)
        self.score += self.game.score
        return moved

    def has_won(self):
        self.game.over = False
        return self.game.check_game_over() and self.game.won

    def is_stuck(self):
        self.game.over = False
        return self.game.check_game_over()


class Cursed2048(Nested):
    name = "numbers"

    def start(self):
        self.module = importlib.import_module("cursed_2048.main")
        self.game = self.module.Board.__new__(self.module.Board)
        self.game.score = 0

    def can(self, direction):
        return self.module.Direction[direction.upper()] in self.game.get_valid_moves()

    def slide(self, direction):
        self.game.score = 0
        getattr(self.game, f"shift_{direction}")()
        self.score += self.game.score
        return True


class Lyann2048(Nested):
    name = "board"

    def start(self):
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        self.module = importlib.import_module("game2048.game")
        self.game = small.types.SimpleNamespace(board=[])

    def slide(self, direction):
        moved, gained = self.module.move(self.game.board, ("left", "down", "right", "up").index(direction))
        self.score += gained
        return moved

    def is_stuck(self):
        return not self.module.can_move(self.game.board)


class Board2048(Nested):
    """The package imports its own module as `board`, which works in its own folder only."""

    name, empty = "board", None

    def start(self):
        small.sys.modules["board"] = small.load("board2048", "board")
        self.game = small.load("board2048", "board2048").Board2048(4, 4, 2048)

    def can(self, direction):
        return self.game.legalSwipe(direction[0])

    def slide(self, direction):
        self.score += self.game.shift(direction[0])
        return True

    def has_won(self):
        return self.game.achievedGoal()

    def is_stuck(self):
        return not self.game.moreMoves()


class Gymnasium2048(Nested):
    name = "board"
    variants = {"goal": ["none"]}

    def start(self):
        self.env = importlib.import_module("gymnasium_2048.envs.twenty_forty_eight").TwentyFortyEightEnv
        self.game = small.types.SimpleNamespace(board=[])

    def tiles(self):
        numpy = importlib.import_module("numpy")
        return numpy.array([max(it.bit_length() - 1, 0) for it in self.cells()]).reshape(4, 4)

    def slide(self, direction):
        board, gained, is_legal = self.env.apply_action(self.tiles(), DIRECTIONS.index(direction))
        self.put([2 ** int(it) if it else 0 for it in board.flat])
        self.score += int(gained)
        return is_legal

    def has_won(self):
        return False

    def is_stuck(self):
        return bool(self.env.is_terminated(self.tiles()))


small.serve("2048", Nested.__subclasses__())
