// What differs from gfx9: stores have a counter of their own, flat accesses keep
// their turn. gfx10 and gfx11 are alike.
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1030 -filetype=obj %s -o %t.1030
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=obj %s -o %t.1100
// RUN: not prim-check --rules=waits %t.1030 | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=waits %t.1100 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// A store does not count as a load: the load is the newest one.
// CHECK: bad_store_between: [waits] a register is read while a load that fills it is in flight; vmcnt(0)
begin bad_store_between
  global_load_dword v1, v0, s[0:1]
  global_store_dword v0, v4, s[2:3]
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v1
end bad_store_between
begin good_store_between
  global_load_dword v1, v0, s[0:1]
  global_store_dword v0, v4, s[2:3]
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v1
end good_store_between

// Waiting for stores says nothing about loads.
// CHECK: bad_vscnt: [waits]{{.*}} vmcnt(0)
begin bad_vscnt
  global_load_dword v1, v0, s[0:1]
  s_waitcnt_vscnt null, 0x0
  v_mov_b32_e32 v3, v1
end bad_vscnt

// An atomic that returns nothing is a store, one that does is a load.
// CHECK: bad_atomic: [waits]{{.*}} vmcnt(0)
begin bad_atomic
  global_atomic_add v1, v0, v2, s[0:1] glc
  global_atomic_add v0, v2, s[0:1]
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v1
end bad_atomic
begin good_atomic
  global_atomic_add v1, v0, v2, s[0:1] glc
  global_atomic_add v0, v2, s[0:1]
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v1
end good_atomic

// CHECK: bad_flat: [waits]{{.*}} lgkmcnt(0)
begin bad_flat
  flat_load_dword v1, v[4:5]
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v2, v1
end bad_flat
begin good_flat
  global_load_dword v3, v0, s[0:1]
  flat_load_dword v1, v[4:5]
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v2, v3
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_mov_b32_e32 v2, v1
end good_flat

// CHECK: bad_scalar: [waits]{{.*}} lgkmcnt(0)
begin bad_scalar
  s_load_dword s4, s[0:1], 0x0
  s_waitcnt vmcnt(0)
  s_mov_b32 s5, s4
end bad_scalar

// CHECK: bad_lds: [waits]{{.*}} lgkmcnt(1)
begin bad_lds
  ds_read_b32 v1, v0
  ds_read_b32 v2, v0 offset:4
  s_waitcnt lgkmcnt(2)
  v_mov_b32_e32 v3, v1
end bad_lds
begin good_lds
  ds_read_b32 v1, v0
  ds_read_b32 v2, v0 offset:4
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v3, v1
end good_lds
// CHECK: 1 objects,{{.*}}6 reports
