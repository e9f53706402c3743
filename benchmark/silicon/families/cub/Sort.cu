//===- Sort.cu - CUB's sorts of segments ----------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

using bench::Call;

/// In, out, offsets; elements, segments.
template <typename T>
static cudaError_t segment_sort(void *temp, size_t &bytes, const Call &call,
                                cudaStream_t stream) {
  const int *offsets = call.at<int>(2);
  return cub::DeviceSegmentedSort::SortKeys(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.numbers[0],
      call.numbers[1], offsets, offsets + 1, stream);
}

/// In, out, offsets; elements, segments.
template <typename T>
static cudaError_t segment_radix_sort(void *temp, size_t &bytes,
                                      const Call &call, cudaStream_t stream) {
  const int *offsets = call.at<int>(2);
  return cub::DeviceSegmentedRadixSort::SortKeys(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.size(0), call.size(1),
      offsets, offsets + 1, 0, 8 * sizeof(T), stream);
}

/// In, out, offsets, values, their out; elements, segments.
template <typename T>
static cudaError_t segment_sort_pairs(void *temp, size_t &bytes,
                                      const Call &call, cudaStream_t stream) {
  const int *offsets = call.at<int>(2);
  return cub::DeviceSegmentedSort::StableSortPairs(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.at<int>(3),
      call.at<int>(4), call.numbers[0], call.numbers[1], offsets, offsets + 1,
      stream);
}

/// In, out, offsets, values, their out; elements, segments.
template <typename T>
static cudaError_t segment_radix_sort_pairs(void *temp, size_t &bytes,
                                            const Call &call,
                                            cudaStream_t stream) {
  const int *offsets = call.at<int>(2);
  return cub::DeviceSegmentedRadixSort::SortPairs(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.at<int>(3),
      call.at<int>(4), call.size(0), call.size(1), offsets, offsets + 1, 0,
      8 * sizeof(T), stream);
}

PRIM_BENCH_EXPORT(segment_sort, i32, int32_t)
PRIM_BENCH_EXPORT(segment_sort, f32, float)
PRIM_BENCH_EXPORT(segment_sort, i64, int64_t)
PRIM_BENCH_EXPORT(segment_radix_sort, i32, int32_t)
PRIM_BENCH_EXPORT(segment_radix_sort, f32, float)
PRIM_BENCH_EXPORT(segment_radix_sort, i64, int64_t)
PRIM_BENCH_EXPORT(segment_sort_pairs, i32, int32_t)
PRIM_BENCH_EXPORT(segment_sort_pairs, f32, float)
PRIM_BENCH_EXPORT(segment_sort_pairs, i64, int64_t)
PRIM_BENCH_EXPORT(segment_radix_sort_pairs, i32, int32_t)
PRIM_BENCH_EXPORT(segment_radix_sort_pairs, f32, float)
PRIM_BENCH_EXPORT(segment_radix_sort_pairs, i64, int64_t)
