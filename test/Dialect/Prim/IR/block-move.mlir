// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s

// CHECK-LABEL: func @adjacent
func.func @adjacent(%x: vector<6xi32>, %y: vector<6xf32>, %n: i32, %p: i32, %q: f32, %i: index) {
  // CHECK: %[[D:.*]] = prim.block_adjacent left %{{.*}} predecessor(%{{.*}}) valid(%{{.*}}) arrangement(rows(2)) map {
  // CHECK: } : vector<6xi32>
  %0 = prim.block_adjacent left %x arrangement(rows(2)) valid(%n) predecessor(%p) map {
  ^bb0(%a: i32, %b: i32):
    %d = arith.subi %b, %a : i32
    prim.yield %d : i32
  } : vector<6xi32>
  // CHECK: %{{.*}}:4 = prim.block_adjacent left right %{{.*}}, %{{.*}} map {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32):
  // CHECK: } : vector<6xi32>, vector<6xf32>
  %1:4 = prim.block_adjacent left right %x, %y map {
  ^bb0(%a: i32, %c: f32, %b: i32, %d: f32, %number: i32):
    %f = arith.cmpi ne, %a, %b : i32
    %g = arith.subf %d, %c : f32
    prim.yield %f, %g : i1, f32
  } : vector<6xi32>, vector<6xf32>
  // CHECK: prim.block_adjacent right %{{.*}}, %{{.*}} successor(%{{.*}}, %{{.*}}) map {
  // CHECK: prim.yield %{{.*}} : i64
  %2 = prim.block_adjacent right %x, %y successor(%p, %q) map {
  ^bb0(%a: i32, %c: f32, %b: i32, %d: f32):
    %f = arith.extsi %a : i32 to i64
    prim.yield %f : i64
  } : vector<6xi32>, vector<6xf32>
  // What a region gives are the types of the results.
  // CHECK: arith.addf
  %3 = arith.addf %1#1, %1#3 : vector<6xf32>
  %4 = arith.andi %1#0, %1#2 : vector<6xi1>
  %5 = arith.trunci %2 : vector<6xi64> to vector<6xi32>
  // CHECK: %[[E:.*]] = prim.block_adjacent left %{{.*}} map {
  // CHECK: } : index
  %6 = prim.block_adjacent left %i map {
  ^bb0(%a: index, %b: index):
    %f = arith.cmpi ult, %a, %b : index
    prim.yield %f : i1
  } : index
  %7 = arith.xori %6, %6 : i1
  return
}

// CHECK-LABEL: func @shuffle
func.func @shuffle(%x: vector<2xf16>, %y: vector<2xi64>, %d: i32, %f: f16, %g: i64, %z: bf16) {
  // CHECK: prim.block_shuffle %{{.*}} offset(%{{.*}}) : bf16
  %0 = prim.block_shuffle %z offset(%d) : bf16
  // CHECK: prim.block_shuffle %{{.*}}, %{{.*}} offset(%{{.*}}) fill(%{{.*}}, %{{.*}}) : vector<2xf16>, vector<2xi64>
  %1:2 = prim.block_shuffle %x, %y fill(%f, %g) offset(%d) : vector<2xf16>, vector<2xi64>
  // CHECK: prim.block_shuffle %{{.*}} rotate(%{{.*}}) : vector<2xf16>
  %2 = prim.block_shuffle %x rotate(%d) : vector<2xf16>
  // CHECK: prim.block_shuffle up %{{.*}} fill(%{{.*}}) edge : vector<2xf16>
  %3, %4 = prim.block_shuffle up %x edge fill(%f) : vector<2xf16>
  // CHECK: %{{.*}}:4 = prim.block_shuffle down %{{.*}}, %{{.*}} edge : vector<2xf16>, vector<2xi64>
  %5:4 = prim.block_shuffle down %x, %y edge : vector<2xf16>, vector<2xi64>
  %6 = arith.addf %4, %5#2 : f16
  %7 = arith.addi %5#3, %5#3 : i64
  return
}

// CHECK-LABEL: func @run_length_decode
func.func @run_length_decode(%x: vector<2xf16>, %y: vector<2xi64>, %l: vector<2xi32>, %w: i32, %i: index) {
  // CHECK: prim.block_run_length_decode %{{.*}} lengths(%{{.*}} : i32) items(1) : index
  %0 = prim.block_run_length_decode %i lengths(%w : i32) items(1) : index
  // CHECK: %{{.*}}:4 = prim.block_run_length_decode %{{.*}}, %{{.*}} lengths(%{{.*}} : vector<2xi32>) window(%{{.*}}) items(3) offsets total : vector<2xf16>, vector<2xi64>
  %1:4 = prim.block_run_length_decode %x, %y items(3) total lengths(%l : vector<2xi32>) offsets window(%w) : vector<2xf16>, vector<2xi64>
  %2 = arith.addf %1#0, %1#0 : vector<3xf16>
  %3 = arith.addi %1#2, %1#2 : vector<3xi32>
  %4 = arith.addi %1#3, %1#3 : i32
  return
}

// CHECK-LABEL: func @exchange
func.func @exchange(%x: vector<2xf16>, %r: vector<2xi32>, %f: vector<2xi1>) {
  // CHECK: prim.block_exchange %{{.*}} ranks(%{{.*}} : vector<2xi32>) flags(%{{.*}}) guarded to(rows(1)) : vector<2xf16>
  %0 = prim.block_exchange %x to(rows(1)) guarded flags(%f) ranks(%r : vector<2xi32>) : vector<2xf16>
  // CHECK: prim.block_exchange %{{.*}} gather(%{{.*}} : vector<2xi32>) from(rows(1)) : vector<2xf16>
  %1 = prim.block_exchange %x from(rows(1)) gather(%r : vector<2xi32>) : vector<2xf16>
  return
}
