// RUN: prim-opt %s --prim-sink-loops | FileCheck %s
// RUN: prim-opt %s --prim-sink-loops --remarks-filter=prim-sink-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>
#id0 = affine_map<() -> ()>
#id2 = affine_map<(i, j) -> (i, j)>

// REMARK: made one linalg.generic
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[X:.*]]: tensor<64xf32>, %[[N:.*]]: index)
func.func @sum(%x: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  // CHECK-NOT: scf.for
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<64xf32>
  // CHECK: %[[Y:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel"]} ins(%[[X]] : tensor<64xf32>) outs(%[[E]] : tensor<64xf32>) {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[A:.*]] = %[[IN]]) -> (f32) {
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[IN]] : f32
  // CHECK-NEXT: scf.yield %[[S]] : f32
  // CHECK: linalg.yield %[[R]] : f32
  // CHECK: return %[[Y]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64xf32>) {
    %e = tensor.empty() : tensor<64xf32>
    %s = linalg.add ins(%a, %x : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %s : tensor<64xf32>
  }
  return %y : tensor<64xf32>
}

// A search: gathers from a tensor that does not change, at positions that the
// loop carries, through a reshape. The loop's test is unsigned. Of two results
// one is used.
// REMARK: made one linalg.generic
// CHECK-LABEL: func.func @search(
// CHECK-SAME: %[[T:.*]]: tensor<500xi32>, %[[X:.*]]: tensor<20xi32>)
func.func @search(%t: tensor<500xi32>, %x: tensor<20xi32>) -> tensor<20xi32> {
  // CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<20xi32>) outs(%{{.*}} : tensor<20xi32>) {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: i32, %{{.*}}: i32):
  // CHECK: %[[R:.*]]:2 = scf.for unsigned %[[I:.*]] = %{{.*}} iter_args(%[[L:.*]] = %c0_i32{{.*}}, %[[H:.*]] = %c500_i32{{.*}}) -> (i32, i32)  : i32 {
  // CHECK: %[[M:.*]] = arith.addi %[[L]], %[[I]] : i32
  // CHECK-NEXT: %[[AT:.*]] = arith.index_cast %[[M]] : i32 to index
  // CHECK-NEXT: %[[V:.*]] = tensor.extract %[[T]][%[[AT]]] : tensor<500xi32>
  // CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %[[V]], %[[IN]] : i32
  // CHECK-NEXT: %[[NL:.*]] = arith.select %[[C]], %[[M]], %[[L]] : i32
  // CHECK: %[[NH:.*]] = arith.select %[[C]], %[[H]], %[[M]] : i32
  // CHECK: scf.yield %[[NL]], %[[NH]] : i32, i32
  // CHECK: linalg.yield %[[R]]#1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %z = arith.constant 0 : index
  %low0 = arith.constant dense<0> : tensor<20xi32>
  %high0 = arith.constant dense<500> : tensor<20xi32>
  %y:2 = scf.for unsigned %i = %c0 to %c9 step %c1 iter_args(%low = %low0, %high = %high0) -> (tensor<20xi32>, tensor<20xi32>) : i32 {
    %e = tensor.empty() : tensor<20xi32>
    %step0 = linalg.fill ins(%i : i32) outs(%e : tensor<20xi32>) -> tensor<20xi32>
    %middle = linalg.add ins(%low, %step0 : tensor<20xi32>, tensor<20xi32>) outs(%e : tensor<20xi32>) -> tensor<20xi32>
    %wide = tensor.expand_shape %middle [[0, 1]] output_shape [20, 1] : tensor<20xi32> into tensor<20x1xi32>
    %f = tensor.empty() : tensor<20x1xi32>
    %found = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<20x1xi32>) {
    ^bb0(%out: i32):
      %row = linalg.index 0 : index
      %m = tensor.extract %wide[%row, %z] : tensor<20x1xi32>
      %at = arith.index_cast %m : i32 to index
      %v = tensor.extract %t[%at] : tensor<500xi32>
      linalg.yield %v : i32
    } -> tensor<20x1xi32>
    %flat = tensor.collapse_shape %found [[0, 1]] : tensor<20x1xi32> into tensor<20xi32>
    %g = tensor.empty() : tensor<20xi1>
    %less = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%flat, %x : tensor<20xi32>, tensor<20xi32>) outs(%g : tensor<20xi1>) {
    ^bb0(%a: i32, %b: i32, %out: i1):
      %c = arith.cmpi slt, %a, %b : i32
      linalg.yield %c : i1
    } -> tensor<20xi1>
    %low1 = linalg.select ins(%less, %middle, %low : tensor<20xi1>, tensor<20xi32>, tensor<20xi32>) outs(%e : tensor<20xi32>) -> tensor<20xi32>
    %high1 = linalg.select ins(%less, %high, %middle : tensor<20xi1>, tensor<20xi32>, tensor<20xi32>) outs(%e : tensor<20xi32>) -> tensor<20xi32>
    scf.yield %low1, %high1 : tensor<20xi32>, tensor<20xi32>
  }
  return %y#1 : tensor<20xi32>
}

