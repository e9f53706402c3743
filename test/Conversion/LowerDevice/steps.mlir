// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(prim-lower-device{chip=gfx942 limits=max-sort-items=10000},canonicalize,cse)' | FileCheck %s --implicit-check-not=ub.poison

// Ops that others do one after the other.

// A comparator has no digits: all elements are sorted, into the workspace, and taken from there.
// CHECK-LABEL: func.func @topk
// CHECK: prim.check {{.*}} "prim.device_topk: outs 0 takes {} elements, but ins 0 has {}"
// CHECK: prim.check {{.*}} "prim.device_topk: the workspace is too small
// CHECK: prim.check {{.*}}, workspace, "prim.device_topk: the workspace must be aligned to 256 bytes"
// CHECK-NOT: gpu.alloc
// CHECK: memref.view
// CHECK: gpu.launch_func @prim_kernels::@sort_tile_0
// CHECK: gpu.launch_func @prim_kernels::@sort_merge_0
// CHECK: gpu.launch_func @prim_kernels::@map_0
// CHECK: gpu.launch_func @prim_kernels::@map_0
// CHECK-NOT: gpu.launch_func
func.func @topk(%x: memref<?xi32>, %o: memref<?xi32>, %r: memref<?xi32>, %w: memref<?xi8>) {
  prim.device_topk ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) rest(%r : memref<?xi32>) workspace(%w : memref<?xi8>)
      comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

// Sorting puts every element where it belongs.
// CHECK-LABEL: func.func @nth
// CHECK: prim.check {{.*}} "prim.device_nth: has an nth of {}, but ins 0 has {} elements"
// CHECK: gpu.launch_func @prim_kernels::@sort_tile_0
// CHECK-NOT: @map_
// CHECK: return
func.func @nth(%x: memref<?xi32>, %o: memref<?xi32>, %n: index) {
  prim.device_nth nth(%n) ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

// Where segments begin, then a sort of everything by that and the comparator, then a copy of what is in segments.
// CHECK-LABEL: func.func @segments
// CHECK: gpu.launch_func @prim_kernels::@map_0
// CHECK: gpu.launch_func @prim_kernels::@{{.*}}scan
// CHECK: gpu.launch_func @prim_kernels::@sort_tile_0
// CHECK: gpu.launch_func @prim_kernels::@map_1
// CHECK-LABEL: gpu.func @sort_tile_0
// CHECK: prim.block_sort {{.*}} comparator {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[P:.*]]: i32, %{{.*}}: f32, %[[Q:.*]]: i32):
// CHECK-NOT: arith.cmpf
// CHECK: arith.cmpi ult, %[[P]], %[[Q]] : i32
// CHECK-NOT: arith.cmpf
// CHECK: scf.if
// CHECK-NEXT: arith.cmpf ogt
func.func @segments(%x: memref<?xf32>, %o: memref<?xf32>, %s: memref<?xi32>) {
  prim.device_sort ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) segments(%s : memref<?xi32>) comparator {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    prim.yield %c : i1
  }
  return
}

// -----

// Batches go to the results or beside them, as the number of rounds wants it, and a round to the other ones.
// What no launch covers shows before anything is sorted.
// CHECK-LABEL: func.func @batches
// CHECK: %[[SIZE:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK-NOT: gpu.launch_func
// CHECK: arith.select %{{.*}}, %[[SIZE]], %{{.*}} : i64
// CHECK: prim.check {{.*}} "prim.device_merge: one launch covers at most {} elements, found {}; work in parts"
// CHECK-NOT: gpu.launch_func
// CHECK: scf.while
// CHECK: scf.if
// CHECK: scf.for
// CHECK: prim.check {{.*}} "prim.device_sort: sorts fewer than 10000 items at once, found {}; add batches for more"
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK: } else {
// CHECK: scf.for
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK: scf.for
// CHECK: gpu.launch_func @prim_kernels::@merge_0
// CHECK: } else {
// CHECK: gpu.launch_func @prim_kernels::@merge_0
// CHECK: gpu.func @merge_0
// CHECK: prim.warp_ballot
func.func @batches(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) batches
  return
}

