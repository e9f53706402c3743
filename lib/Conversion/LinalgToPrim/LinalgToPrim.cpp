//===- LinalgToPrim.cpp - prim-linalg-to-prim ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts linalg ops with reductions to prim.device_reduce. A body is split
// into computations on an element alone, which become the prologue, and the
// operator that combines the result with the accumulator. Linalg defines the
// order of the iterations and does not say that the operator is associative, so
// the operator itself must show it.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/LinalgToPrim.h"
#include "Epilogue.h"
#include "Fold.h"
#include "Operands.h"
#include "prim/Conversion/OptionsOnce.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLINALGTOPRIM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The remarks of this pass about `op`.
remark::RemarkOpts describe(linalg::LinalgOp op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(op->getName().getStringRef())
      .category("prim-linalg-to-prim")
      .function(function ? function.getName() : "");
}

/// Builds a prim.device_reduce from a matched linalg op.
class Rewriter {
public:
  Rewriter(const Fold &fold, const FoldOperands &operands,
           PatternRewriter &rewriter)
      : fold(fold), op(fold.op), operands(operands), rewriter(rewriter),
        builder(op.getLoc(), rewriter) {}

  /// Builds the device op and replaces the linalg op.
  void rewrite() {
    SmallVector<Value> ins, outs;
    for (unsigned input = 0; input < fold.getInputs().size(); ++input) {
      inputs.push_back(operands.getElements(builder, input));
      if (operands.getAccess(input) == FoldOperands::Access::LookUp)
        reads.insert(inputs.back());
      else
        ins.push_back(inputs.back());
    }
    for (auto extract : fold.body->getOps<tensor::ExtractOp>())
      reads.insert(extract.getTensor());
    inits.resize(fold.accumulators.size());
    for (unsigned output = 0; output < inits.size(); ++output)
      outs.push_back(buildOutput(output));
    if (fold.getStopOutput())
      inits.push_back(builder.constant(builder.getI8Type(), 0));
    if (isIndexed())
      extents = operands.getExtents(builder);

    bool isKind = fold.isByKind() && fold.steps.size() == 1 &&
                  isOnStored(fold.steps.front());
    SmallVector<int64_t> dimensions = operands.getFoldedDimensions();
    std::optional<CombinerKind> kind;
    if (isKind)
      kind = getKind(fold.steps.front());
    auto reduce = DeviceReduceOp::create(builder, kind, ins, outs);
    reduce.getInitMutable().assign(inits);
    reduce.getReadsMutable().assign(reads.getArrayRef());
    if (!dimensions.empty())
      reduce.setDimension(dimensions);
    if (isKind)
      reduce.setFastmath(getFastMath(fold.steps.front()));
    else
      reduce.setCommutative(fold.isCommutative());
    if (hasPrologue(ins))
      buildPrologue(reduce.getPrologue(), ins);
    if (!isKind)
      buildCombiner(reduce.getCombiner());
    if (hasEpilogue())
      buildEpilogue(reduce.getEpilogue());
    builder.setInsertionPointAfter(reduce);
    SmallVector<Value> results;
    for (unsigned output = 0; output < fold.accumulators.size(); ++output)
      results.push_back(convertResult(reduce.getResult(output), output));
    rewriter.replaceOp(op, results);
  }

private:
  /// The output's dimensions in the device op's order.
  Value transpose(Value tensor, ArrayRef<int64_t> order) {
    if (llvm::is_sorted(order))
      return tensor;
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(
                                  builder, builder.getLoc(), tensor),
                              permuted;
    for (int64_t dim : order)
      permuted.push_back(sizes[dim]);
    Value empty =
        tensor::EmptyOp::create(builder, permuted, type.getElementType());
    return linalg::TransposeOp::create(builder, tensor, empty, order)
        ->getResult(0);
  }

  /// Makes an output of the device op, and its initial value if that is a
  /// tensor.
  Value buildOutput(unsigned output) {
    Value init = op.getDpsInits()[output];
    Type element = getDeviceElement(getElementTypeOrSelf(init));
    SmallVector<int64_t> order = operands.getOutputOrder(output);
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(
                                  builder, builder.getLoc(), skipFills(init)),
                              permuted;
    for (int64_t dim : order)
      permuted.push_back(sizes[dim]);
    Value &start = inits[output];
    OpFoldResult scalar = findScalarInit(init);
    if (auto constant = dyn_cast_if_present<Attribute>(scalar))
      start = builder.constant(cast<TypedAttr>(constant));
    else
      start = dyn_cast_if_present<Value>(scalar);
    if (!start)
      start = convertElements(builder, transpose(init, order), element);
    else if (start.getType() != element)
      start = builder.extui(element, start);
    return tensor::EmptyOp::create(builder, permuted,
                                   getElementTypeOrSelf(init));
  }

