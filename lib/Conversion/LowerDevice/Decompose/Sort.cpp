//===- Sort.cpp - Sorts that are done by others *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts of what a prologue makes, by several keys, of more elements than one
// sort takes, and of segments by a comparator.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"

#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"
#include "prim/Dialect/Prim/Utils/KeyCodec.h"

using namespace mlir;
using namespace mlir::prim;

/// A sort of `ins` as `op` does it, without its prologue.
static DeviceSortOp createSort(const StepPlace &at, DeviceSortOp op,
                               ValueRange ins, ValueRange outs) {
  DeviceSortOp sort = createStepLike(op, at);
  sort.getInsMutable().assign(ins);
  sort.getOutsMutable().assign(outs);
  sort.getPrologue().dropAllReferences();
  sort.getPrologue().getBlocks().clear();
  if (sort.getComparator().empty())
    sort.getReadsMutable().clear();
  return sort;
}

void mlir::prim::letClobber(DeviceSortOp sort) {
  auto order = cast<SortOpInterface>(sort.getOperation());
  bool hasOneKey = order.getNumKeys() == 1 && !order.getKeyOrders();
  bool isFree = !sort.getComparator().empty();
  if (!isFree && hasOneKey)
    isFree = KeyCodec::get(order).getNumDigits(kMaxRadixBits) % 2;
  sort.setMayClobberInput(isFree);
}

//===----------------------------------------------------------------------===//
// A prologue
//===----------------------------------------------------------------------===//

namespace {

/// The elements are made first, into buffers that the sort may then clobber.
class PrologueDecomposition : public StepSequence {
public:
  explicit PrologueDecomposition(DeviceSortOp op) : op(op) {}

  SmallVector<StepBuffer> getBuffers() override {
    return getItemBuffers(op.getOuts(), op.getItemTypes());
  }

  void emit(StepBuilder &steps, HostBuilder &host) override {
    bool takesIndex = op.getPrologue().getNumArguments() > op.getIns().size();
    auto type = cast<MemRefType>(op.getIns().front().getType());
    // An index is one in its row.
    DenseI64ArrayAttr dimension;
    if (takesIndex && type.getRank() > 1)
      dimension = op.getDimensionAttr();
    steps.add([&](const StepPlace &at) {
      auto map = DeviceMapOp::create(
          at.b, TypeRange(), op.getIns(), steps.buffers(), at.workspace,
          op.getReads(), /*asyncDependencies=*/ValueRange(),
          /*neighbour=*/NeighbourAttr(), dimension, /*predicated=*/false,
          at.initialized, /*tuning=*/TuningAttr());
      IRMapping mapping;
      op.getPrologue().cloneInto(&map.getMap(), mapping);
      return map;
    });
    steps.add([&](const StepPlace &at) {
      DeviceSortOp sort = createSort(at, op, steps.buffers(), op.getOuts());
      letClobber(sort);
      finish(sort);
      return sort;
    });
  }

protected:
  /// Completes the sort of the elements that were made.
  virtual void finish(DeviceSortOp sort) {}

private:
  DeviceSortOp op;
};

/// Likewise, where an op for short rows is the other way of a choice.
class LongPrologueDecomposition : public PrologueDecomposition {
public:
  using PrologueDecomposition::PrologueDecomposition;

private:
  void finish(DeviceSortOp sort) override { setChoice(sort, /*holds=*/false); }
};

} // namespace

std::unique_ptr<Decomposition>
mlir::prim::decomposeLongPrologue(DeviceSortOp op) {
  return std::make_unique<LongPrologueDecomposition>(op);
}

//===----------------------------------------------------------------------===//
// Several keys
//===----------------------------------------------------------------------===//

namespace {

/// A sort is stable, so that sorting by the last key, then by the one before
/// it, and so on, sorts by all of them: the passes are those over the digits of
/// all keys, the least significant one first. In between, items are in the
/// results and in buffers of the workspace, in turns.
class KeyDecomposition : public StepSequence {
public:
  explicit KeyDecomposition(DeviceSortOp op)
      : op(op), sorts(getKeySorts(cast<SortOpInterface>(op.getOperation()))) {}

  SmallVector<StepBuffer> getBuffers() override {
    if (sorts.size() == 1)
      return {};
    return getItemBuffers(op.getIns(), op.getItemTypes());
  }

