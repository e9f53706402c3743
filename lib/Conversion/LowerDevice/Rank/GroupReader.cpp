//===- GroupReader.cpp - Vectors of the groups of a buffer *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group is a column of vectors. Lanes read neighbouring groups, or vectors of
// one group that are far apart; several loads are in flight either way.
//
//===----------------------------------------------------------------------===//

#include "RankHeads.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

/// Vectors that a thread reads at once of groups that are read again.
static constexpr unsigned vectorsAtOnce = 4;

GroupReader::GroupReader(const RankSelect &select, unsigned groups,
                         unsigned vector, KernelBuilder &kernel, Value row,
                         Value size)
    : codeType(select.getCodeType(kernel)), select(select), groups(groups),
      vector(vector), kernel(kernel), b(kernel), size(size) {
  RowView view(select.op, kernel, row);
  ins = view.at(select.getKeyIns());
  none = b.constant(codeType, -1);
  int64_t rowItems = int64_t(groups) * vector;
  Value rows = b.divui(size, rowItems);
  Value behind = b.mul(rows, rowItems);
  hasPartial = b.ne(behind, size);
  wholeRows = b.truncI32(rows);
}

unsigned GroupReader::getVector(ValueRange buffers, const TargetInfo &target,
                                unsigned most) {
  unsigned widest = 1;
  for (Value buffer : buffers)
    widest = std::max(widest, getElementBytes(getElementTypeOrSelf(buffer)));
  return std::clamp(target.accessBytes / widest, 1u, most);
}

void GroupReader::copyToOuts() {
  RowView view(select.op, kernel, /*row=*/Value());
  ins = view.at(select.getIns());
  outs = view.at(select.getOuts());
}

bool GroupReader::isVectorized(const MemoryArray &array) const {
  Type element = array.getElement();
  return array.isDense() && vector > 1 && element.isIntOrFloat() &&
         !element.isInteger(1);
}

SmallVector<Value> GroupReader::loadRaw(const MemoryArray &array,
                                        ArrayRef<Value> numbers) {
  Type element = array.getElement();
  SmallVector<Value> indices = llvm::map_to_vector(
      numbers, [&](Value number) { return b.zextI64(indexOf(number, 0)); });
  SmallVector<Value> items;
  if (!isVectorized(array)) {
    for (Value index : indices)
      for (unsigned item = 0; item < this->vector; ++item) {
        Value place = b.add(index, item);
        items.push_back(kernel.loadElement(array, place).front());
      }
    return items;
  }
  auto type = VectorType::get({this->vector}, element);
  SmallVector<Type> types(numbers.size(), type);
  auto loadFrom = [&](const MemoryArray &from) {
    SmallVector<Value> vectors;
    for (Value index : indices)
      vectors.push_back(from.loadVector(b, index, this->vector));
    return vectors;
  };
  SmallVector<Value> vectors;
  if (kernel.target().alignsAccesses()) {
    unsigned bytes = this->vector * getElementBytes(element);
    Value isAligned = IsAlignedOp::create(b, array.getBase(), bytes);
    vectors = b.select(
        isAligned, types, [&] { return loadFrom(array.aligned(bytes)); },
        [&] { return loadFrom(array); });
  } else {
    vectors = loadFrom(array);
  }
  for (Value vector : vectors)
    for (unsigned item = 0; item < this->vector; ++item)
      items.push_back(vector::ExtractOp::create(b, vector, int64_t(item)));
  return items;
}

Value GroupReader::encode(ArrayRef<Value> item) {
  Value code = select.encode(b, item.front());
  Value mirror = select.getMirror(kernel);
  if (!mirror)
    return code;
  if (codeType.isInteger(64))
    mirror = b.extsi(codeType, mirror);
  return b.xori(code, mirror);
}

GroupReader::Vector GroupReader::combine(Value number, ArrayRef<Value> codes) {
  Value least = codes.front();
  for (Value code : codes.drop_front())
    least = b.minui(least, code);
  return {number, /*items=*/{}, llvm::to_vector(codes), least};
}

SmallVector<GroupReader::Vector> GroupReader::load(ArrayRef<Value> numbers) {
  SmallVector<SmallVector<Value>> members;
  for (const MemoryArray &array : ins)
    members.push_back(loadRaw(array, numbers));
  Region &prologue = select.getPrologue();
  SmallVector<Vector> vectors;
  for (auto [row, number] : llvm::enumerate(numbers)) {
    SmallVector<Value> codes;
    SmallVector<SmallVector<Value>> items;
    for (unsigned item = 0; item < this->vector; ++item) {
      SmallVector<Value> values;
      for (ArrayRef<Value> member : members)
        values.push_back(member[row * this->vector + item]);
      if (!prologue.empty())
        values = kernel.map(prologue, values, b.zextI64(indexOf(number, item)));
      codes.push_back(encode(values));
      items.push_back(values);
    }
    Vector &vector = vectors.emplace_back(combine(number, codes));
    vector.items = std::move(items);
  }
  return vectors;
}

