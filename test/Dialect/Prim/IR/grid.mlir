// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @size
func.func @size(%n: index) -> index {
  // CHECK: prim.grid_state_size %{{.*}} : i32, f64
  %b = prim.grid_state_size %n : i32, f64
  return %b : index
}

// Nothing that a block does among blocks goes away or is merged.
// CHECK-LABEL: gpu.module @m
gpu.module @m {
  // CHECK: gpu.func @k
  gpu.func @k(%c: !prim.base<global>, %s: !prim.base<global>, %n: i32, %x: i32, %f: f32) kernel {
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
