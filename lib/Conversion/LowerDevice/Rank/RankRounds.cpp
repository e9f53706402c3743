//===- RankRounds.cpp - Work in rounds that blocks share *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankRounds.h"

using namespace mlir;
using namespace mlir::prim;

Value RankRounds::take() const {
  return GridTicketOp::create(kernel, words.getBase(), /*ordered=*/false);
}

void RankRounds::finish(Value round) const {
  CodeBuilder &b = kernel;
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Device);
  kernel.ifThen(kernel.isFirstThread(), [&] {
    createAtomicAdd(b, 1, words.place(b, b.add(round, 1)), MemoryOrder::Release,
                    MemoryScope::Device);
  });
}

void RankRounds::wait(Value round) const {
  CodeBuilder &b = kernel;
  MemoryPlace place = words.place(b, b.add(round, 1));
  auto load = [&] {
    return createAtomicLoad(b, place, b.getI32Type(), MemoryOrder::Acquire,
                            MemoryScope::Device);
  };
  kernel.ifThen(kernel.isFirstThread(), [&] {
    b.whileLoop({}, {}, [&](ValueRange) -> CodeBuilder::Tested {
      Value isOpen = b.ne(load(), int64_t(parts));
      return {isOpen, {}};
    });
  });
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Block);
  // Waves of a block may have separate caches, so each wave has to acquire.
  if (!kernel.target().acquiresForBlock())
    load();
}
