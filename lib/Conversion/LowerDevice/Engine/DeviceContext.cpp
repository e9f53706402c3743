//===- DeviceContext.cpp - The module that kernels go to *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are shared by what they are, not by the op they come from: whatever
// an emitter looks at shows in the kernel it emits, and what it does not look
// at cannot keep two ops apart.
//
//===----------------------------------------------------------------------===//

#include "DeviceContext.h"

using namespace mlir;
using namespace mlir::prim;

int64_t DeviceContext::getMaxBlocks(unsigned blockSize) const {
  int64_t most =
      limits.maxBlocks.value_or(mlir::prim::getMaxBlocks(target, blockSize));
  return std::min(most, getMaxGrid(blockSize));
}

int64_t DeviceContext::getMaxPartials(unsigned blockSize) const {
  int64_t most = limits.maxBlocks.value_or(mlir::prim::getMaxPartials(target));
  return std::min(most, getMaxGrid(blockSize));
}

int64_t DeviceContext::getMaxReduceBlocks(unsigned blockSize) const {
  int64_t most =
      limits.maxBlocks.value_or(mlir::prim::getMaxReduceBlocks(target));
  return std::min(most, getMaxGrid(blockSize));
}

LogicalResult DeviceContext::notLowered(Operation *op,
                                        const Twine &what) const {
  return op->emitOpError() << what.str() << " is not implemented on "
                           << target.chip
                           << "; remove the algorithm from the tuning";
}

/// A hash that equal kernels have in common.
static llvm::hash_code hashKernel(gpu::GPUFuncOp kernel) {
  llvm::hash_code hash = hash_value(kernel.getFunctionType());
  kernel.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

/// Whether two kernels do the same, whatever they are called.
static bool areEqual(gpu::GPUFuncOp lhs, gpu::GPUFuncOp rhs) {
  auto attributes = [](gpu::GPUFuncOp kernel) {
    NamedAttrList list(kernel->getAttrDictionary());
    list.erase(SymbolTable::getSymbolAttrName());
    return list.getDictionary(kernel.getContext());
  };
  return attributes(lhs) == attributes(rhs) &&
         OperationEquivalence::isRegionEquivalentTo(
             &lhs.getBody(), &rhs.getBody(),
             OperationEquivalence::IgnoreLocations);
}

gpu::GPUFuncOp DeviceContext::share(gpu::GPUFuncOp kernel, StringRef name) {
  auto &candidates = shared[hashKernel(kernel)];
  for (gpu::GPUFuncOp candidate : candidates)
    if (areEqual(candidate, kernel)) {
      kernel.erase();
      return candidate;
    }
  unsigned number = 0;
  std::string unique;
  do
    unique = (name + "_" + Twine(number++)).str();
  while (kernels.lookupSymbol(unique));
  kernel.setName(unique);
  candidates.push_back(kernel);
  return kernel;
}
