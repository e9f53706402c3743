// RUN: prim-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @warp_one_lane
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: f32, %[[Z:.*]]: i32, %{{.*}}: i1)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[Z]], %[[X]], %[[X]], %[[Y]] : i32, i32, i32, i32, i32, i32, f32
func.func @warp_one_lane(%x: i32, %y: f32, %z: i32, %g: i1)
    -> (i32, i32, i32, i32, i32, i32, f32) {
  %0 = prim.warp_reduce add %x head(%g) width(1) : i32
  %1:3 = prim.warp_scan both add %x init(%z) total width(1) : i32
  %2:2 = prim.warp_sort slt %x, %y width(1) : i32, f32
  %3 = prim.warp_scan inclusive %x width(1) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  } : i32
  return %0, %3, %1#0, %1#1, %1#2, %2#0, %2#1 : i32, i32, i32, i32, i32, i32, f32
}

// Several items, a count that may be zero, or an identity that is not at hand
// keep the op.
// CHECK-LABEL: func @warp_kept
// CHECK: prim.warp_reduce add %{{.*}} width(1) : vector<2xi32>
// CHECK: prim.warp_reduce add %{{.*}} valid(%{{.*}}) width(1) : i32
// CHECK: prim.warp_reduce add %{{.*}} width(2) : i32
// CHECK: prim.warp_scan exclusive add %{{.*}} width(1) : i32
// CHECK: prim.warp_scan inclusive add %{{.*}} valid(%{{.*}}) total width(1) : i32
// CHECK: prim.warp_scan inclusive add %{{.*}} width(1) : vector<2xi32>
// CHECK: prim.warp_scan inclusive add %{{.*}} head(%{{.*}}) distance width(1) : i32
// CHECK: prim.warp_sort slt %{{.*}} width(1) : vector<2xi32>
func.func @warp_kept(%x: i32, %v: vector<2xi32>, %n: i32, %g: i1)
    -> (i32, i32, i32, i32, i32, i32, vector<2xi32>, i32, i32, vector<2xi32>) {
  %0 = prim.warp_reduce add %v width(1) : vector<2xi32>
  %1 = prim.warp_reduce add %x valid(%n) width(1) : i32
  %2 = prim.warp_reduce add %x width(2) : i32
  %3 = prim.warp_scan exclusive add %x width(1) : i32
  %4:2 = prim.warp_scan inclusive add %x valid(%n) total width(1) : i32
  %5 = prim.warp_scan inclusive add %v width(1) : vector<2xi32>
  %6:2 = prim.warp_scan inclusive add %x head(%g) distance width(1) : i32
  %7 = prim.warp_sort slt %v width(1) : vector<2xi32>
  return %0, %1, %2, %3, %4#0, %4#1, %5, %6#0, %6#1, %7
    : i32, i32, i32, i32, i32, i32, vector<2xi32>, i32, i32, vector<2xi32>
}

// CHECK-LABEL: func @identity_init
// CHECK: prim.warp_scan exclusive add %{{[^ ]*}} : i32
// CHECK: prim.block_scan exclusive minsi %{{[^ ]*}} : i32
// CHECK: prim.device_scan inclusive mul ins(%{{.*}} : memref<?xi32>) outs(%{{.*}} : memref<?xi32>){{$}}
// CHECK: prim.device_reduce and ins(%{{.*}} : memref<?xi32>) outs(%{{.*}} : memref<i32>){{$}}
func.func @identity_init(%x: i32, %m: memref<?xi32>, %o: memref<i32>) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %max = arith.constant 2147483647 : i32
  %ones = arith.constant -1 : i32
  %0 = prim.warp_scan exclusive add %x init(%zero) : i32
  %1 = prim.block_scan exclusive minsi %x init(%max) : i32
  prim.device_scan inclusive mul ins(%m : memref<?xi32>) outs(%m : memref<?xi32>) init(%one : i32)
  prim.device_reduce and ins(%m : memref<?xi32>) outs(%o : memref<i32>) init(%ones : i32)
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func @other_init
// CHECK: prim.warp_scan exclusive add %{{.*}} init(
// CHECK: prim.block_scan exclusive minsi %{{.*}} init(
// CHECK: prim.warp_scan exclusive add %{{.*}} init(
func.func @other_init(%x: i32, %f: f32, %i: index) -> (i32, index, f32) {
  %one = arith.constant 1 : i32
  %max = arith.constant 9223372036854775807 : index
  %zero = arith.constant 0.0 : f32
  %0 = prim.warp_scan exclusive add %x init(%one) : i32
  %1 = prim.block_scan exclusive minsi %i init(%max) : index
  %2 = prim.warp_scan exclusive add %f init(%zero) : f32
  return %0, %1, %2 : i32, index, f32
}

