//===- TileIO.cpp - A tile of a buffer, thread by thread *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses are a uniform base of the tile and a 32-bit offset per thread,
// which is the cheapest form on all targets.
//
//===----------------------------------------------------------------------===//

#include "TileIO.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

TileIO::TileIO(KernelBuilder &kernel, TileShape tile, unsigned vector,
               bool reverse, Value size, Value base)
    : kernel(kernel), tile(tile), vector(vector), reverse(reverse), size(size),
      base(base) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value left = arith::SubIOp::create(b, loc, size, base);
  // Cut to 32 bits before it is compared: LLVM 22 loses the condition of a
  // select on AMDGPU where a branch is taken on the same 64-bit comparison.
  Value most = createI64(b, loc, INT32_MAX);
  Value cut = arith::TruncIOp::create(
      b, loc, b.getI32Type(), arith::MinSIOp::create(b, loc, left, most));
  Value items = createI32(b, loc, tile.items());
  full = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, cut, items);
  valid = arith::MinSIOp::create(b, loc, cut, items);
}

unsigned TileIO::distance(unsigned item) const {
  return item / vector * tile.blockSize * vector + item % vector;
}

Value TileIO::firstPosition() {
  OpBuilder &b = kernel.b();
  return b.createOrFold<arith::MulIOp>(kernel.loc(), kernel.threadId(),
                                       createI32(b, kernel.loc(), vector),
                                       arith::IntegerOverflowFlags::nuw);
}

Value TileIO::position(unsigned item) {
  OpBuilder &b = kernel.b();
  // thread * vector + constant: one offset serves all items.
  return b.createOrFold<arith::AddIOp>(
      kernel.loc(), firstPosition(), createI32(b, kernel.loc(), distance(item)),
      arith::IntegerOverflowFlags::nuw);
}

Value TileIO::isValid(unsigned item) {
  return arith::CmpIOp::create(kernel.b(), kernel.loc(),
                               arith::CmpIPredicate::slt, position(item),
                               valid);
}

Value TileIO::elementIndex(unsigned item) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), position(item));
  Value logical = arith::AddIOp::create(b, loc, base, wide);
  if (!reverse)
    return logical;
  Value last = arith::SubIOp::create(b, loc, size, createI64(b, loc, 1));
  return arith::SubIOp::create(b, loc, last, logical);
}

MemoryArray TileIO::tileOf(const MemoryArray &array) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value start = base;
  // May lie before the buffer, if the tile is not full.
  if (reverse)
    start = arith::SubIOp::create(
        b, loc, size,
        arith::AddIOp::create(b, loc, base, createI64(b, loc, tile.items())));
  return array.from(b, loc, start);
}

Value TileIO::memoryIndex(Value position) {
  if (!reverse)
    return position;
  OpBuilder &b = kernel.b();
  return arith::SubIOp::create(
      b, kernel.loc(), createI32(b, kernel.loc(), tile.items() - 1), position);
}

Value TileIO::memoryIndex(unsigned item, unsigned width) {
  if (!reverse)
    return position(item);
  // The thread's lowest address, and a constant.
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  unsigned last = distance(tile.itemsPerThread - 1);
  Value lowest = arith::SubIOp::create(
      b, loc, createI32(b, loc, tile.items() - 1 - last), firstPosition());
  return b.createOrFold<arith::AddIOp>(
      loc, lowest, createI32(b, loc, last + 1 - width - distance(item)),
      arith::IntegerOverflowFlags::nuw);
}

SmallVector<Value>
TileIO::byCase(TypeRange types,
               llvm::function_ref<SmallVector<Value>(bool)> body) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  auto op = scf::IfOp::create(b, loc, types, full, /*addThenBlock=*/true,
                              /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool isFull : {true, false}) {
    b.setInsertionPointToStart(isFull ? op.thenBlock() : op.elseBlock());
    SmallVector<Value> values = body(isFull);
    scf::YieldOp::create(b, loc, values);
  }
  return SmallVector<Value>(op.getResults());
}

