//===- RowOp.cpp - Ops on rows ----------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowOp.h"
#include "Operands.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether a body, or a loop in it, consists of ops that are allowed in the
/// region.
static bool isBodyAllowed(Block &body, linalg::LinalgOp op) {
  return llvm::all_of(body.without_terminator(), [&](Operation &inner) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
      return !op->isAncestor(
                 extract.getTensor().getParentRegion()->getParentOp()) &&
             isElementStored(extract.getTensor());
    if (auto loop = dyn_cast<scf::ForOp>(inner))
      return isBodyAllowed(*loop.getBody(), op);
    if (isa<linalg::IndexOp>(inner))
      return &body == op.getBlock();
    return inner.getNumRegions() == 0 &&
           isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
               inner.getDialect());
  });
}

/// Whether any thread may execute the op of a body, with any values.
static bool isPureCode(Operation &inner) {
  return inner.hasTrait<OpTrait::IsTerminator>() || isPure(&inner);
}

Block *RowOp::getBody() const {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  return linalg ? linalg.getBlock() : nullptr;
}

Region *RowOp::getPrologue() const {
  return llvm::TypeSwitch<Operation *, Region *>(op)
      .Case<DeviceSortOp, DeviceTopkOp>(
          [](auto sort) { return &sort.getPrologue(); })
      .Default([](Operation *) { return nullptr; });
}

SmallVector<tensor::ExtractOp> RowOp::getLoads() const {
  SmallVector<tensor::ExtractOp> loads;
  if (Block *body = getBody())
    body->walk([&](tensor::ExtractOp load) { loads.push_back(load); });
  return loads;
}

bool RowOp::isLoopIndex(Value value, unsigned loop) {
  auto index = value.getDefiningOp<linalg::IndexOp>();
  return index && index.getDim() == loop;
}

RowPlace RowOp::getPlace(AffineMap map, unsigned rank) const {
  AffineMap all = AffineMap::getMultiDimIdentityMap(rank, map.getContext());
  if (kind == Kind::Rows)
    return map.isIdentity() ? RowPlace::Row : RowPlace::LookUp;
  if (map == all)
    return RowPlace::Element;
  if (map == all.getMajorSubMap(rank - 1))
    return RowPlace::Row;
  if (map == all.getMinorSubMap(1))
    return RowPlace::Column;
  return RowPlace::LookUp;
}

bool RowOp::matchFold(linalg::LinalgOp linalg, int64_t length,
                      bool reassociate) {
  fold = std::make_shared<Fold>(linalg);
  if (!fold->match(reassociate).empty())
    return false;
  for (Value init : linalg.getDpsInits())
    if (!findConstantInit(init))
      return false;
  for (Operation *step : fold->steps)
    if (step && !isOnStored(step))
      return false;
  // Only an identity is the fold of a row without elements.
  bool mayBeEmpty = ShapedType::isDynamic(length) || length == 0;
  return fold->selected.empty() || !mayBeEmpty ||
         !fold->selection.neutral.empty();
}

