// RUN: prim-opt %s --prim-fuse-rows=reassociate --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-fuse-rows='reassociate max-contracted=15' --split-input-file | FileCheck %s --check-prefix=FEW

// Values of a row at other positions, prefixes, selections of tuples, and masks in
// groups of ops on the same rows.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#of_row = affine_map<(i) -> (i)>

// The element at another position is computed from memory, before the folds, without a
// tensor of differences.
// CHECK-LABEL: func.func @gather(
func.func @gather(%x: tensor<8x100xf32>, %w: tensor<8xf32>, %label: tensor<8xi32>) -> tensor<8xf32> {
  // CHECK: %[[R:.*]] = prim.device_rows ins(%arg0 : tensor<8x100xf32>) row_ins(%arg1, %arg2 : tensor<8xf32>, tensor<8xi32>)
  // CHECK-SAME: outs(%{{.*}} : tensor<8xf32>) reads(%arg0 : tensor<8x100xf32>) dimension(1) row {
  // CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[W:.*]]: f32, %[[L:.*]]: i32, %{{.*}}: index, %[[N:.*]]: index):
  // CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[L]] : i32 to index
  // CHECK-NEXT: %[[X:.*]] = tensor.extract %arg0[%[[N]], %[[P]]]
  // CHECK-NEXT: %[[S:.*]] = prim.block_reduce maximumf %[[E]] all : f32
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[X]], %[[S]] : f32
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[D]], %[[W]] : f32
  // CHECK-NEXT: prim.yield %[[M]] : f32
  // CHECK-NOT: linalg
  // CHECK: return %[[R]]
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x100xf32>
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %w : tensor<8x100xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %q = arith.subf %a, %b : f32
    %r = arith.mulf %q, %c : f32
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  %g = linalg.generic {indexing_maps = [#of_row, #of_row], iterator_types = ["parallel"]}
      ins(%label : tensor<8xi32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%l: i32, %out: f32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %l : i32 to index
    %v = tensor.extract %d[%i, %p] : tensor<8x100xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#of_row = affine_map<(i) -> (i)>

// The value may be of another row, so it is written and read again.
// CHECK-LABEL: func.func @other_row(
func.func @other_row(%x: tensor<8x100xi32>, %label: tensor<8xindex>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK: %[[D:.*]] = prim.device_rows ins(%arg0 : tensor<8x100xi32>) outs(%{{.*}} : tensor<8x100xi32>)
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[D]][%{{.*}}, %{{.*}}] : tensor<8x100xi32>
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[D]][%{{.*}}, %{{.*}}] : tensor<8x100xi32>
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %e0 = tensor.empty() : tensor<8xi32>
  %e1 = tensor.empty() : tensor<8x100xi32>
  %o = linalg.fill ins(%zero : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xi32>) outs(%o : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x100xi32>, tensor<8xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  %g = linalg.generic {indexing_maps = [#of_row, #of_row], iterator_types = ["parallel"]}
      ins(%label : tensor<8xindex>) outs(%e0 : tensor<8xi32>) {
  ^bb0(%l: index, %out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %d[%l, %i] : tensor<8x100xi32>
    linalg.yield %v : i32
  } -> tensor<8xi32>
  %h = linalg.generic {indexing_maps = [#of_row, #of_row], iterator_types = ["parallel"]}
      ins(%label : tensor<8xindex>) outs(%e0 : tensor<8xi32>) {
  ^bb0(%l: index, %out: i32):
    %v = tensor.extract %d[%c0, %l] : tensor<8x100xi32>
    linalg.yield %v : i32
  } -> tensor<8xi32>
  return %g, %h : tensor<8xi32>, tensor<8xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Each element wants one at a position of its own, which only memory has. At a constant
// position all want the same.
// CHECK-LABEL: func.func @permuted(
func.func @permuted(%x: tensor<8x100xi32>, %at: tensor<8x100xindex>) -> (tensor<8x100xi32>, tensor<8x100xi32>) {
  // CHECK: %[[D:.*]]:2 = prim.device_rows
  // CHECK: %[[FIRST:.*]] = tensor.extract %arg0[%{{.*}}, %{{.*}}] : tensor<8x100xi32>
  // CHECK: %[[S:.*]] = prim.block_reduce add
  // CHECK: arith.subi %[[FIRST]], %[[S]]
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[D]]#0[%{{.*}}, %{{.*}}] : tensor<8x100xi32>
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %e0 = tensor.empty() : tensor<8xi32>
  %e1 = tensor.empty() : tensor<8x100xi32>
  %o = linalg.fill ins(%zero : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xi32>) outs(%o : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x100xi32>, tensor<8xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<8x100xi32>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%a: i32, %out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %d[%i, %c0] : tensor<8x100xi32>
    %r = arith.subi %a, %v : i32
    linalg.yield %r : i32
  } -> tensor<8x100xi32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<8x100xindex>) outs(%e1 : tensor<8x100xi32>) {
  ^bb0(%l: index, %out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %d[%i, %l] : tensor<8x100xi32>
    linalg.yield %v : i32
  } -> tensor<8x100xi32>
  return %f, %g : tensor<8x100xi32>, tensor<8x100xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#of_row = affine_map<(i) -> (i)>

// Of %label there may be fewer than there are rows.
// CHECK-LABEL: func.func @fewer_rows(
func.func @fewer_rows(%x: tensor<?x100xi32>, %e0: tensor<?xi32>, %e1: tensor<?x100xi32>, %label: tensor<?xindex>, %e2: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: %[[D:.*]] = prim.device_rows
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[D]]
  %zero = arith.constant 0 : i32
  %o = linalg.fill ins(%zero : i32) outs(%e0 : tensor<?xi32>) -> tensor<?xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x100xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<?xi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x100xi32>, tensor<?xi32>) outs(%e1 : tensor<?x100xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<?x100xi32>
  %g = linalg.generic {indexing_maps = [#of_row, #of_row], iterator_types = ["parallel"]}
      ins(%label : tensor<?xindex>) outs(%e2 : tensor<?xi32>) {
  ^bb0(%l: index, %out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %d[%i, %l] : tensor<?x100xi32>
    linalg.yield %v : i32
  } -> tensor<?xi32>
  return %g : tensor<?xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#of_row = affine_map<(i) -> (i)>

// The last prefix is the total. One at another position is selected by its bits.
// CHECK-LABEL: func.func @prefixes(
func.func @prefixes(%x: tensor<8x100xf32>, %at: tensor<8xindex>) -> (tensor<8x100xf32>, tensor<8xf32>) {
  // CHECK: prim.device_rows ins(%arg0 : tensor<8x100xf32>) row_ins(%arg1 : tensor<8xindex>) {{.*}} dimension(1) row {
  // CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[AT:.*]]: index, %[[I:.*]]: index, %{{.*}}: index):
  // CHECK-NEXT: %[[P:.*]]:2 = prim.block_scan inclusive add %[[E]] total : f32
  // CHECK-NEXT: %[[Q:.*]] = arith.divf %[[P]]#0, %[[P]]#1 : f32
  // CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[P]]#0 : f32 to i32
  // CHECK-NEXT: %[[O:.*]] = arith.cmpi eq, %[[I]], %[[AT]] : index
  // CHECK: %[[C:.*]] = arith.select %[[O]], %[[B]], %{{.*}} : i32
  // CHECK-NEXT: %[[R:.*]] = prim.block_reduce or %[[C]] all : i32
  // CHECK-NEXT: %[[F:.*]] = arith.bitcast %[[R]] : i32 to f32
  // CHECK-NEXT: prim.yield %[[Q]], %[[F]] : f32, f32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x100xf32>
  %p = prim.device_scan inclusive add ins(%x : tensor<8x100xf32>) outs(%e1 : tensor<8x100xf32>) dimension(1) -> tensor<8x100xf32>
  %l = tensor.extract_slice %p[0, 99] [8, 1] [1, 1] : tensor<8x100xf32> to tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %l : tensor<8x100xf32>, tensor<8xf32>) outs(%e1 : tensor<8x100xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8x100xf32>
  %g = linalg.generic {indexing_maps = [#of_row, #of_row], iterator_types = ["parallel"]}
      ins(%at : tensor<8xindex>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%q: index, %out: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %p[%i, %q] : tensor<8x100xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %d, %g : tensor<8x100xf32>, tensor<8xf32>
}

// Rows that are scanned in both directions have to fit a block, and prefixes along
// another dimension are of other rows.
// CHECK-LABEL: func.func @directions(
func.func @directions(%x: tensor<8x100xi32>) -> (tensor<8x100xi32>, tensor<8x100xi32>) {
  // CHECK-NOT: prim.device_rows
  // CHECK: prim.device_scan
  // CHECK: prim.device_scan {{.*}} reverse
  // CHECK: prim.device_scan {{.*}} dimension(0)
  %e1 = tensor.empty() : tensor<8x100xi32>
  %p = prim.device_scan inclusive add ins(%x : tensor<8x100xi32>) outs(%e1 : tensor<8x100xi32>) dimension(1) -> tensor<8x100xi32>
  %q = prim.device_scan inclusive add ins(%p : tensor<8x100xi32>) outs(%e1 : tensor<8x100xi32>) reverse dimension(1) -> tensor<8x100xi32>
  %r = prim.device_scan inclusive add ins(%p : tensor<8x100xi32>) outs(%e1 : tensor<8x100xi32>) dimension(0) -> tensor<8x100xi32>
  return %q, %r : tensor<8x100xi32>, tensor<8x100xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The position of the greatest element. What is neutral is proved with the operator, so
// that lanes without an element have a value; the start is combined with the fold.
// CHECK-LABEL: func.func @argmax(
func.func @argmax(%x: tensor<8x?xf32>, %mask: tensor<8x?xi1>, %e2: tensor<8x?xi1>) -> (tensor<8xi32>, tensor<8x?xi1>) {
  // CHECK: prim.device_rows ins(%arg0, %arg1 : tensor<8x?xf32>, tensor<8x?xi1>) outs(%{{.*}}, %{{.*}} : tensor<8xi32>, tensor<8x?xi1>)
  // CHECK: ^bb0(%[[E:.*]]: f32, %[[S:.*]]: i1, %[[I:.*]]: index, %{{.*}}: index):
  // CHECK: %[[C:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: %[[HIGH:.*]] = arith.constant 2147483647 : i32
  // CHECK: %[[R:.*]]:2 = prim.block_reduce %[[E]], %[[C]] identity(%[[LOW]], %[[HIGH]]) all combiner {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i32, %[[B:.*]]: f32, %[[BI:.*]]: i32):
  // CHECK-NEXT: arith.cmpf ogt, %[[A]], %[[B]]
  // CHECK: } : f32, i32
  // CHECK: arith.cmpf ogt, %{{.*}}, %[[R]]#0
  // CHECK: %[[M:.*]] = arith.select %{{.*}}, %{{.*}}, %[[R]]#0 : f32
  // CHECK: %[[Q:.*]] = arith.cmpf oeq, %[[E]], %[[M]] : f32
  // CHECK: %[[Z:.*]] = arith.andi %[[Q]], %[[S]] : i1
  // CHECK: prim.yield %{{.*}}, %[[Z]] : i32, i1
  // CHECK-NOT: linalg.generic
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8xi32>
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %p = linalg.fill ins(%zero : i32) outs(%e1 : tensor<8xi32>) -> tensor<8xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x?xf32>) outs(%o, %p : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%e: f32, %m: f32, %mi: i32):
    %i = linalg.index 1 : index
    %ei = arith.index_cast %i : index to i32
    %0 = arith.cmpf ogt, %m, %e : f32
    %1 = arith.cmpf une, %m, %m : f32
    %2 = arith.ori %0, %1 : i1
    %3 = arith.cmpf oeq, %m, %e : f32
    %4 = arith.cmpi slt, %mi, %ei : i32
    %5 = arith.andi %3, %4 : i1
    %6 = arith.ori %2, %5 : i1
    %v = arith.select %2, %m, %e : f32
    %vi = arith.select %6, %mi, %ei : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  %s = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mask, %r#0 : tensor<8x?xf32>, tensor<8x?xi1>, tensor<8xf32>) outs(%e2 : tensor<8x?xi1>) {
  ^bb0(%a: f32, %set: i1, %b: f32, %out: i1):
    %c = arith.cmpf oeq, %a, %b : f32
    %d = arith.andi %c, %set : i1
    linalg.yield %d : i1
  } -> tensor<8x?xi1>
  return %r#1, %s : tensor<8xi32>, tensor<8x?xi1>
}

// A fold that skips NaN has no neutral value, so that a row may not be empty.
// CHECK-LABEL: func.func @skips(
func.func @skips(%x: tensor<8x?xf32>, %e2: tensor<8x?xf32>) -> tensor<8x?xf32> {
  // CHECK-NOT: prim.device_rows
  // CHECK: return
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<8xf32>
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x?xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%e: f32, %m: f32):
    %0 = arith.cmpf ogt, %e, %m : f32
    %v = arith.select %0, %e, %m : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<8x?xf32>, tensor<8xf32>) outs(%e2 : tensor<8x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<8x?xf32>
  return %s : tensor<8x?xf32>
}

// A maximum that a NaN ends remembers whether there was one. Parts do not commute.
// CHECK-LABEL: func.func @stops(
func.func @stops(%x: tensor<8x100xf32>, %e2: tensor<8x100xf32>) -> (tensor<8x100xf32>, tensor<8xi32>) {
  // CHECK: prim.device_rows
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[E:.*]], %[[E]] : f32
  // CHECK: %[[FLAG:.*]] = arith.extui %[[NAN]] : i1 to i8
  // CHECK: prim.block_reduce %[[E]], %{{.*}}, %[[FLAG]] all combiner {
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[LI:.*]]: i32, %[[LF:.*]]: i8, %[[R:.*]]: f32, %{{.*}}: i32, %[[RF:.*]]: i8):
  // CHECK: %[[STOP:.*]] = arith.cmpi ne, %[[LF]], %{{.*}} : i8
  // CHECK: arith.select %[[STOP]], %[[L]]
  // CHECK: arith.select %[[STOP]], %[[LI]]
  // CHECK: arith.ori %[[LF]], %[[RF]] : i8
  // CHECK: arith.constant 0x7FC00000 : f32
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8xi32>
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %p = linalg.fill ins(%zero : i32) outs(%e1 : tensor<8xi32>) -> tensor<8xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xf32>) outs(%o, %p : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%e: f32, %m: f32, %mi: i32):
    %i = linalg.index 1 : index
    %ei = arith.index_cast %i : index to i32
    %v = arith.maximumf %e, %m : f32
    %c = arith.cmpf ogt, %e, %m : f32
    %vi = arith.select %c, %ei, %mi : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r#0 : tensor<8x100xf32>, tensor<8xf32>) outs(%e2 : tensor<8x100xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<8x100xf32>
  return %s, %r#1 : tensor<8x100xf32>, tensor<8xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Truth values are folded as bytes. A maximum of numbers of one bit is none of bytes.
// CHECK-LABEL: func.func @any(
func.func @any(%x: tensor<8x100xi1>) -> (tensor<8x100xi1>, tensor<8xi1>) {
  // CHECK: prim.device_rows ins(%arg0 : tensor<8x100xi1>) outs(%{{.*}} : tensor<8x100xi1>)
  // CHECK: %[[W:.*]] = arith.extui %{{.*}} : i1 to i8
  // CHECK: %[[A:.*]] = prim.block_reduce or %[[W]] all : i8
  // CHECK: arith.trunci %[[A]] : i8 to i1
  // CHECK: linalg.generic
  // CHECK: arith.maxsi
  %false = arith.constant false
  %e0 = tensor.empty() : tensor<8xi1>
  %e1 = tensor.empty() : tensor<8x100xi1>
  %o = linalg.fill ins(%false : i1) outs(%e0 : tensor<8xi1>) -> tensor<8xi1>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x100xi1>) outs(%o : tensor<8xi1>) {
  ^bb0(%a: i1, %acc: i1):
    %r = arith.ori %a, %acc : i1
    linalg.yield %r : i1
  } -> tensor<8xi1>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x100xi1>, tensor<8xi1>) outs(%e1 : tensor<8x100xi1>) {
  ^bb0(%a: i1, %b: i1, %out: i1):
    %r = arith.xori %a, %b : i1
    linalg.yield %r : i1
  } -> tensor<8x100xi1>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<8x100xi1>) outs(%o : tensor<8xi1>) {
  ^bb0(%a: i1, %acc: i1):
    %r = arith.maxsi %a, %acc : i1
    linalg.yield %r : i1
  } -> tensor<8xi1>
  return %d, %m : tensor<8x100xi1>, tensor<8xi1>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Elements that a loop computes, as of a contraction, are in no memory. A tensor that is
// not read gives the shape. Rows of more than max-contracted elements read them.
// CHECK-LABEL: func.func @contraction(
// FEW-LABEL: func.func @contraction(
func.func @contraction(%x: tensor<8x5xi32>, %w: tensor<16x5xi32>) -> (tensor<8x16xi32>, tensor<8xi32>) {
  // CHECK: prim.device_rows ins(%[[O:.*]] : tensor<8x16xi32>) outs(%{{.*}}, %[[O]] : tensor<8xi32>, tensor<8x16xi32>)
  // CHECK-SAME: reads(%arg0, %arg1 : tensor<8x5xi32>, tensor<16x5xi32>) dimension(1) row {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %[[J:.*]]: index, %[[I:.*]]: index):
  // CHECK: %[[M:.*]] = scf.for %[[K:[a-z0-9]+]] =
  // CHECK: tensor.extract %arg0[%[[I]], %[[K]]]
  // CHECK: tensor.extract %arg1[%[[J]], %[[K]]]
  // CHECK: %[[S:.*]] = prim.block_reduce add %[[M]] all : i32
  // CHECK: %[[D:.*]] = arith.subi %[[M]], %[[S]] : i32
  // CHECK: prim.yield %[[S]], %[[D]] : i32, i32
  // FEW: %[[C:.*]] = linalg.generic
  // FEW: prim.device_rows ins(%[[C]] : tensor<8x16xi32>)
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %e0 = tensor.empty() : tensor<8xi32>
  %e1 = tensor.empty() : tensor<8x16xi32>
  %m = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e1 : tensor<8x16xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = scf.for %k = %c0 to %c5 step %c1 iter_args(%acc = %zero) -> (i32) {
      %a = tensor.extract %x[%i, %k] : tensor<8x5xi32>
      %b = tensor.extract %w[%j, %k] : tensor<16x5xi32>
      %p = arith.muli %a, %b : i32
      %n = arith.addi %acc, %p : i32
      scf.yield %n : i32
    }
    linalg.yield %r : i32
  } -> tensor<8x16xi32>
  %o = linalg.fill ins(%zero : i32) outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<8x16xi32>) outs(%o : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %s : tensor<8x16xi32>, tensor<8xi32>) outs(%e1 : tensor<8x16xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8x16xi32>
  return %d, %s : tensor<8x16xi32>, tensor<8xi32>
}
