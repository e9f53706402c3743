// RUN: prim-opt %s --prim-lower-warp --split-input-file | FileCheck %s

// A region that might never end, or is not defined, on values that no lane has is
// branched around in every step, in lanes that do not count as well.
// CHECK-LABEL: gpu.func @division
// CHECK-NOT: arith.divsi
// CHECK: %[[REACHES:.*]] = arith.cmpi sge
// CHECK: %[[COUNTS:.*]] = arith.cmpi slt
// CHECK: %[[APPLIES:.*]] = arith.andi %[[REACHES]], %[[COUNTS]]
// CHECK: scf.if %[[APPLIES]] -> (i32) {
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: scf.yield
// CHECK-COUNT-3: arith.divsi
// CHECK-NOT: arith.divsi
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @division(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel {
    %r = prim.warp_reduce %x valid(%n) width(16) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// A block that is known to have 20 threads needs no step over 32 lanes, nor one
// over 16 in logical warps of 32 where it has 16 of them.
// CHECK-LABEL: gpu.func @few_threads
// CHECK-COUNT-5: arith.divsi
// CHECK-NOT: arith.divsi
// CHECK-LABEL: gpu.func @one_thread
// CHECK-NOT: arith.divsi
// CHECK-LABEL: gpu.func @half_a_logical_warp
// CHECK-COUNT-4: arith.divsi
// CHECK-NOT: arith.divsi
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @few_threads(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 20, 1, 1>} {
    %r = prim.warp_reduce %x valid(%n) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @one_thread(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %r = prim.warp_reduce %x valid(%n) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @half_a_logical_warp(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %r = prim.warp_reduce %x valid(%n) width(32) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// One that is defined everywhere runs in all lanes.
// CHECK-LABEL: gpu.func @subtraction
// CHECK-NOT: scf.if
// CHECK: gpu.return
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @subtraction(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel {
    %r = prim.warp_reduce %x valid(%n) width(16) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.subi %a, %b : i32
      prim.yield %c : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// A comparator runs where both items exist.
// CHECK-LABEL: gpu.func @comparator
// CHECK-NOT: arith.remsi
// CHECK: arith.minui
// CHECK: %[[BOTH:.*]] = arith.cmpi ne
// CHECK: scf.if %[[BOTH]] -> (i1) {
// CHECK-NEXT: arith.remsi
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @comparator(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel {
    %r = prim.warp_sort %x valid(%n) stable width(2) comparator {
    ^bb0(%a: i32, %b: i32):
      %c = arith.remsi %a, %b : i32
      %d = arith.cmpi slt, %c, %b : i32
      prim.yield %d : i1
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
