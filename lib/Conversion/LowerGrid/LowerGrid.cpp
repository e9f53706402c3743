//===- LowerGrid.cpp - prim-lower-grid ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers grid ops: tickets, the exchange between blocks through
// device memory, and sizes that host code computes. LookBack.h has the
// look-back, LastBlock.h the fold by the last block.
//
//===----------------------------------------------------------------------===//

#include "LastBlock.h"
#include "LookBack.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERGRID
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The ids of the calling thread, for one op. The next CSE merges those of
/// several ops.
class Caller {
public:
  /// Fails with a diagnostic at `op` if the block's size is unknown.
  static FailureOr<Caller> get(Operation *op);

  const TargetInfo &getTarget() const { return target; }
  unsigned getBlockSize() const { return blockSize; }
  unsigned getNumWaves() const {
    return llvm::divideCeil(blockSize, target.waveSize);
  }
  /// Lanes of the first wave, which may be the only one and partial.
  unsigned getLanes() const { return std::min(blockSize, target.waveSize); }
  /// i32; the wave is uniform.
  Value getThread(CodeBuilder &b) const {
    gpu::GPUFuncOp kernel = func;
    return createLinearThreadId(b, *kernel.getKnownBlockSize());
  }
  Value getLane(CodeBuilder &b) const {
    return b.andi(getThread(b), target.waveSize - 1);
  }
  Value getWave(CodeBuilder &b) const {
    Value wave = b.shrui(getThread(b), llvm::Log2_32(target.waveSize));
    return WarpUniformOp::create(b, wave);
  }

  Value isFirstThread(CodeBuilder &b) const { return b.eq(getThread(b), 0); }
  /// The results of `body` in the first wave, and `otherwise` in the others.
  ValueTuple inFirstWave(CodeBuilder &b, ValueRange otherwise,
                         llvm::function_ref<ValueTuple()> body) const {
    if (getNumWaves() == 1)
      return body();
    Value isFirst = b.eq(getWave(b), 0);
    return evaluateIf(b, isFirst, /*anywhere=*/false, otherwise, body);
  }

  gpu::GPUFuncOp func;

private:
  Caller(gpu::GPUFuncOp func, TargetInfo target, unsigned blockSize)
      : func(func), target(target), blockSize(blockSize) {}

  TargetInfo target;
  unsigned blockSize;
};

} // namespace

FailureOr<Caller> Caller::get(Operation *op) {
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  if (!func)
    return op->emitOpError("must be in a gpu.func");
  FailureOr<TargetInfo> target = TargetInfo::lookup(func);
  if (failed(target))
    return failure();
  FailureOr<unsigned> size = target->getKnownBlockSize(func);
  if (failed(size))
    return failure();
  if (*size == 0)
    return op->emitOpError("needs the block size; add 'known_block_size = "
                           "array<i32: x, y, z>' to '")
           << func.getName() << "'";
  return Caller(func, *target, *size);
}

/// Broadcasts the tuple of the one thread for which `writes` (i1) holds to the
/// block, through workgroup memory of `op`.
static ValueTuple shareWithBlock(CodeBuilder &b, Operation *op,
                                 const Caller &caller, ValueRange tuple,
                                 Value writes) {
  BufferLayout layout;
  SmallVector<uint64_t> offsets;
  for (Value value : tuple)
    offsets.push_back(layout.add(getElementBytes(value.getType()), 1));
  Value base =
      acquireWorkgroupMemory(b, layout.size(), op->getName().stripDialect());
  SmallVector<MemoryArray> slots;
  for (auto [value, offset] : llvm::zip_equal(tuple, offsets))
    slots.emplace_back(advance(b, base, offset), value.getType());
  b.ifThen(writes, [&] { storeAll(b, slots, tuple, 0); });
  BlockBarrierOp::create(b);
  return loadAll(b, slots, 0);
}

/// Takes a ticket in the thread for which `isFirst` (i1) holds.
static ValueTuple takeTicket(CodeBuilder &b, Value counter, Value isFirst,
                             MemoryOrder order) {
  Value zero = b.i32(0);
  ValueTuple none{ub::PoisonOp::create(b, b.getI32Type())};
  return evaluateIf(b, isFirst, /*anywhere=*/false, none, [&]() -> ValueTuple {
    return {createAtomicAdd(b, 1, {counter, zero}, order, MemoryScope::Device)};
  });
}

/// Replaces `op`, a ticket for the block, by the value of its first thread.
static void shareTicket(CodeBuilder &b, Operation *op, const Caller &caller,
                        ValueRange taken, Value isFirst) {
  Value ticket = shareWithBlock(b, op, caller, taken, isFirst).front();
  op->replaceAllUsesWith(WarpUniformOp::create(b, ticket));
  op->erase();
}

