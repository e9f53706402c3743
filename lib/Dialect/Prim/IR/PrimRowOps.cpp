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
    makeSegments("segments", SegmentForm::Offsets, /*group=*/7),
    makeOutputNumbers("of_segments"), makeLaunch(/*async=*/6),
    makeRegion("row", 0));
static constexpr OpSyntax kRowsSyntax = {{}, kRowsClauses, 8, 1, -1, nullptr};

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

/// Whether `out` has a dimension less than the inputs.
static bool hasLowerRank(DeviceRowsOp op, Value out) {
  return cast<ShapedType>(out.getType()).getRank() <
         cast<ShapedType>(op.getIns().front().getType()).getRank();
}

bool DeviceRowsOp::isOfRow(int64_t number) {
  if (getSegmentForm())
    return llvm::is_contained(getOfSegments(), number);
  return hasLowerRank(*this, getOuts()[number]);
}

std::optional<int64_t> DeviceRowsOp::getFirst(Value out) {
  // Segments have elements of their own in outputs of rank 1.
  if (getSegmentForm() || hasLowerRank(*this, out))
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

/// Verifies the numbers of outputs with an element for each segment, which
/// other segments read where it is in a buffer of `ins`.
static LogicalResult verifyOfSegments(DeviceRowsOp op) {
  ArrayRef<int64_t> numbers = op.getOfSegments();
  if (!numbers.empty() && !op.getSegmentForm())
    return op.emitOpError("has of_segments, but no segments; add "
                          "segments(...), or remove of_segments");
  auto device = cast<DeviceOpInterface>(op.getOperation());
  if (failed(verifyOutputNumbers(device, "of_segments", numbers)))
    return failure();
  if (!device.hasBufferForm())
    return success();
  SmallVector<Value> ins = llvm::map_to_vector(op.getIns(), stripCasts);
  for (int64_t number : numbers)
    if (!device.isDiscarded(number) &&
        llvm::is_contained(ins, stripCasts(op.getOuts()[number])))
      return op.emitOpError()
             << "has one buffer in ins and outs " << number
             << ", which has an element for each segment; use two buffers";
  return success();
}

LogicalResult DeviceRowsOp::verify() {
  if (failed(verifyDevice(*this)) ||
      failed(verifyOffsets(*this, "rows take")) ||
      failed(verifyOfSegments(*this)))
    return failure();
  SmallVector<int64_t> shape(getShape(*this)), rowShape(shape);
  int64_t along = getDimension() ? getDimension()->front() : 0;
  int64_t length = shape[along];
  rowShape.erase(rowShape.begin() + along);
  if (getSegmentForm()) {
    rowShape = {getNumSegments(*this)};
    // How long segments are shows in the kernel.
    length = ShapedType::kDynamic;
  }
  SmallVector<Type> yields = getElements(getOuts().getTypes());
  if (failed(verifyStored(*this, "ins", getElements(getIns().getTypes()))) ||
      failed(verifyStored(*this, "outs", yields)) ||
      failed(
          verifyPartOfShape(*this, getRowIns(), "row_ins", rowShape, "row")) ||
      failed(verifyPartOfShape(*this, getColumnIns(), "column_ins", length,
                               "position in a row")))
    return failure();
  StringRef sizes =
      getSegmentForm() ? "an element for each segment" : "the sizes of ins";
  for (auto [number, out] : llvm::enumerate(getOuts())) {
    Type element = yields[number];
    SmallVector<int64_t> expected = shape;
    std::optional<int64_t> first = getFirst(out);
    if (first && *first > shape[along] && !ShapedType::isDynamic(shape[along]))
      return emitOpError() << "expects outs for elements of rows to have at "
                              "most the "
                           << shape[along] << " elements of a row, found "
                           << out.getType();
    if (first)
      expected[along] = *first;
    LogicalResult result =
        isOfRow(number)
            ? verifyOuts(*this, out, element, rowShape, "rows", sizes)
            : verifyOuts(*this, out, element, expected, "elements of rows");
    if (failed(result))
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
      llvm::any_of(llvm::seq<int64_t>(0, getOuts().size()),
                   [&](int64_t number) { return isOfRow(number); });
  int64_t along = getDimension() ? getDimension()->front() : 0;
  int64_t length = getShape(*this)[along];
  bool mayBeEmpty =
      getSegmentForm() || ShapedType::isDynamic(length) || length == 0;
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
  Operation *yield = getRow().front().getTerminator();
  for (auto [number, value] : llvm::enumerate(yield->getOperands()))
    if (isOfRow(number) && differs(value))
      return emitOpError()
             << "yields for outs " << number
             << ", which has one element for each row, a value that may differ "
                "between the elements of a row; fold it with prim.block_reduce";
  return success();
}
