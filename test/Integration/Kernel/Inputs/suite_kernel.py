# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ordinary MLIR around prim ops in a kernel: ids, memory of threads and blocks, loops,
collectives."""

import numpy as np

from primtest.comparing import same
from primtest.launches import A, I, N, buffer_case
from primtest.suite import Suite

suite = Suite()


def case(name, body, want, inputs=None, **how):
    buffer_case(suite, name, body, want, {"a": A} if inputs is None else inputs, **how)


# -- Ids and sizes, with known and unknown sizes --------------------------------

GRID, BLOCK = (3, 2, 2), (10, 4, 5)
TOTAL = np.prod(GRID) * np.prod(BLOCK)
bz, by, bx, tz, ty, tx = np.unravel_index(np.arange(TOTAL), GRID[::-1] + BLOCK[::-1])
FLAT = (tz * BLOCK[1] + ty) * BLOCK[0] + tx
AT = """
    %i32 = arith.index_cast %v : index to i32
    %dimx = arith.constant 10 : index
    %dimy = arith.constant 4 : index
    %threads = arith.constant 200 : index
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %bz = gpu.block_id z
    %gridx = arith.constant 3 : index
    %gridy = arith.constant 2 : index
    %0 = arith.muli %tz, %dimy : index
    %1 = arith.addi %0, %ty : index
    %2 = arith.muli %1, %dimx : index
    %3 = arith.addi %2, %tid : index
    %4 = arith.muli %bz, %gridy : index
    %5 = arith.addi %4, %by : index
    %6 = arith.muli %5, %gridx : index
    %7 = arith.addi %6, %bx : index
    %8 = arith.muli %7, %threads : index
    %9 = arith.addi %8, %3 : index
    memref.store %i32, %o[%9] : memref<?xi32>
"""
# For any wave size, which the case does not know.
WAVES = """
    %size = gpu.subgroup_size : index
    %sub = gpu.subgroup_id : index
    %count = gpu.num_subgroups : index
    %lane = gpu.lane_id
    %u0 = arith.muli %sub, %size : index
    %u1 = arith.addi %u0, %lane : index
    %u2 = arith.constant 1000 : index
    %u3 = arith.constant 200 : index
    %u4 = arith.ceildivui %u3, %size : index
    %u5 = arith.cmpi eq, %u4, %count : index
    %u6 = arith.select %u5, %u2, %c0 : index
    %v = arith.addi %u6, %u1 : index
"""
for known in (True, False):
    for text, want in [
        ("%v = gpu.block_dim x", 10), ("%v = gpu.block_dim y", 4), ("%v = gpu.block_dim z", 5),
        ("%v = gpu.grid_dim x", 3), ("%v = gpu.grid_dim y", 2), ("%v = gpu.grid_dim z", 2),
        ("%v = gpu.global_id x", bx * 10 + tx), ("%v = gpu.global_id y", by * 4 + ty),
        ("%v = gpu.global_id z", bz * 5 + tz),
        (WAVES, 1000 + FLAT),
        ("%v = func.call @extent() : () -> index", 20),
    ]:  # fmt: skip
        what = text.strip().split("= ")[1].split("\n")[0].replace("gpu.", "")
        what = "".join(c if c.isalnum() else "_" for c in what)
        case(
            f"id_{what}{'_known' if known else ''}",
            text + AT,
            np.broadcast_to(want, TOTAL).astype(np.int32),
            inputs={}, grid=GRID, block=BLOCK, known=known,
            top="""func.func @extent() -> index {
              %x = gpu.block_dim x
              %y = gpu.grid_dim y
              %r = arith.muli %x, %y : index
              return %r : index
            }""",
        )  # fmt: skip
case(
    "id_known_grid",
    "%v = gpu.grid_dim x\n%w = arith.index_cast %v : index to i32\n"
    "memref.store %w, %o[%tid] : memref<?xi32>",
    np.full(N, 1, np.int32),
    attributes="known_grid_size = array<i32: 1, 1, 1>",
)

# -- Memory of a thread, at indices that are known only at run time ---------------

FILL = """
    scf.for %i = %c0 to %c8 step %c1 {
      %j = arith.index_cast %i : index to i32
      %t = arith.index_cast %tid : index to i32
      %s = arith.muli %j, %t : i32
      memref.store %s, %m[%i] : TYPE
    }
    %x = memref.load %a[%tid] : memref<?xi32>
    %seven = arith.constant 7 : i32
    %y = arith.andi %x, %seven : i32
    %at = arith.index_cast %y : i32 to index
    %v = memref.load %m[%at] : TYPE
    memref.store %v, %o[%tid] : memref<?xi32>
