// Functions named bad_* lack a wait; their good_* twins have it.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx90a -filetype=obj %s -o %t.90a
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -o %t.942
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.950
// RUN: not prim-check --rules=waits %t.90a | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=waits %t.942 | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=waits %t.950 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_load: [waits] a register is read while a load that fills it is in flight; vmcnt(0) has to come first
// CHECK-NEXT: v_add_u32_e32 v2, v1, v1
// CHECK-NEXT: global_load_dword v1, v0, s[0:1]
begin bad_load
  global_load_dword v1, v0, s[0:1]
  v_add_u32_e32 v2, v1, v1
end bad_load
begin good_load
  global_load_dword v1, v0, s[0:1]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v2, v1, v1
end good_load

// The first of two loads needs vmcnt(1), the second vmcnt(0).
// CHECK: bad_second: [waits] a register is read while a load that fills it is in flight; vmcnt(0)
// CHECK-NEXT: v_mov_b32_e32 v3, v2
begin bad_second
  global_load_dword v1, v0, s[0:1]
  global_load_dword v2, v0, s[0:1] offset:4
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v1
  v_mov_b32_e32 v3, v2
end bad_second
begin good_second
  global_load_dword v1, v0, s[0:1]
  global_load_dword v2, v0, s[0:1] offset:4
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v1
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
end good_second

// Stores are counted with loads.
// CHECK: bad_store_between: [waits]{{.*}} vmcnt(1)
begin bad_store_between
  global_load_dword v1, v0, s[0:1]
  global_store_dword v0, v4, s[2:3]
  s_waitcnt vmcnt(2)
  v_mov_b32_e32 v3, v1
end bad_store_between
begin good_store_between
  global_load_dword v1, v0, s[0:1]
  global_store_dword v0, v4, s[2:3]
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v1
end good_store_between

// CHECK: bad_overwrite: [waits] a register is overwritten while a load that fills it is in flight
begin bad_overwrite
  global_load_dwordx2 v[2:3], v0, s[0:1]
  v_mov_b32_e32 v3, 0
end bad_overwrite
// Loads of one kind arrive in order.
begin good_overwrite
  global_load_dword v1, v0, s[0:1]
  global_load_dword v1, v0, s[0:1] offset:4
end good_overwrite

// CHECK: bad_scalar: [waits] a register is read while a load that fills it is in flight; lgkmcnt(0)
begin bad_scalar
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_add_u32 s6, s5, 1
end bad_scalar
// Scalar loads arrive in any order: only lgkmcnt(0) says anything.
// CHECK: bad_scalar_count: [waits]{{.*}} lgkmcnt(1)
begin bad_scalar_count
  s_load_dword s4, s[0:1], 0x0
  s_load_dword s5, s[0:1], 0x4
  s_waitcnt lgkmcnt(1)
  s_mov_b32 s6, s4
end bad_scalar_count
begin good_scalar_count
  s_load_dword s4, s[0:1], 0x0
  s_load_dword s5, s[0:1], 0x4
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s6, s4
end good_scalar_count

// CHECK: bad_lds: [waits]{{.*}} lgkmcnt(0)
begin bad_lds
  ds_read_b32 v1, v0
  v_mov_b32_e32 v2, v1
end bad_lds
begin good_lds
  ds_read_b32 v1, v0
  ds_write_b32 v0, v5
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v2, v1
end good_lds
// A scalar load among them takes the order away.
// CHECK: bad_lds_scalar: [waits]{{.*}} lgkmcnt(1)
begin bad_lds_scalar
  ds_read_b32 v1, v0
  s_load_dword s4, s[0:1], 0x0
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v2, v1
end bad_lds_scalar

// CHECK: bad_returning_atomic: [waits]
begin bad_returning_atomic
  ds_add_rtn_u32 v1, v0, v2
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v2, v1
end bad_returning_atomic

// A flat load is waited for by both counters.
// CHECK: bad_flat: [waits]{{.*}} lgkmcnt(0)
begin bad_flat
  flat_load_dword v1, v[4:5]
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v2, v1
end bad_flat
begin good_flat
  flat_load_dword v1, v[4:5]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_mov_b32_e32 v2, v1
end good_flat

// One path waits and the other one does not.
// CHECK: bad_path: [waits]
begin bad_path
  global_load_dword v1, v0, s[0:1]
  s_cbranch_scc1 .Lno
  s_waitcnt vmcnt(0)
.Lno:
  v_mov_b32_e32 v2, v1
end bad_path
begin good_path
  global_load_dword v1, v0, s[0:1]
  s_cbranch_scc1 .Lother
  s_waitcnt vmcnt(0)
  s_branch .Lboth
.Lother:
  s_waitcnt vmcnt(0)
.Lboth:
  v_mov_b32_e32 v2, v1
end good_path

// The path with fewer loads since decides.
// CHECK: bad_join: [waits]{{.*}} vmcnt(0)
begin bad_join
  s_cbranch_scc1 .Lfirst
  global_load_dword v1, v0, s[0:1]
  global_load_dword v2, v0, s[0:1] offset:4
  s_branch .Lmeet
.Lfirst:
  s_nop 0
.Lmeet:
  s_cbranch_vccz .Lnone
  global_load_dword v4, v0, s[0:1] offset:8
.Lnone:
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v2
end bad_join

// What the last round of a loop has loaded is read in the next one.
// CHECK: bad_loop: [waits]
begin bad_loop
  v_mov_b32_e32 v1, 0
.Lbad:
  v_add_u32_e32 v2, v2, v1
  global_load_dword v1, v0, s[0:1]
  s_sub_u32 s4, s4, 1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 .Lbad
end bad_loop
begin good_loop
  v_mov_b32_e32 v1, 0
.Lgood:
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v2, v2, v1
  global_load_dword v1, v0, s[0:1]
  s_sub_u32 s4, s4, 1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 .Lgood
end good_loop

// A load to workgroup memory fills no register.
// CHECK: bad_load_to_lds: [waits] workgroup memory is read while a load that fills it is in flight; vmcnt(0)
begin bad_load_to_lds
  buffer_load_dword off, s[8:11], 0 lds
  ds_read_b32 v1, v0
  s_waitcnt lgkmcnt(0)
end bad_load_to_lds
begin good_load_to_lds
  buffer_load_dword off, s[8:11], 0 lds
  s_waitcnt vmcnt(0)
  ds_read_b32 v1, v0
  s_waitcnt lgkmcnt(0)
end good_load_to_lds
// CHECK: 1 objects,{{.*}} 14 reports
