; Not reported: a word that other waves of the block have stored before a barrier is
; loaded by a scalar instruction behind it, as this thread stores nothing. No acquire
; drops what the scalar cache holds. lib/Target/Serialize/FenceOrder.cpp makes such loads
; vector ones. This fails when LLVM has mended it.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 %s -o - | FileCheck %s

; CHECK-LABEL: behind:
; CHECK: {{s_load_(dwordx4|b128)}} s[[[WORDS:[0-9]+]]:
; CHECK: s_barrier
; CHECK-NOT: s_dcache_inv
; CHECK: {{s_load_(dword|b32)}} s{{[0-9]+}}, s[[[WORDS]]:
define amdgpu_kernel void @behind(ptr addrspace(1) %words, ptr addrspace(1) %out) {
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %value = load i32, ptr addrspace(1) %words
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %thread
  store i32 %value, ptr addrspace(1) %to
  ret void
}
