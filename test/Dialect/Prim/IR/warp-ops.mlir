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
