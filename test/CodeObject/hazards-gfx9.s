// What all CDNA chips leave to software. Functions named bad_* have one wait state too few.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx90a -filetype=obj %s -o %t.gfx90a
// RUN: not prim-check --rules=hazards %t.gfx90a | FileCheck %s --implicit-check-not=good_
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -o %t.gfx942
// RUN: not prim-check --rules=hazards %t.gfx942 | FileCheck %s --implicit-check-not=good_
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.gfx950
// RUN: not prim-check --rules=hazards %t.gfx950 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// Five wait states: s_nop n is n + 1.
// CHECK: bad_vmem_scalar: [hazards] {{.*}}(checkVMEMHazards)
begin bad_vmem_scalar
  v_readfirstlane_b32 s4, v0
  s_nop 3
  buffer_load_dword v1, v0, s[8:11], s4 offen
end bad_vmem_scalar
begin good_vmem_scalar
  v_readfirstlane_b32 s4, v0
  s_nop 4
  buffer_load_dword v1, v0, s[8:11], s4 offen
end good_vmem_scalar

// CHECK: bad_dpp: [hazards] {{.*}}(checkDPPHazards)
begin bad_dpp
  v_mov_b32_e32 v1, 0
  s_nop 0
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
end bad_dpp
begin good_dpp
  v_mov_b32_e32 v1, 0
  s_nop 1
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
end good_dpp

// CHECK: bad_dpp_exec: [hazards] {{.*}}(checkDPPHazards)
begin bad_dpp_exec
  v_cmpx_eq_u32_e32 vcc, v3, v4
  s_nop 3
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
end bad_dpp_exec
begin good_dpp_exec
  v_cmpx_eq_u32_e32 vcc, v3, v4
  s_nop 4
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
end good_dpp_exec

// On one of two paths.
// CHECK: bad_dpp_path: [hazards] {{.*}}(checkDPPHazards)
begin bad_dpp_path
  s_cbranch_scc1 .Ldpp
  v_mov_b32_e32 v1, 0
  .Ldpp:
  s_nop 0
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
end bad_dpp_path
begin good_dpp_path
  s_cbranch_scc1 .Lgood_dpp
  v_mov_b32_e32 v1, 0
  s_nop 0
  .Lgood_dpp:
  s_nop 0
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
end good_dpp_path

// Around a loop.
// CHECK: bad_dpp_loop: [hazards] {{.*}}(checkDPPHazards)
begin bad_dpp_loop
  .Lloop:
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
  v_mov_b32_e32 v1, 0
  s_cbranch_scc1 .Lloop
end bad_dpp_loop
begin good_dpp_loop
  .Lgood_loop:
  v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf
  v_mov_b32_e32 v1, 0
  s_nop 0
  s_cbranch_scc1 .Lgood_loop
end good_dpp_loop

// CHECK: bad_div_fmas: [hazards] {{.*}}(checkDivFMasHazards)
begin bad_div_fmas
  v_cmp_eq_u32_e32 vcc, v3, v4
  s_nop 2
  v_div_fmas_f32 v0, v1, v2, v3
end bad_div_fmas
begin good_div_fmas
  v_cmp_eq_u32_e32 vcc, v3, v4
  s_nop 3
  v_div_fmas_f32 v0, v1, v2, v3
end good_div_fmas

// CHECK: bad_lane_select: [hazards] {{.*}}(checkRWLaneHazards)
begin bad_lane_select
  v_readfirstlane_b32 s4, v0
  s_nop 2
  v_readlane_b32 s5, v1, s4
end bad_lane_select
begin good_lane_select
  v_readfirstlane_b32 s4, v0
  s_nop 3
  v_readlane_b32 s5, v1, s4
end good_lane_select

// CHECK: bad_getreg: [hazards] {{.*}}(checkGetRegHazards, checkSetRegHazards)
begin bad_getreg
  s_setreg_b32 hwreg(HW_REG_MODE), s0
  s_nop 0
  s_getreg_b32 s1, hwreg(HW_REG_MODE)
