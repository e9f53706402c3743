# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ordinary MLIR that stands around prim ops in a kernel."""

import numpy as np
from kernels import buffer_case, launch

from harness import Suite, same

suite = Suite()
rng = np.random.default_rng(11)
N = 64
I = np.arange(N, dtype=np.int32)
A = rng.integers(-1000, 1000, N, dtype=np.int32)
F = rng.standard_normal(N).astype(np.float32)


def case(name, body, want, inputs=None, **how):
    buffer_case(suite, name, body, want, {"a": A} if inputs is None else inputs, **how)


# -- Ids and sizes, with sizes that are known and that are not -----------------

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
# Whatever the wave size, which the case does not know.
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

# -- Memory of a thread, at indices that only the run knows ----------------------

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

# A block op that comes again in a loop, or by branches, finds its workgroup memory
# free: threads are waited for that still read what the turn before left there.
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

# Threads read what all have written; the next exchange writes where they read.
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

# A sort behind a sort whose results threads read that all have written: the second one
# writes its items first of all.
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

# -- Bases -------------------------------------------------------------------------------

PLACE = """
    %t = arith.index_castui %tid : index to i32
    %b4 = arith.constant 4 : i32
    %at = arith.muli %t, %b4 overflow<nuw> : i32
"""
case(
    "base_with_offset",
    PLACE
    + """
    %s = memref.subview %a[8] [56] [1] : memref<?xi32> to memref<56xi32, strided<[1], offset: 8>>
    %in = prim.base_of %s : memref<56xi32, strided<[1], offset: 8>>
    %back = arith.constant -32 : index
    %start = prim.advance %in, %back : !prim.base<global>
    %out = prim.base_of %o : memref<?xi32>
    %b8 = arith.constant 8 : i32
    %far = arith.addi %at, %b8 overflow<nuw> : i32
    %low = arith.cmpi ult, %tid, %k62 : index
    scf.if %low {
      %v = prim.load %start[%far] : !prim.base<global> -> i32
      prim.store %v, %out[%at] : i32, !prim.base<global>
    }
    """.replace("%low =", "%k62 = arith.constant 62 : index\n    %low ="),
    np.append(A[2:], [77, 77]).astype(np.int32),
)  # fmt: skip
case(
    "base_vectors_of_index",
    PLACE
    + """
    %in = prim.base_of %a : memref<?xi64>
    %out = prim.base_of %o : memref<?xi64>
    %b16 = arith.constant 16 : i32
    %pair = arith.muli %t, %b16 overflow<nuw> : i32
    %v = prim.load %in[%pair] align(16) : !prim.base<global> -> vector<2xindex>
    %x, %y = vector.to_elements %v : vector<2xindex>
    %w = vector.from_elements %y, %x : vector<2xindex>
    prim.store %w, %out[%pair] align(8) : vector<2xindex>, !prim.base<global>
    """,
    np.arange(128, dtype=np.int64).reshape(-1, 2)[:, ::-1].reshape(-1).copy(),
    inputs={"a": np.arange(128, dtype=np.int64)},
    outputs=("i64",),
)
for memory, clauses in (
    ("prim.workgroup_alloc 512", ""),
    ("prim.base_of %m : memref<128xi32, #gpu.address_space<workgroup>>",
     "workgroup(%m : memref<128xi32, #gpu.address_space<workgroup>>)"),
):  # fmt: skip
    case(
        "base_" + memory.split()[0].split(".")[1],
        PLACE
        + """
    %w = MEMORY : !prim.base<workgroup>
    %x = memref.load %a[%tid] : memref<?xi32>
    prim.store %x, %w[%at] : i32, !prim.base<workgroup>
    prim.block_barrier
    %top = arith.constant 508 : i32
    %mirror = arith.subi %top, %at : i32
    %y = prim.load %w[%mirror] : !prim.base<workgroup> -> i32
    memref.store %y, %o[%tid] : memref<?xi32>
    """.replace("MEMORY : !prim.base<workgroup>",
                memory if clauses else memory + " : !prim.base<workgroup>"),
        np.arange(128, dtype=np.int32)[::-1].copy(),
        inputs={"a": np.arange(128, dtype=np.int32)},
        block=(128, 1, 1),
        clauses=clauses,
    )  # fmt: skip
