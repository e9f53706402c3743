# REQUIRES: mlir-bindings
# RUN: %python %s | FileCheck %s

# A reduction whose operator is a Python function, compiled to a code object.

from prim.mlir import ir, passmanager
from prim.mlir.dialects import arith, func, gpu, prim


def larger(a, b):
    less = arith.cmpf(arith.CmpFPredicate.OLT, a[0], b[0])
    return arith.select(less, b[0], a[0]), arith.select(less, b[1], a[1])


with ir.Context(), ir.Location.unknown():
    f32, i32 = ir.F32Type.get(), ir.IntegerType.get_signless(32)
    size = ir.ShapedType.get_dynamic_size()
    inputs = [ir.RankedTensorType.get([size], t) for t in (f32, i32)]
    results = [ir.RankedTensorType.get([], t) for t in (f32, i32)]

    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.FuncOp.from_py_func(*inputs, *results)
        def argmax(x, index, value, place):
            lowest = arith.constant(f32, float("-inf"))
            none = arith.constant(i32, -1)
            return prim.device_reduce(
                [x, index], [value, place], larger, init=[lowest, none], commutative=True
            )

    assert module.operation.verify()
    # CHECK:      func.func @argmax(
    # CHECK:      prim.device_reduce ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xi32>)
    # CHECK-SAME: init(%{{.*}}, %{{.*}} : f32, i32) combiner commutative {
    # CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i32, %[[B:.*]]: f32, %[[BI:.*]]: i32):
    # CHECK-NEXT:   %[[L:.*]] = arith.cmpf olt, %[[A]], %[[B]] : f32
    # CHECK-NEXT:   %[[V:.*]] = arith.select %[[L]], %[[B]], %[[A]] : f32
    # CHECK-NEXT:   %[[I:.*]] = arith.select %[[L]], %[[BI]], %[[AI]] : i32
    # CHECK-NEXT:   prim.yield %[[V]], %[[I]] : f32, i32
    # CHECK-NEXT: } -> tensor<f32>, tensor<i32>
    print(module)

    # Compiled again from its own text.
    text = str(module)
    assert str(ir.Module.parse(text)) == text

    for chip in ("gfx942", "gfx1100"):
        compiled = ir.Module.parse(text)
        pipeline = passmanager.PassManager.parse(
            f"builtin.module(prim-to-rocdl-pipeline{{chip={chip} host=false}})"
        )
        pipeline.run(compiled.operation)
        (binary,) = [op for op in compiled.body if isinstance(op, gpu.BinaryOp)]
        # CHECK: binary #rocdl.target<{{.*}}chip = "gfx942"{{.*}}> b'\x7fELF'
        # CHECK: binary #rocdl.target<{{.*}}chip = "gfx1100"{{.*}}> b'\x7fELF'
        (code,) = map(gpu.ObjectAttr, binary.objects)
        print("binary", code.target, code.object[:4])
        # An object for AMDGPU.
        assert len(code.object) > 1000 and code.object[18] == 0xE0

    # LLVM IR's assembly is another format of the same pipeline.
    shown = ir.Module.parse(text)
    passmanager.PassManager.parse(
        "builtin.module(prim-to-rocdl-pipeline{chip=gfx942 format=isa})"
    ).run(shown.operation)
    # CHECK: amdgcn_target "amdgcn-amd-amdhsa--gfx942"
    (binary,) = [op for op in shown.body if isinstance(op, gpu.BinaryOp)]
    print(gpu.ObjectAttr(binary.objects[0]).object.decode())
