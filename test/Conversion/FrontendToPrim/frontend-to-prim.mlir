// RUN: prim-opt %s --allow-unregistered-dialect --prim-frontend-to-prim=reassociate | FileCheck %s --implicit-check-not=iree_linalg_ext --implicit-check-not=tm_tensor --implicit-check-not=util.

// Ops of IREE and torch-mlir, which are known by their names, become device ops.

// CHECK-LABEL: func.func @function(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: %[[Y:.*]] = call @own(%[[X]])
// CHECK-NEXT: return %[[Y]]
"util.func"() <{function_type = (tensor<4xi32>) -> tensor<4xi32>, sym_name = "function", sym_visibility = "public"}> ({
^bb0(%x: tensor<4xi32>):
  %y = "util.call"(%x) <{callee = @own}> : (tensor<4xi32>) -> tensor<4xi32>
  "util.return"(%y) : (tensor<4xi32>) -> ()
}) : () -> ()

// CHECK: func.func private @own(
"util.func"() <{function_type = (tensor<4xi32>) -> tensor<4xi32>, sym_name = "own", sym_visibility = "private"}> ({
^bb0(%x: tensor<4xi32>):
  "util.return"(%x) : (tensor<4xi32>) -> ()
}) : () -> ()

// An inclusive scan starts from the first element, whatever the accumulator.
// CHECK-LABEL: func.func @inclusive(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[A:.*]]: tensor<?xf32>)
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x8xf32>
// CHECK: prim.device_scan inclusive add ins(%[[X]] : tensor<?x8xf32>) outs(%[[E]] : tensor<?x8xf32>) dimension(1) -> tensor<?x8xf32>
func.func @inclusive(%x: tensor<?x8xf32>, %a: tensor<?xf32>) -> tensor<?x8xf32> {
  %0:2 = "iree_linalg_ext.scan"(%x, %x, %a) <{dimension = 1 : i64, inclusive = true}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %r, %l : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?xf32>) -> (tensor<?x8xf32>, tensor<?xf32>)
  return %0#0 : tensor<?x8xf32>
}

// An exclusive one starts from it, and leaves the last result there.
// CHECK-LABEL: func.func @exclusive(
// CHECK-SAME: %[[X:.*]]: tensor<8xi32>, %[[A:.*]]: tensor<i32>)
// CHECK: %[[S:.*]] = prim.device_scan exclusive maxsi ins(%[[X]] : tensor<8xi32>) outs(%{{.*}}) init(%[[A]] : tensor<i32>)
// CHECK: tensor.extract_slice %[[S]][7] [1] [1] : tensor<8xi32> to tensor<i32>
func.func @exclusive(%x: tensor<8xi32>, %a: tensor<i32>) -> (tensor<8xi32>, tensor<i32>) {
  %0:2 = "tm_tensor.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = false, operandSegmentSizes = array<i32: 1, 2>}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.maxsi %l, %r : i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }) : (tensor<8xi32>, tensor<8xi32>, tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  return %0#0, %0#1 : tensor<8xi32>, tensor<i32>
}

// An accumulator of one value for all rows is a scalar.
// CHECK-LABEL: func.func @splat(
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: prim.device_scan exclusive add {{.*}} init(%[[C]] : i32) dimension(0)
func.func @splat(%x: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %a = arith.constant dense<3> : tensor<4xi32>
  %0:2 = "iree_linalg_ext.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %l, %r : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<8x4xi32>, tensor<8x4xi32>, tensor<4xi32>) -> (tensor<8x4xi32>, tensor<4xi32>)
  return %0#0 : tensor<8x4xi32>
}

// An operator that selects is a region.
// CHECK-LABEL: func.func @selects(
// CHECK: prim.device_scan inclusive ins({{.*}}) outs({{.*}}) combiner commutative {
// CHECK-NEXT: ^bb0(%[[L:.*]]: i32, %[[R:.*]]: i32):
// CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %[[L]], %[[R]] : i32
// CHECK-NEXT: %[[S:.*]] = arith.select %[[C]], %[[R]], %[[L]] : i32
// CHECK-NEXT: prim.yield %[[S]] : i32
func.func @selects(%x: tensor<8xi32>, %a: tensor<i32>) -> tensor<8xi32> {
  %0:2 = "iree_linalg_ext.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = true}> ({
  ^bb0(%l: i32, %r: i32):
    %c = arith.cmpi slt, %l, %r : i32
    %s = arith.select %c, %r, %l : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<8xi32>, tensor<8xi32>, tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  return %0#0 : tensor<8xi32>
}

