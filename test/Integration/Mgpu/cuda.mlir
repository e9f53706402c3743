// PRIM_DEVICE chooses what upstream's host code runs on: here a CUDA driver whose
// memory is the host's, and whose kernels do nothing.

// REQUIRES: prim-opt, emulator, fake-cuda
// DEFINE: %{compile} = prim-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-loops),gpu-kernel-outlining,prim-attach-target{chip=sm_90},gpu.module(prim-lower-warp,prim-gpu-to-nvvm{device-libs=none}),prim-serialize,func.func(gpu-async-region),convert-scf-to-cf,gpu-to-llvm,convert-to-llvm,reconcile-unrealized-casts)'
// DEFINE: %{run} = mlir-runner %t.mlir -e main --entry-point-result=void --shared-libs=%prim_obj/lib/libprim_mgpu.so,%llvm_libs/libmlir_runner_utils.so
// DEFINE: %{fake} = PRIM_CUDA_LIBRARY=%fake_cuda

// RUN: env PRIM_PTXAS=none %{compile} > %t.mlir
// RUN: env PRIM_DEVICE=cuda %{fake} %{run} | FileCheck %s
// RUN: env PRIM_DEVICE=auto PRIM_HIP_LIBRARY=%t.none %{fake} %{run} | FileCheck %s

// The emulator, beside the library or where it is said to be, refuses PTX. A
// library that is not there is an error.
// RUN: env PRIM_DEVICE=emulator not %{run} 2>&1 | FileCheck %s --check-prefix=EMULATOR
// RUN: env PRIM_DEVICE=emulator PRIM_HIP_LIBRARY=%t.none PRIM_EMULATOR_LIBRARY=%emulator not %{run} 2>&1 | FileCheck %s --check-prefix=EMULATOR
// EMULATOR: mgpuModuleLoad: hipModuleLoadData: {{.*}}not an ELF code object
// RUN: env PRIM_DEVICE=emulator PRIM_EMULATOR_LIBRARY=%t.none not %{run} 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env PRIM_DEVICE=cuda PRIM_CUDA_LIBRARY=%t.none not %{run} 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env PRIM_DEVICE= PRIM_HIP_LIBRARY=%t.none %{fake} not %{run} 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: mgpuModuleLoad: {{.*}}.none
// RUN: env PRIM_DEVICE=gpu %{fake} not %{run} 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: mgpuModuleLoad: PRIM_DEVICE is 'gpu': use auto, emulator, hip or cuda

func.func private @printMemrefI32(memref<*xi32>)

// What was copied there, or set there, comes back.
// CHECK: sizes = [4]
// CHECK-NEXT: [5,  5,  5,  5]
// CHECK: sizes = [4]
// CHECK-NEXT: [7,  7,  7,  7]
func.func @main() {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %five = arith.constant 5 : i32
  %seven = arith.constant 7 : i32
  %host = memref.alloc() : memref<4xi32>
  %other = memref.alloc() : memref<4xi32>
  linalg.fill ins(%five : i32) outs(%host : memref<4xi32>)
  %begin = gpu.wait async
  %x, %t0 = gpu.alloc async [%begin] () : memref<4xi32>
  %y, %t1 = gpu.alloc async [%t0] () : memref<4xi32>
  %t2 = gpu.memcpy async [%t1] %x, %host : memref<4xi32>, memref<4xi32>
  %t3 = gpu.memset async [%t2] %y, %seven : memref<4xi32>, i32
  %t4 = gpu.launch async [%t3] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<4xi32>
    %sum = prim.warp_scan inclusive add %v : i32
    memref.store %sum, %x[%tx] : memref<4xi32>
    gpu.terminator
  }
  %t5 = gpu.memcpy async [%t4] %host, %x : memref<4xi32>, memref<4xi32>
  %t6 = gpu.memcpy async [%t5] %other, %y : memref<4xi32>, memref<4xi32>
  %t7 = gpu.dealloc async [%t6] %x : memref<4xi32>
  %t8 = gpu.dealloc async [%t7] %y : memref<4xi32>
  gpu.wait [%t8]
  %p = memref.cast %host : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%p) : (memref<*xi32>) -> ()
  %q = memref.cast %other : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%q) : (memref<*xi32>) -> ()
  memref.dealloc %host : memref<4xi32>
  memref.dealloc %other : memref<4xi32>
  return
}