// -----

// Of a size that is too much for one sort it is not said.
// CHECK-LABEL: func.func @known
// CHECK: gpu.launch_func @prim_kernels::@merge_0
func.func @known(%x: memref<10000xi32>, %o: memref<10000xi32>) {
  prim.device_sort slt ins(%x : memref<10000xi32>) outs(%o : memref<10000xi32>)
  return
}

// -----

// A size is that of all steps.
// CHECK-LABEL: func.func @size
// CHECK-NOT: gpu.launch_func
// CHECK-NOT: memref.view
// CHECK: arith.maxsi
// CHECK: return
func.func @size(%x: memref<?xi32>, %v: memref<?xf32>, %o: memref<?xi32>, %p: memref<?xf32>) -> index {
  %bytes = prim.workspace_size {
    prim.device_sort descending ins(%x, %v : memref<?xi32>, memref<?xf32>) outs(%o, %p : memref<?xi32>, memref<?xf32>)
        keys(2) orders(ult, total)
  } : index
  return %bytes : index
}

// -----

// Buffers in between are in the memory space of the workspace.
// CHECK-LABEL: func.func @space
// CHECK: memref.view {{.*}} : memref<?xi8, #gpu.address_space<global>> to memref<?xi32, #gpu.address_space<global>>
// CHECK: gpu.launch_func @prim_kernels::@sort_tile_0
func.func @space(%x: memref<?xi32, 1>, %o: memref<?xi32>, %w: memref<?xi8, #gpu.address_space<global>>) {
  prim.device_topk ins(%x : memref<?xi32, 1>) outs(%o : memref<?xi32>) workspace(%w : memref<?xi8, #gpu.address_space<global>>)
      comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

// CHECK-LABEL: func.func @space_of_keys
// CHECK: memref.view {{.*}} : memref<?xi8, 1> to memref<?xi32, 1>
func.func @space_of_keys(%x: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>, %w: memref<?xi8, 1>) {
  prim.device_sort ins(%x, %x : memref<?xi32>, memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>) workspace(%w : memref<?xi8, 1>)
      keys(2) orders(slt, ult)
  return
}

// -----

// One key with an order is selected by its digits.
// CHECK-LABEL: func.func @one_order
// CHECK-NOT: @sort_
// CHECK: gpu.launch_func @prim_kernels::@rank_
// CHECK-NOT: @sort_
// CHECK-LABEL: func.func @one_order_of_nth
// CHECK-NOT: @sort_
// CHECK: gpu.launch_func @prim_kernels::@rank_
// CHECK-NOT: @sort_
func.func @one_order(%x: memref<?xi32>, %o: memref<?xi32>) -> index {
  prim.device_topk ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) orders(slt) unordered
  %bytes = prim.workspace_size {
    prim.device_topk ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) orders(ult) keys(1)
  } : index
  return %bytes : index
}
func.func @one_order_of_nth(%x: memref<?xf32>, %o: memref<?xf32>, %n: index) {
  prim.device_nth descending nth(%n) ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) orders(total)
  return
}

// -----

