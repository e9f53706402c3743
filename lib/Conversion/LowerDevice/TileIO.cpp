//===- TileIO.cpp - A tile of a buffer, thread by thread *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles move by block_load and block_store. What the device layer adds is which
// tiles are cut off by the end of the buffer, and what of them regions may see.
//
//===----------------------------------------------------------------------===//

#include "TileIO.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

TileIO::TileIO(KernelBuilder &kernel, TileShape tile, unsigned vector,
               bool reverse, Value size, Value base)
    : kernel(kernel), arrangement(vector == striped ? Arrangement::Striped
                                  : vector          ? Arrangement::Rows
                                                    : Arrangement::Blocked),
      layout(tile.blockSize, kernel.target().waveSize, tile.itemsPerThread,
             arrangement, vector),
      reverse(reverse), size(size), base(base) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  if (arrangement == Arrangement::Rows)
    rowVector = b.getI32IntegerAttr(vector);
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

void TileIO::cut(Value most) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  valid = arith::MinSIOp::create(b, loc, valid, most);
  full = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, valid,
                               createI32(b, loc, layout.tileItems()));
}

unsigned TileIO::getRowVector(const TargetInfo &target, ValueRange buffers,
                              const TileShape &tile) {
  unsigned widest = 1;
  for (Value buffer : buffers)
    widest = std::max(
        widest,
        getElementBytes(cast<MemRefType>(buffer.getType()).getElementType()));
  unsigned vector = std::max(target.accessBytes / widest, 1u);
  while (tile.itemsPerThread % vector)
    vector /= 2;
  return vector;
}

Value TileIO::offset() {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value first = base;
  if (reverse)
    first = arith::SubIOp::create(
        b, loc, arith::SubIOp::create(b, loc, size, createI64(b, loc, 1)),
        base);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), first);
}

Value TileIO::validUnless(bool isFull) {
  if (isFull)
    return Value();
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value most = createI32(b, loc, layout.tileItems() - 1);
  return arith::MaxSIOp::create(b, loc,
                                arith::MinSIOp::create(b, loc, valid, most),
                                createI32(b, loc, 1));
}

SmallVector<Value> TileIO::positions() {
  return layout.positions(
      kernel.b(), kernel.loc(),
      {kernel.threadId(), kernel.laneId(), kernel.waveId()});
}

Value TileIO::inTile(Value logical) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value behind = arith::SubIOp::create(b, loc, logical, base);
  behind = arith::MaxSIOp::create(b, loc, behind, createI64(b, loc, -1));
  behind = arith::MinSIOp::create(b, loc, behind,
                                  createI64(b, loc, layout.tileItems()));
  return arith::TruncIOp::create(b, loc, b.getI32Type(), behind);
}

SmallVector<Value> TileIO::areValid() {
  return llvm::map_to_vector(positions(), [&](Value position) -> Value {
    return arith::CmpIOp::create(kernel.b(), kernel.loc(),
                                 arith::CmpIPredicate::slt, position, valid);
  });
}

Value TileIO::hasFirst() {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value isFirstTile = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                            base, createI64(b, loc, 0));
  return arith::AndIOp::create(b, loc, isFirstTile, kernel.isFirstThread());
}

SmallVector<Value> TileIO::elementIndices() {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  return llvm::map_to_vector(positions(), [&](Value position) -> Value {
    Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), position);
    return toElement(arith::AddIOp::create(b, loc, base, wide));
  });
}

