//===- Counters.h - Counters of a block --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters (i32) in workgroup memory that threads clear together and share out
// among themselves: those of radix ranks and histograms.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_COUNTERS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_COUNTERS_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

class Counters {
public:
  /// `base` (workgroup memory) is aligned to 16. Of every row of counters
  /// thread t owns `share` from number t * `share` on, up to number `row`,
  /// which is a multiple of it.
  Counters(CodeBuilder &b, BlockContext &context, Value base, unsigned row,
           unsigned share)
      : b(b), context(context), row(row), share(share), base(base),
        words(base, b.getI32Type()) {}

  /// All of them, one by one.
  const MemoryArray &array() const { return words; }

  /// Sets `count` counters from number `start` (i32) on to zero, of which the
  /// caller takes its share as number `number` (i32) of `threads`.
  void clear(Value start, unsigned count, Value number, unsigned threads);

  /// Runs `body` in the threads that own counters; gives `results` numbers,
  /// which are zeros elsewhere.
  SmallVector<Value> inOwners(unsigned results,
                              llvm::function_ref<SmallVector<Value>()> body);
  /// The calling thread's counters of row `number`, within inOwners().
  SmallVector<Value> loadOwn(unsigned number);
  void storeOwn(unsigned number, ValueRange values);

private:
  /// The index of the thread's first counter of a row, and the counters as an
  /// array of what it accesses at once.
  Value firstOwn(unsigned number);
  MemoryArray wide() const;

  CodeBuilder &b;
  BlockContext &context;
  unsigned row, share;
  Value base;
  MemoryArray words;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_COUNTERS_H
