# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose blocks exchange values."""

import itertools

import numpy as np

from primtest.comparing import same
from primtest.launches import KINDS, buffer_case, launch
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(11)

# -- One value per tile --------------------------------------------------------

# Tiles in the order of their tickets; blocks of several waves, of a part of one, and a
# combiner that has no identity and does not commute: the last nonzero value.
GRID_SCAN = """
    %c = prim.base_of %s : memref<?xi64>
    %b64 = arith.constant 64 : index
    %state = prim.advance %c, %b64 : !prim.base<global>
    %n = arith.constant TILES : i32
    %t = prim.grid_ticket %c : !prim.base<global>
    %at = arith.index_castui %t : i32 to index
    %x = memref.load %a[%at] : memref<?xi32>
    %p, %some = prim.grid_scan KIND %x tile(%t) tiles(%n) state(%state : !prim.base<global>) WINDOW REGION : i32
    %none = arith.constant -7 : i32
    %v = arith.select %some, %p, %none : i32
    %wide = gpu.block_dim x
    %row = arith.muli %at, %wide : index
    %to = arith.addi %row, %tid : index
    memref.store %v, %o[%to] : memref<?xi32>
"""
LATEST = """combiner {
    ^bb0(%l: i32, %r: i32):
      %zero = arith.constant 0 : i32
      %is = arith.cmpi ne, %r, %zero : i32
      %w = arith.select %is, %r, %l : i32
      prim.yield %w : i32
    }"""
for threads in (8, 20, 64, 200):
    for tiles in (1, 7, 150):
        x = rng.integers(-3, 4, tiles).astype(np.int32)
        sums = np.append([-7], np.cumsum(x)[:-1]).astype(np.int32)
        latest, known = np.full(tiles, -7, np.int32), x[0]
        for i in range(1, tiles):
            latest[i] = known
            known = x[i] or known
        for name, kind, region, window, want in (
            ("add", "add", "", "", sums),
            ("latest", "", LATEST, "window(3)", latest),
            # Lanes look at several tiles each.
            ("add_far", "add", "", "window(150)", sums),
            ("latest_far", "", LATEST, "window(150)", latest),
        ):
            buffer_case(
                suite,
                f"grid_scan_{name}_{threads}_{tiles}",
                GRID_SCAN.replace("TILES", str(tiles)).replace("KIND", kind)
                .replace("REGION", region).replace("WINDOW", window),
                np.repeat(want, threads),
                inputs={"a": x, "s": np.zeros(8 + tiles, np.int64)},
                grid=(tiles, 1, 1),
                block=(threads, 1, 1),
            )  # fmt: skip

# The last block to finish folds the tiles in order and reads the values that the others
# have written; the state is zero afterwards. Tiles are numbered from the last block
# down, so their order is not that of the blocks.
GRID_REDUCE = """
    %c = prim.base_of %s : memref<?xi64>
    %n = arith.constant TILES : i32
    %block = gpu.block_id x
    %b32 = arith.index_castui %block : index to i32
    %m = arith.constant MOST : i32
    %t = arith.subi %m, %b32 : i32
    %at = arith.index_castui %t : i32 to index
    %x = memref.load %a[%at] : memref<?xi32>
    %y = arith.extsi %x : i32 to i64
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      memref.store %x, %o[%at] : memref<?xi32>
    }
    %f:3 = prim.grid_reduce %x, %y tile(%t) tiles(%n) state(%c : !prim.base<global>) reset ALL combiner {
    ^bb0(%l: i32, %lw: i64, %r: i32, %rw: i64):
      %zero = arith.constant 0 : i32
      %is = arith.cmpi ne, %r, %zero : i32
      %v = arith.select %is, %r, %l : i32
      %w = arith.addi %lw, %rw : i64
      prim.yield %v, %w : i32, i64
    } : i32, i64
    scf.if %f#2 {
      %w = arith.trunci %f#1 : i64 to i32
      %step = arith.constant 1 : index
      %tiles = arith.constant TILES : index
      %seen = scf.for %i = %c0 to %tiles step %step iter_args(%sum = %w) -> i32 {
        %e = memref.load %o[%i] : memref<?xi32>
        %next = arith.addi %sum, %e : i32
        scf.yield %next : i32
      }
      memref.store %f#0, %p[%c0] : memref<?xi32>
      %one = arith.constant 1 : index
      memref.store %seen, %p[%one] : memref<?xi32>
      SYNC
    }
"""
for threads in (8, 64, 200):
    for tiles in (1, 2, 7, 150, 700):
        x = rng.integers(-1, 2, tiles).astype(np.int32)
        latest = next((v for v in x[::-1] if v), 0)
        # All threads of the block have the fold, or only the first one.
        for every in (False, True):
            name = f"grid_reduce_{threads}_{tiles}_{every}"
            body = GRID_REDUCE.replace("MOST", str(tiles - 1)).replace("TILES", str(tiles))
            body = body.replace("ALL", "all" if every else "")
            # With the barrier, a thread that took part alone would not terminate.
            body = body.replace("SYNC", "prim.block_barrier" if every else "")
            arguments = [("a", "memref<?xi32>"), ("s", "memref<?xi64>"),
                         ("o", "memref<?xi32>"), ("p", "memref<?xi32>")]  # fmt: skip
            suite.function(
                name,
                launch(name, arguments, body, grid=(tiles, 1, 1), block=(threads, 1, 1)),
            )
            state = np.zeros(3 * tiles, np.int64)
            suite.case(
                name,
                name,
                [x, state, np.full(tiles, 77, np.int32), np.full(2, 77, np.int32)],
                same(state, x, np.array([latest, 2 * x.sum()], np.int32)),
                outputs=3,
                inout=[1, 2, 3],
            )

