//===- Limits.h - Bounds of ops ---------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target-independent bounds that verifiers and lowerings enforce. Bounds of
// a chip are in TargetInfo, those of generated host code in DeviceLimits.
// docs/decisions has the measurements they come from.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_LIMITS_H
#define PRIM_DIALECT_PRIM_IR_LIMITS_H

#include "mlir/IR/TypeRange.h"

namespace mlir::prim {

/// The most lanes of a wave on any supported target. A pass checks the limit of
/// its own target.
constexpr int64_t kMaxLogicalWidth = 64;

/// 32-bit registers that the items of one lane or thread may take, over all
/// operands of an op: the registers of a lane.
constexpr uint64_t kMaxItemRegisters = 256;

/// 32-bit registers that the items of a warp_sort may take. Its network is
/// unrolled, and LLVM's time grows with the square of this number.
constexpr uint64_t kMaxNetworkRegisters = 64;

/// Bits of the largest radix digit. Ranking costs a ballot per bit and item, or
/// a scan of 2^bits counters per wave. 8 bits cost the least per key bit from
/// two items per thread on, and a 32-bit key then has four digits.
constexpr unsigned kMaxRadixBits = 8;

/// Tile shapes that `#prim.tuning` takes.
constexpr unsigned kMaxTuningBlockSize = 1024;
constexpr unsigned kTuningBlockSizeStep = 32;
constexpr unsigned kMaxTuningItems = 64;

/// Elements of one sort on any chip. Counts have 30 bits, and the end of the
/// last tile must fit as well. `batches` sorts more elements.
constexpr int64_t kMaxSortElements = (int64_t(1) << 30) - (1 << 17);

/// Registers of one item whose members have these element types.
uint64_t countRegisters(TypeRange elements);

/// An error text for items of so many registers per lane or thread, of which
/// `most` are supported; empty if they are supported.
std::string getItemComplaint(uint64_t registers, uint64_t most);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_IR_LIMITS_H
