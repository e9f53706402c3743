// All blocks wait for each other: the first thread of each counts itself, the last
// one begins the next round, which the others wait for; all threads acquire.
// RUN: prim-opt %s --prim-lower-grid | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @k
  // CHECK-DAG: %[[X:.*]] = gpu.grid_dim x
  // CHECK-DAG: %[[Y:.*]] = gpu.grid_dim y
  // CHECK-DAG: %[[Z:.*]] = gpu.grid_dim z
  // CHECK: gpu.barrier
  // CHECK: scf.if
  // CHECK: %[[ROUND:.*]] = prim.load %[[S:.*]][%[[AT:.*]]] atomic(relaxed, device)
  // CHECK: %[[BEFORE:.*]] = prim.atomic_rmw add %{{.*}}, %[[S]][%[[ZERO:.*]]] atomic(acq_rel, device)
  // CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[BEFORE]]
  // CHECK: scf.if %[[LAST]]
  // CHECK: prim.store %{{.*}}, %[[S]][%[[ZERO]]] atomic(relaxed, device)
  // CHECK: %[[NEXT:.*]] = arith.addi %[[ROUND]]
  // CHECK: prim.store %[[NEXT]], %[[S]][%[[AT]]] atomic(release, device)
  // CHECK: else
  // CHECK: scf.while
  // CHECK: %[[NOW:.*]] = prim.load %[[S]][%[[AT]]] atomic(acquire, device)
  // CHECK: arith.cmpi eq, %[[NOW]], %[[ROUND]]
  // CHECK: gpu.barrier
  // CHECK: prim.load %[[S]][%[[AT]]] atomic(acquire, device)
  // CHECK: gpu.return
  gpu.func @k(%s: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    prim.grid_barrier %s : !prim.base<global>
    gpu.return
  }
}
