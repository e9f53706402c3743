// What a lane reads of the other half of its wave is computed there, whoever uses it:
// LLVM moves v_permlane64 and its operand behind branches if nothing holds it.
// REQUIRES: prim-run, emulator
// DEFINE: %{run} = prim-run %s --device=emulator --features=+wavefrontsize64 --print
// RUN: %{run} --chip=gfx1100 --generate=64xi32:iota --generate=1xi32:iota --scalar=64 --inout=1 | FileCheck %s
// RUN: %{run} --chip=gfx1201 --generate=64xi32:iota --generate=1xi32:iota --scalar=64 --inout=1 | FileCheck %s
// CHECK: 1xi32: 96

module attributes {gpu.container_module} {
gpu.module @m {
gpu.func @k(%x: memref<?xi32>, %y: memref<?xi32>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %v = memref.load %x[%t] : memref<?xi32>
  %c3 = arith.constant 3 : i32
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %ti = arith.index_cast %t : index to i32
  %m = arith.muli %v, %c3 : i32
  %big = arith.cmpi slt, %ti, %n : i32
  %w = arith.select %big, %m, %v : i32
  %s = prim.warp_shuffle %w down(%c32) : i32
  %r = arith.addi %s, %w : i32
  %first = arith.cmpi eq, %ti, %c0 : i32
  scf.if %first {
    memref.store %r, %y[%t] : memref<?xi32>
  }
  gpu.return
}
}
func.func @main(%x: memref<?xi32>, %y: memref<?xi32>, %n: i32) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<?xi32>, %y : memref<?xi32>, %n : i32)
  return
}
}
