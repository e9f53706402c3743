//===- KernelBuilder.cpp - A kernel of a device op *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows which primitive is being lowered. What is made on demand
// and used everywhere stands at the top of the kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::atLeastOne(CodeBuilder &b, Value count) {
  return b.maxsi(count, 1);
}

KernelBuilder::KernelBuilder(const DeviceContext &context, Operation *op,
                             const DevicePlan &plan, const PlanKernel &made)
    : CodeBuilder(op), deviceContext(context), op(op), plan(plan),
      block(made.blockSize) {
  setInsertionPointToEnd(context.getKernels().getBody());
  kernel = gpu::GPUFuncOp::create(*this, "kernel", getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), getUnitAttr());
  kernel.setKnownBlockSize(
      ArrayRef<int32_t>{static_cast<int32_t>(made.blockSize), 1, 1});
  if (made.minBlocks)
    PrimDialect::MinBlocksAttrHelper(op->getContext())
        .setAttr(kernel, getI32IntegerAttr(made.minBlocks));
  if (made.clusterBlocks > 1)
    kernel.setKnownClusterSize(
        ArrayRef<int32_t>{static_cast<int32_t>(made.clusterBlocks), 1, 1});
  setInsertionPointToStart(&kernel.getBody().front());
}

CodeBuilder KernelBuilder::atTop() {
  CodeBuilder top(*this);
  top.setInsertionPointToStart(&kernel.getBody().front());
  return top;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Type KernelBuilder::typeOf(const LaunchValue &value) {
  switch (value.kind) {
  case LaunchValue::Kind::Scalar: {
    Type type = value.value.getType();
    return type.isIndex() ? getI64Type() : type;
  }
  case LaunchValue::Kind::Buffer:
  case LaunchValue::Kind::Region:
    return BaseType::get(getContext(), MemorySpace::Global);
  case LaunchValue::Kind::Size:
  case LaunchValue::Kind::Extent:
  case LaunchValue::Kind::Stride:
  case LaunchValue::Kind::Rows:
  case LaunchValue::Kind::Elements:
  case LaunchValue::Kind::Blocks:
  case LaunchValue::Kind::PerBlock:
    return getI64Type();
  case LaunchValue::Kind::Constant:
  case LaunchValue::Kind::Elements32:
  case LaunchValue::Kind::Tiles:
  case LaunchValue::Kind::Round:
    return getI32Type();
  case LaunchValue::Kind::Param:
    break;
  }
  llvm_unreachable("the caller knows the type");
}

Value KernelBuilder::addArgument(const LaunchValue &value, Type type) {
  auto *known = llvm::find(passed, value);
  if (known != passed.end())
    return arguments[known - passed.begin()];
  SmallVector<Type> types(kernel.getFunctionType().getInputs());
  types.push_back(type);
  kernel.setFunctionType(getFunctionType(types, {}));
  Value argument = kernel.getBody().addArgument(type, getLoc());
  if (value.kind == LaunchValue::Kind::Scalar &&
      value.value.getType().isIndex()) {
    CodeBuilder top = atTop();
    argument = top.toIndex(argument);
  }
  passed.push_back(value);
  arguments.push_back(argument);
  return argument;
}

Value KernelBuilder::argument(const LaunchValue &value) {
  return addArgument(value, typeOf(value));
}

Value KernelBuilder::region(unsigned region) {
  return advance(*this, argument(LaunchValue::region(0)),
                 plan.getFixedOffset(region));
}

Value KernelBuilder::param(const I32Param &param) {
  return addArgument(LaunchValue::param(param.name, /*number=*/0),
                     getI32Type());
}

Value KernelBuilder::param(const SizeParam &param) {
  return addArgument(LaunchValue::param(param.name, /*number=*/0),
                     getI64Type());
}

Value KernelBuilder::param(const BasesParam &param, unsigned number) {
  return addArgument(LaunchValue::param(param.name, number),
                     BaseType::get(getContext(), MemorySpace::Global));
}

SmallVector<MemoryArray> KernelBuilder::bind(ValueRange memrefs) {
  auto device = cast<DeviceOpInterface>(op);
  auto isDiscarded = [&](Value memref) {
    return llvm::any_of(device.getDeviceDiscards(), [&](int64_t number) {
      return device.getDeviceOuts()[number] == memref;
    });
  };
  return llvm::map_to_vector(memrefs, [&](Value memref) {
    Type element = getElementTypeOrSelf(memref);
    if (isDiscarded(memref))
      return MemoryArray::getDiscarding(element);
    return MemoryArray(argument(LaunchValue::buffer(memref)), element);
  });
}

SmallVector<Value> KernelBuilder::loadElement(ArrayRef<MemoryArray> arrays,
                                              Value index) {
  return llvm::map_to_vector(arrays, [&](const MemoryArray &array) -> Value {
    Value element = loadWide(array, index).front();
    return narrowBit(*this, element, array.getElement());
  });
}

SmallVector<Value> KernelBuilder::loadWide(ArrayRef<MemoryArray> arrays,
                                           Value index) {
  return llvm::map_to_vector(arrays, [&](const MemoryArray &array) {
    return array.retyped(widenBit(array.getElement())).load(*this, index);
  });
}

MemoryArray KernelBuilder::bindStrided(Value memref) {
  MemoryArray array = bind(memref).front();
  int64_t stride =
      cast<MemRefType>(memref.getType()).getStridesAndOffset().first.front();
  if (ShapedType::isDynamic(stride))
    return array.strided(argument(LaunchValue::stride(memref, 0)));
  return stride == 1 ? array : array.strided(i64(stride));
}

SmallVector<Value> KernelBuilder::loadInit(ValueRange init, RowView *view) {
  return llvm::map_to_vector(init, [&](Value value) -> Value {
    if (isa<MemRefType>(value.getType())) {
      MemoryArray array = view ? view->at(value) : bind(value).front();
      return array.load(*this, 0);
    }
    capture(value);
    return captures.lookup(value);
  });
}

Value KernelBuilder::stateOfRow(Value base, Value bytes, Value row) {
  if (!row)
    return base;
  constexpr int64_t unit = WorkspaceRegion::rowAlignment;
  bytes = add(bytes, unit - 1);
  bytes = andi(bytes, -unit);
  Value before = mul(bytes, indexCastUI(getIndexType(), row));
  return advance(*this, base, before);
}

Value KernelBuilder::stateBytes(Value tiles, ArrayRef<Type> types,
                                IntegerAttr chains, IntegerAttr bits) {
  Value count = indexCastUI(getIndexType(), tiles);
  return GridStateSizeOp::create(*this, count, getTypeArrayAttr(types), chains,
                                 bits);
}

void KernelBuilder::clear(Value base, Value bytes, Value thread,
                          int32_t threads) {
  // States of wide tuples may take more bytes than 32 bits count.
  Value count = shrui(indexCastUI(getI64Type(), bytes), 3);
  MemoryArray words(base, getI64Type());
  forEach(zextI64(thread), count, threads,
          [&](Value index) { words.store(*this, i64(0), index); });
}

//===----------------------------------------------------------------------===//
// Regions of the op
//===----------------------------------------------------------------------===//

void KernelBuilder::capture(Value host) {
  if (captures.contains(host))
    return;
  if (Value buffer = plan.loaded.lookup(host)) {
    CodeBuilder top = atTop();
    Value zero = top.i32(0);
    captures.map(host, bind(buffer).front().load(top, zero));
    return;
  }
  if (!matchPattern(host, m_Constant())) {
    captures.map(host, argument(LaunchValue::scalar(host)));
    return;
  }
  CodeBuilder top = atTop();
  captures.map(host, top.clone(*host.getDefiningOp())->getResult(0));
}

void KernelBuilder::captureRegion(Region &region) {
  if (!captured.insert(&region).second)
    return;
  SetVector<Value> values;
  getUsedValuesDefinedAbove(region, values);
  for (Value value : values)
    capture(value);
}

Combiner KernelBuilder::combiner() {
  auto fold = cast<CombinerOpInterface>(op);
  for (Value value : fold.getIdentityValues())
    capture(value);
  captureRegion(fold.getCombinerRegion());
  Combiner result(fold);
  result.setMapping(&captures);
  return result;
}

SmallVector<Value> KernelBuilder::map(Region &region, ValueRange values,
                                      Value index) {
  if (region.empty())
    return SmallVector<Value>(values);
  captureRegion(region);
  SmallVector<Value> args(values);
  if (index && region.getNumArguments() > values.size())
    args.push_back(indexCast(getIndexType(), index));
  return inlineRegion(*this, region, args, &captures);
}

SmallVector<Value> KernelBuilder::finishFold(Region &epilogue,
                                             const Combiner &combiner,
                                             const OptionalTuple &fold,
                                             ValueRange init) {
  ValueTuple values = fold.values;
  if (!init.empty())
    values = combineOptional(*this, combiner, ValueTuple(init), fold).values;
  else if (fold.present && combiner.hasIdentity())
    values = selectTuple(*this, fold.present, values, combiner.identity(*this));
  return map(epilogue, values);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value KernelBuilder::threadId() {
  if (!thread) {
    CodeBuilder top = atTop();
    Value index = gpu::ThreadIdOp::create(top, gpu::Dimension::x);
    thread = top.indexCast(getI32Type(), index);
  }
  return thread;
}

Value KernelBuilder::laneId() {
  if (!lane) {
    CodeBuilder top(*this);
    top.setInsertionPointAfterValue(threadId());
    lane = top.andi(thread, target().waveSize - 1);
  }
  return lane;
}

Value KernelBuilder::waveId() {
  if (!wave) {
    CodeBuilder top(*this);
    top.setInsertionPointAfterValue(threadId());
    Value number = top.shrui(thread, llvm::Log2_32(target().waveSize));
    wave = WarpUniformOp::create(top, number);
  }
  return wave;
}

Value KernelBuilder::blockId() {
  Value index = gpu::BlockIdOp::create(*this, gpu::Dimension::x);
  return indexCast(getI32Type(), index);
}

Value KernelBuilder::isFirstThread() {
  Value id = threadId();
  return eq(id, 0);
}

Value KernelBuilder::rowLength() {
  if (std::optional<int64_t> known = plan.rows.getKnownLength())
    return i64(*known);
  return elements();
}

MemoryArray KernelBuilder::workgroupArray(Type type, unsigned count,
                                          StringRef name) {
  uint64_t bytes = uint64_t(getElementBytes(type)) * count;
  return MemoryArray(allocateWorkgroupMemory(*this, bytes, name), type);
}

void KernelBuilder::barrier() { BlockBarrierOp::create(*this); }

Value KernelBuilder::splitRow(Value &number,
                              llvm::function_ref<Value()> perRow) {
  if (rows().getKnownRows() == 1)
    return {};
  Value count = perRow();
  Value row = divui(number, count);
  number = sub(number, mul(row, count));
  return row;
}

std::pair<Value, Value> KernelBuilder::gridThreads() {
  Value threads = i64(block);
  Value before = mul(zextI64(blockId()), threads);
  Value number = add(before, zextI64(threadId()));
  return {number, mul(blocks(), threads)};
}

void KernelBuilder::forBlockStride(int64_t count,
                                   llvm::function_ref<void(Value)> body) {
  for (int64_t done = 0; done < count; done += block) {
    Value number = add(threadId(), done);
    if (done + block <= count)
      body(number);
    else
      ifThen(ult(number, count), [&] { body(number); });
  }
}

void KernelBuilder::forGridStride(Value end,
                                  llvm::function_ref<void(Value)> body) {
  Value first = extui(getI64Type(), blockId());
  forEach(first, end, blocks(), body);
}

void KernelBuilder::waitForPrevious() {
  // Before whatever has been put at the top: none of it may read memory that
  // the launch before has yet to write, or write what that has yet to read.
  CodeBuilder top = atTop();
  GridWaitPreviousOp::create(top);
}

void KernelBuilder::finish() { gpu::ReturnOp::create(*this); }
