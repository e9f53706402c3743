// Floats of 8 bits and less are moved, and converted by chips that convert their
// format; what computes with them is reported where it stands.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-expand-kernels))'

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @narrow(%p: memref<?xf8E4M3FNUZ>, %i: index, %f: f32, %n: i32, %other: f8E4M3FN, %scale: f8E8M0FNU, %quarter: f4E2M1FN, %c: complex<f8E5M2>) kernel {
    %x = memref.load %p[%i] : memref<?xf8E4M3FNUZ>
    %wide = arith.extf %x : f8E4M3FNUZ to f32
    %back = arith.truncf %f : f32 to f8E4M3FNUZ
    %bits = arith.bitcast %x : f8E4M3FNUZ to i8
    // expected-error @+1 {{'arith.addf' op computes with 'f8E4M3FNUZ', for which AMDGPU has no arithmetic; extend the values to f32}}
    %0 = arith.addf %x, %back : f8E4M3FNUZ
    // expected-error @+1 {{'arith.cmpf' op computes with 'f8E4M3FNUZ'}}
    %1 = arith.cmpf olt, %x, %back : f8E4M3FNUZ
    // expected-error @+1 {{'arith.sitofp' op computes with 'f8E5M2'}}
    %2 = arith.sitofp %n : i32 to f8E5M2
    // expected-error @+1 {{'arith.extf' op computes with 'f4E2M1FN'}}
    %3 = arith.extf %quarter : f4E2M1FN to f8E4M3FNUZ
    // expected-error @+1 {{'math.exp' op computes with 'f8E4M3FNUZ'}}
    %4 = math.exp %x : f8E4M3FNUZ
    // expected-error @+1 {{'complex.abs' op computes with 'f8E5M2'}}
    %5 = complex.abs %c : complex<f8E5M2>
    // expected-error @+1 {{'memref.atomic_rmw' op computes with 'f8E4M3FNUZ'}}
    %6 = memref.atomic_rmw addf %x, %p[%i] : (f8E4M3FNUZ, memref<?xf8E4M3FNUZ>) -> f8E4M3FNUZ
    %7 = memref.atomic_rmw assign %x, %p[%i] : (f8E4M3FNUZ, memref<?xf8E4M3FNUZ>) -> f8E4M3FNUZ
    // expected-error @+1 {{'arith.extf' op converts 'f8E4M3FN', for which gfx942 has no instruction; it converts f8E4M3FNUZ and f8E5M2FNUZ}}
    %8 = arith.extf %other : f8E4M3FN to f32
    // expected-error @+1 {{'arith.truncf' op converts 'f4E2M1FN', for which gfx942 has no instruction}}
    %9 = arith.truncf %f : f32 to f4E2M1FN
    // expected-error @+1 {{'arith.scaling_extf' op converts 'f8E4M3FN' by a scale, for which gfx942 has no instruction; convert without it (arith.extf, arith.truncf) and multiply}}
    %10 = arith.scaling_extf %other, %scale : f8E4M3FN, f8E8M0FNU to f32
    gpu.return
  }
}

// -----

// Chips differ in the formats that they convert.
gpu.module @older [#rocdl.target<chip = "gfx90a">] {
  gpu.func @k(%p: memref<1xf32>, %i: index, %x: f8E4M3FNUZ) kernel {
    // expected-error @+1 {{'arith.extf' op converts 'f8E4M3FNUZ', for which gfx90a has no instruction; store wider floats, or convert the bits (arith.bitcast)}}
    %wide = arith.extf %x : f8E4M3FNUZ to f32
    memref.store %wide, %p[%i] : memref<1xf32>
    gpu.return
  }
}

// -----

gpu.module @newer [#rocdl.target<chip = "gfx950">] {
  gpu.func @k(%p: memref<1xf32>, %i: index, %x: f8E4M3FN, %old: f8E4M3FNUZ, %quarter: f4E2M1FN, %scale: f8E8M0FNU) kernel {
    %wide = arith.extf %x : f8E4M3FN to f32
    memref.store %wide, %p[%i] : memref<1xf32>
    %scaled = arith.scaling_extf %quarter, %scale : f4E2M1FN, f8E8M0FNU to f32
    memref.store %scaled, %p[%i] : memref<1xf32>
    // expected-error @+1 {{'arith.extf' op converts 'f8E4M3FNUZ', for which gfx950 has no instruction; it converts f8E4M3FN and f8E5M2}}
    %other = arith.extf %old : f8E4M3FNUZ to f32
    gpu.return
  }
}
