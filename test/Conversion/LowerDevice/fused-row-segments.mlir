// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" | FileCheck %s
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx1100" | FileCheck %s --check-prefix=W32
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=sm_90" | FileCheck %s --check-prefix=NV
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942 print-plan" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" -o /dev/null --remarks-filter=prim-lower-device 2>&1 | FileCheck %s --check-prefix=REMARK

// The mean length chooses lanes or blocks. What lanes do not hold is left to blocks.

// PLAN: plan: {{.*}} workspace []; up to 0: rows_empty ({{[^)]*}}); beyond: segments_lanes ({{[^)]*}}) then segments_long ({{[^)]*}}) if segments are short; beyond: {{.*}}; beyond: segments (1024 threads, {{[^)]*}})
// REMARK-DAG: remark: [Analysis] device_rows | Category:prim-lower-device{{.*}}reads rows 2 times, if segments are longer than what the threads hold

// The host compares twice the mean length with what a group holds.

// CHECK-LABEL: func.func @parts(
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_rows: segments 0 has {} elements, but n segments have n + 1 offsets"
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_rows: outs 0 has {} elements, but ins 0 has {}"
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_rows: outs 1 has {} elements, but there are {} segments"
// CHECK: %[[TWICE:.*]] = arith.muli %{{.*}}, %c2_i64
// CHECK: %[[FEW:.*]] = arith.cmpi sle, %[[TWICE]], %c32_i64
// CHECK: scf.if %[[FEW]] {
// CHECK: gpu.launch_func @prim_kernels::@segments_lanes_0
// CHECK: gpu.launch_func @prim_kernels::@segments_long_0 {{.*}} args(%c32_i64

// A group of lanes without a segment that it holds computes the first one of its wave
// that is held. Where none is longer than half of the tile, the wave has fewer items.
// Where none is shorter than a vector, all go by vectors.

// CHECK: gpu.func @segments_lanes_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: %[[LONG:.*]] = arith.cmpi sle, %[[LENGTH:.*]], %c32_i64
// CHECK: %[[SOME:.*]] = arith.andi %[[LONG]]
// CHECK: %[[HELD:.*]] = prim.warp_ballot %[[SOME]] whole : i64
// CHECK: math.cttz %[[HELD]] : i64
// CHECK: prim.warp_broadcast
// CHECK: %[[ELEMENTS:.*]] = arith.select %[[SOME]], %[[LENGTH]], %{{.*}} : i64
// CHECK: %[[LONGER:.*]] = arith.cmpi sgt, %[[ELEMENTS]], %c16_i64
// CHECK: %[[LONGERS:.*]] = prim.warp_ballot %[[LONGER]] whole : i64
// CHECK: %[[HALF:.*]] = arith.cmpi eq, %[[LONGERS]], %c0_i64
// CHECK: scf.if %[[HALF]] {
// CHECK: %[[SHORT:.*]] = arith.cmpi slt, %[[ELEMENTS]], %c2_i64
// CHECK: %[[SHORTS:.*]] = prim.warp_ballot %[[SHORT]] whole : i64
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[SHORTS]], %c0_i64
// CHECK: scf.if %[[NONE]] {
// CHECK: prim.load {{.*}} : !prim.base<global> -> vector<2xf32>
// CHECK: prim.warp_reduce add %{{.*}} all width(8) : f32
// CHECK: scf.if %[[SOME]] {
// CHECK: } else {
// CHECK-COUNT-2: prim.load {{.*}} : !prim.base<global> -> f32
// CHECK: prim.warp_reduce add %{{.*}} all width(8) : f32
// CHECK: prim.load {{.*}} : !prim.base<global> -> vector<4xf32>
// CHECK: prim.warp_reduce add %{{.*}} all width(8) : f32
// CHECK: } else {
// CHECK-COUNT-4: prim.load {{.*}} : !prim.base<global> -> f32
// CHECK: prim.warp_reduce add %{{.*}} all width(8) : f32

// Each thread of a block looks at one segment. The block takes the long ones in turn.

// CHECK: gpu.func @segments_long_0
// CHECK: %[[ISLONG:.*]] = arith.cmpi sgt, %{{.*}}, %arg0 : i64
// CHECK: scf.while
// CHECK: %[[CANDIDATE:.*]] = arith.select %{{.*}}, %{{.*}}, %c-1_i32 : i32
// CHECK: %[[FOUND:.*]] = prim.block_reduce minui %[[CANDIDATE]] all : i32
// CHECK: prim.warp_uniform %[[FOUND]]
// CHECK: scf.if
// CHECK: prim.block_reduce add
// CHECK: gpu.return

// W32-LABEL: func.func @parts(
// W32: gpu.func @segments_lanes_0
// W32-SAME: known_block_size = array<i32: 128, 1, 1>
// W32: prim.warp_reduce add %{{.*}} all width(8) : f32

// Segments begin anywhere, so lanes go by single elements where vectors are aligned.

// NV-LABEL: func.func @parts(
// NV: gpu.func @segments_lanes_0
// NV-NOT: vector<
// NV: gpu.func @segments_long_0

// A block holds a segment, or walks along it. An empty one only has a fold.

