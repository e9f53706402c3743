# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written kernels, with the host functions that launch them."""


import numpy as np

from primtest.comparing import same

# The inputs of the threads of one wave of any size, or of several.
N = 64
I = np.arange(N, dtype=np.int32)
A = np.random.default_rng(11).integers(-1000, 1000, N, dtype=np.int32)
F = np.random.default_rng(13).standard_normal(N).astype(np.float32)

HEADER = """
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
"""


def launch(name, arguments, body, grid=(1, 1, 1), block=(64, 1, 1), known=True,
           clauses="", top="", lds=None, attributes="", cooperative=False):  # fmt: skip
    """A module with the kernel @k and a function that launches it. `arguments` are
    (name, type); `top` is text beside the kernel; `lds` bytes of dynamic workgroup
    memory. Without `known` the kernel does not know its sizes."""
    signature = ", ".join(f"%{n}: {t}" for n, t in arguments)
    passed = ", ".join(f"%{n} : {t}" for n, t in arguments)
    if known:
        attributes += ", " * bool(attributes) + (
            "known_block_size = array<i32: %d, %d, %d>" % block
        )
    sizes = sorted({*grid, *block})
    constants = "\n".join(f"  %k{n} = arith.constant {n} : index" for n in sizes)
    three = lambda extents: "(%s)" % ", ".join("%%k%d" % n for n in extents)
    dynamic = ""
    if lds is not None:
        constants += f"\n  %lds = arith.constant {lds} : i32"
        dynamic = "dynamic_shared_memory_size %lds "
    return f"""gpu.module @{name}_kernels {{
{top}
gpu.func @k({signature}) {clauses} kernel attributes {{{attributes}}} {{{HEADER}
{body}
  gpu.return
}}
}}
func.func @{name}({signature}) {{
{constants}
  gpu.launch_func @{name}_kernels::@k blocks in {three(grid)}
      threads in {three(block)} {dynamic}args({passed}){" {prim.cooperative}" * cooperative}
  return
}}
"""


KINDS = {"int32": "i32", "float32": "f32", "int64": "i64", "float64": "f64",
         "int8": "i8", "float16": "f16"}  # fmt: skip


def buffer_case(suite, name, body, want, inputs, outputs=("i32",), scalars=(), **how):
    """Adds a kernel on the buffers `inputs` and %o, %p, ... (out) to `suite`. `want` is
    one array per output."""
    arguments = [(n, f"memref<?x{KINDS[str(x.dtype)]}>") for n, x in inputs.items()]
    arguments += [(n, f"memref<?x{t}>") for n, t in zip("opq", outputs)]
    arguments += [(n, "index") for n, _ in scalars]
    wants = list(want) if isinstance(want, (list, tuple)) else [want]
    blank = [np.full(np.shape(w), 77, np.asarray(w).dtype) for w in wants]
    suite.function(name, launch(name, arguments, body, **how))
    suite.case(
        name,
        name,
        [*inputs.values(), *blank, *(int(v) for _, v in scalars)],
        same(*wants),
        outputs=len(wants),
        inout=range(len(inputs), len(inputs) + len(wants)),
    )


def block_kernel(name, types, threads, items, body, outputs, scalars=()):
    """A kernel of one block around the text `body`. The body computes the named values
    of `outputs` from the values %v0, %v1... (a thread's items: a vector, or a scalar
    for one item). Outputs are (value, element type, "items" or "first"), stored for
    every thread, or by thread 0. `scalars` are further (name, type) parameters, after
    the memrefs of inputs and outputs."""

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
