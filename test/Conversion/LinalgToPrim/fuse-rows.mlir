// RUN: prim-opt %s --prim-fuse-rows=reassociate | FileCheck %s
// RUN: prim-opt %s --prim-fuse-rows | FileCheck %s --check-prefix=STRICT
// RUN: prim-opt %s --prim-fuse-rows='reassociate max-elements=99' | FileCheck %s --check-prefix=SHORT
// RUN: prim-opt %s --prim-fuse-rows=reassociate --remarks-filter=prim-fuse-rows -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#turned = affine_map<(i, j) -> (j, i)>
#of_row = affine_map<(i) -> (i)>

// The maximum, the powers, their sum and the division are one kernel.
// CHECK-LABEL: func.func @softmax(
// STRICT-LABEL: func.func @softmax(
// SHORT-LABEL: func.func @softmax(
func.func @softmax(%x: tensor<8x100xf32>) -> tensor<8x100xf32> {
  // CHECK: prim.device_rows ins(%arg0 : tensor<8x100xf32>) outs(%{{.*}} : tensor<8x100xf32>) dimension(1) row {
  // CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
  // CHECK: %[[M:.*]] = prim.block_reduce maximumf %[[E]] all : f32
  // CHECK: %[[D:.*]] = arith.subf %[[E]], %[[M]] : f32
  // CHECK: %[[P:.*]] = math.exp %[[D]] : f32
  // CHECK: %[[S:.*]] = prim.block_reduce add %[[P]] all : f32
  // CHECK: %[[Q:.*]] = arith.divf %[[P]], %[[S]] : f32
  // CHECK: prim.yield %[[Q]] : f32
  // CHECK-NOT: linalg
  // STRICT: prim.device_rows
  // STRICT: prim.block_reduce maximumf
  // STRICT: linalg.generic
  // SHORT-NOT: prim.device_rows
  // REMARK: fuse-rows.mlir:[[#@LINE+6]]:8: remark: [Passed] prim.device_rows | Category:prim-fuse-rows | Function=softmax | Remark="fused 4 ops on rows"
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x100xf32>
  %o0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xf32>) outs(%o0 : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<8x100xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  %o1 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<8x100xf32>) outs(%o1 : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<8x100xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  return %q : tensor<8x100xf32>
}

