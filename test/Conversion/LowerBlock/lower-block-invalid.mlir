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

// -----

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  gpu.func @wide_rows(%m: !prim.base<global>, %i: index, %out: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @below {{has rows of warps of 64 lanes, but a wave of gfx1100 has only 32; use a smaller width, or remove it}}
    %x = prim.block_load %m[%i] arrangement(rows(1) width(64)) : !prim.base<global>, i32
    prim.block_store %x, %out[%i] : i32, !prim.base<global>
    gpu.return
  }
}
