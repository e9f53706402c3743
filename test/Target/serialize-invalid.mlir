// RUN: prim-opt %s --split-input-file --verify-diagnostics --prim-serialize=device-libs=none
// RUN: not prim-opt %s --split-input-file --prim-serialize -o %t
// RUN: not prim-opt %S/serialize-formats.mlir --prim-serialize=format=fat 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not prim-opt %S/serialize-formats.mlir --prim-serialize=opt-level=4 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not prim-opt %S/serialize-formats.mlir --prim-serialize=abi=400 2>&1 | FileCheck %s --check-prefix=ABI

// FORMAT: error: prim-serialize has no format 'fat'; use bin, isa or llvm
// LEVEL: error: 'gpu.module' op cannot be optimized at level 4; use opt-level 0 to 3
// ABI: error: 'gpu.module' op cannot be given code object version 400; use abi 500 or 600

// expected-error @+1 {{unknown chip 'gfx000'; prim knows}}
gpu.module @unknown [#rocdl.target<chip = "gfx000">] {
}

// -----

// expected-error @+1 {{needs exactly one target}}
gpu.module @none {
}

// -----

// expected-error @+1 {{chip 'gfx942' does not run waves of 32 lanes}}
gpu.module @wave [#rocdl.target<chip = "gfx942", features = "+wavefrontsize32">] {
}

// -----

// expected-error @+3 {{function '__nv_sinf' is called but not defined; it is in NVIDIA's device library: install the CUDA toolkit, or set device-libs or CUDA_HOME to the folder of libdevice.10.bc}}
gpu.module @nvidia [#nvvm.target<chip = "sm_90">] {
  llvm.func @__nv_sinf(f32) -> f32
  llvm.func @k(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> f32
    %y = llvm.call @__nv_sinf(%x) : (f32) -> f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// expected-error @+3 {{function '__ocml_sin_f32' is called but not defined; it is in AMD's device library: install the package rocm-device-libs}}
gpu.module @library [#rocdl.target<chip = "gfx942">] {
  llvm.func @__ocml_sin_f32(f32) -> f32
  llvm.func @k(%p: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel} {
    %x = llvm.load %p : !llvm.ptr<1> -> f32
    %y = llvm.call @__ocml_sin_f32(%x) : (f32) -> f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

gpu.module @operations [#rocdl.target<chip = "gfx942">] {
  // expected-error @+1 {{'gpu.func' op cannot be translated to LLVM IR; run prim-lower-block, prim-lower-warp and prim-gpu-to-rocdl first}}
  gpu.func @k(%x: i32) kernel {
    %r = prim.warp_reduce add %x : i32
    gpu.return
  }
}

// -----

gpu.module @foreign [#rocdl.target<chip = "gfx942">] {
  llvm.func @k(%p: !llvm.ptr<1>, %i: i32) attributes {gpu.kernel, rocdl.kernel} {
    // expected-error @+1 {{'ub.poison' op cannot be translated to LLVM IR}}
    %x = ub.poison : i32
    llvm.return
  }
}

// -----

// Upstream's translation crashes on this one.
gpu.module @types [#rocdl.target<chip = "gfx942">] {
  llvm.func @k(%p: !llvm.ptr<1>, %i: i32) attributes {gpu.kernel, rocdl.kernel} {
    // expected-error @+1 {{'llvm.getelementptr' op has the type 'index', which LLVM does not have}}
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, index
    llvm.return
  }
}

// -----

gpu.module @casts [#rocdl.target<chip = "gfx942">] {
  llvm.func @k(%p: !llvm.ptr<1>, %i: i32) attributes {gpu.kernel, rocdl.kernel} {
    // expected-error @+1 {{a value of type 'i32' is used as 'f32', which LLVM cannot convert; use the same type on both sides}}
    %q = builtin.unrealized_conversion_cast %i : i32 to f32
    llvm.return
  }
}

// -----

gpu.module @vectors [#rocdl.target<chip = "gfx942">] {
  // expected-error @+1 {{'llvm.func' op has a vector of the type 'vector<2048xi32>', but a lane has registers for 2048 bytes; keep it in memory, or use smaller vectors}}
  llvm.func @k(%v: vector<2048xi32>) attributes {gpu.kernel, rocdl.kernel} {
    llvm.return
  }
}

// -----

// Upstream's translation crashes on an instruction in no block of a function.
gpu.module @nowhere [#rocdl.target<chip = "gfx942">] {
  llvm.mlir.global internal @g() {addr_space = 3 : i32} : i32
  // expected-error @+1 {{'llvm.mlir.constant' op is outside of functions; move it into the function that uses it}}
  %c = llvm.mlir.constant(1 : i32) : i32
  llvm.func @k() attributes {gpu.kernel, rocdl.kernel} {
    llvm.return
  }
}

// -----

gpu.module @effects [#rocdl.target<chip = "gfx942">] {
  // expected-error @+1 {{'rocdl.s.barrier' op is outside of functions}}
  rocdl.s.barrier
}
