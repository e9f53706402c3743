// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1201 -filetype=obj %s -o %t.o
// RUN: not prim-check --rules=order %t.o | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_write_back: [order] the write-back may still be in flight here; storecnt(0)
begin bad_write_back
  global_wb scope:SCOPE_DEV
  global_store_b32 v0, v1, s[0:1] scope:SCOPE_DEV
end bad_write_back
begin good_write_back
  global_wb scope:SCOPE_DEV
  s_wait_storecnt 0x0
  global_store_b32 v0, v1, s[0:1] scope:SCOPE_DEV
end good_write_back

// Waves meet where they signal.
// CHECK: bad_drain: [order] waves release here the stores of their block
begin bad_drain
  global_store_b32 v0, v1, s[0:1]
  s_barrier_signal -1
  s_wait_storecnt 0x0
  s_barrier_wait -1
  s_cbranch_scc1 .Lbad
  global_wb scope:SCOPE_DEV
  s_wait_storecnt 0x0
  global_atomic_add_u32 v0, v1, s[2:3] scope:SCOPE_DEV
.Lbad:
end bad_drain
begin good_drain
  global_store_b32 v0, v1, s[0:1]
  s_wait_storecnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  s_cbranch_scc1 .Lgood
  global_wb scope:SCOPE_DEV
  s_wait_storecnt 0x0
  global_atomic_add_u32 v0, v1, s[2:3] scope:SCOPE_DEV
.Lgood:
end good_drain
// A narrower write-back is not for other blocks.
begin good_narrow
  global_store_b32 v0, v1, s[0:1]
  s_barrier_signal -1
  s_barrier_wait -1
  s_cbranch_scc1 .Lnarrow
  global_wb scope:SCOPE_SE
  s_wait_storecnt 0x0
.Lnarrow:
end good_narrow

// CHECK: bad_poll: [order] a loop polls this word{{.*}} needs scope:SCOPE_DEV
begin bad_poll
.Lspin:
  global_load_b32 v1, v0, s[0:1] scope:SCOPE_SE
  s_wait_loadcnt 0x0
  v_cmp_eq_u32_e32 vcc_lo, 0, v1
  s_cbranch_vccnz .Lspin
end bad_poll
begin good_poll
.Lwait:
  global_load_b32 v1, v0, s[0:1] scope:SCOPE_SYS
  s_wait_loadcnt 0x0
  v_cmp_eq_u32_e32 vcc_lo, 0, v1
  s_cbranch_vccnz .Lwait
end good_poll

// CHECK: bad_acquire: [order] caches are invalidated while {{.*}}; loadcnt(0) has to come first
begin bad_acquire
  global_load_b32 v1, v0, s[0:1] scope:SCOPE_DEV
  global_inv scope:SCOPE_DEV
  s_wait_loadcnt 0x0
end bad_acquire
begin good_acquire
  global_load_b32 v1, v0, s[0:1] scope:SCOPE_DEV
  s_wait_loadcnt 0x0
  global_inv scope:SCOPE_DEV
end good_acquire
// CHECK: 1 objects,{{.*}}4 reports
