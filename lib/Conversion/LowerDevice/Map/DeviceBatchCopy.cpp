//===- DeviceBatchCopy.cpp - Lower prim.device_batch_copy *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit of work is what one access writes: an aligned vector of the outputs,
// or the part of one that a copy has. A first kernel counts the units of all
// copies, by a scan. In a second one every block takes tiles of so many units,
// whosever they are: it looks up in the counts which copies these belong to,
// and so does each thread for its own. An empty copy has a unit, too, so that a
// tile never has more copies than units.
//
// Where accesses must be aligned, a unit is made of the words that its elements
// lie in, shifted into place. A word that reaches beyond the buffer's end, or
// beyond a copy between addresses, is not read: its unit goes by elements.
//
//===----------------------------------------------------------------------===//

#include "../Engine/OperandChecks.h"
#include "../Scan/TileSchedule.h"
#include "../Tile/PartitionPoint.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

using Values = SmallVector<Value>;

/// Regions of the workspace behind those of the scan: the first unit of each
/// copy, i64, and how many units there are.
enum CopyRegion : unsigned { Starts = TileScan::States + 1, Total };

/// The units of copies, on which the kernels agree.
class CopyUnits {
public:
  CopyUnits(DeviceBatchCopyOp op, KernelBuilder &kernel)
      : kernel(kernel), b(kernel), addressed(op.getAddressed().value_or(0)),
        prologue(op.getPrologue()), source(bindBuffer(op.getIns())),
        place(bindBuffer(op.getOuts())) {
    if (!addressed) {
      sourceSize = kernel.argument(LaunchValue::extent(op.getIns()[0], 0));
      placeSize = kernel.argument(LaunchValue::extent(op.getOuts()[0], 0));
    }
    if (source.isDense() && place.isDense() && prologue.empty())
      width = std::max(kernel.target().accessBytes / elementBytes(), 1u);
    if (width > 1 && kernel.device().copiesByWords())
      alignBuffers();
  }

  /// A part of a copy, i64: elements from `from` on, to those from `to` on.
  struct Range {
    Value from, to, count;
    /// Where what may be read ends.
    Value end = {};
  };
  /// The part of a copy that lies in the buffers, for a copy by integers or
  /// index; an empty range from 0 to 0 if none does.
  Range clip(ArrayRef<Value> copy);
  /// How many units (i64, at least one) a copy has.
  Value count(const Range &copy);
  /// Unit `number` (i64) of it.
  Range getUnit(const Range &copy, Value number);
  /// Copies the units, at most `width` elements each, of those threads that
  /// have them.
  void move(ArrayRef<Range> units);
  /// Whether units of one copy are moved by moveOne().
  bool movesOne() const { return sourceLead && perWord() > 1; }
  /// Moves `number` units of each thread that all belong to one `copy`
  /// (uniform), a block apart, from its unit `first` (i64, uniform) on.
  void moveOne(const Range &copy, Value first, unsigned number);

  /// A memref of rank 1, whose elements are taken for integers as wide unless
  /// `asIs`.
  MemoryArray bind(Value memref, bool asIs = false);
  /// The buffer that is copied from, or to. Addresses are places in all of
  /// device memory.
  MemoryArray bindBuffer(ValueRange buffer);
  /// Elements of a unit.
  unsigned width = 1;

private:
  unsigned elementBytes() const { return getElementBytes(place.getElement()); }
  /// Bytes of a word: of an element, but at least of a register.
  unsigned wordBytes() const { return std::max(elementBytes(), 4u); }
  /// Elements of a word.
  unsigned perWord() const { return wordBytes() / elementBytes(); }
  Type wordType() const { return b.getIntegerType(8 * wordBytes()); }
  /// Moves the buffers' bases down to multiples of a vector.
  void alignBuffers();
  /// The elements that `array` is moved down by, i64.
  Value alignDown(MemoryArray &array);
  /// Copies what is no whole unit, by pieces of half of what is left to choose
  /// from each, which may be anywhere.
  void moveRest(const Range &unit);

