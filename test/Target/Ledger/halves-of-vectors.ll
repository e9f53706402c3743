; llvm/llvm-project#161290: where 16-bit values are halves of registers, a uniform one
; that another block has loaded is undefined in a vector, beside one that differs between
; lanes. include/prim/Target/Chips.h switches the feature off. This fails when LLVM has
; mended it: the upper half is the loaded value.
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -stop-after=amdgpu-isel %s -o - | FileCheck %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=-real-true16 -stop-after=amdgpu-isel %s -o - | FileCheck %s --check-prefix=WHOLE

; CHECK-LABEL: name: halves
; CHECK: %[[UPPER:[0-9]+]]:sreg_32 = IMPLICIT_DEF
; CHECK: REG_SEQUENCE {{.*}} %subreg.lo16, killed %[[UPPER]], %subreg.hi16
; WHOLE-LABEL: name: halves
; WHOLE-NOT: IMPLICIT_DEF
; WHOLE: S_ENDPGM
define amdgpu_kernel void @halves(ptr addrspace(1) %out, i32 %n, ptr addrspace(4) %words) {
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %own = trunc i32 %thread to i16
  %shared = load i16, ptr addrspace(4) %words
  %needed = icmp slt i32 %thread, %n
  br i1 %needed, label %use, label %end
use:
  %lower = insertelement <2 x i16> poison, i16 %own, i32 0
  %both = insertelement <2 x i16> %lower, i16 %shared, i32 1
  %sum = add <2 x i16> %both, <i16 1, i16 2>
  %to = getelementptr <2 x i16>, ptr addrspace(1) %out, i32 %thread
  store <2 x i16> %sum, ptr addrspace(1) %to
  br label %end
end:
  ret void
}
