//===- BlockMemory.cpp - Lower prim.block_load and block_store *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is a base that is uniform over the block, advanced to the tile,
// plus a 32-bit offset per thread. This is the cheapest form on all targets. A
// full tile is moved in vectors; whether it is full is uniform over the block.
// Full rows of a partial tile are moved in vectors as well, which is uniform
// over a wave. Only in the row where the elements end do lanes check their
// elements. Code that the bounds of `valid` exclude is not emitted.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "ValueBounds.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The tile of one op.
class Tile {
public:
  template <typename OpTy>
  Tile(CodeBuilder &b, OpTy op, Type items, BlockContext &context)
      : b(b), ids(context.getThreadIds()), layout(context.getLayout(op, items)),
        element(getElementTypeOrSelf(items)), reverse(op.getReverse()),
        alignsAccesses(context.getTarget().alignsAccesses()),
        accessBytes(context.getTarget().accessBytes),
        waveSize(context.getTarget().waveSize),
        blockSize(context.getBlockSize()),
        isConverged(
            op->hasAttr(PrimDialect::ConvergedAttrHelper::getNameStr())),
        array(bind(op)) {
    if constexpr (!std::is_same_v<OpTy, BlockStageOp>)
      array = array.cached(op.getCache());
  }

  /// Reads or writes all items; vectors are counted from the first item.
  SmallVector<Value> loadVectors();
  /// Loads all items of a tile that begins at a multiple of `alignment` bytes.
  SmallVector<Value> loadAligned(uint64_t alignment);
  /// Starts an asynchronous copy of all items to `slot`.
  void stage(Value slot);
  void storeVectors(ArrayRef<Value> items);
  /// Accesses the first `valid` elements of a partial tile. Other items are
  /// `fill`, or undefined if it is null.
  SmallVector<Value> loadGuarded(Value valid, Value fill);
  void storeGuarded(ArrayRef<Value> items, Value valid);

  Value isFull(Value valid) { return b.sge(valid, layout.tileItems()); }
  bool isNeverFull(Value valid) const {
    return getBounds(valid).smax().slt(layout.tileItems());
  }

private:
  /// The partial vector of a tile: it begins at `start` and has `left` elements
  /// (i32, uniform). There is at most one.
  struct Cut {
    Cut(Tile &tile, Value valid)
        : left(tile.b.remui(valid, tile.b.i32(tile.layout.vector()))),
          start(tile.b.sub(valid, left)) {}
    Value left, start;
  };

  /// The vector at `start` in the row where the elements end.
  SmallVector<Value> loadCut(Value start, Value valid, Value fill);
  /// storeGuarded() for vectors of one alignment.
  void storeRows(ArrayRef<Value> items, Value valid);
  void storeCut(ArrayRef<Value> items, Value start, Value valid);
  /// Stores those of the last rows of a partial tile that are full. The rows
  /// have `items` and begin at `starts`. Returns the items of the first one
  /// that is not full, or of the last one.
  SmallVector<Value> storeWholeRows(ArrayRef<Value> items,
                                    ArrayRef<Value> starts, Value valid);
  /// The row of the wave in which the elements end: the start of the calling
  /// thread's vector in it, its number, and whether it exists. i32 and i1,
  /// uniform except for the first.
  struct CutRow {
    Value start, number, exists;
  };
  CutRow findCut(Value valid);
  /// Whether row `row` is full.
  Value isWholeRow(unsigned row, Value valid);
  /// Emits `body` for memory with aligned vectors, and once more for other
  /// memory if the target distinguishes them. Returns the results, of `types`,
  /// of the one that is executed.
  SmallVector<Value> byAlignment(TypeRange types,
                                 llvm::function_ref<SmallVector<Value>()> body);
  /// Emits `body` per alignment on any target; its argument is the alignment of
  /// pieces in bytes.
  SmallVector<Value>
  byPieces(TypeRange types,
           llvm::function_ref<SmallVector<Value>(unsigned)> body);
  /// Bytes of the pieces of vectors on a chip with aligned accesses.
  unsigned getPieceBytes() const {
    return std::min<unsigned>(accessBytes,
                              llvm::MinAlign(layout.vector() * elementBytes(),
                                             /*B=*/0));
  }
  unsigned elementBytes() const { return getElementBytes(element); }
  SmallVector<Value> loadVector(Value start);
  void storeVector(ArrayRef<Value> items, Value at);
  /// Whether the lanes of a wave execute the op together, and each row is that
  /// of a whole wave, with several adjacent items of each lane.
  bool haveWavesRows() const {
    return isConverged && layout.vector() > 1 &&
           layout.rowLanes() == waveSize && blockSize % waveSize == 0;
  }
  /// Whether vectors of unknown alignment are exchanged between the lanes of a
  /// row before they are stored.
  bool exchangesRows() const;
  /// Whether vectors of unknown alignment become aligned ones by moves between
  /// neighbouring lanes.
  bool shiftsRows() const;
  /// Stores all items as aligned vectors: each lane has those elements of its
  /// vector from number `shift` on, and the first ones of the next lane's. The
  /// address of element `shift` of the tile is aligned.
  void storeShifted(ArrayRef<Value> items, unsigned shift);
  /// Stores the items of a row that begins at `first` (i32, uniform), one
  /// element per lane side by side. Stores only the first `valid` elements of
  /// the tile if that is not null.
  void storeExchanged(ArrayRef<Value> items, Value first, Value valid);

