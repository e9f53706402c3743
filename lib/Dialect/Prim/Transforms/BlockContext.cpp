//===- BlockContext.cpp - A kernel as block lowerings see it *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread ids, the shared workgroup buffer, barriers, and typed access to
// memory through LLVM pointers.
//
//===----------------------------------------------------------------------===//

#include "BlockContext.h"

#include "WaveIntrinsics.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::createI32(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

Value mlir::prim::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

unsigned mlir::prim::getElementBytes(Type element) {
  return llvm::divideCeil(getStorageType(element).getIntOrFloatBitWidth(), 8);
}

Type mlir::prim::getStorageType(Type element) {
  return element.isIndex() ? IntegerType::get(element.getContext(), 64)
                           : element;
}

uint64_t BufferLayout::add(uint64_t bytes, uint64_t count, uint64_t alignment) {
  uint64_t offset = llvm::alignTo(end, alignment);
  end = offset + bytes * count;
  return offset;
}

//===----------------------------------------------------------------------===//
// BlockContext
//===----------------------------------------------------------------------===//

BlockContext::BlockContext(gpu::GPUFuncOp func, TargetInfo target,
                           unsigned blockSize)
    : func(func), target(target), blockSize(blockSize) {
  numBlockOps = 0;
  func.walk([&](Operation *op) {
    numBlockOps += isa<BlockReduceOp, BlockScanOp, BlockSortOp>(op);
  });
}

FailureOr<BlockContext> BlockContext::get(gpu::GPUFuncOp func) {
  FailureOr<TargetInfo> target = TargetInfo::lookup(func);
  if (failed(target))
    return failure();
  std::optional<ArrayRef<int32_t>> shape = func.getKnownBlockSize();
  if (!shape)
    return func.emitOpError("contains prim.block_* ops and needs its block "
                            "size: add 'known_block_size = array<i32: x, y, "
                            "z>'");
  uint64_t size = 1;
  for (int32_t extent : *shape)
    size *= extent;
  if (size > target->maxBlockSize)
    return func.emitOpError("has ")
           << size << " threads per block, but " << target->chip
           << " runs at most " << target->maxBlockSize;
  return BlockContext(func, *target, size);
}

OpBuilder BlockContext::topBuilder() {
  OpBuilder builder(func.getContext());
  if (lastTop)
    builder.setInsertionPointAfter(lastTop);
  else
    builder.setInsertionPointToStart(&func.getBody().front());
  return builder;
}

Value BlockContext::getThreadId() {
  if (threadId)
    return threadId;
  OpBuilder builder = topBuilder();
  Location loc = func.getLoc();
  auto extent = [&](int dim) { return (*func.getKnownBlockSize())[dim]; };
  auto id = [&](gpu::Dimension dimension) -> Value {
    Value index = gpu::ThreadIdOp::create(builder, loc, dimension);
    return arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                      index);
  };
  // x + X * (y + Y * z), leaving out dimensions of extent one.
  Value linear;
  for (auto [dim, dimension] :
       {std::pair(2, gpu::Dimension::z), std::pair(1, gpu::Dimension::y),
        std::pair(0, gpu::Dimension::x)}) {
    if (linear)
      linear = arith::MulIOp::create(builder, loc, linear,
                                     createI32(builder, loc, extent(dim)));
    if (extent(dim) == 1 && (dim != 0 || linear))
      continue;
    Value own = id(dimension);
    linear = linear ? arith::AddIOp::create(builder, loc, linear, own) : own;
  }
  threadId = linear;
  lastTop = threadId.getDefiningOp();
  return threadId;
}

Value BlockContext::getLaneId() {
  if (laneId)
    return laneId;
  Value thread = getThreadId();
  OpBuilder builder = topBuilder();
  Value mask = createI32(builder, func.getLoc(), target.waveSize - 1);
  laneId = arith::AndIOp::create(builder, func.getLoc(), thread, mask);
  lastTop = laneId.getDefiningOp();
  return laneId;
}

Value BlockContext::getWaveId() {
  if (waveId)
    return waveId;
  Value thread = getThreadId();
  OpBuilder builder = topBuilder();
  Location loc = func.getLoc();
  if (getNumWaves() == 1) {
    waveId = createI32(builder, loc, 0);
  } else {
    Value shift = createI32(builder, loc, llvm::Log2_32(target.waveSize));
    waveId = arith::ShRUIOp::create(builder, loc, thread, shift);
    // Waves are cut from consecutive linear ids, so the value is uniform;
    // saying so keeps what depends on it in scalar registers.
    waveId = createReadFirstLane(builder, loc, target, waveId);
  }
  lastTop = waveId.getDefiningOp();
  return waveId;
}