# A flag takes a byte, in a vector too.
case(
    "base_flags",
    PLACE
    + """
    %in = prim.base_of %a : memref<?xi8>
    %out = prim.base_of %o : memref<?xi8>
    %v = prim.load %in[%at] : !prim.base<global> -> vector<4xi1>
    %yes = arith.constant dense<true> : vector<4xi1>
    %w = arith.xori %v, %yes : vector<4xi1>
    prim.store %w, %out[%at] : vector<4xi1>, !prim.base<global>
    """,
    (1 - (np.arange(256) % 3 == 0)).astype(np.int8),
    inputs={"a": (np.arange(256) % 3 == 0).astype(np.int8)},
    outputs=("i8",),
)
# Blocks hand a value on in the order of their tickets; the last one writes.
case(
    "base_atomics",
    PLACE
    + """
    %state = prim.base_of %a : memref<?xi32>
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %b8 = arith.constant 8 : i32
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %ticket = prim.atomic_rmw add %one, %state[%z] atomic(relaxed, device) : i32, !prim.base<global>
      scf.while : () -> () {
        %turn = prim.load %state[%b4] atomic(acquire, device) : !prim.base<global> -> i32
        %early = arith.cmpi ne, %turn, %ticket : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      %v = prim.load %state[%b8] : !prim.base<global> -> i32
      %three = arith.constant 3 : i32
      %m = arith.muli %v, %three : i32
      %n = arith.addi %m, %ticket : i32
      %old = prim.atomic_rmw exchange %n, %state[%b8] atomic(relaxed, device) : i32, !prim.base<global>
      %next = arith.addi %ticket, %one : i32
      prim.store %next, %state[%b4] atomic(release, device) : i32, !prim.base<global>
      %last = arith.cmpi eq, %next, %five : i32
      scf.if %last {
        memref.store %n, %o[%c0] : memref<?xi32>
      }
    }
    """.replace("%z =", "%five = arith.constant 5 : i32\n    %z ="),
    np.array([58], np.int32),
    inputs={"a": np.zeros(3, np.int32)},
    grid=(5, 1, 1),
)
case(
    "warp_uniform",
    """
    %block = gpu.block_id x
    %i = arith.index_cast %tid : index to i32
    %six = arith.constant 5 : i32
    %row = arith.shrui %i, %six : i32
    %u = prim.warp_uniform %row : i32
    memref.store %u, %o[%tid] : memref<?xi32>
    """,
    (np.arange(32) // 32).astype(np.int32),
    inputs={},
    block=(32, 1, 1),
)
suite.function(
    "host_bases",
    """gpu.module @host_bases_kernels {
gpu.func @k(%in: !prim.base<global>, %out: !prim.base<global>) kernel {
  %tid = gpu.thread_id x
  %t = arith.index_castui %tid : index to i32
  %b4 = arith.constant 4 : i32
  %at = arith.muli %t, %b4 overflow<nuw> : i32
  %v = prim.load %in[%at] : !prim.base<global> -> i32
  prim.store %v, %out[%at] : i32, !prim.base<global>
  gpu.return
}
}
func.func @host_bases(%a: memref<?xi32>, %o: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %s = memref.subview %a[8] [56] [1] : memref<?xi32> to memref<56xi32, strided<[1], offset: 8>>
  %b = prim.base_of %s : memref<56xi32, strided<[1], offset: 8>>
  %in = prim.advance %b, %c40 : !prim.base<global>
  %out = prim.base_of %o : memref<?xi32>
  gpu.launch_func @host_bases_kernels::@k blocks in (%c1, %c1, %c1)
      threads in (%c16, %c1, %c1) args(%in : !prim.base<global>, %out : !prim.base<global>)
  return
}
""",
)
suite.case("host_bases", "host_bases", [A, np.zeros(16, np.int32)],
           same(A[18:34].copy()), outputs=1, inout=[1])  # fmt: skip

# -- An instruction of the chip by its name ------------------------------------------------

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

# -- What is asked of caches changes nothing ------------------------------------------------

LOADS, STORES = ["all", "device", "stream", "constant", "volatile"], ["all", "device", "stream", "volatile"]
for load in LOADS:
    store = STORES[LOADS.index(load) % len(STORES)]
    case(
        f"cache_{load}_{store}",
        PLACE
        + f"""
        %in = prim.base_of %a : memref<?xi32>
        %out = prim.base_of %o : memref<?xi32>
        %v = prim.load %in[%at] cache({load}) : !prim.base<global> -> i32
        prim.store %v, %out[%at] cache({store}) : i32, !prim.base<global>
        """,
        A,
    )
case(
    "cache_volatile_workgroup",
    PLACE
    + """
    %in = prim.base_of %a : memref<?xi32>
    %out = prim.base_of %o : memref<?xi32>
    %w = prim.workgroup_alloc 256 : !prim.base<workgroup>
    %v = prim.load %in[%at] : !prim.base<global> -> i32
    prim.store %v, %w[%at] cache(volatile) : i32, !prim.base<workgroup>
    prim.block_barrier
    %last = arith.constant 252 : i32
    %mirror = arith.subi %last, %at : i32
    %y = prim.load %w[%mirror] cache(volatile) : !prim.base<workgroup> -> i32
    prim.store %y, %out[%at] : i32, !prim.base<global>
    """,
    A[::-1].copy(),
)
case(
    "cache_tiles",  # in vectors, and where a tile ends
    """
    %n = arith.constant 29 : i32
    %zero = arith.constant 7 : i32
    %x = prim.block_load %a[%c0] valid(%n) fill(%zero : i32) arrangement(rows(2)) cache(constant) : memref<?xi32>, vector<4xi32>
    %y = prim.block_load %a[%c0] arrangement(rows(2)) cache(stream) : memref<?xi32>, vector<4xi32>
    %s = arith.addi %x, %y : vector<4xi32>
    prim.block_store %s, %o[%c0] arrangement(rows(2)) cache(stream) : vector<4xi32>, memref<?xi32>
    """,
    (A + np.where(I < 29, A, 7)).astype(np.int32),
    block=(16, 1, 1),
)
case(
    "base_at",  # by an address that was taken as a number
    PLACE
    + """
    %in = memref.extract_aligned_pointer_as_index %a : memref<?xi32> -> index
    %b16 = arith.constant 16 : index
    %behind = arith.addi %in, %b16 : index
    %from = prim.base_at %behind : index -> !prim.base<global>
    %out = prim.base_of %o : memref<?xi32>
    %low = arith.cmpi ult, %tid, %k60 : index
    scf.if %low {
      %v = prim.load %from[%at] : !prim.base<global> -> i32
      prim.store %v, %out[%at] : i32, !prim.base<global>
    }
    """.replace("%low =", "%k60 = arith.constant 60 : index\n    %low ="),
    np.append(A[4:], [77] * 4).astype(np.int32),
)

# -- Counts of lanes that are far from any -------------------------------------------------

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

# Nothing behind the last valid element is read.
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

# -- Memrefs -----------------------------------------------------------------------------

case(
    "views",
    """
    %m = memref.reinterpret_cast %a to offset: [0], sizes: [8, 8], strides: [8, 1]
        : memref<?xi32> to memref<8x8xi32>
    %t = memref.transpose %m (i, j) -> (j, i) : memref<8x8xi32> to memref<8x8xi32, strided<[1, 8]>>
    %s = memref.subview %t[1, 2] [4, 3] [2, 2]
        : memref<8x8xi32, strided<[1, 8]>> to memref<4x3xi32, strided<[2, 16], offset: 17>>
    %flat = memref.collapse_shape %m [[0, 1]] : memref<8x8xi32> into memref<64xi32>
    %e = memref.expand_shape %flat [[0, 1]] output_shape [4, 16] : memref<64xi32> into memref<4x16xi32>
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %q = memref.reinterpret_cast %o to offset: [0], sizes: [4, 3], strides: [3, 1]
          : memref<?xi32> to memref<4x3xi32>
      memref.copy %s, %q : memref<4x3xi32, strided<[2, 16], offset: 17>> to memref<4x3xi32>
      %v = memref.load %e[%c2, %c3] : memref<4x16xi32>
      memref.store %v, %p[%c0] : memref<?xi32>
      %d = memref.dim %a, %c0 : memref<?xi32>
      %w = arith.index_cast %d : index to i32
      memref.store %w, %p[%c1] : memref<?xi32>
      %u = memref.cast %a : memref<?xi32> to memref<*xi32>
      %b = memref.cast %u : memref<*xi32> to memref<?xi32>
      %x = memref.load %b[%c3] : memref<?xi32>
      memref.store %x, %p[%c2] : memref<?xi32>
    }
    """,
    [A.reshape(8, 8).T[1:8:2, 2:7:2].reshape(-1).copy(), np.array([A[35], 64, A[3]], np.int32)],
    outputs=("i32", "i32"),
)  # fmt: skip
case(
    "linalg",
    """
    %five = arith.constant 5 : i32
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      linalg.fill ins(%five : i32) outs(%p : memref<?xi32>)
      linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
          iterator_types = ["parallel"]} ins(%a : memref<?xi32>) outs(%o : memref<?xi32>) {
      ^bb0(%x: i32, %y: i32):
        %i = linalg.index 0 : index
        %j = arith.index_cast %i : index to i32
        %z = arith.addi %x, %j : i32
        linalg.yield %z : i32
      }
    }
    """,
    [A + I, np.full(5, 5, np.int32)],
    outputs=("i32", "i32"),
)
RMW = {
    "addi": lambda x: x.sum(dtype=np.int32), "maxs": np.max, "mins": np.min,
    "maxu": lambda x: x.view(np.uint32).max().view(np.int32),
    "minu": lambda x: x.view(np.uint32).min().view(np.int32),
    "andi": np.bitwise_and.reduce, "ori": np.bitwise_or.reduce, "xori": np.bitwise_xor.reduce,
    "muli": lambda x: np.multiply.reduce(x, dtype=np.int32),
}  # fmt: skip
START = {"maxs": -(2**31), "mins": 2**31 - 1, "minu": -1, "andi": -1, "muli": 1}
for kind, fold in RMW.items():
    case(
        f"atomic_{kind}",
        f"""
        %x = memref.load %a[%tid] : memref<?xi32>
        %start = arith.constant {START.get(kind, 0)} : i32
        %first = arith.cmpi eq, %tid, %c0 : index
        scf.if %first {{ memref.store %start, %o[%c0] : memref<?xi32> }}
        gpu.barrier
        memref.atomic_rmw {kind} %x, %o[%c0] : (i32, memref<?xi32>) -> i32
        """,
        np.array([fold(A | 1 if kind == "muli" else A)], np.int32),
        inputs={"a": A | 1 if kind == "muli" else A},
    )
POWERS = np.exp2(rng.integers(-1, 2, N)).astype(np.float32)
for kind, x, want in [
    ("addf", np.floor(F * 8).astype(np.float32), lambda x: x.sum()),
    ("mulf", POWERS, np.prod),
    ("maximumf", F, np.max),
    ("minimumf", F, np.min),
]:
    for ty in ("f32", "f64"):
        y = x.astype(np.float64 if ty == "f64" else np.float32)
        case(
            f"atomic_{kind}_{ty}",
            f"""
            %x = memref.load %a[%tid] : memref<?x{ty}>
            %start = memref.load %a[%c0] : memref<?x{ty}>
            %first = arith.cmpi eq, %tid, %c0 : index
            scf.if %first {{ memref.store %start, %o[%c0] : memref<?x{ty}> }}
            gpu.barrier
            scf.if %first {{ }} else {{
              memref.atomic_rmw {kind} %x, %o[%c0] : ({ty}, memref<?x{ty}>) -> {ty}
            }}
            """,
            np.array([want(y)], y.dtype),
            inputs={"a": y},
            outputs=(ty,),
        )
case(
    "atomic_generic",
    """
    %m = memref.alloca() : memref<1xi32>
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %one = arith.constant 1.0 : f32
      memref.store %one, %s[%c0] : memref<2xf32, 3>
    }
    gpu.barrier
    %old = memref.generic_atomic_rmw %s[%c0] : memref<2xf32, 3> {
    ^bb0(%v: f32):
      %two = arith.constant 2.0 : f32
      %w = arith.mulf %v, %two : f32
      memref.atomic_yield %w : f32
    }
    memref.store %old, %p[%tid] : memref<?xf32>
    gpu.barrier
    %all = memref.load %s[%c0] : memref<2xf32, 3>
    memref.store %all, %o[%tid] : memref<?xf32>
    """,
    [np.full(20, 2.0**20, np.float32), np.exp2(np.arange(20)).astype(np.float32)],
    inputs={},
    outputs=("f32", "f32"),
    block=(20, 1, 1),
    clauses="workgroup(%s : memref<2xf32, 3>)",
)

# -- Vectors of one thread ----------------------------------------------------------------

PADDED = np.concatenate([A[59:], np.full(3, -9, np.int32)])
case(
    "vector",
    """
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %pad = arith.constant -9 : i32
      %at = arith.constant 59 : index
      %t = vector.transfer_read %a[%at], %pad : memref<?xi32>, vector<8xi32>
      vector.transfer_write %t, %p[%c0] : vector<8xi32>, memref<?xi32>
      %m = memref.reinterpret_cast %a to offset: [0], sizes: [8, 8], strides: [8, 1]
          : memref<?xi32> to memref<8x8xi32>
      %u = vector.transfer_read %m[%c1, %c2], %pad {in_bounds = [true, true]} : memref<8x8xi32>, vector<2x4xi32>
      %x = vector.transpose %u, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
      %r = vector.multi_reduction <add>, %x, %pad [0, 1] : vector<4x2xi32> to i32
      %f = vector.shape_cast %x : vector<4x2xi32> to vector<8xi32>
      %g = vector.extract_strided_slice %f {offsets = [1], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
      %mask = vector.create_mask %c3 : vector<4xi1>
      %index = arith.constant dense<[7, 5, 3, 1]> : vector<4xi32>
      %h = vector.gather %a[%c0] [%index], %mask, %g : memref<?xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %j = vector.maskedload %a[%c8], %mask, %g : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %k = vector.shuffle %h, %j [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xi32>, vector<4xi32>
      %l = vector.step : vector<8xindex>
      %n = arith.index_cast %l : vector<8xindex> to vector<8xi32>
      %q = arith.addi %k, %n : vector<8xi32>
      %s = vector.insert %r, %q [7] : i32 into vector<8xi32>
      vector.store %s, %o[%c0] : memref<?xi32>, vector<8xi32>
    }
    """,
    [np.concatenate([A[[7, 5, 3]], A.reshape(8, 8)[1:3, 2:6].T.reshape(-1)[4:5],
                     A[8:11], [0]]).astype(np.int32) + np.arange(8, dtype=np.int32),
     PADDED],
    outputs=("i32", "i32"),
)  # fmt: skip
suite.cases[-1][2][1][:] = 0
suite.cases[-1] = suite.cases[-1][:3] + (same(
    np.concatenate([A[[7, 5, 3]], A.reshape(8, 8)[1:3, 2:6].T.reshape(-1)[4:5], A[8:11],
                    [A.reshape(8, 8)[1:3, 2:6].sum() - 9 - 7]]).astype(np.int32)
    + np.arange(8, dtype=np.int32), PADDED),) + suite.cases[-1][4:]  # fmt: skip
case(
    "vector_float",
    """
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %one = arith.constant 1.0 : f32
      %x = vector.load %a[%c0] : memref<?xf32>, vector<4xf32>
      %y = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"]} %x, %x, %one : vector<4xf32>, vector<4xf32> into f32
      %z = vector.outerproduct %x, %x : vector<4xf32>, vector<4xf32>
      %r = vector.extract %z[2] : vector<4xf32> from vector<4x4xf32>
      %f = vector.fma %x, %x, %r : vector<4xf32>
      %zero = arith.constant dense<0.0> : vector<2xf32>
      %m = vector.shape_cast %x : vector<4xf32> to vector<2x2xf32>
      %s, %t = vector.scan <add>, %m, %zero {inclusive = true, reduction_dim = 0} : vector<2x2xf32>, vector<2xf32>
      %g = vector.shape_cast %s : vector<2x2xf32> to vector<4xf32>
      vector.store %f, %o[%c0] : memref<?xf32>, vector<4xf32>
      vector.store %g, %o[%k4] : memref<?xf32>, vector<4xf32>
      memref.store %y, %o[%c8] : memref<?xf32>
    }
    """.replace("%one =", "%k4 = arith.constant 4 : index\n      %one ="),
    (lambda x: np.concatenate([x * x + x * x[2], x[:2], x[:2] + x[2:], [1 + (x * x).sum()]]))(
        np.arange(1, 5, dtype=np.float32)),
    inputs={"a": np.arange(1, 5, dtype=np.float32)},
    outputs=("f32",),
)  # fmt: skip

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

# -- The gpu dialect's collectives, in widths that every wave has ------------------------------

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
