// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1201 -filetype=obj %s -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check --rules=order %t | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

.include "notes.inc"

// CHECK: bad_release: [order] waves release here the stores of their block
begin bad_release
  global_store_b32 v0, v1, s[0:1]
  s_barrier_signal -1
  s_barrier_wait -1
  s_cbranch_scc1 .Lbad_release
  note 1
  s_wait_storecnt 0x0
  global_atomic_add_u32 v0, v1, s[2:3] scope:SCOPE_DEV
  .Lbad_release:
end bad_release
begin good_release
  global_store_b32 v0, v1, s[0:1]
  s_wait_storecnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  s_cbranch_scc1 .Lgood_release
  note 1
  s_wait_storecnt 0x0
  global_atomic_add_u32 v0, v1, s[2:3] scope:SCOPE_DEV
  .Lgood_release:
end good_release
begin good_own_release
  global_store_b32 v0, v1, s[0:1]
  s_barrier_signal -1
  s_barrier_wait -1
  s_cbranch_scc1 .Lgood_own_release
  note 0
  s_wait_storecnt 0x0
  global_atomic_add_u32 v0, v1, s[2:3] scope:SCOPE_DEV
  .Lgood_own_release:
end good_own_release
// CHECK: bad_load: [order] blocks exchange this word; the access needs scope:SCOPE_DEV
begin bad_load
  note 3
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_SE
end bad_load
begin good_load
  note 3
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_DEV
end good_load
begin good_wide_load
  note 3
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_SYS
end good_wide_load
// CHECK: bad_system_load: [order] devices exchange this word; the access needs scope:SCOPE_SYS
begin bad_system_load
  note 259
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_DEV
end bad_system_load
// CHECK: bad_store: [order] blocks exchange this word; the access needs scope:SCOPE_DEV
begin bad_store
  note 4
  global_store_b32 v0, v1, s[0:1] scope:SCOPE_SE
end bad_store
begin good_store
  note 4
  global_store_b32 v0, v1, s[0:1] scope:SCOPE_DEV
end good_store
begin good_wide_store
  note 4
  global_store_b32 v0, v1, s[0:1] scope:SCOPE_SYS
end good_wide_store
// CHECK: bad_system_store: [order] devices exchange this word; the access needs scope:SCOPE_SYS
begin bad_system_store
  note 260
  global_store_b32 v0, v1, s[0:1] scope:SCOPE_DEV
end bad_system_store
// CHECK: bad_update: [order] blocks exchange this word; the access needs scope:SCOPE_DEV
begin bad_update
  note 5
  global_atomic_add_u32 v0, v1, s[0:1] scope:SCOPE_SE
end bad_update
begin good_update
  note 5
  global_atomic_add_u32 v0, v1, s[0:1] scope:SCOPE_DEV
end good_update
begin good_wide_update
  note 5
  global_atomic_add_u32 v0, v1, s[0:1] scope:SCOPE_SYS
end good_wide_update
// CHECK: bad_system_update: [order] devices exchange this word; the access needs scope:SCOPE_SYS
begin bad_system_update
  note 261
  global_atomic_add_u32 v0, v1, s[0:1] scope:SCOPE_DEV
end bad_system_update
// CHECK: bad_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by global_inv scope:SCOPE_DEV
begin bad_acquire
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_DEV
  s_wait_loadcnt 0x0
  global_inv scope:SCOPE_SE
  note 2
  v_mov_b32 v2, v0
end bad_acquire
begin good_acquire
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_DEV
  s_wait_loadcnt 0x0
  global_inv scope:SCOPE_DEV
  note 2
  v_mov_b32 v2, v0
end good_acquire
// CHECK: bad_system_acquire: [order] an acquire ends here without invalidating all caches; it has to be preceded by global_inv scope:SCOPE_SYS
begin bad_system_acquire
  global_load_b32 v0, v1, s[0:1] scope:SCOPE_SYS
  s_wait_loadcnt 0x0
  global_inv scope:SCOPE_DEV
  note 258
  v_mov_b32 v2, v0
end bad_system_acquire

// Buffer accesses that are atomic have no bit for swizzling behind their cache policy.
begin good_buffer_update
  note 5
  buffer_atomic_add_u32 v0, v1, s[0:3], null offen scope:SCOPE_DEV
end good_buffer_update
// CHECK: bad_buffer_update: [order] blocks exchange this word
begin bad_buffer_update
  note 5
  buffer_atomic_add_u32 v0, v1, s[0:3], null offen offset:24
end bad_buffer_update

// CHECK: 19 orders, 1 notes
