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
    // The words of gpu for the promise that all threads come.
    // CHECK: prim.block_reduce xor %arg0 all {prim.converged} : i32
    %2 = gpu.all_reduce xor %x uniform {} : (i32) -> (i32)
    // CHECK: prim.block_reduce %arg0 all combiner {
    // CHECK:   arith.muli
    // CHECK:   prim.yield
    // CHECK: } : i32
    %3 = gpu.all_reduce %x {
    ^bb0(%a: i32, %b: i32):
      %c = arith.muli %a, %b : i32
      gpu.yield %c : i32
    } : (i32) -> (i32)
    // CHECK: prim.warp_reduce add %arg0 all {prim.converged} : i32
    %4 = gpu.subgroup_reduce add %x {prim.converged} : (i32) -> i32
    // CHECK: prim.block_reduce add %arg0 all : i32
    %5 = gpu.all_reduce add %x {} : (i32) -> (i32)
    // CHECK: prim.warp_reduce add %arg0 all width(8) {prim.converged} : i32
    %6 = gpu.subgroup_reduce add %x uniform cluster(size = 8) : (i32) -> i32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @strides
  gpu.func @strides(%x: f32) -> f32 {
    // CHECK: %[[C4:.*]] = arith.constant 4 : i32
    // CHECK: %[[A:.*]] = prim.warp_shuffle %arg0 xor(%[[C4]]) width(16) {prim.converged} : f32
    // CHECK: %[[PAIR:.*]] = arith.addf %arg0, %[[A]] : f32
    // CHECK: %[[C8:.*]] = arith.constant 8 : i32
    // CHECK: %[[B:.*]] = prim.warp_shuffle %[[PAIR]] xor(%[[C8]]) width(16) {prim.converged} : f32
    // CHECK: %[[ALL:.*]] = arith.addf %[[PAIR]], %[[B]] : f32
    // CHECK: gpu.return %[[ALL]]
    %0 = gpu.subgroup_reduce add %x uniform cluster(size = 4, stride = 4) : (f32) -> f32
    gpu.return %0 : f32
  }

  // Integers that prim has no registers for are folded in wider ones.
  // CHECK-LABEL: gpu.func @narrow
  gpu.func @narrow(%p: i1, %x: i24, %v: vector<2xi48>) -> (i1, i24, vector<2xi48>) {
    // CHECK: %[[P:.*]] = arith.extui %arg0 : i1 to i32
    // CHECK: %[[ANY:.*]] = prim.warp_reduce or %[[P]] all : i32
    // CHECK: arith.trunci %[[ANY]] : i32 to i1
    %0 = gpu.subgroup_reduce or %p : (i1) -> i1
    // CHECK: %[[X:.*]] = arith.extsi %arg1 : i24 to i32
    // CHECK: %[[MOST:.*]] = prim.block_reduce maxsi %[[X]] all : i32
    // CHECK: arith.trunci %[[MOST]] : i32 to i24
    %1 = gpu.all_reduce maxsi %x {} : (i24) -> i24
    // CHECK-COUNT-2: prim.warp_reduce minui %{{.*}} all : i64
    // CHECK: vector.from_elements {{.*}} : vector<2xi48>
    %2 = gpu.subgroup_reduce minui %v : (vector<2xi48>) -> vector<2xi48>
    gpu.return %0, %1, %2 : i1, i24, vector<2xi48>
  }
}

// -----

gpu.module @invalid {
  gpu.func @last_wave(%x: i32) attributes {known_block_size = array<i32: 12, 2, 1>} {
    // expected-error @+1 {{'gpu.subgroup_reduce' op has clusters that span 16 lanes, which a block of 24 threads does not fill; use a block size that is a multiple of 16}}
    %0 = gpu.subgroup_reduce add %x cluster(size = 8, stride = 2) : (i32) -> i32
    %1 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (i32) -> i32
    // Consecutive lanes may miss some.
    %2 = gpu.subgroup_reduce add %x cluster(size = 16) : (i32) -> i32
    gpu.return
  }
}
