// RUN: prim-opt %s --prim-loops-to-threads | FileCheck %s
// RUN: prim-opt %s --prim-loops-to-threads --remarks-filter=prim-loops-to-threads -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
#id0 = affine_map<() -> ()>

// Clamps have no effect, and all rows are written, so that the zeros are not
// copied. The transposition becomes the positions of loads.
// REMARK: each thread runs the loop
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[X:.*]]: tensor<5x9xf32>)
func.func @scan(%x: tensor<5x9xf32>) -> (tensor<5xf32>, tensor<9x5xf32>) {
  // CHECK-NOT: linalg.generic
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<5xf32>
  // CHECK: %[[F:.*]] = tensor.empty() : tensor<9x5xf32>
  // CHECK: %[[R:.*]]:2 = scf.forall (%[[I:[a-z0-9]+]]) in (5) shared_outs(%[[A:.*]] = %[[E]], %[[O:.*]] = %[[F]])
  // CHECK: %[[LAST:.*]] = tensor.extract_slice %[[A]][%[[I]]] [1] [1] : tensor<5xf32> to tensor<f32>
  // CHECK: %[[PART:.*]] = tensor.extract_slice %[[O]][0, %[[I]]] [9, 1] [1, 1] : tensor<9x5xf32> to tensor<9xf32>
  // CHECK: %[[L:.*]]:2 = scf.for %[[T:[a-z0-9]+]] = %c0{{.*}} to %c9{{.*}} step %c1{{.*}} iter_args(%[[H:.*]] = %{{.*}}, %[[P:.*]] = %[[PART]]) -> (f32, tensor<9xf32>) {
  // CHECK-NEXT: %[[V:.*]] = tensor.extract %[[X]][%[[I]], %[[T]]] : tensor<5x9xf32>
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[H]], %[[V]] : f32
  // CHECK-NEXT: %[[Q:.*]] = tensor.insert %[[S]] into %[[P]][%[[T]]] : tensor<9xf32>
  // CHECK-NEXT: scf.yield %[[S]], %[[Q]]
  // CHECK: %[[W:.*]] = tensor.insert %[[L]]#0 into %[[LAST]][] : tensor<f32>
  // CHECK: tensor.parallel_insert_slice %[[W]] into %[[A]][%[[I]]] [1] [1]
  // CHECK: tensor.parallel_insert_slice %[[L]]#1 into %[[O]][0, %[[I]]] [9, 1] [1, 1]
  // CHECK: return %[[R]]#0, %[[R]]#1
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %first = arith.constant 0 : i32
  %end = arith.constant 9 : i32
  %step = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %none = arith.constant dense<0.0> : tensor<9x5xf32>
  %e = tensor.empty() : tensor<9x5xf32>
  %xs = linalg.generic {indexing_maps = [#turned, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x9xf32>) outs(%e : tensor<9x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<9x5xf32>
  %r:2 = scf.for %i = %first to %end step %step iter_args(%h = %zeros, %o = %none) -> (tensor<5xf32>, tensor<9x5xf32>) : i32 {
    %t = arith.index_cast %i : i32 to index
    %low = arith.maxsi %t, %c0 : index
    %at = arith.minsi %low, %c8 : index
    %s = tensor.extract_slice %xs[%at, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<1x5xf32>
    %v = tensor.collapse_shape %s [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %sum = linalg.add ins(%h, %v : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %wide = tensor.expand_shape %sum [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
    %p = tensor.insert_slice %wide into %o[%at, 0] [1, 5] [1, 1] : tensor<1x5xf32> into tensor<9x5xf32>
    scf.yield %sum, %p : tensor<5xf32>, tensor<9x5xf32>
  }
  return %r#0, %r#1 : tensor<5xf32>, tensor<9x5xf32>
}

// The end of a scan first. The position counts down.
// CHECK-LABEL: func.func @reverse(
// CHECK-SAME: %[[X:.*]]: tensor<9x5xi32>)
func.func @reverse(%x: tensor<9x5xi32>) -> tensor<9x5xi32> {
  // CHECK: tensor.empty() : tensor<9x5xi32>
  // CHECK: scf.for %[[T:[a-z0-9]+]] = %c0{{.*}} to %c9
  // CHECK: %[[BACK:.*]] = arith.muli %[[T]], %{{.*}} : index
  // CHECK: %[[AT:.*]] = arith.addi %[[BACK]], %c8
  // CHECK: tensor.extract %[[X]][%[[AT]], %{{.*}}]
  // CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[AT]]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %none = arith.constant dense<0> : tensor<9x5xi32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5xi32>, tensor<9x5xi32>) {
    %at = arith.subi %c8, %t : index
    %v = tensor.extract_slice %x[%at, 0] [1, 5] [1, 1] : tensor<9x5xi32> to tensor<5xi32>
    %f = tensor.empty() : tensor<5xi32>
    %most = linalg.max ins(%h, %v : tensor<5xi32>, tensor<5xi32>) outs(%f : tensor<5xi32>) -> tensor<5xi32>
    %p = tensor.insert_slice %most into %o[%at, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %most, %p : tensor<5xi32>, tensor<9x5xi32>
  }
  return %r#1 : tensor<9x5xi32>
}

// A state-space model: a thread has the 2 states of a row, and their sum in the
// order of the source.
// CHECK-LABEL: func.func @states(
// CHECK-SAME: %[[X:.*]]: tensor<9x5xf32>, %[[A:.*]]: tensor<5x2xf32>, %[[C:.*]]: tensor<9x2xf32>)
func.func @states(%x: tensor<9x5xf32>, %a: tensor<5x2xf32>, %c: tensor<9x2xf32>) -> tensor<9x5xf32> {
  // CHECK: scf.forall (%[[I:[a-z0-9]+]]) in (5)
  // What does not change is loaded before the loop.
  // CHECK: %[[A0:.*]] = tensor.extract %[[A]][%[[I]], %c0{{.*}}]
  // CHECK: %[[A1:.*]] = tensor.extract %[[A]][%[[I]], %c1{{.*}}]
  // CHECK: scf.for %[[T:[a-z0-9]+]] = %{{.*}} iter_args(%[[H0:.*]] = %{{.*}}, %[[H1:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}) -> (f32, f32, tensor<9xf32>) {
  // CHECK-DAG: %[[V:.*]] = tensor.extract %[[X]][%[[T]], %[[I]]]
  // CHECK-DAG: %[[M0:.*]] = arith.mulf %[[A0]], %[[H0]]
  // CHECK-DAG: %[[N0:.*]] = arith.addf %[[M0]], %[[V]]
  // CHECK-DAG: %[[M1:.*]] = arith.mulf %[[A1]], %[[H1]]
  // CHECK-DAG: %[[N1:.*]] = arith.addf %[[M1]], %[[V]]
  // CHECK: %[[C0:.*]] = tensor.extract %[[C]][%[[T]], %c0{{.*}}]
  // CHECK: %[[Y0:.*]] = arith.mulf %[[N0]], %[[C0]]
  // CHECK: %[[S0:.*]] = arith.addf %{{.*}}, %[[Y0]]
  // CHECK: %[[C1:.*]] = tensor.extract %[[C]][%[[T]], %c1{{.*}}]
  // CHECK: %[[Y1:.*]] = arith.mulf %[[N1]], %[[C1]]
  // CHECK: %[[S1:.*]] = arith.addf %[[S0]], %[[Y1]]
  // CHECK: tensor.insert %[[S1]] into %[[P]][%[[T]]]
  // CHECK: scf.yield %[[N0]], %[[N1]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<5x2xf32>
  %none = arith.constant dense<0.0> : tensor<9x5xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5x2xf32>, tensor<9x5xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<5xf32>
    %w = tensor.extract_slice %c[%t, 0] [1, 2] [1, 1] : tensor<9x2xf32> to tensor<2xf32>
    %e = tensor.empty() : tensor<5x2xf32>
    %next = linalg.generic {indexing_maps = [#id2, #id2, #rows, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%a, %h, %v : tensor<5x2xf32>, tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
    ^bb0(%k: f32, %s: f32, %n: f32, %out: f32):
      %m = arith.mulf %k, %s : f32
      %q = arith.addf %m, %n : f32
      linalg.yield %q : f32
    } -> tensor<5x2xf32>
    %f = tensor.empty() : tensor<5xf32>
    %start = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.generic {indexing_maps = [#id2, #columns, #rows], iterator_types = ["parallel", "reduction"]}
        ins(%next, %w : tensor<5x2xf32>, tensor<2xf32>) outs(%start : tensor<5xf32>) {
    ^bb0(%s: f32, %k: f32, %out: f32):
      %m = arith.mulf %s, %k : f32
      %q = arith.addf %out, %m : f32
      linalg.yield %q : f32
    } -> tensor<5xf32>
    %p = tensor.insert_slice %y into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<9x5xf32>
    scf.yield %next, %p : tensor<5x2xf32>, tensor<9x5xf32>
  }
  return %r#1 : tensor<9x5xf32>
}

// A counter in a tensor is a position, and a result that all threads have is
// that of the first one. Two independent states share threads.
// CHECK-LABEL: func.func @counter(
func.func @counter(%x: tensor<9x5xi32>, %z: tensor<5xf32>) -> (tensor<5xi32>, tensor<i32>, tensor<5xf32>, tensor<9x5xi32>) {
  // CHECK: %[[K:.*]] = tensor.empty() : tensor<5xi32>
  // CHECK: tensor.empty() : tensor<9x5xi32>
  // CHECK: %[[R:.*]]:4 = scf.forall (%{{.*}}) in (5)
  // CHECK: scf.for %[[T:[a-z0-9]+]] = %c0
  // CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[T]]] : tensor<9xi32>
  // CHECK: %[[COUNT:.*]] = tensor.extract_slice %[[R]]#1[0] [1] [1] : tensor<5xi32> to tensor<i32>
  // CHECK: return %[[R]]#0, %[[COUNT]], %[[R]]#2, %[[R]]#3
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant dense<0> : tensor<i32>
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %none = arith.constant dense<0> : tensor<9x5xi32>
  %r:4 = scf.for %i = %c0 to %c9 step %c1 iter_args(%h = %zeros, %k = %zero, %s = %z, %o = %none) -> (tensor<5xi32>, tensor<i32>, tensor<5xf32>, tensor<9x5xi32>) {
    %e0 = tensor.empty() : tensor<i32>
    %more = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%k : tensor<i32>) outs(%e0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %one = arith.constant 1 : i32
      %n = arith.addi %in, %one : i32
      linalg.yield %n : i32
    } -> tensor<i32>
    // As numpy's negative positions count from the end.
    %wrapped = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%k : tensor<i32>) outs(%e0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %none0 = arith.constant 0 : i32
      %all = arith.constant 9 : i32
      %isNegative = arith.cmpi slt, %in, %none0 : i32
      %sum = arith.addi %in, %all : i32
      %n = arith.select %isNegative, %sum, %in : i32
      linalg.yield %n : i32
    } -> tensor<i32>
    %v32 = tensor.extract %wrapped[] : tensor<i32>
    %t = arith.index_cast %v32 : i32 to index
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xi32> to tensor<5xi32>
    %e = tensor.empty() : tensor<5xi32>
    %sum = linalg.add ins(%h, %v : tensor<5xi32>, tensor<5xi32>) outs(%e : tensor<5xi32>) -> tensor<5xi32>
    %f = tensor.empty() : tensor<5xf32>
    %half = linalg.add ins(%s, %s : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %sum, %more, %half, %p : tensor<5xi32>, tensor<i32>, tensor<5xf32>, tensor<9x5xi32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xi32>, tensor<i32>, tensor<5xf32>, tensor<9x5xi32>
}

// Positions that are not known keep the first elements. The number of steps is
// not known, either.
// CHECK-LABEL: func.func @anywhere(
// CHECK-SAME: %{{.*}}: tensor<9x5xi32>, %[[O:.*]]: tensor<9x5xi32>, %[[AT:.*]]: tensor<9xindex>, %[[N:.*]]: index)
func.func @anywhere(%x: tensor<9x5xi32>, %init: tensor<9x5xi32>, %places: tensor<9xindex>, %n: index) -> tensor<9x5xi32> {
  // CHECK: scf.forall (%{{.*}}) in (5) shared_outs(%{{.*}} = %[[O]])
  // CHECK: scf.for %[[T:[a-z0-9]+]] = %c0{{.*}} to %[[N]] step
  // CHECK: %[[PLACE:.*]] = tensor.extract %[[AT]][%[[T]]]
  // CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[PLACE]]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%h = %zeros, %o = %init) -> (tensor<5xi32>, tensor<9x5xi32>) {
    %at = tensor.extract %places[%t] : tensor<9xindex>
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xi32> to tensor<5xi32>
    %e = tensor.empty() : tensor<5xi32>
    %sum = linalg.add ins(%h, %v : tensor<5xi32>, tensor<5xi32>) outs(%e : tensor<5xi32>) -> tensor<5xi32>
    %p = tensor.insert_slice %sum into %o[%at, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %sum, %p : tensor<5xi32>, tensor<9x5xi32>
  }
  return %r#1 : tensor<9x5xi32>
}

// Every second row is written, so that the other ones are those of %init.
// CHECK-LABEL: func.func @gaps(
// CHECK-SAME: %{{.*}}: tensor<5xi32>, %[[O:.*]]: tensor<9x5xi32>)
func.func @gaps(%x: tensor<5xi32>, %init: tensor<9x5xi32>) -> tensor<9x5xi32> {
  // CHECK: shared_outs(%{{.*}} = %[[O]])
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %t = %c0 to %c9 step %c2 iter_args(%o = %init) -> (tensor<9x5xi32>) {
    %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %p : tensor<9x5xi32>
  }
  return %r : tensor<9x5xi32>
}

// The elementwise op has an element for each step and thread, and is computed
// by them. The other one has fewer, and stays.
// CHECK-LABEL: func.func @producers(
func.func @producers(%x: tensor<9x5xf32>, %k: tensor<9x1xf32>) -> tensor<9x5xf32> {
  // CHECK: linalg.generic
  // CHECK: math.sqrt
  // CHECK: scf.forall
  // CHECK: scf.for
  // CHECK: math.exp
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %none = arith.constant dense<0.0> : tensor<9x5xf32>
  %e = tensor.empty() : tensor<9x5xf32>
  %xs = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.exp %in : f32
    linalg.yield %y : f32
  } -> tensor<9x5xf32>
  %d = tensor.empty() : tensor<9x1xf32>
  %ks = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%k : tensor<9x1xf32>) outs(%d : tensor<9x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.sqrt %in : f32
    linalg.yield %y : f32
  } -> tensor<9x1xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5xf32>, tensor<9x5xf32>) {
    %v = tensor.extract_slice %xs[%t, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<5xf32>
    %w = tensor.extract_slice %ks[%t, 0] [1, 1] [1, 1] : tensor<9x1xf32> to tensor<1xf32>
    %f = tensor.empty() : tensor<5xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, affine_map<(i) -> (0)>, #id], iterator_types = ["parallel"]}
        ins(%h, %v, %w : tensor<5xf32>, tensor<5xf32>, tensor<1xf32>) outs(%f : tensor<5xf32>) {
    ^bb0(%s: f32, %a: f32, %b: f32, %out: f32):
      %m = arith.mulf %s, %b : f32
      %q = arith.addf %m, %a : f32
      linalg.yield %q : f32
    } -> tensor<5xf32>
    %p = tensor.insert_slice %next into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<9x5xf32>
    scf.yield %next, %p : tensor<5xf32>, tensor<9x5xf32>
  }
  return %r#1 : tensor<9x5xf32>
}

// A product of a matrix and a short vector: one thread has all elements.
// CHECK-LABEL: func.func @network(
func.func @network(%w: tensor<3x3xf32>, %x: tensor<3xf32>, %zeros: tensor<3xf32>, %init: tensor<9x3xf32>) -> tensor<9x3xf32> {
  // CHECK: scf.forall (%{{.*}}) in (1)
  // CHECK-COUNT-9: tensor.extract %{{.*}} : tensor<3x3xf32>
  // CHECK: scf.for {{.*}} -> (f32, f32, f32, tensor<9x3xf32>) {
  // CHECK-COUNT-9: arith.mulf
  // CHECK-COUNT-3: tensor.insert
  // CHECK-NOT: linalg
  // One iteration alone would be inlined into host code.
  // CHECK: } {mapping = [#gpu.thread<linear_dim_0>]}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%a = %x, %o = %init) -> (tensor<3xf32>, tensor<9x3xf32>) {
    %y = linalg.matvec ins(%w, %a : tensor<3x3xf32>, tensor<3xf32>) outs(%zeros : tensor<3xf32>) -> tensor<3xf32>
    %p = tensor.insert_slice %y into %o[%t, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<9x3xf32>
    scf.yield %y, %p : tensor<3xf32>, tensor<9x3xf32>
  }
  return %r#1 : tensor<9x3xf32>
}

// The loads of 8 steps are before the first of them, and the rest of the steps
// is a loop of its own.
// CHECK-LABEL: func.func @long(
// CHECK-SAME: %[[X:.*]]: tensor<101x5xf32>)
func.func @long(%x: tensor<101x5xf32>) -> tensor<101x5xf32> {
  // CHECK: scf.for {{.*}} -> (f32, tensor<101xf32>) {
  // CHECK-NOT: tensor.insert
  // CHECK-COUNT-8: tensor.extract %[[X]]
  // CHECK-NOT: tensor.extract
  // CHECK-COUNT-8: tensor.insert
  // CHECK-NOT: tensor.insert %
  // CHECK: scf.for {{.*}} -> (f32, tensor<101xf32>) {
  // CHECK-COUNT-1: tensor.extract %[[X]]
  // CHECK: tensor.insert
  // CHECK-NOT: scf.for {{%.* =}}
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 101 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %none = arith.constant dense<0.0> : tensor<101x5xf32>
  %r:2 = scf.for %t = %c0 to %end step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5xf32>, tensor<101x5xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<101x5xf32> to tensor<5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %sum = linalg.add ins(%h, %v : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<101x5xf32>
    scf.yield %sum, %p : tensor<5xf32>, tensor<101x5xf32>
  }
  return %r#1 : tensor<101x5xf32>
}

// A counter that is no position of 32 bits keeps its bounds.
// CHECK-LABEL: func.func @far(
// CHECK: scf.forall
// CHECK: scf.for %[[T:.*]] = %c3000000000{{.*}} to %c3000000004
// CHECK: arith.index_cast %[[T]] : index to i64
// CHECK: tensor.insert
func.func @far(%xs: tensor<4xi64>, %o0: tensor<4x4xi64>) -> tensor<4x4xi64> {
  %lo = arith.constant 3000000000 : index
  %hi = arith.constant 3000000004 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xi64>
  %r:2 = scf.for %t = %lo to %hi step %c1 iter_args(%a = %xs, %o = %o0) -> (tensor<4xi64>, tensor<4x4xi64>) {
    %n = arith.index_cast %t : index to i64
    %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<4xi64>) outs(%e : tensor<4xi64>) {
    ^bb0(%x: i64, %out: i64):
      %y = arith.addi %x, %n : i64
      linalg.yield %y : i64
    } -> tensor<4xi64>
    %p = arith.subi %t, %lo : index
    %q = tensor.insert_slice %s into %o[%p, 0] [1, 4] [1, 1] : tensor<4xi64> into tensor<4x4xi64>
    scf.yield %s, %q : tensor<4xi64>, tensor<4x4xi64>
  }
  return %r#1 : tensor<4x4xi64>
}
