//===- LoopDims.h - Dimensions that a loop computes alone --------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds along which dimensions of its tensors a loop computes each position
// from the same position alone.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_LOOPDIMS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_LOOPDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/IntEqClasses.h"

namespace mlir::prim {

/// The dimensions of the tensors that an iteration computes and carries, in
/// classes: elementwise code has the same index in all dimensions of a class.
/// Dimensions of extent 1 have no class.
class LoopDims {
public:
  explicit LoopDims(scf::ForOp loop);

  /// The class of a dimension; nothing if its extent is 1.
  std::optional<unsigned> find(Value tensor, int64_t dim) const;
  /// Whether positions along the class depend on others.
  bool isSerial(unsigned dims) const { return serial.contains(dims); }
  void makeSerial(unsigned dims) { serial.insert(dims); }
  /// Makes one class of two that no tensor has both of, so that their indices
  /// need not be different. Returns whether it did; `kept` is the class then.
  bool merge(unsigned kept, unsigned other);

private:
  /// A dimension without its class.
  using Node = std::optional<unsigned>;

  /// Nothing for tensors that are the same in all iterations, which may be read
  /// anywhere, and for extents of 1.
  Node get(Value tensor, int64_t dim);
  unsigned create();
  void join(Node one, Node other);
  void mark(Node node);
  void markAll(Value tensor);

  void visit(Operation *op);
  void visitStructured(linalg::LinalgOp op);
  void visitBody(linalg::LinalgOp op, ArrayRef<unsigned> loops);
  void visitExtract(tensor::ExtractSliceOp op);
  void visitInsert(tensor::InsertSliceOp op);
  void visitReshape(Operation *op);
  void visitCarried();
  /// A tensor with two dimensions of a class is read along a diagonal.
  void markDiagonals();

  mutable scf::ForOp loop;
  llvm::DenseMap<std::pair<Value, int64_t>, unsigned> nodes;
  llvm::IntEqClasses classes;
  unsigned count = 0;
  /// Nodes first, and leaders of classes in the end.
  llvm::DenseSet<unsigned> serial;
  /// By leader of a class that became a part of another one: that one.
  llvm::DenseMap<unsigned, unsigned> merged;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_LOOPDIMS_H