// CHECK-LABEL: func @device_one_element
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1xf32>, %[[Y:[^:]*]]: tensor<4x1xi32>
// CHECK-NEXT: return %[[X]], %[[Y]] : tensor<1xf32>, tensor<4x1xi32>
func.func @device_one_element(%x: tensor<1xf32>, %y: tensor<4x1xi32>, %ox: tensor<1xf32>,
                              %oy: tensor<4x1xi32>) -> (tensor<1xf32>, tensor<4x1xi32>) {
  %0 = prim.device_scan inclusive add ins(%x : tensor<1xf32>) outs(%ox : tensor<1xf32>) -> tensor<1xf32>
  %1 = prim.device_sort slt ins(%y : tensor<4x1xi32>) outs(%oy : tensor<4x1xi32>) dimension(1) -> tensor<4x1xi32>
  return %0, %1 : tensor<1xf32>, tensor<4x1xi32>
}

// CHECK-LABEL: func @device_kept
// CHECK: prim.device_scan exclusive
// CHECK: prim.device_scan inclusive add {{.*}} init(
// CHECK: prim.device_sort slt {{.*}} dimension(0)
func.func @device_kept(%x: tensor<1xf32>, %y: tensor<4x1xi32>, %ox: tensor<1xf32>,
                       %oy: tensor<4x1xi32>, %z: f32)
    -> (tensor<1xf32>, tensor<1xf32>, tensor<4x1xi32>) {
  %0 = prim.device_scan exclusive add ins(%x : tensor<1xf32>) outs(%ox : tensor<1xf32>) -> tensor<1xf32>
  %1 = prim.device_scan inclusive add ins(%x : tensor<1xf32>) outs(%ox : tensor<1xf32>) init(%z : f32) -> tensor<1xf32>
  %2 = prim.device_sort slt ins(%y : tensor<4x1xi32>) outs(%oy : tensor<4x1xi32>) dimension(0) -> tensor<4x1xi32>
  return %0, %1, %2 : tensor<1xf32>, tensor<1xf32>, tensor<4x1xi32>
}

// Segments of at most one element, and rows of one or none in a buffer of any size.
// CHECK-LABEL: func @sort_one_element
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1xf32>, %[[Y:[^:]*]]: tensor<?x1x4xi32>, %[[Z:[^:]*]]: tensor<?x0xi32>
// CHECK-NEXT: return %[[X]], %[[Y]], %[[Z]]
func.func @sort_one_element(%x: tensor<1xf32>, %y: tensor<?x1x4xi32>, %z: tensor<?x0xi32>, %k: tensor<?xi32>,
                            %ox: tensor<1xf32>, %oy: tensor<?x1x4xi32>, %oz: tensor<?x0xi32>)
    -> (tensor<1xf32>, tensor<?x1x4xi32>, tensor<?x0xi32>) {
  %0 = prim.device_sort total ins(%x : tensor<1xf32>) outs(%ox : tensor<1xf32>) segments(%k : tensor<?xi32>) -> tensor<1xf32>
  %1 = prim.device_sort slt ins(%y : tensor<?x1x4xi32>) outs(%oy : tensor<?x1x4xi32>) dimension(1) -> tensor<?x1x4xi32>
  %2 = prim.device_sort slt ins(%z : tensor<?x0xi32>) outs(%oz : tensor<?x0xi32>) dimension(1) -> tensor<?x0xi32>
  return %0, %1, %2 : tensor<1xf32>, tensor<?x1x4xi32>, tensor<?x0xi32>
}

// On memrefs an element in no segment is not the one that is read.
// CHECK-LABEL: func @sort_kept
// CHECK-COUNT-2: prim.device_sort
func.func @sort_kept(%x: memref<1xf32>, %y: tensor<1x4xi32>, %k: memref<?xi32>, %ox: memref<1xf32>, %oy: tensor<1x4xi32>)
    -> tensor<1x4xi32> {
  prim.device_sort total ins(%x : memref<1xf32>) outs(%ox : memref<1xf32>) segments(%k : memref<?xi32>)
  %0 = prim.device_sort slt ins(%y : tensor<1x4xi32>) outs(%oy : tensor<1x4xi32>) dimension(1) -> tensor<1x4xi32>
  return %0 : tensor<1x4xi32>
}

