//===- ResultForms.cpp - Lane forms of results ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources of differences between lanes, collectives that make values uniform,
// and integer arithmetic.
//
//===----------------------------------------------------------------------===//

#include "ResultForms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.h"
#include "prim/Target/TargetLowering.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// The threads among which a result of a collective, prim's or upstream's, is
/// the same. Nothing for another op.
static std::optional<UniformGroup>
getCollectiveGroup(OpResult result, GetForm getForm,
                   const BlockGeometry &geometry) {
  using Group = std::optional<UniformGroup>;
  const UniformGroup each = UniformGroup::lanes(1);
  auto warp = [&](std::optional<uint32_t> width) {
    return geometry.warp(width.value_or(geometry.waveSize));
  };
  auto agrees = [&](ValueRange values, UniformGroup group) {
    return llvm::all_of(values, [&](Value value) {
      return getForm(value).getGroup(geometry).covers(group);
    });
  };
  Operation *op = result.getOwner();
  return llvm::TypeSwitch<Operation *, Group>(op)
      .Case([&](WarpReduceOp reduce) {
        return reduce.getAll() && !reduce.getSegment() ? warp(reduce.getWidth())
                                                       : each;
      })
      .Case([&](WarpScanOp scan) {
        return llvm::is_contained(scan.getTotalResults(), result)
                   ? warp(scan.getWidth())
                   : each;
      })
      .Case(
          [&](WarpBroadcastOp broadcast) { return warp(broadcast.getWidth()); })
      .Case([&](WarpShuffleOp shuffle) {
        UniformGroup group = warp(shuffle.getWidth());
        bool same = agrees(shuffle.getInputs(), group) ||
                    (shuffle.getMode() == ShuffleMode::Lane &&
                     agrees(shuffle.getSource(), group));
        return same ? group : each;
      })
      .Case([&](WarpBallotOp) { return UniformGroup::wave(); })
      .Case([&](WarpUniformOp uniform) {
        return agrees(uniform.getValue(), UniformGroup::block())
                   ? UniformGroup::block()
                   : UniformGroup::wave();
      })
      .Case([&](BlockReduceOp reduce) {
        return reduce.getAll() ? UniformGroup::block() : each;
      })
      .Case([&](BlockScanOp scan) {
        return llvm::is_contained(scan.getTotalResults(), result)
                   ? UniformGroup::block()
                   : each;
      })
      .Case([&](BlockShuffleOp shuffle) {
        // The items that the shift moves out of the block.
        return result.getResultNumber() >= shuffle.getInputs().size()
                   ? UniformGroup::block()
                   : each;
      })
      .Case([&](BlockRunLengthDecodeOp decode) {
        return decode.getTotal() && result == decode->getResults().back()
                   ? UniformGroup::block()
                   : each;
      })
      // Only the first thread has the result.
      .Case<GridTicketRequestOp, GridArriveOp>(
          [&](Operation *) { return each; })
      // Other blocks may publish at any time, between the reads of two threads.
      .Case<GridPeekOp, GridGatherOp>([&](Operation *) { return each; })
      .Case<GridTicketOp, GridTicketWaitOp>(
          [](Operation *) { return UniformGroup::block(); })
      .Case([&](LookBackOpInterface lookBack) {
        // With chains every thread has its own fold; the last result depends on
        // the tile only.
        if (lookBack.getChains() && result != lookBack->getResults().back())
          return each;
        return isInPrefix(lookBack) ? UniformGroup::wave()
                                    : UniformGroup::block();
      })
      .Case([&](GridReduceOp reduce) {
        return reduce.getAll() ? UniformGroup::block() : each;
      })
      .Case([&](gpu::AllReduceOp) { return UniformGroup::block(); })
      .Case([&](gpu::SubgroupReduceOp reduce) {
        std::optional<uint32_t> size = reduce.getClusterSize();
        return size && reduce.getClusterStride() != 1 ? each : warp(size);
      })
      .Case([&](gpu::SubgroupBroadcastOp) { return UniformGroup::wave(); })
      .Case<gpu::ShuffleOp, gpu::RotateOp>([&](Operation *) { return each; })
      .Default([&](Operation *op) -> Group {
        StringRef name = op->getName().getStringRef();
        if (name.starts_with("prim.warp_") || name.starts_with("prim.block_"))
          return each;
        if (name.contains("atomic") || name == "llvm.cmpxchg")
          return each;
        return std::nullopt;
      });
}

static LaneForm getBlockDim(unsigned dimension, const BlockGeometry &geometry) {
  if (geometry.shape)
    return LaneForm::constant((*geometry.shape)[dimension]);
  return LaneForm::index(UniformGroup::block());
}