// CHECK: gpu.func @segments_0
// CHECK: scf.for
// CHECK: %[[BEGIN:.*]] = prim.warp_uniform
// CHECK: %[[SIZE:.*]] = prim.warp_uniform
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[SIZE]], %c0_i64
// CHECK: scf.if %[[ANY]] {
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %[[SIZE]], %c4096_i64
// CHECK: scf.if %[[FITS]] {
// CHECK: %[[HALF:.*]] = arith.cmpi sle, %[[SIZE]], %c2048_i64
// CHECK: scf.if %[[HALF]] {
// CHECK: %[[QUARTER:.*]] = arith.cmpi sle, %[[SIZE]], %c1024_i64
// CHECK: scf.if %[[QUARTER]] {
// CHECK: prim.block_reduce add %{{.*}} all arrangement(rows(4)) : vector<4xf32>
// CHECK: prim.block_reduce add %{{.*}} all arrangement(rows(4)) : vector<8xf32>
// CHECK: %[[WIDE:.*]] = arith.cmpi sge, %[[SIZE]], %c4_i64
// CHECK: scf.if %[[WIDE]] {
// CHECK: -> vector<4xf32>
// CHECK: prim.block_reduce add %{{.*}} all arrangement(rows(4)) : vector<16xf32>

// On NVIDIA a segment goes by the vectors that it has between its first and last elements,
// if buffers begin at one. A long one is walked along so, too.

// NV: gpu.func @segments_0
// NV: %[[LONG:.*]] = arith.cmpi sgt, %{{.*}}, %c6_i64
// NV: %[[IN:.*]] = prim.is_aligned %arg{{[0-9]+}} to 16
// NV: %[[OUT:.*]] = prim.is_aligned %arg{{[0-9]+}} to 16
// NV: %[[BOTH:.*]] = arith.andi %[[IN]], %[[OUT]]
// NV: %[[WIDE:.*]] = arith.andi %[[LONG]], %[[BOTH]]
// NV: scf.if %[[WIDE]] {
// NV: prim.load {{.*}} align(16) : !prim.base<global> -> vector<4xf32>
// NV: prim.block_reduce add %{{.*}} all : f32
// NV: prim.store {{.*}} align(16) : vector<4xf32>, !prim.base<global>
// NV: } else {
// NV: prim.block_reduce add %{{.*}} all arrangement(rows(1)) : vector<4xf32>
// NV: scf.for {{.*}} -> (f32)
// NV: prim.load {{.*}} align(16) : !prim.base<global> -> vector<4xf32>
// NV: scf.for {{.*}} {
// NV: prim.store {{.*}} align(16) : vector<4xf32>, !prim.base<global>

func.func @parts(%x: memref<?xf32>, %s: memref<?xi32>, %o: memref<?xf32>, %m: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?xf32>) outs(%o, %m : memref<?xf32>, memref<?xf32>) segments(%s : memref<?xi32>) of_segments(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %own = arith.divf %e, %sum : f32
    prim.yield %own, %sum : f32, f32
  }
  return
}

// -----

// Without an identity blocks take all segments, and empty ones write nothing.

// PLAN: plan: {{.*}} up to 0: nothing; beyond: segments ({{[^)]*}}) if segments are short; beyond:
// CHECK-LABEL: func.func @no_identity(
// CHECK-NOT: segments_lanes
// CHECK: gpu.func @segments_0
// CHECK-NOT: -> vector<4xi32>
// CHECK: prim.block_reduce %{{.*}} valid(%{{.*}}) all arrangement(rows(1)) combiner {

func.func @no_identity(%x: memref<?xi32>, %b: memref<?xi64>, %e: memref<?xi64>, %o: memref<?xi32>) {
  prim.device_rows ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%b, %e : memref<?xi64>, memref<?xi64>) row {
  ^bb0(%v: i32, %index: index, %number: index):
    %most = prim.block_reduce %v all combiner {
    ^bb0(%a: i32, %c: i32):
      %d = arith.maxsi %a, %c : i32
      prim.yield %d : i32
    } : i32
    prim.yield %most : i32
  }
  return
}

// -----

// A tuned op has one tile.

// PLAN: plan: tuning = #prim.tuning<block_size = 64, items_per_thread = 4>; workspace []; up to 0: nothing; beyond: segments (64 threads, {{[^)]*}}){{$}}
// W32-LABEL: func.func @tuned(
// W32-NOT: segments_lanes
// W32: gpu.func @segments_0
// W32-SAME: known_block_size = array<i32: 64, 1, 1>

// Prefixes are in order, so on NVIDIA such a segment goes by vectors if it begins and ends
// at one.

// NV-LABEL: func.func @tuned(
// NV: gpu.func @segments_0
// NV: %[[IN:.*]] = prim.is_aligned %{{[0-9]+}} to 8
// NV: %[[OUT:.*]] = prim.is_aligned %{{[0-9]+}} to 8
// NV: %[[BOTH:.*]] = arith.andi %[[IN]], %[[OUT]]
// NV: %[[REST:.*]] = arith.remui %{{.*}}, %c4_i64
// NV: %[[WHOLE:.*]] = arith.cmpi eq, %[[REST]], %c0_i64
// NV: %[[WIDE:.*]] = arith.andi %[[BOTH]], %[[WHOLE]]
// NV: scf.if %[[WIDE]] {
// NV: prim.load {{.*}} align(8) : !prim.base<global> -> vector<4xi16>

func.func @tuned(%x: memref<?xi16>, %s: memref<?xindex>) {
  prim.device_rows ins(%x : memref<?xi16>) outs(%x : memref<?xi16>) segments(%s : memref<?xindex>) tuning<block_size = 64, items_per_thread = 4> row {
  ^bb0(%e: i16, %index: index, %number: index):
    %p = prim.block_scan inclusive add %e : i16
    prim.yield %p : i16
  }
  return
}