// The op whose workspace is asked for is neither folded nor removed.
// CHECK-LABEL: func @workspace_size
// CHECK: prim.workspace_size {
// CHECK-NEXT: prim.device_sort
func.func @workspace_size(%x: tensor<1xi32>, %o: tensor<1xi32>) -> index {
  %0 = prim.workspace_size {
    %1 = prim.device_sort slt ins(%x : tensor<1xi32>) outs(%o : tensor<1xi32>) -> tensor<1xi32>
  } : index
  return %0 : index
}

// What holds needs no check; what does not, stays for the execution to report.
// CHECK-LABEL: func @checks
// CHECK-NEXT: %[[NO:.*]] = arith.constant false
// CHECK-NEXT: prim.check %[[NO]], invalid_argument, "never"
// CHECK-NEXT: return
func.func @checks() {
  %yes = arith.constant true
  %no = arith.constant false
  prim.check %yes, invalid_argument, "always"
  prim.check %no, invalid_argument, "never"
  return
}

// A size that is known after all, and a region that is empty.

// CHECK-LABEL: func @known_size(
// CHECK-SAME: %[[X:.*]]: tensor<?xi32>
func.func @known_size(%x: tensor<?xi32>, %v: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %n = arith.constant 1024 : index
  // CHECK-DAG: %[[O:.*]] = tensor.empty() : tensor<1024xi32>
  // CHECK-DAG: %[[P:.*]] = tensor.empty() : tensor<1024xf32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %p = tensor.empty(%n) : tensor<?xf32>
  // CHECK: %[[Y:.*]] = prim.device_scan inclusive add ins(%[[X]] : tensor<?xi32>) outs(%[[O]] : tensor<1024xi32>) -> tensor<1024xi32>
  // CHECK: %[[R:.*]]:2 = prim.device_sort slt ins(%[[Y]], %{{.*}} : tensor<1024xi32>, tensor<?xf32>) outs(%[[O]], %[[P]] : tensor<1024xi32>, tensor<1024xf32>) -> tensor<1024xi32>, tensor<1024xf32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %k:2 = prim.device_sort slt ins(%y, %v : tensor<?xi32>, tensor<?xf32>) outs(%o, %p : tensor<?xi32>, tensor<?xf32>) -> tensor<?xi32>, tensor<?xf32>
  // CHECK: tensor.cast %[[R]]#0 : tensor<1024xi32> to tensor<?xi32>
  // CHECK: tensor.cast %[[R]]#1 : tensor<1024xf32> to tensor<?xf32>
  return %k#0, %k#1 : tensor<?xi32>, tensor<?xf32>
}

// CHECK-LABEL: func @known_reduce(
func.func @known_reduce(%x: tensor<16xi32>, %o: tensor<i32>, %e: i32) -> tensor<i32> {
  %c = tensor.cast %x : tensor<16xi32> to tensor<?xi32>
  // CHECK: prim.device_reduce ins(%{{.*}} : tensor<16xi32>)
  // CHECK: arith.muli
  %y = prim.device_reduce ins(%c : tensor<?xi32>) outs(%o : tensor<i32>) identity(%e : i32) combiner {
  ^bb0(%a: i32, %b: i32):
    %r = arith.muli %a, %b : i32
    prim.yield %r : i32
  } -> tensor<i32>
  return %y : tensor<i32>
}

