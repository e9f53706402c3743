//===- LoopTiles.cpp - Parallel loops by tiles --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTiles.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

using namespace mlir;
using namespace mlir::prim;
using Dims = LoopDependences::Dims;

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

Dims LoopDependences::get(ValueRange values) const {
  Dims all = 0;
  for (Value value : values)
    all |= get(value);
  return all;
}

bool LoopDependences::compute(scf::ParallelOp loop) {
  if (loop.getNumLoops() > kMaxDims)
    return false;
  for (auto [dim, index] : llvm::enumerate(loop.getInductionVars()))
    dims[index] = bit(dim);
  return visit(*loop.getBody(), /*isInLoop=*/false);
}

bool LoopDependences::visit(Block &block, bool isInLoop) {
  for (Operation &op : block.without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (!visit(loop))
        return false;
      continue;
    }
    bool isStore = isa<memref::StoreOp>(op) && !isInLoop;
    if (op.getNumRegions() != 0 ||
        !(isStore || isa<memref::LoadOp>(op) || isMemoryEffectFree(&op)))
      return false;
    Dims all = get(op.getOperands());
    for (Value result : op.getResults())
      dims[result] = isa<memref::LoadOp>(op) ? all | kLoaded : all;
  }
  return true;
}

bool LoopDependences::visit(scf::ForOp loop) {
  Dims own = get(
      ValueRange{loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  bounds |= own;
  dims[loop.getInductionVar()] = own;
  for (auto [init, argument] :
       llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs()))
    dims[argument] = own | get(init);
  // The next iteration depends on whatever one depends on.
  bool isChanging = true;
  while (isChanging) {
    if (!visit(*loop.getBody(), /*isInLoop=*/true))
      return false;
    isChanging = false;
    for (auto [next, argument] :
         llvm::zip_equal(loop.getYieldedValues(), loop.getRegionIterArgs())) {
      Dims before = dims[argument];
      dims[argument] |= get(next);
      isChanging |= dims[argument] != before;
    }
  }
  for (auto [result, argument] :
       llvm::zip_equal(loop.getResults(), loop.getRegionIterArgs()))
    dims[result] = dims[argument];
  return true;
}

//===----------------------------------------------------------------------===//
// The code of a thread
//===----------------------------------------------------------------------===//

/// Looks through the identities that linalg's lowering leaves.
static Value skipIdentities(Value value) {
  while (auto apply = value.getDefiningOp<affine::AffineApplyOp>()) {
    if (!apply.getAffineMap().isIdentity())
      break;
    value = apply.getOperand(0);
  }
  return value;
}

namespace {

/// Elements of workgroup memory between two steps of a loop, besides those of a
/// tile, so that steps that are stored together are in several banks.
constexpr int64_t kPadding = 4;

/// A load whose elements a block copies to workgroup memory.
struct StagedLoad {
  memref::LoadOp load;
  /// Whether the tile is along the rows.
  bool isOfRows;
  /// By index of the load.
  enum class Index { Tile, Step, Same };
  SmallVector<Index> indices;
  Value memory;

  /// Whether neighbours in memory are steps of the loop.
  bool isAlongSteps() const { return indices.back() == Index::Step; }
};

/// One of the two tiled dimensions.
struct TileDim {
  unsigned dim;
  /// Iterations of a block.
  int64_t extent;
  /// The block's first position, and the positions of the loop.
  Value first, trips;
  /// By item: its position, and its position in the tile.
  SmallVector<Value> positions, places;
  /// Whether no tile ends after the loop does.
  bool isWhole;
};

/// Writes the body once for all iterations of a thread, in the order of its
/// ops. An op is repeated along the dimensions that it depends on.
class ThreadCode {
public:
  ThreadCode(CodeBuilder &b, scf::ParallelOp loop, const LoopTile &tile,
             const LoopDependences &dependences, gpu::LaunchOp launch,
             unsigned rows, unsigned columns, ValueRange trips)
      : b(b), loop(loop), tile(tile), dependences(dependences), launch(launch),
        thread(launch.getThreadIds().x) {
    setDim(this->rows, rows, tile.rows(), trips);
    setDim(this->columns, columns, tile.columns(), trips);
    copies.resize(tile.itemRows * tile.itemColumns);
    buildPositions(trips);
  }

  void build() { buildBlock(*loop.getBody()); }

private:
  void setDim(TileDim &tiled, unsigned dim, int64_t extent, ValueRange trips) {
    tiled.dim = dim;
    tiled.extent = extent;
    tiled.trips = trips[dim];
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound()[dim]);
    tiled.isWhole = end && *end % extent == 0;
  }

  void buildPositions(ValueRange trips) {
    SmallVector<Value> block(trips.size());
    Value number = launch.getBlockIds().x;
    // The last dimension varies fastest, as in launches without tiles.
    for (size_t dim = trips.size(); dim-- > 0;) {
      Value count = trips[dim];
      for (TileDim *tiled : {&rows, &columns})
        if (tiled->dim == dim)
          count = b.ceildivui(count, tiled->extent);
      block[dim] = dim == 0 ? number : b.remui(number, count);
      if (dim != 0)
        number = b.divui(number, count);
      if (dim != rows.dim && dim != columns.dim)
        mapAll(loop.getInductionVars()[dim], block[dim]);
    }
    // A thread has neighbouring rows, which it loads from workgroup memory at
    // once, and a wave neighbouring columns, which it stores at once.
    Value row = b.divui(thread, tile.threadColumns);
    Value column = b.remui(thread, tile.threadColumns);
    for (unsigned r = 0; r < tile.itemRows; ++r)
      rows.places.push_back(b.add(b.mul(row, tile.itemRows), r));
    for (unsigned c = 0; c < tile.itemColumns; ++c)
      columns.places.push_back(b.add(column, c * tile.threadColumns));
    for (TileDim *tiled : {&rows, &columns})
      buildPositions(*tiled, block[tiled->dim]);
    for (unsigned r = 0; r < tile.itemRows; ++r)
      for (unsigned c = 0; c < tile.itemColumns; ++c) {
        copy(r, c).map(loop.getInductionVars()[rows.dim],
                       clamp(rows, rows.positions[r]));
        copy(r, c).map(loop.getInductionVars()[columns.dim],
                       clamp(columns, columns.positions[c]));
      }
  }

  void buildPositions(TileDim &tiled, Value block) {
    tiled.first = b.mul(block, tiled.extent);
    for (Value place : tiled.places)
      tiled.positions.push_back(b.add(tiled.first, place));
  }

  /// Iterations after the loop's end compute what its last one does, and store
  /// nothing, so that all threads are at the barriers.
  Value clamp(const TileDim &tiled, Value position) {
    return tiled.isWhole ? position : b.minui(position, b.sub(tiled.trips, 1));
  }

  IRMapping &copy(unsigned r, unsigned c) {
    return copies[r * tile.itemColumns + c];
  }

  void mapAll(Value value, Value to) {
    for (IRMapping &each : copies)
      each.map(value, to);
  }

  Value lookup(Value value, unsigned r, unsigned c) {
    return copy(r, c).lookupOrDefault(value);
  }

  /// Calls `body` for one of the thread's iterations of each that `dims` tells
  /// apart.
  void forEachCopy(Dims dims,
                   llvm::function_ref<void(unsigned, unsigned)> body) {
    bool isOfRow = dims & LoopDependences::bit(rows.dim);
    bool isOfColumn = dims & LoopDependences::bit(columns.dim);
    for (unsigned r = 0; r < (isOfRow ? tile.itemRows : 1); ++r)
      for (unsigned c = 0; c < (isOfColumn ? tile.itemColumns : 1); ++c)
        body(r, c);
  }

  /// Sets `value` for the iterations that `dims` does not tell from (r, c).
  void map(Value value, Dims dims, unsigned r, unsigned c, Value to) {
    bool isOfRow = dims & LoopDependences::bit(rows.dim);
    bool isOfColumn = dims & LoopDependences::bit(columns.dim);
    for (unsigned row = 0; row < tile.itemRows; ++row)
      for (unsigned column = 0; column < tile.itemColumns; ++column)
        if ((!isOfRow || row == r) && (!isOfColumn || column == c))
          copy(row, column).map(value, to);
  }

  void buildBlock(Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (isOpTriviallyDead(&op))
        continue;
      if (auto inner = dyn_cast<scf::ForOp>(op))
        buildLoop(inner);
      else if (auto store = dyn_cast<memref::StoreOp>(op))
        buildStore(store);
      else if (StagedLoad *staged = findStaged(&op))
        buildStagedLoad(*staged);
      else
        buildOp(op);
    }
  }

  void buildOp(Operation &op) {
    Dims dims = dependences.get(op.getOperands());
    forEachCopy(dims, [&](unsigned r, unsigned c) {
      Operation *made = b.clone(op, copy(r, c));
      for (auto [from, to] : llvm::zip(op.getResults(), made->getResults()))
        map(from, dims, r, c, to);
    });
  }

  void buildStore(memref::StoreOp store) {
    for (unsigned r = 0; r < tile.itemRows; ++r)
      for (unsigned c = 0; c < tile.itemColumns; ++c) {
        Value exists = b.boolean(true);
        if (!rows.isWhole)
          exists = b.andi(exists, b.ult(rows.positions[r], rows.trips));
        if (!columns.isWhole)
          exists = b.andi(exists, b.ult(columns.positions[c], columns.trips));
        b.ifThen(exists, [&] { b.clone(*store, copy(r, c)); });
      }
  }

  /// The values that the iterations of the thread have for loop-carried values.
  SmallVector<Value> flatten(scf::ForOp inner, ValueRange values) {
    SmallVector<Value> all;
    for (auto [argument, value] :
         llvm::zip_equal(inner.getRegionIterArgs(), values))
      forEachCopy(dependences.get(argument),
                  [&, value = Value(value)](unsigned r, unsigned c) {
                    all.push_back(lookup(value, r, c));
                  });
    return all;
  }

  /// Sets loop-carried values, or a loop's results.
  void unflatten(scf::ForOp inner, ValueRange values, ValueRange all) {
    unsigned next = 0;
    for (auto [argument, value] :
         llvm::zip_equal(inner.getRegionIterArgs(), values)) {
      Dims dims = dependences.get(argument);
      forEachCopy(dims, [&, value = Value(value)](unsigned r, unsigned c) {
        map(value, dims, r, c, all[next++]);
      });
    }
  }

  /// Steps from `first` on; `offset` is added to the loop's index.
  SmallVector<Value> buildSteps(scf::ForOp inner, Value first, Value end,
                                Value step, Value offset, ValueRange carried) {
    return b.forEach(first, end, step, carried,
                     [&](Value index, ValueRange values) {
                       stepPlace = index;
                       mapAll(inner.getInductionVar(),
                              offset ? b.add(offset, index) : index);
                       unflatten(inner, inner.getRegionIterArgs(), values);
                       buildBlock(*inner.getBody());
                       return flatten(inner, inner.getYieldedValues());
                     });
  }

  void buildLoop(scf::ForOp inner) {
    Value first = lookup(inner.getLowerBound(), 0, 0);
    Value end = lookup(inner.getUpperBound(), 0, 0);
    SmallVector<Value> carried = flatten(inner, inner.getInitArgs());
    size_t before = staged.size();
    findStaged(inner);
    if (staged.size() == before) {
      carried = buildSteps(inner, first, end, lookup(inner.getStep(), 0, 0),
                           Value(), carried);
    } else {
      // All but the last stage have as many steps, which makes the loop over
      // them one that can be unrolled.
      Value count = b.maxsi(b.sub(end, first), 0);
      Value split = b.add(first, b.mul(b.divui(count, tile.depth), tile.depth));
      carried = buildStages(inner, first, split, Value(), carried);
      carried = buildStages(inner, split, end, end, carried);
      staged.resize(before);
    }
    unflatten(inner, inner.getResults(), carried);
  }

  /// Stages from `first` on; the last one may have fewer steps, until `last`,
  /// if that is given.
  SmallVector<Value> buildStages(scf::ForOp inner, Value first, Value end,
                                 Value last, ValueRange carried) {
    return b.forEach(first, end, tile.depth, carried,
                     [&](Value stage, ValueRange values) {
                       return buildStage(inner, stage, last, values);
                     });
  }

  SmallVector<Value> buildStage(scf::ForOp inner, Value stage, Value last,
                                ValueRange carried) {
    // No thread may still read the elements of the stage before.
    gpu::BarrierOp::create(b);
    SmallVector<std::tuple<Value, Value, SmallVector<Value>>> elements;
    for (const StagedLoad &each : staged)
      for (unsigned item = 0;
           item < getExtent(each) * tile.depth / tile.blockSize(); ++item)
        elements.push_back(loadStaged(each, item, stage, last));
    for (auto &[element, memory, place] : elements)
      memref::StoreOp::create(b, element, memory, place);
    gpu::BarrierOp::create(b);
    Value count = last ? b.sub(last, stage) : b.index(tile.depth);
    return buildSteps(inner, b.index(0), count, b.index(1), stage, carried);
  }

  int64_t getExtent(const StagedLoad &each) const {
    return each.isOfRows ? rows.extent : columns.extent;
  }

  /// Loads one of the elements that this thread copies. Returns it, the
  /// workgroup memory, and the place there.
  std::tuple<Value, Value, SmallVector<Value>>
  loadStaged(const StagedLoad &each, unsigned item, Value stage, Value last) {
    const TileDim &tiled = each.isOfRows ? rows : columns;
    Value number = b.add(thread, int64_t(item) * tile.blockSize());
    int64_t fast = each.isAlongSteps() ? tile.depth : tiled.extent;
    Value step = b.remui(number, fast), place = b.divui(number, fast);
    if (!each.isAlongSteps())
      std::swap(step, place);
    Value position = b.add(stage, step);
    // Steps after the last one load its elements, which are not used.
    if (last)
      position = b.minsi(position, b.sub(last, 1));
    Value tilePosition = clamp(tiled, b.add(tiled.first, place));
    SmallVector<Value> indices;
    memref::LoadOp load = each.load;
    for (auto [kind, index] : llvm::zip_equal(each.indices, load.getIndices()))
      indices.push_back(kind == StagedLoad::Index::Tile ? tilePosition
                        : kind == StagedLoad::Index::Step
                            ? position
                            : lookup(index, 0, 0));
    Value element = memref::LoadOp::create(b, load.getMemRef(), indices);
    return {element, each.memory, SmallVector<Value>{step, place}};
  }

  void buildStagedLoad(const StagedLoad &each) {
    memref::LoadOp load = each.load;
    const TileDim &tiled = each.isOfRows ? rows : columns;
    Dims dims = LoopDependences::bit(tiled.dim);
    forEachCopy(dims, [&](unsigned r, unsigned c) {
      Value element = memref::LoadOp::create(
          b, each.memory,
          ValueRange{stepPlace, tiled.places[each.isOfRows ? r : c]});
      map(load.getResult(), dims, r, c, element);
    });
  }

  StagedLoad *findStaged(Operation *op) {
    for (StagedLoad &each : staged)
      if (each.load.getOperation() == op)
        return &each;
    return nullptr;
  }

  /// Finds the loads of `inner` that the block does once for all threads, and
  /// adds workgroup memory for them.
  void findStaged(scf::ForOp inner) {
    if (!inner.getInductionVar().getType().isIndex() ||
        getConstantIntValue(inner.getStep()) != 1 ||
        !inner.getBody()->getOps<scf::ForOp>().empty())
      return;
    for (auto load : inner.getBody()->getOps<memref::LoadOp>()) {
      std::optional<StagedLoad> found = matchStaged(load, inner);
      if (!found)
        continue;
      int64_t padding = found->isAlongSteps() ? kPadding : 0;
      auto space = gpu::AddressSpaceAttr::get(
          b.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
      found->memory = launch.addWorkgroupAttribution(
          MemRefType::get({tile.depth, getExtent(*found) + padding},
                          load.getType(), MemRefLayoutAttrInterface(), space),
          load.getLoc());
      staged.push_back(*found);
    }
  }

  std::optional<StagedLoad> matchStaged(memref::LoadOp load, scf::ForOp inner) {
    Type element = load.getType();
    bool isStored =
        element.isIndex() ||
        (element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0);
    if (!isStored ||
        loop->isAncestor(load.getMemRef().getParentBlock()->getParentOp()))
      return std::nullopt;
    StagedLoad staged{load, false, {}, Value()};
    unsigned tiles = 0, steps = 0;
    Dims tiled =
        LoopDependences::bit(rows.dim) | LoopDependences::bit(columns.dim);
    for (Value each : load.getIndices()) {
      Value index = skipIdentities(each);
      bool isRow = index == loop.getInductionVars()[rows.dim];
      if (isRow || index == loop.getInductionVars()[columns.dim]) {
        staged.isOfRows = isRow;
        staged.indices.push_back(StagedLoad::Index::Tile);
        ++tiles;
      } else if (index == inner.getInductionVar()) {
        staged.indices.push_back(StagedLoad::Index::Step);
        ++steps;
      } else if ((dependences.get(index) & tiled) == 0 &&
                 !inner->isAncestor(index.getParentBlock()->getParentOp())) {
        staged.indices.push_back(StagedLoad::Index::Same);
      } else {
        return std::nullopt;
      }
    }
    if (tiles != 1 || steps != 1)
      return std::nullopt;
    return staged;
  }

  CodeBuilder &b;
  scf::ParallelOp loop;
  const LoopTile &tile;
  const LoopDependences &dependences;
  gpu::LaunchOp launch;
  Value thread;
  TileDim rows, columns;
  /// By iteration of the thread.
  SmallVector<IRMapping> copies;
  SmallVector<StagedLoad> staged;
  /// The step in workgroup memory.
  Value stepPlace;
};

} // namespace

