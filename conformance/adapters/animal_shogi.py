"""doubutsushogi and pyffish of PyPI: `animal_shogi.py doubutsushogi`."""

import sys

import twinboard

NAMES = [f"{column}{row}" for row in "1234" for column in "abc"]


class doubutsushogi:
    def __init__(self, setup):
        from doubutsushogi.game import State

        self.theirs = str.maketrans("LGECHlgech", "LKZHNlkzhn")
        board, side, hands = setup.split()
        cells = board.replace("/", "").translate(self.theirs)
        cells = "".join("." * int(it) if it.isdigit() else it for it in cells)
        counts = "".join(str(hands.count(it)) for it in "CEGceg")
        self.state = State.from_text(cells + counts + ("1" if side == "b" else "2"))

    def listed(self):
        if self.state.status:
            return {}
        letters = dict(zip(range(1, 6), "CEGHL"))
        start = lambda it: NAMES[it.index_from] if it.index_from < 12 else letters[it.piece] + "*"
        return {start(it) + NAMES[it.index_to]: it for it in self.state.valid_actions}

    def make(self, action):
        self.state = self.state.action_result(action)

    def outcome(self):
        return ["playing", "black wins", "white wins"][self.state.status]


class pyffish:
    """Rows are counted from the bottom, and a move of a chick to the last row has a plus."""

    def __init__(self, setup):
        board, side, hands = setup.split()
        self.fen = f"{board}[{hands.strip('-')}] {'w' if side == 'b' else 'b'} 0 1"
        self.played = []

    def ask(self, function, *more):
        return getattr(__import__("pyffish"), function)("dobutsu", self.fen, self.played, *more)

    def listed(self):
        if self.ask("is_immediate_game_end")[0]:
            return {}
        turned = str.maketrans("1234@", "4321*")
        return {move.translate(turned).rstrip("+"): move for move in self.ask("legal_moves")}

    def make(self, move):
        self.played.append(move)

    def outcome(self):
        over, result = self.ask("is_immediate_game_end")
        if not over and self.listed():
            return "playing"
        first = (self.fen.split()[1] == "w") == (len(self.played) % 2 == 0)
        won = result > 0 if over else False
        return "black wins" if won == first else "white wins"


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise twinboard.Unsupported("answers to check, and repetition")
        self.board = globals()[sys.argv[1]](setup.strip())

    def moves(self):
        return list(self.board.listed())

    def play(self, text):
        move = self.board.listed().get(text)
        if move is not None:
            self.board.make(move)
        return move is not None

    def outcome(self):
        return self.board.outcome()


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="animal-shogi")