end bad_getreg
begin good_getreg
  s_setreg_b32 hwreg(HW_REG_MODE), s0
  s_nop 1
  s_getreg_b32 s1, hwreg(HW_REG_MODE)
end good_getreg

// CHECK: bad_setreg: [hazards] {{.*}}(checkGetRegHazards, checkSetRegHazards)
begin bad_setreg
  s_setreg_b32 hwreg(HW_REG_MODE), s0
  s_setreg_b32 hwreg(HW_REG_MODE), s1
end bad_setreg
begin good_setreg
  s_setreg_b32 hwreg(HW_REG_MODE), s0
  s_nop 1
  s_setreg_b32 hwreg(HW_REG_MODE), s1
end good_setreg

// Data of more than 8 bytes.
// CHECK: bad_store_data: [hazards] {{.*}}(checkVALUHazards)
begin bad_store_data
  global_store_dwordx4 v0, v[4:7], s[0:1]
  v_mov_b32_e32 v5, 0
end bad_store_data
begin good_store_data
  global_store_dwordx4 v0, v[4:7], s[0:1]
  s_nop 1
  v_mov_b32_e32 v5, 0
end good_store_data

// CHECK: bad_m0: [hazards] {{.*}}(checkReadM0Hazards)
begin bad_m0
  s_mov_b32 m0, 0
  buffer_load_dword off, s[8:11], 0 lds
end bad_m0
begin good_m0
  s_mov_b32 m0, 0
  s_nop 0
  buffer_load_dword off, s[8:11], 0 lds
end good_m0

// CHECK: bad_dot_read: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_dot_read
  v_dot4_i32_i8 v0, v1, v2, v3
  s_nop 1
  v_add_u32_e32 v4, v0, v0
end bad_dot_read
begin good_dot_read
  v_dot4_i32_i8 v0, v1, v2, v3
  s_nop 2
  v_add_u32_e32 v4, v0, v0
end good_dot_read

// One of the same kind may add to it at once.
// CHECK: bad_dot_same: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_dot_same
  v_dot4_i32_i8 v0, v1, v2, v3
  v_dot4_i32_i8 v5, v0, v2, v3
end bad_dot_same
begin good_dot_same
  v_dot4_i32_i8 v0, v1, v2, v3
  v_dot4_i32_i8 v0, v1, v2, v0
end good_dot_same

// CHECK: bad_dot_write: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_dot_write
  v_dot4_i32_i8 v0, v1, v2, v3
  v_mov_b32_e32 v0, 0
end bad_dot_write
begin good_dot_write
  v_dot4_i32_i8 v0, v1, v2, v3
  s_nop 2
  v_mov_b32_e32 v0, 0
end good_dot_write

// CHECK: bad_matrix_source: [hazards] {{.*}}(checkMAIHazards90A)
begin bad_matrix_source
  v_mov_b32_e32 v4, 0
  s_nop 0
  v_mfma_f32_4x4x1f32 a[0:3], v4, v5, a[0:3]
end bad_matrix_source
begin good_matrix_source
  v_mov_b32_e32 v4, 0
  s_nop 1
  v_mfma_f32_4x4x1f32 a[0:3], v4, v5, a[0:3]
end good_matrix_source

// CHECK: bad_matrix_exec: [hazards] {{.*}}(checkMAIHazards90A)
begin bad_matrix_exec
  v_cmpx_eq_u32_e32 vcc, v8, v9
  s_nop 2
  v_mfma_f32_4x4x1f32 a[0:3], v4, v5, a[0:3]
end bad_matrix_exec
begin good_matrix_exec
  v_cmpx_eq_u32_e32 vcc, v8, v9
  s_nop 3
  v_mfma_f32_4x4x1f32 a[0:3], v4, v5, a[0:3]
end good_matrix_exec
// CHECK: 1 objects,{{.*}} 16 reports
