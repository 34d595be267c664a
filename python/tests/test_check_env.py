"""Each check finds a fault that is planted in a small package like the one that it is for."""

import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Optional

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "fakes"), str(HERE.parent)]

from importlib import import_module  # noqa: E402

from twinboard.check_env import Case, Checker, script, shorter  # noqa: E402
from twinboard.environments import Spec  # noqa: E402

# The fault for each check of a package, besides those that other checks find, too.
FAULTS = {
    "openspiel:nim": {
        "legal_actions_are_accepted": "refuses",
        "actions_are_in_order": "order",
        "there_is_an_action_unless_the_game_is_over": "stuck",
        "mask_is_the_list": "mask",
        "names_of_actions_are_read_back": "names",
        "returns_are_within_bounds": "utility",
        "rewards_add_up_to_returns": "rewards",
        "final_rewards_come_at_the_end": "early",
        "clone_goes_on_like_the_original": "clone",
        "serialized_state_goes_on": "serialize",
        "pickled_state_goes_on": "pickle",
        "undo_restores_the_state": "undo",
        "same_actions_give_the_same_state": "chaos",
        "chance_is_certain": "chance",
        "tensors_have_the_declared_size": "tensor",
        "illegal_action_is_refused": "illegal",
        "length_is_within_its_limit": "length",
        "instances_do_not_disturb_each_other": "shared",
    },
    "pgx:nim": {
        "legal_actions_are_accepted": "refuses",
        "mask_has_a_legal_action": "mask",
        "observation_is_that_of_the_player_to_move": "observation",
        "players_are_numbered": "player",
        "step_keeps_its_argument": "argument",
        "same_keys_and_actions_give_the_same_state": "chaos",
        "batch_steps_like_single_games": "batch",
        "step_after_the_end_does_nothing": "end",
        "illegal_action_ends_the_game": "illegal",
    },
    "pettingzoo:nim_v0": {
        "legal_actions_are_accepted": "refuses",
        "observation_is_in_its_space": "space",
        "mask_has_a_legal_action": "stuck",
        "mask_of_others_is_zero": "others",
        "last_agrees_with_the_rest": "last",
        "observing_changes_nothing": "observing",
        "same_seed_and_actions_give_the_same_game": "chaos",
        "reset_begins_a_new_game": "reset",
        "instances_do_not_disturb_each_other": "shared",
        "other_sizes_do_not_disturb": "size",
        "illegal_action_ends_the_game": "illegal",
        "finished_agents_are_removed": "finished",
    },
    "gymnasium:Nim-v0": {
        "reset_returns_a_pair": "pair",
        "legal_actions_are_accepted": "refuses",
        "observation_is_in_its_space": "space",
        "results_have_their_types": "reward",
        "mask_has_an_action": "stuck",
        "same_seed_and_actions_give_the_same_game": "chaos",
        "reset_begins_a_new_game": "reset",
        "instances_do_not_disturb_each_other": "shared",
        "game_ends_at_its_limit": "limit",
    },
    "jumanji:Nim-v0": {
        "actions_are_accepted": "refuses",
        "time_steps_are_in_their_specs": "spec",
        "first_time_step_is_the_first": "first",
        "mask_has_an_action": "stuck",
        "same_key_and_actions_give_the_same_game": "chaos",
        "batch_steps_like_single_games": "batch",
        "game_ends_at_its_limit": "limit",
    },
    "textarena:Nim-v0": {
        "actions_are_answered": "refuses",
        "results_have_their_types": "results",
        "rewards_come_at_the_end": "rewards",
        "invalid_action_is_forgiven": "forgiven",
        "invalid_actions_lose": "lose",
        "same_seed_and_actions_give_the_same_game": "chaos",
        "reset_begins_a_new_game": "reset",
        "copy_goes_on_like_the_original": "copy",
        "game_ends_at_its_limit": "limit",
    },
}

# Faults of another kind, which are found by checks that find one above.
OTHERS = [
    ("pgx:nim", "seeds", "players_are_numbered"),
    ("pettingzoo:nim_v0", "seeds", "observation_is_in_its_space"),
    ("gymnasium:Nim-v0", "seeds", "results_have_their_types"),
    ("gymnasium:Nim-v0", "text", "results_have_their_types"),
    ("jumanji:Nim-v0", "seeds", "first_time_step_is_the_first"),
    ("textarena:Nim-v0", "seeds", "rewards_come_at_the_end"),
    ("textarena:Nim-v0", "text", "rewards_come_at_the_end"),
    ("textarena:Nim-v0", "leaves", "actions_are_answered"),
]


def checker(game: str, fault: Optional[str] = None) -> Checker:
    os.environ["FAULT"] = fault or ""
    spec = Spec.parse(game)
    return Checker(import_module(f"twinboard.check_env.{spec.package}"), spec, 1, lambda *_: None)


def findings(it: Checker) -> dict:
    found = it.findings(lambda games: games < 12)
    return {finding.check.function.__name__: finding for finding in found}


