"""What adapters of small packages share: a class for each, named on the command line."""

import copy
import importlib.util
import re
import sys
import types

import twinboard

Unsupported = twinboard.Unsupported


class Game:
    def copy(self):
        modules = {id(it): it for it in vars(self).values() if isinstance(it, types.ModuleType)}
        return copy.deepcopy(self, modules)


def cell(row, column):
    return chr(ord("a") + column) + str(row + 1)


def parsed(move, rows, columns):
    """The row and column of a cell, from 0 on, if the board has it."""
    named = re.fullmatch("([a-t])([1-9][0-9]?)", move)
    place = (int(named[2]) - 1, ord(named[1]) - ord("a")) if named else (rows, columns)
    return place if place[0] < rows and place[1] < columns else None


def judges():
    """Whether moves that are not listed are handed to the package."""
    return "judge" in sys.argv


def load(package, file):
    """A file of a package that cannot be imported as a whole."""
    folder = importlib.util.find_spec(package).submodule_search_locations[0]
    spec = importlib.util.spec_from_file_location(file.replace("/", "_"), f"{folder}/{file}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def serve(rule_set, classes):
    twinboard.serve({it.__name__: it for it in classes}[sys.argv[1]], rule_set=rule_set)
