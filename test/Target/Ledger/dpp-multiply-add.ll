; Not reported: a move between lanes is folded into the 64-bit multiply-add of gfx12,
; which has no such form. lib/Target/ROCDL/CrossLane.cpp hides the moves. This fails when
; LLVM has mended it: the move stays.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 %s -o - | FileCheck %s

; CHECK-LABEL: shifted:
; CHECK: v_mad_co_u64_u32_e64_dpp
define amdgpu_kernel void @shifted(ptr addrspace(1) %out, i64 %more) {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %before = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %thread, i32 273, i32 15, i32 15, i1 true)
  %wide = zext i32 %before to i64
  %own = zext i32 %thread to i64
  %product = mul i64 %wide, %own
  %sum = add i64 %product, %more
  %to = getelementptr i64, ptr addrspace(1) %out, i32 %thread
  store i64 %sum, ptr addrspace(1) %to
  ret void
}
