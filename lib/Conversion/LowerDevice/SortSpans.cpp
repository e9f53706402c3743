//===- SortSpans.cpp - What a sort keeps apart *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list's counter has the number of its spans in the upper 32 bits and their
// tiles in the lower ones. One addition takes a slot and tiles, so that slots
// have their tiles in ascending order, and a tile finds its span by bisection.
//
//===----------------------------------------------------------------------===//

#include "SortSpans.h"

#include "DeviceSort.h"
#include "SegmentMarks.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// SortSpans
//===----------------------------------------------------------------------===//

Value SortSpans::count() {
  if (!op.getSegmented())
    return kernel.argument({LaunchValue::Kind::Rows});
  return SegmentMarks::count(op, kernel);
}

SortSpan SortSpans::load(Value number) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  if (!op.getSegmented())
    return {arith::MulIOp::create(b, loc, number, kernel.elements()),
            kernel.elements()};
  ValueRange borders = op.getBorders();
  Value next = number;
  if (SegmentMarks::isShared(op))
    next = arith::AddIOp::create(b, loc, number, createI64(b, loc, 1));
  Value begin = SegmentOffsets(kernel, borders.front()).load(number);
  Value end = SegmentOffsets(kernel, borders.back()).load(next);
  Value size = arith::MaxSIOp::create(
      b, loc, arith::SubIOp::create(b, loc, end, begin), createI64(b, loc, 0));
  return {begin, size};
}

//===----------------------------------------------------------------------===//
// SortLists
//===----------------------------------------------------------------------===//

SortLists::SortLists(const RadixSort &sort, KernelBuilder &kernel)
    : sort(sort), kernel(kernel), b(kernel.b()), loc(kernel.loc()),
      counters(kernel.argument(LaunchValue::region(SortCounters)),
               kernel.b().getI64Type()),
      records(kernel.argument(LaunchValue::region(sort.lists)),
              kernel.b().getI32Type(),
              std::min<unsigned>(recordWords * sizeof(int32_t),
                                 kernel.target().accessBytes)) {}

unsigned SortLists::getCapacity(const RadixSort &sort, unsigned list) {
  // Spans of a list are longer than what the one before it takes.
  unsigned shorter =
      list == 0 ? sort.waveTile.items() : sort.blockTiles[list - 1].items();
  return llvm::divideCeil(sort.tile.items(), shorter);
}

unsigned SortLists::getStart(const RadixSort &sort, unsigned list) {
  unsigned start = 0;
  for (unsigned before = 0; before < list; ++before)
    start += getCapacity(sort, before);
  return start;
}

unsigned SortLists::getTilesPerTile(const RadixSort &sort) {
  // A span has less than a tile more than its elements fill.
  return 1 + getCapacity(sort, sort.blockTiles.size());
}

WorkspaceRegion SortLists::getCounters(const RadixSort &sort) {
  return {WorkspaceRegion::Per::Op,
          sizeof(int64_t) * (sort.blockTiles.size() + 1), WorkspaceRegion::all,
          WorkspaceRegion::Reset::Host};
}

WorkspaceRegion SortLists::getRegion(const RadixSort &sort) {
  return {WorkspaceRegion::Per::Tile,
          sizeof(int32_t) * recordWords *
              uint64_t(getStart(sort, sort.blockTiles.size() + 1)),
          /*zeroBytes=*/0, WorkspaceRegion::Reset::Host};
}

unsigned SortLists::passes() const { return sort.blockTiles.size(); }

Value SortLists::constant(int64_t value) { return createI32(b, loc, value); }

Value SortLists::times(Value value) {
  return arith::MulIOp::create(b, loc, kernel.tiles(), value);
}

