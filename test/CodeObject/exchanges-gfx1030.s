// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1030 -filetype=obj %s -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check --rules=order %t | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

.include "notes.inc"

// CHECK: bad_release: [order] waves release here the stores of their block
begin bad_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lbad_release
  note 1
  s_waitcnt_vscnt null, 0x0
  global_atomic_add v0, v1, s[2:3]
  .Lbad_release:
end bad_release
begin good_release
  global_store_dword v0, v1, s[0:1]
  s_waitcnt_vscnt null, 0x0
  s_barrier
  s_cbranch_scc1 .Lgood_release
  note 1
  s_waitcnt_vscnt null, 0x0
  global_atomic_add v0, v1, s[2:3]
  .Lgood_release:
end good_release
begin good_own_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lgood_own_release
  note 0
  s_waitcnt_vscnt null, 0x0
  global_atomic_add v0, v1, s[2:3]
  .Lgood_own_release:
end good_own_release
// CHECK: bad_load: [order] blocks exchange this word; the access needs glc dlc
begin bad_load
  note 3
  global_load_dword v0, v1, s[0:1]
end bad_load
// CHECK: bad_block_load: [order] blocks exchange this word; the access needs glc dlc
begin bad_block_load
  note 3
  global_load_dword v0, v1, s[0:1] glc
end bad_block_load
begin good_load
  note 3
  global_load_dword v0, v1, s[0:1] glc dlc
end good_load
begin good_store
  note 4
  global_store_dword v0, v1, s[0:1]
end good_store
// CHECK: bad_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_gl1_inv and buffer_gl0_inv
begin bad_acquire
  global_load_dword v0, v1, s[0:1] glc dlc
  s_waitcnt vmcnt(0)
  buffer_gl0_inv
  note 2
  v_mov_b32 v2, v0
end bad_acquire
begin good_acquire
  global_load_dword v0, v1, s[0:1] glc dlc
  s_waitcnt vmcnt(0)
  buffer_gl1_inv
  buffer_gl0_inv
  note 2
  v_mov_b32 v2, v0
end good_acquire
// CHECK: 8 orders, 1 notes
