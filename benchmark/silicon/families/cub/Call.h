//===- Call.h - Calls of CUB with C names -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each form of a CUB function is a C function, which Python calls through
// ctypes. As CUB's functions do, it sets `*bytes` if `temp` is null. Offsets
// are 32-bit, which is CUB's faster form, unless a name says otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_BENCHMARK_SILICON_FAMILIES_CALL_H
#define PRIM_BENCHMARK_SILICON_FAMILIES_CALL_H

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace bench {

/// Arguments of a call: addresses on the device and numbers, whose meaning each
/// function defines.
struct Call {
  void *addresses[8];
  int64_t numbers[4];

  template <typename T>
  T *at(int i) const {
    return static_cast<T *>(addresses[i]);
  }
  int size(int i) const { return static_cast<int>(numbers[i]); }
};

} // namespace bench

/// Exports NAME<T> as cub_NAME_TYPE.
#define PRIM_BENCH_EXPORT(NAME, TYPE, T)                                       \
  extern "C" int cub_##NAME##_##TYPE(void *temp, size_t *bytes,                \
                                     const bench::Call *call,                  \
                                     cudaStream_t stream) {                    \
    return NAME<T>(temp, *bytes, *call, stream);                               \
  }

#endif // PRIM_BENCHMARK_SILICON_FAMILIES_CALL_H
