// RUN: prim-opt %s --allow-unregistered-dialect --prim-frontend-to-prim --remarks-filter=prim-frontend-to-prim --remark-format=emitRemark 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// What no device op can replace stays, and a remark says why.

// CHECK-LABEL: func.func @rounds(
// CHECK-NOT: prim.
// CHECK: "iree_linalg_ext.scan"
// REMARK: left-alone.mlir:[[@LINE+2]]:{{.*}}it would round differently in another order
func.func @rounds(%x: tensor<8xf32>, %a: tensor<f32>) -> tensor<8xf32> {
  %0:2 = "iree_linalg_ext.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = true}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>) -> (tensor<8xf32>, tensor<f32>)
  return %0#0 : tensor<8xf32>
}

// A recurrence is not associative.
// CHECK-LABEL: func.func @recurrence(
// CHECK-NOT: prim.
// CHECK: "iree_linalg_ext.scan"
// REMARK: left-alone.mlir:[[@LINE+2]]:{{.*}}has an operator that is not known to be associative
func.func @recurrence(%x: tensor<8xi32>, %a: tensor<i32>) -> tensor<8xi32> {
  %0:2 = "iree_linalg_ext.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = true}> ({
  ^bb0(%l: i32, %r: i32):
    %d = arith.addi %l, %l : i32
    %s = arith.addi %d, %r : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<8xi32>, tensor<8xi32>, tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  return %0#0 : tensor<8xi32>
}

// An only element would leave the accumulator as it is.
// CHECK-LABEL: func.func @last(
// CHECK: "tm_tensor.scan"
// REMARK: left-alone.mlir:[[@LINE+2]]:{{.*}}is not known to have two elements
func.func @last(%x: tensor<?xi32>, %a: tensor<i32>) -> tensor<i32> {
  %0:2 = "tm_tensor.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = true}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %l, %r : i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }) : (tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<?xi32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// Initial outputs may be among the greatest.
// CHECK-LABEL: func.func @started(
// CHECK: "iree_linalg_ext.topk"
// REMARK: left-alone.mlir:[[@LINE+3]]:{{.*}}starts from values that could be among the first
func.func @started(%x: tensor<100xf32>, %i: tensor<8xi32>) -> tensor<8xi32> {
  %v = arith.constant dense<0.0> : tensor<8xf32>
  %0:2 = "iree_linalg_ext.topk"(%x, %v, %i) <{dimension = 0 : i64}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.cmpf ogt, %l, %r : f32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) : (tensor<100xf32>, tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %0#1 : tensor<8xi32>
}

// Not an operator on the update and the element, which would also be in another order.
// CHECK-LABEL: func.func @difference(
// CHECK: "iree_linalg_ext.scatter"
// REMARK: left-alone.mlir:[[@LINE+2]]:{{.*}}has a region that is neither one of prim's operators on the update and the element, nor computes with the update alone
func.func @difference(%u: tensor<9xi32>, %i: tensor<9x1xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.subi %r, %l : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The order of products is stated, and i1 is not sorted.
// CHECK-LABEL: func.func @products(
// CHECK-COUNT-2: "iree_linalg_ext.scatter"
// REMARK: left-alone.mlir:[[@LINE+3]]:{{.*}}would round differently in another order
// REMARK: left-alone.mlir:[[@LINE+7]]:{{.*}}has elements of a type that prim's sorts and reductions do not have
func.func @products(%u: tensor<9xf32>, %i: tensor<9x1xi32>, %o: tensor<4xf32>, %v: tensor<9xi1>, %p: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.mulf %r, %l : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<9xf32>, tensor<9x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "iree_linalg_ext.scatter"(%v, %i, %p) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i1, %r: i1):
    "iree_linalg_ext.yield"(%l) : (i1) -> ()
  }) : (tensor<9xi1>, tensor<9x1xi32>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1 : tensor<4xf32>, tensor<4xi1>
}

// Several indices for one slice are a tuple of the second dimension of indices.
// CHECK-LABEL: func.func @batches(
// CHECK-COUNT-4: "iree_linalg_ext.scatter"
// REMARK: left-alone.mlir:[[@LINE+5]]:{{.*}}has indices of several dimensions
// REMARK: left-alone.mlir:[[@LINE+9]]:{{.*}}has neither an index nor a slice along a dimension of its output
// REMARK: left-alone.mlir:[[@LINE+13]]:{{.*}}has an attribute 'dimension_map' that does not name different dimensions
// REMARK: left-alone.mlir:[[@LINE+17]]:{{.*}}has operands whose shapes differ
func.func @batches(%u: tensor<9x3xi32>, %i: tensor<9x3x1xi32>, %j: tensor<9x1xi32>, %k: tensor<9x2xi32>, %l: tensor<8x1xi32>, %o: tensor<4x3xi32>, %v: tensor<9xi32>) -> (tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>) {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9x3xi32>, tensor<9x3x1xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  %1 = "iree_linalg_ext.scatter"(%v, %j, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  %2 = "iree_linalg_ext.scatter"(%v, %k, %o) <{dimension_map = array<i64: 0, 0>, unique_indices = false}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x2xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  %3 = "iree_linalg_ext.scatter"(%u, %l, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9x3xi32>, tensor<8x1xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  return %0, %1, %2, %3 : tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>
}

// CHECK-LABEL: func.func @doubles(
// CHECK: "iree_linalg_ext.scatter"
// REMARK: left-alone.mlir:[[@LINE+2]]:{{.*}}changes an element once for each index; state unique_indices
func.func @doubles(%u: tensor<9xi32>, %i: tensor<9x1xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %r, %r : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Forms that no version is known to have.
// CHECK-LABEL: func.func @malformed(
// CHECK-COUNT-4: "iree_linalg_ext.sort"
// REMARK: left-alone.mlir:[[@LINE+5]]:{{.*}}has no attribute 'dimension' that is one of its operand's
// REMARK: left-alone.mlir:[[@LINE+9]]:{{.*}}has another region than this pass expects
// REMARK: left-alone.mlir:[[@LINE+13]]:{{.*}}is not on tensors whose elements are element types of prim
// REMARK: left-alone.mlir:[[@LINE+17]]:{{.*}}has other results than this pass expects
func.func @malformed(%x: tensor<9xi32>, %m: memref<9xi32>) -> tensor<9xi32> {
  %0 = "iree_linalg_ext.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.cmpi slt, %l, %r : i32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) : (tensor<9xi32>) -> tensor<9xi32>
  %1 = "iree_linalg_ext.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%l: i32):
    %c = arith.cmpi slt, %l, %l : i32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) : (tensor<9xi32>) -> tensor<9xi32>
  "iree_linalg_ext.sort"(%m) <{dimension = 0 : i64}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.cmpi slt, %l, %r : i32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) : (memref<9xi32>) -> ()
  %2 = "iree_linalg_ext.sort"(%1) <{dimension = 0 : i64}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.cmpi slt, %l, %r : i32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) : (tensor<9xi32>) -> tensor<9xf32>
  return %1 : tensor<9xi32>
}