/// The form of an id or a dimension of the launch; nothing for another op.
static std::optional<LaneForm> getIdForm(Operation *op,
                                         const BlockGeometry &geometry) {
  using Form = std::optional<LaneForm>;
  auto dim = [](auto id) { return unsigned(id.getDimension()); };
  const LaneForm uniform = LaneForm::index(UniformGroup::block());
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case([&](gpu::ThreadIdOp id) { return LaneForm::threadId(dim(id)); })
      .Case([&](gpu::LaneIdOp) { return LaneForm::laneId(geometry); })
      .Case([&](gpu::GlobalIdOp id) {
        LaneForm start = LaneForm::multiply(
            uniform, getBlockDim(dim(id), geometry), geometry);
        return LaneForm::add(start, LaneForm::threadId(dim(id)), geometry);
      })
      .Case([&](gpu::SubgroupIdOp) {
        return LaneForm::index(UniformGroup::wave());
      })
      .Case([&](gpu::BlockDimOp count) {
        return getBlockDim(dim(count), geometry);
      })
      .Case([&](gpu::SubgroupSizeOp) {
        return LaneForm::constant(geometry.waveSize);
      })
      .Case<gpu::BlockIdOp, gpu::GridDimOp, gpu::ClusterIdOp, gpu::ClusterDimOp,
            gpu::NumSubgroupsOp>([&](Operation *) { return uniform; })
      .Default([](Operation *) -> Form { return std::nullopt; });
}

/// The form of a result of a target-specific operation; nothing for another op.
static std::optional<LaneForm> getTargetForm(Operation *op,
                                             const BlockGeometry &geometry) {
  if (!geometry.target)
    return std::nullopt;
  auto source = geometry.target->getLaneSource(op);
  if (!source)
    return std::nullopt;
  auto [kind, dimension] = *source;
  switch (kind) {
  case LaneSource::Lane:
    return LaneForm::opaque(UniformGroup::lanes(1));
  case LaneSource::Wave:
    return LaneForm::opaque(UniformGroup::wave());
  case LaneSource::Block:
    return LaneForm::index(UniformGroup::block());
  case LaneSource::ThreadId:
    return LaneForm::threadId(dimension);
  case LaneSource::BlockDim:
    return getBlockDim(dimension, geometry);
  }
  llvm_unreachable("covered switch");
}

std::optional<LaneForm>
mlir::prim::getSourceForm(OpResult result, GetForm getForm,
                          const BlockGeometry &geometry) {
  if (std::optional<LaneForm> form = getIdForm(result.getOwner(), geometry))
    return form;
  if (std::optional<LaneForm> form = getTargetForm(result.getOwner(), geometry))
    return form;
  if (std::optional<UniformGroup> group =
          getCollectiveGroup(result, getForm, geometry))
    return LaneForm::opaque(*group);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Bits of an integer type; 64 for index. Nothing for other types, and for i1,
/// which has no arithmetic forms.
static std::optional<unsigned> getBits(Type type) {
  if (type.isIndex())
    return 64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() == 1 || integer.getWidth() > 64)
    return std::nullopt;
  return integer.getWidth();
}

/// The form of integer arithmetic; nothing if the result depends only on the
/// operands' groups.
static std::optional<LaneForm> getIntegerForm(Operation *op, GetForm getForm,
                                              const BlockGeometry &geometry) {
  using Form = std::optional<LaneForm>;
  if (op->getNumResults() != 1)
    return std::nullopt;
  APInt value;
  if (matchPattern(op, m_ConstantInt(&value)) && value.getBitWidth() <= 64)
    return LaneForm::constant(value.getSExtValue());
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    if (!getBits(compare.getLhs().getType()))
      return std::nullopt;
    return LaneForm::opaque(
        LaneForm::compare(compare.getPredicate(), getForm(compare.getLhs()),
                          getForm(compare.getRhs()), geometry));
  }
  std::optional<unsigned> bits = getBits(op->getResult(0).getType());
  if (!bits || op->getNumOperands() == 0 ||
      !getBits(op->getOperand(0).getType()))
    return std::nullopt;
  const LaneForm &a = getForm(op->getOperand(0));
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp,
          arith::ExtUIOp, arith::ExtSIOp>(op))
    return a.convert(*bits, geometry);
  // Types narrower than 16 bits cannot hold the ids of a block.
  if (op->getNumOperands() != 2 || *bits < 16)
    return std::nullopt;
  const LaneForm &b = getForm(op->getOperand(1));
  std::optional<int64_t> constant = b.getConstant();
  /// The quotient rounds down if the dividend is nonnegative, or if a shift
  /// divides by a power of two.
  auto divide = [&](bool roundsDown) -> Form {
    if (!constant || *constant <= 0 || !(a.isNonNegative() || roundsDown))
      return std::nullopt;
    return a.divide(*constant, geometry);
  };
  bool isPower = constant && *constant > 0 && llvm::isPowerOf2_64(*constant);
  bool isShift = constant && *constant >= 0 && *constant < 31;
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case([&](arith::AddIOp) { return LaneForm::add(a, b, geometry); })
      .Case([&](arith::SubIOp) { return LaneForm::subtract(a, b, geometry); })
      .Case([&](arith::MulIOp) { return LaneForm::multiply(a, b, geometry); })
      .Case([&](arith::DivUIOp) { return divide(isPower); })
      .Case([&](arith::DivSIOp) { return divide(false); })
      .Case([&](arith::FloorDivSIOp) { return divide(true); })
      .Case<arith::RemUIOp, arith::RemSIOp>([&](Operation *) -> Form {
        bool roundsDown =
            a.isNonNegative() || (isPower && isa<arith::RemUIOp>(op));
        if (!constant || *constant <= 0 || !roundsDown)
          return std::nullopt;
        return a.remainder(*constant, geometry);
      })
      .Case<arith::ShRUIOp, arith::ShRSIOp>([&](Operation *) -> Form {
        if (!isShift)
          return std::nullopt;
        return a.divide(int64_t(1) << *constant, geometry);
      })
      .Case([&](arith::ShLIOp) -> Form {
        if (!isShift)
          return std::nullopt;
        return LaneForm::multiply(
            a, LaneForm::constant(int64_t(1) << *constant), geometry);
      })
      .Case([&](arith::AndIOp) -> Form {
        if (constant)
          return a.andMask(*constant, geometry);
        if (std::optional<int64_t> mask = a.getConstant())
          return b.andMask(*mask, geometry);
        return std::nullopt;
      })
      .Case([&](arith::OrIOp) { return LaneForm::bitOr(a, b, geometry); })
      .Default([](Operation *) -> Form { return std::nullopt; });
}