  Value convertResult(Value result, unsigned output) {
    SmallVector<int64_t> inverse =
        invertPermutationVector(operands.getOutputOrder(output));
    Value value = transpose(result, inverse);
    Type type = op->getResult(output).getType();
    return value.getType() == type
               ? value
               : tensor::CastOp::create(builder, type, value).getResult();
  }

  /// The types of what is folded. After the accumulators, a fold that a NaN
  /// ends has a flag that says whether a part of the elements has one.
  SmallVector<Type> getFoldedTypes() {
    SmallVector<Type> types;
    for (Value accumulator : fold.accumulators)
      types.push_back(getDeviceElement(accumulator.getType()));
    if (fold.getStopOutput())
      types.push_back(builder.getI8Type());
    return types;
  }

  /// Whether the inputs' elements are not folded unchanged.
  bool hasPrologue(ValueRange ins) {
    return (!llvm::equal(fold.elements, fold.getInputs()) || !reads.empty() ||
            fold.getStopOutput() ||
            llvm::any_of(fold.getInputs(), [](Value input) {
              return input.getType().isInteger(1);
            }));
  }

  /// Whether the prologue uses the positions of elements.
  bool isIndexed() {
    auto isLookedUp = [&](unsigned input) {
      return operands.getAccess(input) == FoldOperands::Access::LookUp;
    };
    return llvm::any_of(llvm::seq<unsigned>(inputs.size()), isLookedUp) ||
           llvm::any_of(fold.getElementOps(), llvm::IsaPred<linalg::IndexOp>);
  }

  void buildPrologue(Region &region, ValueRange ins) {
    SmallVector<Type> types;
    for (Value in : ins)
      types.push_back(getElementTypeOrSelf(in));
    if (isIndexed())
      types.push_back(builder.getIndexType());
    Block *block = builder.addBlock(region, types);
    Value index = isIndexed() ? block->getArguments().back() : Value();
    IRMapping mapping;
    unsigned next = 0;
    for (auto [number, input] : llvm::enumerate(fold.getInputs())) {
      mapping.map(
          input,
          operands.getAccess(number) == FoldOperands::Access::LookUp
              ? operands.lookUp(builder, number, inputs[number], index, extents)
              : block->getArgument(next++));
    }
    for (Operation *member : fold.getElementOps()) {
      if (auto position = dyn_cast<linalg::IndexOp>(member))
        mapping.map(
            position.getResult(),
            operands.getPosition(builder, position.getDim(), index, extents));
      else
        builder.clone(*member, mapping);
    }
    SmallVector<Value> elements;
    for (Value element : fold.elements) {
      Value value = mapping.lookupOrDefault(element);
      Type type = getDeviceElement(value.getType());
      elements.push_back(value.getType() == type ? value
                                                 : builder.extui(type, value));
    }
    if (fold.getStopOutput())
      elements.push_back(fold.getStopFlag(
          builder, llvm::map_to_vector(fold.selected, [&](unsigned output) {
            return mapping.lookupOrDefault(fold.elements[output]);
          })));
    YieldOp::create(builder, elements);
  }

  /// Whether results are not what is folded: elements of i1 are folded as i8,
  /// and what a NaN has ended is NaN.
  bool hasEpilogue() {
    return fold.getStopOutput() ||
           llvm::any_of(fold.accumulators, [](Value accumulator) {
             return accumulator.getType().isInteger(1);
           });
  }

  void buildEpilogue(Region &region) {
    Block *block = builder.addBlock(region, getFoldedTypes());
    SmallVector<Value> results;
    for (auto [accumulator, value] :
         llvm::zip_first(fold.accumulators, block->getArguments()))
      results.push_back(value.getType() == accumulator.getType()
                            ? Value(value)
                            : builder.trunci(accumulator.getType(), value));
    if (std::optional<unsigned> stop = fold.getStopOutput())
      results[*stop] = fold.finishStopped(builder, results[*stop],
                                          block->getArguments().back());
    YieldOp::create(builder, results);
  }

