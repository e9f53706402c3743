// The fold of a block is the same in all of its threads, also where half a wave folds the
// values of 16 waves: collectives may stand in branches that depend on it.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-block))' | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-block,prim-lower-warp))' -o /dev/null

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  // CHECK-LABEL: gpu.func @scan
  gpu.func @scan(%x: i32, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c5 = arith.constant 5 : i32
    // CHECK: %[[SCAN:.*]]:2 = prim.warp_scan inclusive add %{{.*}} total width(16)
    // CHECK: %[[ALL:.*]] = prim.warp_uniform %[[SCAN]]#1
    // CHECK: arith.cmpi ult, %[[ALL]]
    %s, %t = prim.block_scan exclusive add %x total : i32
    %few = arith.cmpi ult, %t, %c5 : i32
    scf.if %few {
      %r = prim.warp_reduce add %s all : i32
      prim.store %r, %o[%c5] : i32, !prim.base<global>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @reduce
  gpu.func @reduce(%x: i32, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c5 = arith.constant 5 : i32
    // CHECK: %[[FOLD:.*]] = prim.warp_reduce add %{{.*}} all width(16)
    // CHECK: %[[ALL:.*]] = prim.warp_uniform %[[FOLD]]
    // CHECK: arith.cmpi ult, %[[ALL]]
    %t = prim.block_reduce add %x all : i32
    %few = arith.cmpi ult, %t, %c5 : i32
    scf.if %few {
      %r = prim.warp_reduce add %x all : i32
      prim.store %r, %o[%c5] : i32, !prim.base<global>
    }
    gpu.return
  }

  // Folds by the whole wave are known to be uniform.
  // CHECK-LABEL: gpu.func @whole
  // CHECK: prim.warp_reduce add %{{.*}} all width(32) : i32
  // CHECK-NOT: prim.warp_uniform
  // CHECK: gpu.return
  gpu.func @whole(%x: i32, %o: !prim.base<global>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %c5 = arith.constant 5 : i32
    %t = prim.block_reduce add %x all : i32
    prim.store %t, %o[%c5] : i32, !prim.base<global>
    gpu.return
  }
}
