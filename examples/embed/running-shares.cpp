//===- running-shares.cpp - prim inside a compiler --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler in small: it reads a tensor program, replaces what it knows to be
// parallel primitives by prim's ops, runs prim's pipeline between passes of its
// own, and executes the result on the emulator.
//   running-shares running-shares.mlir CHIP
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Execution/Program.h"
#include "prim/Pipelines/PrimToBinary.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

using namespace mlir;

namespace {

/// What this compiler's front end leaves, in terms of prim.
struct RecognizePrimitives
    : PassWrapper<RecognizePrimitives, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RecognizePrimitives)

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect>();
  }

  void runOnOperation() override {
    getOperation().walk(
        [](linalg::ReduceOp reduce) { replaceMaximum(reduce); });
    getOperation().walk([](func::CallOp call) { replaceSum(call); });
  }

private:
  /// A maximum of all elements that starts at -infinity.
  static void replaceMaximum(linalg::ReduceOp reduce) {
    Operation *combiner = &reduce.getCombiner().front().front();
    if (reduce.getInputs().size() != 1 || reduce.getDimensions().size() != 1 ||
        !isa<arith::MaximumFOp>(combiner))
      return;
    OpBuilder builder(reduce);
    Type type = reduce.getResult(0).getType();
    Value out = tensor::EmptyOp::create(builder, reduce.getLoc(), type, {});
    reduce.replaceAllUsesWith(prim::DeviceReduceOp::create(
        builder, reduce.getLoc(), prim::CombinerKind::MaximumF,
        reduce.getInputs(), out));
    reduce.erase();
  }

  static void replaceSum(func::CallOp call) {
    if (call.getCallee() != "cumulative_sum")
      return;
    OpBuilder builder(call);
    Location loc = call.getLoc();
    Value input = call.getOperand(0);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value extent = tensor::DimOp::create(builder, loc, input, zero);
    Type type = call.getResult(0).getType();
    Value out = tensor::EmptyOp::create(builder, loc, type, extent);
    call.replaceAllUsesWith(
        prim::DeviceScanOp::create(builder, loc, prim::ScanMode::Inclusive,
                                   prim::CombinerKind::Add, input, out));
    call.erase();
  }
};

/// Looks at what prim has made of the program so far.
struct CountLaunches : PassWrapper<CountLaunches, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountLaunches)

  void runOnOperation() override {
    unsigned count = 0;
    getOperation().walk([&](gpu::LaunchFuncOp) { ++count; });
    llvm::outs() << "launches in the program: " << count << "\n";
  }
};

} // namespace

static void build(PassManager &manager, StringRef chip) {
  manager.addNestedPass<func::FuncOp>(std::make_unique<RecognizePrimitives>());
  manager.addPass(createSymbolDCEPass());

  // prim-to-rocdl-pipeline, in its parts.
  prim::PrimPipelineOptions options;
  options.chip = chip.str();
  prim::buildPrimDevicePipeline(manager, options);
  manager.addPass(std::make_unique<CountLaunches>());
  prim::buildPrimKernelPipeline(manager, options);
  prim::buildPrimSerializePipeline(manager, options);
  prim::buildPrimHostPipeline(manager, options);
}

static prim::Array makeInput(size_t count) {
  prim::Array array;
  array.type = prim::ElementType::F32;
  array.shape = {static_cast<int64_t>(count)};
  array.data.resize(count * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    float value = std::sin(0.37f * i) * 4;
    std::memcpy(&array.data[i * sizeof(float)], &value, sizeof(value));
  }
  return array;
}

static std::vector<float> toFloats(const prim::Array &array) {
  std::vector<float> values(array.data.size() / sizeof(float));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

/// The largest distance of `y` from the running shares of `x`.
static double compare(const std::vector<float> &x,
                      const std::vector<float> &y) {
  double max = -INFINITY, sum = 0, running = 0, distance = 0;
  for (float value : x)
    max = std::max<double>(max, value);
  for (float value : x)
    sum += std::exp(value - max);
  for (size_t i = 0; i < x.size(); ++i) {
    running += std::exp(x[i] - max);
    distance = std::max(distance, std::abs(running / sum - y[i]));
  }
  return distance;
}

static llvm::Error run(StringRef file, StringRef chip) {
  DialectRegistry registry;
  prim::registerProgramDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceFile<ModuleOp>(file, &context);
  if (!module)
    return llvm::createStringError("cannot read " + file);

  // It remembers what the functions take and return.
  prim::Compilation compilation(std::move(module));
  PassManager manager(&context);
  build(manager, chip);
  if (failed(manager.run(compilation.getModule())))
    return llvm::createStringError("cannot compile " + file);

  auto program = prim::Program::create(compilation);
  if (!program)
    return program.takeError();
  auto main = (*program)->getSignatures().find("main");
  if (!main)
    return main.takeError();
  auto device = prim::Device::open("emulator", chip.str(), EMULATOR);
  if (!device)
    return device.takeError();
  prim::Array input = makeInput(5000);
  auto result = (*program)->run(**device, **main, {input});
  if (!result)
    return result.takeError();

  std::vector<float> y = toFloats(result->outputs[0]);
  llvm::outs() << (*device)->describe() << ":";
  for (size_t i = 0; i < y.size(); i += 1000)
    llvm::outs() << llvm::format(" y[%zu]=%.4f", i, y[i]);
  llvm::outs() << llvm::format(" y[%zu]=%.4f\n", y.size() - 1, y.back());
  double distance = compare(toFloats(input), y);
  if (!(distance < 1e-5))
    return llvm::createStringError("the result is wrong by up to %g", distance);
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: running-shares FILE CHIP\n";
    return 2;
  }
  llvm::ExitOnError("running-shares: ")(run(argv[1], argv[2]));
  return 0;
}
