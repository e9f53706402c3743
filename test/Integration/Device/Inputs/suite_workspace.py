# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workspaces of the caller: their previous contents, or those that another op has left,
must not matter. `initialized` ones are zero after every run, so that the next op of any
kind and size finds them zero. Inputs and results differ from run to run, and results
hold other values before a run."""

import numpy as np

from ops import fold_text, reduce, scan, segments, sort
from ops.orders import ranks_of
from primtest.comparing import same
from primtest.suite import MANY_TILES, Suite

suite = Suite()
rng = np.random.default_rng(11)
TILE = "tuning<block_size = 64, items_per_thread = 2>"
BYTES = 1 << 20


def draw_offsets(size):
    """Offsets of many segments, short, long and empty, which cover all elements."""
    offsets = rng.integers(0, size + 1, size // 2 + 1).astype(np.int64)
    offsets[:2] = 0, size
    return [np.sort(offsets)]


def draw_pairs(size):
    """Begins and ends of such segments, out of order."""
    (offsets,) = draw_offsets(size)
    order = rng.permutation(len(offsets) - 1)
    return [offsets[:-1][order], offsets[1:][order]]


def draw_long_offsets(size):
    """Offsets of such segments, with a long one in the middle."""
    (offsets,) = draw_offsets(size)
    moved = np.maximum(offsets, size * 3 // 4)
    return [np.sort(np.where(offsets > size // 4, moved, offsets))]


def draw_long_pairs(size):
    (offsets,) = draw_long_offsets(size)
    order = rng.permutation(len(offsets) - 1)
    return [offsets[:-1][order], offsets[1:][order]]


def offset_parts(x, offsets):
    return segments.between(offsets[:-1], offsets[1:], len(x))


def head_parts(x, flags):
    return segments.of_heads(flags != 0)


def range_parts(x, begins, ends):
    return segments.between(begins, ends, len(x))


def prefixes(parts_of):
    """The reference of a scan whose last inputs define the segments."""
    return lambda x, *borders: scan.of_arrays("add", [x], parts=parts_of(x, *borders))


def sums(parts_of):
    return lambda x, *borders: reduce.of_arrays("add", [x], parts=parts_of(x, *borders))


def in_order(*members, parts=None):
    begins = parts.own_begins()[0] if parts else None
    return sort.expected(members, ranks_of(members[0], "slt"), begins)


class Op:
    """`text` is the op, with placeholders for the names of inputs, results and clauses.
    `borders` are the clause that defines segments, its types, and the function that
    draws its buffers for a size; the reference takes these inputs after the others."""

    def __init__(self, name, inputs, results, text, reference, borders=("", (), None)):
        self.name = name
        self.inputs = [*inputs, *borders[1]]
        # Element and rank.
        self.results = results
        self.text = text
        self.reference = reference
        self.clause, border_types, self.draw = borders
        self.operands = len(inputs)
        assert len(border_types) == len(self.inputs) - self.operands

    def arrays(self, size):
        types = self.inputs[: self.operands]
        arrays = [rng.integers(-999, 999, size).astype(DTYPES[t]) for t in types]
        return arrays + (self.draw(size) if self.clause else [])

    def references(self, arrays):
        wants = self.reference(*arrays)
        return [np.asarray(w, DTYPES[t]) for w, (t, _) in zip(wants, self.results, strict=True)]

    def types(self):
        ins = [f"memref<?x{t}>" for t in self.inputs]
        return ins, [f"memref<{'?x' * r}{t}>" for t, r in self.results]

    def call(self, ins, outs, clauses):
        in_types, out_types = self.types()
        if self.clause:
            borders, types = (", ".join(of[self.operands :]) for of in (ins, in_types))
            clauses = f"{self.clause}({borders} : {types}) {clauses}"
            ins, in_types = ins[: self.operands], in_types[: self.operands]
        operands = (
            f"ins({', '.join(ins)} : {', '.join(in_types)}) "
            f"outs({', '.join(outs)} : {', '.join(out_types)}) {clauses} {TILE}"
        )
        return self.text.replace("OPERANDS", operands)


def reduce_keys(x, keys):
    parts = segments.of_heads(np.diff(keys, prepend=keys[0]) != 0)
    ((begins, _),) = parts.lists
    return [keys[begins], *reduce.of_arrays("add", [x], parts=parts), np.int64(len(begins))]


OPS = [
    Op("scan_i32", ["i32"], [("i32", 1)], "prim.device_scan inclusive add OPERANDS",
       lambda x: scan.of_arrays("add", [x])),
    # Several words per tile.
    Op("scan_affine", ["i64", "i64"], [("i64", 1)] * 2,
       "prim.device_scan inclusive OPERANDS " + fold_text.affine("i64"),
       lambda *members: scan.of_arrays("affine", members)),
    Op("reduce_i32", ["i32"], [("i32", 0)], "prim.device_reduce add OPERANDS",
       lambda x: reduce.of_arrays("add", [x])),
    Op("reduce_max", ["f64"], [("f64", 0)], "prim.device_reduce maximumf OPERANDS",
       lambda x: reduce.of_arrays("maximumf", [x])),
    Op("sort_i32", ["i32"], [("i32", 1)], "prim.device_sort slt OPERANDS", in_order),
    Op("sort_pairs", ["i64", "f64"], [("i64", 1), ("f64", 1)],
       "prim.device_sort slt OPERANDS", in_order),
    Op("scan_heads", ["i32"], [("i32", 1)], "prim.device_scan inclusive add OPERANDS",
       prefixes(head_parts),
       ("head", ["i64"], lambda size: [rng.integers(-1, 2, size) // 2])),
    Op("scan_shared", ["i32"], [("i32", 1)], "prim.device_scan inclusive add OPERANDS",
       prefixes(offset_parts), ("segments", ["i64"], draw_offsets)),
    Op("scan_pairs", ["i64"], [("i64", 1)], "prim.device_scan inclusive add OPERANDS",
       prefixes(range_parts),
       ("segments", ["i64"] * 2, draw_pairs)),
    Op("reduce_shared", ["i32"], [("i32", 1)], "prim.device_reduce add OPERANDS",
       sums(offset_parts),
       ("segments", ["i64"], draw_offsets)),
    Op("reduce_pairs", ["i32"], [("i32", 1)], "prim.device_reduce add OPERANDS",
       sums(range_parts),
       ("segments", ["i64"] * 2, lambda size: list(rng.integers(0, size + 1, (2, 300))))),
    # Reduce-then-scan, which leaves the folds of tiles.
    Op("scan_stored", ["f64"], [("f64", 1)],
       "prim.device_scan inclusive add OPERANDS deterministic(run)",
       lambda x: scan.of_arrays("add", [x])),
    Op("scan_stored_heads", ["f64"], [("f64", 1)],
       "prim.device_scan inclusive add OPERANDS deterministic(run)",
       prefixes(head_parts),
       ("head", ["i64"], lambda size: [rng.integers(-1, 2, size) // 2])),
    Op("scan_stored_shared", ["f64"], [("f64", 1)],
       "prim.device_scan inclusive add OPERANDS deterministic(run)",
       prefixes(offset_parts), ("segments", ["i64"], draw_offsets)),
    Op("reduce_keys", ["i32"], [("i64", 1), ("i32", 1), ("i64", 0)],
       "prim.device_reduce add OPERANDS", reduce_keys,
       ("by_key", ["i64"], lambda size: [np.sort(rng.integers(0, size, size))])),
    # Segments for waves, and one that takes passes if there are enough elements.
    Op("sort_shared", ["i32"], [("i32", 1)], "prim.device_sort slt OPERANDS",
       lambda x, offsets: in_order(x, parts=offset_parts(x, offsets)),
       ("segments", ["i64"], draw_long_offsets)),
    Op("sort_ranges", ["i32", "f64"], [("i32", 1), ("f64", 1)],
       "prim.device_sort slt OPERANDS",
       lambda x, y, *borders: in_order(x, y, parts=range_parts(x, *borders)),
       ("segments", ["i64"] * 2, draw_long_pairs)),
]  # fmt: skip
DTYPES = {"i32": np.int32, "i64": np.int64, "f64": np.float64}


def add(name, ops, sizes, clause, workspace):
    """One function that runs `ops` in sequence in one workspace, on inputs of `sizes`
    elements. `workspace` are the contents of the workspace before. An initialized
    workspace is also checked afterwards."""
    parameters, body, inputs, poison, wants = [], "", [], [], []
    for turn, (op, size) in enumerate(zip(ops, sizes)):
        ins = [f"%x{turn}_{i}" for i in range(len(op.inputs))]
        outs = [f"%y{turn}_{i}" for i in range(len(op.results))]
        arrays = op.arrays(size)
        if "sort" in op.name:
            # Keys of which all bits are compared.
            dtype = arrays[0].dtype
            info = np.iinfo(dtype)
            arrays[0] = rng.integers(info.min, info.max, size, dtype)
        results = op.references(arrays)
        parameters += zip(ins + outs, sum(op.types(), []))
        inputs += [*arrays, *(np.full_like(w, 85 + turn) for w in results)]
        poison += range(len(inputs) - len(results), len(inputs))
        wants += results
        body += f"  {op.call(ins, outs, f'workspace(%w : memref<?xi8>) {clause}')}\n"
    parameters.append(("%w", "memref<?xi8>"))
    text = f"func.func @{name}({', '.join(f'{n}: {t}' for n, t in parameters)}) {{\n"
    suite.function(name, f"{text}{body}  return\n}}\n")
    inputs.append(workspace)
    if clause:
        poison.append(len(inputs) - 1)
        wants.append(np.zeros_like(workspace))
    suite.case(name, name, inputs, same(*wants), outputs=len(wants), inout=poison)


zero = np.zeros(BYTES, np.int8)
garbage = np.full(BYTES, 0xA5, np.uint8).view(np.int8)
for op in OPS:
    # More tiles, fewer, one, one block of a sort and a full one, many again.
    sizes = [2500, 1101, 100, 40, 64, 4100]
    if "reduce" in op.name and not op.clause:
        sizes.append(MANY_TILES * 128 - 5)
    add(f"{op.name}_initialized", [op] * len(sizes), sizes, "initialized", zero)
    add(f"{op.name}_undefined", [op] * len(sizes), sizes, "", garbage)
several = [*(OPS[i] for i in (4, 2, 0, 3, 1, 5, 0, 2, 4)), *reversed(OPS), OPS[4]]
sizes = [1100 + 137 * i for i in range(len(several))]
add("several_initialized", several, sizes, "initialized", zero)
add("several_undefined", several, sizes, "", garbage)

for op in OPS:
    # An error status before anything is launched: results are unchanged.
    ins = [f"%x{i}" for i in range(len(op.inputs))]
    outs = [f"%y{i}" for i in range(len(op.results))]
    parameters = ", ".join(f"{n}: {t}" for n, t in zip(ins + outs, sum(op.types(), [])))
    at = op.call(ins, outs, "workspace(%v : memref<?xi8>)")
    suite.function(
        f"{op.name}_shifted",
        f"""func.func @{op.name}_shifted({parameters}, %w: memref<?xi8>, %by: index) {{
  %bytes = arith.constant {BYTES // 2} : index
  %v = memref.view %w[%by][%bytes] : memref<?xi8> to memref<?xi8>
  {at}
  return
}}
""",
    )
    small = op.call(ins, outs, "workspace(%w : memref<?xi8>)")
    suite.function(
        f"{op.name}_small",
        f"func.func @{op.name}_small({parameters}, %w: memref<?xi8>) {{\n  {small}\n  return\n}}\n",
    )
    arrays = op.arrays(4500)
    results = op.references(arrays)
    before = [np.full_like(w, 85) for w in results]
    for by in [1, 8, 255]:
        suite.case(
            f"{op.name}_shifted by {by}", f"{op.name}_shifted", [*arrays, *before, garbage, by],
            None, outputs=0, error="must be aligned to 256 bytes")  # fmt: skip
    places = range(len(arrays), len(arrays) + len(results))
    suite.case(
        f"{op.name}_shifted by 256", f"{op.name}_shifted", [*arrays, *before, garbage, 256],
        same(*results), outputs=len(results), inout=places)  # fmt: skip
    for size in [0, 8, 255]:
        suite.case(
            f"{op.name}_small of {size}", f"{op.name}_small",
            [*arrays, *before, np.zeros(size, np.int8)],
            None, outputs=0, error="workspace is too small")  # fmt: skip

suite.run()
