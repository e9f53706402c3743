//===- WaveVote.h - What the lanes of a wave agree on --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Masks of lanes, and values that one of them has, as kernels use them whose
// lanes have work of different sizes.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_WAVEVOTE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_WAVEVOTE_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// The mask (i64) of lanes for which `holds` (i1).
Value voteOfLanes(KernelBuilder &kernel, Value holds);
/// The first and the last lane (i32) of a mask, of none some lane.
Value getFirstLane(KernelBuilder &kernel, Value mask);
Value getLastLane(KernelBuilder &kernel, Value mask);
/// The value that lane `lane` (i32, uniform) has.
Value getOfLane(KernelBuilder &kernel, Value value, Value lane);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_WAVEVOTE_H