bool RowOp::matchLinalg(linalg::LinalgOp linalg, ArrayRef<int64_t> shape,
                        bool reassociate) {
  if (!findPlaceObstacle(linalg).empty() || isa<linalg::FillOp>(*linalg) ||
      !isBodyAllowed(*linalg.getBlock(), linalg))
    return false;
  SmallVector<utils::IteratorType> iterators = linalg.getIteratorTypesArray();
  SmallVector<int64_t> ranges = linalg.getStaticLoopRanges();
  if (ranges.size() == shape.size() - 1)
    kind = Kind::Rows;
  else if (ranges.size() == shape.size())
    kind = iterators.back() == utils::IteratorType::reduction ? Kind::Reduction
                                                              : Kind::Elements;
  else
    return false;
  if (!llvm::equal(ranges, shape.take_front(ranges.size())) ||
      llvm::is_contained(
          ArrayRef(iterators).drop_back(kind == Kind::Reduction ? 1 : 0),
          utils::IteratorType::reduction))
    return false;
  for (OpOperand *input : linalg.getDpsInputOperands()) {
    AffineMap map = linalg.getMatchingIndexingMap(input);
    if (!isElementStored(input->get()) ||
        !map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return false;
    inputs.push_back({input->get(), map, getPlace(map, shape.size())});
  }
  for (OpOperand &init : linalg.getDpsInitsMutable()) {
    AffineMap map = linalg.getMatchingIndexingMap(&init);
    if (!isElementStored(init.get()) ||
        getPlace(map, shape.size()) !=
            (hasRowResults() ? RowPlace::Row : RowPlace::Element) ||
        (kind != Kind::Reduction &&
         !linalg.getMatchingBlockArgument(&init).use_empty()))
      return false;
  }
  return kind != Kind::Reduction ||
         matchFold(linalg, shape.back(), reassociate);
}

bool RowOp::matchScan(DeviceScanOp scan, ArrayRef<int64_t> shape) {
  kind = Kind::Scan;
  auto rank = static_cast<int64_t>(shape.size());
  auto device = cast<DeviceOpInterface>(scan.getOperation());
  if (device.hasBufferForm() || !isInHostCode(scan) ||
      scan.getDimension() != ArrayRef(rank - 1) ||
      !scan.getSegments().empty() || !scan.getReads().empty() ||
      !scan.getAsyncDependencies().empty() || scan.getAsyncToken() ||
      scan.getWorkspace() || scan.getTotal() ||
      scan.getMode() == ScanMode::Both || scan.getDeterministicAttr() ||
      scan.getTuningAttr() || !scan.getDiscards().empty() ||
      !scan.getPrologue().empty() || !scan.getEpilogue().empty())
    return false;
  AffineMap all = AffineMap::getMultiDimIdentityMap(rank, scan.getContext());
  for (Value in : scan.getIns()) {
    if (cast<ShapedType>(in.getType()).getShape() != shape)
      return false;
    inputs.push_back({in, all, RowPlace::Element});
  }
  for (Value init : scan.getInit()) {
    auto type = dyn_cast<ShapedType>(init.getType());
    if (type && type.getRank() + 1 != rank)
      return false;
    if (type)
      inputs.push_back({init, all.getMajorSubMap(rank - 1), RowPlace::Row});
  }
  return true;
}

/// The clauses that a sort may have only where it is by itself.
static bool hasOtherClauses(DeviceOpInterface sort) {
  if (auto topk = dyn_cast<DeviceTopkOp>(sort.getOperation());
      topk && !topk.getRest().empty())
    return true;
  return sort.hasBufferForm() || !sort.getDeviceSegments().empty() ||
         !sort.getDeviceReads().empty() ||
         !sort.getDeviceDependencies().empty() || sort.getDeviceWorkspace() ||
         sort.getDeviceTuning() ||
         sort->getNumResults() != sort.getDeviceOuts().size();
}

int64_t RowOp::getMaxSorted(Operation *sort,
                            const PrimFuseRowsOptions &options) {
  return isa<DeviceTopkOp>(sort) ? options.maxSelected : options.maxSorted;
}

bool RowOp::matchSort(DeviceOpInterface sort, ArrayRef<int64_t> shape,
                      const PrimFuseRowsOptions &options) {
  kind = Kind::Sort;
  auto rank = static_cast<int64_t>(shape.size());
  if (!isInHostCode(sort) || hasOtherClauses(sort) ||
      sort.getDeviceDimensions() != ArrayRef(rank - 1) ||
      ShapedType::isDynamic(shape.back()) ||
      shape.back() > getMaxSorted(sort, options))
    return false;
  // Truth values are stored as bytes, whose order may be another one.
  auto order = cast<SortOpInterface>(sort.getOperation());
  if (llvm::any_of(order.getItemTypes(),
                   [](Type type) { return type.isInteger(1); }))
    return false;
  AffineMap all = AffineMap::getMultiDimIdentityMap(rank, sort.getContext());
  for (Value in : sort.getDeviceIns()) {
    if (cast<ShapedType>(in.getType()).getShape() != shape ||
        !isElementStored(in))
      return false;
    inputs.push_back({in, all, RowPlace::Element});
  }
  for (Value out : sort.getDeviceOuts()) {
    ArrayRef<int64_t> own = cast<ShapedType>(out.getType()).getShape();
    if (own.drop_back() != shape.drop_back() || own.back() > shape.back() ||
        ShapedType::isDynamic(own.back()))
      return false;
    if (own.back() < shape.back())
      first = own.back();
  }
  return true;
}

bool RowOp::matchSlice(tensor::ExtractSliceOp slice, ArrayRef<int64_t> shape) {
  kind = Kind::Slice;
  unsigned along = shape.size() - 1;
  if (!isInHostCode(slice) || ShapedType::isDynamicShape(shape) ||
      slice.getSourceType().getShape() != shape ||
      slice.getType().getShape() != shape.drop_back() ||
      !isElementStored(slice.getSource()) || !slice.hasUnitStride())
    return false;
  for (unsigned dim = 0; dim < along; ++dim)
    if (!isZeroInteger(slice.getMixedOffsets()[dim]) ||
        slice.getStaticSizes()[dim] != shape[dim])
      return false;
  AffineMap all =
      AffineMap::getMultiDimIdentityMap(shape.size(), slice.getContext());
  inputs.push_back({slice.getSource(), all, RowPlace::Element});
  return slice.getStaticSizes()[along] == 1;
}

std::optional<RowOp> RowOp::matchFirst(Operation *op, int64_t first,
                                       ArrayRef<int64_t> shape,
                                       const PrimFuseRowsOptions &options) {
  SmallVector<int64_t> taken(shape);
  taken.back() = first;
  std::optional<RowOp> member = match(op, taken, options);
  // Elements that come later precede none of the first ones in a scan to the
  // right, and are neutral in a reduction.
  bool isOfFirst =
      member && llvm::TypeSwitch<Operation *, bool>(op)
                    .Case([&](linalg::LinalgOp linalg) {
                      return member->kind != Kind::Rows &&
                             llvm::all_of(*linalg.getBlock(), isPureCode) &&
                             (!member->fold || member->fold->selected.empty() ||
                              !member->fold->selection.neutral.empty());
                    })
                    .Case([](DeviceScanOp scan) { return !scan.getReverse(); })
                    .Case([](tensor::ExtractSliceOp) { return true; })
                    .Default([](Operation *) { return false; });
  if (!isOfFirst)
    return std::nullopt;
  member->first = first;
  return member;
}

std::optional<RowOp> RowOp::match(Operation *op, ArrayRef<int64_t> shape,
                                  const PrimFuseRowsOptions &options) {
  RowOp member;
  member.op = op;
  bool isMatched =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](linalg::LinalgOp linalg) {
            return member.matchLinalg(linalg, shape, options.reassociate);
          })
          .Case(
              [&](DeviceScanOp scan) { return member.matchScan(scan, shape); })
          .Case<DeviceSortOp, DeviceTopkOp>([&](auto sort) {
            return member.matchSort(
                cast<DeviceOpInterface>(sort.getOperation()), shape, options);
          })
          .Case([&](tensor::ExtractSliceOp slice) {
            return member.matchSlice(slice, shape);
          })
          .Default([](Operation *) { return false; });
  return isMatched ? std::optional<RowOp>(std::move(member)) : std::nullopt;
}
