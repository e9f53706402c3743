//===- Patterns.cpp - gpu and memref ops to runtime calls ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One conversion pattern per host op that the runtime implements: launches,
// device memory, transfers. All work is in order on the execution's stream, so
// async tokens carry no information and become null pointers.
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LLVM::GlobalOp host::createString(OpBuilder &builder, Location loc,
                                  StringRef name, StringRef value) {
  std::string bytes = value.str();
  bytes.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  return LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                LLVM::Linkage::Internal, name,
                                builder.getStringAttr(bytes));
}

Value host::getExecution(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function.getFunctionBody().front().getArguments().back();
}

Value host::callRuntime(OpBuilder &builder, Location loc, StringRef name,
                        ValueRange args, Type result) {
  Operation *scope = builder.getInsertionBlock()->getParentOp();
  auto module = isa<ModuleOp>(scope) ? cast<ModuleOp>(scope)
                                     : scope->getParentOfType<ModuleOp>();
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type type = result ? result : LLVM::LLVMVoidType::get(builder.getContext());
    callee = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(type, SmallVector<Type>(args.getTypes())));
  }
  auto call = LLVM::CallOp::create(builder, loc, callee, args);
  return result ? call.getResult() : Value();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult checkTransfer(Operation *op) {
  for (Type operand : op->getOperandTypes()) {
    if (isa<UnrankedMemRefType>(operand))
      return op->emitOpError(
          "is not lowered on unranked buffers; cast them to ranked memrefs");
    auto type = dyn_cast<MemRefType>(operand);
    if (type && !isContiguous(type))
      return op->emitOpError("uses memory that may not be contiguous; copy it "
                             "element by element in a kernel");
  }
  return success();
}

/// Checks that the kernel of `op` is in a binary.
static LogicalResult checkBinary(Operation *op, StringRef does) {
  StringRef binary = host::getKernel(op).getRootReference();
  if (!op->getParentOfType<ModuleOp>().lookupSymbol<gpu::BinaryOp>(binary))
    return op->emitOpError()
           << does << " a kernel of '" << binary
           << "', which is not a gpu.binary; run prim-serialize first";
  return success();
}

static LogicalResult checkLaunch(gpu::LaunchFuncOp op) {
  if (op.hasClusterSize())
    return op.emitOpError("is not lowered with clusters, which prim's runtime "
                          "does not support; remove the cluster size");
  if (op.getAsyncObject())
    return op.emitOpError(
        "is not lowered with a stream of its own; remove the stream, because "
        "work runs on the stream of the execution");
  return checkBinary(op, "launches");
}

SymbolRefAttr host::getKernel(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return launch.getKernelAttr();
  if (auto asks = dyn_cast<ResidentBlocksOp>(op))
    return asks.getKernelAttr();
  return {};
}

