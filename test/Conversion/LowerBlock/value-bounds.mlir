// RUN: prim-opt %s --prim-lower-block --canonicalize | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  // Bounds of a vector hold for all of its elements, wherever the one stands that has none.
  // CHECK-LABEL: gpu.func @elements
  // CHECK-COUNT-4: arith.cmpi ult
  // CHECK: gpu.return
  gpu.func @elements(%x: i32, %y: i32, %w: !prim.base<workgroup>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %mask = arith.constant 63 : i32
    %low = arith.andi %x, %mask : i32
    %a = vector.from_elements %low, %y : vector<2xi32>
    %b = vector.from_elements %y, %low : vector<2xi32>
    prim.block_histogram %a bins(64) into(%w : !prim.base<workgroup>) : vector<2xi32>
    prim.block_histogram %b bins(64) into(%w : !prim.base<workgroup>) : vector<2xi32>
    gpu.return
  }

  // Those of a branch hold for both sides, of each result its own.
  // CHECK-LABEL: gpu.func @branches
  // CHECK: %[[R:.*]]:2 = scf.if
  // CHECK: arith.cmpi ult, %[[R]]#0
  // CHECK-NOT: arith.cmpi
  // CHECK: gpu.return
  gpu.func @branches(%x: i32, %y: i32, %c: i1, %w: !prim.base<workgroup>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %mask = arith.constant 63 : i32
    %low = arith.andi %x, %mask : i32
    %r:2 = scf.if %c -> (i32, i32) {
      %one = gpu.thread_id x
      %v = arith.index_cast %one : index to i32
      %l = arith.andi %v, %mask : i32
      scf.yield %l, %l : i32, i32
    } else {
      scf.yield %y, %low : i32, i32
    }
    prim.block_histogram %r#0 bins(64) into(%w : !prim.base<workgroup>) : i32
    prim.block_histogram %r#1 bins(64) into(%w : !prim.base<workgroup>) : i32
    gpu.return
  }
}
