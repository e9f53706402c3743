//===- SegmentedReduce.cpp - Lower prim.device_reduce of ranges *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each wave takes as many segments as it has lanes. A lane folds a tiny segment
// by itself, in order. Neighbouring tiny segments are copied to workgroup
// memory first, so that each line of device memory is read once. Other segments
// are listed for a second kernel. A wave folds a short one. Blocks are shared
// out evenly among the long ones: a segment with half of all elements takes all
// blocks, and many long segments take a block each.
//
// If a mean segment has a tile or more, each segment has a block at once. Only
// those that are much longer than the mean are listed.
//
// In a buffer of few elements, where no segment is long, the first kernel folds
// the short ones, too.
//
//===----------------------------------------------------------------------===//

#include "../Tile/HeadFlagBitmap.h"
#include "../Tile/WaveVote.h"
#include "DeviceReduce.h"
#include "LaneReduce.h"
#include "TileReduce.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Regions of the workspace: counters, what blocks leave for the one that
/// finishes last with a segment, and the numbers of segments that are not tiny:
/// from the front of long ones, from the back of short ones.
enum SegmentRegion : unsigned { Counters, States, Listed };
/// The i32 counters of the first region: listed segments, and blocks that have
/// finished.
enum SegmentCounter : unsigned { LongSegments, ShortSegments, FinishedBlocks };
constexpr int64_t counterBytes = 16;

/// A segment is tiny up to so many elements, which a lane folds one after the
/// other.
constexpr int64_t tinyElements = 64;
/// A segment is short up to so many elements of each lane of a wave. Regions
/// load fewer of them at once.
constexpr int64_t shortElements = 128, shortMappedElements = 32;
/// No short segment has more tiles of a wave than this, so that small tiles
/// make long segments of few elements.
constexpr int64_t shortTiles = 16;
/// Elements that a lane loads before it folds any of them, powers of two: of
/// its own segment, and of one that it shares.
constexpr int64_t ownTogether = 4, sharedTogether = 8, mappedTogether = 4;
/// A segment of more than so many times the mean length is shared out to all
/// blocks, where others have a block each.
constexpr int64_t maxOverMean = 2;
/// Threads of a block for tiny segments.
constexpr unsigned tinyThreads = 128;
/// Bytes of workgroup memory in which a wave keeps neighbouring segments.
constexpr int64_t windowBytes = 6144;
/// Lanes that must find their segments there, or copying does not pay.
constexpr int64_t minWindowLanes = 4;
/// Vectors that a lane has in flight while it copies.
constexpr unsigned copiedVectors = 4;

/// A wave takes several segments if there are more than the most blocks divided
/// by this.
constexpr int64_t fewestShare = 4;
/// The segments that a wave takes at a time.
constexpr SizeParam segmentsOfWave{"segments_of_wave"};
/// The most elements of a segment that a block has to itself.
constexpr SizeParam elementsOfBlock{"elements_of_block"};

/// Elements of neighbouring segments in workgroup memory, copied by a wave.
class SegmentWindow {
public:
  SegmentWindow(KernelBuilder &kernel, ArrayRef<MemoryArray> arrays);

  /// Whether elements lie side by side, as vectors require.
  bool isPossible() const { return capacity > 0; }
  /// Where a window begins that has element `first` (i64); i64.
  Value getBase(Value first) { return b.andi(first, -int64_t(vector)); }
  int64_t getCapacity() const { return capacity; }
  /// Whether `count` elements (i32) from `base` on can be copied (i1, uniform).
  Value canCopy(Value base, Value count);
  void copy(Value base, Value count);
  ArrayRef<MemoryArray> getSlots() const { return slots; }

private:
  Value countVectors(Value count) { return b.ceildivui(count, vector); }
  MemoryArray asVectors(const MemoryArray &array) {
    unsigned bytes = getElementBytes(array.getElement());
    Type type = b.getIntegerType(8 * bytes);
    return array.retyped(type).aligned(vector * bytes);
  }

  KernelBuilder &kernel;
  CodeBuilder &b;
  SmallVector<MemoryArray> slots;
  /// The memory of the op and of the window as integers, in vectors.
  SmallVector<MemoryArray> sources, targets;
  unsigned vector = 1;
  int64_t capacity = 0;
};

