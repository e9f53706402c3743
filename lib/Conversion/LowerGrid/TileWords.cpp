//===- TileWords.cpp - What tiles leave for each other *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every epoch leaves the status Prefix in all words. The next one exchanges it
// with Nothing, by its upper bit, and so finds no value there.
//
//===----------------------------------------------------------------------===//

#include "TileWords.h"

using namespace mlir;
using namespace mlir::prim;

/// Where the status begins in words of either size.
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

TileWords::TileWords(OpBuilder &builder, Location loc, const TileState &state,
                     TypeRange types)
    : b(builder), loc(loc), state(state),
      types(llvm::map_to_vector(
          types, [](Type input) { return getElementTypeOrSelf(input); })),
      small(state.bits.has_value()),
      count(getBytes(this->types, small) / (small ? 4 : 8)),
      type(builder.getIntegerType(small ? 32 : 64)) {}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value TileWords::getRowNumber(unsigned word, Value tile) {
  Value index = arith::ExtUIOp::create(b, loc, b.getI64Type(), tile);
  if (word == 0)
    return index;
  Value tiles = arith::ExtUIOp::create(b, loc, b.getI64Type(), state.tiles);
  return arith::AddIOp::create(
      b, loc, index,
      arith::MulIOp::create(b, loc, tiles, createI64(b, loc, word)));
}

MemoryPlace TileWords::getPlace(unsigned word, Value tile) {
  return MemoryArray(state.base, type).place(b, loc, getRowNumber(word, tile));
}

SmallVector<MemoryPlace> TileWords::getPlaces(Value tile) {
  SmallVector<MemoryPlace> places;
  for (unsigned word = 0; word < size(); ++word)
    places.push_back(getPlace(word, tile));
  return places;
}

Value TileWords::getRowBytes() {
  return arith::ConstantIndexOp::create(
      b, loc, int64_t(state.chains.value_or(1)) * getElementBytes(type));
}

Value TileWords::getArrayBytes() {
  Value tiles =
      arith::IndexCastUIOp::create(b, loc, b.getIndexType(), state.tiles);
  return arith::MulIOp::create(b, loc, tiles, getRowBytes());
}

Value TileWords::getRow(unsigned word, Value tile) {
  Value number = arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                            getRowNumber(word, tile));
  return advance(b, loc, state.base,
                 arith::MulIOp::create(b, loc, number, getRowBytes()));
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
    epoch = arith::ExtUIOp::create(b, loc, type, epoch);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  };
  // In small words nothing but the lowest bit is left.
  if (!small)
    epoch = arith::AndIOp::create(b, loc, epoch, constant(1));
  return arith::ShLIOp::create(b, loc, epoch, constant(bit));
}

Value TileWords::mark(Status status) {
  Value mark = small
                   ? createI32(b, loc, int32_t(uint32_t(status) << smallShift))
                   : createI64(b, loc, int64_t(status) << wideShift);
  if (Value flip = getFlip())
    mark = arith::XOrIOp::create(b, loc, mark, flip);
  return mark;
}

void TileWords::cutMember(Value member, SmallVectorImpl<Value> &chunks) {
  Type element = member.getType();
  unsigned bits = getStorageType(element).getIntOrFloatBitWidth();
  if (element.isIndex())
    member = arith::IndexCastOp::create(b, loc, b.getI64Type(), member);
  else if (isa<FloatType>(element))
    member = arith::BitcastOp::create(b, loc, b.getIntegerType(bits), member);
  if (bits < 32)
    member = arith::ExtUIOp::create(b, loc, b.getI32Type(), member);
  if (bits <= 32) {
    chunks.push_back(member);
    return;
  }
  chunks.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), member));
  if (small)
    return;
  Value high = arith::ShRUIOp::create(b, loc, member, createI64(b, loc, 32));
  chunks.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), high));
}

Value TileWords::takeMember(Type member, ArrayRef<Value> &chunks) {
  unsigned bits = getStorageType(member).getIntOrFloatBitWidth();
  Value value = chunks.consume_front();
  if (bits > 32) {
    value = arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
    if (!small) {
      Value high = arith::ExtUIOp::create(b, loc, b.getI64Type(),
                                          chunks.consume_front());
      high = arith::ShLIOp::create(b, loc, high, createI64(b, loc, 32));
      value = arith::OrIOp::create(b, loc, high, value);
    }
  } else if (bits < 32) {
    value = arith::TruncIOp::create(b, loc, b.getIntegerType(bits), value);
  }
  if (member.isIndex())
    return arith::IndexCastOp::create(b, loc, member, value);
  if (isa<FloatType>(member))
    return arith::BitcastOp::create(b, loc, member, value);
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
    Value word = small ? chunk : arith::ExtUIOp::create(b, loc, type, chunk);
    createAtomicStore(b, loc, arith::OrIOp::create(b, loc, word, mark), place,
                      MemoryOrder::Relaxed, MemoryScope::Device);
  }
}

SmallVector<Value> TileWords::load(ArrayRef<MemoryPlace> places) {
  Value flip = getFlip();
  return llvm::map_to_vector(places, [&](MemoryPlace place) -> Value {
    Value word = createAtomicLoad(b, loc, place, type, MemoryOrder::Relaxed,
                                  MemoryScope::Device);
    return flip ? arith::XOrIOp::create(b, loc, word, flip) : word;
  });
}

Value TileWords::getWideStatus(Value word) {
  Value high =
      arith::ShRUIOp::create(b, loc, word, createI64(b, loc, wideShift));
  return arith::TruncIOp::create(b, loc, b.getI32Type(), high);
}

Value TileWords::isMissing(ArrayRef<Value> words) {
  auto compare = [&](arith::CmpIPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  };
  auto statusOf = [&](Value word) -> Value {
    return small ? arith::ShRUIOp::create(b, loc, word,
                                          createI32(b, loc, smallShift))
                 : getWideStatus(word);
  };
  Value status = statusOf(words.front());
  Value missing =
      compare(arith::CmpIPredicate::eq, status, createI32(b, loc, Nothing));
  for (Value other : words.drop_front())
    missing = arith::OrIOp::create(
        b, loc, missing,
        compare(arith::CmpIPredicate::ne, statusOf(other), status));
  return missing;
}

Value TileWords::isPrefix(ArrayRef<Value> words) {
  // In a small word Prefix is the sign, in a large one a number.
  if (small)
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                 words.front(), createI32(b, loc, 0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                               getWideStatus(words.front()),
                               createI32(b, loc, Prefix));
}

SmallVector<Value> TileWords::getChunks(ArrayRef<Value> words) {
  return llvm::map_to_vector(words, [&](Value word) -> Value {
    if (small)
      return arith::AndIOp::create(b, loc, word, createI32(b, loc, smallMask));
    return arith::TruncIOp::create(b, loc, b.getI32Type(), word);
  });
}

ValueTuple TileWords::join(ArrayRef<Value> chunks) {
  ValueTuple value;
  for (Type type : types)
    value.push_back(takeMember(type, chunks));
  return value;
}
