//===- DeviceSortPass.cpp - Kernels of the device sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass ranks each tile by one digit and learns from the tiles before it, by a
// look-back with a chain per digit, where in the output its items of every
// digit begin. The first tile takes the place of all tiles before it: it starts
// from the scan of the histogram.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"
#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class SortPassBuilder {
public:
  SortPassBuilder(const RadixSort &sort, KernelBuilder &kernel,
                  BlockContext &block)
      : sort(sort), kernel(kernel), block(block), b(kernel.b()),
        loc(kernel.loc()), i32(b.getI32Type()),
        count(sort.tile.itemsPerThread) {}

  void emit();

private:
  using Values = SmallVector<Value>;

  Value constant(int64_t value) { return createI32(b, loc, value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  }
  /// `yes()` where `condition` (uniform) holds, else `no()`.
  Values branch(Value condition, TypeRange types,
                llvm::function_ref<Values()> yes,
                llvm::function_ref<Values()> no);
  Value digitOf(Value key) {
    return sort.codec.digit(b, loc, key, shift, sort.digitBits);
  }

  /// Place of element `index` (i32, not negative) of a device array.
  MemoryPlace elementPlace(Value base, Type type, Value index);
  Value loadElement(Value base, Type type, Value index);
  void storeElement(Value base, Type type, Value value, Value index);
  /// Declares the kernel's arguments.
  void bind();
  /// Takes the number of the next tile.
  void takeTile();
  /// The digits of a thread's keys, in wave-striped order. What lies past the
  /// end takes the last digit, behind all other items of it.
  Values digitsOf(ValueRange keys);
  /// Moves all members, the keys of which lie in the exchange already, to where
  /// `offsets` sends their digits.
  void moveItems(ItemExchange &exchange, ValueRange ranks,
                 const MemoryArray &offsets);

  /// This thread's items of a member of the tile, in wave-striped order.
  Values loadTile(unsigned member);
  TileLayout getStriped() const {
    return block.getLayout(count, Arrangement::Striped, /*vector=*/0);
  }
  /// Writes the thread's items, in striped order. The target of item i is where
  /// it goes, plus a tile's items, less i block sizes.
  void storeTile(unsigned member, ValueRange items, ValueRange targets);

  /// Runs `body(digit, i)` for each digit (i32) of the calling thread.
  void forOwnDigits(llvm::function_ref<void(Value, unsigned)> body);
  /// Tells later tiles the counts of the thread's digits, a vector; complete
  /// ones include those of the tiles before this one.
  void publish(Value counts, bool complete);
  /// The first places in the output (a vector) of the thread's digits: from the
  /// histogram, and for a later tile by looking back.
  Value scanHistogram();
  Value lookBack(Value counts);

  const RadixSort &sort;
  KernelBuilder &kernel;
  BlockContext &block;
  OpBuilder &b;
  Location loc;
  Type i32;
  unsigned count;
  unsigned digitsPerThread = 0;
  Value owner;

  Values sources, destinations;
  Value size, shift, epoch, ticket, histogram, states;
  /// The tile's number, its first item, and how many it has: i32, uniform.
  Value tile, first, valid;
  Value isFull;
};

} // namespace

