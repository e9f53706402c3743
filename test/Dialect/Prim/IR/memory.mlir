// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize --cse | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func.func @bases
// CHECK-SAME: !prim.base<global>
func.func @bases(%x: memref<?xf32, strided<[1], offset: ?>>, %n: index, %b: !prim.base<global>) -> !prim.base<global> {
  // CHECK: prim.base_of %{{.*}} : memref<?xf32, strided<[1], offset: ?>>
  %a = prim.base_of %x : memref<?xf32, strided<[1], offset: ?>>
  // CHECK: prim.advance %{{.*}}, %{{.*}} : !prim.base<global>
  %c = prim.advance %a, %n : !prim.base<global>
  return %c : !prim.base<global>
}

// CHECK-LABEL: gpu.module @m
gpu.module @m {
  gpu.func @accesses(%b: !prim.base<global>, %x: memref<8xi32, #gpu.address_space<workgroup>>, %o: i32) kernel {
    // CHECK: %[[W:.*]] = prim.workgroup_alloc 1024 for "counters" : !prim.base<workgroup>
    %w = prim.workgroup_alloc 1024 for "counters" : !prim.base<workgroup>
    // CHECK: prim.workgroup_alloc 0 : !prim.base<workgroup>
    %none = prim.workgroup_alloc 0 : !prim.base<workgroup>
    // CHECK: prim.base_of %{{.*}} : memref<8xi32, #gpu.address_space<workgroup>>
    %y = prim.base_of %x : memref<8xi32, #gpu.address_space<workgroup>>
    // CHECK: prim.cluster_store %{{.*}}, %{{.*}}[%{{.*}}] in %{{.*}} : i32, !prim.base<workgroup>
    prim.cluster_store %o, %w[%o] in %o : i32, !prim.base<workgroup>
    // CHECK: prim.cluster_barrier
    prim.cluster_barrier
    // CHECK: prim.load %{{.*}}[%{{.*}}] : !prim.base<global> -> i8
    %0 = prim.load %b[%o] : !prim.base<global> -> i8
    // CHECK: prim.load %{{.*}}[%{{.*}}] align(16) : !prim.base<global> -> vector<4xf32>
    %1 = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    // CHECK: prim.load %{{.*}}[%{{.*}}] atomic(acquire, block) : !prim.base<workgroup> -> index
    %2 = prim.load %y[%o] atomic(acquire, block) : !prim.base<workgroup> -> index
    // CHECK: prim.load %{{.*}}[%{{.*}}] align(16) cache(stream) : !prim.base<global> -> vector<4xf32>
    %stream = prim.load %b[%o] align(16) cache(stream) : !prim.base<global> -> vector<4xf32>
    // CHECK: prim.store %{{.*}}, %{{.*}}[%{{.*}}] cache(device) : i32, !prim.base<global>
    prim.store %o, %b[%o] cache(device) : i32, !prim.base<global>
    // CHECK: prim.store %{{.*}}, %{{.*}}[%{{.*}}] cache(volatile) : i32, !prim.base<workgroup>
    prim.store %o, %w[%o] cache(volatile) : i32, !prim.base<workgroup>
    // CHECK: prim.base_at %{{.*}} : index -> !prim.base<global>
    %at = arith.constant 4096 : index
    %place = prim.base_at %at : index -> !prim.base<global>
    // CHECK: prim.store %{{.*}}, %{{.*}}[%{{.*}}] align(8) : vector<4xf32>, !prim.base<global>
    prim.store %1, %b[%o] align(8) : vector<4xf32>, !prim.base<global>
    // CHECK: prim.store %{{.*}}, %[[W]][%{{.*}}] atomic(release, device) : index, !prim.base<workgroup>
    prim.store %2, %w[%o] atomic(release, device) : index, !prim.base<workgroup>
    // CHECK: prim.atomic_rmw add %{{.*}}, %{{.*}}[%{{.*}}] atomic(acq_rel, device) : i32, !prim.base<global>
    %3 = prim.atomic_rmw add %o, %b[%o] atomic(acq_rel, device) : i32, !prim.base<global>
    // CHECK: prim.atomic_rmw exchange %{{.*}}, %{{.*}}[%{{.*}}] atomic(relaxed, wave) : i32, !prim.base<global>
    %4 = prim.atomic_rmw exchange %3, %b[%o] atomic(relaxed, wave) : i32, !prim.base<global>
    // CHECK: prim.block_barrier{{$}}
    prim.block_barrier
    // CHECK: prim.block_barrier orders(block)
    prim.block_barrier orders(block)
    // CHECK: prim.block_barrier orders(device)
    prim.block_barrier orders(device)
    // CHECK: prim.warp_uniform %{{.*}} : i32
    %5 = prim.warp_uniform %4 : i32
    prim.store %5, %b[%o] : i32, !prim.base<global>
    gpu.return
  }
}