static LogicalResult lower(GridTicketOp op, const Caller &caller) {
  CodeBuilder b(op);
  Value isFirst = caller.isFirstThread(b);
  ValueTuple taken =
      takeTicket(b, op.getCounter(), isFirst,
                 op.getOrdered() ? MemoryOrder::AcqRel : MemoryOrder::Relaxed);
  shareTicket(b, op, caller, taken, isFirst);
  return success();
}

static LogicalResult lower(GridTicketRequestOp op, const Caller &caller) {
  CodeBuilder b(op);
  op.replaceAllUsesWith(takeTicket(b, op.getCounter(), caller.isFirstThread(b),
                                   MemoryOrder::Relaxed)
                            .front());
  op.erase();
  return success();
}

static LogicalResult lower(GridTicketWaitOp op, const Caller &caller) {
  CodeBuilder b(op);
  shareTicket(b, op, caller, op.getPending(), caller.isFirstThread(b));
  return success();
}

/// Fails with a diagnostic if the block has too few threads for the chains of
/// `op`.
static LogicalResult checkChains(LookBackOpInterface op, const Caller &caller) {
  unsigned threads = caller.getBlockSize();
  if (ChainLookBack::getNumThreads(op) <= threads)
    return success();
  return op.emitOpError() << "has " << *op.getChains() << " chains, "
                          << ChainLookBack::getCount(op)
                          << " per thread, in a block of " << threads
                          << " threads; give each thread a vector of "
                          << llvm::divideCeil(*op.getChains(), threads);
}

/// The results of `body` in the threads that execute the look-back of `op`:
/// those with chains, the wave of a prefix region, or the first wave of the
/// block. All others get `otherwise`.
static FailureOr<ValueTuple>
lookBack(CodeBuilder &b, LookBackOpInterface op, const Caller &caller,
         std::optional<unsigned> window, ValueRange otherwise,
         llvm::function_ref<ValueTuple(LookBack &)> body) {
  if (!op.getChains()) {
    auto inWave = [&] {
      WaveLookBack lookBack(b, op, caller.getLane(b), caller.getLanes(),
                            window);
      return body(lookBack);
    };
    return isInPrefix(op) ? inWave() : caller.inFirstWave(b, otherwise, inWave);
  }
  if (failed(checkChains(op, caller)))
    return failure();
  Value thread = caller.getThread(b);
  auto inOwner = [&] {
    ChainLookBack lookBack(b, op, thread, window.value_or(1));
    return body(lookBack);
  };
  unsigned owners = ChainLookBack::getNumThreads(op);
  if (owners == caller.getBlockSize())
    return inOwner();
  Value isOwner = b.ult(thread, owners);
  return evaluateIf(b, isOwner, /*anywhere=*/false, otherwise, inOwner);
}

static LogicalResult lower(GridPublishOp op, const Caller &caller) {
  CodeBuilder b(op);
  if (failed(lookBack(b, op, caller, /*window=*/{}, /*otherwise=*/{},
                      [&](LookBack &lookBack) -> ValueTuple {
                        lookBack.publish(op.getComplete());
                        return {};
                      })))
    return failure();
  op.erase();
  return success();
}

/// Lowers an op that returns the fold of the earlier tiles; `publishes` says
/// whether it is the first such op of its tile.
template <typename OpTy>
static LogicalResult lowerGridFold(OpTy op, const Caller &caller,
                                   bool publishes) {
  CodeBuilder b(op);
  Combiner combiner(op);
  ValueTuple none;
  for (Value input : op.getInputs())
    none.push_back(ub::PoisonOp::create(b, input.getType()));
  FailureOr<ValueTuple> fold =
      lookBack(b, op, caller, op.getWindow(), none, [&](LookBack &lookBack) {
        return lookBack.foldBefore(combiner, publishes);
      });
  if (failed(fold))
    return failure();
  if (!op.getChains() && !isInPrefix(op)) {
    if (caller.getNumWaves() == 1)
      BlockBarrierOp::create(b);
    else
      fold = shareWithBlock(b, op, caller, *fold, caller.isFirstThread(b));
  }
  fold->push_back(b.ne(op.getTile(), 0));
  op.replaceAllUsesWith(*fold);
  op.erase();
  return success();
}

static LogicalResult lower(GridPrefixOp op, const Caller &caller) {
  return lowerGridFold(op, caller, /*publishes=*/false);
}

static LogicalResult lower(GridScanOp op, const Caller &caller) {
  return lowerGridFold(op, caller, /*publishes=*/true);
}

