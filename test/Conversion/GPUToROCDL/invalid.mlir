// What only the conversion can find out is reported at the user's operation too.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-gpu-to-rocdl))'

gpu.module @alloca {
  gpu.func @k(%p: memref<?xi32>, %n: index) kernel {
    // expected-error @+1 {{private memory needs a size that is known at compile time; allocate the largest size}}
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
    // expected-error @+1 {{'prim.warp_reduce' op is not lowered yet: run prim-lower-grid, prim-lower-block and prim-lower-warp first}}
    %r = prim.warp_reduce add %x : i32
    // expected-error @+1 {{'gpu.shuffle' op is not allowed in a kernel: use prim's warp and block ops, or run prim-gpu-to-prim first}}
    %v, %valid = gpu.shuffle xor %x, %x, %x : i32
    gpu.return
  }
}

// -----

// One buffer for all iterations is not enough where two of them meet.
gpu.module @carried {
  gpu.func @loop(%p: memref<?xi32>, %n: index, %v: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.alloca() : memref<4xi32>
    %last = scf.for %j = %c0 to %n step %c1 iter_args(%prev = %first) -> memref<4xi32> {
      // expected-error @+1 {{private memory that is allocated in a loop is the same in all iterations, but here an iteration uses the memory of an earlier one; allocate one buffer before the loop}}
      %next = memref.alloca() : memref<4xi32>
      %x = memref.load %prev[%c0] : memref<4xi32>
      memref.store %x, %next[%c1] : memref<4xi32>
      scf.yield %next : memref<4xi32>
    }
    %r = memref.load %last[%c0] : memref<4xi32>
    memref.store %r, %p[%c0] : memref<?xi32>
    gpu.return
  }
  gpu.func @blocks(%p: memref<?xi32>, %n: index, %v: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.alloca() : memref<4xi32>
    cf.br ^head(%c0, %first : index, memref<4xi32>)
  ^head(%i: index, %prev: memref<4xi32>):
    // expected-error @+1 {{private memory that is allocated in a loop}}
    %next = memref.alloca() : memref<4xi32>
    %x = memref.load %prev[%c0] : memref<4xi32>
    memref.store %x, %next[%c1] : memref<4xi32>
    %more = arith.cmpi slt, %i, %n : index
    %j = arith.addi %i, %c1 : index
    cf.cond_br %more, ^head(%j, %next : index, memref<4xi32>), ^end
  ^end:
    memref.store %x, %p[%c0] : memref<?xi32>
    gpu.return
  }
  // Within an iteration, or behind the last one, there is one.
  gpu.func @within(%p: memref<?xi32>, %n: index, %v: i32, %c: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.alloca() : memref<4xi32>
    %last = scf.for %j = %c0 to %n step %c1 iter_args(%prev = %first) -> memref<4xi32> {
      %x = memref.load %prev[%c0] : memref<4xi32>
      %next = memref.alloca() : memref<4xi32>
      memref.store %x, %next[%c0] : memref<4xi32>
      %either = scf.if %c -> memref<4xi32> {
        scf.yield %first : memref<4xi32>
      } else {
        scf.yield %next : memref<4xi32>
      }
      memref.store %v, %either[%c1] : memref<4xi32>
      scf.yield %next : memref<4xi32>
    }
    %r = memref.load %last[%c0] : memref<4xi32>
    memref.store %r, %p[%c0] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @private_base(%o: i32) kernel {
    // expected-note @below {{allocated here}}
    %x = memref.alloca() : memref<4xi32>
    %c = memref.cast %x : memref<4xi32> to memref<?xi32>
    // expected-error @below {{'prim.base_of' op expects memory that threads share, found private memory; load and store through the memref}}
    %b = prim.base_of %c : memref<?xi32>
    prim.store %o, %b[%o] : i32, !prim.base<global>
    gpu.return
  }
}
