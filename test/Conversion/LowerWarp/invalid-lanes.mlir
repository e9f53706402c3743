// What the lowering of moves between lanes rejects.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-warp))' --split-input-file --verify-diagnostics -o /dev/null

gpu.module @ballot_i32 [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%p: i1) kernel {
    // expected-error @+1 {{has a lane mask of type 'i32', but a wave of gfx942 has 64 lanes; use i64}}
    %0 = prim.warp_ballot %p : i32
    gpu.return
  }
}

// -----

gpu.module @match_i32 [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{has a lane mask of type 'i32'}}
    %0 = prim.warp_match_any %x : i32 -> i32
    gpu.return
  }
}

// -----

gpu.module @count_i32 [#rocdl.target<chip = "gfx1100", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{has a lane mask of type 'i32', but a wave of gfx1100 has 64 lanes; use i64}}
    %0 = prim.warp_masked_bit_count %x : i32
    gpu.return
  }
}

// -----

gpu.module @select_i32 [#rocdl.target<chip = "gfx950">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{has a lane mask of type 'i32'}}
    %0 = prim.warp_group_select %x : i32
    gpu.return
  }
}

// -----

gpu.module @broadcast_lane [#rocdl.target<chip = "gfx1100">] {
  gpu.func @k(%x: i32) kernel {
    %c = arith.constant 40 : i32
    // expected-error @+1 {{reads lane 40, which is not one of the 32 lanes of a logical warp}}
    %0 = prim.warp_broadcast %x lane(%c) : i32
    gpu.return
  }
}

// -----

gpu.module @shuffle_width [#rocdl.target<chip = "gfx1100">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{has logical warps of 64 lanes, but a wave of gfx1100 has only 32; use a smaller width or a block op}}
    %0 = prim.warp_shuffle %x lane(%x) width(64) : i32
    gpu.return
  }
}

// -----

gpu.module @shuffle_halves [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{needs any lane to read any other, which gfx1030 cannot do in waves of 64 lanes; use waves of 32 lanes}}
    %0 = prim.warp_shuffle %x lane(%x) : i32
    gpu.return
  }
}

// -----

gpu.module @broadcast_halves [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{needs any lane to read any other}}
    %0 = prim.warp_broadcast %x lane(%x) width(8) : i32
    gpu.return
  }
}

// -----

gpu.module @exchange_block_size [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: vector<4xi32>) kernel {
    // expected-error @+1 {{uses workgroup memory, so it needs the block size; add 'known_block_size = array<i32: x, y, z>' to the kernel}}
    %0 = prim.warp_exchange blocked_to_striped %x : vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @exchange_items [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: vector<3xi32>) kernel {
    // expected-error @+1 {{exchanges 3 items per lane in 64 lanes in registers, which requires powers of two and no more items than lanes; remove in_registers}}
    %0 = prim.warp_exchange blocked_to_striped %x in_registers : vector<3xi32>
    gpu.return
  }
}

// -----

gpu.module @exchange_more_items [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: vector<4xi32>) kernel {
    // expected-error @+1 {{exchanges 4 items per lane in 2 lanes in registers}}
    %0 = prim.warp_exchange blocked_to_striped %x in_registers width(2) : vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @transpose_block_size [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%m: memref<?xi32>, %o: index) kernel {
    // expected-error @+1 {{uses workgroup memory, so it needs the block size}}
    %0 = prim.warp_load transpose %m[%o] : memref<?xi32>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @shuffle_divergent [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>, %o: index) kernel {
    %c5 = arith.constant 5 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c5 : index
    // expected-note @+1 {{divergent here}}
    scf.if %c {
      // expected-error @+1 {{needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id; move the op out of it and give the other lanes a neutral value}}
      %0 = prim.warp_shuffle %x up(%x) : i32
    }
    gpu.return
  }
}

// -----

gpu.module @exchange_divergent [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>, %o: index) kernel {
    %c5 = arith.constant 5 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c5 : index
    // expected-note @+1 {{divergent here}}
    scf.if %c {
      // expected-error @+1 {{needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id; move the op out of it and give the other lanes a neutral value}}
      %0 = prim.warp_exchange scatter_to_striped %x ranks(%x : i32) : i32
    }
    gpu.return
  }
}

