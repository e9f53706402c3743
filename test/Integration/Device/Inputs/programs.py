# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR text of functions around one device op each."""

from primtest.mlir import empty, tensor, tuning


def _size(n, ty, value="%x0"):
    if n is not None:
        return ""
    return (
        "  %c0 = arith.constant 0 : index\n"
        f"  %n = tensor.dim {value}, %c0 : {tensor(n, ty)}\n"
    )


def _borders(clause, elements, size):
    """Parameters with what says where segments are, and the clause that names them."""
    given = [(f"%border{i}", tensor(size, ty)) for i, ty in enumerate(elements)]
    text = " %s(%s : %s)" % (clause, *(", ".join(part) for part in zip(*given)))
    return [f"{value}: {ty}" for value, ty in given], text


def _fold(
    name, op, types, combiner, n, ins, body, outs, init, identity, flags, tile, extra,
    borders=None,
):  # fmt: skip
    """A function of one fold. `outs` are its destinations, which `body` has made, and
    their types; `init` says whether further parameters are what it starts from, and
    `borders`, (clause, element types, size or None), what says where segments are."""
    region = not combiner.isidentifier()
    inputs = [f"%x{i}" for i in range(len(ins))]
    parameters = [f"{v}: {tensor(n, t)}" for v, t in zip(inputs, ins)]
    clauses = ""
    if init:
        parameters += [f"%init{i}: {t}" for i, t in enumerate(types)]
        values = ", ".join(f"%init{i}" for i in range(len(types)))
        clauses += f" init({values} : {', '.join(types)})"
    if borders:
        given, text = _borders(*borders)
        parameters += given
        clauses += text
    if identity:
        for i, (value, ty) in enumerate(zip(identity, types)):
            body += f"  %id{i} = arith.constant {value} : {ty}\n"
        values = ", ".join(f"%id{i}" for i in range(len(types)))
        clauses += f" identity({values} : {', '.join(types)})"
    several = len(outs) > 1
    head = f"%r:{len(outs)}" if several else "%r"
    values = ", ".join(f"%r#{i}" for i in range(len(outs))) if several else "%r"
    results = ", ".join(ty for _, ty in outs)
    body += (
        f"  {head} = prim.{op}{'' if region else ' ' + combiner} "
        f"ins({', '.join(inputs)} : {', '.join(tensor(n, t) for t in ins)}) "
        f"outs({', '.join(out for out, _ in outs)} : {results})"
        f"{clauses}{flags}{tuning(tile)}{extra}"
        f"{' ' + combiner if region else ''} -> {results}\n"
        f"  return {values} : {results}\n"
    )
    return f"func.func @{name}({', '.join(parameters)}) -> ({results}) {{\n{body}}}\n"


def scan(
    name,
    types,
    combiner,
    mode="inclusive",
    n=None,
    init=False,
    total=False,
    reverse=False,
    identity=None,
    tile=None,
    extra="",
    ins=None,
    borders=None,
):
    """A scan of one operand per entry of `types`; `ins` are the types of the
    inputs, where `extra` has a prologue that converts them. `combiner` is a kind or the text
    of a region with its commutative keyword; `init` takes scalars as further
    parameters, and `borders` (see _fold) buffers behind them."""
    ins = ins or types
    body = _size(n, ins[0])
    outs = []
    for i, ty in enumerate(types * (2 if mode == "both" else 1)):
        body += empty(f"%o{i}", n, ty)
        outs.append((f"%o{i}", tensor(n, ty)))
    for i, ty in enumerate(types if total else ()):
        body += f"  %t{i} = tensor.empty() : tensor<{ty}>\n"
        outs.append((f"%t{i}", f"tensor<{ty}>"))
    return _fold(
        name, f"device_scan {mode}", types, combiner, n, ins, body, outs, init,
        identity, " total" * total + " reverse" * reverse, tile, extra, borders,
    )  # fmt: skip