"""
for name, type, alloca in [
    ("default", "memref<8xi32>", None),
    ("number", "memref<8xi32, 5>", None),
    ("private", "memref<8xi32, #gpu.address_space<private>>", None),
    ("cast", "memref<?xi32>", "%n = memref.alloca() : memref<8xi32>\n"
     "%m = memref.cast %n : memref<8xi32> to memref<?xi32>"),
    ("llvm", "memref<8xi32>", "%z = memref.alloca() : memref<16xi32>\n"
     "%n = memref.subview %z[8] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 8>>\n"
     "%b, %off, %sz, %st = memref.extract_strided_metadata %n : memref<8xi32, strided<[1], offset: 8>>"
     " -> memref<i32>, index, index, index\n"
     "%m = memref.reinterpret_cast %b to offset: [0], sizes: [8], strides: [1] : memref<i32> to memref<8xi32>"),
]:  # fmt: skip
    alloca = alloca or f"%m = memref.alloca() : {type}"
    case(f"alloca_{name}", alloca + FILL.replace("TYPE", type), (A & 7) * I)
case(
    "alloca_attribution",
    FILL.replace("TYPE", "memref<8xi32, 5>"),
    (A & 7) * I,
    clauses="private(%m : memref<8xi32, 5>)",
)
case(
    "alloca_select",  # which of two, and passed to a function
    """
    %m = memref.alloca() : memref<4xi32>
    %n = memref.alloca() : memref<4xi32>
    %x = memref.load %a[%tid] : memref<?xi32>
    %zero = arith.constant 0 : i32
    %neg = arith.cmpi slt, %x, %zero : i32
    memref.store %zero, %m[%c3] : memref<4xi32>
    memref.store %zero, %n[%c3] : memref<4xi32>
    %s = arith.select %neg, %m, %n : memref<4xi32>
    func.call @put(%s, %x) : (memref<4xi32>, i32) -> ()
    %v = memref.load %m[%c3] : memref<4xi32>
    memref.store %v, %o[%tid] : memref<?xi32>
    """,
    np.where(A < 0, A, 0).astype(np.int32),
    top="""func.func @put(%m: memref<4xi32>, %x: i32) {
      %at = arith.constant 3 : index
      memref.store %x, %m[%at] : memref<4xi32>
      return
    }""",
)
case(
    "alloca_or_global",  # a pointer that may be either's
    """
    %m = memref.alloca() : memref<1xi32>
    %mine = memref.cast %m : memref<1xi32> to memref<?xi32>
    %row = memref.subview %a[%tid] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1], offset: ?>>
    %b, %off, %sz, %st = memref.extract_strided_metadata %row : memref<1xi32, strided<[1], offset: ?>>
        -> memref<i32>, index, index, index
    %its = memref.reinterpret_cast %b to offset: [%off], sizes: [1], strides: [1]
        : memref<i32> to memref<1xi32, strided<[1], offset: ?>>
    %own = memref.cast %m : memref<1xi32> to memref<1xi32, strided<[1], offset: ?>>
    %five = arith.constant 5 : i32
    memref.store %five, %m[%c0] : memref<1xi32>
    %odd = arith.andi %tid, %c1 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %s = arith.select %is, %its, %own : memref<1xi32, strided<[1], offset: ?>>
    %v = memref.load %s[%c0] : memref<1xi32, strided<[1], offset: ?>>
    memref.store %v, %o[%tid] : memref<?xi32>
    """,
    np.where(I % 2, A, 5).astype(np.int32),
)
case(
    "alloca_loop",  # one per iteration, and two that change places
    """
    %m0 = memref.alloca() : memref<2xi32>
    %n0 = memref.alloca() : memref<2xi32>
    %one = arith.constant 1 : i32
    memref.store %one, %m0[%c1] : memref<2xi32>
    memref.store %one, %n0[%c1] : memref<2xi32>
    %r:2 = scf.for %i = %c0 to %tid step %c1 iter_args(%m = %m0, %n = %n0)
        -> (memref<2xi32>, memref<2xi32>) {
      %t = memref.alloca() : memref<2xi32>
      %x = memref.load %m[%c1] : memref<2xi32>
      %y = memref.load %n[%c1] : memref<2xi32>
      %s = arith.addi %x, %y : i32
      memref.store %s, %t[%c1] : memref<2xi32>
      memref.copy %t, %m : memref<2xi32> to memref<2xi32>
      scf.yield %n, %m : memref<2xi32>, memref<2xi32>
    }
    %v = memref.load %r#1[%c1] : memref<2xi32>
    memref.store %v, %o[%tid] : memref<?xi32>
    """,
    np.array([[a := 1, b := 1][1] if i == 0 else [c := a + b, (a := b), (b := c)][0]
              for i in range(40)], np.int32),
    block=(40, 1, 1),
)  # fmt: skip

# -- Memory of a block -------------------------------------------------------------

MIRROR = """
    %x = memref.load %a[%tid] : memref<?xi32>
    memref.store %x, %m[%tid] : TYPE
    gpu.barrier
    %last = arith.constant 63 : index
    %j = arith.subi %last, %tid : index
    %v = memref.load %m[%j] : TYPE
    memref.store %v, %o[%tid] : memref<?xi32>
