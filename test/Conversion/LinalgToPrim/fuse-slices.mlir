// RUN: prim-opt %s --prim-fuse-slices | FileCheck %s
// RUN: prim-opt %s --prim-fuse-slices --remarks-filter=prim-fuse-slices -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>

// REMARK: computes elements of slices where it uses them
// CHECK-LABEL: func.func @inserted(
func.func @inserted(%x: tensor<9xi32>, %y: tensor<10xi32>) -> tensor<10xi32> {
  // CHECK-NOT: tensor.insert_slice
  // CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<10xi32>)
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: i32, %{{.*}}: i32):
  // CHECK: %[[I:.*]] = linalg.index 0 : index
  // CHECK: %[[L:.*]] = arith.subi %[[I]], %c1{{.*}} : index
  // CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[L]], %c9{{.*}} : index
  // CHECK: %[[AT:.*]] = arith.minui %[[L]], %c8{{.*}} : index
  // CHECK: %[[X:.*]] = tensor.extract %arg0[%[[AT]]] : tensor<9xi32>
  // CHECK: %[[V:.*]] = arith.select %[[INSIDE]], %[[X]], %[[IN]] : i32
  // CHECK: math.absi %[[V]] : i32
  %z = tensor.insert_slice %x into %y[1] [9] [1] : tensor<9xi32> into tensor<10xi32>
  %e = tensor.empty() : tensor<10xi32>
  %a = linalg.map { math.absi } ins(%z : tensor<10xi32>) outs(%e : tensor<10xi32>)
  return %a : tensor<10xi32>
}

// A concatenation of a computed row and a given one. Nothing else was written,
// so that the first piece needs no test.
// REMARK: computes elements of slices where it uses them
// CHECK-LABEL: func.func @concatenated(
func.func @concatenated(%x: tensor<1x7xi32>, %y: tensor<7xi32>) -> tensor<2x7xi32> {
  // CHECK-NOT: tensor.insert_slice
  // CHECK-NOT: linalg.map
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<{{.*}}>, tensor<{{.*}}>)
  // CHECK-NOT: tensor.extract
  // CHECK: arith.muli
  // CHECK: arith.select
  // CHECK-NOT: arith.select
  // CHECK: math.absi
  // CHECK: return
  %f = tensor.empty() : tensor<1x7xi32>
  %s = linalg.mul ins(%x, %x : tensor<1x7xi32>, tensor<1x7xi32>) outs(%f : tensor<1x7xi32>) -> tensor<1x7xi32>
  %e = tensor.empty() : tensor<2x7xi32>
  %0 = tensor.insert_slice %s into %e[0, 0] [1, 7] [1, 1] : tensor<1x7xi32> into tensor<2x7xi32>
  %1 = tensor.insert_slice %y into %0[1, 0] [1, 7] [1, 1] : tensor<7xi32> into tensor<2x7xi32>
  %a = linalg.map { math.absi } ins(%1 : tensor<2x7xi32>) outs(%e : tensor<2x7xi32>)
  return %a : tensor<2x7xi32>
}

// Only the slice is computed.
// REMARK: computes elements of slices where it uses them
// CHECK-LABEL: func.func @extracted(
func.func @extracted(%x: tensor<33xi32>) -> tensor<32xf32> {
  // CHECK-NOT: tensor.extract_slice
  // CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<32xf32>)
  // CHECK: %[[I:.*]] = linalg.index 0 : index
  // CHECK: %[[AT:.*]] = arith.addi %[[I]], %c1{{.*}} : index
  // CHECK: tensor.extract %arg0[%[[AT]]] : tensor<33xi32>
  // CHECK: arith.sitofp
  // CHECK-NOT: linalg.map
  // CHECK: return
  %e = tensor.empty() : tensor<33xf32>
  %a = linalg.map { arith.sitofp } ins(%x : tensor<33xi32>) outs(%e : tensor<33xf32>)
  %s = tensor.extract_slice %a[1] [32] [1] : tensor<33xf32> to tensor<32xf32>
  return %s : tensor<32xf32>
}

// A gather at the position of the loops reads an input.
// CHECK-LABEL: func.func @gathered(
func.func @gathered(%x: tensor<1x40xi32>) -> tensor<1x40xi32> {
  // CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<1x40xi32>)
  // CHECK-NOT: tensor.extract
  // CHECK: return
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1x40xi32>
  %a = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<1x40xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 1 : index
    %v = tensor.extract %x[%c0, %i] : tensor<1x40xi32>
    linalg.yield %v : i32
  } -> tensor<1x40xi32>
  return %a : tensor<1x40xi32>
}

// A computed tensor with two users is computed once.
// CHECK-LABEL: func.func @shared(
func.func @shared(%x: tensor<9xi32>, %y: tensor<10xi32>) -> (tensor<10xi32>, tensor<9xi32>) {
  // CHECK: %[[S:.*]] = linalg.mul
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[S]]
  // CHECK: return %{{.*}}, %[[S]]
  %f = tensor.empty() : tensor<9xi32>
  %s = linalg.mul ins(%x, %x : tensor<9xi32>, tensor<9xi32>) outs(%f : tensor<9xi32>) -> tensor<9xi32>
  %z = tensor.insert_slice %s into %y[1] [9] [1] : tensor<9xi32> into tensor<10xi32>
  %e = tensor.empty() : tensor<10xi32>
  %a = linalg.map { math.absi } ins(%z : tensor<10xi32>) outs(%e : tensor<10xi32>)
  return %a, %s : tensor<10xi32>, tensor<9xi32>
}

