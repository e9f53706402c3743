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