# A block publishes, does other work, and then the wave of a prefix region looks back.
# Small words of any width of integers, and epochs that are not cleared.
APART = """
    %n = arith.constant TILES : i32
    %t = prim.grid_ticket %counter : !prim.base<global>
    %at = arith.index_castui %t : i32 to index
    %wide = gpu.block_dim x
    %row = arith.muli %at, %wide : index
    %to = arith.addi %row, %tid : index
    %x = memref.load %a[%to] : memref<?xTYPE>
    %sum = prim.block_reduce add %x all : TYPE
    prim.grid_publish %sum tile(%t) tiles(%n) state(%state : !prim.base<global>) CLAUSES : TYPE
    %most = prim.block_reduce MAX %x all : TYPE
    %zero = arith.constant 0 : TYPE
    %r = prim.block_scan inclusive add %x prefix {
    ^bb0(%all: TYPE):
      %p, %some = prim.grid_prefix add %sum tile(%t) tiles(%n) state(%state : !prim.base<global>) CLAUSES WINDOW : TYPE
      prim.yield %p, %some : TYPE, i1
    } : TYPE
    %both = arith.xori %r, %most : TYPE
    memref.store %both, %o[%to] : memref<?xTYPE>
"""


def host(name, arguments, passed, body, launches, state, epochs=1):
    """A function that launches a kernel on its arguments, the counter of a ticket, a
    state of as many bytes as `state` returns, and the number of the launch. `arguments`
    are (name, type); the kernel takes those in `passed`."""
    signature = ", ".join(f"%{n}: {t}" for n, t in arguments)
    tiles, threads = launches
    inside = ", ".join(f"%{n}: {t}" for n, t in passed)
    values = ", ".join(f"%{n} : {t}" for n, t in passed)
    runs = "".join(
        f"""
  %e{e} = arith.constant {e} : i32
  %skip{e} = arith.constant {4 * e} : index
  %counter{e} = prim.advance %counters, %skip{e} : !prim.base<global>
  gpu.launch_func @{name}_kernels::@k blocks in (%tiles, %one, %one) threads in (%threads, %one, %one)
      args({values}, %counter{e} : !prim.base<global>, %base : !prim.base<global>, %e{e} : i32)"""
        for e in range(epochs)
    )
    suite.function(
        name,
        f"""gpu.module @{name}_kernels {{
gpu.func @k({inside}, %counter: !prim.base<global>, %state: !prim.base<global>, %e: i32)
    kernel attributes {{known_block_size = array<i32: {threads}, 1, 1>}} {{
  %tid = gpu.thread_id x
{body}
  gpu.return
}}
}}
func.func @{name}({signature}) {{
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : i8
  %tiles = arith.constant {tiles} : index
  %threads = arith.constant {threads} : index
  %few = arith.constant {4 * epochs} : index
  %bytes = prim.grid_state_size %tiles {state}
  %tickets = gpu.alloc (%few) : memref<?xi8>
  %states = gpu.alloc (%bytes) : memref<?xi8>
  gpu.memset %tickets, %zero : memref<?xi8>, i8
  gpu.memset %states, %zero : memref<?xi8>, i8
  %counters = prim.base_of %tickets : memref<?xi8>
  %base = prim.base_of %states : memref<?xi8>{runs}
  gpu.dealloc %tickets : memref<?xi8>
  gpu.dealloc %states : memref<?xi8>
  return
}}
""",
    )