  void emit(StepBuilder &steps, HostBuilder &host) override {
    SmallVector<Value> source(op.getIns());
    for (auto [number, key] : llvm::enumerate(sorts)) {
      SmallVector<Value> destination(steps.buffers());
      if ((sorts.size() - 1 - number) % 2 == 0)
        destination = SmallVector<Value>(op.getOuts());
      steps.add([&, number = number, &key = key](const StepPlace &at) {
        DeviceSortOp sort =
            createSort(at, op, key.putFirst(source), key.putFirst(destination));
        sort.removeKeysAttr();
        sort.removeOrdersAttr();
        sort.setOrder(key.order);
        sort.removeBeginBitAttr();
        sort.removeEndBitAttr();
        if (key.bits) {
          sort.setBeginBit(key.bits->first);
          sort.setEndBit(key.bits->second);
        }
        // An input that another key has sorted is not read again.
        sort.setMayClobberInput(false);
        if (number > 0 || op.getMayClobberInput())
          letClobber(sort);
        return sort;
      });
      source = destination;
    }
  }

private:
  DeviceSortOp op;
  SmallVector<KeySort> sorts;
};

} // namespace

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

namespace {

/// Sorts batches, then merges runs of them in pairs, from the results to
/// buffers in between and back, until there is one. How many rounds there are
/// says where batches go to.
class BatchDecomposition : public StepSequence {
public:
  BatchDecomposition(DeviceSortOp op, int64_t batch) : op(op), batch(batch) {}

  SmallVector<StepBuffer> getBuffers() override {
    return getItemBuffers(op.getOuts(), op.getItemTypes());
  }

  void emit(StepBuilder &steps, HostBuilder &host) override;

private:
  SmallVector<Value> slice(StepBuilder &steps, ValueRange memrefs, Value begin,
                           Value size) {
    return llvm::map_to_vector(memrefs, [&](Value memref) {
      return steps.slice(memref, /*along=*/0, begin, size);
    });
  }
  /// Sorts a batch into `to`.
  void sort(StepBuilder &steps, ValueRange to, Value begin, Value size);
  /// Merges runs of `run` elements (i64).
  void mergeRuns(StepBuilder &steps, HostBuilder &host, ValueRange from,
                 ValueRange to, Value run);
  void merge(StepBuilder &steps, HostBuilder &host, ValueRange from,
             ValueRange to, Value begin, Value run);
  /// Bits that count, as a comparator of a merge.
  void compareBits(DeviceMergeOp merge);

  DeviceSortOp op;
  int64_t batch;
  Value size;
};

} // namespace

void BatchDecomposition::sort(StepBuilder &steps, ValueRange to, Value begin,
                              Value count) {
  SmallVector<Value> ins = slice(steps, op.getIns(), begin, count);
  SmallVector<Value> outs = slice(steps, to, begin, count);
  steps.add([&](const StepPlace &at) {
    DeviceSortOp sort = createSort(at, op, ins, outs);
    sort.removeBatchesAttr();
    if (op.getMayClobberInput())
      letClobber(sort);
    return sort;
  });
}

void BatchDecomposition::compareBits(DeviceMergeOp merge) {
  CodeBuilder b(op.getLoc(), op.getContext());
  SmallVector<Type> types = op.getItemTypes();
  size_t members = types.size();
  types.append(types.begin(), types.end());
  Block *body = b.addBlock(merge.getComparator(), types);
  int64_t begin = *op.getBeginBit(), end = *op.getEndBit();
  auto code = [&](Value key) -> Value {
    Value all = SortCodeOp::create(b, *op.getOrder(), op.getDescending(), key);
    auto type = cast<IntegerType>(all.getType());
    unsigned width = type.getWidth();
    auto constant = [&](const APInt &value) -> Value {
      return b.constant(IntegerAttr::get(type, value));
    };
    all = b.andi(all, constant(APInt::getLowBitsSet(width, end)));
    return b.shrui(all, constant(APInt(width, begin)));
  };
  Value comesFirst =
      b.ult(code(body->getArgument(0)), code(body->getArgument(members)));
  YieldOp::create(b, comesFirst);
}

void BatchDecomposition::merge(StepBuilder &steps, HostBuilder &host,
                               ValueRange from, ValueRange to, Value begin,
                               Value run) {
  Value left = host.sub(size, begin);
  Value first = host.minsi(run, left);
  Value second = host.minsi(run, host.sub(left, first));
  SmallVector<Value> ins = slice(steps, from, begin, first);
  SmallVector<Value> with = slice(steps, from, host.add(begin, first), second);
  SmallVector<Value> outs = slice(steps, to, begin, host.add(first, second));
  bool byBits = op.getBeginBit().has_value();
  steps.add([&](const StepPlace &at) {
    auto merge = DeviceMergeOp::create(
        at.b, TypeRange(), ins, with, outs, at.workspace,
        op.getComparator().empty() ? ValueRange() : ValueRange(op.getReads()),
        /*asyncDependencies=*/ValueRange(), /*wide=*/true, at.initialized,
        op.getTuningAttr(), byBits ? SortOrderAttr() : op.getOrderAttr(),
        !byBits && op.getDescending());
    IRMapping mapping;
    op.getComparator().cloneInto(&merge.getComparator(), mapping);
    if (byBits)
      compareBits(merge);
    return merge;
  });
}