Value BlockContext::getWorkgroupBuffer(OpBuilder &builder, Location loc,
                                       uint64_t bytes) {
  auto module = func->getParentOfType<gpu::GPUModuleOp>();
  auto arrayOf = [&](uint64_t size) {
    return LLVM::LLVMArrayType::get(IntegerType::get(func.getContext(), 8),
                                    size);
  };
  // Both back ends number workgroup (shared) memory 3.
  constexpr unsigned workgroupSpace = 3;
  if (!buffer) {
    OpBuilder moduleBuilder(func);
    std::string name = ("__prim_workgroup_" + func.getName()).str();
    if (Operation *existing = module.lookupSymbol(name)) {
      buffer = cast<LLVM::GlobalOp>(existing);
      bufferBytes =
          cast<LLVM::LLVMArrayType>(buffer.getGlobalType()).getNumElements();
    } else {
      buffer = LLVM::GlobalOp::create(
          moduleBuilder, func.getLoc(), arrayOf(0), /*isConstant=*/false,
          LLVM::Linkage::Internal, name, /*value=*/Attribute(),
          /*alignment=*/16, workgroupSpace);
    }
  }
  if (bytes > bufferBytes) {
    bufferBytes = llvm::alignTo(bytes, 16);
    buffer.setGlobalType(arrayOf(bufferBytes));
  }
  return LLVM::AddressOfOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(), workgroupSpace),
      buffer.getSymName());
}

void BlockContext::barrier(OpBuilder &builder, Location loc) {
  createBlockBarrier(builder, loc, target);
}

void BlockContext::releaseBuffer(OpBuilder &builder, Location loc,
                                 Operation *op) {
  // A kernel of one block runs its ops once; anything else may come back here.
  if (numBlockOps == 1 && func.isKernel() && func.getBody().hasOneBlock() &&
      !op->getParentOfType<LoopLikeOpInterface>() && op->getParentOp() == func)
    return;
  barrier(builder, loc);
}

LogicalResult BlockContext::verifyWorkgroupMemory() {
  if (bufferBytes <= target.ldsBytes)
    return success();
  return func.emitOpError("needs ")
         << bufferBytes << " bytes of workgroup memory for its prim.block_* "
         << "ops, but " << target.chip << " has " << target.ldsBytes
         << "; use fewer items per thread or a smaller block";
}

//===----------------------------------------------------------------------===//
// MemoryArray
//===----------------------------------------------------------------------===//

MemoryArray::MemoryArray(Value base, Type element, unsigned alignment)
    : base(base), element(element),
      alignment(std::max(alignment, getElementBytes(element))) {}

Value MemoryArray::address(OpBuilder &builder, Location loc,
                           Value index) const {
  if (index.getType().isIndex())
    index =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
  return LLVM::GEPOp::create(builder, loc, base.getType(),
                             getStorageType(element), base, ValueRange{index},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value MemoryArray::load(OpBuilder &builder, Location loc, Value index) const {
  Value value = LLVM::LoadOp::create(builder, loc, getStorageType(element),
                                     address(builder, loc, index),
                                     getElementBytes(element));
  if (element.isIndex())
    value = arith::IndexCastOp::create(builder, loc, element, value);
  return value;
}

void MemoryArray::store(OpBuilder &builder, Location loc, Value value,
                        Value index) const {
  if (element.isIndex())
    value =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  LLVM::StoreOp::create(builder, loc, value, address(builder, loc, index),
                        getElementBytes(element));
}

Value MemoryArray::loadVector(OpBuilder &builder, Location loc, Value index,
                              unsigned count) const {
  auto type = VectorType::get({count}, getStorageType(element));
  Value vector = LLVM::LoadOp::create(builder, loc, type,
                                      address(builder, loc, index), alignment);
  if (element.isIndex())
    vector = arith::IndexCastOp::create(
        builder, loc, VectorType::get({count}, element), vector);
  return vector;
}

void MemoryArray::storeVector(OpBuilder &builder, Location loc, Value vector,
                              Value index) const {
  auto type = cast<VectorType>(vector.getType());
  if (element.isIndex())
    vector = arith::IndexCastOp::create(
        builder, loc, type.clone(builder.getI64Type()), vector);
  LLVM::StoreOp::create(builder, loc, vector, address(builder, loc, index),
                        alignment);
}
