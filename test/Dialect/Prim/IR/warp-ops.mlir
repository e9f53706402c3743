// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s

// CHECK-LABEL: func @reduce
func.func @reduce(%x: i32, %f: f32, %n: i32, %g: i1, %v: vector<4xf64>) {
  // CHECK: prim.warp_reduce add %{{.*}} : i32
  %0 = prim.warp_reduce add %x : i32
  // CHECK: prim.warp_reduce maxnumf %{{.*}} valid(%{{.*}}) all width(16) fastmath<nnan> : f32
  %1 = prim.warp_reduce maxnumf %f fastmath<nnan> width(16) all valid(%n) : f32
  // CHECK: prim.warp_reduce minui %{{.*}} head(%{{.*}}) : i32
  %2 = prim.warp_reduce minui %x head(%g) : i32
  // CHECK: prim.warp_reduce minui %{{.*}} tail(%{{.*}}) : i32
  %3 = prim.warp_reduce minui %x tail(%g) : i32
  // CHECK: prim.warp_reduce add %{{.*}} {a = 1 : i32} : vector<4xf64>
  %4 = prim.warp_reduce add %v {a = 1 : i32} : vector<4xf64>
  // CHECK: prim.warp_reduce %{{.*}}, %{{.*}} identity(%{{.*}}, %{{.*}}) combiner commutative {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32):
  // CHECK: prim.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } : f32, i32
  %5:2 = prim.warp_reduce %f, %x combiner commutative {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %c = arith.maximumf %a, %b : f32
    prim.yield %c, %ai : f32, i32
  } identity(%f, %x) : f32, i32
  return
}

// CHECK-LABEL: func @scan
func.func @scan(%x: i32, %f: f32, %n: i32, %g: i1, %v: vector<4xi16>, %z: i16) {
  // CHECK: prim.warp_scan inclusive add %{{.*}} : i32
  %0 = prim.warp_scan inclusive add %x : i32
  // CHECK: prim.warp_scan exclusive mul %{{.*}} init(%{{.*}}) total : i32
  %1:2 = prim.warp_scan exclusive mul %x init(%n) total : i32
  // CHECK: prim.warp_scan both add %{{.*}} init(%{{.*}}) total reverse width(8) : vector<4xi16>
  %2:3 = prim.warp_scan both add %v reverse init(%z) width(8) total : vector<4xi16>
  // CHECK: prim.warp_scan inclusive add %{{.*}} head(%{{.*}}) distance : f32
  %3:2 = prim.warp_scan inclusive add %f head(%g) distance : f32
  // CHECK: prim.warp_scan exclusive %{{.*}}, %{{.*}} identity(%{{.*}}, %{{.*}}) valid(%{{.*}}) combiner {
  %4:2 = prim.warp_scan exclusive %f, %x identity(%f, %x) valid(%n) combiner {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    prim.yield %b, %bi : f32, i32
  } : f32, i32
  return
}

// CHECK-LABEL: func @sort
func.func @sort(%x: i32, %f: f32, %n: i32, %k: vector<4xi64>, %v: vector<4xf16>) {
  // CHECK: prim.warp_sort slt %{{.*}}, %{{.*}} width(32) : i32, f32
  %0:2 = prim.warp_sort slt %x, %f width(32) : i32, f32
  // CHECK: prim.warp_sort ult descending %{{.*}}, %{{.*}} valid(%{{.*}}) stable : vector<4xi64>, vector<4xf16>
  %1:2 = prim.warp_sort ult descending %k, %v stable valid(%n) : vector<4xi64>, vector<4xf16>
  // CHECK: prim.warp_sort total %{{.*}} : f32
  %2 = prim.warp_sort total %f : f32
  // CHECK: prim.warp_sort %{{.*}} comparator {
  %3 = prim.warp_sort %x comparator {
  ^bb0(%a: i32, %b: i32):
    %lt = arith.cmpi ult, %a, %b : i32
    prim.yield %lt : i1
  } : i32
  return
}

// CHECK-LABEL: func @packed
func.func @packed(%x: i32) {
  // CHECK: prim.warp_scan exclusive add %{{.*}} packed distance : i32
  %0:2 = prim.warp_scan exclusive add %x distance packed : i32
  return
}

