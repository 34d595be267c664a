"""As much of NumPy as the checks of Pgx call, with lists."""

import builtins


class Array(list):
    dtype = bool
    shape = property(lambda self: (len(self),))
    any = lambda self: any(self)
    all = lambda self: all(self)
    sum = lambda self: sum(self)
    tolist = lambda self: list(self)
    __invert__ = lambda self: Array(not it for it in self)


ndarray = array = asarray = Array
array_equal = lambda one, other: one == other
allclose = lambda one, other, *_, **__: one == other
argmax = lambda values: values.index(max(values))
flatnonzero = lambda values: Array(index for index, it in enumerate(values) if it)
zeros_like = lambda values: Array([0] * len(values))
any = lambda it: bool(it) if isinstance(it, int) else builtins.any(it)
ndim = lambda number: 0
