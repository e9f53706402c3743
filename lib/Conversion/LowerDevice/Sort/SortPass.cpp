//===- SortPass.cpp - Kernels of the device sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass ranks each tile by one digit and learns from the tiles before it, by a
// look-back with a chain per digit, where in the output its items of every
// digit begin. The first tile takes the place of all tiles before it: it starts
// from the scan of the histogram. Segments that are sorted apart have a
// histogram and a first tile each, and tiles of their own.
//
//===----------------------------------------------------------------------===//

#include "../Tile/TileIO.h"
#include "DeviceSort.h"
#include "SortSegments.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class SortPassBuilder {
public:
  SortPassBuilder(DeviceSortOp op, const RadixSort &sort, bool isLast,
                  KernelBuilder &kernel)
      : op(op), sort(sort), firstWritten(isLast && sort.discardsKeys ? 1 : 0),
        kernel(kernel), b(kernel), i32(b.getI32Type()),
        count(sort.tile.itemsPerThread),
        digitsPerThread(std::max(sort.countsFirst ? 1 : minDigitsPerThread,
                                 BlockRadixRankOp::getDigitsPerThread(
                                     sort.digitBits, sort.tile.blockSize))) {}

  void emit();

private:
  using Values = SmallVector<Value>;
  Value digitOf(Value key) {
    Value from = shift;
    // Whole bytes of a word, and said to be.
    if (sort.countsFirst && sort.digitBits == 8 &&
        sort.codec.getBeginBit() % 8 == 0 && sort.codec.getEndBit() % 8 == 0 &&
        sort.codec.getEndBit() <= 32)
      from = b.andi(shift, 24);
    return sort.codec.digit(b, key, from, sort.digitBits);
  }

  /// The offsets of elements of so many bytes at `indices` (i32, not negative)
  /// of a device array; none where they may not fit into 32 bits.
  Values offsetsOf(ValueRange indices, unsigned bytes);
  /// Declares the kernel's arguments.
  void bind();
  /// Takes the number of the next tile, and goes to its segment.
  void takeTile();
  void enterRow();
  void enterSegment();
  /// Operands and histogram are from now on those of a segment, which begins at
  /// element `begin` (i64).
  void enterSegment(Value begin, Value number);
  /// Sorts the tile: ranks it with all digits and ranks in registers, or
  /// counts digits first.
  void sortTile();
  void rankTile();
  void countAndRankTile();
  /// Where digits' items go less where they lie in the tile, from one tile
  /// before the output on; known to all threads behind a barrier.
  void findScatterOffsets(BlockRadixRankOp rank);
  /// The target of an item in an output that begins `distance` elements behind
  /// the segment's, within the segment: segments that overlap may find keys
  /// that were not counted.
  Value keepInside(Value target, int64_t distance);
  /// Fills the region that the op around it runs when the tile's counts are
  /// known.
  void tellCounts(BlockRadixRankOp rank);
  /// The digits of a vector of keys in rows(1). What lies past the end takes
  /// the last digit, behind all other items of it; of no later tile will anyone
  /// ask how many there are. `isFilled` says that keys there have that digit.
  Value digitsOf(Value keys, bool isFilled);

  /// This thread's items of a member of the tile, a vector in rows(1); all of
  /// them, or the first `valid`, if that is not null. Items past the end are
  /// `fill`, if there is one.
  Value loadTile(unsigned member, Value valid, Value fill = Value());
  /// This thread's items as loadTile() has them, all of them where the tile is
  /// full.
  Value loadFilled(unsigned member, Value fill);
  /// Writes the thread's items, in striped order. The target of item i is where
  /// it goes, plus a tile's items, less i block sizes. `offsets` are
  /// offsetsOf() the targets.
  void storeTile(unsigned member, ValueRange items, ValueRange targets,
                 ValueRange offsets);

  /// Runs `body(digit, i)` for each digit (i32) of the calling thread.
  void forThreadDigits(llvm::function_ref<void(Value, unsigned)> body);
  /// Tells later tiles the counts of the thread's digits, a vector; complete
  /// ones include those of the tiles before this one.
  void publish(Value counts, bool complete);
  /// The first places in the output (a vector) of the thread's digits: from the
  /// histogram, and for a later tile by looking back.
  Value scanHistogram();
  Value lookBack(Value counts);

  DeviceSortOp op;
  const RadixSort &sort;
  /// The first member that is written.
  unsigned firstWritten;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Type i32;
  /// Items of a thread, and digits that it owns.
  unsigned count, digitsPerThread;
  /// i1, whether the thread has any; null where all do.
  Value owner;

  Values sources, destinations;
  Value size, shift, epoch, ticket, histogram, states;
  /// The tile's number in its segment, its first item, and how many it has:
  /// i32, uniform.
  Value tile, first, valid;
  Value isFull, isFirst;
  /// Where digits' items go (findScatterOffsets).
  std::optional<MemoryArray> places;
  /// The tile by the number under which others know it, and how many there are.
  Value stateTile, stateTiles;
};

} // namespace