// CHECK-LABEL: func @lanes
func.func @lanes(%x: i32, %f: f32, %v: vector<4xi32>, %r: vector<4xi16>, %n: i32) {
  // CHECK: prim.warp_broadcast %{{.*}} lane(%{{.*}}) : f32
  %0 = prim.warp_broadcast %f lane(%n) : f32
  // CHECK: prim.warp_broadcast %{{.*}}, %{{.*}} lane(%{{.*}}) width(5) : f32, i32
  %1:2 = prim.warp_broadcast %f, %x width(5) lane(%n) : f32, i32
  // CHECK: prim.warp_shuffle %{{.*}} lane(%{{.*}}) : vector<4xi32>
  %2 = prim.warp_shuffle %v lane(%n) : vector<4xi32>
  // CHECK: prim.warp_shuffle %{{.*}}, %{{.*}} up(%{{.*}}) width(16) : f32, i32
  %3:2 = prim.warp_shuffle %f, %x width(16) up(%n) : f32, i32
  // CHECK: prim.warp_shuffle %{{.*}} down(%{{.*}}) : f32
  %4 = prim.warp_shuffle %f down(%n) : f32
  // CHECK: prim.warp_shuffle %{{.*}} xor(%{{.*}}) {a} : f32
  %5 = prim.warp_shuffle %f xor(%n) {a} : f32
  // CHECK: prim.warp_exchange blocked_to_striped %{{.*}} width(32) : vector<4xi32>
  %6 = prim.warp_exchange blocked_to_striped %v width(32) : vector<4xi32>
  // CHECK: prim.warp_exchange striped_to_blocked %{{.*}} : vector<4xi32>
  %7 = prim.warp_exchange striped_to_blocked %v : vector<4xi32>
  // CHECK: prim.warp_exchange scatter_to_striped %{{.*}} ranks(%{{.*}} : vector<4xi16>) width(7) : vector<4xi32>
  %8 = prim.warp_exchange scatter_to_striped %v width(7) ranks(%r : vector<4xi16>) : vector<4xi32>
  return
}

// CHECK-LABEL: func @masks
func.func @masks(%p: i1, %l: i16, %m: i64, %w: i32) {
  // CHECK: prim.warp_ballot %{{.*}} : i64
  %0 = prim.warp_ballot %p : i64
  // CHECK: prim.warp_match_any %{{.*}} : i16 -> i64
  %1 = prim.warp_match_any %l : i16 -> i64
  // CHECK: prim.warp_match_any %{{.*}} valid(%{{.*}}) bits(8) : i16 -> i32
  %2 = prim.warp_match_any %l valid(%p) bits(8) : i16 -> i32
  // CHECK: prim.warp_match_any %{{.*}} bits(%{{.*}}) : i16 -> i64
  %some = prim.warp_match_any %l bits(%w) : i16 -> i64
  // CHECK: prim.warp_match_any %{{.*}} whole : i16 -> i64
  %6 = prim.warp_match_any %l whole : i16 -> i64
  // CHECK: prim.warp_masked_bit_count %{{.*}} : i64
  %3 = prim.warp_masked_bit_count %m : i64
  // CHECK: prim.warp_masked_bit_count %{{.*}} add(%{{.*}}) : i32
  %4 = prim.warp_masked_bit_count %w add(%w) : i32
  // CHECK: prim.warp_group_select %{{.*}} : i64
  %5 = prim.warp_group_select %m : i64
  // CHECK: prim.warp_barrier
  prim.warp_barrier
  // CHECK: prim.check_convergence "here"
  prim.check_convergence "here"
  // CHECK: prim.check_convergence "there" width(12)
  prim.check_convergence "there" width(12)
  return
}

// CHECK-LABEL: func @transfers
func.func @transfers(%m: memref<?xf32>, %s: memref<?xi8, strided<[1], offset: ?>>, %o: index, %n: i32, %z: f32) {
  // CHECK: prim.warp_load direct %{{.*}}[%{{.*}}] : memref<?xf32>, f32
  %0 = prim.warp_load direct %m[%o] : memref<?xf32>, f32
  // CHECK: prim.warp_load transpose %{{.*}}[%{{.*}}] valid(%{{.*}}) fill(%{{.*}} : f32) width(16) : memref<?xf32>, vector<4xf32>
  %1 = prim.warp_load transpose %m[%o] valid(%n) fill(%z : f32) width(16) : memref<?xf32>, vector<4xf32>
  // CHECK: prim.warp_load vectorize %{{.*}}[%{{.*}}] valid(%{{.*}}) : memref<?xi8, strided<[1], offset: ?>>, vector<8xi8>
  %2 = prim.warp_load vectorize %s[%o] valid(%n) : memref<?xi8, strided<[1], offset: ?>>, vector<8xi8>
  // CHECK: prim.warp_store striped %{{.*}}, %{{.*}}[%{{.*}}] valid(%{{.*}}) width(16) : vector<4xf32>, memref<?xf32>
  prim.warp_store striped %1, %m[%o] valid(%n) width(16) : vector<4xf32>, memref<?xf32>
  // CHECK: prim.warp_store direct %{{.*}}, %{{.*}}[%{{.*}}] : f32, memref<?xf32>
  prim.warp_store direct %0, %m[%o] : f32, memref<?xf32>
  return
}