  /// The tile as an array from its lowest address on, which need not exist.
  template <typename OpTy>
  MemoryArray bind(OpTy op) {
    Value base = op.getMemory();
    if (isa<MemRefType>(base.getType()))
      base = BaseOfOp::create(b, base);
    Value start = op.getOffset();
    if (reverse)
      start = b.sub(start, layout.tileItems() - 1);
    return MemoryArray(base, element)
        .from(b, b.indexCast(b.getI64Type(), start));
  }
  /// The index in the array of `width` elements of the tile from `position` on.
  Value index(Value position, unsigned width) {
    if (!reverse)
      return position;
    return b.sub(b.i32(layout.tileItems() - width), position);
  }
  SmallVector<Value> positions(unsigned step) {
    return layout.positions(b, ids, step);
  }
  /// The position in a vector of the tile's element `i`.
  int64_t place(unsigned i) const {
    return reverse ? layout.vector() - 1 - i : i;
  }

  CodeBuilder &b;
  ThreadIds ids;
  TileLayout layout;
  Type element;
  bool reverse, alignsAccesses;
  /// Whether vectors are loaded one element at a time. LLVM makes one of equal
  /// loads in both branches of an alignment test, with the smaller alignment.
  bool isByElement = false;
  unsigned accessBytes, waveSize, blockSize;
  /// Whether all lanes of a wave are known to execute the op together.
  bool isConverged;
  MemoryArray array;
};

} // namespace

SmallVector<Value> Tile::loadVector(Value start) {
  unsigned width = layout.vector();
  Value at = index(start, width);
  if (width == 1)
    return {array.load(b, at)};
  SmallVector<Value> items;
  if (isByElement) {
    for (unsigned i = 0; i < width; ++i)
      items.push_back(array.load(b, b.add(at, place(i))));
    return items;
  }
  Value vector = array.loadVector(b, at, width);
  for (unsigned i = 0; i < width; ++i)
    items.push_back(vector::ExtractOp::create(b, vector, place(i)));
  return items;
}

SmallVector<Value>
Tile::byAlignment(TypeRange types,
                  llvm::function_ref<SmallVector<Value>()> body) {
  // All vectors of a tile have the alignment of the first one. So its alignment
  // decides that of all pieces.
  unsigned natural = elementBytes(), bytes = getPieceBytes();
  if (!alignsAccesses || bytes <= natural)
    return body();
  return byPieces(types, [&](unsigned known) {
    llvm::SaveAndRestore whole(array, array.aligned(known));
    llvm::SaveAndRestore single(isByElement, known == natural);
    return body();
  });
}

