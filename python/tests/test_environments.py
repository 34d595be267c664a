"""Bridges: names of games, paths of actions that are one move, and texts that packages do not give."""

import sys
import unittest
from pathlib import Path
from typing import Any, List, Optional
from unittest.mock import patch

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "fakes"), str(HERE.parent)]

from twinboard.environments import Environment, Spec, UsageError, load  # noqa: E402
from twinboard.environments.bridge import Bridge, engine_of  # noqa: E402
from twinboard.environments.games import KAGGLE, LUDAX, SPIEL  # noqa: E402
from twinboard.environments.games import draughts_move, pgx_direction, with_en_passant  # noqa: E402


class Steps(Environment):
    """The players say `left` or `right` twice each turn; the game ends after two turns."""

    def __init__(self, spec: Spec):
        self.said: List[str] = []

    def actions(self) -> List[Any]:
        return ["left", "right"] if self.returns() is None else []

    def player(self) -> int:
        return 1 - len(self.said) // 2 % 2

    def step(self, action: Any) -> None:
        self.said.append(action)

    def returns(self) -> Optional[List[float]]:
        return [1.0, -1.0] if len(self.said) == 4 else None

    def copy(self) -> "Steps":
        other = Steps(Spec("", "", {}))
        other.said = list(self.said)
        return other


class StepsBridge(Bridge):
    joins_actions = True
    variants = {"length": ["4", "6"]}
    arguments = {"rows": "size", "length": "length"}
    limits = {"rows": (1, 9)}

    def move(self, names: List[str], path: Any) -> str:
        return "+".join(names)

    def board(self) -> str:
        return " ".join(self.environment.said) or "-"

    def record(self) -> str:
        return self.board()


SETUP = "-\nlength=4\nx to move"


class Engines(unittest.TestCase):
    def engine(self, arguments: str = "") -> type:
        return engine_of(StepsBridge, Steps, Spec.parse(f"openspiel:steps({arguments})"))

    def test_actions_of_one_player_are_one_move(self) -> None:
        game = self.engine()(SETUP)
        self.assertEqual(sorted(game.moves()), ["left+left", "left+right", "right+left", "right+right"])
        self.assertFalse(game.play("left"))
        copy = game.copy()
        self.assertTrue(game.play("left+right"))
        self.assertEqual(game.position(), "left right\nlength=4\no to move\nbefore -")
        self.assertEqual(copy.position(), SETUP)

    def test_the_one_who_begins_is_the_first_player(self) -> None:
        game = self.engine()(SETUP)
        for _ in range(2):
            self.assertEqual(game.outcome(), "playing")
            game.play("left+left")
        self.assertEqual((game.outcome(), game.moves()), ("o wins", []))
        self.assertIn("x to move", game.position())

    def test_arguments_of_the_command_line_narrow_limits_and_variants(self) -> None:
        self.assertEqual(self.engine().limits, {"rows": (1, 9)})
        narrow = self.engine("size=5,length=6")
        self.assertEqual((narrow.limits, narrow.variants), ({"rows": (5, 5)}, {"length": ["6"]}))


class Names(unittest.TestCase):
    def test_a_game_has_a_package_and_arguments(self) -> None:
        spec = Spec.parse("pettingzoo:go_v5(board_size=9, komi=6.5, name=x, swap=true)")
        self.assertEqual(spec.arguments, {"board_size": 9, "komi": 6.5, "name": "x", "swap": True})

    def test_a_missing_package_and_an_unknown_game_are_said(self) -> None:
        with self.assertRaisesRegex(UsageError, r"textarena is not installed: `pip install 'textarena'`"):
            with patch("importlib.util.find_spec", return_value=None):
                load(Spec.parse("textarena:Chess-v0"))
        with self.assertRaisesRegex(UsageError, "no game 'go'; known: nim"):
            load(Spec.parse("openspiel:go"))


class Texts(unittest.TestCase):
    def test_captures_are_named_from_the_top(self) -> None:
        self.assertEqual(draughts_move([(5, 0), (4, 1)]), "21-17")
        self.assertEqual(draughts_move([(7, 2), (5, 4), (3, 2)]), "30x14:18,26")

    def test_a_double_step_leaves_its_square(self) -> None:
        fen = "8/8/8/8/4P3/8/8/8 b - - 0 1"
        self.assertEqual(with_en_passant(fen, "e2e4"), "8/8/8/8/4P3/8/8/8 b - e3 0 1")
        for other in ("e3e4", "d2e4", ""):
            self.assertEqual(with_en_passant(fen, other), fen)

    def test_actions_read_as_moves(self) -> None:
        setup = "........\n" * 6 + "x to move"
        breakthrough, gomoku, connectx = (
            table[name][1](setup, Steps(Spec("", "", {})))
            for table, name in ((SPIEL, "breakthrough"), (LUDAX, "gomoku"), (KAGGLE, "connect-four"))
        )
        self.assertEqual(breakthrough.move(["a2b3*"], (0,)), "a5b4")
        self.assertEqual([gomoku.move([], (it,)) for it in (0, 224)], ["a15", "o1"])
        self.assertEqual([connectx.action(it) for it in ("3", "x3", "10")], [2, -1, -1])

    def test_planes_of_pgx_are_directions(self) -> None:
        planes = {0: (0, 1), 2: (-1, 1), 9: (0, -7), 16: (0, 1), 22: (0, 7), 30: (1, 0), 65: (-2, -1)}
        self.assertEqual({plane: pgx_direction(plane) for plane in planes}, planes)
        self.assertEqual(len({pgx_direction(plane) for plane in range(9, 73)}), 64)


if __name__ == "__main__":
    unittest.main()
