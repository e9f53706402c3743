//===- TileBorders.cpp - Where segments start in a tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A flag marks the first element of a segment, which is its last one on the way
// back: then the flag of the element before counts, in scan direction. A key is
// compared with the one before in any case.
//
//===----------------------------------------------------------------------===//

#include "TileBorders.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

/// The region that says which keys are equal; empty for the built-in equality.
static Region &getEqual(DeviceOpInterface op) {
  if (auto scan = dyn_cast<DeviceScanOp>(op.getOperation()))
    return scan.getEqual();
  return cast<DeviceReduceOp>(op.getOperation()).getEqual();
}

static bool isReverse(DeviceOpInterface op) {
  auto scan = dyn_cast<DeviceScanOp>(op.getOperation());
  return scan && scan.getReverse();
}

/// Whether the keys `lhs` and `rhs`, in the order of memory, are of two runs.
static Value areDifferent(KernelBuilder &kernel, Region &equal, ValueRange lhs,
                          ValueRange rhs) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  if (!equal.empty()) {
    SmallVector<Value> keys(lhs);
    llvm::append_range(keys, rhs);
    return arith::XOrIOp::create(
        b, loc, kernel.map(equal, keys).front(),
        arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  }
  Value differ;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs)) {
    Value member = isa<FloatType>(left.getType())
                       ? arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE,
                                               left, right)
                             .getResult()
                       : arith::CmpIOp::create(
                             b, loc, arith::CmpIPredicate::ne, left, right)
                             .getResult();
    differ = differ ? arith::OrIOp::create(b, loc, differ, member) : member;
  }
  return differ;
}

TileBorders mlir::prim::findBorders(DeviceOpInterface op, KernelBuilder &kernel,
                                    TileIO &io, ArrayRef<MemoryArray> arrays,
                                    ArrayRef<ValueTuple> items) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  bool isKey = op.getDeviceSegments() == SegmentForm::Key;
  bool reverse = isReverse(op);
  SmallVector<ValueTuple> before;
  if (isKey || reverse)
    before = io.previous(arrays, items);
  Value isFirst = io.hasFirst();
  // A region sees nothing but elements that have one before them.
  Region &equal = getEqual(op);
  bool anywhere = equal.empty() || isTotalRegion(equal);

  SmallVector<Type> flags(items.size(), b.getI1Type());
  SmallVector<Value> starts = io.byCase(flags, [&](bool isFull) {
    SmallVector<Value> exist, result;
    if (!isFull)
      exist = io.areValid();
    for (unsigned i = 0; i < items.size(); ++i) {
      Value start;
      if (isKey) {
        ValueRange lhs = before[i], rhs = items[i];
        if (reverse)
          std::swap(lhs, rhs);
        auto compare = [&]() -> ValueTuple {
          return {areDifferent(kernel, equal, lhs, rhs)};
        };
        Value isGuarded = isFull ? Value() : exist[i];
        if (i == 0 && !anywhere) {
          Value hasBefore = arith::XOrIOp::create(
              b, loc, isFirst,
              arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
          isGuarded = isGuarded ? arith::AndIOp::create(b, loc, isGuarded,
                                                        hasBefore)
                                : hasBefore;
        }
        Value none = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
        start = isGuarded ? evaluateIf(b, loc, isGuarded, anywhere, none,
                                       compare)
                                .front()
                          : compare().front();
      } else {
        Value flag = reverse ? before[i].front() : items[i].front();
        start = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::ne, flag,
            arith::ConstantOp::create(b, loc, b.getZeroAttr(flag.getType())));
        if (!isFull)
          start = arith::AndIOp::create(b, loc, exist[i], start);
      }
      if (i == 0)
        start = arith::OrIOp::create(b, loc, start, isFirst);
      result.push_back(start);
    }
    return result;
  });
  return {starts, {}};
}

TileBorders mlir::prim::loadBorders(KernelBuilder &kernel, TileIO &io,
                                    Value marks) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  constexpr unsigned perWord = SegmentMarks::perWord;
  MemoryArray all(marks, b.getI32Type());
  MemoryArray words = all.from(
      b, loc,
      arith::DivUIOp::create(b, loc, io.getBase(), createI64(b, loc, perWord)));
  SmallVector<Value> positions = io.positions();
  // The marks of a thread's items start with the first or in the middle of a
  // word.
  bool isAligned = perWord % positions.size() == 0 ||
                   positions.size() % perWord == 0;
  TileBorders borders;
  Value word, shift;
  Value zero = createI32(b, loc, 0);
  for (unsigned i = 0; i < positions.size(); ++i) {
    Value position = positions[i];
    if (!isAligned || i % perWord == 0) {
      word = words.load(
          b, loc,
          arith::DivUIOp::create(b, loc, position, createI32(b, loc, perWord)));
      Value number = arith::RemUIOp::create(b, loc, position,
                                            createI32(b, loc, perWord));
      shift = arith::ShLIOp::create(b, loc, number, createI32(b, loc, 1));
      word = arith::ShRUIOp::create(b, loc, word, shift);
    }
    auto has = [&](uint32_t mark) -> Value {
      uint32_t bit = mark << (isAligned ? i % perWord * 2 : 0);
      return arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::ne,
          arith::AndIOp::create(b, loc, word,
                                createI32(b, loc, static_cast<int32_t>(bit))),
          zero);
    };
    borders.starts.push_back(has(SegmentMarks::start));
    borders.ends.push_back(has(SegmentMarks::end));
  }
  return borders;
}
