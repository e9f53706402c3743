# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of 20,000 elements under --limits=max-blocks=150,look-back-window=3:
157 tiles, so that blocks take two tiles, the last block folds several partial
results per lane, look-backs go through many windows, and the histogram's blocks
come round again. The operators tell every wrong order and every tile that is
left out or met twice."""

import numpy as np
import programs
from harness import DTYPES, Suite, prefix, same

TILE = (64, 2)
N = 20000

suite = Suite()
rng = np.random.default_rng(19)


def affine_prefixes(a, b):
    """All inclusive compositions of x -> a x + b, wrapping."""
    states = np.empty((2, len(a)), a.dtype)
    state = a.dtype.type(1), a.dtype.type(0)
    with np.errstate(over="ignore"):
        for i in range(len(a)):
            state = a[i] * state[0], a[i] * state[1] + b[i]
            states[:, i] = state
    return states


identity = ["1", "0"]
for ty in ["i32", "i64"]:
    info = np.iinfo(DTYPES[ty])
    a, b = (rng.integers(info.min, info.max, N, DTYPES[ty]) | 1 for _ in range(2))
    wants = affine_prefixes(a, b)
    combiner = programs.affine(ty)
    # With an identity and without one: presence is tracked beside the value.
    for given in [identity, None]:
        name = f"scan_{ty}{'_identity' if given else ''}"
        suite.function(
            name,
            programs.scan(name, [ty] * 2, combiner, identity=given, tile=TILE),
        )
        suite.case(name, name, [a, b], same(*wants), outputs=2)
    # A reverse scan keeps the later element on the right.
    name = f"scan_reverse_last_{ty}"
    suite.function(
        name, programs.scan(name, [ty], programs.last(ty), reverse=True, tile=TILE)
    )
    suite.case(name, name, [b], same(np.full(N, b[-1])))

    name = f"reduce_{ty}"
    suite.function(
        name,
        programs.reduce(
            name, [ty] * 2, combiner, identity=identity, init=True, tile=TILE
        ),
    )
    with np.errstate(over="ignore"):
        first = wants[0][-1] * a.dtype.type(3)
        second = wants[0][-1] * a.dtype.type(5) + wants[1][-1]
    suite.case(name, name, [a, b, 3, 5], same(first, second), outputs=2)

for kind, ty in [("add", "i32"), ("minsi", "i64"), ("maxnumf", "f32")]:
    x = rng.integers(-1000, 1000, N).astype(DTYPES[ty])
    for mode in ["inclusive", "exclusive"]:
        name = f"scan_{mode}_{kind}_{ty}"
        suite.function(name, programs.scan(name, [ty], kind, mode, tile=TILE))
        suite.case(name, name, [x], same(prefix(kind, x, mode)))
    name = f"reduce_{kind}_{ty}"
    suite.function(name, programs.reduce(name, [ty], kind, tile=TILE))
    suite.case(name, name, [x], same(prefix(kind, x, "inclusive")[-1]))

keys = rng.integers(-500, 500, N).astype(np.int32)
values = np.arange(N, dtype=np.float64)
order = np.argsort(keys, kind="stable")
suite.function("sort", programs.sort("sort", ["i32", "f64"], "slt", tile=TILE))
suite.case("sort", "sort", [keys, values], same(keys[order], values[order]), outputs=2)

suite.run()
