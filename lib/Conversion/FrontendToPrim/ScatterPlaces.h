//===- ScatterPlaces.h - Places of updates ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of a scatter, and the conversions of those that are no sums.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_FRONTENDTOPRIM_SCATTERPLACES_H
#define PRIM_LIB_CONVERSION_FRONTENDTOPRIM_SCATTERPLACES_H

#include "ForeignOp.h"

#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"

namespace mlir::prim {

/// Which element of the output each element of the updates is for.
class Places {
public:
  explicit Places(ForeignOp op)
      : op(op), updates(op.getType(0)), indices(op.getType(1)),
        output(op.getType(2)) {}

  /// Why the operands' shapes are not those of a scatter with one index, or one
  /// tuple of them, for each slice of the updates; empty if they are. The
  /// slice's dimensions are the last ones of the output. The attribute names
  /// the dimensions to which indices are added.
  StringRef match();

  /// Whether each update is one element of an output of rank 1.
  bool isOfElements() const {
    return updates.getRank() == 1 && output.getRank() == 1;
  }
  RankedTensorType getUpdates() const { return updates; }
  RankedTensorType getOutput() const { return output; }

  /// Why the scatter is not one of a single slice with one position in each
  /// dimension that has an index; empty if it is.
  StringRef matchSingle() const;
  /// The output with the only slice of the updates.
  Value replace(CodeBuilder &builder) const;

  /// The indices as a tensor of rank 1, one for each update.
  Value getNumbers(CodeBuilder &builder) const;
  /// Computes the extents that getPlace() uses, in host code.
  void prepare(CodeBuilder &builder);
  /// The row-major number of the output's element for the element `number` of
  /// the updates; -1 if there is none.
  Value getPlace(CodeBuilder &builder, Value number) const;
  /// The number of elements of the output, after prepare().
  OpFoldResult countElements(CodeBuilder &builder) const;
  /// A tensor of rank 1 with an element of `type` for each one of the output,
  /// which is not set. After prepare() if the output has several dimensions.
  Value createFlat(CodeBuilder &builder, Type type) const;
  /// `flat` in the shape of the output.
  Value expand(CodeBuilder &builder, Value flat) const;
  /// Adds a region to the histogram that yields the bin of an update.
  void buildBin(CodeBuilder &builder, DeviceHistogramOp histogram) const;
  /// A histogram of the updates' places, with these weights if not null.
  Value createHistogram(CodeBuilder &builder, Type count, Value weights);

private:
  /// The index `member` of the only update, within a dimension of `extent`.
  /// Unless it is known to be there, `isInside` tells whether it is.
  Value getOffset(CodeBuilder &builder, int64_t member, int64_t extent,
                  Value &isInside) const;
  Value loadIndex(CodeBuilder &builder, Value number, int64_t member) const;

  ForeignOp op;
  RankedTensorType updates, indices, output;
  ArrayRef<int64_t> indexed;
  /// How many dimensions of the output come before those of a slice.
  int64_t unindexed = 0;
  SmallVector<Value> updateExtents, outputExtents;
};

/// Converts a scatter of one value, which combines it with an element at most
/// once or always with one result, by counting the updates of each element.
/// `update` is the value, or null if the region does not use it.
Value convertScatterByCount(ForeignOp op, CodeBuilder &builder, Places &places,
                            Value update);

/// Converts a scatter by sorting the updates by their places. With a kind, all
/// updates of an element are combined. Without one, only the last is.
Value convertScatterBySort(ForeignOp op, CodeBuilder &builder, Places &places,
                           std::optional<CombinerKind> kind);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_FRONTENDTOPRIM_SCATTERPLACES_H
