# ===- ops.py - What the cost table measures --------------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# The rows of the table: ops, their operators and types, the chips, and the prim
# kernel that measures a row.
#
# ===-----------------------------------------------------------------------=== #

import dataclasses


@dataclasses.dataclass(frozen=True)
class Chip:
    name: str
    wave: int
    features: str = ""

    @property
    def label(self):
        return self.name + (" wave64" if self.features else "")


CHIPS = [
    Chip("gfx90a", 64),
    Chip("gfx942", 64),
    Chip("gfx950", 64),
    Chip("gfx1030", 32),
    Chip("gfx1100", 32),
    Chip("gfx1201", 32),
    Chip("gfx1100", 64, "+wavefrontsize64"),
]

TYPES = ["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"]

AFFINE = """combiner {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %m = arith.muli %a, %c : i32
    %s = arith.muli %b, %c : i32
    %t = arith.addi %s, %d : i32
    prim.yield %m, %t : i32, i32
  }"""


@dataclasses.dataclass(frozen=True)
class Operator:
    """The operator of a fold: a kind with flags, or a region."""

    label: str
    types: tuple
    kind: str = ""
    fastmath: str = ""
    region: str = ""


def operators():
    for type in TYPES:
        yield Operator("add " + type, (type,), "add")
        if type in ("f16", "f32", "f64"):
            yield Operator("add %s nsz" % type, (type,), "add", "fastmath<nsz>")
    yield Operator("maxsi i32", ("i32",), "maxsi")
    yield Operator("maxsi i64", ("i64",), "maxsi")
    yield Operator("maxnumf f32", ("f32",), "maxnumf")
    yield Operator("maxnumf f64", ("f64",), "maxnumf")
    yield Operator("maximumf f32", ("f32",), "maximumf")
    yield Operator("affine map i32 x i32", ("i32", "i32"), region=AFFINE)


OPERATORS = list(operators())
NARROW = [o for o in OPERATORS if o.label in ("add i32", "add i64", "add f32")]
SUMS = [o for o in OPERATORS if o.label in ("add i32", "add f32")]


@dataclasses.dataclass(frozen=True)
class Row:
    """One op, for any chip. `text` is the op without results, with the operands in {x};
    {w} is the wave."""

    op: str
    operator: Operator
    width: int  # 0: the wave
    text: str
    outputs: tuple  # types
    flag: bool = False

    @property
    def key(self):
        key = self.op + ", " + self.operator.label
        return key + (", width %d" % self.width if self.width else "")


def fold_rows():
    ops = [
        ("reduce", "reduce", "", 1),
        ("reduce all", "reduce", " all", 1),
        ("inclusive scan", "scan inclusive", "", 1),
        ("exclusive scan", "scan exclusive", "", 1),
        ("exclusive scan + total", "scan exclusive", " total", 2),
        ("segmented reduce", "reduce", " head(%flag)", 1),
        ("segmented scan", "scan inclusive", " head(%flag)", 1),
    ]
    for op, name, clauses, results in ops:
        flag = "flag" in clauses
        chosen = OPERATORS
        shapes = [(o, 0) for o in chosen] + [(o, 16) for o in NARROW]
        for operator, width in shapes:
            # Without an identity, the only exclusive fold of a region has an undefined
            # first lane. No peer has that op.
            text = "prim.warp_%s %s {x}%s%s%s%s%s : %s" % (
                name,
                operator.kind,
                clauses,
                " width(%d)" % width if width else "",
                " " + operator.fastmath if operator.fastmath else "",
                " " if operator.region else "",
                operator.region,
                ", ".join(operator.types),
            )
            yield Row(op, operator, width, text, operator.types * results, flag)
    for items, type, kind in ((4, "f16", "add"), (8, "f16", "maxnumf"), (8, "i16", "add")):
        vector = "vector<%dx%s>" % (items, type)
        yield Row(
            "reduce",
            Operator("%s %s" % (kind, vector), (vector,), kind),
            0,
            "prim.warp_reduce %s {x} : %s" % (kind, vector),
            (type,),
        )


