//===- TileWords.h - Words of look-back states ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a look-back. A word holds 4 bytes of a value and a status above
// them, or a whole value of few bits and the status in its two top bits. So
// relaxed accesses at device scope suffice without a fence, which writes caches
// back on some chips. Words are kept as one array per word of a value, ordered
// by tile and within a tile by chain.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERGRID_TILEWORDS_H
#define PRIM_LIB_CONVERSION_LOWERGRID_TILEWORDS_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// The place and the form of the words of an op, as in LookBackOpInterface.
struct TileState {
  TileState(LookBackOpInterface op)
      : base(op.getState()), tiles(op.getTiles()), epoch(op.getEpoch()),
        chains(op.getChains()), bits(op.getBits()) {}
  TileState(Value base, Value tiles) : base(base), tiles(tiles) {}

  Value base, tiles, epoch;
  std::optional<uint32_t> chains, bits;
};

/// The words of the state of one op.
class TileWords {
public:
  /// The status of a value.
  enum Status : int64_t { Nothing = 0, Aggregate = 1, Prefix = 2 };

  /// Bytes of the words of one value of `types`; `isSmall` if it has few bits.
  static unsigned getBytes(TypeRange types, bool isSmall);

  /// Words of values of `types`: elements, or vectors with an element for each
  /// chain.
  TileWords(CodeBuilder &b, const TileState &state, TypeRange types);

  /// Words of a value, and their type.
  unsigned size() const { return count; }
  Type getType() const { return type; }
  bool isSmall() const { return small; }

  /// The place of word `word` of tile `tile`, without chains.
  MemoryPlace getPlace(unsigned word, Value tile);
  SmallVector<MemoryPlace> getPlaces(Value tile);
  /// The base of the words `word` of all chains of tile `tile` (uniform).
  Value getRow(unsigned word, Value tile);
  /// Bytes (index) between the rows of two tiles, and between those of two
  /// words of a tile.
  Value getRowBytes();
  Value getArrayBytes();

  /// A status at its position in words.
  Value mark(Status status);
  /// Splits a value into chunks (i32), one per word; join() is the inverse.
  SmallVector<Value> cut(ValueRange value);
  void store(Value mark, ArrayRef<Value> chunks, ArrayRef<MemoryPlace> places);

  SmallVector<Value> load(ArrayRef<MemoryPlace> places);
  /// i1, whether loaded words are no value: it is absent, or they are of two
  /// values.
  Value isMissing(ArrayRef<Value> words);
  /// i1, whether a present value is the fold of all tiles up to its own.
  Value isPrefix(ArrayRef<Value> words);
  /// The contents of words without the status.
  SmallVector<Value> getChunks(ArrayRef<Value> words);
  ValueTuple join(ArrayRef<Value> chunks);

private:
  /// Number (i64) of the row of word `word` of tile `tile`.
  Value getRowNumber(unsigned word, Value tile);
  /// Splits a member of a value, low chunks first.
  void cutMember(Value member, SmallVectorImpl<Value> &chunks);
  /// The inverse of cutMember(); removes the used chunks from `chunks`.
  Value takeMember(Type member, ArrayRef<Value> &chunks);
  /// The status of a word of 8 bytes, as i32.
  Value getWideStatus(Value word);
  /// The bits in which the words of this epoch differ from those of the
  /// previous one, or null.
  Value getFlip();

  CodeBuilder &b;
  TileState state;
  SmallVector<Type> types;
  bool small;
  unsigned count;
  Type type;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERGRID_TILEWORDS_H
