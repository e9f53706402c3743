//===- ItemExchange.h - Items from thread to thread --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the items of a block between its threads through workgroup memory: from
// one arrangement to another, or to ranks. Implements block_exchange, and a
// step of every sort.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_ITEMEXCHANGE_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_ITEMEXCHANGE_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// Converts the operands of a block op, all scalars or all vectors of one
/// length, to the items of every member; and back to values of `types`.
SmallVector<SmallVector<Value>> splitMembers(CodeBuilder &b,
                                             ValueRange operands);
SmallVector<Value> joinMembers(CodeBuilder &b,
                               ArrayRef<SmallVector<Value>> members,
                               TypeRange types);

class ItemExchange {
public:
  /// `base` (workgroup memory) has room for all items of the block, of any
  /// exchanged type, and is aligned to 16.
  ItemExchange(CodeBuilder &b, BlockContext &context, Value base)
      : b(b), context(context), base(base) {}

  /// Unused places that avoid bank conflicts between the threads of one access:
  /// `items` places after every `run` items of the tile, if any.
  struct Padding {
    unsigned run = 1, items = 0;
  };
  /// The padding between `rows` and a blocked layout, both with the widest
  /// accesses. In the blocked layout, the vectors of consecutive threads are as
  /// many banks apart as a thread has items.
  static Padding getPadding(const TargetInfo &target, const TileLayout &rows,
                            TypeRange elements);

  /// Bytes of the memory for items in `layout`.
  static uint64_t getBytes(const TileLayout &layout, TypeRange elements,
                           Padding padding);
  static uint64_t getBytes(const TileLayout &layout, TypeRange elements) {
    return getBytes(layout, elements, Padding());
  }

  /// Items stay within their wave, so only its lanes are synchronised.
  void stayInWave() { inWave = true; }
  void pad(Padding padding) { this->padding = padding; }

  /// Stores each item at its position (i32), if its condition (i1) holds. No
  /// conditions means always.
  void scatter(ValueRange items, ValueRange positions,
               ValueRange conditions = {});
  /// Stores each item at its position in `layout`.
  void put(ValueRange items, const TileLayout &layout);
  /// Loads this thread's items in `layout`, after a barrier.
  SmallVector<Value> get(Type element, const TileLayout &layout);
  /// Loads the items at positions (i32), after a barrier; not for padded
  /// memory.
  SmallVector<Value> gather(Type element, ValueRange positions);

  /// Replaces the items of every member by the thread's items in `to`, after
  /// `put` has stored them. Members use the same memory one after the other.
  void exchange(MutableArrayRef<SmallVector<Value>> members,
                const TileLayout &to, llvm::function_ref<void(ValueRange)> put);
  /// Replaces the items of every member by the results of `get` for its type.
  void exchange(MutableArrayRef<SmallVector<Value>> members,
                llvm::function_ref<void(ValueRange)> put,
                llvm::function_ref<SmallVector<Value>(Type)> get);

private:
  /// Waits for the block, or only for the lanes of the wave.
  void barrier(bool inWave);
  /// The places of every `step`-th item of the calling thread:
  /// TileLayout::positions() with padding added.
  SmallVector<Value> places(const TileLayout &layout, unsigned step);
  /// The memory as an array in which vectors of `layout` are aligned.
  MemoryArray getArray(Type element, const TileLayout &layout) const;

  CodeBuilder &b;
  BlockContext &context;
  Value base;
  Padding padding;
  bool inWave = false;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_ITEMEXCHANGE_H
