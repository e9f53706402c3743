# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR text: types, clauses, and functions around one op."""


def tensor(n, ty):
    return f"tensor<{'?' if n is None else n}x{ty}>"


def empty(name, n, ty):
    if n is None:
        return f"  {name} = tensor.empty(%n) : {tensor(n, ty)}\n"
    return f"  {name} = tensor.empty() : {tensor(n, ty)}\n"


def size_of(n, ty, value="%x0"):
    if n is not None:
        return ""
    return (
        "  %c0 = arith.constant 0 : index\n"
        f"  %n = tensor.dim {value}, %c0 : {tensor(n, ty)}\n"
    )


def borders_of(clause, elements, size):
    """Parameters that define segments, and the clause that names them."""
    given = [(f"%border{i}", tensor(size, ty)) for i, ty in enumerate(elements)]
    text = " %s(%s : %s)" % (clause, *(", ".join(part) for part in zip(*given)))
    return [f"{value}: {ty}" for value, ty in given], text


def listed(word, operands):
    """A clause with operands, pairs of a name and a type."""
    if not operands:
        return ""
    return " %s(%s : %s)" % (word, *(", ".join(part) for part in zip(*operands)))


def region(word, arguments, body, results):
    """`arguments` and `results`: pairs of a name and a type."""
    return " %s {\n^bb0(%s):\n%sprim.yield %s : %s\n}" % (
        word, ", ".join("%s: %s" % pair for pair in arguments), body,
        ", ".join(name for name, _ in results), ", ".join(type for _, type in results))  # fmt: skip


def dimension_clause(dimensions):
    return "" if dimensions is None else " dimension(%s)" % ", ".join(map(str, dimensions))


def tuning(tile):
    return " tuning<block_size = %d, items_per_thread = %d>" % tile if tile else ""


def function(symbol, form, parameters, results, op, before="", size=""):
    """A function around an op. `parameters` and `results` are pairs of a name and a
    type. `op` returns its text with an additional clause, that of a workspace. `size`
    is the value whose size results on tensors have, or a function that returns that
    value for each result."""
    types = ", ".join(type for _, type in results)
    returned = ""
    if form == "tensors":
        body, returned = before, " -> (%s)" % types
        for name, type in results:
            own = size(name) if callable(size) else size
            body += "%s = tensor.empty(%s) : %s\n" % (name, own * ("?" in type), type)
        made = ", ".join("%%y%d" % i for i in range(len(results)))
        body += "%s = %s -> %s\nreturn %s : %s\n" % (made, op(""), types, made, types)
    elif form in ("workspace", "initialized"):
        initialized = form == "initialized"
        text = op(" workspace(%w : memref<?xi8>)" + " initialized" * initialized) + "\n"
        # Twice, if the workspace is left as it was.
        body = before + """%%bytes = prim.workspace_size {
%s
} : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%fill = arith.constant %d : i8
gpu.memset %%w, %%fill : memref<?xi8>, i8
%sgpu.dealloc %%w : memref<?xi8>
return
""" % (op(""), 0 if initialized else -1, text * (1 + initialized))
    else:
        body = before + op("") + "\nreturn\n"
    if form != "tensors":
        parameters = parameters + results
    head = ", ".join("%s: %s" % parameter for parameter in parameters)
    return "func.func @%s(%s)%s {\n%s}\n" % (symbol, head, returned, body)


def called(name, parameters, results, op, tensors, last=(), before=""):
    """A function around the text of an op. On memrefs its results are parameters,
    followed by `last`. On tensors it makes results of known sizes and returns them."""
    if not tensors:
        parameters, body, returned = [*parameters, *results, *last], before + f"  {op}\n  return\n", ""
    else:
        of = ", ".join(ty for _, ty in results)
        body = before + "".join(f"  {value} = tensor.empty() : {ty}\n" for value, ty in results)
        body += f"  %y:{len(results)} = {op} -> {of}\n"
        body += f"  return {', '.join(f'%y#{i}' for i in range(len(results)))} : {of}\n"
        returned = f" -> ({of})"
    head = ", ".join(f"{value}: {ty}" for value, ty in parameters)
    return f"func.func @{name}({head}){returned} {{\n{body}}}\n"


def pairs(buffers):
    """Names and types of a random program's buffers, in the form that clauses take."""
    return [(buffer.name, buffer.type()) for buffer in buffers]
