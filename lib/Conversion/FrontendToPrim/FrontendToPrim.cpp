//===- FrontendToPrim.cpp - prim-frontend-to-prim -----------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds ops of IREE and torch-mlir by their names, which programs in generic
// form may hold without their dialects, and converts them to device ops.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/FrontendToPrim.h"
#include "ForeignOp.h"
#include "prim/Conversion/OptionsOnce.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFRONTENDTOPRIM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// The conversion of ops of this name; null if there is none.
static Conversion findConversion(StringRef name) {
  return llvm::StringSwitch<Conversion>(name)
      .Cases({"iree_linalg_ext.scan", "tm_tensor.scan"}, convertScan)
      .Cases({"iree_linalg_ext.sort", "tm_tensor.sort"}, convertSort)
      .Cases({"iree_linalg_ext.topk", "tm_tensor.topk"}, convertTopk)
      .Cases({"iree_linalg_ext.scatter", "tm_tensor.scatter"}, convertScatter)
      .Default(nullptr);
}

/// Whether the context may hold ops without their dialects, or has these.
static bool mayHoldForeignOps(MLIRContext *context) {
  if (context->allowsUnregisteredDialects())
    return true;
  for (StringRef name : {"iree_linalg_ext", "tm_tensor", "util"})
    if (context->getLoadedDialect(name))
      return true;
  return false;
}

static bool isNamed(Operation *op, StringRef name) {
  return op->getName().getStringRef() == name;
}

/// Makes a func.func of IREE's util.func.
static void convertFunction(Operation *op) {
  auto type = dyn_cast_or_null<TypeAttr>(op->getAttr("function_type"));
  auto name = dyn_cast_or_null<StringAttr>(op->getAttr("sym_name"));
  if (!type || !isa<FunctionType>(type.getValue()) || !name ||
      op->getNumRegions() != 1)
    return;
  OpBuilder builder(op);
  auto function = func::FuncOp::create(builder, op->getLoc(), name.getValue(),
                                       cast<FunctionType>(type.getValue()));
  if (auto visibility =
          dyn_cast_or_null<StringAttr>(op->getAttr("sym_visibility")))
    if (visibility != "public")
      function.setSymVisibilityAttr(visibility);
  function.getBody().takeBody(op->getRegion(0));
  op->erase();
  function.walk([](Operation *member) {
    OpBuilder builder(member);
    if (isNamed(member, "util.return")) {
      func::ReturnOp::create(builder, member->getLoc(), member->getOperands());
      member->erase();
    } else if (auto callee = dyn_cast_or_null<FlatSymbolRefAttr>(
                   member->getAttr("callee"));
               callee && isNamed(member, "util.call")) {
      auto call =
          func::CallOp::create(builder, member->getLoc(), callee,
                               member->getResultTypes(), member->getOperands());
      member->replaceAllUsesWith(call);
      member->erase();
    }
  });
}

void prim::convertFrontendFunctions(ModuleOp module) {
  if (!mayHoldForeignOps(module.getContext()))
    return;
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isNamed(&op, "util.func"))
      convertFunction(&op);
}

namespace {

/// The remarks of this pass about `op`.
remark::RemarkOpts describe(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(op->getName().getStringRef())
      .category("prim-frontend-to-prim")
      .function(function ? function.getName() : "");
}

struct PrimFrontendToPrim
    : OptionsOnce<prim::impl::PrimFrontendToPrimBase<PrimFrontendToPrim>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    if (!mayHoldForeignOps(&getContext()))
      return;
    convertFrontendFunctions(getOperation());
    SmallVector<Operation *> foreign;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (!op->isRegistered() || findConversion(op->getName().getStringRef())) {
        foreign.push_back(op);
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });
    bool isComplete = true;
    for (Operation *op : foreign)
      isComplete &= convert(op);
    if (!isComplete)
      signalPassFailure();
  }

private:
  /// Replaces the op, or says why not. Whether the pass succeeds.
  bool convert(Operation *op) {
    Conversion conversion = findConversion(op->getName().getStringRef());
    if (!conversion) {
      if (complete)
        op->emitOpError("is of a dialect that prim does not have; lower it to "
                        "func, linalg, tensor and arith first, or see what "
                        "prim-frontend-to-prim converts");
      return !complete;
    }
    CodeBuilder builder(op);
    SmallVector<Value> results;
    StringRef obstacle = conversion(ForeignOp(op), builder,
                                    {reassociate, assumeAssociative}, results);
    if (obstacle.empty()) {
      remark::passed(op->getLoc(), describe(op)) << "converted to a device op";
      op->replaceAllUsesWith(results);
      op->erase();
      return true;
    }
    remark::missed(op->getLoc(), describe(op))
        << ("not converted to a device op: it " + obstacle).str();
    if (complete)
      op->emitOpError() << obstacle << ", so that no device op can replace it";
    return !complete;
  }
};

} // namespace