// a + b - a b is associative by the laws of algebra. Sums in another order may
// overflow.
// CHECK-LABEL: func.func @algebra(
// CHECK: prim.device_scan inclusive ins({{.*}}) outs({{.*}}) combiner commutative {
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[D:.*]] = arith.subi %[[S]], %[[P]] : i32
func.func @algebra(%x: tensor<8xi32>, %a: tensor<i32>) -> tensor<8xi32> {
  %0:2 = "iree_linalg_ext.scan"(%x, %x, %a) <{dimension = 0 : i64, inclusive = true}> ({
  ^bb0(%in: i32, %acc: i32):
    %s = arith.addi %in, %acc overflow<nsw> : i32
    %p = arith.muli %in, %acc : i32
    %d = arith.subi %s, %p : i32
    "iree_linalg_ext.yield"(%d) : (i32) -> ()
  }) : (tensor<8xi32>, tensor<8xi32>, tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  return %0#0 : tensor<8xi32>
}

// The key is the operand that is compared.
// CHECK-LABEL: func.func @payload(
// CHECK-SAME: %[[P:.*]]: tensor<?xi32>, %[[K:.*]]: tensor<?xf32>)
// CHECK: %[[R:.*]]:2 = prim.device_sort total descending ins(%[[K]], %[[P]] : tensor<?xf32>, tensor<?xi32>)
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @payload(%p: tensor<?xi32>, %k: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0:2 = "tm_tensor.sort"(%p, %k) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
  ^bb0(%pl: i32, %pr: i32, %kl: f32, %kr: f32):
    %c = arith.cmpf ogt, %kl, %kr : f32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xf32>
}

// The order of floats in XLA's sorts, and in one that is not quite it.
// CHECK-LABEL: func.func @canonical(
// CHECK: prim.device_sort total ins(%{{.*}} : tensor<9xf32>) outs(%{{.*}} : tensor<9xf32>) -> tensor<9xf32>
// CHECK: prim.device_sort ins(%{{.*}} : tensor<9xf32>) outs(%{{.*}} : tensor<9xf32>) comparator
func.func @canonical(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %most = arith.constant 2147483647 : i32
  %i0 = arith.constant 0 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant 0.0 : f32
  %0 = "iree_linalg_ext.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: f32, %r: f32):
    %1 = arith.cmpf oeq, %l, %zero : f32
    %2 = arith.select %1, %zero, %l : f32
    %3 = arith.cmpf une, %l, %l : f32
    %4 = arith.select %3, %nan, %2 : f32
    %5 = arith.cmpf oeq, %r, %zero : f32
    %6 = arith.select %5, %zero, %r : f32
    %7 = arith.cmpf une, %r, %r : f32
    %8 = arith.select %7, %nan, %6 : f32
    %9 = arith.bitcast %4 : f32 to i32
    %10 = arith.cmpi slt, %9, %i0 : i32
    %11 = arith.subi %most, %9 : i32
    %12 = arith.select %10, %11, %9 : i32
    %13 = arith.bitcast %8 : f32 to i32
    %14 = arith.cmpi slt, %13, %i0 : i32
    %15 = arith.subi %most, %13 : i32
    %16 = arith.select %14, %15, %13 : i32
    %17 = arith.cmpi slt, %12, %16 : i32
    "iree_linalg_ext.yield"(%17) : (i1) -> ()
  }) : (tensor<9xf32>) -> tensor<9xf32>
  // Negative zero comes before zero here.
  %18 = "iree_linalg_ext.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: f32, %r: f32):
    %3 = arith.cmpf une, %l, %l : f32
    %4 = arith.select %3, %nan, %l : f32
    %7 = arith.cmpf une, %r, %r : f32
    %8 = arith.select %7, %nan, %r : f32
    %9 = arith.bitcast %4 : f32 to i32
    %10 = arith.cmpi slt, %9, %i0 : i32
    %11 = arith.subi %most, %9 : i32
    %12 = arith.select %10, %11, %9 : i32
    %13 = arith.bitcast %8 : f32 to i32
    %14 = arith.cmpi slt, %13, %i0 : i32
    %15 = arith.subi %most, %13 : i32
    %16 = arith.select %14, %15, %13 : i32
    %17 = arith.cmpi slt, %12, %16 : i32
    "iree_linalg_ext.yield"(%17) : (i1) -> ()
  }) : (tensor<9xf32>) -> tensor<9xf32>
  return %0, %18 : tensor<9xf32>, tensor<9xf32>
}

