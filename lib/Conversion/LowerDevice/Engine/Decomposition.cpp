//===- Decomposition.cpp - Ops that are done by others *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workspace has the buffers in between first. Steps may be such ops
// themselves, so that it goes on until there is none left.
//
//===----------------------------------------------------------------------===//

#include "Decomposition.h"

#include "DeviceLowering.h"

#include "DevicePlan.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"

using namespace mlir;
using namespace mlir::prim;

void StepBuilder::add(CreateFn create) {
  CodeBuilder &b = host;
  if (!asks) {
    create(b, left, op.isWorkspaceInitialized());
    return;
  }
  auto size = WorkspaceSizeOp::create(b, b.getIndexType());
  auto inner =
      CodeBuilder::atBlockBegin(b.getLoc(), &size.getBody().emplaceBlock());
  create(inner, /*workspace=*/Value(), /*initialized=*/false);
  most = host.maxsi(most, b.indexCast(b.getI64Type(), size.getResult()));
}

Value StepBuilder::toIndex(Value value) { return host.toIndex(value); }

Value StepBuilder::slice(Value memref, int64_t along, Value begin, Value size) {
  CodeBuilder &b = host;
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (dim == along) {
      offsets.push_back(toIndex(begin));
      sizes.push_back(toIndex(size));
      continue;
    }
    offsets.push_back(b.getIndexAttr(0));
    // A subview must not be known to begin in a dimension of no elements.
    if (type.getDimSize(dim) == 0)
      offsets.back() = toIndex(host.i64(0));
    sizes.push_back(b.getIndexAttr(type.getDimSize(dim)));
    if (type.isDynamicDim(dim))
      sizes.back() = toIndex(host.extent(memref, dim));
  }
  return memref::SubViewOp::create(b, memref, offsets, sizes, strides);
}

void StepBuilder::makeBuffers(ArrayRef<StepBuffer> wanted, Value workspace) {
  CodeBuilder &b = host;
  taken = host.i64(0);
  Attribute space = cast<MemRefType>(workspace.getType()).getMemorySpace();
  for (auto [like, element] : wanted) {
    auto shape = cast<MemRefType>(like.getType());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < shape.getRank(); ++dim)
      if (shape.isDynamicDim(dim))
        sizes.push_back(toIndex(host.extent(like, dim)));
    between.push_back(memref::ViewOp::create(
        b,
        MemRefType::get(shape.getShape(), element, MemRefLayoutAttrInterface(),
                        space),
        workspace, toIndex(taken), sizes));
    Value lines = host.ceilDiv(
        host.mul(host.elements(like), host.i64(getElementBytes(element))),
        workspaceAlignment);
    taken = host.add(taken, host.mul(lines, host.i64(workspaceAlignment)));
  }
}

SmallVector<StepBuffer> mlir::prim::getItemBuffers(ValueRange like,
                                                   ArrayRef<Type> types) {
  SmallVector<StepBuffer> buffers;
  for (auto [memref, type] : llvm::zip_equal(like, types))
    buffers.push_back({memref, type});
  return buffers;
}

DeviceMapOp mlir::prim::createStepMap(
    CodeBuilder &b, ValueRange ins, ValueRange outs, Value workspace,
    bool initialized, bool predicated, bool takesIndex,
    llvm::function_ref<SmallVector<Value>(CodeBuilder &, ValueRange)> fill) {
  auto map = DeviceMapOp::create(
      b, TypeRange(), ins, outs, workspace, /*reads=*/ValueRange(),
      /*asyncDependencies=*/ValueRange(), /*neighbour=*/NeighbourAttr(),
      /*dimension=*/DenseI64ArrayAttr(), predicated, initialized,
      /*tuning=*/TuningAttr());
  SmallVector<Type> types = llvm::map_to_vector(ins, [](Value in) {
    return cast<MemRefType>(in.getType()).getElementType();
  });
  if (takesIndex)
    types.push_back(b.getIndexType());
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.addBlock(map.getMap(), types);
  YieldOp::create(b, fill(b, body->getArguments()));
  return map;
}

