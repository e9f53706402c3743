//===- Copy.cu - CUB's batched copies, merges, searches and maps ----------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_copy.cuh>
#include <cub/device/device_find.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/functional>
#include <cuda/std/tuple>
#include <cuda/stream_ref>

using bench::Call;

/// Source addresses, target addresses, bytes; ranges.
template <typename T>
static cudaError_t batch_memcpy(void *temp, size_t &bytes, const Call &call,
                                cudaStream_t stream) {
  return cub::DeviceMemcpy::Batched(temp, bytes, call.at<void *>(0),
                                    call.at<void *>(1), call.at<int64_t>(2),
                                    call.numbers[0], stream);
}

/// Source addresses, target addresses, elements; ranges.
template <typename T>
static cudaError_t batch_copy(void *temp, size_t &bytes, const Call &call,
                              cudaStream_t stream) {
  return cub::DeviceCopy::Batched(temp, bytes, call.at<T *>(0), call.at<T *>(1),
                                  call.at<int64_t>(2), call.numbers[0], stream);
}

/// Two inputs, out; their elements.
template <typename T>
static cudaError_t merge(void *temp, size_t &bytes, const Call &call,
                         cudaStream_t stream) {
  return cub::DeviceMerge::MergeKeys(
      temp, bytes, call.at<T>(0), call.numbers[0], call.at<T>(1),
      call.numbers[1], call.at<T>(2), cuda::std::less<>(), stream);
}

/// Keys and values of two inputs, keys and values out; their elements.
template <typename T>
static cudaError_t merge_pairs(void *temp, size_t &bytes, const Call &call,
                               cudaStream_t stream) {
  return cub::DeviceMerge::MergePairs(
      temp, bytes, call.at<T>(0), call.at<int>(1), call.numbers[0],
      call.at<T>(2), call.at<int>(3), call.numbers[1], call.at<T>(4),
      call.at<int>(5), cuda::std::less<>(), stream);
}

/// Needles, sorted elements, out; their numbers.
template <typename T>
static cudaError_t search(void *temp, size_t &bytes, const Call &call,
                          cudaStream_t stream) {
  return cub::DeviceFind::LowerBound(
      temp, bytes, call.at<T>(1), call.size(1), call.at<T>(0), call.size(0),
      call.at<int>(2), cuda::std::less<>(), cuda::stream_ref{stream});
}

/// Sorted needles, sorted elements, out; their numbers.
template <typename T>
static cudaError_t search_sorted(void *temp, size_t &bytes, const Call &call,
                                 cudaStream_t stream) {
  return cub::DeviceFind::LowerBoundSortedValues(
      temp, bytes, call.at<T>(1), call.size(1), call.at<T>(0), call.size(0),
      call.at<int>(2), cuda::std::less<>(), stream);
}

/// Two inputs, out; elements.
template <typename T>
static cudaError_t map_add(void *temp, size_t &bytes, const Call &call,
                           cudaStream_t stream) {
  if (!temp) {
    bytes = 1;
    return cudaSuccess;
  }
  return cub::DeviceTransform::Transform(
      cuda::std::make_tuple(call.at<T>(0), call.at<T>(1)), call.at<T>(2),
      call.size(0), cuda::std::plus<>(), stream);
}

/// In, out; elements.
template <typename T>
static cudaError_t difference(void *temp, size_t &bytes, const Call &call,
                              cudaStream_t stream) {
  return cub::DeviceAdjacentDifference::SubtractLeftCopy(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.size(0),
      cuda::std::minus<>(), stream);
}

PRIM_BENCH_EXPORT(batch_memcpy, u8, uint8_t)
PRIM_BENCH_EXPORT(batch_copy, u8, uint8_t)
PRIM_BENCH_EXPORT(batch_copy, i32, int32_t)
PRIM_BENCH_EXPORT(merge, i32, int32_t)
PRIM_BENCH_EXPORT(merge, i64, int64_t)
PRIM_BENCH_EXPORT(merge_pairs, i32, int32_t)
PRIM_BENCH_EXPORT(search, i32, int32_t)
PRIM_BENCH_EXPORT(search, i64, int64_t)
PRIM_BENCH_EXPORT(search_sorted, i32, int32_t)
PRIM_BENCH_EXPORT(map_add, f32, float)
PRIM_BENCH_EXPORT(difference, f32, float)
