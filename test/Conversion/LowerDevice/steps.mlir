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
// CHECK: prim.check {{.*}} "prim.device_sort: sorts fewer than 10000 items at once, found {}; say batches for more"
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
