//===- PrimRowOps.cpp - Rows of device memory --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimRowOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimRowOps.h"

#include "DeviceOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimRowOps.cpp.inc"

void PrimDialect::registerRowOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimRowOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Assembly, effects, folds
//===----------------------------------------------------------------------===//

static constexpr auto kRowsClauses = joinClauses(
    makeBuffers("ins", 0), makeBuffers("row_ins", 1),
    makeBuffers("column_ins", 2), makeBuffers("outs", 3),
    makeWorkspace(/*workspace=*/4), makeBuffers("reads", 5), kDimensionClause,
    makeLaunch(/*async=*/6), makeRegion("row", 0));
static constexpr OpSyntax kRowsSyntax = {{}, kRowsClauses, 7, 1, -1, nullptr};

const OpSyntax &DeviceRowsOp::getSyntax() { return kRowsSyntax; }

void DeviceRowsOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands().slice(
           getIns().size(), getRowIns().size() + getColumnIns().size()))
    if (isa<BaseMemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceRowsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<FoldCasts<DeviceRowsOp>, DropUnwanted<DeviceRowsOp>>(context);
}

bool DeviceRowsOp::isOfRow(Value out) {
  return cast<ShapedType>(out.getType()).getRank() <
         cast<ShapedType>(getIns().front().getType()).getRank();
}

std::optional<int64_t> DeviceRowsOp::getFirst(Value out) {
  if (isOfRow(out))
    return std::nullopt;
  int64_t along = getDimension() ? getDimension()->front() : 0;
  int64_t length = getShape(*this)[along];
  int64_t own = cast<ShapedType>(out.getType()).getDimSize(along);
  if (ShapedType::isDynamic(own) || own == length)
    return std::nullopt;
  return own;
}

//===----------------------------------------------------------------------===//
// Uniform values
//===----------------------------------------------------------------------===//

llvm::DenseSet<Value> DeviceRowsOp::findUniformValues() {
  llvm::DenseSet<Value> uniform;
  Block &block = getRow().front();
  auto isUniform = [&](Value value) {
    return !getRow().isAncestor(value.getParentRegion()) ||
           uniform.contains(value);
  };
  uniform.insert_range(
      block.getArguments().slice(getIns().size(), getRowIns().size()));
  uniform.insert(getNumberArgument());
  for (Operation &op : block) {
    if (auto reduce = dyn_cast<BlockReduceOp>(op)) {
      uniform.insert_range(reduce.getResults());
      continue;
    }
    if (auto scan = dyn_cast<BlockScanOp>(op)) {
      uniform.insert_range(scan.getTotalResults());
      continue;
    }
    if (isa<BlockSortOp>(op))
      continue;
    // Regions within the op may use values of this block, too.
    SetVector<Value> used(op.operand_begin(), op.operand_end());
    getUsedValuesDefinedAbove(op.getRegions(), used);
    if (llvm::all_of(used, isUniform))
      uniform.insert_range(op.getResults());
  }
  return uniform;
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Verifies the buffers that have no element for each of `ins`.
static LogicalResult verifyPartOfShape(DeviceRowsOp op, ValueRange buffers,
                                       StringRef name, ArrayRef<int64_t> shape,
                                       StringRef what) {
  if (failed(verifyStored(op, name, getElements(buffers.getTypes()))))
    return failure();
  auto device = cast<DeviceOpInterface>(op.getOperation());
  SmallVector<Value> written =
      llvm::map_to_vector(device.getWrittenOuts(), stripCasts);
  for (Value buffer : buffers) {
    if (failed(verifyBuffer(device, buffer, name, /*written=*/false)))
      return failure();
    auto type = cast<ShapedType>(buffer.getType());
    if (type.getRank() != static_cast<int64_t>(shape.size()))
      return op.emitOpError() << "expects buffers of rank " << shape.size()
                              << " in " << name << ", found " << type;
    if (failed(verifyCompatibleShape(type.getShape(), shape)))
      return op.emitOpError() << "expects an element for each " << what
                              << " in " << name << ", found " << type;
    if (!device.hasBufferForm())
      continue;
    if (llvm::is_contained(written, stripCasts(buffer)))
      return op.emitOpError()
             << "has one buffer in " << name
             << " and outs; other elements of the buffer are read when one is "
                "written, so use two buffers";
    if (op.getWorkspace() &&
        stripCasts(buffer) == stripCasts(op.getWorkspace()))
      return op.emitOpError()
             << "has its workspace in " << name << "; use a buffer of its own";
  }
  return success();
}

LogicalResult DeviceRowsOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  SmallVector<int64_t> shape(getShape(*this)), rowShape(shape);
  int64_t along = getDimension() ? getDimension()->front() : 0;
  rowShape.erase(rowShape.begin() + along);
  SmallVector<Type> yields = getElements(getOuts().getTypes());
  if (failed(verifyStored(*this, "ins", getElements(getIns().getTypes()))) ||
      failed(verifyStored(*this, "outs", yields)) ||
      failed(
          verifyPartOfShape(*this, getRowIns(), "row_ins", rowShape, "row")) ||
      failed(verifyPartOfShape(*this, getColumnIns(), "column_ins",
                               shape[along], "position in a row")))
    return failure();
  for (auto [out, element] : llvm::zip_equal(getOuts(), yields)) {
    bool isOfEach = isOfRow(out);
    SmallVector<int64_t> expected = isOfEach ? rowShape : shape;
    std::optional<int64_t> first = getFirst(out);
    if (first && *first > shape[along] && !ShapedType::isDynamic(shape[along]))
      return emitOpError() << "expects outs for elements of rows to have at "
                              "most the "
                           << shape[along] << " elements of a row, found "
                           << out.getType();
    if (first)
      expected[along] = *first;
    if (failed(verifyOuts(*this, out, element, expected,
                          isOfEach ? "rows" : "elements of rows")))
      return failure();
  }
  if (getRow().empty())
    return emitOpError("needs a row region, which computes the elements of "
                       "outs");
  SmallVector<Type> arguments = getElements(getElementOperands().getTypes());
  arguments.append(2, IndexType::get(getContext()));
  return verifySignature(*this, getRow(), "row", arguments, yields);
}

