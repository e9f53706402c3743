// RUN: prim-opt %s --prim-fuse-rows=reassociate --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-fuse-rows='reassociate max-selected=99' --split-input-file | FileCheck %s --check-prefix=SHORT
// RUN: prim-opt %s --prim-fuse-rows='reassociate max-sorted=199 max-selected=99' --split-input-file --remarks-filter=prim-fuse-rows -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Sorts and top-k among ops on the same rows.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The scores, their first elements and places, and the sum of these.
// CHECK-LABEL: func.func @topk(
// SHORT-LABEL: func.func @topk(
// SHORT: prim.device_topk
// REMARK: remark: [Missed] prim.device_rows | Category:prim-fuse-rows | Function=topk | Remark="sorts rows of 100; rows of at most 99 are sorted in one kernel with other ops"
func.func @topk(%x: tensor<?x100xf32>, %e1: tensor<?x100xf32>, %e2: tensor<?x4xf32>, %e3: tensor<?x4xi32>, %e0: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?x4xi32>) {
  // CHECK: %[[R:.*]]:2 = prim.device_rows ins(%arg0 : tensor<?x100xf32>) outs(%{{.*}}, %{{.*}} : tensor<?x4xi32>, tensor<?x4xf32>) dimension(1) row {
  // CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[J:.*]]: index, %{{.*}}: index):
  // CHECK: %[[P:.*]] = math.exp %[[E]] : f32
  // CHECK: %[[AT:.*]] = arith.index_cast %[[J]] : index to i32
  // CHECK: %[[S:.*]]:2 = prim.block_sort total descending %[[P]], %[[AT]] : f32, i32
  // CHECK: %[[F:.*]] = arith.cmpi ult, %[[J]], %c4{{.*}} : index
  // CHECK: %[[V:.*]] = arith.select %[[F]], %[[S]]#0, %{{.*}} : f32
  // CHECK: %[[T:.*]] = prim.block_reduce add %[[V]] all : f32
  // CHECK: %[[D:.*]] = arith.divf %[[S]]#0, %[[T]] : f32
  // CHECK: prim.yield %[[S]]#1, %[[D]] : i32, f32
  // CHECK-NOT: linalg
  // CHECK: return %[[R]]#1, %[[R]]#0
  %zero = arith.constant 0.0 : f32
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x100xf32>) outs(%e1 : tensor<?x100xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<?x100xf32>
  %v:2 = prim.device_topk total descending ins(%p : tensor<?x100xf32>) outs(%e2, %e3 : tensor<?x4xf32>, tensor<?x4xi32>) dimension(1) prologue {
  ^bb0(%a: f32, %at: index):
    %r = arith.index_cast %at : index to i32
    prim.yield %a, %r : f32, i32
  } -> tensor<?x4xf32>, tensor<?x4xi32>
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v#0 : tensor<?x4xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v#0, %s : tensor<?x4xf32>, tensor<?xf32>) outs(%e2 : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x4xf32>
  return %q, %v#1 : tensor<?x4xf32>, tensor<?x4xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// What is at a sorted place is computed there once more. Prefixes of the sorted row are
// of the same kernel.
// CHECK-LABEL: func.func @permuted(
func.func @permuted(%x: tensor<8x100xf32>) -> (tensor<8x100xf32>, tensor<8x100xindex>) {
  // CHECK: prim.device_rows ins(%arg0 : tensor<8x100xf32>) outs({{.*}} : tensor<8x100xindex>, tensor<8x100xf32>) reads(%arg0 : tensor<8x100xf32>) dimension(1) row {
  // CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[J:.*]]: index, %[[I:.*]]: index):
  // CHECK: %[[P:.*]] = math.exp %[[E]] : f32
  // CHECK: %[[S:.*]]:2 = prim.block_sort total %[[P]], %[[J]] : f32, index
  // CHECK: %[[L:.*]] = tensor.extract %arg0[%[[I]], %[[S]]#1] : tensor<8x100xf32>
  // CHECK: %[[O:.*]] = math.exp %[[L]] : f32
  // CHECK: %[[A:.*]] = prim.block_scan inclusive add %[[O]] : f32
  // CHECK: prim.yield %[[S]]#1, %[[A]] : index, f32
  %e1 = tensor.empty() : tensor<8x100xf32>
  %e2 = tensor.empty() : tensor<8x100xindex>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x100xf32>) outs(%e1 : tensor<8x100xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  %s:2 = prim.device_sort total ins(%p : tensor<8x100xf32>) outs(%e1, %e2 : tensor<8x100xf32>, tensor<8x100xindex>) dimension(1) prologue {
  ^bb0(%a: f32, %at: index):
    prim.yield %a, %at : f32, index
  } -> tensor<8x100xf32>, tensor<8x100xindex>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s#1 : tensor<8x100xindex>) outs(%e1 : tensor<8x100xf32>) {
  ^bb0(%at: index, %out: f32):
    %i = linalg.index 0 : index
    %r = tensor.extract %p[%i, %at] : tensor<8x100xf32>
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  %c = prim.device_scan inclusive add ins(%g : tensor<8x100xf32>) outs(%e1 : tensor<8x100xf32>) dimension(1) -> tensor<8x100xf32>
  return %c, %s#1 : tensor<8x100xf32>, tensor<8x100xindex>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Other tensors of the shape of the first elements have none for the other threads, which
// may not divide by what the program never divides by, either.
// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<8x100xi32>, %w: tensor<8x4xi32>, %c: tensor<4xi32>) -> (tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>) {
  // CHECK: prim.device_rows
  // CHECK: prim.block_sort slt
  // CHECK-COUNT-3: linalg.generic
  %e1 = tensor.empty() : tensor<8x100xi32>
  %e2 = tensor.empty() : tensor<8x4xi32>
  %zero = arith.constant 0 : i32
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x100xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %out: i32):
    %n = arith.subi %zero, %a : i32
    linalg.yield %n : i32
  } -> tensor<8x100xi32>
  %v = prim.device_topk slt ins(%p : tensor<8x100xi32>) outs(%e2 : tensor<8x4xi32>) dimension(1) -> tensor<8x4xi32>
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %w : tensor<8x4xi32>, tensor<8x4xi32>) outs(%e2 : tensor<8x4xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.addi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x4xi32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<8x4xi32>) outs(%e2 : tensor<8x4xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = arith.divsi %a, %a : i32
    linalg.yield %r : i32
  } -> tensor<8x4xi32>
  %t = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %c : tensor<8x4xi32>, tensor<4xi32>) outs(%e2 : tensor<8x4xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.addi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x4xi32>
  return %q, %d, %t : tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A reversed scan would begin with elements that are not among the first ones. A sort of
// rows whose length is not known, or one that gives the rest of the row, is by itself.
// CHECK-LABEL: func.func @alone(
// REMARK: Function=alone | Remark="sorts rows of unknown length; rows of at most 199 are sorted in one kernel with other ops"
func.func @alone(%x: tensor<8x90xi32>, %z: tensor<8x?xi32>, %e3: tensor<8x?xi32>) -> (tensor<8x4xi32>, tensor<8x86xi32>, tensor<8x?xi32>) {
  // CHECK-NOT: prim.device_rows
  %e1 = tensor.empty() : tensor<8x90xi32>
  %e2 = tensor.empty() : tensor<8x4xi32>
  %e4 = tensor.empty() : tensor<8x86xi32>
  %v = prim.device_topk slt ins(%x : tensor<8x90xi32>) outs(%e2 : tensor<8x4xi32>) dimension(1) -> tensor<8x4xi32>
  %q = prim.device_scan inclusive add ins(%v : tensor<8x4xi32>) outs(%e2 : tensor<8x4xi32>) reverse dimension(1) -> tensor<8x4xi32>
  %u, %rest = prim.device_topk slt ins(%x : tensor<8x90xi32>) outs(%e2 : tensor<8x4xi32>) rest(%e4 : tensor<8x86xi32>) dimension(1) -> tensor<8x4xi32>, tensor<8x86xi32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rest : tensor<8x86xi32>) outs(%e4 : tensor<8x86xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = arith.addi %a, %a : i32
    linalg.yield %r : i32
  } -> tensor<8x86xi32>
  %k = prim.device_sort slt ins(%z : tensor<8x?xi32>) outs(%e3 : tensor<8x?xi32>) dimension(1) -> tensor<8x?xi32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%k : tensor<8x?xi32>) outs(%e3 : tensor<8x?xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = arith.addi %a, %a : i32
    linalg.yield %r : i32
  } -> tensor<8x?xi32>
  return %q, %s, %w : tensor<8x4xi32>, tensor<8x86xi32>, tensor<8x?xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The kernel comes before what uses its values if all that it reads is there.
