//===- CubReduce.cu - CUB's sums ------------------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubCall.h"

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

using namespace bench;

namespace {

struct Sum {
  template <typename T>
  static constexpr bool takes() {
    return !std::is_same_v<T, uint32_t>;
  }

  template <typename T, typename Size>
  static cudaError_t call(void *temp, size_t &bytes, const Operands &operands,
                          Size n, cudaStream_t stream) {
    return cub::DeviceReduce::Sum(temp, bytes,
                                  static_cast<const T *>(operands.in),
                                  static_cast<T *>(operands.out), n, stream);
  }
};

/// The same with sums of type T. Sum has those of `a + b`, which is an int for
/// small integers.
struct NarrowSum {
  template <typename T>
  static constexpr bool takes() {
    return std::is_same_v<T, uint8_t>;
  }

  template <typename T, typename Size>
  static cudaError_t call(void *temp, size_t &bytes, const Operands &operands,
                          Size n, cudaStream_t stream) {
    return cub::DeviceReduce::Reduce(
        temp, bytes, static_cast<const T *>(operands.in),
        static_cast<T *>(operands.out), n, cuda::std::plus<T>(), T(0), stream);
  }
};

} // namespace

std::vector<CubForm> bench::cubReduce(Type type) {
  return formsOf<Sum>(type) + formsOf<NarrowSum>(type);
}
