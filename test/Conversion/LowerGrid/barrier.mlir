// All blocks wait for each other: the first thread of each counts its block in the
// lower bits of a word, the last one of which carries into the upper bit, that the
// first threads wait for. All threads acquire, unless the target does so by block.
// RUN: prim-opt %s --allow-unregistered-dialect --prim-lower-grid | FileCheck %s
// RUN: sed -e 's/#rocdl.target<chip = "gfx942">/#nvvm.target<chip = "sm_90">/' %s | prim-opt --allow-unregistered-dialect --prim-lower-grid | FileCheck %s --check-prefix=BLOCK

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @k
  // CHECK-DAG: %[[X:.*]] = gpu.grid_dim x
  // CHECK-DAG: %[[Y:.*]] = gpu.grid_dim y
  // CHECK-DAG: %[[Z:.*]] = gpu.grid_dim z
  // CHECK-DAG: gpu.block_id x
  // CHECK-DAG: gpu.block_id y
  // CHECK-DAG: gpu.block_id z
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq
  // CHECK: %[[OTHERS:.*]] = arith.subi
  // CHECK: %[[REST:.*]] = arith.subi %{{.*}}, %[[OTHERS]]
  // CHECK: %[[OWN:.*]] = arith.select %[[FIRST]], %[[REST]]
  // CHECK: prim.block_barrier orders(device)
  // CHECK: %[[FOUND:.*]] = scf.if
  // CHECK: prim.atomic_rmw add %[[OWN]], %[[S:[a-z0-9]+]][%{{.*}}] atomic(release, device)
  // CHECK: scf.while
  // CHECK: %[[NOW:.*]] = prim.load %[[S]][%{{.*}}] atomic(acquire, device)
  // CHECK: %[[CHANGED:.*]] = arith.xori %[[NOW]], %[[FOUND]]
  // CHECK: arith.cmpi sge, %[[CHANGED]]
  // CHECK: prim.block_barrier orders(block)
  // CHECK: prim.load %[[S]][%{{.*}}] atomic(acquire, device)
  // CHECK: gpu.return

  // BLOCK: scf.while
  // BLOCK: prim.load {{.*}} atomic(acquire, device)
  // BLOCK: prim.block_barrier orders(block)
  // BLOCK-NOT: prim.load
  // BLOCK: gpu.return
  gpu.func @k(%s: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    prim.grid_barrier %s : !prim.base<global>
    gpu.return
  }
  // What a kernel does between coming and waiting.
  // CHECK-LABEL: gpu.func @apart
  // CHECK: prim.block_barrier orders(device)
  // CHECK: %[[FOUND:.*]] = scf.if
  // CHECK: prim.atomic_rmw
  // CHECK: "between"
  // CHECK: scf.while
  // CHECK: arith.xori %{{.*}}, %[[FOUND]]
  // CHECK: prim.block_barrier orders(block)
  gpu.func @apart(%s: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %round = prim.grid_arrive %s : !prim.base<global>
    "between"() : () -> ()
    prim.grid_wait %round, %s : !prim.base<global>
    gpu.return
  }
}
