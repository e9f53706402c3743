//===- DeviceSearch.cpp - Lower prim.device_search *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has a tile of needles, and each of its threads looks for several at
// once. What is sorted is looked at in device memory: the first steps of all
// searches meet in the caches.
//
//===----------------------------------------------------------------------===//

#include "../Engine/OperandChecks.h"
#include "../Tile/PartitionPoint.h"
#include "../Tile/TileIO.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class SearchKernel {
public:
  SearchKernel(DeviceSearchOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel),
        answer(getElementTypeOrSelf(op.getOuts().front().getType())) {
    // Operands may have holes.
    RowView view(op, kernel, /*row=*/Value());
    ins = view.at(op.getIns());
    outs = view.at(op.getOuts());
    for (Value memref : op.getSorted())
      sorted.push_back(kernel.bindStrided(memref));
  }

  void emit();

private:
  using Values = SmallVector<Value>;

  /// The thread's needles; those past the end are others that there are.
  SmallVector<ValueTuple> loadNeedles(TileIO &io);
  /// The results for needles.
  Values answerAll(ArrayRef<ValueTuple> needles);
  /// The results where `count` elements are sorted, at least one, and indices
  /// have its type.
  Values search(ArrayRef<ValueTuple> needles, Value count);
  ValueTuple loadSorted(Value index);
  /// Whether the item `lhs` comes before `rhs`.
  Value isBefore(ValueRange lhs, ValueRange rhs);

  DeviceSearchOp op;
  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  Type answer;
  SmallVector<MemoryArray> ins, outs, sorted;
};

} // namespace

void SearchKernel::emit() {
  Value block = b.zextI64(kernel.blockId());
  Value first = b.mul(block, tile.items());
  Values buffers(op.getIns());
  llvm::append_range(buffers, op.getOuts());
  TileIO io(kernel, tile, TileIO::getRowVector(kernel.target(), buffers, tile),
            /*reverse=*/false, kernel.elements(), first);
  SmallVector<ValueTuple> needles = loadNeedles(io);
  SmallVector<ValueTuple> answers;
  for (Value value : answerAll(needles))
    answers.push_back({value});
  io.store(outs, answers);
}

SmallVector<ValueTuple> SearchKernel::loadNeedles(TileIO &io) {
  Region &prologue = op.getPrologue();
  SmallVector<Type> items = op.getItemTypes(), flat;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i)
    llvm::append_range(flat, items);
  Values loaded = io.fullOrPartial(flat, [&](bool isFull) {
    SmallVector<ValueTuple> needles;
    if (isFull) {
      needles = io.loadMapped(ins, prologue, /*neutral=*/nullptr, isFull);
    } else {
      // A needle past the end is the last one, so that regions see only what
      // there is.
      Value last = b.sub(io.getSize(), 1);
      for (Value index : io.getIndices()) {
        index = b.minsi(index, last);
        ValueTuple item = loadAll(b, ins, index);
        needles.push_back(kernel.map(prologue, item, index));
      }
    }
    Values values;
    for (const ValueTuple &needle : needles)
      llvm::append_range(values, needle);
    return values;
  });
  SmallVector<ValueTuple> needles;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i)
    needles.emplace_back(
        ArrayRef(loaded).slice(i * items.size(), items.size()));
  return needles;
}

ValueTuple SearchKernel::loadSorted(Value index) {
  return loadAll(b, sorted, index);
}

Value SearchKernel::isBefore(ValueRange lhs, ValueRange rhs) {
  if (!op.getOrder()) {
    Values arguments(lhs);
    llvm::append_range(arguments, rhs);
    return kernel.map(op.getComparator(), arguments).front();
  }
  Value x = lhs.front(), y = rhs.front();
  if (op.getDescending())
    std::swap(x, y);
  if (*op.getOrder() != SortOrder::Total)
    return b.cmpi(*op.getOrder() == SortOrder::SLT ? arith::CmpIPredicate::slt
                                                   : arith::CmpIPredicate::ult,
                  x, y);
  auto compare = [&](arith::CmpFPredicate predicate, Value a, Value c) {
    return arith::CmpFOp::create(b, predicate, a, c);
  };
  // NaNs come last.
  return b.ori(compare(arith::CmpFPredicate::OLT, x, y),
               b.andi(compare(arith::CmpFPredicate::ORD, x, x),
                      compare(arith::CmpFPredicate::UNO, y, y)));
}

