//===- DeviceHistogram.cpp - Lower prim.device_histogram -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every block counts tiles in workgroup memory, in turns with the others, and
// adds what it has to the outputs. There are several counters for each bin, as
// many as there is room for, so that lanes with one bin do not wait for each
// other; with few of them, or none, a thread adds up equal neighbours first.
// Elements of a byte are counted as such: which bin they belong to is asked
// once for each of the 256 that there are. They are read in whole vectors from
// the first aligned one on, as their order does not matter.
//
//===----------------------------------------------------------------------===//

#include "DeviceHistogram.h"
#include "../Engine/OperandChecks.h"
#include "../Tile/TileIO.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/IR/Limits.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Where a kernel counts.
enum class CounterPlace {
  /// In workgroup memory, bytes before they are mapped.
  Bytes,
  /// In workgroup memory.
  Block,
  /// In the outputs.
  Device,
  /// In workgroup memory if the bins, whose number is not known, fit.
  Either
};

/// Counters are cleared and added up in vectors of so many.
static constexpr unsigned counterVector = 4;

/// The choices that follow from the op and the target.
struct HistogramForm {
  HistogramForm(DeviceHistogramOp op, const TileShape &tile,
                const DeviceContext &context);

  /// Whether threads add up equal neighbours before they count them in a
  /// block's memory.
  bool joinsNeighbours = false;
  /// From so many counters for each bin on, lanes with one bin wait for each
  /// other no longer than twice as long as others do.
  static constexpr unsigned minCopies = 8;
  static constexpr unsigned byteValues = 256, wordBytes = 4;

  CounterPlace place;
  /// Bytes of a counter.
  unsigned bytes;
  /// Counters for each bin, next to each other; 0 where that depends.
  unsigned copies = 1;
  /// Elements of the counters' memory.
  unsigned words = 0;
  /// Bytes of an access where bytes are counted in any order; else 0.
  unsigned vectorBytes = 0;
  /// Bytes of the levels and their table in workgroup memory; 0 if they do not
  /// fit. Where that depends they take the beginning of the counters' memory.
  uint64_t tableBytes = 0;
};

class HistogramKernel {
public:
  /// With `isOne` one block does all there is to do.
  HistogramKernel(DeviceHistogramOp op, KernelBuilder &kernel, TileShape tile,
                  const HistogramForm &form, bool isOne)
      : op(op), kernel(kernel), tile(tile), form(form), isOne(isOne), b(kernel),
        bins(op, kernel) {}

  void emit();

private:
  using Place = HistogramBins::Place;
  /// The counters of a block.
  struct Counters {
    std::optional<MemoryArray> array;
    /// The number of each output's first bin.
    SmallVector<Value> first;
    /// Bytes from bin to bin, the lane's place among the counters of one, and
    /// log2 of how many these are; i32.
    Value stride, own, shift;
  };

  /// Counts in workgroup memory, or in the outputs where that is null.
  void countAll(Counters *counters);
  /// Counts the bytes of a dense input in aligned vectors.
  void countBytes(Counters &counters);
  void countVector(Value bytes, Counters &counters);
  void countTile(Value base, Counters *counters);
  /// Adds `amount` to a bin of a channel.
  void add(unsigned channel, Value bin, Value amount, Counters *counters);
  MemoryArray allocateCounters();
  /// Counters in `memory`, which has so many words (i32), set to zero.
  Counters createCounters(const MemoryArray &memory, Value words);
  /// The count of bin `number` of all.
  Value getCounted(const Counters &counters, Value number);
  void addToOuts(Counters &counters);
  void addBytes(Counters &counters);
  void addToOut(unsigned channel, Value bin, Value count);
  /// Sets the counts in device memory to zero, by this block alone.
  void clearCounts();
  /// Runs `body` in threads for each number (i32) below `count`.
  void forNumbers(Value count, std::optional<int64_t> known,
                  llvm::function_ref<void(Value)> body);
  /// The amount that is added for an element: the item of `weights`, or 1.
  Value getAmount(ArrayRef<ValueTuple> weights, unsigned item);