// Several keys: one after the other.
// CHECK-LABEL: func.func @keys(
// CHECK-SAME: %[[A:.*]]: tensor<9x2xi32>, %[[B:.*]]: tensor<9x2xi32>, %[[C:.*]]: tensor<9x2xf32>)
// CHECK: prim.device_sort ins(%[[B]], %[[A]], %[[C]] : {{.*}}) outs({{.*}}) dimension(0) keys(2) orders(ult, slt)
// In two directions: by comparison, with the members of the left item first.
// CHECK: prim.device_sort ins(%[[A]], %[[B]], %[[C]] : {{.*}}) {{.*}} comparator {
// CHECK-NEXT: ^bb0(%[[AL:.*]]: i32, %[[BL:.*]]: i32, %{{.*}}: f32, %[[AR:.*]]: i32, %[[BR:.*]]: i32, %{{.*}}: f32):
// CHECK-NEXT: arith.cmpi ult, %[[BL]], %[[BR]]
// CHECK-NEXT: arith.cmpi eq, %[[BL]], %[[BR]]
// CHECK-NEXT: arith.cmpi sgt, %[[AL]], %[[AR]]
func.func @keys(%a: tensor<9x2xi32>, %b: tensor<9x2xi32>, %c: tensor<9x2xf32>) -> (tensor<9x2xf32>, tensor<9x2xf32>) {
  %0:3 = "iree_linalg_ext.sort"(%a, %b, %c) <{dimension = 0 : i64}> ({
  ^bb0(%al: i32, %ar: i32, %bl: i32, %br: i32, %cl: f32, %cr: f32):
    %1 = arith.cmpi ult, %bl, %br : i32
    %2 = arith.cmpi eq, %bl, %br : i32
    %3 = arith.cmpi slt, %al, %ar : i32
    %4 = arith.andi %2, %3 : i1
    %5 = arith.ori %1, %4 : i1
    "iree_linalg_ext.yield"(%5) : (i1) -> ()
  }) : (tensor<9x2xi32>, tensor<9x2xi32>, tensor<9x2xf32>) -> (tensor<9x2xi32>, tensor<9x2xi32>, tensor<9x2xf32>)
  %6:3 = "iree_linalg_ext.sort"(%a, %b, %c) <{dimension = 0 : i64}> ({
  ^bb0(%al: i32, %ar: i32, %bl: i32, %br: i32, %cl: f32, %cr: f32):
    %1 = arith.cmpi ult, %bl, %br : i32
    %2 = arith.cmpi eq, %bl, %br : i32
    %3 = arith.cmpi sgt, %al, %ar : i32
    %4 = arith.andi %2, %3 : i1
    %5 = arith.ori %1, %4 : i1
    "iree_linalg_ext.yield"(%5) : (i1) -> ()
  }) : (tensor<9x2xi32>, tensor<9x2xi32>, tensor<9x2xf32>) -> (tensor<9x2xi32>, tensor<9x2xi32>, tensor<9x2xf32>)
  return %0#2, %6#2 : tensor<9x2xf32>, tensor<9x2xf32>
}

