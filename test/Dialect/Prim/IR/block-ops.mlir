// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s

// CHECK-LABEL: func @reduce
func.func @reduce(%x: i32, %f: f32, %n: i32, %v: vector<8xf64>, %g: vector<8xi1>, %h: i1) {
  // CHECK: prim.block_reduce add %{{.*}} all : vector<8xf64>
  %0 = prim.block_reduce add %v all : vector<8xf64>
  // CHECK: prim.block_reduce xor %{{.*}} valid(%{{.*}}) : i32
  %1 = prim.block_reduce xor %x valid(%n) : i32
  // CHECK: prim.block_reduce %{{.*}} identity(%{{.*}}) combiner {
  %2 = prim.block_reduce %f identity(%f) combiner {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    prim.yield %c : f32
  } : f32
  // CHECK: %{{.*}} = prim.block_reduce add %{{.*}} head(%{{.*}}) arrangement(rows(4)) : vector<8xf64>
  %3 = prim.block_reduce add %v head(%g) arrangement(rows(4)) : vector<8xf64>
  // CHECK: prim.block_reduce xor %{{.*}} valid(%{{.*}}) tail(%{{.*}}) : i32
  %4 = prim.block_reduce xor %x tail(%h) valid(%n) : i32
  %5 = arith.addf %3, %v : vector<8xf64>
  return
}

// CHECK-LABEL: func @scan
func.func @scan(%x: i32, %z: i32, %n: i32, %v: vector<8xi32>, %g: vector<8xi1>,
                %m: memref<?xi32>, %i: index) {
  // CHECK: prim.block_scan exclusive add %{{.*}} init(%{{.*}}) total : vector<8xi32>
  %0:2 = prim.block_scan exclusive add %v init(%z) total : vector<8xi32>
  // CHECK: prim.block_scan both add %{{.*}} valid(%{{.*}}) head(%{{.*}}) total reverse : vector<8xi32>
  %1:3 = prim.block_scan both add %v head(%g) valid(%n) total reverse : vector<8xi32>
  // CHECK: prim.block_scan inclusive add %{{.*}} prefix {
  %2 = prim.block_scan inclusive add %v prefix {
  ^bb0(%t: i32):
    memref.store %t, %m[%i] : memref<?xi32>
    prim.yield %z : i32
  } : vector<8xi32>
  // CHECK: prim.block_scan exclusive %{{.*}}, %{{.*}} combiner {
  // CHECK: } prefix {
  // CHECK: } : i32, i32
  %3:2 = prim.block_scan exclusive %x, %z combiner {
  ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
    prim.yield %b, %bi : i32, i32
  } prefix {
  ^bb0(%a: i32, %ai: i32):
    prim.yield %a, %ai : i32, i32
  } : i32, i32
  // CHECK: prim.block_scan exclusive add %{{.*}} head(%{{.*}}) prefix {
  // CHECK-NEXT: ^bb0(%{{.*}}: i1, %{{.*}}: i32):
  %4 = prim.block_scan exclusive add %v head(%g) prefix {
  ^bb0(%held: i1, %t: i32):
    prim.yield %t, %held : i32, i1
  } : vector<8xi32>
  return
}

// CHECK-LABEL: func @sort
func.func @sort(%n: i32, %k: vector<4xi64>, %v: vector<4xf16>) {
  // CHECK: prim.block_sort slt descending %{{.*}}, %{{.*}} bits(0, 8) to(striped) : vector<4xi64>, vector<4xf16>
  %0:2 = prim.block_sort slt descending %k, %v bits(0, 8) to(striped) : vector<4xi64>, vector<4xf16>
  // CHECK: prim.block_sort descending %{{.*}}, %{{.*}} keys(2) orders(slt, total) from(rows(2)) : vector<4xi64>, vector<4xf16>
  %sorted:2 = prim.block_sort descending %k, %v from(rows(2)) orders(slt, total) keys(2) : vector<4xi64>, vector<4xf16>
  // CHECK: prim.block_sort slt %{{.*}} from(rows(2)) to(rows(1)) : vector<4xi64>
  %to_rows = prim.block_sort slt %k from(rows(2)) to(rows(1)) : vector<4xi64>
  // CHECK: prim.block_sort ult %{{.*}} valid(%{{.*}}) : vector<4xi64>
  %1 = prim.block_sort ult %k to(blocked) valid(%n) : vector<4xi64>
  // CHECK: prim.block_sort %{{.*}} to(striped) comparator {
  %2 = prim.block_sort %v comparator {
  ^bb0(%a: f16, %b: f16):
    %lt = arith.cmpf ogt, %a, %b : f16
    prim.yield %lt : i1
  } to(striped) : vector<4xf16>
  return
}

