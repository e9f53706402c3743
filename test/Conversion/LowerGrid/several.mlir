// A window of more tiles than a wave has lanes: each lane looks at several, and
// waits for none behind the first prefix among them.
// RUN: prim-opt %s --prim-lower-grid | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @add
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[LANE:.*]], %{{.*}} : i32
  // CHECK: scf.while
  // CHECK-COUNT-2: prim.load {{.*}} atomic(relaxed, device)
  // The first tile waits, or knows a prefix.
  // CHECK: %[[WAITS:[0-9]+]] = arith.andi
  // CHECK: arith.xori %[[WAITS]], %{{.*}} : i1
  // CHECK: arith.andi
  // CHECK: %[[KNOWS:[0-9]+]] = arith.andi
  // The second one is asked only where the first one knows none, and is known only
  // where the first one is there.
  // CHECK: %[[ASKED:[0-9]+]] = arith.xori %[[KNOWS]], %{{.*}} : i1
  // CHECK: %[[MORE:.*]] = arith.extui %[[ASKED]] : i1 to i32
  // CHECK-NOT: prim.load
  // CHECK: %[[THERE:[0-9]+]] = arith.xori %[[WAITS]], %{{.*}} : i1
  // CHECK: arith.andi %{{.*}}, %[[THERE]] : i1
  // CHECK: arith.andi %{{.*}}, %[[ASKED]] : i1
  // CHECK: prim.warp_ballot
  // CHECK: prim.warp_ballot
  // CHECK: scf.condition
  // CHECK: arith.cmpi ugt
  // CHECK: prim.warp_reduce
  gpu.func @add(%s: !prim.base<global>, %n: i32, %x: i32, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %t = prim.grid_ticket %s : !prim.base<global>
    %b8 = arith.constant 8 : index
    %state = prim.advance %s, %b8 : !prim.base<global>
    %p, %some = prim.grid_scan add %x tile(%t) tiles(%n) state(%state : !prim.base<global>) window(128) : i32
    prim.store %p, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // A region that not everything may be given to is asked in lanes that count.
  // CHECK-LABEL: gpu.func @partial
  // CHECK: %[[COUNTS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT: %[[FOLDS:.*]] = arith.andi %{{.*}}, %[[COUNTS]] : i1
  // CHECK-NEXT: scf.if %[[FOLDS]]
  // CHECK: prim.warp_reduce
  gpu.func @partial(%s: !prim.base<global>, %n: i32, %x: i32, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %t = prim.grid_ticket %s : !prim.base<global>
    %b8 = arith.constant 8 : index
    %state = prim.advance %s, %b8 : !prim.base<global>
    %p, %some = prim.grid_scan %x tile(%t) tiles(%n) state(%state : !prim.base<global>) window(128) combiner {
    ^bb0(%l: i32, %r: i32):
      %q = arith.divsi %l, %r : i32
      prim.yield %q : i32
    } : i32
    prim.store %p, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // No lane looks at more than eight.
  // CHECK-LABEL: gpu.func @many
  // CHECK: scf.while
  // CHECK-COUNT-8: prim.load {{.*}} atomic(relaxed, device)
  // CHECK-NOT: prim.load {{.*}} atomic(relaxed, device)
  // CHECK: prim.warp_reduce
  gpu.func @many(%s: !prim.base<global>, %n: i32, %t: i32, %x: i32, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %p, %some = prim.grid_scan add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) window(100000) : i32
    prim.store %p, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // A ticket that was asked for before: the first thread asks, and later the
  // block is told.
  // CHECK-LABEL: gpu.func @ahead
  // CHECK: %[[PENDING:.*]] = scf.if
  // CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
  // CHECK-NOT: prim.block_barrier
  // CHECK: prim.store %{{.*}}, %[[O:.*]][%{{.*}}] : i32, !prim.base<global>
  // CHECK: prim.store %[[PENDING]], %{{.*}} : i32, !prim.base<workgroup>
  // CHECK: prim.block_barrier
  // CHECK: %[[T:.*]] = prim.warp_uniform
  // CHECK: prim.store %[[T]]
  gpu.func @ahead(%c: !prim.base<global>, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %p = prim.grid_ticket_request %c : !prim.base<global>
    prim.store %z, %o[%z] : i32, !prim.base<global>
    %t = prim.grid_ticket_wait %p
    prim.store %t, %o[%z] : i32, !prim.base<global>
    gpu.return
  }
}
