# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with gpu.all_reduce and gpu.subgroup_reduce, as prim lowers them and, with
--through, as upstream does. The names of cases that upstream cannot lower begin with
prim_only."""


import numpy as np

from ops import reduce
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.folds import FLOAT_KINDS, INTEGER_KINDS
from primtest.launches import launch
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(5)
GRID = 3

# The thread's number in the launch, for a block of any shape.
NUMBER = """
    %tid_y = gpu.thread_id y
    %tid_z = gpu.thread_id z
    %bid = gpu.block_id x
    %ex = arith.constant {} : index
    %ey = arith.constant {} : index
    %ez = arith.constant {} : index
    %n0 = arith.muli %bid, %ez : index
    %n1 = arith.addi %n0, %tid_z : index
    %n2 = arith.muli %n1, %ey : index
    %n3 = arith.addi %n2, %tid_y : index
    %n4 = arith.muli %n3, %ex : index
    %n = arith.addi %n4, %tid : index
"""


def sample(ty, kind, count):
    """Values whose folds are exact and differ from folds of fewer values."""
    if ty[0] == "i":
        info = np.iinfo(DTYPES[ty])
        return rng.integers(info.min, info.max, count, dtype=DTYPES[ty], endpoint=True)
    if kind == "mul":
        # A few factors, so that neither the product nor its reciprocal overflows.
        return np.where(rng.random(count) < 0.02, -2.0, 1.0).astype(DTYPES[ty])
    limit = 8 if ty == "f16" else 1000
    return rng.integers(-limit, limit, count).astype(DTYPES[ty])


def fold(kind, x):
    """The folds of the rows of `x`."""
    (folds,) = reduce.of_arrays(kind, [x])
    return folds


def case(name, ty, kind, op, block, want, x=None):
    """`op` computes %r from %x. `want` takes the values by block and the lanes of a
    wave, and returns the result of every thread."""
    threads = int(np.prod(block))
    if x is None:
        x = sample(ty, kind, GRID * threads)
    body = NUMBER.format(*block) + f"""
    %x = memref.load %a[%n] : memref<?x{ty}>
    {op}
    memref.store %r, %o[%n] : memref<?x{ty}>
    %w = gpu.subgroup_size : index
    %w32 = arith.index_cast %w : index to i32
    memref.store %w32, %p[%c0] : memref<?xi32>
    """
    arguments = [("a", f"memref<?x{ty}>"), ("o", f"memref<?x{ty}>"), ("p", "memref<?xi32>")]
    suite.function(name, launch(name, arguments, body, grid=(GRID, 1, 1), block=block))

    def check(outputs):
        got, wave = outputs
        if wave[0] not in (32, 64):
            return f"a wave has {wave[0]} lanes"
        return same(want(x.reshape(GRID, threads), int(wave[0])).reshape(-1))([got])

    blank = np.zeros_like(x)
    suite.case(name, name, [x, blank, np.zeros(1, np.int32)], check, outputs=2, inout=(1, 2))


def in_all_threads(kind):
    return lambda x, wave: np.repeat(fold(kind, x), x.shape[1])


def in_clusters(kind, size, stride):
    """Lane l is in the cluster of the lanes with the same position modulo `stride` and
    the same quotient of their number by size * stride."""

    def want(x, wave):
        width = size or wave
        assert x.shape[1] % (width * stride) == 0
        clusters = x.reshape(-1, width, stride).swapaxes(1, 2).reshape(-1, width)
        folds = np.repeat(fold(kind, np.ascontiguousarray(clusters)), width)
        return folds.reshape(-1, stride, width).swapaxes(1, 2)

    return want


# -- gpu.all_reduce ---------------------------------------------------------------------

BLOCKS = [(256, 1, 1), (64, 1, 1), (96, 1, 1), (8, 4, 4), (32, 32, 1), (40, 5, 1)]
for block in BLOCKS:
    # For other numbers of threads upstream's lowering gives wrong folds: its shuffle
    # width is the number of subgroups, for waves of 32 lanes.
    own = "prim_only_" * (not np.log2(np.prod(block)).is_integer())
    for ty, kinds in [("i32", ["add", "maxsi"]), ("f32", ["add", "minnumf"])]:
        for kind in kinds:
            case(
                f"{own}all_reduce_{kind}_{ty}_{'x'.join(map(str, block))}", ty, kind,
                f"%r = gpu.all_reduce {kind} %x uniform {{}} : ({ty}) -> {ty}",
                block, in_all_threads(kind),
            )  # fmt: skip
for ty in ["i32", "i64", "f32", "f16", "f64", "i16", "i8"]:
    for kind in INTEGER_KINDS if ty[0] == "i" else FLOAT_KINDS:
        # Upstream's own lowering of gpu.shuffle supports words and pairs of words.
        narrow = "prim_only_" * (ty in ("i8", "i16", "f16"))
        case(
            f"{narrow}all_reduce_{kind}_{ty}", ty, kind,
            f"%r = gpu.all_reduce {kind} %x uniform {{}} : ({ty}) -> {ty}",
            (128, 1, 1), in_all_threads(kind),
        )  # fmt: skip
case(
    "all_reduce_region", "i32", "mul",
    """%r = gpu.all_reduce %x uniform {
      ^bb0(%l: i32, %r: i32):
        %m = arith.muli %l, %r : i32
        gpu.yield %m : i32
      } : (i32) -> i32""",
    (128, 1, 1), in_all_threads("mul"), x=(rng.integers(-9, 9, 384) | 1).astype(np.int32),
)  # fmt: skip
# A collective that not all blocks reach, which the loaded flag does not reveal.
# Upstream puts the blocks of its control flow into the region of the scf.if.
case(
    "prim_only_all_reduce_in_some_blocks", "i32", "add",
    """%first = arith.subi %n, %tid : index
    %flag = memref.load %a[%first] : memref<?xi32>
    %z = arith.constant 0 : i32
    %any = arith.cmpi sgt, %flag, %z : i32
    %r = scf.if %any -> i32 {
      %s = gpu.all_reduce add %x uniform {} : (i32) -> i32
      scf.yield %s : i32
    } else {
      scf.yield %x : i32
    }""",
    (128, 1, 1),
    lambda x, wave: np.where(x[:, :1] > 0, x.sum(axis=1, keepdims=True, dtype=np.int32), x),
    x=np.where(np.arange(384) == 128, -3, np.arange(384) % 19 + 1).astype(np.int32),
)  # fmt: skip

# -- gpu.subgroup_reduce ----------------------------------------------------------------

CLUSTERS = [(None, 1), (2, 1), (4, 1), (8, 1), (16, 1), (32, 1), (4, 2), (2, 16), (8, 4), (16, 2)]
for size, stride in CLUSTERS:
    clause = ""
    if size:
        clause = f" cluster(size = {size}{f', stride = {stride}' * (stride > 1)})"
    for ty, kind in [("i32", "add"), ("i32", "maxui"), ("f32", "add"), ("f32", "maximumf"),
                     ("f16", "add"), ("i64", "minsi"), ("i8", "xor")]:  # fmt: skip
        # Upstream has patterns for words; for narrower types only in whole waves.
        own = "prim_only_" * (ty in ("i64", "i8"))
        case(
            f"{own}subgroup_{kind}_{ty}_{size or 'all'}_{stride}", ty, kind,
            f"%r = gpu.subgroup_reduce {kind} %x uniform{clause} : ({ty}) -> {ty}",
            (128, 1, 1), in_clusters(kind, size, stride),
        )  # fmt: skip
case(
    "prim_only_subgroup_vector", "i32", "add",
    """%twice = arith.addi %x, %x : i32
    %v = vector.from_elements %x, %twice : vector<2xi32>
    %s = gpu.subgroup_reduce add %v uniform cluster(size = 8) : (vector<2xi32>) -> vector<2xi32>
    %lo = vector.extract %s[0] : i32 from vector<2xi32>
    %hi = vector.extract %s[1] : i32 from vector<2xi32>
    %r = arith.subi %hi, %lo : i32""",
    (128, 1, 1), in_clusters("add", 8, 1),
)  # fmt: skip
for kind, want in [
    ("or", lambda x: (x > 0).any(axis=1)), ("and", lambda x: (x > 0).all(axis=1)),
    ("add", lambda x: (x > 0).sum(axis=1) % 2), ("maxsi", lambda x: (x > 0).all(axis=1)),
    ("maxui", lambda x: (x > 0).any(axis=1)),
]:  # fmt: skip
    case(
        f"prim_only_subgroup_{kind}_i1", "i32", kind,
        f"""%zero = arith.constant 0 : i32
        %flag = arith.cmpi sgt, %x, %zero : i32
        %s = gpu.subgroup_reduce {kind} %flag uniform cluster(size = 4) : (i1) -> i1
        %r = arith.extui %s : i1 to i32""",
        (128, 1, 1),
        lambda x, wave, want=want: np.repeat(want(x.reshape(-1, 4)).astype(np.int32), 4),
        x=rng.integers(-9, 14, 384).astype(np.int32),
    )  # fmt: skip
case(
    "prim_only_all_reduce_minsi_i24", "i32", "minsi",
    """%t = arith.trunci %x : i32 to i24
    %s = gpu.all_reduce minsi %t uniform {} : (i24) -> i24
    %r = arith.extsi %s : i24 to i32""",
    (96, 1, 1), in_all_threads("minsi"), x=rng.integers(-(2**23), 2**23, 288, dtype=np.int32),
)  # fmt: skip

suite.run()
