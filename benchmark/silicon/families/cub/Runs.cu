//===- Runs.cu - CUB's run lengths and ops by key -------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

using bench::Call;

/// In, keys, lengths, count; elements.
template <typename T>
static cudaError_t run_length(void *temp, size_t &bytes, const Call &call,
                              cudaStream_t stream) {
  return cub::DeviceRunLengthEncode::Encode(
      temp, bytes, call.at<T>(0), call.at<T>(1), call.at<int>(2),
      call.at<int>(3), call.size(0), stream);
}

/// In, begins, lengths, count; elements.
template <typename T>
static cudaError_t runs_nontrivial(void *temp, size_t &bytes, const Call &call,
                                   cudaStream_t stream) {
  return cub::DeviceRunLengthEncode::NonTrivialRuns(
      temp, bytes, call.at<T>(0), call.at<int>(1), call.at<int>(2),
      call.at<int>(3), call.size(0), stream);
}

/// Keys, values, keys of runs, sums, count; elements.
template <typename T>
static cudaError_t reduce_by_key(void *temp, size_t &bytes, const Call &call,
                                 cudaStream_t stream) {
  return cub::DeviceReduce::ReduceByKey(
      temp, bytes, call.at<int>(0), call.at<int>(2), call.at<T>(1),
      call.at<T>(3), call.at<int>(4), cuda::std::plus<>(), call.size(0),
      stream);
}

/// Keys, values, out; elements.
template <typename T>
static cudaError_t scan_by_key(void *temp, size_t &bytes, const Call &call,
                               cudaStream_t stream) {
  return cub::DeviceScan::InclusiveSumByKey(temp, bytes, call.at<int>(0),
                                            call.at<T>(1), call.at<T>(2),
                                            call.size(0), {}, stream);
}

PRIM_BENCH_EXPORT(run_length, i32, int32_t)
PRIM_BENCH_EXPORT(run_length, i64, int64_t)
PRIM_BENCH_EXPORT(runs_nontrivial, i32, int32_t)
PRIM_BENCH_EXPORT(reduce_by_key, f32, float)
PRIM_BENCH_EXPORT(reduce_by_key, i32, int32_t)
PRIM_BENCH_EXPORT(reduce_by_key, i64, int64_t)
PRIM_BENCH_EXPORT(scan_by_key, f32, float)
PRIM_BENCH_EXPORT(scan_by_key, i32, int32_t)
PRIM_BENCH_EXPORT(scan_by_key, i64, int64_t)
