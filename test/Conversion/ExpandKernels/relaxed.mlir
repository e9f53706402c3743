// Divisions and exponentials that may have an error take the instructions that
// every chip has; others do not.
// DEFINE: %{chip} = rocdl-attach-target{chip=gfx942}
// DEFINE: %{run} = prim-opt %s --pass-pipeline='builtin.module(%{chip},gpu.module(prim-expand-kernels{device-libs=none}))'
// RUN: %{run} | FileCheck %s -DEXP2=llvm.amdgcn.exp2 -DRCP=llvm.amdgcn.rcp --check-prefixes=CHECK,AMD
// REDEFINE: %{chip} = nvvm-attach-target{chip=sm_90}
// RUN: %{run} | FileCheck %s -DEXP2=llvm.nvvm.ex2.approx.ftz -DRCP=llvm.nvvm.rcp.approx.ftz.f

gpu.module @m {
  // The root of the power is squared, because it is a normal number.
  // CHECK-LABEL: gpu.func @exponentials
  // CHECK: %[[HALF:.*]] = arith.constant 0.721347{{[0-9]*}} : f32
  // CHECK: %[[X:.*]] = arith.mulf %arg0, %[[HALF]]
  // CHECK: %[[ROOT:.*]] = llvm.call_intrinsic "[[EXP2]]"(%[[X]]) : (f32) -> f32
  // CHECK: arith.mulf %[[ROOT]], %[[ROOT]]
  // CHECK: arith.constant 5.000000e-01 : f32
  // CHECK: arith.mulf
  // CHECK: llvm.call_intrinsic "[[EXP2]]"
  // AMD: llvm.call_intrinsic "llvm.exp"(%arg0)
  // CHECK: gpu.return
  gpu.func @exponentials(%x: f32) -> (f32, f32, f32) {
    %0 = math.exp %x {prim.relaxed} : f32
    %1 = math.exp2 %x {prim.relaxed} : f32
    %2 = math.exp %x : f32
    gpu.return %0, %1, %2 : f32, f32, f32
  }

  // The denominator is scaled into the range in which its reciprocal is a normal
  // number, and the numerator by the same factor.
  // CHECK-LABEL: gpu.func @quotients
  // CHECK-DAG: %[[TINY:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
  // CHECK-DAG: %[[HUGE:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : f32
  // CHECK-DAG: %[[UP:.*]] = arith.select %[[TINY]], %{{.*}}, %{{.*}} : f32
  // CHECK: %[[SCALE:.*]] = arith.select %[[HUGE]], %{{.*}}, %[[UP]] : f32
  // CHECK: %[[SCALED:.*]] = arith.mulf %arg1, %[[SCALE]]
  // CHECK: %[[INVERSE:.*]] = llvm.call_intrinsic "[[RCP]]"(%[[SCALED]]) : (f32) -> f32
  // CHECK: %[[ABOVE:.*]] = arith.mulf %arg0, %[[SCALE]]
  // CHECK: arith.mulf %[[ABOVE]], %[[INVERSE]]
  // CHECK-NOT: llvm.call_intrinsic
  // CHECK: arith.divf %arg0, %arg1
  // CHECK: gpu.return
  gpu.func @quotients(%x: f32, %y: f32) -> (f32, f32) {
    %0 = arith.divf %x, %y {prim.relaxed} : f32
    %1 = arith.divf %x, %y : f32
    gpu.return %0, %1 : f32, f32
  }
}