def _segment_outs(types, clause, elements, size, first, capacity):
    """The destinations of a reduction with `borders`, and text that makes them;
    `first` is its first operand and the type of that."""
    numbered = clause == "segments"
    shared = int(numbered and len(elements) == 1)
    items = (elements if clause == "by_key" else []) + types
    if numbered:
        first = "%border0", tensor(size, elements[0])
        capacity = None if size is None else size - shared
    body = ""
    if capacity is None:
        body += "  %%c0 = arith.constant 0 : index\n  %%all = tensor.dim %s, %%c0 : %s\n" % first
        body += f"  %less = arith.constant {shared} : index\n"
        body += "  %n = arith.subi %all, %less : index\n"
    outs = [(f"%o{i}", tensor(capacity, ty)) for i, ty in enumerate(items)]
    body += "".join(empty(out, capacity, ty) for (out, _), ty in zip(outs, items))
    if not numbered:
        body += "  %count = tensor.empty() : tensor<i32>\n"
        outs.append(("%count", "tensor<i32>"))
    return outs, body


def reduce(
    name,
    types,
    combiner,
    n=None,
    init=False,
    identity=None,
    tile=None,
    extra="",
    ins=None,
    borders=None,
    capacity=None,
):
    """Like scan(). Of flags or keys the outputs hold `capacity` segments, or as many as
    there are elements; the last output is their number, an i32."""
    ins = ins or types
    if borders:
        outs, body = _segment_outs(types, *borders, ("%x0", tensor(n, ins[0])), capacity)
    else:
        outs = [(f"%o{i}", f"tensor<{ty}>") for i, ty in enumerate(types)]
        body = "".join(f"  {out} = tensor.empty() : {ty}\n" for out, ty in outs)
    return _fold(
        name, "device_reduce", types, combiner, n, ins, body, outs, init,
        identity, "", tile, extra, borders,
    )  # fmt: skip


def _order(order, descending):
    """An order, or a comparator region, as words in front of an op's operands and
    behind its clauses."""
    if order.startswith("comparator"):
        return "", f" {order}"
    return f" {order}{' descending' * descending}", ""


def sort(
    name,
    types,
    order,
    descending=False,
    n=None,
    bits=None,
    tile=None,
    clobber=False,
    borders=None,
    keys=None,
):
    """Sorts by the first operand, or by `keys` of them; by several, the first of them first, if there
    are several orders: by all of them at once where `keys` says so, else by the last of
    them to begin with, as sorts are stable. An order may be the text of a comparator region. `borders` (see _fold) are buffers behind the operands."""
    orders = [order] if isinstance(order, str) else order
    values = [f"%x{i}" for i in range(len(types))]
    parameters = [f"{v}: {tensor(n, t)}" for v, t in zip(values, types)]
    body = _size(n, types[0])
    clauses = f" bits({bits[0]}, {bits[1]})" if bits else ""
    clauses += f" keys({keys})" if keys else ""
    if keys and len(orders) > 1:
        clauses += f" orders({', '.join(orders)})"
        orders = [""]
    clauses += " may_clobber_input" if clobber else ""
    if borders:
        given, text = _borders(*borders)
        parameters += given
        clauses += text
    for by in reversed(range(len(orders))):
        # The key comes first.
        turn = [by] + [i for i in range(len(types)) if i != by]
        for i in turn:
            body += empty(f"%o{by}_{i}", n, types[i])
        turned = ", ".join(tensor(n, types[i]) for i in turn)
        results = [f"%r{by}_{i}" for i in range(len(types))]
        head, region = _order(orders[by], descending)
        body += (
            f"  {', '.join(results[i] for i in turn)} = prim.device_sort{head} "
            f"ins({', '.join(values[i] for i in turn)} : {turned}) "
            f"outs({', '.join(f'%o{by}_{i}' for i in turn)} : {turned})"
            f"{clauses}{tuning(tile)}{region} -> {turned}\n"
        )
        values = results
    results = ", ".join(tensor(n, t) for t in types)
    body += f"  return {', '.join(values)} : {results}\n"
    return f"func.func @{name}({', '.join(parameters)}) -> ({results}) {{\n{body}}}\n"


# First (a0, b0), then (a1, b1): associative, not commutative.
AFFINE = """combiner {
  ^bb0(%a0: TY, %b0: TY, %a1: TY, %b1: TY):
    %a = arith.muli %a1, %a0 : TY
    %t = arith.muli %a1, %b0 : TY
    %b = arith.addi %t, %b1 : TY
    prim.yield %a, %b : TY, TY
  }"""

# The value, and the position of its first occurrence.
ARGMAX = """combiner commutative {
  ^bb0(%a: VT, %ai: i32, %b: VT, %bi: i32):
    %gt = arith.CMP %a, %b : VT
    %eq = arith.EQ %a, %b : VT
    %lt = arith.cmpi ult, %ai, %bi : i32
    %tie = arith.andi %eq, %lt : i1
    %take = arith.ori %gt, %tie : i1
    %v = arith.select %take, %a, %b : VT
    %vi = arith.select %take, %ai, %bi : i32
    prim.yield %v, %vi : VT, i32
  }"""

