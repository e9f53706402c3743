//===- WaveVote.cpp - What the lanes of a wave agree on *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Masks have 64 bits on all chips, of which waves of 32 lanes use the lower
// ones.
//
//===----------------------------------------------------------------------===//

#include "WaveVote.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::voteOfLanes(KernelBuilder &kernel, Value holds) {
  return WarpBallotOp::create(kernel, kernel.getI64Type(), holds,
                              /*whole=*/true);
}

static Value toLane(KernelBuilder &kernel, Value number) {
  return kernel.andi(kernel.truncI32(number), kernel.target().waveSize - 1);
}

Value mlir::prim::getFirstLane(KernelBuilder &kernel, Value mask) {
  return toLane(kernel, math::CountTrailingZerosOp::create(kernel, mask));
}

Value mlir::prim::getLastLane(KernelBuilder &kernel, Value mask) {
  Value zeros = math::CountLeadingZerosOp::create(kernel, mask);
  return toLane(kernel, kernel.sub(kernel.i64(63), zeros));
}

Value mlir::prim::getOfLane(KernelBuilder &kernel, Value value, Value lane) {
  auto there = WarpBroadcastOp::create(kernel, value.getType(), value, lane,
                                       /*width=*/IntegerAttr());
  return WarpUniformOp::create(kernel, there.getResult(0));
}
