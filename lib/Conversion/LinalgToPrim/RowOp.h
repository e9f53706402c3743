//===- RowOp.h - Ops on rows ------------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that computes with the rows of a tensor: which of its operands and
// results have a value for each element, and which have one for each row.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_ROWOP_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_ROWOP_H

#include "Fold.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::prim {

/// Where a thread finds its element of an operand.
enum class RowPlace { Element, Row, Column, LookUp };

/// A tensor that an op reads by its loops.
struct RowInput {
  Value tensor;
  /// From loops to dimensions. The last loop goes along the row.
  AffineMap map;
  RowPlace place;
};

/// An op that computes with rows of one shape. Rows are the last dimension.
struct RowOp {
  enum class Kind {
    /// Code on each element, or on one value for each row.
    Elements,
    Rows,
    /// A fold of each row.
    Reduction,
    /// Prefixes along each row.
    Scan,
    /// The sorted row, or its first elements.
    Sort,
    /// One element of each row, at one position.
    Slice
  };

  /// `op` on rows of `shape`, or null.
  static std::optional<RowOp> match(Operation *op, ArrayRef<int64_t> shape,
                                    const PrimFuseRowsOptions &options);
  /// `op` on the first `first` elements of rows of `shape`, or null. Threads of
  /// the others may execute its body, too.
  static std::optional<RowOp> matchFirst(Operation *op, int64_t first,
                                         ArrayRef<int64_t> shape,
                                         const PrimFuseRowsOptions &options);

  Operation *op = nullptr;
  Kind kind = Kind::Elements;
  /// The tensors that are read by the op's loops. Loads in the body are not
  /// among them.
  SmallVector<RowInput> inputs;
  /// The parts of a reduction.
  std::shared_ptr<Fold> fold;
  /// The elements of a row that results have, or that are folded, if they are
  /// only the first ones.
  std::optional<int64_t> first;

  /// The most elements of rows that are sorted in one kernel with other ops,
  /// if `sort`, a sort or a top-k, is the op.
  static int64_t getMaxSorted(Operation *sort,
                              const PrimFuseRowsOptions &options);

  /// Whether results have an element for each row.
  bool hasRowResults() const { return kind != Kind::Elements && isAnywhere(); }
  /// Whether the value of an element is computed from values of the same
  /// element and of the row, and so for any element.
  bool isAnywhere() const { return kind != Kind::Scan && kind != Kind::Sort; }
  /// The body of a linalg op; null for others.
  Block *getBody() const;
  /// The prologue of a sort, which may be empty; null for other ops.
  Region *getPrologue() const;
  /// The loads of the body and of loops in it.
  SmallVector<tensor::ExtractOp> getLoads() const;
  /// Whether the body's value is its own position in the loop.
  static bool isLoopIndex(Value value, unsigned loop);

private:
  bool matchLinalg(linalg::LinalgOp linalg, ArrayRef<int64_t> shape,
                   bool reassociate);
  bool matchFold(linalg::LinalgOp linalg, int64_t length, bool reassociate);
  bool matchScan(DeviceScanOp scan, ArrayRef<int64_t> shape);
  bool matchSort(DeviceOpInterface sort, ArrayRef<int64_t> shape,
                 const PrimFuseRowsOptions &options);
  bool matchSlice(tensor::ExtractSliceOp slice, ArrayRef<int64_t> shape);
  RowPlace getPlace(AffineMap map, unsigned rank) const;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_ROWOP_H