  void buildCombiner(Region &region) {
    SmallVector<Type> types = getFoldedTypes();
    size_t count = types.size();
    types.append(types.begin(), types.begin() + count);
    Block *block = builder.addBlock(region, types);
    // The operator is on the elements, the arguments are as they are stored.
    SmallVector<Value> left, right, folds(count);
    for (auto [number, argument] : llvm::enumerate(block->getArguments())) {
      unsigned output = number % count;
      Type type = output < fold.accumulators.size()
                      ? fold.accumulators[output].getType()
                      : argument.getType();
      (number < count ? left : right)
          .push_back(argument.getType() == type
                         ? Value(argument)
                         : builder.trunci(type, argument));
    }
    if (fold.isWhole) {
      IRMapping mapping;
      mapping.map(fold.accumulators, left);
      mapping.map(fold.getInputs(), right);
      for (Operation &member : fold.body->without_terminator())
        builder.clone(member, mapping);
      for (auto [output, value] :
           llvm::enumerate(fold.body->getTerminator()->getOperands()))
        folds[output] = mapping.lookupOrDefault(value);
    } else {
      combineParts(left, right, folds);
    }
    for (Value &value : folds)
      if (value.getType().isInteger(1))
        value = builder.extui(getDeviceElement(value.getType()), value);
    YieldOp::create(builder, folds);
  }

  void combineParts(ValueRange left, ValueRange right,
                    MutableArrayRef<Value> folds) {
    for (auto [output, step] : llvm::enumerate(fold.steps))
      if (step)
        folds[output] =
            fold.combineKind(builder, output, left[output], right[output]);
    // The flag of a stopped fold is the last value.
    SmallVector<unsigned> places(fold.selected);
    if (fold.getStopOutput())
      places.push_back(folds.size() - 1);
    auto select = [&](ValueRange values) {
      return llvm::map_to_vector(places,
                                 [&](unsigned place) { return values[place]; });
    };
    for (auto [place, value] :
         llvm::zip_equal(places, fold.combineSelected(builder, select(left),
                                                      select(right))))
      folds[place] = value;
  }

  const Fold &fold;
  linalg::LinalgOp op;
  const FoldOperands &operands;
  PatternRewriter &rewriter;
  CodeBuilder builder;
  /// By output: the initial value.
  SmallVector<Value> inits;
  /// By input: the tensor with its elements.
  SmallVector<Value> inputs;
  llvm::SetVector<Value> reads;
  SmallVector<Value> extents;
};

/// Replaces a linalg op that folds with an associative operator.
struct FoldPattern : OpInterfaceRewritePattern<linalg::LinalgOp> {
  FoldPattern(MLIRContext *context, const PrimLinalgToPrimOptions &options,
              PatternBenefit benefit)
      : OpInterfaceRewritePattern(context, benefit), options(options) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() == 0)
      return rewriter.notifyMatchFailure(op, "is no fold");
    auto fail = [&](StringRef obstacle) {
      remark::missed(op.getLoc(), describe(op))
          << ("not converted to prim.device_reduce: it " + obstacle).str();
      return rewriter.notifyMatchFailure(op, obstacle);
    };
    FoldOperands operands(op);
    StringRef obstacle = findPlaceObstacle(op);
    if (obstacle.empty())
      obstacle = operands.match();
    if (!obstacle.empty())
      return fail(obstacle);
    Fold fold(op);
    obstacle = fold.match(options.reassociate, options.assumeAssociative);
    if (!obstacle.empty())
      return fail(obstacle);
    if (!fold.isCommutative() && operands.isReordered())
      return fail("folds in another order than that of memory");
    for (auto index : fold.body->getOps<linalg::IndexOp>())
      if (op.getIteratorTypesArray()[index.getDim()] !=
          utils::IteratorType::reduction)
        return fail("uses the index of a row");
    Rewriter builder(fold, operands, rewriter);
    remark::passed(op.getLoc(), describe(op))
        << "converted to prim.device_reduce";
    builder.rewrite();
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
    fuseEpilogues(getOperation());
    // A scalar initial value no longer needs a buffer.
    eraseUnusedInits(getOperation());
  }
};

} // namespace

void prim::populateLinalgToPrimPatterns(RewritePatternSet &patterns,
                                        const PrimLinalgToPrimOptions &options,
                                        PatternBenefit benefit) {
  patterns.add<FoldPattern>(patterns.getContext(), options, benefit);
}