for threads, tiles in itertools.product((20, 64, 200), (1, 6, 90)):
    for dtype, bits, epochs in (("int32", None, 1), ("int64", None, 3),
                                ("int32", 30, 3), ("int8", 7, 2), ("int64", 29, 2)):  # fmt: skip
        kind = KINDS[dtype]
        x = rng.integers(0, 4, tiles * threads).astype(dtype)
        if dtype == "int8":
            # Their sum has 7 bits.
            x[rng.permutation(len(x))[31:]] = 0
        tops = np.repeat(x.reshape(tiles, threads).max(axis=1), threads)
        want = np.cumsum(x, dtype=dtype) ^ tops
        clauses = (f"bits({bits})" if bits else "") + " epoch(%e)" * (epochs > 1)
        name = f"grid_apart_{threads}_{tiles}_{kind}_{bits or 'all'}"
        body = APART.replace("TYPE", kind).replace("CLAUSES", clauses)
        body = body.replace("TILES", str(tiles)).replace("MAX", "maxsi")
        body = body.replace("WINDOW", "window(5)" if threads == 20 else "")
        arguments = [("a", f"memref<?x{kind}>"), ("o", f"memref<?x{kind}>")]
        host(name, arguments, arguments, body, (tiles, threads),
             (f"bits({bits})" if bits else "") + f" : {kind}", epochs)  # fmt: skip
        suite.case(name, name, [x, np.full(len(want), 77, dtype)], same(want),
                   outputs=1, inout=[1])  # fmt: skip

# -- Chains --------------------------------------------------------------------

# Each thread folds its own chains, as vectors or, if there is one chain each, as
# elements. The last threads have none, or fewer.


