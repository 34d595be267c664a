"""As much of JAX as the checks of Pgx call, without compilation."""

from types import SimpleNamespace

from faults import planted

config = SimpleNamespace(update=lambda name, value: None)
random = SimpleNamespace(
    PRNGKey=lambda number: number,
    split=lambda key, counts: [[key] * counts[1]] * counts[0],
    categorical=lambda key, masks: [mask.index(True) for mask in masks],
)


class tree:
    leaves = staticmethod(lambda it: list(vars(it).values()) if isinstance(it, SimpleNamespace) else [it])
    leaves_with_path = staticmethod(lambda it: [((name,), value) for name, value in vars(it).items()])

    @staticmethod
    def map(function, *states):
        if isinstance(states[0], tuple):
            return tuple(tree.map(function, *it) for it in zip(*states))
        changed = {name: function(*(vars(it)[name] for it in states)) for name in vars(states[0])}
        return states[0].replace(**changed)


def jit(function):
    return function


def vmap(function):
    def batched(*games):
        stepped = [function(*game) for game in single(games)]
        return tree.map(lambda *it: [0] * len(it) if planted("batch") else list(it), *stepped)

    return batched


def single(games):
    """The games of a batch, of which each part is a list or a state of lists."""
    count = len(next(it for it in games if isinstance(it, list)))
    part = lambda it, i: it[i] if isinstance(it, list) else tree.map(lambda parts: parts[i], it)
    return [tuple(part(it, i) for it in games) for i in range(count)]


lax = SimpleNamespace(map=lambda function, games: tree.map(lambda *it: list(it), *map(function, single(games))))
numpy = SimpleNamespace(stack=list, asarray=lambda it: it, log=lambda it: it)