// A prefix may be absent, and a valid count may be known to be positive.
// CHECK: gpu.func @optional_prefix
gpu.module @optional {
  gpu.func @optional_prefix(%x: i32, %n: i32, %some: i1) {
    // CHECK: prim.yield %{{.*}}, %{{.*}} : i32, i1
    %0 = prim.block_scan inclusive add %x prefix {
    ^bb0(%t: i32):
      prim.yield %t, %some : i32, i1
    } : i32
    %one = arith.constant 1 : i32
    %m = arith.maxsi %n, %one : i32
    // CHECK: prim.block_reduce %{{.*}} valid(%{{.*}})
    %1 = prim.block_reduce %x valid(%m) combiner {
    ^bb0(%a: i32, %b: i32):
      prim.yield %a : i32
    } : i32
    gpu.return
  }
}

// CHECK-LABEL: func @tiles
func.func @tiles(%m: memref<?xf16, strided<[1], offset: ?>>, %b: !prim.base<global>,
                 %w: !prim.base<workgroup>, %i: index, %n: i32) {
  // CHECK: prim.block_load %{{.*}}[%{{.*}}] : memref<?xf16, strided<[1], offset: ?>>, vector<6xf16>
  %0 = prim.block_load %m[%i] : memref<?xf16, strided<[1], offset: ?>>, vector<6xf16>
  // CHECK: prim.block_load %{{.*}}[%{{.*}}] valid(%{{.*}}) arrangement(rows(2)) reverse : !prim.base<global>, vector<6xf16>
  %1 = prim.block_load %b[%i] valid(%n) arrangement(rows(2)) reverse : !prim.base<global>, vector<6xf16>
  // CHECK: prim.block_load %{{.*}}[%{{.*}}] valid(%{{.*}}) fill(%{{.*}} : i32) : !prim.base<global>, vector<6xi32>
  %filled = prim.block_load %b[%i] valid(%n) fill(%n : i32) : !prim.base<global>, vector<6xi32>
  // CHECK: prim.block_load %{{.*}}[%{{.*}}] arrangement(striped) : !prim.base<workgroup>, i32
  %2 = prim.block_load %w[%i] arrangement(striped) : !prim.base<workgroup>, i32
  // CHECK: prim.block_store %{{.*}}, %{{.*}}[%{{.*}}] valid(%{{.*}}) : vector<6xf16>, memref<?xf16, strided<[1], offset: ?>>
  prim.block_store %0, %m[%i] valid(%n) arrangement(blocked) : vector<6xf16>, memref<?xf16, strided<[1], offset: ?>>
  // CHECK: prim.block_store %{{.*}}, %{{.*}}[%{{.*}}] arrangement(rows(1)) reverse : i32, !prim.base<global>
  prim.block_store %2, %b[%i] arrangement(rows(1)) reverse : i32, !prim.base<global>
  // CHECK: prim.block_scan inclusive add %{{.*}} reverse arrangement(rows(3)) : vector<6xf16>
  %3 = prim.block_scan inclusive add %1 arrangement(rows(3)) reverse : vector<6xf16>
  // CHECK: prim.block_reduce add %{{.*}} arrangement(rows(6)) : vector<6xf16>
  %4 = prim.block_reduce add %1 arrangement(rows(6)) : vector<6xf16>
  // CHECK: prim.block_reduce add %{{.*}} : vector<6xf16>
  %5 = prim.block_reduce add %1 arrangement(blocked) : vector<6xf16>
  return
}

// CHECK-LABEL: func @exchange
func.func @exchange(%x: vector<6xi32>, %y: vector<6xf64>, %r: vector<6xi32>) {
  // CHECK: prim.block_exchange %{{.*}} from(striped) to(rows(3)) : vector<6xi32>
  %0 = prim.block_exchange %x to(rows(3)) from(striped) : vector<6xi32>
  // CHECK: prim.block_exchange %{{.*}}, %{{.*}} ranks(%{{.*}} : vector<6xi32>) to(striped) : vector<6xi32>, vector<6xf64>
  %1:2 = prim.block_exchange %x, %y ranks(%r : vector<6xi32>) to(striped) : vector<6xi32>, vector<6xf64>
  // CHECK: prim.block_exchange %{{.*}} from(rows(2)) : vector<6xf64>
  %2 = prim.block_exchange %y from(rows(2)) to(blocked) : vector<6xf64>
  return
}

