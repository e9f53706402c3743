// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-vector-to-prim))' | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-vector-to-prim{reassociate}))' | FileCheck %s --check-prefixes=CHECK,ANY

gpu.module @m {
  // Every lane loads, computes and folds its part.
  // CHECK-LABEL: gpu.func @shared(
  gpu.func @shared(%x: memref<128xi32>, %lane: index, %first: i32) -> i32 attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: %[[AT:.*]] = affine.apply
    // CHECK: %[[V:.*]] = vector.transfer_read %arg0[%[[AT]]], {{.*}} : memref<128xi32>, vector<2xi32>
    // CHECK: %[[W:.*]] = arith.muli %[[V]], %[[V]] : vector<2xi32>
    // CHECK: %[[OWN:.*]] = vector.reduction <add>, %[[W]] : vector<2xi32> into i32
    // CHECK: %[[ALL:.*]] = prim.warp_reduce add %[[OWN]] all width(64) : i32
    // CHECK: %[[S:.*]] = arith.addi %[[ALL]], %arg2 : i32
    // CHECK: gpu.return %[[S]]
    %s = gpu.warp_execute_on_lane_0(%lane)[64] -> (i32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<128xi32>, vector<128xi32>
      %w = arith.muli %v, %v : vector<128xi32>
      %r = vector.reduction <add>, %w, %first : vector<128xi32> into i32
      gpu.yield %r : i32
    }
    gpu.return %s : i32
  }

  // One thread's own vectors are left to it, in the region of no warp.
  // CHECK-LABEL: gpu.func @own(
  gpu.func @own(%v: vector<128xi32>, %f: vector<4xf32>, %lane: index) -> (i32, f32, f32) {
    // CHECK-NEXT: %[[R:.*]] = vector.reduction <add>, %arg0 : vector<128xi32> into i32
    // CHECK-NEXT: %[[F:.*]] = vector.reduction <maximumf>, %arg1 : vector<4xf32> into f32
    // CHECK-NEXT: %[[Q:.*]] = vector.reduction <add>, %arg1 fastmath<reassoc> : vector<4xf32> into f32
    // CHECK-NEXT: gpu.return %[[R]], %[[F]], %[[Q]]
    %r = vector.reduction <add>, %v : vector<128xi32> into i32
    %m = vector.reduction <maximumf>, %f : vector<4xf32> into f32
    %q = vector.reduction <add>, %f fastmath<reassoc> : vector<4xf32> into f32
    gpu.return %r, %m, %q : i32, f32, f32
  }

  // Vectors that lanes hold parts of come in as arguments.
  // CHECK-LABEL: gpu.func @parts(
  gpu.func @parts(%part: vector<4xf32>, %lane: index) -> f32 {
    // CHECK: %[[OWN:.*]] = vector.reduction <minnumf>, %arg0 : vector<4xf32> into f32
    // CHECK: prim.warp_reduce minnumf %[[OWN]] all width(32) : f32
    %s = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<4xf32>) -> (f32) {
    ^bb0(%all: vector<128xf32>):
      %r = vector.reduction <minnumf>, %all : vector<128xf32> into f32
      gpu.yield %r : f32
    }
    gpu.return %s : f32
  }

  // CHECK-LABEL: gpu.func @sums(
  gpu.func @sums(%part: vector<2xf32>, %x: memref<64xf32>, %lane: index) -> (f32, f32) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // CHECK: prim.warp_reduce add {{.*}} all width(32) : f32
    %s = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<2xf32>) -> (f32) {
    ^bb0(%all: vector<64xf32>):
      %r = vector.reduction <add>, %all fastmath<reassoc> : vector<64xf32> into f32
      gpu.yield %r : f32
    }
    // In order, and so by one lane.
    // STRICT: %[[FIRST:.*]] = arith.cmpi eq, %arg2, %{{.*}} : index
    // STRICT: %[[IF:.*]] = scf.if %[[FIRST]] -> (f32) {
    // STRICT:   vector.reduction <add>, %{{.*}} : vector<64xf32> into f32
    // STRICT:   scf.yield
    // STRICT: } else {
    // STRICT:   %[[Z:.*]] = arith.constant 0.000000e+00 : f32
    // STRICT:   scf.yield %[[Z]] : f32
    // STRICT: %[[ZERO:.*]] = arith.constant 0 : i32
    // STRICT: prim.warp_broadcast %[[IF]] lane(%[[ZERO]]) width(32) : f32
    // ANY: prim.warp_reduce add {{.*}} all width(32) : f32
    %t = gpu.warp_execute_on_lane_0(%lane)[32] -> (f32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
      %r = vector.reduction <add>, %v : vector<64xf32> into f32
      gpu.yield %r : f32
    }
    gpu.return %s, %t : f32, f32
  }

  // What is stored goes out with what it was made of.
  // CHECK-LABEL: gpu.func @stores(
  gpu.func @stores(%x: memref<32xi32>, %y: memref<32xi32>, %lane: index) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: %[[V:.*]] = vector.transfer_read %arg0[{{.*}} vector<1xi32>
    // CHECK: prim.warp_reduce maxsi %{{.*}} all width(32) : i32
    // CHECK: vector.transfer_write %{{.*}}, %arg1[{{.*}} vector<1xi32>, memref<32xi32>
    // CHECK-NOT: scf.if
    gpu.warp_execute_on_lane_0(%lane)[32] {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<32xi32>, vector<32xi32>
      %r = vector.reduction <maxsi>, %v : vector<32xi32> into i32
      %b = vector.broadcast %r : i32 to vector<32xi32>
      %d = arith.subi %b, %v : vector<32xi32>
      vector.transfer_write %d, %y[%c0] {in_bounds = [true]} : vector<32xi32>, memref<32xi32>
    }
    gpu.return
  }

  // What lanes do not divide, or do not have, is one lane's.
  // CHECK-LABEL: gpu.func @alone(
  gpu.func @alone(%x: memref<40xi32>, %lane: index) -> i32 {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: scf.if
    // CHECK:   vector.reduction <add>, %{{.*}} : vector<40xi32> into i32
    // CHECK: prim.warp_broadcast
    %s = gpu.warp_execute_on_lane_0(%lane)[32] -> (i32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<40xi32>, vector<40xi32>
      %r = vector.reduction <add>, %v : vector<40xi32> into i32
      gpu.yield %r : i32
    }
    gpu.return %s : i32
  }

  // A write between a read and the end would change what is read behind the region.
  // CHECK-LABEL: gpu.func @written(
  gpu.func @written(%x: memref<?xi32>, %lane: index) -> i32 {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: scf.if
    // CHECK:   vector.reduction <add>, %{{.*}} : vector<64xi32> into i32
    // CHECK: prim.warp_broadcast
    %s = gpu.warp_execute_on_lane_0(%lane)[32] -> (i32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<?xi32>, vector<64xi32>
      memref.store %pad, %x[%c0] : memref<?xi32>
      %r = vector.reduction <add>, %v : vector<64xi32> into i32
      gpu.yield %r : i32
    }
    gpu.return %s : i32
  }

  // What one lane would write another would read.
  // CHECK-LABEL: gpu.func @shifted(
  gpu.func @shifted(%x: memref<?xi32>, %d: vector<64xi32>, %lane: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c40 = arith.constant 40 : index
    %pad = arith.constant 0 : i32
    // CHECK: scf.if
    // CHECK:   vector.reduction <add>, %{{.*}} : vector<64xi32> into i32
    // CHECK: prim.warp_broadcast
    %s = gpu.warp_execute_on_lane_0(%lane)[32] -> (i32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<?xi32>, vector<64xi32>
      %r = vector.reduction <add>, %v : vector<64xi32> into i32
      vector.transfer_write %d, %x[%c40] {in_bounds = [true]} : vector<64xi32>, memref<?xi32>
      gpu.yield %r : i32
    }
    gpu.return %s : i32
  }

  // CHECK-LABEL: gpu.func @reread(
  gpu.func @reread(%x: memref<?xi32>, %y: memref<?xi32>, %d: vector<64xi32>, %lane: index) -> i32 {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: scf.if
    // CHECK:   vector.reduction <add>, %{{.*}} : vector<64xi32> into i32
    // CHECK: prim.warp_broadcast
    %s = gpu.warp_execute_on_lane_0(%lane)[32] -> (i32) {
      vector.transfer_write %d, %x[%c0] {in_bounds = [true]} : vector<64xi32>, memref<?xi32>
      %v = vector.transfer_read %y[%c0], %pad {in_bounds = [true]} : memref<?xi32>, vector<64xi32>
      %r = vector.reduction <add>, %v : vector<64xi32> into i32
      gpu.yield %r : i32
    }
    gpu.return %s : i32
  }

  // The same part of the same memory, each lane its own.
  // CHECK-LABEL: gpu.func @in_place(
  gpu.func @in_place(%x: memref<?xi32>, %lane: index) {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: prim.warp_reduce maxsi
    // CHECK-NOT: scf.if
    gpu.warp_execute_on_lane_0(%lane)[32] {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<?xi32>, vector<32xi32>
      %r = vector.reduction <maxsi>, %v : vector<32xi32> into i32
      %b = vector.broadcast %r : i32 to vector<32xi32>
      %d = arith.subi %b, %v : vector<32xi32>
      vector.transfer_write %d, %x[%c0] {in_bounds = [true]} : vector<32xi32>, memref<?xi32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @missing(
  gpu.func @missing(%x: memref<64xi32>, %lane: index) -> i32 attributes {known_block_size = array<i32: 24, 2, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    // CHECK: scf.if
    // CHECK:   vector.reduction <add>, %{{.*}} : vector<64xi32> into i32
    // CHECK: prim.warp_broadcast
    %s = gpu.warp_execute_on_lane_0(%lane)[32] -> (i32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
      %r = vector.reduction <add>, %v : vector<64xi32> into i32
      gpu.yield %r : i32
    }
    gpu.return %s : i32
  }

  // CHECK-LABEL: gpu.func @left(
  gpu.func @left(%part: vector<2xi4>, %lane: index) -> (i4, vector<2xi32>, i16) {
    // CHECK: gpu.warp_execute_on_lane_0(%arg1)[32] args(
    %s = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<2xi4>) -> (i4) {
    ^bb0(%all: vector<64xi4>):
      %r = vector.reduction <add>, %all : vector<64xi4> into i4
      gpu.yield %r : i4
    }
    // CHECK: gpu.warp_execute_on_lane_0(%arg1)[32] -> (vector<2xi32>) {
    %t = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<2xi32>) {
      %r = vector.step : vector<64xindex>
      %i = arith.index_cast %r : vector<64xindex> to vector<64xi32>
      gpu.yield %i : vector<64xi32>
    }
    // CHECK: gpu.warp_execute_on_lane_0(%arg1)[128] -> (i16) {
    %u = gpu.warp_execute_on_lane_0(%lane)[128] -> (i16) {
      %c7 = arith.constant 7 : i16
      gpu.yield %c7 : i16
    }
    gpu.return %s, %t, %u : i4, vector<2xi32>, i16
  }
}