SmallVector<Value>
Tile::byPieces(TypeRange types,
               llvm::function_ref<SmallVector<Value>(unsigned)> body) {
  unsigned natural = elementBytes(), bytes = getPieceBytes();
  if (bytes <= natural)
    return body(bytes);
  Value isAligned = IsAlignedOp::create(b, array.getBase(), bytes);
  return b.select(
      isAligned, types, [&] { return body(bytes); },
      [&] { return body(natural); });
}

bool Tile::exchangesRows() const {
  // Parts of a line that several instructions write are several writes. Lanes
  // of a wave must agree on what is full, and one vector of each is little
  // memory.
  return alignsAccesses && haveWavesRows() &&
         layout.vector() * elementBytes() <= accessBytes &&
         cast<BaseType>(array.getBase().getType()).getSpace() ==
             MemorySpace::Global;
}

bool Tile::shiftsRows() const {
  // Smaller elements would move one per word.
  return exchangesRows() && !reverse && elementBytes() >= 4 &&
         layout.vector() * elementBytes() == accessBytes;
}

void Tile::storeShifted(ArrayRef<Value> items, unsigned shift) {
  unsigned width = layout.vector(), rows = layout.rows();
  Value isFirst = b.eq(ids.lane, 0), isLast = b.eq(ids.lane, waveSize - 1);
  Value next = b.andi(b.add(ids.lane, 1), waveSize - 1);
  SmallVector<Value> starts = positions(width);
  auto storeOne = [&](unsigned item) {
    Value at = b.add(starts[item / width], item % width,
                     arith::IntegerOverflowFlags::nuw);
    array.store(b, items[item], at);
  };
  // The first elements of the wave, and the last ones, are parts of vectors
  // that other waves store, too.
  b.ifThen(isFirst, [&] {
    for (unsigned i = 0; i < shift; ++i)
      storeOne(i);
  });
  MemoryArray aligned = array.aligned(accessBytes);
  auto type = VectorType::get({width}, element);
  for (unsigned row = 0; row < rows; ++row) {
    ArrayRef<Value> own = items.slice(row * width, width);
    SmallVector<Value> elements(own.drop_front(shift));
    for (unsigned i = 0; i < shift; ++i) {
      // The last lane takes elements of the first one's next row.
      Value moved = own[i];
      if (row + 1 < rows)
        moved = b.select(isFirst, items[(row + 1) * width + i], moved);
      auto shuffle = WarpShuffleOp::create(b, moved.getType(), moved, next,
                                           ShuffleMode::Lane,
                                           /*width=*/IntegerAttr());
      elements.push_back(shuffle.getResult(0));
    }
    auto store = [&] {
      Value vector = vector::FromElementsOp::create(b, type, elements);
      Value at = b.add(starts[row], shift, arith::IntegerOverflowFlags::nuw);
      aligned.storeVector(b, vector, at);
    };
    if (row + 1 < rows)
      store();
    else
      b.ifThen(
          isLast,
          [&] {
            for (unsigned i = shift; i < width; ++i)
              storeOne(row * width + i);
          },
          store);
  }
}

void Tile::storeExchanged(ArrayRef<Value> items, Value first, Value valid) {
  auto type = VectorType::get({layout.vector()}, element);
  Value vector = vector::FromElementsOp::create(b, type, items);
  // Workgroup memory is taken from the cache, which slows down all that reads
  // memory. Small elements move one per word, which takes too many moves.
  bool inRegisters =
      elementBytes() >= 4 && llvm::isPowerOf2_32(layout.vector());
  auto exchange = WarpExchangeOp::create(
      b, TypeRange(type), ExchangeMode::BlockedToStriped, vector,
      /*ranks=*/Value(), inRegisters, /*width=*/IntegerAttr());
  Value striped = exchange.getResult(0);
  Value start = b.add(first, ids.lane);
  for (unsigned i = 0; i < layout.vector(); ++i) {
    Value at = b.add(start, i * waveSize);
    auto store = [&] {
      Value item = vector::ExtractOp::create(b, striped, int64_t(i));
      array.store(b, item, index(at, /*width=*/1));
    };
    if (valid)
      b.ifThen(b.slt(at, valid), store);
    else
      store();
  }
}

