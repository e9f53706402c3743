//===- PackedReduce.cpp - Reductions of short rows ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of several rows is scanned, and what the scan has at the last element
// of each row is its fold. Neighbouring threads write those of neighbouring
// rows, which they find in workgroup memory.
//
//===----------------------------------------------------------------------===//

#include "../Scan/TileSchedule.h"
#include "DeviceReduce.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class PackedReduceKernel : public TileScan {
public:
  PackedReduceKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : TileScan(op, op.getPrologue(), kernel, tile, getForm()), op(op) {}

private:
  static TileScanForm getForm() {
    TileScanForm form{ScanMode::Inclusive};
    form.order = ItemOrder::PackedRows;
    return form;
  }

  void bindOuts(BindFn bind) override {}
  void storeTotal(ValueRange total) override {}
  void store(TileIO &io, const TileFolds &folds) override;
  // Each row has its own, which is not needed before the end.
  ValueRange getInit() override { return {}; }

  DeviceReduceOp op;
};

/// Items of one type in workgroup memory, with some room behind those of each
/// thread.
class ItemArray {
public:
  ItemArray(KernelBuilder &kernel, const TileShape &tile, Type type)
      : b(kernel), items(tile.itemsPerThread),
        vector(
            std::max(kernel.target().accessBytes / getElementBytes(type), 1u)),
        // Threads an odd number of vectors apart meet all banks in turn.
        pitch(items % (2 * vector) ? items : items + vector),
        array(acquireWorkgroupMemory(
                  b, uint64_t(getElementBytes(type)) * pitch * tile.blockSize,
                  "packed rows"),
              type, items % vector ? 0 : kernel.target().accessBytes) {
    if (items % vector)
      vector = 1;
  }

  void put(Value thread, ArrayRef<Value> values) {
    Value first = b.mul(thread, pitch);
    auto type = VectorType::get({vector}, array.getElement());
    for (unsigned i = 0; i < items; i += vector) {
      Value some =
          vector::FromElementsOp::create(b, type, values.slice(i, vector));
      array.storeVector(b, some, b.add(first, i));
    }
  }
  Value get(Value position) {
    Value before = b.divui(position, items);
    Value free = b.mul(before, pitch - items);
    return array.load(b, b.add(position, free));
  }

private:
  CodeBuilder &b;
  unsigned items, vector, pitch;
  MemoryArray array;
};

} // namespace

void PackedReduceKernel::store(TileIO &io, const TileFolds &folds) {
  SmallVector<ItemArray> arrays;
  for (auto [number, type] : llvm::enumerate(base.getTypes())) {
    arrays.emplace_back(kernel, shape, type);
    arrays.back().put(
        kernel.threadId(),
        llvm::map_to_vector(folds.inclusive,
                            [&, number = number](const ValueTuple &item) {
                              return item[number];
                            }));
  }
  kernel.barrier();
  Value thread = b.zextI64(kernel.threadId());
  kernel.forEach(
      thread, b.zextI64(packed->getCount()), shape.blockSize,
      [&](Value number) {
        Value row = b.truncI32(b.add(packed->getFirstRow(), number));
        Value last = packed->getLast(b.truncI32(number));
        ValueTuple fold = llvm::map_to_vector(
            arrays, [&](ItemArray &array) { return array.get(last); });
        RowView view(op, kernel, row);
        SmallVector<Value> own = kernel.loadInit(op.getInit(), &view);
        SmallVector<Value> results =
            kernel.finishFold(op.getEpilogue(), base, fold, own);
        storeAll(b, view.at(op.getOuts()), results, 0);
      });
}

PlanCase mlir::prim::addPackedReduce(DeviceReduceOp op, const RowGrouping &rows,
                                     const DeviceContext &context,
                                     DevicePlan &plan) {
  TileShape tile = rows.tile;
  unsigned number = plan.addKernel("reduce_packed", tile.blockSize,
                                   [=](KernelBuilder &kernel) {
                                     PackedReduceKernel scan(op, kernel, tile);
                                     PackedSchedule(scan).emit();
                                   });
  return PackedRows::getCase(number, rows, context);
}
