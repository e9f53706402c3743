// A loop that a fold of the block ends, and one such fold before it. Upstream's conversion
// of gpu ops would merge their blocks, so that lanes would pass a barrier of the loop
// before the lane that stores the fold of the wave (KernelToLLVM/SeparateLoops.cpp).
// REQUIRES: prim-run, emulator
// CHIPS: gfx90a gfx942 gfx950 gfx1030 gfx1100 gfx1201

// DEFINE: %{run} = prim-run %s --chip=%chip --generate=128xi32:constant=1 --generate=128xi32:constant=6 --print
// RUN: %{run} --opt-level=0 | FileCheck %s
// RUN: %{run} --opt-level=1 | FileCheck %s
// RUN: %{run} --opt-level=3 | FileCheck %s

// Each element is visited once.
// CHECK: 128xi32: 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 ... 7

module attributes {gpu.container_module} {
gpu.module @k {
  gpu.func @f(%x: memref<?xi32>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %id = gpu.thread_id x
    %thread = arith.index_cast %id : index to i32
    %none = arith.constant -1 : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %v = memref.load %x[%id] : memref<?xi32>
    %is = arith.cmpi ne, %v, %zero : i32
    %c0 = arith.select %is, %thread, %none : i32
    %n0 = prim.block_reduce minui %c0 all : i32
    %u0 = prim.warp_uniform %n0 : i32
    scf.while (%left = %is, %next = %u0) : (i1, i32) -> (i1, i32) {
      %more = arith.cmpi ne, %next, %none : i32
      scf.condition(%more) %left, %next : i1, i32
    } do {
    ^bb0(%left: i1, %next: i32):
      %at = arith.index_cast %next : i32 to index
      %old = memref.load %y[%at] : memref<?xi32>
      %new = arith.addi %old, %one : i32
      %is0 = arith.cmpi eq, %thread, %zero : i32
      scf.if %is0 {
        memref.store %new, %y[%at] : memref<?xi32>
      }
      %other = arith.cmpi ne, %thread, %next : i32
      %still = arith.andi %left, %other : i1
      %c = arith.select %still, %thread, %none : i32
      %n = prim.block_reduce minui %c all : i32
      %u = prim.warp_uniform %n : i32
      scf.yield %still, %u : i1, i32
    }
    gpu.return
  }
}
func.func @main(%x: memref<?xi32>, %y: memref<?xi32>) -> memref<?xi32> {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @k::@f blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%x : memref<?xi32>, %y : memref<?xi32>)
  return %y : memref<?xi32>
}
}
