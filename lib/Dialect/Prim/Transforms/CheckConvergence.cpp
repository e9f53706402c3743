//===- CheckConvergence.cpp - prim-check-convergence --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds a prim.check_convergence before every collective.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMCHECKCONVERGENCE
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// The first file, line and column within a location, or null.
static FileLineColLoc getPlace(Location loc) {
  FileLineColLoc place;
  loc->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part))
      place = file;
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place;
}

namespace {

struct PrimCheckConvergencePass
    : public prim::impl::PrimCheckConvergenceBase<PrimCheckConvergencePass> {
  using PrimCheckConvergenceBase::PrimCheckConvergenceBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (op->getParentOfType<FunctionOpInterface>() &&
          getRequiredGroup(op, /*waveSize=*/1))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    FailureOr<TargetInfo> target =
        TargetInfo::lookup(ops.front()->getParentOfType<FunctionOpInterface>());
    if (failed(target))
      return signalPassFailure();
    for (Operation *op : ops) {
      std::string text = ("'" + op->getName().getStringRef() + "'").str();
      if (FileLineColLoc place = getPlace(op->getLoc()))
        text += (" at " + place.getFilename().getValue() + ":" +
                 Twine(place.getLine()) + ":" + Twine(place.getColumn()))
                    .str();
      UniformGroup group = *getRequiredGroup(op, target->waveSize);
      OpBuilder builder(op);
      IntegerAttr width;
      if (!group.isBlock())
        width = builder.getI32IntegerAttr(group.isWave() ? target->waveSize
                                                         : group.getLanes());
      CheckConvergenceOp::create(builder, op->getLoc(),
                                 builder.getStringAttr(text), width);
    }
  }
};

} // namespace
