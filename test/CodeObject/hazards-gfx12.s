// A scalar register that a vector instruction has read, is written and read again on gfx12.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1201 -filetype=obj %s -o %t.gfx1201
// RUN: not prim-check --rules=hazards %t.gfx1201 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_scalar: [hazards] {{.*}}(AMDGPUWaitSGPRHazards)
begin bad_scalar
  v_add_nc_u32_e32 v0, s4, v1
  s_mov_b32 s4, 0
  v_add_nc_u32_e32 v0, s4, v1
end bad_scalar
begin good_scalar
  v_add_nc_u32_e32 v0, s4, v1
  s_mov_b32 s4, 0
  s_wait_alu depctr_sa_sdst(0)
  v_add_nc_u32_e32 v0, s4, v1
end good_scalar

// The other one of its pair; what was never read by a vector instruction is safe.
// CHECK: bad_pair: [hazards] {{.*}}(AMDGPUWaitSGPRHazards)
begin bad_pair
  v_add_nc_u32_e32 v0, s4, v1
  s_mov_b32 s5, 0
  s_add_co_i32 s6, s5, s5
end bad_pair
begin good_pair
  s_mov_b32 s5, 0
  s_add_co_i32 s6, s5, s5
end good_pair

// CHECK: bad_mask: [hazards] {{.*}}(AMDGPUWaitSGPRHazards)
begin bad_mask
  v_cndmask_b32_e64 v0, v1, v2, s4
  v_cmp_eq_u32_e64 s4, v1, v2
  v_cndmask_b32_e64 v0, v1, v2, s4
end bad_mask
begin good_mask
  v_cndmask_b32_e64 v0, v1, v2, s4
  v_cmp_eq_u32_e64 s4, v1, v2
  s_wait_alu depctr_va_sdst(0)
  v_cndmask_b32_e64 v0, v1, v2, s4
end good_mask

// CHECK: bad_carry: [hazards] {{.*}}(AMDGPUWaitSGPRHazards)
begin bad_carry
  v_add_co_ci_u32_e64 v1, vcc_lo, v1, v2, vcc_lo
  v_add_co_u32 v0, vcc_lo, v0, v3
  v_add_co_ci_u32_e64 v1, null, v1, v2, vcc_lo
end bad_carry
begin good_carry
  v_add_co_ci_u32_e64 v1, vcc_lo, v1, v2, vcc_lo
  v_add_co_u32 v0, vcc_lo, v0, v3
  s_wait_alu depctr_va_vcc(0)
  v_add_co_ci_u32_e64 v1, null, v1, v2, vcc_lo
end good_carry

// Around a loop.
// CHECK: bad_loop: [hazards] {{.*}}(AMDGPUWaitSGPRHazards)
begin bad_loop
  .Lbad:
  v_add_nc_u32_e32 v0, s4, v1
  s_add_co_u32 s4, s5, 1
  s_cbranch_scc1 .Lbad
end bad_loop
begin good_loop
  .Lgood:
  s_wait_alu depctr_sa_sdst(0)
  v_add_nc_u32_e32 v0, s4, v1
  s_add_co_u32 s4, s5, 1
  s_cbranch_scc1 .Lgood
end good_loop

// CHECK: bad_permlane: [hazards] {{.*}}(fixVcmpxPermlaneHazards)
begin bad_permlane
  v_cmpx_eq_u32_e32 v3, v4
  v_permlanex16_b32 v1, v2, 0, 0
end bad_permlane
begin good_permlane
  v_cmpx_eq_u32_e32 v3, v4
  v_mov_b32_e32 v5, v2
  v_permlanex16_b32 v1, v2, 0, 0
end good_permlane
// CHECK: 1 objects,{{.*}} 6 reports

// What cannot be decoded has no operands.
begin good_unknown
  .long 0xffffffff
  s_mov_b32 s0, s1
end good_unknown
