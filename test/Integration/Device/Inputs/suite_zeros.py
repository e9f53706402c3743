# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of only -0.0, in which every zero that does not belong there is visible.

A fold of any number of elements is -0.0 for any division into lanes, waves and tiles.
The first exclusive prefix, and the fold of no elements, is the identity, 0.0. init is
combined as it is given, but never into a total."""

import itertools

import numpy as np

from primtest.comparing import same
from primtest.launches import block_kernel
from primtest.suite import MANY_TILES, Suite

suite = Suite()

# With a tile of 128 elements, small inputs have many tiles.
TILE = "tuning<block_size = 64, items_per_thread = 2>"
SIZES = [0, 1, 3, 127, 128, 129, 1000]


class Element:
    """`memory` is the type of a buffer, whose bits are converted to a `name`."""

    def __init__(self, name, memory, dtype):
        self.name = name
        self.memory = memory
        zero = np.array([0.0, -0.0], dtype if dtype != np.int16 else np.float16)
        # The zeros of bf16 have the bits of those of f16.
        self.plus, self.minus = zero.view(dtype)

    def value(self, sign):
        return self.minus if sign == "-" else self.plus

    def region(self, name, source, target):
        """A prologue or epilogue that reinterprets bits as another type."""
        if self.name == self.memory:
            return ""
        return f""" {name} {{
  ^bb0(%e: {source}):
    %c = arith.bitcast %e : {source} to {target}
    prim.yield %c : {target}
  }}"""

    def maps(self):
        return self.region("prologue", self.memory, self.name) + self.region(
            "epilogue", self.name, self.memory
        )


ELEMENTS = [
    Element("f32", "f32", np.float32),
    Element("f64", "f64", np.float64),
    Element("f16", "f16", np.float16),
    Element("bf16", "i16", np.int16),
]


def wants(element, n, mode, init):
    """Prefixes of `n` elements and their total; `init` is a sign or None."""
    fold = element.value(init or "-")
    inclusive = np.full(n, fold)
    exclusive = np.full(n, fold)
    exclusive[:1] = element.value(init or "+")
    prefixes = {
        "inclusive": [inclusive],
        "exclusive": [exclusive],
        "both": [inclusive, exclusive],
    }[mode]
    return prefixes + [element.value("-" if n else "+")]


# ---------------------------------------------------------------------------
# Device
# ---------------------------------------------------------------------------


def init_clause(element, init):
    return f" init(%z : {element.name})" if init else ""


def init_line(element, init):
    return f"  %z = arith.constant {init.strip('+')}0.0 : {element.name}\n" if init else ""


def add_scan(element, mode, reverse, init, tile, sizes):
    ty = element.memory
    word = {None: "", "-": "_minus", "+": "_plus"}[init]
    name = f"zeros_scan_{mode}{'_reverse' * reverse}{word}_{element.name}{'_default' * (not tile)}"
    count = 2 if mode == "both" else 1
    types = ", ".join([f"tensor<?x{ty}>"] * count + [f"tensor<{ty}>"])
    outs = ", ".join([f"%o{i}" for i in range(count)] + ["%t"])
    text = f"func.func @{name}(%x: tensor<?x{ty}>) -> ({types}) {{\n"
    text += init_line(element, init)
    text += "  %c0 = arith.constant 0 : index\n"
    text += f"  %n = tensor.dim %x, %c0 : tensor<?x{ty}>\n"
    for i in range(count):
        text += f"  %o{i} = tensor.empty(%n) : tensor<?x{ty}>\n"
    text += f"  %t = tensor.empty() : tensor<{ty}>\n"
    text += (
        f"  %r:{count + 1} = prim.device_scan {mode} add ins(%x : tensor<?x{ty}>) "
        f"outs({outs} : {types}){init_clause(element, init)} total"
        f"{' reverse' * reverse} {tile}{element.maps()} -> {types}\n"
    )
    results = ", ".join(f"%r#{i}" for i in range(count + 1))
    text += f"  return {results} : {types}\n}}\n"
    suite.function(name, text)
    for n in sizes:
        expected = wants(element, n, mode, init)
        if reverse:
            expected = [np.flip(want) if np.ndim(want) else want for want in expected]
        suite.case(
            f"{name} n={n}",
            name,
            [np.full(n, element.minus)],
            same(*expected),
            outputs=count + 1,
        )


def add_reduce(element, init, tile, sizes):
    ty = element.memory
    word = {None: "", "-": "_minus", "+": "_plus"}[init]
    name = f"zeros_reduce{word}_{element.name}{'_default' * (not tile)}"
    suite.function(
        name,
        f"func.func @{name}(%x: tensor<?x{ty}>) -> tensor<{ty}> {{\n"
        f"{init_line(element, init)}  %o = tensor.empty() : tensor<{ty}>\n"
        f"  %r = prim.device_reduce add ins(%x : tensor<?x{ty}>) "
        f"outs(%o : tensor<{ty}>){init_clause(element, init)} {tile}"
        f"{element.maps()} -> tensor<{ty}>\n  return %r : tensor<{ty}>\n}}\n",
    )
    for n in sizes:
        want = element.value(init or ("-" if n else "+"))
        suite.case(
            f"{name} n={n}", name, [np.full(n, element.minus)], same(want)
        )


for element in ELEMENTS:
    for init in [None, "-", "+"]:
        add_reduce(element, init, TILE, [*SIZES, MANY_TILES * 128 - 5])
    for mode, reverse, init in itertools.product(
        ["inclusive", "exclusive", "both"], [False, True], [None, "-", "+"]
    ):
        # All forms of one type, the most complex ones of the others.
        if element is ELEMENTS[0] or mode == "both" and init != "-":
            add_scan(element, mode, reverse, init, TILE, SIZES)
# Several tiles of the table's own size, and one tile less and more than one.
add_scan(ELEMENTS[0], "both", False, None, "", [4095, 4096, 4097, 20000])
add_reduce(ELEMENTS[0], None, "", [4095, 4096, 4097, MANY_TILES * 4096 - 5])


# ---------------------------------------------------------------------------
# Block and warp
# ---------------------------------------------------------------------------


def add_kernel(name, element, threads, items, lines, outputs, count=None):
    """`lines` compute on %w, a thread's items. `outputs` are pairs of a value and its
    expected value: an array for all items, or a number for thread 0. `count` is passed
    as %valid, and limits the comparison."""

    def items_of(ty):
        return ty if items == 1 else f"vector<{items}x{ty}>"

    def cast(new, old, source, target):
        return f"    {new} = arith.bitcast {old} : {source} to {target}\n"

    memory, ty = element.memory, element.name
    text = cast("%w", "%v0", items_of(memory), items_of(ty)) + lines
    stored = []
    for i, (value, want) in enumerate(outputs):
        part = items_of if np.ndim(want) else str
        text += cast(f"%s{i}", value, part(ty), part(memory))
        stored.append((f"%s{i}", memory, "items" if np.ndim(want) else "first"))
    scalars = [("valid", "i32")] if count is not None else []
    suite.function(
        name,
        block_kernel(name, [memory], threads, items, text, stored, scalars),
    )

    def check(results):
        for number, (got, (_, want)) in enumerate(zip(results, outputs, strict=True)):
            got = got[: np.size(want)]
            wrong = same(np.atleast_1d(want))([got])
            if wrong:
                return f"result {number}: {wrong}"
        return None

    buffers = [
        np.zeros(threads * items if np.ndim(want) else 1, element.minus.dtype)
        for _, want in outputs
    ]
    suite.case(
        name if count is None else f"{name} valid={count}",
        name,
        [np.full(threads * items, element.minus), *buffers]
        + ([count] if count is not None else []),
        check,
        outputs=len(outputs),
        inout=range(1, 1 + len(outputs)),
    )


def flip_if(reverse, prefixes):
    return [np.flip(p) if reverse and np.ndim(p) else p for p in prefixes]


for element in ELEMENTS:
    # One wave, a part of one, several and a part of one.
    shapes = [(64, 1), (20, 3), (256, 1), (100, 2)] if element is ELEMENTS[0] else [(100, 2)]
    for (threads, items), reverse in itertools.product(shapes, [False, True]):
        n = threads * items
        ty = element.name if items == 1 else f"vector<{items}x{element.name}>"
        tail = f"{element.name}_{threads}x{items}{'_reverse' * reverse}"
        for init in [None, "-", "+"]:
            word = {None: "", "-": "_minus", "+": "_plus"}[init]
            zero = init_line(element, init)
            clause = " init(%z)" if init else ""
            lines = (
                f"{zero}    %r:3 = prim.block_scan both add %w{clause} total"
                f"{' reverse' * reverse} : {ty}\n"
            )
            expected = flip_if(reverse, wants(element, n, "both", init))
            # Inclusive prefixes of a block do not use init.
            expected[0] = np.full(n, element.minus)
            add_kernel(
                f"zeros_block_scan{word}_{tail}",
                element,
                threads,
                items,
                lines,
                list(zip(["%r#0", "%r#1", "%r#2"], expected)),
            )
        # A prefix region that returns no prefix.
        add_kernel(
            f"zeros_block_scan_no_prefix_{tail}",
            element,
            threads,
            items,
            f"""    %r:2 = prim.block_scan both add %w{' reverse' * reverse} prefix {{
    ^bb0(%all: {element.name}):
      %no = arith.constant false
      prim.yield %all, %no : {element.name}, i1
    }} : {ty}
