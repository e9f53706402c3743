# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vectors that one lane reduces for its warp: distributed over the lanes, or with
--through upstream-lane-0 reduced by that lane alone, as upstream lowers them. The names
of cases with several warps, for which upstream's memory is too small, begin with
several."""


import numpy as np

from ops import reduce
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.launches import launch
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(9)
WARP = 32


def case(name, body, want, ty, items, warps=1):
    """`body` computes %r from the `items` elements of %a from %first on, on lane %lane
    of each warp. `want` takes their values by warp and returns the values that every
    lane stores."""
    dtype = DTYPES[ty]
    if ty[0] == "i":
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, warps * items, dtype=dtype, endpoint=True)
    else:
        x = rng.integers(-100, 100, warps * items).astype(dtype)
    zero = "0.0" if ty[0] == "f" else "0"
    text = f"""
    %width = arith.constant {WARP} : index
    %items = arith.constant {items} : index
    %pad = arith.constant {zero} : {ty}
    %lane = arith.remui %tid, %width : index
    %warp = arith.divui %tid, %width : index
    %first = arith.muli %warp, %items : index
{body}
    memref.store %r, %o[%tid] : memref<?x{ty}>
    """
    arguments = [("a", f"memref<?x{ty}>"), ("o", f"memref<?x{ty}>")]
    suite.function(name, launch(name, arguments, text, block=(WARP * warps, 1, 1)))
    with np.errstate(all="ignore"):
        wanted = np.asarray(want(x.reshape(warps, items))).reshape(-1)
    suite.case(name, name, [x, np.zeros_like(wanted)], same(wanted), inout=(1,))


def fold(kind, x):
    """The folds of the rows, once per lane."""
    (folds,) = reduce.of_arrays(kind, [x])
    return np.repeat(folds, WARP)


READ = """
      %v = vector.transfer_read %a[%first], %pad {{in_bounds = [true]}} : memref<?x{ty}>, vector<{n}x{ty}>
"""
REDUCE = """
    %r = gpu.warp_execute_on_lane_0(%lane)[32] -> ({ty}) {{""" + READ + """
      %w = arith.{own} %v, %v : vector<{n}x{ty}>
      %s = vector.reduction <{kind}>, %w{flags} : vector<{n}x{ty}> into {ty}
      gpu.yield %s : {ty}
    }}
"""
for ty, kind, own in [("i32", "add", "muli"), ("i32", "maxui", "ori"), ("i64", "xor", "addi"),
                      ("f32", "maximumf", "addf"), ("f32", "add", "mulf"), ("f32", "ordered", "mulf"),
                      ("i32", "mul", "addi"), ("f64", "minnumf", "addf")]:  # fmt: skip
    # 40 elements cannot be divided evenly among the lanes.
    for items, warps in [(32, 1), (128, 1), (40, 1), (64, 3), (40, 2)]:
        several = "several_" * (warps > 1)
        flags = " fastmath<reassoc>" if (ty, kind) == ("f32", "add") else ""
        name = "add" if kind == "ordered" else kind
        operate = {"muli": np.multiply, "ori": np.bitwise_or, "addi": np.add, "addf": np.add,
                   "mulf": np.multiply}[own]  # fmt: skip
        case(
            f"{several}{kind}_{ty}_{items}_{warps}",
            REDUCE.format(ty=ty, kind=name, own=own, n=items, flags=flags),
            lambda x, name=name, operate=operate: fold(name, operate(x, x)),
            ty, items, warps,
        )  # fmt: skip
for warps in (1, 2):
    case(
        f"{'several_' * (warps > 1)}parts_{warps}",
        """
    %c2i = arith.constant 2 : index
    %own = arith.muli %lane, %c2i : index
    %at = arith.addi %first, %own : index
    %part = vector.load %a[%at] : memref<?xi32>, vector<2xi32>
    %carry = arith.constant 17 : i32
    %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<2xi32>) -> (i32) {
    ^bb0(%all: vector<64xi32>):
      %s = vector.reduction <add>, %all, %carry : vector<64xi32> into i32
      gpu.yield %s : i32
    }
""",
        lambda x: fold("add", x) + np.int32(17),
        "i32", 64, warps,
    )  # fmt: skip
    # The differences from the largest element are stored at their original places.
    case(
        f"{'several_' * (warps > 1)}stored_{warps}",
        """
    gpu.warp_execute_on_lane_0(%lane)[32] {"""
        + READ.format(ty="i32", n=32)
        + """
      %s = vector.reduction <maxsi>, %v : vector<32xi32> into i32
      %b = vector.broadcast %s : i32 to vector<32xi32>
      %d = arith.subi %b, %v : vector<32xi32>
      vector.transfer_write %d, %a[%first] {in_bounds = [true]} : vector<32xi32>, memref<?xi32>
    }
    gpu.barrier
    %r = memref.load %a[%tid] : memref<?xi32>
""",
        lambda x: x.max(axis=1, keepdims=True) - x,
        "i32", 32, warps,
    )  # fmt: skip

suite.run()
