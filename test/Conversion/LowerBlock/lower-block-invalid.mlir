// RUN: prim-opt %s --prim-lower-block --split-input-file --verify-diagnostics

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{contains prim.block_* ops and needs its block size: add 'known_block_size = array<i32: x, y, z>'}}
  gpu.func @no_block_size(%x: i32) kernel {
    %r = prim.block_reduce add %x all : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{needs exactly one target on its gpu.module}}
  gpu.func @no_target(%x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx000">] {
  // expected-error @below {{unknown chip 'gfx000'; prim knows gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201}}
  gpu.func @no_chip(%x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    gpu.return
  }
}
