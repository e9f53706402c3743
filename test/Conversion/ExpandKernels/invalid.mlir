// What cannot become AMDGPU code is reported where it stands, before anything is
// converted.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-expand-kernels))'
// RUN: not prim-compile %s --chip=gfx942 -o %t 2>&1 | FileCheck %s --check-prefix=PLACE --implicit-check-not='see current operation' --implicit-check-not='<unknown>'

gpu.module @m {
  gpu.func @dialects(%p: memref<?xi32>, %q: memref<4xf16>) kernel {
    // expected-error @+1 {{'tensor.empty' op is not allowed in a kernel: the dialect 'tensor' has no lowering to AMDGPU code; use memrefs}}
    %t = tensor.empty() : tensor<4xi32>
    // expected-error @+1 {{'nvvm.read.ptx.sreg.tid.x' op is not allowed in a kernel: the dialect 'nvvm' has no lowering to AMDGPU code}}
    %x = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{'memref.alloc' op is not allowed in a kernel: a kernel cannot allocate device memory; use memref.alloca}}
    %a = memref.alloc() : memref<8xi32>
    // expected-error @+1 {{'gpu.cluster_id' op is not allowed in a kernel: clusters of blocks are not supported}}
    %c = gpu.cluster_id x
    %v = arith.constant dense<0> : vector<4xi32>
    // PLACE: invalid.mlir:[[#@LINE+2]]:5: error: 'vector.print' op is not allowed in a kernel: use gpu.printf
    // expected-error @+1 {{'vector.print' op is not allowed in a kernel: use gpu.printf on the elements}}
    vector.print %v : vector<4xi32>
    // expected-error @+1 {{'gpu.subgroup_mma_load_matrix' op is not allowed in a kernel: use amdgpu.mfma or amdgpu.wmma}}
    %m = gpu.subgroup_mma_load_matrix %q[%c0] {leadDimension = 16 : index} : memref<4xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }

  func.func private @nowhere(i32)
  gpu.func @call(%i: i32) kernel {
    // expected-error @+1 {{calls 'nowhere', which has no body; define the function in the kernel's gpu.module}}
    func.call @nowhere(%i) : (i32) -> ()
    gpu.return
  }

  // expected-error @+1 {{has an initial value, which workgroup memory cannot have; leave it uninitialized, and store the value in the kernel}}
  memref.global "private" @table : memref<2xi32, 3> = dense<[1, 2]>
  // expected-error @+1 {{has an initial value, which workgroup memory cannot have; leave it uninitialized, and store the value in the kernel}}
  memref.global "private" @named : memref<2xi32, #gpu.address_space<workgroup>> = dense<[1, 2]>

  // expected-error @+1 {{the workgroup attribution of 'workgroup' has the type 'memref<4xi32>'; it must be a memref in memory space #gpu.address_space<workgroup>}}
  gpu.func @workgroup() workgroup(%m: memref<4xi32>) kernel {
    gpu.return
  }
  // expected-error @+1 {{the private attribution of 'private' has the type 'memref<4xi32, 3>'; it must be a memref in memory space #gpu.address_space<private>}}
  gpu.func @private() private(%m: memref<4xi32, 3>) kernel {
    gpu.return
  }

  gpu.func @mapped(%n: index) kernel {
    // expected-error @+1 {{is mapped to #gpu.thread<x>, but prim does not distribute loops over threads}}
    scf.forall (%i) in (%n) {
    } {mapping = [#gpu.thread<x>]}
    gpu.return
  }

  gpu.func @intrinsics(%x: i32, %flag: i1) kernel {
    // expected-error @+1 {{names an intrinsic that LLVM does not know: llvm.amdgcn.nonsense}}
    llvm.call_intrinsic "llvm.amdgcn.nonsense"() : () -> ()
    // expected-error @+1 {{names an intrinsic of another target: llvm.nvvm.read.ptx.sreg.tid.x}}
    %0 = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
    // expected-error @+1 {{'rocdl.permlanex16' op is an operation that gfx942 does not have}}
    %1 = rocdl.permlanex16 %x, %x, %x, %x, true, false : i32, i32
    // expected-error @+1 {{'rocdl.permlane32.swap' op is an operation that gfx942 does not have}}
    %2 = rocdl.permlane32.swap %x, %x, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
    // expected-error @+1 {{'llvm.call_intrinsic' op is an operation that gfx942 does not have}}
    %3 = llvm.call_intrinsic "llvm.amdgcn.permlane64"(%x) : (i32) -> i32
    // expected-error @+1 {{'rocdl.update.dpp' op is an operation that gfx942 does not have}}
    %4 = rocdl.update.dpp %x, %x with 0x161, 15, 15, true : i32
    // expected-error @+1 {{gives 'i32', but a wave has 64 lanes; use i64}}
    %5 = rocdl.ballot %flag : i32
    gpu.return
  }

  // expected-error @+1 {{'tensor' has an argument with a tensor (tensor<4xi32>); use memrefs}}
  gpu.func @tensor(%t: tensor<4xi32>) kernel {
    gpu.return
  }
  // expected-error @+1 {{'quad' has an argument with elements of f128, for which AMDGPU has no arithmetic; use f64 or f32}}
  gpu.func @quad(%t: memref<4xf128>) kernel {
    gpu.return
  }
  // expected-error @+1 {{'tf32' has an argument with elements of tf32}}
  gpu.func @tf32(%t: vector<4xtf32>) kernel {
    gpu.return
  }
  // expected-error @+1 {{'layout' has an argument with a layout without strides (memref<4x4xi32, affine_map<(d0, d1) -> (d1, d0)>>); use a strided layout}}
  gpu.func @layout(%t: memref<4x4xi32, affine_map<(i, j) -> (j, i)>>) kernel {
    gpu.return
  }
  // expected-error @+1 {{'wraps' has an argument with a size in bytes that does not fit in 64 bits (memref<4294967296x4294967296xi32, #gpu.address_space<workgroup>>)}}
  gpu.func @wraps() workgroup(%w: memref<4294967296x4294967296xi32, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
  // expected-error @+1 {{'space' has an argument with a memory space that AMDGPU does not have (memref<4xi32, "near">)}}
  gpu.func @space(%t: memref<4xi32, "near">) kernel {
    gpu.return
  }
  gpu.func @value(%x: f64) kernel {
    // expected-error @+1 {{'arith.extf' op has a result with elements of f80}}
    %y = arith.extf %x : f64 to f80
    gpu.return
  }
  // expected-error @+1 {{'scalable' has an argument with a scalable size (vector<[4]xf32>)}}
  gpu.func @scalable(%t: vector<[4]xf32>) kernel {
    gpu.return
  }
  gpu.func @fold(%v: vector<4xf8E4M3FN>) kernel {
    // expected-error @+1 {{'vector.reduction' op computes with 'f8E4M3FN', for which AMDGPU has no arithmetic; extend the values to f32 (arith.extf), compute with these, and truncate the result (arith.truncf)}}
    %r = vector.reduction <add>, %v : vector<4xf8E4M3FN> into f8E4M3FN
    gpu.return
  }
  gpu.func @atomics(%bits: memref<?xi1>, %words: memref<?xi32>, %reals: memref<?xf32>, %quarters: memref<?xf4E2M1FN>, %i: index, %flag: i1, %n: i32, %f: f32) kernel {
    // expected-error @+1 {{'memref.atomic_rmw' op is atomic on elements of 'i1'; use elements of 8, 16, 32 or 64 bits}}
    %0 = memref.atomic_rmw ori %flag, %bits[%i] : (i1, memref<?xi1>) -> i1
    // expected-error @+1 {{'memref.generic_atomic_rmw' op is atomic on elements of 'f4E2M1FN'}}
    %1 = memref.generic_atomic_rmw %quarters[%i] : memref<?xf4E2M1FN> {
    ^bb0(%old: f4E2M1FN):
      memref.atomic_yield %old : f4E2M1FN
    }
    // expected-error @+1 {{'memref.generic_atomic_rmw' op yields a value that is computed outside of its region; use memref.atomic_rmw assign}}
    %2 = memref.generic_atomic_rmw %words[%i] : memref<?xi32> {
    ^bb0(%old: i32):
      memref.atomic_yield %n : i32
    }
    %3 = memref.generic_atomic_rmw %reals[%i] : memref<?xf32> {
    ^bb0(%old: f32):
      memref.atomic_yield %f : f32
    }
    gpu.return
  }
  gpu.func @steps(%p: memref<?xi32>, %n: index, %x: i32) kernel {
    %c0 = arith.constant 0 : index
    %back = arith.constant -1 : index
    // expected-error @+1 {{'scf.for' op has a step of 0; steps must be positive}}
    scf.for %i = %c0 to %n step %c0 {
      memref.store %x, %p[%i] : memref<?xi32>
    }
    // Many, without a sign.
    scf.for unsigned %i = %c0 to %n step %back {
      memref.store %x, %p[%i] : memref<?xi32>
    }
    // expected-error @+1 {{'scf.forall' op has a step of -1 along dimension 1; steps must be positive}}
    scf.forall (%i, %j) = (0, 0) to (64, 64) step (1, -1) {
      memref.store %x, %p[%i] : memref<?xi32>
    }
    // expected-error @+1 {{'affine.for' op has a step of 0; steps must be positive}}
    affine.for %i = 0 to 64 step 0 {
      memref.store %x, %p[%i] : memref<?xi32>
    }
    // expected-error @+1 {{'affine.parallel' op has a step of 0; steps must be positive}}
    affine.parallel (%i) = (0) to (64) step (0) {
      memref.store %x, %p[%i] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @unranked(%p: memref<*xf32>, %q: memref<?xf32>) kernel {
    %u = memref.cast %q : memref<?xf32> to memref<*xf32>
    // expected-error @+1 {{'memref.copy' op copies unranked memory; cast both sides to ranked memrefs with memref.cast first}}
    memref.copy %u, %p : memref<*xf32> to memref<*xf32>
    gpu.return
  }
  gpu.func @types(%p: !llvm.ptr<1>, %v: vector<4xindex>, %b: vector<4xf8E5M2>, %x: vector<4xi64>) kernel {
    // expected-error @+1 {{'llvm.store' op is an op of the LLVM dialect, which does not have 'vector<4xindex>'; cast to i64 with arith.index_cast}}
    llvm.store %v, %p : vector<4xindex>, !llvm.ptr<1>
    // expected-error @+1 {{'llvm.load' op is an op of the LLVM dialect, which does not have 'vector<4xf8E5M2>'; pass the bits as integers (arith.bitcast)}}
    %0 = llvm.load %p : !llvm.ptr<1> -> vector<4xf8E5M2>
    llvm.store %x, %p : vector<4xi64>, !llvm.ptr<1>
    gpu.return
  }
  // Constants that were moved have no place of their own.
  gpu.func @constant(%m: memref<4xindex>, %t: i1, %i: index) kernel {
    scf.if %t {
      %p = ub.poison : tensor<?xf32> loc(unknown)
      // expected-error @+2 {{'ub.poison' op has a result with a tensor (tensor<?xf32>); use memrefs}}
      // expected-error @+1 {{'tensor.dim' op is not allowed in a kernel: the dialect 'tensor' has no lowering to AMDGPU code; use memrefs}}
      %d = tensor.dim %p, %i : tensor<?xf32>
      memref.store %d, %m[%d] : memref<4xindex>
    }
    gpu.return
  }
}

// -----

gpu.module @block_op_in_helper {
  func.func @helper(%x: i32) -> i32 {
    // expected-error @+1 {{'prim.block_reduce' op is in a function that is not a kernel; block ops need a gpu.func with known_block_size}}
    %r = prim.block_reduce add %x : i32
    return %r : i32
  }
}
