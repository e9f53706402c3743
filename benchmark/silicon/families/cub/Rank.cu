//===- Rank.cu - CUB's top-k, batched and of a buffer ---------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_batched_topk.cuh>
#include <cub/device/device_topk.cuh>
#include <cuda/argument>
#include <cuda/iterator>
#include <cuda/stream_ref>

using bench::Call;

namespace {

/// The address of a row of `width` elements.
template <typename T>
struct Row {
  T *rows;
  int64_t width;
  __host__ __device__ T *operator()(int64_t row) const {
    return rows + row * width;
  }
};
struct Indices {
  __host__ __device__ cuda::counting_iterator<int> operator()(int64_t) const {
    return cuda::counting_iterator<int>(0);
  }
};

} // namespace

template <typename Function>
static auto forRows(Function function) {
  return cuda::transform_iterator(cuda::counting_iterator<int64_t>(0),
                                  function);
}

/// CUB has no form that sorts its results or keeps the first of equal keys.
static auto getEnvironment(cudaStream_t stream) {
  using namespace cuda::execution;
  return cuda::std::execution::env{cuda::stream_ref{stream},
                                   require(determinism::not_guaranteed,
                                           tie_break::unspecified,
                                           output_ordering::unsorted)};
}

/// Likewise, of a whole buffer.
static auto getUnsorted(cudaStream_t stream) {
  using namespace cuda::execution;
  return cuda::std::execution::env{
      cuda::stream_ref{stream},
      require(determinism::not_guaranteed, output_ordering::unsorted)};
}

/// Rows of `Width` elements.
template <typename T, int Width>
static cudaError_t batched(void *temp, size_t &bytes, const Call &call,
                           cudaStream_t stream) {
  int rows = call.size(0), k = call.size(2);
  auto keys = forRows(Row<T>{call.at<T>(0), Width});
  auto out = forRows(Row<T>{call.at<T>(1), k});
  auto width = cuda::args::constant<Width>{};
  if (!call.addresses[2])
    return cub::DeviceBatchedTopK::MaxKeys(
        temp, bytes, keys, out, width, cuda::args::immediate{k},
        cuda::args::immediate{rows}, getEnvironment(stream));
  return cub::DeviceBatchedTopK::MaxPairs(
      temp, bytes, keys, out, forRows(Indices()),
      forRows(Row<int>{call.at<int>(2), k}), width, cuda::args::immediate{k},
      cuda::args::immediate{rows}, getEnvironment(stream));
}

/// In, out, indices or null; rows, columns, k.
template <typename T>
static cudaError_t topk_rows(void *temp, size_t &bytes, const Call &call,
                             cudaStream_t stream) {
  // The width is a constant of the kernel.
  switch (call.numbers[1]) {
  case 16:
    return batched<T, 16>(temp, bytes, call, stream);
  case 128:
    return batched<T, 128>(temp, bytes, call, stream);
  case 1024:
    return batched<T, 1024>(temp, bytes, call, stream);
  case 4096:
    return batched<T, 4096>(temp, bytes, call, stream);
  }
  return cudaErrorNotSupported;
}

/// In, out, indices or null; elements, k.
template <typename T>
static cudaError_t topk(void *temp, size_t &bytes, const Call &call,
                        cudaStream_t stream) {
  auto env = getUnsorted(stream);
  int n = call.size(0), k = call.size(1);
  if (!call.addresses[2])
    return cub::DeviceTopK::MaxKeys(temp, bytes, call.at<T>(0), call.at<T>(1),
                                    n, k, env);
  return cub::DeviceTopK::MaxPairs(temp, bytes, call.at<T>(0), call.at<T>(1),
                                   cuda::counting_iterator<int>(0),
                                   call.at<int>(2), n, k, env);
}

/// In, out; elements, k.
template <typename T>
static cudaError_t bottomk(void *temp, size_t &bytes, const Call &call,
                           cudaStream_t stream) {
  auto env = getUnsorted(stream);
  return cub::DeviceTopK::MinKeys(temp, bytes, call.at<T>(0), call.at<T>(1),
                                  call.size(0), call.size(1), env);
}

PRIM_BENCH_EXPORT(bottomk, f32, float)
PRIM_BENCH_EXPORT(topk_rows, f32, float)
PRIM_BENCH_EXPORT(topk, f32, float)