SmallVector<Value> SortPassBuilder::offsetsOf(ValueRange indices,
                                              unsigned bytes) {
  if (bytes > 4)
    return {};
  return llvm::map_to_vector(
      indices, [&](Value index) -> Value { return b.mul(index, bytes); });
}

Value SortPassBuilder::loadTile(unsigned member, Value valid, Value fill) {
  Value offset = b.indexCastUI(b.getIndexType(), first);
  return BlockLoadOp::create(
      b, VectorType::get({count}, sort.types[member]), sources[member], offset,
      valid, fill,
      /*reverse=*/false, Arrangement::Rows, b.getI32IntegerAttr(1),
      /*row_width=*/IntegerAttr(), /*alignment=*/IntegerAttr(), /*cache=*/{});
}

void SortPassBuilder::storeTile(unsigned member, ValueRange items,
                                ValueRange targets, ValueRange offsets) {
  Type type = sort.types[member];
  // Block sizes are a constant of the address; with the tile's items no target
  // is negative.
  auto store = [&](unsigned i) {
    int64_t distance = int64_t(i) * sort.tile.blockSize - sort.tile.items();
    Value base =
        advance(b, destinations[member], distance * getElementBytes(type));
    if (!offsets.empty()) {
      StoreOp::create(b, items[i], base, offsets[i]);
      return;
    }
    Value index = b.zextI64(targets[i]);
    MemoryPlace place = MemoryArray(base, type).place(b, index);
    StoreOp::create(b, items[i], place.base, place.offset);
  };
  kernel.ifThen(
      isFull,
      [&] {
        for (unsigned i = 0; i < count; ++i)
          store(i);
      },
      [&] {
        for (unsigned i = 0; i < count; ++i) {
          Value position = b.add(kernel.threadId(), i * sort.tile.blockSize,
                                 CodeBuilder::Overflow::nuw);
          Value inside = b.ult(position, valid);
          kernel.ifThen(inside, [&] { store(i); });
        }
      });
}

void SortPassBuilder::forThreadDigits(
    llvm::function_ref<void(Value, unsigned)> body) {
  auto all = [&] {
    Value start = b.mul(kernel.threadId(), digitsPerThread);
    for (unsigned i = 0; i < digitsPerThread; ++i)
      body(b.add(start, i), i);
  };
  if (owner)
    kernel.ifThen(owner, all);
  else
    all();
}

void SortPassBuilder::publish(Value counts, bool complete) {
  GridPublishOp::create(b, counts, stateTile, stateTiles, states, epoch,
                        b.getI32IntegerAttr(sort.radix()),
                        b.getI32IntegerAttr(sortCountBits), complete);
}

Value SortPassBuilder::scanHistogram() {
  Type type = i32;
  if (digitsPerThread > 1)
    type = VectorType::get({digitsPerThread}, i32);
  auto read = [&]() -> Values {
    Value start = b.mul(kernel.threadId(), digitsPerThread);
    MemoryArray array(
        histogram, i32,
        std::min(4 * digitsPerThread, kernel.target().accessBytes));
    if (digitsPerThread == 1)
      return {array.load(b, start)};
    return {array.loadVector(b, start, digitsPerThread)};
  };
  auto none = [&]() -> Values { return {b.zero(type)}; };
  Value counts =
      owner ? b.select(owner, type, read, none).front() : read().front();
  return createBlockScan(b, Combiner(CombinerKind::Add, i32),
                         ScanMode::Exclusive, counts)
      .getResult(0);
}

