// RUN: prim-opt %s --prim-lower-block --prim-plan-workgroup-memory --canonicalize | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  // Clear, count, and read: two bins for each of the first 50 threads.
  // CHECK-LABEL: gpu.func @counts
  // CHECK-DAG: %[[BINS:.*]] = arith.constant 99 : i32
  // CHECK: prim.workgroup_alloc 400 for "counters"
  // CHECK: prim.store {{.*}} : vector<1xi32>, !prim.base<workgroup>
  // CHECK: prim.block_barrier
  // CHECK: arith.cmpi ult, %{{.*}}, %[[BINS]] : i32
  // CHECK: scf.if
  // CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
  // CHECK: arith.cmpi ult, %{{.*}}, %[[BINS]] : i32
  // CHECK: scf.if
  // CHECK: prim.atomic_rmw add
  // CHECK: prim.block_barrier
  // CHECK: scf.if %{{.*}} -> (i32, i32)
  // CHECK: prim.load {{.*}} align(8) : !prim.base<workgroup> -> vector<2xi32>
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @counts(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c = prim.block_histogram %x bins(99) counts(2) : vector<2xi32>
    llvm.store %c, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Nothing is asked of items that cannot be beyond the bins: a mask, a narrow
  // type. In device memory other blocks count, too.
  // CHECK-LABEL: gpu.func @bounded
  // CHECK-NOT: arith.cmpi
  // CHECK-NOT: block_barrier
  // CHECK-COUNT-2: prim.atomic_rmw add {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
  // CHECK: arith.extui %{{.*}} : i8 to i32
  // CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
  // CHECK-NOT: arith.cmpi
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @bounded(%x: vector<2xi32>, %y: i8, %w: !prim.base<workgroup>, %g: memref<256xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %mask = arith.constant dense<63> : vector<2xi32>
    %low = arith.andi %x, %mask : vector<2xi32>
    prim.block_histogram %low bins(64) into(%w : !prim.base<workgroup>) : vector<2xi32>
    prim.block_histogram %y bins(256) into(%g : memref<256xi32>) : i8
    gpu.return
  }

  // Positions in the tile against a count, and 64-bit items before they are cut.
  // CHECK-LABEL: gpu.func @valid
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %arg0, %{{.*}} : i64
  // CHECK: %[[THERE:.*]] = arith.cmpi slt, %{{.*}}, %arg1 : i32
  // CHECK: %[[BOTH:.*]] = arith.andi %[[THERE]], %[[IN]] : i1
  // CHECK: scf.if %[[BOTH]]
  // CHECK: arith.trunci %arg0 : i64 to i32
  gpu.func @valid(%x: i64, %n: i32, %w: !prim.base<workgroup>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.block_histogram %x bins(64) into(%w : !prim.base<workgroup>) valid(%n) : i64
    gpu.return
  }
}
