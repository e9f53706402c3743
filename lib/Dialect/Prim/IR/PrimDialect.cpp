//===- PrimDialect.cpp - The prim dialect -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect, its enumerations, attributes, types, interfaces and
// ops. The implementation of an op is in the file of its family.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/Prim.h"

#include "OpClauses.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;
// The generated assembly calls these functions.
using prim::detail::parseArrangement;
using prim::detail::parseNumberOrValue;
using prim::detail::parseTypeList;
using prim::detail::printArrangement;
using prim::detail::printNumberOrValue;
using prim::detail::printTypeList;

#include "prim/Dialect/Prim/IR/PrimDialect.cpp.inc"
#include "prim/Dialect/Prim/IR/PrimEnums.cpp.inc"
#include "prim/Dialect/Prim/IR/PrimInterfaces.cpp.inc"

/// The algorithm form with this spelling, or with the spelling before it was
/// renamed (docs/Stability.md).
static FailureOr<Algorithm> parseAlgorithm(AsmParser &parser) {
  SMLoc place = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseKeyword(&word)))
    return failure();
  if (std::optional<Algorithm> algorithm = symbolizeAlgorithm(word))
    return *algorithm;
  std::optional<Algorithm> renamed =
      llvm::StringSwitch<std::optional<Algorithm>>(word)
          .Case("resident", Algorithm::Cooperative)
          .Case("one_round", Algorithm::CooperativeTile)
          .Default(std::nullopt);
  if (!renamed) {
    std::string all;
    for (uint32_t number = 0; number <= getMaxEnumValForAlgorithm(); ++number) {
      if (number != 0)
        all += number == getMaxEnumValForAlgorithm() ? " and " : ", ";
      all += stringifyAlgorithm(*symbolizeAlgorithm(number));
    }
    return parser.emitError(place)
           << "'" << word << "' is not an algorithm; use one of " << all;
  }
  mlir::emitWarning(parser.getEncodedSourceLoc(place))
      << "algorithm '" << word << "' is deprecated; use '"
      << stringifyAlgorithm(*renamed) << "'";
  return *renamed;
}

#define GET_ATTRDEF_CLASSES
#include "prim/Dialect/Prim/IR/PrimAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "prim/Dialect/Prim/IR/PrimTypes.cpp.inc"

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimCoreOps.cpp.inc"

void PrimDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "prim/Dialect/Prim/IR/PrimAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "prim/Dialect/Prim/IR/PrimTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimCoreOps.cpp.inc"
      >();
  registerBlockMoveOps();
  registerHistogramOps();
  registerMapOps();
  registerOrderOps();
  registerRowOps();
  registerSelectOps();
}

/// The ops whose regions end with prim.yield verify the yielded values.
LogicalResult YieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  if (parent && isa_and_nonnull<PrimDialect>(parent->getDialect()) &&
      !isa<WorkspaceSizeOp>(parent))
    return success();
  return emitOpError(
      "must end a region of a prim op; use the terminator of the enclosing op");
}

/// Checks the attribute on a kernel in any dialect that kernels are lowered to.
static LogicalResult verifyMinBlocks(Operation *op, NamedAttribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!number || !number.getType().isInteger(32) ||
      number.getValue().getSExtValue() < 1)
    return op->emitOpError("attribute '")
           << attribute.getName().getValue()
           << "' must be a positive i32, found " << attribute.getValue();
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError("attribute '")
           << attribute.getName().getValue() << "' must be on a gpu.func";
  return success();
}

/// Checks the attribute on an op of arith or math. Later conversions may keep
/// it on the ops that they create, but prim's do not.
static LogicalResult verifyRelaxed(Operation *op, NamedAttribute attribute) {
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("attribute '")
           << attribute.getName().getValue() << "' takes no value";
  StringRef name = op->getName().getStringRef();
  bool canBe =
      llvm::is_contained({"arith.divf", "math.exp", "math.exp2"}, name);
  if (!canBe || !op->getResult(0).getType().isF32())
    return op->emitOpError("attribute '")
           << attribute.getName().getValue()
           << "' must be on an arith.divf, math.exp or math.exp2 of f32";
  return success();
}

/// `prim.converged` is valid only on an op that threads must execute together;
/// `prim.cooperative` and `prim.overlapped` only on a launch.
LogicalResult PrimDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == MinBlocksAttrHelper::getNameStr())
    return verifyMinBlocks(op, attribute);
  if (attribute.getName() == RelaxedAttrHelper::getNameStr())
    return verifyRelaxed(op, attribute);
  bool isConverged = attribute.getName() == ConvergedAttrHelper::getNameStr();
  if (!isConverged &&
      attribute.getName() != CooperativeAttrHelper::getNameStr() &&
      attribute.getName() != OverlappedAttrHelper::getNameStr())
    return success();
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("attribute '")
           << attribute.getName().getValue() << "' takes no value";
  if (!isConverged) {
    if (isa<gpu::LaunchFuncOp>(op))
      return success();
    return op->emitOpError("attribute '") << attribute.getName().getValue()
                                          << "' must be on a gpu.launch_func";
  }
  StringRef name = op->getName().getStringRef();
  if (!name.starts_with("prim.warp_") && !name.starts_with("prim.block_") &&
      !name.starts_with("prim.grid_") &&
      !isa<ClusterBarrierOp, gpu::BarrierOp, gpu::ShuffleOp, gpu::RotateOp,
           gpu::SubgroupReduceOp, gpu::AllReduceOp>(op))
    return op->emitOpError("attribute '")
           << attribute.getName().getValue()
           << "' must be on a warp, block or grid op, or on a collective or "
              "barrier of the gpu dialect";
  return success();
}

LogicalResult
TuningAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   unsigned blockSize, unsigned itemsPerThread,
                   Algorithm algorithm) {
  // The largest block of any target. The smaller limit of a target is checked
  // when the target is known. Zero means that the size is not given.
  if (blockSize > kMaxTuningBlockSize)
    return emitError() << "block_size must be at most " << kMaxTuningBlockSize
                       << ", found " << blockSize;
  if (blockSize % kTuningBlockSizeStep != 0)
    return emitError() << "block_size must be a multiple of "
                       << kTuningBlockSizeStep << ", found " << blockSize;
  if (itemsPerThread > kMaxTuningItems)
    return emitError() << "items_per_thread must be at most " << kMaxTuningItems
                       << ", found " << itemsPerThread;
  return success();
}