// CHECK-LABEL: func @radix_rank
func.func @radix_rank(%d: vector<6xi32>, %one: i32, %n: i32, %b: !prim.base<global>, %k: vector<2xf32>) {
  // CHECK: prim.block_radix_rank %{{.*}} bits(8) : vector<6xi32>
  %0 = prim.block_radix_rank %d bits(8) : vector<6xi32>
  // CHECK: %{{.*}}:3 = prim.block_radix_rank %{{.*}} bits(1) valid(%{{.*}}) counts(2) arrangement(rows(3)) : vector<6xi32>
  %1, %c, %s = prim.block_radix_rank %d arrangement(rows(3)) counts(2) valid(%n) bits(1) : vector<6xi32>
  %2 = arith.addi %c, %s : vector<2xi32>
  // CHECK: %[[R:.*]]:3 = prim.block_radix_rank %{{.*}} bits(3) counts(1) arrangement(striped) counted {
  // CHECK-NEXT: ^bb0(%[[EARLY:.*]]: i32):
  // CHECK-NEXT: prim.warp_reduce add %[[EARLY]]
  // CHECK: prim.yield
  // CHECK-NEXT: } : i32
  %3, %e, %f = prim.block_radix_rank %one bits(3) counts(1) counted {
  ^bb0(%early: i32):
    %w = prim.warp_reduce add %early : i32
    prim.store %w, %b[%one] : i32, !prim.base<global>
    prim.block_barrier
    prim.yield
  } arrangement(striped) : i32
  // CHECK: prim.block_radix_rank %{{.*}} bits(3) counts(1) counted {
  // CHECK: } digit {
  // CHECK-NEXT: ^bb0(%[[K:.*]]: f32):
  // CHECK-NEXT: arith.fptoui %[[K]]
  // CHECK: } ranked {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[RANK:.*]]: i32):
  // CHECK-NEXT: prim.store %[[RANK]]
  // CHECK: } : vector<2xf32>
  %5:3 = prim.block_radix_rank %k bits(3) ranked {
  ^bb0(%key: f32, %rank: i32):
    prim.store %rank, %b[%rank] : i32, !prim.base<global>
    prim.yield
  } digit {
  ^bb0(%key: f32):
    %digit = arith.fptoui %key : f32 to i32
    prim.yield %digit : i32
  } counts(1) counted {
  ^bb0(%early: i32):
    prim.yield
  } : vector<2xf32>
  // CHECK: arith.addi %[[R]]#1, %[[R]]#2 : i32
  %4 = arith.addi %e, %f : i32
  return
}

// CHECK-LABEL: func @histogram
func.func @histogram(%x: vector<6xi16>, %i: index, %n: i32, %b: !prim.base<workgroup>, %m: memref<?xi32>) {
  // CHECK: %[[C:.*]] = prim.block_histogram %{{.*}} bins(1000) valid(%{{.*}}) counts(4) arrangement(rows(2)) : vector<6xi16>
  %0 = prim.block_histogram %x counts(4) arrangement(rows(2)) valid(%n) bins(1000) : vector<6xi16>
  // CHECK: arith.addi %[[C]], %[[C]] : vector<4xi32>
  %1 = arith.addi %0, %0 : vector<4xi32>
  // CHECK: %[[D:.*]] = prim.block_histogram %{{.*}} bins(3) counts(1) : index
  %2 = prim.block_histogram %i bins(3) counts(1) : index
  // CHECK: arith.addi %[[D]], %[[D]] : i32
  %3 = arith.addi %2, %2 : i32
  // CHECK: prim.block_histogram %{{.*}} bins(16) into(%{{.*}} : !prim.base<workgroup>) : vector<6xi16>
  prim.block_histogram %x bins(16) into(%b : !prim.base<workgroup>) : vector<6xi16>
  // CHECK: prim.block_histogram %{{.*}} bins(16) into(%{{.*}} : memref<?xi32>) valid(%{{.*}}) arrangement(striped) : vector<6xi16>
  prim.block_histogram %x bins(16) into(%m : memref<?xi32>) valid(%n) arrangement(striped) : vector<6xi16>
  return
}
