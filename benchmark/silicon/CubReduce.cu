//===- CubReduce.cu - CUB's sums ------------------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubCall.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

using namespace bench;

namespace {

struct Sum {
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
