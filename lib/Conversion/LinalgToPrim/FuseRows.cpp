//===- FuseRows.cpp - prim-fuse-rows ----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one prim.device_rows of ops that compute with the same rows:
// reductions, prefixes and sorts along the last dimension, and elementwise code
// on elements or on one value for each row. A group grows from a reduction,
// from prefixes or from a sort to the producers and consumers of its values.
//
//===----------------------------------------------------------------------===//

#include "FusedRows.h"
#include "MergeReductions.h"
#include "prim/Conversion/OptionsOnce.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFUSEROWS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct PrimFuseRows : OptionsOnce<prim::impl::PrimFuseRowsBase<PrimFuseRows>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    PrimFuseRowsOptions options{reassociate, maxElements, maxContracted,
                                maxSorted, maxSelected};
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      mergeReductions(function, reassociate);
      SmallVector<Operation *> seeds;
      function.walk([&](Operation *op) {
        if (!FusedRows::getSeedShape(op).empty())
          seeds.push_back(op);
      });
      llvm::DenseSet<Operation *> done;
      for (Operation *seed : seeds)
        if (!done.contains(seed))
          fuse(seed, options, done);
    }
  }

private:
  void fuse(Operation *seed, const PrimFuseRowsOptions &options,
            llvm::DenseSet<Operation *> &done) {
    SmallVector<int64_t> shape = FusedRows::getSeedShape(seed);
    FusedRows group(seed->getBlock(), shape, options);
    if (!group.add(seed)) {
      remarkLongSort(seed, shape.back(), options);
      return;
    }
    group.grow();
    group.closeUses();
    if (!group.contains(seed) || !group.isWorthwhile())
      return;
    remark::passed(
        seed->getLoc(),
        remark::RemarkOpts::name("prim.device_rows")
            .category("prim-fuse-rows")
            .function(seed->getParentOfType<func::FuncOp>().getName()))
        << ("fused " + Twine(group.getOps().size()) + " ops on rows").str();
    for (const RowOp &member : group.getOps())
      done.insert(member.op);
    rewriteRows(group);
  }

  /// Says why a sort of rows is a kernel of its own, if that is their length.
  void remarkLongSort(Operation *seed, int64_t length,
                      const PrimFuseRowsOptions &options) {
    if (!isa<DeviceSortOp, DeviceTopkOp>(seed))
      return;
    bool isKnown = !ShapedType::isDynamic(length);
    int64_t most = RowOp::getMaxSorted(seed, options);
    if (isKnown && length <= most)
      return;
    std::string text = "sorts rows of " +
                       (isKnown ? std::to_string(length) : "unknown length");
    remark::missed(
        seed->getLoc(),
        remark::RemarkOpts::name("prim.device_rows")
            .category("prim-fuse-rows")
            .function(seed->getParentOfType<func::FuncOp>().getName()))
        << (text + "; rows of at most " + Twine(most) +
            " are sorted in one kernel with other ops")
               .str();
  }
};

} // namespace
