// What differs from gfx11: loads, scalar loads and workgroup memory each have a
// counter, and two counters may be waited for at once.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1201 -filetype=obj %s -o %t.o
// RUN: not prim-check --rules=waits %t.o | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_load: [waits] a register is read while a load that fills it is in flight; loadcnt(0)
begin bad_load
  global_load_b32 v1, v0, s[0:1]
  s_wait_storecnt 0x0
  s_wait_dscnt 0x0
  s_wait_kmcnt 0x0
  v_mov_b32_e32 v3, v1
end bad_load
begin good_load
  global_load_b32 v1, v0, s[0:1]
  s_wait_loadcnt 0x0
  v_mov_b32_e32 v3, v1
end good_load

// CHECK: bad_scalar: [waits]{{.*}} kmcnt(0)
begin bad_scalar
  s_load_b32 s4, s[0:1], 0x0
  s_wait_dscnt 0x0
  s_wait_loadcnt 0x0
  s_mov_b32 s5, s4
end bad_scalar
// Scalar loads do not disturb the order of workgroup memory.
begin good_lds_scalar
  ds_load_b32 v1, v0
  s_load_b32 s4, s[0:1], 0x0
  ds_load_b32 v2, v0 offset:4
  s_wait_dscnt 0x1
  v_mov_b32_e32 v3, v1
end good_lds_scalar

// CHECK: bad_both: [waits]{{.*}} dscnt(0)
begin bad_both
  global_load_b32 v1, v0, s[0:1]
  ds_load_b32 v2, v0
  s_wait_loadcnt_dscnt 0x1
  v_mov_b32_e32 v3, v1
  v_mov_b32_e32 v4, v2
end bad_both
begin good_both
  global_load_b32 v1, v0, s[0:1]
  ds_load_b32 v2, v0
  s_wait_loadcnt_dscnt 0x0
  v_mov_b32_e32 v3, v1
  v_mov_b32_e32 v4, v2
end good_both
// An invalidate is counted as a load.
// CHECK: bad_invalidate: [waits]{{.*}} loadcnt(1)
begin bad_invalidate
  global_load_b32 v1, v0, s[0:1]
  global_inv scope:SCOPE_DEV
  s_wait_loadcnt 0x2
  v_mov_b32_e32 v3, v1
end bad_invalidate
begin good_invalidate
  global_load_b32 v1, v0, s[0:1]
  global_inv scope:SCOPE_DEV
  s_wait_loadcnt 0x1
  v_mov_b32_e32 v3, v1
end good_invalidate
// CHECK: bad_returning_atomic: [waits]{{.*}} loadcnt(0)
begin bad_returning_atomic
  global_atomic_add_u32 v1, v0, v2, s[0:1] th:TH_ATOMIC_RETURN
  s_wait_storecnt 0x0
  v_mov_b32_e32 v3, v1
end bad_returning_atomic
// CHECK: 1 objects,{{.*}}5 reports
