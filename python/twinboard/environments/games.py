"""Games in the notations of the oracles: an entry for each game of each package.

An entry says how the package's names of actions and its boards read as moves and positions; a game that
needs more is a class. Sizes and variants that a package does not play are not among its set-ups.
"""

import re
from typing import Any, Dict, List, Tuple, Type

from . import Spec, UsageError
from .bridge import Bridge, Judge, Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# The game of the package, and its bridge.
Entry = Tuple[str, Type[Bridge]]


def entry(name: str, base: Type[Bridge], **members: Any) -> Entry:
    """A game with the methods and attributes of `Bridge` that differ from those of `base`."""
    return name, type(base.__name__, (base,), members)


def numbers(text: str) -> List[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def cell(column: int, row: int) -> str:
    """A cell as a letter for its column from 0 and the number of its row from 1."""
    return f"{LETTERS[column]}{row}"


def translated(text: str, characters: str, others: str) -> str:
    return text.translate(str.maketrans(characters, others))


def flipped(rows: str) -> str:
    return "\n".join(reversed(rows.splitlines()))


def ranks(text: str) -> str:
    """The rows of a drawing with numbered rows, without their numbers: `8...x....`."""
    return "\n".join(re.findall(r"^ *\d+ *([^\d ].*?) *$", text, re.MULTILINE))


def fen_rows(rows: str) -> str:
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), rows.replace("\n", "/"))


# -------------------------------------------------------------- what games of two packages share


