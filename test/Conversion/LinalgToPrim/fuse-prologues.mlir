// RUN: prim-opt %s --prim-fuse-prologues | FileCheck %s
// RUN: prim-opt %s --prim-fuse-prologues --remarks-filter=prim-fuse-prologues -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#id2 = affine_map<(i, j) -> (i, j)>

// REMARK: fused elementwise ops into the prologue
// CHECK-LABEL: func.func @scan(
func.func @scan(%x: tensor<100xi32>, %y: tensor<100x1xi32>, %t: tensor<9xi32>, %o: tensor<i32>) -> tensor<100xi32> {
  // CHECK-NOT: linalg
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %arg1
  // CHECK: prim.device_scan inclusive add ins(%arg0, %[[FLAT]] : tensor<100xi32>, tensor<100xi32>) {{.*}} reads(%arg3, %arg2 : tensor<i32>, tensor<9xi32>) prologue {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: i32, %[[AT:.*]]: i32):
  // CHECK: %[[A:.*]] = math.absi %[[IN]] : i32
  // CHECK: %[[W:.*]] = tensor.extract %arg3[] : tensor<i32>
  // CHECK: %[[V:.*]] = tensor.extract %arg2
  // CHECK: %[[U:.*]] = arith.addi %[[A]], %[[V]] : i32
  // CHECK: %[[Z:.*]] = arith.addi %[[U]], %[[W]] : i32
  // CHECK: prim.yield %[[Z]] : i32
  // CHECK-NOT: linalg
  // CHECK: return
  %e = tensor.empty() : tensor<100xi32>
  %a = linalg.map { math.absi } ins(%x : tensor<100xi32>) outs(%e : tensor<100xi32>)
  %flat = tensor.collapse_shape %y [[0, 1]] : tensor<100x1xi32> into tensor<100xi32>
  %s = linalg.generic {indexing_maps = [#id, #id, #none, #id], iterator_types = ["parallel"]}
      ins(%a, %flat, %o : tensor<100xi32>, tensor<100xi32>, tensor<i32>) outs(%e : tensor<100xi32>) {
  ^bb0(%p: i32, %q: i32, %w: i32, %out: i32):
    %at = arith.index_cast %q : i32 to index
    %v = tensor.extract %t[%at] : tensor<9xi32>
    %u = arith.addi %p, %v : i32
    %z = arith.addi %u, %w : i32
    linalg.yield %z : i32
  } -> tensor<100xi32>
  %r = prim.device_scan inclusive add ins(%s : tensor<100xi32>) outs(%e : tensor<100xi32>) -> tensor<100xi32>
  return %r : tensor<100xi32>
}

// A prologue gets the elements of its operands; both inputs are one. Rows keep
// their dimension, because no position is used.
// REMARK: fused elementwise ops into the prologue
// CHECK-LABEL: func.func @rows(
func.func @rows(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: prim.device_scan inclusive add ins(%arg0 : tensor<?x?xf32>) outs(%{{.*}}) dimension(1) prologue {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: f32):
  // CHECK-NEXT: %[[A:.*]] = math.absf %[[IN]] : f32
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[IN]] : f32
  // CHECK-NEXT: prim.yield %[[M]] : f32
  %a = linalg.map { math.absf } ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
  %r = prim.device_scan inclusive add ins(%a, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) dimension(1) prologue {
  ^bb0(%p: f32, %q: f32):
    %m = arith.mulf %p, %q : f32
    prim.yield %m : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Little arithmetic is done again for each user.
// REMARK-COUNT-2: fused elementwise ops into the prologue
// CHECK-LABEL: func.func @repeated(
func.func @repeated(%x: tensor<100xi32>, %w: tensor<100xi32>, %h: tensor<16xi32>) -> (tensor<16xi32>, tensor<100xi32>) {
  // CHECK-NOT: linalg
  // CHECK: prim.device_histogram ins(%arg0 : {{.*}}) outs({{.*}}) weights(%arg1 : tensor<100xi32>) prologue {
  // CHECK: arith.andi
  // CHECK: bin {
  // CHECK: prim.device_scan {{.*}} ins(%arg0 {{.*}} prologue {
  // CHECK: arith.andi
  %c15 = arith.constant 15 : i32
  %e = tensor.empty() : tensor<100xi32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<100xi32>) outs(%e : tensor<100xi32>) {
  ^bb0(%p: i32, %out: i32):
    %v = arith.andi %p, %c15 : i32
    linalg.yield %v : i32
  } -> tensor<100xi32>
  %r = prim.device_histogram ins(%a : tensor<100xi32>) outs(%h : tensor<16xi32>) weights(%w : tensor<100xi32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } -> tensor<16xi32>
  %s = prim.device_scan inclusive add ins(%a : tensor<100xi32>) outs(%e : tensor<100xi32>) -> tensor<100xi32>
  return %r, %s : tensor<16xi32>, tensor<100xi32>
}

// A function with two users is not computed twice.
// CHECK-LABEL: func.func @shared(
func.func @shared(%x: tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  // CHECK: math.exp
  // CHECK: prim.device_scan
  // CHECK-NOT: prologue
  // CHECK: return
  %e = tensor.empty() : tensor<100xf32>
  %a = linalg.map { math.exp } ins(%x : tensor<100xf32>) outs(%e : tensor<100xf32>)
  %s = prim.device_scan inclusive add ins(%a : tensor<100xf32>) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  return %s, %a : tensor<100xf32>, tensor<100xf32>
}

// Nor is one whose only user has two.
// CHECK-LABEL: func.func @shared_later(
func.func @shared_later(%x: tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  // CHECK-COUNT-1: math.exp
  // CHECK-NOT: math.exp
  // CHECK-COUNT-2: arith.negf
  // CHECK: return
  %e = tensor.empty() : tensor<100xf32>
  %a = linalg.map { math.exp } ins(%x : tensor<100xf32>) outs(%e : tensor<100xf32>)
  %b = linalg.map { arith.negf } ins(%a : tensor<100xf32>) outs(%e : tensor<100xf32>)
  %s = prim.device_scan inclusive add ins(%b : tensor<100xf32>) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %m = prim.device_scan inclusive maximumf ins(%b : tensor<100xf32>) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  return %s, %m : tensor<100xf32>, tensor<100xf32>
}

// The producer runs once, the scan in each iteration.
// CHECK-LABEL: func.func @loop(
func.func @loop(%x: tensor<100xf32>, %c0: index, %c1: index, %n: index) -> tensor<100xf32> {
  // CHECK: math.absf
  // CHECK: scf.for
  // CHECK-NOT: prologue
  // CHECK: return
  %e = tensor.empty() : tensor<100xf32>
  %a = linalg.map { math.absf } ins(%x : tensor<100xf32>) outs(%e : tensor<100xf32>)
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%b = %x) -> (tensor<100xf32>) {
    %s = prim.device_scan inclusive add ins(%a : tensor<100xf32>) outs(%b : tensor<100xf32>) -> tensor<100xf32>
    scf.yield %s : tensor<100xf32>
  }
  return %y : tensor<100xf32>
}

// A device op needs an input with an element at each position.
// REMARK: it has no input with an element at each position
// CHECK-LABEL: func.func @positions(
func.func @positions() -> tensor<100xi32> {
  // CHECK: linalg.generic
  // CHECK: prim.device_scan
  // CHECK-NOT: prologue
  // CHECK: return
  %e = tensor.empty() : tensor<100xi32>
  %a = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<100xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i32
    linalg.yield %v : i32
  } -> tensor<100xi32>
  %s = prim.device_scan inclusive add ins(%a : tensor<100xi32>) outs(%e : tensor<100xi32>) -> tensor<100xi32>
  return %s : tensor<100xi32>
}

