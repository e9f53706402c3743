/*===- Differential.h - One kernel text for host and GPU ----------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The kernels in this folder are C that compiles for AMDGPU and for the host *|
|* and must give the same bits. A kernel is KERNEL(name) { ... } made of      *|
|* PHASE { ... } blocks, which every work-item of the group passes before the *|
|* next begins: on the GPU there is a barrier in between, on the host each is *|
|* a loop over the group. What lives across phases is SHARED. Inputs are      *|
|* three buffers of 8-byte elements, read in any type by IN; OUT writes one   *|
|* of several results per work-item.                                          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#define GROUP 256         /* work-items in a work-group */
#define GROUPS 12         /* work-groups of a launch */
#define INPUT_STRIDE 8    /* bytes of an input element */
#define OUTPUT_STRIDE 256 /* bytes of output per work-item */

struct DifferentialKernel {
  const char *name;
  void (*function)(const void *, const void *, const void *, void *, unsigned);
};

#ifndef __cplusplus

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
typedef _Float16 f16;
typedef float f32;
typedef double f64;

#ifdef __AMDGCN__

#define GLOBAL __attribute__((address_space(1)))
#define LOCAL __attribute__((address_space(3)))
#define KERNEL(name)                                                           \
  __attribute__((amdgpu_kernel, visibility("default"),                         \
                 amdgpu_flat_work_group_size(GROUP, GROUP))) void              \
  name(const GLOBAL void *inputA, const GLOBAL void *inputB,                   \
       const GLOBAL void *inputC, GLOBAL void *output)
#define SHARED(type, name, count)                                              \
  static LOCAL __attribute__((loader_uninitialized)) type name[count]

static inline __attribute__((always_inline)) unsigned enterPhase(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  return 1;
}
#define group __builtin_amdgcn_workgroup_id_x()
#define PHASE                                                                  \
  for (unsigned local = __builtin_amdgcn_workitem_id_x(), once = enterPhase(); \
       once; once = 0)

#else

#define GLOBAL
#define LOCAL
#define KERNEL(kernel)                                                         \
  static void kernel(const void *, const void *, const void *, void *,         \
                     unsigned);                                                \
  static const struct DifferentialKernel kernel##Entry                         \
      __attribute__((used, section("differential"), aligned(8))) = {#kernel,   \
                                                                    kernel};   \
  static void kernel(const void *inputA, const void *inputB,                   \
                     const void *inputC, void *output, unsigned group)
#define SHARED(type, name, count) type name[count]
#define PHASE for (unsigned local = 0; local < GROUP; ++local)

extern const struct DifferentialKernel __start_differential[]
    __attribute__((visibility("hidden")));
extern const struct DifferentialKernel __stop_differential[]
    __attribute__((visibility("hidden")));
const struct DifferentialKernel *differential_kernels(int end) {
  return end ? __stop_differential : __start_differential;
}

#endif

#define NOINLINE static __attribute__((noinline))
#define INDEX (group * GROUP + local)
#define IN_AT(which, type, index)                                              \
  (*(const GLOBAL type *)((const GLOBAL char *)input##which +                  \
                          (index) * (unsigned)INPUT_STRIDE))
#define IN(which, type) IN_AT(which, type, INDEX)
#define OUT(type, slot, value)                                                 \
  (((GLOBAL type *)((GLOBAL char *)output +                                    \
                    INDEX * (unsigned)OUTPUT_STRIDE))[slot] = (value))

/* C leaves the payload and sign of a NaN open. By their bits: compilers drop a
   floating-point comparison that only changes a payload. */
#define CANON(name, T, U, INFINITY_BITS, NAN_BITS)                             \
  static inline T name(T x) {                                                  \
    union {                                                                    \
      T value;                                                                 \
      U bits;                                                                  \
    } u = {x};                                                                 \
    if ((U)(u.bits << 1) > (U)((INFINITY_BITS) << 1))                          \
      u.bits = NAN_BITS;                                                       \
    return u.value;                                                            \
  }
CANON(canon16, f16, u16, 0x7c00, 0x7e00)
CANON(canon32, f32, u32, 0x7f800000u, 0x7fc00000u)
CANON(canon64, f64, u64, 0x7ff0000000000000ull, 0x7ff8000000000000ull)

#endif /* __cplusplus */

#endif /* DIFFERENTIAL_H */