Value SortPassBuilder::lookBack(Value counts) {
  Combiner add(CombinerKind::Add, i32);
  GridFoldClauses clauses{epoch, sort.radix(), sortCountBits};
  if (sort.countsFirst)
    clauses.window = countFirstWindow;
  return createGridFold<GridPrefixOp>(b, add, counts, stateTile, stateTiles,
                                      states, clauses)
      .getResult(0);
}

void SortPassBuilder::bind() {
  for (unsigned member = 0; member < sort.members(); ++member)
    sources.push_back(kernel.param(SortParams::sources, member));
  for (unsigned member = 0; member < sort.members(); ++member)
    destinations.push_back(kernel.param(SortParams::destinations, member));
  size = kernel.argument({LaunchValue::Kind::Elements32});
  shift = kernel.param(SortParams::shift);
  epoch = kernel.param(SortParams::digit);
  ticket = kernel.param(SortParams::ticket);
  histogram = kernel.param(SortParams::histogram);
  states = kernel.argument(LaunchValue::region(States));
}

void SortPassBuilder::enterSegment(Value begin, Value number) {
  for (auto *bases : {&sources, &destinations})
    for (auto [base, type] : llvm::zip_equal(*bases, sort.types))
      base = MemoryArray(base, type).from(b, begin).getBase();
  Value counters = b.mul(b.zextI64(number), sort.histogramSize());
  histogram = MemoryArray(histogram, i32).from(b, counters).getBase();
}

void SortPassBuilder::enterRow() {
  Value row = b.divui(tile, kernel.tiles());
  tile = stateTile = b.sub(tile, b.mul(row, kernel.tiles()));
  Value begin = b.zextI64(row);
  begin = b.mul(begin, kernel.elements());
  Value bytes =
      kernel.stateBytes(kernel.tiles(), i32, b.getI32IntegerAttr(sort.radix()),
                        b.getI32IntegerAttr(sortCountBits));
  states = kernel.stateOfRow(states, bytes, row);
  enterSegment(begin, row);
}

void SortPassBuilder::enterSegment() {
  SortLists::Found found = SortLists(sort, kernel).find(tile);
  stateTiles = SortLists(sort, kernel).tiles();
  tile = b.sub(tile, found.firstTile);
  size = b.trunci(i32, found.segment.size);
  enterSegment(found.segment.begin, found.slot);
}

void SortPassBuilder::takeTile() {
  tile = stateTile = GridTicketOp::create(b, ticket, /*ordered=*/false);
  stateTiles = kernel.tiles();
  if (sort.form == SortForm::Rows)
    enterRow();
  else if (sort.form == SortForm::Segments)
    enterSegment();
  first = b.mul(tile, sort.tile.items());
  Value left = b.sub(size, first);
  valid = b.minui(left, sort.tile.items());
  isFull = b.sge(valid, sort.tile.items());
}

Value SortPassBuilder::digitsOf(Value keys, bool isFilled) {
  Type type = VectorType::get({count}, i32);
  auto digits = [&] {
    return llvm::map_to_vector(unpackMember(b, keys),
                               [&](Value k) { return digitOf(k); });
  };
  auto pack = [&](ValueRange items) -> Values {
    return {vector::FromElementsOp::create(b, type, items)};
  };
  if (isFilled)
    return pack(digits()).front();
  auto ofWhole = [&] { return pack(digits()); };
  auto ofPart = [&] {
    TileLayout layout(sort.tile.blockSize, kernel.target().waveSize, count,
                      Arrangement::Rows, /*vector=*/1);
    ThreadIds ids{kernel.threadId(), kernel.laneId(), kernel.waveId()};
    Values guarded = digits();
    for (auto [digit, position] :
         llvm::zip_equal(guarded, layout.positions(b, ids)))
      digit = b.select(b.ult(position, valid), digit, sort.radix() - 1);
    return pack(guarded);
  };
  return b.select(isFull, type, ofWhole, ofPart).front();
}

