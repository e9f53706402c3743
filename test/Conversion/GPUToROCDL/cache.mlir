// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-block,prim-lower-warp,prim-gpu-to-rocdl))' | FileCheck %s

// What accesses ask of the caches, in LLVM's terms.

// CHECK-LABEL: gpu.module @m
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: llvm.func @single
  gpu.func @single(%b: !prim.base<global>, %o: i32) kernel {
    // CHECK: %[[V:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %v = prim.load %b[%o] cache(all) : !prim.base<global> -> i32
    // CHECK: llvm.store %[[V]], %{{.*}} atomic syncscope("agent") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
    prim.store %v, %b[%o] cache(device) : i32, !prim.base<global>
    // CHECK: %[[W:.*]] = llvm.load %{{.*}} atomic syncscope("agent") monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> f64
    %w = prim.load %b[%o] cache(device) : !prim.base<global> -> f64
    // CHECK: llvm.store %[[W]], %{{.*}} {alignment = 8 : i64, nontemporal} : f64, !llvm.ptr<1>
    prim.store %w, %b[%o] cache(stream) : f64, !prim.base<global>
    // CHECK: %[[S:.*]] = llvm.load %{{.*}} {alignment = 16 : i64, nontemporal} : !llvm.ptr<1> -> vector<4xf32>
    %s = prim.load %b[%o] align(16) cache(stream) : !prim.base<global> -> vector<4xf32>
    // CHECK: llvm.store volatile %[[S]], %{{.*}} {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr<1>
    prim.store %s, %b[%o] cache(volatile) : vector<4xf32>, !prim.base<global>
    // CHECK: %[[C:.*]] = llvm.load %{{.*}} invariant {alignment = 2 : i64} : !llvm.ptr<1> -> f16
    %c = prim.load %b[%o] cache(constant) : !prim.base<global> -> f16
    // CHECK: llvm.store %[[C]]
    prim.store %c, %b[%o] : f16, !prim.base<global>
    // Nobody uses it, and yet it is made.
    // CHECK: llvm.load volatile
    %u = prim.load %b[%o] cache(volatile) : !prim.base<global> -> i8
    gpu.return
  }

  // All accesses of a tile.
  // CHECK-LABEL: llvm.func @tiles
  // CHECK-COUNT-2: llvm.load %{{.*}} invariant {{.*}} -> vector<4xi32>
  // CHECK-NOT: llvm.load
  // CHECK: llvm.store %{{.*}}nontemporal} : vector<4xi32>
  // CHECK: llvm.store %{{.*}}nontemporal} : vector<4xi32>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  gpu.func @tiles(%x: !prim.base<global>, %y: !prim.base<global>, %i: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %items = prim.block_load %x[%i] arrangement(rows(4)) cache(constant) : !prim.base<global>, vector<8xi32>
    prim.block_store %items, %y[%i] arrangement(rows(4)) cache(stream) : vector<8xi32>, !prim.base<global>
    gpu.return
  }
}