void BatchDecomposition::mergeRuns(StepBuilder &steps, HostBuilder &host,
                                   ValueRange from, ValueRange to, Value run) {
  Value zero = host.i64(0);
  host.forEach(zero, size, host.add(run, run),
               [&](Value begin) { merge(steps, host, from, to, begin, run); });
}

void BatchDecomposition::emit(StepBuilder &steps, HostBuilder &host) {
  CodeBuilder &b = host;
  size = host.extent(op.getIns().front(), 0);
  Value most = host.i64(batch), zero = host.i64(0);
  ValueRange outs = op.getOuts(), between = steps.buffers();
  if (steps.onlyAsks()) {
    Value count = host.minsi(size, most);
    for (ValueRange to : {outs, between})
      sort(steps, to, zero, count);
    // The last round merges all there is: what no launch covers shows before
    // anything is sorted.
    Value merged = b.select(host.sgt(size, most), size, zero);
    merge(steps, host, outs, between, zero, merged);
    return merge(steps, host, between, outs, zero, merged);
  }
  // Rounds are left as long as runs are shorter than all of it.
  Value rounds = host.whileLoop(
      {most, zero}, [&](ValueRange left) { return host.slt(left[0], size); },
      [&](ValueRange left) -> SmallVector<Value> {
        Value run = host.add(left[0], left[0]);
        return {run, host.add(left[1], 1)};
      })[1];
  auto isOdd = [&](Value number) {
    Value lowest = b.andi(number, 1);
    return host.ne(lowest, zero);
  };
  auto sortAll = [&](ValueRange to) {
    host.forEach(host.i64(0), size, most, [&](Value begin) {
      sort(steps, to, begin, host.minsi(most, host.sub(size, begin)));
    });
  };
  host.ifThen(isOdd(rounds), [&] { sortAll(between); }, [&] { sortAll(outs); });
  host.forEach(host.i64(0), rounds, 1, [&](Value round) {
    Value run = b.shli(most, round);
    host.ifThen(
        isOdd(host.sub(rounds, round)),
        [&] { mergeRuns(steps, host, between, outs, run); },
        [&] { mergeRuns(steps, host, outs, between, run); });
  });
}

//===----------------------------------------------------------------------===//
// Segments by a comparator
//===----------------------------------------------------------------------===//

namespace {

/// Elements are sorted by where their segment begins, and those of one segment
/// by the comparator, so that segments stay where they are. An element that is
/// in none is a segment by itself, which is odd to tell it from the others:
/// nothing is written for it.
class SegmentDecomposition : public StepSequence {
public:
  explicit SegmentDecomposition(DeviceSortOp op) : op(op) {}

  SmallVector<StepBuffer> getBuffers() override {
    SmallVector<StepBuffer> buffers =
        getItemBuffers(op.getIns(), op.getItemTypes());
    Type number = IntegerType::get(op.getContext(), 32);
    for (int i = 0; i < 2; ++i)
      buffers.push_back({op.getIns().front(), number});
    return buffers;
  }

  void emit(StepBuilder &steps, HostBuilder &host) override;

private:
  /// Twice an index (and `odd`), as i32: of fewer than 2^30 elements.
  static Value getNumber(CodeBuilder &b, Value index, bool odd) {
    Value number = b.indexCast(b.getI32Type(), index);
    number = b.shli(number, 1);
    return odd ? b.ori(number, 1) : number;
  }
  /// The comparator of members and numbers.
  void fillComparator(Region &region);

  DeviceSortOp op;
};

} // namespace

void SegmentDecomposition::fillComparator(Region &region) {
  CodeBuilder b(op.getLoc(), op.getContext());
  SmallVector<Type> types = op.getItemTypes();
  size_t members = types.size();
  types.push_back(b.getI32Type());
  types.append(types.begin(), types.end());
  Block *body = b.addBlock(region, types);
  auto item = [&](size_t first) {
    return body->getArguments().slice(first, members);
  };
  Value first = body->getArgument(members);
  Value second = body->getArgument(2 * members + 1);
  SmallVector<Value> both(item(0));
  llvm::append_range(both, item(members + 1));
  Value isBefore = b.ult(first, second);
  Value isSame = b.eq(first, second);
  // It may load by an element, and those of no segment say nothing of places
  // that there are.
  Value lowest = b.andi(first, 1);
  Value isInOne = b.eq(lowest, 0);
  Value isCompared = b.andi(isSame, isInOne);
  auto compare = [&] { return inlineRegion(b, op.getComparator(), both); };
  auto byNumber = [&]() -> SmallVector<Value> { return {isBefore}; };
  YieldOp::create(b, b.select(isCompared, b.getI1Type(), compare, byNumber));
}