void GroupReader::copy(ArrayRef<Vector> vectors) {
  for (size_t member = 0; member < outs.size(); ++member) {
    const MemoryArray &array = outs[member];
    if (array.isDiscarding())
      continue;
    if (!isVectorized(array)) {
      for (const Vector &vector : vectors)
        for (auto [item, values] : llvm::enumerate(vector.items))
          array.store(b, values[member],
                      b.zextI64(indexOf(vector.number, item)));
      continue;
    }
    auto type = VectorType::get({this->vector}, array.getElement());
    SmallVector<Value> values, indices;
    for (const Vector &vector : vectors) {
      SmallVector<Value> items;
      for (ArrayRef<Value> item : vector.items)
        items.push_back(item[member]);
      values.push_back(vector::FromElementsOp::create(b, type, items));
      indices.push_back(b.zextI64(indexOf(vector.number, 0)));
    }
    auto storeTo = [&](const MemoryArray &to) {
      for (auto [value, index] : llvm::zip_equal(values, indices))
        to.storeVector(b, value, index);
    };
    if (!kernel.target().alignsAccesses()) {
      storeTo(array);
      continue;
    }
    unsigned bytes = this->vector * getElementBytes(array.getElement());
    Value isAligned = IsAlignedOp::create(b, array.getBase(), bytes);
    kernel.ifThen(
        isAligned, [&] { storeTo(array.aligned(bytes)); },
        [&] { storeTo(array); });
  }
}

GroupReader::Vector GroupReader::loadPartial(Value number) {
  Region &prologue = select.getPrologue();
  SmallVector<Value> codes;
  for (unsigned item = 0; item < this->vector; ++item) {
    Value index = indexOf(number, item);
    codes.push_back(b.select(
                         isInBuffer(index), codeType,
                         [&]() -> SmallVector<Value> {
                           Value wide = b.zextI64(index);
                           SmallVector<Value> values =
                               kernel.loadElement(ins, wide);
                           if (!prologue.empty())
                             values = kernel.map(prologue, values, wide);
                           if (!outs.empty())
                             storeAll(b, outs, values, wide);
                           return {encode(values)};
                         },
                         [&]() -> SmallVector<Value> { return {none}; })
                        .front());
  }
  return combine(number, codes);
}

SmallVector<Value> GroupReader::findHead(Value group, Value row, int64_t step) {
  // Narrow vectors need more loads in flight for the same bandwidth.
  unsigned bytes = vector * getElementBytes(codeType);
  unsigned atOnce = std::clamp(4 * kernel.target().accessBytes / bytes, 1u, 8u);
  auto take = [&](ValueRange head, const Vector &other) {
    Value isLess = b.ult(other.least, head[0]);
    Value code = b.minui(head[0], other.least);
    Value number = b.select(isLess, other.number, head[1]);
    return SmallVector<Value>{code, number};
  };
  auto takeRows = [&](ValueRange head, Value row, unsigned count) {
    SmallVector<Value> numbers;
    for (unsigned i = 0; i < count; ++i) {
      Value next = b.add(row, i * step);
      numbers.push_back(numberOf(next, group));
    }
    SmallVector<Value> result(head);
    SmallVector<Vector> others = load(numbers);
    copy(others);
    for (const Vector &other : others)
      result = take(result, other);
    return result;
  };
  // Without elements, the thread has a head that another thread's precedes.
  Value number = numberOf(row, group);
  Value end = b.sub(wholeRows, (atOnce - 1) * step);
  SmallVector<Value> state{row, none, number};
  auto goThrough = [&](Value end, unsigned count) {
    state = b.whileLoop(
        state, [&](ValueRange values) { return b.slt(values[0], end); },
        [&](ValueRange values) {
          SmallVector<Value> head =
              takeRows(values.drop_front(), values[0], count);
          Value next = b.add(values[0], count * step);
          return SmallVector<Value>{next, head[0], head[1]};
        });
  };
  goThrough(end, atOnce);
  if (atOnce > 1)
    goThrough(wholeRows, 1);
  Value isNext = b.eq(state[0], wholeRows);
  Value hasNext = b.andi(isNext, hasPartial);
  SmallVector<Value> head(ArrayRef(state).drop_front());
  SmallVector<Type> types{codeType, b.getI32Type()};
  return b.select(
      hasNext, types,
      [&] { return take(head, loadPartial(numberOf(state[0], group))); },
      [&] { return head; });
}

void GroupReader::forVector(const Vector &vector, Value exists,
                            const HeadBound &bound, BodyFn body) {
  Value isPossible = b.ule(vector.least, bound.code);
  kernel.ifThen(b.andi(exists, isPossible), [&] {
    for (auto [item, code] : llvm::enumerate(vector.codes)) {
      Value index = indexOf(vector.number, item);
      Value isAdmitted = bound.admits(b, code, vector.number);
      Value isTaken = b.andi(isAdmitted, isInBuffer(index));
      kernel.ifThen(isTaken, [&, code = code] { body(code, index); });
    }
  });
}

void GroupReader::forElements(const GroupList &list, Value thread,
                              int64_t threads, const HeadBound &bound,
                              BodyFn body) {
  // A thread reads rows of one group, evenly spread over all of them.
  Value parts = b.ceildivui(wholeRows, vectorsAtOnce);
  Value all = b.mul(list.count, parts);
  kernel.forEach(thread, all, threads, [&](Value work) {
    Value entry = b.divui(work, parts);
    Value part = b.sub(work, b.mul(entry, parts));
    Value group = list.numbers.load(b, entry);
    Value last = b.sub(wholeRows, 1);
    SmallVector<Value> numbers, exist;
    for (unsigned i = 0; i < vectorsAtOnce; ++i) {
      Value row = b.add(part, b.mul(parts, i));
      exist.push_back(b.ult(row, wholeRows));
      numbers.push_back(numberOf(b.minui(row, last), group));
    }
    for (auto [vector, exists] : llvm::zip_equal(load(numbers), exist))
      forVector(vector, exists, bound, body);
  });
  kernel.ifThen(hasPartial, [&] {
    kernel.forEach(thread, list.count, threads, [&](Value entry) {
      Value group = list.numbers.load(b, entry);
      Value number = numberOf(wholeRows, group);
      Value exists = isInBuffer(indexOf(number, 0));
      forVector(loadPartial(number), exists, bound, body);
    });
  });
}
