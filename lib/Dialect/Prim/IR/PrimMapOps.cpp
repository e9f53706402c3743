//===- PrimMapOps.cpp - Elements of device memory ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimMapOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimMapOps.h"

#include "DeviceOps.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

#include "prim/Dialect/Prim/IR/PrimMapEnums.cpp.inc"

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimMapOps.cpp.inc"

void PrimDialect::registerMapOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimMapOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// device_map: assembly, effects, folds
//===----------------------------------------------------------------------===//

static const EnumWords kNeighbourWords = {
    [](StringRef word) -> std::optional<uint32_t> {
      if (std::optional<Neighbour> value = symbolizeNeighbour(word))
        return static_cast<uint32_t>(*value);
      return std::nullopt;
    },
    [](uint32_t value) {
      return stringifyNeighbour(static_cast<Neighbour>(value));
    }};

static constexpr auto kMapClauses =
    joinClauses(makeDestination(/*ins=*/0, /*outs=*/1, /*workspace=*/2),
                makeBuffers("reads", 3), makeEnum("neighbour", kNeighbourWords),
                kDimensionClause, makeFlag("predicated"),
                makeLaunch(/*async=*/4), makeRegion("map", 0));
static constexpr OpSyntax kMapSyntax = {{}, kMapClauses, 5, 1, -1, nullptr};

const OpSyntax &DeviceMapOp::getSyntax() { return kMapSyntax; }

SmallVector<Type> DeviceMapOp::getItemTypes() {
  SmallVector<Type> types = getElements(getIns().getTypes());
  if (getNeighbour()) {
    types.append(SmallVector<Type>(types));
    types.push_back(IntegerType::get(getContext(), 1));
  }
  return types;
}

void DeviceMapOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceMapOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<FoldCasts<DeviceMapOp>, DropUnwanted<DeviceMapOp>>(context);
}

//===----------------------------------------------------------------------===//
// device_map: verifier
//===----------------------------------------------------------------------===//

LogicalResult DeviceMapOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  SmallVector<Type> elements = getElements(getOuts().getTypes());
  if (failed(verifyStored(*this, "ins", getElements(getIns().getTypes()))) ||
      failed(verifyStored(*this, "outs", elements)))
    return failure();
  if (getMap().empty())
    return emitOpError(
        "needs a map region, which computes the elements of outs");
  if (getNeighbour() && getIns().empty())
    return emitOpError(
        "has a neighbour, but no ins; add ins, or remove the neighbour");
  if (failed(verifyOuts(*this, getOuts(), elements, getShape(*this), "the map",
                        getIns().empty() ? "one size" : "the sizes of ins")))
    return failure();
  SmallVector<Type> arguments = getItemTypes();
  if (getMap().getNumArguments() == arguments.size() + 1)
    arguments.push_back(IndexType::get(getContext()));
  SmallVector<Type> yields(elements);
  if (getPredicated())
    yields.push_back(IntegerType::get(getContext(), 1));
  if (failed(verifySignature(*this, getMap(), "map", arguments, yields)))
    return failure();
  return verifyPure(getMap(), "map");
}
