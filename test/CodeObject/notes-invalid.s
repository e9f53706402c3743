// Sections of notes that prim does not make.
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -defsym=KIND=77 -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check %t 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -defsym=KIND=2 -o %t.o && %lld -shared %t.o -o %t
// RUN: not prim-check %t 2>&1 | FileCheck %s --check-prefix=END

// KIND: entry 0 of the section .prim.order has an unknown kind; it may be from another release of prim
// END: the section .prim.order ends within an entry

.globl f
.type f,@function
f:
  s_endpgm
.size f, .-f
.section .prim.order,"",@progbits
.quad f
.quad KIND
.quad f