// The index of a prologue is that in a row.
// REMARK: it uses positions in several dimensions
// CHECK-LABEL: func.func @rows_positions(
func.func @rows_positions(%x: tensor<10x10xi32>) -> tensor<10x10xi32> {
  // CHECK: linalg.generic
  // CHECK: prim.device_scan
  // CHECK-NOT: prologue
  // CHECK: return
  %e = tensor.empty() : tensor<10x10xi32>
  %a = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<10x10xi32>) outs(%e : tensor<10x10xi32>) {
  ^bb0(%p: i32, %out: i32):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i32
    %w = arith.addi %p, %v : i32
    linalg.yield %w : i32
  } -> tensor<10x10xi32>
  %s = prim.device_scan inclusive add ins(%a : tensor<10x10xi32>) outs(%e : tensor<10x10xi32>) dimension(1) -> tensor<10x10xi32>
  return %s : tensor<10x10xi32>
}

// What is added to the output's elements is not in the prologue.
// CHECK-LABEL: func.func @accumulated(
func.func @accumulated(%x: tensor<100xi32>, %y: tensor<100xi32>) -> tensor<100xi32> {
  // CHECK: linalg.generic
  // CHECK: prim.device_scan
  // CHECK-NOT: prologue
  // CHECK: return
  %e = tensor.empty() : tensor<100xi32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<100xi32>) outs(%y : tensor<100xi32>) {
  ^bb0(%p: i32, %out: i32):
    %w = arith.addi %p, %out : i32
    linalg.yield %w : i32
  } -> tensor<100xi32>
  %s = prim.device_scan inclusive add ins(%a : tensor<100xi32>) outs(%e : tensor<100xi32>) -> tensor<100xi32>
  return %s : tensor<100xi32>
}