"""
for name, type in [
    ("number", "memref<64xi32, 3>"),
    ("named", "memref<64xi32, #gpu.address_space<workgroup>>"),
]:
    body = MIRROR.replace("TYPE", type)
    case(f"workgroup_{name}", body, A[::-1].copy(), clauses=f"workgroup(%m : {type})")
    case(
        f"workgroup_global_{name}",
        f"%m = memref.get_global @g : {type}" + body,
        A[::-1].copy(),
        top=f'memref.global "private" @g : {type} = uninitialized',
    )
dynamic = "memref<?xi32, #gpu.address_space<workgroup>>"
case(
    "workgroup_dynamic",
    f"""
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %n = arith.constant 64 : index
    %off = arith.constant 16 : index
    %m = memref.view %bytes[%off][%n] : memref<?xi8, #gpu.address_space<workgroup>> to {dynamic}
    """
    + MIRROR.replace("TYPE", dynamic),
    A[::-1].copy(),
    lds=16 + 256,
)
for name, kind in [("constant", '"private" constant'), ("variable", "")]:
    case(
        f"global_{name}",
        """
        %g = memref.get_global @g : memref<4xi32>
        %i = arith.remui %tid, %k : index
        %v = memref.load %g[%i] : memref<4xi32>
        memref.store %v, %o[%tid] : memref<?xi32>
        """.replace("%i =", "%k = arith.constant 4 : index\n%i ="),
        np.array([3, 1, 4, 1], np.int32)[I % 4],
        inputs={},
        top=f"memref.global {kind} @g : memref<4xi32> = dense<[3, 1, 4, 1]>",
    )

# -- Loops and branches --------------------------------------------------------------

case(
    "affine",
    """
    %z = arith.constant 0 : i32
    %s = affine.for %i = 0 to 10 iter_args(%x = %z) -> i32 {
      %v = affine.load %a[%i * 2 + 1] : memref<?xi32>
      %y = arith.addi %x, %v : i32
      affine.yield %y : i32
    }
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%tid) {
      memref.store %s, %o[%tid] : memref<?xi32>
    } else {
      %q = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 mod 3)>(%tid)
      %m = affine.min affine_map<(d0) -> (d0, 10)>(%q)
      %w = arith.index_cast %m : index to i32
      memref.store %w, %o[%tid] : memref<?xi32>
    }
    affine.parallel (%i) = (0) to (8) {
      %d:2 = affine.delinearize_index %i into (2, 4) : index, index
      %l = affine.linearize_index [%d#1, %d#0] by (4, 2) : index
      %w = arith.index_cast %l : index to i32
      affine.store %w, %p[%i] : memref<?xi32>
    }
    """,
    [np.where(I % 2, np.minimum(I // 3 + I % 3, 10), A[1:21:2].sum()).astype(np.int32),
     np.array([i % 4 * 2 + i // 4 for i in range(8)], np.int32)],
    outputs=("i32", "i32"),
)  # fmt: skip
case(
    "scf",
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %abs = math.absi %x : i32
    %r:2 = scf.while (%v = %abs, %n = %zero) : (i32, i32) -> (i32, i32) {
      %c = arith.cmpi sgt, %v, %one : i32
      scf.condition(%c) %v, %n : i32, i32
    } do {
    ^bb0(%v: i32, %n: i32):
      %h = arith.shrui %v, %one : i32
      %m = arith.addi %n, %one : i32
      scf.yield %h, %m : i32, i32
    }
    %rem = arith.remui %tid, %c3 : index
    %s = scf.index_switch %rem -> i32
    case 0 { scf.yield %r#1 : i32 }
    case 2 {
      %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c2) init (%zero) -> i32 {
        %w = memref.load %a[%i] : memref<?xi32>
        scf.reduce(%w : i32) {
        ^bb0(%l: i32, %q: i32):
          %t = arith.addi %l, %q : i32
          scf.reduce.return %t : i32
        }
      }
      scf.yield %sum : i32
    }
    default {
      %e = scf.execute_region -> i32 {
        %c = arith.cmpi slt, %x, %zero : i32
        cf.cond_br %c, ^neg, ^pos
      ^neg:
        scf.yield %one : i32
      ^pos:
        scf.yield %zero : i32
      }
      scf.yield %e : i32
    }
    memref.store %s, %o[%tid] : memref<?xi32>
    scf.forall (%i) in (%c8) {
      %w = arith.index_cast %i : index to i32
      memref.store %w, %p[%i] : memref<?xi32>
    }
    """,
    [np.where(I % 3 == 0, [max(int(abs(int(x))).bit_length() - 1, 0) for x in A],
              np.where(I % 3 == 2, A[0:8:2].sum(), A < 0)).astype(np.int32),
     np.arange(8, dtype=np.int32)],
    outputs=("i32", "i32"),
)  # fmt: skip
case(
    "branches",  # no structure, a return in the middle, a switch
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %three = arith.constant 3 : i32
    %f = arith.andi %x, %three : i32
    memref.store %f, %o[%tid] : memref<?xi32>
    cf.switch %f : i32, [default: ^other, 1: ^end, 3: ^add(%x : i32)]
  ^other:
    gpu.return
  ^add(%y: i32):
    %s = arith.addi %y, %y : i32
    memref.store %s, %o[%tid] : memref<?xi32>
    cf.br ^end
  ^end:
    """,
    np.where(A & 3 == 3, 2 * A, A & 3).astype(np.int32),
)
case(
    "calls",  # several results, recursion, index operations
    """
    %i = index.add %tid, %c1
    %j = index.remu %i, %c8
    %k = index.casts %j : index to i32
    %r = func.call @factorial(%k) : (i32) -> i32
    %s:2 = func.call @pair(%r) : (i32) -> (i32, i64)
    %t = arith.trunci %s#1 : i64 to i32
    %u = arith.subi %t, %s#0 : i32
    memref.store %u, %o[%tid] : memref<?xi32>
    """,
    np.array([2 * np.prod(np.arange(1, (i + 1) % 8 + 1)) for i in range(N)], np.int32),
    top="""func.func @factorial(%x: i32) -> i32 {
      %one = arith.constant 1 : i32
      %last = arith.cmpi sle, %x, %one : i32
      %r = scf.if %last -> i32 {
        scf.yield %one : i32
      } else {
        %y = arith.subi %x, %one : i32
        %t = func.call @factorial(%y) : (i32) -> i32
        %q = arith.muli %t, %x : i32
        scf.yield %q : i32
      }
      return %r : i32
    }
    func.func @pair(%x: i32) -> (i32, i64) {
      %w = arith.extsi %x : i32 to i64
      %three = arith.constant 3 : i64
      %y = arith.muli %w, %three : i64
      return %x, %y : i32, i64
    }""",
    inputs={},
)

# A block op in a loop, or reached again by branches, must find its workgroup memory
# free: it waits for threads that still read the previous iteration's data.
TURNS = 5
SUMS = np.arange(200, dtype=np.int32)
for _ in range(TURNS):
    SUMS = SUMS + SUMS.sum(dtype=np.int32)
for way, (before, after) in {
    "for": (
        "%r = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %t) -> i32 {",
        "scf.yield %y : i32\n}",
    ),
    "branches": (
        "cf.br ^loop(%c0, %t : index, i32)\n^loop(%i: index, %x: i32):",
        """%j = arith.addi %i, %c1 : index
        %more = arith.cmpi ult, %j, %c5 : index
        cf.cond_br %more, ^loop(%j, %y : index, i32), ^done(%y : i32)
        ^done(%r: i32):""",
    ),
}.items():
    case(
        f"block_op_again_{way}",
        f"""
        %t = arith.index_cast %tid : index to i32
        %c5 = arith.constant {TURNS} : index
        {before}
        %s = prim.block_reduce add %x all : i32
        %y = arith.addi %x, %s : i32
        {after}
        memref.store %r, %o[%tid] : memref<?xi32>
        """,
        SUMS,
        inputs={},
        block=(200, 1, 1),
    )

# Threads read values that all have written; the next exchange overwrites them.
WIDE = np.arange(800, dtype=np.int32)
case(
    "block_exchange_again",
    """
    %four = arith.constant 4 : index
    %at = arith.muli %tid, %four : index
    %x = vector.load %a[%at] : memref<?xi32>, vector<4xi32>
    %s = prim.block_exchange %x to(striped) : vector<4xi32>
    %t = prim.block_exchange %s to(striped) : vector<4xi32>
    vector.store %t, %o[%at] : memref<?xi32>, vector<4xi32>
    """,
    WIDE.reshape(4, 200).T.reshape(4, 200).T.reshape(-1),
    inputs={"a": WIDE},
    block=(200, 1, 1),
)

# A sort after a sort: threads read results that all have written, and the second sort
# first writes its items.
PERMUTED = np.arange(200 * 4, dtype=np.int32) * 7919 % 800
case(
    "block_sort_again",
    """
    %four = arith.constant 4 : index
    %at = arith.muli %tid, %four : index
    %x = vector.load %a[%at] : memref<?xi32>, vector<4xi32>
    %s = prim.block_sort slt %x to(striped) : vector<4xi32>
    %by = arith.constant dense<7919> : vector<4xi32>
    %p = arith.muli %s, %by : vector<4xi32>
    %many = arith.constant dense<800> : vector<4xi32>
    %q = arith.remui %p, %many : vector<4xi32>
    %t = prim.block_sort slt descending %q : vector<4xi32>
    vector.store %t, %o[%at] : memref<?xi32>, vector<4xi32>
    """,
    np.arange(800, dtype=np.int32)[::-1].copy(),
    inputs={"a": PERMUTED},
    block=(200, 1, 1),
)

# -- An instruction of the chip by name
# ------------------------------------------------------

case(
    "inline_assembly",  # the low byte of %x into %y
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %y = arith.index_cast %tid : index to i32
    %mask = arith.constant 255 : i32
    %v = llvm.inline_asm "v_bfi_b32 $0, $1, $2, $3", "=v,v,v,v" %mask, %x, %y : (i32, i32, i32) -> i32
    memref.store %v, %o[%tid] : memref<?xi32>
    """,
    (A & 255 | I & ~255).astype(np.int32),
)