Value TileIO::toElement(Value logical) {
  if (!reverse)
    return logical;
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value last = arith::SubIOp::create(b, loc, size, createI64(b, loc, 1));
  return arith::SubIOp::create(b, loc, last, logical);
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

SmallVector<Value> TileIO::loadVectors(ArrayRef<MemoryArray> arrays,
                                       Value valid, ValueRange fill) {
  SmallVector<Value> vectors;
  for (auto [member, array] : llvm::enumerate(arrays))
    vectors.push_back(
        loadVector(array, valid, fill.empty() ? Value() : fill[member]));
  return vectors;
}

Value TileIO::loadVector(const MemoryArray &array, Value valid, Value fill) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  if (!array.isDense())
    return loadStrided(array, valid);
  bool isMask = array.getElement().isInteger(1);
  auto type = VectorType::get({layout.items()},
                              isMask ? b.getI8Type() : array.getElement());
  Value items =
      BlockLoadOp::create(b, loc, type, array.getBase(), offset(), valid, fill,
                          reverse, arrangement, rowVector,
                          /*row_width=*/IntegerAttr(),
                          /*alignment=*/IntegerAttr(), /*cache=*/{});
  if (!isMask)
    return items;
  return arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ne, items,
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type)));
}

void TileIO::stage(ArrayRef<MemoryArray> arrays, ArrayRef<MemoryArray> slots) {
  for (auto [array, slot] : llvm::zip_equal(arrays, slots))
    BlockStageOp::create(kernel.b(), kernel.loc(), array.getBase(), offset(),
                         slot.getBase(), reverse, arrangement, rowVector,
                         /*row_width=*/IntegerAttr(),
                         VectorType::get({layout.items()}, array.getElement()));
}

Value TileIO::loadStaged(const MemoryArray &slot) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value first = arith::ConstantIndexOp::create(
      b, loc, reverse ? layout.tileItems() - 1 : 0);
  return BlockLoadOp::create(
      b, loc, VectorType::get({layout.items()}, slot.getElement()),
      slot.getBase(), first, /*valid=*/Value(), /*fill=*/Value(), reverse,
      arrangement, rowVector, /*row_width=*/IntegerAttr(),
      b.getI64IntegerAttr(WorkgroupAllocOp::kAlignment), /*cache=*/{});
}

SmallVector<ValueTuple> TileIO::load(ArrayRef<MemoryArray> arrays, Value valid,
                                     ValueRange fill) {
  if (!valid && !staged.empty()) {
    SmallVector<Value> vectors;
    for (const MemoryArray &slot : staged)
      vectors.push_back(loadStaged(slot));
    return unpackItems(kernel.b(), kernel.loc(), vectors);
  }
  return unpackItems(kernel.b(), kernel.loc(),
                     loadVectors(arrays, valid, fill));
}

SmallVector<Value> TileIO::loadBorders(ArrayRef<MemoryArray> arrays,
                                       bool isFull, ValueRange behind) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<Value> vectors = loadVectors(arrays, validUnless(isFull));
  if (isFull || behind.empty())
    return vectors;
  Value exist = vector::FromElementsOp::create(
      b, loc, VectorType::get({layout.items()}, b.getI1Type()), areValid());
  for (auto [vector, other] : llvm::zip_equal(vectors, behind)) {
    Value all = vector::BroadcastOp::create(b, loc, vector.getType(), other);
    vector = arith::SelectOp::create(b, loc, exist, vector, all);
  }
  return vectors;
}

SmallVector<ValueTuple> TileIO::previous(ArrayRef<MemoryArray> arrays,
                                         ArrayRef<ValueTuple> items) {
  return previous(items, [&](Value element) -> ValueTuple {
    return llvm::map_to_vector(arrays, [&](const MemoryArray &array) -> Value {
      return array.load(kernel.b(), kernel.loc(), element);
    });
  });
}

