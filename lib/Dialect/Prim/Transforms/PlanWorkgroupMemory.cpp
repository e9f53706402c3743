//===- PlanWorkgroupMemory.cpp - prim-plan-workgroup-memory -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowerings allocate a buffer per op, with a barrier before it; this pass plans
// all buffers of a function together. Two buffers are compared in the innermost
// block that contains both, by the positions of accesses and barriers directly
// in that block. A nested op counts as one access or none.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMPLANWORKGROUPMEMORY
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// One allocation and its accesses, as ops of the block that allocates.
struct Buffer {
  WorkgroupAllocOp alloc;
  uint64_t bytes;
  /// The index among the allocations of the function.
  unsigned number;
  SmallVector<Operation *> accesses;
  /// Whether `accesses` is complete.
  bool isKnown = true;
};

/// The first and the last of some ops of one block.
struct Extent {
  Operation *first, *last;
};

/// Buffers that share memory, the largest first.
using Slot = SmallVector<Buffer *>;

class Plan {
public:
  explicit Plan(gpu::GPUFuncOp func);

  /// Changes the function. Up to `budget` bytes are free of cost, and `most`
  /// bytes are the limit.
  void apply(uint64_t budget, uint64_t most);

private:
  void follow(Value address, Buffer &buffer);
  /// Whether `block` may be executed again in the same launch.
  bool isRepeated(Block *block);
  /// Whether `block` has a barrier after `after` and before `before`; null
  /// denotes the block's ends. With `always`, only barriers that are never
  /// removed count.
  bool hasBarrier(Block *block, Operation *after, Operation *before,
                  bool always = false);
  /// Whether the repeated `block` has a barrier between an execution of the
  /// extent and the next one.
  bool hasBarrierAround(Block *block, Extent range, bool always = false) {
    return hasBarrier(block, range.last, nullptr, always) ||
           hasBarrier(block, nullptr, range.first, always);
  }
  Extent getExtent(Buffer &buffer, Block *block);
  bool mayShare(Buffer &a, Buffer &b);
  bool isNeeded(BlockBarrierOp barrier);
  SmallVector<Slot> getSlots();
  static uint64_t getBytes(ArrayRef<Slot> slots);
  /// Puts every buffer at the lowest offset that its conflicting buffers
  /// permit, so that several can reuse the place of another. Returns the total
  /// number of bytes and the offsets.
  std::pair<uint64_t, SmallVector<uint64_t>> getOffsets();
  void replaceBySlots(ArrayRef<Slot> slots);
  void replaceByOffsets(uint64_t bytes, ArrayRef<uint64_t> offsets);

  gpu::GPUFuncOp func;
  SmallVector<Buffer, 0> buffers;
  /// The barriers of each block in order.
  DenseMap<Block *, SmallVector<Operation *>> barriers;
  /// The removable barriers, which serve one buffer only, and the removed ones.
  SmallVector<BlockBarrierOp> optional;
  DenseSet<Operation *> dropped;
};

} // namespace

Plan::Plan(gpu::GPUFuncOp func) : func(func) {
  func.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<WorkgroupAllocOp>(op)) {
      unsigned number = buffers.size();
      Buffer &buffer = buffers.emplace_back();
      buffer.number = number;
      buffer.alloc = alloc;
      buffer.bytes =
          llvm::alignTo(alloc.getBytes(), WorkgroupAllocOp::kAlignment);
      follow(alloc, buffer);
    } else if (isa<BlockBarrierOp, gpu::BarrierOp>(op)) {
      barriers[op->getBlock()].push_back(op);
    }
  });
  llvm::sort(buffers, [](const Buffer &a, const Buffer &b) {
    return std::tuple(b.bytes, a.number) < std::tuple(a.bytes, b.number);
  });
  func.walk([&](BlockBarrierOp barrier) {
    if (barrier.getAcquired() && !isNeeded(barrier))
      optional.push_back(barrier);
  });
}

void Plan::follow(Value address, Buffer &buffer) {
  Block *block = buffer.alloc->getBlock();
  for (Operation *user : address.getUsers()) {
    if (isa<BlockBarrierOp>(user))
      continue;
    if (auto advance = dyn_cast<AdvanceOp>(user)) {
      follow(advance, buffer);
      continue;
    }
    Operation *access = block->findAncestorOpInBlock(*user);
    if (!access || !isa<LoadOp, StoreOp, AtomicRMWOp>(user))
      buffer.isKnown = false;
    else
      buffer.accesses.push_back(access);
  }
}

