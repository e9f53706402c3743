// A value that is poison in all lanes but the first is broadcast. LLVM 22's pass on
// uniform intrinsics takes the broadcast out, since poison may be that value, too; but
// the other lanes' registers do not have it. prim's pipeline leaves the pass out.

// REQUIRES: prim-run, emulator, numpy
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python -c "import numpy as np; np.save('x.npy', np.arange(64, dtype=np.int32))"
// RUN: prim-run %s --device=emulator --chip=gfx942 x.npy --output=y.npy
// RUN: %python -c "import numpy as np; print(set(np.load('y.npy').tolist()))" | FileCheck %s
// RUN: prim-run %s --device=emulator --chip=gfx1100 x.npy --output=y.npy
// RUN: %python -c "import numpy as np; print(set(np.load('y.npy')[:32].tolist()))" | FileCheck %s
// RUN: prim-run %s --device=emulator --chip=gfx1201 x.npy --output=y.npy
// RUN: %python -c "import numpy as np; print(set(np.load('y.npy')[:32].tolist()))" | FileCheck %s
// CHECK: {5}

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @first(%out: memref<?xi32>, %in: memref<?xi32>)
        workgroup(%l: memref<64xi32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c5 = arith.constant 5 : index
      %zero = arith.constant 0 : i32
      %t = gpu.thread_id x
      %x = memref.load %in[%t] : memref<?xi32>
      memref.store %x, %l[%t] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %first = arith.cmpi eq, %t, %c0 : index
      %v = scf.if %first -> i32 {
        // Stores, so that the load is not made in all lanes.
        memref.store %zero, %out[%c0] : memref<?xi32>
        memref.store %zero, %l[%c0] : memref<64xi32, #gpu.address_space<workgroup>>
        %q = memref.load %l[%c5] : memref<64xi32, #gpu.address_space<workgroup>>
        scf.yield %q : i32
      } else {
        %p = ub.poison : i32
        scf.yield %p : i32
      }
      %w = prim.warp_broadcast %v lane(%zero) : i32
      memref.store %w, %out[%t] : memref<?xi32>
      gpu.return
    }
  }
  func.func @main(%x: memref<?xi32>) -> memref<?xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %o = memref.alloc(%c64) : memref<?xi32>
    gpu.launch_func @kernels::@first blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%o : memref<?xi32>, %x : memref<?xi32>)
    return %o : memref<?xi32>
  }
}