SmallVector<Value> SortPassBuilder::branch(Value condition, TypeRange types,
                                           llvm::function_ref<Values()> yes,
                                           llvm::function_ref<Values()> no) {
  auto op = scf::IfOp::create(b, loc, types, condition, /*addThenBlock=*/true,
                              /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(op.thenBlock());
  scf::YieldOp::create(b, loc, yes());
  b.setInsertionPointToStart(op.elseBlock());
  scf::YieldOp::create(b, loc, no());
  return Values(op.getResults());
}

MemoryPlace SortPassBuilder::elementPlace(Value base, Type type, Value index) {
  // Larger elements may reach past 4 GiB, and so past the offset.
  if (getElementBytes(type) > 4)
    index = arith::ExtUIOp::create(b, loc, b.getI64Type(), index);
  return MemoryArray(base, type).place(b, loc, index);
}

Value SortPassBuilder::loadElement(Value base, Type type, Value index) {
  MemoryPlace place = elementPlace(base, type, index);
  return LoadOp::create(b, loc, type, place.base, place.offset);
}

void SortPassBuilder::storeElement(Value base, Type type, Value value,
                                   Value index) {
  MemoryPlace place = elementPlace(base, type, index);
  StoreOp::create(b, loc, value, place.base, place.offset);
}

SmallVector<Value> SortPassBuilder::loadTile(unsigned member) {
  Type type = sort.types[member];
  MemoryArray tile =
      MemoryArray(sources[member], type)
          .from(b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), first));
  auto positions = [&] {
    return getWaveStriped(block, count).positions(b, loc, block.getThreadIds());
  };
  SmallVector<Type> types(count, type);
  return branch(
      isFull, types,
      [&] {
        std::optional<unsigned> stride = getWaveStride(block);
        if (!stride)
          return llvm::map_to_vector(positions(), [&](Value position) {
            return tile.load(b, loc, position);
          });
        // One offset per thread; the rest are constants of the addresses.
        MemoryPlace own = tile.place(b, loc, positions().front());
        Values items;
        for (unsigned i = 0; i < count; ++i)
          items.push_back(
              LoadOp::create(b, loc, type, own.base,
                             b.createOrFold<arith::AddIOp>(
                                 loc, own.offset,
                                 constant(i * *stride * getElementBytes(type)),
                                 arith::IntegerOverflowFlags::nuw)));
        return items;
      },
      [&] {
        // Past the end the last item is read again.
        Value last = arith::SubIOp::create(b, loc, valid, constant(1));
        return llvm::map_to_vector(positions(), [&](Value position) {
          Value clamped = arith::MinUIOp::create(b, loc, position, last);
          return tile.load(b, loc, clamped);
        });
      });
}

void SortPassBuilder::storeTile(unsigned member, ValueRange items,
                                ValueRange targets) {
  Type type = sort.types[member];
  // Item i of a thread goes i block sizes behind its target, which is counted
  // from one tile before the output: a constant of the address, and a target
  // that is not negative.
  auto store = [&](unsigned i) {
    int64_t distance = int64_t(i) * sort.tile.blockSize - sort.tile.items();
    Value base =
        advance(b, loc, destinations[member], distance * getElementBytes(type));
    storeElement(base, type, items[i], targets[i]);
  };
  branch(
      isFull, {},
      [&] {
        for (unsigned i = 0; i < count; ++i)
          store(i);
        return Values();
      },
      [&] {
        for (auto [i, position] : llvm::enumerate(
                 getStriped().positions(b, loc, block.getThreadIds()))) {
          Value inside = compare(arith::CmpIPredicate::ult, position, valid);
          kernel.ifThen(inside, [&, i = i] { store(i); });
        }
        return Values();
      });
}

void SortPassBuilder::forOwnDigits(
    llvm::function_ref<void(Value, unsigned)> body) {
  auto all = [&] {
    Value start = arith::MulIOp::create(b, loc, block.getThreadId(),
                                        constant(digitsPerThread));
    for (unsigned i = 0; i < digitsPerThread; ++i)
      body(add(start, constant(i)), i);
  };
  if (owner)
    kernel.ifThen(owner, all);
  else
    all();
}

void SortPassBuilder::publish(Value counts, bool complete) {
  GridPublishOp::create(b, loc, counts, tile, kernel.tiles(), states, epoch,
                        b.getI32IntegerAttr(sort.radix()),
                        b.getI32IntegerAttr(sortCountBits), complete);
}

Value SortPassBuilder::scanHistogram() {
  Type type = VectorType::get({digitsPerThread}, i32);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  auto read = [&]() -> Values {
    Value start = arith::MulIOp::create(b, loc, block.getThreadId(),
                                        constant(digitsPerThread));
    MemoryArray array(
        histogram, i32,
        std::min(4 * digitsPerThread, block.getTarget().accessBytes));
    return {array.loadVector(b, loc, start, digitsPerThread)};
  };
  Value counts =
      owner ? branch(owner, type, read, [&] { return Values{zero}; }).front()
            : read().front();
  return createExclusiveSum(b, loc, counts);
}

Value SortPassBuilder::lookBack(Value counts) {
  Combiner add(CombinerKind::Add, i32);
  return createGridPrefix(b, loc, add, counts, tile, kernel.tiles(), states,
                          epoch, sort.radix(), sortCountBits)
      .getResult(0);
}

