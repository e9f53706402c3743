//===- Limits.cu - Copies and reads, and a busy GPU -----------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of ../../Kernels.cu with C names. No operation that moves the
// same bytes is faster.
//
//===----------------------------------------------------------------------===//

#include "../../Bench.h"
#include "Call.h"

using bench::Call;

extern "C" int cub_limit_copy(void *temp, size_t *bytes, const Call *call,
                              cudaStream_t stream) {
  *bytes = 1;
  if (!temp)
    return cudaSuccess;
  return bench::copy(call->addresses[0], call->addresses[1], call->numbers[0],
                     stream);
}

extern "C" int cub_limit_read(void *temp, size_t *bytes, const Call *call,
                              cudaStream_t stream) {
  *bytes = 1;
  if (!temp)
    return cudaSuccess;
  return bench::read(call->addresses[0], call->addresses[1], call->numbers[0],
                     stream);
}

/// Reads `numbers[0]` bytes, and then keeps the stream busy for `numbers[1]`
/// nanoseconds.
extern "C" int cub_cool(void *temp, size_t *bytes, const Call *call,
                        cudaStream_t stream) {
  if (int error = cub_limit_read(temp, bytes, call, stream))
    return error;
  return temp ? bench::hold(call->numbers[1], stream) : cudaSuccess;
}