// FOLD-LABEL: func.func @no_bytes
// FOLD-SAME: (%[[B:.*]]: !prim.base<global>)
// FOLD-NEXT: return %[[B]]
func.func @no_bytes(%b: !prim.base<global>) -> !prim.base<global> {
  %zero = arith.constant 0 : index
  %c = prim.advance %b, %zero : !prim.base<global>
  return %c : !prim.base<global>
}

// Accesses stay where they are, and all of them stay but plain loads that nobody
// uses.
// FOLD-LABEL: func.func @kept
// FOLD-NOT: -> f32
// FOLD: prim.atomic_rmw
// FOLD-NEXT: prim.block_barrier
// FOLD-NEXT: return
func.func @kept(%b: !prim.base<global>, %o: i32) {
  %v = prim.load %b[%o] : !prim.base<global> -> f32
  %t = prim.atomic_rmw add %o, %b[%o] atomic(relaxed, device) : i32, !prim.base<global>
  prim.block_barrier
  return
}

// What was read before an acquire is read again, what is written before a release
// is not written later, and no atomic access vanishes.
// FOLD-LABEL: func.func @ordered
// FOLD: prim.load %{{.*}}[%{{.*}}] : !prim.base<global> -> f32
// FOLD: prim.load {{.*}} atomic(acquire, device)
// FOLD: prim.load %{{.*}}[%{{.*}}] : !prim.base<global> -> f32
// FOLD: prim.load {{.*}} atomic(relaxed, device)
// FOLD: prim.load {{.*}} atomic(relaxed, device)
// FOLD: return
func.func @ordered(%b: !prim.base<global>, %o: i32, %p: i32) -> (f32, f32) {
  %x = prim.load %b[%o] : !prim.base<global> -> f32
  %f = prim.load %b[%p] atomic(acquire, device) : !prim.base<global> -> i32
  %y = prim.load %b[%o] : !prim.base<global> -> f32
  %r = prim.load %b[%p] atomic(relaxed, device) : !prim.base<global> -> i32
  %s = prim.load %b[%p] atomic(relaxed, device) : !prim.base<global> -> i32
  return %x, %y : f32, f32
}

// Copies under way are not moved or dropped, nor accesses over the wait for them.
// FOLD-LABEL: func.func @copies
// FOLD: prim.copy_async 16
// FOLD-NEXT: prim.copy_commit
// FOLD-NEXT: prim.load
// FOLD-NEXT: prim.copy_wait 0
// FOLD-NEXT: prim.load
func.func @copies(%b: !prim.base<global>, %w: !prim.base<workgroup>, %o: i32) -> (f32, f32) {
  prim.copy_async 16 %b[%o] to %w[%o] : !prim.base<global>, !prim.base<workgroup>
  prim.copy_commit
  %x = prim.load %w[%o] : !prim.base<workgroup> -> f32
  prim.copy_wait 0
  %y = prim.load %w[%o] : !prim.base<workgroup> -> f32
  return %x, %y : f32, f32
}
