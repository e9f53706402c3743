// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx90a -filetype=obj %s -o %t.90a
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.950
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1030 -filetype=obj %s -o %t.1030
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=obj %s -o %t.1100
// RUN: llvm-mc -I %S/Inputs -triple=amdgcn-amd-amdhsa -mcpu=gfx1201 -filetype=obj %s -o %t.1201
// RUN: not prim-check --rules=condition-codes %t.90a | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=condition-codes %t.950 | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=condition-codes %t.1030 | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=condition-codes %t.1100 | FileCheck %s --implicit-check-not=good_
// RUN: not prim-check --rules=condition-codes %t.1201 | FileCheck %s --implicit-check-not=good_

.include "functions.inc"

// The compare is gone, the addition of the address is not.
// CHECK: bad_carry: [condition-codes] SCC is read as a condition, but holds the carry of an addition in another block
// CHECK-NEXT: s_cselect_b32 s2, s2, 7
// CHECK-NEXT: s_add{{c|_co_ci}}_u32 s1, s1, s7
begin bad_carry
  s_add_u32 s0, s0, s6
  s_addc_u32 s1, s1, s7
  s_cbranch_vccnz .Lbad
  s_endpgm
.Lbad:
  s_cselect_b32 s2, s2, 7
end bad_carry
begin good_compare
  s_add_u32 s0, s0, s6
  s_addc_u32 s1, s1, s7
  s_cmp_lt_u32 s0, s1
  s_cbranch_vccnz .Lgood
  s_endpgm
.Lgood:
  s_cselect_b32 s2, s2, 7
end good_compare
// On one of two paths.
// CHECK: bad_path: [condition-codes] SCC is read as a condition
begin bad_path
  s_cmp_lt_u32 s0, s1
  s_cbranch_vccnz .Lskip
  s_sub_u32 s0, s0, s6
.Lskip:
  s_cbranch_scc1 .Lend
  s_nop 0
.Lend:
end bad_path
// The carry goes to the next word, whichever block that is in.
begin good_carry
  s_add_u32 s0, s0, s6
  s_cbranch_vccnz .Lnext
  s_nop 0
.Lnext:
  s_addc_u32 s1, s1, s7
end good_carry
// Whether a sum has wrapped, in one block.
begin good_overflow
  s_add_u32 s0, s0, s6
  s_cselect_b32 s2, -1, 0
end good_overflow
// CHECK: bad_scc: [condition-codes] SCC is read, but no instruction has set it
begin bad_scc
  s_cselect_b32 s2, s2, 7
end bad_scc

// What a kernel finds in VCC is undefined.
// CHECK: bad_vcc: [condition-codes] VCC is the condition of a branch, but no instruction has set it
begin bad_vcc
  s_cbranch_vccz .Lvcc
  s_nop 0
.Lvcc:
end bad_vcc
// CHECK: 1 objects,{{.*}}4 reports
// A function with a descriptor is a kernel.
.rodata
.type bad_vcc.kd,@object
bad_vcc.kd:
  .fill 64, 1, 0
.size bad_vcc.kd, 64