  Value mul(Value x, Value y) {
    return b.mul(x, y, arith::IntegerOverflowFlags::nuw);
  }
  Type counterType() { return b.getIntegerType(8 * form.bytes); }
  /// A number of counts in another width.
  Value resize(Value value, Type type) {
    if (value.getType() == type)
      return value;
    if (value.getType().isIndex())
      return b.indexCast(type, value);
    return b.extui(type, value);
  }

  DeviceHistogramOp op;
  KernelBuilder &kernel;
  TileShape tile;
  const HistogramForm &form;
  bool isOne;
  CodeBuilder &b;
  HistogramBins bins;
  SmallVector<MemoryArray> ins;
  Value size;
};

} // namespace

//===----------------------------------------------------------------------===//
// Form
//===----------------------------------------------------------------------===//

/// Whether all that an element's bin depends on is a byte.
static bool isOfBytes(DeviceHistogramOp op) {
  auto type = cast<MemRefType>(op.getIns().front().getType());
  if (op.getIns().size() != 1 || !type.getElementType().isInteger(8))
    return false;
  size_t items = 1;
  if (Region &prologue = op.getPrologue(); !prologue.empty()) {
    if (prologue.getNumArguments() > 1)
      return false;
    items = op.getItemTypes().size();
  }
  return op.getBin().empty() || op.getBin().getNumArguments() == items;
}

/// The widest access to bytes that divides a thread's items; 0 where it takes
/// no whole words, or the channel or the weight of a byte follows from its
/// place.
static unsigned getVectorBytes(DeviceHistogramOp op, const TileShape &tile,
                               const TargetInfo &target) {
  if (op.getWeights() || op.getNumChannels() > 1)
    return 0;
  unsigned bytes = TileIO::getRowVector(target, op.getIns(), tile);
  return bytes % HistogramForm::wordBytes ? 0 : bytes;
}

