//===- LinalgToPrim.cpp - prim-linalg-to-prim ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts linalg ops that fold all of their inputs to prim.device_reduce. A
// body is split into computations on an element alone, which become the
// prologue, and the operator that combines the result with the accumulator.
// Linalg defines the order of the iterations and does not say that the operator
// is associative, so the operator itself must show it.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/LinalgToPrim.h"
#include "prim/Conversion/OptionsOnce.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLINALGTOPRIM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// The built-in kind equivalent to `op`, if there is one.
static std::optional<CombinerKind> getKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CombinerKind>>(op)
      .Case<arith::AddIOp, arith::AddFOp>(
          [](auto) { return CombinerKind::Add; })
      .Case<arith::MulIOp, arith::MulFOp>(
          [](auto) { return CombinerKind::Mul; })
      .Case([](arith::MinSIOp) { return CombinerKind::MinSI; })
      .Case([](arith::MaxSIOp) { return CombinerKind::MaxSI; })
      .Case([](arith::MinUIOp) { return CombinerKind::MinUI; })
      .Case([](arith::MaxUIOp) { return CombinerKind::MaxUI; })
      .Case([](arith::MinimumFOp) { return CombinerKind::MinimumF; })
      .Case([](arith::MaximumFOp) { return CombinerKind::MaximumF; })
      .Case([](arith::MinNumFOp) { return CombinerKind::MinNumF; })
      .Case([](arith::MaxNumFOp) { return CombinerKind::MaxNumF; })
      .Case([](arith::AndIOp) { return CombinerKind::And; })
      .Case([](arith::OrIOp) { return CombinerKind::Or; })
      .Case([](arith::XOrIOp) { return CombinerKind::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

static arith::FastMathFlags getFastMath(Operation *op) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags ? flags.getFastMathFlagsAttr().getValue()
               : arith::FastMathFlags::none;
}

/// Whether reassociation changes the result's bits.
static bool isRounded(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp>(op);
}

namespace {

/// The operand that an ordering prefers if the two differ.
enum class Order { Less, Greater };

/// A comparison that orders all values: signed or unsigned integers, or floats.
struct Comparison {
  Order order;
  /// The signedness of integers; both are false for floats.
  bool isSigned = false, isUnsigned = false;
};

/// A linalg body split into its parts.
struct Fold {
  explicit Fold(linalg::LinalgOp op)
      : op(op), body(op.getBlock()),
        accumulators(
            op.getBlock()->getArguments().take_back(op.getNumDpsInits())) {}

  linalg::LinalgOp op;
  Block *body;
  ArrayRef<BlockArgument> accumulators;
  /// Ops that depend on the accumulators, in order, without the terminator.
  llvm::SetVector<Operation *> folding;
  /// By output: the op that computes the next accumulator.
  SmallVector<Operation *> steps;
  /// By output: the operand combined with the accumulator, which depends on no
  /// accumulator.
  SmallVector<Value> elements;
  /// Whether the whole body is the combiner, of accumulators and inputs.
  bool isWhole = false;
  /// Whether every step has its own built-in kind on its output.
  bool isByKind = false;

  bool isFolding(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return llvm::is_contained(accumulators, argument);
    return folding.contains(value.getDefiningOp());
  }

  /// Whether the inputs' elements are folded unchanged.
  bool hasPrologue() const {
    return !isWhole && !llvm::equal(elements, body->getArguments().drop_back(
                                                  accumulators.size()));
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Why the op is no device-wide fold of whole tensors; empty if it is.
static StringRef findObstacle(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return "is not on tensors";
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa_and_nonnull<gpu::GPUDialect, linalg::LinalgDialect>(
            parent->getDialect()) ||
        isa<scf::ParallelOp, scf::ForallOp, affine::AffineParallelOp>(parent))
      return "is not in host code, or is in a loop that becomes a kernel";
  if (op.getNumLoops() == 0 || op.getNumDpsInputs() == 0 ||
      op.getNumReductionLoops() != op.getNumLoops())
    return "has loops that are not reductions";
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type || !op.getMatchingIndexingMap(input).isIdentity())
      return "does not read all of its inputs in the order of its loops";
    Type element = type.getElementType();
    if (type.getEncoding() || !isElementType(element))
      return "has inputs whose elements are not element types of prim";
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = cast<RankedTensorType>(init.get().getType());
    if (type.getRank() != 0)
      return "has outputs of a rank above 0";
    if (type.getEncoding() || !isElementType(type.getElementType()))
      return "has outputs whose elements are not element types of prim";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Why the body is not allowed in regions of device ops; empty if it is.
static StringRef findObstacle(Fold &fold) {
  for (Operation &op : fold.body->without_terminator()) {
    if (isa<linalg::IndexOp>(op)) {
      if (fold.op.getNumLoops() != 1)
        return "uses an index of a loop nest of several loops";
    } else if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                   op.getDialect()) ||
               op.getNumRegions() != 0) {
      return "has ops other than those of arith and math in its body";
    }
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != fold.body &&
          !isElementType(operand.getType()) && !operand.getType().isInteger(1))
        return "captures a value that is not a scalar of prim";
    if (llvm::any_of(op.getOperands(),
                     [&](Value value) { return fold.isFolding(value); }))
      fold.folding.insert(&op);
  }
  for (Value next : fold.body->getTerminator()->getOperands()) {
    Operation *step = next.getDefiningOp();
    if (!step || !fold.folding.contains(step))
      return "yields a value that is not reduced";
    fold.steps.push_back(step);
  }
  return "";
}

