//===- ItemExchange.cpp - Items from thread to thread *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Item p of the block lies at place p; a thread's neighbours move as a vector.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<SmallVector<Value>> mlir::prim::splitMembers(OpBuilder &builder,
                                                         Location loc,
                                                         ValueRange operands) {
  SmallVector<SmallVector<Value>> members(operands.size());
  for (ArrayRef<Value> item : unpackItems(builder, loc, operands))
    for (auto [member, value] : llvm::zip_equal(members, item))
      member.push_back(value);
  return members;
}

SmallVector<Value> mlir::prim::joinMembers(OpBuilder &builder, Location loc,
                                           ArrayRef<SmallVector<Value>> members,
                                           TypeRange types) {
  SmallVector<ValueTuple> items(members.front().size());
  for (ArrayRef<Value> member : members)
    for (auto [item, value] : llvm::zip_equal(items, member))
      item.push_back(value);
  return packItems(builder, loc, items, types);
}

static unsigned getWidest(TypeRange elements) {
  unsigned widest = 0;
  for (Type element : elements)
    widest = std::max(widest, getElementBytes(element));
  return widest;
}

ItemExchange::Padding ItemExchange::getPadding(const TargetInfo &target,
                                               const TileLayout &rows,
                                               TypeRange elements) {
  // An odd number of vectors per thread meets all banks in turn.
  if (rows.rows() % 2 ||
      rows.vector() * getWidest(elements) != target.accessBytes)
    return {};
  // The threads that one pass over the banks serves.
  unsigned vectors = target.units.ldsBanks * 4 / target.accessBytes;
  unsigned threads = llvm::isPowerOf2_32(rows.rows())
                         ? std::max(vectors / rows.rows(), 1u)
                         : 1;
  Padding padding{rows.items() * threads, rows.vector()};
  // What fits without it has to fit.
  if (getBytes(rows, elements, padding) > target.ldsBytes / 2)
    return {};
  return padding;
}

uint64_t ItemExchange::getBytes(const TileLayout &layout, TypeRange elements,
                                Padding padding) {
  uint64_t items = layout.tileItems();
  items += llvm::divideCeil(items, padding.run) * padding.items;
  return items * getWidest(elements);
}

