// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx90a -filetype=obj %s -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check --rules=order %t | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

.include "notes.inc"

// CHECK: bad_release: [order] waves release here the stores of their block
begin bad_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lbad_release
  note 1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3]
  .Lbad_release:
end bad_release
begin good_release
  global_store_dword v0, v1, s[0:1]
  s_waitcnt vmcnt(0)
  s_barrier
  s_cbranch_scc1 .Lgood_release
  note 1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3]
  .Lgood_release:
end good_release
begin good_own_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lgood_own_release
  note 0
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3]
  .Lgood_own_release:
end good_own_release
// CHECK: bad_load: [order] blocks exchange this word; the access needs glc
begin bad_load
  note 3
  global_load_dword v0, v1, s[0:1]
end bad_load
begin good_load
  note 3
  global_load_dword v0, v1, s[0:1] glc
end good_load
// CHECK: bad_system_load: [order] devices exchange this word; the access needs glc
begin bad_system_load
  note 259
  global_load_dword v0, v1, s[0:1]
end bad_system_load
begin good_store
  note 4
  global_store_dword v0, v1, s[0:1]
end good_store
begin good_update
  note 5
  global_atomic_add v0, v1, s[0:1]
end good_update
// CHECK: bad_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_wbinvl1_vol
begin bad_acquire
  note 3
  global_load_dword v0, v1, s[0:1] glc
  s_waitcnt vmcnt(0)
  note 2
  v_mov_b32 v2, v0
end bad_acquire
begin good_acquire
  note 3
  global_load_dword v0, v1, s[0:1] glc
  s_waitcnt vmcnt(0)
  buffer_wbinvl1_vol
  note 2
  v_mov_b32 v2, v0
end good_acquire
// CHECK: bad_system_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_invl2 and buffer_wbinvl1_vol
begin bad_system_acquire
  global_load_dword v0, v1, s[0:1] glc
  s_waitcnt vmcnt(0)
  buffer_wbinvl1_vol
  note 258
  v_mov_b32 v2, v0
end bad_system_acquire
begin good_system_acquire
  global_load_dword v0, v1, s[0:1] glc
  s_waitcnt vmcnt(0)
  buffer_invl2
  buffer_wbinvl1_vol
  note 258
  v_mov_b32 v2, v0
end good_system_acquire
// CHECK: bad_early_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by buffer_wbinvl1_vol
begin bad_early_acquire
  buffer_wbinvl1_vol
  global_load_dword v0, v1, s[0:1] glc
  s_waitcnt vmcnt(0)
  note 2
  v_mov_b32 v2, v0
end bad_early_acquire

// The note and the write-back of a release for the system are one release.
begin good_own_system_release
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_cbranch_scc1 .Lsystem
  note 256
  s_waitcnt lgkmcnt(0)
  buffer_wbl2
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3]
.Lsystem:
end good_own_system_release

// CHECK: 14 orders, 2 notes
