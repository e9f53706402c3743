// What no item comes before is the identity, +0.0, also where scans by segments
// carry neutral elements, -0.0: the first exclusive prefix without anything before
// the block, and the fold that a prefix region is given of no items.
// REQUIRES: prim-run, emulator

// DEFINE: %{run} = prim-run %s --generate=64xi32:constant=0 --print
// RUN: %{run} --chip=gfx942 | FileCheck %s
// RUN: %{run} --chip=gfx1100 | FileCheck %s

// The bits of the prefix and of the fold.
// CHECK: 2xi32: 0 0

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @segments(%x: memref<64xi32>, %y: memref<2xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %none = memref.load %x[%i] : memref<64xi32>
    %zero = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %never = arith.cmpi ne, %none, %zero : i32
    %before = prim.block_scan exclusive add %one head(%never) prefix {
    ^bb0(%held: i1, %fold: f32):
      prim.yield %one, %never : f32, i1
    } : f32
    %count = prim.block_reduce add %none all : i32
    %after = prim.block_scan inclusive add %one valid(%count) head(%never) prefix {
    ^bb0(%held: i1, %fold: f32):
      %bits = arith.bitcast %fold : f32 to i32
      memref.store %bits, %y[%c1] : memref<2xi32>
      prim.yield %one : f32
    } : f32
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      %bits = arith.bitcast %before : f32 to i32
      memref.store %bits, %y[%c0] : memref<2xi32>
    }
    gpu.return
  }
}

func.func @main(%x: memref<64xi32>) -> memref<2xi32> {
  %y = gpu.alloc() : memref<2xi32>
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@segments blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
      args(%x : memref<64xi32>, %y : memref<2xi32>)
  return %y : memref<2xi32>
}
}
