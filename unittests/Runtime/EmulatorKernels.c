/*===- EmulatorKernels.c - Device code of EmulatorTest.cpp -----------*- C
-*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Two kernels for groups of 64 work-items, compiled by clang for each chip   *|
|* that the test opens: one that computes, one that leaves its allocation.    *|
\*===----------------------------------------------------------------------===*/

typedef __attribute__((address_space(1))) int GlobalInt;

static int globalId(void) {
  return (int)(__builtin_amdgcn_workgroup_id_x() * 64 +
               __builtin_amdgcn_workitem_id_x());
}

__attribute__((amdgpu_kernel, amdgpu_flat_work_group_size(64, 64))) void
addConstant(const GlobalInt *in, GlobalInt *out, int value, int count) {
  int i = globalId();
  if (i < count)
    out[i] = in[i] + value;
}

__attribute__((amdgpu_kernel, amdgpu_flat_work_group_size(64, 64))) void
writeFarAway(GlobalInt *out) {
  out[globalId() + (1 << 28)] = 1;
}
