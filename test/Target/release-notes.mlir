// The barrier of a block op orders workgroup memory: a release after it is not for
// what other waves have stored, and a note in the code object says so. After a barrier
// that orders device memory there is none, and the stores are waited for.
// RUN: split-file %s %t
// RUN: prim-compile %t/own.mlir --chip=gfx942 -o %t/own && prim-check %t/own | FileCheck %s --check-prefix=ONE
// RUN: prim-compile %t/own.mlir --chip=gfx950 -o %t/own && prim-check %t/own | FileCheck %s --check-prefix=ONE
// RUN: prim-compile %t/all.mlir --chip=gfx942 -o %t/all && prim-check %t/all | FileCheck %s --check-prefix=NONE
// RUN: prim-compile %t/own.mlir --chip=gfx90a -o %t/own && prim-check %t/own | FileCheck %s --check-prefix=ONE
// RUN: prim-compile %t/own.mlir --chip=gfx1030 -o %t/own && prim-check %t/own | FileCheck %s --check-prefix=ONE
// RUN: prim-compile %t/own.mlir --chip=gfx1100 -o %t/own && prim-check %t/own | FileCheck %s --check-prefix=ONE
// RUN: prim-compile %t/own.mlir --chip=gfx1201 -o %t/own && prim-check %t/own | FileCheck %s --check-prefix=ONE

// Elsewhere the release itself is noted.
// RUN: prim-compile %t/all.mlir --chip=gfx90a -o %t/all && prim-check %t/all | FileCheck %s --check-prefix=NOTED
// RUN: prim-compile %t/all.mlir --chip=gfx1030 -o %t/all && prim-check %t/all | FileCheck %s --check-prefix=NOTED
// RUN: prim-compile %t/all.mlir --chip=gfx1100 -o %t/all && prim-check %t/all | FileCheck %s --check-prefix=NOTED
// RUN: prim-compile %t/all.mlir --chip=gfx1201 -o %t/all && prim-check %t/all | FileCheck %s --check-prefix=NOTED
// RUN: llvm-readelf -S %t/all | FileCheck %s --check-prefix=SECTION
// ONE: 1 orders, 1 notes, 0 reports
// NONE: 1 orders, 0 notes, 0 reports
// NOTED: 2 orders, 0 notes, 0 reports
// SECTION: .prim.order PROGBITS 0000000000000000

//--- own.mlir
gpu.module @kernels {
  gpu.func @k(%x: memref<?xi32>, %y: memref<?xi32>, %flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xi32>
    memref.store %v, %y[%t] : memref<?xi32>
    %s = prim.block_reduce add %v all : i32
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %first = arith.cmpi eq, %t, %zero : index
    scf.if %first {
      %old = llvm.atomicrmw add %flag, %s syncscope("agent") release : !llvm.ptr<1>, i32
    }
    gpu.return
  }
}

//--- all.mlir
gpu.module @kernels {
  gpu.func @k(%x: memref<?xi32>, %y: memref<?xi32>, %flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xi32>
    %s = prim.block_reduce add %v all : i32
    memref.store %v, %y[%t] : memref<?xi32>
    prim.block_barrier orders(device)
    %zero = arith.constant 0 : index
    %first = arith.cmpi eq, %t, %zero : index
    scf.if %first {
      %old = llvm.atomicrmw add %flag, %s syncscope("agent") release : !llvm.ptr<1>, i32
    }
    gpu.return
  }
}
