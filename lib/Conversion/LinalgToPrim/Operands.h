//===- Operands.h - The operands of a linalg op that folds ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the operands of a linalg op become those of a device op: which are read
// element by element, which are looked up by the prologue, and which are copied
// to the full shape first.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_OPERANDS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_OPERANDS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// The operands of a linalg op with reductions. The dimensions of the device
/// op's operands are loops of the linalg op in another order.
class FoldOperands {
public:
  explicit FoldOperands(linalg::LinalgOp op) : op(op) {}

  /// Why the op's operands are not those of a fold of rows; empty if they are.
  StringRef match();

  /// By dimension of the device op's inputs: the loop.
  ArrayRef<unsigned> getLoops() const { return loops; }
  /// The dimensions that are folded; empty if all are.
  SmallVector<int64_t> getFoldedDimensions() const;
  /// Whether elements are folded in another order than linalg's.
  bool isReordered() const;

  /// How an input gets to the prologue.
  enum class Access { Element, LookUp, Copy };
  Access getAccess(unsigned input) const { return accesses[input]; }
  /// The input `number` in the shape of the device op's inputs.
  Value getElements(CodeBuilder &builder, unsigned number) const;
  /// Loads the element of a looked-up input from `elements`. `index` is the
  /// element's index in its row.
  Value lookUp(CodeBuilder &builder, unsigned number, Value elements,
               Value index, ArrayRef<Value> extents) const;
  /// The extents of the folded loops but the first one, outermost first.
  SmallVector<Value> getExtents(CodeBuilder &builder) const;
  /// The position in the folded loop `loop` of the element `index` of a row.
  Value getPosition(CodeBuilder &builder, unsigned loop, Value index,
                    ArrayRef<Value> extents) const;

  /// The dimensions of `outs` of the device op, as dimensions of an output of
  /// the linalg op; the identity if both have the same order.
  SmallVector<int64_t> getOutputOrder(unsigned output) const;

private:
  bool isFolded(unsigned loop) const;
  /// A tensor in the shape of the device op's inputs.
  Value getShaped(CodeBuilder &builder) const;
  SmallVector<unsigned> getFoldedLoops() const;
  AffineMap getMap(unsigned input) const {
    return op.getMatchingIndexingMap(op.getDpsInputOperand(input));
  }

  /// Mutable, since the accessors of op classes are not const.
  mutable linalg::LinalgOp op;
  SmallVector<unsigned> loops;
  SmallVector<Access> accesses;
  /// An input whose shape is that of the device op's inputs; the number of
  /// inputs if there is none, and all are copied.
  unsigned full = 0;
};

/// Whether the op folds few times many elements, so that threads for one fold
/// each are slower than copies of the inputs in the shape of all iterations,
/// which do not exist if reductions read them as views. Requires known extents.
bool hasFewLongFolds(linalg::LinalgOp op);

/// Whether the op is in host code, and in no loop that becomes a kernel.
bool isInHostCode(Operation *op);

/// Why a loop over tensors cannot become a kernel, as a predicate of it; empty
/// if nothing but its code is against it.
std::string findLoopObstacle(LoopLikeOpInterface loop);

/// Whether the op is on tensors and all of its loops are parallel.
bool isParallelOnTensors(linalg::LinalgOp op);

/// Whether the op is as fast for each user as a load of its result: it reads
/// one element and does little arithmetic.
bool isRepeatable(linalg::LinalgOp op);

/// Erases what nothing uses in `block` and in the regions of its ops.
void eraseDeadCode(Block &block);

/// Whether prim's ops can load and store the tensor's elements.
bool isElementStored(Value tensor);

/// Why the op cannot become a device op where it stands, as a predicate of it;
/// empty if it can: on tensors in host code.
StringRef findPlaceObstacle(linalg::LinalgOp op);

/// A tensor of the sizes of `tensor`, which is no fill: one that gives only its
/// sizes need not be computed.
Value skipFills(Value tensor);

/// The value of every element of an output before the fold, if it is known to
/// be one; otherwise null.
OpFoldResult findScalarInit(Value init);

/// findScalarInit() if it is a constant.
TypedAttr findConstantInit(Value init);

/// Erases initial values that are not used: fills, tensors without defined
/// elements, and constants.
void eraseUnusedInits(Operation *root);

/// `tensor` with its elements converted by an op of one operand, or unchanged.
/// linalg's elementwise code computes them.
Value convertElements(CodeBuilder &builder, Value tensor, Type element);

/// The type in which elements of `type` are stored: i8 for i1.
Type getDeviceElement(Type type);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_OPERANDS_H