def draughts_move(cells: List[Tuple[int, int]]) -> str:
    """A move by the cells where the man stops, each a row from the top and a column."""
    pairs = [(a, b) for a, b in zip(cells, cells[1:]) if abs(a[0] - b[0]) == 2]
    taken = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in pairs]
    start, end, *squares = (4 * row + column // 2 + 1 for row, column in [cells[0], cells[-1], *taken])
    return f"{start}x{end}:{','.join(map(str, sorted(squares)))}" if taken else f"{start}-{end}"


def with_en_passant(fen: str, move: str) -> str:
    """Writes the square behind a pawn that has moved two also where no pawn can take it."""
    rows, player, castling, _, *counts = fen.split(" ")
    board = re.sub(r"\d", lambda empty: "." * int(empty[0]), rows).split("/")
    file, start, end_file, end = (move + "    ")[:4]
    is_double = file == end_file and start + end in ("24", "75")
    is_pawn = is_double and board[8 - int(end)][LETTERS.index(file)] in "pP"
    square = file + "36"[start == "7"] if is_pawn else "-"
    return " ".join([rows, player, castling, square, *counts])


class ForgetsAtCaptures(Bridge):
    """Earlier boards since the last capture count for repetitions."""

    def record(self) -> str:
        return fen_rows(self.board())

    def forgets(self, before: str, after: str) -> bool:
        return len(re.findall("[xo]", before)) != len(re.findall("[xo]", after))


class Go(Bridge):
    """Passes, the board that may not come back, and the score."""

    limits = {"rows": (5, 19)}
    variants = {"ko": ["simple"], "suicide": ["no"], "komi": ["7.5", "6.5", "0.5", "0"]}
    arguments = {"rows": "board_size", "komi": "komi"}
    passes = 0

    def position(self) -> str:
        suffix = ["", ", 1 pass", ", 2 passes"][self.passes]
        forbidden = [f"not again {self.earlier[-1]}"] if self.earlier and not self.passes else []
        return "\n".join([self.board(), *self.rules(), f"{self.mover()} to move{suffix}", *forbidden])

    def record(self) -> str:
        return self.board().replace("\n", "/")

    def follow(self, path: Path, move: str) -> None:
        super().follow(path, move)
        self.passes = self.passes + 1 if move == "pass" else 0

    def won(self, returns: List[float]) -> str:
        """No package tells the score: it is the komi at which the winner changes."""
        if returns[0] == returns[1]:
            return "draw"
        given = self.environment.spec.arguments
        low, high = -(given["board_size"] ** 2) - 1, given["board_size"] ** 2 + 1
        while high - low > 1:
            middle = (low + high) // 2
            other = self.environment.replayed({"komi": middle - 0.5}).returns()
            low, high = (middle, high) if other[self.first] > 0 else (low, middle)
        lead = low - float(given["komi"])
        winner = "x wins by" if lead > 0 else "o wins by"
        return f"{winner} {abs(lead):g}" if lead else "draw"


def go_point(action: int, size: int) -> str:
    row, column = divmod(action, size)
    return "pass" if row == size else f"{'ABCDEFGHJKLMNOPQRST'[column]}{size - row}"


# ------------------------------------------------------------------------------------ OpenSpiel


class Spiel(Bridge):
    @property
    def text(self) -> str:
        return str(self.environment.state)


class SpielMorris(Spiel):
    variants = {"flying": ["yes"], "repetition": ["none"], "limit": ["none"], "moves-max": ["200"]}
    joins_actions = True

    def move(self, names: List[str], path: Path) -> str:
        rows = enumerate(self.setup[:7])
        points = [cell(x, 7 - y) for y, row in rows for x, it in enumerate(row) if it not in "-|+"]
        return "x".join("-".join(points[number] for number in numbers(name)) for name in names)

    def board(self) -> str:
        men = iter(re.findall(r"[.WB]", self.text.split("Current")[0]))
        rows = [re.sub("[.xo]", lambda _: next(men), row) for row in self.setup[:7]]
        x, o = numbers(self.text.split("deploy")[1])[:2]
        return translated("\n".join(rows), "WB", "xo") + f"\nin hand x {x} o {o}"


class SpielMancala(Spiel):
    """At the end OpenSpiel leaves the rest in the houses, and counts it for its owner."""

    variants = {"empty-capture": ["no"], "rest": ["owner"]}
    reads_names = False

    def move(self, names: List[str], path: Path) -> str:
        return str(path[0] % 7)

    def board(self) -> str:
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

    def move(self, names: List[str], path: Path) -> str:
        row, column = numbers(names[0].split("(")[1])
        is_level = "h" in names[0]
        return cell(2 * column + is_level, 2 * row + 2 - is_level)

    def board(self) -> str:
        def drawn(row: str) -> str:
            return re.sub(r"(.)(.{3})", lambda it: f"+{'-.'[it[2] == '╴ ╶']}", row)[:-1] + "+"

        def boxes(row: str) -> str:
            return "".join(f"{'.|'[row[x] == '│']}{row[x + 2 : x + 3]}" for x in range(0, len(row), 4))

        rows = [boxes(row) if y % 2 else drawn(row) for y, row in enumerate(self.text.splitlines())]
        return translated("\n".join(rows), " 12", ".xo")

    def seat(self) -> int:
        # The last line completes a box, and the player would move again.
        return self.last_seat if self.environment.returns() is not None else super().seat()


class SpielShogi(Spiel):
    players = ("black", "white")

    def move(self, names: List[str], path: Path) -> str:
        return names[0]

    def position(self) -> str:
        board, player, hands, _ = self.text.split(" ")
        men = re.findall(r"(\d*)([A-Za-z])", hands)
        men.sort(key=lambda it: "RBGSNLPrbgsnlp".index(it[1]))
        return f"{board} {player} {''.join(map(''.join, men)) or '-'}"


class SpielGoofspiel(Spiel):
    """OpenSpiel plays the last round, which leaves no choice, by itself; here it is two more moves."""

    players = ("first", "second")
    variants = {"ties": ["discarded"], "bids": ["open"]}
    arguments = {"cards": "num_cards"}
    played: Tuple[str, ...] = ()

    def move(self, names: List[str], path: Path) -> str:
        is_deal = "Deal" in names[0]
        return names[0].replace("Deal", "prize") if is_deal else " ".join(re.findall(r": (\d+)", names[0]))

    def lines(self) -> List[List[str]]:
        """The prizes and the bids of both players so far."""
        prizes = [move.split()[1] for move in self.played if "prize" in move]
        bids = [move.split() for move in self.played if "prize" not in move]
        return [prizes, [first for first, _ in bids], [second for _, second in bids]]

    def listed(self) -> List[Tuple[str, Path]]:
        if self.environment.returns() is None:
            return super().listed()
        cards = {*map(str, range(1, numbers(self.setup[0])[0] + 1))}
        prizes, first, second = (cards.difference(line) for line in self.lines())
        moves = [f"prize {it}" for it in prizes] or [f"{a} {b}" for a in first for b in second]
        return [(move, ("played",)) for move in moves]

    def follow(self, path: Path, move: str) -> None:
        if path != ("played",):
            super().follow(path, move)
        self.played = (*self.played, move)

    def position(self) -> str:
        names = zip(("prizes:", "first:", "second:"), self.lines())
        return "\n".join([self.setup[0], *(" ".join([name, *line]) for name, line in names)])

    def outcome(self) -> str:
        returns = self.environment.returns()
        self.first = 0
        return "playing" if returns is None or self.listed() else self.won(returns)


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

    def move(self, names: List[str], path: Path) -> str:
        if "added" not in names[0]:
            return names[0].lower()
        tile, row, column = numbers(names[0])
        return f"{tile} at {cell(column - 1, row)}"

    def position(self) -> str:
        rows = re.sub(r" +", " ", re.sub(r"\b0\b", ".", self.text)).strip("\n").splitlines()
        turn = "nature" if self.environment.state.is_chance_node() else "player"
        score = f"score {self.environment.state.returns()[0]:.0f}"
        return "\n".join([*(row.strip() for row in rows), "goal=2048", score, f"{turn} to move"])

    def won(self, returns: List[float]) -> str:
        return "won" if max(numbers(self.text)) >= 2048 else "lost"


def spiel_pig(it: Spiel) -> str:
    first, second, stake, *_ = numbers(it.text)
    is_dice = it.environment.state.is_chance_node()
    turn = f"dice of player {it.last_seat + 1}" if is_dice else f"player {it.seat() + 1} to move"
    return f"{it.setup[0]}\nscores {first} {second}\n{turn}, {stake} at stake"


def spiel_uci(it: Spiel, names: List[str], path: Path) -> str:
    import pyspiel

    return pyspiel.chess.action_to_move(path[0], it.environment.state.board()).to_lan()


def spiel_amazons(it: Spiel, names: List[str], path: Path) -> str:
    cells = [cell(column - 1, len(it.setup) - row) for row, column in map(numbers, names)]
    return "{}-{}/{}".format(*cells)


def spiel_xiangqi(it: Spiel, names: List[str], path: Path) -> str:
    ends = re.findall(r"(\d+),(\d+)", names[0])
    return "".join(cell(int(column), 10 - int(row)) for row, column in ends)


def spiel_ultimate(it: Spiel, names: List[str], path: Path) -> str:
    small, row, column = numbers(names[-1])
    return cell(small % 3 * 3 + column, small // 3 * 3 + row + 1)


# By the number of rows.
RANKS_FROM_TOP = [str.maketrans("12345678"[:rows], "87654321"[8 - rows :]) for rows in range(9)]
SPIEL: Dict[str, Entry] = {
    "2048": ("2048", Spiel2048),
    "amazons": entry(
        "amazons", Spiel, limits={"rows": (10, 10)}, joins_actions=True, move=spiel_amazons,
        board=lambda it: translated(it.text, "XO", "xo")),
    # Black begins at the top; the oracle's first player begins at the bottom.
    "breakthrough": entry(
        "breakthrough", Spiel, limits={"rows": (4, 8), "columns": (2, 8)},
        arguments={"rows": "rows", "columns": "columns"},
        move=lambda it, names, path: names[0].strip("*").translate(RANKS_FROM_TOP[len(it.setup) - 1]),
        board=lambda it: flipped(translated(ranks(it.text), "bw", "xo"))),
    "chess": entry(
        "chess", Spiel, players=("white", "black"), reads_names=False, move=spiel_uci,
        position=lambda it: with_en_passant(it.text, it.last_move)),
    "connect-four": entry(
        "connect_four", Spiel, limits={"rows": (4, 9), "columns": (4, 9)},
        arguments={"rows": "rows", "columns": "columns"}, reads_names=False,
        move=lambda it, names, path: str(path[0] + 1), board=lambda it: it.text.strip()),
    "dots-and-boxes": ("dots_and_boxes", SpielDotsAndBoxes),
    "draughts-american": entry(
        "checkers", Spiel, players=("white", "black"), limits={"rows": (8, 8)},
        variants={"uncaptured-max": ["40"]}, joins_actions=True, merges_moves=True,
        move=lambda it, names, path: draughts_move(
            [(8 - int(row), LETTERS.index(column)) for column, row in [names[0][:2], *(name[2:4] for name in names)]]),
        board=lambda it: translated("\n".join(row[1:] for row in it.text.splitlines()[:8]), "o+8*", "wbWB")),
    "go": entry(
        "go", type("SpielGo", (Go, Spiel), {}), settings={"max_game_length": 10_000},
        move=lambda it, names, path: "pass" if "PASS" in names[0] else names[0][2:].upper(),
        board=lambda it: translated(ranks(it.text), "+XO", ".xo")),
    "gomoku": entry(
        "gomoku", Spiel, limits={"rows": (5, 19)}, variants={"overline": ["wins"]}, arguments={"rows": "size"},
        move=lambda it, names, path: cell(numbers(names[0])[1], len(it.setup) - 2 - numbers(names[0])[0]),
        board=lambda it: translated(it.text.split("\n", 1)[1].strip(), "bw", "xo")),
    "goofspiel": ("goofspiel", SpielGoofspiel),
    # Further letters say which edges a stone is connected with.
    "hex": entry(
        "hex", Spiel, limits={"rows": (1, 11)}, variants={"swap": ["yes", "no"]},
        arguments={"rows": "board_size", "swap": "swap"}, move=lambda it, names, path: names[0],
        board=lambda it: translated(it.text, "yzXpqO", "xxxooo").replace(" ", "").strip()),
    "kalah": ("mancala", SpielMancala),
    "lines-of-action": entry(
        "lines_of_action", type("SpielLines", (ForgetsAtCaptures, Spiel), {}), limits={"rows": (8, 8)},
        variants={"both": ["draw"], "repetition": ["threefold"]},
        move=lambda it, names, path: names[0].replace("-", "").replace("x", ""), board=lambda it: ranks(it.text)),
    "nine-mens-morris": ("nine_mens_morris", SpielMorris),
    "othello": entry(
        "othello", Spiel, limits={"rows": (8, 8)}, move=lambda it, names, path: names[0].split(" ")[0],
        board=lambda it: "\n".join(re.findall(r"^\d([-xo]+)\d$", it.text.replace(" ", ""), re.M)).replace("-", ".")),
    # There is no position at the end: OpenSpiel takes the seeds of both sides from the board.
    "oware": entry(
        "oware", Spiel, variants={"grand-slam": ["no-capture"], "repetition": ["ends"]}, lacks=("position",),
        move=lambda it, names, path: str("ABCDEF".index(names[0].upper()) + 1)),
    "pig": entry(
        "pig", Spiel, players=("player 1", "player 2"), variants={"goal": ["100"], "dice": ["1"]},
        move=lambda it, names, path: names[0].replace("stop", "hold").replace("Roll ", ""), position=spiel_pig),
    "shogi": ("shogi", SpielShogi),
    "ultimate-tic-tac-toe": entry(
        "ultimate_tic_tac_toe", Spiel, variants={"won": ["closed"]}, joins_actions=True, lacks=("position",),
        move=spiel_ultimate),
    "xiangqi": entry(
        "xiangqi", Spiel, players=("red", "black"), variants={"moves-max": ["500"]}, move=spiel_xiangqi,
        position=lambda it: f"{fen_rows(translated(it.text.strip(), 'hegsHEGS', 'nbkpNBKP'))} {'wb'[it.seat()]}"),
}


# --------------------------------------------------------------------------- Pgx and PettingZoo


class Planes(Bridge):
    """Two planes of an observation: the stones of who observes, and those of the opponent."""

    def board(self) -> str:
        """The board as both players see it, who must agree."""
        views = [self.environment.observation(player) for player in (self.first, 1 - self.first)]
        first, second = stones(views[0], 0, 1), stones(views[1], 1, 0)
        return first if first == second else f"{first}\nthe second player sees\n{second}"


def stones(view: Any, x: int, o: int) -> str:
    return "\n".join("".join("x" if it[x] else "o" if it[o] else "." for it in row) for row in view.tolist())


class PgxOthello(Planes):
    """Where nobody can place a disc, Pgx wants both passes; the oracle's game is over before them."""

    limits = {"rows": (8, 8)}

    def move(self, names: List[str], path: Path) -> str:
        return "pass" if path[0] == 64 else cell(path[0] % 8, path[0] // 8 + 1)

    def follow(self, path: Path, move: str) -> None:
        super().follow(path, move)
        end = self.environment.copy()
        for _ in range(2):
            if end.actions() != [64]:
                return
            end.step(64)
        self.environment = end


class PgxChess(Bridge):
    """Actions and observations are those of the player to move, who sees the own side below."""

    players = ("white", "black")

    def move(self, names: List[str], path: Path) -> str:
        start, plane = divmod(path[0], 73)
        column, row = divmod(start, 8)
        right, up = pgx_direction(plane)
        ends = ((column, row), (column + right, row + up))
        text = "".join(cell(x, 8 - y if self.seat() else y + 1) for x, y in ends)
        if plane < 9:
            return text + "rbn"[plane // 3]
        is_promoted = row == 6 and up == 1 and self.view()[7 - row, column, 0]
        return text + ("q" if is_promoted else "")

    def view(self) -> Any:
        return self.environment.view()

    def position(self) -> str:
        view, is_white = self.view(), self.seat() == 0
        men = "PNBRQKpnbrqk." if is_white else "pnbrqkPNBRQK."
        rows = ["".join(men[[*square[:12], 1].index(1)] for square in row) for row in view]
        rights = zip("QKqk" if is_white else "qkQK", view[0, 0, 114:118])
        castling = "".join(sorted(right for right, has in rights if has)) or "-"
        played, quiet = round(view[0, 0, 113] * 512), round(view[0, 0, 118] * 100)
        board = fen_rows("/".join(rows if is_white else rows[::-1]))
        fen = f"{board} {'bw'[is_white]} {castling} - {quiet} {played // 2 + 1}"
        return with_en_passant(fen, self.last_move)


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
    variants = {"check": ["answered"], "repetition": ["threefold"], "moves-max": ["256"]}

    def move(self, names: List[str], path: Path) -> str:
        kind, square = divmod(path[0], 12)
        if kind >= 8:
            return f"{'CEG'[kind - 8]}*{self.square(square)}"
        right, down = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)][kind]
        return self.square(square) + self.square(square + 4 * right + down)

    def square(self, index: int) -> str:
        column, row = divmod(11 - index if self.seat() else index, 4)
        return cell(2 - column, row + 1)

    def record(self) -> str:
        view, is_first = self.environment.view(), self.seat() == 0
        men = "CEGLHceglh." if is_first else "ceglhCEGLH."
        rows = ["".join(men[[*square[:10], 1].index(1)] for square in row) for row in view]
        board = fen_rows("/".join(rows if is_first else [row[::-1] for row in rows[::-1]]))
        counts = (int(view[0, 0, it : it + 2].sum()) for it in range(10, 22, 2))
        held = (man * count for man, count in zip(men[:3] + men[5:8], counts))
        hands = "".join(sorted(held, key=lambda it: "GECgec".find(it[:1])))
        return f"{board} {'wb'[is_first]} {hands or '-'}"

    def position(self) -> str:
        return "\n".join([self.record(), *self.rules(), *(f"before {it}" for it in self.earlier)])


class PgxShogi(Bridge):
    """Actions and observations are those of the player to move, and squares go down columns from the right.
    An action names its direction and where it ends."""

    players = ("black", "white")
    variants = {"moves-max": ["512"]}
    # To the left and down, from the end of a move towards its start.
    back = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (-1, -1), (1, -1), (-1, 2), (1, 2)]

    def listed(self) -> List[Tuple[str, Path]]:
        self.mine = self.environment.view()[..., :14].any(-1)
        return super().listed()

    def move(self, names: List[str], path: Path) -> str:
        kind, end = divmod(path[0], 81)
        if kind >= 20:
            return f"{'PLNSBRG'[kind - 20]}*{self.square(end)}"
        column, row = divmod(end, 9)
        left, down = self.back[kind % 10]
        distance = 1
        while not self.mine[row + distance * down, 8 - column - distance * left]:
            distance += 1
        start = 9 * (column + distance * left) + row + distance * down
        return self.square(start) + self.square(end) + "+" * (kind >= 10)

    def square(self, index: int) -> str:
        column, row = divmod(80 - index if self.seat() else index, 9)
        return f"{column + 1}{LETTERS[row]}"

    def position(self) -> str:
        view, is_first = self.environment.view(), self.seat() == 0
        men = [*"PLNSBRGK", *(f"+{it}" for it in "PLNSBR")]
        men += [it.lower() for it in men]
        kinds = [*range(14), *range(31, 45)]
        rows = [[next((men[i] for i, it in enumerate(kinds) if square[it]), ".") for square in row] for row in view]
        board = fen_rows("/".join(map("".join, rows if is_first else [row[::-1] for row in rows[::-1]])))
        # An observation shows 8 pawns in hand at most.
        hands = zip("PLNSBRGplnsbrg", self.environment.state._x.hand.flatten().tolist())
        held = [(man if is_first else man.swapcase(), count) for man, count in hands if count]
        held.sort(key=lambda it: "RBGSNLPrbgsnlp".index(it[0]))
        hand = "".join(f"{count if count > 1 else ''}{man}" for man, count in held)
        return f"{board if is_first else board.swapcase()} {'wb'[is_first]} {hand or '-'}"


class PgxBackgammon(Bridge):
    """Pgx rolls within the last action of a turn, and as the game begins: the key of that is chosen so
    that the roll is nature's move. Until then the state is one with any other roll."""

    def __init__(self, setup: str, environment: Any):
        super().__init__(setup, environment)
        self.is_opening = True
        # Rolls with keys, while nature is to roll.
        self.roll: Any = environment.functions.inits

    def listed(self) -> List[Tuple[str, Path]]:
        dice = range(1, 7)
        if self.environment.returns() is not None:
            return []
        if self.is_opening:
            return [(f"x {a} o {b}", (a, b)) for a in dice for b in dice if a != b]
        if self.roll:
            return [(f"{a} {b}", (a, b)) for a in dice for b in dice if a >= b]
        return list({self.checker(action): (action,) for action in self.environment.actions()}.items())

    def checker(self, action: int) -> str:
        source, number = divmod(action, 6)
        return "pass" if source == 0 else f"{number + 1} from {'bar' if source == 1 else 26 - source}"

    def follow(self, path: Path, move: str) -> None:
        self.last_seat, player = self.seat(), self.environment.player()
        if self.roll:
            self.environment.state = self.rolled(path)
            if self.is_opening:
                # The board is the same from both sides: whoever begins has the higher number.
                begins = self.environment.player()
                self.first = begins if path[0] > path[1] else 1 - begins
            self.roll, self.is_opening = None, False
            return
        state = self.environment.state
        self.environment.step(path[0])
        if self.environment.player() != player:
            self.roll = lambda keys: self.environment.functions.steps(state, path[0], keys)

    def rolled(self, roll: Path) -> Any:
        wanted = sorted(roll * 2 if roll[0] == roll[1] else roll)
        return self.environment.drawn(self.roll, lambda seen: [dice_left(it) == wanted for it in seen])

    def position(self) -> str:
        return "\n".join([self.checkers(0), self.checkers(1), self.turn()])

    def checkers(self, seat: int) -> str:
        view = self.view().tolist()
        if seat == int(self.environment.player() != self.first):
            counts = [("bar", view[24]), *((24 - i, it) for i, it in enumerate(view[:24]))]
        else:
            counts = [("bar", -view[25]), *((24 - i, -it) for i, it in enumerate(view[23::-1]))]
        return " ".join([f"{'xo'[seat]}:", *(f"{point}*{count}" for point, count in counts if count > 0)])

    def view(self) -> Any:
        return self.environment.view()

    def turn(self) -> str:
        if self.is_opening:
            return "opening roll"
        if self.roll or self.environment.returns() is not None:
            return f"{self.mover()} to roll"
        return f"{self.mover()} to play {' '.join(map(str, reversed(dice_left(self.view()))))}"

    def won(self, returns: List[float]) -> str:
        return super().won(returns) + ["", "", " a gammon", " a backgammon"][round(abs(returns[0]))]


def dice_left(observation: Any) -> List[int]:
    counts = enumerate(observation[28:].tolist(), 1)
    return [number for number, count in counts for _ in range(int(count))]


class Pgx2048(Bridge):
    """Pgx puts the new tile within the action before: all that may follow is kept until nature moves.

    There is no goal; here the game is over at the one of the rule set."""

    limits = {"rows": (4, 4)}
    variants = {"goal": ["2048"]}
    score = 0

    def __init__(self, setup: str, environment: Any):
        super().__init__(setup, environment)
        tiles = [0 if it == "." else int(it).bit_length() - 1 for row in self.setup[:4] for it in row.split()]
        start = environment.drawn(environment.functions.inits, lambda seen: (boards(seen) == tiles).all(1))
        environment.state = start
        # After a slide, what nature may draw, and the board until then.
        self.draw: Any = None
        self.slid: Any = None

    def tiles(self) -> List[int]:
        it = boards(self.environment.observation(0)) if self.draw is None else self.slid
        return it.tolist()

    def listed(self) -> List[Tuple[str, Path]]:
        empty = [index for index, it in enumerate(self.tiles()) if it == 0]
        if self.draw:
            return [(f"{tile} at {cell(at % 4, at // 4 + 1)}", (at, tile // 2)) for at in empty for tile in (2, 4)]
        slides = ("left", "up", "right", "down")
        return [] if max(self.tiles()) >= 11 else [(slides[it], (it,)) for it in self.environment.actions()]

    def follow(self, path: Path, move: str) -> None:
        state, it = self.environment.state, self.environment
        if self.draw:
            at, power = path
            wanted = self.slid.tolist()
            wanted[at] = power
            it.state, self.draw = it.drawn(self.draw, lambda seen: (boards(seen) == wanted).all(1)), None
            return
        self.draw = lambda keys: it.functions.steps(state, path[0], keys)
        states = it.draws(self.draw)
        seen = boards(states.observation)
        # A new tile is not in one place, or not of one value.
        self.slid = seen.max(0) * (seen.max(0) == seen.min(0))
        self.score += round(states.rewards[0].item())

    def position(self) -> str:
        tiles = ["." if it == 0 else str(2**it) for it in self.tiles()]
        rows = [" ".join(tiles[4 * row : 4 * row + 4]) for row in range(4)]
        turn = "nature" if self.draw else "player"
        return "\n".join([*rows, "goal=2048", f"score {self.score}", f"{turn} to move"])

    def outcome(self) -> str:
        is_won = max(self.tiles()) >= 11
        return "won" if is_won else "playing" if self.draw or self.environment.actions() else "lost"


def boards(seen: Any) -> Any:
    """The powers of two of one or several observations."""
    return seen.argmax(-1).reshape(*seen.shape[:-3], 16)


PLANES_CONNECT_FOUR: Dict[str, Any] = dict(
    base=Planes, limits={"rows": (6, 6), "columns": (7, 7)}, move=lambda it, names, path: str(path[0] + 1))
GO_PLANES = type("GoPlanes", (Go, Planes), {
    "move": lambda it, names, path: go_point(path[0], it.environment.observation(0).shape[0])})

def pettingzoo_uci(it: Bridge, names: List[str], path: Path) -> str:
    from pettingzoo.classic.chess.chess_utils import action_to_move

    return action_to_move(it.environment.env.unwrapped.board, path[0], it.seat()).uci()


PGX: Dict[str, Entry] = {
    "2048": ("2048", Pgx2048),
    "animal-shogi": ("animal_shogi", PgxAnimalShogi),
    "backgammon": ("backgammon", PgxBackgammon),
    "chess": ("chess", PgxChess),
    "connect-four": entry("connect_four", **PLANES_CONNECT_FOUR),
    "go": entry(
        "go_9x9", GO_PLANES, arguments={"rows": "size", "komi": "komi"}, settings={"max_terminal_steps": 1000},
        lacks=("outcome",)),
    "hex": entry(
        "hex", Planes, limits={"rows": (11, 11)}, variants={"swap": ["yes"]},
        move=lambda it, names, path: "swap" if path[0] == 121 else cell(path[0] % 11, path[0] // 11 + 1)),
    "othello": ("othello", PgxOthello),
    "shogi": ("shogi", PgxShogi),
}
LUDAX: Dict[str, Entry] = {
    # An action is the cell where the disc comes to lie.
    "connect-four": entry(
        "connect_four", **{**PLANES_CONNECT_FOUR, "move": lambda it, names, path: str(path[0] % 7 + 1)}),
    "gomoku": entry(
        "gomoku", Planes, limits={"rows": (15, 15)}, variants={"overline": ["none"]},
        move=lambda it, names, path: cell(path[0] % 15, 15 - path[0] // 15)),
    "hex": entry(
        "hex", Planes, limits={"rows": (11, 11)}, variants={"swap": ["no"]},
        move=lambda it, names, path: cell(path[0] % 11, path[0] // 11 + 1)),
    "othello": ("reversi", PgxOthello),
}
PETTINGZOO: Dict[str, Entry] = {
    "chess": entry(
        "chess_v6", Bridge, players=("white", "black"), move=pettingzoo_uci,
        position=lambda it: it.environment.env.unwrapped.board.fen(en_passant="fen")),
    "connect-four": entry("connect_four_v3", **PLANES_CONNECT_FOUR),
    # Both agents see the stones of the one who moved last in the first plane.
    "go": entry(
        "go_v5", GO_PLANES,
        board=lambda it: stones(it.environment.observation(0), *((0, 1) if it.seat() else (1, 0)))),
}


# ------------------------------------------------------------------------------------ TextArena


class Arena(Judge):
    """A game with the board of its `game_state`, and the marks of both players."""

    marks = ("X", "O")

    def board(self) -> str:
        names = {self.marks[0]: "x", self.marks[1]: "o"}
        rows = self.environment.state.game_state["board"]
        return "\n".join("".join(names.get(mark, ".") for mark in row) for row in rows)


class ArenaOthello(Arena):
    """A player without a placement is skipped, whatever the action is."""

    marks = ("B", "W")
    limits = {"rows": (4, 8)}
    arguments = {"rows": "board_size"}

    def action(self, move: str) -> str:
        return re.sub(r"^([a-z])(\d+)$", lambda it: f"[{int(it[2]) - 1}, {LETTERS.index(it[1])}]", move)

    def legal(self, move: str) -> bool:
        if not super().legal(move):
            return False
        trial = self.copied()
        trial.environment.step(self.action(move))
        return (trial.board() == self.board()) == (move == "pass")


def arena_ultimate(it: Arena, move: str) -> str:
    if not re.fullmatch(r"[a-i][1-9]", move):
        return move
    column, row = LETTERS.index(move[0]), int(move[1]) - 1
    return f"[{row // 3 * 3 + column // 3} {row % 3 * 3 + column % 3}]"


TEXTARENA: Dict[str, Entry] = {
    "breakthrough": entry(
        "Breakthrough-v0", Arena, marks=("W", "B"), limits={"rows": (4, 8)}, arguments={"rows": "board_size"},
        action=lambda it, move: f"[{move}]", board=lambda it: flipped(Arena.board(it))),
    "connect-four": entry(
        "ConnectFour-v0", Arena, limits={"rows": (4, 9), "columns": (4, 9)},
        arguments={"rows": "num_rows", "columns": "num_cols"},
        action=lambda it, move: re.sub("^[1-9]$", lambda column: f"[col {int(column[0]) - 1}]", move)),
    "lines-of-action": entry(
        "LinesOfAction-v0", type("ArenaLines", (ForgetsAtCaptures, Arena), {}), marks=("O", "X"),
        limits={"rows": (8, 8)}, variants={"both": ["mover"], "repetition": ["threefold"]},
        action=lambda it, move: f"[{move}]"),
    "othello": ("Othello-v0", ArenaOthello),
    # A board that is won is filled with its winner, so that positions cannot be compared.
    "ultimate-tic-tac-toe": entry(
        "UltimateTicTacToe-v0", Arena, variants={"won": ["closed"]}, lacks=("position",), action=arena_ultimate),
}


# ------------------------------------------------------------------------- kaggle-environments


def kaggle_board(it: Judge) -> str:
    marks = "".join(".xo"[mark] for mark in it.environment.env.state[0].observation.board)
    width = it.environment.env.configuration.columns
    return "\n".join(marks[start : start + width] for start in range(0, len(marks), width))


KAGGLE: Dict[str, Entry] = {
    "connect-four": entry(
        "connectx", Judge, limits={"rows": (4, 9), "columns": (4, 9)}, board=kaggle_board,
        arguments={"rows": "rows", "columns": "columns"},
        action=lambda it, move: int(move) - 1 if re.fullmatch("[1-9]", move) else -1),
}

BRIDGES = {
    "openspiel": SPIEL, "pgx": PGX, "pettingzoo": PETTINGZOO, "ludax": LUDAX, "textarena": TEXTARENA, "kaggle": KAGGLE,
}


def bridge_for(rule_set: str, spec: Spec) -> Type[Bridge]:
    """The bridge of a game, which goes with one rule set."""
    known = BRIDGES.get(spec.package, {})
    game, bridge = known.get(rule_set, (None, Bridge))
    if game != spec.game:
        pairs = ", ".join(f"{game} ({name})" for name, (game, _) in known.items())
        raise UsageError(f"no bridge from {spec.package}:{spec.game} to {rule_set}; known: {pairs}")
    return bridge
