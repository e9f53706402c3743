# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""block_reduce and block_scan in kernels of one block: kinds, types, block sizes, items
per thread, clauses, regions."""

import numpy as np

from ops import fold_text, reduce, scan
from primtest.comparing import same
from primtest.elements import DTYPES, exact_input
from primtest.folds import FLOAT_KINDS, INTEGER_KINDS
from primtest.launches import block_kernel
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(6)


def items_type(ty, items):
    return ty if items == 1 else f"vector<{items}x{ty}>"


def add(name, text, inputs, wants, scalars=()):
    """A case. Outputs have the shapes and types of `wants`."""
    suite.function(name, text)
    outputs = [np.zeros(np.size(w), np.asarray(w).dtype) for w in wants]
    first = len(inputs)
    suite.case(
        name,
        name,
        [*inputs, *outputs, *scalars],
        same(*(np.atleast_1d(w) for w in wants)),
        outputs=len(wants),
        inout=range(first, first + len(outputs)),
    )


# One wave, less than one, several, several and a part of one, the largest.
SHAPES = [(64, 1), (20, 3), (256, 1), (256, 4), (100, 2), (1024, 1)]

for types, kinds in [(["i32", "i64"], INTEGER_KINDS), (["f32", "f64"], FLOAT_KINDS)]:
    for ty in types:
        for kind in kinds:
            for threads, items in SHAPES if kind == "add" else [(192, 2)]:
                x = exact_input(rng, kind, DTYPES[ty], threads * items)
                tail = f"{kind}_{ty}_{threads}x{items}"
                vector = items_type(ty, items)
                add(
                    f"block_reduce_{tail}",
                    block_kernel(
                        f"block_reduce_{tail}",
                        [ty],
                        threads,
                        items,
                        f"    %r = prim.block_reduce {kind} %v0 : {vector}\n",
                        [("%r", ty, "first")],
                    ),
                    [x],
                    reduce.of_arrays(kind, [x]),
                )
                add(
                    f"block_scan_{tail}",
                    block_kernel(
                        f"block_scan_{tail}",
                        [ty],
                        threads,
                        items,
                        f"    %r:3 = prim.block_scan both {kind} %v0 total : {vector}\n",
                        [
                            ("%r#0", ty, "items"),
                            ("%r#1", ty, "items"),
                            ("%r#2", ty, "first"),
                        ],
                    ),
                    [x],
                    scan.of_arrays(kind, [x], "both", total=True),
                )

# init, reverse, valid; a reduction whose result every thread gets.
for ty in ["i32", "f32", "i64"]:
    dtype = DTYPES[ty]
    x = rng.integers(-8, 9, 256 * 2).astype(dtype)
    vector = items_type(ty, 2)
    add(
        f"block_scan_init_{ty}",
        block_kernel(
            f"block_scan_init_{ty}",
            [ty],
            256,
            2,
            f"    %r:2 = prim.block_scan exclusive add %v0 init(%z) total : {vector}\n",
            [("%r#0", ty, "items"), ("%r#1", ty, "first")],
            [("z", ty)],
        ),
        [x],
        scan.of_arrays("add", [x], "exclusive", [10], total=True),
        [10],
    )
    add(
        f"block_scan_reverse_{ty}",
        block_kernel(
            f"block_scan_reverse_{ty}",
            [ty],
            256,
            2,
            f"    %r = prim.block_scan inclusive add %v0 reverse : {vector}\n",
            [("%r", ty, "items")],
        ),
        [x],
        scan.of_arrays("add", [x], reverse=True),
    )
    for valid in [0, 1, 63, 65, 300, 512]:
        add(
            f"block_reduce_valid_{ty}_{valid}",
            block_kernel(
                f"block_reduce_valid_{ty}_{valid}",
                [ty],
                256,
                2,
                f"    %r = prim.block_reduce add %v0 valid(%n) all : {vector}\n"
                f"    %s = {'vector.broadcast %r : ' + ty + ' to ' + vector}\n",
                [("%s", ty, "items")],
                [("n", "i32")],
            ),
            [x],
            [np.full(512, x[:valid].sum(), dtype)],
            [valid],
        )

# Regions: combiners that do not commute; tuples.
for ty in ["i32", "i64"]:
    for threads, items in [(256, 1), (96, 3)]:
        n = threads * items
        a, b = (exact_input(rng, "add", DTYPES[ty], n) for _ in range(2))
        vector = items_type(ty, items)
        tail = f"affine_{ty}_{threads}x{items}"
        region = fold_text.affine(ty)
        add(
            f"block_scan_{tail}",
            block_kernel(
                f"block_scan_{tail}",
                [ty, ty],
                threads,
                items,
                f"    %r:2 = prim.block_scan inclusive %v0, %v1 {region} : {vector}, {vector}\n",
                [("%r#0", ty, "items"), ("%r#1", ty, "items")],
            ),
            [a, b],
            scan.of_arrays("affine", [a, b]),
        )
        add(
            f"block_reduce_{tail}",
            block_kernel(
                f"block_reduce_{tail}",
                [ty, ty],
                threads,
                items,
                f"    %r:2 = prim.block_reduce %v0, %v1 {region} : {vector}, {vector}\n",
                [("%r#0", ty, "first"), ("%r#1", ty, "first")],
            ),
            [a, b],
            reduce.of_arrays("affine", [a, b]),
        )

# Blocks of so many waves that lanes fold the waves' results, with counts of valid items
# up to and beyond the number of items. The combiner has no identity.
for threads in [480, 640, 1024]:
    name = f"block_valid_{threads}"
    rest = fold_text.affine("i32") + " : i32, i32\n"
    suite.function(
        name,
        block_kernel(
            name,
            ["i32", "i32"],
            threads,
            1,
            f"    %f:4 = prim.block_scan inclusive %v0, %v1 valid(%n) total {rest}"
            f"    %r:2 = prim.block_scan inclusive %v0, %v1 valid(%n) reverse {rest}"
            f"    %t:2 = prim.block_reduce %v0, %v1 valid(%n) all {rest}",
            [(f"%{v}#{i}", "i32", "items") for v in "frt" for i in range(2)]
            + [("%f#2", "i32", "first"), ("%f#3", "i32", "first")],
            [("n", "i32")],
        ),
    )
    maps = [rng.integers(-9, 9, threads).astype(np.int32) for _ in range(2)]
    for valid in [1, 32, threads - 1, threads, threads + 1, 3 * threads, 2**31 - 1]:
        counted = min(valid, threads)

        def check(outputs, counted=counted, maps=maps):
            a, b = (m.astype(object) for m in maps)
            up, down = [(1, 0)], [(1, 0)]
            for i in range(counted):
                x, y = up[-1]
                up.append((a[i] * x, a[i] * y + b[i]))
                # This element comes first, followed by the later ones.
                x, y = down[-1]
                at = counted - 1 - i
                down.append((x * a[at], x * b[at] + y))
            total = np.array([up[-1]] * len(a), object)
            wants = [np.array(up[1:], object), np.array(down[:0:-1], object), total]
            for i, want in enumerate(wants):
                for member in range(2):
                    have = outputs[2 * i + member][: len(want)]
                    low = (want[:, member] & 0xFFFFFFFF).astype(np.uint32)
                    if not np.array_equal(have.view(np.uint32), low):
                        return f"result {2 * i + member} differs"
            for member in range(2):
                low = np.uint32(total[0, member] & 0xFFFFFFFF)
                if outputs[6 + member].view(np.uint32)[0] != low:
                    return f"total {member} differs"
            return None

        outputs = [np.zeros(threads, np.int32)] * 6 + [np.zeros(1, np.int32)] * 2
        suite.case(
            f"{name} of {valid}",
            name,
            [*maps, *outputs, valid],
            check,
            outputs=8,
            inout=range(2, 10),
        )

suite.run()