void SortLists::add(const SortSpan &span) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value size = arith::TruncIOp::create(b, loc, i32, span.size);
  Value list = constant(0), start = constant(0);
  Value capacity = constant(getCapacity(sort, 0));
  for (auto [shorter, tile] : llvm::enumerate(sort.blockTiles)) {
    Value isLonger = arith::CmpIOp::create(b, loc, CmpIPredicate::ugt, size,
                                           constant(tile.items()));
    auto choose = [&](Value value, unsigned longer) -> Value {
      return arith::SelectOp::create(b, loc, isLonger, constant(longer), value);
    };
    list = choose(list, shorter + 1);
    start = choose(start, getStart(sort, shorter + 1));
    capacity = choose(capacity, getCapacity(sort, shorter + 1));
  }
  Value tiles =
      arith::CeilDivUIOp::create(b, loc, size, constant(sort.tile.items()));
  Value one =
      arith::AddIOp::create(b, loc, arith::ExtUIOp::create(b, loc, i64, tiles),
                            createI64(b, loc, int64_t(1) << 32));
  Value before = createAtomicAdd(b, loc, one, counters.place(b, loc, list),
                                 MemoryOrder::Relaxed, MemoryScope::Device);
  Value slot = arith::TruncIOp::create(
      b, loc, i32,
      arith::ShRUIOp::create(b, loc, before, createI64(b, loc, 32)));
  Value firstTile = arith::TruncIOp::create(b, loc, i32, before);
  Value fits =
      arith::CmpIOp::create(b, loc, CmpIPredicate::ult, slot, times(capacity));
  kernel.ifThen(fits, [&] {
    Value begin = arith::TruncIOp::create(b, loc, i32, span.begin);
    auto type = VectorType::get({recordWords}, i32);
    Value record = vector::FromElementsOp::create(
        b, loc, type, ValueRange{begin, size, firstTile, constant(0)});
    Value index = arith::AddIOp::create(b, loc, times(start), slot);
    records.storeVector(
        b, loc, record,
        arith::MulIOp::create(b, loc, index, constant(recordWords)));
  });
}

Value SortLists::counter(unsigned list) {
  return counters.load(b, loc, constant(list));
}

Value SortLists::count(unsigned list) {
  Value spans =
      arith::ShRUIOp::create(b, loc, counter(list), createI64(b, loc, 32));
  Value most = arith::ExtUIOp::create(b, loc, b.getI64Type(),
                                      times(constant(getCapacity(sort, list))));
  return arith::MinUIOp::create(b, loc, spans, most);
}

Value SortLists::record(unsigned list, Value slot) {
  Value index = arith::AddIOp::create(
      b, loc, times(constant(getStart(sort, list))), slot);
  return records.loadVector(
      b, loc, arith::MulIOp::create(b, loc, index, constant(recordWords)),
      recordWords);
}

Value SortLists::word(Value record, unsigned number) {
  return vector::ExtractOp::create(b, loc, record, int64_t(number));
}

SortSpan SortLists::toSpan(Value record) {
  Value elements = kernel.argument({LaunchValue::Kind::Elements32});
  Value begin = arith::MinUIOp::create(b, loc, word(record, 0), elements);
  Value size = arith::MinUIOp::create(
      b, loc, word(record, 1), arith::SubIOp::create(b, loc, elements, begin));
  auto widen = [&](Value value) {
    return arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
  };
  return {widen(begin), widen(size)};
}

SortSpan SortLists::load(unsigned list, Value slot) {
  return toSpan(
      record(list, arith::TruncIOp::create(b, loc, b.getI32Type(), slot)));
}

Value SortLists::tiles() {
  return arith::TruncIOp::create(b, loc, b.getI32Type(), counter(passes()));
}

SortLists::Found SortLists::find(Value tile) {
  Type i32 = b.getI32Type();
  Value one = constant(1);
  // The last slot whose tiles begin at or before this one.
  Value most = arith::SubIOp::create(
      b, loc, arith::TruncIOp::create(b, loc, i32, count(passes())), one);
  auto loop = scf::WhileOp::create(b, loc, TypeRange{i32, i32},
                                   ValueRange{constant(0), most});
  {
    OpBuilder::InsertionGuard guard(b);
    Block *test = b.createBlock(&loop.getBefore(), {}, {i32, i32}, {loc, loc});
    Value more = arith::CmpIOp::create(
        b, loc, CmpIPredicate::slt, test->getArgument(0), test->getArgument(1));
    scf::ConditionOp::create(b, loc, more, test->getArguments());
    Block *body = b.createBlock(&loop.getAfter(), {}, {i32, i32}, {loc, loc});
    Value low = body->getArgument(0), high = body->getArgument(1);
    Value sum = arith::AddIOp::create(
        b, loc, arith::AddIOp::create(b, loc, low, high), one);
    Value middle = arith::ShRUIOp::create(b, loc, sum, one);
    Value isBehind = arith::CmpIOp::create(
        b, loc, CmpIPredicate::ugt, word(record(passes(), middle), 2), tile);
    scf::YieldOp::create(
        b, loc,
        ValueRange{arith::SelectOp::create(b, loc, isBehind, low, middle),
                   arith::SelectOp::create(
                       b, loc, isBehind,
                       arith::SubIOp::create(b, loc, middle, one), high)});
  }
  Value slot = loop.getResult(0);
  Value found = record(passes(), slot);
  return {slot, toSpan(found), word(found, 2)};
}
