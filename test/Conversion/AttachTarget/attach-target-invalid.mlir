// RUN: prim-opt %s --prim-attach-target=chip=gfx942 -split-input-file -verify-diagnostics

// expected-error@+1 {{is for gfx1100, but gfx942 is requested: remove the target from the module, or the option}}
gpu.module @other [#rocdl.target<chip = "gfx1100">] {
}

// -----

// expected-error@+1 {{unknown chip 'gfx000'; prim knows}}
gpu.module @unknown [#rocdl.target<chip = "gfx000">] {
}

// -----

// expected-error@+1 {{unknown feature 'warp64'; chip 'gfx942' has xnack, sramecc, wavefrontsize64}}
gpu.module @feature [#rocdl.target<chip = "gfx942", features = "+warp64">] {
}

// -----

// expected-error@+1 {{is for sm_90, but gfx942 is requested: remove the target from the module, or the option}}
gpu.module @nvidia [#nvvm.target<chip = "sm_90">] {
}
