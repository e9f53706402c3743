// RUN: prim-opt %s --prim-fuse-prologues | FileCheck %s
// RUN: prim-opt %s --prim-fuse-prologues --remarks-filter=prim-fuse-prologues -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (j)>

// Bins that are not used are not counted. One op after the other is fused.
// REMARK-COUNT-3: fused elementwise ops into the epilogue
// CHECK-LABEL: func.func @slice(
func.func @slice(%x: tensor<100xi32>) -> tensor<6xf32> {
  // CHECK: %[[OUT:.*]] = tensor.empty() : tensor<6xf32>
  // CHECK: %[[H:.*]] = prim.device_histogram ins(%arg0 : tensor<100xi32>) outs(%[[OUT]] : tensor<6xf32>) bin {
  // CHECK-NEXT: ^bb0(%[[BIN:.*]]: i32):
  // CHECK: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK: %[[FROM:.*]] = arith.subi %[[BIN]], %[[TWO]] : i32
  // CHECK: prim.yield %[[FROM]] : i32
  // CHECK: } epilogue {
  // CHECK-NEXT: ^bb0(%[[COUNT:.*]]: i32):
  // CHECK-NEXT: %[[FLOAT:.*]] = arith.sitofp %[[COUNT]] : i32 to f32
  // CHECK-NEXT: %[[NEG:.*]] = arith.negf %[[FLOAT]] : f32
  // CHECK-NEXT: prim.yield %[[NEG]] : f32
  // CHECK: return %[[H]]
  %o = tensor.empty() : tensor<9xi32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<9xi32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } -> tensor<9xi32>
  %s = tensor.extract_slice %h[2] [6] [1] : tensor<9xi32> to tensor<6xi32>
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<6xi32>) outs(%e : tensor<6xf32>) {
  ^bb0(%in: i32, %out: f32):
    %g = arith.sitofp %in : i32 to f32
    linalg.yield %g : f32
  } -> tensor<6xf32>
  %n = linalg.map { arith.negf } ins(%f : tensor<6xf32>) outs(%e : tensor<6xf32>)
  return %n : tensor<6xf32>
}

// Other operands are read, and the shape is restored. The old epilogue remains.
// REMARK: fused elementwise ops into the epilogue
// CHECK-LABEL: func.func @rows(
func.func @rows(%x: tensor<100xi32>, %t: tensor<4x8xf32>, %r: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[H:.*]] = prim.device_histogram ins(%arg0 {{.*}} outs(%{{.*}} : tensor<32xf32>) reads(%arg1, %arg2 : tensor<4x8xf32>, tensor<8xf32>) bin {
  // CHECK: } epilogue {
  // CHECK-NEXT: ^bb0(%[[COUNT:.*]]: i32, %[[AT:.*]]: index):
  // CHECK-DAG: %[[J:.*]] = arith.remui %[[AT]], %{{.*}} : index
  // CHECK-DAG: %[[I:.*]] = arith.divui %[[AT]], %{{.*}} : index
  // CHECK-DAG: %[[FLOAT:.*]] = arith.uitofp %[[COUNT]] : i32 to f32
  // CHECK-DAG: %[[T:.*]] = tensor.extract %arg1[%[[I]], %[[J]]] : tensor<4x8xf32>
  // CHECK-DAG: %[[R:.*]] = tensor.extract %arg2[%[[J]]] : tensor<8xf32>
  // CHECK: arith.addf %[[FLOAT]], %[[T]] : f32
  // CHECK: arith.mulf
  // CHECK: tensor.expand_shape %[[H]] {{\[}}[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %o = tensor.empty() : tensor<32xf32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<32xf32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } epilogue {
  ^bb0(%c: i32):
    %f = arith.uitofp %c : i32 to f32
    prim.yield %f : f32
  } -> tensor<32xf32>
  %m = tensor.expand_shape %h [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#id2, #id2, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%m, %t, %r : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %u: f32, %w: f32, %out: f32):
    %a = arith.addf %in, %u : f32
    %z = arith.mulf %a, %w : f32
    linalg.yield %z : f32
  } -> tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}

// A slice alone needs no epilogue.
// CHECK-LABEL: func.func @slice_alone(
func.func @slice_alone(%x: tensor<100xi64>) -> tensor<1xi64> {
  // CHECK: prim.device_histogram {{.*}} outs(%{{.*}} : tensor<1xi64>) bin {
  // CHECK: arith.subi
  // CHECK-NOT: epilogue
  // CHECK: return
  %o = tensor.empty() : tensor<9xi64>
  %h = prim.device_histogram ins(%x : tensor<100xi64>) outs(%o : tensor<9xi64>) bin {
  ^bb0(%b: i64):
    %i = arith.index_cast %b : i64 to index
    prim.yield %i : index
  } -> tensor<9xi64>
  %s = tensor.extract_slice %h[5] [1] [1] : tensor<9xi64> to tensor<1xi64>
  return %s : tensor<1xi64>
}

