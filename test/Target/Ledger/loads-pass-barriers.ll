; Not reported: MachineSink moves loads down to the branch that needs their value, past
; fences that release and barriers. Behind the barrier other waves may have stored.
; lib/Target/Serialize/FenceOrder.cpp keeps them. This fails when LLVM has mended it: the
; loads come before the barrier.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 %s -o - | FileCheck %s

; CHECK-LABEL: workgroup:
; CHECK-NOT: {{ds_(read|load)_b32}}
; CHECK: s_barrier
; CHECK: s_cbranch
; CHECK: {{ds_(read|load)_b32}}
define amdgpu_kernel void @workgroup(ptr addrspace(3) %words, ptr addrspace(1) %out, i32 %n) {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %place = getelementptr i32, ptr addrspace(3) %words, i32 %thread
  %value = load i32, ptr addrspace(3) %place
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %needed = icmp eq i32 %n, 0
  br i1 %needed, label %use, label %end
use:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %thread
  store i32 %value, ptr addrspace(1) %to
  br label %end
end:
  ret void
}

; The address of all lanes, of which the load is scalar: after the pointers' load comes
; that of the word.
; CHECK-LABEL: scalar:
; CHECK: s_barrier
; CHECK: s_cbranch
; CHECK: {{s_load_(dwordx4|b128)}} s[[[WORDS:[0-9]+]]:
; CHECK: {{s_load_(dword|b32)}} s{{[0-9]+}}, s[[[WORDS]]:
define amdgpu_kernel void @scalar(ptr addrspace(1) %words, ptr addrspace(1) %out, i32 %n) {
  %value = load i32, ptr addrspace(1) %words
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %needed = icmp eq i32 %n, 0
  br i1 %needed, label %use, label %end
use:
  store i32 %value, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
