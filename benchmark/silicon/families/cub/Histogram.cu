//===- Histogram.cu - CUB's histograms ------------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_histogram.cuh>

using bench::Call;

/// In, bins; elements, number of bins, lower and upper bound.
template <typename T>
static cudaError_t histogram_even(void *temp, size_t &bytes, const Call &call,
                                  cudaStream_t stream) {
  // CUB's bounds are of the sample's level type, which holds 256 for bytes.
  using Level = std::conditional_t<std::is_same_v<T, uint8_t>, int, T>;
  return cub::DeviceHistogram::HistogramEven(
      temp, bytes, call.at<T>(0), call.at<int>(1), call.size(1) + 1,
      static_cast<Level>(call.numbers[2]), static_cast<Level>(call.numbers[3]),
      call.size(0), stream);
}

/// In, bins, levels; elements, number of bins.
template <typename T>
static cudaError_t histogram_range(void *temp, size_t &bytes, const Call &call,
                                   cudaStream_t stream) {
  return cub::DeviceHistogram::HistogramRange(
      temp, bytes, call.at<T>(0), call.at<int>(1), call.size(1) + 1,
      call.at<T>(2), call.size(0), stream);
}

PRIM_BENCH_EXPORT(histogram_even, u8, uint8_t)
PRIM_BENCH_EXPORT(histogram_even, f32, float)
PRIM_BENCH_EXPORT(histogram_range, f32, float)
