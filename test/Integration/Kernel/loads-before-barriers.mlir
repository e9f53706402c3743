// What is loaded before a barrier is not what other waves store behind it, even
// where the branch behind it alone needs it: LLVM 22.1.8 would sink such loads.
// REQUIRES: prim-run, emulator

// DEFINE: %{run} = prim-run %s --entry=main --generate=128xi32:iota --inout=0 --print
// RUN: %{run} --chip=gfx942 | FileCheck %s
// RUN: %{run} --chip=gfx1100 | FileCheck %s
// RUN: %{run} --chip=gfx1201 | FileCheck %s

// CHECK: 128xi32: 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271 ... 383

module attributes {gpu.container_module} {
gpu.module @kernels {
  // The same for all lanes: a scalar load. Whichever wave is first to store, its
  // end is what the other one reads too late.
  gpu.func @scalars(%x: memref<?xi32>, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c127 = arith.constant 127 : index
    %first = memref.load %x[%c0] : memref<?xi32>
    %last = memref.load %x[%c127] : memref<?xi32>
    gpu.barrier
    %in = arith.cmpi slt, %t, %n : index
    scf.if %in {
      %i = arith.index_cast %t : index to i32
      %one = arith.constant 1 : i32
      %ends = arith.addi %first, %last : i32
      %behind = arith.addi %ends, %one : i32
      %sum = arith.addi %behind, %i : i32
      memref.store %sum, %x[%t] : memref<?xi32>
    }
    gpu.return
  }
  // Both waves go into the branch, or none.
  gpu.func @vectors(%x: memref<?xi32>, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %other = arith.xori %t, %c64 : index
    %value = memref.load %x[%other] : memref<?xi32>
    gpu.barrier
    %all = arith.constant 128 : index
    %in = arith.cmpi eq, %n, %all : index
    scf.if %in {
      memref.store %value, %x[%t] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @workgroup(%x: memref<?xi32>, %n: index)
      workgroup(%shared: memref<128xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %other = arith.xori %t, %c64 : index
    %own = memref.load %x[%t] : memref<?xi32>
    memref.store %own, %shared[%t] : memref<128xi32, #gpu.address_space<workgroup>>
    prim.block_barrier
    %value = memref.load %shared[%other] : memref<128xi32, #gpu.address_space<workgroup>>
    prim.block_barrier
    %all = arith.constant 128 : index
    %in = arith.cmpi eq, %n, %all : index
    scf.if %in {
      %c128 = arith.constant 128 : i32
      %more = arith.addi %value, %c128 : i32
      memref.store %more, %shared[%t] : memref<128xi32, #gpu.address_space<workgroup>>
    }
    %now = memref.load %shared[%t] : memref<128xi32, #gpu.address_space<workgroup>>
    memref.store %now, %x[%t] : memref<?xi32>
    gpu.return
  }
}
func.func @main(%x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  gpu.launch_func @kernels::@scalars blocks in (%c1, %c1, %c1)
      threads in (%c128, %c1, %c1) args(%x : memref<?xi32>, %n : index)
  gpu.launch_func @kernels::@vectors blocks in (%c1, %c1, %c1)
      threads in (%c128, %c1, %c1) args(%x : memref<?xi32>, %n : index)
  gpu.launch_func @kernels::@workgroup blocks in (%c1, %c1, %c1)
      threads in (%c128, %c1, %c1) args(%x : memref<?xi32>, %n : index)
  return
}
}