// Slices that others use too, with other strides, or at unknown offsets.
// CHECK-LABEL: func.func @left(
func.func @left(%x: tensor<5xi32>, %y: tensor<10xi32>, %n: index) -> (tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>) {
  // CHECK-COUNT-3: tensor.insert_slice
  // CHECK-COUNT-3: linalg.map
  %e = tensor.empty() : tensor<10xi32>
  %0 = tensor.insert_slice %x into %y[1] [5] [1] : tensor<5xi32> into tensor<10xi32>
  %1 = tensor.insert_slice %x into %y[1] [5] [2] : tensor<5xi32> into tensor<10xi32>
  %2 = tensor.insert_slice %x into %y[%n] [5] [1] : tensor<5xi32> into tensor<10xi32>
  %a = linalg.map { math.absi } ins(%0 : tensor<10xi32>) outs(%e : tensor<10xi32>)
  %b = linalg.map { math.absi } ins(%1 : tensor<10xi32>) outs(%e : tensor<10xi32>)
  %c = linalg.map { math.absi } ins(%2 : tensor<10xi32>) outs(%e : tensor<10xi32>)
  return %0, %a, %b, %c : tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>
}

// Five pieces, of which each element would need one of each.
// CHECK-LABEL: func.func @pieces(
func.func @pieces(%x: tensor<2xi32>) -> tensor<10xi32> {
  // CHECK-COUNT-5: tensor.insert_slice
  %e = tensor.empty() : tensor<10xi32>
  %0 = tensor.insert_slice %x into %e[0] [2] [1] : tensor<2xi32> into tensor<10xi32>
  %1 = tensor.insert_slice %x into %0[2] [2] [1] : tensor<2xi32> into tensor<10xi32>
  %2 = tensor.insert_slice %x into %1[4] [2] [1] : tensor<2xi32> into tensor<10xi32>
  %3 = tensor.insert_slice %x into %2[6] [2] [1] : tensor<2xi32> into tensor<10xi32>
  %4 = tensor.insert_slice %x into %3[8] [2] [1] : tensor<2xi32> into tensor<10xi32>
  %a = linalg.map { math.absi } ins(%4 : tensor<10xi32>) outs(%e : tensor<10xi32>)
  return %a : tensor<10xi32>
}

// Quotients and remainders of a loop's index are the position in a flat tensor. Those
// whose quotient is 0 are the index.
// CHECK-LABEL: func.func @flattened(
func.func @flattened(%x: tensor<4x6x5xi32>, %y: tensor<120xi32>) -> tensor<120xi32> {
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1, 2]] : tensor<4x6x5xi32> into tensor<120xi32>
  // CHECK: linalg.generic {{.*}} ins(%[[FLAT]], %arg1 : tensor<120xi32>, tensor<120xi32>)
  // CHECK-NOT: arith.rem
  // CHECK: return
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c120 = arith.constant 120 : index
  %e = tensor.empty() : tensor<120xi32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<120xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %c = arith.remsi %i, %c5 : index
    %p = arith.divsi %i, %c5 : index
    %b = arith.remui %p, %c6 : index
    %q = arith.divui %p, %c6 : index
    %a = arith.remsi %q, %c4 : index
    %v = tensor.extract %x[%a, %b, %c] : tensor<4x6x5xi32>
    %j = arith.remsi %i, %c120 : index
    %w = tensor.extract %y[%j] : tensor<120xi32>
    %s = arith.addi %v, %w : i32
    linalg.yield %s : i32
  } -> tensor<120xi32>
  return %r : tensor<120xi32>
}

// A remainder that wraps, other strides, and a part of the tensor are other positions.
// CHECK-LABEL: func.func @not_flat(
func.func @not_flat(%x: tensor<4x6xi32>, %y: tensor<100xi32>, %z: tensor<9x5xi32>) -> tensor<24xi32> {
  // CHECK-NOT: collapse_shape
  // CHECK: arith.remsi
  // CHECK: tensor.extract %arg0
  // CHECK: arith.remsi
  // CHECK: tensor.extract %arg1
  // CHECK: tensor.extract %arg2
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c23 = arith.constant 23 : index
  %e = tensor.empty() : tensor<24xi32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<24xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %c = arith.remsi %i, %c4 : index
    %p = arith.divsi %i, %c4 : index
    %v = tensor.extract %x[%c, %p] : tensor<4x6xi32>
    %j = arith.remsi %i, %c23 : index
    %w = tensor.extract %y[%j] : tensor<100xi32>
    %d = arith.remsi %i, %c5 : index
    %q = arith.divsi %i, %c5 : index
    %u = tensor.extract %z[%q, %d] : tensor<9x5xi32>
    %s = arith.addi %v, %w : i32
    %t = arith.addi %s, %u : i32
    linalg.yield %t : i32
  } -> tensor<24xi32>
  return %r : tensor<24xi32>
}
