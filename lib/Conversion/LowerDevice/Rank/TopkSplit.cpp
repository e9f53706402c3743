//===- TopkSplit.cpp - A topk of more than a block sorts *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many elements are taken shows when the host function runs, so that both
// ways stand there, unless sizes are known. A workspace has the buffers in
// between first; behind them the two ops share what is left.
//
//===----------------------------------------------------------------------===//

#include "TopkSplit.h"

#include "../Engine/Decomposition.h"
#include "RankSelect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::prim;

std::unique_ptr<TopkSplit> TopkSplit::get(DeviceTopkOp op,
                                          const DeviceContext &context) {
  if (op.getUnordered() || !op.getOrder() || !op.hasBufferForm())
    return nullptr;
  std::unique_ptr<TopkSplit> steps(new TopkSplit(
      op, context, RankSelect::getBlockTile(op, context).items()));
  return steps->isSmall() == true ? nullptr : std::move(steps);
}

std::optional<bool> TopkSplit::isSmall() {
  auto isUpTo = [&](Value buffer) -> std::optional<bool> {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.isDynamicDim(op.getAlong()))
      return std::nullopt;
    return type.getDimSize(op.getAlong()) <= most;
  };
  if (std::optional<bool> known = isUpTo(op.getOuts().front()))
    return known;
  return isUpTo(op.getIns().front()) == true ? std::optional(true)
                                             : std::nullopt;
}

Value TopkSplit::emitIsSmall(HostBuilder &host) {
  return host.sle(host.extent(op.getOuts().front(), op.getAlong()),
                  host.i64(most));
}

DeviceTopkOp TopkSplit::createTopk(CodeBuilder &b, ValueRange outs,
                                   Value workspace, bool unordered,
                                   bool initialized) {
  auto topk = DeviceTopkOp::create(
      b, TypeRange(), op.getIns(), outs, op.getRest(), workspace, op.getReads(),
      /*asyncDependencies=*/ValueRange(), op.getDimensionAttr(), unordered,
      op.getBeginBitAttr(), op.getEndBitAttr(),
      /*keys=*/IntegerAttr(),
      /*orders=*/DenseI32ArrayAttr(), initialized, op.getTuningAttr(),
      op.getOrderAttr(), op.getDescending(), op.getDiscards());
  IRMapping mapping;
  op.getPrologue().cloneInto(&topk.getPrologue(), mapping);
  return topk;
}

DeviceSortOp TopkSplit::createSort(CodeBuilder &b, ValueRange ins,
                                   Value workspace) {
  auto sort = DeviceSortOp::create(
      b, TypeRange(), ins, op.getOuts(), workspace,
      /*reads=*/ValueRange(), /*asyncDependencies=*/ValueRange(),
      /*borders=*/ValueRange(), op.getDimensionAttr(),
      /*segmented=*/SegmentFormAttr(), /*may_clobber_input=*/false,
      /*batches=*/false, op.getBeginBitAttr(), op.getEndBitAttr(),
      /*keys=*/IntegerAttr(), /*orders=*/DenseI32ArrayAttr(),
      /*initialized=*/false, op.getTuningAttr(), op.getOrderAttr(),
      op.getDescending());
  letClobber(sort);
  return sort;
}