def chain_body(tiles, chains, each, members, fold, clauses, form):
    """Folds the tuple of `members` (element types) of every chain: buffers %a0, ... to
    %o0, ..., where tile 0 gets -7. In the form `complete` every third tile has its own
    prefix from %g."""
    vectors = [f"vector<{each}x{t}>" if each else t for t in members]
    count = each or 1
    lines = [
        f"%n = arith.constant {tiles} : i32",
        "%t = prim.grid_ticket %counter : !prim.base<global>",
        "%at = arith.index_castui %t : i32 to index",
        "%z32 = arith.constant 0 : i32",
        f"%count = arith.constant {count} : index",
        f"%chains = arith.constant {chains} : index",
        f"%tiles = arith.constant {tiles} : index",
        "%start = arith.muli %tid, %count : index",
        "%epoch = arith.index_castui %e : i32 to index",
        "%rows = arith.muli %epoch, %tiles : index",
        "%orow = arith.addi %rows, %at : index",
        "%from = arith.muli %at, %chains : index",
        "%to = arith.muli %orow, %chains : index",
    ]
    for i in range(count):
        lines += [
            f"%i{i} = arith.constant {i} : index",
            f"%chain{i} = arith.addi %start, %i{i} : index",
            f"%is{i} = arith.cmpi ult, %chain{i}, %chains : index",
            f"%c{i} = arith.index_castui %chain{i} : index to i32",
            f"%in{i} = arith.addi %from, %chain{i} : index",
            f"%out{i} = arith.addi %to, %chain{i} : index",
        ]
        for m, kind in enumerate(members):
            lines += [
                f"%none{m}_{i} = arith.constant 0 : {kind}",
                f"%x{m}_{i} = scf.if %is{i} -> {kind} {{",
                f"  %v = memref.load %a{m}[%in{i}] : memref<?x{kind}>",
                f"  scf.yield %v : {kind}",
                "} else {",
                f"  scf.yield %none{m}_{i} : {kind}",
                "}",
            ]
    for m, vector in enumerate(vectors):
        items = ", ".join(f"%x{m}_{i}" for i in range(count))
        if each:
            lines.append(f"%x{m} = vector.from_elements {items} : {vector}")
        else:
            lines.append(f"%same{m} = arith.constant 0 : {vector}")
            lines.append(f"%x{m} = arith.addi %same{m}, %x{m}_0 : {vector}")
    values = ", ".join(f"%x{m}" for m in range(len(members)))
    common = f"tile(%t) tiles(%n) state(%state : !prim.base<global>) chains({chains}) {clauses}"
    types = ", ".join(vectors)
    kind, region = fold
    result = f"%f:{len(members) + 1} = "
    if form == "scan":
        lines.append(f"{result}prim.grid_scan {kind} {values} {common} {region} : {types}")
    elif form == "apart":
        lines += [
            f"prim.grid_publish {values} {common} : {types}",
            "%busy = prim.block_reduce add %e all : i32",
            f"{result}prim.grid_prefix {kind} {values} {common} {region} : {types}",
        ]
    else:
        # Every third tile knows its prefix.
        for i in range(count):
            lines += [
                f"%s{i} = scf.if %is{i} -> i32 {{",
                f"  %v = memref.load %g[%in{i}] : memref<?xi32>",
                "  scf.yield %v : i32",
                "} else {",
                "  scf.yield %z32 : i32",
                "}",
            ]
        starts = ", ".join(f"%s{i}" for i in range(count))
        build = f"vector.from_elements {starts}" if each else f"arith.addi %z32, {starts}"
        lines += [
            f"%begin = {build} : {types}",
            "%three = arith.constant 3 : i32",
            "%rest = arith.remui %t, %three : i32",
            "%known = arith.cmpi eq, %rest, %z32 : i32",
            "%later = arith.cmpi ne, %rest, %z32 : i32",
            "scf.if %later {",
            f"  prim.grid_publish {values} {common} : {types}",
            "}",
            "%busy = prim.block_reduce add %e all : i32",
            f"%f:2 = scf.if %known -> ({types}, i1) {{",
            f"  %all = arith.addi %begin, {values} : {types}",
            f"  prim.grid_publish complete %all {common} : {types}",
            "  %yes = arith.constant true",
            f"  scf.yield %begin, %yes : {types}, i1",
            "} else {",
            f"  %p, %some = prim.grid_prefix {kind} {values} {common} {region} : {types}",
            f"  scf.yield %p, %some : {types}, i1",
            "}",
        ]
    last = len(members)
    for i in range(count):
        lines.append(f"scf.if %is{i} {{")
        for m, (member, vector) in enumerate(zip(members, vectors)):
            taken = f"%p{m}_{i} = vector.extract %f#{m}[{i}] : {member} from {vector}" if each else (
                f"%p{m}_{i} = arith.addi %same{m}, %f#{m} : {member}")
            lines += [
                f"%m{m}_{i} = arith.constant -7 : {member}",
                taken,
                f"%r{m}_{i} = arith.select %f#{last}, %p{m}_{i}, %m{m}_{i} : {member}",
                f"memref.store %r{m}_{i}, %o{m}[%out{i}] : memref<?x{member}>",
            ]
        lines.append("}")
    return "\n".join("    " + line for line in lines)


# Affine maps modulo 2^64, which do not commute.
AFFINE = """combiner {
    ^bb0(%lm: i64, %lc: i64, %rm: i64, %rc: i64):
      %m = arith.muli %lm, %rm : i64
      %d = arith.muli %lc, %rm : i64
      %c = arith.addi %d, %rc : i64
      prim.yield %m, %c : i64, i64
    }"""


def prefixes(inputs, combine):
    """The prefixes of tiles, chain by chain; -7 for tile 0."""
    folds = [np.full_like(x, -7) for x in inputs]
    known = [x[0] for x in inputs]
    for tile in range(1, len(inputs[0])):
        for fold, value in zip(folds, known):
            fold[tile] = value
        known = combine(known, [x[tile] for x in inputs])
    return folds


def affine(left, right):
    return [left[0] * right[0], left[1] * right[0] + right[1]]


def latest(left, right):
    return [np.where(right[0] != 0, right[0], left[0])]


