//===- WarpExchange.cpp - Lowering of warp_exchange --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Items are exchanged in registers or through workgroup memory.
//
// In registers an item's number is a string of bits. The low bits select the
// register in blocked arrangement, the high bits in striped arrangement. One
// round per bit swaps a bit of the register number with a bit of the lane
// number; a permutation of lanes moves the other bits into place.
//
// Through workgroup memory every item is stored at its number and loaded at its
// new place. This takes fewer instructions if there are several items, but
// needs a buffer per wave. All exchanges of a kernel use the same memory, and
// waves reach them at different times. So the memory has the size of the
// largest exchange, and each wave accesses only its own part.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// One exchange. Items are tuples, one per register.
class Exchange {
public:
  Exchange(CodeBuilder &b, CrossLane &lanes, const TargetInfo &target,
           const WarpShape &shape, MutableArrayRef<ValueTuple> items)
      : b(b), lanes(lanes), target(target), shape(shape), items(items) {}

  /// Converts between the arrangements in registers. Numbers of lanes and items
  /// are powers of two, and there are no more items than lanes.
  void transpose(bool toStriped);
  /// Moves the only item of each lane to the lane at position `rank`.
  void scatter(Value rank);
  /// Exchanges through workgroup memory. `ranks` are the numbers of the items.
  /// If empty, items are in blocked arrangement, or without `toStriped` in
  /// striped arrangement. The `waves` of the block have `waveBytes` each at
  /// `base`.
  void throughMemory(Value base, ArrayRef<int32_t> blockShape, uint64_t waves,
                     uint64_t waveBytes, bool toStriped, ArrayRef<Value> ranks);

private:
  Value position() { return lanes.positionIn(shape.width); }
  /// Swaps bit `registerBit` of the register number with bit `laneBit` of the
  /// lane number.
  void swapBits(unsigned registerBit, unsigned laneBit);
  /// This lane gets the items of the lane at `source` of its logical warp.
  void permute(Value source);
  CodeBuilder &b;
  CrossLane &lanes;
  const TargetInfo &target;
  const WarpShape &shape;
  MutableArrayRef<ValueTuple> items;
};

} // namespace

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

void Exchange::swapBits(unsigned registerBit, unsigned laneBit) {
  Value bit = b.andi(lanes.laneId(), int64_t(1) << laneBit);
  Value isUpper = b.ne(bit, 0);
  for (size_t low = 0; low != items.size(); ++low) {
    size_t high = low | size_t(1) << registerBit;
    if (high == low)
      continue;
    // Lanes of the lower half keep `low` and get the other half's `low` as
    // `high`; lanes of the upper half do the reverse.
    ValueTuple fromLow =
        lanes.exchangeXor(items[low], 1u << laneBit, !shape.partial);
    ValueTuple fromHigh =
        lanes.exchangeXor(items[high], 1u << laneBit, !shape.partial);
    for (size_t member = 0; member != items[low].size(); ++member) {
      items[low][member] =
          b.select(isUpper, fromHigh[member], items[low][member]);
      items[high][member] =
          b.select(isUpper, items[high][member], fromLow[member]);
    }
  }
}

void Exchange::permute(Value source) {
  Value lane = lanes.laneAt(source, shape.width);
  for (ValueTuple &item : items)
    item = lanes.permute(item, lane,
                         !shape.partial && shape.width == target.waveSize);
}

void Exchange::scatter(Value rank) {
  items[0] = lanes.scatter(items[0], lanes.laneAt(rank, shape.width));
}

void Exchange::transpose(bool toStriped) {
  unsigned itemBits = llvm::Log2_64(items.size());
  unsigned laneBits = llvm::Log2_32(shape.width);
  unsigned rest = laneBits - itemBits;
  auto swap = [&] {
    for (unsigned bit = 0; bit != itemBits; ++bit)
      swapBits(bit, rest + bit);
  };
  // Moves the `low` low bits of a position above its other bits.
  auto rotate = [&](unsigned low) {
    Value from = position();
    Value upper = b.shli(b.andi(from, (int64_t(1) << low) - 1), laneBits - low);
    Value lower = b.shrui(from, low);
    permute(b.ori(upper, lower));
  };
  if (toStriped) {
    swap();
    // The lane's low bits select the register of the source item and are now at
    // the top.
    if (rest)
      rotate(itemBits);
    return;
  }
  if (rest)
    rotate(rest);
  swap();
}

