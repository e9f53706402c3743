//===- TileSegments.cpp - Where segments start in a tile *- C++ -*-===//
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

#include "TileSegments.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::areDifferent(KernelBuilder &kernel, const SegmentKeys &keys,
                               ValueRange lhs, ValueRange rhs) {
  CodeBuilder &b = kernel;
  if (!keys.isBuiltin()) {
    SmallVector<Value> both(lhs);
    llvm::append_range(both, rhs);
    return b.invert(kernel.map(*keys.equal, both).front());
  }
  Value differ;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs)) {
    Value member =
        isa<FloatType>(left.getType())
            ? arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, left, right)
                  .getResult()
            : b.ne(left, right);
    differ = differ ? b.ori(differ, member) : member;
  }
  return differ;
}

SegmentItems::SegmentItems(SegmentForm form, const SegmentKeys &keys,
                           bool reverse, KernelBuilder &kernel,
                           ArrayRef<MemoryArray> arrays, const TileShape &shape,
                           unsigned rowVector)
    : keys(keys), kernel(kernel), arrays(arrays), types(keys.types),
      items(shape.itemsPerThread), isKey(form == SegmentForm::Key),
      reverse(reverse) {
  if (!keys.prologue)
    for (const MemoryArray &array : arrays)
      types.push_back(array.getElement());
  // Items of a block are no i1, of which memory has bytes.
  for (Type &type : types) {
    areBits.push_back(type.isInteger(1));
    type = widenBit(type);
  }
  if (!keys.prologue)
    for (auto [array, type] : llvm::zip_equal(this->arrays, types))
      array = array.retyped(type);
  // LLVM takes vectors of bytes apart; as words they stay together. A flag of
  // the element before is wanted by itself.
  constexpr unsigned bytesOfWord = 4;
  if (!isKey && !reverse && types.front().isInteger(8) &&
      rowVector % bytesOfWord == 0 && items % bytesOfWord == 0)
    packed = bytesOfWord;
}

SmallVector<Type> SegmentItems::getTypes() const {
  return llvm::map_to_vector(types, [&](Type type) -> Type {
    return VectorType::get({items / packed},
                           packed == 1 ? type : kernel.getI32Type());
  });
}

bool SegmentItems::isMasked() {
  // Only integers are certain to be equal to themselves.
  return isKey &&
         (!keys.isBuiltin() || llvm::any_of(types, llvm::IsaPred<FloatType>));
}

ValueTuple SegmentItems::loadOne(Value element) {
  if (!keys.prologue)
    return loadAll(kernel, arrays, element);
  ValueTuple item =
      kernel.map(*keys.prologue, kernel.loadElement(arrays, element), element);
  for (Value &value : item)
    value = widenBit(kernel, value);
  return item;
}

SmallVector<Value> SegmentItems::getBehind(TileIO &io) {
  if (isMasked())
    return {};
  if (isKey)
    return loadOne(io.toElement(kernel.sub(io.getSize(), 1)));
  return llvm::map_to_vector(
      types, [&](Type type) -> Value { return kernel.zero(type); });
}

SmallVector<Value> SegmentItems::load(TileIO &io, bool isFull) {
  CodeBuilder &b = kernel;
  SmallVector<Value> behind;
  if (!isFull)
    behind = getBehind(io);
  if (keys.prologue) {
    SmallVector<ValueTuple> made =
        io.loadMapped(arrays, *keys.prologue, /*neutral=*/nullptr, isFull);
    SmallVector<Value> exist;
    if (!behind.empty())
      exist = io.areValid();
    for (auto [i, key] : llvm::enumerate(made)) {
      for (Value &value : key)
        value = widenBit(b, value);
      if (!behind.empty())
        key = selectTuple(b, exist[i], key, behind);
    }
    return packItems(b, made, getTypes());
  }
  SmallVector<Value> vectors = io.loadItemVectors(arrays, isFull, behind);
  for (auto [vector, type] : llvm::zip_equal(vectors, getTypes()))
    if (vector.getType() != type)
      vector = vector::BitCastOp::create(b, type, vector);
  return vectors;
}

