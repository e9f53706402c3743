//===- CheckPublish.cpp - Check of publishes --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A prim.grid_prefix waits for ever or reads invalid values if its tile has
// published nothing, or other values. Cases that are detectable at compile time
// are errors. States and tiles are compared by the ops that compute them; cases
// that may be correct at run time are accepted.
//
//===----------------------------------------------------------------------===//

#include "LookBack.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether two values are known to be equal: computed by the same ops from the
/// same values, through chains of at most `depth` ops. Ops that share operands
/// are visited repeatedly.
static bool areSame(Value a, Value b, unsigned depth = 8) {
  if (a == b)
    return true;
  auto x = dyn_cast<OpResult>(a), y = dyn_cast<OpResult>(b);
  return depth && x && y && x.getResultNumber() == y.getResultNumber() &&
         x.getOwner()->getNumRegions() == 0 && isPure(x.getOwner()) &&
         OperationEquivalence::isEquivalentTo(
             x.getOwner(), y.getOwner(),
             [&](Value m, Value n) {
               return success(areSame(m, n, depth - 1));
             },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// Whether `earlier` has always been executed when `later` is. The prefix
/// region of a block_scan is executed at the place of that op.
static bool comesFirst(Operation *earlier, Operation *later,
                       DominanceInfo &dominance) {
  for (auto scan = dyn_cast<BlockScanOp>(earlier->getParentOp());
       scan && !scan->isAncestor(later);
       scan = dyn_cast<BlockScanOp>(earlier->getParentOp()))
    earlier = scan;
  return dominance.properlyDominates(earlier, later);
}

/// Adds a note to an error of `prefix` that points to the op in conflict.
static LogicalResult report(InFlightDiagnostic error,
                            LookBackOpInterface publish) {
  error.attachNote(publish.getLoc()) << "published here";
  return error;
}

/// Reports clauses or types in which the two differ.
static LogicalResult compare(GridPrefixOp prefix, LookBackOpInterface publish) {
  auto number = [](std::optional<uint32_t> clause) {
    return clause ? std::to_string(*clause) : "none";
  };
  auto differ = [&](StringRef what, const Twine &own, const Twine &other) {
    return report(prefix.emitOpError()
                      << "has different " << what << " from the '"
                      << publish->getName() << "' of its tile: " << own
                      << " instead of " << other << "; give both the same",
                  publish);
  };
  TypeRange types = prefix.getInputs().getTypes();
  TypeRange published = publish.getInputs().getTypes();
  if (types != published) {
    auto print = [](TypeRange range) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      stream << '(';
      llvm::interleaveComma(range, stream);
      stream << ')';
      return text;
    };
    return differ("types", print(types), print(published));
  }
  if (prefix.getChains() != publish.getChains())
    return differ("chains", number(prefix.getChains()),
                  number(publish.getChains()));
  if (prefix.getBits() != publish.getBits())
    return differ("bits", number(prefix.getBits()), number(publish.getBits()));
  auto words = [](Value epoch) { return epoch ? "one" : "none"; };
  if (!prefix.getEpoch() != !publish.getEpoch())
    return differ("epochs", words(prefix.getEpoch()),
                  words(publish.getEpoch()));
  if (auto op = dyn_cast<GridPublishOp>(*publish); op && op.getComplete())
    return report(
        prefix.emitOpError(
            "follows a complete 'prim.grid_publish' of its tile, after which "
            "later tiles need nothing more; remove 'complete', or this op"),
        publish);
  return success();
}

/// Checks `prefix` against the publishing ops in its module; another kernel may
/// publish for it.
static LogicalResult check(GridPrefixOp prefix,
                           ArrayRef<LookBackOpInterface> publishers,
                           DominanceInfo &dominance) {
  if (publishers.empty())
    return prefix.emitOpError(
        "waits for tiles that are never published, because this module has "
        "neither 'prim.grid_publish' nor 'prim.grid_scan'; add a "
        "'prim.grid_publish' of the same state and tile before it");
  // The nearest publishing op before, and the first one after. `isOpen` is set
  // if another op may match.
  LookBackOpInterface before, behind;
  bool isOpen = false;
  for (LookBackOpInterface publish : publishers) {
    if (publish->getParentOfType<gpu::GPUFuncOp>() !=
            prefix->getParentOfType<gpu::GPUFuncOp>() ||
        !areSame(publish.getState(), prefix.getState()) ||
        !areSame(publish.getTile(), prefix.getTile()))
      continue;
    if (comesFirst(publish, prefix, dominance))
      before = publish;
    else if (!comesFirst(prefix, publish, dominance))
      isOpen = true;
    else if (!behind)
      behind = publish;
  }
  if (before)
    return compare(prefix, before);
  if (behind && !isOpen)
    return report(
        prefix.emitOpError()
            << "is before the '" << behind->getName()
            << "' of its tile, for which later tiles wait; publish first",
        behind);
  return success();
}

LogicalResult mlir::prim::verifyPublished(ModuleOp module) {
  SmallVector<LookBackOpInterface> publishers;
  SmallVector<GridPrefixOp> prefixes;
  module.walk([&](Operation *op) {
    if (auto prefix = dyn_cast<GridPrefixOp>(op))
      prefixes.push_back(prefix);
    else if (auto publish = dyn_cast<LookBackOpInterface>(op))
      publishers.push_back(publish);
  });
  if (prefixes.empty())
    return success();
  DominanceInfo dominance;
  LogicalResult result = success();
  for (GridPrefixOp prefix : prefixes)
    if (failed(check(prefix, publishers, dominance)))
      result = failure();
  return result;
}
