// RUN: prim-opt %s --split-input-file --verify-each=false --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-prim))'

// What prim's ops cannot hold is said by the pass, and not behind it.

gpu.module @m {
  gpu.func @shuffle(%x: i128, %o: i32) kernel {
    %w = arith.constant 32 : i32
    // expected-error @+1 {{'prim.warp_shuffle' op operand #0 must be variadic of element or 1-D vector of elements, but got 'i128'}}
    %y, %v = gpu.shuffle up %x, %o, %w : i128
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @region(%x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %y = gpu.all_reduce %x uniform {
    ^bb0(%a: i32, %b: i32):
      // expected-error @+1 {{'memref.alloca' op is not allowed in a combiner region}}
      %m = memref.alloca() : memref<4xi32>
      %c = arith.muli %a, %b : i32
      gpu.yield %c : i32
    } : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @widths(%x: i32, %o: i32) kernel {
    %w = arith.constant 4096 : i32
    // expected-error @+1 {{'gpu.shuffle' op needs a width that is a power of two up to 64, not 4096}}
    %y, %v = gpu.shuffle down %x, %o, %w : i32
    // expected-error @+1 {{'gpu.rotate' op needs a width that is a power of two up to 64, not 128}}
    %z, %u = gpu.rotate %x, 1, 128 : i32
    // expected-error @+1 {{'gpu.subgroup_reduce' op needs a width that is a power of two up to 64, not 256}}
    %r = gpu.subgroup_reduce add %x cluster(size = 256) : (i32) -> i32
    gpu.return
  }
}
