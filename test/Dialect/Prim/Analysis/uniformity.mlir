// Among which threads values are the same, in waves of 64 lanes and of 32.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-annotate-uniformity))' --mlir-print-local-scope | FileCheck %s

gpu.module @wave64 [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @ids
  gpu.func @ids(%n: index, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // CHECK: gpu.thread_id x {prim.same_in = ["lanes(1)"]}
    %t = gpu.thread_id x
    // CHECK: gpu.thread_id y {prim.same_in = ["block"]}
    %y = gpu.thread_id y
    // CHECK: gpu.block_id x {prim.same_in = ["block"]}
    %b = gpu.block_id x
    // CHECK: gpu.subgroup_id {prim.same_in = ["wave"]}
    %w = gpu.subgroup_id : index
    // CHECK: gpu.lane_id {prim.same_in = ["lanes(1)"]}
    %l = gpu.lane_id
    // CHECK: memref.load %{{.*}}[%{{.*}}] {prim.same_in = ["block"]}
    %u = memref.load %m[%n] : memref<?xi32>
    // CHECK: memref.load %{{.*}}[%{{.*}}] {prim.same_in = ["lanes(1)"]}
    %d = memref.load %m[%t] : memref<?xi32>
    // CHECK: memref.load %{{.*}}[%{{.*}}] {prim.same_in = ["wave"]}
    %v = memref.load %m[%w] : memref<?xi32>
    // CHECK: memref.atomic_rmw addi %{{.*}} {prim.same_in = ["lanes(1)"]}
    %a = memref.atomic_rmw addi %u, %m[%n] : (i32, memref<?xi32>) -> i32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @arithmetic
  gpu.func @arithmetic(%n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c12 = arith.constant 12 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c52 = arith.constant 52 : index
    %c64 = arith.constant 64 : index
    %c72 = arith.constant 72 : index
    %t = gpu.thread_id x
    // CHECK: arith.divui {{.*}} ["wave"]
    %0 = arith.divui %t, %c64 : index
    // CHECK: arith.divui {{.*}} ["lanes(16)"]
    %1 = arith.divui %t, %c16 : index
    // Boundaries at 12, 24, ..., 60, 72: at 8, 20, ... in the second wave.
    // CHECK: arith.divui {{.*}} ["lanes(4)"]
    %2 = arith.divui %t, %c12 : index
    %l = gpu.lane_id
    // CHECK: arith.divui {{.*}} ["lanes(12)"]
    %3 = arith.divui %l, %c12 : index
    // CHECK: arith.shrui {{.*}} ["lanes(16)"]
    %4 = arith.shrui %t, %c4 : index
    // CHECK: arith.cmpi ult, {{.*}} ["lanes(32)"]
    %5 = arith.cmpi ult, %t, %c32 : index
    // CHECK: arith.cmpi ugt, {{.*}} ["lanes(32)"]
    %6 = arith.cmpi ugt, %c32, %t : index
    // CHECK: arith.cmpi ule, {{.*}} ["lanes(33)"]
    %7 = arith.cmpi ule, %t, %c32 : index
    // In the second wave, lane 8 is the first to be off.
    // CHECK: arith.cmpi ult, {{.*}} ["lanes(8)"]
    %8 = arith.cmpi ult, %t, %c72 : index
    // CHECK: arith.cmpi ult, {{.*}} ["lanes(12)"]
    %9 = arith.cmpi ult, %t, %c12 : index
    // CHECK: arith.cmpi eq, {{.*}} ["lanes(1)"]
    %10 = arith.cmpi eq, %t, %c32 : index
    // The number of a group of 16, compared: another number of lanes.
    // CHECK: arith.cmpi ult, {{.*}} ["wave"]
    %11 = arith.cmpi ult, %1, %c4 : index
    // CHECK: arith.cmpi eq, {{.*}} ["lanes(16)"]
    %12 = arith.cmpi eq, %1, %c4 : index
    // CHECK: arith.remui {{.*}} ["lanes(1)"]
    %13 = arith.remui %t, %c64 : index
    // A lane's number within 16, of which all are below 16.
    // CHECK: arith.remui {{.*}} ["lanes(1)"]
    %14 = arith.remui %t, %c16 : index
    // CHECK: arith.cmpi ult, {{.*}} ["block"]
    %15 = arith.cmpi ult, %14, %c16 : index
    // Put together again, and compared with a whole wave.
    // CHECK: arith.muli {{.*}} ["lanes(16)"]
    %16 = arith.muli %1, %c16 : index
    // CHECK: arith.addi {{.*}} ["lanes(1)"]
    %17 = arith.addi %16, %14 : index
    // CHECK: arith.cmpi ult, {{.*}} ["wave"]
    %18 = arith.cmpi ult, %17, %c64 : index
    // A multiple of 32 that is not known.
    // CHECK: arith.muli {{.*}} ["block"]
    %19 = arith.muli %n, %c32 : index
    // CHECK: arith.cmpi slt, {{.*}} ["lanes(32)"]
    %20 = arith.cmpi slt, %t, %19 : index
    // CHECK: arith.cmpi slt, {{.*}} ["lanes(1)"]
    %21 = arith.cmpi slt, %t, %n : index
    // What wraps around below 0 has a second boundary.
    // CHECK: arith.subi {{.*}} ["lanes(1)"]
    %22 = arith.subi %t, %c12 : index
    // CHECK: arith.cmpi ult, {{.*}} ["lanes(12)"]
    %23 = arith.cmpi ult, %22, %c52 : index
    // CHECK: arith.cmpi slt, {{.*}} ["wave"]
    %24 = arith.cmpi slt, %22, %c52 : index
    // A quotient that rounds towards 0 from both sides.
    // CHECK: arith.divsi {{.*}} ["lanes(1)"]
    %25 = arith.divsi %22, %c4 : index
    // CHECK: arith.floordivsi {{.*}} ["lanes(4)"]
    %26 = arith.floordivsi %22, %c4 : index
    // CHECK: arith.andi {{.*}} ["wave"]
    %27 = arith.andi %t, %c64 : index
    // CHECK: arith.andi {{.*}} ["lanes(4)"]
    %28 = arith.andi %t, %c52 : index
    // CHECK: arith.cmpi eq, {{.*}} ["lanes(1)"]
    %29 = arith.cmpi eq, %14, %c1 : index
    gpu.return
  }

  // CHECK-LABEL: gpu.func @rows
  gpu.func @rows() kernel attributes {known_block_size = array<i32: 16, 16, 2>} {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    // CHECK: gpu.thread_id x {{.*}} ["lanes(1)"]
    %x = gpu.thread_id x
    // CHECK: gpu.thread_id y {{.*}} ["lanes(16)"]
    %y = gpu.thread_id y
    // CHECK: gpu.thread_id z {{.*}} ["wave"]
    %z = gpu.thread_id z
    // CHECK: arith.cmpi ult, {{.*}} ["lanes(8)"]
    %0 = arith.cmpi ult, %x, %c8 : index
    // CHECK: arith.cmpi ult, {{.*}} ["block"]
    %1 = arith.cmpi ult, %x, %c16 : index
    %2 = arith.muli %z, %c16 : index
    %3 = arith.addi %2, %y : index
    %4 = arith.muli %3, %c16 : index
    // CHECK: arith.muli
    // CHECK: arith.addi
    // CHECK: arith.muli
    // CHECK: arith.addi {{.*}} ["lanes(1)"]
    %linear = arith.addi %4, %x : index
    // CHECK: arith.cmpi ult, {{.*}} ["wave"]
    %5 = arith.cmpi ult, %linear, %c64 : index
    // CHECK: arith.divui {{.*}} ["wave"]
    %6 = arith.divui %linear, %c64 : index
    // Rows of 16 in waves of four rows.
    // CHECK: arith.cmpi ult, {{.*}} ["wave"]
    %7 = arith.cmpi ult, %3, %c4 : index
    gpu.return
  }

  // CHECK-LABEL: gpu.func @odd_rows
  gpu.func @odd_rows() kernel attributes {known_block_size = array<i32: 24, 8, 1>} {
    %c24 = arith.constant 24 : index
    %c64 = arith.constant 64 : index
    %x = gpu.thread_id x
    // CHECK: gpu.thread_id y {{.*}} ["lanes(8)"]
    %y = gpu.thread_id y
    %0 = arith.muli %y, %c24 : index
    %linear = arith.addi %0, %x : index
    // CHECK: arith.divui {{.*}} ["wave"]
    %1 = arith.divui %linear, %c64 : index
    gpu.return
  }

  // CHECK-LABEL: gpu.func @one_wave
  gpu.func @one_wave() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    // CHECK: arith.cmpi ult, {{.*}} ["block"]
    %0 = arith.cmpi ult, %t, %c64 : index
    gpu.return
  }

  // CHECK-LABEL: gpu.func @collectives
  gpu.func @collectives(%n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c3 = arith.constant 3 : i32
    %t = gpu.thread_id x
    %x = arith.index_cast %t : index to i32
    // CHECK: prim.warp_scan {{.*}} ["lanes(1)", "lanes(16)"]
    %0, %1 = prim.warp_scan inclusive add %x total width(16) : i32
    // CHECK: prim.warp_reduce {{.*}} ["lanes(1)"]
    %2 = prim.warp_reduce add %x : i32
    // CHECK: prim.warp_reduce {{.*}} ["wave"]
    %3 = prim.warp_reduce add %x all : i32
    // CHECK: prim.warp_broadcast {{.*}} ["lanes(32)"]
    %4 = prim.warp_broadcast %x lane(%c3) width(32) : i32
    // CHECK: prim.warp_shuffle {{.*}} ["lanes(1)"]
    %5 = prim.warp_shuffle %x xor(%c3) : i32
    // CHECK: prim.warp_shuffle {{.*}} ["wave"]
    %6 = prim.warp_shuffle %x lane(%c3) : i32
    // CHECK: prim.warp_shuffle {{.*}} ["lanes(1)"]
    %7 = prim.warp_shuffle %x lane(%x) : i32
    %p = arith.trunci %x : i32 to i1
    // CHECK: prim.warp_ballot {{.*}} ["wave"]
    %8 = prim.warp_ballot %p : i64
    // CHECK: prim.warp_match_any {{.*}} ["lanes(1)"]
    %9 = prim.warp_match_any %x : i32 -> i64
    // CHECK: prim.warp_masked_bit_count {{.*}} ["lanes(1)"]
    %10 = prim.warp_masked_bit_count %8 : i64
    // CHECK: prim.block_reduce {{.*}} ["block"]
    %11 = prim.block_reduce add %x all : i32
    // CHECK: prim.block_scan {{.*}} ["lanes(1)", "block"]
    %12, %13 = prim.block_scan exclusive add %x total : i32
    // CHECK: prim.block_shuffle {{.*}} ["lanes(1)", "block"]
    %edge:2 = prim.block_shuffle up %x edge : i32
    // CHECK: prim.block_run_length_decode {{.*}} ["lanes(1)", "lanes(1)", "block"]
    %decoded:3 = prim.block_run_length_decode %x lengths(%n : i32) items(1) offsets total : i32
    // CHECK: rocdl.readfirstlane {{.*}} ["wave"]
    %14 = rocdl.readfirstlane %x : i32
    // CHECK: rocdl.ds_bpermute {{.*}} ["lanes(1)"]
    %15 = rocdl.ds_bpermute %n, %n : (i32, i32) -> i32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @merges
  gpu.func @merges(%n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %first = arith.cmpi ult, %t, %c32 : index
    // Two uniform values, one of which a lane chooses.
    %0 = scf.if %first -> index {
      // CHECK: arith.addi {{.*}} {prim.same_in = ["lanes(32)"], prim.together_in = "lanes(32)"}
      %s = arith.addi %n, %c1 : index
      scf.yield %s : index
    } else {
      scf.yield %c0 : index
    }
    // CHECK: } {prim.same_in = ["lanes(32)"]}
    // CHECK: } {prim.same_in = ["block"]}
    %1 = scf.if %p -> index {
      scf.yield %n : index
    } else {
      scf.yield %c0 : index
    }
    // Lanes leave the loop one by one: what they count is the same in those
    // that are still there, and another number in each one behind the loop.
    %2 = scf.for %i = %c0 to %t step %c1 iter_args(%a = %c0) -> index {
      // CHECK: arith.addi {{.*}} {prim.same_in = ["lanes(1)"], prim.together_in = "lanes(1)"}
      %s = arith.addi %a, %c1 : index
      scf.yield %s : index
    }
    // CHECK: } {prim.same_in = ["lanes(1)"]}
    %3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
      // CHECK: arith.addi {{.*}} ["block"]
      %s = arith.addi %a, %i : index
      scf.yield %s : index
    }
    // CHECK: } {prim.same_in = ["block"]}
    // CHECK: attributes {prim.same_in = ["lanes(1)"]}
    %4 = scf.while (%a = %c0) : (index) -> index {
      %more = arith.cmpi ult, %a, %t : index
      scf.condition(%more) %a : index
    } do {
    ^bb0(%a: index):
      %s = arith.addi %a, %c1 : index
      scf.yield %s : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @affine
  gpu.func @affine(%n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    // CHECK: affine.apply {{.*}} ["lanes(16)"]
    %0 = affine.apply affine_map<(d0) -> ((d0 floordiv 16) * 3 + 1)>(%t)
    // CHECK: affine.apply {{.*}} ["lanes(1)"]
    %1 = affine.apply affine_map<(d0)[s0] -> (d0 mod 4 + s0)>(%t)[%n]
    affine.if affine_set<(d0) : (63 - d0 >= 0)>(%t) {
      // CHECK: arith.addi {{.*}} prim.together_in = "wave"
      %2 = arith.addi %n, %c1 : index
    }
    affine.if affine_set<(d0)[s0] : (d0 - s0 * 8 >= 0)>(%t)[%n] {
      // CHECK: arith.addi {{.*}} prim.together_in = "lanes(8)"
      %2 = arith.addi %n, %c1 : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @folded
  gpu.func @folded(%n: index, %m: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0 : i32
    // CHECK: } {prim.same_in = ["lanes(1)"]}
    %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> i32 {
      %v = memref.load %m[%i] : memref<?xi32>
      scf.reduce(%v : i32) {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        scf.reduce.return %s : i32
      }
    }
    // CHECK: arith.addi {{.*}} ["lanes(1)"]
    %1 = arith.addi %0, %z : i32
    gpu.return
  }

  // Threads that start at their id and step by the block take as many turns as
  // the others of their wave.
  // CHECK-LABEL: gpu.func @strided
  gpu.func @strided() kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %c640 = arith.constant 640 : index
    %c600 = arith.constant 600 : index
    %t = gpu.thread_id x
    scf.for %i = %t to %c640 step %c256 {
      // CHECK: arith.subi {{.*}} prim.together_in = "wave"
      %0 = arith.subi %i, %c0 : index
    }
    scf.for %i = %t to %c600 step %c256 {
      // CHECK: arith.xori {{.*}} prim.together_in = "lanes(24)"
      %0 = arith.xori %i, %c0 : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @branches
  gpu.func @branches(%n: index, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %odd = arith.cmpi ult, %t, %n : index
    cf.cond_br %odd, ^left, ^right(%c0 : index)
  ^left:
    // CHECK: arith.addi {{.*}} prim.together_in = "lanes(1)"
    %0 = arith.addi %n, %c1 : index
    cf.br ^right(%0 : index)
  ^right(%1: index):
    // All are together again, with different values.
    // CHECK: arith.addi {{.*}} {prim.same_in = ["lanes(1)"]} : index
    %2 = arith.addi %1, %n : index
    cf.br ^loop(%c0 : index)
  ^loop(%i: index):
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %next, %t : index
    cf.cond_br %more, ^loop(%next : index), ^out
  ^out:
    // CHECK: ^bb4:
    // CHECK-NOT: together_in
    // CHECK: memref.load {{.*}} {prim.same_in = ["lanes(1)"]}
    %3 = memref.load %m[%next] : memref<?xi32>
    // CHECK: memref.load {{.*}} {prim.same_in = ["block"]}
    %4 = memref.load %m[%n] : memref<?xi32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @private
  gpu.func @private(%n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %same = memref.alloca() : memref<4xindex>
    %other = memref.alloca() : memref<4xindex>
    memref.store %n, %same[%n] : memref<4xindex>
    memref.store %t, %other[%n] : memref<4xindex>
    // CHECK: memref.load {{.*}} ["block"]
    %0 = memref.load %same[%n] : memref<4xindex>
    // CHECK: memref.load {{.*}} ["lanes(1)"]
    %1 = memref.load %other[%n] : memref<4xindex>
    gpu.return
  }

  // CHECK-LABEL: func.func @callee
  func.func @callee(%x: index, %y: index) -> (index, index) {
    // CHECK: arith.addi {{.*}} ["lanes(1)"]
    %0 = arith.addi %x, %x : index
    // CHECK: arith.addi {{.*}} ["block"]
    %1 = arith.addi %y, %y : index
    return %0, %1 : index, index
  }

  // CHECK-LABEL: gpu.func @caller
  gpu.func @caller(%n: index) kernel {
    %t = gpu.thread_id x
    // CHECK: call @callee({{.*}}) {prim.same_in = ["lanes(1)", "block"]}
    %0, %1 = func.call @callee(%t, %n) : (index, index) -> (index, index)
    gpu.return
  }

  // Every wave reads at its own time.
  // CHECK-LABEL: gpu.func @polling
  gpu.func @polling(%p: !llvm.ptr<1>) kernel {
    // CHECK: llvm.load {{.*}} ["wave"]
    %0 = llvm.load %p atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    // CHECK: llvm.load {{.*}} ["block"]
    %1 = llvm.load %p : !llvm.ptr<1> -> i32
    gpu.return
  }
}

gpu.module @wave32 [#rocdl.target<chip = "gfx1100">] {
  // CHECK-LABEL: gpu.func @narrow
  gpu.func @narrow() kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    // CHECK: arith.divui {{.*}} ["wave"]
    %0 = arith.divui %t, %c32 : index
    gpu.return
  }
}
