// Exclusive scans of half a wave: by moves within rows, or where no lane reads any
// other (gfx1030 in waves of 64) one lane after the other.
// REQUIRES: prim-run, emulator

// DEFINE: %{run} = prim-run %s --generate=256xi32:iota --print
// RUN: %{run} --chip=gfx1030 --features=+wavefrontsize64 | FileCheck %s
// RUN: %{run} --chip=gfx1100 --features=+wavefrontsize64 | FileCheck %s
// RUN: %{run} --chip=gfx942 | FileCheck %s
// RUN: %{run} --chip=gfx1030 | FileCheck %s

// How many threads have another result than that of the sums of 1, from either
// side, and of "the last one", from either side.
// CHECK: 4xi32: 0 0 0 0

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @scans(%x: memref<256xi32>, %y: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = gpu.thread_id x
    %t = memref.load %x[%i] : memref<256xi32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %one = arith.constant 1 : i32
    %seven = arith.constant 7 : i32
    %zero = arith.constant 0 : i32
    %most = arith.constant 31 : i32
    %at = arith.andi %t, %most : i32
    %left = arith.subi %most, %at : i32
    %before = arith.subi %t, %one : i32
    %behind = arith.addi %t, %one : i32
    %is_first = arith.cmpi eq, %at, %zero : i32
    %is_last = arith.cmpi eq, %at, %most : i32
    %want2 = arith.select %is_first, %seven, %before : i32
    %want3 = arith.select %is_last, %seven, %behind : i32

    %0 = prim.warp_scan exclusive add %one width(32) : i32
    %1 = prim.warp_scan exclusive add %one reverse width(32) : i32
    %2 = prim.warp_scan exclusive %t init(%seven) width(32) combiner {
    ^bb0(%a: i32, %b: i32):
      prim.yield %b : i32
    } : i32
    %3 = prim.warp_scan exclusive %t init(%seven) reverse width(32) combiner {
    ^bb0(%a: i32, %b: i32):
      prim.yield %a : i32
    } : i32

    %wrong0 = arith.cmpi ne, %0, %at : i32
    %wrong1 = arith.cmpi ne, %1, %left : i32
    %wrong2 = arith.cmpi ne, %2, %want2 : i32
    %wrong3 = arith.cmpi ne, %3, %want3 : i32
    %e0 = arith.extui %wrong0 : i1 to i32
    %e1 = arith.extui %wrong1 : i1 to i32
    %e2 = arith.extui %wrong2 : i1 to i32
    %e3 = arith.extui %wrong3 : i1 to i32
    %s0 = prim.block_reduce add %e0 all : i32
    %s1 = prim.block_reduce add %e1 all : i32
    %s2 = prim.block_reduce add %e2 all : i32
    %s3 = prim.block_reduce add %e3 all : i32
    memref.store %s0, %y[%c0] : memref<4xi32>
    memref.store %s1, %y[%c1] : memref<4xi32>
    memref.store %s2, %y[%c2] : memref<4xi32>
    memref.store %s3, %y[%c3] : memref<4xi32>
    gpu.return
  }
}

func.func @main(%x: memref<256xi32>) -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %y = gpu.alloc () : memref<4xi32>
  gpu.launch_func @kernels::@scans blocks in (%c1, %c1, %c1)
      threads in (%c256, %c1, %c1) args(%x : memref<256xi32>, %y : memref<4xi32>)
  return %y : memref<4xi32>
}
}
