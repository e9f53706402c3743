// Which bits a word needs that other blocks write, and what drops caches, where
// chips differ.
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx90a -defsym=gfx9=1 -filetype=obj %s -o %t.90a
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx1030 -filetype=obj %s -o %t.1030
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=obj %s -o %t.1100
// RUN: not prim-check --rules=order %t.90a | FileCheck %s --check-prefixes=CHECK,GLC
// RUN: not prim-check --rules=order %t.1030 | FileCheck %s --check-prefixes=CHECK,DLC
// RUN: not prim-check --rules=order %t.1100 | FileCheck %s --check-prefixes=CHECK,GLC

.macro poll name bits:vararg
  .globl \name
  .type \name,@function
\name:
.L\name:
  global_load_dword v1, v0, s[0:1] \bits
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .L\name
  s_endpgm
.size \name, .-\name
.endm

// CHECK: plain: [order] a loop polls this word
poll plain
// DLC: glc_only: [order] {{.*}}the load needs glc dlc
// GLC-NOT: glc_only:
poll glc_only glc
// CHECK: slc_only: [order] a loop polls this word
poll slc_only slc

// The register of the loaded word is written again before the branch depends on it.
// CHECK-NOT: reused:
  .globl reused
  .type reused,@function
reused:
.Lreused:
  global_load_dword v1, v0, s[0:1]
  v_mov_b32 v1, 0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .Lreused
  s_endpgm
.size reused, .-reused

// The code to which a jump leads back does not come to the jump again.
// CHECK-NOT: no_loop:
  .globl no_loop
  .type no_loop,@function
no_loop:
  s_cmp_eq_u32 s6, 0
  s_cbranch_scc1 .Lbefore
.Lafter:
  global_load_dword v1, v0, s[0:1]
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .Lend
  v_mov_b32 v2, 0
.Lend:
  s_endpgm
.Lbefore:
  v_mov_b32 v3, 0
  s_branch .Lafter
.size no_loop, .-no_loop

// Such code in a loop, whose counter is elsewhere.
// CHECK-NOT: in_loop:
  .globl in_loop
  .type in_loop,@function
in_loop:
  v_mov_b32 v4, 0
.Lin_loop:
  s_cmp_eq_u32 s6, 0
  s_cbranch_scc1 .Lbefore_in
.Lafter_in:
  global_load_dword v1, v0, s[0:1]
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 .Lcount_in
  s_endpgm
.Lbefore_in:
  v_mov_b32 v3, 0
  s_branch .Lafter_in
.Lcount_in:
  s_add_i32 s6, s6, 1
  s_branch .Lin_loop
.size in_loop, .-in_loop

// A loop that polls is found with a part of it placed after its jump.
// CHECK: apart: [order] a loop polls this word
  .globl apart
  .type apart,@function
apart:
.Lapart:
  global_load_dword v1, v0, s[0:1]
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v1
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .Lpause
  s_endpgm
.Lpause:
  s_sleep 1
  s_branch .Lapart
.size apart, .-apart

// An acquire's load has to be there before caches are invalidated.
.macro acquire name bits count
  .globl \name
  .type \name,@function
\name:
  global_load_dword v1, v0, s[0:1] \bits
  s_waitcnt vmcnt(\count)
.ifdef gfx9
  buffer_wbinvl1_vol
.else
  buffer_gl1_inv
  buffer_gl0_inv
.endif
  s_endpgm
.size \name, .-\name
.endm
.ifdef gfx9
.macro acquires
  acquire acquired glc 0
  acquire early glc 1
  acquire own "" 1
.endm
.else
.macro acquires
  acquire acquired "glc dlc" 0
  acquire early "glc dlc" 1
  acquire own "" 1
.endm
.endif
// CHECK-NOT: acquired:
// CHECK-NOT: own:
// CHECK: early: [order] caches are invalidated while a load of data that other blocks write is in flight
// CHECK-NOT: acquired:
// CHECK-NOT: own:
acquires
// DLC: 1 objects,{{.*}}6 reports
// GLC: 1 objects,{{.*}}{{4|5}} reports
