// RUN: prim-opt %s --allow-unregistered-dialect --prim-frontend-to-prim=reassociate | FileCheck %s --implicit-check-not=iree_linalg_ext --implicit-check-not=tm_tensor

// Scatters that are no sums.

// The updates of an element are neighbours after a sort by places. Those of no element
// come last.
// CHECK-LABEL: func.func @greatest(
// CHECK-SAME: %[[U:.*]]: tensor<9xf32>, %[[I:.*]]: tensor<9x1xi32>, %[[O:.*]]: tensor<4xf32>)
// CHECK: %[[S:.*]]:2 = prim.device_sort ult ins(%[[U]] : tensor<9xf32>) outs({{.*}} : tensor<9xi32>, tensor<9xf32>) bits(0, 3) reads(%[[I]] : tensor<9x1xi32>) prologue {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[AT:.*]]: index):
// CHECK: %[[X:.*]] = tensor.extract %[[I]][%[[AT]], %{{.*}}]
// CHECK: %[[P:.*]] = arith.index_cast %[[X]] : i32 to index
// CHECK: arith.cmpi ult, %[[P]], %{{.*}} : index
// CHECK: arith.minui
// CHECK: prim.yield %{{.*}}, %[[V]] : i32, f32
// CHECK: %[[B:.*]] = prim.device_search lower ult ins({{.*}} : tensor<5xi8>) in(%[[S]]#0 : tensor<9xi32>) outs({{.*}} : tensor<5xi64>)
// CHECK: %[[R:.*]] = prim.device_reduce maximumf ins(%[[S]]#1 : tensor<9xf32>) outs({{.*}} : tensor<4xf32>) segments(%[[B]] : tensor<5xi64>)
// CHECK: %[[M:.*]] = linalg.map { arith.maximumf } ins(%[[O]], %[[R]] : tensor<4xf32>, tensor<4xf32>)
// CHECK: return %[[M]]
func.func @greatest(%u: tensor<9xf32>, %i: tensor<9x1xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.maximumf %r, %l : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<9xf32>, tensor<9x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// An output of the identity changes nothing.
// CHECK-LABEL: func.func @products(
// CHECK: %[[R:.*]] = prim.device_reduce mul
// CHECK-NEXT: return %[[R]]
func.func @products(%u: tensor<9xf32>, %i: tensor<9x1xi32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %0 = "tm_tensor.scatter"(%u, %i, %one) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.mulf %r, %l : f32
    "tm_tensor.yield"(%s) : (f32) -> ()
  }) : (tensor<9xf32>, tensor<9x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Sums of types that no histogram has.
// CHECK-LABEL: func.func @bytes(
// CHECK: prim.device_reduce add {{.*}} tensor<9xi8>
func.func @bytes(%u: tensor<9xi8>, %i: tensor<9x1xi32>, %o: tensor<4xi8>) -> tensor<4xi8> {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i8, %r: i8):
    %s = arith.addi %r, %l : i8
    "iree_linalg_ext.yield"(%s) : (i8) -> ()
  }) : (tensor<9xi8>, tensor<9x1xi32>, tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// The last update of an element is at the end of its run, if it has one.
// CHECK-LABEL: func.func @replaced(
// CHECK-SAME: %[[U:.*]]: tensor<?xi32>, %[[I:.*]]: tensor<?x1xi64>, %[[O:.*]]: tensor<?xi32>)
// CHECK: %[[S:.*]]:2 = prim.device_sort ult ins(%[[U]] : tensor<?xi32>) outs({{.*}} : tensor<?xi64>, tensor<?xi32>) reads
// CHECK: %[[E:.*]] = prim.device_search upper ult ins({{.*}} : tensor<?xi8>) in(%[[S]]#0 : tensor<?xi64>)
// CHECK: linalg.map ins(%[[E]], %[[O]] : tensor<?xi64>, tensor<?xi32>)
// CHECK: arith.cmpi ne
// CHECK: scf.if
// CHECK: tensor.extract %[[S]]#0
// CHECK: arith.cmpi eq
// CHECK: tensor.extract %[[S]]#1
// CHECK: arith.select
func.func @replaced(%u: tensor<?xi32>, %i: tensor<?x1xi64>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "tm_tensor.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    "tm_tensor.yield"(%l) : (i32) -> ()
  }) : (tensor<?xi32>, tensor<?x1xi64>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Any region, once for each element.
// CHECK-LABEL: func.func @unique(
// CHECK: prim.device_sort
// CHECK: prim.device_search upper
// CHECK: arith.subi
// CHECK-NOT: prim.device_reduce
func.func @unique(%u: tensor<9xi32>, %i: tensor<9x1xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = true}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.subi %r, %l : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// One value needs no sort: elements that have an update are counted.
// CHECK-LABEL: func.func @one_value(
// CHECK: %[[H:.*]] = prim.device_histogram
// CHECK: linalg.map ins(%[[H]], %{{.*}} : tensor<4xi32>, tensor<4xi1>)
// CHECK: %[[SOME:.*]] = arith.cmpi ne
// CHECK: arith.select %[[SOME]], %true
// CHECK: prim.device_histogram
// CHECK: arith.maxsi
// CHECK-NOT: prim.device_sort
func.func @one_value(%i: tensor<9x1xi32>, %o: tensor<4xi1>, %p: tensor<4xi32>, %q: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi32>) {
  %true = arith.constant dense<true> : tensor<9xi1>
  %five = arith.constant dense<5> : tensor<9xi32>
  %0 = "iree_linalg_ext.scatter"(%true, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i1, %r: i1):
    "iree_linalg_ext.yield"(%l) : (i1) -> ()
  }) : (tensor<9xi1>, tensor<9x1xi32>, tensor<4xi1>) -> tensor<4xi1>
  %1 = "iree_linalg_ext.scatter"(%five, %i, %p) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.maxsi %r, %l : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xi1>, tensor<4xi32>
}

// Products of one value depend on how many there are.
// CHECK-LABEL: func.func @powers(
// CHECK: prim.device_sort
// CHECK: prim.device_reduce mul
func.func @powers(%i: tensor<9x1xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %five = arith.constant dense<5> : tensor<9xi32>
  %0 = "iree_linalg_ext.scatter"(%five, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.muli %r, %l : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
