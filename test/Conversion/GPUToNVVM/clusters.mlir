// Blocks of a cluster store into each other's workgroup memory, and wait for each other.

// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}))' | FileCheck %s

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: llvm.func @k
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 4, 1, 1>
  gpu.func @k(%v: f32, %block: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 4, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %b = prim.workgroup_alloc 16 : !prim.base<workgroup>
    // CHECK: nvvm.cluster.arrive
    // CHECK: nvvm.cluster.wait
    prim.cluster_barrier
    // CHECK: %[[OWN:.*]] = llvm.getelementptr {{.*}} -> !llvm.ptr<3>, i8
    // CHECK: %[[REMOTE:.*]] = nvvm.mapa %[[OWN]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
    // CHECK: llvm.store %{{.*}}, %[[REMOTE]] {alignment = 4 : i64} : f32, !llvm.ptr<7>
    prim.cluster_store %v, %b[%c4] in %block : f32, !prim.base<workgroup>
    gpu.return
  }
}

// -----

gpu.module @no_cluster [#nvvm.target<chip = "sm_90">] {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @below {{'prim.cluster_barrier' op is in a kernel without a cluster; add 'known_cluster_size = array<i32: blocks, 1, 1>'}}
    prim.cluster_barrier
    gpu.return
  }
}

// -----

gpu.module @older [#nvvm.target<chip = "sm_80">] {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{'prim.cluster_barrier' op needs a cluster of blocks, which sm_80 does not have; chips have them from sm_90 on}}
    prim.cluster_barrier
    gpu.return
  }
}

// -----

gpu.module @many [#nvvm.target<chip = "sm_90">] {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 4, 4, 1>} {
    // expected-error @below {{'prim.cluster_barrier' op is in a cluster of 16 blocks; chips run 1 to 8 together}}
    prim.cluster_barrier
    gpu.return
  }
}