// The index of a top-k comes from the prologue, or from an operand.
// CHECK-LABEL: func.func @topk(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[I:.*]]: tensor<?x?xi64>, %[[N:.*]]: index)
// CHECK: %[[R:.*]]:2 = prim.device_topk total descending ins(%[[X]] : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x8xf32>, tensor<?x8xi64>) dimension(1) prologue {
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[AT:.*]]: index):
// CHECK-NEXT: %[[C:.*]] = arith.index_cast %[[AT]] : index to i64
// CHECK-NEXT: prim.yield %[[E]], %[[C]] : f32, i64
// CHECK: prim.device_topk total descending ins(%[[X]], %[[I]] : tensor<?x?xf32>, tensor<?x?xi64>) outs({{.*}}) dimension(1) -> tensor<?x8xf32>, tensor<?x8xi64>
func.func @topk(%x: tensor<?x?xf32>, %i: tensor<?x?xi64>, %n: index) -> (tensor<?x8xf32>, tensor<?x8xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %last = arith.constant 9 : i64
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %ei = tensor.empty(%n) : tensor<?x8xi64>
  %v = linalg.fill ins(%least : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %vi = linalg.fill ins(%last : i64) outs(%ei : tensor<?x8xi64>) -> tensor<?x8xi64>
  %0:2 = "iree_linalg_ext.topk"(%x, %v, %vi) <{dimension = 1 : i64}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.cmpf ogt, %l, %r : f32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) : (tensor<?x?xf32>, tensor<?x8xf32>, tensor<?x8xi64>) -> (tensor<?x8xf32>, tensor<?x8xi64>)
  %1:2 = "tm_tensor.topk"(%x, %i, %v, %vi) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 2, 2>}> ({
  ^bb0(%l: f32, %r: f32):
    %c = arith.cmpf ogt, %l, %r : f32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x8xf32>, tensor<?x8xi64>) -> (tensor<?x8xf32>, tensor<?x8xi64>)
  return %0#0, %1#1 : tensor<?x8xf32>, tensor<?x8xi64>
}

// CHECK-LABEL: func.func @bincount(
// CHECK-SAME: %[[I:.*]]: tensor<?xi32>)
// CHECK: %[[H:.*]] = prim.device_histogram ins(%[[I]] : tensor<?xi32>) outs(%{{.*}} : tensor<64xi32>) bin {
// CHECK-NEXT: ^bb0(%[[B:.*]]: i32):
// CHECK-NEXT: prim.yield %[[B]] : i32
// CHECK: return %[[H]]
func.func @bincount(%i: tensor<?xi32>) -> tensor<64xi32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<64xi32>
  %n = tensor.dim %i, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %ones = linalg.fill ins(%one : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %x = tensor.expand_shape %i [[0, 1]] output_shape [%n, 1] : tensor<?xi32> into tensor<?x1xi32>
  %0 = "iree_linalg_ext.scatter"(%ones, %x, %zero) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%u: i32, %o: i32):
    %s = arith.addi %o, %u : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<?xi32>, tensor<?x1xi32>, tensor<64xi32>) -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// Ones of floats are counted as integers where all counts are exact.
// CHECK-LABEL: func.func @float_count(
// CHECK: %[[H:.*]] = prim.device_histogram ins(%{{.*}} : tensor<9xi32>) outs(%{{.*}} : tensor<64xi32>) bin {
// CHECK: %[[C:.*]] = linalg.map { arith.sitofp } ins(%[[H]] : tensor<64xi32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: return %[[C]]
func.func @float_count(%i: tensor<9x1xi32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %ones = arith.constant dense<1.0> : tensor<9xf32>
  %0 = "iree_linalg_ext.scatter"(%ones, %i, %zero) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%u: f32, %o: f32):
    %s = arith.addf %o, %u : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<9xf32>, tensor<9x1xi32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// A sum of f32 stays at 2^24.
// CHECK-LABEL: func.func @float_sum(
// CHECK: prim.device_histogram ins({{.*}}) outs(%{{.*}} : tensor<64xf32>) weights(%{{.*}} : tensor<16777216xf32>)
func.func @float_sum(%i: tensor<16777216x1xi32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %ones = arith.constant dense<1.0> : tensor<16777216xf32>
  %0 = "iree_linalg_ext.scatter"(%ones, %i, %zero) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%u: f32, %o: f32):
    %s = arith.addf %o, %u : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<16777216xf32>, tensor<16777216x1xi32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// A constant is added instead of the updates.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %[[U:.*]]: tensor<9xi32>, %[[I:.*]]: tensor<9xi32>)
// CHECK: prim.device_histogram ins(%[[I]] : tensor<9xi32>) outs(%{{.*}} : tensor<4xi32>) bin
// CHECK: %[[W:.*]] = linalg.fill ins(%{{.*}} : i32) outs(%{{.*}} : tensor<9xi32>)
// CHECK: prim.device_histogram ins(%[[I]] : tensor<9xi32>) outs(%{{.*}} : tensor<4xi32>) weights(%[[W]] : tensor<9xi32>) bin
func.func @constants(%u: tensor<9xi32>, %i: tensor<9xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %zero = arith.constant dense<0> : tensor<4xi32>
  %0 = "tm_tensor.scatter"(%u, %i, %zero) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %r, %one : i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = "tm_tensor.scatter"(%u, %i, %zero) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %three, %r : i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}

