//===- DeviceContext.cpp - Kernels and host code of device ops *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows which primitive is being lowered.
//
//===----------------------------------------------------------------------===//

#include "DeviceContext.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// DeviceContext
//===----------------------------------------------------------------------===//

std::string DeviceContext::uniqueName(StringRef base) {
  for (unsigned i = 0;; ++i) {
    std::string name = (base + "_" + Twine(i)).str();
    if (!kernels.lookupSymbol(name))
      return name;
  }
}

TileShape DeviceContext::getTile(DeviceOpInterface op) const {
  DeviceAlgorithm algorithm = DeviceAlgorithm::Sort;
  unsigned bytes = 0;
  if (auto fold = dyn_cast<CombinerOpInterface>(op.getOperation())) {
    algorithm = isa<DeviceScanOp>(op.getOperation()) ? DeviceAlgorithm::Scan
                                                     : DeviceAlgorithm::Reduce;
    // A tuple is held as a whole, ...
    for (Type type : fold.getAccumulatorTypes())
      bytes += getElementBytes(type);
  } else {
    // ... and moved member by member.
    for (Value in : op.getDeviceIns())
      bytes = std::max(
          bytes,
          getElementBytes(cast<MemRefType>(in.getType()).getElementType()));
  }
  TileShape tile = getTileShape(target, algorithm, bytes);
  if (TuningAttr tuning = op.getDeviceTuning()) {
    if (tuning.getBlockSize())
      tile.blockSize = tuning.getBlockSize();
    if (tuning.getItemsPerThread())
      tile.itemsPerThread = tuning.getItemsPerThread();
  }
  return tile;
}

LogicalResult DeviceContext::notLowered(Operation *op,
                                        const Twine &what) const {
  return op->emitOpError() << what.str() << " is not lowered yet on "
                           << target.chip;
}

int64_t DeviceContext::getMaxBlocks(unsigned blockSize) const {
  int64_t most = limits.maxBlocks.value_or(getMaxReduceBlocks(target));
  return std::min(most, getMaxGrid(blockSize));
}

Value mlir::prim::atLeastOne(OpBuilder &builder, Location loc, Value count) {
  return arith::MaxSIOp::create(builder, loc, count,
                                createI32(builder, loc, 1));
}

SmallVector<Value> mlir::prim::loadInit(KernelBuilder &kernel,
                                        HostBuilder &host, ValueRange init) {
  SmallVector<Value> values;
  for (Value value : init) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type) {
      values.push_back(kernel.capture(value));
      continue;
    }
    MemoryArray array(kernel.argument(host.base(value)), type.getElementType());
    values.push_back(array.load(kernel.b(), kernel.loc(),
                                createI32(kernel.b(), kernel.loc(), 0)));
  }
  return values;
}

SmallVector<Value> mlir::prim::applyMap(KernelBuilder &kernel, Region &region,
                                        ValueRange values, Value index) {
  if (region.empty())
    return SmallVector<Value>(values);
  SmallVector<Value> args(values);
  if (index && region.getNumArguments() > values.size())
    args.push_back(arith::IndexCastOp::create(
        kernel.b(), kernel.loc(), kernel.b().getIndexType(), index));
  return inlineRegion(kernel.b(), region, args, &kernel.mapping());
}

SmallVector<MemoryArray> mlir::prim::bindBuffers(KernelBuilder &kernel,
                                                 HostBuilder &host,
                                                 ValueRange memrefs) {
  return llvm::map_to_vector(memrefs, [&](Value memref) {
    return MemoryArray(kernel.argument(host.base(memref)),
                       cast<MemRefType>(memref.getType()).getElementType());
  });
}

//===----------------------------------------------------------------------===//
// KernelBuilder
//===----------------------------------------------------------------------===//

