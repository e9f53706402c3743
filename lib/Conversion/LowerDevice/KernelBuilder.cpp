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

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::atLeastOne(OpBuilder &builder, Location loc, Value count) {
  return arith::MaxSIOp::create(builder, loc, count,
                                createI32(builder, loc, 1));
}

KernelBuilder::KernelBuilder(const DeviceContext &context, Operation *op,
                             const DevicePlan &plan, unsigned blockSize,
                             unsigned minBlocks)
    : context(context), op(op), plan(plan), builder(op->getContext()),
      location(op->getLoc()), block(blockSize) {
  builder.setInsertionPointToEnd(context.getKernels().getBody());
  kernel = gpu::GPUFuncOp::create(builder, location, "kernel",
                                  builder.getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSize(
      ArrayRef<int32_t>{static_cast<int32_t>(blockSize), 1, 1});
  if (minBlocks)
    PrimDialect::MinBlocksAttrHelper(op->getContext())
        .setAttr(kernel, builder.getI32IntegerAttr(minBlocks));
  builder.setInsertionPointToStart(&kernel.getBody().front());
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Type KernelBuilder::typeOf(const LaunchValue &value) {
  switch (value.kind) {
  case LaunchValue::Kind::Scalar: {
    Type type = value.value.getType();
    return type.isIndex() ? builder.getI64Type() : type;
  }
  case LaunchValue::Kind::Buffer:
  case LaunchValue::Kind::Region:
    return BaseType::get(builder.getContext(), MemorySpace::Global);
  case LaunchValue::Kind::Extent:
  case LaunchValue::Kind::Stride:
  case LaunchValue::Kind::Rows:
  case LaunchValue::Kind::Elements:
  case LaunchValue::Kind::Blocks:
  case LaunchValue::Kind::PerBlock:
    return builder.getI64Type();
  case LaunchValue::Kind::Constant:
  case LaunchValue::Kind::Elements32:
  case LaunchValue::Kind::Tiles:
  case LaunchValue::Kind::Round:
    return builder.getI32Type();
  case LaunchValue::Kind::Own:
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
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  Value argument = kernel.getBody().addArgument(type, location);
  if (value.kind == LaunchValue::Kind::Scalar &&
      value.value.getType().isIndex()) {
    OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
    argument =
        arith::IndexCastOp::create(top, location, top.getIndexType(), argument);
  }
  passed.push_back(value);
  arguments.push_back(argument);
  return argument;
}

Value KernelBuilder::argument(const LaunchValue &value) {
  return addArgument(value, typeOf(value));
}

Value KernelBuilder::region(unsigned region) {
  return advance(builder, location, argument(LaunchValue::region(0)),
                 plan.getFixedOffset(region));
}

Value KernelBuilder::own(unsigned number, Type type) {
  return addArgument({LaunchValue::Kind::Own, {}, number}, type);
}

Value KernelBuilder::ownBase(unsigned number) {
  return own(number, BaseType::get(builder.getContext(), MemorySpace::Global));
}

SmallVector<MemoryArray> KernelBuilder::bind(ValueRange memrefs) {
  auto device = cast<DeviceOpInterface>(op);
  auto isDiscarded = [&](Value memref) {
    return llvm::any_of(device.getDeviceDiscards(), [&](int64_t number) {
      return device.getDeviceOuts()[number] == memref;
    });
  };
  return llvm::map_to_vector(memrefs, [&](Value memref) {
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    if (isDiscarded(memref))
      return MemoryArray::getDiscarding(element);
    return MemoryArray(argument(LaunchValue::buffer(memref)), element);
  });
}

SmallVector<Value> KernelBuilder::loadElement(ArrayRef<MemoryArray> arrays,
                                              Value index) {
  return llvm::map_to_vector(arrays, [&](const MemoryArray &array) -> Value {
    if (!array.getElement().isInteger(1))
      return array.load(builder, location, index);
    Type byte = builder.getI8Type();
    return arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::ne,
        array.retyped(byte).load(builder, location, index),
        arith::ConstantOp::create(builder, location,
                                  builder.getZeroAttr(byte)));
  });
}

SmallVector<Value> KernelBuilder::loadInit(ValueRange init, RowView *view) {
  return llvm::map_to_vector(init, [&](Value value) -> Value {
    if (isa<MemRefType>(value.getType())) {
      MemoryArray array = view ? view->at(value) : bind(value).front();
      return array.load(builder, location, createI32(builder, location, 0));
    }
    capture(value);
    return captures.lookup(value);
  });
}

Value KernelBuilder::stateOfRow(Value base, Value bytes, Value row) {
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, location, value);
  };
  if (!row)
    return base;
  constexpr int64_t unit = WorkspaceRegion::rowAlignment;
  bytes = arith::AddIOp::create(builder, location, bytes, constant(unit - 1));
  bytes = arith::AndIOp::create(builder, location, bytes, constant(-unit));
  Value before = arith::MulIOp::create(
      builder, location, bytes,
      arith::IndexCastUIOp::create(builder, location, builder.getIndexType(),
                                   row));
  return advance(builder, location, base, before);
}

