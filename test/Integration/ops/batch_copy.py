# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_batch_copy: its text, functions around it, and the copied elements."""

import numpy as np

from primtest.mlir import listed, tuning


def op_text(ins=(), outs=(), copies=(), workspace="", addressed=None, end=""):
    """Operands and clauses as in select.op_text(). `copies` are operands: the source
    and destination of each copy, and sizes. `addressed`: the bytes per element if
    sources and destinations are addresses."""
    text = "prim.device_batch_copy" + listed("ins", ins) + listed("outs", outs) + workspace
    text += "".join(listed(word, [copy]) for word, copy in zip(("from", "to", "sizes"), copies))
    return text + (f" addressed({addressed})" if addressed else "") + end


def function(
    name, ty, number="i32", tile=None, tensors=False, workspace=False, offset=0,
    sizes=("?", "?", "?"),
):  # fmt: skip
    """A function of one batch copy of elements of type `ty`, with places and sizes of
    type `number`: `sizes`[0] copies, from a buffer of `sizes`[1] to one of `sizes`[2].
    On memrefs all operands are parameters: the source, from, to, sizes, the output, the
    workspace, an initialized one. The buffers that the op sees begin `offset` elements
    into the parameters."""
    shaped = "tensor" if tensors else "memref"
    counts = f"{shaped}<{sizes[0]}x{number}>"
    given = [(f"%{n}", counts) for n in ("from", "to", "sizes")]
    source, place = (f"{shaped}<{size}x{ty}>" for size in sizes[1:])
    work = [("%w", f"{shaped}<?xi8>")] if workspace else []
    parameters = [("%x", source), *given]
    body, x, o = "", ("%x", source), ("%o", place)
    if not tensors:
        parameters += [("%o", place), *work]
    else:
        body += f"  %o = tensor.empty() : {place}\n"
    if offset:
        body += f"  %c0 = arith.constant 0 : index\n  %c = arith.constant {offset} : index\n"
        shown = f"memref<?x{ty}, strided<[1], offset: {offset}>>"
        for v in "xo":
            body += f"""  %n{v} = memref.dim %{v}, %c0 : memref<?x{ty}>
  %m{v} = arith.subi %n{v}, %c : index
  %{v}v = memref.subview %{v}[{offset}] [%m{v}] [1] : memref<?x{ty}> to {shown}
"""
        x, o = ("%xv", shown), ("%ov", shown)
    body += "  " + "%y = " * tensors + op_text(
        [x], [o], given, listed("workspace", work) + " initialized" * workspace, end=tuning(tile))  # fmt: skip
    body += f" -> {place}\n  return %y : {place}\n" if tensors else "\n  return\n"
    parameters = ", ".join(f"{value}: {of}" for value, of in parameters)
    return f"func.func @{name}({parameters}){f' -> {place}' if tensors else ''} {{\n{body}}}\n"


def addressed_function(name, ty, size, tile=None, workspace=False):
    """A function of one batch copy between addresses. Its parameters: two sources; for
    each copy the index of its source, its offset there in bytes, the index of its
    output, its offset there in bytes, and the number of elements of `size` bytes; the
    two outputs, and a workspace."""
    numbers = ["of", "from", "in", "to", "sizes"]
    parameters = [f"%{n}: memref<?x{ty}>" for n in ("x", "y")]
    parameters += [f"%{n}: memref<?xi64>" for n in numbers]
    parameters += [f"%{n}: memref<?x{ty}>" for n in ("o", "p")]
    parameters += ["%w: memref<?xi8>"] if workspace else []
    body = "  %c0 = arith.constant 0 : index\n  %n = memref.dim %from, %c0 : memref<?xi64>\n"
    for value in "xyop":
        body += f"""  %{value}i = memref.extract_aligned_pointer_as_index %{value} : memref<?x{ty}> -> index
  %{value}a = arith.index_cast %{value}i : index to i64
"""
    for result, which, behind, first, second in (("a", "of", "from", "x", "y"), ("b", "in", "to", "o", "p")):
        body += f"""  %{result} = gpu.alloc (%n) : memref<?xi64>
  prim.device_map ins(%{which}, %{behind} : memref<?xi64>, memref<?xi64>) outs(%{result} : memref<?xi64>) map {{
  ^bb0(%which: i64, %bytes: i64):
    %zero = arith.constant 0 : i64
    %is = arith.cmpi eq, %which, %zero : i64
    %base = arith.select %is, %{first}a, %{second}a : i64
    %address = arith.addi %base, %bytes : i64
    prim.yield %address : i64
  }}
"""
    body += "  " + op_text(
        copies=[(name, "memref<?xi64>") for name in ("%a", "%b", "%sizes")], addressed=size,
        workspace=" workspace(%w : memref<?xi8>) initialized" * workspace, end=tuning(tile))  # fmt: skip
    body += "\n  gpu.dealloc %a : memref<?xi64>\n  gpu.dealloc %b : memref<?xi64>\n  return\n"
    return f"func.func @{name}({', '.join(parameters)}) {{\n{body}}}\n"


def parts(source, extent, begins, places, sizes):
    """Slices of an output of `extent` elements and of a source of its size, for each
    copy that has elements in both."""
    for begin, place, size in zip(*(map(int, array) for array in (begins, places, sizes))):
        low, high = max(0, -begin, -place), min(size, source - begin, extent - place)
        if low < high:
            yield slice(place + low, place + high), slice(begin + low, begin + high)


def copy(source, out, begins, places, sizes):
    """Copies elements along the last axis of arrays, from `source` into `out`. Returns
    the mask of the elements of `out` that are written."""
    is_written = np.zeros(out.shape, bool)
    for to, of in parts(source.shape[-1], out.shape[-1], begins, places, sizes):
        out[..., to], is_written[..., to] = source[..., of], True
    return is_written


def draw_sizes(rng, count, most):
    """Sizes of copies, at most `most`, by the name of their distribution."""
    return {
        "tiny": rng.integers(0, 4, count),
        "empty": np.where(rng.random(count) < 0.1, rng.integers(-3, 20, count), 0),
        "mixed": np.where(rng.random(count) < 0.1, rng.integers(0, 90, count), rng.integers(0, 9, count)),
        "huge": np.where(np.arange(count) == count // 2, most, rng.integers(0, 3, count)),
    }


def draw_places(rng, room):
    """Places of copies, each with `room` of its own, side by side in any order."""
    order = rng.permutation(len(room))
    places = np.zeros(len(room), np.int64)
    places[order] = np.cumsum(room[order]) - room[order]
    return places