LogicalResult host::checkLowerable(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<gpu::LaunchFuncOp>(checkLaunch)
      .Case([](ResidentBlocksOp op) { return checkBinary(op, "queries"); })
      .Case<gpu::MemcpyOp, memref::CopyOp>(
          [](Operation *op) { return checkTransfer(op); })
      .Case<gpu::MemsetOp>([](gpu::MemsetOp op) -> LogicalResult {
        if (failed(checkTransfer(op)))
          return failure();
        if (getFillBytes(op.getValue().getType()))
          return success();
        return op.emitOpError("is not lowered for values of type ")
               << op.getValue().getType()
               << "; use elements of 1, 2, 4 or 8 bytes";
      })
      .Case([](memref::ReshapeOp op) -> LogicalResult {
        // A static shape is in the type, so the operand is not read.
        auto type = dyn_cast<MemRefType>(op.getType());
        if (type && type.hasStaticShape())
          return success();
        return op.emitOpError("takes its shape from memory, which is not "
                              "lowered; use expand_shape and collapse_shape");
      })
      .Case<gpu::AllocOp, memref::AllocOp>([](auto op) -> LogicalResult {
        if (!op.getType().getLayout().isIdentity())
          return op.emitOpError(
              "allocates memory with a layout; use the identity layout");
        if (op->hasAttr("hostShared"))
          return op.emitOpError("is not lowered with hostShared; allocate "
                                "device memory and copy");
        return success();
      })
      .Default(success());
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// Replaces the result of an async op, if any, by a token without information.
template <typename OpTy>
void replaceToken(OpTy op, ConversionPatternRewriter &rewriter) {
  if (op->getNumResults() == 0)
    return rewriter.eraseOp(op);
  rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(
      op, LLVM::LLVMPointerType::get(rewriter.getContext()));
}

/// Stack memory for one value of `type`, allocated once per call of the
/// function even if the launch is in a loop.
Value createEntryAlloca(ConversionPatternRewriter &rewriter, Operation *op,
                        Type type) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto function = op->getParentOfType<FunctionOpInterface>();
  rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
  Value one = LLVM::ConstantOp::create(rewriter, op->getLoc(),
                                       rewriter.getI64Type(), 1);
  return LLVM::AllocaOp::create(
      rewriter, op->getLoc(), LLVM::LLVMPointerType::get(rewriter.getContext()),
      type, one);
}

/// The runtime's handle of the kernel of `op`, from its slots.
static Value getKernelHandle(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  SymbolRefAttr symbol = host::getKernel(op);
  StringRef binary = symbol.getRootReference();
  StringRef kernel = symbol.getLeafReference();
  auto ptr = LLVM::LLVMPointerType::get(b.getContext());
  auto address = [&](const std::string &name) -> Value {
    return LLVM::AddressOfOp::create(b, loc, ptr, name);
  };
  auto image = op->getParentOfType<ModuleOp>().lookupSymbol<LLVM::GlobalOp>(
      host::imageName(binary));
  int64_t imageBytes =
      cast<LLVM::LLVMArrayType>(image.getType()).getNumElements();
  Value exec = host::getExecution(op);
  return host::callRuntime(
      b, loc, "primExecKernel",
      {exec, address(host::moduleSlotName(binary)),
       address(host::imageName(binary)),
       LLVM::ConstantOp::create(b, loc, b.getI64Type(), imageBytes),
       address(host::kernelSlotName(binary, kernel)),
       address(host::kernelStringName(binary, kernel))},
      ptr);
}

struct ResidentBlocksLowering : ConvertOpToLLVMPattern<ResidentBlocksOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ResidentBlocksOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value exec = host::getExecution(op);
    Value threads = LLVM::ConstantOp::create(
        rewriter, loc, rewriter.getI32Type(), op.getThreads());
    rewriter.replaceOp(
        op, host::callRuntime(rewriter, loc, "primExecResidentGroups",
                              {exec, getKernelHandle(rewriter, op), threads},
                              rewriter.getI64Type()));
    return success();
  }
};