// A counter of rank 0 ends the loop; %t is carried unchanged.
// REMARK: made one linalg.generic
// CHECK-LABEL: func.func @while(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xi32>, %[[T:.*]]: tensor<9xi32>, %[[N:.*]]: tensor<i32>)
func.func @while(%x: tensor<5x3xi32>, %t: tensor<9xi32>, %n: tensor<i32>) -> (tensor<5x3xi32>, tensor<9xi32>) {
  // CHECK: %[[Y:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[N]], %[[X]] : tensor<i32>, tensor<5x3xi32>)
  // CHECK-NEXT: ^bb0(%[[COUNT:.*]]: i32, %[[IN:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: %[[COLUMN:.*]] = linalg.index 1 : index
  // CHECK-NEXT: %[[R:.*]]:2 = scf.while (%[[K:.*]] = %[[COUNT]], %[[A:.*]] = %[[IN]]) : (i32, i32) -> (i32, i32) {
  // CHECK: %[[GOES:.*]] = arith.cmpi sgt, %[[K]], %{{.*}} : i32
  // CHECK-NEXT: scf.condition(%[[GOES]]) %[[K]], %[[A]] : i32, i32
  // CHECK: ^bb0(%[[K1:.*]]: i32, %[[A1:.*]]: i32):
  // CHECK: arith.subi %[[K1]], %{{.*}} : i32
  // CHECK: %[[V:.*]] = tensor.extract %[[T]][%[[COLUMN]]] : tensor<9xi32>
  // CHECK-NEXT: arith.addi %[[A1]], %[[V]] : i32
  // CHECK: linalg.yield %[[R]]#1 : i32
  // CHECK: return %[[Y]], %[[T]]
  %c0 = arith.constant 0 : i32
  %y:3 = scf.while (%k = %n, %a = %x, %same = %t) : (tensor<i32>, tensor<5x3xi32>, tensor<9xi32>) -> (tensor<i32>, tensor<5x3xi32>, tensor<9xi32>) {
    %v = tensor.extract %k[] : tensor<i32>
    %goes = arith.cmpi sgt, %v, %c0 : i32
    scf.condition(%goes) %k, %a, %same : tensor<i32>, tensor<5x3xi32>, tensor<9xi32>
  } do {
  ^bb0(%k: tensor<i32>, %a: tensor<5x3xi32>, %same: tensor<9xi32>):
    %e0 = tensor.empty() : tensor<i32>
    %less = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%k : tensor<i32>) outs(%e0 : tensor<i32>) {
    ^bb0(%v: i32, %out: i32):
      %c1 = arith.constant 1 : i32
      %l = arith.subi %v, %c1 : i32
      linalg.yield %l : i32
    } -> tensor<i32>
    %e = tensor.empty() : tensor<5x3xi32>
    %more = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<5x3xi32>) outs(%e : tensor<5x3xi32>) {
    ^bb0(%v: i32, %out: i32):
      %column = linalg.index 1 : index
      %w = tensor.extract %same[%column] : tensor<9xi32>
      %s = arith.addi %v, %w : i32
      linalg.yield %s : i32
    } -> tensor<5x3xi32>
    scf.yield %less, %more, %same : tensor<i32>, tensor<5x3xi32>, tensor<9xi32>
  }
  return %y#1, %y#2 : tensor<5x3xi32>, tensor<9xi32>
}

// The inner loop becomes elementwise, and then the outer one.
// REMARK-COUNT-2: made one linalg.generic
// CHECK-LABEL: func.func @nested(
func.func @nested(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: linalg.generic
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: math.absf
  // CHECK-NOT: scf.for
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %z = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (tensor<8xf32>) {
      %e = tensor.empty() : tensor<8xf32>
      %s = linalg.map { math.absf } ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>)
      scf.yield %s : tensor<8xf32>
    }
    scf.yield %z : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// There is no scalar attribute of a complex number, so that it is an input.
// REMARK: made one linalg.generic
// CHECK-LABEL: func.func @complex(
func.func @complex(%c0: index, %c1: index, %n: index) -> tensor<8xcomplex<f32>> {
  // CHECK: %[[X:.*]] = arith.constant dense
  // CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<8xcomplex<f32>>)
  // CHECK: scf.for
  %x = arith.constant dense<(1.0, 2.0)> : tensor<8xcomplex<f32>>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xcomplex<f32>>) {
    %e = tensor.empty() : tensor<8xcomplex<f32>>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xcomplex<f32>>) outs(%e : tensor<8xcomplex<f32>>) {
    ^bb0(%in: complex<f32>, %out: complex<f32>):
      %r = complex.add %in, %in : complex<f32>
      linalg.yield %r : complex<f32>
    } -> tensor<8xcomplex<f32>>
    scf.yield %s : tensor<8xcomplex<f32>>
  }
  return %y : tensor<8xcomplex<f32>>
}

// A slice at the position of the counter is one element of a row.
// REMARK: made one linalg.generic
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:.*]]: tensor<9x8xf32>,
func.func @slices(%x: tensor<9x8xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: linalg.generic
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: scf.for %[[T:[a-z0-9]+]] =
  // CHECK: tensor.extract %[[X]][%[[T]], %[[I]]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = scf.for %t = %c0 to %c9 step %c1 iter_args(%a = %init) -> (tensor<8xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 8] [1, 1] : tensor<9x8xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    %s = linalg.add ins(%a, %v : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}
