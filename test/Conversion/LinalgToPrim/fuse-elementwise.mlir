// RUN: prim-opt %s --prim-fuse-elementwise | FileCheck %s
// RUN: prim-opt %s --prim-fuse-elementwise --prim-linalg-to-prim | FileCheck %s --check-prefix=PRIM

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @largest(
func.func @largest(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: math.absf
  // CHECK-NEXT: arith.maximumf
  // CHECK-NOT: linalg.map
  // PRIM: prim.device_reduce maximumf ins(%arg0 : tensor<?xf32>) {{.*}} prologue {
  // PRIM: math.absf
  %a = linalg.map { math.absf } ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>)
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// A producer with two uses is computed once.
// CHECK-LABEL: func.func @twice(
func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  // CHECK: %[[A:.*]] = linalg.{{map|generic}}
  // CHECK: math.absf
  // CHECK: linalg.{{reduce|generic}} {{.*}}ins(%[[A]]
  %a = linalg.map { math.absf } ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>)
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %a, %r : tensor<?xf32>, tensor<f32>
}

#id2 = affine_map<(i, j) -> (i, j)>

// A load of the body's own element, through dimensions of extent 1, is the element. Those
// of other positions, and of dimensions that are joined, stay loads.
// CHECK-LABEL: func.func @loads(
func.func @loads(%x: tensor<8xi32>, %t: tensor<2x4xi32>, %y: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK-SAME: %[[X:.*]]: tensor<8xi32>, %[[T:.*]]: tensor<2x4xi32>
  // CHECK: %[[J:.*]] = tensor.collapse_shape %[[T]]
  // CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<8xi32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: %[[B:.*]] = math.absi %[[A]] : i32
  // CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[B]] : i32 to index
  // CHECK-NEXT: %[[V:.*]] = tensor.extract %[[X]][%[[P]]] : tensor<8xi32>
  // CHECK-NEXT: arith.addi %[[V]], %[[B]]
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[J]]
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %a = linalg.map { math.absi } ins(%x : tensor<8xi32>) outs(%y : tensor<8xi32>)
  %w = tensor.expand_shape %a [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xi32> into tensor<8x1x1xi32>
  %z = tensor.expand_shape %x [[0, 1]] output_shape [1, 8] : tensor<8xi32> into tensor<1x8xi32>
  %v = tensor.collapse_shape %z [[0, 1]] : tensor<1x8xi32> into tensor<8xi32>
  %j = tensor.collapse_shape %t [[0, 1]] : tensor<2x4xi32> into tensor<8xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xi32>) outs(%y : tensor<8xi32>) {
  ^bb0(%e: i32, %out: i32):
    %i = linalg.index 0 : index
    %own = tensor.extract %w[%i, %c0, %c0] : tensor<8x1x1xi32>
    %p = arith.index_cast %own : i32 to index
    %there = tensor.extract %v[%p] : tensor<8xi32>
    %s = arith.addi %there, %e : i32
    linalg.yield %s : i32
  } -> tensor<8xi32>
  %q = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : tensor<8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %k = arith.subi %c7, %i : index
    %there = tensor.extract %j[%k] : tensor<8xi32>
    linalg.yield %there : i32
  } -> tensor<8xi32>
  return %r, %q : tensor<8xi32>, tensor<8xi32>
}

// The element on the other side of the diagonal is not the own one.
// CHECK-LABEL: func.func @turned(
func.func @turned(%x: tensor<8x8xi32>, %y: tensor<8x8xi32>) -> tensor<8x8xi32> {
  // CHECK: linalg.generic {indexing_maps = [#[[OWN:.*]], #[[TURNED]], #[[OWN]]], {{.*}} ins(%arg0, %arg0 :
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: arith.addi %[[B]], %[[A]]
  %r = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xi32>) outs(%y : tensor<8x8xi32>) {
  ^bb0(%e: i32, %out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %there = tensor.extract %x[%j, %i] : tensor<8x8xi32>
    %s = arith.addi %there, %e : i32
    linalg.yield %s : i32
  } -> tensor<8x8xi32>
  return %r : tensor<8x8xi32>
}