void SortPassBuilder::bind() {
  unsigned next = 0;
  for (size_t i = 0; i < sort.types.size(); ++i)
    sources.push_back(kernel.ownBase(next++));
  for (size_t i = 0; i < sort.types.size(); ++i)
    destinations.push_back(kernel.ownBase(next++));
  size = kernel.argument({LaunchValue::Kind::Elements32});
  shift = kernel.own(next++, i32);
  epoch = kernel.own(next++, i32);
  ticket = kernel.ownBase(next++);
  histogram = kernel.ownBase(next++);
  states = kernel.argument(LaunchValue::region(States));
}

void SortPassBuilder::takeTile() {
  tile = GridTicketOp::create(b, loc, ticket, /*ordered=*/false);
  Value items = constant(sort.tile.items());
  first = arith::MulIOp::create(b, loc, tile, items);
  Value left = arith::SubIOp::create(b, loc, size, first);
  valid = arith::MinUIOp::create(b, loc, left, items);
  isFull = compare(arith::CmpIPredicate::uge, left, items);
}

SmallVector<Value> SortPassBuilder::digitsOf(ValueRange keys) {
  SmallVector<Type> types(count, i32);
  return branch(
      isFull, types,
      [&] {
        return llvm::map_to_vector(keys, [&](Value k) { return digitOf(k); });
      },
      [&] {
        Values guarded;
        for (auto [key, position] : llvm::zip_equal(
                 keys, getWaveStriped(block, count)
                           .positions(b, loc, block.getThreadIds()))) {
          Value inside = compare(arith::CmpIPredicate::ult, position, valid);
          guarded.push_back(arith::SelectOp::create(
              b, loc, inside, digitOf(key), constant(sort.radix() - 1)));
        }
        return guarded;
      });
}

void SortPassBuilder::moveItems(ItemExchange &exchange, ValueRange ranks,
                                const MemoryArray &offsets) {
  Values targets;
  for (auto [member, type] : llvm::enumerate(sort.types)) {
    if (member) {
      Values moved = loadTile(member);
      // The members share the room.
      block.barrier(b, loc);
      exchange.scatter(moved, ranks);
      block.barrier(b, loc);
    }
    Values moved = exchange.get(type, getStriped());
    if (member == 0)
      for (Value key : moved)
        targets.push_back(
            add(offsets.load(b, loc, digitOf(key)), block.getThreadId()));
    storeTile(member, moved, targets);
  }
}

void SortPassBuilder::emit() {
  bind();
  uint64_t itemBytes = 0;
  for (Type type : sort.types)
    itemBytes = std::max<uint64_t>(itemBytes, getElementBytes(type));
  BufferLayout layout;
  layout.add(1, RadixRank::getScanBytes(block));
  uint64_t countersOffset =
      layout.add(1, RadixRank::getBytes(block, sort.digitBits));
  uint64_t offsetsOffset = layout.add(4, sort.radix());
  uint64_t itemsOffset = layout.add(itemBytes, sort.tile.items());
  Value buffer = block.getWorkgroupBuffer(loc, layout.size());
  auto part = [&](uint64_t offset) { return advance(b, loc, buffer, offset); };
  RadixRank rank(b, loc, block, sort.digitBits, part(countersOffset));
  ItemExchange exchange(b, loc, block, part(itemsOffset));
  MemoryArray offsets(part(offsetsOffset), i32);
  digitsPerThread = rank.getDigitsPerThread();
  owner = rank.hasDigits();

  takeTile();
  Values keys = loadTile(0);
  Values counts = rank.count(digitsOf(keys));
  Type vector = VectorType::get({digitsPerThread}, i32);
  Value own = vector::FromElementsOp::create(b, loc, vector, counts);
  Value isFirst = compare(arith::CmpIPredicate::eq, tile, constant(0));
  Value isLater = compare(arith::CmpIPredicate::ne, tile, constant(0));
  kernel.ifThen(isLater, [&] { publish(own, /*complete=*/false); });
  Values bases;
  Values ranks = rank.finish(counts, bases);
  exchange.scatter(keys, ranks);

  Value starts = branch(
                     isFirst, vector,
                     [&]() -> Values {
                       Value starts = scanHistogram();
                       publish(add(starts, own), /*complete=*/true);
                       return {starts};
                     },
                     [&]() -> Values { return {lookBack(own)}; })
                     .front();
  forOwnDigits([&](Value digit, unsigned i) {
    // Where the digit's items go less where they lie in the tile, from one
    // tile before the output on.
    Value start = vector::ExtractOp::create(b, loc, starts, int64_t(i));
    Value offset = arith::SubIOp::create(b, loc, start, bases[i]);
    offsets.store(b, loc, add(offset, constant(sort.tile.items())), digit);
  });
  block.barrier(b, loc);
  moveItems(exchange, ranks, offsets);
}

