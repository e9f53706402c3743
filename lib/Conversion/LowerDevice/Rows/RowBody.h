//===- RowBody.h - What the region of rows computes *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region of prim.device_rows, analysed: which of its ops outputs need,
// which values are the same for a row, and after how many walks along the row
// each is known.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWBODY_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWBODY_H

#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::prim {

/// A sum of exponentials of differences from a center that depends on a fold,
/// such as the row's maximum. One walk finds it together with the maximum of
/// the same values: the sum of some of them, with their own maximum as center,
/// becomes that with another center by one factor. No term is above 1 then.
struct ScaledSum {
  CombinerOpInterface max;
  /// The exponentials, of differences from `center`.
  Operation *power;
  Value center;
};

class RowBody {
public:
  explicit RowBody(DeviceRowsOp op);

  /// The needed ops without the terminator, in the order of their execution.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// The fold or prefixes over the row that `op` is; null for other ops.
  static CombinerOpInterface getFold(Operation *op) {
    return isa<BlockReduceOp, BlockScanOp>(op) ? cast<CombinerOpInterface>(op)
                                               : CombinerOpInterface();
  }
  /// Whether `op` takes values of all threads that share the row.
  static bool isCollective(Operation *op) {
    return getFold(op) || isa<BlockSortOp>(op);
  }
  /// The values of which an element each is folded.
  static OperandRange getInputs(CombinerOpInterface fold);
  /// The results that are folds of the row: those of a reduction, and totals.
  static ResultRange getFolds(CombinerOpInterface fold);
  /// The values that `op` and regions in it use.
  ArrayRef<Value> getUses(Operation *op) const { return uses.find(op)->second; }
  bool isNeeded(Value value) const { return needed.contains(value); }
  bool isUniform(Value value) const {
    return !op.getRow().isAncestor(value.getParentRegion()) ||
           uniform.contains(value);
  }
  /// Whether an item that does not exist has no element's value instead: the
  /// value depends on a prefix or a sort, or on a loop, which only items that
  /// exist run.
  bool needsElement(Value value) const { return ofElements.contains(value); }
  /// Whether `op` has regions that load.
  static bool isLoadingLoop(Operation *op) {
    return op->getNumRegions() != 0 && !isCollective(op) &&
           !isMemoryEffectFree(op);
  }
  /// Whether `op` computes one result for the row without a fold.
  bool isUniform(Operation *op) const {
    return !getFold(op) && op->getNumResults() > 0 &&
           llvm::all_of(op->getResults(),
                        [&](Value value) { return uniform.contains(value); });
  }

  /// Values that are known in walk `walk` along the row at the earliest, where
  /// each walk ends with folds.
  unsigned getWalk(Value value) const { return walks.lookup(value); }
  /// The walk in which `fold` gets its inputs.
  unsigned getWalk(CombinerOpInterface fold) const;
  unsigned countWalks() const { return numWalks; }
  /// How one walk finds `fold` together with a maximum; null if none does.
  const ScaledSum *findScaledSum(CombinerOpInterface fold) const {
    auto found = scaledSums.find(fold);
    return found == scaledSums.end() ? nullptr : &found->second;
  }
  /// The needed ops, in order, that compute `value`, which is uniform, from
  /// what is known after walk `walk - 1` in walk `walk`.
  SmallVector<Operation *> findUniformOps(Value value, unsigned walk) const;
  /// The needed folds that walk `walk` ends with.
  SmallVector<CombinerOpInterface> getFolds(unsigned walk) const;
  /// The values of items that walk `walk` folds or writes.
  SmallVector<Value> getTargets(unsigned walk) const;
  /// The ops that have to be done for each item for `targets`; `seen` gets the
  /// values of items that they need.
  llvm::DenseSet<Operation *> findCone(ArrayRef<Value> targets,
                                       llvm::DenseSet<Value> &seen) const;
  /// The numbers of those of `ins` that more than one walk reads.
  SmallVector<unsigned> findReadAgain() const;
  /// The values that outputs with the shape of `ins` are written from; null for
  /// other outputs and for those that are discarded.
  ArrayRef<Value> getWritten() const { return written; }
  /// Such values of outputs with an element for each row.
  ArrayRef<Value> getWrittenOfRow() const { return writtenOfRow; }
  bool hasOutOfRow() const {
    return llvm::any_of(writtenOfRow, [](Value value) { return !!value; });
  }

  /// Whether a row without elements has no value of a needed fold.
  bool lacksFolds() const { return hasNoFold; }
  /// Whether a needed fold has no value for elements that are not there.
  bool lacksIdentity() const { return hasNoIdentity; }
  /// Whether there are prefixes, or suffixes.
  bool scans(bool reverse) const {
    return reverse ? scansBackward : scansForward;
  }
  /// Whether threads may fold their items in any order, before others.
  bool foldsByThread() const;
  /// The needed sorts. Threads have to hold the rows of a body that has any.
  ArrayRef<BlockSortOp> getSorts() const { return sorts; }
  bool hasSorts() const { return !sorts.empty(); }
  /// The members of `sort` that move: keys, and others that are needed.
  SmallVector<unsigned> getSorted(BlockSortOp sort) const;
  /// Whether elements are read from `reads`.
  bool readsBuffers() const { return !op.getReads().empty(); }
  /// Registers of a thread that an element takes from one fold to the next.
  uint64_t countRegisters() const { return registers; }
  /// The registers that an element takes where LLVM loads all elements of
  /// operands at once, from an address each.
  uint64_t countLoadRegisters() const { return loadRegisters; }

private:
  void findNeeded();
  /// The operands with an element for each position of a row, in the region.
  Block::BlockArgListType getColumns();
  /// Moves what is computed from columns alone behind the folds before its use:
  /// columns are then loaded there, and take no registers before.
  void deferColumns();
  void findValuesOfElements();
  void findWalks();
  /// Whether sums may be scaled by `max` until they have this center.
  bool canScale(BlockReduceOp max, Value center) const;
  /// The scaled sum that `fold` is where the walks of its values are known.
  std::optional<ScaledSum> matchScaledSum(CombinerOpInterface fold) const;
  void findRegisters();

  mutable DeviceRowsOp op;
  llvm::DenseSet<Value> uniform, needed, ofElements;
  SmallVector<Operation *> ops;
  SmallVector<BlockSortOp> sorts;
  llvm::DenseMap<Operation *, SmallVector<Value>> uses;
  llvm::DenseMap<Value, unsigned> walks;
  llvm::DenseMap<Operation *, ScaledSum> scaledSums;
  SmallVector<Value> written, writtenOfRow;
  unsigned numWalks = 0;
  bool hasNoIdentity = false, hasNoFold = false, scansForward = false,
       scansBackward = false;
  uint64_t registers = 0, loadRegisters = 0;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWBODY_H
