//===- ToyTest.cpp - An op of another project -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers an op of a dialect that prim does not know to a prim op, before or
// after prim-bufferize, and executes it.
//
//===----------------------------------------------------------------------===//

#include "../Execution/Fixture.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Pipelines/PrimToBinary.h"

#include <algorithm>
#include <numeric>

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "ToyOps.h.inc"

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

using namespace mlir;

void toy::ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
}

void toy::RunningMaximumOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // On tensors there are none.
  if (isa<MemRefType>(getInput().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getInputMutable());
  if (isa<MemRefType>(getOutput().getType()))
    effects.emplace_back(MemoryEffects::Write::get(), &getOutputMutable());
}

//===----------------------------------------------------------------------===//
// The project's part
//===----------------------------------------------------------------------===//

namespace {

/// The op reads `input` and writes `output`, which upstream's model says.
struct BufferizationModel
    : bufferization::DstBufferizableOpInterfaceExternalModel<
          BufferizationModel, toy::RunningMaximumOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer =
          bufferization::getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    toy::RunningMaximumOp::create(rewriter, op->getLoc(), TypeRange(),
                                  buffers[0], buffers[1]);
    bufferization::replaceOpWithBufferizedValues(rewriter, op, buffers[1]);
    return success();
  }
};

/// Writes the op as a scan, on tensors or on memrefs.
struct LowerRunningMaximum : OpRewritePattern<toy::RunningMaximumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(toy::RunningMaximumOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<prim::DeviceScanOp>(
        op, op.getResultTypes(), prim::ScanMode::Inclusive, op.getInput(),
        op.getOutput(), /*workspace=*/Value(), /*init=*/ValueRange(),
        /*identity=*/ValueRange(), /*reads=*/ValueRange(),
        /*asyncDependencies=*/ValueRange(), /*segments=*/ValueRange(),
        /*total=*/false, /*reverse=*/false, /*dimension=*/DenseI64ArrayAttr(),
        prim::SegmentFormAttr(), prim::DeterminismAttr(),
        /*initialized=*/false, prim::TuningAttr(),
        prim::CombinerKindAttr::get(op.getContext(),
                                    prim::CombinerKind::MaxSI));
    return success();
  }
};

struct LowerToy : PassWrapper<LowerToy, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToy)

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect>();
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerRunningMaximum>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

static const char *const kProgram = R"mlir(
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %y = toy.running_maximum ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
)mlir";

static void runProgram(const char *chip, bool bufferizesFirst) {
  DialectRegistry registry;
  prim::registerProgramDialects(registry);
  registry.insert<toy::ToyDialect>();
  registry.addExtension(+[](MLIRContext *context, toy::ToyDialect *) {
    toy::RunningMaximumOp::attachInterface<BufferizationModel>(*context);
  });
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(kProgram, &context);
  ASSERT_TRUE(module);

  prim::Compilation compilation(std::move(module));
  PassManager manager(&context);
  if (bufferizesFirst)
    manager.addPass(prim::createPrimBufferize());
  manager.addNestedPass<func::FuncOp>(std::make_unique<LowerToy>());
  prim::PrimPipelineOptions options;
  options.chip = chip;
  prim::buildPrimToBinaryPipeline(manager, options);
  ASSERT_TRUE(succeeded(manager.run(compilation.getModule())));

  auto program = take(prim::Program::create(compilation));
  auto device = take(prim::Device::open("emulator", chip, EMULATOR));
  const prim::Signature *main = take(program->getSignatures().find("main"));
  for (size_t count : {1, 5000}) {
    std::vector<int32_t> x(count), expected(count);
    for (size_t i = 0; i < count; ++i)
      x[i] = static_cast<int32_t>(i * 7919 % 10007) - 5000;
    std::partial_sum(x.begin(), x.end(), expected.begin(),
                     [](int32_t a, int32_t b) { return std::max(a, b); });
    prim::RunResult result = take(program->run(*device, *main, {toArray(x)}));
    EXPECT_EQ(toValues(result.outputs[0]), expected);
  }
}

TEST(Toy, IsLoweredOnTensors) { runProgram("gfx942", false); }

TEST(Toy, IsLoweredAfterBufferization) { runProgram("gfx1100", true); }
