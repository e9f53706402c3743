//===- Bench.h - What the parts of the measurement share --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations, types, calls of CUB, and the kernels that are neither prim's nor
// CUB's. Each file of CUB's templates is compiled by itself, as that takes
// long.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_BENCHMARK_SILICON_BENCH_H
#define PRIM_BENCHMARK_SILICON_BENCH_H

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>
#include <vector>

namespace bench {

enum class Op { Scan, Reduce, Sort, SortPairs };
enum class Type { U8, I32, U32, I64, F16, BF16, F32, F64 };
/// How the keys of sorts are distributed: uniform random bits, all equal, one
/// of two in random order, or ascending in steps of one size.
enum class Keys { Uniform, Equal, Two, Sorted };

/// Addresses of one call on the device. `values` are the 32-bit values of
/// pairs, else null; `out` has one element for reductions.
struct Operands {
  const void *in = nullptr;
  const void *values = nullptr;
  void *out = nullptr;
  void *outValues = nullptr;
};

/// A form of CUB's algorithm. A call with `temp` of null sets `bytes`, as CUB's
/// functions do.
struct CubForm {
  using Call = cudaError_t (*)(void *temp, size_t &bytes,
                               const Operands &operands, int64_t n,
                               cudaStream_t stream);
  /// Bits of its offsets: 32, 64.
  int offsetBits;
  Call call;
};

/// All forms for a type, of which the fastest counts; empty if the type is not
/// measured.
std::vector<CubForm> cubScan(Type type);
std::vector<CubForm> cubReduce(Type type);
std::vector<CubForm> cubSortKeys(Type type);
std::vector<CubForm> cubSortPairs(Type type);
/// CUB_VERSION.
int cubVersion();

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Copies, 16 bytes an access, four of them in flight a thread. The addresses
/// are aligned to 16 bytes.
cudaError_t copy(const void *in, void *out, int64_t bytes, cudaStream_t stream);

/// Reads alike, and writes to `out`, 4 bytes, what nothing can know to be
/// unneeded.
cudaError_t read(const void *in, void *out, int64_t bytes, cudaStream_t stream);

/// Keeps the stream busy for a time, so that what is enqueued meanwhile starts
/// without waiting for the host.
cudaError_t hold(int64_t nanoseconds, cudaStream_t stream);

/// Fills `in` with `n` elements to measure with, drawn from `seed`. Sums of
/// floats are exact in any association that CUB or prim have, so that results
/// can be compared bit by bit; floats to sort are no NaN, infinity or negative
/// zero.
/// `keys` is for sorts.
cudaError_t fill(Op op, Type type, Keys keys, uint64_t seed, void *in,
                 int64_t n, cudaStream_t stream);

/// Fills 32-bit values with their index.
cudaError_t fillIndices(void *values, int64_t n, cudaStream_t stream);

/// Adds the number of bytes that differ to `*count`, on the device.
cudaError_t compare(const void *a, const void *b, int64_t bytes,
                    unsigned long long *count, cudaStream_t stream);

} // namespace bench

#endif // PRIM_BENCHMARK_SILICON_BENCH_H
