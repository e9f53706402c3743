//===- RaiseScans.cpp - prim-raise-scans ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces networks of slices and elementwise ops by scans.
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
#include "ReverseScans.h"
#include "ScanNetwork.h"
#include "ScanOperator.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/IR/Elements.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMRAISESCANS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The remarks of this pass about `op`.
remark::RemarkOpts describe(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(op->getName().getStringRef())
      .category("prim-raise-scans")
      .function(function ? function.getName() : "");
}

/// A result that may be a scan, with the network that computes it.
struct Candidate {
  explicit Candidate(linalg::LinalgOp end)
      : end(end), obstacle(network.add(end)) {}

  linalg::LinalgOp end;
  ScanNetwork network;
  /// Why it is none; empty if it may be one.
  StringRef obstacle;
};

/// Builds the scan of a network.
class Rewriter {
public:
  Rewriter(const ScanNetwork &network, ScanOperator combine)
      : network(network), combine(combine) {}

  /// Replaces the ends of the network. Why that cannot be done, as a predicate
  /// of it; empty if it was.
  StringRef rewrite() {
    StringRef obstacle = findObstacle();
    if (obstacle.empty())
      obstacle = matchOperator();
    if (!obstacle.empty())
      return obstacle;
    CodeBuilder builder(getFirstEnd());
    DeviceScanOp scan = buildScan(builder);
    for (linalg::LinalgOp end : network.getEnds()) {
      Value result = end->getResult(0);
      result.replaceAllUsesWith(
          convertElements(builder, scan.getResult(network.getMember(end)),
                          getElementTypeOrSelf(result)));
    }
    return "";
  }

private:
  Operation *getFirstEnd() const {
    return *llvm::min_element(
        network.getEnds(),
        [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  }

  /// Why the ops cannot be replaced where they are, whatever they combine.
  StringRef findObstacle() const {
    if (network.dropsSigns() && !combine.reassociate)
      return "adds 0.0 to floats, which changes -0.0; allow another sign of "
             "zero with the fast-math flag nsz, or the option reassociate";
    for (Operation *op : network.getOps())
      if (!llvm::is_contained(network.getEnds(), op) &&
          llvm::any_of(op->getUsers(), [&](Operation *user) {
            return !network.getOps().contains(user);
          }))
        return "has an intermediate result that is used elsewhere";
    Operation *first = getFirstEnd();
    SmallVector<Value> captures = network.getCaptures();
    for (Value value : llvm::concat<const Value>(network.getTuple(),
                                                 ArrayRef<Value>(captures)))
      if (Operation *op = value.getDefiningOp();
          op && op->getBlock() == first->getBlock() &&
          !op->isBeforeInBlock(first))
        return "has a result that comes before one of its inputs";
    for (Value input : network.getTuple())
      if (!isElementType(getDeviceElement(getElementTypeOrSelf(input))))
        return "has inputs that are not tensors of element types of prim";
    for (Value value : captures)
      if (!isElementType(value.getType()))
        return "captures a value that is not a scalar of prim";
    return "";
  }

  /// The operator on the elements of the inputs.
  SmallVector<Value> buildOperator(OpBuilder &builder,
                                   ValueRange arguments) const {
    size_t count = network.getTuple().size();
    return network.build(builder, arguments.take_front(count),
                         arguments.drop_front(count));
  }

  StringRef matchOperator() {
    Block block;
    for (unsigned side = 0; side < 2; ++side)
      for (Value input : network.getTuple())
        block.addArgument(getElementTypeOrSelf(input), input.getLoc());
    size_t count = network.getTuple().size();
    OpBuilder builder(getFirstEnd()->getContext());
    builder.setInsertionPointToEnd(&block);
    SmallVector<Value> results = buildOperator(builder, block.getArguments());
    ValueRange arguments = block.getArguments();
    StringRef obstacle = combine.match(arguments.take_front(count),
                                       arguments.drop_front(count), results);
    // A sum of i1 is not one of the bytes that hold them.
    if (results.front().getType().isInteger(1) &&
        !llvm::is_contained(
            {CombinerKind::And, CombinerKind::Or, CombinerKind::Xor},
            combine.kind.value_or(CombinerKind::And)))
      combine.kind.reset();
    return obstacle;
  }

  DeviceScanOp buildScan(CodeBuilder &builder) const {
    SmallVector<Value> ins, outs;
    for (Value input : network.getTuple()) {
      Type element = getDeviceElement(getElementTypeOrSelf(input));
      ins.push_back(convertElements(builder, input, element));
      outs.push_back(tensor::EmptyOp::create(
          builder, cast<RankedTensorType>(input.getType()).getShape(),
          element));
    }
    auto scan = DeviceScanOp::create(builder, ScanMode::Inclusive, combine.kind,
                                     ins, outs);
    if (cast<RankedTensorType>(ins.front().getType()).getRank() != 1)
      scan.setDimension({network.getDimension()});
    scan.setReverse(network.isReverse());
    if (combine.kind) {
      scan.setFastmath(combine.fastmath);
      return scan;
    }
    scan.setCommutative(combine.isCommutative);
    OpBuilder::InsertionGuard guard(builder);
    buildCombiner(builder, scan.getCombiner(), outs);
    return scan;
  }

  void buildCombiner(CodeBuilder &builder, Region &region,
                     ArrayRef<Value> outs) const {
    SmallVector<Type> types;
    for (unsigned side = 0; side < 2; ++side)
      for (Value out : outs)
        types.push_back(getElementTypeOrSelf(out));
    Block *block = builder.addBlock(region, types);
    SmallVector<Value> arguments;
    for (auto [number, argument] : llvm::enumerate(block->getArguments())) {
      Type type =
          getElementTypeOrSelf(network.getTuple()[number % outs.size()]);
      arguments.push_back(argument.getType() == type
                              ? Value(argument)
                              : builder.trunci(type, argument));
    }
    SmallVector<Value> results = buildOperator(builder, arguments);
    for (auto [result, type] : llvm::zip(results, types))
      if (result.getType() != type)
        result = builder.extui(type, result);
    YieldOp::create(builder, results);
    dropOverflowFlags(*block);
  }

  const ScanNetwork &network;
  ScanOperator combine;
};

struct PrimRaiseScans
    : OptionsOnce<prim::impl::PrimRaiseScansBase<PrimRaiseScans>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    // By block: where networks may end.
    llvm::MapVector<Block *, SmallVector<linalg::LinalgOp>> ends;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (ScanNetwork::isEnd(op) && findPlaceObstacle(op).empty())
        ends[op->getBlock()].push_back(op);
    });
    for (auto &[block, found] : ends)
      raise(found);
    SmallVector<DeviceScanOp> scans;
    getOperation().walk([&](DeviceScanOp scan) { scans.push_back(scan); });
    for (DeviceScanOp scan : scans)
      if (scanUnflipped(scan))
        remark::passed(scan.getLoc(), describe(scan))
            << "scans from the other end instead of flipped tensors";
    if (!ends.empty() || !scans.empty())
      eraseUnusedInits(getOperation());
  }

