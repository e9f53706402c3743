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
  CodeBuilder &b = kernel;
  if (arrangement == Arrangement::Rows)
    rowVector = b.getI32IntegerAttr(vector);
  Value left = b.sub(size, base);
  // Cut to 32 bits before it is compared: LLVM 22 loses the condition of a
  // select on AMDGPU where a branch is taken on the same 64-bit comparison.
  Value cut = b.truncI32(b.minsi(left, INT32_MAX));
  full = b.sge(cut, tile.items());
  valid = b.minsi(cut, tile.items());
}

void TileIO::clamp(Value most) {
  CodeBuilder &b = kernel;
  valid = b.minsi(valid, most);
  full = b.sge(valid, layout.tileItems());
}

unsigned TileIO::getRowVector(const TargetInfo &target, ValueRange buffers,
                              const TileShape &tile) {
  unsigned widest = 1;
  for (Value buffer : buffers)
    widest = std::max(widest, getElementBytes(getElementTypeOrSelf(buffer)));
  return getVector(target, widest, tile);
}

unsigned TileIO::getVector(const TargetInfo &target, unsigned bytes,
                           const TileShape &tile) {
  unsigned vector = std::max(target.accessBytes / bytes, 1u);
  while (tile.itemsPerThread % vector)
    vector /= 2;
  return vector;
}

Value TileIO::offset() {
  CodeBuilder &b = kernel;
  Value first = base;
  if (reverse)
    first = b.sub(b.sub(size, 1), base);
  return b.toIndex(first);
}

Value TileIO::validUnless(bool isFull) {
  if (isFull)
    return Value();
  CodeBuilder &b = kernel;
  return b.maxsi(b.minsi(valid, layout.tileItems() - 1), 1);
}

Value TileIO::countThreads() { return layout.countThreads(kernel, valid); }

SmallVector<Value> TileIO::positions() {
  return layout.positions(
      kernel, {kernel.threadId(), kernel.laneId(), kernel.waveId()});
}

Value TileIO::position(Value item) {
  return layout.position(
      kernel, {kernel.threadId(), kernel.laneId(), kernel.waveId()}, item);
}

Value TileIO::inTile(Value logical) {
  CodeBuilder &b = kernel;
  Value behind = b.sub(logical, base);
  behind = b.maxsi(behind, -1);
  behind = b.minsi(behind, layout.tileItems());
  return b.truncI32(behind);
}

SmallVector<Value> TileIO::areValid() {
  return llvm::map_to_vector(positions(), [&](Value position) -> Value {
    return kernel.slt(position, valid);
  });
}

SmallVector<Value> TileIO::areValidUnless(bool isFull) {
  return isFull ? SmallVector<Value>(layout.items()) : areValid();
}

Value TileIO::hasFirst() {
  CodeBuilder &b = kernel;
  Value isFirstTile = b.eq(base, 0);
  return b.andi(isFirstTile, kernel.isFirstThread());
}

SmallVector<Value> TileIO::elementIndices() {
  return llvm::map_to_vector(positions(), [&](Value position) -> Value {
    return toElement(kernel.add(base, kernel.zextI64(position)));
  });
}

Value TileIO::toElement(Value logical) {
  if (!reverse)
    return logical;
  CodeBuilder &b = kernel;
  Value last = b.sub(size, 1);
  return b.sub(last, logical);
}

SmallVector<Value>
TileIO::fullOrPartial(TypeRange types,
                      llvm::function_ref<SmallVector<Value>(bool)> body) {
  return kernel.select(
      full, types, [&] { return body(true); }, [&] { return body(false); });
}

void TileIO::fullOrPartial(llvm::function_ref<void(bool)> body) {
  fullOrPartial({}, [&](bool isFull) {
    body(isFull);
    return SmallVector<Value>();
  });
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
  CodeBuilder &b = kernel;
  if (!valid)
    for (auto [origin, slot] : llvm::zip(origins, staged))
      if (origin.getBase() == array.getBase())
        return loadStaged(slot.retyped(array.getElement()));
  if (!array.isDense())
    return loadStrided(array, valid);
  Type type = VectorType::get({layout.items()}, array.getElement());
  Value items = BlockLoadOp::create(b, widenBit(type), array.getBase(),
                                    offset(), valid, fill, reverse, arrangement,
                                    rowVector, /*row_width=*/IntegerAttr(),
                                    /*alignment=*/IntegerAttr(), /*cache=*/{});
  return narrowBit(b, items, type);
}

void TileIO::stage(ArrayRef<MemoryArray> arrays, ArrayRef<MemoryArray> slots) {
  for (auto [array, slot] : llvm::zip_equal(arrays, slots)) {
    auto stage = BlockStageOp::create(
        kernel, array.getBase(), offset(), slot.getBase(), reverse, arrangement,
        rowVector,
        /*row_width=*/IntegerAttr(),
        VectorType::get({layout.items()}, widenBit(array.getElement())));
    PrimDialect::ConvergedAttrHelper(kernel.getContext())
        .setAttr(stage, kernel.getUnitAttr());
  }
}