static std::unique_ptr<Decomposition> getSteps(DeviceOpInterface op,
                                               const DeviceLimits &limits) {
  if (!op.hasBufferForm())
    return nullptr;
  return DeviceLowering::get(op)->decompose(limits);
}

void mlir::prim::removeDone(DeviceOpInterface op) {
  // One stream runs everything in order: a token is a mere formality.
  if (op->getNumResults() == 1) {
    CodeBuilder builder(op);
    auto wait =
        gpu::WaitOp::create(builder, gpu::AsyncTokenType::get(op->getContext()),
                            op.getDeviceDependencies());
    op->replaceAllUsesWith(wait->getResults());
  }
  op->erase();
}

void mlir::prim::decomposeOps(Operation *root, const DeviceLimits &limits) {
  auto bytesType = [](CodeBuilder &b, Attribute space = {}) {
    return MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                           MemRefLayoutAttrInterface(), space);
  };
  // Adds the steps that are asked for their workspace; gives its bytes, i64.
  auto ask = [&](DeviceOpInterface op, HostBuilder &host) {
    StepBuilder steps(op, host);
    steps.asks = true;
    steps.most = host.i64(0);
    std::unique_ptr<Decomposition> how = getSteps(op, limits);
    // Buffers that there are only for their sizes, which views tell. Nothing
    // asks where they lie, not even a check, and no poison is left of them.
    Value none = ub::PoisonOp::create(host, bytesType(host));
    steps.makeBuffers(how->getBuffers(), none);
    how->emit(steps, host);
    return host.add(steps.taken, steps.most);
  };

  auto expandSize = [&](DeviceOpInterface op, WorkspaceSizeOp asker) {
    HostBuilder host(asker);
    host.setLoc(op.getLoc());
    Value bytes = host.toIndex(ask(op, host));
    asker.replaceAllUsesWith(bytes);
    asker.erase();
  };

  auto expand = [&](DeviceOpInterface op) {
    HostBuilder host(op);
    CodeBuilder &b = host;
    emitSizeChecks(op, host);
    Value wanted = ask(op, host);
    StepBuilder steps(op, host);
    Value given = op.getDeviceWorkspace(), workspace = given;
    Value size = wanted;
    if (given) {
      // What a step is given lies behind the buffers in between, and a small
      // step asks for none: both tell nothing of where all of it begins.
      host.checkWorkspace(op, given, wanted);
      size = host.extent(given, 0);
    } else {
      workspace =
          gpu::AllocOp::create(b, bytesType(b), /*asyncToken=*/Type(),
                               /*asyncDependencies=*/ValueRange(),
                               ValueRange{steps.toIndex(wanted)}, ValueRange())
              .getMemref();
    }
    std::unique_ptr<Decomposition> how = getSteps(op, limits);
    steps.makeBuffers(how->getBuffers(), workspace);
    steps.left = memref::ViewOp::create(
        b, bytesType(b, cast<MemRefType>(workspace.getType()).getMemorySpace()),
        workspace, steps.toIndex(steps.taken),
        ValueRange{steps.toIndex(host.sub(size, steps.taken))});
    how->emit(steps, host);
    if (!given)
      gpu::DeallocOp::create(b, /*asyncToken=*/Type(),
                             /*asyncDependencies=*/ValueRange(), workspace);
    else if (op.isWorkspaceInitialized() && !steps.between.empty())
      host.clear(workspace, steps.taken);
    removeDone(op);
  };

  // The order of one key is that of all of it.
  root->walk([](DeviceOpInterface op) {
    auto sort = dyn_cast<SortOpInterface>(op.getOperation());
    if (!sort || !sort.getKeyOrders() || sort.getNumKeys() != 1)
      return;
    auto order = static_cast<SortOrder>(sort.getKeyOrders()->front());
    op->removeAttr("orders");
    op->setAttr("order", SortOrderAttr::get(op.getContext(), order));
  });

  while (true) {
    SmallVector<DeviceOpInterface> ops;
    root->walk([&](DeviceOpInterface op) {
      if (getSteps(op, limits))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    for (DeviceOpInterface op : ops) {
      if (auto asker = dyn_cast<WorkspaceSizeOp>(op->getParentOp()))
        expandSize(op, asker);
      else
        expand(op);
    }
  }
}
