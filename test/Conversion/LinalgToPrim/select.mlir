// RUN: prim-opt %s --prim-linalg-to-prim | FileCheck %s

// Operators that compare and select are tested for associativity on values that
// stand for all.

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// The argmax of JAX: the first NaN, otherwise the greatest number with the
// smallest index. Two NaNs do not commute.
// CHECK-LABEL: func.func @jax(
func.func @jax(%x: tensor<?xf32>, %i: tensor<?xi32>, %o: tensor<f32>, %p: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: prim.device_reduce {{.*}} combiner {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i32, %[[B:.*]]: f32, %[[BI:.*]]: i32):
  // CHECK-NEXT: arith.cmpf ogt, %[[A]], %[[B]] : f32
  // CHECK-NEXT: arith.cmpf une, %[[A]], %[[A]] : f32
  // CHECK-NEXT: arith.ori
  // CHECK-NEXT: arith.cmpf oeq, %[[A]], %[[B]] : f32
  // CHECK-NEXT: arith.cmpi slt, %[[AI]], %[[BI]] : i32
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) {
  ^bb0(%e: f32, %ei: i32, %m: f32, %mi: i32):
    %0 = arith.cmpf ogt, %m, %e : f32
    %1 = arith.cmpf une, %m, %m : f32
    %2 = arith.ori %0, %1 : i1
    %3 = arith.cmpf oeq, %m, %e : f32
    %4 = arith.cmpi slt, %mi, %ei : i32
    %5 = arith.andi %3, %4 : i1
    %6 = arith.ori %2, %5 : i1
    %7 = arith.select %2, %m, %e : f32
    %8 = arith.select %6, %mi, %ei : i32
    linalg.yield %7, %8 : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// The argmax of torch-mlir ends at the first NaN: a part remembers whether it
// has one, and the maximum and the index from before it. The epilogue makes the
// maximum NaN then.
// CHECK-LABEL: func.func @torch(
// CHECK: %[[R:.*]]:2 = prim.device_reduce ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<f32>, tensor<i64>) init(%{{.*}}, %{{.*}}, %{{.*}} : f32, i64, i8) prologue {
// CHECK: ^bb0(%[[E:.*]]: f32, %[[AT:.*]]: index):
// CHECK: %[[I:.*]] = arith.index_cast %[[AT]] : index to i64
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[E]], %[[E]] : f32
// CHECK: %[[FLAG:.*]] = arith.extui %[[NAN]] : i1 to i8
// CHECK: prim.yield %[[E]], %[[I]], %[[FLAG]]
// CHECK: combiner {
// CHECK: ^bb0(%[[L:.*]]: f32, %[[LI:.*]]: i64, %[[LF:.*]]: i8, %[[R_:.*]]: f32, %[[RI:.*]]: i64, %[[RF:.*]]: i8):
// CHECK: %[[M:.*]] = arith.maximumf %[[R_]], %[[L]] : f32
// CHECK: %[[C:.*]] = arith.cmpf ogt, %[[R_]], %[[L]] : f32
// CHECK: %[[MI:.*]] = arith.select %[[C]], %[[RI]], %[[LI]] : i64
// CHECK: %[[NONE:.*]] = arith.cmpf uno, %[[R_]], %[[R_]] : f32
// CHECK: %[[V:.*]] = arith.select %[[NONE]], %[[L]], %[[M]] : f32
// CHECK: %[[STOP:.*]] = arith.cmpi ne, %[[LF]], %{{.*}} : i8
// CHECK: %[[W:.*]] = arith.select %[[STOP]], %[[L]], %[[V]] : f32
// CHECK: %[[WI:.*]] = arith.select %[[STOP]], %[[LI]], %[[MI]] : i64
// CHECK: %[[F:.*]] = arith.ori %[[LF]], %[[RF]] : i8
// CHECK: prim.yield %[[W]], %[[WI]], %[[F]]
// CHECK: epilogue {
// CHECK: ^bb0(%[[G:.*]]: f32, %[[GI:.*]]: i64, %[[GF:.*]]: i8):
// CHECK: %[[QUIET:.*]] = arith.constant 0x7FC00000 : f32
// CHECK: %[[ENDED:.*]] = arith.cmpi ne, %[[GF]], %{{.*}} : i8
// CHECK: %[[MARKED:.*]] = arith.select %[[ENDED]], %[[QUIET]], %[[G]] : f32
// CHECK: prim.yield %[[MARKED]], %[[GI]] : f32, i64
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @torch(%x: tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<f32>
  %ei = tensor.empty() : tensor<i64>
  %o = linalg.fill ins(%least : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %p = linalg.fill ins(%zero : i64) outs(%ei : tensor<i64>) -> tensor<i64>
  %0:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf32>) outs(%o, %p : tensor<f32>, tensor<i64>) {
  ^bb0(%in: f32, %m: f32, %mi: i64):
    %i = linalg.index 0 : index
    %at = arith.index_cast %i : index to i64
    %v = arith.maximumf %in, %m : f32
    %c = arith.cmpf ogt, %in, %m : f32
    %vi = arith.select %c, %at, %mi : i64
    linalg.yield %v, %vi : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// A selected i1 is folded as i8 and stored as i1, beside the maximum and the flag.
// CHECK-LABEL: func.func @bit(
// CHECK: prim.device_reduce ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<f32>, tensor<i1>) init(%{{.*}}, %{{.*}}, %{{.*}} : f32, i8, i8)
// CHECK: combiner {
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: i8, %{{.*}}: i8, %{{.*}}: f32, %{{.*}}: i8, %{{.*}}: i8):
// CHECK: arith.select %{{.*}} : i1
// CHECK: epilogue {
// CHECK: ^bb0(%[[G:.*]]: f32, %[[GB:.*]]: i8, %[[GF:.*]]: i8):
// CHECK: %[[BIT:.*]] = arith.trunci %[[GB]] : i8 to i1
// CHECK: %[[MARKED:.*]] = arith.select %{{.*}}, %{{.*}}, %[[G]] : f32
// CHECK: prim.yield %[[MARKED]], %[[BIT]] : f32, i1
func.func @bit(%x: tensor<?xf32>, %b: tensor<?xi1>) -> (tensor<f32>, tensor<i1>) {
  %least = arith.constant 0xFF800000 : f32
  %false = arith.constant false
  %e = tensor.empty() : tensor<f32>
  %eb = tensor.empty() : tensor<i1>
  %o = linalg.fill ins(%least : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %p = linalg.fill ins(%false : i1) outs(%eb : tensor<i1>) -> tensor<i1>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %b : tensor<?xf32>, tensor<?xi1>) outs(%o, %p : tensor<f32>, tensor<i1>) {
  ^bb0(%in: f32, %bit: i1, %m: f32, %mb: i1):
    %v = arith.maximumf %in, %m : f32
    %c = arith.cmpf ogt, %in, %m : f32
    %vb = arith.select %c, %bit, %mb : i1
    linalg.yield %v, %vb : f32, i1
  } -> (tensor<f32>, tensor<i1>)
  return %0#0, %0#1 : tensor<f32>, tensor<i1>
}

// Ties by index make the operator commutative.
// CHECK-LABEL: func.func @commutative(
func.func @commutative(%x: tensor<?xi32>, %i: tensor<?xi32>, %o: tensor<i32>, %p: tensor<i32>) -> tensor<i32> {
  // CHECK: prim.device_reduce {{.*}} combiner commutative {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %i : tensor<?xi32>, tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) {
  ^bb0(%e: i32, %ei: i32, %m: i32, %mi: i32):
    %0 = arith.cmpi sgt, %m, %e : i32
    %1 = arith.cmpi eq, %m, %e : i32
    %2 = arith.cmpi slt, %mi, %ei : i32
    %3 = arith.andi %1, %2 : i1
    %4 = arith.ori %0, %3 : i1
    %5 = arith.select %4, %m, %e : i32
    %6 = arith.select %4, %mi, %ei : i32
    linalg.yield %5, %6 : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// A NaN is never selected after a number. Among parts of the input that start
// with one it is skipped.
// CHECK-LABEL: func.func @skipped(
func.func @skipped(%x: tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: prim.device_reduce ins(%arg0 : tensor<?xf32>) {{.*}} prologue {
  // CHECK: combiner {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i64, %[[B:.*]]: f32, %[[BI:.*]]: i64):
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf ogt, %[[B]], %[[A]] : f32
  // CHECK-NEXT: %[[V:.*]] = arith.select %[[C]], %[[B]], %[[A]] : f32
  // CHECK-NEXT: %[[I:.*]] = arith.select %[[C]], %[[BI]], %[[AI]] : i64
  // CHECK-NEXT: %[[N:.*]] = arith.cmpf uno, %[[A]], %[[A]] : f32
  // CHECK-NEXT: %[[SV:.*]] = arith.select %[[N]], %[[B]], %[[V]] : f32
  // CHECK-NEXT: %[[SI:.*]] = arith.select %[[N]], %[[BI]], %[[I]] : i64
  // CHECK-NEXT: prim.yield %[[SV]], %[[SI]]
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<f32>
  %e1 = tensor.empty() : tensor<i64>
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %p = linalg.fill ins(%zero : i64) outs(%e1 : tensor<i64>) -> tensor<i64>
  %0:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf32>) outs(%o, %p : tensor<f32>, tensor<i64>) {
  ^bb0(%e: f32, %m: f32, %mi: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.cmpf ogt, %e, %m : f32
    %v = arith.select %c, %e, %m : f32
    %vi = arith.select %c, %j, %mi : i64
    linalg.yield %v, %vi : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// A sum beside the selection is folded by its kind.
// CHECK-LABEL: func.func @beside(
func.func @beside(%x: tensor<?xi32>, %o: tensor<i32>, %p: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  // CHECK: prim.device_reduce
  // CHECK: combiner commutative {
  // CHECK: arith.addi
  // CHECK: arith.cmpi ult
  %0:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) {
  ^bb0(%e: i32, %s: i32, %m: i32):
    %t = arith.addi %s, %e : i32
    %c = arith.cmpi ult, %e, %m : i32
    %n = arith.select %c, %e, %m : i32
    linalg.yield %t, %n : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}