  /// The elements of a unit from aligned words that hold some of them, the
  /// first one at bit 0 of the first word; anything where they may not be read.
  struct Words {
    Value exist;
    Values words;
  };
  Words loadWords(const Range &unit);
  /// Whether the words that hold elements of a unit may be read.
  Value canRead(const Range &unit);
  /// The word with an element.
  Value wordOf(Value element);
  /// The loaded elements that are of `unit`, from bit 0 of the first word on.
  Values alignWords(const Range &unit, const Words &loaded);
  void storeWords(const Range &unit, const Words &loaded);
  /// Copies a unit that has not been copied by words, by elements.
  void moveElements(const Range &unit, const Words &loaded);
  /// Stores the elements of a unit by aligned pieces.
  void storePieces(const Range &unit, Values words);
  /// `words` without the first `elements` if `has`.
  Values dropFront(Values words, unsigned elements, Value has);
  /// `words` from bit `bits` (i32, fewer than a word has) on.
  Values shiftDown(ArrayRef<Value> words, Value bits);
  void moveByWords(ArrayRef<Range> units);
  /// The element at `from`, as it is written.
  Value loadOne(Value from);
  Value shift(Value value) { return b.shrui(value, llvm::Log2_32(width)); }

  KernelBuilder &kernel;
  CodeBuilder &b;
  /// Bytes of an element at an address; 0 where copies are in buffers.
  unsigned addressed;
  Region &prologue;
  MemoryArray source, place;
  Value sourceSize, placeSize;
  /// Where buffers are copied by aligned words: elements before the buffers.
  Value sourceLead, placeLead;
};

/// A scan has a prologue, and this op no region.
struct NoPrologue {
  Region none;
};

/// The kernel that counts units.
class CopyCountKernel : private NoPrologue, public TileScan {
public:
  CopyCountKernel(DeviceBatchCopyOp op, KernelBuilder &kernel, TileShape tile)
      : TileScan(op, none, kernel, tile, getForm(op)), units(op, kernel) {}

  static TileScanForm getForm(DeviceBatchCopyOp op) {
    TileScanForm form{ScanMode::Exclusive};
    form.total = true;
    form.counts = IntegerType::get(op.getContext(), 64);
    return form;
  }

private:
  void bindOuts(BindFn bind) override {}
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override;
  void storeTotal(ValueRange total) override;
  void store(TileIO &io, const TileFolds &folds) override;

  CopyUnits units;
};

/// The kernel that copies.
class CopyKernel {
public:
  CopyKernel(DeviceBatchCopyOp op, KernelBuilder &kernel, TileShape tile)
      : kernel(kernel), tile(tile), b(kernel), units(op, kernel),
        starts(kernel.argument(LaunchValue::region(Starts)), b.getI64Type()),
        count(kernel.elements()) {
    for (Value memref : op.getDeviceIns())
      copies.push_back(units.bind(memref));
  }

  void emit();

private:
  /// The copies (i64, uniform) that have each of `wanted`, which are units.
  Values findCopies(ArrayRef<Value> wanted);
  void emitTile(Value base, Value total, const MemoryArray &begins);
  /// Copies a tile of which all units are of copy `first`, or of `several`
  /// copies (i32) from that one on.
  void moveOne(Value base, Value first);
  void moveSeveral(Value base, Value total, Value first, Value several,
                   const MemoryArray &begins);

  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  CopyUnits units;
  MemoryArray starts;
  Value count;
  SmallVector<MemoryArray> copies;
};

} // namespace

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

MemoryArray CopyUnits::bind(Value memref, bool asIs) {
  MemoryArray array = kernel.bindStrided(memref);
  if (asIs)
    return array;
  return array.retyped(
      kernel.getIntegerType(8 * getElementBytes(array.getElement())));
}