//===----------------------------------------------------------------------===//
// Through workgroup memory
//===----------------------------------------------------------------------===//

/// Bytes of an exchange of `types` in the buffer of a wave, for the items of
/// its logical warps, including a partial one. Members of a tuple use the same
/// memory one after the other. Rounded up so that every wave's buffer is
/// aligned.
static uint64_t getWaveBytes(const TargetInfo &target, TypeRange types,
                             std::optional<uint32_t> width) {
  uint64_t bytes = 0;
  for (Type type : types) {
    auto vector = dyn_cast<VectorType>(type);
    uint64_t count = vector ? vector.getNumElements() : 1;
    bytes =
        std::max(bytes, count * getElementBytes(getElementTypeOrSelf(type)));
  }
  uint64_t lanes = width.value_or(target.waveSize);
  return llvm::alignTo(llvm::divideCeil(target.waveSize, lanes) * lanes * bytes,
                       16);
}

WarpLowering::ExchangeMemory
WarpLowering::getExchangeMemory(gpu::GPUFuncOp func, uint64_t waves) {
  auto [known, inserted] = exchangeMemory.try_emplace(func);
  ExchangeMemory &memory = known->second;
  if (!inserted)
    return memory;
  // If the memory is too large, the error is reported at the largest exchange.
  Location loc = func.getLoc();
  func.walk([&](Operation *op) {
    auto need = [&](TypeRange types, std::optional<uint32_t> width) {
      uint64_t bytes = getWaveBytes(target, types, width);
      if (bytes <= memory.waveBytes)
        return;
      memory.waveBytes = bytes;
      loc = op->getLoc();
    };
    if (auto exchange = dyn_cast<WarpExchangeOp>(op)) {
      if (!exchange.getInRegisters())
        need(exchange.getInputs().getTypes(), exchange.getWidth());
    } else if (auto load = dyn_cast<WarpLoadOp>(op)) {
      if (load.getMethod() == TransferMethod::Transpose)
        need(load.getItems().getType(), load.getWidth());
    } else if (auto store = dyn_cast<WarpStoreOp>(op)) {
      if (store.getMethod() == TransferMethod::Transpose)
        need(store.getItems().getType(), store.getWidth());
    }
  });
  auto top = CodeBuilder::atBlockBegin(loc, &func.getBody().front());
  memory.base =
      allocateWorkgroupMemory(top, waves * memory.waveBytes, "warp exchanges");
  return memory;
}