Value TileIO::loadStaged(const MemoryArray &slot) {
  CodeBuilder &b = kernel;
  Value first = b.index(reverse ? layout.tileItems() - 1 : 0);
  Type type = VectorType::get({layout.items()}, slot.getElement());
  Value items = BlockLoadOp::create(
      b, widenBit(type), slot.getBase(), first, /*valid=*/Value(),
      /*fill=*/Value(), reverse, arrangement, rowVector,
      /*row_width=*/IntegerAttr(),
      b.getI64IntegerAttr(WorkgroupAllocOp::kAlignment), /*cache=*/{});
  return narrowBit(b, items, type);
}

SmallVector<ValueTuple> TileIO::load(ArrayRef<MemoryArray> arrays, Value valid,
                                     ValueRange fill) {
  return unpackItems(kernel, loadVectors(arrays, valid, fill));
}

SmallVector<Value> TileIO::loadItemVectors(ArrayRef<MemoryArray> arrays,
                                           bool isFull, ValueRange behind) {
  CodeBuilder &b = kernel;
  SmallVector<Value> vectors = loadVectors(arrays, validUnless(isFull));
  if (isFull || behind.empty())
    return vectors;
  Value exist = vector::FromElementsOp::create(
      b, VectorType::get({layout.items()}, b.getI1Type()), areValid());
  for (auto [vector, other] : llvm::zip_equal(vectors, behind)) {
    Value all = vector::BroadcastOp::create(b, vector.getType(), other);
    vector = b.select(exist, vector, all);
  }
  return vectors;
}

SmallVector<ValueTuple> TileIO::previous(ArrayRef<MemoryArray> arrays,
                                         ArrayRef<ValueTuple> items) {
  return previous(items, [&](Value element) -> ValueTuple {
    return loadAll(kernel, arrays, element);
  });
}

SmallVector<ValueTuple>
TileIO::neighbours(ArrayRef<ValueTuple> items, bool behind,
                   llvm::function_ref<ValueTuple(Value)> load) {
  assert(arrangement != Arrangement::Striped &&
         "items of a lane and of the one beside it lie side by side");
  CodeBuilder &b = kernel;
  // Elements beside the wave's items are in memory; no need to wait for another
  // wave. The wave has those beside its other rows.
  unsigned wave = kernel.target().waveSize, width = layout.vector();
  bool isWhole = kernel.blockSize() % wave == 0;
  Value start = b.mul(b.zextI64(kernel.waveId()), wave * layout.items());
  start = b.add(base, start);
  Value last = b.sub(size, 1);
  Value isAtEdge = b.eq(kernel.laneId(), behind ? wave - 1 : 0);
  SmallVector<ValueTuple> result;
  for (unsigned row = 0; row < layout.rows(); ++row) {
    ValueTuple atEdge;
    if (isWhole && row != (behind ? layout.rows() - 1 : 0)) {
      const ValueTuple &there =
          items[behind ? (row + 1) * width : row * width - 1];
      auto fetched = WarpBroadcastOp::create(
          b, ValueRange(there).getTypes(), there, b.i32(behind ? 0 : wave - 1),
          /*width=*/IntegerAttr());
      atEdge = ValueTuple(fetched.getResults());
    } else {
      int64_t first = int64_t(row) * wave * width;
      int64_t distance = behind ? first + wave * width : first - 1;
      Value beside = b.add(start, distance);
      beside = b.maxsi(b.minsi(beside, last), 0);
      atEdge = load(toElement(beside));
    }
    ArrayRef<ValueTuple> own = items.slice(row * width, width);
    const ValueTuple &moved = behind ? own.front() : own.back();
    auto shuffle = WarpShuffleOp::create(
        b, ValueRange(moved).getTypes(), moved, b.i32(1),
        behind ? ShuffleMode::Down : ShuffleMode::Up, /*width=*/IntegerAttr());
    ValueTuple other = selectTuple(b, isAtEdge, atEdge, shuffle.getResults());
    if (!behind)
      result.push_back(other);
    llvm::append_range(result, behind ? own.drop_front() : own.drop_back());
    if (behind)
      result.push_back(other);
  }
  return result;
}

Value TileIO::loadStrided(const MemoryArray &array, Value valid) {
  CodeBuilder &b = kernel;
  Value zero = b.i64(0);
  Value last = b.sub(size, 1);
  SmallVector<Value> items =
      llvm::map_to_vector(elementIndices(), [&](Value index) -> Value {
        // Items past the end are some element that exists.
        if (valid)
          index = b.maxsi(zero, b.minsi(index, last));
        return array.load(b, index);
      });
  auto type = VectorType::get({layout.items()}, array.getElement());
  return vector::FromElementsOp::create(b, type, items);
}

void TileIO::storeStrided(const MemoryArray &array, Value vector, bool isFull) {
  CodeBuilder &b = kernel;
  SmallVector<Value> exist;
  if (!isFull)
    exist = areValid();
  for (auto [i, index] : llvm::enumerate(elementIndices())) {
    Value item = vector::ExtractOp::create(b, vector, int64_t(i));
    if (isFull)
      array.store(b, item, index);
    else
      kernel.ifThen(exist[i],
                    [&, index = index] { array.store(b, item, index); });
  }
}