/// The form of an affine expression on `operands`, dimensions first.
static LaneForm getAffineForm(AffineExpr expression, unsigned numDims,
                              ValueRange operands, GetForm getForm,
                              const BlockGeometry &geometry) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return LaneForm::constant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return getForm(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return getForm(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expression);
  LaneForm a =
      getAffineForm(binary.getLHS(), numDims, operands, getForm, geometry);
  LaneForm b =
      getAffineForm(binary.getRHS(), numDims, operands, getForm, geometry);
  // Affine quotients and remainders round down for any sign.
  std::optional<int64_t> divisor = b.getConstant();
  bool divides = divisor && *divisor > 0;
  switch (expression.getKind()) {
  case AffineExprKind::Add:
    return LaneForm::add(a, b, geometry);
  case AffineExprKind::Mul:
    return LaneForm::multiply(a, b, geometry);
  case AffineExprKind::FloorDiv:
    if (divides)
      return a.divide(*divisor, geometry);
    break;
  case AffineExprKind::Mod:
    if (divides)
      return a.remainder(*divisor, geometry);
    break;
  default:
    break;
  }
  return LaneForm::opaque(
      UniformGroup::join(a.getGroup(geometry), b.getGroup(geometry)));
}

UniformGroup mlir::prim::getSetGroup(IntegerSet set, ValueRange operands,
                                     GetForm getForm,
                                     const BlockGeometry &geometry) {
  UniformGroup group = UniformGroup::block();
  for (unsigned i = 0; i != set.getNumConstraints(); ++i)
    group = UniformGroup::join(
        group,
        LaneForm::compare(set.isEq(i) ? arith::CmpIPredicate::eq
                                      : arith::CmpIPredicate::sge,
                          getAffineForm(set.getConstraint(i), set.getNumDims(),
                                        operands, getForm, geometry),
                          LaneForm::constant(0), geometry));
  return group;
}

/// Whether the waves of a block may read memory at different times in `op`.
static bool readsInWaves(Operation *op) {
  if (auto load = dyn_cast<prim::LoadOp>(op))
    return load.getOrder().has_value();
  auto load = dyn_cast<LLVM::LoadOp>(op);
  return load && (load.getVolatile_() ||
                  load.getOrdering() != LLVM::AtomicOrdering::not_atomic);
}

LaneForm mlir::prim::getResultForm(OpResult result, GetForm getForm,
                                   const BlockGeometry &geometry) {
  Operation *op = result.getOwner();
  if (std::optional<LaneForm> form = getSourceForm(result, getForm, geometry))
    return *form;
  if (std::optional<LaneForm> form = getIntegerForm(op, getForm, geometry))
    return *form;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return getAffineForm(apply.getAffineMap().getResult(0),
                         apply.getAffineMap().getNumDims(),
                         apply.getMapOperands(), getForm, geometry);
  UniformGroup group =
      readsInWaves(op) ? UniformGroup::wave() : UniformGroup::block();
  for (Value operand : op->getOperands())
    group = UniformGroup::join(group, getForm(operand).getGroup(geometry));
  return LaneForm::opaque(group);
}