LogicalResult mlir::prim::emitSortPass(const RadixSort &sort,
                                       KernelBuilder &kernel) {
  FailureOr<BlockContext> block = BlockContext::get(kernel.func());
  if (failed(block))
    return failure();
  SortPassBuilder(sort, kernel, *block).emit();
  return success();
}

LogicalResult mlir::prim::emitSortHistogram(const RadixSort &sort,
                                            Value keyBuffer,
                                            KernelBuilder &kernel) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Type i32 = b.getI32Type();
  MemoryArray keys = kernel.bind(keyBuffer).front();
  Value size = kernel.elements();
  Value blocks = kernel.blocks();
  MemoryArray histogram(kernel.argument(LaunchValue::region(Histograms)), i32);
  MemoryArray counters =
      kernel.workgroupArray(i32, sort.histogramSize(), "counters");

  auto forCounters = [&](llvm::function_ref<void(Value)> body) {
    for (unsigned done = 0; done < sort.histogramSize();
         done += sort.tile.blockSize) {
      Value index = arith::AddIOp::create(b, loc, kernel.threadId(),
                                          createI32(b, loc, done));
      if (done + sort.tile.blockSize <= sort.histogramSize()) {
        body(index);
        continue;
      }
      Value inside =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index,
                                createI32(b, loc, sort.histogramSize()));
      kernel.ifThen(inside, [&] { body(index); });
    }
  };
  auto atomicAdd = [&](const MemoryArray &array, Value index, Value value,
                       MemoryScope scope) {
    createAtomicAdd(b, loc, value, array.place(b, loc, index),
                    MemoryOrder::Relaxed, scope);
  };

  forCounters([&](Value index) {
    counters.store(b, loc, createI32(b, loc, 0), index);
  });
  kernel.barrier();

  Value items = createI64(b, loc, sort.tile.items());
  auto wide = [&](Value value) -> Value {
    return arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
  };
  Value begin = arith::MulIOp::create(b, loc, wide(kernel.blockId()), items);
  Value step = arith::MulIOp::create(b, loc, blocks, items);
  auto loop = scf::ForOp::create(b, loc, begin, size, step);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    TileIO io(kernel, sort.tile, TileIO::striped, /*reverse=*/false, size,
              loop.getInductionVar());
    Value one = createI32(b, loc, 1);
    auto count = [&](Value key) {
      for (unsigned digit = 0; digit < sort.numDigits; ++digit) {
        Value value = sort.codec.digit(
            b, loc, key, sort.codec.getDigitShift(digit, sort.numDigits),
            sort.digitBits);
        Value index = arith::AddIOp::create(
            b, loc, value, createI32(b, loc, digit * sort.radix()),
            arith::IntegerOverflowFlags::nuw);
        atomicAdd(counters, index, one, MemoryScope::Block);
      }
    };
    io.byCase({}, [&](bool isFull) -> SmallVector<Value> {
      if (isFull) {
        for (ArrayRef<Value> item : io.load(keys, /*valid=*/Value()))
          count(item.front());
        return {};
      }
      // The one tile that is cut off need not be unrolled.
      auto items = scf::ForOp::create(b, loc, kernel.threadId(), io.count(),
                                      createI32(b, loc, sort.tile.blockSize));
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(items.getBody());
      Value index = arith::AddIOp::create(b, loc, loop.getInductionVar(),
                                          wide(items.getInductionVar()));
      count(keys.load(b, loc, index));
      return {};
    });
  }
  kernel.barrier();
  forCounters([&](Value index) {
    Value counted = counters.load(b, loc, index);
    Value some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                       counted, createI32(b, loc, 0));
    kernel.ifThen(some, [&] {
      atomicAdd(histogram, index, counted, MemoryScope::Device);
    });
  });
  return success();
}