void SortPassBuilder::emit() {
  bind();
  unsigned owners = sort.radix() / digitsPerThread;
  if (owners < sort.tile.blockSize)
    owner = b.ult(kernel.threadId(), owners);
  if (sort.form != SortForm::Segments) {
    takeTile();
    return sortTile();
  }
  // There are blocks for the most tiles that there may be, and tickets for the
  // tiles that there are.
  Value number = kernel.blockId();
  Value isNeeded = b.ult(number, SortLists(sort, kernel).tiles());
  kernel.ifThen(isNeeded, [&] {
    takeTile();
    // No block waits for a tile that does not exist because segments overlap.
    Value exists = b.ult(tile, b.ceildivui(size, sort.tile.items()));
    kernel.ifThen(
        exists, [&] { sortTile(); },
        [&] {
          Type type = i32;
          if (digitsPerThread > 1)
            type = VectorType::get({digitsPerThread}, i32);
          publish(b.zero(type), /*complete=*/true);
        });
  });
}

void SortPassBuilder::tellCounts(BlockRadixRankOp rank) {
  OpBuilder::InsertionGuard guard(b);
  Value early = b.addBlock(rank.getCounted(), rank.getDigitCounts().getType())
                    ->getArgument(0);
  Value isLater = b.ne(tile, 0);
  kernel.ifThen(isLater, [&] { publish(early, /*complete=*/false); });
  YieldOp::create(b);
}

void SortPassBuilder::findScatterOffsets(BlockRadixRankOp rank) {
  Value own = rank.getDigitCounts();
  auto ofFirst = [&]() -> Values {
    Value starts = scanHistogram();
    publish(b.add(starts, own), /*complete=*/true);
    return {starts};
  };
  auto ofLater = [&]() -> Values { return {lookBack(own)}; };
  Value starts = b.select(isFirst, own.getType(), ofFirst, ofLater).front();
  Values values = unpackMember(b, b.sub(starts, rank.getDigitStarts()));
  forThreadDigits([&](Value digit, unsigned i) {
    places->store(b, b.add(values[i], sort.tile.items()), digit);
  });
  kernel.barrier();
}

void SortPassBuilder::sortTile() {
  places = kernel.workgroupArray(i32, sort.radix(), "places of digits");
  isFirst = b.eq(tile, 0);
  if (sort.countsFirst)
    countAndRankTile();
  else
    rankTile();
}

Value SortPassBuilder::loadFilled(unsigned member, Value fill) {
  auto loadAll = [&]() -> Values {
    return {loadTile(member, /*valid=*/Value())};
  };
  auto loadSome = [&]() -> Values {
    // Bounds that say that there is something, and not all.
    Value some = b.minsi(valid, sort.tile.items() - 1);
    return {loadTile(member, atLeastOne(b, some), fill)};
  };
  Type type = VectorType::get({count}, sort.types[member]);
  return b.select(isFull, type, loadAll, loadSome).front();
}

Value SortPassBuilder::keepInside(Value target, int64_t distance) {
  if (sort.form != SortForm::Segments)
    return target;
  return b.minui(target, b.add(size, -1 - distance));
}

