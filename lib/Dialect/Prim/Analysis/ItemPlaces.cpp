//===- ItemPlaces.cpp - Arrangements of items -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a vector of items does not say which elements of the tile they
// are; the ops that produce and use it do. If these disagree, elements are
// permuted unintentionally.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Analysis/ItemPlaces.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Which elements of a tile the items of a thread are. `vector` is that of
/// rows. `width` is the number of lanes of the logical warps that own the rows,
/// or 0 for waves.
struct ItemPlaces {
  Arrangement arrangement;
  unsigned vector, width;
  /// The op that determines the arrangement.
  Operation *source;

  void print(InFlightDiagnostic &diagnostic) const {
    diagnostic << stringifyArrangement(arrangement);
    if (arrangement == Arrangement::Rows)
      diagnostic << "(" << vector << ")";
    if (width)
      diagnostic << " width(" << width << ")";
  }
};

class ArrangementCheck {
public:
  ArrangementCheck(unsigned blockSize, unsigned waveSize)
      : blockSize(blockSize), waveSize(waveSize) {}

  /// Must be called for ops in an order with definitions before uses.
  void visit(Operation *op);

private:
  ItemPlaces makePlaces(Operation *source, Arrangement arrangement,
                        std::optional<uint32_t> vector,
                        std::optional<uint32_t> width = {}) const {
    return {arrangement, vector.value_or(0), width.value_or(0), source};
  }
  /// The number in the tile of item `item` of a thread's `items` items.
  unsigned getElement(const ItemPlaces &places, unsigned thread, unsigned item,
                      unsigned items) const;
  bool areSame(const ItemPlaces &a, const ItemPlaces &b, Type type) const;

  /// The places of the first of `inputs` whose places are known to differ from
  /// `places`, or null.
  const ItemPlaces *findOther(ValueRange inputs,
                              const ItemPlaces &places) const;
  /// Warns if any input has other places; `places` are those that the op
  /// assumes.
  void checkInputs(ValueRange inputs, const ItemPlaces &places) const;
  void setAll(ValueRange results, const ItemPlaces &places) {
    for (Value result : results)
      known.insert({result, places});
  }
  /// Results have the places of the operands.
  void visitElementwise(Operation *op);
  void visitIf(scf::IfOp op);

  unsigned blockSize, waveSize;
  DenseMap<Value, ItemPlaces> known;
};

} // namespace

unsigned ArrangementCheck::getElement(const ItemPlaces &places, unsigned thread,
                                      unsigned item, unsigned items) const {
  switch (places.arrangement) {
  case Arrangement::Blocked:
    return thread * items + item;
  case Arrangement::Striped:
    return item * blockSize + thread;
  case Arrangement::Rows: {
    unsigned width = places.width ? places.width : waveSize;
    unsigned first = thread / width * width;
    unsigned lanes = std::min(width, blockSize - first);
    return first * items + item / places.vector * lanes * places.vector +
           (thread - first) * places.vector + item % places.vector;
  }
  }
  llvm_unreachable("covered switch");
}

bool ArrangementCheck::areSame(const ItemPlaces &a, const ItemPlaces &b,
                               Type type) const {
  if (std::tuple(a.arrangement, a.vector, a.width) ==
      std::tuple(b.arrangement, b.vector, b.width))
    return true;
  auto items = dyn_cast<VectorType>(type);
  if (!items || items.getRank() != 1 || items.isScalable())
    return true;
  unsigned count = items.getNumElements();
  for (unsigned thread = 0; thread != blockSize; ++thread)
    for (unsigned item = 0; item != count; ++item)
      if (getElement(a, thread, item, count) !=
          getElement(b, thread, item, count))
        return false;
  return true;
}

const ItemPlaces *ArrangementCheck::findOther(ValueRange inputs,
                                              const ItemPlaces &places) const {
  for (Value input : inputs) {
    auto found = known.find(input);
    if (found != known.end() &&
        !areSame(found->second, places, input.getType()))
      return &found->second;
  }
  return nullptr;
}