""",
            list(
                zip(
                    ["%r#0", "%r#1"],
                    flip_if(reverse, wants(element, n, "both", None)),
                )
            ),
        )
        # The first items of the block, from none to all of them.
        counts = [0, 1, 3, n // 2 + 1, n] if element is ELEMENTS[0] else [0, 3]
        for count in counts:
            expected = flip_if(reverse, wants(element, count, "both", None))
            add_kernel(
                f"zeros_block_valid_{tail}",
                element,
                threads,
                items,
                f"    %r:3 = prim.block_scan both add %w valid(%valid) total"
                f"{' reverse' * reverse} : {ty}\n"
                f"    %s = prim.block_reduce add %w valid(%valid) : {ty}\n",
                list(zip(["%r#0", "%r#1", "%r#2", "%s"], [*expected, expected[2]])),
                count,
            )
    # One logical warp in a block of its size; a width that is not a power of two.
    for width, items, reverse in itertools.product(
        [32, 5], [1, 3] if element is ELEMENTS[0] else [3], [False, True]
    ):
        n = width * items
        ty = element.name if items == 1 else f"vector<{items}x{element.name}>"
        for init in [None, "+"]:
            zero = init_line(element, init)
            clause = " init(%z)" if init else ""
            expected = flip_if(reverse, wants(element, n, "both", init))
            expected[0] = np.full(n, element.minus)
            add_kernel(
                f"zeros_warp_scan{'_plus' * bool(init)}_{element.name}_{width}x{items}{'_reverse' * reverse}",
                element,
                width,
                items,
                f"{zero}    %r:3 = prim.warp_scan both add %w{clause} total"
                f"{' reverse' * reverse} width({width}) : {ty}\n"
                f"    %s = prim.warp_reduce add %w width({width}) : {ty}\n",
                list(
                    zip(
                        ["%r#0", "%r#1", "%r#2", "%s"],
                        [*expected, element.minus],
                    )
                ),
            )

suite.run()
