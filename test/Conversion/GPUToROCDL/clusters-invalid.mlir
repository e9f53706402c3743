// RUN: prim-opt %s --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl))'

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%v: f32, %block: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 4, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %b = prim.workgroup_alloc 16 : !prim.base<workgroup>
    // expected-error @below {{'prim.cluster_store' op needs a cluster of blocks, which gfx942 does not have; chips have them from sm_90 on}}
    prim.cluster_store %v, %b[%c4] in %block : f32, !prim.base<workgroup>
    gpu.return
  }
}
