//===- ItemExchange.cpp - Items from thread to thread *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Item p of the block is stored at place p; adjacent items of a thread move as
// a vector.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<SmallVector<Value>> mlir::prim::splitMembers(CodeBuilder &b,
                                                         ValueRange operands) {
  SmallVector<SmallVector<Value>> members(operands.size());
  for (ArrayRef<Value> item : unpackItems(b, operands))
    for (auto [member, value] : llvm::zip_equal(members, item))
      member.push_back(value);
  return members;
}

SmallVector<Value> mlir::prim::joinMembers(CodeBuilder &b,
                                           ArrayRef<SmallVector<Value>> members,
                                           TypeRange types) {
  SmallVector<ValueTuple> items(members.front().size());
  for (ArrayRef<Value> member : members)
    for (auto [item, value] : llvm::zip_equal(items, member))
      item.push_back(value);
  return packItems(b, items, types);
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
  // An odd number of vectors per thread already uses all banks in turn.
  if (rows.rows() % 2 ||
      rows.vector() * getWidest(elements) != target.accessBytes)
    return {};
  // The threads served by one pass over the banks.
  unsigned vectors = target.units.ldsBanks * 4 / target.accessBytes;
  unsigned threads = llvm::isPowerOf2_32(rows.rows())
                         ? std::max(vectors / rows.rows(), 1u)
                         : 1;
  Padding padding{rows.items() * threads, rows.vector()};
  // Padding must not make the memory exceed the limit, so it is omitted for
  // large tiles.
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
  // Shifted here, so that a sum and its scaling form one instruction. LLVM
  // would scale the summands of an index.
  unsigned bytes = getElementBytes(items.front().getType());
  Value shift = b.i32(llvm::Log2_32(bytes));
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  for (auto [i, item] : llvm::enumerate(items)) {
    auto store = [&, i = i, item = item] {
      Value offset = b.createOrFold<arith::ShLIOp>(positions[i], shift, flags);
      StoreOp::create(b, item, base, offset);
    };
    if (conditions.empty())
      store();
    else
      b.ifThen(conditions[i], store);
  }
}

void ItemExchange::barrier(bool inWave) {
  if (inWave)
    WarpBarrierOp::create(b);
  else
    context.barrier(b);
}

SmallVector<Value> ItemExchange::places(const TileLayout &layout,
                                        unsigned step) {
  SmallVector<Value> result = layout.positions(b, context.getThreadIds(), step);
  if (padding.items == 0)
    return result;
  Value run = b.i32(padding.run);
  Value free = b.i32(padding.items);
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  auto add = [&](Value lhs, Value rhs) {
    return b.createOrFold<arith::AddIOp>(lhs, rhs, flags);
  };
  auto pad = [&](Value position) {
    Value before = b.createOrFold<arith::DivUIOp>(position, run);
    return add(position, b.createOrFold<arith::MulIOp>(before, free, flags));
  };
  // If rows consist of whole runs, their places are those of the first row plus
  // a constant.
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
      place = add(first, b.i32(i * row));
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
        b, type, items.slice(row * width, width));
    array.storeVector(b, vector, position);
  }
}

SmallVector<Value> ItemExchange::get(Type element, const TileLayout &layout) {
  unsigned width = layout.vector();
  MemoryArray array = getArray(element, layout);
  SmallVector<Value> items;
  for (Value position : places(layout, width)) {
    if (width == 1) {
      items.push_back(array.load(b, position));
      continue;
    }
    Value vector = array.loadVector(b, position, width);
    for (unsigned i = 0; i < width; ++i)
      items.push_back(vector::ExtractOp::create(b, vector, i));
  }
  return items;
}

SmallVector<Value> ItemExchange::gather(Type element, ValueRange positions) {
  assert(padding.items == 0 && "positions know nothing of padding");
  MemoryArray array(base, element);
  return llvm::map_to_vector(
      positions, [&](Value position) { return array.load(b, position); });
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
    // The members share the memory. If their widths differ, a wave uses
    // different parts of it for them.
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
  CodeBuilder b(op);
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

  SmallVector<SmallVector<Value>> members = splitMembers(b, op.getInputs());
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
      b, context,
      acquireWorkgroupMemory(b, ItemExchange::getBytes(from, elements, padding),
                             "items"));
  exchange.pad(padding);
  if (inWave)
    exchange.stayInWave();
  auto split = [&](Value given) {
    return given ? splitMembers(b, given).front() : SmallVector<Value>();
  };
  SmallVector<Value> ranks = split(op.getRanks()), flags = split(op.getFlags());
  SmallVector<Value> sources = split(op.getGather());
  if (op.getGuarded()) {
    for (auto [i, rank] : llvm::enumerate(ranks)) {
      // Unsigned: negative ranks are none either.
      Value isThere = b.ult(rank, from.tileItems());
      if (op.getFlags())
        flags[i] = b.andi(flags[i], isThere);
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

  op->replaceAllUsesWith(joinMembers(b, members, types));
  op.erase();
  return success();
}
