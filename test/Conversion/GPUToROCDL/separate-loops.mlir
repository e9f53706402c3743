// Equal blocks are merged, but not those of a loop with those around it. A loop would get a
// second entry (KernelToLLVM/SeparateLoops.cpp).

// RUN: prim-opt %s --prim-attach-target=chip=gfx942 --prim-gpu-to-rocdl | FileCheck %s --implicit-check-not=loop_number
// RUN: prim-opt %s --prim-attach-target=chip=sm_90 --prim-gpu-to-nvvm | FileCheck %s --implicit-check-not=loop_number

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @around
  // CHECK: llvm.cond_br %[[FIRST:.*]], ^[[STORE:bb[0-9]+]], ^[[MEET:bb[0-9]+]]
  // CHECK: ^[[STORE]]:
  // CHECK: llvm.store
  // CHECK: llvm.br ^[[MEET]]
  // CHECK: ^[[MEET]]:
  // CHECK: llvm.br ^[[LOOP:bb[0-9]+]]
  // CHECK: ^[[LOOP]]({{.*}}:
  // CHECK: llvm.cond_br %[[FIRST]], ^[[AGAIN:bb[0-9]+]], ^[[END:bb[0-9]+]]
  // CHECK: ^[[AGAIN]]:
  // CHECK: llvm.store
  // CHECK: llvm.br ^[[END]]
  // CHECK: ^[[END]]:
  // CHECK: llvm.br ^[[LOOP]]
  gpu.func @around(%x: memref<?xi32>, %y: memref<?xi32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %zero : index
    %start = memref.load %x[%thread] : memref<?xi32>
    scf.if %first {
      memref.store %start, %y[%zero] : memref<?xi32>
    }
    gpu.barrier
    %read = memref.load %y[%zero] : memref<?xi32>
    scf.while (%left = %read) : (i32) -> i32 {
      %more = arith.cmpi ne, %left, %none : i32
      scf.condition(%more) %left : i32
    } do {
    ^bb0(%left: i32):
      %less = arith.subi %left, %one : i32
      gpu.barrier
      scf.if %first {
        memref.store %less, %y[%zero] : memref<?xi32>
      }
      gpu.barrier
      %again = memref.load %y[%zero] : memref<?xi32>
      scf.yield %again : i32
    }
    gpu.return
  }

  // The kernel has the branches itself. The assertion is expanded before others are made.
  // CHECK-LABEL: llvm.func @branches
  // CHECK-COUNT-2: llvm.store
  // CHECK: llvm.return
  gpu.func @branches(%x: memref<?xi32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %one_hundred = arith.constant 100 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %zero : index
    %few = arith.cmpi ult, %thread, %one_hundred : index
    cf.assert %few, "too many threads"
    %start = memref.load %x[%thread] : memref<?xi32>
    cf.cond_br %first, ^store, ^loop(%start : i32)
  ^store:
    memref.store %start, %x[%zero] : memref<?xi32>
    cf.br ^loop(%start : i32)
  ^loop(%left: i32):
    %less = arith.subi %left, %one : i32
    %more = arith.cmpi ne, %less, %none : i32
    cf.cond_br %more, ^body, ^end
  ^body:
    cf.cond_br %first, ^storeAgain, ^loop(%less : i32)
  ^storeAgain:
    memref.store %less, %x[%zero] : memref<?xi32>
    cf.br ^loop(%less : i32)
  ^end:
    gpu.return
  }

  // Both sides of a branch in one loop.
  // CHECK-LABEL: llvm.func @sides
  // CHECK-COUNT-1: llvm.store
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  gpu.func @sides(%x: memref<?xi32>, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %zero : index
    scf.for %i = %zero to %n step %one {
      scf.if %first {
        memref.store %c1, %x[%i] : memref<?xi32>
      } else {
        memref.store %c2, %x[%i] : memref<?xi32>
      }
    }
    gpu.return
  }
}
