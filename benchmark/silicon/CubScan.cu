//===- CubScan.cu - CUB's inclusive sums ----------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubCall.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

using namespace bench;

namespace {

struct Sum {
  template <typename T, typename Size>
  static cudaError_t call(void *temp, size_t &bytes, const Operands &operands,
                          Size n, cudaStream_t stream) {
    return cub::DeviceScan::InclusiveSum(
        temp, bytes, static_cast<const T *>(operands.in),
        static_cast<T *>(operands.out), n, stream);
  }
};

/// The same with sums of type T. InclusiveSum has those of `a + b`, which is an
/// int for small integers.
struct NarrowSum {
  template <typename T, typename Size>
  static cudaError_t call(void *temp, size_t &bytes, const Operands &operands,
                          Size n, cudaStream_t stream) {
    return cub::DeviceScan::InclusiveScan(
        temp, bytes, static_cast<const T *>(operands.in),
        static_cast<T *>(operands.out), cuda::std::plus<T>(), n, stream);
  }
};

} // namespace

std::vector<CubForm> bench::cubScan(Type type) {
  switch (type) {
  case Type::U8:
    return bothOffsets<Sum, uint8_t>() + bothOffsets<NarrowSum, uint8_t>();
  case Type::I32:
    return bothOffsets<Sum, int32_t>();
  case Type::I64:
    return bothOffsets<Sum, int64_t>();
  case Type::F16:
    return bothOffsets<Sum, __half>();
  case Type::BF16:
    return bothOffsets<Sum, __nv_bfloat16>();
  case Type::F32:
    return bothOffsets<Sum, float>();
  case Type::F64:
    return bothOffsets<Sum, double>();
  case Type::U32:
    return {};
  }
  return {};
}

int bench::cubVersion() { return CUB_VERSION; }