SmallVector<ValueTuple> TileIO::load(ArrayRef<MemoryArray> arrays,
                                     bool isFull) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<ValueTuple> items(tile.itemsPerThread);
  if (!isFull) {
    Value last = arith::SubIOp::create(b, loc, valid, createI32(b, loc, 1));
    for (auto [i, item] : llvm::enumerate(items)) {
      Value clamped = arith::MinSIOp::create(b, loc, position(i), last);
      for (const MemoryArray &array : arrays)
        item.push_back(tileOf(array).load(b, loc, memoryIndex(clamped)));
    }
    return items;
  }
  for (const MemoryArray &array : arrays) {
    MemoryArray start = tileOf(array);
    for (unsigned i = 0; i < tile.itemsPerThread; i += vector) {
      Value index = memoryIndex(i, vector);
      if (vector == 1) {
        items[i].push_back(start.load(b, loc, index));
        continue;
      }
      Value loaded = start.loadVector(b, loc, index, vector);
      for (unsigned v = 0; v < vector; ++v)
        items[i + v].push_back(vector::ExtractOp::create(
            b, loc, loaded, int64_t(reverse ? vector - 1 - v : v)));
    }
  }
  return items;
}

SmallVector<ValueTuple> TileIO::loadMapped(ArrayRef<MemoryArray> arrays,
                                           Region &prologue,
                                           const Combiner &combiner, bool pads,
                                           bool isFull) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  pads &= combiner.hasIdentity();
  SmallVector<ValueTuple> items;
  if (isFull || prologue.empty()) {
    items = load(arrays, isFull);
    for (auto [i, item] : llvm::enumerate(items)) {
      item = kernel.map(prologue, item, elementIndex(i));
      if (pads && !isFull)
        item = selectTuple(b, loc, isValid(i), item, combiner.neutral(b, loc));
    }
    return items;
  }
  ValueTuple none =
      pads ? combiner.neutral(b, loc) : poisonTuple(b, loc, combiner);
  for (unsigned i = 0; i < tile.itemsPerThread; ++i)
    items.push_back(evaluateIf(
        b, loc, isValid(i), /*anywhere=*/false, none, [&]() -> ValueTuple {
          ValueTuple item;
          for (const MemoryArray &array : arrays)
            item.push_back(
                tileOf(array).load(b, loc, memoryIndex(i, /*width=*/1)));
          return kernel.map(prologue, item, elementIndex(i));
        }));
  return items;
}

void TileIO::storeFull(ArrayRef<MemoryArray> arrays,
                       ArrayRef<ValueTuple> items) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  for (auto [member, array] : llvm::enumerate(arrays)) {
    MemoryArray start = tileOf(array);
    for (unsigned i = 0; i < tile.itemsPerThread; i += vector) {
      Value index = memoryIndex(i, vector);
      if (vector == 1) {
        start.store(b, loc, items[i][member], index);
        continue;
      }
      SmallVector<Value> elements;
      for (unsigned v = 0; v < vector; ++v)
        elements.push_back(items[i + (reverse ? vector - 1 - v : v)][member]);
      auto type = VectorType::get({vector}, elements.front().getType());
      start.storeVector(b, loc,
                        vector::FromElementsOp::create(b, loc, type, elements),
                        index);
    }
  }
}

void TileIO::store(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
                   Region *epilogue) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  auto map = [&](const ValueTuple &item) -> ValueTuple {
    return epilogue ? kernel.map(*epilogue, item) : item;
  };
  byCase({}, [&](bool isFull) {
    if (isFull) {
      storeFull(arrays, llvm::map_to_vector(items, map));
      return SmallVector<Value>();
    }
    for (unsigned i = 0, e = items.size(); i != e; ++i)
      kernel.ifThen(isValid(i), [&] {
        for (auto [array, value] : llvm::zip_equal(arrays, map(items[i])))
          tileOf(array).store(b, loc, value, memoryIndex(i, /*width=*/1));
      });
    return SmallVector<Value>();
  });
}
