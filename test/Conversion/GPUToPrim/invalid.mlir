// RUN: prim-opt %s --split-input-file --verify-each=false --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-prim))'

// What prim's ops cannot hold is said by the pass, and not behind it.

gpu.module @m {
  gpu.func @shuffle(%x: i128, %o: i32) kernel {
    %w = arith.constant 32 : i32
    // expected-error @+1 {{'gpu.shuffle' op needs values of i8, i16, i32, i64, f16, bf16, f32 or f64, not 'i128'}}
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
    // expected-error @+1 {{'gpu.shuffle' op needs a width from 1 to 64, not 4096}}
    %y, %v = gpu.shuffle down %x, %o, %w : i32
    // expected-error @+1 {{'gpu.rotate' op needs a width that is a power of two up to 64, not 128}}
    %z, %u = gpu.rotate %x, 1, 128 : i32
    // expected-error @+1 {{'gpu.subgroup_reduce' op needs a width that is a power of two up to 64, not 256}}
    %r = gpu.subgroup_reduce add %x cluster(size = 256) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @types(%x: i128, %y: f80, %p: i1, %v: vector<2xf128>) kernel {
    // expected-error @+1 {{'gpu.subgroup_reduce' op needs values of i8, i16, i32, i64, f16, bf16, f32 or f64, not 'i128'}}
    %0 = gpu.subgroup_reduce add %x : (i128) -> i128
    // expected-error @+1 {{'gpu.all_reduce' op needs values of i8, i16, i32, i64, f16, bf16, f32 or f64, not 'f80'}}
    %1 = gpu.all_reduce add %y {} : (f80) -> f80
    // expected-error @+1 {{'gpu.subgroup_reduce' op needs values of i8, i16, i32, i64, f16, bf16, f32 or f64, not 'f128'}}
    %2 = gpu.subgroup_reduce add %v : (vector<2xf128>) -> vector<2xf128>
    // expected-error @+1 {{'gpu.all_reduce' op needs values of i8, i16, i32, i64, f16, bf16, f32 or f64, not 'i1'}}
    %3 = gpu.all_reduce %p {
    ^bb0(%a: i1, %b: i1):
      %c = arith.andi %a, %b : i1
      gpu.yield %c : i1
    } : (i1) -> i1
    // expected-error @+1 {{'gpu.rotate' op needs values of i8, i16, i32, i64, f16, bf16, f32 or f64, not 'i1'}}
    %4, %5 = gpu.rotate %p, 1, 8 : i1
    // expected-error @+1 {{'gpu.subgroup_reduce' op needs a width that is a power of two up to 64, not 128}}
    %6 = gpu.subgroup_reduce or %p cluster(size = 16, stride = 8) : (i1) -> i1
    // expected-error @+1 {{'gpu.all_reduce' op needs a region of one block}}
    %7 = gpu.all_reduce %x {
    ^bb0(%a: i128, %b: i128):
      cf.br ^bb1
    ^bb1:
      gpu.yield %b : i128
    } : (i128) -> i128
    gpu.return
  }
}
