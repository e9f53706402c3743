// Promises of alignment that are kept and that are not, as kernels check them.

// REQUIRES: prim-run, emulator
// DEFINE: %{chip} = gfx942
// DEFINE: %{run} = prim-run %s --device=emulator --chip=%{chip} --check-alignment --generate=256xi32:iota --print

// RUN: %{run} --entry=whole --scalar=16 | FileCheck %s --check-prefix=KEPT
// RUN: not %{run} --entry=whole --scalar=4 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not %{run} --entry=stored --scalar=8 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: not %{run} --entry=natural --scalar=2 2>&1 | FileCheck %s --check-prefix=NATURAL
// Without the option nothing is asserted.
// RUN: prim-run %s --chip=%{chip} --dump=llvm | FileCheck %s --check-prefix=OFF
// OFF-NOT: llvm.trap
// REDEFINE: %{chip} = gfx1201
// RUN: %{run} --entry=whole --scalar=16 | FileCheck %s --check-prefix=KEPT
// RUN: not %{run} --entry=whole --scalar=4 2>&1 | FileCheck %s --check-prefix=LOAD

// KEPT: 4 5 6 7
// LOAD: alignment.mlir:[[#]]:{{[0-9]+}}: the address of 'prim.load' is not a multiple of 16 bytes, its declared alignment
// STORE: alignment.mlir:[[#]]:{{[0-9]+}}: the address of 'prim.store' is not a multiple of 16 bytes
// NATURAL: alignment.mlir:[[#]]:{{[0-9]+}}: the address of 'prim.load' is not a multiple of 4 bytes

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @whole(%x: memref<?xi32>, %y: memref<4xi32>, %at: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %from = prim.base_of %x : memref<?xi32>
    %to = prim.base_of %y : memref<4xi32>
    %zero = arith.constant 0 : i32
    %v = prim.load %from[%at] align(16) : !prim.base<global> -> vector<4xi32>
    prim.store %v, %to[%zero] : vector<4xi32>, !prim.base<global>
    gpu.return
  }
  gpu.func @stored(%x: memref<?xi32>, %y: memref<4xi32>, %at: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %from = prim.base_of %x : memref<?xi32>
    %zero = arith.constant 0 : i32
    %v = prim.load %from[%zero] : !prim.base<global> -> vector<4xi32>
    prim.store %v, %from[%at] align(16) : vector<4xi32>, !prim.base<global>
    gpu.return
  }
  gpu.func @natural(%x: memref<?xi32>, %y: memref<4xi32>, %at: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %from = prim.base_of %x : memref<?xi32>
    %to = prim.base_of %y : memref<4xi32>
    %zero = arith.constant 0 : i32
    %v = prim.load %from[%at] : !prim.base<global> -> i32
    prim.store %v, %to[%zero] : i32, !prim.base<global>
    gpu.return
  }
}
func.func @whole(%x: memref<?xi32>, %at: i32) -> memref<4xi32> {
  %y = gpu.alloc () : memref<4xi32>
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@whole blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xi32>, %y : memref<4xi32>, %at : i32)
  return %y : memref<4xi32>
}
func.func @stored(%x: memref<?xi32>, %at: i32) -> memref<4xi32> {
  %y = gpu.alloc () : memref<4xi32>
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@stored blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xi32>, %y : memref<4xi32>, %at : i32)
  return %y : memref<4xi32>
}
func.func @natural(%x: memref<?xi32>, %at: i32) -> memref<4xi32> {
  %y = gpu.alloc () : memref<4xi32>
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@natural blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xi32>, %y : memref<4xi32>, %at : i32)
  return %y : memref<4xi32>
}
}