KernelBuilder::KernelBuilder(DeviceContext &context, Location loc,
                             StringRef name, unsigned blockSize)
    : context(context), builder(loc.getContext()), location(loc),
      block(blockSize) {
  builder.setInsertionPointToEnd(context.getKernels().getBody());
  kernel = gpu::GPUFuncOp::create(builder, loc, context.uniqueName(name),
                                  builder.getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSize(
      ArrayRef<int32_t>{static_cast<int32_t>(blockSize), 1, 1});
  builder.setInsertionPointToStart(&kernel.getBody().front());
}

Value KernelBuilder::parameter(Type type) {
  SmallVector<Type> types(kernel.getFunctionType().getInputs());
  types.push_back(type);
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  operands.push_back(Value());
  return kernel.getBody().addArgument(type, location);
}

Value KernelBuilder::argument(Value host) {
  Type type = host.getType();
  if (type.isIndex()) {
    OpBuilder hostBuilder(host.getContext());
    hostBuilder.setInsertionPointAfterValue(host);
    host = arith::IndexCastOp::create(hostBuilder, location,
                                      builder.getI64Type(), host);
  }
  Value argument = parameter(host.getType());
  operands.back() = host;
  if (type.isIndex())
    argument = arith::IndexCastOp::create(builder, location, type, argument);
  return argument;
}

Value KernelBuilder::capture(Value host) {
  if (Value known = captures.lookupOrNull(host))
    return known;
  Value inside;
  if (matchPattern(host, m_Constant()))
    inside = builder.clone(*host.getDefiningOp())->getResult(0);
  else
    inside = argument(host);
  captures.map(host, inside);
  return inside;
}

void KernelBuilder::captureRegion(Region &region) {
  SetVector<Value> values;
  getUsedValuesDefinedAbove(region, values);
  for (Value value : values)
    capture(value);
}

Value KernelBuilder::threadId() {
  if (!thread) {
    OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Value index = gpu::ThreadIdOp::create(top, location, gpu::Dimension::x);
    thread = arith::IndexCastOp::create(top, location, top.getI32Type(), index);
  }
  return thread;
}

Value KernelBuilder::laneId() {
  if (!lane) {
    OpBuilder top(kernel.getContext());
    top.setInsertionPointAfterValue(threadId());
    lane = arith::AndIOp::create(
        top, location, thread, createI32(top, location, target().waveSize - 1));
  }
  return lane;
}

Value KernelBuilder::waveId() {
  if (!wave) {
    OpBuilder top(kernel.getContext());
    top.setInsertionPointAfterValue(threadId());
    Value shifted = arith::ShRUIOp::create(
        top, location, thread,
        createI32(top, location, llvm::Log2_32(target().waveSize)));
    wave = WarpUniformOp::create(top, location, shifted);
  }
  return wave;
}

Value KernelBuilder::blockId() {
  Value index = gpu::BlockIdOp::create(builder, location, gpu::Dimension::x);
  return arith::IndexCastOp::create(builder, location, builder.getI32Type(),
                                    index);
}

MemoryArray KernelBuilder::workgroupArray(Type type, unsigned count,
                                          StringRef name) {
  Value base = WorkgroupAllocOp::create(
      builder, location,
      BaseType::get(builder.getContext(), MemorySpace::Workgroup),
      uint64_t(getElementBytes(type)) * count, builder.getStringAttr(name));
  return MemoryArray(base, type);
}

void KernelBuilder::barrier() { BlockBarrierOp::create(builder, location); }

void KernelBuilder::ifThen(Value condition, llvm::function_ref<void()> body) {
  auto op = scf::IfOp::create(builder, location, condition,
                              /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  body();
}

Value KernelBuilder::baseParameter() {
  return parameter(BaseType::get(builder.getContext(), MemorySpace::Global));
}

void KernelBuilder::launch(HostBuilder &host, Value blocks,
                           ValueRange parameters) {
  SmallVector<Value> passed(operands);
  auto next = parameters.begin();
  for (Value &operand : passed)
    if (!operand)
      operand = *next++;
  assert(next == parameters.end() && "a value for each parameter");
  OpBuilder &b = host.b();
  auto index = [&](Value value) -> Value {
    return arith::IndexCastOp::create(b, location, b.getIndexType(), value);
  };
  Value one = index(host.constant(1));
  gpu::KernelDim3 grid{index(blocks), one, one};
  gpu::KernelDim3 threads{index(host.constant(block)), one, one};
  gpu::LaunchFuncOp::create(b, location, kernel, grid, threads,
                            /*dynamicSharedMemorySize=*/Value(), passed);
}

void KernelBuilder::finish() { gpu::ReturnOp::create(builder, location); }

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

void mlir::prim::withWorkspace(HostBuilder &host, DeviceOpInterface op,
                               Value bytes, Value clearBytes,
                               llvm::function_ref<void(Value)> body) {
  OpBuilder &builder = host.b();
  Location location = host.loc();
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, location, builder.getIndexType(),
                                      value);
  };
  Value workspace = op.getDeviceWorkspace();
  if (workspace) {
    Value given = host.extent(workspace, 0);
    host.check(
        op, host.compare(arith::CmpIPredicate::sge, given, bytes),
        CheckStatus::Workspace,
        "the workspace is too small: it has {} bytes, and {} are needed; ask "
        "prim.workspace_size for its size",
        {given, bytes});
    Value rest =
        arith::RemUIOp::create(builder, location, host.address(workspace),
                               host.constant(workspaceAlignment));
    Value aligned =
        host.compare(arith::CmpIPredicate::eq, rest, host.constant(0));
    host.check(op, aligned, CheckStatus::Workspace,
               "the workspace must be aligned to " + Twine(workspaceAlignment) +
                   " bytes");
  } else {
    auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
    workspace = gpu::AllocOp::create(builder, location, type,
                                     /*asyncToken=*/Type(),
                                     /*asyncDependencies=*/ValueRange(),
                                     ValueRange{toIndex(bytes)}, ValueRange())
                    .getMemref();
  }
  if (!(op.getDeviceWorkspace() && op.isWorkspaceInitialized()))
    host.clear(workspace, clearBytes);
  body(workspace);
  if (!op.getDeviceWorkspace())
    gpu::DeallocOp::create(builder, location, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), workspace);
}