/// Lowers a launch: the kernel comes from its slots, and the arguments are
/// passed as an array of pointers to their values.
struct LaunchFuncLowering : ConvertOpToLLVMPattern<gpu::LaunchFuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type ptr = getPtrType();
    auto integer = [&](Type type, int64_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, type, value);
    };
    Value exec = host::getExecution(op);
    Value handle = getKernelHandle(rewriter, op);

    SmallVector<Value> values = getTypeConverter()->promoteOperands(
        loc, op.getKernelOperands(), adaptor.getKernelOperands(), rewriter);
    auto arrayType = LLVM::LLVMArrayType::get(ptr, values.size());
    Value array = createEntryAlloca(rewriter, op, arrayType);
    for (auto [index, value] : llvm::enumerate(values)) {
      Value slot = createEntryAlloca(rewriter, op, value.getType());
      LLVM::StoreOp::create(rewriter, loc, value, slot);
      Value element = LLVM::GEPOp::create(
          rewriter, loc, ptr, ptr, array,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
      LLVM::StoreOp::create(rewriter, loc, slot, element);
    }

    // Extents may be i32, index or i64.
    auto extent = [&](Value value) -> Value {
      if (value.getType() == rewriter.getI64Type())
        return value;
      return LLVM::ZExtOp::create(rewriter, loc, rewriter.getI64Type(), value);
    };
    Value lds = adaptor.getDynamicSharedMemorySize();
    if (!lds)
      lds = integer(rewriter.getI32Type(), 0);
    int32_t flags = 0;
    if (op->hasAttr(PrimDialect::CooperativeAttrHelper::getNameStr()))
      flags |= host::kLaunchCooperative;
    if (op->hasAttr(PrimDialect::OverlappedAttrHelper::getNameStr()))
      flags |= host::kLaunchOverlapped;
    SmallVector<Value> arguments{exec, handle};
    if (flags)
      arguments.push_back(integer(rewriter.getI32Type(), flags));
    llvm::append_range(
        arguments,
        ArrayRef<Value>{
            extent(adaptor.getGridSizeX()), extent(adaptor.getGridSizeY()),
            extent(adaptor.getGridSizeZ()), extent(adaptor.getBlockSizeX()),
            extent(adaptor.getBlockSizeY()), extent(adaptor.getBlockSizeZ()),
            lds, array, integer(rewriter.getI64Type(), values.size())});
    host::callRuntime(rewriter, loc,
                      flags ? "primExecLaunchWithFlags" : "primExecLaunch",
                      arguments);
    replaceToken(op, rewriter);
    return success();
  }
};

/// Lowers gpu.alloc and memref.alloc to device memory in stream order.
template <typename OpTy>
struct AllocLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    Location loc = op.getLoc();
    SmallVector<Value> sizes, strides;
    Value bytes;
    this->getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(),
                                   rewriter, sizes, strides, bytes);
    Value pointer =
        host::callRuntime(rewriter, loc, "primExecAlloc",
                          {host::getExecution(op), bytes}, this->getPtrType());
    FailureOr<unsigned> space =
        this->getTypeConverter()->getMemRefAddressSpace(type);
    if (failed(space))
      return rewriter.notifyMatchFailure(op, "unknown memory space");
    if (*space)
      pointer = LLVM::AddrSpaceCastOp::create(
          rewriter, loc, this->getPtrType(*space), pointer);
    Value descriptor = this->createMemRefDescriptor(loc, type, pointer, pointer,
                                                    sizes, strides, rewriter);
    SmallVector<Value> results = {descriptor};
    if (op->getNumResults() > 1)
      results.push_back(
          LLVM::ZeroOp::create(rewriter, loc, this->getPtrType()));
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Lowers gpu.dealloc and memref.dealloc.
template <typename OpTy>
struct DeallocLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pointer =
        MemRefDescriptor(adaptor.getMemref()).allocatedPtr(rewriter, loc);
    if (pointer.getType() != this->getPtrType())
      pointer = LLVM::AddrSpaceCastOp::create(rewriter, loc, this->getPtrType(),
                                              pointer);
    host::callRuntime(rewriter, loc, "primExecFree",
                      {host::getExecution(op), pointer});
    replaceToken(op, rewriter);
    return success();
  }
};

/// A buffer as one contiguous run of bytes.
struct ByteRange {
  Value pointer;
  Value count;
  Value bytes;
};

/// Shared by the ops that work on whole buffers.
template <typename OpTy>
struct TransferLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  /// The bytes of `type` at `descriptor`, which is contiguous.
  ByteRange getRange(OpTy op, MemRefType type, Value descriptor,
                     ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    MemRefDescriptor buffer(descriptor);
    Type i64 = rewriter.getI64Type();
    Value count = LLVM::ConstantOp::create(rewriter, loc, i64, 1);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      count = LLVM::MulOp::create(rewriter, loc, count,
                                  buffer.size(rewriter, loc, dim));
    Value size = this->getSizeInBytes(loc, type.getElementType(), rewriter);
    Value bytes = LLVM::MulOp::create(rewriter, loc, count, size);
    Value pointer =
        buffer.bufferPtr(rewriter, loc, *this->getTypeConverter(), type);
    if (pointer.getType() != this->getPtrType())
      pointer = LLVM::AddrSpaceCastOp::create(rewriter, loc, this->getPtrType(),
                                              pointer);
    return ByteRange{pointer, count, bytes};
  }
};

