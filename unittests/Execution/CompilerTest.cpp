//===- CompilerTest.cpp - prim in a compiler's own context ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the registration that a compiler needs, and of builders.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/InitAllPrim.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

constexpr StringRef kReduce = R"(
  func.func @main(%x: tensor<4xi32>) -> tensor<i32> {
    %e = tensor.empty() : tensor<i32>
    %s = prim.device_reduce add ins(%x : tensor<4xi32>)
        outs(%e : tensor<i32>) -> tensor<i32>
    return %s : tensor<i32>
  })";

/// The errors of prim's pipeline for `chip` in a context with `registry`.
std::vector<std::string> compileWith(const DialectRegistry &registry,
                                     StringRef text = kReduce,
                                     StringRef chip = "gfx942") {
  MLIRContext context(registry);
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
  });
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return errors;
  PassManager manager(&context);
  PrimPipelineOptions options;
  options.chip = chip;
  buildPrimToBinaryPipeline(manager, options);
  EXPECT_EQ(succeeded(manager.run(*module)), errors.empty());
  return errors;
}

TEST(Compiler, OneCallRegistersAll) {
  DialectRegistry registry;
  registerProgramDialects(registry);
  EXPECT_EQ(compileWith(registry), std::vector<std::string>());
}

TEST(Compiler, OneErrorNamesWhatIsMissing) {
  auto expectOne = [](const DialectRegistry &registry, StringRef function,
                      StringRef text = kReduce) {
    std::vector<std::string> errors = compileWith(registry, text);
    ASSERT_EQ(errors.size(), 1u) << function.str();
    EXPECT_NE(errors[0].find((", which " + function +
                              " registers; call prim::registerProgramDialects")
                                 .str()),
              std::string::npos)
        << errors[0];
  };
  DialectRegistry registry;
  registry.insert<func::FuncDialect, tensor::TensorDialect, PrimDialect>();
  expectOne(registry, "registerAllDialects");
  registerAllDialects(registry);
  expectOne(registry, "prim::registerAllPrim");
}

// A dialect whose ops only some programs have.
TEST(Compiler, OneErrorNamesTheDialectsOfAProgram) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  tensor::TensorDialect, vector::VectorDialect>();
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  registerAllPrim(registry);
  EXPECT_EQ(compileWith(registry), std::vector<std::string>());
  std::vector<std::string> errors = compileWith(registry, R"(
    func.func @main(%x: tensor<64xf32>) -> vector<4xf32> {
      %c0 = arith.constant 0 : index
      %f = arith.constant 0.0 : f32
      %v = vector.transfer_read %x[%c0], %f : tensor<64xf32>, vector<4xf32>
      %w = vector.transfer_read %x[%c0], %f : tensor<64xf32>, vector<4xf32>
      return %w : vector<4xf32>
    })");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("the bufferization models of vector, which "
                           "registerAllDialects registers"),
            std::string::npos)
      << errors[0];
}

// Upstream's conversions of kernels find their patterns through interfaces,
// which prim's passes register.
TEST(Compiler, KernelsNeedNoExtensions) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPrim(registry);
  for (StringRef chip : {"gfx942", "gfx1100", "sm_90"})
    EXPECT_EQ(compileWith(registry, R"(
      func.func @main(%x: memref<64xf32>, %c: memref<64xcomplex<f32>>) {
        %c1 = arith.constant 1 : index
        %c64 = arith.constant 64 : index
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
            threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
          %v = memref.load %x[%tx] : memref<64xf32>
          %s = prim.warp_reduce add %v all : f32
          %e = math.exp %s : f32
          %z = complex.create %e, %v : complex<f32>
          %y = complex.add %z, %z : complex<f32>
          %one = index.constant 1
          %most = index.maxu %tx, %one
          %p = vector.broadcast %e : f32 to vector<2xf32>
          %q = vector.extract %p[1] : f32 from vector<2xf32>
          memref.store %q, %x[%most] : memref<64xf32>
          memref.store %y, %c[%tx] : memref<64xcomplex<f32>>
          gpu.terminator
        }
        return
      })",
                          chip),
              std::vector<std::string>());
}

class Builders : public testing::Test {
protected:
  Builders() : builder(UnknownLoc::get(&context), &context) {
    context.loadDialect<func::FuncDialect, PrimDialect>();
    module = ModuleOp::create(builder);
    builder.setInsertionPointToEnd(module->getBody());
  }