// -----

gpu.module @barrier_divergent [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>, %o: index) kernel {
    %c5 = arith.constant 5 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c5 : index
    // expected-note @+1 {{divergent here}}
    scf.if %c {
      // expected-error @+1 {{needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id; move the op out of it and give the other lanes a neutral value}}
      prim.warp_barrier
    }
    gpu.return
  }
}

// -----

gpu.module @load_divergent [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>, %o: index) kernel {
    %c5 = arith.constant 5 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c5 : index
    // expected-note @+1 {{divergent here}}
    scf.if %c {
      // expected-error @+1 {{needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id; move the op out of it and give the other lanes a neutral value}}
      %0 = prim.warp_load striped %m[%o] : memref<?xi32>, vector<2xi32>
    }
    gpu.return
  }
}

// -----

// Lanes that are not active take no part in masks: these may stand anywhere.
gpu.module @masks_divergent [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: i1) kernel {
    %c5 = arith.constant 5 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c5 : index
    scf.if %c {
      %0 = prim.warp_ballot %p : i64
      %1 = prim.warp_match_any %x : i32 -> i64
    }
    gpu.return
  }
}

// -----

// Neither rows nor whole waves make these conditions uniform.
gpu.module @not_a_multiple [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %h = arith.divui %t, %c2 : index
    %c = arith.cmpi ult, %h, %c1 : index
    // expected-note @+1 {{divergent here}}
    scf.if %c {
      // expected-error @+1 {{needs all of its lanes, but only some reach it}}
      %0 = prim.warp_shuffle %x up(%x) : i32
      llvm.store %0, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

gpu.module @across_rows [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 24, 4, 1>} {
    %c16 = arith.constant 16 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c16 : index
    // expected-note @+1 {{divergent here}}
    scf.if %c {
      // expected-error @+1 {{needs all of its lanes, but only some reach it}}
      %0 = prim.warp_shuffle %x up(%x) width(16) : i32
      llvm.store %0, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

// These are the same in all lanes of a logical warp.
gpu.module @uniform [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 2, 1>} {
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %y = gpu.thread_id y
    %a = arith.andi %t, %c64 : index
    %b = arith.addi %a, %y : index
    %c = arith.cmpi ne, %b, %c0 : index
    scf.if %c {
      %0 = prim.warp_shuffle %x up(%x) : i32
      llvm.store %0, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

// What needs no permute is lowered where there is none.
gpu.module @no_permute [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %0 = prim.warp_shuffle %x up(%c1) : i32
    %1 = prim.warp_shuffle %0 up(%c3) width(16) : i32
    %2 = prim.warp_shuffle %1 xor(%c3) : i32
    llvm.store %2, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @xor_halves [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32) kernel {
    %c = arith.constant 33 : i32
    // expected-error @+1 {{needs any lane to read any other, which gfx1030 cannot do in waves of 64 lanes; use waves of 32 lanes}}
    %0 = prim.warp_shuffle %x xor(%c) : i32
    gpu.return
  }
}

// -----

gpu.module @registers_halves [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: vector<64xi8>) kernel {
    // expected-error @+1 {{needs any lane to read any other}}
    %0 = prim.warp_exchange blocked_to_striped %x in_registers : vector<64xi8>
    gpu.return
  }
}

// -----

gpu.module @narrow_ranks [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: vector<8xi32>, %r: vector<8xi8>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{has ranks of type 'i8', which cannot represent the last rank 511; use a wider type}}
    %0 = prim.warp_exchange scatter_to_striped %x ranks(%r : vector<8xi8>) : vector<8xi32>
    gpu.return
  }
}

// -----

gpu.module @not_a_kernel [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: vector<4xi32>) {
    // expected-error @+1 {{uses workgroup memory, which only a kernel has; inline the function into the kernel, or add in_registers}}
    %0 = prim.warp_exchange blocked_to_striped %x : vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @no_threads [#rocdl.target<chip = "gfx942">] {
  // expected-error @+1 {{has a known_block_size without threads; every dimension is at least 1}}
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: 0, 1, 1>} {
    %0 = prim.warp_shuffle %x up(%x) : i32
    gpu.return
  }
}