// A gather at the own position may be from a longer tensor, which is no input.
// REMARK: it has no input with an element at each position
// CHECK-LABEL: func.func @front_of_longer(
func.func @front_of_longer(%x: tensor<?xi32>, %e: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: prim.device_scan inclusive add ins(%[[A]] : tensor<?xi32>)
  // CHECK-NOT: prologue
  // CHECK: return
  %a = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<?xi32>
    linalg.yield %v : i32
  } -> tensor<?xi32>
  %s = prim.device_scan inclusive add ins(%a : tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  return %s : tensor<?xi32>
}

// It is read beside an input.
// CHECK-LABEL: func.func @longer_beside_input(
// CHECK-SAME: %[[X:.*]]: tensor<?xi32>, %[[Y:.*]]: tensor<?xi32>, %[[E:.*]]: tensor<?xi32>)
func.func @longer_beside_input(%x: tensor<?xi32>, %y: tensor<?xi32>, %e: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: prim.device_scan inclusive add ins(%[[Y]] : tensor<?xi32>) {{.*}}reads(%[[X]] : tensor<?xi32>)
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%in: i32, %out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<?xi32>
    %w = arith.addi %in, %v : i32
    linalg.yield %w : i32
  } -> tensor<?xi32>
  %s = prim.device_scan inclusive add ins(%a : tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  return %s : tensor<?xi32>
}

// What a region reads is computed where it is loaded, if nothing else needs it.
// CHECK-LABEL: func.func @reads(
func.func @reads(%x: tensor<100xf32>, %p: tensor<100xi32>, %q: tensor<100xi32>, %t: tensor<100xi32>) -> (tensor<50xi32>, tensor<100xi32>) {
  // CHECK-NOT: tensor.insert_slice
  // CHECK: %[[SHARED:.*]] = linalg.map { math.ctpop }
  // CHECK: prim.device_histogram ins(%arg0 : {{.*}} reads(%[[SHARED]], %arg2, %arg1 : tensor<100xi32>, tensor<100xi32>, tensor<100xi32>) bin {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[I:.*]]: index):
  // CHECK-DAG: tensor.extract %arg1[%[[I]]]
  // CHECK-DAG: tensor.extract %arg2[%[[I]]]
  // CHECK-DAG: tensor.extract %[[SHARED]][%[[I]]]
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<100xi32>
  %a = linalg.map { math.absi } ins(%p : tensor<100xi32>) outs(%e : tensor<100xi32>)
  %s = linalg.map { math.ctpop } ins(%t : tensor<100xi32>) outs(%e : tensor<100xi32>)
  %z = tensor.empty() : tensor<100x2xi32>
  %0 = tensor.insert_slice %a into %z[0, 0] [100, 1] [1, 1] : tensor<100xi32> into tensor<100x2xi32>
  %1 = tensor.insert_slice %q into %0[0, 1] [100, 1] [1, 1] : tensor<100xi32> into tensor<100x2xi32>
  %o = tensor.empty() : tensor<50xi32>
  %h = prim.device_histogram ins(%x : tensor<100xf32>) outs(%o : tensor<50xi32>) reads(%1, %s : tensor<100x2xi32>, tensor<100xi32>) bin {
  ^bb0(%b: f32, %i: index):
    %u = tensor.extract %1[%i, %c0] : tensor<100x2xi32>
    %v = tensor.extract %1[%i, %c1] : tensor<100x2xi32>
    %w = tensor.extract %s[%i] : tensor<100xi32>
    %y = arith.addi %u, %v : i32
    %r = arith.addi %y, %w : i32
    prim.yield %r : i32
  } -> tensor<50xi32>
  return %h, %s : tensor<50xi32>, tensor<100xi32>
}