// A slice for each index. The bin is the row-major number of the element.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[U:.*]]: tensor<9x1x8xi32>, %[[I:.*]]: tensor<9x1xi64>)
// CHECK: %[[H:.*]] = prim.device_histogram ins(%[[U]] : tensor<9x1x8xi32>) outs(%{{.*}} : tensor<40xi32>) weights(%[[U]] : tensor<9x1x8xi32>) reads(%[[I]] : tensor<9x1xi64>) bin {
// CHECK-NEXT: ^bb0(%{{.*}}: i32, %[[N:.*]]: index):
// CHECK-DAG: %[[COLUMN:.*]] = arith.remui %[[N]], %[[C8:.*]] : index
// CHECK-DAG: %[[SLICE:.*]] = arith.divui %[[N]], %[[C8]] : index
// CHECK: %[[E:.*]] = tensor.extract %[[I]][%[[SLICE]], %{{.*}}]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[E]] : i64 to index
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: arith.cmpi ult, %[[COLUMN]], %{{.*}} : index
// CHECK: %[[AT:.*]] = arith.muli
// CHECK: %[[PLACE:.*]] = arith.addi %[[AT]], %[[COLUMN]] : index
// CHECK: arith.select %{{.*}}, %[[PLACE]], %{{.*}} : index
// CHECK: tensor.expand_shape %[[H]] {{\[}}[0, 1]] output_shape [5, 8] : tensor<40xi32> into tensor<5x8xi32>
func.func @slices(%u: tensor<9x1x8xi32>, %i: tensor<9x1xi64>) -> tensor<5x8xi32> {
  %zero = arith.constant dense<0> : tensor<5x8xi32>
  %0 = "tm_tensor.scatter"(%u, %i, %zero) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %r, %l : i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }) : (tensor<9x1x8xi32>, tensor<9x1xi64>, tensor<5x8xi32>) -> tensor<5x8xi32>
  return %0 : tensor<5x8xi32>
}

