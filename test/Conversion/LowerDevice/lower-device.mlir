// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file | FileCheck %s

// A buffer of one tile is one launch; a larger one clears the workspace first.
// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @scan
// CHECK: scf.if
// CHECK-NOT: gpu.memset
// CHECK: gpu.launch_func @prim_kernels::@scan_0
// CHECK: } else {
// CHECK: %[[W:.*]] = gpu.alloc
// CHECK: gpu.memset
// CHECK: gpu.launch_func @prim_kernels::@scan_0
// CHECK: gpu.dealloc %[[W]]
// CHECK-LABEL: gpu.module @prim_kernels [#rocdl.target<
// CHECK-SAME: chip = "gfx942"
// CHECK: gpu.func @scan_0
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// Tiles are taken by ticket, and one wave of the block asks the grid.
// CHECK: prim.grid_ticket %
// What is left of a long buffer is cut to what 32 bits count.
// CHECK: %[[MOST:.*]] = arith.constant 2147483647 : i64
// CHECK: %[[LEFT:.*]] = arith.minsi %{{.*}}, %[[MOST]] : i64
// CHECK: arith.trunci %[[LEFT]] : i64 to i32
// CHECK: prim.block_load %{{.*}} arrangement(rows(4)) : !prim.base<global>, vector<32xi32>
// CHECK: prim.block_load %{{.*}} valid(%{{.*}}) arrangement(rows(4)) : !prim.base<global>, vector<32xi32>
// CHECK: prim.block_scan inclusive add %{{.*}} arrangement(rows(4)) prefix {
// CHECK: prim.grid_scan add
// CHECK-NOT: {{acquire|release|acq_rel}}
// CHECK: prim.block_store %{{.*}} arrangement(rows(4)) : vector<32xi32>, !prim.base<global>
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// -----

// The block that finishes last has the fold of all; only its first thread writes it.
// CHECK-LABEL: gpu.module @prim_kernels
// CHECK: gpu.func @reduce_0
// CHECK: prim.block_reduce add
// CHECK: %[[R:.*]]:2 = prim.grid_reduce add
// CHECK: scf.if %[[R]]#1
// CHECK: prim.store %{{.*}} : f32, !prim.base<global>
func.func @reduce(%x: memref<?xf32>, %y: memref<f32>) {
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>)
  return
}

// -----

// Captured scalars become arguments, constants are copied.
// CHECK-LABEL: func.func @captures
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: f32
// CHECK: gpu.launch_func @prim_kernels::@reduce_0 {{.*}} %[[SCALE]] : f32
// CHECK: gpu.func @reduce_0
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
func.func @captures(%scale: f32, %x: memref<?xf32>, %y: memref<f32>) {
  %two = arith.constant 2.0 : f32
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>) prologue {
  ^bb0(%e: f32):
    %s = arith.mulf %e, %scale : f32
    %t = arith.mulf %s, %two : f32
    prim.yield %t : f32
  }
  return
}

// -----

// A workspace is checked at run time; an initialized one is not cleared but left
// clean.
// CHECK-LABEL: func.func @workspace
// CHECK: prim.check %{{.*}}, workspace, "prim.device_scan: the workspace is too small
// CHECK: prim.check %{{.*}}, workspace, "prim.device_scan: the workspace must be aligned to 256 bytes"
// CHECK-NOT: gpu.memset
// CHECK-NOT: gpu.alloc
// A block counts itself before it stores. The one that counts last clears the
// workspace; in that, the wave that has acquired what the others wrote, as a state that
// is still under way would land behind its zero.
// CHECK: gpu.func @scan_0
// CHECK: %[[WAVE:.*]] = prim.warp_uniform
// CHECK: prim.block_scan
// CHECK: %[[COUNT:.*]] = scf.if
// CHECK: prim.atomic_rmw add {{.*}} atomic(acq_rel, device) : i32, !prim.base<global>
// CHECK: prim.block_store
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[WAVE]], %c0
// CHECK: %[[ASKS:.*]] = arith.andi %{{.*}}, %[[FIRST]]
// CHECK: scf.if %[[ASKS]]
// CHECK: %[[DONE:.*]] = prim.warp_broadcast %[[COUNT]] lane(
// CHECK: prim.warp_barrier
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[DONE]],
// CHECK: scf.if %[[LAST]]
// CHECK: scf.for
// CHECK: prim.store %{{.*}} : i64, !prim.base<global>
func.func @workspace(%x: memref<?xi32>, %y: memref<?xi32>, %w: memref<?xi8>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) workspace(%w : memref<?xi8>) initialized
  return
}

// -----

// CHECK-LABEL: func.func @size
// CHECK: prim.check {{.*}} "prim.device_scan: one launch covers at most
// CHECK: arith.divui
// CHECK: prim.grid_state_size %{{.*}} : i32
// CHECK-NOT: prim.
func.func @size(%x: memref<?xi32>, %y: memref<?xi32>) -> index {
  %n = prim.workspace_size {
    prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  } : index
  return %n : index
}

