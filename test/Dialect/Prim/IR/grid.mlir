// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @size
func.func @size(%n: index) -> index {
  // CHECK: prim.grid_state_size %{{.*}} : i32, f64
  %b = prim.grid_state_size %n : i32, f64
  // CHECK: prim.grid_state_size %{{.*}} chains(256) bits(30) {foo} : i8
  %c = prim.grid_state_size %n chains(256) bits(30) {foo} : i8
  %d = arith.addi %b, %c : index
  return %d : index
}

// Nothing that a block does among blocks goes away or is merged.
// CHECK-LABEL: gpu.module @m
gpu.module @m {
  // CHECK: gpu.func @k
  gpu.func @k(%c: !prim.base<global>, %s: !prim.base<global>, %n: i32, %x: i32, %f: f32, %v: vector<2xi8>) kernel {
    // CHECK: prim.grid_ticket %{{.*}} : !prim.base<global>
    %t = prim.grid_ticket %c : !prim.base<global>
    // CHECK: prim.grid_ticket ordered %{{.*}} : !prim.base<global>
    %d = prim.grid_ticket ordered %c : !prim.base<global>
    // CHECK: prim.grid_scan add %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) : i32
    %p, %some = prim.grid_scan add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    // CHECK: prim.grid_scan %{{.*}}, %{{.*}} identity(%{{.*}}, %{{.*}}) tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) window(4) combiner commutative {
    %q:3 = prim.grid_scan %x, %f identity(%x, %f) tile(%t) tiles(%n) state(%s : !prim.base<global>) window(4) combiner commutative {
    ^bb0(%a: i32, %af: f32, %b: i32, %bf: f32):
      // CHECK: prim.yield %{{.*}}, %{{.*}} : i32, f32
      prim.yield %a, %bf : i32, f32
    } : i32, f32
    // CHECK: prim.grid_publish %{{.*}}, %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) : i32, f32
    prim.grid_publish %x, %f tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32, f32
    // CHECK: prim.grid_publish complete %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) epoch(%{{.*}}) chains(300) bits(7) : vector<2xi8>
    prim.grid_publish complete %v chains(300) tile(%t) tiles(%n) bits(7) epoch(%n) state(%s : !prim.base<global>) : vector<2xi8>
    // CHECK: prim.grid_prefix add %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) epoch(%{{.*}}) chains(300) bits(7) : vector<2xi8>
    %w, %any = prim.grid_prefix add %v chains(300) tile(%t) tiles(%n) bits(7) epoch(%n) state(%s : !prim.base<global>) : vector<2xi8>
    // CHECK: prim.grid_prefix %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) window(4) combiner {
    %y, %one = prim.grid_prefix %f tile(%t) tiles(%n) state(%s : !prim.base<global>) window(4) combiner {
    ^bb0(%a: f32, %b: f32):
      prim.yield %a : f32
    } : f32
    // CHECK: prim.grid_scan add %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) chains(20) : i32
    %z, %two = prim.grid_scan add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(20) : i32
    // CHECK: prim.grid_reduce add %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) : i32
    %r, %last = prim.grid_reduce add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    // CHECK: prim.grid_reduce %{{.*}}, %{{.*}} identity(%{{.*}}, %{{.*}}) tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) reset all combiner {
    %u:3 = prim.grid_reduce %x, %f identity(%x, %f) tile(%t) tiles(%n) state(%s : !prim.base<global>) all reset combiner {
    ^bb0(%a: i32, %af: f32, %b: i32, %bf: f32):
      prim.yield %a, %bf : i32, f32
    } : i32, f32
    gpu.return
  }
}