private:
  static ArrayRef<int64_t> getShape(linalg::LinalgOp op) {
    return cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  }

  /// Replaces networks that end at some of these ops of a block. The smaller
  /// networks within a network that is replaced are gone with it.
  void raise(SmallVector<linalg::LinalgOp> ends) {
    llvm::SmallPtrSet<Operation *, 32> reported, erased;
    while (!ends.empty()) {
      ArrayRef<int64_t> shape = getShape(ends.back());
      std::vector<Candidate> group;
      for (linalg::LinalgOp end : llvm::reverse(ends))
        if (getShape(end) == shape)
          group.emplace_back(end);
      // A result of a tuple may need all members, while another one needs only
      // its own.
      SmallVector<const Candidate *> order = llvm::map_to_vector(
          group, [](const Candidate &candidate) { return &candidate; });
      llvm::sort(order, [](const Candidate *a, const Candidate *b) {
        size_t inputs = a->network.getInputs().size(),
               others = b->network.getInputs().size();
        return inputs != others ? inputs > others : a < b;
      });
      for (const Candidate *candidate : order)
        if (!erased.contains(candidate->end))
          raise(*candidate, group, reported, erased);
      llvm::erase_if(ends, [&](linalg::LinalgOp end) {
        return erased.contains(end) || getShape(end) == shape;
      });
    }
  }

  /// Replaces one network, together with those of `group` that are other
  /// members of its tuple. A reason not to is reported once for a network and
  /// those within it.
  void raise(const Candidate &candidate, MutableArrayRef<Candidate> group,
             llvm::SmallPtrSetImpl<Operation *> &reported,
             llvm::SmallPtrSetImpl<Operation *> &erased) {
    StringRef obstacle = candidate.obstacle;
    ScanNetwork network = candidate.network;
    linalg::LinalgOp end = candidate.end;
    if (obstacle.empty())
      obstacle = completeTuple(network, group, erased);
    if (obstacle.empty())
      obstacle = Rewriter(network, ScanOperator(reassociate, assumeAssociative))
                     .rewrite();
    if (!obstacle.empty()) {
      if (!reported.contains(end))
        remark::missed(end.getLoc(), describe(end))
            << ("not converted to prim.device_scan: it " + obstacle).str();
      reported.insert_range(network.getOps());
      return;
    }
    remark::passed(end.getLoc(), describe(end))
        << "converted to prim.device_scan";
    SmallVector<Value> replaced;
    for (linalg::LinalgOp taken : network.getEnds())
      replaced.push_back(taken->getResult(0));
    erase(network.getOps());
    erased.insert_range(network.getOps());
    for (Candidate &other : group)
      if (!erased.contains(other.end) &&
          llvm::any_of(other.network.getInputs(), [&](Value input) {
            return llvm::is_contained(replaced, input);
          }))
        other = Candidate(other.end);
  }

  /// Erases ops of one block that only these ops use.
  static void erase(const llvm::SetVector<Operation *> &ops) {
    SmallVector<Operation *> sorted(ops.begin(), ops.end());
    llvm::sort(sorted, [](Operation *a, Operation *b) {
      return b->isBeforeInBlock(a);
    });
    for (Operation *op : sorted)
      op->erase();
  }

  /// Adds the ends of `group` to the network of another end that are members of
  /// the same tuple. Why there is no such tuple; empty if there is one.
  static StringRef
  completeTuple(ScanNetwork &network, ArrayRef<Candidate> group,
                const llvm::SmallPtrSetImpl<Operation *> &erased) {
    ScanNetwork all = network;
    SmallVector<linalg::LinalgOp> ends;
    for (const Candidate &other : group) {
      if (!other.obstacle.empty() || erased.contains(other.end) ||
          llvm::is_contained(network.getEnds(), other.end) ||
          llvm::none_of(other.network.getOps(), [&](Operation *op) {
            return network.getOps().contains(op);
          }))
        continue;
      ScanNetwork both = all;
      if (both.add(other.end).empty()) {
        all = std::move(both);
        ends.push_back(other.end);
      }
    }
    if (StringRef obstacle = all.findTuple(); !obstacle.empty())
      return obstacle;
    for (linalg::LinalgOp end : ends) {
      ScanNetwork both = network;
      if (all.getMember(end) < all.getTuple().size() && both.add(end).empty())
        network = std::move(both);
    }
    if (StringRef obstacle = network.findTuple(); !obstacle.empty())
      return obstacle;
    return llvm::any_of(network.getEnds(),
                        [&](linalg::LinalgOp end) {
                          return network.getMember(end) ==
                                 network.getTuple().size();
                        })
               ? "has results of several tuples"
               : "";
  }
};

} // namespace
