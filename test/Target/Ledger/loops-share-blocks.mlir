// Not reported: the conversions of gpu ops merge equal blocks. Those before the loop and
// at its end become one pair of blocks, so that the loop has two entries. LLVM then lets
// lanes that do not store pass the barrier again before those that store.
// lib/Conversion/KernelToLLVM/SeparateLoops.cpp keeps the blocks apart. This fails when
// MLIR has mended it: the branches have different successors.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl))' | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))' | FileCheck %s

// CHECK-LABEL: llvm.func @fold
// CHECK: llvm.cond_br %[[FIRST:.*]], ^[[STORE:bb[0-9]+]](%{{.*}}), ^[[MEET:bb[0-9]+]]
// CHECK: llvm.cond_br %[[FIRST]], ^[[STORE]](%{{.*}}), ^[[MEET]]
gpu.module @kernels {
  memref.global "private" @word : memref<1xi32, 3>
  gpu.func @fold(%x: memref<?xi32>) kernel {
    %zero = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %zero : index
    %word = memref.get_global @word : memref<1xi32, 3>
    %start = memref.load %x[%zero] : memref<?xi32>
    cf.cond_br %first, ^store, ^meet
  ^store:
    memref.store %start, %word[%zero] : memref<1xi32, 3>
    cf.br ^meet
  ^meet:
    gpu.barrier
    %read = memref.load %word[%zero] : memref<1xi32, 3>
    cf.br ^loop(%read : i32)
  ^loop(%left: i32):
    %more = arith.cmpi ne, %left, %none : i32
    cf.cond_br %more, ^body, ^end
  ^body:
    %less = arith.subi %left, %one : i32
    gpu.barrier
    cf.cond_br %first, ^storeAgain, ^meetAgain
  ^storeAgain:
    memref.store %less, %word[%zero] : memref<1xi32, 3>
    cf.br ^meetAgain
  ^meetAgain:
    gpu.barrier
    %readAgain = memref.load %word[%zero] : memref<1xi32, 3>
    cf.br ^loop(%readAgain : i32)
  ^end:
    gpu.return
  }
}