SmallVector<Value> SearchKernel::search(ArrayRef<ValueTuple> needles,
                                        Value count) {
  // Elements that a needle comes behind: those before it, or those that it is
  // not before.
  auto isBehind = [&](ValueRange needle, ValueRange element) {
    return op.getSearchMode() == SearchMode::Lower
               ? isBefore(element, needle)
               : b.invert(isBefore(needle, element));
  };
  Values places = findPartitionPoint(
      kernel, needles.size(), count, [&](ValueRange indices) {
        // All loads come first.
        SmallVector<ValueTuple> elements = llvm::map_to_vector(
            indices, [&](Value index) { return loadSorted(index); });
        Values behind;
        for (auto [needle, element] : llvm::zip_equal(needles, elements))
          behind.push_back(isBehind(needle, element));
        return behind;
      });
  SmallVector<ValueTuple> elements = llvm::map_to_vector(
      places, [&](Value index) { return loadSorted(index); });
  Values answers;
  for (auto [needle, element, place] :
       llvm::zip_equal(needles, elements, places)) {
    Value behind = isBehind(needle, element);
    if (op.getSearchMode() == SearchMode::Contains) {
      Value found = b.andi(behind, b.invert(isBefore(element, needle)));
      if (answer.isIndex())
        found = b.indexCastUI(answer, found);
      else if (!answer.isInteger(1))
        found = b.extui(answer, found);
      answers.push_back(found);
      continue;
    }
    Value bound = b.add(place, b.extui(place.getType(), behind));
    unsigned width = bound.getType().getIntOrFloatBitWidth();
    if (answer.isIndex())
      bound = b.indexCastUI(answer, bound);
    else if (answer.getIntOrFloatBitWidth() > width)
      bound = b.extui(answer, bound);
    else if (answer.getIntOrFloatBitWidth() < width)
      bound = b.trunci(answer, bound);
    answers.push_back(bound);
  }
  return answers;
}

SmallVector<Value> SearchKernel::answerAll(ArrayRef<ValueTuple> needles) {
  Value memref = op.getSorted().front();
  auto type = cast<MemRefType>(memref.getType());
  // So many elements lie within what 32 bits count of bytes and indices.
  int64_t widest = 1;
  for (const MemoryArray &array : sorted)
    widest = std::max<int64_t>(widest, getElementBytes(array.getElement()));
  int64_t near = std::min<int64_t>(INT32_MAX, UINT32_MAX / widest);
  bool isKnown = !type.isDynamicDim(0);
  int64_t known = isKnown ? type.getDimSize(0) : 0;
  Value count =
      isKnown ? b.i64(known) : kernel.argument(LaunchValue::extent(memref, 0));
  SmallVector<Type> types(needles.size(), answer);
  auto none = [&] {
    Value zero = b.zero(answer);
    return Values(needles.size(), zero);
  };
  auto searchNear = [&] { return search(needles, b.truncI32(count)); };
  auto searchFar = [&] { return search(needles, count); };
  auto searchSome = [&] {
    if (isKnown)
      return known <= near ? searchNear() : searchFar();
    return b.select(b.sle(count, near), types, searchNear, searchFar);
  };
  if (isKnown)
    return known ? searchSome() : none();
  return b.select(b.ne(count, 0), types, searchSome, none);
}

namespace {

class SearchLowering : public OpLowering<DeviceSearchOp> {
public:
  explicit SearchLowering(DeviceSearchOp op)
      : OpLowering(op, DeviceAlgorithm::Scan) {}

  /// Threads wait for memory, and many of them are better than busy ones.
  void limitTile(TileShape &tile, bool hasBorder) const override {
    OpLowering::limitTile(tile, hasBorder);
    tile.itemsPerThread = std::min(tile.itemsPerThread, searchesPerThread);
  }

  void emitSizeChecks(OperandChecks &checks) const override {
    HostBuilder &host = checks.getHost();
    checks.checkIns();
    Value size = checks.checkGroup("in", op.getSorted());
    Type answer = getElementTypeOrSelf(op.getOuts().front());
    if (op.getSearchMode() != SearchMode::Contains && answer.isInteger(32))
      checks.check(host.sle(size, INT32_MAX),
                   "in has {} elements, whose positions do not fit in outs of "
                   "i32; use outs of i64",
                   size);
    checks.checkOuts();
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan> SearchLowering::plan(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  DevicePlan plan{tile, RowForm::get(op)};
  PlanLaunch search{
      plan.addKernel("search", tile, [=, op = op](KernelBuilder &kernel) {
        SearchKernel(op, kernel, tile).emit();
      })};
  plan.cases = {{0}, {INT64_MAX, /*usesWorkspace=*/false, {search}}};
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceSearchOp op) {
  return std::make_unique<SearchLowering>(op);
}
