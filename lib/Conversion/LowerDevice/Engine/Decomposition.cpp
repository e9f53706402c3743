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

#include "OperandChecks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::askWorkspace(
    HostBuilder &host, llvm::function_ref<Operation *(CodeBuilder &)> create) {
  CodeBuilder &b = host;
  auto size = WorkspaceSizeOp::create(b, b.getIndexType());
  auto inner =
      CodeBuilder::atBlockBegin(b.getLoc(), &size.getBody().emplaceBlock());
  create(inner);
  return b.indexCast(b.getI64Type(), size.getResult());
}

void StepBuilder::add(CreateFn create) {
  CodeBuilder &b = host;
  if (!asks) {
    create({b, left, op.isWorkspaceInitialized()});
    return;
  }
  most = host.maxsi(most, askWorkspace(host, [&](CodeBuilder &inner) {
                      return create({inner});
                    }));
}

void StepBuilder::clearShared() {
  if (!asks && op.getDeviceWorkspace() && op.isWorkspaceInitialized())
    host.clear(left, most);
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
    Value lines =
        host.ceilDiv(host.mul(host.elements(like), getElementBytes(element)),
                     workspaceAlignment);
    taken = host.add(taken, host.mul(lines, workspaceAlignment));
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
    const StepPlace &at, ValueRange ins, ValueRange outs, bool predicated,
    bool takesIndex,
    llvm::function_ref<SmallVector<Value>(CodeBuilder &, ValueRange)> fill) {
  CodeBuilder &b = at.b;
  auto map = DeviceMapOp::create(
      b, TypeRange(), ins, outs, at.workspace, /*reads=*/ValueRange(),
      /*asyncDependencies=*/ValueRange(), /*neighbour=*/NeighbourAttr(),
      /*dimension=*/DenseI64ArrayAttr(), predicated, at.initialized,
      /*tuning=*/TuningAttr());
  SmallVector<Type> types = llvm::map_to_vector(
      ins, [](Value in) { return getElementTypeOrSelf(in); });
  if (takesIndex)
    types.push_back(b.getIndexType());
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.addBlock(map.getMap(), types);
  YieldOp::create(b, fill(b, body->getArguments()));
  return map;
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

static MemRefType getBytesType(CodeBuilder &b, Attribute space = {}) {
  return MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                         MemRefLayoutAttrInterface(), space);
}

Value StepSequence::emitBytes(DeviceOpInterface op, HostBuilder &host) {
  StepBuilder steps(op, host);
  steps.asks = true;
  steps.most = host.i64(0);
  // Buffers that there are only for their sizes, which views tell. Nothing asks
  // where they lie, not even a check, and no poison is left of them.
  Value none = ub::PoisonOp::create(host, getBytesType(host));
  steps.makeBuffers(getBuffers(), none);
  emit(steps, host);
  return host.add(steps.taken, steps.most);
}

void StepSequence::emitSteps(DeviceOpInterface op, HostBuilder &host) {
  CodeBuilder &b = host;
  emitSizeChecks(op, host);
  Value wanted = emitBytes(op, host);
  StepBuilder steps(op, host);
  Value given = op.getDeviceWorkspace(), workspace = given;
  Value size = wanted;
  if (given) {
    // The whole workspace is checked here: a step gets only the part behind the
    // buffers in between, and a small step asks for none.
    host.checkWorkspace(op, given, wanted);
    size = host.extent(given, 0);
  } else {
    workspace =
        gpu::AllocOp::create(b, getBytesType(b), /*asyncToken=*/Type(),
                             /*asyncDependencies=*/ValueRange(),
                             ValueRange{steps.toIndex(wanted)}, ValueRange())
            .getMemref();
  }
  steps.makeBuffers(getBuffers(), workspace);
  steps.most = host.sub(wanted, steps.taken);
  Attribute space = cast<MemRefType>(workspace.getType()).getMemorySpace();
  Value begin = steps.toIndex(steps.taken);
  Value bytes = steps.toIndex(host.sub(size, steps.taken));
  steps.left = memref::ViewOp::create(b, getBytesType(b, space), workspace,
                                      begin, bytes);
  emit(steps, host);
  if (!given)
    gpu::DeallocOp::create(b, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), workspace);
  else if (op.isWorkspaceInitialized() && !steps.between.empty())
    host.clear(workspace, steps.taken);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// An attribute of ops that only stand in the pass.
static constexpr llvm::StringLiteral choiceName = "prim.choice";

std::optional<bool> mlir::prim::getChoice(DeviceOpInterface op) {
  auto attribute =
      dyn_cast_or_null<BoolAttr>(op->getDiscardableAttr(choiceName));
  return attribute ? std::optional(attribute.getValue()) : std::nullopt;
}

void mlir::prim::setChoice(Operation *op, bool holds) {
  op->setDiscardableAttr(choiceName, BoolAttr::get(op->getContext(), holds));
}

Value Choice::emitBytes(DeviceOpInterface op, HostBuilder &host) {
  auto bytesOf = [&](Decomposition &way) {
    return [&]() -> SmallVector<Value> { return {way.emitBytes(op, host)}; };
  };
  return host
      .select(condition(host), host.getI64Type(), bytesOf(*yes), bytesOf(*no))
      .front();
}

void Choice::emitSteps(DeviceOpInterface op, HostBuilder &host) {
  host.ifThen(
      condition(host), [&] { yes->emitSteps(op, host); },
      [&] { no->emitSteps(op, host); });
}

//===----------------------------------------------------------------------===//
// The replacement
//===----------------------------------------------------------------------===//

static std::unique_ptr<Decomposition> getSteps(DeviceOpInterface op,
                                               const DeviceContext &context) {
  if (!op.hasBufferForm())
    return nullptr;
  return DeviceLowering::get(op)->decompose(context);
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

void mlir::prim::decomposeOps(Operation *root, const DeviceContext &context) {
  root->walk([](DeviceOpInterface op) {
    // Only this pass makes choices.
    op->removeDiscardableAttr(choiceName);
    // The order of one key is that of all of it.
    auto sort = dyn_cast<SortOpInterface>(op.getOperation());
    if (!sort || !sort.getKeyOrders() || sort.getNumKeys() != 1)
      return;
    auto order = static_cast<SortOrder>(sort.getKeyOrders()->front());
    op->removeAttr("orders");
    op->setAttr("order", SortOrderAttr::get(op.getContext(), order));
  });

  while (true) {
    SmallVector<std::pair<DeviceOpInterface, std::unique_ptr<Decomposition>>>
        found;
    root->walk([&](DeviceOpInterface op) {
      if (std::unique_ptr<Decomposition> how = getSteps(op, context))
        found.emplace_back(op, std::move(how));
    });
    if (found.empty())
      return;
    for (auto &[op, how] : found) {
      auto asker = dyn_cast<WorkspaceSizeOp>(op->getParentOp());
      HostBuilder host(asker ? asker.getOperation() : op.getOperation());
      host.setLoc(op.getLoc());
      if (!asker) {
        how->emitSteps(op, host);
        removeDone(op);
        continue;
      }
      asker.replaceAllUsesWith(host.toIndex(how->emitBytes(op, host)));
      asker.erase();
    }
  }
}
