//===- CubCall.h - CUB's functions with 32 and 64-bit offsets ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_BENCHMARK_SILICON_CUBCALL_H
#define PRIM_BENCHMARK_SILICON_CUBCALL_H

#include "Bench.h"

namespace bench {

/// The two forms of `Function::call<T>(temp, bytes, operands, n, stream)`,
/// whose offsets are of the type of `n`.
template <typename Function, typename T>
std::vector<CubForm> bothOffsets() {
  return {{32,
           [](void *temp, size_t &bytes, const Operands &operands, int64_t n,
              cudaStream_t stream) {
             return Function::template call<T>(temp, bytes, operands,
                                               static_cast<int32_t>(n), stream);
           }},
          {64, [](void *temp, size_t &bytes, const Operands &operands,
                  int64_t n, cudaStream_t stream) {
             return Function::template call<T>(temp, bytes, operands, n,
                                               stream);
           }}};
}

inline std::vector<CubForm> operator+(std::vector<CubForm> a,
                                      const std::vector<CubForm> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace bench

#endif // PRIM_BENCHMARK_SILICON_CUBCALL_H
