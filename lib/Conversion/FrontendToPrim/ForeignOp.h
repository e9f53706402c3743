//===- ForeignOp.h - Ops of dialects that prim does not have ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that is known by its name, operands and attributes only, and what the
// conversions of such ops share.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_FRONTENDTOPRIM_FOREIGNOP_H
#define PRIM_LIB_CONVERSION_FRONTENDTOPRIM_FOREIGNOP_H

#include "prim/Conversion/FrontendToPrim.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// Whether prim loads and stores the type: its elements, and i1.
bool isStoredType(Type type);

/// An op on tensors along one dimension, with a region of one block that yields
/// one value. IREE and torch-mlir give such ops the same form.
class ForeignOp {
public:
  explicit ForeignOp(Operation *op) : op(op) {}

  Operation *getOperation() const { return op; }
  Value getOperand(unsigned number) const { return op->getOperand(number); }
  unsigned getNumOperands() const { return op->getNumOperands(); }
  RankedTensorType getType(unsigned operand) const {
    return cast<RankedTensorType>(op->getOperand(operand).getType());
  }
  Block *getBody() const { return &op->getRegion(0).front(); }
  Value getYielded() const { return getBody()->back().getOperand(0); }
  /// The ops of the region but the last one, which MLIR does not know to be a
  /// terminator.
  auto getMembers() const {
    return llvm::make_range(getBody()->begin(), std::prev(getBody()->end()));
  }

  /// Why the op is not on `results` tensors of these elements that its last
  /// operands start, or its region not one of `arguments` scalars; empty if
  /// they are.
  StringRef
  check(unsigned results, unsigned arguments,
        llvm::function_ref<bool(Type)> isElement = isElementType) const;

  /// Reads the attribute `dimension`. Why it does not denote one of `operand`;
  /// empty if it does.
  StringRef readDimension(unsigned operand);
  int64_t getDimension() const { return dimension; }
  /// The clause `dimension` of device ops on `operand`; null for rank 1.
  DenseI64ArrayAttr getDimensionClause(unsigned operand) const;
  /// The extent along the dimension, or ShapedType::kDynamic.
  int64_t getExtent(unsigned operand) const {
    return getType(operand).getDimSize(dimension);
  }

  /// Clones the region into the block of `builder`, with `arguments` for those
  /// of the region, in its order. Returns what it yields.
  Value cloneBody(CodeBuilder &builder, ValueRange arguments) const;

private:
  Operation *op;
  int64_t dimension = 0;
};

/// A tensor of the shape of `like`, whose elements are not set.
Value createEmpty(CodeBuilder &builder, Value like);

/// The value of every element of `tensor`, if it is known to be one scalar;
/// otherwise null.
Value getSplat(CodeBuilder &builder, Value tensor);

/// Such a value where it is a constant; otherwise null.
TypedAttr getConstantSplat(Value tensor);

/// The conversions. Each returns why it changes nothing, as a predicate of the
/// op. Otherwise the reason is empty, and `results` replace those of the op.
using Conversion = StringRef (*)(ForeignOp op, CodeBuilder &builder,
                                 const PrimFrontendToPrimOptions &options,
                                 SmallVectorImpl<Value> &results);
StringRef convertScan(ForeignOp op, CodeBuilder &builder,
                      const PrimFrontendToPrimOptions &options,
                      SmallVectorImpl<Value> &results);
StringRef convertSort(ForeignOp op, CodeBuilder &builder,
                      const PrimFrontendToPrimOptions &options,
                      SmallVectorImpl<Value> &results);
StringRef convertTopk(ForeignOp op, CodeBuilder &builder,
                      const PrimFrontendToPrimOptions &options,
                      SmallVectorImpl<Value> &results);
StringRef convertScatter(ForeignOp op, CodeBuilder &builder,
                         const PrimFrontendToPrimOptions &options,
                         SmallVectorImpl<Value> &results);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_FRONTENDTOPRIM_FOREIGNOP_H
