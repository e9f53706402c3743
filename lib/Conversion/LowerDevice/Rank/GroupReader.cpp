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

GroupReader::GroupReader(const RankHeads &heads, KernelBuilder &kernel)
    : codeType(heads.getCodeType(kernel)), heads(heads), kernel(kernel),
      b(kernel), size(kernel.elements()) {
  RowView view(heads.select.op, kernel, /*row=*/Value());
  ins = view.at(heads.select.getIns().take_front(heads.select.countKeyIns()));
  none = b.constant(codeType, -1);
  Value rows = b.divui(size, heads.rowItems());
  Value behind = b.mul(rows, heads.rowItems());
  hasPartial = b.ne(behind, size);
  wholeRows = b.truncI32(rows);
}

SmallVector<Value> GroupReader::loadRaw(const MemoryArray &array,
                                        ArrayRef<Value> numbers) {
  Type element = array.getElement();
  SmallVector<Value> indices = llvm::map_to_vector(
      numbers, [&](Value number) { return b.zextI64(indexOf(number, 0)); });
  SmallVector<Value> items;
  bool isVector = array.isDense() && heads.vector > 1 &&
                  element.isIntOrFloat() && !element.isInteger(1);
  if (!isVector) {
    for (Value index : indices)
      for (unsigned item = 0; item < heads.vector; ++item) {
        Value place = b.add(index, item);
        items.push_back(kernel.loadElement(array, place).front());
      }
    return items;
  }
  auto type = VectorType::get({heads.vector}, element);
  SmallVector<Type> types(numbers.size(), type);
  auto loadFrom = [&](const MemoryArray &from) {
    SmallVector<Value> vectors;
    for (Value index : indices)
      vectors.push_back(from.loadVector(b, index, heads.vector));
    return vectors;
  };
  SmallVector<Value> vectors;
  if (kernel.target().alignsAccesses()) {
    unsigned bytes = heads.vector * getElementBytes(element);
    Value isAligned = IsAlignedOp::create(b, array.getBase(), bytes);
    vectors = b.select(
        isAligned, types, [&] { return loadFrom(array.aligned(bytes)); },
        [&] { return loadFrom(array); });
  } else {
    vectors = loadFrom(array);
  }
  for (Value vector : vectors)
    for (unsigned item = 0; item < heads.vector; ++item)
      items.push_back(vector::ExtractOp::create(b, vector, int64_t(item)));
  return items;
}

GroupReader::Vector GroupReader::combine(Value number, ArrayRef<Value> codes) {
  Value least = codes.front();
  for (Value code : codes.drop_front())
    least = b.minui(least, code);
  return {number, llvm::to_vector(codes), least};
}

SmallVector<GroupReader::Vector> GroupReader::load(ArrayRef<Value> numbers) {
  SmallVector<SmallVector<Value>> members;
  for (const MemoryArray &array : ins)
    members.push_back(loadRaw(array, numbers));
  Region &prologue = heads.select.getPrologue();
  SmallVector<Vector> vectors;
  for (auto [row, number] : llvm::enumerate(numbers)) {
    SmallVector<Value> codes;
    for (unsigned item = 0; item < heads.vector; ++item) {
      SmallVector<Value> values;
      for (ArrayRef<Value> member : members)
        values.push_back(member[row * heads.vector + item]);
      if (!prologue.empty())
        values = kernel.map(prologue, values, b.zextI64(indexOf(number, item)));
      codes.push_back(heads.select.encode(b, values.front()));
    }
    vectors.push_back(combine(number, codes));
  }
  return vectors;
}

GroupReader::Vector GroupReader::loadPartial(Value number) {
  Region &prologue = heads.select.getPrologue();
  SmallVector<Value> codes;
  for (unsigned item = 0; item < heads.vector; ++item) {
    Value index = indexOf(number, item);
    codes.push_back(b.select(
                         isInBuffer(index), codeType,
                         [&]() -> SmallVector<Value> {
                           Value wide = b.zextI64(index);
                           SmallVector<Value> values =
                               kernel.loadElement(ins, wide);
                           if (!prologue.empty())
                             values = kernel.map(prologue, values, wide);
                           return {heads.select.encode(b, values.front())};
                         },
                         [&]() -> SmallVector<Value> { return {none}; })
                        .front());
  }
  return combine(number, codes);
}

void GroupReader::forVector(const Vector &vector, Value exists,
                            const HeadBound *bound, BodyFn body) {
  Value isPossible = exists;
  if (bound)
    isPossible = b.andi(exists, b.ule(vector.least, bound->code));
  kernel.ifThen(isPossible, [&] {
    for (auto [item, code] : llvm::enumerate(vector.codes)) {
      Value index = indexOf(vector.number, item);
      Value isTaken = isInBuffer(index);
      if (bound)
        isTaken = b.andi(isTaken, bound->admits(b, code, vector.number));
      kernel.ifThen(isTaken, [&, code = code] { body(code, index); });
    }
  });
}

void GroupReader::forElements(Value thread, int64_t threads,
                              const HeadBound *bound, BodyFn body) {
  MemoryArray list = heads.bindList(kernel);
  Value count = heads.loadGroups(kernel);
  // A thread reads rows of one group, evenly spread over all of them.
  Value parts = b.ceildivui(wholeRows, vectorsAtOnce);
  Value all = b.mul(count, parts);
  kernel.forEach(thread, all, threads, [&](Value work) {
    Value entry = b.divui(work, parts);
    Value part = b.sub(work, b.mul(entry, parts));
    Value group = list.load(b, entry);
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
    kernel.forEach(thread, count, threads, [&](Value entry) {
      Value group = list.load(b, entry);
      Value number = numberOf(wholeRows, group);
      Value exists = isInBuffer(indexOf(number, 0));
      forVector(loadPartial(number), exists, bound, body);
    });
  });
}