# -- Counts of lanes that are far out of range
# ------------------------------------------------

for n in (9, 2**31 - 1, 0, -(2**31)):
    sums = A.reshape(-1, 8).sum(axis=1, dtype=np.int32) * (n > 0)
    case(
        f"warp_valid_{n}".replace("-", "minus_"),
        """
        %n = memref.load %b[%c0] : memref<?xi32>
        %x = memref.load %a[%tid] : memref<?xi32>
        %s = prim.warp_reduce add %x valid(%n) all width(8) : i32
        memref.store %s, %o[%tid] : memref<?xi32>
        """,
        np.repeat(sums, 8).astype(np.int32),
        inputs={"a": A, "b": np.array([n], np.int32)},
    )

# -- Tiles of a warp at the end of their memory ------------------------------------------

# Nothing after the last valid element is read.
for method in ("direct", "striped", "transpose"):
    for n in (1, 21):
        want = np.full(64, -5, np.int32)
        want[:n] = A[:n]
        case(
            f"warp_load_{method}_{n}",
            f"""
            %n = arith.constant {n} : i32
            %fill = arith.constant -5 : i32
            %x = prim.warp_load {method} %a[%c0] valid(%n) fill(%fill : i32) width(32)
                : memref<?xi32>, vector<2xi32>
            prim.warp_store {method} %x, %o[%c0] width(32) : vector<2xi32>, memref<?xi32>
            """,
            want,
            inputs={"a": A[:n].copy()},
            block=(32, 1, 1),
        )

