// RUN: prim-opt %s --prim-raise-scans=reassociate | FileCheck %s --implicit-check-not=insert_slice
// RUN: prim-opt %s --prim-raise-scans | FileCheck %s --check-prefix=STRICT
// RUN: prim-opt %s --prim-raise-scans=reassociate --remarks-filter=prim-raise-scans -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>

// Four elements, as jax.lax.associative_scan unrolls them: the sums of pairs,
// their scan, and the elements between.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>
// STRICT-LABEL: func.func @sums(
func.func @sums(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<4xi32>
  // CHECK-NEXT: %[[S:.*]] = prim.device_scan inclusive add ins(%[[X]] : tensor<4xi32>) outs(%[[E]] : tensor<4xi32>) -> tensor<4xi32>
  // CHECK: return %[[S]]
  // STRICT: prim.device_scan
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e4 = tensor.empty() : tensor<4xi32>
  %z2 = linalg.fill ins(%c0 : i32) outs(%e2 : tensor<2xi32>) -> tensor<2xi32>
  %z4 = linalg.fill ins(%c0 : i32) outs(%e4 : tensor<4xi32>) -> tensor<4xi32>
  %even = tensor.extract_slice %x[0] [2] [2] : tensor<4xi32> to tensor<2xi32>
  %odd = tensor.extract_slice %x[1] [2] [2] : tensor<4xi32> to tensor<2xi32>
  %pairs = linalg.map { arith.addi } ins(%even, %odd : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %p0 = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %p1 = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %all = linalg.map { arith.addi } ins(%p0, %p1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %first = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
  %i0 = tensor.insert_slice %first into %z2[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %i1 = tensor.insert_slice %all into %z2[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %scanned = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %before = tensor.extract_slice %scanned[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
  %next = tensor.extract_slice %x[2] [1] [2] : tensor<4xi32> to tensor<1xi32>
  %between = linalg.map { arith.addi } ins(%before, %next : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %x0 = tensor.extract_slice %x[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
  %j0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %evens = tensor.insert_slice %between into %j0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %evens into %z4[0] [2] [2] : tensor<2xi32> into tensor<4xi32>
  %k1 = tensor.insert_slice %scanned into %z4[1] [2] [2] : tensor<2xi32> into tensor<4xi32>
  // REMARK: raise-scans.mlir:[[#@LINE+1]]:8: remark: [Passed] linalg.map | Category:prim-raise-scans | Function=sums | Remark="converted to prim.device_scan"
  %r = linalg.map { arith.addi } ins(%k0, %k1 : tensor<4xi32>, tensor<4xi32>) outs(%e4 : tensor<4xi32>)
  return %r : tensor<4xi32>
}

// The scan of the pair is used by the next op without a slice. A recurrence is
// associative by the laws of algebra. The product is a member of the tuple that
// no result needs.
// CHECK-LABEL: func.func @recurrence(
// CHECK-SAME: %[[A:.*]]: tensor<6xi32>, %[[B:.*]]: tensor<6xi32>
func.func @recurrence(%a: tensor<6xi32>, %b: tensor<6xi32>) -> tensor<6xi32> {
  // CHECK: %[[S:.*]]:2 = prim.device_scan inclusive ins(%[[A]], %[[B]] : tensor<6xi32>, tensor<6xi32>) outs({{.*}}) combiner {
  // CHECK-NEXT: ^bb0(%[[A0:.*]]: i32, %[[B0:.*]]: i32, %[[A1:.*]]: i32, %[[B1:.*]]: i32):
  // CHECK-DAG: %[[M:.*]] = arith.muli %[[A0]], %[[A1]] : i32
  // CHECK-DAG: %[[P:.*]] = arith.muli %[[A1]], %[[B0]] : i32
  // CHECK-DAG: %[[Q:.*]] = arith.addi %[[P]], %[[B1]] : i32
  // CHECK: prim.yield %[[M]], %[[Q]] : i32, i32
  // CHECK: return %[[S]]#1
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %e6 = tensor.empty() : tensor<6xi32>
  %z3 = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %z6 = linalg.fill ins(%c0 : i32) outs(%e6 : tensor<6xi32>) -> tensor<6xi32>
  %a0 = tensor.extract_slice %a[0] [3] [2] : tensor<6xi32> to tensor<3xi32>
  %b0 = tensor.extract_slice %b[0] [3] [2] : tensor<6xi32> to tensor<3xi32>
  %a1 = tensor.extract_slice %a[1] [3] [2] : tensor<6xi32> to tensor<3xi32>
  %b1 = tensor.extract_slice %b[1] [3] [2] : tensor<6xi32> to tensor<3xi32>
  %pa = linalg.map { arith.muli } ins(%a0, %a1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  %pm = linalg.map { arith.muli } ins(%a1, %b0 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  %pb = linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%pm, %b1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  %pb0 = tensor.extract_slice %pb[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %pa1 = tensor.extract_slice %pa[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %pb1 = tensor.extract_slice %pb[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %qm = linalg.map { arith.muli } ins(%pa1, %pb0 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %qb = linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%qm, %pb1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %pa2 = tensor.extract_slice %pa[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %pb2 = tensor.extract_slice %pb[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %rm = linalg.map { arith.muli } ins(%pa2, %qb : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %rb = linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%rm, %pb2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.extract_slice %pb[0] [1] [1] : tensor<3xi32> to tensor<1xi32>
  %h1 = tensor.insert_slice %h0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h2 = tensor.insert_slice %rb into %h1[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %i0 = tensor.insert_slice %h2 into %z3[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %i1 = tensor.insert_slice %qb into %z3[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %s = linalg.map { arith.addi } ins(%i0, %i1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  %s0 = tensor.extract_slice %s[0] [2] [1] : tensor<3xi32> to tensor<2xi32>
  %a2 = tensor.extract_slice %a[2] [2] [2] : tensor<6xi32> to tensor<2xi32>
  %b2 = tensor.extract_slice %b[2] [2] [2] : tensor<6xi32> to tensor<2xi32>
  %tm = linalg.map { arith.muli } ins(%a2, %s0 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %tb = linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%tm, %b2 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %j0 = tensor.extract_slice %b[0] [1] [1] : tensor<6xi32> to tensor<1xi32>
  %j1 = tensor.insert_slice %j0 into %e3[0] [1] [1] : tensor<1xi32> into tensor<3xi32>
  %j2 = tensor.insert_slice %tb into %j1[1] [2] [1] : tensor<2xi32> into tensor<3xi32>
  %k0 = tensor.insert_slice %j2 into %z6[0] [3] [2] : tensor<3xi32> into tensor<6xi32>
  %k1 = tensor.insert_slice %s into %z6[1] [3] [2] : tensor<3xi32> into tensor<6xi32>
  %r = linalg.map { arith.addi } ins(%k0, %k1 : tensor<6xi32>, tensor<6xi32>) outs(%e6 : tensor<6xi32>)
  return %r : tensor<6xi32>
}

// Both members of the tuple are results of one scan, along the middle
// dimension, whichever end comes first. Other ops use a result.
// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[A:.*]]: tensor<5x2x3xf32>, %[[B:.*]]: tensor<5x2x3xf32>
func.func @both(%a: tensor<5x2x3xf32>, %b: tensor<5x2x3xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x1x3xf32>) {
  // CHECK: %[[S:.*]]:2 = prim.device_scan inclusive ins(%[[A]], %[[B]] : {{.*}}) dimension(1) combiner {
  // CHECK: %[[L:.*]] = tensor.extract_slice %[[S]]#1[0, 1, 0] [5, 1, 3] [1, 1, 1]
  // CHECK: return %[[S]]#0, %[[S]]#1, %[[L]]
  %c0 = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<5x1x3xf32>
  %e2 = tensor.empty() : tensor<5x2x3xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e2 : tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
  %a0 = tensor.extract_slice %a[0, 0, 0] [5, 1, 3] [1, 2, 1] : tensor<5x2x3xf32> to tensor<5x1x3xf32>
  %a1 = tensor.extract_slice %a[0, 1, 0] [5, 1, 3] [1, 2, 1] : tensor<5x2x3xf32> to tensor<5x1x3xf32>
  %b0 = tensor.extract_slice %b[0, 0, 0] [5, 1, 3] [1, 2, 1] : tensor<5x2x3xf32> to tensor<5x1x3xf32>
  %b1 = tensor.extract_slice %b[0, 1, 0] [5, 1, 3] [1, 2, 1] : tensor<5x2x3xf32> to tensor<5x1x3xf32>
  %pm = linalg.map { arith.mulf } ins(%a1, %b0 : tensor<5x1x3xf32>, tensor<5x1x3xf32>) outs(%e1 : tensor<5x1x3xf32>)
  %pb = linalg.map { arith.addf } ins(%pm, %b1 : tensor<5x1x3xf32>, tensor<5x1x3xf32>) outs(%e1 : tensor<5x1x3xf32>)
  %pa = linalg.map { arith.mulf } ins(%a0, %a1 : tensor<5x1x3xf32>, tensor<5x1x3xf32>) outs(%e1 : tensor<5x1x3xf32>)
  %i0 = tensor.insert_slice %b0 into %z[0, 0, 0] [5, 1, 3] [1, 2, 1] : tensor<5x1x3xf32> into tensor<5x2x3xf32>
  %i1 = tensor.insert_slice %pb into %z[0, 1, 0] [5, 1, 3] [1, 2, 1] : tensor<5x1x3xf32> into tensor<5x2x3xf32>
  %r = linalg.map { arith.addf } ins(%i0, %i1 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%e2 : tensor<5x2x3xf32>)
  %last = tensor.extract_slice %r[0, 1, 0] [5, 1, 3] [1, 1, 1] : tensor<5x2x3xf32> to tensor<5x1x3xf32>
  %j0 = tensor.insert_slice %a0 into %z[0, 0, 0] [5, 1, 3] [1, 2, 1] : tensor<5x1x3xf32> into tensor<5x2x3xf32>
  %j1 = tensor.insert_slice %pa into %z[0, 1, 0] [5, 1, 3] [1, 2, 1] : tensor<5x1x3xf32> into tensor<5x2x3xf32>
  %q = linalg.map { arith.addf } ins(%j0, %j1 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%e2 : tensor<5x2x3xf32>)
  return %q, %r, %last : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x1x3xf32>
}

// Suffixes, and a scan of their result.
// CHECK-LABEL: func.func @suffixes(
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>
func.func @suffixes(%x: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK: %[[S:.*]] = prim.device_scan inclusive mul ins(%[[X]] : tensor<2xi32>) outs({{.*}}) reverse -> tensor<2xi32>
  // CHECK: %[[T:.*]] = prim.device_scan inclusive maxsi ins(%[[S]] : tensor<2xi32>) outs({{.*}}) -> tensor<2xi32>
  // CHECK: return %[[T]]
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e2 : tensor<2xi32>) -> tensor<2xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %p = linalg.map { arith.muli } ins(%x1, %x0 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %i0 = tensor.insert_slice %p into %z[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %i1 = tensor.insert_slice %x1 into %z[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %s = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %s0 = tensor.extract_slice %s[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %s1 = tensor.extract_slice %s[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %q = linalg.map { arith.maxsi } ins(%s0, %s1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %j0 = tensor.insert_slice %s0 into %z[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %j1 = tensor.insert_slice %q into %z[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %r = linalg.map { arith.ori } ins(%j0, %j1 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  return %r : tensor<2xi32>
}

// A segmented sum: flags say where one starts. Elements of i1 are held in i8.
// CHECK-LABEL: func.func @segments(
// CHECK-SAME: %[[F:.*]]: tensor<2xi1>, %[[X:.*]]: tensor<2xf32>
func.func @segments(%f: tensor<2xi1>, %x: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xf32>) {
  // CHECK: prim.device_scan inclusive ins(%{{.*}}, %[[X]] : tensor<2xi8>, tensor<2xf32>) outs({{.*}}) combiner {
  // CHECK-NEXT: ^bb0(%[[F0:.*]]: i8, %[[X0:.*]]: f32, %[[F1:.*]]: i8, %[[X1:.*]]: f32):
  // CHECK-NEXT: %[[L:.*]] = arith.trunci %[[F0]] : i8 to i1
  // CHECK-NEXT: %[[R:.*]] = arith.trunci %[[F1]] : i8 to i1
  // CHECK-DAG: %[[O:.*]] = arith.ori %[[L]], %[[R]] : i1
  // CHECK-DAG: %[[S:.*]] = arith.addf %[[X0]], %[[X1]] : f32
  // CHECK-DAG: %[[C:.*]] = arith.select %[[R]], %[[X1]], %[[S]] : f32
  // CHECK: %[[W:.*]] = arith.extui %[[O]] : i1 to i8
  // CHECK: prim.yield %[[W]], %[[C]] : i8, f32
  %false = arith.constant false
  %c0 = arith.constant 0.0 : f32
  %ef1 = tensor.empty() : tensor<1xi1>
  %ef2 = tensor.empty() : tensor<2xi1>
  %e1 = tensor.empty() : tensor<1xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %zf = linalg.fill ins(%false : i1) outs(%ef2 : tensor<2xi1>) -> tensor<2xi1>
  %z = linalg.fill ins(%c0 : f32) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %f0 = tensor.extract_slice %f[0] [1] [2] : tensor<2xi1> to tensor<1xi1>
  %f1 = tensor.extract_slice %f[1] [1] [2] : tensor<2xi1> to tensor<1xi1>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %pf = linalg.map { arith.ori } ins(%f0, %f1 : tensor<1xi1>, tensor<1xi1>) outs(%ef1 : tensor<1xi1>)
  %px = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x0, %f1, %x1 : tensor<1xf32>, tensor<1xi1>, tensor<1xf32>) outs(%e1 : tensor<1xf32>) {
  ^bb0(%left: f32, %flag: i1, %right: f32, %out: f32):
    %sum = arith.addf %left, %right : f32
    %kept = arith.select %flag, %right, %sum : f32
    linalg.yield %kept : f32
  } -> tensor<1xf32>
  %i0 = tensor.insert_slice %f0 into %zf[0] [1] [2] : tensor<1xi1> into tensor<2xi1>
  %i1 = tensor.insert_slice %pf into %zf[1] [1] [2] : tensor<1xi1> into tensor<2xi1>
  %r = linalg.map { arith.ori } ins(%i0, %i1 : tensor<2xi1>, tensor<2xi1>) outs(%ef2 : tensor<2xi1>)
  %j0 = tensor.insert_slice %x0 into %z[0] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %j1 = tensor.insert_slice %px into %z[1] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %s = linalg.map { arith.addf } ins(%j0, %j1 : tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2xf32>)
  return %r, %s : tensor<2xi1>, tensor<2xf32>
}

// A maximum does not round, and the last sum may change the sign of a zero.
// CHECK-LABEL: func.func @greatest(
// STRICT-LABEL: func.func @greatest(
func.func @greatest(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: prim.device_scan inclusive maximumf
  // STRICT: prim.device_scan inclusive maximumf
  %c0 = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %p = linalg.map { arith.maximumf } ins(%x1, %x0 : tensor<1xf32>, tensor<1xf32>) outs(%e1 : tensor<1xf32>)
  %i0 = tensor.insert_slice %x0 into %z[0] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %i1 = tensor.insert_slice %p into %z[1] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %r = linalg.map { arith.addf {fastmath = #arith.fastmath<nsz>} } ins(%i0, %i1 : tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2xf32>)
  return %r : tensor<2xf32>
}

// Sums with -0.0 change nothing, but the sums round.
// CHECK-LABEL: func.func @rounded(
// STRICT-LABEL: func.func @rounded(
func.func @rounded(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: prim.device_scan inclusive add
  // STRICT-NOT: prim.device_scan
  %c0 = arith.constant -0.0 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %p = linalg.map { arith.addf } ins(%x0, %x1 : tensor<1xf32>, tensor<1xf32>) outs(%e1 : tensor<1xf32>)
  %i0 = tensor.insert_slice %x0 into %z[0] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %i1 = tensor.insert_slice %p into %z[1] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %r = linalg.map { arith.addf } ins(%i0, %i1 : tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2xf32>)
  return %r : tensor<2xf32>
}

// The operator uses a value from outside: (a + b + c) + d = a + (b + c + d).
// STRICT-LABEL: func.func @captured(
// CHECK-LABEL: func.func @captured(
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>, %[[C:.*]]: i32
func.func @captured(%x: tensor<2xi32>, %c: i32) -> tensor<2xi32> {
  // CHECK: prim.device_scan inclusive ins(%[[X]] : tensor<2xi32>) outs({{.*}}) combiner commutative {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
  // CHECK-NEXT: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i32
  // CHECK-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[C]] : i32
  // CHECK-NEXT: prim.yield %[[T]] : i32
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e2 : tensor<2xi32>) -> tensor<2xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>) {
  ^bb0(%left: i32, %right: i32, %out: i32):
    %sum = arith.addi %left, %right : i32
    %next = arith.addi %sum, %c : i32
    linalg.yield %next : i32
  } -> tensor<1xi32>
  %i0 = tensor.insert_slice %x0 into %z[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %i1 = tensor.insert_slice %p into %z[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %r = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  return %r : tensor<2xi32>
}
