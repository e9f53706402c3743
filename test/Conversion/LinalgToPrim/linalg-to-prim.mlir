// RUN: prim-opt %s --prim-linalg-to-prim | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: prim-opt %s --prim-linalg-to-prim=reassociate | FileCheck %s --check-prefixes=CHECK,ANY

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#id2 = affine_map<(i, j) -> (i, j)>
#none2 = affine_map<(i, j) -> ()>

// What fills the output is what the fold starts from.
// CHECK-LABEL: func.func @sum(
func.func @sum(%x: tensor<?xi32>) -> tensor<i32> {
  // CHECK: %[[SEVEN:.*]] = arith.constant 7 : i32
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<i32>
  %o = linalg.fill ins(%c7 : i32) outs(%e : tensor<i32>) -> tensor<i32>
  // CHECK-NEXT: %[[OUT:.*]] = tensor.empty() : tensor<i32>
  // CHECK-NEXT: %[[S:.*]] = prim.device_reduce add ins(%arg0 : tensor<?xi32>) outs(%[[OUT]] : tensor<i32>) init(%[[SEVEN]] : i32) -> tensor<i32>
  // CHECK: return %[[S]]
  %s = linalg.reduce { arith.addi } ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) dimensions = [0]
  return %s : tensor<i32>
}

// CHECK-LABEL: func.func @inits(
func.func @inits(%x: tensor<8xi64>, %v: i64, %t: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %c = arith.constant dense<-1> : tensor<i64>
  // CHECK: %[[ONES:.*]] = arith.constant -1 : i64
  // CHECK: prim.device_reduce and {{.*}} init(%[[ONES]] : i64)
  %0 = linalg.reduce { arith.andi } ins(%x : tensor<8xi64>) outs(%c : tensor<i64>) dimensions = [0]
  %f = tensor.from_elements %v : tensor<i64>
  // CHECK: prim.device_reduce maxui {{.*}} init(%arg1 : i64)
  %1 = linalg.reduce { arith.maxui } ins(%x : tensor<8xi64>) outs(%f : tensor<i64>) dimensions = [0]
  // CHECK: prim.device_reduce mul {{.*}} init(%arg2 : tensor<i64>)
  %2 = linalg.reduce { arith.muli } ins(%x : tensor<8xi64>) outs(%t : tensor<i64>) dimensions = [0]
  return %0, %1, %2 : tensor<i64>, tensor<i64>, tensor<i64>
}

// CHECK-LABEL: func.func @floats(
func.func @floats(%x: tensor<?xf32>, %o: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // CHECK: prim.device_reduce maximumf ins(
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  // CHECK: prim.device_reduce add ins({{.*}} fastmath<reassoc,nsz>
  %1 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<reassoc,nsz>} } ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  // STRICT: linalg.reduce
  // ANY: prim.device_reduce add ins(
  %2 = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// What is done to an element alone is the prologue, its index among it.
