//===- LowerHost.cpp - Host functions to LLVM on prim's runtime -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-lower-host. It prepares the module (an execution parameter for
// every function, globals for every code object, checks as calls), simplifies
// the functions with upstream passes, and converts the module to the LLVM
// dialect, except the contents of gpu.module.
//
//===----------------------------------------------------------------------===//

#include "../MemoryToLLVM/MemoryToLLVM.h"
#include "RuntimeCalls.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CheckedSize.h"
#include "prim/Dialect/Prim/Utils/ExpandShapes.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "llvm/ADT/SmallSet.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERHOST
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Reports types of dialects without a host lowering.
LogicalResult checkTypes(Operation *op, StringRef what, TypeRange types) {
  for (Type type : types)
    if (!isa<BuiltinDialect, gpu::GPUDialect, LLVM::LLVMDialect, PrimDialect>(
            type.getDialect()) ||
        isa<OpaqueType>(type))
      return op->emitOpError("has ")
             << what << " of type " << type
             << ", which host code cannot represent; lower it first, for "
                "example to an integer or !llvm.ptr";
  return success();
}

/// Reports ops of dialects without a host lowering, and gpu ops that are valid
/// only in kernels.
LogicalResult checkDialect(Operation *op) {
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) &&
      !isa<gpu::AllocOp, gpu::DeallocOp, gpu::LaunchFuncOp, gpu::LaunchOp,
           gpu::MemcpyOp, gpu::MemsetOp, gpu::WaitOp>(op))
    return op->emitOpError(
        "is not lowered in host code; move it into a kernel");
  if (isa_and_nonnull<affine::AffineDialect, arith::ArithDialect,
                      BuiltinDialect, cf::ControlFlowDialect, func::FuncDialect,
                      gpu::GPUDialect, index::IndexDialect, LLVM::LLVMDialect,
                      math::MathDialect, memref::MemRefDialect, PrimDialect,
                      scf::SCFDialect, ub::UBDialect>(op->getDialect()))
    return success();
  return op->emitOpError("is of a dialect that prim-lower-host does not lower; "
                         "lower it before prim-lower-host");
}

/// Reports ops that would become host accesses to device memory, or that would
/// fail later with an unhelpful message.
LogicalResult checkFunction(func::FuncOp function) {
  if (failed(checkLayouts(function)) || failed(checkHostAccesses(function)))
    return failure();
  auto hasTensor = [](TypeRange types) {
    return llvm::any_of(types, [](Type type) { return isa<TensorType>(type); });
  };
  if (hasTensor(function.getArgumentTypes()))
    return function.emitOpError(
        "is still on tensors; run prim-bufferize before prim-lower-host");
  if (failed(
          checkTypes(function, "an argument", function.getArgumentTypes())) ||
      failed(checkTypes(function, "a result", function.getResultTypes())))
    return failure();
  return walkHostOps(function, [&](Operation *op) -> LogicalResult {
    if (isa_and_nonnull<PrimDialect>(op->getDialect()) &&
        !isa<AdvanceOp, BaseAtOp, BaseOfOp, CheckOp, ResidentBlocksOp>(op))
      return op->emitOpError(
          op->getName().getStringRef().starts_with("prim.device_") ||
                  isa<WorkspaceSizeOp>(op)
              ? "is not lowered yet; run prim-lower-device before "
                "prim-lower-host"
              : "is in host code, but can only run in kernels; move it into a "
                "kernel");
    if (isa<func::CallIndirectOp, func::ConstantOp>(op))
      return op->emitOpError(
          "is not lowered, because an indirect call cannot pass the execution "
          "that functions take; call the function directly");
    if (hasTensor(op->getResultTypes()))
      return op->emitOpError(
          "is still on tensors; run prim-bufferize before prim-lower-host");
    if (failed(checkDialect(op)) ||
        failed(checkTypes(op, "a result", op->getResultTypes())))
      return failure();
    return host::checkLowerable(op);
  });
}

