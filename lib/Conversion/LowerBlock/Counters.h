//===- Counters.h - Counters of a block --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters (i32) in workgroup memory that the threads clear together and divide
// among themselves, for radix ranks and histograms.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_COUNTERS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_COUNTERS_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

class Counters {
public:
  /// `base` (workgroup memory) is aligned to 16. Thread t owns `share` counters
  /// of every row from number t * `share` on, up to number `row`, which is a
  /// multiple of `share`.
  Counters(CodeBuilder &b, BlockContext &context, Value base, unsigned row,
           unsigned share)
      : b(b), context(context), row(row), share(share), base(base),
        words(base, b.getI32Type()) {}

  /// The counters as an array of single ones.
  const MemoryArray &array() const { return words; }

  /// Clears `count` counters from number `start` (i32) on. The caller clears
  /// its part as number `number` (i32) of `threads`.
  void clear(Value start, unsigned count, Value number, unsigned threads);

  /// Runs `body` in the threads that own counters. Returns `results` numbers,
  /// which are zero in other threads.
  SmallVector<Value> inOwners(unsigned results,
                              llvm::function_ref<SmallVector<Value>()> body);
  /// The calling thread's counters of row `number`, within inOwners().
  SmallVector<Value> loadOwn(unsigned number);
  void storeOwn(unsigned number, ValueRange values);

private:
  /// The index of the thread's first counter of a row, and the counters as an
  /// array of the widest accesses.
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
