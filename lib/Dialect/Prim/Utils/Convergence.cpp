//===- Convergence.cpp - Are the lanes of an op together *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows conditions back through arithmetic to thread and lane ids.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/Convergence.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

static bool isThreadId(Operation *op) {
  return isa<gpu::ThreadIdOp, gpu::LaneIdOp, ROCDL::ThreadIdXOp,
             ROCDL::ThreadIdYOp, ROCDL::ThreadIdZOp, ROCDL::MbcntLoOp,
             ROCDL::MbcntHiOp>(op);
}

static Value skipCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp,
             arith::ExtUIOp, arith::ExtSIOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The shape of the block where the kernel around `op` knows it, or nothing.
static std::optional<ArrayRef<int32_t>> getBlockShape(Operation *op) {
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  return func ? func.getKnownBlockSize() : std::nullopt;
}

/// Whether `width` lanes, one after the other, are known to be spread over more
/// than one row of a block.
static bool leavesRow(Operation *op, unsigned width) {
  std::optional<ArrayRef<int32_t>> shape = getBlockShape(op);
  return shape && (*shape)[1] * (*shape)[2] != 1 && (*shape)[0] % width != 0;
}

/// Whether a thread id is the same in `width` lanes: y and z are where rows are
/// whole logical warps.
static bool isRowNumber(Operation *op, unsigned width) {
  auto id = dyn_cast<gpu::ThreadIdOp>(op);
  if (!width || !id || id.getDimension() == gpu::Dimension::x)
    return false;
  std::optional<ArrayRef<int32_t>> shape = getBlockShape(op);
  return shape && (*shape)[0] % width == 0;
}

/// Whether `op` gives the same for all of `width` ids from a multiple of it on:
/// a quotient by a multiple of the width, or bits above it.
static bool dropsLane(Operation *op, unsigned width) {
  APInt amount;
  bool isKnown = op->getNumOperands() == 2 &&
                 matchPattern(op->getOperand(1), m_ConstantInt(&amount));
  if (isa<arith::DivUIOp, arith::DivSIOp>(op))
    return !isKnown || amount.urem(width) == 0;
  if (isa<arith::ShRUIOp, arith::ShRSIOp>(op))
    return !isKnown || (amount.ult(32) &&
                        (uint64_t(1) << amount.getZExtValue()) % width == 0);
  return isa<arith::AndIOp>(op) && isKnown && llvm::isPowerOf2_32(width) &&
         (amount.getZExtValue() & (width - 1)) == 0;
}

/// `thread id < c` and its kin, where c is a multiple of `width`: logical warps
/// are on one side of it as a whole.
static bool isWarpBoundary(arith::CmpIOp compare, unsigned width) {
  using arith::CmpIPredicate;
  Operation *id = skipCasts(compare.getLhs()).getDefiningOp();
  APInt bound;
  if (!id || !isThreadId(id) || leavesRow(id, width) ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&bound)))
    return false;
  switch (compare.getPredicate()) {
  case CmpIPredicate::ult:
  case CmpIPredicate::slt:
  case CmpIPredicate::uge:
  case CmpIPredicate::sge:
    return bound.urem(width) == 0;
  case CmpIPredicate::ule:
  case CmpIPredicate::sle:
  case CmpIPredicate::ugt:
  case CmpIPredicate::sgt:
    return (bound + 1).urem(width) == 0;
  default:
    return false;
  }
}

/// Whether `root` is arithmetic on a thread or lane id that may differ between
/// `width` lanes.
static bool isDivergent(Value root, unsigned width) {
  llvm::SetVector<Value> work;
  work.insert(root);
  for (size_t i = 0; i != work.size(); ++i) {
    Operation *op = work[i].getDefiningOp();
    if (!op)
      continue;
    if (isThreadId(op)) {
      if (isRowNumber(op, width))
        continue;
      return true;
    }
    if (!isa<arith::ArithDialect>(op->getDialect()))
      continue;
    if (width) {
      if (dropsLane(op, width))
        continue;
      auto compare = dyn_cast<arith::CmpIOp>(op);
      if (compare && isWarpBoundary(compare, width))
        continue;
    }
    work.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

LogicalResult mlir::prim::verifyUniformPlacement(Operation *op,
                                                 unsigned width) {
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    SmallVector<Value> conditions =
        llvm::TypeSwitch<Operation *, SmallVector<Value>>(parent)
            .Case([](scf::IfOp op) {
              return SmallVector<Value>{op.getCondition()};
            })
            .Case([](scf::IndexSwitchOp op) {
              return SmallVector<Value>{op.getArg()};
            })
            .Case([](scf::ForOp op) {
              return SmallVector<Value>{op.getLowerBound(), op.getUpperBound(),
                                        op.getStep()};
            })
            .Case([](scf::WhileOp op) {
              return SmallVector<Value>{op.getConditionOp().getCondition()};
            })
            .Default([](Operation *) { return SmallVector<Value>(); });
    for (Value condition : conditions) {
      if (!isDivergent(condition, width))
        continue;
      InFlightDiagnostic diagnostic =
          op->emitOpError("stands where only some of its lanes come: '")
          << parent->getName()
          << "' depends on the thread id; move the op out of it and give the "
             "other lanes a neutral value";
      diagnostic.attachNote(parent->getLoc()) << "divergent here";
      return diagnostic;
    }
  }
  return success();
}
