//===- TileWords.cpp - Words of look-back states ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every epoch leaves the status Prefix in all words. The next epoch flips the
// upper status bit, which turns Prefix into Nothing, and so finds no values.
//
//===----------------------------------------------------------------------===//

#include "TileWords.h"

using namespace mlir;
using namespace mlir::prim;

/// The shift of the status in words of either size.
static constexpr unsigned smallShift = 30, wideShift = 32;
static constexpr int64_t smallMask = (int64_t(1) << smallShift) - 1;

static unsigned chunksOf(Type type, bool isSmall) {
  return isSmall ? 1 : llvm::divideCeil(getElementBytes(type), 4u);
}

unsigned TileWords::getBytes(TypeRange types, bool isSmall) {
  unsigned words = 0;
  for (Type type : types)
    words += chunksOf(type, isSmall);
  return words * (isSmall ? 4 : 8);
}

TileWords::TileWords(CodeBuilder &b, const TileState &state, TypeRange types)
    : b(b), state(state),
      types(llvm::map_to_vector(
          types, [](Type input) { return getElementTypeOrSelf(input); })),
      small(state.bits.has_value()),
      count(getBytes(this->types, small) / (small ? 4 : 8)),
      type(b.getIntegerType(small ? 32 : 64)) {}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value TileWords::getRowNumber(unsigned word, Value tile) {
  Value index = b.zextI64(tile);
  if (word == 0)
    return index;
  Value tiles = b.zextI64(state.tiles);
  return b.add(index, b.mul(tiles, word));
}

MemoryPlace TileWords::getPlace(unsigned word, Value tile) {
  return MemoryArray(state.base, type).place(b, getRowNumber(word, tile));
}

SmallVector<MemoryPlace> TileWords::getPlaces(Value tile) {
  SmallVector<MemoryPlace> places;
  for (unsigned word = 0; word < size(); ++word)
    places.push_back(getPlace(word, tile));
  return places;
}

Value TileWords::getRowBytes() {
  return b.index(int64_t(state.chains.value_or(1)) * getElementBytes(type));
}

Value TileWords::getArrayBytes() {
  Value tiles = b.indexCastUI(b.getIndexType(), state.tiles);
  return b.mul(tiles, getRowBytes());
}

Value TileWords::getRow(unsigned word, Value tile) {
  Value number = b.toIndex(getRowNumber(word, tile));
  return advance(b, state.base, b.mul(number, getRowBytes()));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Value TileWords::getFlip() {
  Value epoch = state.epoch;
  if (!epoch)
    return {};
  unsigned bit = small ? smallShift + 1 : wideShift + 1;
  if (!small)
    epoch = b.extui(type, epoch);
  // A wide word needs the epoch's lowest bit only; in small words the shift
  // removes the other bits.
  if (!small)
    epoch = b.andi(epoch, 1);
  return b.shli(epoch, bit);
}

Value TileWords::mark(Status status) {
  Value mark = small ? b.i32(int32_t(uint32_t(status) << smallShift))
                     : b.i64(int64_t(status) << wideShift);
  if (Value flip = getFlip())
    mark = b.xori(mark, flip);
  return mark;
}

void TileWords::cutMember(Value member, SmallVectorImpl<Value> &chunks) {
  Type element = member.getType();
  unsigned bits = getStorageType(element).getIntOrFloatBitWidth();
  if (element.isIndex())
    member = b.indexCast(b.getI64Type(), member);
  else if (isa<FloatType>(element))
    member = b.bitcast(b.getIntegerType(bits), member);
  if (bits < 32)
    member = b.zextI32(member);
  if (bits <= 32) {
    chunks.push_back(member);
    return;
  }
  chunks.push_back(b.truncI32(member));
  if (small)
    return;
  Value high = b.shrui(member, 32);
  chunks.push_back(b.truncI32(high));
}

Value TileWords::takeMember(Type member, ArrayRef<Value> &chunks) {
  unsigned bits = getStorageType(member).getIntOrFloatBitWidth();
  Value value = chunks.consume_front();
  if (bits > 32) {
    value = b.zextI64(value);
    if (!small) {
      Value high = b.zextI64(chunks.consume_front());
      high = b.shli(high, 32);
      value = b.ori(high, value);
    }
  } else if (bits < 32) {
    value = b.trunci(b.getIntegerType(bits), value);
  }
  if (member.isIndex())
    return b.indexCast(member, value);
  if (isa<FloatType>(member))
    return b.bitcast(member, value);
  return value;
}

SmallVector<Value> TileWords::cut(ValueRange value) {
  SmallVector<Value> chunks;
  for (Value member : value)
    cutMember(member, chunks);
  return chunks;
}

void TileWords::store(Value mark, ArrayRef<Value> chunks,
                      ArrayRef<MemoryPlace> places) {
  for (auto [chunk, place] : llvm::zip_equal(chunks, places)) {
    Value word = small ? chunk : b.extui(type, chunk);
    createAtomicStore(b, b.ori(word, mark), place, MemoryOrder::Relaxed,
                      MemoryScope::Device);
  }
}

SmallVector<Value> TileWords::load(ArrayRef<MemoryPlace> places) {
  Value flip = getFlip();
  return llvm::map_to_vector(places, [&](MemoryPlace place) -> Value {
    Value word = createAtomicLoad(b, place, type, MemoryOrder::Relaxed,
                                  MemoryScope::Device);
    return flip ? b.xori(word, flip) : word;
  });
}

Value TileWords::getWideStatus(Value word) {
  Value high = b.shrui(word, wideShift);
  return b.truncI32(high);
}

Value TileWords::isMissing(ArrayRef<Value> words) {
  auto statusOf = [&](Value word) -> Value {
    return small ? b.shrui(word, smallShift) : getWideStatus(word);
  };
  Value status = statusOf(words.front());
  Value missing = b.eq(status, Nothing);
  for (Value other : words.drop_front())
    missing = b.ori(missing, b.ne(statusOf(other), status));
  return missing;
}

Value TileWords::isPrefix(ArrayRef<Value> words) {
  // In a small word Prefix is the sign, in a wide one a number.
  if (small)
    return b.slt(words.front(), 0);
  return b.eq(getWideStatus(words.front()), Prefix);
}

SmallVector<Value> TileWords::getChunks(ArrayRef<Value> words) {
  return llvm::map_to_vector(words, [&](Value word) -> Value {
    if (small)
      return b.andi(word, smallMask);
    return b.truncI32(word);
  });
}

ValueTuple TileWords::join(ArrayRef<Value> chunks) {
  ValueTuple value;
  for (Type type : types)
    value.push_back(takeMember(type, chunks));
  return value;
}
