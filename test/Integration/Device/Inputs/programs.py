# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR text of combiners, and of kernels of one block."""

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