  /// Starts a function on values of these types.
  ValueRange start(ArrayRef<Type> types) {
    function =
        func::FuncOp::create(builder, "f", builder.getFunctionType(types, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
    return function.getArguments();
  }

  Type tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
  Type memref(ArrayRef<int64_t> shape, Type element) {
    return MemRefType::get(shape, element);
  }

  /// The op as text; verified.
  std::string print(Operation *op) {
    EXPECT_TRUE(succeeded(verify(op)));
    std::string text;
    llvm::raw_string_ostream stream(text);
    op->print(stream, OpPrintingFlags().useLocalScope().assumeVerified());
    return text;
  }

  MLIRContext context;
  ImplicitLocOpBuilder builder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

constexpr int64_t kDynamic = ShapedType::kDynamic;

TEST_F(Builders, FoldsTakeKindsAndSetters) {
  Type i32 = builder.getI32Type();
  Type row = tensor({kDynamic}, i32);
  ValueRange v = start({row, tensor({}, i32), i32});
  auto reduce = DeviceReduceOp::create(builder, CombinerKind::Add, v[0], v[1]);
  reduce.getInitMutable().assign(v[2]);
  EXPECT_EQ(print(reduce),
            "%0 = prim.device_reduce add ins(%arg0 : tensor<?xi32>) "
            "outs(%arg1 : tensor<i32>) init(%arg2 : i32) -> tensor<i32>");
  auto scan = DeviceScanOp::create(builder, ScanMode::Exclusive,
                                   CombinerKind::MaxSI, v[0], v[0]);
  scan.setReverse(true);
  EXPECT_NE(print(scan).find("exclusive maxsi"), std::string::npos);
  EXPECT_NE(print(scan).find("reverse"), std::string::npos);
  // Without a kind the region is the caller's to fill.
  auto region = DeviceReduceOp::create(builder, std::nullopt, v[0], v[1]);
  EXPECT_TRUE(region.getCombiner().empty());
  EXPECT_EQ(region.getFastmath(), arith::FastMathFlags::none);
}

TEST_F(Builders, MemrefsHaveNoResults) {
  Type row = memref({kDynamic}, builder.getI32Type());
  ValueRange v = start({row, row});
  auto sort = DeviceSortOp::create(builder, SortOrder::SLT, v[0], v[1]);
  sort.setDescending(true);
  EXPECT_EQ(print(sort),
            "prim.device_sort slt descending ins(%arg0 : memref<?xi32>) "
            "outs(%arg1 : memref<?xi32>)");
}

TEST_F(Builders, OperandsOfEveryOp) {
  Type i32 = builder.getI32Type();
  Type row = tensor({kDynamic}, i32), one = tensor({}, i32);
  ValueRange v = start({row, row, row, one, builder.getIndexType()});
  auto topk = DeviceTopkOp::create(builder, SortOrder::SLT, v[0], v[1], v[2]);
  EXPECT_EQ(topk.getNumResults(), 2u);
  EXPECT_NE(print(topk).find("rest(%arg2 : tensor<?xi32>)"), std::string::npos);
  auto nth = DeviceNthOp::create(builder, SortOrder::SLT, v[0], v[1], v[4]);
  EXPECT_NE(print(nth).find("nth(%arg4)"), std::string::npos);
  auto merge = DeviceMergeOp::create(builder, SortOrder::SLT, v[0], v[1], v[2]);
  EXPECT_NE(print(merge).find("with(%arg1 : tensor<?xi32>) outs(%arg2"),
            std::string::npos);
  auto search = DeviceSearchOp::create(builder, SearchMode::Upper,
                                       SortOrder::SLT, v[0], v[1], v[2]);
  EXPECT_NE(print(search).find("upper slt ins(%arg0 : tensor<?xi32>) in(%arg1"),
            std::string::npos);
  auto copy = DeviceBatchCopyOp::create(builder, v[0], v[1], v[2], v[2], v[2]);
  EXPECT_NE(print(copy).find("sizes(%arg2 : tensor<?xi32>)"),
            std::string::npos);
  auto lengths =
      DeviceRunLengthOp::create(builder, v[0], ValueRange{v[1], v[2], v[3]});
  EXPECT_EQ(lengths.getNumResults(), 3u);
  print(lengths);
  auto select = DeviceSelectOp::create(builder, v[0], ValueRange{v[1], v[3]});
  select.getFlagsMutable().assign(v[2]);
  EXPECT_NE(print(select).find("flags(%arg2 : tensor<?xi32>)"),
            std::string::npos);
  auto histogram = DeviceHistogramOp::create(builder, v[0], v[1]);
  histogram.getRangeMutable().assign(v[2]);
  EXPECT_NE(print(histogram).find("range(%arg2 : tensor<?xi32>)"),
            std::string::npos);
  auto map = DeviceMapOp::create(builder, v[0], v[1]);
  EXPECT_EQ(map->getNumRegions(), 1u);
}

TEST_F(Builders, RowsOfSegments) {
  Type i32 = builder.getI32Type(), index = builder.getIndexType();
  Type row = tensor({kDynamic}, i32);
  ValueRange v = start({row, row, row});
  auto rows = DeviceRowsOp::create(builder, v[0], v[1]);
  rows.getSegmentsMutable().assign(v[2]);
  rows.setSegmentForm(SegmentForm::Offsets);
  int64_t folds[] = {0};
  rows.setOfSegments(ArrayRef(folds));
  OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.getLoc();
  builder.createBlock(&rows.getRow(), {}, {i32, index, index}, {loc, loc, loc});
  Value one = arith::ConstantIntOp::create(builder, i32, 1);
  YieldOp::create(builder, one);
  EXPECT_NE(print(rows).find("outs(%arg1 : tensor<?xi32>) "
                             "segments(%arg2 : tensor<?xi32>) of_segments(0) "
                             "row {"),
            std::string::npos);
}

} // namespace