MemoryArray CopyUnits::bindBuffer(ValueRange buffer) {
  if (!addressed)
    return bind(buffer.front(), /*asIs=*/!prologue.empty());
  return {BaseAtOp::create(b, b.i64(0)), b.getIntegerType(8 * addressed)};
}

CopyUnits::Range CopyUnits::clip(ArrayRef<Value> copy) {
  auto widen = [&](Value value) -> Value {
    return value.getType().isInteger(64) ? value : b.sextI64(value);
  };
  Value from = widen(copy[0]), to = widen(copy[1]), size = widen(copy[2]);
  if (addressed) {
    Value first = b.shrui(from, llvm::Log2_32(addressed));
    Value count = b.maxsi(size, 0);
    return {first, b.shrui(to, llvm::Log2_32(addressed)), count,
            b.add(first, count)};
  }
  // Element i of the copy is in both buffers for i in [begin, end). No sum is
  // more than 64 bits count: no copy has more elements than these, so that one
  // from further away does not reach the buffers.
  bool isWide = copy.front().getType().isInteger(64);
  Value nearest = b.minsi(from, to);
  if (isWide)
    nearest = b.maxsi(nearest, INT64_MIN + 1);
  Value begin = b.maxsi(b.sub(b.i64(0), nearest), 0);
  auto upTo = [&](Value extent, Value first) {
    if (isWide)
      first = b.maxsi(first, b.sub(extent, INT64_MAX));
    return b.sub(extent, first);
  };
  Value end =
      b.minsi(size, b.minsi(upTo(sourceSize, from), upTo(placeSize, to)));
  Value isSome = b.slt(begin, end);
  auto orNone = [&](Value value) { return b.select(isSome, value, 0); };
  Range range{orNone(b.add(from, begin)), orNone(b.add(to, begin)),
              orNone(b.sub(end, begin))};
  if (sourceLead) {
    range.from = b.add(range.from, sourceLead);
    range.to = b.add(range.to, placeLead);
    range.end = b.add(sourceLead, sourceSize);
  }
  return range;
}

Value CopyUnits::count(const Range &copy) {
  Value behind = b.add(b.add(copy.to, copy.count), width - 1);
  Value last = shift(behind);
  return b.maxsi(b.sub(last, shift(copy.to)), 1);
}

CopyUnits::Range CopyUnits::getUnit(const Range &copy, Value number) {
  Value unit = b.shli(b.add(shift(copy.to), number), llvm::Log2_32(width));
  Value begin = b.maxsi(copy.to, unit);
  Value end = b.add(copy.to, copy.count);
  end = b.minsi(end, b.add(unit, width));
  return {b.add(copy.from, b.sub(begin, copy.to)), begin, b.sub(end, begin),
          copy.end};
}

void CopyUnits::moveRest(const Range &unit) {
  Value done = b.i64(0);
  for (unsigned piece = width / 2; piece; piece /= 2) {
    Value has = b.ne(b.andi(unit.count, piece), 0);
    kernel.ifThen(has, [&] {
      Value vector = source.loadVector(b, b.add(unit.from, done), piece);
      place.storeVector(b, vector, b.add(unit.to, done));
    });
    done = b.select(has, b.add(done, piece), done);
  }
}

Value CopyUnits::loadOne(Value from) {
  if (prologue.empty())
    return source.load(b, from);
  Value item =
      kernel.map(prologue, kernel.loadElement(source, from), from).front();
  return widenBit(b, item);
}

void CopyUnits::move(ArrayRef<Range> units) {
  if (sourceLead)
    return moveByWords(units);
  // Elements of one unit come while those of the others are asked for.
  SmallVector<Value> whole, vectors;
  auto type = VectorType::get({width}, widenBit(place.getElement()));
  for (const Range &unit : units) {
    whole.push_back(b.eq(unit.count, width));
    auto load = [&]() -> Values {
      if (width > 1)
        return {source.loadVector(b, unit.from, width)};
      return {vector::FromElementsOp::create(b, type, loadOne(unit.from))};
    };
    // Poison, which costs no register: a lane stores what it has loaded itself,
    // and nothing else.
    auto none = [&]() -> Values { return {ub::PoisonOp::create(b, type)}; };
    vectors.push_back(b.select(whole.back(), type, load, none).front());
  }
  for (auto [unit, isWhole, vector] : llvm::zip_equal(units, whole, vectors)) {
    kernel.ifThen(isWhole, [&, &unit = unit, &vector = vector] {
      if (width == 1)
        place.store(b, vector::ExtractOp::create(b, vector, 0), unit.to);
      else
        place.storeVector(b, vector, unit.to);
    });
    if (width > 1)
      moveRest(unit);
  }
}