// Several indices for each update, of which there must be as many as updates.
// CHECK-LABEL: func.func @tuples(
// CHECK-SAME: %[[U:.*]]: tensor<?xi32>, %[[I:.*]]: tensor<?x2xi32>, %[[O:.*]]: tensor<?x?xi32>)
// CHECK: cf.assert
// CHECK: %[[SIZE:.*]] = arith.muli
// CHECK: tensor.empty(%[[SIZE]]) : tensor<?xi32>
// CHECK: %[[H:.*]] = prim.device_histogram ins(%[[U]] : tensor<?xi32>) {{.*}} reads(%[[I]] : tensor<?x2xi32>) bin
// CHECK-COUNT-2: tensor.extract %[[I]]
// CHECK: %[[X:.*]] = tensor.expand_shape %[[H]]
// CHECK: linalg.add ins(%[[O]], %[[X]]
func.func @tuples(%u: tensor<?xi32>, %i: tensor<?x2xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = "tm_tensor.scatter"(%u, %i, %o) <{dimension_map = array<i64: 1, 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.addi %r, %l : i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }) : (tensor<?xi32>, tensor<?x2xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// CHECK-LABEL: func.func @scatter_add(
// CHECK-SAME: %[[W:.*]]: tensor<9xf64>, %[[I:.*]]: tensor<9x1xi64>, %[[O:.*]]: tensor<?xf64>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[I]]
// CHECK: %[[H:.*]] = prim.device_histogram ins(%[[C]] : tensor<9xi64>) outs(%{{.*}} : tensor<?xf64>) weights(%[[W]] : tensor<9xf64>) bin {
// CHECK: arith.index_cast %{{.*}} : i64 to index
// CHECK: linalg.add ins(%[[O]], %[[H]]
func.func @scatter_add(%w: tensor<9xf64>, %i: tensor<9x1xi64>, %o: tensor<?xf64>) -> tensor<?xf64> {
  %0 = "tm_tensor.scatter"(%w, %i, %o) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
  ^bb0(%u: f64, %p: f64):
    %s = arith.addf %p, %u : f64
    "tm_tensor.yield"(%s) : (f64) -> ()
  }) : (tensor<9xf64>, tensor<9x1xi64>, tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// One update that replaces a row. A position that the loop counts is inside.
// CHECK-LABEL: func.func @rows(
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: %[[AT:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, 8] [1, 1] : tensor<1x8xi32> to tensor<8xi32>
// CHECK: tensor.insert_slice %[[S]] into %{{.*}}[%[[AT]], 0] [1, 8] [1, 1] : tensor<8xi32> into tensor<5x8xi32>
func.func @rows(%u: tensor<1x8xi32>, %o: tensor<5x8xi32>) -> tensor<5x8xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %r = scf.for %t = %c0 to %c5 step %c1 iter_args(%a = %o) -> (tensor<5x8xi32>) : i32 {
    %n = tensor.from_elements %t : tensor<i32>
    %i = tensor.expand_shape %n [] output_shape [1, 1] : tensor<i32> into tensor<1x1xi32>
    %0 = "iree_linalg_ext.scatter"(%u, %i, %a) <{dimension_map = array<i64: 0>, unique_indices = true}> ({
    ^bb0(%l: i32, %r: i32):
      "iree_linalg_ext.yield"(%l) : (i32) -> ()
    }) : (tensor<1x8xi32>, tensor<1x1xi32>, tensor<5x8xi32>) -> tensor<5x8xi32>
    scf.yield %0 : tensor<5x8xi32>
  }
  return %r : tensor<5x8xi32>
}

// The loop leaves the tensor, so that rows outside of it are ignored.
// CHECK-LABEL: func.func @rows_and_more(
// CHECK: scf.for
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: %[[LOW:.*]] = arith.maxsi
// CHECK: %[[AT:.*]] = arith.minsi %[[LOW]]
// CHECK: %[[OLD:.*]] = tensor.extract_slice %{{.*}}[%[[AT]], 0] [1, 8] [1, 1]
// CHECK: linalg.map ins(%{{.*}}, %[[OLD]]
// CHECK: arith.select %[[INSIDE]]
// CHECK: tensor.insert_slice
func.func @rows_and_more(%u: tensor<1x8xi32>, %o: tensor<5x8xi32>) -> tensor<5x8xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c6 = arith.constant 6 : i32
  %r = scf.for %t = %c0 to %c6 step %c1 iter_args(%a = %o) -> (tensor<5x8xi32>) : i32 {
    %n = tensor.from_elements %t : tensor<i32>
    %i = tensor.expand_shape %n [] output_shape [1, 1] : tensor<i32> into tensor<1x1xi32>
    %0 = "iree_linalg_ext.scatter"(%u, %i, %a) <{dimension_map = array<i64: 0>, unique_indices = true}> ({
    ^bb0(%l: i32, %r: i32):
      "iree_linalg_ext.yield"(%l) : (i32) -> ()
    }) : (tensor<1x8xi32>, tensor<1x1xi32>, tensor<5x8xi32>) -> tensor<5x8xi32>
    scf.yield %0 : tensor<5x8xi32>
  }
  return %r : tensor<5x8xi32>
}

// A sort of which the first elements are used is a top-k. Positions come from
// its prologue.
// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>)
// CHECK: %[[R:.*]]:2 = prim.device_topk total descending ins(%[[X]] : tensor<?x?xf32>) outs(%{{.*}}, %{{.*}} : tensor<?x5xf32>, tensor<?x5xi64>) dimension(1) prologue {
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[AT:.*]]: index):
// CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[AT]] : index to i64
// CHECK-NEXT: prim.yield %[[E]], %[[P]]
// CHECK: tensor.dim %[[X]]
// CHECK: %[[S:.*]] = tensor.extract_slice %[[R]]#1
// CHECK: return %[[R]]#0, %[[S]]
func.func @first(%x: tensor<?x?xf32>) -> (tensor<?x5xf32>, tensor<?x3xi64>) {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xi64>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i64
    linalg.yield %c : i64
  } -> tensor<?x?xi64>
  %0:2 = "tm_tensor.sort"(%x, %p) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
  ^bb0(%a: f32, %b: f32, %q: i64, %r: i64):
    %c = arith.cmpf oge, %a, %b : f32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<?x?xf32>, tensor<?x?xi64>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  %size = tensor.dim %0#0, %c1 : tensor<?x?xf32>
  %wide = arith.index_cast %size : index to i64
  %least = arith.minsi %wide, %zero : i64
  %start = arith.index_cast %least : i64 to index
  %v = tensor.extract_slice %0#0[0, %start] [%n, 5] [1, 1] : tensor<?x?xf32> to tensor<?x5xf32>
  %i = tensor.extract_slice %0#1[0, 0] [%n, 3] [1, 1] : tensor<?x?xi64> to tensor<?x3xi64>
  return %v, %i : tensor<?x5xf32>, tensor<?x3xi64>
}

