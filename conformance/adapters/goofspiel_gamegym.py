"""gamegym of PyPI, in which the second player bids after the first one, without seeing that bid."""

import small
from gamegym.games import Goofspiel


def line(name, words):
    return " ".join([name + ":", *map(str, words)])


class Game:
    variants = {"ties": ["discarded"], "bids": ["open", "sealed"]}

    def __init__(self, setup):
        self.rules, *lines = setup.strip().split("\n")
        prizes, first, second = (list(map(int, it.split()[1:])) for it in lines)
        self.game = Goofspiel(int(self.rules.split()[0].split("=")[1]))
        self.state = self.game.start()
        for bids in zip(prizes, first, second):
            self.state = self.game.play_sequence(bids, start=self.state)
        if len(prizes) > len(first):
            self.state = self.state.play(prizes[-1])

    def moves(self):
        if self.state.is_chance():
            return [f"prize {it}" for it in self.state.actions]
        return [f"{bid} {answer}" for bid in self.state.actions for answer in self.state.play(bid).actions]

    def play(self, move):
        if move not in self.moves():
            return False
        words = move.removeprefix("prize ").split()
        self.state = self.game.play_sequence(map(int, words), start=self.state)
        return True

    def copy(self):
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        return other

    def position(self):
        history = self.state.history
        lines = (line(name, history[at::3]) for at, name in enumerate(["prizes", "first", "second"]))
        return "\n".join([self.rules, *lines])

    def outcome(self):
        if not self.state.is_terminal():
            return "playing"
        points = self.state.payoff[0]
        return "draw" if points == 0 else "first wins" if points > 0 else "second wins"

    def observe(self):
        """A player sees a prize, the own bid and whether it has won, again and again."""
        if "sealed" not in self.rules:
            return {}
        views = {}
        for player, name in enumerate(["first", "second"]):
            seen = self.state.observations[player]
            winners = [{1: name, -1: "second" if player == 0 else "first", 0: "nobody"}[it] for it in seen[2::3]]
            views["view-" + name] = "; ".join([line("prizes", seen[0::3]), line(name, seen[1::3]), line("winners", winners)])
        return views


small.twinboard.serve(Game, rule_set="goofspiel")