/// Verifies a fold or prefixes over the row: nothing refers to a work-group's
/// own number of values or to their arrangement.
template <typename OpTy>
static LogicalResult verifyOverRow(OpTy op) {
  if (isa<VectorType>(op.getInputs().front().getType()))
    return op.emitOpError("takes vectors in a row region, where each element "
                          "of the row is a scalar; use scalars");
  StringRef clause;
  if (op.getValid())
    clause = "valid";
  else if (op.getFlag())
    clause = "flags of segments";
  else if (op.getArrangement() != Arrangement::Blocked)
    clause = "an arrangement";
  if constexpr (std::is_same_v<OpTy, BlockScanOp>) {
    if (!op.getPrefix().empty())
      clause = "a prefix region";
    if (op.getMode() == ScanMode::Both && !op.getInit().empty())
      return op.emitOpError("has both prefixes and init in a row region, where "
                            "all prefixes continue; use one op for each");
  } else if (!op.getAll()) {
    return op.emitOpError(
        "must have 'all' in a row region: every element has the fold");
  }
  if (!clause.empty())
    return op.emitOpError() << "has " << clause
                            << " in a row region, where it takes the whole "
                               "row; remove it";
  return success();
}

/// Verifies a sort of the row.
static LogicalResult verifyOverRow(BlockSortOp op) {
  if (isa<VectorType>(op.getInputs().front().getType()))
    return op.emitOpError("takes vectors in a row region, where each element "
                          "of the row is a scalar; use scalars");
  StringRef clause;
  if (op.getValid())
    clause = "valid";
  else if (op.getFrom() != Arrangement::Blocked ||
           op.getArrangement() != Arrangement::Blocked)
    clause = "an arrangement";
  if (!clause.empty())
    return op.emitOpError() << "has " << clause
                            << " in a row region, where it takes the whole "
                               "row; remove it";
  return success();
}

/// Verifies the ops of the row region, which are valid by themselves.
static LogicalResult verifyRow(DeviceRowsOp op) {
  Region &row = op.getRow();
  WalkResult walk = row.walk([&](Operation *nested) {
    if (!nested->hasTrait<BlockCollective>())
      return WalkResult::advance();
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(nested)
            .Case<BlockReduceOp, BlockScanOp, BlockSortOp>(
                [](auto collective) { return verifyOverRow(collective); })
            .Default([](Operation *other) {
              return other->emitOpError(
                  "is not implemented in a row region, where "
                  "prim.block_reduce, prim.block_scan and prim.block_sort are");
            });
    if (succeeded(result) && nested->getParentRegion() != &row)
      result = nested->emitOpError(
          "is in a region within a row region, which some elements of the row "
          "may not execute; move it to the row region itself");
    return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return verifyPure(row, "row", [](Operation *nested) {
    return nested->hasTrait<BlockCollective>();
  });
}

LogicalResult DeviceRowsOp::verifyRegions() {
  if (failed(verifyRow(*this)))
    return failure();
  llvm::DenseSet<Value> uniform = findUniformValues();
  auto differs = [&](Value value) {
    return getRow().isAncestor(value.getParentRegion()) &&
           !uniform.contains(value);
  };
  bool hasOutOfRow =
      llvm::any_of(getOuts(), [&](Value out) { return isOfRow(out); });
  int64_t along = getDimension() ? getDimension()->front() : 0;
  int64_t length = getShape(*this)[along];
  bool mayBeEmpty = ShapedType::isDynamic(length) || length == 0;
  for (Operation &op : getRow().front()) {
    if (auto sort = dyn_cast<BlockSortOp>(op)) {
      SetVector<Value> used;
      getUsedValuesDefinedAbove(sort.getComparator(), used);
      if (llvm::any_of(used, differs))
        return op.emitOpError("has a comparator with a value that may differ "
                              "between the elements of a row; make the value "
                              "an operand of the sort");
      continue;
    }
    auto fold = dyn_cast<CombinerOpInterface>(op);
    if (!fold)
      continue;
    SmallVector<Value> whole(fold.getIdentityValues());
    auto scan = dyn_cast<BlockScanOp>(op);
    if (scan)
      llvm::append_range(whole, scan.getInit());
    if (llvm::any_of(whole, differs))
      return op.emitOpError("has an identity or init that may differ between "
                            "the elements of a row; use values that are the "
                            "same for the row");
    bool isFold = !scan || scan.getTotal();
    if (isFold && hasOutOfRow && mayBeEmpty && !fold.getCombinerKind() &&
        fold.getIdentityValues().empty())
      return op.emitOpError("may fold a row without elements, so its combiner "
                            "region needs identity");
  }
  for (auto [number, out, value] : llvm::enumerate(
           getOuts(), getRow().front().getTerminator()->getOperands()))
    if (isOfRow(out) && differs(value))
      return emitOpError()
             << "yields for outs " << number
             << ", which has one element for each row, a value that may differ "
                "between the elements of a row; fold it with prim.block_reduce";
  return success();
}
