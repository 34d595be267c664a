"""As much of JAX as the checks of Pgx call, without compilation."""

from types import SimpleNamespace

from faults import planted

config = SimpleNamespace(update=lambda name, value: None)
random = SimpleNamespace(PRNGKey=lambda number: number)


class tree:
    leaves = staticmethod(lambda it: [it])

    @staticmethod
    def map(function, *states):
        if isinstance(states[0], tuple):
            return tuple(tree.map(function, *it) for it in zip(*states))
        changed = {name: function(*(vars(it)[name] for it in states)) for name in vars(states[0])}
        return states[0].replace(**changed)


def jit(function):
    return function


def vmap(function, in_axes):
    def batched(states, *others):
        single = [tree.map(lambda it: it[i], states) for i in range(2)]
        stepped = [function(state, *others) for state in single]
        return tree.map(lambda *it: [0] * len(it) if planted("batch") else list(it), *stepped)

    return batched


numpy = SimpleNamespace(stack=list, asarray=lambda it: it)