// CHECK-LABEL: func.func @prologue(
func.func @prologue(%x: tensor<?xf16>, %y: tensor<?xf16>, %o: tensor<f32>, %bias: f32) -> tensor<f32> {
  // CHECK: prim.device_reduce maxnumf ins(%arg0, %arg1 : tensor<?xf16>, tensor<?xf16>) {{.*}} init(%arg2 : tensor<f32>) prologue {
  // CHECK: ^bb0(%[[A:.*]]: f16, %[[B:.*]]: f16, %[[I:.*]]: index):
  // CHECK-NEXT: %[[AX:.*]] = arith.extf %[[A]] : f16 to f32
  // CHECK-NEXT: %[[BX:.*]] = arith.extf %[[B]] : f16 to f32
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[AX]], %[[BX]] : f32
  // CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[J]] : i32 to f32
  // CHECK-NEXT: %[[Q:.*]] = math.fma %[[P]], %[[F]], %arg3 : f32
  // CHECK-NEXT: prim.yield %[[Q]] : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
      ins(%x, %y : tensor<?xf16>, tensor<?xf16>) outs(%o : tensor<f32>) {
  ^bb0(%a: f16, %b: f16, %acc: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %p = arith.mulf %ax, %bx : f32
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %q = math.fma %p, %f, %bias : f32
    %m = arith.maxnumf %q, %acc : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @dot(
func.func @dot(%x: tensor<?xi32>, %y: tensor<?xi32>, %o: tensor<i32>) -> tensor<i32> {
  // CHECK: prim.device_reduce add ins(%arg0, %arg1 {{.*}} prologue {
  // CHECK:   arith.muli
  %r = linalg.dot ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// All of a buffer of several dimensions; elements in reverse order do not count.
// CHECK-LABEL: func.func @matrix(
func.func @matrix(%x: tensor<?x4xi8>, %o: tensor<i8>) -> tensor<i8> {
  // CHECK: prim.device_reduce xor ins(%arg0 : tensor<?x4xi8>)
  %r = linalg.generic {indexing_maps = [#id2, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x4xi8>) outs(%o : tensor<i8>) {
  ^bb0(%a: i8, %acc: i8):
    %m = arith.xori %acc, %a : i8
    linalg.yield %m : i8
  } -> tensor<i8>
  return %r : tensor<i8>
}

// A kind for each output. That sums do not overflow in the order of linalg says
// nothing of another order.
// CHECK-LABEL: func.func @several(
func.func @several(%x: tensor<?xi32>, %y: tensor<?xf32>, %o: tensor<i32>, %p: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  // CHECK: prim.device_reduce ins(%arg0, %arg1 : {{.*}} init(%arg2, %arg3 : tensor<i32>, tensor<f32>) combiner commutative {
  // CHECK: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: f32, %[[C:.*]]: i32, %[[D:.*]]: f32):
  // CHECK-NEXT: %[[S:.*]] = arith.addi %[[A]], %[[C]] : i32
  // CHECK-NEXT: %[[M:.*]] = arith.minimumf %[[B]], %[[D]] : f32
  // CHECK-NEXT: prim.yield %[[S]], %[[M]] : i32, f32
  %0:2 = linalg.reduce ins(%x, %y : tensor<?xi32>, tensor<?xf32>) outs(%o, %p : tensor<i32>, tensor<f32>) dimensions = [0]
      (%a: i32, %b: f32, %s: i32, %m: f32) {
        %t = arith.addi %s, %a overflow<nsw> : i32
        %n = arith.minimumf %m, %b : f32
        linalg.yield %t, %n : i32, f32
      }
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

// The first of the largest, with its index.
// CHECK-LABEL: func.func @argmax(
func.func @argmax(%x: tensor<?xi32>, %o: tensor<i32>, %p: tensor<i64>) -> (tensor<i32>, tensor<i64>) {
  // CHECK: prim.device_reduce ins(%arg0 : tensor<?xi32>) {{.*}} init(%arg1, %arg2 : tensor<i32>, tensor<i64>) prologue {
  // CHECK: ^bb0(%[[E:.*]]: i32, %[[I:.*]]: index):
  // CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK-NEXT: prim.yield %[[E]], %[[J]] : i32, i64
  // CHECK: } combiner {
  // CHECK: ^bb0(%[[A:.*]]: i32, %[[AI:.*]]: i64, %[[B:.*]]: i32, %[[BI:.*]]: i64):
  // CHECK-NEXT: %[[C:.*]] = arith.cmpi sgt, %[[B]], %[[A]] : i32
  // CHECK-NEXT: %[[M:.*]] = arith.maxsi %[[B]], %[[A]] : i32
  // CHECK-NEXT: %[[MI:.*]] = arith.select %[[C]], %[[BI]], %[[AI]] : i64
  // CHECK-NEXT: prim.yield %[[M]], %[[MI]] : i32, i64
  %0:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i64>) {
  ^bb0(%e: i32, %m: i32, %mi: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.cmpi sgt, %e, %m : i32
    %v = arith.maxsi %e, %m : i32
    %vi = arith.select %c, %j, %mi : i64
    linalg.yield %v, %vi : i32, i64
  } -> (tensor<i32>, tensor<i64>)
  return %0#0, %0#1 : tensor<i32>, tensor<i64>
}

// CHECK-LABEL: func.func @argmin(
func.func @argmin(%x: tensor<?xf32>, %i: tensor<?xi32>, %o: tensor<f32>, %p: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: prim.device_reduce ins(%arg0, %arg1 : {{.*}} combiner {
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i32, %[[B:.*]]: f32, %[[BI:.*]]: i32):
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf ole, %[[A]], %[[B]] fastmath<nnan> : f32
  // CHECK-NEXT: arith.select %[[C]], %[[A]], %[[B]] : f32
  // CHECK-NEXT: arith.select %[[C]], %[[AI]], %[[BI]] : i32
  %0:2 = linalg.reduce ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) dimensions = [0]
      (%e: f32, %ei: i32, %m: f32, %mi: i32) {
        %c = arith.cmpf ole, %m, %e fastmath<nnan> : f32
        %v = arith.select %c, %m, %e : f32
        %vi = arith.select %c, %mi, %ei : i32
        linalg.yield %v, %vi : f32, i32
      }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}