// Nothing begins in rows that are known to be none.
// CHECK-LABEL: func.func @topk_of_nothing
// CHECK: return
func.func @topk_of_nothing(%x: memref<0x0xi32>, %o: memref<0x0xi32>) {
  prim.device_topk ins(%x : memref<0x0xi32>) outs(%o : memref<0x0xi32>) dimension(1) comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

// Twelve sums in three ops of four members each, which share their kernels.
// CHECK-LABEL: func.func @wide
// Each op has two launches of its kernel.
// CHECK-COUNT-6: gpu.launch_func @prim_kernels::@reduce_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @reduce_0
// CHECK-NOT: gpu.func
func.func @wide(%x0: memref<?xi64>, %x1: memref<?xi64>, %x2: memref<?xi64>, %x3: memref<?xi64>, %x4: memref<?xi64>, %x5: memref<?xi64>, %x6: memref<?xi64>, %x7: memref<?xi64>, %x8: memref<?xi64>, %x9: memref<?xi64>, %x10: memref<?xi64>, %x11: memref<?xi64>,
    %y0: memref<i64>, %y1: memref<i64>, %y2: memref<i64>, %y3: memref<i64>, %y4: memref<i64>, %y5: memref<i64>, %y6: memref<i64>, %y7: memref<i64>, %y8: memref<i64>, %y9: memref<i64>, %y10: memref<i64>, %y11: memref<i64>) {
  %z = arith.constant 0 : i64
  prim.device_reduce ins(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>)
      outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11 : memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>)
      identity(%z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) combiner commutative {
  ^bb0(%a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64,
       %b0: i64, %b1: i64, %b2: i64, %b3: i64, %b4: i64, %b5: i64, %b6: i64, %b7: i64, %b8: i64, %b9: i64, %b10: i64, %b11: i64):
    %c0 = arith.addi %a0, %b0 : i64
    %c1 = arith.addi %a1, %b1 : i64
    %c2 = arith.addi %a2, %b2 : i64
    %c3 = arith.addi %a3, %b3 : i64
    %c4 = arith.addi %a4, %b4 : i64
    %c5 = arith.addi %a5, %b5 : i64
    %c6 = arith.addi %a6, %b6 : i64
    %c7 = arith.addi %a7, %b7 : i64
    %c8 = arith.addi %a8, %b8 : i64
    %c9 = arith.addi %a9, %b9 : i64
    %c10 = arith.addi %a10, %b10 : i64
    %c11 = arith.addi %a11, %b11 : i64
    prim.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9, %c10, %c11 : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64
  }
  return
}

// -----

// A member and what moves along with it stay together.
// CHECK-LABEL: func.func @pairs
// CHECK-COUNT-6: gpu.launch_func @prim_kernels::@reduce_0
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @pairs(%x0: memref<?xi64>, %x1: memref<?xi64>, %x2: memref<?xi64>, %x3: memref<?xi64>, %x4: memref<?xi64>, %x5: memref<?xi64>, %x6: memref<?xi64>, %x7: memref<?xi64>, %x8: memref<?xi64>, %x9: memref<?xi64>, %x10: memref<?xi64>, %x11: memref<?xi64>,
    %y0: memref<i64>, %y1: memref<i64>, %y2: memref<i64>, %y3: memref<i64>, %y4: memref<i64>, %y5: memref<i64>, %y6: memref<i64>, %y7: memref<i64>, %y8: memref<i64>, %y9: memref<i64>, %y10: memref<i64>, %y11: memref<i64>) {
  %z = arith.constant 0 : i64
  prim.device_reduce ins(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>)
      outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11 : memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>)
      identity(%z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) combiner commutative {
  ^bb0(%a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64,
       %b0: i64, %b1: i64, %b2: i64, %b3: i64, %b4: i64, %b5: i64, %b6: i64, %b7: i64, %b8: i64, %b9: i64, %b10: i64, %b11: i64):
    %k0 = arith.cmpi slt, %b0, %a0 : i64
    %c0 = arith.select %k0, %b0, %a0 : i64
    %c6 = arith.select %k0, %b6, %a6 : i64
    %k1 = arith.cmpi slt, %b1, %a1 : i64
    %c1 = arith.select %k1, %b1, %a1 : i64
    %c7 = arith.select %k1, %b7, %a7 : i64
    %k2 = arith.cmpi slt, %b2, %a2 : i64
    %c2 = arith.select %k2, %b2, %a2 : i64
    %c8 = arith.select %k2, %b8, %a8 : i64
    %k3 = arith.cmpi slt, %b3, %a3 : i64
    %c3 = arith.select %k3, %b3, %a3 : i64
    %c9 = arith.select %k3, %b9, %a9 : i64
    %k4 = arith.cmpi slt, %b4, %a4 : i64
    %c4 = arith.select %k4, %b4, %a4 : i64
    %c10 = arith.select %k4, %b10, %a10 : i64
    %k5 = arith.cmpi slt, %b5, %a5 : i64
    %c5 = arith.select %k5, %b5, %a5 : i64
    %c11 = arith.select %k5, %b11, %a11 : i64
    prim.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9, %c10, %c11 : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64
  }
  return
}