SmallVector<Value> TileIO::getIndices() {
  SmallVector<Value> indices = seen.empty() ? elementIndices() : seen;
  if (origin)
    for (Value &index : indices)
      index = kernel.add(origin, index);
  return indices;
}

SmallVector<Value> TileIO::getIndicesFor(Region &region, unsigned members) {
  return region.getNumArguments() > members
             ? getIndices()
             : SmallVector<Value>(layout.items());
}

SmallVector<ValueTuple> TileIO::loadMapped(ArrayRef<MemoryArray> arrays,
                                           Region &prologue,
                                           const Combiner &combiner, bool pads,
                                           bool isFull) {
  auto neutral = [&] { return combiner.neutral(kernel); };
  if (pads && combiner.hasIdentity())
    return loadMapped(arrays, prologue, neutral, isFull);
  return loadMapped(arrays, prologue, nullptr, isFull);
}

SmallVector<ValueTuple>
TileIO::loadMapped(ArrayRef<MemoryArray> arrays, Region &prologue,
                   llvm::function_ref<ValueTuple()> neutral, bool isFull) {
  CodeBuilder &b = kernel;
  bool pads = !isFull && neutral;
  // Elements that are folded as they are read are padded by the loads.
  bool fills = pads && prologue.empty() &&
               llvm::all_of(arrays, [](const MemoryArray &array) {
                 return array.isDense() && !array.getElement().isInteger(1);
               });
  SmallVector<Value> fill;
  if (fills)
    fill = neutral();
  SmallVector<ValueTuple> items = load(arrays, validUnless(isFull), fill);
  if (fills || (prologue.empty() && !pads))
    return items;
  SmallVector<Value> indices = getIndicesFor(prologue, arrays.size());
  SmallVector<Value> exist = areValidUnless(isFull);
  ValueTuple none;
  if (pads)
    none = neutral();
  else if (!isFull)
    for (Type type : prologue.front().getTerminator()->getOperandTypes())
      none.push_back(createAbsent(b, type));
  for (auto [i, item] : llvm::enumerate(items)) {
    auto map = [&, &item = item, i = i]() -> ValueTuple {
      return kernel.map(prologue, item, indices[i]);
    };
    item = evaluateIf(b, exist[i], /*anywhere=*/prologue.empty(), none, map);
  }
  return items;
}

void TileIO::store(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
                   Region *epilogue) {
  fullOrPartial(
      [&](bool isFull) { storeCase(arrays, items, isFull, epilogue); });
}

void TileIO::storeCase(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
                       bool isFull, Region *epilogue) {
  if (areDiscarding(arrays))
    return;
  CodeBuilder &b = kernel;
  SmallVector<Type> types =
      llvm::map_to_vector(arrays, [&](const MemoryArray &array) -> Type {
        return array.getElement();
      });
  SmallVector<ValueTuple> mapped(items);
  if (epilogue && !epilogue->empty()) {
    SmallVector<Value> exist = areValidUnless(isFull), none;
    // Poison, and so no branch around what may run on anything: an absent
    // item and the ones after it in a vector are not stored, and no other lane
    // or fold has a part in it (as in loadMapped()).
    if (!isFull)
      for (Type type : types)
        none.push_back(ub::PoisonOp::create(b, type));
    for (auto [i, item] : llvm::enumerate(mapped)) {
      auto map = [&, &item = item]() -> ValueTuple {
        return kernel.map(*epilogue, item);
      };
      item = evaluateIf(b, exist[i], /*anywhere=*/false, none, map);
    }
  }
  SmallVector<Type> vectors = getVectorTypes(types, layout.items());
  for (auto [array, vector] :
       llvm::zip_equal(arrays, packItems(b, mapped, vectors))) {
    if (array.isDiscarding())
      continue;
    if (!array.isDense()) {
      storeStrided(array, vector, isFull);
      continue;
    }
    Value bytes = widenBit(b, vector);
    auto store = BlockStoreOp::create(
        b, bytes, array.getBase(), offset(), validUnless(isFull), reverse,
        arrangement, rowVector,
        /*row_width=*/IntegerAttr(), /*cache=*/{});
    // Waves store whole tiles, and may exchange the elements of unaligned ones.
    if (kernel.target().alignsAccesses())
      PrimDialect::ConvergedAttrHelper(b.getContext())
          .setAttr(store, b.getUnitAttr());
  }
}

void TileIO::storeIf(ArrayRef<Value> stores, ArrayRef<MemoryArray> arrays,
                     ArrayRef<ValueTuple> items, Region *epilogue) {
  if (areDiscarding(arrays))
    return;
  for (auto [isStored, item, index] :
       llvm::zip_equal(stores, items, elementIndices()))
    kernel.ifThen(isStored, [&, &item = item, index = index] {
      ValueTuple mapped = epilogue ? kernel.map(*epilogue, item) : item;
      storeAll(kernel, arrays, mapped, index);
    });
}
