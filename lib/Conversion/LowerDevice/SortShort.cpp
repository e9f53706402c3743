//===- SortShort.cpp - Spans that a wave or a block sorts -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tile holds is read and written once. Groups of lanes sort tiny spans,
// each its own, and waves longer ones, by a network in registers; a block sorts
// what is more than a wave holds by digits.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"
#include "SortSpans.h"
#include "TileIO.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

class ShortSorter {
public:
  ShortSorter(DeviceSortOp op, const RadixSort &sort, KernelBuilder &kernel)
      : op(op), sort(sort), kernel(kernel), b(kernel.b()), loc(kernel.loc()),
        spans(op, kernel) {
    for (auto [member, type] : llvm::enumerate(sort.types))
      ins.emplace_back(kernel.ownBase(member), type);
    for (auto [member, type] : llvm::enumerate(sort.types))
      outs.push_back(
          member || !sort.discardsKeys
              ? MemoryArray(kernel.ownBase(sort.members() + member), type)
              : MemoryArray::getDiscarding(type));
  }

  /// Spans of a list, or all rows, or everything, by blocks.
  void emitBlocks(unsigned list);
  /// All spans by waves and lanes.
  void emitWaves();

private:
  /// Sorts a span, by the whole block, or by the one wave that a block has.
  void sortByBlock(const SortSpan &span, TileShape tile);
  void sortByWave(const SortSpan &span, TileShape tile);
  /// Sorts a span of `size` elements (i32) for each group of lanes.
  void sortByLanes(Value begin, Value size);
  /// A network over `width` lanes that sorts the first `valid` (i32) items of
  /// them.
  SmallVector<Value> runNetwork(ValueRange items, Value valid, unsigned width);
  /// What the network goes by where only some bits of keys count: these.
  Value cutKeys(Value keys);

  SmallVector<Type> getVectors(unsigned count) {
    return llvm::map_to_vector(sort.types, [&](Type type) -> Type {
      return VectorType::get({count}, type);
    });
  }
  SmallVector<MemoryArray> at(ArrayRef<MemoryArray> arrays, Value begin) {
    SmallVector<MemoryArray> result(arrays);
    if (begin)
      for (MemoryArray &array : result)
        array = array.from(b, loc, begin);
    return result;
  }
  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) {
    return arith::AndIOp::create(b, loc, lhs, rhs);
  }

  DeviceSortOp op;
  const RadixSort &sort;
  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  SortSpans spans;
  SmallVector<MemoryArray> ins, outs;
};

} // namespace

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void ShortSorter::sortByBlock(const SortSpan &span, TileShape tile) {
  Value base = createI64(b, loc, 0);
  SmallVector<Type> vectors = getVectors(tile.itemsPerThread);
  TileIO blocked(kernel, tile, TileIO::blocked, /*reverse=*/false, span.size,
                 base);
  SmallVector<Value> loaded = packItems(
      b, loc, blocked.load(at(ins, span.begin), blocked.count()), vectors);
  auto order = cast<SortOpInterface>(op.getOperation());
  auto sorted = BlockSortOp::create(b, loc, loaded, blocked.count(),
                                    Arrangement::Striped, op.getOrderAttr(),
                                    op.getDescending(), order.getBitRange());
  TileIO striped(kernel, tile, TileIO::striped, /*reverse=*/false, span.size,
                 base);
  striped.store(at(outs, span.begin), unpackItems(b, loc, sorted.getResults()));
}

void ShortSorter::emitBlocks(unsigned list) {
  TileShape tile = sort.blockTiles[list];
  switch (sort.form) {
  case SortForm::Whole:
    return sortByBlock({Value(), kernel.elements()}, tile);
  case SortForm::Rows:
    return kernel.forOwn(
        spans.count(), [&](Value row) { sortByBlock(spans.load(row), tile); });
  case SortForm::Segments: {
    SortLists lists(sort, kernel);
    return kernel.forOwn(lists.count(list), [&](Value slot) {
      sortByBlock(lists.load(list, slot), tile);
    });
  }
  }
}