//===----------------------------------------------------------------------===//
// Aligned words
//===----------------------------------------------------------------------===//

Value CopyUnits::alignDown(MemoryArray &array) {
  Value base = array.getBase(), lead = b.i64(0);
  for (unsigned bytes = elementBytes(); bytes < kernel.target().accessBytes;
       bytes *= 2) {
    Value isAligned = IsAlignedOp::create(b, base, 2 * bytes);
    base = advance(b, base, b.select(isAligned, b.i64(0), -int64_t(bytes)));
    Value own = b.select(isAligned, b.i64(0), bytes / elementBytes());
    lead = b.add(lead, own);
  }
  array = MemoryArray(base, array.getElement());
  return lead;
}

void CopyUnits::alignBuffers() {
  // Addresses are counted from a multiple of anything on.
  sourceLead = addressed ? b.i64(0) : alignDown(source);
  placeLead = addressed ? b.i64(0) : alignDown(place);
}

SmallVector<Value> CopyUnits::shiftDown(ArrayRef<Value> words, Value bits) {
  Type word = wordType(), both = b.getIntegerType(16 * wordBytes());
  Value wide = b.extui(both, bits);
  Values result;
  for (unsigned i = 0; i < words.size(); ++i) {
    Value low = b.extui(both, words[i]);
    if (i + 1 < words.size()) {
      Value next = b.extui(both, words[i + 1]);
      low = b.ori(low, b.shli(next, 8 * wordBytes()));
    }
    result.push_back(b.trunci(word, b.shrui(low, wide)));
  }
  return result;
}

Value CopyUnits::wordOf(Value element) {
  return perWord() == 1 ? element : b.shrui(element, llvm::Log2_32(perWord()));
}

Value CopyUnits::canRead(const Range &unit) {
  Value exist = b.ne(unit.count, 0);
  if (perWord() == 1)
    return exist;
  // No word begins before a buffer's memory, which words are aligned in.
  Value behind = b.add(b.add(unit.from, unit.count), perWord() - 1);
  Value end = b.andi(behind, -int64_t(perWord()));
  return b.andi(exist, b.sle(end, unit.end));
}

CopyUnits::Words CopyUnits::loadWords(const Range &unit) {
  unsigned number = kernel.target().accessBytes / wordBytes();
  MemoryArray words = source.retyped(wordType());
  SmallVector<Type> types(number + (perWord() > 1), wordType());
  Value exist = canRead(unit);
  auto load = [&]() -> Values {
    Value first = wordOf(unit.from);
    Value last = wordOf(b.sub(b.add(unit.from, unit.count), 1));
    Values loaded;
    for (unsigned i = 0; i < types.size(); ++i)
      loaded.push_back(words.load(b, b.minsi(b.add(first, i), last)));
    return loaded;
  };
  auto none = [&]() -> Values {
    return Values(types.size(), ub::PoisonOp::create(b, wordType()));
  };
  return {exist, b.select(exist, types, load, none)};
}

SmallVector<Value> CopyUnits::dropFront(Values words, unsigned elements,
                                        Value has) {
  if (elements < perWord()) {
    Value bits = b.i32(elements * elementBytes() * 8);
    return shiftDown(words, b.select(has, bits, 0));
  }
  unsigned number = elements / perWord();
  for (unsigned i = 0; i + number < words.size(); ++i)
    words[i] = b.select(has, words[i + number], words[i]);
  return words;
}

