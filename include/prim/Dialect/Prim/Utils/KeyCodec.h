//===- KeyCodec.h - Sort keys as unsigned integers --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps a key to an unsigned integer that compares according to the sort order,
// from which radix digits are extracted. Keys are moved with their original
// bits; the integer is recomputed whenever a digit is needed.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_KEYCODEC_H
#define PRIM_DIALECT_PRIM_UTILS_KEYCODEC_H

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

class KeyCodec {
public:
  /// The codec of a sort with a built-in order.
  static KeyCodec get(SortOpInterface op);

  Type getKeyType() const { return keyType; }
  /// The half-open range of key bits that are compared.
  unsigned getBeginBit() const { return beginBit; }
  unsigned getEndBit() const { return endBit; }
  /// Width of a key in bits.
  unsigned getWidth() const {
    return getStorageType(keyType).getIntOrFloatBitWidth();
  }

  /// The number of digits of at most `maxDigitBits` bits that cover the range.
  unsigned getNumDigits(unsigned maxDigitBits) const;
  /// Bits of each of `numDigits` digits.
  unsigned getDigitBits(unsigned numDigits) const;
  /// The lowest bit of a digit, the least significant digit first. The last
  /// digit ends at the end of the range and may overlap the one before it,
  /// because sorting by a bit twice changes nothing.
  unsigned getDigitShift(unsigned digit, unsigned numDigits) const;

  /// The codec of the codes of integer keys, which are integers themselves;
  /// null if keys with different bits have equal codes.
  std::optional<KeyCodec> getCodeCodec() const;
  /// The code in the key's own type, for keys that have a codec of codes, and
  /// the key of such a code.
  Value toCode(CodeBuilder &b, Value key) const;
  Value fromCode(CodeBuilder &b, Value code) const;

  /// The unsigned integer, 32 or 64 bits wide.
  Value encode(CodeBuilder &b, Value key) const;
  /// `bits` bits of the key's code from bit `shift` on, as i32 in [0, 2^bits).
  Value digit(CodeBuilder &b, Value key, unsigned shift, unsigned bits) const;
  /// The digit at an i32 shift that is known at run time only.
  Value digit(CodeBuilder &b, Value key, Value shift, unsigned bits) const;

  /// A key that no other key follows.
  Value lastKey(CodeBuilder &b) const;
  /// A key all of whose digits have the largest value; null if there is none.
  Value keyOfLastDigits(CodeBuilder &b) const;

private:
  KeyCodec(Type keyType, SortOrder order, bool descending);

  Type keyType;
  SortOrder order;
  bool descending;
  unsigned beginBit, endBit;
};

/// One pass of a sort by several keys: by one member, or by some of its bits.
struct KeySort {
  /// Reorders values: the key first, then the others in their order.
  SmallVector<Value> putFirst(ValueRange values) const;

  unsigned member;
  SortOrder order;
  std::optional<std::pair<int64_t, int64_t>> bits;
};

/// The stable sorts that in sequence sort by all keys of `op`. The first one
/// sorts by the least significant key.
SmallVector<KeySort> getKeySorts(SortOpInterface op);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_KEYCODEC_H
