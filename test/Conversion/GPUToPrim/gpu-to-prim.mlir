// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-prim))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @shuffle
  gpu.func @shuffle(%x: f32, %d: i32) -> (f32, i1) {
    %width = arith.constant 16 : i32
    // CHECK: %[[LAST:.*]] = arith.constant 15 : i32
    // CHECK: %[[LANE:.*]] = gpu.lane_id
    // CHECK: %[[I32:.*]] = arith.index_cast %[[LANE]]
    // CHECK: %[[AT:.*]] = arith.andi %[[I32]], %[[LAST]]
    // CHECK: %[[FROM:.*]] = arith.subi %[[AT]], %arg1
    // CHECK: %[[VALID:.*]] = arith.cmpi ule, %[[FROM]], %[[LAST]]
    // CHECK: %[[V:.*]] = prim.warp_shuffle %arg0 up(%arg1) width(16) : f32
    %v, %valid = gpu.shuffle up %x, %d, %width : f32
    // CHECK: gpu.return %[[V]], %[[VALID]]
    gpu.return %v, %valid : f32, i1
  }

  // CHECK-LABEL: gpu.func @rotate
  gpu.func @rotate(%x: i32) -> i32 {
    // CHECK: %[[FROM:.*]] = arith.addi
    // CHECK: prim.warp_shuffle %arg0 lane(%[[FROM]]) width(8) : i32
    %v, %valid = gpu.rotate %x, 3, 8 : i32
    gpu.return %v : i32
  }

  // CHECK-LABEL: gpu.func @reduce
  gpu.func @reduce(%x: i32, %v: vector<2xf16>) {
    // CHECK: prim.warp_reduce maxui %arg0 all : i32
    %0 = gpu.subgroup_reduce maxui %x : (i32) -> i32
    // CHECK-COUNT-2: prim.warp_reduce minimumf %{{.*}} all width(4) : f16
    %1 = gpu.subgroup_reduce minimumf %v cluster(size = 4) : (vector<2xf16>) -> vector<2xf16>
    // CHECK: prim.block_reduce xor %arg0 all : i32
    %2 = gpu.all_reduce xor %x uniform {} : (i32) -> (i32)
    // CHECK: prim.block_reduce %arg0 all combiner {
    // CHECK:   arith.muli
    // CHECK:   prim.yield
    %3 = gpu.all_reduce %x uniform {
    ^bb0(%a: i32, %b: i32):
      %c = arith.muli %a, %b : i32
      gpu.yield %c : i32
    } : (i32) -> (i32)
    // CHECK: prim.warp_reduce add %arg0 all {prim.converged} : i32
    %4 = gpu.subgroup_reduce add %x {prim.converged} : (i32) -> i32
    // CHECK: prim.block_reduce add %arg0 all : i32
    %5 = gpu.all_reduce add %x uniform {} : (i32) -> (i32)
    gpu.return
  }
}

// -----

gpu.module @invalid {
  gpu.func @k(%x: i32, %n: i32) {
    %c48 = arith.constant 48 : i32
    // expected-error @+1 {{'gpu.shuffle' op needs a constant width on AMDGPU}}
    %0, %1 = gpu.shuffle xor %x, %n, %n : i32
    // expected-error @+1 {{'gpu.shuffle' op needs a width that is a power of two up to 64, not 48}}
    %2, %3 = gpu.shuffle xor %x, %n, %c48 : i32
    // expected-error @+1 {{has clusters of lanes that do not follow each other, which prim does not lower; use prim.warp_shuffle}}
    %4 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (i32) -> i32
    gpu.return
  }
}
