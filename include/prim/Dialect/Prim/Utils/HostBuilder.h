//===- HostBuilder.h - Host code on buffers and sizes -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes on host functions write: arithmetic on sizes, addresses of
// buffers, checks at run time.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H
#define PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// Byte alignment of every region of a workspace, and of the whole.
constexpr int64_t workspaceAlignment = 256;

/// A builder of host code. Sizes are i64 and not negative.
class HostBuilder : public CodeBuilder {
public:
  using CodeBuilder::CodeBuilder;

  /// A memref's first element as a base, and as an address (i64).
  Value base(Value memref);
  Value address(Value memref);
  /// Elements along `dim`, as i64.
  Value extent(Value memref, unsigned dim);
  /// How many elements apart neighbours along `dim` are, as i64.
  Value stride(Value memref, unsigned dim);
  /// Elements between a memref's memory and its first element, as i64.
  Value offset(Value memref);
  /// All elements of a memref, as i64.
  Value elements(Value memref);
  /// `value` divided by `divisor`, rounded up; their sum must fit, for which
  /// this takes less than ceildivui().
  Value ceilDiv(Value value, int64_t divisor);
  Value ceilDiv(Value value, Value divisor);

  /// Fails the execution where `condition` does not hold; `values` (i64) take
  /// the places of `{}` in what follows the op's name in the message.
  void check(Operation *op, Value condition, CheckStatus status,
             const Twine &text, ValueRange values = {});

  /// Fails the execution of `op` where the workspace that it is given (a memref
  /// of bytes) has less than `bytes` (i64) or is not aligned.
  void checkWorkspace(Operation *op, Value workspace, Value bytes);

  /// Sets the first `bytes` (i64) of a workspace (a memref of bytes) to zero.
  void clear(Value workspace, Value bytes);
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H
