//===- CubCall.h - CUB's functions with 32 and 64-bit offsets ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_BENCHMARK_SILICON_CUBCALL_H
#define PRIM_BENCHMARK_SILICON_CUBCALL_H

#include "Bench.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

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

/// Those for elements of `type`; none where `Function::takes<T>()` says no.
template <typename Function>
std::vector<CubForm> formsOf(Type type) {
  auto forms = [](auto element) -> std::vector<CubForm> {
    using T = decltype(element);
    if constexpr (Function::template takes<T>())
      return bothOffsets<Function, T>();
    return {};
  };
  switch (type) {
  case Type::U8:
    return forms(uint8_t());
  case Type::I32:
    return forms(int32_t());
  case Type::U32:
    return forms(uint32_t());
  case Type::I64:
    return forms(int64_t());
  case Type::F16:
    return forms(__half());
  case Type::BF16:
    return forms(__nv_bfloat16());
  case Type::F32:
    return forms(float());
  case Type::F64:
    return forms(double());
  }
  return {};
}

inline std::vector<CubForm> operator+(std::vector<CubForm> a,
                                      const std::vector<CubForm> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace bench

#endif // PRIM_BENCHMARK_SILICON_CUBCALL_H
