# REQUIRES: mlir-bindings, libprim, emulator, numpy
# RUN: %python %s first | FileCheck %s
# RUN: %python %s last | FileCheck %s

# The bindings and libprim each contain the compiler, and share LLVM's libraries. A
# process can use both, in either order, and one compiles the code that the other
# prints.

import sys

import numpy as np
import prim

call = prim.scan.lower(np.arange(5, dtype="int32"), lambda a, b: a + b, chip="gfx942")


def with_libprim():
    assert list(call()) == [0, 1, 3, 6, 10]
    return call.isa()


def with_bindings():
    from prim.mlir import ir, passmanager
    from prim.mlir.dialects import gpu

    with ir.Context():
        module = ir.Module.parse(call.mlir())
        passmanager.PassManager.parse(
            "builtin.module(prim-to-rocdl-pipeline{chip=gfx942 format=isa})"
        ).run(module.operation)
        (binary,) = [op for op in module.body if isinstance(op, gpu.BinaryOp)]
        return gpu.ObjectAttr(binary.objects[0]).object.decode()


steps = [with_libprim, with_bindings]
assembly = [step() for step in (steps if sys.argv[1] == "first" else steps[::-1])]
# CHECK: s_endpgm True, the same True
print("s_endpgm", "s_endpgm" in assembly[0], end="")
print(", the same", assembly[0].strip("\0\n") == assembly[1].strip("\0\n"))