void CopyUnits::storePieces(const Range &unit, Values words) {
  Value to = unit.to, count = b.truncI32(unit.count);
  auto move = [&](unsigned piece, Value has) {
    unsigned bytes = piece * elementBytes();
    kernel.ifThen(has, [&] {
      if (piece < perWord()) {
        Type type = b.getIntegerType(8 * bytes);
        Value index = piece == 1 ? to : b.shrui(to, llvm::Log2_32(piece));
        place.retyped(type).store(b, b.trunci(type, words.front()), index);
        return;
      }
      unsigned number = piece / perWord();
      auto type = VectorType::get({number}, wordType());
      Value vector = vector::FromElementsOp::create(
          b, type, ArrayRef(words).take_front(number));
      place.retyped(wordType())
          .aligned(bytes)
          .storeVector(b, vector, wordOf(to));
    });
    words = dropFront(words, piece, has);
    to = b.select(has, b.add(to, piece), to);
    count = b.select(has, b.sub(count, piece), count);
  };
  // Pieces grow until one ends at a multiple of a vector, or none fits; then
  // they shrink.
  for (unsigned piece = 1; piece < width; piece *= 2) {
    Value isOdd = b.ne(b.andi(to, piece), 0);
    move(piece, b.andi(isOdd, b.sge(count, piece)));
  }
  for (unsigned piece = width / 2; piece; piece /= 2)
    move(piece, b.sge(count, piece));
}

SmallVector<Value> CopyUnits::alignWords(const Range &unit,
                                         const Words &loaded) {
  if (perWord() == 1)
    return loaded.words;
  Value skipped = b.truncI32(b.andi(unit.from, perWord() - 1));
  Values words = shiftDown(loaded.words, b.mul(skipped, 8 * elementBytes()));
  words.pop_back();
  return words;
}

void CopyUnits::storeWords(const Range &unit, const Words &loaded) {
  Values words = alignWords(unit, loaded);
  auto storeWhole = [&] {
    auto type = VectorType::get({int64_t(words.size())}, wordType());
    Value vector = vector::FromElementsOp::create(b, type, words);
    place.retyped(wordType())
        .aligned(kernel.target().accessBytes)
        .storeVector(b, vector, wordOf(unit.to));
  };
  kernel.ifThen(b.eq(unit.count, width), storeWhole,
                [&] { storePieces(unit, words); });
}

void CopyUnits::moveElements(const Range &unit, const Words &loaded) {
  // Words that reach beyond a buffer are at its ends only.
  if (perWord() == 1)
    return;
  Value count = b.select(loaded.exist, b.i64(0), unit.count);
  kernel.forEach(b.i64(0), count, 1, [&](Value i) {
    Value element = source.load(b, b.add(unit.from, i));
    place.store(b, element, b.add(unit.to, i));
  });
}

void CopyUnits::moveByWords(ArrayRef<Range> units) {
  // Words of one unit come while those of the others are asked for.
  SmallVector<Words> loaded;
  for (const Range &unit : units)
    loaded.push_back(loadWords(unit));
  for (auto [unit, words] : llvm::zip_equal(units, loaded)) {
    kernel.ifThen(words.exist, [&, &unit = unit, &words = words] {
      storeWords(unit, words);
    });
    moveElements(unit, words);
  }
}

