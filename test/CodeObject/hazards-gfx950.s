// What gfx950 leaves to software besides.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.gfx950
// RUN: not prim-check --rules=hazards %t.gfx950 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_trans: [hazards] {{.*}}(checkVALUHazards)
begin bad_trans
  v_exp_f32_e32 v0, v1
  v_add_f32_e32 v2, v0, v0
end bad_trans
begin good_trans
  v_exp_f32_e32 v0, v1
  s_nop 0
  v_add_f32_e32 v2, v0, v0
end good_trans

// CHECK: bad_partial: [hazards] {{.*}}(checkVALUHazards)
begin bad_partial
  v_add_u32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
  v_mov_b32_e32 v3, v0
end bad_partial
begin good_partial
  v_add_u32_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
  v_mov_b32_e32 v3, v0
end good_partial

// CHECK: bad_scalar: [hazards] {{.*}}(checkVALUHazards)
begin bad_scalar
  v_cmp_eq_u32_e64 s[4:5], v0, v1
  s_nop 0
  v_cndmask_b32_e64 v2, v3, v4, s[4:5]
end bad_scalar
begin good_scalar
  v_cmp_eq_u32_e64 s[4:5], v0, v1
  s_nop 1
  v_cndmask_b32_e64 v2, v3, v4, s[4:5]
end good_scalar

// CHECK: bad_carry: [hazards] {{.*}}(checkVALUHazards)
begin bad_carry
  v_add_co_u32_e32 v0, vcc, v1, v2
  v_addc_co_u32_e32 v3, vcc, v4, v5, vcc
end bad_carry
begin good_carry
  v_add_co_u32_e32 v0, vcc, v1, v2
  s_nop 1
  v_addc_co_u32_e32 v3, vcc, v4, v5, vcc
end good_carry

// CHECK: bad_read_lane: [hazards] {{.*}}(checkVALUHazards)
begin bad_read_lane
  v_mov_b32_e32 v0, 0
  v_readfirstlane_b32 s0, v0
end bad_read_lane
begin good_read_lane
  v_mov_b32_e32 v0, 0
  s_nop 0
  v_readfirstlane_b32 s0, v0
end good_read_lane

// CHECK: bad_lane_exec: [hazards] {{.*}}(checkVALUHazards)
begin bad_lane_exec
  v_cmpx_eq_u32_e32 vcc, v3, v4
  s_nop 2
  v_readfirstlane_b32 s0, v0
end bad_lane_exec
begin good_lane_exec
  v_cmpx_eq_u32_e32 vcc, v3, v4
  s_nop 3
  v_readfirstlane_b32 s0, v0
end good_lane_exec

// 4 passes.
// CHECK: bad_matrix_read: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_matrix_read
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 6
  v_mov_b32_e32 v12, v0
end bad_matrix_read
begin good_matrix_read
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 7
  v_mov_b32_e32 v12, v0
end good_matrix_read

// 8 passes, not of the fast pipelines.
// CHECK: bad_matrix_read_f32: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_matrix_read_f32
  v_mfma_f32_16x16x4_f32 v[0:3], v4, v5, v[0:3]
  s_nop 8
  v_mov_b32_e32 v12, v0
end bad_matrix_read_f32
begin good_matrix_read_f32
  v_mfma_f32_16x16x4_f32 v[0:3], v4, v5, v[0:3]
  s_nop 9
  v_mov_b32_e32 v12, v0
end good_matrix_read_f32

// CHECK: bad_matrix_over: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_matrix_over
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 6
  v_mov_b32_e32 v0, 0
end bad_matrix_over
begin good_matrix_over
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 7
  v_mov_b32_e32 v0, 0
end good_matrix_over

// CHECK: bad_accumulator_over: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_accumulator_over
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 1
  v_mov_b32_e32 v8, 0
end bad_accumulator_over
begin good_accumulator_over
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 2
  v_mov_b32_e32 v8, 0
end good_accumulator_over

// A part of the result as an accumulator; all of it follows at once.
// CHECK: bad_matrix_chain: [hazards] {{.*}}(checkMAIHazards90A)
begin bad_matrix_chain
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  s_nop 4
  v_mfma_f32_16x16x16_bf16 v[12:15], v[4:5], v[6:7], v[2:5]
end bad_matrix_chain
begin good_matrix_chain
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[8:11]
  v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], v[0:3]
end good_matrix_chain

// CHECK: bad_permlane: [hazards] {{.*}}(checkPermlaneHazards)
begin bad_permlane
  v_mov_b32_e32 v1, 0
  s_nop 0
  v_permlane32_swap_b32 v1, v2
end bad_permlane
begin good_permlane
  v_mov_b32_e32 v1, 0
  s_nop 1
  v_permlane32_swap_b32 v1, v2
end good_permlane

// CHECK: bad_permlane_exec: [hazards] {{.*}}(checkPermlaneHazards)
begin bad_permlane_exec
  v_cmpx_eq_u32_e32 vcc, v3, v4
  s_nop 2
  v_permlane16_swap_b32 v1, v2
end bad_permlane_exec
begin good_permlane_exec
  v_cmpx_eq_u32_e32 vcc, v3, v4
  s_nop 3
  v_permlane16_swap_b32 v1, v2
end good_permlane_exec
// CHECK: 1 objects,{{.*}} 13 reports
