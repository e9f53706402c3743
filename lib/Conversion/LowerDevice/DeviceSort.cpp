//===- DeviceSort.cpp - Lower prim.device_sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code of the radix sort: up to one block's worth of items a single launch
// of a block sort; above it a memset, one histogram over all digits, and one
// pass over the items per digit. The kernels of the passes are in
// DeviceSortPass.cpp.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"

#include "TileIO.h"

using namespace mlir;
using namespace mlir::prim;

/// Emits the check that a sort has fewer items than its data formats count. Two
/// bits of a look-back word are status, and places in the output are counted
/// from a tile before it, in unsigned 32-bit bytes.
static void emitItemCheck(DeviceSortOp op, HostBuilder &host,
                          const DeviceContext &context, const SortPlan &plan,
                          Value size) {
  Value limit = host.constant(std::min(context.getLimits().maxSortItems,
                                       (int64_t(1) << 30) - plan.tile.items()));
  host.check(op, host.compare(arith::CmpIPredicate::slt, size, limit),
             CheckStatus::InvalidArgument,
             "sorts fewer than {} items at once, found {}; sort in parts and "
             "merge them",
             {limit, size});
  emitLaunchCheck(op, host, context, plan.tile, size);
}

FailureOr<SortPlan> SortPlan::get(DeviceSortOp op,
                                  const DeviceContext &context) {
  FailureOr<KeyCodec> codec = KeyCodec::get(op, context.getTarget());
  if (failed(codec))
    return failure();
  SortPlan plan(*codec);
  plan.types = op.getItemTypes();
  plan.tile = context.getTile(op);
  plan.blockTile = getBlockSortTile(plan.tile);
  plan.numDigits = codec->getNumDigits(maxRadixDigitBits);
  plan.digitBits = codec->getDigitBits(plan.numDigits);
  BufferLayout layout;
  layout.add(/*bytes=*/4, plan.numDigits, workspaceAlignment);
  plan.histogramOffset =
      layout.add(/*bytes=*/4, plan.histogramSize(), workspaceAlignment);
  plan.statesOffset = layout.add(0, 0, workspaceAlignment);
  plan.needsBuffers =
      plan.numDigits > 1 && !(op.getMayClobberInput() && plan.numDigits % 2);
  return plan;
}

namespace {

/// The parts of a workspace whose sizes depend on the number of items: i64.
struct SortWorkspace {
  SortWorkspace(const SortPlan &plan, HostBuilder &host, Value size);

  Value tiles;
  /// What must be zero at the start.
  Value clearBytes;
  /// Per member, where the second buffer lies; empty where there is none.
  SmallVector<Value> buffers;
  Value bytes;
};

class DeviceSortLowering {
public:
  DeviceSortLowering(DeviceSortOp op, DeviceContext &context, SortPlan plan)
      : op(op), context(context), plan(plan), host(op), loc(op.getLoc()) {}

  LogicalResult run();

private:
  /// All items in one block.
  void sortInBlock(Value size);
  /// All digits, one pass each.
  void sortByDigits(Value size);

  DeviceSortOp op;
  DeviceContext &context;
  SortPlan plan;
  HostBuilder host;
  Location loc;
  /// Cleared where a kernel's tile does not fit the target; diagnosed by then.
  bool fits = true;
};

} // namespace

SortWorkspace::SortWorkspace(const SortPlan &plan, HostBuilder &host,
                             Value size) {
  auto align = [&](Value value) {
    return host.mul(host.ceilDiv(value, workspaceAlignment),
                    host.constant(workspaceAlignment));
  };
  tiles = host.ceilDiv(size, plan.tile.items());
  Value states = host.mul(tiles, host.constant(4 * plan.radix()));
  clearBytes = host.add(host.constant(plan.statesOffset), states);
  bytes = align(clearBytes);
  if (!plan.needsBuffers)
    return;
  for (Type type : plan.types) {
    buffers.push_back(bytes);
    Value items = host.mul(size, host.constant(getElementBytes(type)));
    bytes = host.add(bytes, align(items));
  }
}

void DeviceSortLowering::sortInBlock(Value size) {
  KernelBuilder kernel(context, loc, "sort_block", plan.blockTile.blockSize);
  OpBuilder &b = kernel.b();
  SmallVector<MemoryArray> ins, outs;
  for (Type type : plan.types)
    ins.emplace_back(kernel.baseParameter(), type);
  for (Type type : plan.types)
    outs.emplace_back(kernel.baseParameter(), type);
  Value items = kernel.parameter(b.getI64Type());

  Value base = createI64(b, loc, 0);
  unsigned count = plan.blockTile.itemsPerThread;
  TileIO blocked(kernel, plan.blockTile, count, /*reverse=*/false, items, base);
  SmallVector<Type> vectors =
      llvm::map_to_vector(plan.types, [&](Type type) -> Type {
        return VectorType::get({count}, type);
      });
  SmallVector<Value> loaded =
      packItems(b, loc, blocked.load(ins, /*isFull=*/false), vectors);
  auto sort = BlockSortOp::create(b, loc, vectors, loaded, blocked.count(),
                                  op.getBeginBitAttr(), op.getEndBitAttr(),
                                  Arrangement::Striped, op.getOrderAttr(),
                                  op.getDescending());
  TileIO striped(kernel, plan.blockTile, /*vector=*/1, /*reverse=*/false, items,
                 base);
  striped.store(outs, unpackItems(b, loc, sort.getResults()));
  kernel.finish();

  SmallVector<Value> operands;
  for (Value buffer : op.getIns())
    operands.push_back(host.base(buffer));
  for (Value buffer : op.getOuts())
    operands.push_back(host.base(buffer));
  operands.push_back(size);
  kernel.launch(host, host.constant(1), operands);
}