/// The operand of `step` other than the accumulator. It must not depend on
/// accumulators, and `step` must use the accumulator once.
static Value getElement(const Fold &fold, Operation *step, Value accumulator) {
  if (step->getNumOperands() != 2)
    return Value();
  Value left = step->getOperand(0), right = step->getOperand(1);
  Value element = left == accumulator ? right : left;
  if ((left != accumulator && right != accumulator) || fold.isFolding(element))
    return Value();
  return element;
}

/// Matches outputs that are folded independently, each with a kind.
static StringRef matchKinds(Fold &fold, bool reassociate) {
  if (fold.folding.size() != fold.steps.size() ||
      llvm::SetVector<Operation *>(fold.steps.begin(), fold.steps.end())
              .size() != fold.steps.size())
    return "has an operator that is not known to be associative";
  for (auto [step, accumulator] :
       llvm::zip_equal(fold.steps, fold.accumulators)) {
    Value element = getElement(fold, step, accumulator);
    if (!element || !getKind(step))
      return "has an operator that is not known to be associative";
    if (isRounded(step) && !reassociate &&
        !arith::bitEnumContainsAny(getFastMath(step),
                                   arith::FastMathFlags::reassoc))
      return "would round differently in another order; allow that with the "
             "fast-math flag reassoc, or the option reassociate";
    fold.elements.push_back(element);
  }
  fold.isByKind = true;
  return "";
}

static std::optional<Comparison> getComparison(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    switch (compare.getPredicate()) {
    case arith::CmpIPredicate::slt:
    case arith::CmpIPredicate::sle:
      return Comparison{Order::Less, true, false};
    case arith::CmpIPredicate::sgt:
    case arith::CmpIPredicate::sge:
      return Comparison{Order::Greater, true, false};
    case arith::CmpIPredicate::ult:
    case arith::CmpIPredicate::ule:
      return Comparison{Order::Less, false, true};
    case arith::CmpIPredicate::ugt:
    case arith::CmpIPredicate::uge:
      return Comparison{Order::Greater, false, true};
    default:
      return std::nullopt;
    }
  }
  auto compare = dyn_cast<arith::CmpFOp>(op);
  // A NaN is neither less, nor greater, nor equal, so the result would depend
  // on its position.
  if (!compare || !arith::bitEnumContainsAny(compare.getFastmath(),
                                             arith::FastMathFlags::nnan))
    return std::nullopt;
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::ULE:
    return Comparison{Order::Less};
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    return Comparison{Order::Greater};
  default:
    return std::nullopt;
  }
}

/// Whether `step` computes the minimum or the maximum of the compared values.
static bool isExtremum(Operation *step, bool isGreatest,
                       const Comparison &comparison) {
  if (isGreatest)
    return (comparison.isSigned && isa<arith::MaxSIOp>(step)) ||
           (comparison.isUnsigned && isa<arith::MaxUIOp>(step)) ||
           isa<arith::MaximumFOp, arith::MaxNumFOp>(step);
  return (comparison.isSigned && isa<arith::MinSIOp>(step)) ||
         (comparison.isUnsigned && isa<arith::MinUIOp>(step)) ||
         isa<arith::MinimumFOp, arith::MinNumFOp>(step);
}