// A gather that asserts its indices is not fused: its copy would remain for the
// assertions.
// CHECK-LABEL: func.func @asserted(
func.func @asserted(%x: tensor<?xf32>, %i: tensor<?xi64>, %o: tensor<?xf32>, %r: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // CHECK: %[[G:.*]] = linalg.generic
  // CHECK: cf.assert
  // CHECK: tensor.extract
  // CHECK-NOT: cf.assert
  // CHECK: linalg.generic {{.*}}ins(%[[G]]
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.negf
  // CHECK-NEXT: arith.addf
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<?xi64>) outs(%o : tensor<?xf32>) {
  ^bb0(%in: i64, %out: f32):
    %at = arith.index_cast %in : i64 to index
    %inside = arith.cmpi ult, %at, %n : index
    cf.assert %inside, "index out of bounds"
    %e = tensor.extract %x[%at] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  %a = linalg.map { arith.negf } ins(%g : tensor<?xf32>) outs(%o : tensor<?xf32>)
  %s = linalg.reduce { arith.addf } ins(%a : tensor<?xf32>) outs(%r : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// CHECK-LABEL: func.func @load_of_no_dimension(
// CHECK-SAME: %[[X:.*]]: tensor<1x1xf32>
func.func @load_of_no_dimension(%x: tensor<1x1xf32>, %y: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: tensor.extract %[[X]][%[[C0]], %[[C0]]] : tensor<1x1xf32>
  %c = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = tensor.extract %c[] : tensor<f32>
    %s = arith.addf %in, %v : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The masks and numbers of indices are computed where they are used, twice if need be.
// CHECK-LABEL: func.func @indices(
func.func @indices(%x: tensor<8x8xi32>, %y: tensor<8x8xi32>, %f: tensor<8x8xf32>) -> (tensor<8x8xi32>, tensor<8x8xi32>) {
  // CHECK-COUNT-2: arith.cmpi sge
  // CHECK-NOT: tensor<8x8xi1>
  %e = tensor.empty() : tensor<8x8xi1>
  %m = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sge, %i, %j : index
    linalg.yield %c : i1
  } -> tensor<8x8xi1>
  %a = linalg.map { arith.select } ins(%m, %x, %y : tensor<8x8xi1>, tensor<8x8xi32>, tensor<8x8xi32>) outs(%y : tensor<8x8xi32>)
  %b = linalg.map { arith.select } ins(%m, %y, %x : tensor<8x8xi1>, tensor<8x8xi32>, tensor<8x8xi32>) outs(%y : tensor<8x8xi32>)
  return %a, %b : tensor<8x8xi32>, tensor<8x8xi32>
}

// The value that all elements of a tensor are, and one of a tensor whose elements differ.
// CHECK-LABEL: func.func @filled(
func.func @filled(%s: i32, %i: index) -> (i32, i32) {
  // CHECK: %[[V:.*]] = tensor.extract
  // CHECK: return %arg0, %[[V]]
  %e = tensor.empty() : tensor<8xi32>
  %c = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<8xi32>) {
  ^bb0(%out: i32):
    linalg.yield %s : i32
  } -> tensor<8xi32>
  %d = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<8xi32>) {
  ^bb0(%out: i32):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i32
    linalg.yield %k : i32
  } -> tensor<8xi32>
  %v = tensor.extract %c[%i] : tensor<8xi32>
  %w = tensor.extract %d[%i] : tensor<8xi32>
  return %v, %w : i32, i32
}

// A contraction sums in a register, in order, from the constant of the fill, and takes the
// code after it.
// CHECK-LABEL: func.func @matmul(
func.func @matmul(%x: tensor<4x5xf32>, %y: tensor<6x5xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-NOT: linalg.fill
  // CHECK-NOT: linalg.transpose
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}], iterator_types = ["parallel", "parallel"]} outs(
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[J:.*]] = linalg.index 1
  // CHECK: %[[S:.*]] = scf.for %[[K:.*]] = %c0{{.*}} to %c5{{.*}} step %c1{{.*}} iter_args(%[[A:.*]] = %[[ZERO]]) -> (f32) {
  // CHECK: %[[L:.*]] = tensor.extract %arg0[%[[I]], %[[K]]]
  // CHECK: %[[R:.*]] = tensor.extract %arg1[%[[J]], %[[K]]]
  // CHECK: %[[P:.*]] = arith.mulf %[[L]], %[[R]]
  // CHECK: %[[N:.*]] = arith.addf %[[A]], %[[P]]
  // CHECK: scf.yield %[[N]]
  // CHECK: math.absf %[[S]]
  // CHECK-NOT: linalg.generic
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x6xf32>
  %t = linalg.transpose ins(%y : tensor<6x5xf32>) outs(%e : tensor<5x6xf32>) permutation = [1, 0]
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %m = linalg.matmul ins(%x, %t : tensor<4x5xf32>, tensor<5x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  %a = linalg.map { math.absf } ins(%m : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>)
  return %a : tensor<4x6xf32>
}