MemRefType TopkSplit::getType(Value out) {
  auto type = cast<MemRefType>(out.getType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

SmallVector<Value> TopkSplit::getSizes(HostBuilder &host, Value out) {
  auto type = cast<MemRefType>(out.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(host, out, dim));
  return sizes;
}

Value TopkSplit::getBytes(HostBuilder &host, Value out) {
  Type element = cast<MemRefType>(out.getType()).getElementType();
  Value bytes =
      host.mul(host.elements(out), host.i64(getElementBytes(element)));
  return host.mul(host.ceilDiv(bytes, workspaceAlignment),
                  host.i64(workspaceAlignment));
}

FailureOr<Value> TopkSplit::emitBytes(Operation *place, PlanFn plan) {
  HostBuilder host(place);
  host.setLoc(op.getLoc());
  CodeBuilder &b = host;
  // Ops that are never run: they show what there will be.
  auto bytesOf = [&](DeviceOpInterface device) -> FailureOr<Value> {
    FailureOr<DevicePlan> how = plan(device);
    Value bytes;
    if (succeeded(how))
      bytes = b.indexCast(b.getI64Type(),
                          emitWorkspaceBytes(device, *how, context, place));
    device->erase();
    if (!bytes)
      return failure();
    return bytes;
  };
  FailureOr<Value> small = Value();
  if (!isSmall().has_value()) {
    small = bytesOf(createTopk(b, op.getOuts(), /*workspace=*/Value(),
                               /*unordered=*/false, /*initialized=*/false));
    if (failed(small))
      return failure();
  }
  SmallVector<Value> between;
  Value bytes = host.i64(0);
  for (Value out : op.getOuts()) {
    MemRefType type = getType(out);
    SmallVector<OpFoldResult> sizes, strides;
    OpFoldResult stride = b.getIndexAttr(1);
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      OpFoldResult size = b.getIndexAttr(type.getDimSize(dim));
      if (type.isDynamicDim(dim))
        size = memref::DimOp::create(b, out, dim).getResult();
      sizes.push_back(size);
      strides.push_back(stride);
      auto constant = getConstantIntValue(stride);
      if (auto known = getConstantIntValue(size); known && constant) {
        stride = b.getIndexAttr(*known * *constant);
        continue;
      }
      auto toValue = [&](OpFoldResult value) {
        return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
      };
      stride = b.mul(toValue(stride), toValue(size));
    }
    std::reverse(sizes.begin(), sizes.end());
    std::reverse(strides.begin(), strides.end());
    between.push_back(memref::ReinterpretCastOp::create(
        b, type, out, OpFoldResult(b.getIndexAttr(0)), sizes, strides));
    bytes = host.add(bytes, getBytes(host, out));
  }
  FailureOr<Value> taking =
      bytesOf(createTopk(b, between, /*workspace=*/Value(), /*unordered=*/true,
                         /*initialized=*/false));
  if (failed(taking))
    return failure();
  FailureOr<Value> sorting = bytesOf(createSort(b, between, Value()));
  if (failed(sorting))
    return failure();
  bytes = host.add(bytes, host.maxsi(*taking, *sorting));
  if (*small)
    bytes = b.select(emitIsSmall(host), *small, bytes);
  return bytes;
}

FailureOr<TopkSplit::Parts> TopkSplit::create(PlanFn plan) {
  HostBuilder host(op);
  CodeBuilder &b = host;
  emitSizeChecks(op, host);
  Value workspace = op.getWorkspace(), needed;
  if (workspace) {
    FailureOr<Value> bytes = emitBytes(op, plan);
    if (failed(bytes))
      return failure();
    needed = *bytes;
    host.checkWorkspace(op, workspace, needed);
  }
  Parts parts;
  auto addSmall = [&] {
    parts.small = createTopk(b, op.getOuts(), workspace, /*unordered=*/false,
                             op.getInitialized());
  };
  auto addLarge = [&] {
    SmallVector<Value> between;
    Value shift = host.i64(0), left;
    for (Value out : op.getOuts()) {
      MemRefType type = getType(out);
      SmallVector<Value> sizes = getSizes(host, out);
      if (workspace)
        between.push_back(memref::ViewOp::create(b, type, workspace,
                                                 b.toIndex(shift), sizes));
      else
        between.push_back(
            gpu::AllocOp::create(b, type,
                                 /*asyncToken=*/Type(),
                                 /*asyncDependencies=*/ValueRange(), sizes,
                                 ValueRange())
                .getMemref());
      shift = host.add(shift, getBytes(host, out));
    }
    if (workspace)
      left = memref::ViewOp::create(
          b, cast<MemRefType>(workspace.getType()), workspace, b.toIndex(shift),
          ValueRange{b.toIndex(host.sub(needed, shift))});
    parts.large = {createTopk(b, between, left, /*unordered=*/true,
                              /*initialized=*/false),
                   createSort(b, between, left)};
    if (workspace && op.getInitialized())
      host.clear(workspace, needed);
    if (!workspace)
      for (Value buffer : between)
        gpu::DeallocOp::create(b, /*asyncToken=*/Type(),
                               /*asyncDependencies=*/ValueRange(), buffer);
  };
  if (isSmall() == false)
    addLarge();
  else
    host.ifThen(emitIsSmall(host), addSmall, addLarge);
  return parts;
}
