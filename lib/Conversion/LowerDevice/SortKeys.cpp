//===- SortKeys.cpp - Sorts by several keys -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sort is stable, so that sorting by the last key, then by the one before it,
// and so on, sorts by all of them: the passes are those over the digits of all
// keys, the least significant one first. In between, items are in the results
// and in buffers of the workspace, in turns.
//
//===----------------------------------------------------------------------===//

#include "DeviceContext.h"
#include "DevicePlan.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A sort by one member, or by some of its bits.
struct KeySort {
  unsigned member;
  std::optional<std::pair<int32_t, int32_t>> bits;
};

class KeysExpander {
public:
  explicit KeysExpander(DeviceSortOp op) : op(op), sorts(getSorts(op)) {}

  /// Replaces the op by sorts of one key.
  void expand();
  /// Replaces `asker`, which asks for the workspace of the op.
  void expandSize(WorkspaceSizeOp asker);

private:
  static SmallVector<KeySort> getSorts(DeviceSortOp op);
  /// The clone of the op that is sort `number`, from `sources` to
  /// `destinations`, which have the members in the op's order.
  DeviceSortOp makeSort(OpBuilder &b, unsigned number, ValueRange sources,
                        ValueRange destinations);
  /// Where each member begins in the workspace, and where that of the sorts
  /// does: i64.
  SmallVector<Value> getOffsets(HostBuilder &host);

  DeviceSortOp op;
  /// The least significant key's comes first.
  SmallVector<KeySort> sorts;
};

} // namespace

SmallVector<KeySort> KeysExpander::getSorts(DeviceSortOp op) {
  auto from = static_cast<int64_t>(op.getBeginBit().value_or(0));
  int64_t to = op.getEndBit() ? *op.getEndBit() : INT64_MAX;
  SmallVector<KeySort> sorts;
  int64_t offset = 0;
  SmallVector<Type> types = op.getItemTypes();
  for (unsigned member = *op.getKeys(); member-- > 0;) {
    int64_t width = 8 * getElementBytes(types[member]);
    int64_t first = std::max<int64_t>(from - offset, 0);
    int64_t last = std::min(to - offset, width);
    offset += width;
    if (first >= last)
      continue;
    sorts.push_back({member, std::nullopt});
    if (first != 0 || last != width)
      sorts.back().bits = {int32_t(first), int32_t(last)};
  }
  return sorts;
}

DeviceSortOp KeysExpander::makeSort(OpBuilder &b, unsigned number,
                                    ValueRange sources,
                                    ValueRange destinations) {
  auto [member, bits] = sorts[number];
  auto sort = cast<DeviceSortOp>(b.clone(*op));
  auto putFirst = [&, member = member](ValueRange values) {
    SmallVector<Value> order(values);
    std::rotate(order.begin(), order.begin() + member,
                order.begin() + member + 1);
    return order;
  };
  sort.getInsMutable().assign(putFirst(sources));
  sort.getOutsMutable().assign(putFirst(destinations));
  sort.removeKeysAttr();
  if (isa<FloatType>(op.getItemTypes()[member]))
    sort.setOrder(SortOrder::Total);
  sort.removeBeginBitAttr();
  sort.removeEndBitAttr();
  if (bits) {
    sort.setBeginBit(bits->first);
    sort.setEndBit(bits->second);
  }
  // What has been sorted by another key is of no use afterwards.
  if (number > 0)
    sort.setMayClobberInput(true);
  return sort;
}

SmallVector<Value> KeysExpander::getOffsets(HostBuilder &host) {
  SmallVector<Value> offsets{host.constant(0)};
  for (Value in : op.getIns()) {
    Type element = cast<MemRefType>(in.getType()).getElementType();
    Value lines = host.constant(0);
    if (sorts.size() > 1)
      lines = host.ceilDiv(
          host.mul(host.elements(in), host.constant(getElementBytes(element))),
          workspaceAlignment);
    offsets.push_back(host.add(
        offsets.back(), host.mul(lines, host.constant(workspaceAlignment))));
  }
  return offsets;
}

