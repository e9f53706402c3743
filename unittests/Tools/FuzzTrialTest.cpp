//===- FuzzTrialTest.cpp - What prim-fuzz takes for a defect ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that contain one deliberate error each, and the outcome of a program
// that runs through them.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "gtest/gtest.h"

using namespace mlir;
using mlir::prim::BlockReduceOp;
using ::prim::fuzz::Finding;
using ::prim::fuzz::Recipe;
using ::prim::fuzz::Verdict;

namespace {

/// The fold lacks an identity, which becomes an error once it is known that no
/// item is valid.
constexpr StringLiteral defaultProgram = R"(
func.func @f(%x: i32, %n: i32) -> i32 {
  %none = arith.constant 0 : i32
  %s = prim.block_reduce %x valid(%n) combiner {
  ^bb0(%a: i32, %b: i32):
    %c = arith.muli %a, %b : i32
    prim.yield %c : i32
  } : i32
  cf.br ^end(%s : i32)
^end(%r: i32):
  return %r : i32
}
)";

using Action = LogicalResult (*)(ModuleOp);

/// Applies one action to a module.
struct ActionPass : PassWrapper<ActionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ActionPass)
  ActionPass(StringRef name, Action action) : name(name), action(action) {}
  StringRef getArgument() const final { return name; }
  StringRef getDescription() const final { return "goes wrong"; }
  void runOnOperation() override {
    if (failed(action(getOperation())))
      signalPassFailure();
  }

  StringRef name;
  Action action;
};

template <typename OpTy>
OpTy find(ModuleOp module) {
  OpTy found;
  module.walk([&](OpTy op) { found = op; });
  return found;
}

/// Sets `valid` of `reduce` to zero.
void invalidate(ModuleOp module, BlockReduceOp reduce) {
  reduce.getValidMutable().assign(find<arith::ConstantOp>(module));
}

LogicalResult learnMore(ModuleOp module) {
  invalidate(module, find<BlockReduceOp>(module));
  return success();
}

LogicalResult makeInvalid(ModuleOp module) {
  auto reduce = find<BlockReduceOp>(module);
  auto made = cast<BlockReduceOp>(OpBuilder(reduce).clone(*reduce));
  made->setLoc(FileLineColLoc::get(module.getContext(), "mutant.mlir", 1, 1));
  invalidate(module, made);
  return success();
}

/// Makes another op at the location of an op of prim.
LogicalResult makeOther(ModuleOp module) {
  auto reduce = find<BlockReduceOp>(module);
  OpBuilder builder(reduce);
  OperationState state(reduce.getLoc(), "prim.warp_ballot");
  state.addOperands(reduce->getOperand(0));
  state.addTypes(builder.getI64Type());
  builder.create(state);
  return success();
}

LogicalResult breakConstant(ModuleOp module) {
  find<arith::ConstantOp>(module).setValueAttr(
      IntegerAttr::get(IntegerType::get(module.getContext(), 64), 0));
  return success();
}

LogicalResult breakBranch(ModuleOp module) {
  find<cf::BranchOp>(module).getDestOperandsMutable().clear();
  return success();
}

LogicalResult sayBranch(ModuleOp module) {
  return emitError(find<cf::BranchOp>(module).getLoc(),
                   "the branch has operands that no device holds");
}

LogicalResult dropForeign(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!op->isRegistered())
      op->erase();
  });
  return success();
}

constexpr std::pair<StringLiteral, Action> actions[] = {
    {"learn-more", learnMore},     {"make-invalid", makeInvalid},
    {"make-other", makeOther},     {"break-constant", breakConstant},
    {"break-branch", breakBranch}, {"say-branch", sayBranch},
    {"drop-foreign", dropForeign}, {"prim-drop-foreign", dropForeign},
};

class FuzzTrial : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    for (auto &[name, action] : actions)
      registerPass([name = StringRef(name), action = action] {
        return std::make_unique<ActionPass>(name, action);
      });
  }

  FuzzTrial() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                        func::FuncDialect, linalg::LinalgDialect,
                        mlir::prim::PrimDialect>();
    context.printOpOnDiagnostic(false);
    context.allowUnregisteredDialects();
  }

  Finding run(StringRef passes, StringRef program = defaultProgram) {
    auto make = [&](MLIRContext &, Recipe &recipe) {
      recipe.passes = passes.str();
      return program.str();
    };
    return ::prim::fuzz::tryProgram(context, make, /*timeLimit=*/60);
  }

  MLIRContext context;
};

/// A verifier error of prim about an op in the input of a pass is an error of
/// the user, not of the pass.
TEST_F(FuzzTrial, ExcusesWhatAPassLearns) {
  Finding finding = run("learn-more");
  EXPECT_EQ(finding.verdict, Verdict::Diagnosed);
  EXPECT_NE(finding.details.find("its combiner region needs identity"),
            std::string::npos);
}

TEST_F(FuzzTrial, ReportsWhatAPassMakes) {
  Finding finding = run("make-invalid");
  EXPECT_EQ(finding.verdict, Verdict::Defect);
  EXPECT_EQ(finding.signature, "make-invalid: invalid after: make-invalid");
}

TEST_F(FuzzTrial, ReportsAnotherOpAtTheSamePlace) {
  Finding finding = run("make-other");
  EXPECT_EQ(finding.verdict, Verdict::Defect);
  EXPECT_EQ(finding.signature, "make-other: invalid after: make-other");
}

TEST_F(FuzzTrial, ReportsOpsOfOtherDialects) {
  Finding finding = run("break-constant");
  EXPECT_EQ(finding.verdict, Verdict::Defect);
  EXPECT_EQ(finding.signature, "break-constant: invalid after: break-constant");
}

/// Ops that linalg's parser creates have no location in the text; this is
/// upstream behaviour.
TEST_F(FuzzTrial, LeavesPlacesOfOtherParsersAlone) {
  Finding finding = run("learn-more", R"(
func.func @f(%x: memref<4xf32>, %y: memref<4xi64>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xi64>)
  return
}
)");
  EXPECT_EQ(finding.verdict, Verdict::Diagnosed);
  EXPECT_EQ(finding.phase, "parse");
}

/// Only the verifier's sentence about branches matches, not every sentence that
/// mentions a branch.
TEST_F(FuzzTrial, KnowsTheSentenceOnBranches) {
  Finding finding = run("break-branch");
  EXPECT_EQ(finding.verdict, Verdict::Defect);
  EXPECT_EQ(finding.signature.rfind(
                "break-branch: internal message: branch has N operands for", 0),
            0u)
      << finding.signature;
  EXPECT_EQ(run("say-branch").verdict, Verdict::Diagnosed);
}

/// Passes of prim must keep ops of unregistered dialects.
TEST_F(FuzzTrial, WatchesForeignOps) {
  constexpr StringLiteral program = "\"foreign.op\"() : () -> ()";
  EXPECT_EQ(run("prim-drop-foreign", program).signature,
            "prim-drop-foreign: lost a foreign op: prim-drop-foreign");
  EXPECT_EQ(run("drop-foreign", program).verdict, Verdict::Accepted);
}

} // namespace