/// Lowers gpu.memcpy and memref.copy, between any two of host and device
/// memory.
template <typename OpTy>
struct CopyLowering : TransferLowering<OpTy> {
  using TransferLowering<OpTy>::TransferLowering;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value dst, src, dstDescriptor, srcDescriptor;
    if constexpr (std::is_same_v<OpTy, gpu::MemcpyOp>) {
      dst = op.getDst(), dstDescriptor = adaptor.getDst();
      src = op.getSrc(), srcDescriptor = adaptor.getSrc();
    } else {
      dst = op.getTarget(), dstDescriptor = adaptor.getTarget();
      src = op.getSource(), srcDescriptor = adaptor.getSource();
    }
    Location loc = op.getLoc();
    ByteRange to = this->getRange(op, cast<MemRefType>(dst.getType()),
                                  dstDescriptor, rewriter);
    ByteRange from = this->getRange(op, cast<MemRefType>(src.getType()),
                                    srcDescriptor, rewriter);
    Operation *dstHost = getHostMemory(dst), *srcHost = getHostMemory(src);
    // A primCopyKind. The host may continue during a copy only if the copied
    // host memory never changes.
    int32_t kind = dstHost ? (srcHost ? 0 : 2) : srcHost ? 1 : 3;
    bool wait = dstHost || (srcHost && !getConstantGlobal(srcHost));
    auto integer = [&](int32_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(),
                                      value);
    };
    Value execution = host::getExecution(op);
    host::callRuntime(rewriter, loc, "primExecCopy",
                      {execution, to.pointer, from.pointer, from.bytes,
                       integer(kind), integer(wait)},
                      rewriter.getI32Type());
    replaceToken(op, rewriter);
    return success();
  }
};

/// Lowers gpu.memset, with the bits of the value as a pattern.
struct MemsetLowering : TransferLowering<gpu::MemsetOp> {
  using TransferLowering::TransferLowering;

  LogicalResult
  matchAndRewrite(gpu::MemsetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getDst().getType());
    ByteRange range = getRange(op, type, adaptor.getDst(), rewriter);
    Value value = adaptor.getValue();
    unsigned bits = value.getType().getIntOrFloatBitWidth();
    Type i64 = rewriter.getI64Type();
    if (isa<FloatType>(value.getType()))
      value = LLVM::BitcastOp::create(rewriter, loc,
                                      rewriter.getIntegerType(bits), value);
    if (bits < 64)
      value = LLVM::ZExtOp::create(rewriter, loc, i64, value);
    Value width =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(),
                                 getFillBytes(op.getValue().getType()));
    host::callRuntime(
        rewriter, loc, "primExecFill",
        {host::getExecution(op), range.pointer, value, width, range.count});
    replaceToken(op, rewriter);
    return success();
  }
};

/// Erases gpu.wait, because the stream already orders all work.
struct WaitLowering : ConvertOpToLLVMPattern<gpu::WaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::WaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    replaceToken(op, rewriter);
    return success();
  }
};

} // namespace

void host::populatePatterns(const LLVMTypeConverter &converter,
                            RewritePatternSet &patterns) {
  // Added before upstream's patterns, which would call malloc and free.
  patterns.add<LaunchFuncLowering, ResidentBlocksLowering,
               AllocLowering<gpu::AllocOp>, AllocLowering<memref::AllocOp>,
               DeallocLowering<gpu::DeallocOp>,
               DeallocLowering<memref::DeallocOp>, CopyLowering<gpu::MemcpyOp>,
               CopyLowering<memref::CopyOp>, MemsetLowering, WaitLowering>(
      converter, /*benefit=*/10);
}
