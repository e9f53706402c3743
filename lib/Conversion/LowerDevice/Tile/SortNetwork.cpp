//===- SortNetwork.cpp - Items that a wave sorts in registers -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A network compares whole keys, so a sort by some bits compares these as a
// further member.
//
//===----------------------------------------------------------------------===//

#include "SortNetwork.h"

#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/Utils/KeyCodec.h"

using namespace mlir;
using namespace mlir::prim;

/// The bits of keys that `op` sorts by, where only some count.
static Value cutKeys(CodeBuilder &b, SortOpInterface op, Value keys) {
  Type element = op.getItemTypes().front();
  auto constant = [&](const APInt &value) -> Value {
    TypedAttr attribute = IntegerAttr::get(element, value);
    if (auto vector = dyn_cast<VectorType>(keys.getType()))
      attribute = DenseElementsAttr::get(vector, attribute);
    return b.constant(attribute);
  };
  unsigned width = getStorageType(element).getIntOrFloatBitWidth();
  KeyCodec codec = KeyCodec::get(op);
  unsigned begin = codec.getBeginBit(), end = codec.getEndBit();
  Value shift = constant(APInt(width, begin));
  // The sign is above all other bits where it is among them.
  if (end == width)
    return op.getSortOrder() == SortOrder::SLT ? b.shrsi(keys, shift)
                                               : b.shrui(keys, shift);
  Value bits = b.shrui(keys, shift);
  return b.andi(bits, constant(APInt::getLowBitsSet(width, end - begin)));
}

bool mlir::prim::canSortByNetwork(const TileShape &tile, uint64_t registers,
                                  const TargetInfo &target) {
  // The network goes from any lane to any other.
  return target.readsAnyLane() && tile.blockSize == target.waveSize &&
         tile.itemsPerThread * registers <= kMaxNetworkRegisters / 2;
}

SmallVector<Value> mlir::prim::sortByNetwork(CodeBuilder &b, SortOpInterface op,
                                             ValueRange items, Value valid,
                                             unsigned width) {
  SmallVector<Value> inputs(items);
  bool cuts = op.getBitRange().has_value();
  if (cuts)
    inputs.insert(inputs.begin(), cutKeys(b, op, items.front()));
  auto sorted =
      WarpSortOp::create(b, ValueRange(inputs).getTypes(), inputs, valid,
                         /*stable=*/true, b.getI32IntegerAttr(width),
                         SortOrderAttr::get(b.getContext(), *op.getSortOrder()),
                         op.isDescending());
  return SmallVector<Value>(sorted.getResults().drop_front(cuts));
}