// -----

// So they do where a region uses both.
// CHECK-LABEL: func.func @nested
// CHECK-COUNT-6: gpu.launch_func @prim_kernels::@reduce_0
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @nested(%x0: memref<?xi64>, %x1: memref<?xi64>, %x2: memref<?xi64>, %x3: memref<?xi64>, %x4: memref<?xi64>, %x5: memref<?xi64>, %x6: memref<?xi64>, %x7: memref<?xi64>, %x8: memref<?xi64>, %x9: memref<?xi64>, %x10: memref<?xi64>, %x11: memref<?xi64>,
    %y0: memref<i64>, %y1: memref<i64>, %y2: memref<i64>, %y3: memref<i64>, %y4: memref<i64>, %y5: memref<i64>, %y6: memref<i64>, %y7: memref<i64>, %y8: memref<i64>, %y9: memref<i64>, %y10: memref<i64>, %y11: memref<i64>) {
  %z = arith.constant 0 : i64
  prim.device_reduce ins(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>)
      outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11 : memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>)
      identity(%z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) combiner commutative {
  ^bb0(%a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64,
       %b0: i64, %b1: i64, %b2: i64, %b3: i64, %b4: i64, %b5: i64, %b6: i64, %b7: i64, %b8: i64, %b9: i64, %b10: i64, %b11: i64):
    %k0 = arith.cmpi slt, %b6, %a6 : i64
    %c0 = arith.addi %b0, %a0 : i64
    %c6 = scf.if %k0 -> (i64) {
      %d0 = arith.addi %a0, %b6 : i64
      scf.yield %d0 : i64
    } else {
      scf.yield %a6 : i64
    }
    %k1 = arith.cmpi slt, %b7, %a7 : i64
    %c1 = arith.addi %b1, %a1 : i64
    %c7 = scf.if %k1 -> (i64) {
      %d1 = arith.addi %a1, %b7 : i64
      scf.yield %d1 : i64
    } else {
      scf.yield %a7 : i64
    }
    %k2 = arith.cmpi slt, %b8, %a8 : i64
    %c2 = arith.addi %b2, %a2 : i64
    %c8 = scf.if %k2 -> (i64) {
      %d2 = arith.addi %a2, %b8 : i64
      scf.yield %d2 : i64
    } else {
      scf.yield %a8 : i64
    }
    %k3 = arith.cmpi slt, %b9, %a9 : i64
    %c3 = arith.addi %b3, %a3 : i64
    %c9 = scf.if %k3 -> (i64) {
      %d3 = arith.addi %a3, %b9 : i64
      scf.yield %d3 : i64
    } else {
      scf.yield %a9 : i64
    }
    %k4 = arith.cmpi slt, %b10, %a10 : i64
    %c4 = arith.addi %b4, %a4 : i64
    %c10 = scf.if %k4 -> (i64) {
      %d4 = arith.addi %a4, %b10 : i64
      scf.yield %d4 : i64
    } else {
      scf.yield %a10 : i64
    }
    %k5 = arith.cmpi slt, %b11, %a11 : i64
    %c5 = arith.addi %b5, %a5 : i64
    %c11 = scf.if %k5 -> (i64) {
      %d5 = arith.addi %a5, %b11 : i64
      scf.yield %d5 : i64
    } else {
      scf.yield %a11 : i64
    }
    prim.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9, %c10, %c11 : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64
  }
  return
}

// -----

