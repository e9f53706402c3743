// Host code lowered by upstream's gpu-to-llvm runs in upstream's mlir-runner, on
// kernels with prim ops.

// REQUIRES: prim-opt, emulator
// DEFINE: %{chip} = gfx942
// DEFINE: %{entry} = scan
// DEFINE: %{device} = env PRIM_HIP_LIBRARY=%emulator PRIM_EMULATOR_CHIP=%{chip}
// DEFINE: %{compile} = prim-opt %s --pass-pipeline='builtin.module(gpu-kernel-outlining,prim-attach-target{chip=%{chip}},gpu.module(prim-lower-warp,prim-gpu-to-rocdl),prim-serialize,func.func(gpu-async-region),convert-scf-to-cf,gpu-to-llvm,convert-to-llvm,reconcile-unrealized-casts)'
// DEFINE: %{run} = mlir-runner %t.mlir -e %{entry} --entry-point-result=void --shared-libs=%prim_obj/lib/libprim_mgpu.so,%llvm_libs/libmlir_runner_utils.so

// RUN: %{compile} > %t.mlir
// RUN: %{device} %{run} | FileCheck %s
// RUN: %{device} not %{run} -e fault 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: %{device} %{run} -e register | FileCheck %s --check-prefix=REGISTER
// RUN: %{device} not %{run} -e unregistered 2>&1 | FileCheck %s --check-prefix=UNREGISTERED
// RUN: %{device} not %{run} -e device 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: env PRIM_DEVICE=emulator PRIM_EMULATOR_CHIP=%{chip} %{run} | FileCheck %s
// RUN: env PRIM_DEVICE=auto PRIM_HIP_LIBRARY=%t.none PRIM_CUDA_LIBRARY=%t.none PRIM_EMULATOR_CHIP=%{chip} %{run} | FileCheck %s
// RUN: env PRIM_HIP_LIBRARY=%t.none not %{run} 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env PRIM_HIP_LIBRARY=%emulator PRIM_EMULATOR_CHIP=gfx1030 not %{run} 2>&1 | FileCheck %s --check-prefix=OTHER
// REDEFINE: %{chip} = gfx1100
// RUN: %{compile} > %t.mlir
// RUN: %{device} %{run} | FileCheck %s

// NONE: mgpuModuleLoad: {{.*}}.none
// OTHER: mgpuModuleLoad: {{.*}}gfx1030

func.func private @printMemrefI32(memref<*xi32>)

// Every group of 16 lanes scans the numbers from 1; 100 in the other buffer are
// filled by a memset.
// CHECK: sizes = [32]
// CHECK-NEXT: [1,  3,  6,  10,  15,  21,  28,  36,  45,  55,  66,  78,  91,  105,  120,  136,  17,  35,
// CHECK: sizes = [32]
// CHECK-NEXT: [7,  7,
func.func @scan() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %seven = arith.constant 7 : i32
  %host = memref.alloc() : memref<32xi32>
  %other = memref.alloc() : memref<32xi32>
  scf.for %i = %c0 to %c32 step %c1 {
    %next = arith.addi %i, %c1 : index
    %v = arith.index_cast %next : index to i32
    memref.store %v, %host[%i] : memref<32xi32>
  }
  %begin = gpu.wait async
  %x, %t0 = gpu.alloc async [%begin] () : memref<32xi32>
  %t1 = gpu.memcpy async [%t0] %x, %host : memref<32xi32>, memref<32xi32>
  %t2 = gpu.launch async [%t1] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx] : memref<32xi32>
    %sum = prim.warp_scan inclusive add %v width(16) : i32
    memref.store %sum, %x[%tx] : memref<32xi32>
    gpu.terminator
  }
  // On a stream of its own, joined with the first through events.
  %begin2 = gpu.wait async
  %y, %s0 = gpu.alloc async [%begin2] () : memref<32xi32>
  %s1 = gpu.memset async [%s0] %y, %seven : memref<32xi32>, i32
  %joined = gpu.wait async [%t2, %s1]
  %j1 = gpu.memcpy async [%joined] %host, %x : memref<32xi32>, memref<32xi32>
  %j2 = gpu.memcpy async [%j1] %other, %y : memref<32xi32>, memref<32xi32>
  %j3 = gpu.dealloc async [%j2] %x : memref<32xi32>
  %j4 = gpu.dealloc async [%j3] %y : memref<32xi32>
  gpu.wait [%j4]
  %p = memref.cast %host : memref<32xi32> to memref<*xi32>
  call @printMemrefI32(%p) : (memref<*xi32>) -> ()
  %q = memref.cast %other : memref<32xi32> to memref<*xi32>
  call @printMemrefI32(%q) : (memref<*xi32>) -> ()
  memref.dealloc %host : memref<32xi32>
  memref.dealloc %other : memref<32xi32>
  return
}