// CHECK-LABEL: func @known_rows(
func.func @known_rows(%x: tensor<4x5x6xi32>, %o: tensor<?xi32>, %y: tensor<?x?xi32>, %p: tensor<3x4xi32>, %v: tensor<?xi32>,
                      %q: tensor<?xi32>, %k: tensor<9xi32>) -> (tensor<?xi32>, tensor<?x?xi32>, tensor<?xi32>) {
  // CHECK: prim.device_reduce add ins(%{{.*}} : tensor<4x5x6xi32>) outs(%{{.*}} : tensor<?xi32>) dimension(0, 2) -> tensor<?xi32>
  %c = tensor.cast %x : tensor<4x5x6xi32> to tensor<?x?x?xi32>
  %0 = prim.device_reduce add ins(%c : tensor<?x?x?xi32>) outs(%o : tensor<?xi32>) dimension(0, 2) -> tensor<?xi32>
  // CHECK: %[[R:.*]] = prim.device_sort slt ins(%{{.*}} : tensor<?x?xi32>) outs(%{{.*}} : tensor<3x4xi32>) dimension(0) -> tensor<3x4xi32>
  %d = tensor.cast %p : tensor<3x4xi32> to tensor<?x?xi32>
  %1 = prim.device_sort slt ins(%y : tensor<?x?xi32>) outs(%d : tensor<?x?xi32>) dimension(0) -> tensor<?x?xi32>
  // CHECK: prim.device_sort slt ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}} : tensor<?xi32>) segments(%{{.*}} : tensor<9xi32>) -> tensor<?xi32>
  %e = tensor.cast %k : tensor<9xi32> to tensor<?xi32>
  %2 = prim.device_sort slt ins(%v : tensor<?xi32>) outs(%q : tensor<?xi32>) segments(%e : tensor<?xi32>) -> tensor<?xi32>
  return %0, %1, %2 : tensor<?xi32>, tensor<?x?xi32>, tensor<?xi32>
}

// Casts of what says where segments are, of what they start from, and of results.

// CHECK-LABEL: func @known_segments(
// CHECK-SAME: %[[X:.*]]: tensor<?xi32>, %[[F:.*]]: tensor<9xi1>, %[[K:.*]]: tensor<5xi64>, %[[L:.*]]: tensor<?xf16>
func.func @known_segments(%x: tensor<?xi32>, %f: tensor<9xi1>, %k: tensor<5xi64>, %l: tensor<?xf16>, %o: tensor<9xi32>,
                          %p: tensor<?xi32>, %u: tensor<3xf16>, %n: tensor<i32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xf16>, tensor<i32>) {
  // CHECK-NOT: tensor.cast %[[F]]
  // CHECK: %[[Y:.*]] = prim.device_scan inclusive add ins(%[[X]] : tensor<?xi32>) outs(%{{.*}} : tensor<9xi32>) head(%[[F]] : tensor<9xi1>) -> tensor<9xi32>
  %fc = tensor.cast %f : tensor<9xi1> to tensor<?xi1>
  %oc = tensor.cast %o : tensor<9xi32> to tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%oc : tensor<?xi32>) head(%fc : tensor<?xi1>) -> tensor<?xi32>
  // CHECK: prim.device_reduce add ins(%[[Y]] : tensor<9xi32>) outs(%{{.*}} : tensor<?xi32>) segments(%[[K]], %[[K]] : tensor<5xi64>, tensor<5xi64>) -> tensor<?xi32>
  %kc = tensor.cast %k : tensor<5xi64> to tensor<?xi64>
  %z = prim.device_reduce add ins(%y : tensor<?xi32>) outs(%p : tensor<?xi32>) segments(%kc, %k : tensor<?xi64>, tensor<5xi64>) -> tensor<?xi32>
  // A region comes along.
  // CHECK: prim.device_reduce add ins(%[[Y]] : tensor<9xi32>) outs({{.*}} : tensor<3xf16>, tensor<?xi32>, tensor<i32>) discards(1) by_key(%[[L]] : tensor<?xf16>) equal {
  // CHECK: arith.cmpf ueq
  // CHECK: } -> tensor<3xf16>, tensor<?xi32>, tensor<i32>
  %uc = tensor.cast %u : tensor<3xf16> to tensor<?xf16>
  %r:3 = prim.device_reduce add ins(%y : tensor<?xi32>) outs(%uc, %p, %n : tensor<?xf16>, tensor<?xi32>, tensor<i32>) by_key(%l : tensor<?xf16>) equal {
  ^bb0(%a: f16, %b: f16):
    %c = arith.cmpf ueq, %a, %b : f16
    prim.yield %c : i1
  } -> tensor<?xf16>, tensor<?xi32>, tensor<i32>
  return %y, %z, %r#0, %r#2 : tensor<?xi32>, tensor<?xi32>, tensor<?xf16>, tensor<i32>
}

// One element is a segment, or it is in none, and then anything will do.

