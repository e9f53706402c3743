//===- GenericCode.h - The body of a new linalg.generic ----------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds an elementwise linalg.generic from the code of an element.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_GENERICCODE_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_GENERICCODE_H

#include "ElementCode.h"

namespace mlir::prim {

/// The code of an element at a point of the loops. It is built in a block of
/// its own, so that nothing is changed before all of it is known to exist.
/// Operands that are read at the point become inputs; others are gathered from.
class GenericCode : public ElementCode {
public:
  using ElementCode::ElementCode;

protected:
  /// Begins a body with loops over the elements of `type`.
  void begin(RankedTensorType type);
  ArrayRef<int64_t> getShape() const { return shape; }
  ArrayRef<Value> getIndices() const { return indices; }
  /// The element of an operand.
  Value getInput(Value tensor, ArrayRef<Value> at);
  /// Ends the body with `yields`, and inserts the generic before `next`.
  linalg::GenericOp finish(ValueRange yields, Operation *next);

  Value getLeafElement(Value tensor, ArrayRef<Value> at) override {
    return getInput(tensor, at);
  }
  Value getLeafTensor(Value tensor) override { return tensor; }

private:
  /// The map from the loops to `at`; null if these are other positions.
  AffineMap findMap(RankedTensorType type, ArrayRef<Value> at);

  SmallVector<int64_t> shape;
  SmallVector<Value> indices, inputs;
  SmallVector<AffineMap> maps;
  std::unique_ptr<Block> block;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_GENERICCODE_H
