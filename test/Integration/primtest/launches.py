# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels written by hand, with the host functions that launch them."""


import numpy as np

from primtest.comparing import same

# What the threads of a wave of any size are given, or of several.
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
    """A module with the kernel @k and a function that launches it. `arguments`
    are (name, type); `top` is text beside the kernel; `lds` bytes of dynamic
    workgroup memory; without `known` the kernel does not know its sizes."""
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
    """Adds a kernel on the buffers `inputs` and %o, %p, ... (out) to `suite`; `want`
    is one array per output."""
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