//===----------------------------------------------------------------------===//
// Waves and lanes
//===----------------------------------------------------------------------===//

Value ShortSorter::cutKeys(Value keys) {
  Type element = sort.types.front();
  auto constant = [&](const APInt &value) -> Value {
    TypedAttr attribute = IntegerAttr::get(element, value);
    if (auto vector = dyn_cast<VectorType>(keys.getType()))
      attribute = DenseElementsAttr::get(vector, attribute);
    return arith::ConstantOp::create(b, loc, attribute);
  };
  unsigned width = getStorageType(element).getIntOrFloatBitWidth();
  unsigned begin = sort.codec.getBeginBit(), end = sort.codec.getEndBit();
  Value shift = constant(APInt(width, begin));
  // The sign is above all other bits where it is among them.
  if (end == width)
    return op.getOrder() == SortOrder::SLT
               ? arith::ShRSIOp::create(b, loc, keys, shift).getResult()
               : arith::ShRUIOp::create(b, loc, keys, shift).getResult();
  return arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, keys, shift),
      constant(APInt::getLowBitsSet(width, end - begin)));
}

SmallVector<Value> ShortSorter::runNetwork(ValueRange items, Value valid,
                                           unsigned width) {
  SmallVector<Value> inputs(items);
  bool cuts = op.getBeginBit().has_value();
  if (cuts)
    inputs.insert(inputs.begin(), cutKeys(items.front()));
  auto sorted = WarpSortOp::create(
      b, loc, ValueRange(inputs).getTypes(), inputs, valid, /*stable=*/true,
      b.getI32IntegerAttr(width), op.getOrderAttr(), op.getDescending());
  return SmallVector<Value>(sorted.getResults().drop_front(cuts));
}

void ShortSorter::sortByWave(const SortSpan &span, TileShape tile) {
  // The network goes from any lane to any other.
  if (!kernel.target().readsAnyLane())
    return sortByBlock(span, tile);
  TileIO io(kernel, tile, TileIO::blocked, /*reverse=*/false, span.size,
            createI64(b, loc, 0));
  SmallVector<Type> vectors = getVectors(tile.itemsPerThread);
  SmallVector<Value> loaded =
      packItems(b, loc, io.load(at(ins, span.begin), io.count()), vectors);
  SmallVector<Value> sorted = runNetwork(loaded, io.count(), tile.blockSize);
  io.store(at(outs, span.begin), unpackItems(b, loc, sorted));
}

void ShortSorter::sortByLanes(Value begin, Value size) {
  Value place = arith::AndIOp::create(b, loc, kernel.laneId(),
                                      createI32(b, loc, tinySortItems - 1));
  Value isInside = compare(CmpIPredicate::slt, place, size);
  Value index = arith::AddIOp::create(
      b, loc, begin, arith::ExtUIOp::create(b, loc, b.getI64Type(), place));
  // Lanes without an element look at one that there is.
  Value known =
      arith::SelectOp::create(b, loc, isInside, index, createI64(b, loc, 0));
  SmallVector<Value> items;
  for (const MemoryArray &array : ins)
    items.push_back(array.load(b, loc, known));
  SmallVector<Value> sorted = runNetwork(items, size, tinySortItems);
  kernel.ifThen(isInside, [&] {
    for (auto [array, item] : llvm::zip_equal(outs, sorted))
      array.store(b, loc, item, index);
  });
}

