//===- DeviceMap.cpp - Lower prim.device_map *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block for each tile: load, map, store. Tiles are independent, except
// for neighbours when the outputs are the inputs. Then an earlier launch saves
// the borders of each tile, as a tile may be stored before the one beside it is
// loaded.
//
//===----------------------------------------------------------------------===//

#include "../Engine/DeviceLowering.h"
#include "../Tile/TileIO.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class MapKernel {
public:
  MapKernel(DeviceMapOp op, KernelBuilder &kernel, TileShape shape)
      : op(op), kernel(kernel), shape(shape), b(kernel),
        size(kernel.elements()) {}

  /// A tile; `inPlace` where outputs are inputs whose neighbours it sees.
  void emit(bool inPlace);
  /// Saves the borders of all tiles.
  void emitBorders();

private:
  using Values = SmallVector<Value>;

  bool isBehind() { return op.getNeighbour() == Neighbour::Right; }
  /// Takes the row (i32) that is the quotient of `number` and `perRow` (i32),
  /// if there are several; gives the remainder.
  Value enterRow(Value number, Value perRow);
  /// Where the border of tile 0 of the row is saved, for each input.
  SmallVector<MemoryArray> getBorders();
  void emitTile(TileIO &io, bool isFull, bool inPlace);
  /// For each of `items` what the region sees of its neighbour.
  SmallVector<ValueTuple> findNeighbours(TileIO &io, ArrayRef<ValueTuple> items,
                                         bool isFull, bool inPlace);
  /// The neighbours of a wave's items that other waves have.
  ValueTuple loadBeside(TileIO &io, Value element, bool inPlace);

  DeviceMapOp op;
  KernelBuilder &kernel;
  TileShape shape;
  CodeBuilder &b;
  Value size;
  SmallVector<MemoryArray> ins, outs;
  /// i32, null where there is one only.
  Value row;
  /// The tile of the block, in its row; i32.
  Value tile;
};

} // namespace

Value MapKernel::enterRow(Value number, Value perRow) {
  row = kernel.splitRow(number, [&] { return perRow; });
  RowView view(op, kernel, row);
  ins = view.at(op.getIns());
  outs = view.at(op.getOuts());
  return number;
}

