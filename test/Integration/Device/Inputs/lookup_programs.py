# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR text of functions around one search or batch copy each."""

from programs import _tuning


def _group(keyword, operands):
    if not operands:
        return ""
    values, of = (", ".join(part) for part in zip(*operands))
    return f" {keyword}({values} : {of})"


def search(
    name, mode, types, out, order="", descending=False, comparator="", prologue="", ins=None,
    reads=None, tile=None, tensors=False, workspace=False, sizes=("?", "?"),
):  # fmt: skip
    """A function of one search for items of `types` (`ins`, where a prologue makes them
    of those), of which there are `sizes`[0] in `sizes`[1] that are sorted. `order` is a
    built-in one, or `comparator` a region with its keyword. On memrefs all operands are
    parameters: needles, what is sorted, what is read (its type is `reads`), the output,
    and a workspace that need not be."""
    shaped = "tensor" if tensors else "memref"
    needles = [(f"%x{i}", f"{shaped}<{sizes[0]}x{t}>") for i, t in enumerate(ins or types)]
    heap = [(f"%s{i}", f"{shaped}<{sizes[1]}x{t}>") for i, t in enumerate(types)]
    read = [("%t", reads)] if reads else []
    outs = [("%o", f"{shaped}<{sizes[0]}x{out}>")]
    work = [("%w", f"{shaped}<?xi8>")] if workspace else []
    parameters = needles + heap + read
    body = ""
    if not tensors:
        parameters = parameters + outs + work
    elif sizes[0] == "?":
        body += (
            "  %c0 = arith.constant 0 : index\n"
            f"  %n = tensor.dim %x0, %c0 : {needles[0][1]}\n"
            f"  %o = tensor.empty(%n) : {outs[0][1]}\n"
        )
    else:
        body += f"  %o = tensor.empty() : {outs[0][1]}\n"
    body += f"  {'%y = ' if tensors else ''}prim.device_search {mode}"
    body += f" {order}" if order else ""
    body += " descending" if descending else ""
    body += _group("ins", needles) + _group("in", heap) + _group("outs", outs)
    body += _group("workspace", work) + _group("reads", read)
    body += f"{_tuning(tile)} {prologue} {comparator}"
    of = outs[0][1]
    body += f" -> {of}\n  return %y : {of}\n" if tensors else "\n  return\n"
    parameters = ", ".join(f"{value}: {ty}" for value, ty in parameters)
    return f"func.func @{name}({parameters}){f' -> {of}' if tensors else ''} {{\n{body}}}\n"


def addressed_copy(name, ty, size, tile=None, workspace=False):
    """A function of one batch copy between addresses. Its parameters: two sources; by
    copy which of them, from how many bytes behind its beginning, which of the outputs,
    to how many bytes behind its beginning, and how many elements of `size` bytes; the
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
    body += "  prim.device_batch_copy" + (" workspace(%w : memref<?xi8>) initialized" if workspace else "")
    body += _group("from", [("%a", "memref<?xi64>")]) + _group("to", [("%b", "memref<?xi64>")])
    body += _group("sizes", [("%sizes", "memref<?xi64>")]) + f" addressed({size})" + _tuning(tile)
    body += "\n  gpu.dealloc %a : memref<?xi64>\n  gpu.dealloc %b : memref<?xi64>\n  return\n"
    return f"func.func @{name}({', '.join(parameters)}) {{\n{body}}}\n"


def batch_copy(
    name, ty, number="i32", tile=None, tensors=False, workspace=False, offset=0,
    sizes=("?", "?", "?"),
):  # fmt: skip
    """A function of one batch copy of elements of type `ty`, with places and sizes of type
    `number`: `sizes`[0] copies, from a buffer of `sizes`[1] to one of `sizes`[2]. On memrefs all
    operands are parameters: the source, from, to, sizes, the output, the workspace, an
    initialized one. The buffers that the op sees begin `offset` elements behind them."""
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
    body += f"  {'%y = ' if tensors else ''}prim.device_batch_copy" + _group("ins", [x])
    body += _group("outs", [o]) + _group("workspace", work) + (" initialized" if work else "")
    for clause, operand in zip(("from", "to", "sizes"), given):
        body += _group(clause, [operand])
    body += _tuning(tile)
    body += f" -> {place}\n  return %y : {place}\n" if tensors else "\n  return\n"
    parameters = ", ".join(f"{value}: {of}" for value, of in parameters)
    return f"func.func @{name}({parameters}){f' -> {place}' if tensors else ''} {{\n{body}}}\n"
