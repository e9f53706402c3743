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

/// Host code at an op.
class HostBuilder {
public:
  /// Inserts before `op`.
  explicit HostBuilder(Operation *op);

  OpBuilder &b() { return builder; }
  Location loc() const { return location; }

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
  Value constant(int64_t value) { return createI64(builder, location, value); }
  /// i64 arithmetic on sizes; operands are not negative.
  Value ceilDiv(Value value, int64_t divisor);
  Value ceilDiv(Value value, Value divisor);
  Value mul(Value a, Value b);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value div(Value a, Value b);
  Value min(Value a, Value b);
  Value max(Value a, Value b);
  /// `and` and `or` of conditions.
  Value both(Value a, Value b);
  Value either(Value a, Value b);
  Value compare(arith::CmpIPredicate predicate, Value a, Value b);

  /// Fails the execution where `condition` does not hold; `values` (i64) take
  /// the places of `{}` in what follows the op's name in the message.
  void check(Operation *op, Value condition, CheckStatus status,
             const Twine &text, ValueRange values = {});

  /// Fails the execution of `op` where the workspace that it is given (a memref
  /// of bytes) has less than `bytes` (i64) or is not aligned.
  void checkWorkspace(Operation *op, Value workspace, Value bytes);

  /// Sets the first `bytes` (i64) of a workspace (a memref of bytes) to zero.
  void clear(Value workspace, Value bytes);

  /// `if (condition) yes else no` in host code; the builder stands inside.
  void ifThenElse(Value condition, llvm::function_ref<void()> yes,
                  llvm::function_ref<void()> no);

private:
  OpBuilder builder;
  Location location;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_HOSTBUILDER_H
