// RUN: prim-opt %s --prim-lower-grid | FileCheck %s

// A word of 8 bytes per 4 bytes of a value.
// CHECK-LABEL: func.func @size
// CHECK: %[[BYTES:.*]] = arith.constant 32 : index
// CHECK: arith.muli %{{.*}}, %[[BYTES]] : index
func.func @size(%n: index) -> index {
  %b = prim.grid_state_size %n : i8, i32, f64
  return %b : index
}

// Small words are of 4 bytes, whatever the type; every chain has its own.
// CHECK-LABEL: func.func @small
// CHECK: %[[BYTES:.*]] = arith.constant 2048 : index
// CHECK: arith.muli %{{.*}}, %[[BYTES]] : index
func.func @small(%n: index) -> index {
  %b = prim.grid_state_size %n chains(256) bits(30) : i8, i64
  return %b : index
}

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // The first thread asks, all are told; nobody writes the slot again.
  // CHECK-LABEL: gpu.func @ticket
  // CHECK: scf.if
  // CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
  // CHECK: %[[SLOT:.*]] = prim.workgroup_alloc 4 for "grid_ticket"
  // CHECK: prim.store
  // CHECK: prim.block_barrier
  // CHECK: prim.load
  // CHECK-NOT: prim.block_barrier
  // CHECK: %[[T:.*]] = prim.warp_uniform
  // CHECK: prim.store %[[T]]
  gpu.func @ticket(%c: !prim.base<global>, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %t = prim.grid_ticket %c : !prim.base<global>
    prim.store %t, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // In a loop the slot is free when all have read it.
  // CHECK-LABEL: gpu.func @tickets
  // CHECK: scf.for
  // CHECK: prim.atomic_rmw add {{.*}} atomic(acq_rel, device)
  // CHECK-COUNT-2: prim.block_barrier
  gpu.func @tickets(%c: !prim.base<global>, %o: !prim.base<global>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0 : i32
    scf.for %i = %c0 to %n step %c1 {
      %t = prim.grid_ticket ordered %c : !prim.base<global>
      prim.store %t, %o[%z] : i32, !prim.base<global>
    }
    gpu.return
  }

  // So it is in a loop of branches, wherever that stands.
  // CHECK-LABEL: gpu.func @branches
  // CHECK: scf.execute_region
  // CHECK: prim.atomic_rmw
  // CHECK-COUNT-2: prim.block_barrier
  // CHECK: cf.cond_br
  gpu.func @branches(%c: !prim.base<global>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    scf.execute_region {
      cf.br ^loop
    ^loop:
      %t = prim.grid_ticket %c : !prim.base<global>
      %more = arith.cmpi slt, %t, %n : i32
      cf.cond_br %more, ^loop, ^done
    ^done:
      scf.yield
    }
    gpu.return
  }

  // And in a function, which may be called again.
  // CHECK-LABEL: gpu.func @called
  // CHECK: prim.atomic_rmw
  // CHECK-COUNT-2: prim.block_barrier
  // CHECK: gpu.return
  gpu.func @called(%c: !prim.base<global>) -> i32 attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = prim.grid_ticket %c : !prim.base<global>
    gpu.return %t : i32
  }

  // Publish, look back, publish again: relaxed accesses. One wave needs no
  // exchange.
  // CHECK-LABEL: gpu.func @one_wave
  // CHECK-NOT: prim.workgroup_alloc
  // CHECK: prim.store {{.*}} atomic(relaxed, device) : i64
  // CHECK: scf.while
  // CHECK: %[[EXISTS:.*]] = arith.cmpi sge
  // CHECK: scf.while
  // CHECK: prim.load {{.*}} atomic(relaxed, device) : !prim.base<global> -> i64
  // Lanes before the first tile wait for nothing, and nobody waits behind a prefix.
  // CHECK: %[[NONE:.*]] = arith.cmpi eq
  // CHECK: %[[WAITS:.*]] = arith.andi %[[NONE]], %[[EXISTS]]
  // CHECK: %[[PREFIXES:.*]] = prim.warp_ballot
  // CHECK: %[[WAITING:.*]] = prim.warp_ballot %[[WAITS]]
  // CHECK: arith.subi %[[PREFIXES]], %c1
  // CHECK: %[[BELOW:.*]] = arith.andi
  // CHECK: %[[BLOCKERS:.*]] = arith.andi %[[WAITING]], %[[BELOW]]
  // CHECK: arith.cmpi ne, %[[BLOCKERS]]
  // CHECK: prim.warp_reduce add {{.*}} valid({{.*}}) all
  // CHECK: prim.store {{.*}} atomic(relaxed, device) : i64
  // CHECK-NOT: {{acquire|release|acq_rel}}
  // CHECK: prim.block_barrier
  // CHECK-NOT: prim.block_barrier
  // CHECK: gpu.return
  gpu.func @one_wave(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %z = arith.constant 0 : i32
    %p, %some = prim.grid_scan add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    scf.if %some {
      prim.store %p, %o[%z] : i32, !prim.base<global>
    }
    gpu.return
  }

  // The first wave of several looks back and tells the others.
  // CHECK-LABEL: gpu.func @waves
  // CHECK: prim.warp_uniform
  // CHECK: scf.if
  // CHECK: scf.while
  // CHECK: prim.workgroup_alloc 4 for "grid_scan"
  // CHECK: prim.block_barrier
  gpu.func @waves(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %p, %some = prim.grid_scan add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    prim.store %p, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // In a prefix region one wave is alone.
  // CHECK-LABEL: gpu.func @prefix
  // CHECK: prefix {
  // CHECK-NOT: prim.block_barrier
  // CHECK: scf.while
  // CHECK-NOT: prim.block_barrier
  // CHECK: prim.yield
  gpu.func @prefix(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %r = prim.block_scan inclusive add %x prefix {
    ^bb0(%total: i32):
      %p, %some = prim.grid_scan add %total tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
      prim.yield %p, %some : i32, i1
    } : i32
    prim.store %r, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // Parts are released with the count and acquired by who completes it; without all
  // nobody tells the other threads.
  // CHECK-LABEL: gpu.func @reduce
  // CHECK-NOT: prim.block_barrier
  // CHECK: arith.cmpi ugt
  // CHECK: scf.if
  // CHECK: prim.store %{{.*}} : f32, !prim.base<global>
  // CHECK: prim.atomic_rmw add {{.*}} atomic(acq_rel, device) : i32, !prim.base<global>
  // CHECK: prim.warp_broadcast
  // CHECK: scf.for {{.*}} step %c512
  // CHECK-COUNT-8: prim.load
  // CHECK-NOT: prim.load
  // CHECK: prim.warp_reduce add %{{[^ ]*}} : f32
  // CHECK-NOT: prim.block_barrier
  // CHECK: gpu.return
  gpu.func @reduce(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %r, %last = prim.grid_reduce add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : f32
    scf.if %last {
      prim.store %r, %o[%z] : f32, !prim.base<global>
    }
    gpu.return
  }

  // In order every lane has a run of parts.
  // CHECK-LABEL: gpu.func @reduce_in_order
  // CHECK: prim.warp_broadcast
  // CHECK: prim.load
  // CHECK: scf.for {{.*}} step %c1_
  // CHECK: prim.load
  // CHECK-NOT: prim.load
  // CHECK: prim.warp_reduce {{.*}} valid(
  // CHECK: gpu.return
  gpu.func @reduce_in_order(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %r, %last = prim.grid_reduce %x tile(%t) tiles(%n) state(%s : !prim.base<global>) combiner {
    ^bb0(%a: f32, %b: f32):
      %f = arith.addf %a, %b : f32
      prim.yield %f : f32
    } : f32
    scf.if %last {
      prim.store %r, %o[%z] : f32, !prim.base<global>
    }
    gpu.return
  }

  // With reset the count and the parts are cleared; with all everyone is told.
  // CHECK-LABEL: gpu.func @reduce_all
  // CHECK: atomic(acq_rel, device)
  // CHECK: prim.store %c0{{.*}} : i32, !prim.base<global>
  // CHECK: scf.for
  // CHECK: prim.store %{{.*}} : f32, !prim.base<global>
  // CHECK: prim.workgroup_alloc {{.*}} for "grid_reduce"
  // CHECK: prim.block_barrier
  // CHECK: prim.load {{.*}} -> f32
  // CHECK: prim.load {{.*}} -> i1
  gpu.func @reduce_all(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %r, %last = prim.grid_reduce add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) all reset : f32
    scf.if %last {
      %a = prim.block_reduce add %r : f32
      prim.store %a, %o[%z] : f32, !prim.base<global>
    }
    gpu.return
  }

  // Tile 0 knows its prefix; with one tile nothing is stored. The first thread does
  // it, and nobody waits.
  // CHECK-LABEL: gpu.func @publish
  // CHECK-SAME: %[[S:[^:]*]]: !prim.base<global>, %[[T:[^:]*]]: i32, %[[N:[^:]*]]: i32
  // CHECK-NOT: prim.block_barrier
  // CHECK: %[[LATER:.*]] = arith.cmpi ne, %[[T]]
  // CHECK: %[[SEVERAL:.*]] = arith.cmpi ugt, %[[N]]
  // CHECK: %[[TOLD:.*]] = arith.ori %[[LATER]], %[[SEVERAL]]
  // CHECK: scf.if %[[TOLD]]
  // CHECK: %[[MARK:.*]] = arith.select %[[LATER]]
  // CHECK: scf.if
  // CHECK: %[[WORD:.*]] = arith.ori %{{.*}}, %[[MARK]] : i64
  // CHECK: prim.store %[[WORD]], {{.*}} atomic(relaxed, device) : i64
  // CHECK-NOT: prim.{{load|store|block_barrier}}
  // CHECK: gpu.return
  gpu.func @publish(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }

  // What is complete is so in every tile.
  // CHECK-LABEL: gpu.func @publish_complete
  // CHECK: arith.constant 8589934592 : i64
  // CHECK-NOT: arith.select
  // CHECK: prim.store {{.*}} atomic(relaxed, device) : i64
  // CHECK-NOT: arith.select
  // CHECK: gpu.return
  gpu.func @publish_complete(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    prim.grid_publish complete %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }

  // Looks back and then publishes, once.
  // CHECK-LABEL: gpu.func @prefix_apart
  // CHECK-NOT: prim.store
  // CHECK: scf.while
  // CHECK: prim.load {{.*}} atomic(relaxed, device) : !prim.base<global> -> i64
  // CHECK: prim.store {{.*}} atomic(relaxed, device) : i64
  // CHECK-NOT: atomic
  // CHECK: prim.block_barrier
  gpu.func @prefix_apart(%s: !prim.base<global>, %o: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    prim.store %p, %o[%z] : i32, !prim.base<global>
    gpu.return
  }

  // Chains: no wave is chosen, and no thread tells another one. Words of 4 bytes with
  // the status in front; the epoch exchanges Prefix and Nothing. A row is read until
  // all lanes have something; sums of words lose the statuses at the end.
  // CHECK-LABEL: gpu.func @chains
  // CHECK-SAME: %[[T:[^:]*]]: i32, %[[N:[^:]*]]: i32, %[[E:[^:]*]]: i32
  // CHECK-NOT: prim.workgroup_alloc
  // CHECK-NOT: prim.block_barrier
  // CHECK: %[[MARK:.*]] = arith.constant -2147483648 : i32
  // CHECK: %[[FLIP:.*]] = arith.shli %[[E]], %c31{{.*}} : i32
  // CHECK: arith.xori %[[MARK]], %[[FLIP]] : i32
  // CHECK-COUNT-2: prim.store {{.*}} atomic(relaxed, device) : i32
  // CHECK: scf.while (%[[ROW:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (!prim.base<global>, i32, i32, i1, i1)
  // CHECK: scf.while
  // CHECK: %[[A:.*]] = prim.load %[[ROW]]{{.*}} atomic(relaxed, device) : !prim.base<global> -> i32
  // CHECK: arith.xori %[[A]]
  // CHECK: prim.load %[[ROW]]{{.*}} atomic(relaxed, device) : !prim.base<global> -> i32
  // CHECK: prim.warp_ballot
  // CHECK: prim.advance %[[ROW]]
  // CHECK: arith.cmpi slt
  // CHECK: arith.addi
  // CHECK: arith.andi %{{.*}}, %c1073741823
  // CHECK-COUNT-2: prim.store {{.*}} atomic(relaxed, device) : i32
  // CHECK-NOT: prim.block_barrier
  // CHECK: gpu.return
  gpu.func @chains(%s: !prim.base<global>, %o: memref<?xvector<2xi32>>, %t: i32, %n: i32, %e: i32, %x: vector<2xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %i = gpu.thread_id x
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(256) bits(30) : vector<2xi32>
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(256) bits(30) : vector<2xi32>
    memref.store %p, %o[%i] : memref<?xvector<2xi32>>
    gpu.return
  }

  // Two tiles at once: both are loaded, none from before the first one, then each
  // is waited for and taken where no prefix has been found.
  // CHECK-LABEL: gpu.func @two_tiles
  // CHECK: scf.while (%[[TILE:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, i32, i1)
  // CHECK: arith.maxsi
  // CHECK: %[[A:.*]] = prim.load {{.*}} atomic(relaxed, device) : !prim.base<global> -> i32
  // CHECK: arith.maxsi
  // CHECK: %[[B:.*]] = prim.load {{.*}} atomic(relaxed, device) : !prim.base<global> -> i32
  // CHECK: scf.while (%{{.*}} = %[[A]]) : (i32) -> i32
  // CHECK: prim.warp_ballot
  // CHECK: } do {
  // CHECK: prim.load
  // CHECK: arith.subi %[[TILE]], %c2{{.*}} : i32
  // CHECK: scf.while (%{{.*}} = %[[B]]) : (i32) -> i32
  gpu.func @two_tiles(%s: !prim.base<global>, %o: memref<?xi32>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = gpu.thread_id x
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(256) bits(30) : i32
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(256) bits(30) window(2) : i32
    memref.store %p, %o[%i] : memref<?xi32>
    gpu.return
  }

  // Threads without chains do nothing; of the last one that has some, the second is
  // none.
  // CHECK-LABEL: gpu.func @uneven
  // CHECK: %[[OWNER:.*]] = arith.cmpi ult, %{{.*}}, %c6{{.*}} : i32
  // CHECK: scf.if %[[OWNER]]
  // CHECK: arith.cmpi ult, %{{.*}}, %c11{{.*}} : i32
  // CHECK: scf.if
  // CHECK: prim.store
  // CHECK: scf.while
  // CHECK: arith.minui
  // CHECK: prim.load
  gpu.func @uneven(%s: !prim.base<global>, %o: memref<?xvector<2xi32>>, %t: i32, %n: i32, %x: vector<2xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %i = gpu.thread_id x
    %p, %some = prim.grid_scan add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(11) : vector<2xi32>
    memref.store %p, %o[%i] : memref<?xvector<2xi32>>
    gpu.return
  }
}
