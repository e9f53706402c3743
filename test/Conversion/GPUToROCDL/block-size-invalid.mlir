// RUN: prim-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(gpu.module(prim-lower-block,prim-lower-warp,prim-gpu-to-rocdl))'

// The one place that reads a block's size, from every pass that asks: kernels
// without prim ops, with warp ops, with a buffer per wave, with block ops.
gpu.module @none [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{'k' has a known_block_size of 1025 x 1 x 1 threads, but gfx942 runs at most 1024 per block}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 1025, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @negative [#rocdl.target<chip = "gfx1100">] {
  // expected-error @below {{'k' has a known_block_size without threads; every dimension is at least 1}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, -1, -1>} {
    gpu.return
  }
}

// -----

gpu.module @warp [#rocdl.target<chip = "gfx1100">] {
  // expected-error @below {{'k' has a known_block_size of 32 x 8 x 5 threads, but gfx1100 runs at most 1024 per block}}
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: 32, 8, 5>} {
    %0 = prim.warp_scan inclusive add %x : i32
    gpu.return
  }
}

// -----

gpu.module @exchange [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{'k' has a known_block_size without threads}}
  gpu.func @k(%x: vector<4xi32>) kernel attributes {known_block_size = array<i32: -64, 1, 1>} {
    %0 = prim.warp_exchange blocked_to_striped %x : vector<4xi32>
    gpu.return
  }
}

// -----

// Products that 32 or 64 bits do not hold.
gpu.module @wraps [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{'k' has a known_block_size of 65536 x 65536 x 1 threads}}
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: 65536, 65536, 1>} {
    %r = prim.block_reduce add %x all : i32
    gpu.return
  }
}

// -----

gpu.module @wraps_further [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{'k' has a known_block_size of 2147483647 x 2147483647 x 2147483647 threads}}
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: 2147483647, 2147483647, 2147483647>} {
    %r = prim.block_scan inclusive add %x : i32
    gpu.return
  }
}

// -----

gpu.module @sort [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{'k' has a known_block_size without threads}}
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: 0, 1, 1>} {
    %r = prim.block_sort slt %x : i32
    gpu.return
  }
}

// -----

gpu.module @negative_sort [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{'k' has a known_block_size without threads}}
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: -1, -64, 1>} {
    %r = prim.block_sort slt %x : i32
    gpu.return
  }
}
