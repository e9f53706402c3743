// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -o %t.942
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.950
// RUN: not prim-check --rules=order %t.942 | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=order %t.950 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// CHECK: bad_write_back: [order] the write-back may still be in flight here; vmcnt(0) has to come first
// CHECK-NEXT: global_store_dword v0, v1, s[0:1] sc1
// CHECK-NEXT: buffer_wbl2 sc1
begin bad_write_back
  buffer_wbl2 sc1
  global_store_dword v0, v1, s[0:1] sc1
end bad_write_back
begin good_write_back
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_store_dword v0, v1, s[0:1] sc1
end good_write_back
// A wait for less is none.
// CHECK: bad_write_back_count: [order] the write-back may still be in flight here
begin bad_write_back_count
  buffer_wbl2 sc1
  s_waitcnt vmcnt(1)
  global_atomic_add v0, v1, s[0:1] sc1
end bad_write_back_count

// An atomic that returns nothing fills no cache.
// CHECK-NOT: good_acquire_no_return
begin good_acquire_no_return
  global_atomic_add v0, v1, s[0:1] sc1
  buffer_inv sc1
  s_waitcnt vmcnt(0)
end good_acquire_no_return
// What an acquire loads has to be there before caches are invalidated.
// CHECK: bad_acquire: [order] caches are invalidated while a load of data that other blocks write is in flight
// CHECK-NEXT: buffer_inv sc1
// CHECK-NEXT: global_load_dword v1, v0, s[0:1] sc1
begin bad_acquire
  global_load_dword v1, v0, s[0:1] sc1
  buffer_inv sc1
  s_waitcnt vmcnt(0)
end bad_acquire
// CHECK: bad_acquire_count: [order] caches
begin bad_acquire_count
  global_atomic_add v1, v0, v2, s[0:1] sc0
  global_load_dword v3, v0, s[0:1]
  s_waitcnt vmcnt(2)
  buffer_inv sc1
end bad_acquire_count
begin good_acquire
  global_load_dword v1, v0, s[0:1] sc1
  s_waitcnt vmcnt(0)
  buffer_inv sc1
end good_acquire
// Other loads may be on their way.
begin good_acquire_plain
  global_load_dword v1, v0, s[0:1] sc1
  global_load_dword v2, v0, s[2:3]
  s_waitcnt vmcnt(1)
  buffer_inv sc1
end good_acquire_plain

// All waves store, one of them tells other blocks.
// CHECK: bad_drain: [order] waves release here the stores of their block, but a store may be in flight at the barrier at
// CHECK-NEXT: buffer_wbl2 sc1
// CHECK-NEXT: global_store_dword v0, v1, s[0:1]
begin bad_drain
  global_store_dword v0, v1, s[0:1]
  s_barrier
  s_and_saveexec_b64 s[4:5], vcc
  s_cbranch_execz .Lbad
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3] sc1
.Lbad:
end bad_drain
begin good_drain
  global_store_dword v0, v1, s[0:1]
  s_waitcnt vmcnt(0)
  s_barrier
  s_and_saveexec_b64 s[4:5], vcc
  s_cbranch_execz .Lgood
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3] sc1
.Lgood:
end good_drain
// Each wave releases its own stores.
begin good_own
  global_store_dword v0, v1, s[0:1]
  s_barrier
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3] sc1
end good_own
// Atomic operations that return nothing are stores too, and one path of several
// is enough.
// CHECK: bad_drain_atomic: [order] waves release here the stores of their block
begin bad_drain_atomic
  s_cbranch_scc0 .Lnone
  global_atomic_add v0, v1, s[0:1]
.Lnone:
  s_barrier
  s_cbranch_scc1 .Lrest
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  global_atomic_add v0, v1, s[2:3] sc1
.Lrest:
end bad_drain_atomic

// CHECK: bad_poll: [order] a loop polls this word, but its load never observes stores of other blocks; the load needs sc1
begin bad_poll
.Lspin:
  global_load_dword v1, v0, s[0:1] sc0
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v1
  s_cbranch_vccnz .Lspin
end bad_poll
begin good_poll
.Lwait:
  global_load_dword v1, v0, s[0:1] sc1
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v1
  s_cbranch_vccnz .Lwait
end good_poll
// Another word each time.
begin good_walk
.Lwalk:
  global_load_dword v1, v0, s[0:1]
  v_add_u32_e32 v0, 4, v0
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v1
  s_cbranch_vccnz .Lwalk
end good_walk
// CHECK: 1 objects,{{.*}}7 reports