class Checks(unittest.TestCase):
    def test_a_sound_game_has_no_findings(self) -> None:
        for game in FAULTS:
            with self.subTest(game):
                self.assertEqual(findings(checker(game)), {})

    def test_each_check_finds_its_fault(self) -> None:
        for game, faults in FAULTS.items():
            names = [it.function.__name__ for it in checker(game).module.CHECKS]
            self.assertEqual(names, list(faults))
            for name, fault in faults.items():
                with self.subTest(game=game, check=name):
                    self.assertIn(name, findings(checker(game, fault)))

    def test_faults_of_some_seeds_and_of_other_kinds_are_found(self) -> None:
        for game, fault, name in OTHERS:
            with self.subTest(game=game, fault=fault):
                it = checker(game, fault)
                found = findings(it)
                self.assertEqual(list(found), [name])
                with self.assertRaises((Exception, SystemExit)):
                    exec(script(it, found[name], "# pip install nim"), {})

    def test_an_error_is_one_finding(self) -> None:
        for game in FAULTS:
            with self.subTest(game):
                calls = 2 if game in ("pgx:nim", "jumanji:Nim-v0") else 1  # A batch is another call.
                self.assertEqual(len(findings(checker(game, "refuses"))), calls)
        self.assertEqual(list(findings(checker("gymnasium:Nim-v0", "pair"))), ["reset_returns_a_pair"])

    def test_what_is_equal_is_no_finding(self) -> None:
        self.assertEqual(list(findings(checker("gymnasium:Nim-v0", "equal"))), [])

    def test_the_middle_of_a_large_array_is_compared(self) -> None:
        found = findings(checker("gymnasium:Nim-v0", "picture"))["same_seed_and_actions_give_the_same_game"]
        self.assertRegex(found.message, r"^once \[\[0, \d, 0\.5\], .*, once \[\[0, \d, 0\.5\]")

    def test_a_script_shows_the_finding_on_a_page(self) -> None:
        for game, faults in FAULTS.items():
            for name, fault in faults.items():
                with self.subTest(game=game, check=name):
                    it = checker(game, fault)
                    text = script(it, findings(it)[name], "# pip install nim")
                    self.assertLessEqual(len(text.splitlines()), 36, text)
                    with self.assertRaises(Exception):
                        exec(text, {})
                    os.environ["FAULT"] = ""
                    exec(text, {})

    def test_a_finding_is_shrunk(self) -> None:
        found = findings(checker("openspiel:nim", "early"))["final_rewards_come_at_the_end"]
        self.assertEqual((len(found.case.before), found.case.after), (3, []))

    def test_pieces_are_left_out_of_both_parts_of_a_case(self) -> None:
        smaller = list(shorter(Case([1, 2, 3], [4]), 2))
        self.assertEqual(smaller, [Case([3], [4]), Case([1, 2], [4]), Case([1, 2, 3], [])])


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[:2])}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment)


class Command(unittest.TestCase):
    def check(self, game: str, fault: str = "") -> "subprocess.CompletedProcess[str]":
        os.environ["FAULT"] = fault
        return run("-m", "twinboard.check_env", game, "--games", "3")

    def test_the_exit_code_says_whether_something_is_found(self) -> None:
        done = self.check("openspiel:nim")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("not checked: batches (OpenSpiel has none)\n18 checks", done.stdout)
        done = self.check("openspiel:nim", "undo")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("FINDING openspiel:nim: undo restores the state: undo_action leads to", done.stdout)
        self.assertNotIn("not confirmed", done.stdout)

    def test_a_game_that_cannot_be_played_again_is_undecided(self) -> None:
        done = self.check("openspiel:nim", "sampled")
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("instances do not disturb each other (chance is sampled within the game", done.stdout)

    def test_unknown_names_are_bad_usage(self) -> None:
        for game, message in {
            "chess": "unknown package 'chess'; known: openspiel, ",
            "openspiel:go": "openspiel has no game 'go'; known: nim",
            "openspiel:nim(": "expected PACKAGE:GAME",
            "textarena:Nim": "textarena has no game 'Nim'; known: Nim-v0",
        }.items():
            done = self.check(game)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(message, done.stderr)

    def test_an_environment_of_ones_own_needs_no_limit(self) -> None:
        done = self.check("gymnasium:own_games:Own-v0")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("not checked: game ends at its limit (the game has no `max_episode_steps`)", done.stdout)
        for game, message in {
            "gymnasium:own_games:Other-v0": "gymnasium has no game 'own_games:Other-v0'; known: Nim-v0, Own-v0",
            "gymnasium:no_games:Own-v0": "cannot import no_games: ModuleNotFoundError: No module named 'no_games'",
        }.items():
            done = self.check(game)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(message, done.stderr)

    def test_the_end_of_the_process_is_a_finding(self) -> None:
        for fault, how in {
            "crash": "signal 6",
            **{f"exit {code}": f"exit code {code}" for code in (0, 1, 2, 3, 70)},
        }.items():
            with self.subTest(fault):
                done = self.check("openspiel:nim", fault)
                self.assertEqual(done.returncode, 1, done)
                self.assertRegex(done.stdout, rf"the process ended with {how} in: action \d after \[\d, \d\] in a game")
        done = self.check("openspiel:nim", "raises SystemExit")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("FINDING openspiel:nim: legal actions are accepted: SystemExit: 0", done.stdout)
        self.assertNotIn("not confirmed", done.stdout)


if __name__ == "__main__":
    unittest.main()
