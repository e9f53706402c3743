//===- CubSortKeys.cu - CUB's sort of keys --------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubCall.h"

#include <cub/device/device_radix_sort.cuh>

using namespace bench;

namespace {

/// Both ends of all bits are said as the stream comes behind them.
struct Sort {
  /// Keys of 16 bits are not measured.
  template <typename T>
  static constexpr bool takes() {
    return !std::is_same_v<T, __half> && !std::is_same_v<T, __nv_bfloat16>;
  }

  template <typename T, typename Size>
  static cudaError_t call(void *temp, size_t &bytes, const Operands &operands,
                          Size n, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortKeys(
        temp, bytes, static_cast<const T *>(operands.in),
        static_cast<T *>(operands.out), n, 0, static_cast<int>(8 * sizeof(T)),
        stream);
  }
};

} // namespace

std::vector<CubForm> bench::cubSortKeys(Type type) {
  return formsOf<Sort>(type);
}
