// Masks of gfx11 in waves of 64 lanes, and sources written around a change of EXEC.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=+wavefrontsize64,-wavefrontsize32 -filetype=obj %s -o %t.gfx1100
// RUN: not prim-check --rules=hazards %t.gfx1100 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_mask: [hazards] {{.*}}(fixVALUMaskWriteHazard)
begin bad_mask
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]
  s_mov_b64 s[4:5], s[6:7]
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]
end bad_mask
begin good_mask
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]
  s_mov_b64 s[4:5], s[6:7]
  s_waitcnt_depctr depctr_sa_sdst(0)
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]
end good_mask

// CHECK: bad_mask_vector: [hazards] {{.*}}(fixVALUMaskWriteHazard)
begin bad_mask_vector
  v_cndmask_b32_e32 v0, v1, v2, vcc
  v_cmp_eq_u32_e32 vcc, v3, v4
  v_cndmask_b32_e32 v0, v1, v2, vcc
end bad_mask_vector
begin good_mask_vector
  v_cndmask_b32_e32 v0, v1, v2, vcc
  v_cmp_eq_u32_e32 vcc, v3, v4
  s_waitcnt_depctr depctr_va_vcc(0)
  v_cndmask_b32_e32 v0, v1, v2, vcc
end good_mask_vector

// The instruction that reads a mask may write it as well.
// CHECK: bad_mask_and_carry: [hazards] {{.*}}(fixVALUMaskWriteHazard)
begin bad_mask_and_carry
  v_add_co_ci_u32_e64 v0, s[4:5], v1, v2, s[4:5]
  s_mov_b64 s[4:5], s[6:7]
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]
end bad_mask_and_carry
// A load that is waited for comes behind every earlier read.
begin good_mask_loaded
  v_cndmask_b32_e64 v0, v1, v2, s[4:5]
  s_load_b64 s[4:5], s[0:1], null
  s_waitcnt lgkmcnt(0)
  s_add_u32 s4, s4, s6
  v_mov_b32_e32 v0, s4
end good_mask_loaded

// CHECK: bad_forwarding: [hazards] {{.*}}(fixVALUPartialForwardingHazard)
begin bad_forwarding
  v_mov_b32_e32 v0, 1
  s_mov_b64 exec, s[4:5]
  v_mov_b32_e32 v1, 1
  v_add_nc_u32_e32 v2, v0, v1
end bad_forwarding
begin good_forwarding
  v_mov_b32_e32 v0, 1
  s_mov_b64 exec, s[4:5]
  v_mov_b32_e32 v1, 1
  s_waitcnt_depctr depctr_va_vdst(0)
  v_add_nc_u32_e32 v2, v0, v1
end good_forwarding
// CHECK: 1 objects,{{.*}} 4 reports

// A kernel in waves of 64 lanes: its descriptor does not ask for 32.
.rodata
.type bad_mask.kd,@object
bad_mask.kd:
  .fill 64, 1, 0
.size bad_mask.kd, 64