void SegmentDecomposition::emit(StepBuilder &steps, HostBuilder &host) {
  ValueRange sorted = steps.buffers().drop_back(2);
  Value numbers = steps.buffers().drop_back().back();
  Value sortedNumbers = steps.buffers().back();
  steps.add([&](const StepPlace &at) {
    return createStepMap(
        at, /*ins=*/{}, numbers,
        /*predicated=*/false, /*takesIndex=*/true,
        [&](CodeBuilder &b, ValueRange item) -> SmallVector<Value> {
          return {getNumber(b, item.front(), /*odd=*/true)};
        });
  });
  // Indices ascend: the least of a segment is its first one.
  steps.add([&](const StepPlace &at) {
    CodeBuilder &b = at.b;
    auto scan = DeviceScanOp::create(
        at.b, TypeRange(), ScanMode::Inclusive, numbers, numbers, at.workspace,
        /*init=*/ValueRange(), /*identity=*/ValueRange(),
        /*reads=*/ValueRange(), /*asyncDependencies=*/ValueRange(),
        op.getSegments(), /*total=*/false, /*reverse=*/false,
        /*dimension=*/DenseI64ArrayAttr(), op.getSegmentFormAttr(),
        /*deterministic=*/DeterminismAttr(), at.initialized,
        /*tuning=*/TuningAttr(),
        CombinerKindAttr::get(b.getContext(), CombinerKind::MinUI),
        /*commutative=*/false);
    OpBuilder::InsertionGuard guard(b);
    Type types[] = {b.getI32Type(), b.getIndexType()};
    Block *body = b.addBlock(scan.getPrologue(), types);
    YieldOp::create(b, getNumber(b, body->getArgument(1), /*odd=*/false));
    return scan;
  });
  steps.add([&](const StepPlace &at) {
    SmallVector<Value> ins(op.getIns()), outs(sorted);
    ins.push_back(numbers);
    outs.push_back(sortedNumbers);
    DeviceSortOp sort = createStepSort(op, at, ins, outs, op.getReads());
    fillComparator(sort.getComparator());
    return sort;
  });
  // Where an element lies whose segment is that of the place, too.
  steps.add([&](const StepPlace &at) {
    SmallVector<Value> ins(sorted);
    ins.push_back(numbers);
    return createStepMap(at, ins, op.getOuts(), /*predicated=*/true,
                         /*takesIndex=*/false,
                         [&](CodeBuilder &b, ValueRange item) {
                           SmallVector<Value> values(item.drop_back());
                           Value lowest = b.andi(item.back(), 1);
                           values.push_back(b.eq(lowest, 0));
                           return values;
                         });
  });
}

/// The elements of a batch, if `op` is sorted in such.
static std::optional<int64_t> getBatch(DeviceSortOp op,
                                       const DeviceLimits &limits) {
  auto type = cast<MemRefType>(op.getIns().front().getType());
  if (type.getRank() != 1 || op.getSegmentForm())
    return std::nullopt;
  int64_t most = std::min(limits.maxSortItems, kMaxSortElements) - 1;
  bool isKnown = !type.isDynamicDim(0) && type.getDimSize(0) > most;
  if (!op.getBatches() && !isKnown)
    return std::nullopt;
  // Batches begin where whole vectors do.
  constexpr int64_t multiple = 64;
  return std::max<int64_t>(most < multiple ? most : most / multiple * multiple,
                           1);
}

static std::unique_ptr<Decomposition> getSteps(DeviceSortOp op,
                                               const DeviceLimits &limits) {
  auto order = cast<SortOpInterface>(op.getOperation());
  if (!op.getPrologue().empty())
    return std::make_unique<PrologueDecomposition>(op);
  if (order.getNumKeys() > 1 || order.getKeyOrders())
    return std::make_unique<KeyDecomposition>(op);
  if (std::optional<int64_t> batch = getBatch(op, limits))
    return std::make_unique<BatchDecomposition>(op, *batch);
  if (op.getSegmentForm() && !op.getComparator().empty())
    return std::make_unique<SegmentDecomposition>(op);
  return nullptr;
}

std::unique_ptr<Decomposition>
mlir::prim::decomposeSort(DeviceSortOp op, const DeviceLimits &limits) {
  std::unique_ptr<Decomposition> steps = getSteps(op, limits);
  // A sort with a prologue is replaced by a map and another sort, which gets
  // the discards.
  if (!op.getDiscards().empty() && op.getPrologue().empty() &&
      (steps || !op.getComparator().empty()))
    return decomposeDiscards(op, op.getOuts().size());
  return steps;
}
