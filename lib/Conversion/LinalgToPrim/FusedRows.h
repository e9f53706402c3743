//===- FusedRows.h - Ops on the same rows ------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the ops that one prim.device_rows can replace, and replaces them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_FUSEDROWS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_FUSEDROWS_H

#include "RowOp.h"
#include "prim/Conversion/Passes.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::prim {

/// Ops of one block that become one prim.device_rows.
class FusedRows {
public:
  /// A group on rows of `shape`.
  FusedRows(Block *block, ArrayRef<int64_t> shape,
            const PrimFuseRowsOptions &options)
      : block(block), shape(shape), options(options) {}

  /// The shape whose last dimension the op folds, scans or sorts; empty if it
  /// does nothing of this.
  static SmallVector<int64_t> getSeedShape(Operation *op);

  /// Adds the op if it computes with the group's rows.
  bool add(Operation *op);
  /// Adds producers and consumers until there are no more.
  void grow();
  /// Drops ops until all users of the group's values come after it.
  void closeUses();
  /// Whether one kernel saves memory traffic or launches.
  bool isWorthwhile() const;

  /// The ops, after closeUses() in the block's order.
  ArrayRef<RowOp> getOps() const { return ops; }
  bool contains(Operation *op) const { return members.contains(op); }
  unsigned getRank() const { return shape.size(); }
  /// The op before which the ops of the group can be computed, and all other
  /// users of their values are; or that op itself if it is of the group.
  Operation *getPlace() const { return place; }
  /// Whether the tensor has an element for each of the rows.
  bool isShaped(Value tensor) const;
  /// The op that computes the tensor; null if it is not of the group.
  const RowOp *findProducer(Value tensor) const;
  bool isUsedOutside(Value tensor) const;
  /// Whether the op, or the one of the block around it, is of the group.
  bool isWithin(Operation *user) const;
  /// Whether `position` is that of a row's last element.
  bool isLast(OpFoldResult position) const;
  /// An operand of the ops with the shape of the rows; null if there is none.
  Value findShaped() const;
  /// Whether the group uses the last element of the tensor's rows.
  bool usesLast(Value tensor) const;

private:
  bool mayRead(const RowOp &member) const;
  bool mayLoad(const RowOp &member, tensor::ExtractOp load) const;
  bool hasGroupShape(const RowOp &member) const;
  bool hasOneDirection() const;
  bool mayContract(const RowOp &member) const;
  bool isComputedAnywhere(const RowOp &member) const;
  std::optional<RowOp> matchMember(Operation *op) const;
  bool isConnected(Operation *op) const;
  Operation *findFirstUser() const;
  bool canBeAt(Operation *other) const;

  Block *block;
  SmallVector<int64_t> shape;
  const PrimFuseRowsOptions &options;
  SmallVector<RowOp> ops;
  /// The places of the ops in `ops`.
  llvm::DenseMap<Operation *, size_t> members;
  Operation *place = nullptr;
};

/// Replaces the ops of the group.
void rewriteRows(const FusedRows &group);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_FUSEDROWS_H