// -----

// What must agree is checked before anything is allocated, cleared or launched; what
// the types say already is not checked.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xi32>, %[[Y:[a-z0-9]+]]: memref<?xi32>
// CHECK-NOT: gpu.
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_scan: ins 0 has a size of {}"
// CHECK-NOT: gpu.
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_scan: ins 0 has a size in bytes that does not fit in 64 bits"
// CHECK-NOT: gpu.
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_scan: outs 0 has {} elements, but ins 0 has {}"(%{{.*}}, %{{.*}})
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_scan: one launch covers at most {} elements, found {}; work in parts"
// CHECK: scf.if
// CHECK-LABEL: func.func @known
// CHECK-NOT: "prim.device_scan: ins
// CHECK-NOT: "prim.device_scan: outs
// CHECK: return
func.func @sizes(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}
func.func @known(%x: memref<16xi32>, %y: memref<16xi32>) {
  prim.device_scan inclusive add ins(%x : memref<16xi32>) outs(%y : memref<16xi32>)
  return
}

// -----

// Past the end of the buffer a prologue does not run; what stands there is
// neutral where the tile's total is wanted. In a full tile nothing is asked.
// CHECK-LABEL: func.func @past_the_end
// CHECK-LABEL: gpu.func @scan_0
// CHECK: %[[FULL:.*]] = arith.cmpi sge
// CHECK: scf.if %[[FULL]] -> (i32, i32, i32, i32)
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK-NOT: arith.divui
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt
// CHECK: %[[NEUTRAL:.*]] = arith.constant -2147483648 : i32
// CHECK: scf.if %[[INSIDE]] -> (i32) {
// CHECK: arith.divui
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[NEUTRAL]]
// CHECK: prim.block_scan inclusive maxsi %{{.*}} arrangement(rows(4)) prefix {
// The total leaves init out, and is known where the prefix is.
// CHECK: prim.grid_scan maxsi
// CHECK: arith.maxsi
// CHECK: prim.yield
// CHECK-NOT: arith.maxsi
// CHECK: %[[LEFT:.*]] = arith.minsi %{{.*}}, %c255_i32
// CHECK: %[[SOME:.*]] = arith.maxsi %[[LEFT]], %c1
// CHECK-NOT: arith.maxsi
// CHECK: prim.block_store %{{.*}} valid(%[[SOME]])
// CHECK: gpu.return
func.func @past_the_end(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<i32>) {
  prim.device_scan inclusive maxsi ins(%x : memref<?xi32>) outs(%y, %t : memref<?xi32>, memref<i32>) total reverse
      tuning<block_size = 64, items_per_thread = 4> prologue {
  ^bb0(%e: i32, %i: index):
    %at = arith.index_cast %i : index to i32
    %q = arith.divui %e, %at : i32
    prim.yield %q : i32
  }
  return
}

// -----

// Nothing shows what a region that is defined everywhere makes of padding, unless
// there is a total. Without an identity to pad with, the items are counted then.
// CHECK-LABEL: func.func @padding
// CHECK-LABEL: gpu.module @prim_kernels
// A region is scanned blocked, and yet the tile moves in rows.
// CHECK: gpu.func @scan_0
// CHECK: prim.block_load {{.*}} arrangement(rows(4)) :
// CHECK: %[[TURNED:.*]] = prim.block_exchange %{{.*}} from(rows(4)) : vector<32xi32>
// CHECK: prim.block_scan inclusive %[[TURNED]] combiner {
// CHECK: prim.block_exchange %{{.*}} to(rows(4)) : vector<32xi32>
// CHECK: prim.block_store {{.*}} arrangement(rows(4)) :
// CHECK: gpu.func @scan_1
// CHECK: prim.block_scan inclusive %{{.*}} valid(%
func.func @padding(%x: memref<7xi32>, %y: memref<7xi32>, %t: memref<i32>) {
  prim.device_scan inclusive ins(%x : memref<7xi32>) outs(%y : memref<7xi32>) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  prim.device_scan inclusive ins(%x : memref<7xi32>) outs(%y, %t : memref<7xi32>, memref<i32>) total combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}

// -----

// Two accesses per thread touch each line twice only, and a tile that would take most
// of the workgroup memory leaves no room for a second block: neither is turned.
// CHECK-LABEL: func.func @direct
// CHECK-LABEL: gpu.module @prim_kernels
// CHECK-NOT: block_exchange
// CHECK: prim.block_load {{.*}} : !prim.base<global>, vector<8xi32>
// CHECK-NOT: block_exchange
// CHECK: prim.block_load {{.*}} : !prim.base<global>, vector<32xi32>
// CHECK-NOT: block_exchange
func.func @direct(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 256, items_per_thread = 8> combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  prim.device_scan inclusive ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 512, items_per_thread = 32> combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}