// CHECK-LABEL: func @one_of_a_segment
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1xi32>, %[[Z:[^:]*]]: tensor<0xi32>
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[Z]] :
func.func @one_of_a_segment(%x: tensor<1xi32>, %z: tensor<0xi32>, %k: tensor<1xi32>, %off: tensor<?xi64>, %none: tensor<?xi1>,
                            %o: tensor<1xi32>, %p: tensor<0xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<0xi32>) {
  %0 = prim.device_scan inclusive add ins(%x : tensor<1xi32>) outs(%o : tensor<1xi32>) by_key(%k : tensor<1xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  } -> tensor<1xi32>
  %1 = prim.device_scan inclusive add ins(%x : tensor<1xi32>) outs(%o : tensor<1xi32>) head(%k : tensor<1xi32>) reverse -> tensor<1xi32>
  %2 = prim.device_scan inclusive add ins(%x : tensor<1xi32>) outs(%o : tensor<1xi32>) segments(%off, %off : tensor<?xi64>, tensor<?xi64>) -> tensor<1xi32>
  %3 = prim.device_scan inclusive add ins(%z : tensor<0xi32>) outs(%p : tensor<0xi32>) head(%none : tensor<?xi1>) -> tensor<0xi32>
  return %0, %1, %2, %3 : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<0xi32>
}

// An op that starts from something, or leaves the element out, or counts, stays; so does
// one in memrefs. A start from the identity goes.

// CHECK-LABEL: func @segments_kept
// CHECK: prim.device_scan exclusive add {{.*}} head
// CHECK: prim.device_scan inclusive add {{.*}} init({{.*}} segments
// CHECK: prim.device_reduce add {{.*}} by_key
// CHECK: prim.device_scan inclusive add {{.*}} head(%{{.*}} : memref<1xi1>){{$}}
// CHECK: prim.device_reduce add {{.*}} outs(%{{.*}} : memref<?xi32>) segments(%{{.*}} : memref<?xi64>){{$}}
func.func @segments_kept(%x: tensor<1xi32>, %k: tensor<1xi32>, %off: tensor<?xi64>, %o: tensor<1xi32>, %n: tensor<i32>,
                         %mx: memref<1xi32>, %mo: memref<1xi32>, %mf: memref<1xi1>, %my: memref<?xi32>, %mk: memref<?xi64>)
    -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = prim.device_scan exclusive add ins(%x : tensor<1xi32>) outs(%o : tensor<1xi32>) head(%k : tensor<1xi32>) -> tensor<1xi32>
  %1 = prim.device_scan inclusive add ins(%x : tensor<1xi32>) outs(%o : tensor<1xi32>) segments(%off : tensor<?xi64>) init(%one : i32) -> tensor<1xi32>
  %2:3 = prim.device_reduce add ins(%x : tensor<1xi32>) outs(%k, %o, %n : tensor<1xi32>, tensor<1xi32>, tensor<i32>) by_key(%k : tensor<1xi32>) -> tensor<1xi32>, tensor<1xi32>, tensor<i32>
  prim.device_scan inclusive add ins(%mx : memref<1xi32>) outs(%mo : memref<1xi32>) head(%mf : memref<1xi1>)
  prim.device_reduce add ins(%mx : memref<1xi32>) outs(%my : memref<?xi32>) segments(%mk : memref<?xi64>) init(%zero : i32)
  return %0, %1, %2#1 : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
}

// An exchange folds where every item stays: the same rows, however they are
// called, or one item per thread; not with ranks.
// CHECK-LABEL: func @exchange_nothing
// CHECK-SAME: (%[[X:.*]]: vector<4xi32>, %[[Y:.*]]: i32, %[[Z:.*]]: i64, %[[R:.*]]: i32)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[Y]], %[[Z]]
func.func @exchange_nothing(%x: vector<4xi32>, %y: i32, %z: i64, %r: i32)
    -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i64) {
  %0 = prim.block_exchange %x from(striped) to(striped) : vector<4xi32>
  %1 = prim.block_exchange %x from(rows(2)) to(rows(2)) : vector<4xi32>
  %2 = prim.block_exchange %x from(rows(4)) : vector<4xi32>
  %3:2 = prim.block_exchange %y, %z to(striped) : i32, i64
  return %0, %1, %2, %3#0, %3#1 : vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i64
}

// CHECK-LABEL: func @exchange_something
// CHECK-COUNT-3: prim.block_exchange
func.func @exchange_something(%x: vector<4xi32>, %y: i32, %r: i32) -> (vector<4xi32>, vector<4xi32>, i32) {
  %0 = prim.block_exchange %x from(rows(2)) to(rows(1)) : vector<4xi32>
  %1 = prim.block_exchange %x from(striped) to(rows(1)) : vector<4xi32>
  %2 = prim.block_exchange %y ranks(%r : i32) : i32
  return %0, %1, %2 : vector<4xi32>, vector<4xi32>, i32
}
