// What only the first thread of a block, or the first lane of a logical warp, has, and
// all use: reported where that cannot be meant.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(prim-lower-grid,gpu.module(prim-lower-block,prim-lower-warp))' -o /dev/null

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // A mean, as one would write it.
  gpu.func @mean(%x: memref<?xf32>, %out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %count = arith.constant 2.560000e+02 : f32
    %value = memref.load %x[%t] : memref<?xf32>
    // expected-note @below {{reduced here, without 'all'}}
    %sum = prim.block_reduce add %value : f32
    %mean = arith.divf %sum, %count : f32
    %own = arith.subf %value, %mean : f32
    // expected-warning @below {{'memref.store' stores the result of a reduction, combined with values that differ between threads, in all threads of the block, but only the first one has the result; add 'all' to the reduction, or run this op only in the first thread}}
    memref.store %own, %out[%t] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @one_place(%x: memref<?xi32>, %out: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : i32
    %value = memref.load %x[%t] : memref<?xi32>
    // expected-note @below {{reduced here}}
    %sum = prim.block_reduce add %value : i32
    // expected-warning @below {{'prim.store' stores the result of a reduction to one place in all threads of the block}}
    prim.store %sum, %out[%zero] : i32, !prim.base<global>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @ways(%x: memref<?xi32>, %out: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : i32
    %value = memref.load %x[%t] : memref<?xi32>
    // expected-note @below {{reduced here}}
    %sum = prim.block_reduce add %value : i32
    %index = arith.index_cast %sum : i32 to index
    // expected-warning @below {{'memref.load' uses the result of a reduction as its address in all threads}}
    %found = memref.load %x[%index] : memref<?xi32>
    // expected-warning @below {{'memref.store' uses the result of a reduction as its address in all threads}}
    memref.store %value, %out[%index] : memref<?xi32>
    %some = arith.cmpi sgt, %sum, %zero : i32
    // expected-warning @below {{'scf.if' depends on the result of a reduction in all threads}}
    scf.if %some {
      memref.store %found, %out[%t] : memref<?xi32>
    }
    // expected-warning @below {{'prim.block_scan' uses the result of a reduction in all threads}}
    %scan = prim.block_scan inclusive add %sum : i32
    memref.store %scan, %out[%t] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  gpu.func @warp(%x: memref<?xi32>, %out: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %value = memref.load %x[%t] : memref<?xi32>
    // expected-note @below {{reduced here}}
    %most = prim.warp_reduce maxsi %value width(16) : i32
    %rest = arith.subi %most, %value : i32
    // expected-warning @below {{stores the result of a reduction, combined with values that differ between threads, in all lanes of a logical warp, but only the first one has the result; add 'all' to the reduction, or run this op only in the first lane}}
    memref.store %rest, %out[%t] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @grid(%x: memref<?xi32>, %out: memref<?xi32>, %s: !prim.base<global>, %tiles: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %tile = arith.index_cast %b : index to i32
    %zero = arith.constant 0 : index
    %value = memref.load %x[%t] : memref<?xi32>
    %part = prim.block_reduce add %value : i32
    // expected-note @below {{reduced here}}
    %sum, %last = prim.grid_reduce add %part tile(%tile) tiles(%tiles) state(%s : !prim.base<global>) : i32
    // expected-warning @below {{'memref.store' stores the result of a reduction to one place}}
    memref.store %sum, %out[%zero] : memref<?xi32>
    scf.if %last {
      memref.store %sum, %out[%zero] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// What is meant: the first thread's, what all have, a place for each, what is chosen, one
// thread only, one item that counts.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @right(%x: memref<?xi32>, %out: memref<?xi32>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %isFirst = arith.cmpi eq, %t, %zero : index
    %value = memref.load %x[%t] : memref<?xi32>
    %sum = prim.block_reduce add %value : i32
    scf.if %isFirst {
      memref.store %sum, %out[%zero] : memref<?xi32>
    }
    memref.store %sum, %out[%t] : memref<?xi32>
    %more = arith.addi %sum, %n : i32
    %twice = arith.addi %sum, %more : i32
    memref.store %twice, %out[%t] : memref<?xi32>
    %chosen = arith.select %isFirst, %sum, %value : i32
    memref.store %chosen, %out[%t] : memref<?xi32>
    %first = prim.block_reduce add %sum valid(%one) all : i32
    %all = prim.block_reduce add %value all : i32
    %rest = arith.subi %value, %all : i32
    memref.store %rest, %out[%t] : memref<?xi32>
    memref.store %first, %out[%zero] : memref<?xi32>
    %own = memref.alloca() : memref<1xi32>
    %mixed = arith.addi %sum, %value : i32
    memref.store %mixed, %own[%zero] : memref<1xi32>
    %back = memref.load %own[%zero] : memref<1xi32>
    scf.if %isFirst {
      memref.store %back, %out[%zero] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @alone(%x: memref<?xi32>, %out: memref<?xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %zero = arith.constant 0 : index
    %value = memref.load %x[%zero] : memref<?xi32>
    %sum = prim.block_reduce add %value : i32
    memref.store %sum, %out[%zero] : memref<?xi32>
    gpu.return
  }
}
