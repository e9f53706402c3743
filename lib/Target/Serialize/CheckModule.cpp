//===- CheckModule.cpp - Fit for translation to LLVM IR -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks names and types. Verifiers check the meaning of operations.
//
//===----------------------------------------------------------------------===//

#include "CheckModule.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether `op` is a cast left by an incomplete lowering. The operation that
/// needs the cast gives the better error.
static bool isCast(Operation *op) {
  return isa<UnrealizedConversionCastOp>(op);
}

/// Whether the translation supports `op`. The gpu dialect has a translation
/// only for its modules.
static bool isTranslated(Operation *op) {
  Dialect *dialect = op->getDialect();
  return dialect && !isa<gpu::GPUDialect>(dialect) && !isCast(op) &&
         dialect->getRegisteredInterface<LLVMTranslationDialectInterface>();
}

/// Whether `op` is allowed in a module outside of functions. The translation
/// cannot place the instructions of others.
static bool isOfModules(Operation *op) {
  return isa<LLVM::LLVMFuncOp, LLVM::GlobalOp, LLVM::GlobalCtorsOp,
             LLVM::GlobalDtorsOp, LLVM::AliasOp, LLVM::IFuncOp, LLVM::ComdatOp,
             LLVM::ModuleFlagsOp, LLVM::LinkerOptionsOp>(op);
}

/// A type of `op` that LLVM lacks; null if there is none. Attributes are
/// checked as well, such as the element type of an address.
static Type findForeignType(Operation *op) {
  auto isForeign = [](Type type) { return !LLVM::isCompatibleType(type); };
  for (Type type : op->getOperandTypes())
    if (isForeign(type))
      return type;
  for (Type type : op->getResultTypes())
    if (isForeign(type))
      return type;
  for (NamedAttribute attribute : op->getAttrs())
    if (auto type = dyn_cast<TypeAttr>(attribute.getValue()))
      if (op->getInherentAttr(attribute.getName()) &&
          isForeign(type.getValue()))
        return type.getValue();
  return Type();
}

/// The largest vector that a lane may hold: twice its at most 512 registers of
/// 32 bits. LLVM needs minutes and gigabytes of memory for larger ones.
static constexpr int64_t maxVectorBytes = 4096;

static Type findLargeVector(Operation *op) {
  auto isLarge = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getElementType().isIntOrFloat() &&
           vector.getNumElements() >
               maxVectorBytes * 8 /
                   std::max(vector.getElementTypeBitWidth(), 8u);
  };
  for (Type type : op->getResultTypes())
    if (isLarge(type))
      return type;
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
    for (Type type : function.getArgumentTypes())
      if (isLarge(type))
        return type;
  return Type();
}

LogicalResult mlir::prim::checkTranslatable(gpu::GPUModuleOp module) {
  // Without a note that prints the operation, which may be a whole function.
  auto error = [](Operation *op) {
    return emitError(op->getLoc(), "'") << op->getName() << "' op ";
  };
  Operation *cast = nullptr;
  WalkResult walked =
      module.getBodyRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isCast(op)) {
          if (!cast)
            cast = op;
          return WalkResult::advance();
        }
        if (!isTranslated(op)) {
          error(op) << "cannot be translated to LLVM IR; run prim-lower-block, "
                       "prim-lower-warp and prim-gpu-to-rocdl first";
          return WalkResult::interrupt();
        }
        if (op->getParentOp() == module && !isOfModules(op)) {
          error(op) << "is outside of functions; move it into the function "
                       "that uses it";
          return WalkResult::interrupt();
        }
        if (Type type = findForeignType(op)) {
          error(op)
              << "has the type " << type
              << ", which LLVM does not have; use a type of the LLVM dialect";
          return WalkResult::interrupt();
        }
        if (Type type = findLargeVector(op)) {
          error(op) << "has a vector of the type " << type
                    << ", but a lane has "
                    << "registers for " << maxVectorBytes / 2
                    << " bytes; keep it in memory, or use smaller vectors";
          return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
  if (walked.wasInterrupted())
    return failure();
  if (cast)
    return emitError(cast->getLoc(), "a value of type ")
           << cast->getOperandTypes().front() << " is used as "
           << cast->getResultTypes().front()
           << ", which LLVM cannot convert; use the same type on both sides";
  return success();
}
