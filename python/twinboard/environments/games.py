"""Games in the notations of the oracles: one class for each game of each package.

A class says how the package's names of actions and its boards read as moves and positions. Sizes and
variants that a package does not play are not among the set-ups that it gets.
"""

import re
from typing import Any, Dict, List, Tuple, Type

from . import Spec, UsageError
from .bridge import Bridge, Judge, Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def numbers(text: str) -> List[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def cell(column: int, row: int) -> str:
    """A cell as a letter for its column from 0 and the number of its row from 1."""
    return f"{LETTERS[column]}{row}"


def translated(text: str, characters: str, others: str) -> str:
    return text.translate(str.maketrans(characters, others))


def ranks(text: str) -> str:
    """The rows of a drawing with numbered rows, without their numbers: `8...x....`."""
    return "\n".join(re.findall(r"^ *\d+ *([^\d ].*?) *$", text, re.MULTILINE))


# ------------------------------------------------------------------------------------------ OpenSpiel


class Spiel(Bridge):
    """A game of OpenSpiel."""

    @property
    def text(self) -> str:
        return str(self.environment.state)


class SpielConnectFour(Spiel):
    limits = {"rows": (4, 9), "columns": (4, 9)}
    arguments = {"rows": "rows", "columns": "columns"}

    def move(self, labels: List[str], path: Path) -> str:
        return str(path[0] + 1)

    def board(self) -> str:
        return self.text.strip()


class SpielOthello(Spiel):
    limits = {"rows": (8, 8)}

    def move(self, labels: List[str], path: Path) -> str:
        return labels[0].split(" ")[0]

    def board(self) -> str:
        rows = re.findall(r"^\d ([-xo ]+) \d$", self.text, re.MULTILINE)
        return "\n".join(row.replace(" ", "").replace("-", ".") for row in rows)


class SpielHex(Spiel):
    limits = {"rows": (1, 11)}
    variants = {"swap": ["yes", "no"]}
    arguments = {"rows": "board_size", "swap": "swap"}

    def move(self, labels: List[str], path: Path) -> str:
        return labels[0]

    def board(self) -> str:
        # Further letters say which edges a stone is connected with.
        text = translated(self.text, "yzXpqO", "xxxooo")
        return "\n".join(row.replace(" ", "") for row in text.splitlines())


class SpielBreakthrough(Spiel):
    """Black begins at the top; the oracle's first player begins at the bottom."""

    limits = {"rows": (4, 8), "columns": (2, 8)}
    arguments = {"rows": "rows", "columns": "columns"}

    def move(self, labels: List[str], path: Path) -> str:
        rows = len(self.board().splitlines())
        ends = re.findall(r"([a-z])(\d+)", labels[0])
        return "".join(f"{column}{rows + 1 - int(row)}" for column, row in ends)

    def board(self) -> str:
        return "\n".join(reversed(translated(ranks(self.text), "bw", "xo").splitlines()))


class SpielLinesOfAction(Spiel):
    limits = {"rows": (8, 8)}
    variants = {"both": ["draw"], "repetition": ["threefold"]}

    def move(self, labels: List[str], path: Path) -> str:
        return re.sub("[-x]", "", labels[0])

    def board(self) -> str:
        return ranks(self.text)

    def record(self) -> str:
        return fen_rows(self.board().replace("\n", "/"))

    def forgets(self, before: str, after: str) -> bool:
        return len(re.findall("[xo]", before)) != len(re.findall("[xo]", after))


class SpielAmazons(Spiel):
    limits = {"rows": (10, 10)}
    joins_actions = True

    def move(self, labels: List[str], path: Path) -> str:
        rows = len(self.setup) - 1
        start, end, arrow = (cell(column - 1, rows + 1 - row) for row, column in map(numbers, labels))
        return f"{start}-{end}/{arrow}"

    def board(self) -> str:
        return translated(self.text, "XO", "xo")


class SpielMorris(Spiel):
    variants = {"flying": ["yes"], "repetition": ["none"], "limit": ["none"]}
    joins_actions = True

    def points(self) -> List[str]:
        """The names of the points, in the order of OpenSpiel."""
        rows = enumerate(self.setup[:7])
        return [cell(x, 7 - y) for y, row in rows for x, it in enumerate(row) if it not in "-|+"]

    def move(self, labels: List[str], path: Path) -> str:
        names = ["-".join(self.points()[it] for it in numbers(label)) for label in labels]
        return "x".join(names)

    def board(self) -> str:
        men = iter(re.findall(r"[.WB]", self.text.split("Current")[0]))
        rows = [re.sub("[.xo]", lambda _: next(men), row) for row in self.setup[:7]]
        hands = numbers(self.text.split("deploy")[1])
        return translated("\n".join(rows), "WB", "xo") + f"\nin hand x {hands[0]} o {hands[1]}"


class SpielOware(Spiel):
    """OpenSpiel has no position at the end: it takes the seeds of both sides from the board."""

    variants = {"grand-slam": ["illegal"], "repetition": ["ends"]}
    lacks = ("position",)

    def move(self, labels: List[str], path: Path) -> str:
        return str("ABCDEF".index(labels[0].upper()) + 1)

    def board(self) -> str:
        upper, lower = (row.split() for row in re.findall(r"^[ \d]+$", self.text, re.MULTILINE))
        scores = dict(re.findall(r"Player (\d) score = (\d+)", self.text))
        x, o = " ".join(lower), " ".join(reversed(upper))
        return f"x {x} score {scores['0']}\no {o} score {scores['1']}"

    def houses(self) -> str:
        x, o = (re.findall(r"\d+", row)[:-1] for row in self.board().splitlines())
        return f"{' '.join(x)} / {' '.join(o)}"

    def record(self) -> str:
        return self.houses()

    def forgets(self, before: str, after: str) -> bool:
        return sum(numbers(before)) != sum(numbers(after))


class SpielMancala(Spiel):
    """At the end OpenSpiel leaves the rest in the houses, and counts it for its owner."""

    variants = {"empty-capture": ["no"], "rest": ["owner"]}

    def move(self, labels: List[str], path: Path) -> str:
        return str(path[0] % 7)

    def board(self) -> str:
        # Numbers in the drawing are joined by hyphens.
        upper, stores, lower = (numbers(row) for row in self.text.splitlines()[:3])
        if self.environment.returns() is not None:
            stores = [stores[0] + sum(upper), stores[1] + sum(lower)]
            upper = lower = [0] * len(lower)
        x, o = " ".join(map(str, lower)), " ".join(map(str, reversed(upper)))
        return f"x {x} store {stores[1]}\no {o} store {stores[0]}"

    def seat(self) -> int:
        # A last seed in the store leaves the turn with the player, also at the end.
        return numbers(self.text.split("player:")[1])[0]


class SpielDotsAndBoxes(Spiel):
    limits = {"rows": (5, 5), "columns": (5, 5)}

    def seat(self) -> int:
        # The last line always completes a box, and the player would move again.
        return self.last_seat if self.environment.returns() is not None else super().seat()

    def move(self, labels: List[str], path: Path) -> str:
        row, column = numbers(labels[0].split("(")[1])
        is_level = "h" in labels[0]
        return cell(2 * column + is_level, 2 * row + (not is_level) + 1)

    def board(self) -> str:
        rows = []
        for y, row in enumerate(self.text.splitlines()):
            drawn = [("+", "-" if "─" in row[x + 2] else ".") for x in range(0, len(row) - 1, 4)]
            if y % 2:
                owners = translated(row[2::4], " 12", ".xo")
                drawn = [("|" if row[x] == "│" else ".", owners[x // 4 : x // 4 + 1]) for x in range(0, len(row), 4)]
            rows.append("".join(map("".join, drawn)) + ("" if y % 2 else "+"))
        return "\n".join(rows)


class SpielCheckers(Spiel):
    players = ("white", "black")
    limits = {"rows": (8, 8)}
    joins_actions = True
    merges_moves = True

    def move(self, labels: List[str], path: Path) -> str:
        cells = [labels[0][:2], *(label[2:4] for label in labels)]
        return draughts_move([(8 - int(it[1]), LETTERS.index(it[0])) for it in cells])

    def board(self) -> str:
        rows = [line[1:] for line in self.text.splitlines()[:8]]
        return translated("\n".join(rows), "o+8*", "wbWB")


def draughts_move(cells: List[Tuple[int, int]]) -> str:
    """A move by the cells where the man stops, each a row from the top and a column."""

    def number(place: Tuple[int, int]) -> int:
        return 4 * place[0] + place[1] // 2 + 1

    between = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in zip(cells, cells[1:]) if abs(a - c) == 2]
    start, end = number(cells[0]), number(cells[-1])
    taken = ",".join(str(it) for it in sorted(map(number, between)))
    return f"{start}x{end}:{taken}" if taken else f"{start}-{end}"


class SpielChess(Spiel):
    players = ("white", "black")

    def move(self, labels: List[str], path: Path) -> str:
        import pyspiel

        return pyspiel.chess.action_to_move(path[0], self.environment.state.board()).to_lan()

    def position(self) -> str:
        return with_en_passant(self.text, self.last_move)


def with_en_passant(fen: str, move: str) -> str:
    """The square behind a pawn that has moved two, which some packages write only if it can be taken."""
    rows, player, castling, _, *counts = fen.split(" ")
    file, start, _, end = (move + "    ")[:4]
    is_double = move[0:1] == move[2:3] and start + end in ("24", "75") and man_at(rows, file, int(end)) in "pP"
    square = file + "36"[start == "7"] if is_double else "-"
    return " ".join([rows, player, castling, square, *counts])


def man_at(rows: str, file: str, rank: int) -> str:
    row = re.sub(r"\d", lambda empty: "." * int(empty[0]), rows).split("/")[8 - rank]
    return row[LETTERS.index(file)]


class SpielShogi(Spiel):
    players = ("black", "white")

    def move(self, labels: List[str], path: Path) -> str:
        return labels[0]

    def position(self) -> str:
        board, player, hands, _ = self.text.split(" ")
        men = re.findall(r"(\d*)([A-Za-z])", hands)
        men.sort(key=lambda it: "RBGSNLPrbgsnlp".index(it[1]))
        return f"{board} {player} {''.join(map(''.join, men)) or '-'}"


class SpielXiangqi(Spiel):
    players = ("red", "black")

    def move(self, labels: List[str], path: Path) -> str:
        start, end = re.findall(r"(\d+),(\d+)", labels[0])
        return "".join(cell(int(column), 10 - int(row)) for row, column in (start, end))

    def position(self) -> str:
        rows = translated(self.text.strip().replace("\n", "/"), "hegsHEGS", "nbkpNBKP")
        return f"{fen_rows(rows)} {'wb'[self.seat()]}"


def fen_rows(rows: str) -> str:
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), rows)


class SpielUltimate(Spiel):
    variants = {"won": ["closed"]}
    joins_actions = True

    def move(self, labels: List[str], path: Path) -> str:
        small, row, column = numbers(labels[-1])
        return cell(small % 3 * 3 + column, small // 3 * 3 + row + 1)

    lacks = ("position",)


class GoBoard(Bridge):
    """What games of Go share: passes, the board that may not come back, and the score."""

    variants = {"ko": ["simple"], "suicide": ["no"], "komi": ["7.5", "6.5", "0.5", "0"]}
    passes = 0

    def position(self) -> str:
        suffix = ["", ", 1 pass", ", 2 passes"][self.passes]
        forbidden = [f"not again {board}" for board in self.forbidden()]
        return "\n".join([self.board(), *self.rules(), f"{self.mover()} to move{suffix}", *forbidden])

    def forbidden(self) -> List[str]:
        if "ko=simple" not in self.rules()[0]:
            return sorted({*self.earlier, self.record()})
        return self.earlier[-1:] if not self.passes else []

    def record(self) -> str:
        return self.board().replace("\n", "/")

    def follow(self, path: Path, move: str) -> None:
        super().follow(path, move)
        self.passes = self.passes + 1 if move == "pass" else 0

    def won(self, returns: List[float]) -> str:
        """No package says the score: it is where the winner changes with the komi."""
        if returns[0] == returns[1]:
            return "draw"
        points = self.environment.spec.arguments
        komi, area = float(points["komi"]), points["board_size"] ** 2
        low, high = -area - 1, area + 1
        while high - low > 1:
            middle = (low + high) // 2
            won = self.environment.replayed({"komi": middle - 0.5}).returns()
            low, high = (middle, high) if won[self.first] > 0 else (low, middle)
        lead = low - komi
        text = f"{abs(lead):g}"
        return f"x wins by {text}" if lead > 0 else f"o wins by {text}" if lead < 0 else "draw"


class SpielGo(GoBoard, Spiel):
    limits = {"rows": (5, 19)}
    arguments = {"rows": "board_size", "komi": "komi"}
    settings = {"max_game_length": 10_000}

    def move(self, labels: List[str], path: Path) -> str:
        name = labels[0].split()[1]
        return "pass" if name == "PASS" else name.upper()

    def board(self) -> str:
        return translated(ranks(self.text), "+XO", ".xo")


class SpielGomoku(Spiel):
    limits = {"rows": (5, 19)}
    variants = {"overline": ["wins"]}
    arguments = {"rows": "size"}

    def move(self, labels: List[str], path: Path) -> str:
        row, column = numbers(labels[0])
        return cell(column, len(self.setup) - 2 - row)

    def board(self) -> str:
        return translated("\n".join(self.text.splitlines()[1:]), "bw", "xo")


class SpielGoofspiel(Spiel):
    """The last round, which leaves no choice, is played by the package and in the bridge once more."""

    players = ("first", "second")
    variants = {"ties": ["discarded"], "bids": ["open"]}
    arguments = {"cards": "num_cards"}

    def __init__(self, setup: str, environment: Any):
        super().__init__(setup, environment)
        self.first = 0
        self.played: List[str] = []

    def move(self, labels: List[str], path: Path) -> str:
        return labels[0].replace("Deal", "prize") if "Deal" in labels[0] else " ".join(re.findall(r": (\d+)", labels[0]))

    def listed(self) -> List[Tuple[str, Path]]:
        if self.environment.returns() is None:
            return super().listed()
        rest = self.rest()
        return [(rest[0], ())] if rest else []

    def rest(self) -> List[str]:
        """The moves that the package has made by itself and the bridge has not."""
        cards = int(re.findall(r"cards=(\d+)", self.setup[0])[0])
        prize, *bids = ({*map(str, range(1, cards + 1))}.difference(self.line(i)) for i in range(3))
        return [f"prize {it}" for it in prize] or [" ".join(it for bid in bids for it in bid)][: len(bids[0])]

    def line(self, index: int) -> List[str]:
        if index == 0:
            return [move.split()[1] for move in self.played if "prize" in move]
        return [move.split()[index - 1] for move in self.played if "prize" not in move]

    def play(self, move: str) -> bool:
        path = dict(self.legal_moves()).get(move)
        if path is not None:
            self.known = None
            self.follow(path, move)
            self.played = [*self.played, move]
        return path is not None

    def position(self) -> str:
        names = ("prizes:", "first:", "second:")
        return "\n".join([self.setup[0], *(" ".join([name, *self.line(i)]) for i, name in enumerate(names))])

    def outcome(self) -> str:
        is_over = self.environment.returns() is not None and not self.rest()
        return self.won(self.environment.returns()) if is_over else "playing"


class Spiel2048(Spiel):
    """The tiles of the set-up are nature's first two moves."""

    limits = {"rows": (4, 4)}
    variants = {"goal": ["2048"]}

    def __init__(self, setup: str, environment: Any):
        super().__init__(setup, environment)
        for y, row in enumerate(self.setup[:4]):
            for x, tile in enumerate(row.split()):
                if tile != ".":
                    self.play(f"{tile} at {cell(x, y + 1)}")

    def move(self, labels: List[str], path: Path) -> str:
        if "added" not in labels[0]:
            return labels[0].lower()
        tile, row, column = numbers(labels[0])
        return f"{tile} at {cell(column - 1, row)}"

    def tiles(self) -> List[List[int]]:
        return [numbers(row) for row in self.text.strip("\n").splitlines()]

    def position(self) -> str:
        rows = [" ".join(str(it or ".") for it in row) for row in self.tiles()]
        score = round(self.environment.state.returns()[0])
        turn = "nature" if self.environment.player() < 0 and not self.is_lost() else "player"
        return "\n".join([*rows, "goal=2048", f"score {score}", f"{turn} to move"])

    def is_lost(self) -> bool:
        return self.environment.returns() is not None and max(map(max, self.tiles())) < 2048

    def won(self, returns: List[float]) -> str:
        return "lost" if self.is_lost() else "won"


class SpielPig(Spiel):
    players = ("player 1", "player 2")
    variants = {"goal": ["100"], "dice": ["1"]}

    def move(self, labels: List[str], path: Path) -> str:
        return {"roll": "roll", "stop": "hold"}.get(labels[0]) or labels[0].split()[1]

    def position(self) -> str:
        first, second, stake, *_ = numbers(self.text)
        player = numbers(self.text)[-1] + 1 if self.environment.player() >= 0 else self.last_seat + 1
        turn = f"player {player} to move" if self.environment.player() >= 0 else f"dice of player {player}"
        return f"{self.setup[0]}\nscores {first} {second}\n{turn}, {stake} at stake"


# ------------------------------------------------------- Planes of stones: Pgx and PettingZoo


class Planes(Bridge):
    """Two planes of an observation: the stones of who observes, and those of the opponent."""

    def board(self) -> str:
        """The board as both players see it, who must agree."""
        mine = self.environment.observation(self.first)
        theirs = self.environment.observation(1 - self.first)
        first = stones(mine[..., 0], mine[..., 1])
        second = stones(theirs[..., 1], theirs[..., 0])
        return first if first == second else f"{first}\nthe second player sees\n{second}"


def stones(first: Any, second: Any) -> str:
    return "\n".join("".join("x" if x else "o" if o else "." for x, o in zip(*row)) for row in zip(first, second))


class PlanesConnectFour(Planes):
    limits = {"rows": (6, 6), "columns": (7, 7)}

    def move(self, labels: List[str], path: Path) -> str:
        return str(path[0] + 1)


class PgxOthello(Planes):
    """Where nobody can place a disc, Pgx wants both passes; the oracle's game is over before them."""

    limits = {"rows": (8, 8)}

    def move(self, labels: List[str], path: Path) -> str:
        return "pass" if path[0] == 64 else cell(path[0] % 8, path[0] // 8 + 1)

    def follow(self, path: Path, move: str) -> None:
        super().follow(path, move)
        end = self.environment.copy()
        for _ in range(2):
            if end.actions() != [64]:
                return
            end.step(64)
        self.environment = end


class PgxHex(Planes):
    limits = {"rows": (11, 11)}
    variants = {"swap": ["yes"]}

    def move(self, labels: List[str], path: Path) -> str:
        return "swap" if path[0] == 121 else cell(path[0] % 11, path[0] // 11 + 1)


class PgxGo(GoBoard, Planes):
    """Pgx does not say the score."""

    limits = {"rows": (5, 19)}
    arguments = {"rows": "size", "komi": "komi"}
    settings = {"max_terminal_steps": 1000}
    lacks = ("outcome",)

    def move(self, labels: List[str], path: Path) -> str:
        return go_point(path[0], int(self.environment.observation(0).shape[0]))


class ZooGo(GoBoard, Planes):
    """Both agents get the stones of the one who moved last in the first plane, against the documentation."""

    limits = {"rows": (5, 19)}
    arguments = {"rows": "board_size", "komi": "komi"}

    def board(self) -> str:
        planes = self.environment.observation(0)
        both = planes[..., 0], planes[..., 1]
        return stones(*(reversed(both) if self.seat() == 0 else both))

    def move(self, labels: List[str], path: Path) -> str:
        return go_point(path[0], self.environment.observation(0).shape[0])


def go_point(action: int, size: int) -> str:
    row, column = divmod(action, size)
    return "pass" if row == size else f"{'ABCDEFGHJKLMNOPQRST'[column]}{size - row}"


class PgxChess(Bridge):
    """Actions and observations are those of the player to move, who sees the own side below."""

    players = ("white", "black")

    def move(self, labels: List[str], path: Path) -> str:
        start, plane = divmod(path[0], 73)
        column, row = divmod(start, 8)
        right, up = pgx_direction(plane)
        text = cell(column, self.rank(row)) + cell(column + right, self.rank(row + up))
        if plane < 9:
            return text + "rbn"[plane // 3]
        is_promoted = row == 6 and up == 1 and self.view()[7 - row, column, 0]
        return text + ("q" if is_promoted else "")

    def rank(self, row: int) -> int:
        return row + 1 if self.seat() == 0 else 8 - row

    def view(self) -> Any:
        return self.environment.observation(self.environment.player())

    def position(self) -> str:
        view, is_white = self.view(), self.seat() == 0
        men = "PNBRQKpnbrqk." if is_white else "pnbrqkPNBRQK."
        rows = ["".join(men[[*square[:12], 1].index(1)] for square in row) for row in view]
        rights = ["QKqk", "qkQK"][not is_white]
        castling = sorted(right for right, has in zip(rights, view[0, 0, 114:118]) if has)
        quiet, played = round(view[0, 0, 118] * 100), round(view[0, 0, 113] * 512)
        counts = f"{'wb'[not is_white]} {''.join(castling) or '-'} - {quiet} {played // 2 + 1}"
        board = fen_rows("/".join(rows if is_white else rows[::-1]))
        return with_en_passant(f"{board} {counts}", self.last_move)


def pgx_direction(plane: int) -> Tuple[int, int]:
    """The columns to the right and the rows up of a plane of moves."""
    if plane < 9:
        return (0, 1, -1)[plane % 3], 1
    if plane >= 65:
        return [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)][plane - 65]
    line, distance = divmod(plane - 9, 7)
    right, up = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)][line]
    steps = distance + 1 if line % 2 else 7 - distance
    return right * steps, up * steps


class PgxAnimalShogi(Bridge):
    """Actions and observations are those of the player to move; squares go down columns from the right."""

    players = ("black", "white")
    variants = {"check": ["answered"], "repetition": ["threefold"]}

    def move(self, labels: List[str], path: Path) -> str:
        kind, square = divmod(path[0], 12)
        if kind >= 8:
            return f"{'CEG'[kind - 8]}*{self.square(square)}"
        right = [-1, -1, -1, 0, 0, 1, 1, 1][kind]
        down = [-1, 0, 1, -1, 1, -1, 0, 1][kind]
        return self.square(square) + self.square(square + 4 * right + down)

    def square(self, index: int) -> str:
        column, row = divmod(index if self.seat() == 0 else 11 - index, 4)
        return cell(2 - column, row + 1)

    def record(self) -> str:
        view, is_first = self.environment.observation(self.environment.player()), self.seat() == 0
        men = "CEGLHceglh." if is_first else "ceglhCEGLH."
        rows = ["".join(men[[*square[:10], 1].index(1)] for square in row) for row in view]
        board = fen_rows("/".join(rows if is_first else [row[::-1] for row in rows[::-1]]))
        held = [it * int(view[0, 0, 10 + 2 * i : 12 + 2 * i].sum()) for i, it in enumerate(men[:3] + men[5:8])]
        hands = "".join(sorted(held, key=lambda it: "GECgec".find(it[:1])))
        return f"{board} {'bw'[not is_first]} {hands or '-'}"

    def position(self) -> str:
        earlier = [f"before {record}" for record in self.earlier]
        return "\n".join([self.record(), *self.rules(), *earlier])


class PgxBackgammon(Bridge):
    """Pgx rolls within the last action of a turn, and as the game begins: the key of that is chosen so
    that the roll is nature's move. Until then the state is one with any other roll."""

    def __init__(self, setup: str, environment: Any):
        super().__init__(setup, environment)
        self.unrolled: Any = environment.functions.init
        self.is_opening = True

    def listed(self) -> List[Tuple[str, Path]]:
        dice = range(1, 7)
        if self.environment.returns() is not None:
            return []
        if self.is_opening:
            return [(f"x {a} o {b}", (a, b)) for a in dice for b in dice if a != b]
        if self.unrolled:
            return [(f"{a} {b}", (a, b)) for a in dice for b in dice if a >= b]
        moves = ((self.text(action), (action,)) for action in self.environment.actions())
        return list(dict(moves).items())

    def text(self, action: int) -> str:
        source, number = divmod(action, 6)
        return "pass" if source == 0 else f"{number + 1} from {'bar' if source == 1 else 26 - source}"

    def follow(self, path: Path, move: str) -> None:
        self.last_seat, player = self.seat(), self.environment.player()
        if self.unrolled:
            self.environment.state = self.with_roll(path)
            if self.is_opening:
                # The board is the same from both sides, so whoever begins is the one with more.
                begins = self.environment.player()
                self.first = begins if path[0] > path[1] else 1 - begins
            self.unrolled, self.is_opening = None, False
            return
        before, action = self.environment.state, path[0]
        self.environment.step(action)
        if self.environment.player() != player:
            self.unrolled = lambda key: self.environment.functions.step(before, action, key)

    def with_roll(self, roll: Path) -> Any:
        wanted = sorted(roll * 2 if roll[0] == roll[1] else roll)
        for key in self.environment.keys():
            state = self.unrolled(key)
            counts = state.observation[28:].tolist()
            if [it + 1 for it in range(6) for _ in range(int(counts[it]))] == wanted:
                return state
        raise RuntimeError(f"no key in Pgx rolls {roll}")

    def checkers(self, seat: int) -> str:
        view = self.environment.observation(self.environment.player()).tolist()
        if seat == self.seat_of_state():
            bar, points = view[24], [(24 - i, it) for i, it in enumerate(view[:24])]
        else:
            bar, points = -view[25], [(i + 1, -it) for i, it in reversed([*enumerate(view[:24])])]
        words = [f"{point}*{count}" for point, count in [("bar", bar), *points] if count > 0]
        return " ".join([f"{'xo'[seat]}:", *words])

    def seat_of_state(self) -> int:
        return int(self.environment.player() != self.first)

    def position(self) -> str:
        return "\n".join([self.checkers(0), self.checkers(1), self.turn()])

    def turn(self) -> str:
        if self.is_opening:
            return "opening roll"
        if self.unrolled or self.environment.returns() is not None:
            return f"{self.mover()} to roll"
        counts = self.environment.observation(self.environment.player())[28:].tolist()
        left = " ".join(str(it + 1) for it in reversed(range(6)) for _ in range(int(counts[it])))
        return f"{self.mover()} to play {left}"

    def won(self, returns: List[float]) -> str:
        text = super().won(returns)
        return text + ["", "", " a gammon", " a backgammon"][round(abs(returns[0]))]


# ------------------------------------------------------------------------------------------ TextArena


class Arena(Judge):
    """A game of TextArena, with the board of its `game_state`."""

    men = {".": ".", "": ".", "X": "x", "O": "o"}

    def board(self) -> str:
        rows = self.environment.state.game_state["board"]
        return "\n".join("".join(self.men[man] for man in row) for row in rows)


class ArenaConnectFour(Arena):
    limits = {"rows": (4, 9), "columns": (4, 9)}
    arguments = {"rows": "num_rows", "columns": "num_cols"}

    def action(self, move: str) -> str:
        return f"[col {int(move) - 1}]" if move.isdecimal() else move


class ArenaOthello(Arena):
    """A player without a placement is skipped, whatever the action is."""

    men = {"": ".", "B": "x", "W": "o"}
    limits = {"rows": (4, 8)}
    arguments = {"rows": "board_size"}

    def action(self, move: str) -> str:
        place = re.fullmatch(r"([a-z])(\d+)", move)
        return f"[{int(place[2]) - 1}, {LETTERS.index(place[1])}]" if place else move

    def legal(self, move: str) -> bool:
        if not super().legal(move):
            return False
        trial = self.copied()
        trial.environment.step(self.action(move))
        return (trial.board() == self.board()) == (move == "pass")


class ArenaBreakthrough(Arena):
    men = {"": ".", "W": "x", "B": "o"}
    limits = {"rows": (4, 8)}
    arguments = {"rows": "board_size"}

    def action(self, move: str) -> str:
        return f"[{move}]"

    def board(self) -> str:
        return "\n".join(reversed(super().board().splitlines()))


class ArenaLinesOfAction(Arena):
    men = {"": ".", "O": "x", "X": "o"}
    limits = {"rows": (8, 8)}
    variants = {"both": ["mover"], "repetition": ["threefold"]}

    def action(self, move: str) -> str:
        return f"[{move}]"

    record = SpielLinesOfAction.record
    forgets = SpielLinesOfAction.forgets


class ArenaUltimate(Arena):
    """A board that is won is filled with its winner, so that positions cannot be compared."""

    variants = {"won": ["closed"]}
    lacks = ("position",)

    def action(self, move: str) -> str:
        place = re.fullmatch(r"([a-i])([1-9])", move)
        if not place:
            return move
        column, row = LETTERS.index(place[1]), int(place[2]) - 1
        return f"[{row // 3 * 3 + column // 3} {row % 3 * 3 + column % 3}]"


SPIEL: Dict[str, Tuple[str, Type[Bridge]]] = {
    "2048": ("2048", Spiel2048),
    "amazons": ("amazons", SpielAmazons),
    "breakthrough": ("breakthrough", SpielBreakthrough),
    "chess": ("chess", SpielChess),
    "connect-four": ("connect_four", SpielConnectFour),
    "dots-and-boxes": ("dots_and_boxes", SpielDotsAndBoxes),
    "draughts-american": ("checkers", SpielCheckers),
    "go": ("go", SpielGo),
    "gomoku": ("gomoku", SpielGomoku),
    "goofspiel": ("goofspiel", SpielGoofspiel),
    "hex": ("hex", SpielHex),
    "kalah": ("mancala", SpielMancala),
    "lines-of-action": ("lines_of_action", SpielLinesOfAction),
    "nine-mens-morris": ("nine_mens_morris", SpielMorris),
    "othello": ("othello", SpielOthello),
    "oware": ("oware", SpielOware),
    "pig": ("pig", SpielPig),
    "shogi": ("shogi", SpielShogi),
    "ultimate-tic-tac-toe": ("ultimate_tic_tac_toe", SpielUltimate),
    "xiangqi": ("xiangqi", SpielXiangqi),
}
PGX: Dict[str, Tuple[str, Type[Bridge]]] = {
    "animal-shogi": ("animal_shogi", PgxAnimalShogi),
    "backgammon": ("backgammon", PgxBackgammon),
    "chess": ("chess", PgxChess),
    "connect-four": ("connect_four", PlanesConnectFour),
    "go": ("go_9x9", PgxGo),
    "hex": ("hex", PgxHex),
    "othello": ("othello", PgxOthello),
}
PETTINGZOO: Dict[str, Tuple[str, Type[Bridge]]] = {
    "connect-four": ("connect_four_v3", PlanesConnectFour),
    "go": ("go_v5", ZooGo),
}
TEXTARENA: Dict[str, Tuple[str, Type[Bridge]]] = {
    "breakthrough": ("Breakthrough-v0", ArenaBreakthrough),
    "connect-four": ("ConnectFour-v0", ArenaConnectFour),
    "lines-of-action": ("LinesOfAction-v0", ArenaLinesOfAction),
    "othello": ("Othello-v0", ArenaOthello),
    "ultimate-tic-tac-toe": ("UltimateTicTacToe-v0", ArenaUltimate),
}
BRIDGES = {"openspiel": SPIEL, "pgx": PGX, "pettingzoo": PETTINGZOO, "textarena": TEXTARENA}


def bridge_for(rule_set: str, spec: Spec) -> Type[Bridge]:
    """The bridge of a game, which goes with one rule set."""
    known = BRIDGES.get(spec.package, {})
    game, bridge = known.get(rule_set, (None, Bridge))
    if game != spec.game:
        pairs = ", ".join(f"{game} ({name})" for name, (game, _) in known.items())
        raise UsageError(f"no bridge from {spec.package}:{spec.game} to {rule_set}; known: {pairs}")
    return bridge
