// Results of transcendental instructions, and exchanges after a comparison into EXEC, on gfx11.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=obj %s -o %t.gfx1100
// RUN: not prim-check --rules=hazards %t.gfx1100 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_trans: [hazards] {{.*}}(fixVALUTransUseHazard)
begin bad_trans
  v_exp_f32_e32 v0, v1
  v_add_f32_e32 v2, v0, v0
end bad_trans
begin good_trans
  v_exp_f32_e32 v0, v1
  s_waitcnt_depctr depctr_va_vdst(0)
  v_add_f32_e32 v2, v0, v0
end good_trans

// Six vector instructions between are enough.
// CHECK: bad_trans_five: [hazards] {{.*}}(fixVALUTransUseHazard)
begin bad_trans_five
  v_rcp_f16_e32 v0, v1
  v_mov_b32_e32 v10, 0
  v_mov_b32_e32 v11, 0
  v_mov_b32_e32 v12, 0
  v_mov_b32_e32 v13, 0
  v_mov_b32_e32 v14, 0
  v_add_f32_e32 v2, v0, v0
end bad_trans_five
begin good_trans_five
  v_rcp_f16_e32 v0, v1
  v_mov_b32_e32 v10, 0
  v_mov_b32_e32 v11, 0
  v_mov_b32_e32 v12, 0
  v_mov_b32_e32 v13, 0
  v_mov_b32_e32 v14, 0
  v_mov_b32_e32 v15, 0
  v_add_f32_e32 v2, v0, v0
end good_trans_five

// A memory instruction waits too.
// CHECK: bad_trans_path: [hazards] {{.*}}(fixVALUTransUseHazard)
begin bad_trans_path
  s_cbranch_scc1 .Ltrans
  v_sqrt_f32_e32 v0, v1
  .Ltrans:
  v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf
end bad_trans_path
begin good_trans_path
  s_cbranch_scc1 .Lgood_trans
  v_sqrt_f32_e32 v0, v1
  global_store_b32 v5, v6, s[0:1]
  .Lgood_trans:
  v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf
end good_trans_path

// The accumulator in the second half of a dual instruction is its result.
// CHECK: bad_trans_dual: [hazards] {{.*}}(fixVALUTransUseHazard)
begin bad_trans_dual
  v_rcp_f32_e32 v5, v1
  v_dual_mul_f32 v10, v11, v12 :: v_dual_fmac_f32 v5, v20, v13
end bad_trans_dual
begin good_trans_dual
  v_rcp_f32_e32 v4, v1
  v_dual_mul_f32 v10, v11, v12 :: v_dual_fmac_f32 v5, v20, v13
end good_trans_dual

// CHECK: bad_permlane: [hazards] {{.*}}(fixVcmpxPermlaneHazards)
begin bad_permlane
  v_cmpx_eq_u32_e32 v3, v4
  s_nop 3
  v_permlanex16_b32 v1, v2, 0, 0
end bad_permlane
begin good_permlane
  v_cmpx_eq_u32_e32 v3, v4
  v_mov_b32_e32 v5, v2
  v_permlanex16_b32 v1, v2, 0, 0
end good_permlane
// CHECK: 1 objects,{{.*}} 5 reports