Value KernelBuilder::stateBytes(Value tiles, ArrayRef<Type> types,
                                IntegerAttr chains, IntegerAttr bits) {
  Value count = arith::IndexCastUIOp::create(builder, location,
                                             builder.getIndexType(), tiles);
  return GridStateSizeOp::create(builder, location, count,
                                 builder.getTypeArrayAttr(types), chains, bits);
}

void KernelBuilder::clear(Value base, Value bytes, Value thread,
                          int32_t threads) {
  Value count = arith::ShRUIOp::create(builder, location, bytes,
                                       createI32(builder, location, 3));
  MemoryArray words(base, builder.getI64Type());
  auto loop = scf::ForOp::create(builder, location, thread, count,
                                 createI32(builder, location, threads));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  words.store(builder, location, createI64(builder, location, 0),
              loop.getInductionVar());
}

//===----------------------------------------------------------------------===//
// Regions of the op
//===----------------------------------------------------------------------===//

void KernelBuilder::capture(Value host) {
  if (captures.contains(host))
    return;
  if (Value buffer = plan.loaded.lookup(host)) {
    OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Value zero = createI32(top, location, 0);
    captures.map(host, bind(buffer).front().load(top, location, zero));
    return;
  }
  if (!matchPattern(host, m_Constant())) {
    captures.map(host, argument(LaunchValue::scalar(host)));
    return;
  }
  OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
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
    args.push_back(arith::IndexCastOp::create(builder, location,
                                              builder.getIndexType(), index));
  return inlineRegion(builder, region, args, &captures);
}

SmallVector<Value> KernelBuilder::finishFold(Region &epilogue,
                                             const Combiner &combiner,
                                             const OptionalTuple &fold,
                                             ValueRange init) {
  ValueTuple values = fold.values;
  if (!init.empty())
    values =
        combineOptional(builder, location, combiner, ValueTuple(init), fold)
            .values;
  else if (fold.present && combiner.hasIdentity())
    values = selectTuple(builder, location, fold.present, values,
                         combiner.identity(builder, location));
  return map(epilogue, values);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

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

Value KernelBuilder::isFirstThread() {
  Value id = threadId();
  return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, id,
                               createI32(builder, location, 0));
}

Value KernelBuilder::rowLength() {
  if (std::optional<int64_t> known = plan.rows.getKnownLength())
    return createI64(builder, location, *known);
  return elements();
}

MemoryArray KernelBuilder::workgroupArray(Type type, unsigned count,
                                          StringRef name) {
  uint64_t bytes = uint64_t(getElementBytes(type)) * count;
  return MemoryArray(allocateWorkgroupMemory(builder, location, bytes, name),
                     type);
}

void KernelBuilder::barrier() { BlockBarrierOp::create(builder, location); }

void KernelBuilder::ifThen(Value condition, llvm::function_ref<void()> body) {
  auto op = scf::IfOp::create(builder, location, condition,
                              /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  body();
}

void KernelBuilder::forEach(Value first, Value end, Value step,
                            llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(builder, location, first, end, step);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void KernelBuilder::forOwn(Value end, llvm::function_ref<void(Value)> body) {
  Value first = arith::ExtUIOp::create(builder, location, builder.getI64Type(),
                                       blockId());
  forEach(first, end, blocks(), body);
}

void KernelBuilder::waitForPrevious() {
  // Before whatever has been put at the top: none of it may read memory that
  // the launch before has yet to write, or write what that has yet to read.
  OpBuilder top = OpBuilder::atBlockBegin(&kernel.getBody().front());
  GridWaitPreviousOp::create(top, location);
}

void KernelBuilder::finish() { gpu::ReturnOp::create(builder, location); }
