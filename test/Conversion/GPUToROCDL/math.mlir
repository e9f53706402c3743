// Math that the back end expands by itself needs no device library, on any chip.

// DEFINE: %{chip} =
// DEFINE: %{run} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=%{chip}},gpu.module(prim-gpu-to-rocdl),prim-serialize{format=llvm})'

// REDEFINE: %{chip} = gfx90a
// RUN: %{run} | FileCheck %s
// REDEFINE: %{chip} = gfx942
// RUN: %{run} | FileCheck %s
// REDEFINE: %{chip} = gfx1030
// RUN: %{run} | FileCheck %s
// REDEFINE: %{chip} = gfx1100
// RUN: %{run} | FileCheck %s
// REDEFINE: %{chip} = gfx1201
// RUN: %{run} | FileCheck %s

// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-gpu-to-rocdl),prim-serialize)' | FileCheck %s --check-prefix=BIN
// BIN: bin = "\7FELF

// CHECK: gpu.binary @m
// CHECK-NOT: __ocml
// CHECK-SAME: @llvm.exp.f32
// CHECK-SAME: @llvm.exp2.f32
// CHECK-SAME: @llvm.log2.f16
// CHECK-SAME: @llvm.floor.f64
// CHECK-SAME: @llvm.roundeven.f32
// CHECK-SAME: @llvm.minimum.f32
gpu.module @m {
  gpu.func @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %x = llvm.load %p : !llvm.ptr<1> -> f32
    %h = llvm.load %q : !llvm.ptr<1> -> f16
    %d = llvm.load %r : !llvm.ptr<1> -> f64
    %0 = math.exp %x : f32
    %1 = math.exp2 %0 : f32
    %2 = math.log2 %h : f16
    %3 = math.floor %d : f64
    %4 = math.roundeven %1 : f32
    %5 = arith.minimumf %4, %x : f32
    llvm.store %5, %p : f32, !llvm.ptr<1>
    llvm.store %2, %q : f16, !llvm.ptr<1>
    llvm.store %3, %r : f64, !llvm.ptr<1>
    gpu.return
  }
}
