//===- PrimTransformOps.cpp - Schedules of device ops -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the transform dialect that work on prim's ops.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/TransformOps/PrimTransformOps.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::prim;

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/TransformOps/PrimTransformOps.cpp.inc"

DiagnosedSilenceableFailure transform::TransformTuneOp::applyToOne(
    transform::TransformRewriter &rewriter, Operation *target,
    transform::ApplyToEachResultList &results,
    transform::TransformState &state) {
  auto op = dyn_cast<DeviceOpInterface>(target);
  if (!op) {
    DiagnosedSilenceableFailure error =
        emitSilenceableError() << "expects a handle of prim's device ops";
    error.attachNote(target->getLoc())
        << "'" << target->getName() << "' is none";
    return error;
  }
  // Every device op has the attribute under its clause's name.
  TuningAttr before = op.getDeviceTuning();
  auto set = [&](TuningAttr tuning) {
    rewriter.modifyOpInPlace(
        target, [&] { target->setAttr(getTuningAttrName(), tuning); });
  };
  set(getTuning());
  // The op's own verifier knows what the op takes. What it says becomes a part
  // of the failure.
  std::string reason;
  LogicalResult isTaken = success();
  {
    ScopedDiagnosticHandler handler(getContext(), [&](Diagnostic &diagnostic) {
      if (reason.empty())
        reason = diagnostic.str();
    });
    isTaken = mlir::verify(target, /*verifyRecursively=*/false);
  }
  if (succeeded(isTaken))
    return DiagnosedSilenceableFailure::success();
  set(before);
  DiagnosedDefiniteFailure error =
      emitDefiniteFailure("sets a tuning that an op refuses");
  error.attachNote(target->getLoc()) << reason;
  return error;
}

void transform::TransformTuneOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  onlyReadsHandle(getTargetMutable(), effects);
  modifiesPayload(effects);
}

namespace {

struct PrimTransformExtension
    : transform::TransformDialectExtension<PrimTransformExtension> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrimTransformExtension)

  void init() {
    // `#prim.tuning` is an attribute of the schedule itself.
    declareDependentDialect<PrimDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "prim/Dialect/Prim/TransformOps/PrimTransformOps.cpp.inc"
        >();
  }
};

} // namespace

void prim::registerPrimTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<PrimTransformExtension>();
}