void SortPassBuilder::countAndRankTile() {
  SmallVector<MemoryArray> sorted;
  for (Type type : sort.types)
    sorted.push_back(kernel.workgroupArray(type, sort.tile.items(), "items"));
  // Items past the end are behind all others of the last digit; of no later
  // tile will anyone ask how many there are.
  Value pastKey = sort.codec.keyOfLastDigits(b);
  Values loaded{loadFilled(/*member=*/0, pastKey)};
  // Other members are on their way meanwhile.
  for (unsigned member = 1; member < sort.members(); ++member)
    loaded.push_back(loadFilled(member, /*fill=*/Value()));
  auto rank = BlockRadixRankOp::create(b, loaded.front(), sort.digitBits,
                                       pastKey ? Value() : valid,
                                       digitsPerThread, /*rowVector=*/1);
  tellCounts(rank);
  auto addRegion = [&](Region &region, TypeRange types,
                       llvm::function_ref<Values(ValueRange)> body) {
    OpBuilder::InsertionGuard guard(b);
    Block *block = b.addBlock(region, types);
    YieldOp::create(b, body(block->getArguments()));
  };
  Type key = sort.types.front();
  addRegion(rank.getDigit(), key, [&](ValueRange arguments) -> Values {
    return {digitOf(arguments[0])};
  });
  addRegion(rank.getRanked(), {key, i32}, [&](ValueRange arguments) {
    sorted.front().store(b, arguments[0], arguments[1]);
    return Values();
  });
  Values ranks =
      sort.members() > 1 ? unpackMember(b, rank.getRanks()) : Values();
  for (unsigned member = 1; member < sort.members(); ++member)
    for (auto [item, to] :
         llvm::zip_equal(unpackMember(b, loaded[member]), ranks))
      sorted[member].store(b, item, to);
  findScatterOffsets(rank);

  // A wave writes what lies side by side in the tile, a row after the other.
  auto write = [&](Value position, unsigned behind) {
    Value key = sorted.front().load(b, b.add(position, behind));
    Value target = b.add(places->load(b, digitOf(key)), position);
    int64_t distance = int64_t(behind) - sort.tile.items();
    target = keepInside(target, distance);
    Value index = b.zextI64(target);
    for (unsigned member = firstWritten; member < sort.members(); ++member) {
      Type type = sort.types[member];
      Value item =
          member ? sorted[member].load(b, b.add(position, behind)) : key;
      Value base =
          advance(b, destinations[member], distance * getElementBytes(type));
      MemoryArray(base, type).store(b, item, index);
    }
  };
  kernel.ifThen(
      isFull,
      [&] {
        TileLayout layout(sort.tile.blockSize, kernel.target().waveSize, count,
                          Arrangement::Rows, /*vector=*/1);
        ThreadIds ids{kernel.threadId(), kernel.laneId(), kernel.waveId()};
        Value first = layout.positions(b, ids).front();
        for (unsigned i = 0; i < count; ++i)
          write(first, i * kernel.target().waveSize);
      },
      [&] {
        kernel.forEach(kernel.threadId(), valid, sort.tile.blockSize,
                       [&](Value position) { write(position, /*behind=*/0); });
      });
}

void SortPassBuilder::rankTile() {
  // A digit of a word is one step from its load. LLVM computes longer ones for
  // all items together where the loads are, and otherwise right before their
  // ranking.
  Value pastKey;
  Type key = sort.types.front();
  if (!isa<FloatType>(key) && getElementBytes(key) <= 4)
    pastKey = sort.codec.keyOfLastDigits(b);
  Value loaded = loadFilled(/*member=*/0, pastKey);
  Value digits = digitsOf(loaded, /*isFilled=*/pastKey != nullptr);
  auto rank = BlockRadixRankOp::create(b, digits, sort.digitBits,
                                       /*valid=*/Value(), digitsPerThread,
                                       /*rowVector=*/1);
  tellCounts(rank);
  Values keys = moveToRanks(b, loaded, rank.getRanks());
  findScatterOffsets(rank);
  Values targets;
  for (auto [i, key] : llvm::enumerate(keys)) {
    Value target = places->load(b, digitOf(key));
    target = b.add(target, kernel.threadId());
    target = keepInside(target,
                        int64_t(i) * sort.tile.blockSize - sort.tile.items());
    targets.push_back(target);
  }
  // Where elements are of one size, they go to the same offsets. Not in the
  // branches, which would compute them each: adding and scaling make one
  // instruction where they are together.
  llvm::SmallMapVector<unsigned, Values, 2> offsetsBySize;
  for (Type type : ArrayRef(sort.types).drop_front(firstWritten))
    if (unsigned bytes = getElementBytes(type); !offsetsBySize.contains(bytes))
      offsetsBySize[bytes] = offsetsOf(targets, bytes);
  for (unsigned member = firstWritten; member < sort.members(); ++member)
    storeTile(member,
              member == 0
                  ? keys
                  : moveToRanks(b, loadTile(member, valid), rank.getRanks()),
              targets, offsetsBySize[getElementBytes(sort.types[member])]);
}

SmallVector<Value> mlir::prim::moveToRanks(CodeBuilder &b, Value items,
                                           Value ranks) {
  auto exchange = BlockExchangeOp::create(b, items, ranks, Arrangement::Blocked,
                                          /*fromVector=*/0,
                                          Arrangement::Striped, /*toVector=*/0);
  return unpackMember(b, exchange.getResult(0));
}

void mlir::prim::emitSortPass(DeviceSortOp op, const RadixSort &sort,
                              bool isLast, KernelBuilder &kernel) {
  SortPassBuilder(op, sort, isLast, kernel).emit();
}
