// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop with a barrier in it holds block ops: LLVM is kept from unrolling and peeling
// it. Other loops, and what a loop already says, are left as they are.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl))' | FileCheck %s

// CHECK-DAG: #[[NONE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[WHOLE:.*]] = #llvm.loop_annotation<unroll = #[[NONE]]>
// CHECK-DAG: #[[OWN:.*]] = #llvm.loop_annotation<disableNonforced = true>
#own = #llvm.loop_annotation<disableNonforced = true>

gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: llvm.func @barriers
  // CHECK: llvm.br {{.*}}loop_annotation = #[[WHOLE]]
  // CHECK-LABEL: llvm.func @outer
  // CHECK-COUNT-2: llvm.br {{.*}}loop_annotation = #[[WHOLE]]
  // CHECK-LABEL: llvm.func @own
  // CHECK: llvm.br {{.*}}loop_annotation = #[[OWN]]
  // CHECK-LABEL: llvm.func @none
  // CHECK-NOT: loop_annotation
  gpu.func @barriers(%n: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      gpu.barrier
    }
    gpu.return
  }
  gpu.func @outer(%n: i32, %p: memref<1xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %at = arith.constant 0 : index
    scf.for %i = %c0 to %n step %c1 : i32 {
      scf.for %j = %c0 to %i step %c1 : i32 {
        prim.block_barrier
      }
      memref.store %i, %p[%at] : memref<1xi32>
    }
    gpu.return
  }
  gpu.func @own(%n: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      gpu.barrier
    } {loop_annotation = #own}
    gpu.return
  }
  gpu.func @none(%n: i32, %p: memref<1xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %at = arith.constant 0 : index
    scf.for %i = %c0 to %n step %c1 : i32 {
      memref.store %i, %p[%at] : memref<1xi32>
    }
    gpu.barrier
    gpu.return
  }
}
