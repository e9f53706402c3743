// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check --rules=order %t | FileCheck %s --implicit-check-not=good_
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check --rules=order %t | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

.include "notes.inc"

begin good_own_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lown
  note 0
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3]
  .Lown:
end good_own_release
// CHECK: bad_load: [order] blocks exchange this word; the access needs sc1
begin bad_load
  note 3
  global_load_dword v0, v1, s[0:1]
end bad_load
// CHECK: bad_block_load: [order] blocks exchange this word; the access needs sc1
begin bad_block_load
  note 3
  global_load_dword v0, v1, s[0:1] sc0
end bad_block_load
begin good_load
  note 3
  global_load_dword v0, v1, s[0:1] sc1
end good_load
// CHECK: bad_system_load: [order] devices exchange this word; the access needs sc0 sc1
begin bad_system_load
  note 259
  global_load_dword v0, v1, s[0:1] sc1
end bad_system_load
begin good_system_load
  note 259
  global_load_dword v0, v1, s[0:1] sc0 sc1
end good_system_load
// CHECK: bad_store: [order] blocks exchange this word; the access needs sc1
begin bad_store
  note 4
  global_store_dword v0, v1, s[0:1]
end bad_store
begin good_store
  note 4
  global_store_dword v0, v1, s[0:1] sc1
end good_store
begin good_update
  note 5
  global_atomic_add v0, v1, s[0:1]
end good_update
// CHECK: bad_system_update: [order] devices exchange this word; the access needs sc1
begin bad_system_update
  note 261
  global_atomic_add v0, v1, s[0:1]
end bad_system_update
begin good_system_update
  note 261
  global_atomic_add v0, v1, s[0:1] sc1
end good_system_update
// CHECK: bad_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_inv sc1
begin bad_acquire
  global_load_dword v0, v1, s[0:1] sc1
  s_waitcnt vmcnt(0)
  note 2
  v_mov_b32 v2, v0
end bad_acquire
// CHECK: bad_narrow_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_inv sc1
begin bad_narrow_acquire
  global_load_dword v0, v1, s[0:1] sc1
  s_waitcnt vmcnt(0)
  buffer_inv sc0
  note 2
  v_mov_b32 v2, v0
end bad_narrow_acquire
begin good_acquire
  global_load_dword v0, v1, s[0:1] sc1
  s_waitcnt vmcnt(0)
  buffer_inv sc1
  note 2
  v_mov_b32 v2, v0
end good_acquire
// CHECK: bad_system_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_inv sc0 sc1
begin bad_system_acquire
  global_load_dword v0, v1, s[0:1] sc0 sc1
  s_waitcnt vmcnt(0)
  buffer_inv sc1
  note 258
  v_mov_b32 v2, v0
end bad_system_acquire
begin good_system_acquire
  global_load_dword v0, v1, s[0:1] sc0 sc1
  s_waitcnt vmcnt(0)
  buffer_inv sc0 sc1
  note 258
  v_mov_b32 v2, v0
end good_system_acquire
// CHECK: bad_update_of_wave: [order] devices exchange this word; the access needs sc1
begin bad_update_of_wave
  note 261
  s_cbranch_scc1 .Lwave
  ds_add_u32 v0, v1
  global_load_dword v2, v1, s[0:1]
  global_atomic_add v0, v1, s[0:1]
  .Lwave:
end bad_update_of_wave
begin good_update_of_wave
  note 261
  s_cbranch_scc1 .Lgoodwave
  global_load_dword v2, v1, s[0:1]
  global_atomic_add v0, v1, s[0:1] sc1
.Lgoodwave:
end good_update_of_wave
// Blocks are in any order, and one path is for private memory.
begin good_acquire_before
  s_branch .Lupdate
.Lnote:
  note 2
  s_cbranch_scc1 .Lupdate
  s_branch .Lend
.Lprivate:
  scratch_load_dword v2, off, s0
  s_branch .Lnote
.Lupdate:
  s_cbranch_scc0 .Lprivate
  global_atomic_add v0, v1, s[0:1]
  s_waitcnt vmcnt(0)
  buffer_inv sc1
  s_branch .Lnote
.Lend:
end good_acquire_before
// CHECK: bad_acquire_before: [order] an acquire ends here
begin bad_acquire_before
  s_branch .Lbadupdate
.Lbadnote:
  note 2
  s_cbranch_scc1 .Lbadupdate
  s_branch .Lbadend
.Lbadupdate:
  global_atomic_add v0, v1, s[0:1]
  s_waitcnt vmcnt(0)
  s_branch .Lbadnote
.Lbadend:
end bad_acquire_before
// CHECK: bad_update_before: [order] devices exchange this word
begin bad_update_before
  s_branch .Lfirst
.Lthen:
  global_atomic_add v0, v1, s[0:1]
  s_branch .Lafter
.Lfirst:
  note 261
  s_branch .Lthen
.Lafter:
  global_atomic_add v0, v1, s[0:1] sc1
end bad_update_before

// Buffer accesses that are atomic have no bit for swizzling behind their cache policy.
begin good_buffer_update
  note 5
  buffer_atomic_add v0, v1, s[0:3], 0 offen offset:3 sc1
end good_buffer_update
// CHECK: bad_buffer_update: [order] devices exchange this word
begin bad_buffer_update
  note 261
  buffer_atomic_add v0, v1, s[0:3], 0 offen offset:16
end bad_buffer_update

// A note holds for the write-back behind any number of instructions that access nothing.
begin good_far_own_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lfar
  note 0
  v_mov_b32_e32 v2, v3
  v_mov_b32_e32 v4, v3
  v_mov_b32_e32 v5, v3
  v_mov_b32_e32 v6, v3
  v_mov_b32_e32 v7, v3
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3] sc1
.Lfar:
end good_far_own_release

// CHECK: 22 orders, 2 notes
