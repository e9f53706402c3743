// Shuffles of a width that is not a power of two, or not known when compiled. Two groups of
// 5 lanes exchange the numbers of the lanes; -1 stands for a lane without a source.

// REQUIRES: prim-opt, emulator
// DEFINE: %{chip} = gfx942
// DEFINE: %{compile} = prim-opt %s --pass-pipeline='builtin.module(gpu-kernel-outlining,prim-attach-target{chip=%{chip}},gpu.module(prim-gpu-to-prim,prim-lower-warp,prim-gpu-to-rocdl),prim-serialize,convert-scf-to-cf,gpu-to-llvm,convert-to-llvm,reconcile-unrealized-casts)'
// DEFINE: %{run} = env PRIM_DEVICE=emulator PRIM_EMULATOR_CHIP=%{chip} mlir-runner %t.mlir -e main --entry-point-result=void --shared-libs=%prim_obj/lib/libprim_mgpu.so,%llvm_libs/libmlir_runner_utils.so
// RUN: %{compile} > %t.mlir
// RUN: %{run} | FileCheck %s
// REDEFINE: %{chip} = gfx1100
// RUN: %{compile} > %t.mlir
// RUN: %{run} | FileCheck %s

// CHECK: sizes = [6, 10]
// up, down, xor, idx, then up and xor by a constant width
// CHECK-NEXT: {{\[\[}}-1,   -1,   0,   1,   2,   -1,   -1,   5,   6,   7],
// CHECK-NEXT: [2,   3,   4,   -1,   -1,   7,   8,   9,   -1,   -1],
// CHECK-NEXT: [2,   3,   0,   1,   -1,   7,   8,   5,   6,   -1],
// CHECK-NEXT: [2,   2,   2,   2,   2,   7,   7,   7,   7,   7],
// CHECK-NEXT: [-1,   -1,   0,   1,   2,   -1,   -1,   5,   6,   7],
// CHECK-NEXT: [2,   3,   0,   1,   -1,   7,   8,   5,   6,   -1]]
func.func private @printMemrefI32(memref<*xi32>)

func.func @shuffle(%out: memref<6x10xi32>, %width: i32) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c10, %sy = %c1, %sz = %c1) {
    %none = arith.constant -1 : i32
    %two = arith.constant 2 : i32
    %five = arith.constant 5 : i32
    %v = arith.index_cast %tx : index to i32
    %r0, %v0 = gpu.shuffle up %v, %two, %width : i32
    %r1, %v1 = gpu.shuffle down %v, %two, %width : i32
    %r2, %v2 = gpu.shuffle xor %v, %two, %width : i32
    %r3, %v3 = gpu.shuffle idx %v, %two, %width : i32
    %r4, %v4 = gpu.shuffle up %v, %two, %five : i32
    %r5, %v5 = gpu.shuffle xor %v, %two, %five : i32
    %s0 = arith.select %v0, %r0, %none : i32
    %s1 = arith.select %v1, %r1, %none : i32
    %s2 = arith.select %v2, %r2, %none : i32
    %s3 = arith.select %v3, %r3, %none : i32
    %s4 = arith.select %v4, %r4, %none : i32
    %s5 = arith.select %v5, %r5, %none : i32
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i2 = arith.constant 2 : index
    %i3 = arith.constant 3 : index
    %i4 = arith.constant 4 : index
    %i5 = arith.constant 5 : index
    memref.store %s0, %out[%i0, %tx] : memref<6x10xi32>
    memref.store %s1, %out[%i1, %tx] : memref<6x10xi32>
    memref.store %s2, %out[%i2, %tx] : memref<6x10xi32>
    memref.store %s3, %out[%i3, %tx] : memref<6x10xi32>
    memref.store %s4, %out[%i4, %tx] : memref<6x10xi32>
    memref.store %s5, %out[%i5, %tx] : memref<6x10xi32>
    gpu.terminator
  }
  return
}

func.func @main() {
  %five = arith.constant 5 : i32
  %out = memref.alloc() : memref<6x10xi32>
  %p = memref.cast %out : memref<6x10xi32> to memref<*xi32>
  gpu.host_register %p : memref<*xi32>
  call @shuffle(%out, %five) : (memref<6x10xi32>, i32) -> ()
  call @printMemrefI32(%p) : (memref<*xi32>) -> ()
  return
}
