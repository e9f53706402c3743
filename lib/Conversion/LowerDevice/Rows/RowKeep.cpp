//===- RowKeep.cpp - Rows that workgroup memory keeps *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowKeep.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

static Type getKeptType(DeviceRowsOp op, unsigned in) {
  return widenBit(getElementTypeOrSelf(op.getIns()[in]));
}

uint64_t RowKeep::countBytes(DeviceRowsOp op, const RowBody &body) {
  uint64_t bytes = 0;
  for (unsigned in : body.findReadAgain())
    bytes += getElementBytes(getKeptType(op, in));
  return bytes;
}

RowKeep::RowKeep(KernelBuilder &kernel, DeviceRowsOp op, const RowBody &body,
                 unsigned elements)
    : kernel(kernel), b(kernel) {
  for (unsigned in : body.findReadAgain())
    arrays.try_emplace(
        in, kernel.workgroupArray(getKeptType(op, in), elements, "kept row"));
}

void RowKeep::beginTile(RowThreads &threads, Value number) {
  vector = threads.getVector();
  auto inRange = CodeBuilder::Overflow::nsw | CodeBuilder::Overflow::nuw;
  Value first = b.mul(b.truncI32(number), threads.countOwnTile(), inRange);
  starts = threads.getOwnStarts();
  for (Value &start : starts)
    start = b.add(first, start, inRange);
}

unsigned RowKeep::getWidth(const MemoryArray &memory) const {
  unsigned bytes = getElementBytes(memory.getElement());
  return std::min(vector, kernel.target().accessBytes / bytes);
}

bool RowKeep::canCopy(unsigned in, unsigned width, unsigned alignment) const {
  auto array = arrays.find(in);
  if (array == arrays.end())
    return false;
  // Single elements of less than a word would be loaded and stored.
  constexpr unsigned wordBytes = 4;
  return width > 1 ? alignment != 0
                   : getElementBytes(array->second.getElement()) >= wordBytes;
}

void RowKeep::copy(unsigned in, const MemoryArray &memory, ArrayRef<Value> from,
                   unsigned width) {
  stored.insert(in);
  const MemoryArray &kept = arrays.find(in)->second;
  unsigned bytes = width * getElementBytes(kept.getElement());
  for (auto [begin, start] : llvm::zip_equal(from, starts))
    for (unsigned i = 0; i < vector; i += width) {
      MemoryPlace source =
          memory.place(b, b.add(begin, i, CodeBuilder::Overflow::nuw));
      MemoryPlace target =
          kept.place(b, b.add(start, i, CodeBuilder::Overflow::nuw));
      CopyAsyncOp::create(b, bytes, source.base, source.offset, target.base,
                          target.offset);
    }
}

/// `memory` with accesses of `width` elements at multiples of their size.
static MemoryArray align(const MemoryArray &memory, unsigned width) {
  return memory.aligned(getElementBytes(memory.getElement()) * width);
}

SmallVector<Value> RowKeep::load(unsigned in) {
  const MemoryArray &memory = arrays.find(in)->second;
  unsigned width = getWidth(memory);
  return loadItems(b, align(memory, width), starts, vector, width);
}

void RowKeep::store(unsigned in, ArrayRef<Value> items) {
  auto array = arrays.find(in);
  if (array == arrays.end())
    return;
  stored.insert(in);
  unsigned width = getWidth(array->second);
  MemoryArray memory = align(array->second, width);
  auto type = VectorType::get({width}, memory.getElement());
  for (unsigned i = 0; i < items.size(); i += width) {
    Value place =
        b.add(starts[i / vector], i % vector, CodeBuilder::Overflow::nuw);
    if (width == 1)
      memory.store(b, items[i], place);
    else
      memory.storeVector(b,
                         vector::FromElementsOp::create(
                             b, type, ValueRange(items.slice(i, width))),
                         place);
  }
}

void RowKeep::endWalk() { kept.insert_range(stored); }