void CopyUnits::moveOne(const Range &copy, Value first, unsigned number) {
  unsigned bytes = kernel.target().accessBytes, perUnit = bytes / wordBytes();
  int64_t block = kernel.blockSize();
  MemoryArray from = source.retyped(wordType()).aligned(bytes);
  MemoryArray to = place.retyped(wordType()).aligned(bytes);
  Value last = b.sub(count(copy), 1);
  // Words that hold elements of the units before the last two do not reach
  // beyond the copy.
  Value unit = b.add(first, b.zextI64(kernel.threadId()));
  Values isInner;
  for (unsigned i = 0; i < number; ++i) {
    Value own = b.add(unit, i * block);
    Value isLater = b.sgt(own, 0);
    isInner.push_back(b.andi(isLater, b.slt(own, b.sub(last, 1))));
  }
  Value toVector = b.add(shift(copy.to), unit);
  Value apart = b.sub(copy.from, copy.to);
  Value element = b.add(b.shli(toVector, llvm::Log2_32(width)), apart);
  Value word = wordOf(element), target = b.mul(toVector, perUnit);
  auto type = VectorType::get({perUnit}, wordType());
  auto store = [&](unsigned i, Value vector) {
    to.storeVector(b, vector, b.add(target, i * block * perUnit));
  };
  auto moveVectors = [&] {
    Values vectors;
    auto none = [&]() -> Values { return {ub::PoisonOp::create(b, type)}; };
    for (unsigned i = 0; i < number; ++i) {
      auto load = [&]() -> Values {
        Value index = b.add(word, i * block * perUnit);
        return {from.loadVector(b, index, perUnit)};
      };
      vectors.push_back(b.select(isInner[i], type, load, none).front());
    }
    for (unsigned i = 0; i < number; ++i)
      kernel.ifThen(isInner[i], [&] { store(i, vectors[i]); });
  };
  auto moveWords = [&] {
    SmallVector<Values> words;
    SmallVector<Type> types(perUnit + 1, wordType());
    auto none = [&]() -> Values {
      return Values(types.size(), ub::PoisonOp::create(b, wordType()));
    };
    for (unsigned i = 0; i < number; ++i) {
      auto load = [&]() -> Values {
        Values loaded;
        for (unsigned k = 0; k <= perUnit; ++k)
          loaded.push_back(from.load(b, b.add(word, i * block * perUnit + k)));
        return loaded;
      };
      words.push_back(b.select(isInner[i], types, load, none));
    }
    Value skipped = b.truncI32(b.andi(apart, perWord() - 1));
    Value bits = b.mul(skipped, 8 * elementBytes());
    for (unsigned i = 0; i < number; ++i)
      kernel.ifThen(isInner[i], [&] {
        Values shifted = shiftDown(words[i], bits);
        shifted.pop_back();
        store(i, vector::FromElementsOp::create(b, type, shifted));
      });
  };
  Value isEven = b.eq(b.andi(apart, width - 1), 0);
  kernel.ifThen(isEven, moveVectors, moveWords);

  // Three threads move those and the first unit, which may be the same.
  Value thread = b.zextI64(kernel.threadId());
  Value isFirst = b.eq(thread, 0);
  Value fromLast = b.sub(b.add(last, 1), thread);
  Value edge = b.select(isFirst, b.i64(0), fromLast);
  Value isOfThree = b.slt(thread, 3);
  Value isLast = b.andi(isOfThree, b.sgt(edge, 0));
  Value exists = b.ori(isFirst, isLast);
  Value behind = b.add(first, number * block);
  Value isAfter = b.sle(first, edge);
  Value isHere = b.andi(isAfter, b.slt(edge, behind));
  kernel.ifThen(b.andi(isHere, exists),
                [&] { moveByWords({getUnit(copy, edge)}); });
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

SmallVector<ValueTuple> CopyCountKernel::loadItems(TileIO &io, bool pads,
                                                   bool isFull,
                                                   SmallVector<Value> &) {
  Values exist;
  if (!isFull)
    exist = io.areValid();
  SmallVector<ValueTuple> counts;
  for (auto [i, copy] : llvm::enumerate(
           io.loadMapped(ins, prologue, /*neutral=*/nullptr, isFull))) {
    for (Value &value : copy)
      if (value.getType().isIndex())
        value = b.indexCast(b.getI64Type(), value);
    Value count = units.count(units.clip(copy));
    // A copy past the end has none.
    if (!isFull)
      count = b.select(exist[i], count, 0);
    counts.push_back({count});
  }
  return counts;
}

void CopyCountKernel::storeTotal(ValueRange total) {
  MemoryArray(kernel.argument(LaunchValue::region(Total)), b.getI64Type())
      .store(b, total.front(), 0);
}

void CopyCountKernel::store(TileIO &io, const TileFolds &folds) {
  SmallVector<ValueTuple> items;
  for (const ValueTuple &before : folds.exclusive)
    items.push_back({b.add(before.front(), folds.before.front())});
  MemoryArray starts(kernel.argument(LaunchValue::region(Starts)),
                     b.getI64Type());
  io.store(starts, items);
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

SmallVector<Value> CopyKernel::findCopies(ArrayRef<Value> wanted) {
  // Each lane looks at another copy, and the wave goes on where the last one is
  // that begins in time.
  Type i64 = b.getI64Type();
  unsigned lanes = kernel.target().waveSize, number = wanted.size();
  Value one = b.i64(1), lane = b.zextI64(kernel.laneId());
  Values start(number, b.i64(0));
  start.push_back(count);
  auto isMore = [&](ValueRange values) { return b.ugt(values.back(), one); };
  Values owners = b.whileLoop(start, isMore, [&](ValueRange values) {
    // A lane looks at the first of each `step` of those left.
    Value left = values.back();
    Value step = b.ceildivui(left, lanes);
    Value offset = b.mul(lane, step);
    Value last = b.sub(count, one);
    Values found, next;
    for (Value first : values.drop_back()) {
      Value index = b.minsi(b.add(first, offset), last);
      found.push_back(starts.load(b, index));
    }
    for (auto [first, begin, unit] :
         llvm::zip_equal(values.drop_back(), found, wanted)) {
      // A place behind the last copy begins too late.
      Value exists = b.sle(b.add(first, offset), last);
      Value holds = b.andi(exists, b.sle(begin, unit));
      Value mask = WarpBallotOp::create(b, i64, holds, /*whole=*/true);
      Value passed = b.sub(math::CtPopOp::create(b, mask), one);
      next.push_back(b.add(first, b.mul(passed, step)));
    }
    next.push_back(step);
    return next;
  });
  owners.pop_back();
  return llvm::map_to_vector(owners, [&](Value copy) -> Value {
    return WarpUniformOp::create(b, copy);
  });
}

void CopyKernel::emitTile(Value base, Value total, const MemoryArray &begins) {
  Value last = b.sub(total, 1);
  Value end = b.minsi(b.add(base, tile.items() - 1), last);
  Values ends = findCopies({base, end});
  Value first = ends.front();
  Value several = b.truncI32(b.add(b.sub(ends.back(), first), 1));
  if (!units.movesOne())
    return moveSeveral(base, total, first, several, begins);
  kernel.ifThen(
      b.eq(several, 1), [&] { moveOne(base, first); },
      [&] { moveSeveral(base, total, first, several, begins); });
}

void CopyKernel::moveOne(Value base, Value first) {
  CopyUnits::Range copy = units.clip(loadAll(b, copies, first));
  units.moveOne(copy, b.sub(base, starts.load(b, first)), tile.itemsPerThread);
}

void CopyKernel::moveSeveral(Value base, Value total, Value first,
                             Value several, const MemoryArray &begins) {
  // All threads have found the same copies.
  auto meet = [&] {
    auto barrier = BlockBarrierOp::create(b);
    PrimDialect::ConvergedAttrHelper(b.getContext())
        .setAttr(barrier, b.getUnitAttr());
  };
  // Where in the tile its copies begin. The first one may begin before it,
  // and needs no search.
  meet();
  Value thread = kernel.threadId();
  Value own = b.zextI64(thread);
  kernel.forEach(own, b.zextI64(several), tile.blockSize, [&](Value i) {
    Value begin = b.sub(starts.load(b, b.add(first, i)), base);
    begin = b.truncI32(begin);
    begins.store(b, begin, b.truncI32(i));
  });
  meet();

  Values places;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i)
    places.push_back(b.add(thread, i * tile.blockSize));
  Values owners = findPartitionPoint(
      kernel, places.size(), several, [&](ValueRange indices) {
        Values found = llvm::map_to_vector(indices, [&](Value index) -> Value {
          return begins.load(b, index);
        });
        Values holds;
        for (auto [begin, place] : llvm::zip_equal(found, places))
          holds.push_back(b.ule(begin, place));
        return holds;
      });
  SmallVector<CopyUnits::Range> parts;
  for (auto [owner, place] : llvm::zip_equal(owners, places)) {
    Value copy = b.add(first, b.zextI64(owner));
    Values given = loadAll(b, copies, copy);
    Value unit = b.add(base, b.zextI64(place));
    CopyUnits::Range part =
        units.getUnit(units.clip(given), b.sub(unit, starts.load(b, copy)));
    // A place behind the last unit is no part of any.
    part.count = b.select(b.slt(unit, total), part.count, 0);
    parts.push_back(part);
  }
  units.move(parts);
}

void CopyKernel::emit() {
  Value total =
      MemoryArray(kernel.argument(LaunchValue::region(Total)), b.getI64Type())
          .load(b, 0);
  MemoryArray begins =
      kernel.workgroupArray(b.getI32Type(), tile.items(), "copies");
  kernel.forGridStride(b.ceildivui(total, tile.items()), [&](Value number) {
    emitTile(b.mul(number, tile.items()), total, begins);
  });
}

namespace {

class BatchCopyLowering : public OpLowering<DeviceBatchCopyOp> {
public:
  explicit BatchCopyLowering(DeviceBatchCopyOp op)
      : OpLowering(op, DeviceAlgorithm::Copy) {}

  /// The bounds of a copy take registers while it is cut off.
  void limitTile(TileShape &tile, bool hasBorder) const override {
    OpLowering::limitTile(tile, hasBorder);
    tile.itemsPerThread = std::min(tile.itemsPerThread, copyUnitsPerThread);
  }

  std::string nameIn(unsigned number) const override {
    return ArrayRef<StringRef>{"from", "to", "sizes"}[number].str();
  }

  void emitSizeChecks(OperandChecks &checks) const override {
    checks.checkIns();
    if (op.getAddressed())
      return;
    checks.checkGroup("ins", op.getIns());
    checks.checkGroup("outs", op.getOuts());
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan>
BatchCopyLowering::plan(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.regions = TileScan::getRegions(op, CopyCountKernel::getForm(op), plan);
  Size indexBytes = sizeof(int64_t);
  plan.regions.push_back(
      WorkspaceRegion::scratch(Size::elements() * Size::rows() * indexBytes));
  plan.regions.push_back(WorkspaceRegion::scratch(indexBytes));
  plan.limits.push_back(
      {INT32_MAX,
       "takes fewer than 2147483648 copies, found {}; copy in parts"});
  PlanLaunch count{
      plan.addKernel("copies_count", tile, [=, op = op](KernelBuilder &kernel) {
        CopyCountKernel scan(op, kernel, tile);
        LookBackSchedule(scan).emit();
      })};
  // Copies to addresses have any size.
  Size work = op.getOuts().empty()
                  ? Size(std::numeric_limits<int64_t>::max() / 2)
                  : Size::elements() + Size::extent(op.getOuts().front());
  PlanLaunch copy{plan.addKernel("copies", tile.blockSize,
                                 [=, op = op](KernelBuilder &kernel) {
                                   CopyKernel(op, kernel, tile).emit();
                                 }),
                  LaunchSchedule::ofWork(work, tile.items(),
                                         context.getMaxBlocks(tile.blockSize))};
  plan.cases = {{0}, {INT64_MAX, /*usesWorkspace=*/true, {count, copy}}};
  return plan;
}

std::unique_ptr<DeviceLowering>
mlir::prim::createLowering(DeviceBatchCopyOp op) {
  return std::make_unique<BatchCopyLowering>(op);
}