# -- Assertions ------------------------------------------------------------------------------

ASSERT = """
    %x = memref.load %a[%tid] : memref<?xi32>
    %limit = arith.constant 999 : i32
    %ok = arith.cmpi slt, %x, %limit : i32
    cf.assert %ok, "too large"
    memref.store %x, %o[%tid] : memref<?xi32>
"""
case("assert_holds", ASSERT, A, inputs={"a": np.minimum(A, 998)})
suite.cases[-1] = suite.cases[-1][:3] + (same(np.minimum(A, 998)),) + suite.cases[-1][4:]

# -- Collectives of the gpu dialect, in widths that every wave has
# -----------------------------

POS = lambda width: I % width
BASE = lambda width: I - I % width


def shuffle(mode, width, offset):
    """The source of every lane, and whether it has one."""
    at = {"xor": POS(width) ^ offset, "up": POS(width) - offset,
          "down": POS(width) + offset, "idx": np.full(N, offset)}[mode]  # fmt: skip
    valid = (at >= 0) & (at < width)
    return BASE(width) + np.where(valid, at, 0), valid


for ty, x in [("i32", A), ("f64", A / 8), ("i8", A.astype(np.int8)), ("f16", A.astype(np.float16))]:
    for mode, width, offset in [("xor", 32, 16), ("xor", 16, 3), ("up", 32, 5), ("down", 32, 1),
                                ("down", 8, 8), ("idx", 32, 31), ("idx", 16, 0)]:  # fmt: skip
        source, valid = shuffle(mode, width, offset)
        case(
            f"shuffle_{mode}_{width}_{offset}_{ty}",
            f"""
            %x = memref.load %a[%tid] : memref<?x{ty}>
            %w = arith.constant {width} : i32
            %d = arith.constant {offset} : i32
            %v, %valid = gpu.shuffle {mode} %x, %d, %w : {ty}
            %own = arith.select %valid, %v, %x : {ty}
            %flag = arith.extui %valid : i1 to i32
            memref.store %own, %o[%tid] : memref<?x{ty}>
            memref.store %flag, %p[%tid] : memref<?xi32>
            """,
            [np.where(valid, x[source], x), valid.astype(np.int32)],
            inputs={"a": x},
            outputs=(ty, "i32"),
        )
