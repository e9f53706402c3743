//===- Segments.cu - CUB's reductions, and scans of buffers and segments --===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_segmented_scan.cuh>
#include <cuda/iterator>
#include <cuda/std/functional>
#include <cuda/std/utility>

using bench::Call;

namespace {

struct Offset {
  int width;
  __host__ __device__ int operator()(int row) const { return row * width; }
};

} // namespace

/// In, out; elements.
template <typename T>
static cudaError_t scan(void *temp, size_t &bytes, const Call &call,
                        cudaStream_t stream) {
  return cub::DeviceScan::InclusiveScan(temp, bytes, call.at<T>(0),
                                        call.at<T>(1), cuda::std::plus<T>(),
                                        call.numbers[0], stream);
}

/// In, out, offsets; segments.
template <typename T>
static cudaError_t segment_reduce(void *temp, size_t &bytes, const Call &call,
                                  cudaStream_t stream) {
  const int *offsets = call.at<int>(2);
  return cub::DeviceSegmentedReduce::Sum(temp, bytes, call.at<T>(0),
                                         call.at<T>(1), call.numbers[0],
                                         offsets, offsets + 1, stream);
}

/// In, out, offsets; segments.
template <typename T>
static cudaError_t segment_scan(void *temp, size_t &bytes, const Call &call,
                                cudaStream_t stream) {
  const int *offsets = call.at<int>(2);
  return cub::DeviceSegmentedScan::InclusiveSegmentedSum(
      temp, bytes, call.at<T>(0), call.at<T>(1), offsets, offsets + 1,
      call.numbers[0], stream);
}

/// In, out; rows, columns.
template <typename T>
static cudaError_t row_reduce(void *temp, size_t &bytes, const Call &call,
                              cudaStream_t stream) {
  return cub::DeviceSegmentedReduce::Sum(temp, bytes, call.at<T>(0),
                                         call.at<T>(1), call.numbers[0],
                                         call.size(1), stream);
}

/// In, out; rows, columns.
template <typename T>
static cudaError_t row_scan(void *temp, size_t &bytes, const Call &call,
                            cudaStream_t stream) {
  auto begins = cuda::transform_iterator(cuda::counting_iterator<int>(0),
                                         Offset{call.size(1)});
  return cub::DeviceSegmentedScan::InclusiveSegmentedSum(
      temp, bytes, call.at<T>(0), call.at<T>(1), begins, begins + 1,
      call.numbers[0], stream);
}

/// In, pairs of index and value; rows, columns.
template <typename T>
static cudaError_t row_argmax(void *temp, size_t &bytes, const Call &call,
                              cudaStream_t stream) {
  return cub::DeviceSegmentedReduce::ArgMax(
      temp, bytes, call.at<T>(0), call.at<cuda::std::pair<int, T>>(1),
      call.numbers[0], call.size(1), stream);
}

/// In, value, index of 64 bits; elements.
template <typename T>
static cudaError_t argmax(void *temp, size_t &bytes, const Call &call,
                          cudaStream_t stream) {
  return cub::DeviceReduce::ArgMax(temp, bytes, call.at<T>(0), call.at<T>(1),
                                   call.at<int64_t>(2), call.numbers[0],
                                   stream);
}

PRIM_BENCH_EXPORT(scan, u8, uint8_t)
PRIM_BENCH_EXPORT(scan, i32, int32_t)
PRIM_BENCH_EXPORT(scan, i64, int64_t)
PRIM_BENCH_EXPORT(segment_reduce, f32, float)
PRIM_BENCH_EXPORT(segment_reduce, i32, int32_t)
PRIM_BENCH_EXPORT(segment_scan, f32, float)
PRIM_BENCH_EXPORT(segment_scan, i32, int32_t)
PRIM_BENCH_EXPORT(row_reduce, f32, float)
PRIM_BENCH_EXPORT(row_scan, f32, float)
PRIM_BENCH_EXPORT(row_argmax, f32, float)
PRIM_BENCH_EXPORT(argmax, f32, float)
