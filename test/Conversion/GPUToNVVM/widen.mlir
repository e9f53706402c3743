// Both bf16 of a word become f32 by one operation on it. Elements at places that
// are known at run time only, odd vectors and other types are left to LLVM.
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm))' | FileCheck %s

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: llvm.func @pair
  // CHECK-NOT: llvm.fpext
  // CHECK: %[[WORDS:.*]] = llvm.bitcast %{{.*}} : vector<4xbf16> to vector<2xi32>
  // CHECK: %[[C1:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[FIRST:.*]] = llvm.extractelement %[[WORDS]][%[[C1]] : i32]
  // CHECK: %[[C16:.*]] = llvm.mlir.constant(16 : i32)
  // CHECK: %[[LOWER:.*]] = llvm.shl %[[FIRST]], %[[C16]]
  // CHECK: llvm.bitcast %[[LOWER]] : i32 to f32
  // CHECK: %[[WORDS:.*]] = llvm.bitcast %{{.*}} : vector<4xbf16> to vector<2xi32>
  // CHECK: %[[C1:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[SECOND:.*]] = llvm.extractelement %[[WORDS]][%[[C1]] : i32]
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(-65536 : i32)
  // CHECK: %[[UPPER:.*]] = llvm.and %[[SECOND]], %[[MASK]]
  // CHECK: llvm.bitcast %[[UPPER]] : i32 to f32
  // CHECK-NOT: llvm.fpext
  // CHECK: llvm.return
  gpu.func @pair(%p: !prim.base<global>, %s: i32) kernel {
    %v = prim.load %p[%s] : !prim.base<global> -> vector<4xbf16>
    %a = vector.extract %v[2] : bf16 from vector<4xbf16>
    %b = vector.extract %v[3] : bf16 from vector<4xbf16>
    %c = arith.extf %a : bf16 to f32
    %d = arith.extf %b : bf16 to f32
    %e = arith.mulf %c, %d : f32
    prim.store %e, %p[%s] : f32, !prim.base<global>
    gpu.return
  }

  // CHECK-LABEL: llvm.func @others
  // CHECK-COUNT-5: llvm.fpext
  // CHECK: llvm.return
  gpu.func @others(%p: !prim.base<global>, %s: i32, %i: index, %odd: vector<3xbf16>) kernel {
    %v = prim.load %p[%s] : !prim.base<global> -> vector<4xbf16>
    %h = prim.load %p[%s] : !prim.base<global> -> vector<4xf16>
    %w = prim.load %p[%s] : !prim.base<global> -> bf16
    %a = vector.extract %v[%i] : bf16 from vector<4xbf16>
    %b = vector.extract %h[1] : f16 from vector<4xf16>
    %c = vector.extract %odd[1] : bf16 from vector<3xbf16>
    %d = vector.extract %v[1] : bf16 from vector<4xbf16>
    %f = arith.extf %a : bf16 to f32
    %g = arith.extf %b : f16 to f32
    %j = arith.extf %c : bf16 to f32
    %k = arith.extf %d : bf16 to f64
    %l = arith.extf %w : bf16 to f32
    prim.store %f, %p[%s] : f32, !prim.base<global>
    prim.store %g, %p[%s] : f32, !prim.base<global>
    prim.store %j, %p[%s] : f32, !prim.base<global>
    prim.store %k, %p[%s] : f64, !prim.base<global>
    prim.store %l, %p[%s] : f32, !prim.base<global>
    gpu.return
  }
}