void DeviceSortLowering::sortByDigits(Value size) {
  KernelBuilder histogram = emitSortHistogram(plan, context, loc);
  FailureOr<KernelBuilder> pass = emitSortPass(plan, context, loc);
  if (failed(pass)) {
    fits = false;
    return;
  }

  SortWorkspace layout(plan, host, size);
  withWorkspace(
      host, op, layout.bytes, layout.clearBytes, [&](Value workspace) {
        Value start = host.base(workspace);
        auto at = [&](Value bytes) {
          return advance(host.b(), loc, start, bytes);
        };
        auto bases = [&](ValueRange buffers) {
          return llvm::map_to_vector(
              buffers, [&](Value buffer) { return host.base(buffer); });
        };
        SmallVector<Value> ins = bases(op.getIns());
        SmallVector<Value> outs = bases(op.getOuts());
        SmallVector<Value> others = ins;
        for (auto [other, offset] : llvm::zip(others, layout.buffers))
          other = at(offset);

        Value histogramBlocks =
            host.min(layout.tiles,
                     host.constant(context.getMaxBlocks(plan.tile.blockSize)));
        histogram.launch(host, histogramBlocks,
                         {ins.front(), size, histogramBlocks,
                          at(host.constant(plan.histogramOffset))});
        Value items =
            arith::TruncIOp::create(host.b(), loc, host.b().getI32Type(), size);
        SmallVector<Value> source = ins;
        for (unsigned digit = 0; digit < plan.numDigits; ++digit) {
          // The last digit goes to the results, the one before it elsewhere,
          // and so on.
          SmallVector<Value> destination =
              (plan.numDigits - 1 - digit) % 2 ? others : outs;
          SmallVector<Value> operands = source;
          llvm::append_range(operands, destination);
          unsigned histogramBytes = 4 * digit * plan.radix();
          operands.push_back(items);
          operands.push_back(createI32(
              host.b(), loc, plan.codec.getDigitShift(digit, plan.numDigits)));
          operands.push_back(createI32(host.b(), loc, sortStatusFlip(digit)));
          operands.push_back(at(host.constant(4 * digit)));
          operands.push_back(
              at(host.constant(plan.histogramOffset + histogramBytes)));
          operands.push_back(at(host.constant(plan.statesOffset)));
          pass->launch(host, layout.tiles, operands);
          source = destination;
        }
        // The words of the last pass and the items in between remain: whichever
        // op comes next, of whatever size, expects zeros.
        if (op.getWorkspace() && op.getInitialized())
          host.clear(workspace, layout.bytes);
      });
}

LogicalResult DeviceSortLowering::run() {
  Value size = host.elements(op.getIns().front());
  Value some = host.compare(arith::CmpIPredicate::sgt, size, host.constant(0));
  auto type = cast<MemRefType>(op.getIns().front().getType());
  int64_t known =
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  int64_t inBlock = plan.blockTile.items();
  if (known == 0)
    return success();
  emitItemCheck(op, host, context, plan, size);
  host.ifThenElse(
      some,
      [&] {
        // A size that is known needs one way only.
        if (!ShapedType::isDynamic(known))
          return known <= inBlock ? sortInBlock(size) : sortByDigits(size);
        Value small = host.compare(arith::CmpIPredicate::sle, size,
                                   host.constant(inBlock));
        host.ifThenElse(
            small, [&] { sortInBlock(size); }, [&] { sortByDigits(size); });
      },
      nullptr);
  return success(fits);
}

LogicalResult mlir::prim::lowerDeviceSort(DeviceSortOp op,
                                          DeviceContext &context) {
  if (!context.getTarget().isAMD())
    return context.notLowered(op, "");
  FailureOr<SortPlan> plan = SortPlan::get(op, context);
  if (failed(plan))
    return failure();
  return DeviceSortLowering(op, context, *plan).run();
}

FailureOr<Value> mlir::prim::emitSortWorkspaceBytes(DeviceSortOp op,
                                                    HostBuilder &host,
                                                    DeviceContext &context) {
  FailureOr<SortPlan> plan = SortPlan::get(op, context);
  if (failed(plan))
    return failure();
  Value size = host.elements(op.getIns().front());
  emitItemCheck(op, host, context, *plan, size);
  return SortWorkspace(*plan, host, size).bytes;
}