# Keeps the right operand: what a wrong order of operands cannot get right.
LAST = """combiner {
  ^bb0(%a: TY, %b: TY):
    prim.yield %b : TY
  }"""


def affine(ty):
    return AFFINE.replace("TY", ty)


def last(ty):
    return LAST.replace("TY", ty)


def argmax(ty):
    if ty.startswith("f"):
        text = ARGMAX.replace("CMP", "cmpf ogt,").replace("EQ", "cmpf oeq,")
    else:
        text = ARGMAX.replace("CMP", "cmpi sgt,").replace("EQ", "cmpi eq,")
    return text.replace("VT", ty)


def block(name, types, threads, items, body, outputs, scalars=()):
    """A kernel of one block around the text `body`, which turns the values %v0,
    %v1... (a thread's items: a vector, or a scalar for one item) into the named
    values of `outputs`: (value, element type, "items" or "first"), stored for
    every thread, or by thread 0. `scalars` are further (name, type) parameters,
    behind the memrefs of inputs and outputs."""

    def items_type(ty):
        return ty if items == 1 else f"vector<{items}x{ty}>"

    buffers = [(f"x{i}", t) for i, t in enumerate(types)]
    buffers += [(f"y{i}", t) for i, (_, t, _) in enumerate(outputs)]
    kernel = [f"%{n}: !llvm.ptr<1>" for n, _ in buffers]
    kernel += [f"%{n}: {t}" for n, t in scalars]
    text = f"gpu.module @{name}_kernels {{\n"
    text += f"  gpu.func @kernel({', '.join(kernel)}) kernel\n"
    text += f"      attributes {{known_block_size = array<i32: {threads}, 1, 1>}} {{\n"
    text += "    %tid = gpu.thread_id x\n"
    text += f"    %count = arith.constant {items} : index\n"
    text += "    %at = arith.muli %tid, %count : index\n"
    text += "    %at64 = arith.index_cast %at : index to i64\n"
    text += "    %zero = arith.constant 0 : index\n"
    text += "    %is_first = arith.cmpi eq, %tid, %zero : index\n"
    for i, ty in enumerate(types):
        size = int(ty[1:]) // 8
        text += f"    %px{i} = llvm.getelementptr %x{i}[%at64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, {ty}\n"
        text += f"    %v{i} = llvm.load %px{i} {{alignment = {size} : i64}} : !llvm.ptr<1> -> {items_type(ty)}\n"
    text += body
    for i, (value, ty, where) in enumerate(outputs):
        size = int(ty[1:]) // 8
        if where == "items":
            text += f"    %py{i} = llvm.getelementptr %y{i}[%at64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, {ty}\n"
            text += f"    llvm.store {value}, %py{i} {{alignment = {size} : i64}} : {items_type(ty)}, !llvm.ptr<1>\n"
        else:
            text += f"    scf.if %is_first {{\n      llvm.store {value}, %y{i} : {ty}, !llvm.ptr<1>\n    }}\n"
    text += "    gpu.return\n  }\n}\n"
    host = [f"%{n}: memref<?x{t}>" for n, t in buffers]
    host += [f"%{n}: {t}" for n, t in scalars]
    text += f"func.func @{name}({', '.join(host)}) {{\n"
    text += f"  %c1 = arith.constant 1 : index\n  %threads = arith.constant {threads} : index\n"
    arguments = []
    for n, ty in buffers:
        text += f"  %i{n} = memref.extract_aligned_pointer_as_index %{n} : memref<?x{ty}> -> index\n"
        text += f"  %j{n} = arith.index_cast %i{n} : index to i64\n"
        text += f"  %p{n} = llvm.inttoptr %j{n} : i64 to !llvm.ptr<1>\n"
        arguments.append(f"%p{n} : !llvm.ptr<1>")
    arguments += [f"%{n} : {t}" for n, t in scalars]
    text += f"  gpu.launch_func @{name}_kernels::@kernel blocks in (%c1, %c1, %c1)\n"
    text += f"      threads in (%threads, %c1, %c1) args({', '.join(arguments)})\n"
    return text + "  return\n}\n"