HistogramForm::HistogramForm(DeviceHistogramOp op, const TileShape &tile,
                             const DeviceContext &context) {
  const TargetInfo &target = context.getTarget();
  uint64_t most = target.ldsBytes;
  if (std::optional<int64_t> limit = context.getLimits().histogramBytes)
    most = std::min<uint64_t>(most, *limit);
  // Only weights make counts that 32 bits of a block do not hold.
  bytes = op.getWeights() && getElementBytes(op.getCountType()) == 8 ? 8 : 4;
  auto countCopies = [&](uint64_t bins) {
    unsigned copies =
        getHistogramCopies(target, std::max<uint64_t>(bins * bytes / 4, 1));
    while (copies > 1 && copies * bins * bytes > most)
      copies /= 2;
    return copies;
  };
  uint64_t values = byteValues * op.getNumActive();
  if (isOfBytes(op) && values * bytes * minCopies <= most &&
      countCopies(values) >= minCopies) {
    place = CounterPlace::Bytes;
    copies = countCopies(values);
    words = copies * values;
    vectorBytes = getVectorBytes(op, tile, target);
    return;
  }
  bool joins = op.getWeights() || !addsEqualLanes(target);
  std::optional<int64_t> known = HistogramBins::countKnown(op);
  if (!known) {
    joinsNeighbours = joins;
    place = CounterPlace::Either;
    copies = 0;
    words = std::min<uint64_t>(most, getHistogramBytes(target)) / bytes;
    if (words == 0)
      place = CounterPlace::Device;
    return;
  }
  if (static_cast<uint64_t>(*known) * bytes > most) {
    place = CounterPlace::Device;
    return;
  }
  place = CounterPlace::Block;
  copies = countCopies(*known);
  words = copies * *known;
  joinsNeighbours = joins && copies < minCopies;
  uint64_t table = HistogramBins::countTableBytes(op).value_or(0);
  if (llvm::alignTo(words, counterVector) * bytes + table <= target.ldsBytes)
    tableBytes = table;
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

void HistogramKernel::forNumbers(Value count, std::optional<int64_t> known,
                                 llvm::function_ref<void(Value)> body) {
  int64_t threads = kernel.blockSize();
  constexpr int64_t maxUnrolled = 4;
  if (known && *known <= maxUnrolled * threads)
    return kernel.forBlockStride(*known, body);
  // The last number and the threads may be more than 31 bits count.
  Type i64 = b.getI64Type();
  Value first = b.extui(i64, kernel.threadId());
  kernel.forEach(first, b.extui(i64, count), threads,
                 [&](Value number) { body(b.truncI32(number)); });
}

MemoryArray HistogramKernel::allocateCounters() {
  unsigned words = llvm::alignTo(form.words, counterVector);
  return kernel.workgroupArray(counterType(), words, "counters");
}

HistogramKernel::Counters
HistogramKernel::createCounters(const MemoryArray &memory, Value words) {
  Counters counters;
  counters.array = memory.aligned(WorkgroupAllocOp::kAlignment);
  // Vectors of 16 bytes.
  unsigned vector = WorkgroupAllocOp::kAlignment / form.bytes;
  auto type = VectorType::get({vector}, counterType());
  std::optional<int64_t> known;
  if (form.copies)
    known = llvm::divideCeil(form.words, vector);
  Value zeros = b.zero(type);

  Value sum = b.i32(0);
  bool isOfBytes = form.place == CounterPlace::Bytes;
  for (unsigned channel = 0; channel < bins.getBins().size(); ++channel) {
    counters.first.push_back(sum);
    sum = b.add(sum, isOfBytes ? b.i32(HistogramForm::byteValues)
                               : bins.getBins()[channel].count);
  }
  Value used;
  if (form.copies) {
    counters.shift = b.i32(llvm::Log2_32(form.copies));
    used = b.i32(*known);
  } else {
    // As many as there is room for, up to one for each bank.
    Value each = b.divui(words, b.maxui(sum, 1));
    Value zeroBits = math::CountLeadingZerosOp::create(b, b.maxui(each, 1));
    counters.shift = b.minui(b.sub(b.i32(31), zeroBits),
                             llvm::Log2_32(kernel.target().units.ldsBanks));
    used = b.ceildivui(b.shli(sum, counters.shift), vector);
  }
  counters.stride = b.shli(b.i32(form.bytes), counters.shift);
  Value mask = b.sub(b.shli(b.i32(1), counters.shift), 1);
  Value copy = b.andi(kernel.laneId(), mask);
  counters.own = mul(copy, b.i32(form.bytes));
  forNumbers(used, known, [&](Value number) {
    counters.array->storeVector(b, zeros, mul(number, b.i32(vector)));
  });
  return counters;
}

void HistogramKernel::add(unsigned channel, Value bin, Value amount,
                          Counters *counters) {
  if (!counters)
    return addToOut(channel, bin, amount);
  Value number = b.add(counters->first[channel], bin);
  Value offset = b.add(mul(number, counters->stride), counters->own);
  createAtomicAdd(b, resize(amount, counterType()),
                  {counters->array->getBase(), offset}, MemoryOrder::Relaxed,
                  MemoryScope::Block);
}

Value HistogramKernel::getCounted(const Counters &counters, Value number) {
  const MemoryArray &array = *counters.array;
  Value first = b.shli(number, counters.shift);
  if (!form.copies) {
    // Lanes begin at different ones, so that they meet in few banks.
    Value count = b.shli(b.i32(1), counters.shift);
    Value mask = b.sub(count, 1);
    auto addCopy = [&](Value number, ValueRange sum) -> SmallVector<Value> {
      Value copy = b.andi(b.add(kernel.laneId(), number), mask);
      return {b.add(sum.front(), array.load(b, b.add(first, copy)))};
    };
    Value first = b.i32(0);
    return b.forEach(first, count, 1, b.zero(counterType()), addCopy).front();
  }
  unsigned vector = WorkgroupAllocOp::kAlignment / form.bytes;
  vector = std::min(vector, form.copies);
  unsigned vectors = form.copies / vector;
  MemoryArray aligned = array.aligned(vector * form.bytes);
  Value sum;
  for (unsigned i = 0; i < vectors; ++i) {
    Value turn = b.andi(b.add(kernel.laneId(), i), vectors - 1);
    Value begin = b.add(first, mul(turn, b.i32(vector)));
    Value loaded = aligned.loadVector(b, begin, vector);
    for (unsigned j = 0; j < vector; ++j) {
      Value counted = vector::ExtractOp::create(b, loaded, int64_t(j));
      sum = sum ? b.add(sum, counted) : counted;
    }
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// The counts of a channel, as they are held.
static MemoryArray getStored(HistogramBins &bins, unsigned channel) {
  MemoryArray counts = bins.getCounts(channel);
  return counts.retyped(getStorageType(counts.getElement()));
}

void HistogramKernel::addToOut(unsigned channel, Value bin, Value count) {
  MemoryArray out = getStored(bins, channel);
  // Bytes of many bins take more than 32 bits.
  Value index = b.zextI64(bin);
  createAtomicAdd(b, resize(count, out.getElement()), out.place(b, index),
                  MemoryOrder::Relaxed, MemoryScope::Device);
}

void HistogramKernel::addToOuts(Counters &counters) {
  for (auto [channel, own] : llvm::enumerate(bins.getBins()))
    forNumbers(own.count, own.known, [&, channel = channel](Value bin) {
      Value number = b.add(counters.first[channel], bin);
      Value count = getCounted(counters, number);
      if (isOne) {
        bins.finish(channel, b.zextI64(bin), count);
        return;
      }
      Value some = b.ne(count, 0);
      kernel.ifThen(some, [&] { addToOut(channel, bin, count); });
    });
}

void HistogramKernel::addBytes(Counters &counters) {
  Value values = b.i32(HistogramForm::byteValues);
  for (unsigned channel = 0; channel < bins.getBins().size(); ++channel)
    forNumbers(values, HistogramForm::byteValues, [&](Value value) {
      Value count = getCounted(counters, b.add(counters.first[channel], value));
      Value some = b.ne(count, 0);
      kernel.ifThen(some, [&] {
        Value byte = b.trunci(b.getI8Type(), value);
        Place place = bins.find(channel, kernel.map(op.getPrologue(), byte));
        kernel.ifThen(place.inside,
                      [&] { addToOut(channel, place.bin, count); });
      });
    });
}

void HistogramKernel::clearCounts() {
  for (auto [channel, own] : llvm::enumerate(bins.getBins()))
    forNumbers(own.count, own.known, [&, channel = channel](Value bin) {
      MemoryArray out = getStored(bins, channel);
      Value index = b.zextI64(bin);
      Value zero = b.zero(out.getElement());
      createAtomicStore(b, zero, out.place(b, index), MemoryOrder::Relaxed,
                        MemoryScope::Device);
    });
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Value HistogramKernel::getAmount(ArrayRef<ValueTuple> weights, unsigned item) {
  if (weights.empty())
    return b.constant(counterType(), 1);
  Value weight = weights[item].front();
  return resize(weight,
                weight.getType().isIndex() ? b.getI64Type() : weight.getType());
}

void HistogramKernel::countTile(Value base, Counters *counters) {
  unsigned channels = op.getNumChannels(), active = op.getNumActive();
  // A thread's items are of channels that are known: vectors hold whole pixels,
  // or all that it has does.
  unsigned vector =
      TileIO::getRowVector(kernel.target(), op.getDeviceIns(), tile);
  if (vector % channels)
    vector = TileIO::blocked;
  TileIO io(kernel, tile, vector, /*reverse=*/false, size, base);
  bool isOfBytes = form.place == CounterPlace::Bytes;
  mlir::Region none;
  io.fullOrPartial([&](bool isFull) {
    SmallVector<ValueTuple> items = io.loadMapped(
        ArrayRef(ins).take_front(op.getIns().size()),
        isOfBytes ? none : op.getPrologue(), /*neutral=*/nullptr, isFull);
    SmallVector<ValueTuple> weights;
    if (op.getWeights()) {
      Value zero = b.zero(ins.back().getElement());
      weights = unpackItems(b, io.loadItemVectors(ins.back(), isFull, zero));
    }
    SmallVector<Value> exist = io.areValidUnless(isFull);
    SmallVector<Place> places;
    if (!isOfBytes) {
      SmallVector<Value> indices =
          io.getIndicesFor(op.getBin(), items.front().size());
      places = bins.findAll(items, indices, exist);
    }
    // The bin of which a thread has seen a run, of each channel, and what there
    // is to be added; all bits are set of one that is none.
    struct Run {
      Value bin, amount;
    };
    SmallVector<Run> runs(active);
    Value noBin = b.i32(-1);
    auto addRun = [&](unsigned channel, Value ends) {
      Run &run = runs[channel];
      Value counts = b.ne(run.bin, noBin);
      if (ends)
        counts = b.andi(counts, ends);
      kernel.ifThen(counts,
                    [&] { add(channel, run.bin, run.amount, counters); });
    };
    for (auto [i, item] : llvm::enumerate(items)) {
      unsigned channel = i % channels;
      if (channel >= active)
        continue;
      Value amount = getAmount(weights, i);
      if (isOfBytes) {
        Value value = b.zextI32(item.front());
        auto count = [&] { add(channel, value, amount, counters); };
        if (isFull)
          count();
        else
          kernel.ifThen(exist[i], count);
        continue;
      }
      Place place = places[i];
      if (counters && !form.joinsNeighbours) {
        kernel.ifThen(place.inside,
                      [&] { add(channel, place.bin, amount, counters); });
        continue;
      }
      Value own = b.select(place.inside, place.bin, noBin);
      Run &run = runs[channel];
      if (!run.bin) {
        run = {own, amount};
        continue;
      }
      Value ends = b.ne(own, run.bin);
      addRun(channel, ends);
      run.amount = b.select(ends, amount, b.add(run.amount, amount));
      run.bin = own;
    }
    for (unsigned channel = 0; channel < active; ++channel)
      if (runs[channel].bin)
        addRun(channel, Value());
  });
}

void HistogramKernel::countAll(Counters *counters) {
  Value tiles = b.ceildivui(size, tile.items());
  kernel.forGridStride(tiles, [&](Value number) {
    countTile(b.mul(number, tile.items()), counters);
  });
}

void HistogramKernel::countVector(Value bytes, Counters &counters) {
  constexpr unsigned perWord = HistogramForm::wordBytes;
  int64_t words = form.vectorBytes / perWord;
  auto type = VectorType::get({words}, b.getI32Type());
  Value packed = vector::BitCastOp::create(b, type, bytes);
  Value one = b.constant(counterType(), 1);
  for (int64_t i = 0; i < words; ++i) {
    Value word = vector::ExtractOp::create(b, packed, i);
    // A shift by bits becomes one with that of the counter's offset.
    for (unsigned byte = 0; byte < perWord; ++byte) {
      Value value = b.andi(b.shrui(word, 8 * byte), 0xff);
      add(/*channel=*/0, value, one, &counters);
    }
  }
}

void HistogramKernel::countBytes(Counters &counters) {
  const MemoryArray &bytes = ins.front();
  unsigned width = form.vectorBytes;
  int64_t perThread = tile.itemsPerThread / width;
  Value head = b.minui(countUnaligned(b, bytes, width), size);
  Value vectors = b.divui(b.sub(size, head), width);
  MemoryArray whole = bytes.from(b, head).aligned(width);
  Value thread = b.zextI64(kernel.threadId());
  int64_t perChunk = tile.blockSize;
  auto load = [&](Value chunk) {
    Value vector = b.add(b.mul(chunk, perChunk), thread);
    return whole.loadVector(b, b.mul(vector, width), width);
  };
  // Blocks take whole chunks, a vector for each thread, in turns.
  Value chunks = b.divui(vectors, perChunk);
  Value next = b.zextI64(kernel.blockId()), blocks = kernel.blocks();
  auto countChunks = [&](int64_t atOnce) {
    Value end = b.sub(chunks, b.mul(blocks, atOnce - 1));
    Value step = b.mul(blocks, atOnce);
    auto countRound = [&](Value chunk, ValueRange) -> SmallVector<Value> {
      Value after = b.add(chunk, step);
      SmallVector<Value> loaded;
      for (int64_t i = 0; i < atOnce; ++i) {
        loaded.push_back(load(chunk));
        chunk = b.add(chunk, blocks);
      }
      for (Value vector : loaded)
        countVector(vector, counters);
      return {after};
    };
    next = b.forEach(next, end, step, next, countRound).front();
  };
  if (perThread > 1)
    countChunks(perThread);
  countChunks(1);
  Value isNext = b.eq(next, chunks);
  Value inRest = b.ult(thread, b.sub(vectors, b.mul(chunks, perChunk)));
  kernel.ifThen(b.andi(isNext, inRest),
                [&] { countVector(load(chunks), counters); });
  // No more bytes are left than the threads of one wave.
  Value covered = b.mul(vectors, width), number = kernel.gridThreads().first;
  Value isLeft = b.ult(number, b.sub(size, covered));
  kernel.ifThen(isLeft, [&] {
    Value isBefore = b.ult(number, head);
    Value after = b.add(number, covered);
    Value byte = bytes.load(b, b.select(isBefore, number, after));
    Value one = b.constant(counterType(), 1);
    add(/*channel=*/0, b.zextI32(byte), one, &counters);
  });
}

void HistogramKernel::emit() {
  RowView view(op, kernel, /*row=*/Value());
  ins = view.at(op.getDeviceIns());
  size = kernel.elements();
  std::optional<MemoryArray> memory;
  if (form.place != CounterPlace::Device)
    memory = allocateCounters();
  auto inBlock = [&](const MemoryArray &memory, Value words) {
    Counters counters = createCounters(memory, words);
    kernel.barrier();
    countAll(&counters);
    kernel.barrier();
    addToOuts(counters);
  };
  auto inAll = [&] { inBlock(*memory, b.i32(form.words)); };
  // Counts that are added to have to be zero, as all threads see them.
  auto clear = [&] {
    if (!isOne)
      return;
    clearCounts();
    gpu::BarrierOp::create(b);
  };
  auto finish = [&] {
    if (!isOne || op.getEpilogue().empty())
      return;
    gpu::BarrierOp::create(b);
    bins.finishAll(b.zextI64(kernel.threadId()), b.i64(tile.blockSize));
  };
  auto onDevice = [&] {
    clear();
    countAll(/*counters=*/nullptr);
    finish();
  };
  switch (form.place) {
  case CounterPlace::Bytes: {
    Counters counters = createCounters(*memory, b.i32(form.words));
    clear();
    kernel.barrier();
    if (form.vectorBytes && ins.front().isDense())
      countBytes(counters);
    else
      countAll(&counters);
    kernel.barrier();
    addBytes(counters);
    finish();
    return;
  }
  case CounterPlace::Block:
    if (!form.tableBytes)
      return inAll();
    return bins.withTable(
        kernel.workgroupArray(b.getI8Type(), form.tableBytes, "levels")
            .getBase(),
        inAll);
  case CounterPlace::Device:
    return onDevice();
  case CounterPlace::Either: {
    Type i64 = b.getI64Type();
    Value sum = b.i64(0);
    for (const HistogramBins::Bins &own : bins.getBins())
      sum = b.add(sum, b.extui(i64, own.count));
    auto inEither = [&] {
      Value fits = b.ule(sum, form.words);
      kernel.ifThen(fits, inAll, onDevice);
    };
    if (op.getRange().empty())
      return inEither();
    // The table is a multiple of both kinds of counters.
    Value table = b.divui(bins.countTableBytes(), form.bytes);
    Value fits = b.ule(b.add(table, sum), form.words);
    auto afterTable = [&] {
      MemoryArray counters = memory->from(b, table);
      Value words = b.sub(b.i32(form.words), b.truncI32(table));
      bins.withTable(memory->getBase(), [&] { inBlock(counters, words); });
    };
    return kernel.ifThen(fits, afterTable, inEither);
  }
  }
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Weights that are floats are scanned in runs.
static bool hasFloats(DeviceHistogramOp op) {
  return isa<FloatType>(op.getCountType());
}

/// The body of a launch before the others: every bin is zero.
static void emitClear(DeviceHistogramOp op, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  auto [first, step] = kernel.gridThreads();
  HistogramBins bins(op, kernel);
  for (auto [channel, own] : llvm::enumerate(bins.getBins())) {
    MemoryArray counts = getStored(bins, channel);
    kernel.forEach(first, b.zextI64(own.count), step, [&](Value bin) {
      Value zero = b.zero(counts.getElement());
      counts.store(b, zero, bin);
    });
  }
}

/// The body of a launch after the others: the epilogue maps all counts.
static void emitFinish(DeviceHistogramOp op, KernelBuilder &kernel) {
  auto [first, step] = kernel.gridThreads();
  HistogramBins(op, kernel).finishAll(first, step);
}

namespace {

class HistogramLowering : public OpLowering<DeviceHistogramOp> {
public:
  explicit HistogramLowering(DeviceHistogramOp op)
      : OpLowering(op, hasFloats(op) ? DeviceAlgorithm::SerialScan
                                     : DeviceAlgorithm::Histogram) {}

  uint64_t countItemRegisters() const override {
    return std::max(OpLowering::countItemRegisters(),
                    countRegisters(op.getItemTypes()));
  }

  /// A thread's items are of channels that are known.
  TileShape getHeldTile(TileShape tile) const override {
    tile.itemsPerThread =
        llvm::alignTo(tile.itemsPerThread, op.getNumChannels());
    return tile;
  }

  std::string nameIn(unsigned number) const override {
    return number == op.getIns().size() ? "weights 0"
                                        : OpLowering::nameIn(number);
  }

  void emitSizeChecks(OperandChecks &checks) const override {
    HostBuilder &host = checks.getHost();
    checks.checkIns();
    Value first = op.getIns().front();
    auto type = cast<MemRefType>(first.getType());
    int64_t last = type.getRank() - 1;
    if (int64_t channels = op.getNumChannels();
        channels > 1 && type.isDynamicDim(last)) {
      Value size = host.extent(first, last), pixel = host.i64(channels);
      Value whole = host.mul(host.divui(size, pixel), pixel);
      checks.check(host.eq(size, whole),
                   "ins 0 has {} elements in its last dimension, which is not "
                   "a multiple of the {} channels of a pixel",
                   {size, pixel});
    }
    for (auto [number, out] : llvm::enumerate(op.getOuts())) {
      std::string outs = ("outs " + Twine(number)).str();
      std::string range = ("range " + Twine(number)).str();
      Value bins = checks.expectSize(outs, out);
      checks.check(host.sle(bins, INT32_MAX),
                   outs + " has {} bins, but at most 2147483647 are supported",
                   bins);
      if (op.getRange().empty())
        continue;
      Value levels = host.extent(op.getRange()[number], 0);
      checks.check(host.eq(levels, host.add(bins, 1)),
                   range + " has {} levels, but " + outs +
                       " has {} bins, which need one more",
                   {levels, bins});
    }
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan>
HistogramLowering::plan(const DeviceContext &context) const {
  TileShape tile = getHeldTile(getTile(context));
  if (hasFloats(op))
    return planFloatHistogram(op, tile, context);
  DevicePlan plan{tile, RowForm::get(op)};
  HistogramForm form(op, tile, context);
  auto addCount = [&](bool isOne) {
    return plan.addKernel(
        "histogram", tile, [=, op = op](KernelBuilder &kernel) {
          HistogramKernel(op, kernel, tile, form, isOne).emit();
        });
  };
  bool isMapped = !op.getEpilogue().empty();
  PlanLaunch one{addCount(/*isOne=*/true)};
  plan.cases.push_back(
      {tile.items(), isMapped && form.place != CounterPlace::Block, {one}});
  int64_t maxBlocks = context.getMaxBlocks(tile.blockSize);
  auto inTurns =
      form.vectorBytes
          ? LaunchSchedule::ofWork(Size::elements(),
                                   tile.blockSize * form.vectorBytes, maxBlocks)
          : LaunchSchedule::gridStride(maxBlocks);
  Size bins = 0;
  for (Value out : op.getOuts())
    bins = bins + Size::extent(out);
  auto ofBins = LaunchSchedule::ofWork(bins, tile.blockSize, maxBlocks);
  auto addOfBins = [&](llvm::StringLiteral name,
                       void (*emit)(DeviceHistogramOp, KernelBuilder &)) {
    return PlanLaunch{plan.addKernel(name, tile.blockSize,
                                     [=, op = op](KernelBuilder &kernel) {
                                       emit(op, kernel);
                                     }),
                      ofBins};
  };
  PlanLaunch clear = addOfBins("clear_bins", emitClear);
  PlanLaunch count{addCount(/*isOne=*/false), inTurns};
  plan.cases.push_back({INT64_MAX, isMapped, {clear, count}});
  if (isMapped) {
    plan.regions.push_back({bins * getElementBytes(op.getCountType())});
    plan.cases.back().launches.push_back(addOfBins("finish_bins", emitFinish));
  }
  return plan;
}

std::unique_ptr<DeviceLowering>
mlir::prim::createLowering(DeviceHistogramOp op) {
  return std::make_unique<HistogramLowering>(op);
}