case(
    "shuffle_own_source",  # each lane has its own
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %w = arith.constant 32 : i32
    %v, %valid = gpu.shuffle idx %x, %x, %w : i32
    memref.store %v, %o[%tid] : memref<?xi32>
    """,
    np.arange(N, dtype=np.int32) // 32 * 0 + (31 - (31 - I % 32)),
    inputs={"a": (31 - I % 32).astype(np.int32)},
)
case(
    "rotate",
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %v, %valid = gpu.rotate %x, 3, 16 : i32
    %first = arith.constant 16 : index
    %in = arith.cmpi ult, %tid, %first : index
    scf.if %in { memref.store %v, %o[%tid] : memref<?xi32> }
    """,
    A[(np.arange(16) + 3) % 16],
)
KINDS = {"add": np.add, "minsi": np.minimum, "xor": np.bitwise_xor, "mul": np.multiply}
for kind, fold in KINDS.items():
    with np.errstate(over="ignore"):
        for width in (8, 32):
            case(
                f"subgroup_reduce_{kind}_{width}",
                f"""
                %x = memref.load %a[%tid] : memref<?xi32>
                %v = gpu.subgroup_reduce {kind} %x cluster(size = {width}) : (i32) -> i32
                memref.store %v, %o[%tid] : memref<?xi32>
                """,
                np.repeat(fold.reduce(A.reshape(-1, width), axis=1, dtype=np.int32), width),
            )
        case(
            f"all_reduce_{kind}",
            f"""
            %x = memref.load %a[%tid] : memref<?xi32>
            %v = gpu.all_reduce {kind} %x uniform {{}} : (i32) -> (i32)
            memref.store %v, %o[%tid] : memref<?xi32>
            """,
            np.full(N, fold.reduce(A, dtype=np.int32)),
        )
case(
    "subgroup_reduce_vector",
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %y = arith.index_cast %tid : index to i32
    %z = vector.from_elements %x, %y : vector<2xi32>
    %v = gpu.subgroup_reduce maxsi %z cluster(size = 16) : (vector<2xi32>) -> vector<2xi32>
    %l = vector.extract %v[0] : i32 from vector<2xi32>
    %r = vector.extract %v[1] : i32 from vector<2xi32>
    memref.store %l, %o[%tid] : memref<?xi32>
    memref.store %r, %p[%tid] : memref<?xi32>
    """,
    [np.repeat(A.reshape(-1, 16).max(axis=1), 16), (I | 15).astype(np.int32)],
    outputs=("i32", "i32"),
)
case(
    "all_reduce_region",
    """
    %x = memref.load %a[%tid] : memref<?xi32>
    %v = gpu.all_reduce %x uniform {
    ^bb0(%l: i32, %r: i32):
      %m = arith.maxsi %l, %r : i32
      gpu.yield %m : i32
    } : (i32) -> (i32)
    memref.store %v, %o[%tid] : memref<?xi32>
    """,
    np.full(N, A.max()),
)

suite.run()