SmallVector<ValueTuple>
TileIO::neighbours(ArrayRef<ValueTuple> items, bool behind,
                   llvm::function_ref<ValueTuple(Value)> load) {
  assert(arrangement != Arrangement::Striped &&
         "items of a lane and of the one beside it lie side by side");
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  // What lies beside the wave, or its row, is in memory; no need to wait for
  // another one.
  unsigned wave = kernel.target().waveSize, width = layout.vector();
  Value start = arith::MulIOp::create(
      b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), kernel.waveId()),
      createI64(b, loc, wave * layout.items()));
  start = arith::AddIOp::create(b, loc, base, start);
  Value last = arith::SubIOp::create(b, loc, size, createI64(b, loc, 1));
  Value isAtEdge =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, kernel.laneId(),
                            createI32(b, loc, behind ? wave - 1 : 0));
  SmallVector<ValueTuple> result;
  for (unsigned row = 0; row < layout.rows(); ++row) {
    int64_t first = int64_t(row) * wave * width;
    int64_t distance = behind ? first + wave * width : first - 1;
    Value beside =
        arith::AddIOp::create(b, loc, start, createI64(b, loc, distance));
    beside = arith::MaxSIOp::create(
        b, loc, arith::MinSIOp::create(b, loc, beside, last),
        createI64(b, loc, 0));
    ValueTuple inMemory = load(toElement(beside));
    ArrayRef<ValueTuple> own = items.slice(row * width, width);
    const ValueTuple &moved = behind ? own.front() : own.back();
    auto shuffle = WarpShuffleOp::create(
        b, loc, ValueRange(moved).getTypes(), moved, createI32(b, loc, 1),
        behind ? ShuffleMode::Down : ShuffleMode::Up, /*width=*/IntegerAttr());
    ValueTuple other =
        selectTuple(b, loc, isAtEdge, inMemory, shuffle.getResults());
    if (!behind)
      result.push_back(other);
    llvm::append_range(result, behind ? own.drop_front() : own.drop_back());
    if (behind)
      result.push_back(other);
  }
  return result;
}

Value TileIO::loadStrided(const MemoryArray &array, Value valid) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value zero = createI64(b, loc, 0);
  Value last = arith::SubIOp::create(b, loc, size, createI64(b, loc, 1));
  SmallVector<Value> items =
      llvm::map_to_vector(elementIndices(), [&](Value index) -> Value {
        // Items past the end are some element that exists.
        if (valid)
          index = arith::MaxSIOp::create(
              b, loc, zero, arith::MinSIOp::create(b, loc, index, last));
        return array.load(b, loc, index);
      });
  auto type = VectorType::get({layout.items()}, array.getElement());
  return vector::FromElementsOp::create(b, loc, type, items);
}

void TileIO::storeStrided(const MemoryArray &array, Value vector, bool isFull) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<Value> exist;
  if (!isFull)
    exist = areValid();
  for (auto [i, index] : llvm::enumerate(elementIndices())) {
    Value item = vector::ExtractOp::create(b, loc, vector, int64_t(i));
    if (isFull)
      array.store(b, loc, item, index);
    else
      kernel.ifThen(exist[i],
                    [&, index = index] { array.store(b, loc, item, index); });
  }
}

SmallVector<Value> TileIO::getIndices() {
  SmallVector<Value> indices = seen.empty() ? elementIndices() : seen;
  if (origin)
    for (Value &index : indices)
      index = arith::AddIOp::create(kernel.b(), kernel.loc(), origin, index);
  return indices;
}

SmallVector<ValueTuple> TileIO::loadMapped(ArrayRef<MemoryArray> arrays,
                                           Region &prologue,
                                           const Combiner &combiner, bool pads,
                                           bool isFull) {
  auto neutral = [&] { return combiner.neutral(kernel.b(), kernel.loc()); };
  if (pads && combiner.hasIdentity())
    return loadMapped(arrays, prologue, neutral, isFull);
  return loadMapped(arrays, prologue, nullptr, isFull);
}

