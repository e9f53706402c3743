// LLVM 22.1.8 lets s_cselect read the carry of an address in the place of a
// compare (llvm#215745). This is the sum of the first %n of 512 numbers; without
// the mend it is 512 on chips with 64-bit scalar compares.
// RUN: prim-run %s --generate=512xi32:constant=1 --scalar=5 --print --chip=gfx90a | FileCheck %s
// RUN: prim-run %s --generate=512xi32:constant=1 --scalar=5 --print --chip=gfx942 | FileCheck %s
// RUN: prim-run %s --generate=512xi32:constant=1 --scalar=5 --print --chip=gfx950 | FileCheck %s
// RUN: prim-run %s --generate=512xi32:constant=1 --scalar=5 --print --chip=gfx1030 | FileCheck %s
// RUN: prim-run %s --generate=512xi32:constant=1 --scalar=5 --print --chip=gfx1100 | FileCheck %s
// RUN: prim-run %s --generate=512xi32:constant=1 --scalar=5 --print --chip=gfx1201 | FileCheck %s
// CHECK: 1xi32: 5

// The code as LLVM makes it has the fault, and prim's has not, as an object and
// as assembly.
// RUN: prim-compile %s --chip=gfx942 --emit=llvm -o %t.ll
// RUN: llc -mcpu=gfx942 -filetype=obj %t.ll -o %t.llc
// RUN: not prim-check --rules=condition-codes %t.llc | FileCheck %s --check-prefix=FAULT
// FAULT: k: [condition-codes] SCC is read as a condition
// RUN: prim-compile %s --chip=gfx942 -o %t.hsaco
// RUN: prim-check --rules=condition-codes %t.hsaco
// RUN: prim-compile %s --chip=gfx942 --emit=isa -o %t.s
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %t.s -o %t.o
// RUN: prim-check --rules=condition-codes %t.o

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%x: memref<?xi32>, %y: memref<1xi32>, %n: index) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %tile = arith.constant 512 : index
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      %block = gpu.block_id x
      %first = arith.muli %block, %tile : index
      %left = arith.subi %n, %first : index
      %some = arith.minui %left, %tile : index
      %valid = arith.index_cast %some : index to i32
      %v = prim.block_load %x[%first] valid(%valid) fill(%zero : i32)
          : memref<?xi32>, vector<2xi32>
      %s = prim.block_reduce add %v all : vector<2xi32>
      memref.store %s, %y[%c0] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main(%x: memref<?xi32>, %n: index) -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %y = gpu.alloc () : memref<1xi32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%x : memref<?xi32>, %y : memref<1xi32>, %n : index)
    return %y : memref<1xi32>
  }
}
