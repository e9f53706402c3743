//===- HostBuilder.h - Host code on buffers and sizes -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A builder for passes on host functions: arithmetic on sizes, addresses of
// buffers, checks at run time.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H
#define PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// Byte alignment of a workspace and of every region in it.
constexpr int64_t workspaceAlignment = 256;

/// A builder of host code. Sizes are i64 and not negative.
class HostBuilder : public CodeBuilder {
public:
  using CodeBuilder::CodeBuilder;

  /// The first element of a memref as a base, and its address (i64).
  Value base(Value memref);
  Value address(Value memref);
  /// Elements along `dim`, as i64.
  Value extent(Value memref, unsigned dim);
  /// The distance in elements between neighbours along `dim`, as i64.
  Value stride(Value memref, unsigned dim);
  /// Elements from a memref's base pointer to its first element, as i64.
  Value offset(Value memref);
  /// The number of elements of a memref, as i64.
  Value elements(Value memref);
  /// `value` divided by `divisor`, rounded up. Their sum must not overflow,
  /// which makes this cheaper than ceildivui().
  Value ceilDiv(Value value, int64_t divisor);
  Value ceilDiv(Value value, Value divisor);

  /// Emits a check that fails the execution unless `condition` holds. `values`
  /// (i64) replace the `{}` in `text`, which follows the op's name in the
  /// message.
  void check(Operation *op, Value condition, CheckStatus status,
             const Twine &text, ValueRange values = {});

  /// Emits a check that fails the execution of `op` if its workspace (a memref
  /// of bytes) has less than `bytes` (i64) or is misaligned.
  void checkWorkspace(Operation *op, Value workspace, Value bytes);

  /// Sets the first `bytes` (i64) of a workspace (a memref of bytes) to zero.
  void clear(Value workspace, Value bytes);
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H