// A payload of other values moves with the key, which need not be first.
// CHECK-LABEL: func.func @first_payload(
// CHECK-SAME: %[[P:.*]]: tensor<40xi32>, %[[K:.*]]: tensor<40xi32>)
// CHECK: %[[R:.*]]:2 = prim.device_topk slt ins(%[[K]], %[[P]] : tensor<40xi32>, tensor<40xi32>) outs(%{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>, tensor<4xi32>
// CHECK: return %[[R]]#1
func.func @first_payload(%p: tensor<40xi32>, %k: tensor<40xi32>) -> tensor<4xi32> {
  %0:2 = "tm_tensor.sort"(%p, %k) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
  ^bb0(%q: i32, %r: i32, %a: i32, %b: i32):
    %c = arith.cmpi sle, %a, %b : i32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<40xi32>, tensor<40xi32>) -> (tensor<40xi32>, tensor<40xi32>)
  %v = tensor.extract_slice %0#0[0] [4] [1] : tensor<40xi32> to tensor<4xi32>
  return %v : tensor<4xi32>
}

// Positions along another dimension are a payload.
// CHECK-LABEL: func.func @first_rows(
// CHECK: %[[P:.*]] = linalg.generic
// CHECK: prim.device_topk slt ins(%{{.*}}, %[[P]] : tensor<9x40xi32>, tensor<9x40xi64>)
func.func @first_rows(%x: tensor<9x40xi32>) -> (tensor<9x4xi32>, tensor<9x4xi64>) {
  %e = tensor.empty() : tensor<9x40xi64>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<9x40xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    linalg.yield %c : i64
  } -> tensor<9x40xi64>
  %0:2 = "tm_tensor.sort"(%x, %p) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
  ^bb0(%a: i32, %b: i32, %q: i64, %r: i64):
    %c = arith.cmpi sle, %a, %b : i32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<9x40xi32>, tensor<9x40xi64>) -> (tensor<9x40xi32>, tensor<9x40xi64>)
  %v = tensor.extract_slice %0#0[0, 0] [9, 4] [1, 1] : tensor<9x40xi32> to tensor<9x4xi32>
  %i = tensor.extract_slice %0#1[0, 0] [9, 4] [1, 1] : tensor<9x40xi64> to tensor<9x4xi64>
  return %v, %i : tensor<9x4xi32>, tensor<9x4xi64>
}

// The last elements, most of them, every second one, or all that are used
// elsewhere: a sort.
// CHECK-LABEL: func.func @not_first(
// CHECK-COUNT-4: prim.device_sort
// CHECK-NOT: prim.device_topk
func.func @not_first(%x: tensor<40xi32>) -> (tensor<4xi32>, tensor<21xi32>, tensor<4xi32>, tensor<4xi32>, tensor<40xi32>) {
  %0 = "tm_tensor.sort"(%x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sle, %a, %b : i32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<40xi32>) -> tensor<40xi32>
  %last = tensor.extract_slice %0[36] [4] [1] : tensor<40xi32> to tensor<4xi32>
  %1 = "tm_tensor.sort"(%x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sle, %a, %b : i32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<40xi32>) -> tensor<40xi32>
  %most = tensor.extract_slice %1[0] [21] [1] : tensor<40xi32> to tensor<21xi32>
  %2 = "tm_tensor.sort"(%x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sle, %a, %b : i32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<40xi32>) -> tensor<40xi32>
  %second = tensor.extract_slice %2[0] [4] [2] : tensor<40xi32> to tensor<4xi32>
  %3 = "tm_tensor.sort"(%x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sle, %a, %b : i32
    "tm_tensor.yield"(%c) : (i1) -> ()
  }) : (tensor<40xi32>) -> tensor<40xi32>
  %both = tensor.extract_slice %3[0] [4] [1] : tensor<40xi32> to tensor<4xi32>
  return %last, %most, %second, %both, %3 : tensor<4xi32>, tensor<21xi32>, tensor<4xi32>, tensor<4xi32>, tensor<40xi32>
}
