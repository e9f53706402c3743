//===- ForeignOps.cpp - Ops that prim does not lower ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dialects are named and not included: most of them are other projects'.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/ForeignOps.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

/// Ops whose dialect has further lowerings.
static StringRef findLoweringOfOp(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Case("linalg.pack", "transform.structured.lower_pack")
      .Case("linalg.unpack", "transform.structured.lower_unpack")
      .Case("linalg.softmax", "prim-fuse-elementwise on tensors")
      .StartsWith("linalg.winograd_",
                  "transform.structured.decompose_winograd_op")
      .Default("");
}

static StringRef findLoweringOfDialect(StringRef dialect) {
  return llvm::StringSwitch<StringRef>(dialect)
      .Case("chlo", "chlo-legalize-to-stablehlo")
      .Case("quant", "lower-quant-ops")
      .Case("shape", "convert-shape-to-std")
      .Case("sparse_tensor", "sparsification-and-bufferization")
      .Case("stablehlo", "stablehlo-legalize-to-linalg")
      .Case("torch", "torch-backend-to-linalg-on-tensors-backend-pipeline")
      .Case("tosa", "tosa-to-linalg-pipeline")
      .Default("");
}

StringRef prim::findLowering(Operation *op) {
  StringRef name = op->getName().getStringRef();
  StringRef lowering = findLoweringOfOp(name);
  return lowering.empty()
             ? findLoweringOfDialect(op->getName().getDialectNamespace())
             : lowering;
}

LogicalResult prim::reportForeign(Operation *op) {
  InFlightDiagnostic error = op->emitOpError("is not lowered by prim; ");
  StringRef lowering = findLowering(op);
  if (lowering.empty())
    return error << "convert it to linalg, arith, scf or prim ops first";
  return error << "run " << lowering << " first";
}