// Sizes that are not known are those of the op that uses all counts.
// CHECK-LABEL: func.func @any_size(
func.func @any_size(%x: tensor<?xi32>, %o: tensor<?xi32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %arg1
  // CHECK: %[[OUT:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
  // CHECK: prim.device_histogram {{.*}} outs(%[[OUT]] : tensor<?xf32>) {{.*}} epilogue {
  %c0 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %h = prim.device_histogram ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) even(%c0, %c9 : i32, i32) -> tensor<?xi32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%h : tensor<?xi32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: i32, %out: f32):
    %g = arith.sitofp %in : i32 to f32
    linalg.yield %g : f32
  } -> tensor<?xf32>
  return %f : tensor<?xf32>
}

// Even bins cannot be shifted.
// REMARK: it has counts of which only some are used
// CHECK-LABEL: func.func @slice_of_even(
func.func @slice_of_even(%x: tensor<100xi32>) -> tensor<6xi32> {
  // CHECK: tensor.extract_slice
  %c0 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %o = tensor.empty() : tensor<9xi32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<9xi32>) even(%c0, %c9 : i32, i32) -> tensor<9xi32>
  %s = tensor.extract_slice %h[2] [6] [1] : tensor<9xi32> to tensor<6xi32>
  return %s : tensor<6xi32>
}

// Counts at other positions: transposed, neighbours, and reversed.
// REMARK: it has counts that are used at other positions
// CHECK-LABEL: func.func @transposed(
func.func @transposed(%x: tensor<100xi32>) -> tensor<3x3xi32> {
  // CHECK: linalg.generic
  %o = tensor.empty() : tensor<9xi32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<9xi32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } -> tensor<9xi32>
  %m = tensor.expand_shape %h [[0, 1]] output_shape [3, 3] : tensor<9xi32> into tensor<3x3xi32>
  %e = tensor.empty() : tensor<3x3xi32>
  %f = linalg.generic {indexing_maps = [#turned, #id2], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<3x3xi32>) outs(%e : tensor<3x3xi32>) {
  ^bb0(%in: i32, %out: i32):
    %g = math.absi %in : i32
    linalg.yield %g : i32
  } -> tensor<3x3xi32>
  return %f : tensor<3x3xi32>
}

// REMARK: it has counts that are used at other positions
// CHECK-LABEL: func.func @reversed(
func.func @reversed(%x: tensor<100xi32>) -> tensor<9xi32> {
  // CHECK: linalg.generic
  %c8 = arith.constant 8 : index
  %o = tensor.empty() : tensor<9xi32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<9xi32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } -> tensor<9xi32>
  %f = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%o : tensor<9xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = arith.subi %c8, %i : index
    %v = tensor.extract %h[%j] : tensor<9xi32>
    linalg.yield %v : i32
  } -> tensor<9xi32>
  return %f : tensor<9xi32>
}

// Several users, and a loop, need the counts themselves.
// CHECK-LABEL: func.func @shared(
func.func @shared(%x: tensor<100xi32>) -> (tensor<9xi32>, tensor<9xi32>) {
  // CHECK: prim.device_histogram
  // CHECK-NOT: epilogue
  // CHECK: linalg.map
  %o = tensor.empty() : tensor<9xi32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<9xi32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } -> tensor<9xi32>
  %n = linalg.map { math.absi } ins(%h : tensor<9xi32>) outs(%o : tensor<9xi32>)
  return %h, %n : tensor<9xi32>, tensor<9xi32>
}

// CHECK-LABEL: func.func @in_loop(
func.func @in_loop(%x: tensor<100xi32>, %y: tensor<9xi32>, %n: index) -> tensor<9xi32> {
  // CHECK: prim.device_histogram
  // CHECK-NOT: epilogue
  // CHECK: linalg.map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = tensor.empty() : tensor<9xi32>
  %h = prim.device_histogram ins(%x : tensor<100xi32>) outs(%o : tensor<9xi32>) bin {
  ^bb0(%b: i32):
    prim.yield %b : i32
  } -> tensor<9xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<9xi32> {
    %m = linalg.map { math.absi } ins(%h : tensor<9xi32>) outs(%a : tensor<9xi32>)
    scf.yield %m : tensor<9xi32>
  }
  return %r : tensor<9xi32>
}
