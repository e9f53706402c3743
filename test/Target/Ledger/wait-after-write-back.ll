; llvm/llvm-project#178316: a release that writes the L2 cache back does not wait for
; that where the wave has no access under way. lib/Target/Serialize/ReleaseWaits.cpp
; adds the wait. This fails when LLVM has mended it: the wait stands behind the
; write-back then.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 %s -o - | FileCheck %s --check-prefix=DEVICE
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx950 %s -o - | FileCheck %s --check-prefix=DEVICE
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a %s -o - | FileCheck %s --check-prefix=SYSTEM

; DEVICE-LABEL: device:
; DEVICE: buffer_wbl2 sc1
; DEVICE-NOT: vmcnt(0)
; DEVICE: global_store_dword
; DEVICE: s_endpgm
define amdgpu_kernel void @device(ptr addrspace(1) %flag) {
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

; The second release has as much to wait for as the first one.
; DEVICE-LABEL: twice:
; DEVICE: buffer_wbl2 sc1
; DEVICE-NEXT: s_waitcnt vmcnt(0)
; DEVICE: buffer_wbl2 sc1
; DEVICE-NOT: vmcnt(0)
; DEVICE: global_store_dword
; DEVICE: s_endpgm
define amdgpu_kernel void @twice(ptr addrspace(1) %flag, ptr addrspace(1) %data) {
  store i32 7, ptr addrspace(1) %data
  fence syncscope("agent") release
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

; DEVICE-LABEL: system:
; DEVICE: buffer_wbl2 sc0 sc1
; DEVICE-NOT: vmcnt(0)
; DEVICE: global_store_dword
; DEVICE: s_endpgm
; SYSTEM-LABEL: system:
; SYSTEM: buffer_wbl2
; SYSTEM-NOT: vmcnt(0)
; SYSTEM: global_store_dword
; SYSTEM: s_endpgm
define amdgpu_kernel void @system(ptr addrspace(1) %flag) {
  fence release
  store atomic i32 1, ptr addrspace(1) %flag monotonic, align 4
  ret void
}
