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

SmallVector<OptionalTuple>
mlir::prim::presentItems(ArrayRef<ValueTuple> items) {
  return llvm::map_to_vector(
      items, [](const ValueTuple &item) -> OptionalTuple { return item; });
}

SmallVector<ValueTuple> mlir::prim::threadScan(OpBuilder &builder, Location loc,
                                               const Combiner &combiner,
                                               ArrayRef<OptionalTuple> items,
                                               const OptionalTuple &prefix,
                                               ScanMode mode, bool reverse) {
  assert(mode != ScanMode::Both && "ask for one kind of prefix at a time");
  SmallVector<ValueTuple> results(items.size());
  OptionalTuple running = prefix;
  for (size_t step = 0, e = items.size(); step != e; ++step) {
    size_t i = reverse ? e - 1 - step : step;
    if (mode == ScanMode::Exclusive)
      results[i] = running.isNever() ? identityOrPoison(builder, loc, combiner)
                                     : running.values;
    // The last exclusive result needs no further fold.
    if (mode == ScanMode::Exclusive && step + 1 == e)
      break;
    running = reverse
                  ? combineOptional(builder, loc, combiner, items[i], running)
                  : combineOptional(builder, loc, combiner, running, items[i]);
    if (mode == ScanMode::Inclusive)
      results[i] = running.values;
  }
  return results;
}
