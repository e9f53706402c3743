//===- ItemExchange.h - Items from thread to thread --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the items of a block between its threads through workgroup memory: from
// one arrangement to another, or to ranks. What block_exchange is lowered to,
// and a step of every sort.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_ITEMEXCHANGE_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_ITEMEXCHANGE_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// The operands of a block op, all scalars or all vectors of one length, as the
/// items of every member; and the other way round, as values of `types`.
SmallVector<SmallVector<Value>> splitMembers(CodeBuilder &b,
                                             ValueRange operands);
SmallVector<Value> joinMembers(CodeBuilder &b,
                               ArrayRef<SmallVector<Value>> members,
                               TypeRange types);

class ItemExchange {
public:
  /// `base` (workgroup memory) points at room for all items of the block, of
  /// any type that is exchanged, aligned to 16.
  ItemExchange(CodeBuilder &b, BlockContext &context, Value base)
      : b(b), context(context), base(base) {}

  /// Places left free so that the threads of one access meet in no bank:
  /// `items` of them behind every `run` items of the tile, if any.
  struct Padding {
    unsigned run = 1, items = 0;
  };
  /// That between `rows` and a blocked layout, both of the widest accesses: a
  /// thread's blocked vectors lie as many banks apart as a thread has items.
  static Padding getPadding(const TargetInfo &target, const TileLayout &rows,
                            TypeRange elements);

  /// Bytes of that room for items as `layout` has them.
  static uint64_t getBytes(const TileLayout &layout, TypeRange elements,
                           Padding padding);
  static uint64_t getBytes(const TileLayout &layout, TypeRange elements) {
    return getBytes(layout, elements, Padding());
  }

  /// Every item stays in its wave: only its lanes wait for each other.
  void stayInWave() { inWave = true; }
  void pad(Padding padding) { this->padding = padding; }

  /// Puts each item at its position (i32), or those for which a condition (i1)
  /// holds, where there are conditions.
  void scatter(ValueRange items, ValueRange positions,
               ValueRange conditions = {});
  /// Puts each item at its position in `layout`.
  void put(ValueRange items, const TileLayout &layout);
  /// The items of this thread in `layout`, after a barrier.
  SmallVector<Value> get(Type element, const TileLayout &layout);
  /// The items at positions (i32), after a barrier; not for padded room.
  SmallVector<Value> gather(Type element, ValueRange positions);

  /// Replaces the items of every member, one after the other in the same room,
  /// by those that the thread has in `to`, once `put` has written them.
  void exchange(MutableArrayRef<SmallVector<Value>> members,
                const TileLayout &to, llvm::function_ref<void(ValueRange)> put);
  /// The same for what `get` reads of elements of a type.
  void exchange(MutableArrayRef<SmallVector<Value>> members,
                llvm::function_ref<void(ValueRange)> put,
                llvm::function_ref<SmallVector<Value>(Type)> get);

private:
  /// Waits for the block, or for the lanes of the wave only.
  void barrier(bool inWave);
  /// Where every `step`-th item of the calling thread lies, as
  /// TileLayout::positions() but for the padding.
  SmallVector<Value> places(const TileLayout &layout, unsigned step);
  /// The room as an array whose vectors of `layout` are aligned.
  MemoryArray getArray(Type element, const TileLayout &layout) const;

  CodeBuilder &b;
  BlockContext &context;
  Value base;
  Padding padding;
  bool inWave = false;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_ITEMEXCHANGE_H
