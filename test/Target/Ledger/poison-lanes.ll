; Not reported: amdgpu-uniform-intrinsic-combine takes a value that is poison in some
; lanes for one that all lanes have, and reads of another lane away. Lanes 5 and above
; store poison in the place of what lane 3 has. lib/Target/Serialize/CodeGeneration.cpp
; leaves the pass out. This fails when LLVM has mended it: the read stays.
; RUN: opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -passes=amdgpu-uniform-intrinsic-combine -S %s | FileCheck %s
; RUN: opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1201 -passes=amdgpu-uniform-intrinsic-combine -S %s | FileCheck %s

; CHECK-LABEL: define {{.*}} @lanes(
; CHECK: %has = phi i32
; CHECK-NOT: call {{.*}} @llvm.amdgcn.readlane
; CHECK: store i32 %has
define amdgpu_kernel void @lanes(ptr addrspace(1) %data) {
entry:
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %value = load i32, ptr addrspace(1) %data
  %some = icmp ult i32 %thread, 5
  br i1 %some, label %few, label %join
few:
  br label %join
join:
  %has = phi i32 [ %value, %few ], [ poison, %entry ]
  %all = call i32 @llvm.amdgcn.readlane.i32(i32 %has, i32 3)
  %place = getelementptr i32, ptr addrspace(1) %data, i32 %thread
  store i32 %all, ptr addrspace(1) %place
  ret void
}