// CHECK-LABEL: func.func @used_between(
func.func @used_between(%x: tensor<8x100xi32>, %i: index) -> (tensor<8x4xi32>, i32) {
  // CHECK: %[[R:.*]]:2 = prim.device_rows
  // CHECK: prim.block_sort
  // CHECK: prim.block_reduce maxsi
  // CHECK: arith.subi
  // CHECK: tensor.extract %[[R]]#0
  // CHECK-NOT: linalg.generic
  %least = arith.constant -2147483648 : i32
  %e0 = tensor.empty() : tensor<8xi32>
  %e2 = tensor.empty() : tensor<8x4xi32>
  %o = linalg.fill ins(%least : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %v = prim.device_topk slt ins(%x : tensor<8x100xi32>) outs(%e2 : tensor<8x4xi32>) dimension(1) -> tensor<8x4xi32>
  %one = tensor.extract %v[%i, %i] : tensor<8x4xi32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v : tensor<8x4xi32>) outs(%o : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.maxsi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %m : tensor<8x4xi32>, tensor<8xi32>) outs(%e2 : tensor<8x4xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x4xi32>
  return %q, %one : tensor<8x4xi32>, i32
}

// -----

// Threads of elements that are not among the first ones load at position 0.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @loads_of_first(
// CHECK: %[[SORTED:.*]] = prim.block_sort slt
// CHECK: %[[AT:.*]] = arith.index_cast %[[SORTED]] : i32 to index
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c4
// CHECK: %[[PLACE:.*]] = arith.select %[[FIRST]], %[[AT]], %c0
// CHECK: tensor.extract %{{.*}}[%[[PLACE]]]
func.func @loads_of_first(%x: tensor<8x100xi32>, %w: tensor<16xi32>) -> (tensor<8xi32>) {
  %e2 = tensor.empty() : tensor<8x4xi32>
  %e0 = tensor.empty() : tensor<8xi32>
  %z = arith.constant 0 : i32
  %o = linalg.fill ins(%z : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %ex = tensor.empty() : tensor<8x100xi32>
  %xm = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x100xi32>) outs(%ex : tensor<8x100xi32>) {
  ^bb0(%a: i32, %out: i32):
    %c = arith.constant 100 : i32
    %r = arith.remui %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  %v = prim.device_topk slt ins(%xm : tensor<8x100xi32>) outs(%e2 : tensor<8x4xi32>) dimension(1) -> tensor<8x4xi32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%v : tensor<8x4xi32>) outs(%o : tensor<8xi32>) {
  ^bb0(%a: i32, %out: i32):
    %p = arith.index_cast %a : i32 to index
    %g = tensor.extract %w[%p] : tensor<16xi32>
    %r = arith.addi %g, %out : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  return %m : tensor<8xi32>
}