FOLDS = {
    "add": (["i32"], ("add", ""), lambda l, r: [l[0] + r[0]]),
    "max": (["i64"], ("maxsi", ""), lambda l, r: [np.maximum(l[0], r[0])]),
    "latest": (["i32"], ("", LATEST), latest),
    "affine": (["i64", "i64"], ("", AFFINE), affine),
}
SHAPES = (
    # chains, values of a thread (0: an element), threads
    (5, 0, 20), (20, 0, 20), (256, 0, 256), (256, 2, 128), (200, 4, 64), (11, 2, 8),
    (256, 3, 96), (130, 1, 200),
)  # fmt: skip
for (chains, each, threads), tiles in itertools.product(SHAPES, (1, 2, 40)):
    for form, fold, bits, epochs in (
        ("scan", "add", 30, 2), ("apart", "add", None, 1), ("complete", "add", 30, 3),
        ("apart", "max", 12, 2), ("scan", "latest", None, 2), ("apart", "affine", None, 3),
    ):  # fmt: skip
        # One tile and two tiles differ in the published values, which are the same for
        # all folds.
        if tiles < 40 and fold != "add" or tiles == 2 and form != "complete":
            continue
        members, (kind, region), combine = FOLDS[fold]
        known = []
        dtypes = [{"i32": np.int32, "i64": np.int64}[m] for m in members]
        low, high = {"add": (0, 90), "max": (0, 4000), "latest": (0, 3)}.get(fold, (-9, 9))
        xs = [rng.integers(low, high, (tiles, chains)).astype(d) for d in dtypes]
        wants = prefixes(xs, combine)
        if form == "complete":
            starts = 1000 + np.arange(chains, dtype=np.int32)
            wants = [starts + np.cumsum(xs[0], axis=0, dtype=np.int32) - xs[0]]
            known = [wants[0].ravel()]
        wants = [np.concatenate([w.ravel()] * epochs) for w in wants]
        clauses = (f"bits({bits}) " if bits else "") + "epoch(%e)" * (epochs > 1)
        name = f"grid_chains_{form}_{fold}_{chains}_{each}_{threads}_{tiles}"
        body = chain_body(tiles, chains, each, members, (kind, region), clauses, form)
        arguments = [(f"a{i}", f"memref<?x{m}>") for i, m in enumerate(members)]
        arguments += [("g", "memref<?xi32>")] * len(known)
        arguments += [(f"o{i}", f"memref<?x{m}>") for i, m in enumerate(members)]
        state = f"chains({chains}) " + (f"bits({bits})" if bits else "")
        host(name, arguments, arguments, body, (tiles, threads),
             f"{state} : {', '.join(members)}", epochs)  # fmt: skip
        blank = [np.full(len(w), 77, w.dtype) for w in wants]
        given = [x.ravel() for x in xs] + known
        suite.case(name, name, [*given, *blank], same(*wants), outputs=len(wants),
                   inout=range(len(given), len(given) + len(wants)))  # fmt: skip

# -- All blocks ----------------------------------------------------------------

# Blocks repeatedly pass values on to the next block: each thread reads a value that a
# thread of another wave of another block wrote in the round before. The state of the
# barrier comes after the values.
BARRIER = """
    %state = prim.base_of %s : memref<?xi32>
    %n = gpu.grid_dim x
    %threads = gpu.block_dim x
    %b = gpu.block_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %rounds = arith.constant 5 : index
    %items = arith.muli %n, %threads : index
    %base = arith.muli %b, %threads : index
    %own = arith.addi %base, %tid : index
    %step = arith.addi %threads, %one : index
    %far = arith.addi %own, %step : index
    %from = arith.remui %far, %items : index
    %x = memref.load %a[%own] : memref<?xi32>
    memref.store %x, %o[%own] : memref<?xi32>
    scf.for %i = %zero to %rounds step %one {
      prim.grid_barrier %state : !prim.base<global>
      %y = memref.load %o[%from] : memref<?xi32>
      prim.grid_barrier %state : !prim.base<global>
      memref.store %y, %o[%own] : memref<?xi32>
    }
"""
# As above with other work in between, during which a thread of the first block keeps
# all others waiting.
APART = BARRIER.replace(
    "prim.grid_barrier %state : !prim.base<global>\n      memref",
    """%round = prim.grid_arrive %state : !prim.base<global>
      %late = arith.cmpi eq, %own, %zero : index
      scf.if %late {
        scf.for %j = %zero to %items step %one {
          %z = memref.load %a[%zero] : memref<?xi32>
          memref.store %z, %a[%zero] : memref<?xi32>
        }
      }
      prim.grid_wait %round, %state : !prim.base<global>
      memref""",
)
for blocks, threads in ((1, 64), (2, 256), (7, 200), (12, 64)):
    x = rng.integers(-1000, 1000, blocks * threads).astype(np.int32)
    for name, body in (("barrier", BARRIER), ("arrive", APART)):
        buffer_case(
            suite,
            f"grid_{name}_{blocks}_{threads}",
            body,
            np.roll(x, -5 * (threads + 1)),
            {"a": x, "s": np.zeros(2, np.int32)},
            grid=(blocks, 1, 1),
            block=(threads, 1, 1),
            cooperative=True,
        )

suite.run()