def lane_rows():
    """The rows of ops that do not fold. The first input is the value; a second one is
    the lane number or the distance. Without an op, the inputs are stored instead."""

    def row(op, text, types, outputs, flag=False, label=None):
        return Row(op, Operator(label or types[0], types), 0, text, outputs, flag)

    for order, types in (
        ("slt", ("i32",)),
        ("slt", ("i64",)),
        ("total", ("f32",)),
        ("total", ("f64",)),
        ("slt", ("i32", "i32")),
    ):
        yield row(
            "sort",
            "prim.warp_sort %s {x} : %s" % (order, ", ".join(types)),
            types,
            types,
            label=" and ".join(types),
        )
    for type in ("i32", "i64"):
        yield row(
            "broadcast",
            "prim.warp_broadcast %%x0 lane(%%five) : %s" % type,
            (type,),
            (type,),
        )
        yield row(
            "shuffle",
            "prim.warp_shuffle %%x0 lane(%%x1) : %s" % type,
            (type, "i32"),
            (type,),
        )
        for mode in ("up", "down", "xor"):
            yield row(
                "shuffle %s by a constant" % mode,
                "prim.warp_shuffle %%x0 %s(%%five) : %s" % (mode, type),
                (type,),
                (type,),
            )
    yield row("ballot", "prim.warp_ballot %flag : i64", ("i64",), ("i64",), True)
    yield row(
        "match any of 8 bits",
        "prim.warp_match_any %x0 bits(8) : i32 -> i64",
        ("i32", "i64"),
        ("i64",),
    )
    yield row("masked bit count", "prim.warp_masked_bit_count %x0 : i64", ("i64",),
              ("i32",))
    for mode in ("blocked_to_striped", "striped_to_blocked"):
        yield row(
            "exchange " + mode.replace("_", " "),
            "prim.warp_exchange %s %%x0 : vector<4xi32>" % mode,
            ("vector<4xi32>",),
            ("vector<4xi32>",),
        )


ROWS = list(fold_rows()) + list(lane_rows())

# The pages of the table, and the ops on each.
PAGES = [
    ("reduce", ["reduce", "reduce all", "segmented reduce"]),
    ("scan", ["inclusive scan", "exclusive scan", "exclusive scan + total",
              "segmented scan"]),
    ("lanes", [op for op in dict.fromkeys(row.op for row in lane_rows())]),
]


def kernel(name, wave, inputs, outputs, body, flag=False):
    """A kernel of one wave that loads %x0.. of the types `inputs` (and %flag),
    runs `body` and stores %r0.. of the types `outputs`."""
    pointers = ["%%in%d" % i for i in range(len(inputs))]
    pointers += ["%%out%d" % i for i in range(len(outputs))] + ["%flags"]
    lines = [
        "gpu.func @%s(%s) kernel attributes"
        " {known_block_size = array<i32: %d, 1, 1>} {"
        % (name, ", ".join(p + ": !llvm.ptr<1>" for p in pointers), wave),
        "%tid = gpu.thread_id x",
        "%index = arith.index_castui %tid : index to i64",
    ]

    def address(pointer, type):
        lines.append(
            "%%%s_at = llvm.getelementptr %%%s[%%index]"
            " : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, %s" % (pointer, pointer, type)
        )
        return "%%%s_at" % pointer

    for i, type in enumerate(inputs):
        at = address("in%d" % i, type)
        lines.append("%%x%d = llvm.load %s : !llvm.ptr<1> -> %s" % (i, at, type))
    if flag:
        at = address("flags", "i8")
        lines.append("%%byte = llvm.load %s : !llvm.ptr<1> -> i8" % at)
        lines.append("%no = arith.constant 0 : i8")
        lines.append("%flag = arith.cmpi ne, %byte, %no : i8")
    lines.append("%five = arith.constant 5 : i32")
    lines.append(body)
    for i, type in enumerate(outputs):
        at = address("out%d" % i, type)
        lines.append("llvm.store %%r%d, %s : %s, !llvm.ptr<1>" % (i, at, type))
    return "\n".join(lines + ["gpu.return", "}"])


def row_kernel(row, name, wave):
    operands = ", ".join("%%x%d" % i for i in range(len(row.operator.types)))
    results = ", ".join("%%r%d" % i for i in range(len(row.outputs)))
    body = "%s = %s" % (results, row.text.replace("{x}", operands))
    return kernel(name, wave, row.operator.types, row.outputs, body, row.flag)


def baseline_kernel(inputs, outputs, name, wave):
    """A kernel with the same traffic but without the op: its cost is subtracted from
    the cost of a row's kernel."""
    sources = [inputs.index(type) if type in inputs else 0 for type in outputs]
    if len(outputs) == len(inputs):
        sources = list(range(len(inputs)))
    text = kernel(name, wave, inputs, tuple(inputs[i] for i in sources), "")
    for i, source in enumerate(sources):
        text = text.replace("%%r%d," % i, "%%x%d," % source)
    return text