SmallVector<ValueTuple>
TileIO::loadMapped(ArrayRef<MemoryArray> arrays, Region &prologue,
                   llvm::function_ref<ValueTuple()> neutral, bool isFull) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  bool pads = !isFull && neutral;
  // What is folded as it is read is padded by the loads.
  bool fills = pads && prologue.empty() &&
               llvm::all_of(arrays, [](const MemoryArray &array) {
                 return array.isDense() && !array.getElement().isInteger(1);
               });
  SmallVector<Value> fill;
  if (fills)
    fill = neutral();
  SmallVector<ValueTuple> items = load(arrays, validUnless(isFull), fill);
  if (fills)
    return items;
  // Only a prologue that takes it needs to know an item's index.
  SmallVector<Value> indices(items.size());
  if (!prologue.empty() && prologue.getNumArguments() > arrays.size())
    indices = getIndices();
  SmallVector<Value> exist;
  bool guards = !isFull && !prologue.empty();
  if (guards || pads)
    exist = areValid();
  ValueTuple none;
  if (pads)
    none = neutral();
  else if (guards)
    for (Type type : prologue.front().getTerminator()->getOperandTypes())
      none.push_back(createAbsent(b, loc, type));
  for (auto [i, item] : llvm::enumerate(items)) {
    auto map = [&, &item = item, i = i]() -> ValueTuple {
      return kernel.map(prologue, item, indices[i]);
    };
    if (guards)
      item = evaluateIf(b, loc, exist[i], /*anywhere=*/false, none, map);
    else if (pads)
      item = selectTuple(b, loc, exist[i], item, none);
    else
      item = map();
  }
  return items;
}

void TileIO::store(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
                   Region *epilogue) {
  byCase({}, [&](bool isFull) {
    storeCase(arrays, items, isFull, epilogue);
    return SmallVector<Value>();
  });
}

void TileIO::storeCase(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
                       bool isFull, Region *epilogue) {
  if (areDiscarding(arrays))
    return;
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<Type> types =
      llvm::map_to_vector(arrays, [&](const MemoryArray &array) -> Type {
        return array.getElement();
      });
  bool maps = epilogue && !epilogue->empty();
  SmallVector<ValueTuple> mapped(items);
  SmallVector<Value> exist, none;
  if (maps && !isFull) {
    exist = areValid();
    // Poison, and so no branch around what may run on anything: where an item
    // is not there nothing is stored, of it or of what lies behind it in a
    // vector, and no other lane or fold has a part in it (as in loadMapped()).
    for (Type type : types)
      none.push_back(ub::PoisonOp::create(b, loc, type));
  }
  for (auto [i, item] : llvm::enumerate(mapped)) {
    auto map = [&, &item = item]() -> ValueTuple {
      return kernel.map(*epilogue, item);
    };
    if (!exist.empty())
      item = evaluateIf(b, loc, exist[i], /*anywhere=*/false, none, map);
    else if (maps)
      item = map();
  }
  SmallVector<Type> vectors =
      llvm::map_to_vector(types, [&](Type type) -> Type {
        return VectorType::get({layout.items()}, type);
      });
  for (auto [array, vector] :
       llvm::zip_equal(arrays, packItems(b, loc, mapped, vectors))) {
    if (array.isDiscarding())
      continue;
    if (!array.isDense()) {
      storeStrided(array, vector, isFull);
      continue;
    }
    Value items = vector;
    if (array.getElement().isInteger(1))
      items = arith::ExtUIOp::create(
          b, loc, VectorType::get({layout.items()}, b.getI8Type()), vector);
    BlockStoreOp::create(b, loc, items, array.getBase(), offset(),
                         validUnless(isFull), reverse, arrangement, rowVector,
                         /*row_width=*/IntegerAttr(), /*cache=*/{});
  }
}

void TileIO::storeIf(ArrayRef<Value> stores, ArrayRef<MemoryArray> arrays,
                     ArrayRef<ValueTuple> items, Region *epilogue) {
  if (areDiscarding(arrays))
    return;
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  for (auto [isStored, item, index] :
       llvm::zip_equal(stores, items, elementIndices()))
    kernel.ifThen(isStored, [&, &item = item, index = index] {
      ValueTuple mapped = epilogue ? kernel.map(*epilogue, item) : item;
      for (auto [array, value] : llvm::zip_equal(arrays, mapped))
        array.store(b, loc, value, index);
    });
}