bool Plan::isRepeated(Block *block) {
  for (Operation *op;; block = op->getBlock()) {
    op = block->getParentOp();
    if (!block->getParent()->hasOneBlock())
      return true;
    if (op == func)
      return !func.isKernel();
    if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
      return true;
  }
}

bool Plan::hasBarrier(Block *block, Operation *after, Operation *before,
                      bool always) {
  return llvm::any_of(barriers.lookup(block), [&](Operation *op) {
    auto barrier = dyn_cast<BlockBarrierOp>(op);
    if (dropped.contains(op) || (always && barrier && barrier.getAcquired()))
      return false;
    return (!after || after->isBeforeInBlock(op)) &&
           (!before || op->isBeforeInBlock(before));
  });
}

Extent Plan::getExtent(Buffer &buffer, Block *block) {
  if (buffer.alloc->getBlock() != block) {
    Operation *op = block->findAncestorOpInBlock(*buffer.alloc);
    return {op, op};
  }
  auto [first, last] = std::minmax_element(
      buffer.accesses.begin(), buffer.accesses.end(),
      [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return {*first, *last};
}

bool Plan::mayShare(Buffer &a, Buffer &b) {
  if (!a.isKnown || !b.isKnown)
    return false;
  if (a.accesses.empty() || b.accesses.empty())
    return true;
  Block *block = a.alloc->getBlock();
  while (!block->findAncestorOpInBlock(*b.alloc)) {
    Operation *parent = block->getParentOp();
    if (parent == func)
      return false;
    block = parent->getBlock();
  }
  Extent first = getExtent(a, block), second = getExtent(b, block);
  if (second.last->isBeforeInBlock(first.first))
    std::swap(first, second);
  if (!first.last->isBeforeInBlock(second.first) ||
      !hasBarrier(block, first.last, second.first))
    return false;
  return !isRepeated(block) ||
         hasBarrierAround(block, {first.first, second.last});
}

bool Plan::isNeeded(BlockBarrierOp barrier) {
  Buffer *buffer = llvm::find_if(buffers, [&](Buffer &buffer) {
    return buffer.alloc == barrier.getAcquired().getDefiningOp();
  });
  Block *block = barrier->getBlock();
  // Without full knowledge of the buffer, the barrier stays.
  if (buffer == buffers.end() || !buffer->isKnown ||
      buffer->alloc->getBlock() != block || buffer->accesses.empty())
    return true;
  Extent range = getExtent(*buffer, block);
  if (!barrier->isBeforeInBlock(range.first))
    return true;
  return isRepeated(block) && !hasBarrierAround(block, range, /*always=*/true);
}

SmallVector<Slot> Plan::getSlots() {
  SmallVector<Slot> slots;
  for (Buffer &buffer : buffers) {
    Slot *slot = llvm::find_if(slots, [&](const Slot &members) {
      return llvm::all_of(
          members, [&](Buffer *member) { return mayShare(*member, buffer); });
    });
    if (slot == slots.end())
      slot = &slots.emplace_back();
    slot->push_back(&buffer);
  }
  return slots;
}

uint64_t Plan::getBytes(ArrayRef<Slot> slots) {
  uint64_t bytes = 0;
  for (const Slot &slot : slots)
    bytes += slot.front()->bytes;
  return bytes;
}

std::pair<uint64_t, SmallVector<uint64_t>> Plan::getOffsets() {
  uint64_t bytes = 0;
  SmallVector<uint64_t> offsets;
  for (auto [number, buffer] : llvm::enumerate(buffers)) {
    SmallVector<std::pair<uint64_t, uint64_t>> taken;
    for (auto [other, offset] : llvm::zip(buffers, offsets))
      if (!mayShare(other, buffer))
        taken.emplace_back(offset, offset + other.bytes);
    llvm::sort(taken);
    uint64_t place = 0;
    for (auto [begin, end] : taken) {
      if (place + buffer.bytes <= begin)
        break;
      place = std::max(place, end);
    }
    offsets.push_back(place);
    bytes = std::max(bytes, place + buffer.bytes);
  }
  return {bytes, offsets};
}

void Plan::replaceBySlots(ArrayRef<Slot> slots) {
  for (const Slot &slot : slots) {
    if (slot.size() == 1)
      continue;
    // The first op may be an allocation that the previous slot has erased.
    OpBuilder top = OpBuilder::atBlockBegin(&func.getBody().front());
    llvm::SmallSetVector<StringRef, 4> purposes;
    for (Buffer *member : slot)
      purposes.insert(member->alloc.getPurpose().value_or("workgroup"));
    WorkgroupAllocOp largest = slot.front()->alloc;
    Value shared = WorkgroupAllocOp::create(
        top, largest.getLoc(), largest.getType(), slot.front()->bytes,
        top.getStringAttr(llvm::join(purposes, ", ")));
    for (Buffer *member : slot) {
      member->alloc.replaceAllUsesWith(shared);
      member->alloc.erase();
    }
  }
}

void Plan::replaceByOffsets(uint64_t bytes, ArrayRef<uint64_t> offsets) {
  OpBuilder top = OpBuilder::atBlockBegin(&func.getBody().front());
  llvm::SmallSetVector<StringRef, 4> purposes;
  for (Buffer &buffer : buffers)
    purposes.insert(buffer.alloc.getPurpose().value_or("workgroup"));
  Location loc = buffers.front().alloc.getLoc();
  Type type = buffers.front().alloc.getType();
  Value shared = WorkgroupAllocOp::create(
      top, loc, type, bytes, top.getStringAttr(llvm::join(purposes, ", ")));
  SmallVector<Value> places;
  for (uint64_t offset : offsets)
    places.push_back(
        AdvanceOp::create(top, loc, type, shared,
                          arith::ConstantIndexOp::create(top, loc, offset)));
  for (auto [buffer, place] : llvm::zip_equal(buffers, places)) {
    buffer.alloc.replaceAllUsesWith(place);
    buffer.alloc.erase();
  }
}

void Plan::apply(uint64_t budget, uint64_t most) {
  budget = std::max(budget, getBytes(getSlots()));
  dropped.insert_range(optional);
  SmallVector<Slot> slots = getSlots();
  for (BlockBarrierOp barrier : optional) {
    if (getBytes(slots) <= budget)
      break;
    dropped.erase(barrier);
    SmallVector<Slot> fewer = getSlots();
    if (getBytes(fewer) < getBytes(slots))
      slots = std::move(fewer);
    else
      dropped.insert(barrier);
  }

  if (getBytes(slots) > most) {
    // Planned with all barriers, because they let the most buffers share
    // memory.
    DenseSet<Operation *> left = std::exchange(dropped, {});
    auto [bytes, offsets] = getOffsets();
    if (bytes < getBytes(slots)) {
      replaceByOffsets(bytes, offsets);
      slots.clear();
    } else {
      dropped = std::move(left);
    }
  }
  replaceBySlots(slots);
  for (const auto &[block, ops] : barriers)
    for (Operation *op : ops) {
      if (dropped.contains(op))
        op->erase();
      else if (auto barrier = dyn_cast<BlockBarrierOp>(op))
        barrier.getAcquiredMutable().clear();
    }
}

namespace {

struct PrimPlanWorkgroupMemoryPass
    : public prim::impl::PrimPlanWorkgroupMemoryBase<
          PrimPlanWorkgroupMemoryPass> {
  using PrimPlanWorkgroupMemoryBase::PrimPlanWorkgroupMemoryBase;

  void runOnOperation() override {
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (func.isExternal())
        continue;
      // Memory that the function declares itself is not planned, but counts.
      DataLayout layout = DataLayout::closest(func);
      uint64_t own = 0;
      for (BlockArgument buffer : func.getWorkgroupAttributions()) {
        auto type = cast<MemRefType>(buffer.getType());
        if (type.hasStaticShape())
          own += type.getNumElements() *
                 layout.getTypeSize(type.getElementType()).getFixedValue();
      }
      uint64_t most = target->ldsBytes;
      Plan(func).apply(most / 8, most - std::min(most, own));
    }
  }
};

} // namespace