SmallVector<Value> Tile::loadVectors() {
  return byAlignment(SmallVector<Type>(layout.items(), element), [&] {
    SmallVector<Value> items;
    for (Value start : positions(layout.vector()))
      llvm::append_range(items, loadVector(start));
    return items;
  });
}

SmallVector<Value> Tile::loadAligned(uint64_t alignment) {
  if (!alignsAccesses || alignment < getPieceBytes())
    return loadVectors();
  llvm::SaveAndRestore whole(array, array.aligned(getPieceBytes()));
  llvm::SaveAndRestore known(alignsAccesses, false);
  return loadVectors();
}

void Tile::stage(Value slot) {
  unsigned width = layout.vector();
  MemoryArray place(slot, element);
  // An asynchronous copy requires its alignment even on chips that accept any
  // address for loads.
  byPieces({}, [&](unsigned bytes) {
    unsigned step = std::max(bytes / elementBytes(), 1u);
    bool sharesRows = step < width && haveWavesRows();
    // Other lanes may still read what this one overwrites.
    if (sharesRows)
      WarpBarrierOp::create(b);
    for (auto [row, start] : llvm::enumerate(positions(width))) {
      Value first = index(start, width);
      unsigned distance = 1;
      // Lanes side by side copy pieces side by side.
      if (sharesRows) {
        distance = waveSize;
        Value begin = layout.rowRange(b, ids, row).first;
        Value own = b.mul(ids.lane, step);
        first = b.add(index(begin, width * waveSize), own);
      }
      for (unsigned i = 0; i < width; i += step) {
        Value at = b.add(first, i * distance, arith::IntegerOverflowFlags::nuw);
        MemoryPlace from = array.place(b, at);
        MemoryPlace to = place.place(b, at);
        CopyAsyncOp::create(b, bytes, from.base, from.offset, to.base,
                            to.offset);
      }
    }
    return SmallVector<Value>();
  });
}

void Tile::storeVector(ArrayRef<Value> items, Value at) {
  SmallVector<Value> elements(items.size());
  for (auto [i, item] : llvm::enumerate(items))
    elements[place(i)] = item;
  auto type = VectorType::get({layout.vector()}, element);
  array.storeVector(b, vector::FromElementsOp::create(b, type, elements), at);
}

void Tile::storeVectors(ArrayRef<Value> items) {
  unsigned width = layout.vector();
  // Which of the first elements has an aligned address tells how far vectors
  // are from theirs.
  auto storeFrom = [&](auto &self, unsigned shift) -> void {
    if (shift + 1 == width)
      return storeShifted(items, shift);
    Value base = array.from(b, b.i64(shift)).getBase();
    b.ifThen(
        IsAlignedOp::create(b, base, accessBytes),
        [&] { storeShifted(items, shift); }, [&] { self(self, shift + 1); });
  };
  byAlignment({}, [&] {
    if (isByElement && shiftsRows()) {
      storeFrom(storeFrom, /*shift=*/1);
      return SmallVector<Value>();
    }
    for (auto [row, position] : llvm::enumerate(positions(width))) {
      ArrayRef<Value> part = items.slice(row * width, width);
      if (width == 1)
        array.store(b, part.front(), index(position, width));
      else if (isByElement && exchangesRows())
        storeExchanged(part, layout.rowRange(b, ids, row).first,
                       /*valid=*/Value());
      else
        storeVector(part, index(position, width));
    }
    return SmallVector<Value>();
  });
}

