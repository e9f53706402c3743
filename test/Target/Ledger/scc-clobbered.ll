; llvm/llvm-project#215745: s_cselect reads SCC that an addition has written, as the
; compare that it belongs to is gone. lib/Target/Serialize/EmitCode.cpp compiles again
; without SIPreEmitPeephole. This fails when LLVM has mended it.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -filetype=obj %s -o %t.90a
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj %s -o %t.942
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj %s -o %t.950
; RUN: not prim-check --rules=condition-codes %t.90a | FileCheck %s
; RUN: not prim-check --rules=condition-codes %t.942 | FileCheck %s
; RUN: not prim-check --rules=condition-codes %t.950 | FileCheck %s
; CHECK: first: [condition-codes] SCC is read as a condition, but holds the carry of an addition in another block
; CHECK-NEXT: s_cselect_b32
; CHECK-NEXT: s_addc_u32

; Other chips, and lower levels, are right.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -filetype=obj %s -o %t.1100
; RUN: prim-check --rules=condition-codes %t.1100
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -O0 -filetype=obj %s -o %t.O0
; RUN: prim-check --rules=condition-codes %t.O0

declare i64 @llvm.umin.i64(i64, i64)

define amdgpu_kernel void @first(ptr addrspace(1) %data, i64 %size, i64 %at) {
  %some = tail call i64 @llvm.umin.i64(i64 %size, i64 512)
  %valid = trunc nuw nsw i64 %some to i32
  %place = getelementptr i8, ptr addrspace(1) %data, i64 %at
  %whole = icmp ugt i64 %size, 511
  br i1 %whole, label %full, label %part
full:
  store i32 7, ptr addrspace(1) %place
  ret void
part:
  store i32 %valid, ptr addrspace(1) %place
  ret void
}