class SegmentKernel {
public:
  SegmentKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel), folder(op, kernel, tile),
        lanes(op, kernel), segments(op, kernel) {
    // Operands may have holes.
    RowView view(op, kernel, /*row=*/Value());
    ins = view.at(op.getIns());
    outs = view.at(op.getOuts());
    init = kernel.loadInit(op.getInit());
  }

  /// How segments are treated that are not tiny: a wave folds each of them
  /// where it is found, or all are listed for emitListed().
  enum class Others { Folded, Listed };
  void emitTiny(Others others);
  void emitListed();
  /// A block folds each segment. Those that are much longer than the mean are
  /// listed for emitListed().
  void emitEach();
  /// The most elements of a short segment.
  static int64_t getMaxShort(DeviceReduceOp op, const TargetInfo &target,
                             const TileShape &tile) {
    int64_t elements =
        LaneReduce::isPlain(op) ? shortElements : shortMappedElements;
    return target.waveSize *
           std::min<int64_t>(elements, shortTiles * tile.itemsPerThread);
  }

private:
  /// Folds from now on segment `number` (i64, uniform), which is returned.
  Segment enter(Value number);
  void write(Value number, const OptionalTuple &fold);
  /// Folds segment `number` (i64, uniform) by a wave.
  void writeByWave(Value number);
  /// Writes the folds of the segments, number `number`, of those lanes for
  /// which `isTiny` holds.
  void foldTiny(Value isTiny, const Segment &segment, Value number);
  void foldShort(Value isShort, Value first);
  /// Lists the segments, number `number`, of those lanes for which `isListed`
  /// holds.
  void list(SegmentCounter counter, Value isListed, Value number);
  void foldListedShort(Value count);
  void foldListedLong(Value count);
  /// The block that finishes last zeroes the counters and the lists.
  void resetLists(Value numLong, Value numShort);
  Value vote(Value holds) { return voteOfLanes(kernel, holds); }
  Value firstOf(Value mask) { return getFirstLane(kernel, mask); }
  Value lastOf(Value mask) { return getLastLane(kernel, mask); }
  Value ofLane(Value value, Value lane) {
    return getOfLane(kernel, value, lane);
  }
  Value region(SegmentRegion number) {
    return kernel.argument(LaunchValue::region(number));
  }
  MemoryArray counters() { return {region(Counters), b.getI32Type()}; }
  MemoryArray listed() { return {region(Listed), b.getI64Type()}; }
  /// Where a list has its entry `entry` (i64).
  Value placeOf(SegmentCounter counter, Value entry) {
    if (counter == LongSegments)
      return entry;
    return b.sub(b.sub(HeadFlagBitmap::count(op, kernel), 1), entry);
  }

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  TileReduce folder;
  LaneReduce lanes;
  SegmentTable segments;
  SmallVector<MemoryArray> ins, outs;
  /// The inputs from the first element of the entered segment on.
  SmallVector<MemoryArray> entered;
  SmallVector<Value> init;
};

} // namespace

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

SegmentWindow::SegmentWindow(KernelBuilder &kernel, ArrayRef<MemoryArray> given)
    : kernel(kernel), b(kernel) {
  unsigned widest = 1;
  int64_t bytes = 0;
  for (const MemoryArray &array : given) {
    if (!array.isDense())
      return;
    unsigned own = getElementBytes(array.getElement());
    widest = std::max(widest, own);
    bytes += own;
  }
  vector = std::max(kernel.target().accessBytes / widest, 1u);
  capacity = (windowBytes / bytes - ownTogether) / vector * vector;
  // Padding keeps vectors aligned.
  unsigned pitch = capacity + llvm::alignTo(ownTogether, vector);
  for (const MemoryArray &array : given) {
    Type type = array.getElement();
    unsigned waves = kernel.blockSize() / kernel.target().waveSize;
    MemoryArray all = kernel.workgroupArray(type, pitch * waves, "segments");
    Value own = b.mul(kernel.waveId(), pitch);
    MemoryArray slot = all.from(b, own);
    slots.push_back(slot);
    targets.push_back(asVectors(slot));
    sources.push_back(asVectors(array));
  }
}

