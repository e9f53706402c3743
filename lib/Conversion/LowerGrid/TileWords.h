//===- TileWords.h - What tiles leave for each other -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a look-back. A word holds 4 bytes of a value and a status above
// them, or all of a value of few bits and the status in its two top bits, so
// that relaxed accesses at the device's scope are enough: no fence, which on
// some chips writes caches back. Words are kept as one array per word of a
// value, tile by tile and in a tile chain by chain.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERGRID_TILEWORDS_H
#define PRIM_LIB_CONVERSION_LOWERGRID_TILEWORDS_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// Where the words of an op lie, and of what form they are; as in
/// LookBackOpInterface.
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
  /// What is known of a value.
  enum Status : int64_t { Nothing = 0, Aggregate = 1, Prefix = 2 };

  /// Bytes of the words of one value of `types`; `isSmall` where few bits are
  /// enough for it.
  static unsigned getBytes(TypeRange types, bool isSmall);

  /// Words of values of `types`, elements or vectors of one for each chain.
  TileWords(CodeBuilder &b, const TileState &state, TypeRange types);

  /// Words of a value, and their type.
  unsigned size() const { return count; }
  Type getType() const { return type; }
  bool isSmall() const { return small; }

  /// The place of word `word` of tile `tile` where there are no chains.
  MemoryPlace getPlace(unsigned word, Value tile);
  SmallVector<MemoryPlace> getPlaces(Value tile);
  /// The base of the words `word` of all chains of tile `tile` (uniform).
  Value getRow(unsigned word, Value tile);
  /// Bytes (index) between the rows of two tiles, and between those of two
  /// words of a tile.
  Value getRowBytes();
  Value getArrayBytes();

  /// A status as it lies in words.
  Value mark(Status status);
  /// Cuts a value into chunks (i32), of which every word holds one; join() is
  /// the inverse.
  SmallVector<Value> cut(ValueRange value);
  void store(Value mark, ArrayRef<Value> chunks, ArrayRef<MemoryPlace> places);

  SmallVector<Value> load(ArrayRef<MemoryPlace> places);
  /// i1, whether what was loaded is not a value: it is not there, or words of
  /// two values.
  Value isMissing(ArrayRef<Value> words);
  /// i1, whether a value that is there is the fold of all tiles up to its own.
  Value isPrefix(ArrayRef<Value> words);
  /// What words hold without the status.
  SmallVector<Value> getChunks(ArrayRef<Value> words);
  ValueTuple join(ArrayRef<Value> chunks);

private:
  /// Number (i64) of the row of word `word` of tile `tile`.
  Value getRowNumber(unsigned word, Value tile);
  /// Cuts a member of a value, low chunks first.
  void cutMember(Value member, SmallVectorImpl<Value> &chunks);
  /// The inverse; takes the chunks it uses off `chunks`.
  Value takeMember(Type member, ArrayRef<Value> &chunks);
  /// The status of a word of 8 bytes, as i32.
  Value getWideStatus(Value word);
  /// What distinguishes the words of this epoch from those of the one before,
  /// or null.
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
