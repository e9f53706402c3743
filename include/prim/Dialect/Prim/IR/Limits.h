//===- Limits.h - How much an op may ask for ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bounds that verifiers and lowerings hold ops to, whatever the target.
// Bounds of a chip are in TargetInfo, those of generated host code in
// DeviceLimits. docs/decisions says what they were measured from.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_LIMITS_H
#define PRIM_DIALECT_PRIM_IR_LIMITS_H

#include "mlir/IR/TypeRange.h"

namespace mlir::prim {

/// No wave of any supported target has more lanes; a pass checks the limit of
/// its own target.
constexpr int64_t kMaxLogicalWidth = 64;

/// Registers of 32 bits that the items of one lane or thread may take, all
/// operands of an op together: what a lane has.
constexpr uint64_t kMaxItemRegisters = 256;

/// The same for warp_sort, whose network is unrolled: LLVM's time grows with
/// the square of it.
constexpr uint64_t kMaxNetworkRegisters = 64;

/// Bits of the largest radix digit. A ballot per bit and item against a scan of
/// 2^bits counters per wave: 8 bits cost the least per key bit from two items
/// per thread on, and four digits then make a 32-bit key.
constexpr unsigned kMaxRadixBits = 8;

/// Tile shapes that `#prim.tuning` takes.
constexpr unsigned kMaxTuningBlockSize = 1024;
constexpr unsigned kTuningBlockSizeStep = 32;
constexpr unsigned kMaxTuningItems = 64;

/// Elements that one sort takes on any chip: counts have 30 bits, in which the
/// last tile has to end, too. `batches` is for more.
constexpr int64_t kMaxSortElements = (int64_t(1) << 30) - (1 << 17);

/// Registers that one item takes whose members have these element types.
uint64_t countRegisters(TypeRange elements);

/// What is wrong with items of so many registers per lane or thread, of which
/// `most` are lowered; empty if nothing is.
std::string getItemComplaint(uint64_t registers, uint64_t most);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_IR_LIMITS_H