// Unknown extents may differ, which the loops of linalg check.
// CHECK-LABEL: func.func @unknown(
func.func @unknown(%x: tensor<4x?xf32>, %y: tensor<?x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1
  %m = linalg.matmul ins(%x, %y : tensor<4x?xf32>, tensor<?x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %m : tensor<4x6xf32>
}

// Few long sums stay a reduction, which prim-linalg-to-prim takes.

// CHECK-LABEL: func.func @few(
// CHECK-NOT: scf.for
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
func.func @few(%x: tensor<4x600xf32>, %y: tensor<600x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %m = linalg.matmul ins(%x, %y : tensor<4x600xf32>, tensor<600x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %m : tensor<4x6xf32>
}

// A start that is a tensor is an input. A reduction after a contraction stays a reduction
// of what is in memory.
// CHECK-LABEL: func.func @continued(
func.func @continued(%x: tensor<4x5xf32>, %y: tensor<5x6xf32>, %o: tensor<4x6xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[M:.*]] = linalg.generic {indexing_maps = [#[[ID:.*]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<4x6xf32>)
  // CHECK-NEXT: ^bb0(%[[START:.*]]: f32, %{{.*}}: f32):
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[START]])
  // CHECK: linalg.generic {{.*}} ins(%[[M]] : tensor<4x6xf32>)
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.maximumf
  %m = linalg.matmul ins(%x, %y : tensor<4x5xf32>, tensor<5x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.reduce { arith.maximumf } ins(%m : tensor<4x6xf32>) outs(%p : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// Windows are no products of rows and columns.
// CHECK-LABEL: func.func @window(
func.func @window(%x: tensor<20xf32>, %w: tensor<3xf32>, %o: tensor<18xf32>) -> tensor<18xf32> {
  // CHECK-NOT: scf.for
  // CHECK: linalg.conv_1d
  %c = linalg.conv_1d ins(%x, %w : tensor<20xf32>, tensor<3xf32>) outs(%o : tensor<18xf32>) -> tensor<18xf32>
  return %c : tensor<18xf32>
}

// What is computed once before a loop is not computed in each iteration.
// CHECK-LABEL: func.func @before_loop(
func.func @before_loop(%x: tensor<?xf32>, %o: tensor<?xf32>, %r: tensor<f32>, %c0: index, %c1: index, %n: index) -> tensor<f32> {
  // CHECK: math.exp
  // CHECK: scf.for
  // CHECK-NOT: math.exp
  // CHECK: math.absf
  // CHECK-NEXT: arith.addf
  // CHECK: return
  %a = linalg.map { math.exp } ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>)
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %r) -> (tensor<f32>) {
    %b = linalg.map { math.absf } ins(%a : tensor<?xf32>) outs(%o : tensor<?xf32>)
    %s = linalg.reduce { arith.addf } ins(%b : tensor<?xf32>) outs(%acc : tensor<f32>) dimensions = [0]
    scf.yield %s : tensor<f32>
  }
  return %y : tensor<f32>
}

// What a reduction starts from is its result where rows are empty, whatever its body does
// with it. An elementwise op that does not read it writes to a new tensor.
// CHECK-LABEL: func.func @ignored(
func.func @ignored(%x: tensor<3x?xi32>, %o: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  // CHECK: %[[F:.*]] = linalg.fill
  // CHECK: linalg.generic {{.*}}"reduction"]} ins(%arg0 : tensor<3x?xi32>) outs(%[[F]] : tensor<3xi32>)
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<3xi32>
  // CHECK: linalg.generic {{.*}} outs(%[[E]] : tensor<3xi32>)
  %c7 = arith.constant 7 : i32
  %c0 = arith.constant 0 : i32
  %f = linalg.fill ins(%c7 : i32) outs(%o : tensor<3xi32>) -> tensor<3xi32>
  %r = linalg.reduce ins(%x : tensor<3x?xi32>) outs(%f : tensor<3xi32>) dimensions = [1]
    (%in: i32, %acc: i32) {
      %a = arith.andi %acc, %c0 : i32
      linalg.yield %a : i32
    }
  %n = linalg.map { math.absi } ins(%o : tensor<3xi32>) outs(%o : tensor<3xi32>)
  return %r, %n : tensor<3xi32>, tensor<3xi32>
}

// An element that an op does not write is that of the old tensor.
// CHECK-LABEL: func.func @not_written(
func.func @not_written(%x: tensor<8xi32>, %o: tensor<9xi32>, %s: i32, %i: index) -> i32 {
  // CHECK: %[[V:.*]] = tensor.extract
  // CHECK: return %[[V]]
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i) -> (i + 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xi32>) outs(%o : tensor<9xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %s : i32
  } -> tensor<9xi32>
  %v = tensor.extract %r[%i] : tensor<9xi32>
  return %v : i32
}

// A tensor whose element at the loops' indices is loaded is an input, and a result that is
// a copy of an input is that input.
// CHECK-LABEL: func.func @copies(
func.func @copies(%x: tensor<8xi32>, %y: tensor<8x3xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK: %[[R:.*]] = linalg.generic {{.*}} outs
  // CHECK: linalg.index
  // CHECK-NOT: tensor.extract
  // CHECK: return %arg0, %[[R]]
  %e = tensor.empty() : tensor<8xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} outs(%e, %e : tensor<8xi32>, tensor<8xi32>) {
  ^bb0(%o: i32, %p: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<8xi32>
    %j = arith.index_cast %i : index to i32
    linalg.yield %v, %j : i32, i32
  } -> (tensor<8xi32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xi32>
}

// Loops that end before the tensor, of unknown extents, or at equal indices are loads.
// CHECK-LABEL: func.func @other_loads(
func.func @other_loads(%x: tensor<9xi32>, %y: tensor<?xi32>, %z: tensor<8x8xi32>) -> tensor<8xi32> {
  // CHECK: linalg.generic {{.*}}"parallel"]} outs
  // CHECK-COUNT-3: tensor.extract
  %e = tensor.empty() : tensor<8xi32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<8xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<9xi32>
    %w = tensor.extract %y[%i] : tensor<?xi32>
    %u = tensor.extract %z[%i, %i] : tensor<8x8xi32>
    %s = arith.addi %v, %w : i32
    %t = arith.addi %s, %u : i32
    linalg.yield %t : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// A copy in another order is a result of its own.
// CHECK-LABEL: func.func @transposed(
func.func @transposed(%x: tensor<8x8xi32>) -> (tensor<8x8xi32>, tensor<8x8xi32>) {
  // CHECK: %[[R:.*]]:2 = linalg.generic
  // CHECK: return %[[R]]#0, %[[R]]#1
  %e = tensor.empty() : tensor<8x8xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xi32>) outs(%e, %e : tensor<8x8xi32>, tensor<8x8xi32>) {
  ^bb0(%in: i32, %o: i32, %p: i32):
    %n = math.absi %in : i32
    linalg.yield %in, %n : i32, i32
  } -> (tensor<8x8xi32>, tensor<8x8xi32>)
  return %r#0, %r#1 : tensor<8x8xi32>, tensor<8x8xi32>
}

// An argument in fewer dimensions keeps the loops of an op that uses its index.
// CHECK-LABEL: func.func @flat_argument(
func.func @flat_argument(%x: tensor<4x6xi32>) -> tensor<24xi32> {
  // CHECK: tensor.collapse_shape %arg0
  // CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]
  %f = tensor.collapse_shape %x [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %e = tensor.empty() : tensor<24xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%f : tensor<24xi32>) outs(%e : tensor<24xi32>) {
  ^bb0(%in: i32, %o: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %in, %j : i32
    linalg.yield %s : i32
  } -> tensor<24xi32>
  return %r : tensor<24xi32>
}

// Little arithmetic on one element is done again for each user, and where it is broadcast:
// it costs no more than a load. Other code is not, and an op of prim may share its input.
// CHECK-LABEL: func.func @repeated(
func.func @repeated(%x: tensor<8xf32>, %y: tensor<4x8xf32>) -> (tensor<8xf32>, tensor<4x8xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>)
  // CHECK: arith.mulf
  // CHECK-NEXT: math.exp
  // CHECK: linalg.generic {{.*}} ins(%arg1, %arg0 :
  // CHECK: arith.mulf
  // CHECK-NEXT: arith.addf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %c2 = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %c2 : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  %b = linalg.map { math.exp } ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
  %c = linalg.generic {indexing_maps = [#id2, affine_map<(i, j) -> (j)>, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y, %a : tensor<4x8xf32>, tensor<8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %s = arith.addf %in, %v : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %b, %c : tensor<8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @not_repeated(
func.func @not_repeated(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: math.exp
  // CHECK: linalg.generic {{.*}} ins(%[[A]] :
  // CHECK: linalg.generic {{.*}} ins(%[[A]] :
  // CHECK: %[[D:.*]] = linalg.generic
  // CHECK: arith.addf
  // CHECK: prim.device_scan inclusive add ins(%[[D]] :
  // CHECK: linalg.generic {{.*}} ins(%[[D]] :
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.map { math.exp } ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
  %b = linalg.map { math.absf } ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
  %c = linalg.map { math.sqrt } ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
  %d = linalg.map { arith.addf } ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>)
  %s = prim.device_scan inclusive add ins(%d : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %g = linalg.map { math.absf } ins(%d : tensor<8xf32>) outs(%e : tensor<8xf32>)
  return %b, %c, %s, %g : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
