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
  switch (type) {
  case Type::U8:
    return bothOffsets<Sort, uint8_t>();
  case Type::I32:
    return bothOffsets<Sort, int32_t>();
  case Type::U32:
    return bothOffsets<Sort, uint32_t>();
  case Type::I64:
    return bothOffsets<Sort, int64_t>();
  case Type::F32:
    return bothOffsets<Sort, float>();
  case Type::F64:
    return bothOffsets<Sort, double>();
  case Type::F16:
  case Type::BF16:
    return {};
  }
  return {};
}
