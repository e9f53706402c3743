// RUN: not prim-opt %s --prim-attach-target 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not prim-opt %s --prim-attach-target=chip=gfx000 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not prim-opt %s --prim-attach-target="chip=gfx942 features=+wavefrontsize32" 2>&1 | FileCheck %s --check-prefix=WAVE
// RUN: not prim-opt %s --prim-attach-target="chip=gfx942 features=xnack" 2>&1 | FileCheck %s --check-prefix=SIGN
// RUN: not prim-opt %s --prim-attach-target=features=+xnack 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not prim-opt %s --prim-attach-target="chip=sm_90 features=+xnack" 2>&1 | FileCheck %s --check-prefix=NVIDIA

// NONE: error: 'gpu.module' op has no target: give the chip as an option
// CHIP: error: unknown chip 'gfx000'; prim knows gfx90a, gfx942
// WAVE: error: chip 'gfx942' does not run waves of 32 lanes
// SIGN: error: feature 'xnack' must begin with + or -
// ALONE: error: features are given without a chip; name both
// NVIDIA: error: unknown feature 'xnack'; chip 'sm_90' has wavefrontsize32
gpu.module @kernels {
}
