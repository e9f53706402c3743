//===- LoopSteps.cpp - Loops that would not end -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks constant steps of loops of any dialect.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/LoopSteps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

LogicalResult prim::checkLoopSteps(LoopLikeOpInterface loop) {
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  // affine.parallel has steps, but does not return them from the interface.
  if (auto parallel = dyn_cast<affine::AffineParallelOp>(*loop))
    steps = getAsIndexOpFoldResult(loop->getContext(), parallel.getSteps());
  if (!steps)
    return success();
  auto counted = dyn_cast<scf::ForOp>(*loop);
  bool isUnsigned = counted && counted.getUnsignedCmp();
  for (auto [dim, step] : llvm::enumerate(*steps)) {
    std::optional<int64_t> constant = getConstantIntValue(step);
    if (!constant || (isUnsigned ? *constant != 0 : *constant > 0))
      continue;
    InFlightDiagnostic error = loop.emitOpError("has a step of ") << *constant;
    if (steps->size() > 1)
      error << " along dimension " << dim;
    return error << "; steps must be positive";
  }
  return success();
}
