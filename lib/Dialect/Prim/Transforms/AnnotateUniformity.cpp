//===- AnnotateUniformity.cpp - prim-annotate-uniformity ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the results of the uniformity analysis into attributes, for users and
// tests.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMANNOTATEUNIFORMITY
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct PrimAnnotateUniformityPass
    : public prim::impl::PrimAnnotateUniformityBase<
          PrimAnnotateUniformityPass> {
  using PrimAnnotateUniformityBase::PrimAnnotateUniformityBase;

  void runOnOperation() override {
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    Uniformity uniformity(getOperation(), *target);
    Builder builder(&getContext());
    auto print = [&](UniformGroup group) -> Attribute {
      std::string text;
      llvm::raw_string_ostream stream(text);
      group.print(stream);
      return builder.getStringAttr(text);
    };
    getOperation().walk([&](Operation *op) {
      if (!op->getParentOfType<FunctionOpInterface>())
        return;
      if (op->getNumResults())
        op->setAttr("prim.same_in",
                    builder.getArrayAttr(llvm::map_to_vector(
                        op->getResults(), [&](Value result) {
                          return print(uniformity.getGroup(result));
                        })));
      UniformGroup group = uniformity.getConvergence(op);
      if (!group.isBlock())
        op->setAttr("prim.together_in", print(group));
    });
  }
};

} // namespace