/// Matches the selection of the element's or the accumulator's tuple by a
/// comparison of one member. For equal members it always selects the earlier
/// one, or always the later one. The operator is then associative if the
/// comparison orders all values.
static StringRef matchExtremum(Fold &fold) {
  constexpr StringRef kUnknown =
      "has an operator that is not known to be associative";
  if (fold.folding.size() != fold.steps.size() + 1)
    return kUnknown;
  Operation *compare = fold.folding.front();
  std::optional<Comparison> comparison = getComparison(compare);
  if (!comparison)
    return kUnknown;
  bool isElementFirst = !fold.isFolding(compare->getOperand(0));
  Value key = compare->getOperand(isElementFirst ? 0 : 1);
  auto keyAccumulator =
      dyn_cast<BlockArgument>(compare->getOperand(isElementFirst ? 1 : 0));
  if (!keyAccumulator || fold.isFolding(key))
    return kUnknown;

  // Whether the element is selected if the comparison holds.
  std::optional<bool> takesElement;
  for (auto [step, accumulator] :
       llvm::zip_equal(fold.steps, fold.accumulators))
    if (auto select = dyn_cast<arith::SelectOp>(step)) {
      bool isTaken = select.getFalseValue() == accumulator;
      Value element = isTaken ? select.getTrueValue() : select.getFalseValue();
      Value kept = isTaken ? select.getFalseValue() : select.getTrueValue();
      if (select.getCondition() != compare->getResult(0) ||
          kept != accumulator || fold.isFolding(element) ||
          (takesElement && *takesElement != isTaken) ||
          (accumulator == keyAccumulator && element != key))
        return kUnknown;
      takesElement = isTaken;
    }
  if (!takesElement)
    return kUnknown;
  // With the greatest element selected, the element must compare greater.
  bool isGreatest = (comparison->order == Order::Greater) == isElementFirst;
  if (!*takesElement)
    isGreatest = !isGreatest;

  for (auto [step, accumulator] :
       llvm::zip_equal(fold.steps, fold.accumulators)) {
    if (auto select = dyn_cast<arith::SelectOp>(step)) {
      fold.elements.push_back(*takesElement ? select.getTrueValue()
                                            : select.getFalseValue());
      continue;
    }
    Value element = getElement(fold, step, accumulator);
    if (!element || accumulator != keyAccumulator || element != key ||
        !isExtremum(step, isGreatest, *comparison))
      return kUnknown;
    fold.elements.push_back(element);
  }
  return "";
}

