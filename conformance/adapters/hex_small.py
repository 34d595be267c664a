"""hexgame-server of PyPI: its first player goes from the left to the right, so rows and columns are exchanged."""

import small


class HexgameServer(small.Game):
    limits = {"rows": (1, 13), "columns": "rows"}
    variants = {"swap": ["no"]}

    def __init__(self, setup):
        for name in ("fastapi",):
            small.sys.modules.setdefault(name, small.types.ModuleType(name))  # only its server needs it
            small.sys.modules[name].WebSocket = object
        from hexgame_server import game, models

        *rows, _swap, side = setup.strip().split("\n")
        self.game, self.models, size = game, models, len(rows)
        self.players = {"x": game.PLAYER_1, "o": game.PLAYER_2}
        board = [[self.players.get(rows[row][column], 0) for row in range(size)] for column in range(size)]
        self.state = models.HexGameState(size, board, self.players[side[0]])
        for player in self.players.values():
            if game.check_winner(board, size, player):
                self.state.winner = player

    def play(self, move):
        place = small.parsed(move, self.state.board_size, self.state.board_size)
        return bool(place) and self.game.apply_move(self.state, self.state.current_turn, *place).accepted

    def legal(self, move):
        return self.copy().play(move)

    def outcome(self):
        return {None: "playing", self.players["x"]: "x wins", self.players["o"]: "o wins"}[self.state.winner]


small.serve("hex", [HexgameServer])
