; Not reported: v_permlane64_b32 is not marked convergent, so that MachineSink takes it,
; and what makes its operand, behind a branch that few lanes take. The lanes that it reads
; have computed nothing there. lib/Target/ROCDL/CrossLane.cpp uses the result before the
; branch. This fails when LLVM has mended it: the instruction comes before the branch.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=+wavefrontsize64 %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 -mattr=+wavefrontsize64 %s -o - | FileCheck %s

; CHECK-LABEL: swap:
; CHECK-NOT: v_permlane64_b32
; CHECK: s_cbranch_execz
; CHECK: v_permlane64_b32
define amdgpu_kernel void @swap(ptr addrspace(1) %out) {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %mixed = mul i32 %thread, 7
  %swapped = call i32 @llvm.amdgcn.permlane64.i32(i32 %mixed)
  %few = icmp ult i32 %thread, 5
  br i1 %few, label %use, label %end
use:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %thread
  store i32 %swapped, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
