// What only the conversion can find out is reported at the user's operation too.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-gpu-to-rocdl))'

gpu.module @alloca {
  gpu.func @k(%p: memref<?xi32>, %n: index) kernel {
    // expected-error @+1 {{memory of a thread needs a size that is known at compile time; allocate the largest size}}
    %m = memref.alloca(%n) : memref<?xi32>
    %x = memref.load %m[%n] : memref<?xi32>
    memref.store %x, %p[%n] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @left {
  gpu.func @k(%p: memref<8x8xf32>, %n: index) kernel {
    // expected-error @+1 {{'vector.load' op cannot be lowered to AMDGPU code with these types or attributes}}
    %x = vector.load %p[%n, %n] : memref<8x8xf32>, vector<4x4xf32>
    // expected-error @+1 {{'vector.store' op cannot be lowered to AMDGPU code with these types or attributes}}
    vector.store %x, %p[%n, %n] : memref<8x8xf32>, vector<4x4xf32>
    gpu.return
  }
}

// -----

gpu.module @early {
  gpu.func @k(%x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prim.warp_reduce' op is not lowered yet: run prim-lower-block and prim-lower-warp first}}
    %r = prim.warp_reduce add %x : i32
    // expected-error @+1 {{'gpu.shuffle' op cannot stand in a kernel: use prim's warp and block ops, or run prim-gpu-to-prim first}}
    %v, %valid = gpu.shuffle xor %x, %x, %x : i32
    gpu.return
  }
}
