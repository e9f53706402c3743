// A stage copies each thread's items to where block_load finds them: as wide as an
// access where the tile is aligned, element by element elsewhere. A slot is
// aligned, which a load of it says.
// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(prim-lower-block,canonicalize,cse))' | FileCheck %s

gpu.module @nvidia [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: gpu.func @rows
  // CHECK: %[[WIDE:.*]] = prim.is_aligned %[[TILE:.*]] to 16 : !prim.base<global>
  // CHECK: scf.if %[[WIDE]]
  // CHECK: prim.copy_async 16 %[[TILE]][%[[A:.*]]] to %{{.*}}[%[[A]]]
  // CHECK: prim.copy_async 16 %[[TILE]][%[[B:.*]]] to %{{.*}}[%[[B]]]
  // CHECK: else
  // CHECK-COUNT-8: prim.copy_async 4 %[[TILE]]
  // CHECK-NOT: prim.copy_async
  // CHECK: prim.copy_wait 0
  // CHECK-NOT: prim.is_aligned
  // CHECK-COUNT-2: prim.load {{.*}} align(16) : !prim.base<workgroup> -> vector<4xi32>
  gpu.func @rows(%x: !prim.base<global>, %y: !prim.base<global>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %slot = prim.workgroup_alloc 2048 for "stage" : !prim.base<workgroup>
    prim.block_stage %x[%o] to %slot arrangement(rows(4)) : !prim.base<global>, !prim.base<workgroup>, vector<8xi32>
    prim.copy_commit
    prim.copy_wait 0
    %v = prim.block_load %slot[%c0] arrangement(rows(4)) align(16) : !prim.base<workgroup>, vector<8xi32>
    prim.block_store %v, %y[%o] arrangement(striped) : vector<8xi32>, !prim.base<global>
    gpu.return
  }
  // Lanes that do so together copy elements side by side: other lanes have read what was there.
  // CHECK-LABEL: gpu.func @together
  // CHECK: prim.is_aligned
  // CHECK: prim.copy_async 16
  // CHECK: else
  // CHECK: prim.warp_barrier
  // CHECK: prim.copy_async 4 %[[TILE:.*]][%[[A:.*]]] to %{{.*}}[%[[A]]]
  // CHECK: %[[B:.*]] = arith.addi %[[A]], %c128_i32{{.*}} overflow<nuw>
  // CHECK: prim.copy_async 4 %[[TILE]][%[[B]]] to
  // CHECK-COUNT-6: prim.copy_async 4
  // CHECK-NOT: prim.copy_async
  // CHECK: gpu.return
  gpu.func @together(%x: !prim.base<global>, %slot: !prim.base<workgroup>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.block_stage %x[%o] to %slot arrangement(rows(4)) {prim.converged} : !prim.base<global>, !prim.base<workgroup>, vector<8xi32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @striped
  // CHECK-NOT: prim.is_aligned
  // CHECK-COUNT-2: prim.copy_async 1
  // CHECK-NOT: prim.copy_async
  gpu.func @striped(%x: !prim.base<global>, %slot: !prim.base<workgroup>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.block_stage %x[%o] to %slot arrangement(striped) reverse : !prim.base<global>, !prim.base<workgroup>, vector<2xi8>
    gpu.return
  }
}

// -----

gpu.module @amd [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @rows
  // CHECK: prim.is_aligned %{{.*}} to 16
  // CHECK-COUNT-2: prim.copy_async 16
  gpu.func @rows(%x: !prim.base<global>, %slot: !prim.base<workgroup>, %o: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.block_stage %x[%o] to %slot arrangement(rows(4)) : !prim.base<global>, !prim.base<workgroup>, vector<8xi32>
    gpu.return
  }
}
