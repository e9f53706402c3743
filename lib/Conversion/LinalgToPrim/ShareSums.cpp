//===- ShareSums.cpp - prim-share-sums ---------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the sum of a tensor from a scan of it. Frontends count the elements of
// a mask and number them, by a reduction and a scan.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMSHARESUMS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Whether the op adds up all elements of one tensor of integers, whose number
/// is known and not 0, in one dimension. Floats would be rounded in another
/// order.
template <typename OpT>
static bool isSumOfAll(OpT op) {
  if (op.hasBufferForm() || op.getIns().size() != 1 ||
      op.getKind() != CombinerKind::Add || !op.getPrologue().empty() ||
      !op.getEpilogue().empty() || op.getDeviceSegmentForm() ||
      !op.getDeviceDimensions().empty())
    return false;
  auto type = cast<RankedTensorType>(op.getIns().front().getType());
  return type.getRank() == 1 && type.hasStaticShape() &&
         type.getNumElements() > 0 && type.getElementType().isIntOrIndex();
}

static bool isSum(DeviceReduceOp op) {
  return isSumOfAll(op) && op->getNumResults() == 1 &&
         llvm::all_of(op.getInit(),
                      [](Value init) { return matchPattern(init, m_Zero()); });
}

/// Whether the first result ends with the sum of all elements.
static bool endsWithSum(DeviceScanOp op) {
  return isSumOfAll(op) && op.getInit().empty() && !op.getReverse() &&
         op.getInclusiveOuts().size() == 1 && op.getDeviceDiscards().empty();
}

namespace {

struct PrimShareSums : prim::impl::PrimShareSumsBase<PrimShareSums> {
  using PrimShareSumsBase::PrimShareSumsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<DeviceReduceOp> sums;
      function.walk([&](DeviceReduceOp op) {
        if (isSum(op))
          sums.push_back(op);
      });
      for (DeviceReduceOp sum : sums)
        share(sum, function.getName());
    }
  }

private:
  static void share(DeviceReduceOp sum, StringRef function) {
    Value in = sum.getIns().front();
    auto result = cast<RankedTensorType>(sum->getResult(0).getType());
    for (Operation *user : in.getUsers()) {
      auto scan = dyn_cast<DeviceScanOp>(user);
      if (!scan || scan->getBlock() != sum->getBlock() ||
          !scan->isBeforeInBlock(sum) || !endsWithSum(scan) ||
          getElementTypeOrSelf(scan->getResult(0)) != result.getElementType())
        continue;
      CodeBuilder b(sum);
      int64_t last = cast<RankedTensorType>(in.getType()).getNumElements() - 1;
      OpFoldResult offset = b.getIndexAttr(last), one = b.getIndexAttr(1);
      remark::passed(sum.getLoc(),
                     remark::RemarkOpts::name("prim.device_reduce")
                         .category("prim-share-sums")
                         .function(function))
          << "replaced by the last element of a scan";
      sum->getResult(0).replaceAllUsesWith(tensor::ExtractSliceOp::create(
          b, result, scan->getResult(0), offset, one, one));
      sum.erase();
      return;
    }
  }
};

} // namespace
