//===- GenericCode.cpp - The body of a new linalg.generic --------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenericCode.h"
#include "Operands.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::prim;

void GenericCode::begin(RankedTensorType type) {
  shape.assign(type.getShape().begin(), type.getShape().end());
  block = std::make_unique<Block>();
  b.setInsertionPointToEnd(block.get());
  emitZero();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    indices.push_back(linalg::IndexOp::create(b, dim));
}

AffineMap GenericCode::findMap(RankedTensorType type, ArrayRef<Value> at) {
  SmallVector<AffineExpr> exprs;
  for (auto [extent, index] : llvm::zip_equal(type.getShape(), at)) {
    auto *found = llvm::find(indices, index);
    if (extent == 1) {
      exprs.push_back(b.getAffineConstantExpr(0));
    } else if (found != indices.end() &&
               extent == shape[found - indices.begin()]) {
      AffineExpr expr = b.getAffineDimExpr(found - indices.begin());
      if (llvm::is_contained(exprs, expr))
        return AffineMap();
      exprs.push_back(expr);
    } else {
      return AffineMap();
    }
  }
  return AffineMap::get(shape.size(), 0, exprs, b.getContext());
}

Value GenericCode::getInput(Value tensor, ArrayRef<Value> at) {
  if (TypedAttr constant = findConstantInit(tensor))
    return b.constant(constant);
  auto type = cast<RankedTensorType>(tensor.getType());
  AffineMap map = findMap(type, at);
  if (!map)
    return tensor::ExtractOp::create(b, tensor, at);
  for (auto [number, input] : llvm::enumerate(inputs))
    if (input == tensor && maps[number] == map)
      return block->getArgument(number);
  inputs.push_back(tensor);
  maps.push_back(map);
  return block->addArgument(type.getElementType(), b.getLoc());
}

linalg::GenericOp GenericCode::finish(ValueRange yields, Operation *next) {
  linalg::YieldOp::create(b, yields);
  eraseDeadCode(*block);
  b.setInsertionPoint(next);
  SmallVector<Value> outs;
  for (Value value : yields) {
    outs.push_back(tensor::EmptyOp::create(b, shape, value.getType()));
    block->addArgument(value.getType(), b.getLoc());
    maps.push_back(b.getMultiDimIdentityMap(shape.size()));
  }
  SmallVector<utils::IteratorType> iterators(shape.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(b, TypeRange(ValueRange(outs)),
                                           inputs, outs, maps, iterators);
  generic.getRegion().getBlocks().clear();
  generic.getRegion().push_back(block.release());
  return generic;
}
