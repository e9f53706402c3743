; Not reported: on NVPTX an atomicrmw is a relaxed one, whatever its order, and there is no
; fence. lib/Conversion/GPUToNVVM adds fences. This fails when LLVM has mended it.
; RUN: llc -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -mattr=+ptx80 %s -o - | FileCheck %s

; CHECK-LABEL: count(
; CHECK-NOT: {{fence|membar|acq_rel}}
; CHECK: atom.global.add.u32
; CHECK-NOT: {{fence|membar|acq_rel}}
; CHECK: ret;
define void @count(ptr addrspace(1) %counter) {
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 syncscope("device") acq_rel
  store i32 %old, ptr addrspace(1) %counter
  ret void
}