SmallVector<MemoryArray> MapKernel::getBorders() {
  SmallVector<MemoryArray> borders;
  for (auto [number, in] : llvm::enumerate(ins)) {
    MemoryArray array(kernel.argument(LaunchValue::region(number)),
                      widenBit(in.getElement()));
    if (row) {
      Value wide = b.zextI64(row);
      array = array.from(b, b.mul(wide, b.zextI64(kernel.tiles())));
    }
    borders.push_back(array);
  }
  return borders;
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

ValueTuple MapKernel::loadBeside(TileIO &io, Value element, bool inPlace) {
  if (!inPlace)
    return kernel.loadWide(ins, element);
  Value end = b.add(io.getBase(), shape.items());
  Value isSaved =
      isBehind() ? b.sge(element, end) : b.slt(element, io.getBase());
  Value beside = b.add(b.zextI64(tile), isBehind() ? 1 : -1);
  SmallVector<Type> types =
      llvm::map_to_vector(ins, [](const MemoryArray &array) -> Type {
        return widenBit(array.getElement());
      });
  return b.select(
      isSaved, types, [&] { return loadAll(b, getBorders(), beside); },
      [&] { return kernel.loadWide(ins, element); });
}

SmallVector<ValueTuple> MapKernel::findNeighbours(TileIO &io,
                                                  ArrayRef<ValueTuple> items,
                                                  bool isFull, bool inPlace) {
  SmallVector<ValueTuple> wide(items);
  for (ValueTuple &item : wide)
    for (Value &value : item)
      value = widenBit(b, value);
  auto load = [&](Value element) { return loadBeside(io, element, inPlace); };
  SmallVector<ValueTuple> beside =
      isBehind() ? io.next(wide, load) : io.previous(wide, load);
  SmallVector<ValueTuple> result;
  Values positions = io.positions();
  Value yes = b.boolean(true);
  for (auto [i, other] : llvm::enumerate(beside)) {
    Value has = yes;
    if (!isBehind() && i == 0) {
      has = b.xori(io.hasFirst(), yes);
    } else if (isBehind() && !isFull) {
      // Items behind the last one mean nothing.
      has = b.slt(b.add(positions[i], 1), io.count());
      other = selectTuple(b, has, other, wide[i]);
    } else if (isBehind() && i + 1 == items.size()) {
      Value next = b.add(b.add(io.getBase(), b.zextI64(positions[i])), 1);
      has = b.slt(next, size);
    }
    ValueTuple seen;
    for (auto [value, array] : llvm::zip_equal(other, ins))
      seen.push_back(narrowBit(b, value, array.getElement()));
    seen.push_back(has);
    result.push_back(seen);
  }
  return result;
}

void MapKernel::emitBorders() {
  // Each thread saves the borders of a tile.
  Value blocks = b.truncI32(kernel.blocks());
  Value number = enterRow(kernel.blockId(), blocks);
  Value perBlock = kernel.perBlock();
  Value first = b.mul(b.zextI64(number), perBlock);
  Value end = b.add(first, perBlock);
  end = b.minsi(end, b.zextI64(kernel.tiles()));
  first = b.add(first, b.zextI64(kernel.threadId()));
  SmallVector<MemoryArray> borders = getBorders();
  kernel.forEach(first, end, kernel.blockSize(), [&](Value tile) {
    Value element = b.mul(tile, shape.items());
    if (!isBehind()) {
      element = b.add(element, shape.items() - 1);
      element = b.minsi(element, b.sub(size, 1));
    }
    storeAll(b, borders, kernel.loadWide(ins, element), tile);
  });
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void MapKernel::emitTile(TileIO &io, bool isFull, bool inPlace) {
  mlir::Region &region = op.getMap(), none;
  SmallVector<ValueTuple> items(shape.itemsPerThread);
  if (!ins.empty())
    items = io.loadMapped(ins, none, /*neutral=*/nullptr, isFull);
  if (op.getNeighbour())
    for (auto [item, seen] :
         llvm::zip_equal(items, findNeighbours(io, items, isFull, inPlace)))
      llvm::append_range(item, seen);
  Values indices = io.getIndicesFor(region, op.getItemTypes().size());
  Values exist = io.areValidUnless(isFull);
  ValueTuple nothing;
  if (!isFull) {
    // Poison, as in TileIO::storeCase(): it is stored nowhere, and whether it
    // is says a constant.
    for (Type type : region.front().getTerminator()->getOperandTypes())
      nothing.push_back(ub::PoisonOp::create(b, type));
    if (op.getPredicated())
      nothing.back() = b.boolean(false);
  }
  bool anywhere = isTotalRegion(region);
  for (auto [i, item] : llvm::enumerate(items)) {
    auto map = [&, &item = item, i = i]() -> ValueTuple {
      return kernel.map(region, item, indices[i]);
    };
    item = evaluateIf(b, exist[i], anywhere, nothing, map);
  }
  // The block's other waves have loaded all that they see of this one, which a
  // barrier for workgroup memory alone does not say.
  if (inPlace)
    gpu::BarrierOp::create(b);
  if (!op.getPredicated())
    return io.storeCase(outs, items, isFull);
  Values stores;
  SmallVector<MemoryArray> arrays;
  for (const MemoryArray &out : outs)
    arrays.push_back(out.retyped(widenBit(out.getElement())));
  for (ValueTuple &item : items) {
    stores.push_back(item.pop_back_val());
    for (Value &value : item)
      value = widenBit(b, value);
  }
  io.storeIf(stores, arrays, items);
}

void MapKernel::emit(bool inPlace) {
  Value number = kernel.blockId();
  tile = enterRow(number, kernel.rows().isByRow() ? kernel.tiles() : Value());
  SmallVector<Value> buffers(op.getIns());
  llvm::append_range(
      buffers, cast<DeviceOpInterface>(op.getOperation()).getWrittenOuts());
  // Items that are stored one by one are neighbours in a wave's lanes.
  unsigned vector = TileIO::striped;
  if (!op.getPredicated() || op.getNeighbour())
    vector = TileIO::getRowVector(kernel.target(), buffers, shape);
  Value base = b.mul(b.zextI64(tile), shape.items());
  TileIO io(kernel, shape, vector, /*reverse=*/false, size, base);
  io.fullOrPartial([&](bool isFull) { emitTile(io, isFull, inPlace); });
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

namespace {
/// Whether outputs are inputs.
enum class Sharing { No, Maybe, Yes };
} // namespace

/// The inputs and outputs of `op` that may be one buffer, and whether some are.
static Sharing findShared(DeviceMapOp op,
                          SmallVector<std::pair<Value, Value>> &pairs) {
  // Buffers that casts hide are compared when the host function runs.
  Sharing sharing = Sharing::No;
  auto device = cast<DeviceOpInterface>(op.getOperation());
  for (Value in : op.getIns())
    for (Value out : device.getWrittenOuts()) {
      if (in == out)
        return Sharing::Yes;
      if (getElementTypeOrSelf(in) != getElementTypeOrSelf(out))
        continue;
      sharing = Sharing::Maybe;
      pairs.push_back({in, out});
    }
  return sharing;
}

namespace {

class MapLowering : public OpLowering<DeviceMapOp> {
public:
  explicit MapLowering(DeviceMapOp op) : OpLowering(op, DeviceAlgorithm::Map) {}

  unsigned countItemBytes(bool hasBorder) const override {
    unsigned bytes = OpLowering::countItemBytes(hasBorder);
    for (Value out : op.getOuts())
      bytes = std::max(bytes, getElementBytes(getElementTypeOrSelf(out)));
    return bytes;
  }

  uint64_t countItemRegisters() const override {
    return OpLowering::countItemRegisters() * (op.getNeighbour() ? 2 : 1) +
           countElementRegisters(op.getOuts());
  }

  /// The table does not know how much code there is, of which each item has a
  /// copy.
  void limitTile(TileShape &tile, bool hasBorder) const override {
    OpLowering::limitTile(tile, hasBorder);
    uint64_t ops = 0;
    op.getMap().walk([&](Operation *) { ++ops; });
    tile.halveItemsWhile(
        [&] { return tile.itemsPerThread * ops > maxRegionOps; });
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;

private:
  /// A thread has as many copies of the region as go into so many ops.
  static constexpr uint64_t maxRegionOps = 256;
};

} // namespace

FailureOr<DevicePlan> MapLowering::plan(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  DevicePlan plan{tile, RowForm::get(op)};
  auto addMap = [&](llvm::StringLiteral name, bool inPlace) {
    return PlanLaunch{
        plan.addKernel(name, tile, [=, op = op](KernelBuilder &kernel) {
          MapKernel(op, kernel, tile).emit(inPlace);
        })};
  };
  // Nothing is done to nothing.
  plan.cases.push_back({0});
  SmallVector<std::pair<Value, Value>> pairs;
  Sharing sharing = Sharing::No;
  if (op.getNeighbour())
    sharing = findShared(op, pairs);
  if (sharing != Sharing::No) {
    for (Value in : op.getIns()) {
      Type element = getElementTypeOrSelf(in);
      plan.regions.push_back(WorkspaceRegion::scratch(
          Size::tiles() * Size::rows() * getElementBytes(element)));
    }
    PlanLaunch borders{
        plan.addKernel("map_borders", tile.blockSize,
                       [=, op = op](KernelBuilder &kernel) {
                         MapKernel(op, kernel, tile).emitBorders();
                       }),
        LaunchSchedule::spread(context.getMaxBlocks(tile.blockSize),
                               /*least=*/tile.blockSize)};
    PlanCase shared{INT64_MAX,
                    /*usesWorkspace=*/true,
                    {borders, addMap("map_in_place", /*inPlace=*/true)}};
    if (sharing == Sharing::Maybe)
      shared.guard = CaseGuard::sharesMemory(pairs);
    plan.cases.push_back(shared);
  }
  if (sharing != Sharing::Yes)
    plan.cases.push_back({INT64_MAX,
                          /*usesWorkspace=*/false,
                          {addMap("map", /*inPlace=*/false)}});
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceMapOp op) {
  return std::make_unique<MapLowering>(op);
}