Value SegmentItems::isStart(ValueRange item, ValueRange before, Value guard) {
  CodeBuilder &b = kernel;
  if (!isKey) {
    Value flag = reverse ? before.front() : item.front();
    return b.ne(flag, 0);
  }
  ValueTuple lhs(before), rhs(item);
  if (reverse)
    std::swap(lhs, rhs);
  for (auto [left, right, isBit] : llvm::zip_equal(lhs, rhs, areBits))
    if (isBit)
      for (Value *key : {&left, &right})
        *key = b.ne(*key, 0);
  auto compare = [&]() -> ValueTuple {
    return {areDifferent(kernel, keys, lhs, rhs)};
  };
  if (!guard)
    return compare().front();
  bool anywhere = keys.isBuiltin() || isTotalRegion(*keys.equal);
  Value none = b.boolean(false);
  return evaluateIf(b, guard, anywhere, none, compare).front();
}

TileSegments SegmentItems::find(TileIO &io, ValueRange vectors,
                                SmallVector<ValueTuple> &itemKeys) {
  CodeBuilder &b = kernel;
  SmallVector<ValueTuple> found;
  if (packed == 1) {
    found = unpackItems(b, vectors);
  } else {
    SmallVector<ValueTuple> words = unpackItems(b, vectors);
    for (unsigned i = 0; i < items; ++i)
      found.push_back(
          {b.andi(words[i / packed].front(),
                  static_cast<int32_t>(0xffu << (i % packed * 8)))});
  }
  SmallVector<ValueTuple> before(items);
  if (needBefore())
    before = io.previous(found, [&](Value element) {
      return edge.empty() ? loadOne(element) : edge[0];
    });
  Value isFirst = io.hasFirst();
  TileSegments segments;
  if (!isMasked()) {
    for (unsigned i = 0; i < items; ++i)
      segments.starts.push_back(isStart(found[i], before[i], Value()));
  } else {
    // A region sees nothing but elements that have one before them.
    SmallVector<Type> flags(items, b.getI1Type());
    segments.starts = io.fullOrPartial(flags, [&](bool isFull) {
      SmallVector<Value> exist = io.areValidUnless(isFull), starts;
      for (unsigned i = 0; i < items; ++i) {
        Value guard = exist[i];
        if (i == 0) {
          Value hasBefore = b.invert(isFirst);
          guard = guard ? b.andi(guard, hasBefore) : hasBefore;
        }
        starts.push_back(isStart(found[i], before[i], guard));
      }
      return starts;
    });
  }
  segments.starts.front() = b.ori(segments.starts.front(), isFirst);
  if (isKey)
    itemKeys = std::move(found);
  return segments;
}

Value SegmentItems::isStartBefore(Value element) {
  CodeBuilder &b = kernel;
  Value isFirst = b.eq(element, 0);
  Value other = b.maxsi(b.sub(element, 1), 0);
  Value guard;
  if (isMasked())
    guard = b.invert(isFirst);
  ValueTuple item = edge.empty() ? loadOne(element) : edge[0];
  ValueTuple itsBefore = edge.size() < 2 ? loadOne(other) : edge[1];
  return b.ori(isStart(item, itsBefore, guard), isFirst);
}

SmallVector<Value> SegmentItems::findSeconds(TileIO &io,
                                             ArrayRef<Value> starts) {
  CodeBuilder &b = kernel;
  Value yes = b.boolean(true);
  auto toWord = [&](Value flag) -> ValueTuple { return {b.zextI32(flag)}; };
  SmallVector<ValueTuple> words = llvm::map_to_vector(starts, toWord);
  // Before the wave it takes two elements of memory to tell.
  SmallVector<ValueTuple> before = io.previous(
      words, [&](Value element) { return toWord(isStartBefore(element)); });
  SmallVector<Value> seconds;
  for (auto [i, start] : llvm::enumerate(starts)) {
    Value follows = b.ne(before[i].front(), 0);
    seconds.push_back(b.andi(follows, b.xori(start, yes)));
  }
  // A wave past the end also gets the last element.
  Value isNear = b.sle(io.positions().front(), io.count());
  seconds.front() = b.andi(seconds.front(), isNear);
  return seconds;
}