// Nothing behind a kernel's fault runs.
// FAULT: {{^mgpu[A-Za-z]+: .*$}}
// FAULT-NOT: sizes
func.func @fault() {
  %c1 = arith.constant 1 : index
  %far = arith.constant 1000000 : index
  %v = arith.constant 1 : i32
  %host = memref.alloc() : memref<4xi32>
  %x = gpu.alloc (%c1) : memref<?xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %x[%far] : memref<?xi32>
    gpu.terminator
  }
  gpu.dealloc %x : memref<?xi32>
  %p = memref.cast %host : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%p) : (memref<*xi32>) -> ()
  return
}

// Kernels use registered memory of the host, at its beginning or within it. A buffer may be
// registered again.
// REGISTER: sizes = [4]
// REGISTER-NEXT: [8,  8,  8,  8]
// REGISTER: sizes = [2]
// REGISTER-NEXT: [9,  9]
func.func private @mgpuMemGetDeviceMemRef1dInt32(memref<?xi32>) -> memref<?xi32>
func.func @register() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  %host = memref.alloc() : memref<4xi32>
  %p = memref.cast %host : memref<4xi32> to memref<*xi32>
  gpu.host_register %p : memref<*xi32>
  gpu.host_register %p : memref<*xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    memref.store %eight, %host[%tx] : memref<4xi32>
    gpu.terminator
  }
  call @printMemrefI32(%p) : (memref<*xi32>) -> ()
  %part = memref.reinterpret_cast %host to offset: [2], sizes: [2], strides: [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
  %whole = memref.cast %host : memref<4xi32> to memref<?xi32>
  %device = call @mgpuMemGetDeviceMemRef1dInt32(%whole) : (memref<?xi32>) -> memref<?xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %i = arith.addi %tx, %c2 : index
    memref.store %nine, %device[%i] : memref<?xi32>
    gpu.terminator
  }
  %q = memref.cast %part : memref<2xi32, strided<[1], offset: 2>> to memref<*xi32>
  call @printMemrefI32(%q) : (memref<*xi32>) -> ()
  gpu.host_unregister %p : memref<*xi32>
  memref.dealloc %host : memref<4xi32>
  return
}

// Memory that is not registered is an error.
// UNREGISTERED: mgpuMemHostUnregister: the memory is not registered (gpu.host_register)
func.func @unregistered() {
  %host = memref.alloc() : memref<4xi32>
  %p = memref.cast %host : memref<4xi32> to memref<*xi32>
  gpu.host_unregister %p : memref<*xi32>
  return
}

// DEVICE: mgpuMemGetDeviceMemRef1dInt32: the memref is not registered (gpu.host_register)
func.func @device() {
  %host = memref.alloc() : memref<4xi32>
  %whole = memref.cast %host : memref<4xi32> to memref<?xi32>
  %device = call @mgpuMemGetDeviceMemRef1dInt32(%whole) : (memref<?xi32>) -> memref<?xi32>
  return
}
