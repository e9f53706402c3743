// RUN: prim-opt %s --split-input-file | prim-opt --split-input-file | FileCheck %s
// RUN: prim-opt %s --split-input-file --mlir-print-op-generic | prim-opt --split-input-file | FileCheck %s
// RUN: prim-opt %s --split-input-file --canonicalize --cse | FileCheck %s --check-prefix=CANON

// Regions of device ops load from the buffers in reads.

// CHECK-LABEL: func @buffers
// CHECK: prim.device_reduce {{.*}} init(%{{.*}} : i32) reads(%{{.*}}, %{{.*}} : memref<8xi32>, memref<i32>) async prologue {
// CHECK: memref.load %{{.*}}[%{{.*}}] : memref<8xi32>
// CHECK: } combiner {
// CHECK: memref.load %{{.*}}[] : memref<i32>
// CHECK: prim.device_sort ins({{.*}}) outs({{.*}}) may_clobber_input reads(%{{.*}} : memref<?xi32>) comparator {
func.func @buffers(%x: memref<?xi32>, %y: memref<i32>, %z: memref<?xi32>,
                   %t: memref<8xi32>, %m: memref<i32>, %s: memref<?xi32>, %i: i32) {
  %0 = prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%i : i32)
      reads(%t, %m : memref<8xi32>, memref<i32>) async prologue {
  ^bb0(%e: i32):
    %at = arith.index_castui %e : i32 to index
    %v = memref.load %t[%at] : memref<8xi32>
    prim.yield %v : i32
  } combiner {
  ^bb0(%a: i32, %b: i32):
    %modulus = memref.load %m[] : memref<i32>
    %c = arith.addi %a, %b : i32
    %d = arith.remui %c, %modulus : i32
    prim.yield %d : i32
  }
  prim.device_sort ins(%x : memref<?xi32>) outs(%z : memref<?xi32>) may_clobber_input
      reads(%s : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %ai = arith.index_castui %a : i32 to index
    %bi = arith.index_castui %b : i32 to index
    %av = memref.load %s[%ai] : memref<?xi32>
    %bv = memref.load %s[%bi] : memref<?xi32>
    %c = arith.cmpi slt, %av, %bv : i32
    prim.yield %c : i1
  }
  return
}

// -----

// Folds take casts away from the load, from the operand, or from both.

// CHECK-LABEL: func @casts
// CANON-LABEL: func @casts
// CANON-SAME: %[[X:.*]]: memref<?xi32>, %{{.*}}: memref<i32>, %[[T:.*]]: memref<8xi32>,
// CANON: memref.load %[[T]]
// CANON: tensor.extract
func.func @casts(%x: memref<?xi32>, %y: memref<i32>, %t: memref<8xi32>,
                 %u: tensor<?xi32>, %v: tensor<8xi32>, %o: tensor<i32>) -> tensor<i32> {
  %tc = memref.cast %t : memref<8xi32> to memref<?xi32>
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<i32>)
      reads(%tc : memref<?xi32>) prologue {
  ^bb0(%e: i32):
    %at = arith.index_castui %e : i32 to index
    %w = memref.load %tc[%at] : memref<?xi32>
    prim.yield %w : i32
  }
  %vc = tensor.cast %v : tensor<8xi32> to tensor<?xi32>
  %0 = prim.device_reduce add ins(%u : tensor<?xi32>) outs(%o : tensor<i32>)
      reads(%vc : tensor<?xi32>) prologue {
  ^bb0(%e: i32):
    %at = arith.index_castui %e : i32 to index
    %w = tensor.extract %vc[%at] : tensor<?xi32>
    prim.yield %w : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// What is written is not loaded earlier: a store before the op stays before it.

// CHECK-LABEL: func @effects
// CANON-LABEL: func @effects
// CANON: gpu.memset
// CANON: prim.device_scan
// CANON: gpu.memset
func.func @effects(%x: memref<?xi32>, %y: memref<?xi32>, %m: memref<i32>) {
  %c7 = arith.constant 7 : i32
  %c9 = arith.constant 9 : i32
  gpu.memset %m, %c7 : memref<i32>, i32
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%m : memref<i32>) epilogue {
  ^bb0(%e: i32):
    %v = memref.load %m[] : memref<i32>
    %w = arith.muli %e, %v : i32
    prim.yield %w : i32
  }
  gpu.memset %m, %c9 : memref<i32>, i32
  return
}

// -----

// In kernels regions load from a base.

// CHECK-LABEL: gpu.func @kernel
// CHECK: prim.block_reduce %{{.*}} combiner {
// CHECK: prim.advance
// CHECK: prim.load
gpu.module @kernels {
  gpu.func @kernel(%t: !prim.base<global>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = prim.block_reduce %x combiner {
    ^bb0(%a: i32, %b: i32):
      %c6 = arith.constant 24 : index
      %c4 = arith.constant 4 : i32
      %ai = arith.index_castui %a : i32 to index
      %bytes = arith.muli %ai, %c6 : index
      %row = prim.advance %t, %bytes : !prim.base<global>
      %column = arith.muli %b, %c4 : i32
      %c = prim.load %row[%column] : !prim.base<global> -> i32
      prim.yield %c : i32
    } : i32
    gpu.return
  }
}
