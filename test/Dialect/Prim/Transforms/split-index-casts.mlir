// RUN: prim-opt %s --prim-split-index-casts | FileCheck %s --check-prefixes=CHECK,SPLIT
// RUN: prim-opt %s --prim-split-index-casts --canonicalize | FileCheck %s

// What an index cast drops stays dropped when casts of casts are folded.
// Without the pass, canonicalisation returns the arguments.

// CHECK-LABEL: @to_i8
// CHECK-SAME:    %[[X:.*]]: index
// CHECK-NEXT:    %[[WIDE:.*]] = arith.index_cast %[[X]] : index to i64
// CHECK-NEXT:    %[[NARROW:.*]] = arith.trunci %[[WIDE]] : i64 to i8
// CHECK-NEXT:    %[[Y:.*]] = arith.index_cast %[[NARROW]] : i8 to index
// CHECK-NEXT:    return %[[Y]]
func.func @to_i8(%x: index) -> index {
  %narrow = arith.index_cast %x : index to i8
  %y = arith.index_cast %narrow : i8 to index
  return %y : index
}

// CHECK-LABEL: @unsigned_to_i32
// CHECK-NEXT:    %[[WIDE:.*]] = arith.index_castui %{{.*}} : index to i64
// CHECK-NEXT:    %[[NARROW:.*]] = arith.trunci %[[WIDE]] : i64 to i32
// CHECK-NEXT:    arith.index_castui %[[NARROW]] : i32 to index
func.func @unsigned_to_i32(%x: index) -> index {
  %narrow = arith.index_castui %x : index to i32
  %y = arith.index_castui %narrow : i32 to index
  return %y : index
}

// CHECK-LABEL: @from_i128
// CHECK-SAME:    %[[X:.*]]: i128
// CHECK-NEXT:    %[[NARROW:.*]] = arith.trunci %[[X]] : i128 to i64
// CHECK-NEXT:    %[[INDEX:.*]] = arith.index_cast %[[NARROW]] : i64 to index
// CHECK-NEXT:    arith.index_cast %[[INDEX]] : index to i128
func.func @from_i128(%x: i128) -> i128 {
  %index = arith.index_cast %x : i128 to index
  %y = arith.index_cast %index : index to i128
  return %y : i128
}

// CHECK-LABEL: @vectors
// CHECK-NEXT:    %[[WIDE:.*]] = arith.index_castui %{{.*}} : vector<4x[2]xindex> to vector<4x[2]xi64>
// CHECK-NEXT:    %[[NARROW:.*]] = arith.trunci %[[WIDE]] : vector<4x[2]xi64> to vector<4x[2]xi1>
// CHECK-NEXT:    arith.index_castui %[[NARROW]] : vector<4x[2]xi1> to vector<4x[2]xindex>
func.func @vectors(%x: vector<4x[2]xindex>) -> vector<4x[2]xindex> {
  %narrow = arith.index_castui %x : vector<4x[2]xindex> to vector<4x[2]xi1>
  %y = arith.index_castui %narrow : vector<4x[2]xi1> to vector<4x[2]xindex>
  return %y : vector<4x[2]xindex>
}

// CHECK-LABEL: @tensors
// CHECK-NEXT:    %[[NARROW:.*]] = arith.trunci %{{.*}} : tensor<?xi65> to tensor<?xi64>
// CHECK-NEXT:    %[[INDEX:.*]] = arith.index_cast %[[NARROW]] : tensor<?xi64> to tensor<?xindex>
// CHECK-NEXT:    arith.index_cast %[[INDEX]] : tensor<?xindex> to tensor<?xi65>
func.func @tensors(%x: tensor<?xi65>) -> tensor<?xi65> {
  %index = arith.index_cast %x : tensor<?xi65> to tensor<?xindex>
  %y = arith.index_cast %index : tensor<?xindex> to tensor<?xi65>
  return %y : tensor<?xi65>
}

// Casts that keep all bits, and those of memrefs, are left alone; there the
// fold is right.

// SPLIT-LABEL: @kept
// SPLIT-NEXT:    arith.index_cast %{{.*}} : i32 to index
// SPLIT-NEXT:    arith.index_cast %{{.*}} : i64 to index
// SPLIT-NEXT:    arith.index_cast %{{.*}} : index to i64
// SPLIT-NEXT:    arith.index_cast %{{.*}} : index to i128
// SPLIT-NEXT:    arith.index_cast %{{.*}} : memref<?xindex> to memref<?xi32>
// SPLIT-NEXT:    return
func.func @kept(%a: i32, %b: i64, %c: memref<?xindex>)
    -> (index, i64, i128, memref<?xi32>) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %b : i64 to index
  %2 = arith.index_cast %1 : index to i64
  %3 = arith.index_cast %1 : index to i128
  %4 = arith.index_cast %c : memref<?xindex> to memref<?xi32>
  return %0, %2, %3, %4 : index, i64, i128, memref<?xi32>
}