// One member decides about all.
// CHECK-LABEL: func.func @together
// CHECK-COUNT-2: gpu.launch_func @prim_kernels::@reduce_0
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @together(%x0: memref<?xi64>, %x1: memref<?xi64>, %x2: memref<?xi64>, %x3: memref<?xi64>, %x4: memref<?xi64>, %x5: memref<?xi64>, %x6: memref<?xi64>, %x7: memref<?xi64>, %x8: memref<?xi64>, %x9: memref<?xi64>, %x10: memref<?xi64>, %x11: memref<?xi64>,
    %y0: memref<i64>, %y1: memref<i64>, %y2: memref<i64>, %y3: memref<i64>, %y4: memref<i64>, %y5: memref<i64>, %y6: memref<i64>, %y7: memref<i64>, %y8: memref<i64>, %y9: memref<i64>, %y10: memref<i64>, %y11: memref<i64>) {
  %z = arith.constant 0 : i64
  prim.device_reduce ins(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>)
      outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11 : memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>)
      identity(%z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) combiner commutative {
  ^bb0(%a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64,
       %b0: i64, %b1: i64, %b2: i64, %b3: i64, %b4: i64, %b5: i64, %b6: i64, %b7: i64, %b8: i64, %b9: i64, %b10: i64, %b11: i64):
    %k = arith.cmpi slt, %b0, %a0 : i64
    %c0 = arith.select %k, %b0, %a0 : i64
    %c1 = arith.select %k, %b1, %a1 : i64
    %c2 = arith.select %k, %b2, %a2 : i64
    %c3 = arith.select %k, %b3, %a3 : i64
    %c4 = arith.select %k, %b4, %a4 : i64
    %c5 = arith.select %k, %b5, %a5 : i64
    %c6 = arith.select %k, %b6, %a6 : i64
    %c7 = arith.select %k, %b7, %a7 : i64
    %c8 = arith.select %k, %b8, %a8 : i64
    %c9 = arith.select %k, %b9, %a9 : i64
    %c10 = arith.select %k, %b10, %a10 : i64
    %c11 = arith.select %k, %b11, %a11 : i64
    prim.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9, %c10, %c11 : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64
  }
  return
}

// -----

// An output is a part of what a later op would read.
// CHECK-LABEL: func.func @part_of_input
// CHECK-COUNT-2: gpu.launch_func @prim_kernels::@reduce_0
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @part_of_input(%x0: memref<?xi64>, %x1: memref<?xi64>, %x2: memref<?xi64>, %x3: memref<?xi64>, %x4: memref<?xi64>, %x5: memref<?xi64>, %x6: memref<?xi64>, %x7: memref<?xi64>, %x8: memref<?xi64>, %x9: memref<?xi64>, %x10: memref<?xi64>, %x11: memref<?xi64>,
    %y0: memref<i64>, %y1: memref<i64>, %y2: memref<i64>, %y3: memref<i64>, %y4: memref<i64>, %y5: memref<i64>, %y6: memref<i64>, %y7: memref<i64>, %y8: memref<i64>, %y9: memref<i64>, %y10: memref<i64>, %y11: memref<i64>) {
  %z = arith.constant 0 : i64
  %part = memref.subview %x11[0] [1] [1] : memref<?xi64> to memref<i64, strided<[]>>
  %first = memref.cast %part : memref<i64, strided<[]>> to memref<i64>
  prim.device_reduce ins(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>)
      outs(%first, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11 : memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>, memref<i64>)
      identity(%z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) combiner commutative {
  ^bb0(%a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64,
       %b0: i64, %b1: i64, %b2: i64, %b3: i64, %b4: i64, %b5: i64, %b6: i64, %b7: i64, %b8: i64, %b9: i64, %b10: i64, %b11: i64):
    %c0 = arith.addi %a0, %b0 : i64
    %c1 = arith.addi %a1, %b1 : i64
    %c2 = arith.addi %a2, %b2 : i64
    %c3 = arith.addi %a3, %b3 : i64
    %c4 = arith.addi %a4, %b4 : i64
    %c5 = arith.addi %a5, %b5 : i64
    %c6 = arith.addi %a6, %b6 : i64
    %c7 = arith.addi %a7, %b7 : i64
    %c8 = arith.addi %a8, %b8 : i64
    %c9 = arith.addi %a9, %b9 : i64
    %c10 = arith.addi %a10, %b10 : i64
    %c11 = arith.addi %a11, %b11 : i64
    prim.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9, %c10, %c11 : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64
  }
  return
}

