//===- KnownThreads.h - Known block sizes -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Used by conversions that also accept kernels without a known block size.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_KNOWNTHREADS_H
#define PRIM_DIALECT_PRIM_UTILS_KNOWNTHREADS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::prim {

/// The threads of a block of the gpu.func that `op` is in, if it has a
/// `known_block_size`.
inline std::optional<int64_t> getKnownThreads(Operation *op) {
  auto function = op->getParentOfType<gpu::GPUFuncOp>();
  DenseI32ArrayAttr block =
      function ? function.getKnownBlockSizeAttr() : DenseI32ArrayAttr();
  if (!block)
    return std::nullopt;
  int64_t threads = 1;
  for (int32_t extent : block.asArrayRef())
    threads *= extent;
  return threads;
}

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_KNOWNTHREADS_H
