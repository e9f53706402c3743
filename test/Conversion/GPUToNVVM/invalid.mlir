// What cannot become code of an NVIDIA chip is reported where it stands.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}))'

gpu.module @other [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%x: i32, %p: memref<?xi32>) kernel {
    // expected-error @+1 {{'rocdl.readfirstlane' op is not allowed in a kernel: the dialect 'rocdl' has no lowering to NVIDIA code}}
    %0 = rocdl.readfirstlane %x : i32
    gpu.return
  }
}

// -----

gpu.module @library [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%x: f64, %p: !prim.base<global>) kernel {
    %c0 = arith.constant 0 : i32
    // expected-error @+1 {{'math.sin' op on 'f64' needs NVIDIA's device library: install the CUDA toolkit}}
    %0 = math.sin %x : f64
    prim.store %0, %p[%c0] : f64, !prim.base<global>
    gpu.return
  }
}

// -----

gpu.module @large [#nvvm.target<chip = "sm_90">] {
  // expected-error @below {{kernel 'k' needs 262144 bytes of workgroup memory, but sm_90 has 232448 per block}}
  gpu.func @k(%p: !prim.base<global>) kernel {
    // expected-note @below {{262144 of these bytes are '__prim_workgroup_k'}}
    %shared = prim.workgroup_alloc 262144 : !prim.base<workgroup>
    %c0 = arith.constant 0 : i32
    %x = prim.load %shared[%c0] : !prim.base<workgroup> -> i32
    prim.store %x, %p[%c0] : i32, !prim.base<global>
    gpu.return
  }
}

// -----

// expected-error @below {{cannot be converted to nvvm for gfx942; use an NVIDIA chip, or prim-gpu-to-rocdl}}
gpu.module @amd [#rocdl.target<chip = "gfx942">] {
}