static LogicalResult lower(GridPeekOp op, const Caller &caller) {
  CodeBuilder b(op);
  VectorType type = op.getWords().getType();
  // The words do not show the types of values, so each is an i32.
  SmallVector<Type> types(type.getNumElements(), b.getI32Type());
  TileWords words(b, {op.getState(), op.getTiles()}, types);
  Value loaded = vector::FromElementsOp::create(
      b, type, words.load(words.getPlaces(op.getTile())));
  op.replaceAllUsesWith(loaded);
  op.erase();
  return success();
}

static LogicalResult lower(GridGatherOp op, const Caller &caller) {
  CodeBuilder b(op);
  TileWords words(b, {op.getState(), op.getTiles()}, op.getValues().getTypes());
  SmallVector<MemoryPlace> places = words.getPlaces(op.getTile());
  SmallVector<Value> peeked =
      vector::ToElementsOp::create(b, op.getWords()).getResults();
  SmallVector<Type> types(peeked.size(), words.getType());
  auto test = [&](ValueRange known) -> CodeBuilder::Tested {
    SmallVector<Value> seen(known);
    Value waits = b.andi(words.isMissing(seen), op.getExists());
    Value lanes = WarpBallotOp::create(b, b.getI64Type(), waits);
    return {b.ne(lanes, 0), seen};
  };
  SmallVector<Value> found = b.whileLoop(
      peeked, types, test, [&](ValueRange) { return words.load(places); });
  op.replaceAllUsesWith(words.join(words.getChunks(found)));
  op.erase();
  return success();
}

static LogicalResult lower(GridReduceOp op, const Caller &caller) {
  CodeBuilder b(op);
  Combiner combiner(op);
  auto lastBlock = [&]() -> ValueTuple {
    OptionalTuple fold =
        LastBlock(b, op, combiner, caller.getLane(b), caller.getLanes()).run();
    fold.values.push_back(fold.present);
    return fold.values;
  };
  ValueTuple none = poisonTuple(b, combiner);
  none.push_back(b.boolean(false));
  ValueTuple results = caller.inFirstWave(b, none, lastBlock);
  if (op.getAll())
    results = shareWithBlock(b, op, caller, results, caller.isFirstThread(b));
  op.replaceAllUsesWith(results);
  op.erase();
  return success();
}

static void lower(GridStateSizeOp op) {
  CodeBuilder b(op);
  SmallVector<Type> types(op.getTypes().getAsValueRange<TypeAttr>());
  op.replaceAllUsesWith(b.mul(
      op.getTiles(), int64_t(op.getChains().value_or(1)) *
                         TileWords::getBytes(types, op.getBits().has_value())));
  op.erase();
}

// The lower 31 bits of a barrier's word count blocks and are 0 between two
// rounds. The first block adds a number such that the last block's addition
// carries into the upper bit, which is the number of the round. So a block
// writes only one addition, whose result shows its round.

/// Counts the block at a barrier; returns the previous word, in the first
/// thread.
static Value arrive(CodeBuilder &b, Value state, const Caller &caller) {
  Value zero = b.i32(0), one = b.i32(1);
  Value blocks = one, number = zero;
  for (gpu::Dimension dimension :
       {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z}) {
    blocks = b.mul(blocks, b.indexCastUI(b.getI32Type(),
                                         gpu::GridDimOp::create(b, dimension)));
    number = b.ori(number, b.indexCastUI(b.getI32Type(),
                                         gpu::BlockIdOp::create(b, dimension)));
  }
  Value isFirst = b.eq(number, zero);
  Value all = b.i32(INT32_MIN);
  Value rest = b.sub(all, b.sub(blocks, one));
  Value own = b.select(isFirst, rest, one);
  // Makes the first thread's release cover the writes of all threads of the
  // block.
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Device);
  ValueTuple none{ub::PoisonOp::create(b, b.getI32Type())};
  return evaluateIf(b, caller.isFirstThread(b), /*anywhere=*/false, none,
                    [&]() -> ValueTuple {
                      return {createAtomicAdd(b, own, {state, zero},
                                              MemoryOrder::Release,
                                              MemoryScope::Device)};
                    })
      .front();
}

/// Waits for the end of the round in which the first thread found `current`.
static void waitForRound(CodeBuilder &b, Value current, Value state,
                         const Caller &caller) {
  Value zero = b.i32(0);
  auto load = [&] {
    return createAtomicLoad(b, {state, zero}, b.getI32Type(),
                            MemoryOrder::Acquire, MemoryScope::Device);
  };
  b.ifThen(caller.isFirstThread(b), [&] {
    b.whileLoop({}, {}, [&](ValueRange) -> CodeBuilder::Tested {
      Value changed = b.xori(load(), current);
      return {b.sge(changed, zero), {}};
    });
  });
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Block);
  // Waves of a block may have separate caches, so each wave has to acquire.
  if (!caller.getTarget().acquiresForBlock())
    load();
}

