// Each thread reads the words of a tile of its own; waves wait, together, until all
// of their threads have a value.
// RUN: prim-opt %s --prim-lower-grid | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @k
  // CHECK-SAME: %[[S:[a-z0-9]+]]: !prim.base<global>, %[[T:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[EXISTS:[a-z0-9]+]]: i1
  // CHECK: %[[LOW:.*]] = prim.load {{.*}} atomic(relaxed, device) {{.*}} -> i64
  // CHECK: %[[HIGH:.*]] = prim.load {{.*}} atomic(relaxed, device) {{.*}} -> i64
  // CHECK: %[[WORDS:.*]] = vector.from_elements %[[LOW]], %[[HIGH]]
  // CHECK: gpu.barrier
  // CHECK: %[[PEEKED:.*]]:2 = vector.to_elements %[[WORDS]]
  // CHECK: %[[FOUND:.*]]:2 = scf.while (%[[A:.*]] = %[[PEEKED]]#0, %[[B:.*]] = %[[PEEKED]]#1)
  // CHECK: arith.shrui %[[A]]
  // CHECK: arith.shrui %[[B]]
  // CHECK: %[[MISSING:.*]] = arith.ori
  // CHECK: %[[WAITS:.*]] = arith.andi %[[MISSING]], %[[EXISTS]] : i1
  // CHECK: %[[LANES:.*]] = prim.warp_ballot %[[WAITS]] : i64
  // CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[LANES]]
  // CHECK: scf.condition(%[[ANY]]) %[[A]], %[[B]]
  // CHECK: prim.load {{.*}} atomic(relaxed, device)
  // CHECK: prim.load {{.*}} atomic(relaxed, device)
  // CHECK: scf.yield
  // CHECK: arith.trunci %[[FOUND]]#0
  // CHECK: arith.trunci %[[FOUND]]#1
  gpu.func @k(%s: !prim.base<global>, %t: i32, %n: i32, %exists: i1, %out: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %words = prim.grid_peek tile(%t) tiles(%n) state(%s : !prim.base<global>) : vector<2xi64>
    gpu.barrier
    %value = prim.grid_gather %words where(%exists) tile(%t) tiles(%n) state(%s : !prim.base<global>) : vector<2xi64> -> i64
    prim.store %value, %out[%c0] : i64, !prim.base<global>
    gpu.return
  }
}