SmallVector<Value> Tile::loadCut(Value start, Value valid, Value fill) {
  // Without branches, which would wait for each other's loads. Lanes without an
  // element read an existing one instead.
  unsigned width = layout.vector();
  Value last = b.sub(valid, 1);
  if (width == 1) {
    Value there = b.minsi(start, last);
    Value item = array.load(b, index(there, /*width=*/1));
    if (fill)
      item = b.select(b.slt(start, valid), item, fill);
    return {item};
  }

  // Loads whole vectors, if there are any, and the partial one.
  Cut cut(*this, valid);
  auto type = VectorType::get({width}, element);
  auto loadWhole = [&]() -> SmallVector<Value> {
    Value there = b.minsi(start, b.sub(cut.start, width));
    return {array.loadVector(b, index(there, width), width)};
  };
  auto loadNothing = [&]() -> SmallVector<Value> {
    return {createAbsent(b, type)};
  };
  Value whole =
      b.select(b.sge(valid, width), type, loadWhole, loadNothing).front();
  Value isCut = b.eq(start, cut.start);
  Value isWhole = b.slt(start, cut.start);
  SmallVector<Value> items;
  for (unsigned i = 0; i < width; ++i) {
    Value item = vector::ExtractOp::create(b, whole, place(i));
    if (fill)
      item = b.select(isWhole, item, fill);
    if (i + 1 < width) {
      Value position = b.add(cut.start, i);
      Value there = b.minsi(position, last);
      Value rest = array.load(b, index(there, /*width=*/1));
      if (fill)
        rest = b.select(b.slt(b.i32(i), cut.left), rest, fill);
      item = b.select(isCut, rest, item);
    }
    items.push_back(item);
  }
  return items;
}

Tile::CutRow Tile::findCut(Value valid) {
  unsigned rows = layout.items() / layout.vector();
  Value first = layout.rowRange(b, ids, 0).first;
  // A difference of the row's ends would not fold to a constant, and LLVM would
  // divide by it in 20 instructions.
  Value rowItems = layout.itemsOfRow(b, ids);
  Value left = b.sub(valid, first);
  // Within the wave's part of the tile, or the first row.
  Value isInside = b.sgt(left, 0);
  isInside = b.andi(isInside, b.slt(left, b.mul(rowItems, rows)));
  Value inside = b.select(isInside, left, 0);
  Value number = b.divui(inside, rowItems);
  Value inRow = positions(layout.vector()).front();
  Value start = b.add(inRow, b.mul(number, rowItems));
  return {start, number, isInside};
}

Value Tile::isWholeRow(unsigned row, Value valid) {
  return b.sle(layout.rowRange(b, ids, row).second, valid);
}

SmallVector<Value> Tile::loadGuarded(Value valid, Value fill) {
  unsigned width = layout.vector();
  SmallVector<Type> types(width, element);
  auto nothing = [&] {
    return SmallVector<Value>(width, fill ? fill : createAbsent(b, element));
  };
  CutRow cut = findCut(valid);
  SmallVector<Value> ending = b.select(
      cut.exists, types, [&] { return loadCut(cut.start, valid, fill); },
      nothing);
  SmallVector<Value> items;
  for (auto [row, start] : llvm::enumerate(positions(width))) {
    SmallVector<Value> part = b.select(
        isWholeRow(row, valid), types,
        [&, start = start] { return loadVector(start); },
        [&, row = row] {
          // Items after the row where the elements end are undefined.
          if (!fill)
            return ending;
          Value isCut = b.eq(cut.number, row);
          return llvm::map_to_vector(ending, [&](Value item) -> Value {
            return b.select(isCut, item, fill);
          });
        });
    llvm::append_range(items, part);
  }
  return items;
}

void Tile::storeCut(ArrayRef<Value> items, Value start, Value valid) {
  unsigned width = layout.vector();
  if (width == 1)
    return b.ifThen(b.slt(start, valid), [&] {
      array.store(b, items.front(), index(start, width));
    });
  Cut cut(*this, valid);
  b.ifThen(b.slt(start, cut.start),
           [&] { storeVector(items, index(start, width)); });
  b.ifThen(b.eq(start, cut.start), [&] {
    for (auto [i, item] : llvm::enumerate(items.drop_back()))
      b.ifThen(b.slt(b.i32(i), cut.left), [&, i = i, item = item] {
        Value position = b.add(cut.start, i);
        array.store(b, item, index(position, /*width=*/1));
      });
  });
}

