//===- Select.cu - CUB's select, partition and unique ---------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

using bench::Call;

namespace {

template <typename T>
struct Below {
  T limit;
  __host__ __device__ bool operator()(T value) const { return value < limit; }
};

} // namespace

/// In, out, count; elements, limit.
template <typename T>
static cudaError_t select_if(void *temp, size_t &bytes, const Call &call,
                             cudaStream_t stream) {
  return cub::DeviceSelect::If(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.at<int>(2), call.size(0),
      Below<T>{static_cast<T>(call.numbers[1])}, stream);
}

/// In, out, count, flags; elements.
template <typename T>
static cudaError_t select_flags(void *temp, size_t &bytes, const Call &call,
                                cudaStream_t stream) {
  return cub::DeviceSelect::Flagged(temp, bytes, call.at<T>(0),
                                    call.at<uint8_t>(3), call.at<T>(1),
                                    call.at<int>(2), call.size(0), stream);
}

/// In, out, count; elements.
template <typename T>
static cudaError_t unique(void *temp, size_t &bytes, const Call &call,
                          cudaStream_t stream) {
  return cub::DeviceSelect::Unique(temp, bytes, call.at<T>(0), call.at<T>(1),
                                   call.at<int>(2), call.size(0), stream);
}

/// In, out, count; elements, limit. The rest is reversed at out's end.
template <typename T>
static cudaError_t partition_if(void *temp, size_t &bytes, const Call &call,
                                cudaStream_t stream) {
  return cub::DevicePartition::If(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.at<int>(2), call.size(0),
      Below<T>{static_cast<T>(call.numbers[1])}, stream);
}

/// In, two outs, the rest, two counts; elements, two limits.
template <typename T>
static cudaError_t partition_three(void *temp, size_t &bytes, const Call &call,
                                   cudaStream_t stream) {
  return cub::DevicePartition::If(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.at<T>(2), call.at<T>(3),
      call.at<int>(4), call.size(0), Below<T>{static_cast<T>(call.numbers[1])},
      Below<T>{static_cast<T>(call.numbers[2])}, stream);
}

PRIM_BENCH_EXPORT(select_if, i32, int32_t)
PRIM_BENCH_EXPORT(select_if, f32, float)
PRIM_BENCH_EXPORT(select_if, u8, uint8_t)
PRIM_BENCH_EXPORT(select_if, i64, int64_t)
PRIM_BENCH_EXPORT(select_flags, i32, int32_t)
PRIM_BENCH_EXPORT(select_flags, u8, uint8_t)
PRIM_BENCH_EXPORT(unique, i32, int32_t)
PRIM_BENCH_EXPORT(unique, i64, int64_t)
PRIM_BENCH_EXPORT(partition_if, i32, int32_t)
PRIM_BENCH_EXPORT(partition_if, u8, uint8_t)
PRIM_BENCH_EXPORT(partition_three, i32, int32_t)