Value SegmentWindow::canCopy(Value base, Value count) {
  Value copied = b.zextI64(b.mul(countVectors(count), vector));
  // Whole vectors are read.
  Value fits = b.sle(b.add(base, copied), kernel.elements());
  for (const MemoryArray &array : sources) {
    unsigned bytes = vector * getElementBytes(array.getElement());
    fits = b.andi(fits, IsAlignedOp::create(b, array.getBase(), bytes));
  }
  return fits;
}

void SegmentWindow::copy(Value base, Value count) {
  Value vectors = countVectors(count);
  Value last = b.sub(vectors, 1);
  unsigned lanes = kernel.target().waveSize;
  SmallVector<MemoryArray> given;
  for (const MemoryArray &source : sources)
    given.push_back(asVectors(source.from(b, base)));
  b.forEach(b.i32(0), vectors, lanes * copiedVectors, [&](Value first) {
    Value own = b.add(first, kernel.laneId());
    SmallVector<Value> places, loaded;
    for (unsigned i = 0; i < copiedVectors; ++i) {
      // All lanes that have no vector left move the last one.
      Value number = b.minui(b.add(own, i * lanes), last);
      places.push_back(b.mul(number, vector));
      for (const MemoryArray &array : given)
        loaded.push_back(array.loadVector(b, places.back(), vector));
    }
    ArrayRef<Value> left(loaded);
    for (Value place : places)
      for (const MemoryArray &target : targets) {
        target.storeVector(b, left.front(), place);
        left = left.drop_front();
      }
  });
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

Segment SegmentKernel::enter(Value number) {
  Segment segment = segments.find(number);
  entered.clear();
  for (const MemoryArray &array : ins)
    entered.push_back(array.from(b, segment.begin));
  folder.setInputs(entered, segment.elements, segment.begin);
  return segment;
}

void SegmentKernel::write(Value number, const OptionalTuple &fold) {
  storeAll(b, outs, folder.finish(fold, init), number);
}

void SegmentKernel::writeByWave(Value number) {
  Segment segment = enter(number);
  OptionalTuple fold = lanes.foldByWave(
      entered, segment.begin, segment.elements,
      LaneReduce::isPlain(op) ? sharedTogether : mappedTogether);
  kernel.ifThen(b.eq(kernel.laneId(), 0), [&] { write(number, fold); });
}

void SegmentKernel::foldTiny(Value isTiny, const Segment &segment,
                             Value number) {
  Value zero = b.i64(0), none = b.i32(0);
  Value elements = b.truncI32(segment.elements);
  int64_t together = LaneReduce::isPlain(op) ? ownTogether : 1;
  SegmentWindow window(kernel, ins);
  auto foldThere = [&](Value folds) {
    return lanes.fold(
        ins, {segment.begin, segment.begin, b.select(folds, elements, none)},
        together);
  };
  if (!window.isPossible()) {
    OptionalTuple fold = foldThere(isTiny);
    kernel.ifThen(isTiny, [&] { write(number, fold); });
    return;
  }
  auto isLeft = [&](ValueRange left) { return b.ne(vote(left.front()), zero); };
  b.whileLoop(isTiny, isLeft, [&](ValueRange values) -> SmallVector<Value> {
    Value left = values.front();
    // A window begins with the first segment that has elements.
    Value some = b.andi(left, b.ne(segment.elements, zero));
    Value base = window.getBase(ofLane(segment.begin, firstOf(vote(some))));
    Value place = b.sub(segment.begin, base);
    Value end = b.add(place, segment.elements);
    Value inside = b.andi(b.sge(place, zero), b.sle(end, window.getCapacity()));
    inside = b.andi(some, inside);
    // It ends with the last segment that begins there, of segments in order.
    Value reach = b.truncI32(end);
    Value count = ofLane(reach, lastOf(vote(inside)));
    inside = b.andi(inside, b.sle(reach, count));
    Value users = math::CtPopOp::create(b, vote(inside));
    Value pays = b.sge(users, minWindowLanes);
    Value copies = b.andi(pays, window.canCopy(base, count));
    SmallVector<Type> types(folder.getCombiner().getTypes());
    types.append(2, b.getI1Type());
    auto toResults = [](OptionalTuple fold, Value folds) {
      SmallVector<Value> results(std::move(fold.values));
      results.push_back(fold.present);
      results.push_back(folds);
      return results;
    };
    SmallVector<Value> results = b.select(
        copies, types,
        [&] {
          // Lanes may still read the window before this one.
          WarpBarrierOp::create(b);
          window.copy(base, count);
          WarpBarrierOp::create(b);
          LaneElements own{b.truncI32(place), segment.begin,
                           b.select(inside, elements, none), /*step=*/1,
                           /*padding=*/ownTogether};
          return toResults(lanes.fold(window.getSlots(), own, together),
                           inside);
        },
        [&] { return toResults(foldThere(left), left); });
    Value folds = results.pop_back_val();
    Value isSome = results.pop_back_val();
    kernel.ifThen(folds, [&] { write(number, {results, isSome}); });
    return {b.andi(left, b.invert(folds))};
  });
}

void SegmentKernel::foldShort(Value isShort, Value first) {
  Value zero = b.i64(0);
  auto isLeft = [&](ValueRange values) { return b.ne(values.front(), zero); };
  b.whileLoop(vote(isShort), isLeft,
              [&](ValueRange values) -> SmallVector<Value> {
                Value left = values.front();
                Value lane = b.zextI64(firstOf(left));
                writeByWave(b.add(first, lane));
                return {b.andi(left, b.sub(left, 1))};
              });
}

void SegmentKernel::list(SegmentCounter counter, Value isListed, Value number) {
  Value mask = vote(isListed);
  kernel.ifThen(b.ne(mask, 0), [&] {
    // One atomic access for all lanes.
    Value zero = b.i32(0);
    Value count = b.truncI32(math::CtPopOp::create(b, mask));
    Value isFirst = b.eq(kernel.laneId(), 0);
    ValueTuple before =
        evaluateIf(b, isFirst, /*anywhere=*/false, zero, [&]() -> ValueTuple {
          return {createAtomicAdd(b, count, counters().place(b, b.i32(counter)),
                                  MemoryOrder::Relaxed, MemoryScope::Device)};
        });
    Value entry =
        WarpMaskedBitCountOp::create(b, mask, ofLane(before.front(), zero));
    kernel.ifThen(isListed, [&] {
      listed().store(b, number, placeOf(counter, b.zextI64(entry)));
    });
  });
}

void SegmentKernel::emitTiny(Others others) {
  Value count = HeadFlagBitmap::count(op, kernel);
  Value each = kernel.param(segmentsOfWave);
  Value lane = b.zextI64(kernel.laneId());
  int64_t waves = kernel.blockSize() / kernel.target().waveSize;
  Value wave = b.mul(b.zextI64(kernel.blockId()), waves);
  wave = b.add(wave, b.zextI64(kernel.waveId()));
  Value begin = b.mul(wave, each);
  Value step = b.mul(b.mul(kernel.blocks(), waves), each);
  b.forEach(begin, count, step, [&](Value first) {
    Value number = b.add(first, lane);
    Value exists = b.ult(lane, each);
    exists = b.andi(exists, b.ult(number, count));
    // Lanes without a segment look at one that there is.
    Segment segment = segments.find(b.select(exists, number, first));
    auto isUpTo = [&](int64_t size) { return b.sle(segment.elements, size); };
    Value isTiny = b.andi(exists, isUpTo(tinyElements));
    Value isOther = b.andi(exists, b.invert(isTiny));
    if (others == Others::Listed)
      kernel.ifThen(b.ne(vote(isOther), 0), [&] {
        Value isShort = isUpTo(getMaxShort(op, kernel.target(), tile));
        list(ShortSegments, b.andi(isOther, isShort), number);
        list(LongSegments, b.andi(isOther, b.invert(isShort)), number);
      });
    foldTiny(isTiny, segment, number);
    if (others == Others::Folded)
      foldShort(isOther, first);
  });
}

void SegmentKernel::foldListedShort(Value count) {
  int64_t waves = tile.blockSize / kernel.target().waveSize;
  Value wave = b.mul(b.zextI64(kernel.blockId()), waves);
  wave = b.add(wave, b.zextI64(kernel.waveId()));
  Value step = b.mul(kernel.blocks(), waves);
  b.forEach(wave, b.zextI64(count), step, [&](Value entry) {
    Value number = listed().load(b, placeOf(ShortSegments, entry));
    writeByWave(WarpUniformOp::create(b, number));
  });
}

void SegmentKernel::foldListedLong(Value count) {
  // Told how many there are at most, LLVM does not prepare for more.
  Value blocks = b.minui(b.truncI32(kernel.blocks()),
                         kernel.device().getMaxPartials(tile.blockSize));
  Value parts = b.maxui(b.divui(blocks, b.maxui(count, 1)), 1);
  Value state = region(States);
  Value slots = b.zextI64(count);
  kernel.forGridStride(b.mul(slots, b.zextI64(parts)), [&](Value item) {
    Value slot = b.divui(item, b.zextI64(parts));
    Value part = b.sub(item, b.mul(slot, b.zextI64(parts)));
    Value number = listed().load(b, placeOf(LongSegments, slot));
    enter(number);
    folder.alignTiles();
    Value tiles = folder.countTiles();
    Value each = b.ceildivui(tiles, b.zextI64(parts));
    Value used = b.ceildivui(tiles, each);
    Value takesPart = b.ult(part, used);
    kernel.ifThen(takesPart, [&] {
      Value begin = b.mul(part, each);
      Value end = b.minsi(b.add(begin, each), tiles);
      OptionalTuple fold = folder.foldTiles(begin, end);
      // A segment's state is where it has room for all its parts; one
      // with a single part looks at none.
      Value unit = kernel.stateBytes(b.i32(1), folder.getCombiner().getTypes());
      Value before = b.truncI32(b.mul(slot, b.zextI64(parts)));
      Value own = kernel.stateOfRow(state, unit, before);
      Value tile = b.truncI32(part);
      auto grid = createGridReduce(b, folder.getCombiner(), fold.values, tile,
                                   b.truncI32(used), own,
                                   /*reset=*/op.getInitialized(),
                                   /*all=*/false);
      kernel.ifThen(grid.getHasFold(), [&] {
        write(number, {ValueTuple(grid.getFold()), fold.present});
      });
    });
  });
}

void SegmentKernel::emitListed() {
  Value numLong = counters().load(b, LongSegments);
  Value numShort = counters().load(b, ShortSegments);
  foldListedShort(numShort);
  foldListedLong(numLong);
  if (op.getInitialized())
    resetLists(numLong, numShort);
}

void SegmentKernel::emitEach() {
  Value count = HeadFlagBitmap::count(op, kernel);
  Value most = kernel.param(elementsOfBlock);
  kernel.forGridStride(count, [&](Value number) {
    Segment segment = enter(number);
    kernel.ifThen(
        b.sle(segment.elements, most),
        [&] {
          folder.alignTiles();
          OptionalTuple fold = folder.foldTiles(b.i64(0), folder.countTiles());
          kernel.ifThen(kernel.isFirstThread(), [&] { write(number, fold); });
        },
        [&] {
          kernel.ifThen(b.eq(kernel.waveId(), 0), [&] {
            Value isFirst = b.eq(kernel.laneId(), 0);
            list(LongSegments, isFirst, number);
          });
        });
  });
}

void SegmentKernel::resetLists(Value numLong, Value numShort) {
  Value isSome = b.ne(b.ori(numLong, numShort), 0);
  kernel.ifThen(isSome, [&] {
    // All threads of the block have read the lists.
    kernel.barrier();
    Value isFirstWave = b.eq(kernel.waveId(), 0);
    kernel.ifThen(isFirstWave, [&] {
      Value zero = b.i32(0);
      ValueTuple counted =
          evaluateIf(b, kernel.isFirstThread(), /*anywhere=*/false, zero,
                     [&]() -> ValueTuple {
                       return {createAtomicAdd(
                           b, 1, counters().place(b, b.i32(FinishedBlocks)),
                           MemoryOrder::AcqRel, MemoryScope::Device)};
                     });
      Value finished = ofLane(counted.front(), zero);
      WarpBarrierOp::create(b);
      Value last = b.sub(b.truncI32(kernel.blocks()), 1);
      kernel.ifThen(b.eq(finished, last), [&] {
        auto clear = [&](Value base, Value bytes) {
          kernel.clear(base, bytes, kernel.laneId(), kernel.target().waveSize);
        };
        clear(region(Counters), b.index(counterBytes));
        Value none = b.i64(0);
        for (auto [counter, count] : {std::pair(LongSegments, numLong),
                                      std::pair(ShortSegments, numShort)}) {
          Value lane = b.zextI64(kernel.laneId());
          b.forEach(lane, b.zextI64(count), kernel.target().waveSize,
                    [&, counter = counter](Value entry) {
                      listed().store(b, none, placeOf(counter, entry));
                    });
        }
      });
    });
  });
}

DevicePlan mlir::prim::planSegmentedReduce(DeviceReduceOp op,
                                           const TileShape &tile,
                                           const DeviceContext &context) {
  const TargetInfo &target = context.getTarget();
  int64_t waves = std::max(tinyThreads / target.waveSize, 1u);
  TileShape tiny{unsigned(waves * target.waveSize), tile.itemsPerThread};
  int64_t maxBlocks = context.getMaxPartials(tile.blockSize);
  DevicePlan plan{tile, RowForm::get(op)};
  using Region = WorkspaceRegion;
  Size states = Size::gridState(op.getAccumulatorTypes(), /*tiles=*/1)
                    .alignTo(Region::rowAlignment) *
                maxBlocks;
  Size offsets = Size::extent(op.getSegments().front());
  constexpr Region::Reset byKernels = Region::Reset::Kernels;
  plan.regions = {Region::zeros(counterBytes, byKernels),
                  Region::zeros(states, byKernels),
                  {offsets * sizeof(int64_t)}};
  // A wave takes up to a segment for each lane. Fewer segments than lanes are
  // still work for many waves.
  Size each = offsets.ceilDiv(std::max<int64_t>(maxBlocks / fewestShare, 1))
                  .min(target.waveSize)
                  .max(1);
  auto addRanges = [&](llvm::StringLiteral name, SegmentKernel::Others others) {
    unsigned number =
        plan.addKernel(name, tiny.blockSize, [=](KernelBuilder &kernel) {
          SegmentKernel(op, kernel, tiny).emitTiny(others);
        });
    PlanLaunch launch{
        number, LaunchSchedule::ofWork(offsets, each * waves,
                                       context.getMaxBlocks(tiny.blockSize))};
    launch.pass(segmentsOfWave, each);
    return launch;
  };
  PlanLaunch few = addRanges("ranges", SegmentKernel::Others::Folded);
  PlanLaunch many = addRanges("ranges_tiny", SegmentKernel::Others::Listed);
  PlanLaunch listed{
      plan.addKernel("ranges_listed", tile.blockSize,
                     [=](KernelBuilder &kernel) {
                       SegmentKernel(op, kernel, tile).emitListed();
                     }),
      LaunchSchedule::spread(maxBlocks)};
  PlanLaunch ofEach{plan.addKernel("ranges_each", tile.blockSize,
                                   [=](KernelBuilder &kernel) {
                                     SegmentKernel(op, kernel, tile).emitEach();
                                   }),
                    LaunchSchedule::ofWork(offsets, /*unit=*/1,
                                           context.getMaxGrid(tile.blockSize))};
  // Long segments of too few for the device are shared out.
  Size fewest = offsets.max(context.getMaxReduceBlocks(tile.blockSize));
  Size most = Size::elements().div(fewest) * maxOverMean;
  // A segment of one tile has no parts to share out.
  ofEach.pass(elementsOfBlock, most.max(tile.items()));
  // No segment is longer than the buffer.
  plan.cases = {{SegmentKernel::getMaxShort(op, target, tile),
                 /*usesWorkspace=*/false,
                 {few}},
                {INT64_MAX, /*usesWorkspace=*/true, {ofEach, listed}},
                {INT64_MAX, /*usesWorkspace=*/true, {many, listed}}};
  plan.cases[1].guard = {offsets * tile.items(), Size::elements(),
                         "segments have tiles"};
  return plan;
}