SmallVector<Value> Tile::storeWholeRows(ArrayRef<Value> items,
                                        ArrayRef<Value> starts, Value valid) {
  unsigned width = layout.vector(), row = layout.rows() - starts.size();
  ArrayRef<Value> part = items.take_front(width);
  auto storeRow = [&]() -> SmallVector<Value> {
    Value at = index(starts.front(), width);
    if (width == 1)
      array.store(b, part.front(), at);
    else if (isByElement && exchangesRows())
      storeExchanged(part, layout.rowRange(b, ids, row).first,
                     /*valid=*/Value());
    else
      storeVector(part, at);
    if (starts.size() == 1)
      return SmallVector<Value>(part);
    return storeWholeRows(items.drop_front(width), starts.drop_front(), valid);
  };
  // No row after one that is not full is full.
  return b.select(isWholeRow(row, valid), SmallVector<Type>(width, element),
                  storeRow, [&] { return SmallVector<Value>(part); });
}

void Tile::storeGuarded(ArrayRef<Value> items, Value valid) {
  // Vectors of elements that never are aligned pieces are exchanged as well.
  llvm::SaveAndRestore single(isByElement, getPieceBytes() <= elementBytes());
  byAlignment({}, [&] {
    storeRows(items, valid);
    return SmallVector<Value>();
  });
}

void Tile::storeRows(ArrayRef<Value> items, Value valid) {
  SmallVector<Value> ending =
      storeWholeRows(items, positions(layout.vector()), valid);
  CutRow cut = findCut(valid);
  b.ifThen(cut.exists, [&] {
    if (!isByElement || !exchangesRows())
      return storeCut(ending, cut.start, valid);
    auto [first, behind] = layout.rowRange(b, ids, 0);
    Value before = b.mul(b.sub(behind, first), cut.number);
    storeExchanged(ending, b.add(first, before), valid);
  });
}

LogicalResult mlir::prim::lowerBlockLoad(BlockLoadOp op,
                                         BlockContext &context) {
  if (failed(context.checkRowWidth(op, op.getRowWidth())))
    return failure();
  CodeBuilder b(op);
  Type type = op.getItems().getType();
  Tile tile(b, op, type, context);
  Value valid = op.getValid();
  auto loadAll = [&] {
    return joinMembers(b, tile.loadAligned(op.getAlignment().value_or(1)),
                       type);
  };
  auto loadValid = [&] {
    return joinMembers(b, tile.loadGuarded(valid, op.getFill()), type);
  };
  SmallVector<Value> items;
  if (!valid)
    items = loadAll();
  else if (tile.isNeverFull(valid))
    items = loadValid();
  else
    items = b.select(tile.isFull(valid), type, loadAll, loadValid);
  op->replaceAllUsesWith(items);
  op.erase();
  return success();
}

LogicalResult mlir::prim::lowerBlockStage(BlockStageOp op,
                                          BlockContext &context) {
  if (failed(context.checkRowWidth(op, op.getRowWidth())))
    return failure();
  CodeBuilder b(op);
  Tile(b, op, op.getItems(), context).stage(op.getSlot());
  op.erase();
  return success();
}

LogicalResult mlir::prim::lowerBlockStore(BlockStoreOp op,
                                          BlockContext &context) {
  if (failed(context.checkRowWidth(op, op.getRowWidth())))
    return failure();
  CodeBuilder b(op);
  Tile tile(b, op, op.getItems().getType(), context);
  SmallVector<Value> items = splitMembers(b, op.getItems()).front();
  Value valid = op.getValid();
  auto storeAll = [&] { tile.storeVectors(items); };
  auto storeValid = [&] { tile.storeGuarded(items, valid); };
  if (!valid)
    storeAll();
  else if (tile.isNeverFull(valid))
    storeValid();
  else
    b.ifThen(tile.isFull(valid), storeAll, storeValid);
  op.erase();
  return success();
}