//===----------------------------------------------------------------------===//
// The choice of tiles
//===----------------------------------------------------------------------===//

namespace {

/// The dependences of the accesses in a parallel loop.
class LoopAccesses {
public:
  LoopAccesses(scf::ParallelOp loop, const LoopDependences &dependences)
      : bounds(dependences.getBounds()) {
    loop.walk([&](Operation *op) {
      if (auto load = dyn_cast<memref::LoadOp>(op)) {
        loads.push_back(dependences.get(load.getIndices()));
        if (isa<scf::ForOp>(op->getParentOp()))
          repeated.push_back(loads.back());
      }
      if (auto store = dyn_cast<memref::StoreOp>(op))
        stores.push_back(dependences.get(store.getIndices()));
    });
  }

  /// Whether two dimensions may be tiled, and tiles save loads: some in a loop
  /// depend on one dimension, but not on the other. Steps of loops and stores
  /// have to be those of each iteration. The position of a load must not be
  /// one that another thread may have changed, since threads without an
  /// iteration load what the last one does.
  bool mayTile(unsigned rows, unsigned columns) const {
    Dims row = LoopDependences::bit(rows);
    Dims column = LoopDependences::bit(columns);
    auto isOfBoth = [&](Dims dims) { return (dims & row) && (dims & column); };
    auto isOfRow = [&](Dims dims) { return (dims & row) && !(dims & column); };
    auto isOfColumn = [&](Dims dims) {
      return (dims & column) && !(dims & row);
    };
    auto isLoaded = [&](Dims dims) {
      return isOfBoth(dims) && (dims & LoopDependences::kLoaded);
    };
    return llvm::any_of(repeated, isOfRow) &&
           llvm::any_of(repeated, isOfColumn) && !(bounds & (row | column)) &&
           llvm::all_of(stores, isOfBoth) && llvm::none_of(loads, isLoaded);
  }

private:
  Dims bounds;
  /// Loads in loops are also in `repeated`.
  SmallVector<Dims> loads, repeated, stores;
};

} // namespace