// Values for each row and each column, one that is looked up, a start that is not
// neutral, code on rows, and two results.
// CHECK-LABEL: func.func @places(
// SHORT-LABEL: func.func @places(
func.func @places(%x: tensor<8x100xi32>, %w: tensor<100xi32>, %b: tensor<8xi32>, %t: tensor<100x8xi32>) -> (tensor<8x100xi32>, tensor<8xi32>) {
  // CHECK: prim.device_rows ins(%arg0 : tensor<8x100xi32>) row_ins(%arg2 : tensor<8xi32>) column_ins(%arg1 : tensor<100xi32>)
  // CHECK-SAME: reads(%arg3 : tensor<100x8xi32>) dimension(1) row {
  // CHECK-NEXT: ^bb0(%[[E:.*]]: i32, %[[R:.*]]: i32, %[[C:.*]]: i32, %[[I:.*]]: index, %[[N:.*]]: index):
  // CHECK: %[[S:.*]] = prim.block_reduce add %[[E]] all : i32
  // CHECK: arith.addi %{{.*}}, %[[S]] : i32
  // CHECK: arith.muli %{{.*}}, %[[R]] : i32
  // CHECK: tensor.extract %arg3[%[[I]], %[[N]]] : tensor<100x8xi32>
  // CHECK: prim.yield %{{.*}}, %{{.*}} : i32, i32
  %seven = arith.constant 7 : i32
  %e0 = tensor.empty() : tensor<8xi32>
  %e1 = tensor.empty() : tensor<8x100xi32>
  %o0 = linalg.fill ins(%seven : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xi32>) outs(%o0 : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %u = linalg.generic {indexing_maps = [#of_row, #of_row, #of_row], iterator_types = ["parallel"]}
      ins(%s, %b : tensor<8xi32>, tensor<8xi32>) outs(%e0 : tensor<8xi32>) {
  ^bb0(%a: i32, %c: i32, %out: i32):
    %r = arith.muli %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %q = linalg.generic {indexing_maps = [#id, #row, #column, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %u, %w, %t : tensor<8x100xi32>, tensor<8xi32>, tensor<100xi32>, tensor<100x8xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %b0: i32, %c: i32, %d: i32, %out: i32):
    %r0 = arith.muli %a, %c : i32
    %r1 = arith.addi %r0, %b0 : i32
    %r = arith.xori %r1, %d : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  return %q, %u : tensor<8x100xi32>, tensor<8xi32>
}

// What uses a value of the group before its last op keeps later ops out of it.
// CHECK-LABEL: func.func @used_between(
func.func @used_between(%x: tensor<8x100xi32>, %i: index) -> (tensor<8x100xi32>, tensor<8x100xi32>) {
  // CHECK: prim.device_rows
  // CHECK: prim.block_reduce maxsi
  // CHECK: tensor.extract
  // CHECK: linalg.generic
  // CHECK-NOT: prim.device_rows
  %least = arith.constant -2147483648 : i32
  %e0 = tensor.empty() : tensor<8xi32>
  %e1 = tensor.empty() : tensor<8x100xi32>
  %o0 = linalg.fill ins(%least : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xi32>) outs(%o0 : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.maxsi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x100xi32>, tensor<8xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  %one = tensor.extract %s[%i] : tensor<8xi32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<8x100xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = arith.subi %a, %one : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  return %q, %p : tensor<8x100xi32>, tensor<8x100xi32>
}

// A value that is read in another order than it is computed in is not of the group.
// CHECK-LABEL: func.func @turned(
func.func @turned(%x: tensor<9x9xi32>) -> tensor<9x9xi32> {
  // CHECK: %[[P:.*]] = linalg.generic
  // CHECK: prim.device_rows {{.*}} reads(%[[P]] : tensor<9x9xi32>)
  %least = arith.constant -2147483648 : i32
  %e0 = tensor.empty() : tensor<9xi32>
  %e1 = tensor.empty() : tensor<9x9xi32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<9x9xi32>) outs(%e1 : tensor<9x9xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = arith.muli %a, %a : i32
    linalg.yield %r : i32
  } -> tensor<9x9xi32>
  %o0 = linalg.fill ins(%least : i32) outs(%e0 : tensor<9xi32>) -> tensor<9xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x9xi32>) outs(%o0 : tensor<9xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.maxsi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<9xi32>
  %q = linalg.generic {indexing_maps = [#id, #turned, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %p, %s : tensor<9x9xi32>, tensor<9x9xi32>, tensor<9xi32>) outs(%e1 : tensor<9x9xi32>) {
  ^bb0(%a: i32, %t: i32, %b: i32, %out: i32):
    %r0 = arith.subi %a, %b : i32
    %r = arith.addi %r0, %t : i32
    linalg.yield %r : i32
  } -> tensor<9x9xi32>
  return %q : tensor<9x9xi32>
}

// Rows of two tensors may have other lengths.
// CHECK-LABEL: func.func @two_lengths(
func.func @two_lengths(%x: tensor<?x?xi32>, %z: tensor<?x?xi32>, %e0: tensor<?xi32>) -> tensor<?x?xi32> {
  // CHECK-NOT: prim.device_rows
  %zero = arith.constant 0 : i32
  %o0 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<?xi32>) -> tensor<?xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xi32>) outs(%o0 : tensor<?xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<?xi32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z, %s : tensor<?x?xi32>, tensor<?xi32>) outs(%z : tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.addi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<?x?xi32>
  return %q : tensor<?x?xi32>
}
