; llvm/llvm-project#160501, #161638: on gfx9 a wave does not wait for its stores before
; a barrier of the block, and a later release to the device, by one wave, waits for its
; own. lib/Target/Serialize/ReleaseWaits.cpp has every wave wait. This fails when LLVM
; has mended it: a wait stands before the barrier then, as on gfx10 and later.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a %s -o - | FileCheck %s --check-prefix=GFX9
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 %s -o - | FileCheck %s --check-prefix=GFX9
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 %s -o - | FileCheck %s --check-prefix=GFX9
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 %s -o - | FileCheck %s --check-prefix=GFX10
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 %s -o - | FileCheck %s --check-prefix=GFX10
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=+cumode %s -o - | FileCheck %s --check-prefix=GFX10
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 %s -o - | FileCheck %s --check-prefix=GFX12

declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()

; GFX9-LABEL: stores:
; GFX9: global_store_dword
; GFX9-NOT: s_waitcnt
; GFX9: s_barrier
; GFX9: global_atomic_add
; GFX10-LABEL: stores:
; GFX10: global_store
; GFX10: s_waitcnt_vscnt null, 0x0
; GFX10-NEXT: s_barrier
; GFX12-LABEL: stores:
; GFX12: global_store
; GFX12: s_wait_storecnt 0x0
; GFX12-NEXT: s_barrier_signal
define amdgpu_kernel void @stores(ptr addrspace(1) %data, ptr addrspace(1) %flag) "amdgpu-flat-work-group-size"="256,256" {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %place = getelementptr i32, ptr addrspace(1) %data, i32 %thread
  store i32 %thread, ptr addrspace(1) %place
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %tell, label %end
tell:
  %old = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") release
  br label %end
end:
  ret void
}

; GFX9-LABEL: atomics:
; GFX9: global_atomic_add
; GFX9-NOT: s_waitcnt
; GFX9: s_barrier
; GFX9: global_atomic_add
; GFX10-LABEL: atomics:
; GFX10: global_atomic_add
; GFX10: s_waitcnt_vscnt null, 0x0
; GFX10-NEXT: s_barrier
; GFX12-LABEL: atomics:
; GFX12: global_atomic_add
; GFX12: s_wait_storecnt 0x0
; GFX12-NEXT: s_barrier_signal
define amdgpu_kernel void @atomics(ptr addrspace(1) %data, ptr addrspace(1) %flag) "amdgpu-flat-work-group-size"="256,256" {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %place = getelementptr i32, ptr addrspace(1) %data, i32 %thread
  %sum = atomicrmw add ptr addrspace(1) %place, i32 %thread syncscope("agent") monotonic
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %tell, label %end
tell:
  %old = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") release
  br label %end
end:
  ret void
}
