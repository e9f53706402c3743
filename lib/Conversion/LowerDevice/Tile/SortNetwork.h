//===- SortNetwork.h - Items that a wave sorts in registers -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short rows and segments are sorted by prim.warp_sort, by all bits of a key or
// by some.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_SORTNETWORK_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_SORTNETWORK_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/Tuning.h"

namespace mlir::prim {

/// Whether a wave holds the items of `tile`, of `registers` registers each, in
/// the registers that a network has.
bool canSortByNetwork(const TileShape &tile, uint64_t registers,
                      const TargetInfo &target);

/// Sorts the first `valid` (i32) items of logical warps of `width` lanes in the
/// built-in order of `op`. The sort is stable. `items` has a value or a vector
/// for each member, the key first, in blocked arrangement.
SmallVector<Value> sortByNetwork(CodeBuilder &b, SortOpInterface op,
                                 ValueRange items, Value valid, unsigned width);

/// Whether keys of `type` leave room for a place in a word of the network.
bool canSortPlaces(Type type);

/// Sorts `places` (i32, fewer than 2^16) stably by `keys`, of which each lane
/// has as many, otherwise as sortByNetwork().
SmallVector<Value> sortPlaces(CodeBuilder &b, SortOpInterface op,
                              ValueRange keys, ValueRange places, Value valid,
                              unsigned width);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_SORTNETWORK_H
