//===- RankGather.cpp - Elements before, at and behind a threshold -*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan of counts by tiles, of the elements before the threshold and of those
// at it. How many there are of both is known, so that each element goes right
// to its place, in the order of its class. Members that are no keys are only
// read of what is written.
//
//===----------------------------------------------------------------------===//

#include "../Scan/TileSchedule.h"
#include "RankSelect.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class GatherKernel : public TileScan {
public:
  GatherKernel(const RankSelect &select, KernelBuilder &kernel)
      : TileScan(select.op, select.getPrologue(), kernel, select.tile,
                 getRankGatherForm(select.op)),
        select(select) {}

private:
  /// Two counts share a word, 32 bits each: they stay below 2^31.
  static constexpr unsigned countBits = 32;

  void bindOuts(BindFn bind) override {}
  void storeTotal(ValueRange total) override {}
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override;
  SmallVector<Type> getKeptTypes() override;
  void store(TileIO &io, const TileFolds &folds) override;

  void storeItems(TileIO &io, const TileFolds &folds);
  /// Whether some of what is left is wanted.
  bool writesRest() {
    size_t count = op.getDeviceOuts().size();
    return llvm::any_of(llvm::seq(select.getOuts().size(), count),
                        [&](size_t number) { return !op.isDiscarded(number); });
  }
  /// The threshold, when all digits are known.
  RankSelect::Threshold loadThreshold() {
    return select.load(kernel, row, b.i32(select.numDigits));
  }
  Value lower(Value counts) { return b.truncI32(counts); }
  Value upper(Value counts) { return lower(b.shrui(counts, countBits)); }

  const RankSelect &select;
};

} // namespace

TileScanForm mlir::prim::getRankGatherForm(DeviceOpInterface op) {
  TileScanForm form{ScanMode::Exclusive};
  form.counts = IntegerType::get(op->getContext(), 64);
  return form;
}

SmallVector<Type> GatherKernel::getKeptTypes() {
  SmallVector<Type> types;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    types.push_back(select.types.front());
    types.push_back(form.counts);
  }
  return types;
}

SmallVector<ValueTuple> GatherKernel::loadItems(TileIO &io, bool pads,
                                                bool isFull,
                                                SmallVector<Value> &kept) {
  SmallVector<ValueTuple> keys =
      io.loadMapped(ArrayRef(ins).take_front(select.countKeyIns()), prologue,
                    /*neutral=*/nullptr, isFull);
  Value threshold = loadThreshold().prefix;
  SmallVector<Value> exist;
  if (!isFull)
    exist = io.areValid();
  SmallVector<ValueTuple> ones;
  for (auto [i, key] : llvm::enumerate(keys)) {
    Value code = select.encode(b, key.front());
    Value other = threshold;
    if (code.getType() != other.getType())
      other = lower(other);
    Value isBefore = b.ult(code, other);
    Value isAt = b.eq(code, other);
    if (!isFull) {
      isBefore = b.andi(isBefore, exist[i]);
      isAt = b.andi(isAt, exist[i]);
    }
    Value one = b.extui(form.counts, isBefore);
    one = b.ori(one, b.shli(b.extui(form.counts, isAt), countBits));
    kept.push_back(key.front());
    kept.push_back(one);
    ones.push_back({one});
  }
  return ones;
}

void GatherKernel::store(TileIO &io, const TileFolds &folds) {
  if (!select.isTopk() || writesRest())
    return storeItems(io, folds);
  // Most tiles have nothing that is taken.
  Value total = WarpUniformOp::create(b, folds.total.front());
  kernel.ifThen(b.ne(total, 0), [&] { storeItems(io, folds); });
}

void GatherKernel::storeItems(TileIO &io, const TileFolds &folds) {
  RankSelect::Threshold threshold = loadThreshold();
  Value numBefore = b.sub(select.countFirst(kernel), threshold.rank);
  RowView view(select.op, kernel, row);
  auto bindAll = [&](ValueRange outs) {
    return llvm::map_to_vector(outs,
                               [&](Value out) { return view.atOther(out); });
  };
  SmallVector<MemoryArray> outs = bindAll(select.getOuts());
  SmallVector<MemoryArray> rest = bindAll(select.getRest());
  Value zero = b.i32(0), base = lower(io.getBase());
  SmallVector<Value> exist = io.areValid();
  for (auto [i, position] : llvm::enumerate(io.positions())) {
    Value key = folds.kept[2 * i], one = folds.kept[2 * i + 1];
    Value counts = b.add(folds.exclusive[i].front(), folds.before.front());
    Value before = lower(counts), at = upper(counts);
    Value index = b.add(base, position);
    Value isBefore = b.ne(lower(one), zero);
    Value isAt = b.ne(upper(one), zero);
    auto write = [&](Value writes, ArrayRef<MemoryArray> arrays, Value place) {
      if (areDiscarding(arrays))
        return;
      kernel.ifThen(writes, [&] {
        arrays.front().store(b, key, place);
        if (!prologue.empty() && !areDiscarding(arrays.drop_front())) {
          Value wide = b.zextI64(index);
          SmallVector<Value> item =
              kernel.map(prologue, kernel.loadElement(ins, wide), wide);
          storeAll(b, arrays.drop_front(), ArrayRef(item).drop_front(), place);
          return;
        }
        for (auto [in, out] :
             llvm::zip(ArrayRef(ins).drop_front(), arrays.drop_front()))
          out.store(b, in.load(b, index), place);
      });
    };
    Value place = b.select(isBefore, before, b.add(numBefore, at));
    if (!select.isTopk()) {
      // Behind all others is what is before this one and of neither class.
      Value behind = b.sub(
          b.sub(b.add(b.add(numBefore, threshold.equal), index), before), at);
      Value isOther = b.eq(one, 0);
      write(exist[i], outs, b.select(isOther, behind, place));
      continue;
    }
    Value isTaken = b.ori(isBefore, b.andi(isAt, b.ult(at, threshold.rank)));
    write(isTaken, outs, place);
    if (rest.empty())
      continue;
    Value isLeft = b.andi(exist[i], b.invert(isTaken));
    Value taken = b.add(before, b.minui(at, threshold.rank));
    write(isLeft, rest, b.sub(index, taken));
  }
}

void mlir::prim::emitRankGather(const RankSelect &select,
                                KernelBuilder &kernel) {
  GatherKernel scan(select, kernel);
  LookBackSchedule(scan).emit();
}