void ItemExchange::scatter(ValueRange items, ValueRange positions,
                           ValueRange conditions) {
  // Shifted here: a sum and its scaling then make one instruction, where LLVM
  // would scale the summands of an index.
  unsigned bytes = getElementBytes(items.front().getType());
  Value shift = createI32(builder, loc, llvm::Log2_32(bytes));
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  for (auto [i, item] : llvm::enumerate(items)) {
    OpBuilder::InsertionGuard guard(builder);
    if (!conditions.empty()) {
      auto branch = scf::IfOp::create(builder, loc, conditions[i],
                                      /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    Value offset =
        builder.createOrFold<arith::ShLIOp>(loc, positions[i], shift, flags);
    StoreOp::create(builder, loc, item, base, offset);
  }
}

void ItemExchange::barrier(bool inWave) {
  if (inWave)
    WarpBarrierOp::create(builder, loc);
  else
    context.barrier(builder, loc);
}

SmallVector<Value> ItemExchange::places(const TileLayout &layout,
                                        unsigned step) {
  SmallVector<Value> result =
      layout.positions(builder, loc, context.getThreadIds(), step);
  if (padding.items == 0)
    return result;
  Value run = createI32(builder, loc, padding.run);
  Value free = createI32(builder, loc, padding.items);
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  auto add = [&](Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b, flags);
  };
  auto pad = [&](Value position) {
    Value before = builder.createOrFold<arith::DivUIOp>(loc, position, run);
    return add(position,
               builder.createOrFold<arith::MulIOp>(loc, before, free, flags));
  };
  // Rows of whole runs lie as the first one does, a constant behind it.
  unsigned lanes = layout.rowLanes();
  unsigned row = lanes * layout.vector();
  bool isEven = row % padding.run == 0 && context.getBlockSize() % lanes == 0 &&
                step == layout.vector();
  row += row / padding.run * padding.items;
  Value first = pad(result.front());
  for (auto [i, place] : llvm::enumerate(result)) {
    if (i == 0)
      place = first;
    else if (isEven)
      place = add(first, createI32(builder, loc, i * row));
    else
      place = pad(place);
  }
  return result;
}

MemoryArray ItemExchange::getArray(Type element,
                                   const TileLayout &layout) const {
  unsigned width = padding.items ? padding.items : layout.vector();
  uint64_t bytes = uint64_t(getElementBytes(element)) * width;
  return MemoryArray(base, element, std::min<uint64_t>(bytes & -bytes, 16));
}

void ItemExchange::put(ValueRange items, const TileLayout &layout) {
  unsigned width = layout.vector();
  SmallVector<Value> positions = places(layout, width);
  if (width == 1)
    return scatter(items, positions);
  Type element = items.front().getType();
  MemoryArray array = getArray(element, layout);
  auto type = VectorType::get({width}, element);
  for (auto [row, position] : llvm::enumerate(positions)) {
    Value vector = vector::FromElementsOp::create(
        builder, loc, type, items.slice(row * width, width));
    array.storeVector(builder, loc, vector, position);
  }
}

SmallVector<Value> ItemExchange::get(Type element, const TileLayout &layout) {
  unsigned width = layout.vector();
  MemoryArray array = getArray(element, layout);
  SmallVector<Value> items;
  for (Value position : places(layout, width)) {
    if (width == 1) {
      items.push_back(array.load(builder, loc, position));
      continue;
    }
    Value vector = array.loadVector(builder, loc, position, width);
    for (unsigned i = 0; i < width; ++i)
      items.push_back(vector::ExtractOp::create(builder, loc, vector, i));
  }
  return items;
}

SmallVector<Value> ItemExchange::gather(Type element, ValueRange positions) {
  assert(padding.items == 0 && "positions know nothing of padding");
  MemoryArray array(base, element);
  return llvm::map_to_vector(positions, [&](Value position) {
    return array.load(builder, loc, position);
  });
}

void ItemExchange::exchange(MutableArrayRef<SmallVector<Value>> members,
                            const TileLayout &to,
                            llvm::function_ref<void(ValueRange)> put) {
  exchange(members, put, [&](Type element) { return get(element, to); });
}

void ItemExchange::exchange(MutableArrayRef<SmallVector<Value>> members,
                            llvm::function_ref<void(ValueRange)> put,
                            llvm::function_ref<SmallVector<Value>(Type)> get) {
  unsigned bytesBefore = 0;
  for (auto [i, items] : llvm::enumerate(members)) {
    Type element = items.front().getType();
    unsigned bytes = getElementBytes(element);
    // The members share the room. Where their widths differ, a wave has another
    // part of it for each.
    if (i)
      barrier(inWave && bytes == bytesBefore);
    bytesBefore = bytes;
    put(items);
    barrier(inWave);
    items = get(element);
  }
}

LogicalResult mlir::prim::lowerBlockExchange(BlockExchangeOp op,
                                             BlockContext &context) {
  SmallVector<OpFoldResult> same;
  if (succeeded(op->fold(same))) {
    op->replaceAllUsesWith(op.getInputs());
    op.erase();
    return success();
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  TypeRange types = op.getInputs().getTypes();
  if (failed(context.checkRowWidth(op, op.getFromWidth())) ||
      failed(context.checkRowWidth(op, op.getToWidth())))
    return failure();
  auto layout = [&](Arrangement arrangement, std::optional<uint32_t> vector,
                    std::optional<uint32_t> width) {
    auto type = dyn_cast<VectorType>(types.front());
    return context.getLayout(type ? type.getNumElements() : 1, arrangement,
                             vector.value_or(0), width.value_or(0));
  };
  TileLayout from = layout(op.getFrom(), op.getFromVector(), op.getFromWidth());
  TileLayout to = layout(op.getTo(), op.getToVector(), op.getToWidth());

  SmallVector<SmallVector<Value>> members =
      splitMembers(builder, loc, op.getInputs());
  SmallVector<Type> elements = llvm::map_to_vector(
      types, [](Type type) { return getElementTypeOrSelf(type); });
  bool inWave = !op.getRanks() && !op.getGather() &&
                op.getFrom() != Arrangement::Striped &&
                op.getTo() != Arrangement::Striped;
  ItemExchange::Padding padding;
  if (inWave && (from.rows() == 1 || to.rows() == 1))
    padding = ItemExchange::getPadding(context.getTarget(),
                                       from.rows() == 1 ? to : from, elements);
  ItemExchange exchange(
      builder, loc, context,
      acquireWorkgroupMemory(builder, loc,
                             ItemExchange::getBytes(from, elements, padding),
                             "items"));
  exchange.pad(padding);
  if (inWave)
    exchange.stayInWave();
  auto split = [&](Value given) {
    return given ? splitMembers(builder, loc, given).front()
                 : SmallVector<Value>();
  };
  SmallVector<Value> ranks = split(op.getRanks()), flags = split(op.getFlags());
  SmallVector<Value> sources = split(op.getGather());
  if (op.getGuarded()) {
    Value count = createI32(builder, loc, from.tileItems());
    for (auto [i, rank] : llvm::enumerate(ranks)) {
      // Unsigned: negative ranks are none either.
      Value isThere = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, rank, count);
      if (op.getFlags())
        flags[i] = arith::AndIOp::create(builder, loc, flags[i], isThere);
      else
        flags.push_back(isThere);
    }
  }
  exchange.exchange(
      members,
      [&](ValueRange items) {
        if (ranks.empty())
          exchange.put(items, from);
        else
          exchange.scatter(items, ranks, flags);
      },
      [&](Type element) {
        return sources.empty() ? exchange.get(element, to)
                               : exchange.gather(element, sources);
      });

  op->replaceAllUsesWith(joinMembers(builder, loc, members, types));
  op.erase();
  return success();
}