void Exchange::throughMemory(Value base, ArrayRef<int32_t> blockShape,
                             uint64_t waves, uint64_t waveBytes, bool toStriped,
                             ArrayRef<Value> ranks) {
  // The index of the first item of this lane's logical warp in the buffer of
  // the wave.
  unsigned count = items.size();
  Value inWarp = position(), lane = lanes.laneId();
  Value startInWave = b.mul(b.sub(lane, inWarp), count);
  Value wave;
  if (waves > 1)
    wave = lanes.readFirst(
        b.divui(createLinearThreadId(b, blockShape), target.waveSize));

  for (size_t member = 0; member != items.front().size(); ++member) {
    Type type = items.front()[member].getType();
    Value start = startInWave;
    if (wave)
      start = b.add(start, b.mul(wave, waveBytes / getElementBytes(type)));
    Value blocked = b.add(start, b.mul(inWarp, count));
    Value striped = b.add(start, inWarp);
    // A lane's items in blocked arrangement are aligned to a multiple of their
    // size.
    uint64_t bytes = uint64_t(getElementBytes(type)) * count;
    MemoryArray array(base, type, std::min<uint64_t>(bytes & -bytes, 16));
    auto at = [&](Value first, unsigned offset) -> Value {
      return b.createOrFold<arith::AddIOp>(first, b.i32(offset),
                                           arith::IntegerOverflowFlags::nuw);
    };
    auto vectorType = VectorType::get({count}, type);
    // Waits for earlier reads of this memory by other lanes.
    lanes.barrier();
    if (!ranks.empty()) {
      for (auto [item, rank] : llvm::zip_equal(items, ranks))
        array.store(b, item[member], b.add(start, rank));
    } else if (toStriped) {
      SmallVector<Value> elements;
      for (ValueTuple &item : items)
        elements.push_back(item[member]);
      array.storeVector(
          b, vector::FromElementsOp::create(b, vectorType, elements), blocked);
    } else {
      for (auto [j, item] : llvm::enumerate(items))
        array.store(b, item[member], at(striped, j * shape.width));
    }
    lanes.barrier();
    if (toStriped) {
      for (auto [j, item] : llvm::enumerate(items))
        item[member] = array.load(b, at(striped, j * shape.width));
      continue;
    }
    Value vector = array.loadVector(b, blocked, count);
    for (auto [j, item] : llvm::enumerate(items))
      item[member] = vector::ExtractOp::create(b, vector, int64_t(j));
  }
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

LogicalResult WarpLowering::lower(WarpExchangeOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  SmallVector<ValueTuple> items = unpackItems(b, op.getInputs());
  Exchange exchange(b, *lanes, target, *shape, items);

  bool toStriped = op.getMode() != ExchangeMode::StripedToBlocked;
  unsigned count = items.size();
  SmallVector<Value> ranks;
  if (op.getRanks()) {
    if (failed(op.verifyRanks(shape->width)))
      return failure();
    for (ValueTuple &rank : unpackItems(b, op.getRanks())) {
      Type type = rank[0].getType();
      Type i32 = b.getI32Type();
      if (type.isIndex())
        rank[0] = b.indexCastUI(i32, rank[0]);
      else if (type.getIntOrFloatBitWidth() < 32)
        rank[0] = b.extui(i32, rank[0]);
      else if (type != i32)
        rank[0] = b.trunci(i32, rank[0]);
      ranks.push_back(rank[0]);
    }
  }

  if (count == 1 && ranks.empty()) {
    // A single item per lane has the same place in both arrangements.
  } else if (count == 1 && lanes->canScatter()) {
    exchange.scatter(ranks[0]);
  } else if (op.getInRegisters()) {
    if (!llvm::isPowerOf2_32(count) || !llvm::isPowerOf2_32(shape->width) ||
        count > shape->width)
      return op.emitOpError("exchanges ")
             << count << " items per lane in " << shape->width
             << " lanes in registers, which requires powers of two and no more "
                "items than lanes; remove in_registers";
    if ((count < shape->width || lanes->needsPermute(shape->width - 1)) &&
        failed(checkPermute(op)))
      return failure();
    exchange.transpose(toStriped);
  } else {
    auto func = op->getParentOfType<gpu::GPUFuncOp>();
    if (!func || !func.isKernel())
      return op.emitOpError(
          "uses workgroup memory, which only a kernel has; inline the function "
          "into the kernel, or add in_registers");
    FailureOr<unsigned> blockSize = getKnownBlockSize(op);
    if (failed(blockSize))
      return failure();
    if (*blockSize == 0)
      return op.emitOpError(
          "uses workgroup memory, so it needs the block size; add "
          "'known_block_size = array<i32: x, y, z>' to the kernel");
    uint64_t waves = llvm::divideCeil(*blockSize, target.waveSize);
    auto [base, waveBytes] = getExchangeMemory(func, waves);
    exchange.throughMemory(base, *func.getKnownBlockSize(), waves, waveBytes,
                           toStriped, ranks);
  }
  op->replaceAllUsesWith(packItems(b, items, op->getResultTypes()));
  op->erase();
  return success();
}
