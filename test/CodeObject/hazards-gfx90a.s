// Matrix instructions of gfx90a, by their passes.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx90a -filetype=obj %s -o %t.gfx90a
// RUN: not prim-check --rules=hazards %t.gfx90a | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// 16 passes: 19 wait states.
// CHECK: bad_matrix_read: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_matrix_read
  v_mfma_f32_32x32x1f32 v[0:31], v40, v41, v[0:31]
  s_nop 15
  s_nop 1
  v_mov_b32_e32 v44, v5
end bad_matrix_read
begin good_matrix_read
  v_mfma_f32_32x32x1f32 v[0:31], v40, v41, v[0:31]
  s_nop 15
  s_nop 2
  v_mov_b32_e32 v44, v5
end good_matrix_read

// CHECK: bad_matrix_read_small: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_matrix_read_small
  v_mfma_f32_4x4x1f32 v[0:3], v40, v41, v[0:3]
  s_nop 3
  global_store_dword v44, v1, s[0:1]
end bad_matrix_read_small
begin good_matrix_read_small
  v_mfma_f32_4x4x1f32 v[0:3], v40, v41, v[0:3]
  s_nop 4
  global_store_dword v44, v1, s[0:1]
end good_matrix_read_small

// CHECK: bad_matrix_over: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_matrix_over
  v_mfma_f32_16x16x1f32 v[0:15], v40, v41, v[0:15]
  s_nop 9
  v_mov_b32_e32 v5, 0
end bad_matrix_over
begin good_matrix_over
  v_mfma_f32_16x16x1f32 v[0:15], v40, v41, v[0:15]
  s_nop 10
  v_mov_b32_e32 v5, 0
end good_matrix_over

// CHECK: bad_matrix_factor: [hazards] {{.*}}(checkMAIHazards90A)
begin bad_matrix_factor
  v_mfma_f32_4x4x1f32 v[0:3], v40, v41, v[0:3]
  s_nop 3
  v_mfma_f32_4x4x1f32 v[4:7], v0, v41, v[4:7]
end bad_matrix_factor
begin good_matrix_factor
  v_mfma_f32_4x4x1f32 v[0:3], v40, v41, v[0:3]
  s_nop 4
  v_mfma_f32_4x4x1f32 v[4:7], v0, v41, v[4:7]
end good_matrix_factor

// CHECK: bad_double_read: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_double_read
  v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], v[6:7]
  s_nop 4
  v_mov_b32_e32 v9, v0
end bad_double_read
begin good_double_read
  v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], v[6:7]
  s_nop 5
  v_mov_b32_e32 v9, v0
end good_double_read

// CHECK: bad_double_fma: [hazards] {{.*}}(checkMAIVALUHazards)
begin bad_double_fma
  v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], v[6:7]
  v_fma_f64 v[10:11], v[12:13], v[14:15], v[16:17]
end bad_double_fma
begin good_double_fma
  v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], v[6:7]
  s_nop 1
  v_fma_f64 v[10:11], v[12:13], v[14:15], v[16:17]
end good_double_fma
// CHECK: 1 objects,{{.*}} 6 reports
