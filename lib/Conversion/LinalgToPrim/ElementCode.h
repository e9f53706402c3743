//===- ElementCode.h - Scalar code of single elements ------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes one element of a tensor by scalar code, where elementwise linalg ops
// slices and reshapes that only add or remove dimensions of extent 1 compute
// it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_ELEMENTCODE_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_ELEMENTCODE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

#include <map>

namespace mlir::prim {

/// Whether a slice is known to consist of adjacent elements.
bool isBoxSlice(OffsetSizeAndStrideOpInterface op);

/// By dimension of the longer shape of a reshape: the dimension of the shorter
/// one with the same index, or -1 for extents of 1. Nothing if dimensions are
/// really joined.
std::optional<SmallVector<int64_t>>
matchUnitReshape(ArrayRef<ReassociationIndices> groups,
                 ArrayRef<int64_t> longer);

/// A tensor with the elements of another one in the same order, of which only
/// dimensions of extent 1 are in other places.
struct UnitReshape {
  Value source;
  /// By dimension of the source: that of the tensor, or -1 for extents of 1.
  SmallVector<int64_t> dims;
};

/// The source of an expand_shape of a collapse_shape, or of one of them alone.
/// Nothing for other reshapes.
std::optional<UnitReshape> findUnitReshape(Operation *op);

/// Whether all users of a collapse_shape expand it to a UnitReshape of its
/// source, so that it is not needed.
bool isPartOfUnitReshapes(tensor::CollapseShapeOp op);

/// The indices, in the source of a reshape that only adds or removes dimensions
/// of extent 1, of the element with `indices` in its result. Dimensions of the
/// source that have none get `zero`. Nothing for other reshapes.
std::optional<SmallVector<Value>> findInSource(tensor::ExpandShapeOp op,
                                               ValueRange indices, Value zero);
std::optional<SmallVector<Value>> findInSource(tensor::CollapseShapeOp op,
                                               ValueRange indices, Value zero);

/// Emits the code of elements at the builder's insertion point. A value that is
/// computed twice at the same position is emitted once, so all code between two
/// calls of forget() must be in places where the earlier code dominates it.
class ElementCode {
public:
  explicit ElementCode(CodeBuilder &builder) : b(builder) {}
  virtual ~ElementCode() = default;

  /// The element of `tensor` at `indices`; null if there is no such code.
  Value getElement(Value tensor, ArrayRef<Value> indices);
  /// A scalar where the code is; null if there is no such code.
  Value getScalar(Value value);
  /// After a null value: the reason, as a predicate of the program.
  StringRef getObstacle() const { return obstacle; }

protected:
  /// Whether `value` is an operand of the code, so that its computation is not
  /// a part of it.
  virtual bool isLeaf(Value value) const = 0;
  /// The element of a leaf that is a tensor, and the value of one that is not.
  virtual Value getLeafElement(Value tensor, ArrayRef<Value> indices) = 0;
  virtual Value getLeafScalar(Value value) { return value; }
  /// The tensor from which nested code loads elements of a leaf; null if that
  /// is not possible.
  virtual Value getLeafTensor(Value tensor) = 0;

  /// Most iterations of a reduction, whose code is emitted for each of them.
  virtual int64_t getMaxUnrolled() const { return 0; }

  Value fail(const Twine &reason);
  /// Forgets what was emitted, before the insertion point leaves its block.
  void forget() {
    known.clear();
    numbers.clear();
  }
  /// The index of dimensions of extent 1. It is always the same value.
  Value getZero() const { return zero; }
  void emitZero() { zero = b.index(0); }
  /// The index `number`. It is always the same value.
  Value getNumber(int64_t number);
  /// Whether the element is loaded by a `tensor.extract`, so that its tensor
  /// may have another size than the loops.
  bool isGathering() const { return gathers != 0; }

  CodeBuilder &b;

private:
  Value compute(OpResult tensor, ArrayRef<Value> indices);
  Value computeSlice(tensor::ExtractSliceOp op, ArrayRef<Value> indices);
  /// The element of a slice or, outside of it, of the destination.
  Value computeInserted(tensor::InsertSliceOp op, ArrayRef<Value> indices);
  Value computeStructured(linalg::LinalgOp op, unsigned output,
                          ArrayRef<Value> indices);
  Value computeReduced(linalg::LinalgOp op, unsigned output,
                       ArrayRef<Value> loops);
  /// The values that an iteration yields; nothing if there is no code. `folds`
  /// are the output arguments, or empty if these are elements of the outputs.
  SmallVector<Value> computeIteration(linalg::LinalgOp op,
                                      ArrayRef<Value> loops, ValueRange folds);
  /// Maps the arguments of the op's body.
  LogicalResult mapOperands(linalg::LinalgOp op, ArrayRef<Value> loops,
                            ValueRange folds, IRMapping &mapping);
  LogicalResult emitBody(linalg::LinalgOp op, ArrayRef<Value> loops,
                         IRMapping &mapping);
  /// Maps what the op and its regions use of the code around it.
  LogicalResult mapCaptured(Operation *op, IRMapping &mapping);
  Value computeScalar(OpResult value);

  Value zero;
  /// By value and indices.
  std::map<std::vector<const void *>, Value> known;
  llvm::DenseMap<int64_t, Value> numbers;
  unsigned depth = 0, emitted = 0, gathers = 0;
  std::string obstacle;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_ELEMENTCODE_H
