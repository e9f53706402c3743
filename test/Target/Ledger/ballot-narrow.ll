; A ballot of 32 bits in a wave of 64 lanes cannot be selected. prim uses 64 bits there.
; This fails when LLVM can do it.
; RUN: not --crash llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=null %s 2>&1 | FileCheck %s
; CHECK: LLVM ERROR: Cannot select

declare i32 @llvm.amdgcn.ballot.i32(i1)

define amdgpu_kernel void @ballot(ptr addrspace(1) %data, i32 %n) {
  %bit = icmp slt i32 %n, 5
  %all = call i32 @llvm.amdgcn.ballot.i32(i1 %bit)
  store i32 %all, ptr addrspace(1) %data
  ret void
}
