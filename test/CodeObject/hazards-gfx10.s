// gfx1030 has one hazard of those that are looked for.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1030 -filetype=obj %s -o %t.gfx1030
// RUN: not prim-check --rules=hazards %t.gfx1030 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_denorm: [hazards] {{.*}}(checkFPAtomicToDenormModeHazard)
begin bad_denorm
  global_atomic_fmin v0, v1, s[0:1]
  s_nop 1
  s_denorm_mode 0
end bad_denorm
begin good_denorm
  global_atomic_fmin v0, v1, s[0:1]
  s_nop 2
  s_denorm_mode 0
end good_denorm

// A vector instruction is enough.
// CHECK: bad_denorm_path: [hazards] {{.*}}(checkFPAtomicToDenormModeHazard)
begin bad_denorm_path
  global_atomic_fmax v0, v1, s[0:1]
  s_denorm_mode 0
end bad_denorm_path
begin good_denorm_path
  global_atomic_fmax v0, v1, s[0:1]
  v_mov_b32_e32 v3, 0
  s_denorm_mode 0
end good_denorm_path
// CHECK: 1 objects,{{.*}} 2 reports