/// An extent that is not known while tiles are chosen: it is as likely that few
/// blocks have to fill the chip as that many do.
static constexpr int64_t kUnknownExtent = 1024;

/// Whether most of each tile has iterations, and each unit has a tile.
static bool isWorthwhile(scf::ParallelOp loop, const LoopTile &tile,
                         unsigned rows, unsigned minTiles) {
  double share = 1, tiles = 1;
  for (auto [dim, upper] : llvm::enumerate(loop.getUpperBound())) {
    auto extent = double(getConstantIntValue(upper).value_or(kUnknownExtent));
    double size = dim == rows                     ? tile.rows()
                  : dim + 1 == loop.getNumLoops() ? tile.columns()
                                                  : 1;
    double count = std::ceil(extent / size);
    share *= extent / (count * size);
    tiles *= count;
  }
  return share >= 0.5 && tiles >= minTiles;
}

std::optional<LoopTiles> LoopTiles::match(scf::ParallelOp loop,
                                          const TargetInfo &target) {
  LoopDependences dependences;
  if (loop.getNumLoops() < 2 || !dependences.compute(loop))
    return std::nullopt;
  for (auto [lower, step] :
       llvm::zip_equal(loop.getLowerBound(), loop.getStep()))
    if (getConstantIntValue(lower) != 0 || getConstantIntValue(step) != 1)
      return std::nullopt;
  LoopAccesses accesses(loop, dependences);
  unsigned columns = loop.getNumLoops() - 1;
  for (unsigned rows = columns; rows-- > 0;) {
    if (!accesses.mayTile(rows, columns))
      continue;
    SmallVector<LoopTile> tiles = getLoopTiles(target);
    for (const LoopTile &tile : tiles)
      if (isWorthwhile(loop, tile, rows,
                       &tile == &tiles.back() ? 1 : target.units.count))
        return LoopTiles(loop, tile, rows, std::move(dependences));
  }
  return std::nullopt;
}

Value LoopTiles::buildBlocks(OpBuilder &builder, Location loc,
                             ValueRange trips) const {
  CodeBuilder b(loc, builder);
  Value blocks = b.index(1);
  for (auto [dim, count] : llvm::enumerate(trips))
    blocks =
        b.mul(blocks, dim == rows           ? b.ceildivui(count, tile.rows())
                      : dim == getColumns() ? b.ceildivui(count, tile.columns())
                                            : count);
  return blocks;
}

void LoopTiles::buildKernel(OpBuilder &builder, gpu::LaunchOp launch,
                            ValueRange trips) const {
  CodeBuilder b(loop.getLoc(), builder);
  ThreadCode(b, loop, tile, dependences, launch, rows, getColumns(), trips)
      .build();
}