void ArrangementCheck::checkInputs(ValueRange inputs,
                                   const ItemPlaces &places) const {
  const ItemPlaces *other = findOther(inputs, places);
  if (!other)
    return;
  Operation *op = places.source;
  InFlightDiagnostic warning = op->emitWarning()
                               << "'" << op->getName() << "' takes items for ";
  places.print(warning);
  warning << " that are ";
  other->print(warning);
  warning << ", which permutes the elements; write 'arrangement(";
  other->print(warning);
  warning << ")' here, or move them with 'prim.block_exchange from(";
  other->print(warning);
  warning << ") to(";
  places.print(warning);
  warning << ")'";
  warning.attachNote(other->source->getLoc())
      << "their arrangement is set here";
}

void ArrangementCheck::visitElementwise(Operation *op) {
  const ItemPlaces *first = nullptr;
  for (Value operand : op->getOperands()) {
    auto found = known.find(operand);
    if (found == known.end())
      continue;
    if (!first) {
      first = &found->second;
      continue;
    }
    if (areSame(*first, found->second, operand.getType()))
      continue;
    InFlightDiagnostic warning = op->emitWarning()
                                 << "'" << op->getName()
                                 << "' combines items that are ";
    first->print(warning);
    warning << " with items that are ";
    found->second.print(warning);
    warning << ", which are different elements of the tile; load both in one "
               "arrangement, or move one of them with 'prim.block_exchange'";
    warning.attachNote(first->source->getLoc())
        << "the first arrangement is set here";
    warning.attachNote(found->second.source->getLoc())
        << "the second arrangement is set here";
    return;
  }
  if (!first)
    return;
  // Adding results to the map may move its entries.
  ItemPlaces places = *first;
  setAll(op->getResults(), places);
}

void ArrangementCheck::visitIf(scf::IfOp op) {
  if (op.getNumResults() == 0)
    return;
  for (OpResult result : op.getResults()) {
    unsigned number = result.getResultNumber();
    auto first = known.find(op.thenYield().getOperand(number));
    auto second = known.find(op.elseYield().getOperand(number));
    // A constant fits any arrangement.
    auto one = first == known.end() ? second : first;
    auto other = second == known.end() ? first : second;
    if (one == known.end() ||
        !areSame(one->second, other->second, result.getType()))
      continue;
    ItemPlaces places = one->second;
    known.insert({result, places});
  }
}

void ArrangementCheck::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](BlockLoadOp load) {
        setAll(load.getItems(),
               makePlaces(op, load.getArrangement(), load.getRowVector(),
                          load.getRowWidth()));
      })
      .Case([&](BlockStoreOp store) {
        checkInputs(store.getItems(),
                    makePlaces(op, store.getArrangement(), store.getRowVector(),
                               store.getRowWidth()));
      })
      .Case([&](BlockScanOp scan) {
        ItemPlaces places =
            makePlaces(op, scan.getArrangement(), scan.getRowVector());
        checkInputs(scan.getInputs(), places);
        setAll(scan.getInclusiveResults(), places);
        setAll(scan.getExclusiveResults(), places);
      })
      .Case([&](BlockAdjacentOp adjacent) {
        ItemPlaces places =
            makePlaces(op, adjacent.getArrangement(), adjacent.getRowVector());
        checkInputs(adjacent.getInputs(), places);
        setAll(adjacent->getResults(), places);
      })
      .Case([&](BlockExchangeOp exchange) {
        // An exchange may reinterpret the arrangement intentionally.
        if (!exchange.getRanks() &&
            findOther(exchange.getInputs(),
                      makePlaces(op, exchange.getFrom(),
                                 exchange.getFromVector(),
                                 exchange.getFromWidth())))
          return;
        setAll(exchange.getResults(),
               makePlaces(op, exchange.getTo(), exchange.getToVector(),
                          exchange.getToWidth()));
      })
      .Case([&](BlockSortOp sort) {
        setAll(sort.getResults(),
               makePlaces(op, sort.getArrangement(), sort.getToVector()));
      })
      .Case([&](scf::IfOp branch) { visitIf(branch); })
      .Default([&](Operation *) {
        if (op->hasTrait<OpTrait::Elementwise>())
          visitElementwise(op);
      });
}

void mlir::prim::warnOfArrangements(gpu::GPUFuncOp func, unsigned waveSize) {
  auto shape = func.getKnownBlockSize();
  if (!shape)
    return;
  int64_t threads = 1;
  for (int32_t size : *shape)
    threads *= size;
  ArrangementCheck check(threads, waveSize);
  func.walk([&](Operation *op) { check.visit(op); });
}
