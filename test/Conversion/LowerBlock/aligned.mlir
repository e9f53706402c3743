// Where the chip asks for it, vectors are moved as a whole if the tile is aligned,
// and by elements if not. Lanes take the first elements of their neighbours before
// they store, which makes aligned vectors; the last lane takes them from the next
// row. In partial tiles that are not aligned lanes exchange elements, so that lanes side
// by side write elements side by side. Vectors that are never aligned, and other chips, have one
// body. Pieces count: of 24 bytes those of 8.
// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(prim-lower-block))' | FileCheck %s

gpu.module @nvidia [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: gpu.func @rows
  // CHECK: %[[WIDE:.*]] = prim.is_aligned %{{.*}} to 16 : !prim.base<global>
  // CHECK: scf.if %[[WIDE]]
  // CHECK-COUNT-2: prim.load {{.*}} align(16) : !prim.base<global> -> vector<4xi32>
  // CHECK: else
  // CHECK-COUNT-8: prim.load {{.*}} : !prim.base<global> -> i32
  // CHECK: %[[WIDE:.*]] = prim.is_aligned %{{.*}} to 16 : !prim.base<global>
  // CHECK: scf.if %[[WIDE]]
  // CHECK-COUNT-2: prim.store {{.*}} align(16) : vector<4xi32>, !prim.base<global>
  // CHECK: else
  // CHECK: %[[ONE:.*]] = prim.is_aligned %{{.*}} to 16 : !prim.base<global>
  // CHECK: scf.if %[[ONE]]
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32{{.*}} : i32
  // CHECK: %[[LAST:.*]] = arith.cmpi eq, %{{.*}}, %c31_i32{{.*}} : i32
  // CHECK: scf.if %[[FIRST]]
  // CHECK: prim.store {{.*}} : i32, !prim.base<global>
  // CHECK: %[[MOVED:.*]] = arith.select %[[FIRST]], %{{.*}}, %{{.*}} : i32
  // CHECK: %[[NEXT:.*]] = prim.warp_shuffle %[[MOVED]] lane(
  // CHECK: %[[ROW:.*]] = vector.from_elements %{{.*}}, %{{.*}}, %{{.*}}, %[[NEXT]] : vector<4xi32>
  // CHECK: prim.store %[[ROW]], {{.*}} align(16) : vector<4xi32>
  // CHECK: prim.warp_shuffle
  // CHECK: scf.if %[[LAST]]
  // CHECK-COUNT-3: prim.store {{.*}} : i32, !prim.base<global>
  // CHECK: else
  // CHECK: prim.store {{.*}} align(16) : vector<4xi32>
  // CHECK: else
  // CHECK: %[[TWO:.*]] = prim.is_aligned %{{.*}} to 16 : !prim.base<global>
  // CHECK: scf.if %[[TWO]]
  // CHECK-COUNT-4: prim.warp_shuffle
  // CHECK: else
  // CHECK-NOT: prim.is_aligned
  // CHECK-COUNT-6: prim.warp_shuffle
  // CHECK-NOT: prim.warp_shuffle
  // CHECK: gpu.return
  gpu.func @rows(%x: !prim.base<global>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = prim.block_load %x[%o] arrangement(rows(4)) : !prim.base<global>, vector<8xi32>
    prim.block_store %v, %y[%o] arrangement(rows(4)) {prim.converged} : vector<8xi32>, !prim.base<global>
    gpu.return
  }
  // Of a partial tile, whole rows and the row where the elements end.
  // CHECK-LABEL: gpu.func @partial
  // CHECK: %[[WIDE:.*]] = prim.is_aligned %{{.*}} to 16 : !prim.base<global>
  // CHECK: scf.if %[[WIDE]]
  // CHECK-NOT: prim.warp_exchange
  // CHECK-COUNT-3: prim.store {{.*}} align(16) : vector<4xi32>, !prim.base<global>
  // CHECK-COUNT-2: prim.warp_exchange
  // CHECK: prim.warp_exchange
  // CHECK-COUNT-4: scf.if
  // CHECK-NOT: prim.warp_exchange
  // CHECK: gpu.return
  gpu.func @partial(%v: vector<8xi32>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %valid = arith.constant 100 : i32
    prim.block_store %v, %y[%o] valid(%valid) arrangement(rows(4)) {prim.converged} : vector<8xi32>, !prim.base<global>
    gpu.return
  }
  // Threads may store alone where nothing says that they do it together.
  // CHECK-LABEL: gpu.func @alone
  // CHECK-NOT: prim.warp_exchange
  // CHECK: gpu.return
  gpu.func @alone(%v: vector<8xi32>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %valid = arith.constant 100 : i32
    prim.block_store %v, %y[%o] valid(%valid) arrangement(rows(4)) : vector<8xi32>, !prim.base<global>
    gpu.return
  }
  // Three items of each lane of a partial tile go through workgroup memory.
  // CHECK-LABEL: gpu.func @three
  // CHECK: prim.warp_exchange blocked_to_striped %{{.*}} : vector<3xi32>
  // CHECK-COUNT-3: prim.store {{.*}} : i32, !prim.base<global>
  gpu.func @three(%v: vector<3xi32>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %valid = arith.constant 100 : i32
    prim.block_store %v, %y[%o] valid(%valid) {prim.converged} : vector<3xi32>, !prim.base<global>
    gpu.return
  }
  // Backwards, and of bytes, lanes exchange elements.
  // CHECK-LABEL: gpu.func @exchanged
  // CHECK-COUNT-4: prim.warp_exchange
  // CHECK: gpu.return
  gpu.func @exchanged(%v: vector<8xi32>, %w: vector<32xi8>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.block_store %v, %y[%o] arrangement(rows(4)) reverse {prim.converged} : vector<8xi32>, !prim.base<global>
    prim.block_store %w, %y[%o] arrangement(rows(16)) {prim.converged} : vector<32xi8>, !prim.base<global>
    gpu.return
  }
  // A block with a partial wave, rows of narrower warps, and workgroup memory.
  // CHECK-LABEL: gpu.func @by_elements
  // CHECK-NOT: prim.warp_exchange
  // CHECK: gpu.return
  gpu.func @by_elements(%v: vector<8xi32>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    prim.block_store %v, %y[%o] arrangement(rows(4)) {prim.converged} : vector<8xi32>, !prim.base<global>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @narrow
  // CHECK-NOT: prim.warp_exchange
  // CHECK: gpu.return
  gpu.func @narrow(%v: vector<8xi32>, %y: !prim.base<global>, %z: !prim.base<workgroup>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.block_store %v, %y[%o] arrangement(rows(4) width(16)) {prim.converged} : vector<8xi32>, !prim.base<global>
    prim.block_store %v, %z[%o] arrangement(rows(4)) : vector<8xi32>, !prim.base<workgroup>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @odd
  // CHECK-NOT: prim.is_aligned
  // CHECK: prim.load {{.*}} align(2) : !prim.base<global> -> vector<3xi16>
  // CHECK: prim.is_aligned %{{.*}} to 8 : !prim.base<global>
  // CHECK: prim.load {{.*}} align(8) : !prim.base<global> -> vector<6xi32>
  gpu.func @odd(%x: !prim.base<global>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = prim.block_load %x[%o] : !prim.base<global>, vector<3xi16>
    %w = prim.block_load %y[%o] : !prim.base<global>, vector<6xi32>
    prim.block_store %v, %x[%o] arrangement(striped) {prim.converged} : vector<3xi16>, !prim.base<global>
    prim.block_store %w, %y[%o] arrangement(striped) {prim.converged} : vector<6xi32>, !prim.base<global>
    gpu.return
  }
}

// -----

gpu.module @amd [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @anywhere
  // CHECK-NOT: prim.is_aligned
  // CHECK-COUNT-2: prim.load {{.*}} align(4) : !prim.base<global> -> vector<4xi32>
  // CHECK: gpu.return
  gpu.func @anywhere(%x: !prim.base<global>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = prim.block_load %x[%o] arrangement(rows(4)) : !prim.base<global>, vector<8xi32>
    prim.block_store %v, %y[%o] arrangement(rows(4)) : vector<8xi32>, !prim.base<global>
    gpu.return
  }
}