/// Reports ops outside of functions, which would never run, and nested modules,
/// whose functions would get no execution.
LogicalResult checkOutsideOfFunctions(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    if (isa<func::FuncOp, gpu::BinaryOp, gpu::GPUModuleOp, memref::GlobalOp>(
            op) ||
        isa_and_nonnull<LLVM::LLVMDialect>(op.getDialect()))
      continue;
    if (isa<ModuleOp>(op))
      return op.emitOpError("is a nested module, which is not lowered; move "
                            "its contents to the outer module");
    return op.emitOpError(
        "is outside of functions; move it into a function, or remove it");
  }
  // Functions in the LLVM dialect are not changed.
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    WalkResult walk = function.walk([](Operation *op) {
      if (!isa_and_nonnull<PrimDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError("is in an llvm.func, which is not lowered further; write "
                      "the function as a func.func");
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

/// The one code object of `binary`.
FailureOr<gpu::ObjectAttr> getObject(gpu::BinaryOp binary) {
  auto objects = binary.getObjects().getAsRange<gpu::ObjectAttr>();
  gpu::ObjectAttr found;
  for (gpu::ObjectAttr object : objects) {
    if (object.getFormat() != gpu::CompilationTarget::Binary)
      continue;
    if (found)
      return binary.emitOpError("holds several code objects; keep only the one "
                                "for the device of the host code");
    found = object;
  }
  if (!found)
    return binary.emitOpError(
        "holds no code object; run prim-serialize with format=bin");
  return found;
}

struct LowerHostPass : prim::impl::PrimLowerHostBase<LowerHostPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOutsideOfFunctions(module)))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(checkFunction(function)))
        return signalPassFailure();
    if (failed(createGlobals(module)))
      return signalPassFailure();
    addExecutions(module);
    checkAllocations(module);
    lowerChecks(module);
    lowerHostBases(module);
    lowerExpandShapes(module);

    OpPassManager simplify(ModuleOp::getOperationName());
    OpPassManager &nested = simplify.nest<func::FuncOp>();
    nested.addPass(memref::createExpandReallocPass());
    nested.addPass(memref::createExpandStridedMetadataPass());
    nested.addPass(createLowerAffinePass());
    nested.addPass(arith::createArithExpandOpsPass());
    nested.addPass(createSCFToControlFlowPass());
    if (failed(runPipeline(simplify, module)) || failed(convert(module)))
      return signalPassFailure();
    host::insertExits(module);

    for (auto binary :
         llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>()))
      binary.erase();
    if (module.getOps<gpu::GPUModuleOp>().empty())
      module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }

  /// Creates the image of every binary, the slots of it and of its launched
  /// kernels, and a function that releases the objects in the slots.
  LogicalResult createGlobals(ModuleOp module) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    Type i64 = builder.getI64Type();
    auto createSlot = [&](Location loc, StringRef name) {
      LLVM::GlobalOp::create(builder, loc, i64, /*isConstant=*/false,
                             LLVM::Linkage::Internal, name,
                             builder.getI64IntegerAttr(0));
    };
    for (auto binary : module.getOps<gpu::BinaryOp>()) {
      FailureOr<gpu::ObjectAttr> object = getObject(binary);
      if (failed(object))
        return failure();
      Location loc = binary.getLoc();
      StringAttr bytes = object->getObject();
      auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
      // The headers of ELF must be aligned if they are read in place.
      LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                             LLVM::Linkage::Internal,
                             host::imageName(binary.getName()), bytes,
                             /*alignment=*/16);
      createSlot(loc, host::moduleSlotName(binary.getName()));
      createRelease(builder, binary);
    }
    llvm::SmallSet<std::pair<StringRef, StringRef>, 8> kernels;
    module.walk([&](Operation *op) {
      SymbolRefAttr symbol = host::getKernel(op);
      if (!symbol)
        return;
      StringRef binary = symbol.getRootReference();
      StringRef kernel = symbol.getLeafReference();
      if (!kernels.insert({binary, kernel}).second)
        return;
      createSlot(op->getLoc(), host::kernelSlotName(binary, kernel));
      host::createString(builder, op->getLoc(),
                         host::kernelStringName(binary, kernel), kernel);
    });
    return success();
  }

  /// `int32_t prim_release_<binary>(void)`, for clients that unload the
  /// generated code: unloads the modules from all devices.
  void createRelease(OpBuilder &builder, gpu::BinaryOp binary) {
    OpBuilder::InsertionGuard guard(builder);
    Location loc = binary.getLoc();
    Type i32 = builder.getI32Type();
    auto release = LLVM::LLVMFuncOp::create(
        builder, loc, ("prim_release_" + binary.getName()).str(),
        LLVM::LLVMFunctionType::get(i32, {}));
    builder.setInsertionPointToStart(release.addEntryBlock(builder));
    Value slot = LLVM::AddressOfOp::create(
        builder, loc, LLVM::LLVMPointerType::get(&getContext()),
        host::moduleSlotName(binary.getName()));
    Value status =
        host::callRuntime(builder, loc, "primExecReleaseModule", slot, i32);
    LLVM::ReturnOp::create(builder, loc, status);
  }

  /// Gives every defined function an execution parameter, which calls pass on,
  /// and public functions a C interface.
  void addExecutions(ModuleOp module) {
    Type ptr = LLVM::LLVMPointerType::get(&getContext());
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      (void)function.insertArgument(function.getNumArguments(), ptr, {},
                                    function.getLoc());
      if (function.isPublic())
        function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                          UnitAttr::get(&getContext()));
    }
    module.walk([&](func::CallOp call) {
      auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
      if (callee && !callee.isExternal())
        call->insertOperands(call->getNumOperands(), host::getExecution(call));
    });
  }

  /// Adds a check before every allocation of a dynamic size that the size is
  /// valid.
  void checkAllocations(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>())
      function.walk([&](Operation *op) {
        if (auto alloc = dyn_cast<gpu::AllocOp>(op))
          checkAllocation(op, alloc.getType(), alloc.getDynamicSizes());
        else if (auto alloc = dyn_cast<memref::AllocOp>(op))
          checkAllocation(op, alloc.getType(), alloc.getDynamicSizes());
        else if (auto alloc = dyn_cast<memref::ReallocOp>(op))
          checkAllocation(op, alloc.getType(),
                          alloc->getOperands().drop_front());
      });
  }

  void checkAllocation(Operation *op, MemRefType type, ValueRange dynamic) {
    if (dynamic.empty())
      return;
    CodeBuilder builder(op);
    SmallVector<Value> values;
    for (Value size : dynamic)
      values.push_back(builder.indexCast(builder.getI64Type(), size));
    CheckedSize bytes(builder);
    Type element = type.getElementType();
    if (isa<IntegerType, IndexType, FloatType, ComplexType, VectorType>(
            element))
      bytes.multiply(DataLayout::closest(op).getTypeSize(element));
    auto next = values.begin();
    for (int64_t size : type.getShape())
      if (ShapedType::isDynamic(size))
        bytes.multiply(*next++);
      else
        bytes.multiply(size);
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << op->getName().getStringRef() << ": cannot allocate " << type
           << " of sizes ";
    llvm::interleave(values, stream, [&](Value) { stream << "{}"; }, " x ");
    CheckOp::create(builder, bytes.fits(), CheckStatus::InvalidArgument, text,
                    values);
  }

  /// Whether an earlier check of the same condition dominates `op`. An op that
  /// consists of others is checked before the first of them, and each of them
  /// repeats the check.
  static bool isRepeated(CheckOp op) {
    return llvm::any_of(op.getCondition().getUsers(), [&](Operation *user) {
      Operation *place = user->getBlock()->findAncestorOpInBlock(*op);
      return isa<CheckOp>(user) && place && place != user &&
             user->isBeforeInBlock(place);
    });
  }

  /// Lowers `cf.assert` and `prim.check` to a conditional report, after which
  /// the function returns.
  void lowerChecks(ModuleOp module) {
    OpBuilder outer = OpBuilder::atBlockBegin(module.getBody());
    unsigned number = 0;
    SmallVector<Operation *> checks, repeated;
    for (auto function : module.getOps<func::FuncOp>())
      function.walk([&](Operation *op) {
        if (auto check = dyn_cast<CheckOp>(op); check && isRepeated(check))
          repeated.push_back(op);
        else if (isa<cf::AssertOp, CheckOp>(op))
          checks.push_back(op);
      });
    for (Operation *op : repeated)
      op->erase();
    for (Operation *op : checks) {
      if (auto assertion = dyn_cast<cf::AssertOp>(op))
        lowerCheck(op, assertion.getArg(), CheckStatus::InvalidArgument,
                   assertion.getMsg(), {}, outer, number);
      else if (auto check = dyn_cast<CheckOp>(op))
        lowerCheck(op, check.getCondition(), check.getStatus(),
                   check.getMessage(), check.getValues(), outer, number);
      op->erase();
    }
  }

  /// Lowers one check. `outer` creates the message, `number` distinguishes
  /// messages.
  void lowerCheck(Operation *op, Value condition, CheckStatus status,
                  StringRef message, ValueRange values, OpBuilder &outer,
                  unsigned &number) {
    auto module = op->getParentOfType<ModuleOp>();
    Location loc = op->getLoc();
    std::string name;
    do
      name = "prim_check_" + std::to_string(number++);
    while (module.lookupSymbol(name));
    host::createString(outer, loc, name, message);

    Type ptr = LLVM::LLVMPointerType::get(&getContext());
    OpBuilder builder(op);
    auto integer = [&](Type type, int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder, loc, type, value);
    };
    // Stack memory is allocated once per call of the function.
    Value array;
    if (!values.empty()) {
      OpBuilder::InsertionGuard guard(builder);
      auto function = op->getParentOfType<func::FuncOp>();
      builder.setInsertionPointToStart(&function.getBody().front());
      array =
          LLVM::AllocaOp::create(builder, loc, ptr, builder.getI64Type(),
                                 integer(builder.getI64Type(), values.size()));
    }
    Value failed =
        arith::XOrIOp::create(builder, loc, condition,
                              arith::ConstantIntOp::create(builder, loc, 1, 1));
    auto branch = scf::IfOp::create(builder, loc, failed);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (auto [i, value] : llvm::enumerate(values))
      LLVM::StoreOp::create(
          builder, loc, value,
          LLVM::GEPOp::create(builder, loc, ptr, builder.getI64Type(), array,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)}));
    if (!array)
      array = LLVM::ZeroOp::create(builder, loc, ptr);
    Value text = LLVM::AddressOfOp::create(builder, loc, ptr, name);
    host::callRuntime(
        builder, loc, "primExecFail",
        {host::getExecution(op),
         integer(builder.getI32Type(), static_cast<int64_t>(status)), text,
         array, integer(builder.getI64Type(), values.size())});
  }

  LogicalResult convert(ModuleOp module) {
    LowerToLLVMOptions options(&getContext());
    options.overrideIndexBitwidth(64);
    LLVMTypeConverter converter(&getContext(), options);
    converter.addConversion([](gpu::AsyncTokenType type) -> Type {
      return LLVM::LLVMPointerType::get(type.getContext());
    });
    // Uses the default address space: the host has one kind of pointers.
    converter.addTypeAttributeConversion(
        [](BaseMemRefType, gpu::AddressSpaceAttr space) -> Attribute {
          return IntegerAttr::get(IntegerType::get(space.getContext(), 64), 0);
        });

    RewritePatternSet patterns(&getContext());
    host::populatePatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);

    ConversionTarget target(getContext());
    target.addLegalDialect<LLVM::LLVMDialect>();
    target.addLegalOp<ModuleOp, gpu::BinaryOp>();
    target.addLegalOp<gpu::GPUModuleOp>();
    target.markOpRecursivelyLegal<gpu::GPUModuleOp>();
    return applyFullConversion(module, target, std::move(patterns));
  }
};

} // namespace
