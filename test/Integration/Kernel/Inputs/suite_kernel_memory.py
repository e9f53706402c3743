# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory in kernels: bases, memrefs, caches, and the vectors of a thread."""

import numpy as np

from primtest.comparing import same
from primtest.launches import A, F, I, N, buffer_case
from primtest.suite import Suite

suite = Suite()


def case(name, body, want, inputs=None, **how):
    buffer_case(suite, name, body, want, {"a": A} if inputs is None else inputs, **how)


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
# Blocks pass a value on in the order of their tickets; the last one writes it.
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

# -- Cache hints do not change results
# ------------------------------------------------------

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
POWERS = np.exp2(np.random.default_rng(12).integers(-1, 2, N)).astype(np.float32)
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

suite.run()
