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

#include "TileScan.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class PackedReduceKernel : public TileScanKernel {
public:
  PackedReduceKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : TileScanKernel(op, op.getPrologue(), kernel, tile, getForm()), op(op) {}

private:
  static TileScanForm getForm() {
    TileScanForm form{ScanMode::Inclusive};
    form.isPacked = true;
    return form;
  }

  void bindOuts(BindFn bind) override {}
  void storeTotal(Value tile, ValueRange total) override {}
  void store(TileIO &io, Value tile, const TileFolds &folds) override;
  // Each row has its own, which is not needed before the end.
  ValueRange getInit() override { return {}; }

  DeviceReduceOp op;
};

/// Items of one type in workgroup memory, with some room behind those of each
/// thread.
class ItemArray {
public:
  ItemArray(KernelBuilder &kernel, const TileShape &tile, Type type)
      : b(kernel.b()), loc(kernel.loc()), items(tile.itemsPerThread),
        vector(
            std::max(kernel.target().accessBytes / getElementBytes(type), 1u)),
        // Threads an odd number of vectors apart meet all banks in turn.
        pitch(items % (2 * vector) ? items : items + vector),
        array(acquireWorkgroupMemory(b, loc,
                                     uint64_t(getElementBytes(type)) * pitch *
                                         tile.blockSize,
                                     "packed rows"),
              type, items % vector ? 0 : kernel.target().accessBytes) {
    if (items % vector)
      vector = 1;
  }

  void put(Value thread, ArrayRef<Value> values) {
    Value first =
        arith::MulIOp::create(b, loc, thread, createI32(b, loc, pitch));
    auto type = VectorType::get({vector}, array.getElement());
    for (unsigned i = 0; i < items; i += vector)
      array.storeVector(
          b, loc,
          vector::FromElementsOp::create(b, loc, type, values.slice(i, vector)),
          arith::AddIOp::create(b, loc, first, createI32(b, loc, i)));
  }
  Value get(Value position) {
    Value before =
        arith::DivUIOp::create(b, loc, position, createI32(b, loc, items));
    Value free =
        arith::MulIOp::create(b, loc, before, createI32(b, loc, pitch - items));
    return array.load(b, loc, arith::AddIOp::create(b, loc, position, free));
  }

private:
  OpBuilder &b;
  Location loc;
  unsigned items, vector, pitch;
  MemoryArray array;
};

} // namespace

void PackedReduceKernel::store(TileIO &io, Value tile, const TileFolds &folds) {
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
  auto widen = [&](Value value) {
    return arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
  };
  kernel.forEach(
      widen(kernel.threadId()), widen(packed->getCount()),
      createI64(b, loc, shape.blockSize), [&](Value number) {
        Value row = arith::TruncIOp::create(
            b, loc, b.getI32Type(),
            arith::AddIOp::create(b, loc, packed->getFirstRow(), number));
        Value last = packed->getLast(
            arith::TruncIOp::create(b, loc, b.getI32Type(), number));
        ValueTuple fold = llvm::map_to_vector(
            arrays, [&](ItemArray &array) { return array.get(last); });
        RowView view(op, kernel, row);
        SmallVector<Value> own = kernel.loadInit(op.getInit(), &view);
        SmallVector<Value> results =
            kernel.finishFold(op.getEpilogue(), base, fold, own);
        for (auto [array, value] :
             llvm::zip_equal(view.at(op.getOuts()), results))
          array.store(b, loc, value, createI32(b, loc, 0));
      });
}

PlanCase mlir::prim::addPackedReduce(DeviceReduceOp op, const TileShape &tile,
                                     const DeviceContext &context,
                                     DevicePlan &plan) {
  unsigned number = plan.addKernel(
      "reduce_packed", tile.blockSize, [=](KernelBuilder &kernel) {
        PackedReduceKernel(op, kernel, tile).emit();
      });
  return PackedRows::getCase(number, tile, context);
}