void KeysExpander::expandSize(WorkspaceSizeOp asker) {
  HostBuilder host(asker);
  OpBuilder &b = host.b();
  Value most = host.constant(0);
  for (unsigned number = 0; number < sorts.size(); ++number) {
    auto size = WorkspaceSizeOp::create(b, host.loc(), b.getIndexType());
    OpBuilder inner = OpBuilder::atBlockBegin(&size.getBody().emplaceBlock());
    // Buffers in between have no holes: they take no more than others.
    makeSort(inner, number, number ? op.getOuts() : op.getIns(), op.getOuts());
    most = host.max(most, arith::IndexCastOp::create(
                              b, host.loc(), b.getI64Type(), size.getResult()));
  }
  Value bytes = host.add(getOffsets(host).back(), most);
  asker.replaceAllUsesWith(
      arith::IndexCastOp::create(b, host.loc(), b.getIndexType(), bytes)
          .getResult());
  asker.erase();
}

void KeysExpander::expand() {
  HostBuilder host(op);
  OpBuilder &b = host.b();
  Location loc = host.loc();
  emitSizeChecks(op, host);
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), value);
  };
  auto asker = WorkspaceSizeOp::create(b, loc, b.getIndexType());
  OpBuilder inner = OpBuilder::atBlockBegin(&asker.getBody().emplaceBlock());
  auto asked = cast<DeviceSortOp>(inner.clone(*op));
  asked.getWorkspaceMutable().clear();
  asked.setInitialized(false);
  Value wanted =
      arith::IndexCastOp::create(b, loc, b.getI64Type(), asker.getResult());
  KeysExpander(asked).expandSize(asker);

  Value given = op.getWorkspace(), workspace = given;
  auto bytesType = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  if (given) {
    Value size = host.extent(given, 0);
    host.check(op, host.compare(arith::CmpIPredicate::sge, size, wanted),
               CheckStatus::Workspace,
               "the workspace is too small: it has {} bytes, and {} are "
               "needed; ask prim.workspace_size for its size",
               {size, wanted});
  } else {
    workspace = gpu::AllocOp::create(b, loc, bytesType, /*asyncToken=*/Type(),
                                     /*asyncDependencies=*/ValueRange(),
                                     ValueRange{toIndex(wanted)}, ValueRange())
                    .getMemref();
  }

  SmallVector<Value> offsets = getOffsets(host), between;
  if (sorts.size() > 1)
    for (auto [in, offset] : llvm::zip(op.getIns(), offsets)) {
      auto type = cast<MemRefType>(in.getType());
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(toIndex(host.extent(in, dim)));
      between.push_back(memref::ViewOp::create(
          b, loc, MemRefType::get(type.getShape(), type.getElementType()),
          workspace, toIndex(offset), sizes));
    }
  Value left = memref::ViewOp::create(
      b, loc, bytesType, workspace, toIndex(offsets.back()),
      ValueRange{toIndex(
          host.sub(given ? host.extent(given, 0) : wanted, offsets.back()))});

  SmallVector<Value> source(op.getIns()), outs(op.getOuts());
  DeviceSortOp last;
  for (unsigned number = 0; number < sorts.size(); ++number) {
    const SmallVector<Value> &destination =
        (sorts.size() - 1 - number) % 2 ? between : outs;
    last = makeSort(b, number, source, destination);
    last.getWorkspaceMutable().assign(left);
    source = destination;
  }
  if (!given)
    gpu::DeallocOp::create(b, loc, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), workspace);
  else if (op.getInitialized() && sorts.size() > 1)
    host.clear(workspace, offsets.back());
  op->replaceAllUsesWith(last->getResults());
  op->erase();
}

void mlir::prim::expandSortKeys(Operation *root) {
  SmallVector<DeviceSortOp> ops;
  root->walk([&](DeviceSortOp op) {
    if (op.hasBufferForm() && op.getKeys().value_or(1) > 1)
      ops.push_back(op);
  });
  for (DeviceSortOp op : ops) {
    KeysExpander expander(op);
    if (auto asker = dyn_cast<WorkspaceSizeOp>(op->getParentOp()))
      expander.expandSize(asker);
    else
      expander.expand();
  }
}
