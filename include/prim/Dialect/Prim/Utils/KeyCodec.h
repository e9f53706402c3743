//===- KeyCodec.h - Sort keys as unsigned integers --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps a key to an unsigned integer that compares as the sort order asks, for
// radix digits to be cut from. Keys themselves are moved with the bits they
// came with; the code is made anew wherever a digit is needed.
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
  /// The half-open range of key bits that count.
  unsigned getBeginBit() const { return beginBit; }
  unsigned getEndBit() const { return endBit; }
  /// Width of a key in bits.
  unsigned getWidth() const {
    return getStorageType(keyType).getIntOrFloatBitWidth();
  }

  /// The number of digits of at most `maxDigitBits` bits that cover the range.
  unsigned getNumDigits(unsigned maxDigitBits) const;
  /// Bits of every one of `numDigits` digits.
  unsigned getDigitBits(unsigned numDigits) const;
  /// The lowest bit of a digit, the least significant digit first. The last
  /// digit ends at the end of the range and may overlap the one before it:
  /// sorting by a bit twice changes nothing.
  unsigned getDigitShift(unsigned digit, unsigned numDigits) const;

  /// The unsigned integer, 32 or 64 bits wide.
  Value encode(CodeBuilder &b, Value key) const;
  /// `bits` bits of the key's code from bit `shift` on, as i32 in [0, 2^bits).
  Value digit(CodeBuilder &b, Value key, unsigned shift, unsigned bits) const;
  /// The same with an i32 shift that is known at run time only.
  Value digit(CodeBuilder &b, Value key, Value shift, unsigned bits) const;

  /// A key after which no other key comes.
  Value lastKey(CodeBuilder &b) const;
  /// A key all of whose digits are the last ones; null where there is none.
  Value keyOfLastDigits(CodeBuilder &b) const;

private:
  KeyCodec(Type keyType, SortOrder order, bool descending);

  Type keyType;
  SortOrder order;
  bool descending;
  unsigned beginBit, endBit;
};

/// A sort by one member of several keys, or by some of its bits.
struct KeySort {
  /// The key's values first, then the others in their order.
  SmallVector<Value> putFirst(ValueRange values) const;

  unsigned member;
  SortOrder order;
  std::optional<std::pair<int64_t, int64_t>> bits;
};

/// The stable sorts, one after the other, that together sort by all keys of
/// `op`; that of the least significant one comes first.
SmallVector<KeySort> getKeySorts(SortOpInterface op);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_KEYCODEC_H
