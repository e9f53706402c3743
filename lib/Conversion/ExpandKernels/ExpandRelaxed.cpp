//===- ExpandRelaxed.cpp - Divisions and exponentials ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that may have an error, from the reciprocal and the exponential
// that every chip has as one instruction. These instructions take numbers below
// the normal ones for zeros, so their operands are scaled. The formulas hold
// for all floats. prim-relax-precision counts their errors.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::prim;

static Value createFloat(CodeBuilder &b, double value) {
  return b.constant(b.getF32FloatAttr(static_cast<float>(value)));
}

/// `x` * (`y` scaled to the middle of the range), and the reciprocal of that
/// `y`. All but two multiplications depend on the denominator alone, which rows
/// share.
static Value createQuotient(CodeBuilder &b, const TargetLowering &target,
                            Value x, Value y) {
  constexpr double large = 0x1p100, factor = 0x1p24;
  auto is = [&](arith::CmpFPredicate predicate, double bound) -> Value {
    Value size = math::AbsFOp::create(b, y);
    return arith::CmpFOp::create(b, predicate, size, createFloat(b, bound));
  };
  Value scale = b.select(is(arith::CmpFPredicate::OLT, 1 / large),
                         createFloat(b, factor), createFloat(b, 1));
  scale = b.select(is(arith::CmpFPredicate::OGT, large),
                   createFloat(b, 1 / factor), scale);
  Value inverse =
      target.createFastReciprocal(b, arith::MulFOp::create(b, y, scale));
  // A numerator that leaves the range here has a quotient far beyond it.
  Value scaled = arith::MulFOp::create(b, x, scale);
  return arith::MulFOp::create(b, scaled, inverse);
}

/// 2 to the power of `x` * `factor`: the square of the root, which is a normal
/// number even if the result is not.
static Value createPower(CodeBuilder &b, const TargetLowering &target, Value x,
                         double factor) {
  Value half = arith::MulFOp::create(b, x, createFloat(b, factor / 2));
  Value root = target.createFastExp2(b, half);
  return arith::MulFOp::create(b, root, root);
}

void mlir::prim::expandRelaxed(gpu::GPUModuleOp module,
                               const TargetLowering &target) {
  PrimDialect::RelaxedAttrHelper attribute(module.getContext());
  module.walk([&](Operation *op) {
    if (!attribute.isAttrPresent(op))
      return;
    CodeBuilder b(op);
    Value value =
        TypeSwitch<Operation *, Value>(op)
            .Case([&](arith::DivFOp op) {
              return createQuotient(b, target, op.getLhs(), op.getRhs());
            })
            .Case([&](math::ExpOp op) {
              return createPower(b, target, op.getOperand(),
                                 llvm::numbers::log2e);
            })
            .Case([&](math::Exp2Op op) {
              return createPower(b, target, op.getOperand(), 1);
            });
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  });
}