/// Matches a body whose operator the user declares associative. The body has as
/// many elements as accumulators, in the same order and of the same types.
static StringRef matchWhole(Fold &fold) {
  ArrayRef<BlockArgument> inputs =
      fold.body->getArguments().drop_back(fold.accumulators.size());
  if (inputs.size() != fold.accumulators.size() ||
      !llvm::equal(ValueRange(inputs).getTypes(),
                   ValueRange(fold.accumulators).getTypes()) ||
      !fold.body->getOps<linalg::IndexOp>().empty())
    return "does not reduce elements of the accumulators' types";
  fold.isWhole = true;
  return "";
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The initial value: the scalar that fills `init`, if known, otherwise the
/// tensor.
static Value getInit(CodeBuilder &builder, Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return fill.getInputs().front().getType() == getElementTypeOrSelf(init)
               ? fill.getInputs().front()
               : init;
  if (auto elements = init.getDefiningOp<tensor::FromElementsOp>())
    return elements.getElements().front();
  DenseElementsAttr constant;
  if (matchPattern(init, m_Constant(&constant)) && constant.isSplat())
    return builder.constant(constant.getSplatValue<TypedAttr>());
  return init;
}

/// Clones the ops of `fold` that are in its combiner (`isFolding`), or the
/// others, into `block` with `mapping`. An index is the block's last argument.
static void cloneBody(CodeBuilder &builder, const Fold &fold, bool isFolding,
                      IRMapping &mapping) {
  for (Operation &op : fold.body->without_terminator()) {
    if (!fold.isWhole && fold.folding.contains(&op) != isFolding)
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      mapping.map(index.getResult(),
                  builder.getInsertionBlock()->getArguments().back());
    else
      builder.clone(op, mapping);
  }
}

static void buildPrologue(CodeBuilder &builder, const Fold &fold,
                          Region &region) {
  ArrayRef<BlockArgument> inputs =
      fold.body->getArguments().drop_back(fold.accumulators.size());
  auto types = llvm::to_vector(ValueRange(inputs).getTypes());
  if (!fold.body->getOps<linalg::IndexOp>().empty())
    types.push_back(builder.getIndexType());
  Block *block = builder.addBlock(region, types);
  IRMapping mapping;
  mapping.map(inputs, block->getArguments().take_front(inputs.size()));
  cloneBody(builder, fold, /*isFolding=*/false, mapping);
  YieldOp::create(builder, llvm::map_to_vector(fold.elements, [&](Value value) {
                    return mapping.lookupOrDefault(value);
                  }));
}

static void buildCombiner(CodeBuilder &builder, const Fold &fold,
                          Region &region) {
  size_t count = fold.accumulators.size();
  auto types = llvm::to_vector(ValueRange(fold.accumulators).getTypes());
  types.append(types.begin(), types.begin() + count);
  Block *block = builder.addBlock(region, types);
  ValueRange left = block->getArguments().take_front(count);
  ValueRange right = block->getArguments().take_back(count);
  SmallVector<Value> folds;
  if (fold.isByKind) {
    // New ops are created, because the old ones may have overflow flags that do
    // not hold after reassociation.
    for (auto [step, a, b] : llvm::zip_equal(fold.steps, left, right))
      folds.push_back(Combiner(*getKind(step), a.getType(), getFastMath(step))
                          .combine(builder, a, b)
                          .front());
  } else {
    IRMapping mapping;
    mapping.map(fold.accumulators, left);
    if (fold.isWhole)
      mapping.map(fold.body->getArguments().take_front(count), right);
    else
      mapping.map(fold.elements, right);
    cloneBody(builder, fold, /*isFolding=*/true, mapping);
    for (Value value : fold.body->getTerminator()->getOperands())
      folds.push_back(mapping.lookupOrDefault(value));
  }
  YieldOp::create(builder, folds);
}

static void rewrite(const Fold &fold, PatternRewriter &rewriter) {
  linalg::LinalgOp op = fold.op;
  CodeBuilder builder(op.getLoc(), rewriter);
  SmallVector<Value> outs, init;
  for (Value value : op.getDpsInits()) {
    init.push_back(getInit(builder, value));
    outs.push_back(tensor::EmptyOp::create(builder, ArrayRef<int64_t>(),
                                           getElementTypeOrSelf(value)));
  }
  bool isKind = fold.isByKind && fold.steps.size() == 1;
  auto reduce = DeviceReduceOp::create(
      builder, TypeRange(ValueRange(outs)), op.getDpsInputs(), outs,
      /*workspace=*/Value(), init, /*identity=*/ValueRange(),
      /*reads=*/ValueRange(), /*asyncDependencies=*/ValueRange(),
      /*segments=*/ValueRange(), /*dimension=*/DenseI64ArrayAttr(),
      /*segment_form=*/SegmentFormAttr(), /*deterministic=*/DeterminismAttr(),
      /*initialized=*/false, /*tuning=*/TuningAttr(),
      isKind
          ? CombinerKindAttr::get(op.getContext(), *getKind(fold.steps.front()))
          : CombinerKindAttr(),
      /*commutative=*/fold.isByKind && !isKind,
      isKind ? getFastMath(fold.steps.front()) : arith::FastMathFlags::none);
  if (fold.hasPrologue())
    buildPrologue(builder, fold, reduce.getPrologue());
  if (!isKind)
    buildCombiner(builder, fold, reduce.getCombiner());
  rewriter.replaceOp(op, reduce);
}

namespace {

/// Replaces a linalg op that folds whole tensors with an associative operator.
struct FoldPattern : OpInterfaceRewritePattern<linalg::LinalgOp> {
  FoldPattern(MLIRContext *context, const PrimLinalgToPrimOptions &options,
              PatternBenefit benefit)
      : OpInterfaceRewritePattern(context, benefit), options(options) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef obstacle = findObstacle(op);
    if (!obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    Fold fold(op);
    obstacle = findObstacle(fold);
    if (!obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    obstacle = matchKinds(fold, options.reassociate);
    if (!obstacle.empty()) {
      fold.elements.clear();
      if (matchExtremum(fold).empty())
        obstacle = "";
    }
    if (!obstacle.empty() && options.assumeAssociative)
      obstacle = matchWhole(fold);
    if (!obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    rewrite(fold, rewriter);
    return success();
  }

  PrimLinalgToPrimOptions options;
};

struct PrimLinalgToPrim
    : OptionsOnce<prim::impl::PrimLinalgToPrimBase<PrimLinalgToPrim>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateLinalgToPrimPatterns(patterns, {reassociate, assumeAssociative});
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    // A scalar initial value no longer needs a buffer.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isa<linalg::FillOp, tensor::FromElementsOp, tensor::EmptyOp,
                  arith::ConstantOp>(op) &&
              isOpTriviallyDead(op))
            op->erase();
        });
  }
};

} // namespace

void prim::populateLinalgToPrimPatterns(RewritePatternSet &patterns,
                                        const PrimLinalgToPrimOptions &options,
                                        PatternBenefit benefit) {
  patterns.add<FoldPattern>(patterns.getContext(), options, benefit);
}
