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
#include "prim/Dialect/Prim/Utils/SortCode.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

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

bool mlir::prim::canSortPlaces(Type type) {
  return getSortCodeType(type).getWidth() <= 32;
}

SmallVector<Value> mlir::prim::sortPlaces(CodeBuilder &b, SortOpInterface op,
                                          ValueRange keys, ValueRange places,
                                          Value valid, unsigned width) {
  // The place is in the lower half of a word, inverted because the largest word
  // comes first.
  unsigned keyBits = getSortCodeType(keys.front().getType()).getWidth();
  unsigned placeBits = keyBits <= 16 ? 16 : 32;
  Type word = b.getIntegerType(2 * placeBits);
  Value mask = b.constant(word, APInt::getLowBitsSet(2 * placeBits, placeBits));
  SmallVector<ValueTuple> words;
  for (auto [key, place] : llvm::zip_equal(keys, places)) {
    Value known = op.getBitRange() ? cutKeys(b, op, key) : key;
    Value code = createSortCode(b, known, *op.getSortOrder(),
                                /*largestFirst=*/!op.isDescending());
    code = b.shli(b.extui(word, code), placeBits);
    Value number = placeBits == 32 ? b.extui(word, place) : place;
    code = b.ori(code, b.xori(number, mask));
    words.push_back({code});
  }
  Type vector = VectorType::get({int64_t(words.size())}, word);
  SmallVector<Value> packed = packItems(b, words, vector);
  auto sorted = WarpSortOp::create(
      b, TypeRange(vector), packed, valid, /*stable=*/false,
      b.getI32IntegerAttr(width),
      SortOrderAttr::get(b.getContext(), SortOrder::ULT), /*descending=*/true);
  return llvm::map_to_vector(
      unpackItems(b, sorted.getResults()),
      [&](const ValueTuple &item) -> Value {
        Value number = b.andi(b.xori(item.front(), mask), mask);
        return placeBits == 32 ? b.truncI32(number) : number;
      });
}
