//===- ThreadScan.cpp - Folds over one thread's items ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolled serial folds. Items per thread are a small constant, so that no loop
// is emitted.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/ThreadScan.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<ValueTuple>
mlir::prim::unpackItems(OpBuilder &builder, Location loc, ValueRange values) {
  auto vectorType = dyn_cast<VectorType>(values.front().getType());
  if (!vectorType)
    return {llvm::to_vector(values)};
  SmallVector<ValueTuple> items;
  for (int64_t i = 0, e = vectorType.getNumElements(); i != e; ++i)
    items.push_back(llvm::map_to_vector(values, [&](Value value) -> Value {
      return vector::ExtractOp::create(builder, loc, value, i);
    }));
  return items;
}

SmallVector<Value> mlir::prim::packItems(OpBuilder &builder, Location loc,
                                         ArrayRef<ValueTuple> items,
                                         TypeRange types) {
  SmallVector<Value> values;
  for (auto [member, type] : llvm::enumerate(types)) {
    if (!isa<VectorType>(type)) {
      values.push_back(items.front()[member]);
      continue;
    }
    SmallVector<Value> elements;
    for (const ValueTuple &item : items)
      elements.push_back(item[member]);
    values.push_back(
        vector::FromElementsOp::create(builder, loc, type, elements));
  }
  return values;
}

ValueTuple mlir::prim::threadReduce(OpBuilder &builder, Location loc,
                                    const Combiner &combiner,
                                    ArrayRef<ValueTuple> items) {
  ValueTuple fold = items.front();
  for (const ValueTuple &item : items.drop_front())
    fold = combiner.combine(builder, loc, fold, item);
  return fold;
}

SmallVector<ValueTuple> mlir::prim::threadScan(OpBuilder &builder, Location loc,
                                               const Combiner &combiner,
                                               ArrayRef<ValueTuple> items,
                                               ValueRange prefix, ScanMode mode,
                                               bool reverse) {
  assert(mode != ScanMode::Both && "ask for one kind of prefix at a time");
  SmallVector<ValueTuple> results(items.size());
  // Empty until there is something to continue.
  ValueTuple running(prefix);
  for (size_t step = 0, e = items.size(); step != e; ++step) {
    size_t i = reverse ? e - 1 - step : step;
    if (mode == ScanMode::Exclusive)
      results[i] =
          running.empty() ? identityOrPoison(builder, loc, combiner) : running;
    // The last exclusive result needs no further fold.
    if (mode == ScanMode::Exclusive && step + 1 == e)
      break;
    if (running.empty())
      running = items[i];
    else if (reverse)
      running = combiner.combine(builder, loc, items[i], running);
    else
      running = combiner.combine(builder, loc, running, items[i]);
    if (mode == ScanMode::Inclusive)
      results[i] = running;
  }
  return results;
}

ValueTuple mlir::prim::identityOrPoison(OpBuilder &builder, Location loc,
                                        const Combiner &combiner) {
  if (combiner.hasIdentity())
    return combiner.identity(builder, loc);
  return llvm::map_to_vector(combiner.getTypes(), [&](Type type) -> Value {
    return ub::PoisonOp::create(builder, loc, type);
  });
}
