//===- SplitIndexCasts.cpp - prim-split-index-casts ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits casts between index and integers that drop bits into a cast and a
// truncation.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMSPLITINDEXCASTS
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// `type` (a scalar, vector or tensor) with elements of i64.
static Type getI64Like(Type type) {
  Type i64 = IntegerType::get(type.getContext(), 64);
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(i64) : i64;
}

/// Adds a truncation before or after `cast` if it drops bits. An index has as
/// many bits as an i64.
template <typename CastOp>
static void split(CastOp cast) {
  Type from = cast.getIn().getType(), to = cast.getType();
  // A cast of a memref computes nothing, and no lowering accepts one.
  if (isa<BaseMemRefType>(from))
    return;
  OpBuilder builder(cast);
  Location loc = cast.getLoc();
  auto source = dyn_cast<IntegerType>(getElementTypeOrSelf(from));
  auto target = dyn_cast<IntegerType>(getElementTypeOrSelf(to));
  if (source && source.getWidth() > 64) {
    cast.getInMutable().assign(
        arith::TruncIOp::create(builder, loc, getI64Like(from), cast.getIn()));
  } else if (target && target.getWidth() < 64) {
    Value wide = CastOp::create(builder, loc, getI64Like(from), cast.getIn());
    cast.replaceAllUsesWith(
        arith::TruncIOp::create(builder, loc, to, wide).getResult());
    cast.erase();
  }
}

namespace {

struct PrimSplitIndexCastsPass
    : public prim::impl::PrimSplitIndexCastsBase<PrimSplitIndexCastsPass> {
  using PrimSplitIndexCastsBase::PrimSplitIndexCastsBase;

  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto cast = dyn_cast<arith::IndexCastOp>(op))
        split(cast);
      else if (auto cast = dyn_cast<arith::IndexCastUIOp>(op))
        split(cast);
    });
  }
};

} // namespace