void ShortSorter::emitWaves() {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value zero = createI64(b, loc, 0), one = createI64(b, loc, 1);
  unsigned waveSize = sort.waveTile.blockSize;
  unsigned groups = waveSize / tinySortItems;
  Value count = spans.count();
  Value group = arith::ExtUIOp::create(
      b, loc, i64,
      arith::DivUIOp::create(b, loc, kernel.laneId(),
                             createI32(b, loc, tinySortItems)));
  Value isFirstOfGroup =
      compare(CmpIPredicate::eq,
              arith::AndIOp::create(b, loc, kernel.laneId(),
                                    createI32(b, loc, tinySortItems - 1)),
              createI32(b, loc, 0));
  auto isAny = [&](Value condition) {
    return compare(CmpIPredicate::ne,
                   WarpBallotOp::create(b, loc, i64, condition, /*whole=*/true),
                   zero);
  };
  Value rounds =
      arith::CeilDivUIOp::create(b, loc, count, createI64(b, loc, groups));
  kernel.forOwn(rounds, [&](Value round) {
    Value first =
        arith::MulIOp::create(b, loc, round, createI64(b, loc, groups));
    Value number = arith::AddIOp::create(b, loc, first, group);
    Value exists = compare(CmpIPredicate::ult, number, count);
    // Lanes without a span look at one that there is.
    SortSpan span =
        spans.load(arith::SelectOp::create(b, loc, exists, number, first));
    auto isUpTo = [&](int64_t size) {
      return compare(CmpIPredicate::sle, span.size, createI64(b, loc, size));
    };
    Value isSome = both(exists, compare(CmpIPredicate::sgt, span.size, zero));
    Value isTiny = both(isSome, isUpTo(tinySortItems));
    kernel.ifThen(isAny(isTiny), [&] {
      Value size = arith::TruncIOp::create(b, loc, i32, span.size);
      sortByLanes(span.begin, arith::SelectOp::create(b, loc, isTiny, size,
                                                      createI32(b, loc, 0)));
    });

    Value isMore = both(both(exists, isFirstOfGroup),
                        compare(CmpIPredicate::sgt, span.size,
                                createI64(b, loc, tinySortItems)));
    Value fits = isUpTo(sort.waveTile.items());
    if (sort.form == SortForm::Segments)
      kernel.ifThen(
          both(isMore, compare(CmpIPredicate::sgt, span.size,
                               createI64(b, loc, sort.waveTile.items()))),
          [&] { SortLists(sort, kernel).add(span); });
    Value lanes = WarpBallotOp::create(b, loc, i64, both(isMore, fits),
                                       /*whole=*/true);
    auto loop = scf::WhileOp::create(b, loc, TypeRange{i64}, ValueRange{lanes});
    OpBuilder::InsertionGuard guard(b);
    Block *test = b.createBlock(&loop.getBefore(), {}, i64, loc);
    Value isLeft = compare(CmpIPredicate::ne, test->getArgument(0), zero);
    scf::ConditionOp::create(b, loc, isLeft, test->getArguments());
    Block *body = b.createBlock(&loop.getAfter(), {}, i64, loc);
    Value left = body->getArgument(0);
    Value lane = math::CountTrailingZerosOp::create(b, loc, left);
    SortSpan next = spans.load(arith::AddIOp::create(
        b, loc, first,
        arith::DivUIOp::create(b, loc, lane,
                               createI64(b, loc, tinySortItems))));
    // An item for each lane takes a part of the steps that several do.
    auto sortBy = [&](unsigned items) { sortByWave(next, {waveSize, items}); };
    if (sort.waveTile.itemsPerThread == 1) {
      sortBy(1);
    } else {
      auto isShort = scf::IfOp::create(
          b, loc,
          compare(CmpIPredicate::sle, next.size, createI64(b, loc, waveSize)),
          /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(isShort.thenBlock());
      sortBy(1);
      b.setInsertionPointToStart(isShort.elseBlock());
      sortBy(sort.waveTile.itemsPerThread);
    }
    Value others = both(left, arith::SubIOp::create(b, loc, left, one));
    scf::YieldOp::create(b, loc, ValueRange{others});
  });
}

void mlir::prim::emitSortBlock(DeviceSortOp op, const RadixSort &sort,
                               unsigned list, KernelBuilder &kernel) {
  ShortSorter(op, sort, kernel).emitBlocks(list);
}

void mlir::prim::emitSortShort(DeviceSortOp op, const RadixSort &sort,
                               KernelBuilder &kernel) {
  ShortSorter(op, sort, kernel).emitWaves();
}