static LogicalResult lower(GridArriveOp op, const Caller &caller) {
  CodeBuilder b(op);
  op.replaceAllUsesWith(arrive(b, op.getState(), caller));
  op.erase();
  return success();
}

static LogicalResult lower(GridWaitOp op, const Caller &caller) {
  CodeBuilder b(op);
  waitForRound(b, op.getRound(), op.getState(), caller);
  op.erase();
  return success();
}

static LogicalResult lower(GridBarrierOp op, const Caller &caller) {
  CodeBuilder b(op);
  Value round = arrive(b, op.getState(), caller);
  waitForRound(b, round, op.getState(), caller);
  op.erase();
  return success();
}

/// Reports launches that are not cooperative, of kernels that wait for all
/// blocks.
static LogicalResult verifyCooperative(ModuleOp module) {
  DenseMap<Operation *, Operation *> kernels;
  module.walk([&](Operation *op) {
    if (!isa<GridBarrierOp, GridArriveOp, GridWaitOp>(op))
      return;
    if (auto func = op->getParentOfType<gpu::GPUFuncOp>())
      kernels.try_emplace(func, op);
  });
  if (kernels.empty())
    return success();
  WalkResult walk = module.walk([&](gpu::LaunchFuncOp launch) {
    Operation *kernel =
        SymbolTable::lookupNearestSymbolFrom(launch, launch.getKernelAttr());
    auto found = kernels.find(kernel);
    if (found == kernels.end() ||
        launch->hasAttr(PrimDialect::CooperativeAttrHelper::getNameStr()))
      return WalkResult::advance();
    InFlightDiagnostic error = launch.emitOpError(
        "launches a kernel that waits for all of its blocks, but its blocks "
        "may run one after the other; add the attribute 'prim.cooperative'");
    error.attachNote(found->second->getLoc()) << "the blocks wait here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Reports launches that may overlap with the previous kernel, of kernels that
/// access memory before they wait for it.
static LogicalResult verifyOverlapped(ModuleOp module) {
  auto waitsFirst = [](gpu::GPUFuncOp kernel) {
    for (Operation &op : kernel.getBody().front()) {
      if (isa<GridWaitPreviousOp>(op))
        return true;
      if (!isMemoryEffectFree(&op))
        return false;
    }
    return false;
  };
  WalkResult walk = module.walk([&](gpu::LaunchFuncOp launch) {
    if (!launch->hasAttr(PrimDialect::OverlappedAttrHelper::getNameStr()))
      return WalkResult::advance();
    auto kernel = dyn_cast_or_null<gpu::GPUFuncOp>(
        SymbolTable::lookupNearestSymbolFrom(launch, launch.getKernelAttr()));
    if (!kernel || waitsFirst(kernel))
      return WalkResult::advance();
    InFlightDiagnostic error = launch.emitOpError(
        "may overlap with the previous kernel, but its own kernel does not "
        "wait for that one; begin the kernel with "
        "prim.grid_wait_previous, or remove the attribute 'prim.overlapped'");
    error.attachNote(kernel.getLoc()) << "the kernel is defined here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

namespace {

struct PrimLowerGridPass
    : public prim::impl::PrimLowerGridBase<PrimLowerGridPass> {
  using PrimLowerGridBase::PrimLowerGridBase;

  void runOnOperation() override {
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>())
      if (failed(verifyConvergence(kernels, [](Operation *op) {
            return isa<LookBackOpInterface, GridTicketOp, GridTicketWaitOp,
                       GridReduceOp, GridBarrierOp, GridArriveOp, GridWaitOp>(
                op);
          })))
        return signalPassFailure();
    if (failed(verifyPublished(getOperation())) ||
        failed(verifyCooperative(getOperation())) ||
        failed(verifyOverlapped(getOperation())))
      return signalPassFailure();
    WalkResult walk = getOperation().walk([&](Operation *op) {
      LogicalResult result =
          llvm::TypeSwitch<Operation *, LogicalResult>(op)
              .Case<GridTicketOp, GridTicketRequestOp, GridTicketWaitOp,
                    GridPublishOp, GridPrefixOp, GridScanOp, GridPeekOp,
                    GridGatherOp, GridReduceOp, GridBarrierOp, GridArriveOp,
                    GridWaitOp>([&](auto grid) -> LogicalResult {
                FailureOr<Caller> caller = Caller::get(grid);
                return failed(caller) ? failure() : lower(grid, *caller);
              })
              .Case([](GridStateSizeOp size) {
                lower(size);
                return success();
              })
              .Default([](Operation *) { return success(); });
      return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
