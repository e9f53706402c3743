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
  gpu.func @k(%p: memref<?xf32>, %n: index) kernel {
    %x = memref.load %p[%n] : memref<?xf32>
    // expected-error @+1 {{'arith.truncf' op cannot be lowered to AMDGPU code with these types or attributes}}
    %y = arith.truncf %x : f32 to f8E4M3FN
    // expected-error @+1 {{'arith.extf' op cannot be lowered to AMDGPU code with these types or attributes}}
    %z = arith.extf %y : f8E4M3FN to f32
    memref.store %z, %p[%n] : memref<?xf32>
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
