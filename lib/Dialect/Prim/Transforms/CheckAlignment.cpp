//===- CheckAlignment.cpp - prim-check-alignment ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds an assertion on the address before every load and store.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMCHECKALIGNMENT
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

template <typename AccessOp>
static void assertAligned(AccessOp op) {
  uint64_t alignment =
      op.getAlignment().value_or(getNaturalAlignment(op.getValue().getType()));
  if (alignment == 1)
    return;
  CodeBuilder builder(op);
  Value bytes = builder.indexCastUI(builder.getIndexType(), op.getOffset());
  Value place = AdvanceOp::create(builder, op.getBase(), bytes);
  Value holds = IsAlignedOp::create(builder, place, alignment);
  cf::AssertOp::create(builder, holds,
                       ("the address of '" + op->getName().getStringRef() +
                        "' is not a multiple of " + Twine(alignment) +
                        " bytes, its declared alignment")
                           .str());
}

namespace {

struct PrimCheckAlignmentPass
    : public prim::impl::PrimCheckAlignmentBase<PrimCheckAlignmentPass> {
  using PrimCheckAlignmentBase::PrimCheckAlignmentBase;

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto load = dyn_cast<LoadOp>(op))
        assertAligned(load);
      else if (auto store = dyn_cast<StoreOp>(op))
        assertAligned(store);
    });
  }
};

} // namespace
