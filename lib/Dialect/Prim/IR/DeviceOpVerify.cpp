//===- DeviceOpVerify.cpp - Verifiers of the device ops ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies device ops: the form of their buffers, shapes, prologue and
// epilogue, workspace, tokens and aliasing.
//
//===----------------------------------------------------------------------===//

#include "DeviceOps.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Whether a memory space is that of device memory.
static bool isDeviceSpace(Attribute space) {
  if (auto named = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
    return named.getValue() == gpu::AddressSpace::Global;
  // The number of global memory on both GPU targets.
  if (auto number = dyn_cast_or_null<IntegerAttr>(space))
    return number.getInt() == 1;
  return !space;
}

/// Whether two elements of the buffer may share an address.
static bool hasZeroStride(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  return llvm::any_of(llvm::zip(strides, type.getShape()), [](auto pair) {
    return std::get<0>(pair) == 0 && std::get<1>(pair) != 1;
  });
}

LogicalResult prim::detail::verifyBuffer(DeviceOpInterface op, Value value,
                                         StringRef name, bool written) {
  bool isBuffer = isa<MemRefType>(value.getType());
  if (isBuffer != op.hasBufferForm())
    return op->emitOpError() << "mixes tensors and memrefs: " << name << " has "
                             << value.getType() << "; use one of them";
  auto memref = dyn_cast<MemRefType>(value.getType());
  if (!memref)
    return success();
  if (!isDeviceSpace(memref.getMemorySpace()))
    return op->emitOpError()
           << "expects " << name << " in device memory, found " << memref
           << "; give it no memory space, or #gpu.address_space<global>";
  if (written && hasZeroStride(memref))
    return op->emitOpError()
           << "writes several elements of " << name
           << " to one address, because a stride of " << memref << " is 0";
  return success();
}

LogicalResult prim::detail::verifyStored(Operation *op, StringRef name,
                                         TypeRange elements) {
  for (Type type : elements)
    if (!isElementType(type) && !type.isInteger(1))
      return op->emitOpError()
             << "has elements of type " << type << " in " << name
             << "; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64";
  return success();
}

/// The operand that defines the op's shape; a map may have no inputs.
static Value getShaped(DeviceOpInterface op) {
  OperandRange ins = op.getDeviceIns();
  return ins.empty() ? op.getDeviceOuts().front() : ins.front();
}

static bool hasDimensionClause(DeviceOpInterface op) {
  return llvm::any_of(op->getName().getAttributeNames(),
                      [](StringAttr name) { return name == "dimension"; });
}

/// Verifies the buffers' form, the inputs' shape, and the dimensions.
static LogicalResult verifyBuffers(DeviceOpInterface op) {
  bool needsIns = op.needsIns();
  if ((needsIns && op.getDeviceIns().empty()) ||
      (op.needsOuts() && op.getDeviceOuts().empty()))
    return op->emitOpError("needs at least one buffer in ")
           << (needsIns ? "ins and in outs" : "outs");
  bool clobbers = bool(getClause(op, "may_clobber_input"));
  for (Value value : op.getDeviceIns())
    if (failed(verifyBuffer(
            op, value, clobbers ? "ins that it may clobber" : "ins", clobbers)))
      return failure();
  // A discarded output may have stride 0, because nothing is written to it.
  for (auto [number, value] : llvm::enumerate(op.getDeviceOuts()))
    if (failed(verifyBuffer(op, value, "outs",
                            /*written=*/!op.isDiscarded(number))))
      return failure();

  auto first = cast<ShapedType>(getShaped(op).getType());
  bool hasOneShape = op.hasInsOfOneShape();
  for (Value value : op.getDeviceIns())
    if (hasOneShape && failed(verifyCompatibleShape(first, value.getType())))
      return op->emitOpError() << "expects ins of one shape, found " << first
                               << " and " << value.getType();
  int64_t rank = first.getRank();
  bool isElementwise = op.isElementwise();
  if (rank == 0 && !isElementwise)
    return op->emitOpError("expects ins of rank 1 or more, found rank 0");
  if (!getClause(op, "dimension")) {
    if (rank == 1 || isElementwise || op.takesAllDimensions())
      return success();
    if (hasDimensionClause(op))
      return op->emitOpError()
             << "needs dimension(...), as ins has rank " << rank;
    return op->emitOpError() << "expects ins of rank 1, found rank " << rank;
  }
  ArrayRef<int64_t> along = op.getDeviceDimensions();
  bool takesSeveral = op.takesAllDimensions();
  if (along.empty() || (!takesSeveral && along.size() > 1))
    return op->emitOpError()
           << "expects " << (takesSeveral ? "a dimension" : "one dimension")
           << ", found " << along.size();
  for (int64_t dimension : along)
    if (dimension < 0 || dimension >= rank)
      return op->emitOpError() << "expects a dimension from 0 to " << rank - 1
                               << ", found " << dimension;
  for (size_t i = 1; i < along.size(); ++i)
    if (along[i - 1] >= along[i])
      return op->emitOpError() << "expects ascending dimensions, found "
                               << along[i] << " after " << along[i - 1];
  return success();
}

LogicalResult prim::detail::verifyOuts(Operation *op, ValueRange outs,
                                       TypeRange elements,
                                       ArrayRef<int64_t> shape, StringRef what,
                                       StringRef sizes) {
  if (outs.size() != elements.size())
    return op->emitOpError() << "expects " << elements.size() << " outs for "
                             << what << ", found " << outs.size();
  for (auto [out, element] : llvm::zip_equal(outs, elements)) {
    auto type = cast<ShapedType>(out.getType());
    if (type.getElementType() != element)
      return op->emitOpError() << "expects elements of type " << element
                               << " in outs for " << what << ", found " << type;
    if (type.getRank() != static_cast<int64_t>(shape.size()))
      return op->emitOpError() << "expects outs of rank " << shape.size()
                               << " for " << what << ", found " << type;
    if (failed(verifyCompatibleShape(type.getShape(), shape)))
      return op->emitOpError() << "expects outs for " << what << " to have "
                               << sizes << ", found " << type;
  }
  return success();
}

/// The inputs' shape without the folded dimensions, which are all if none is
/// named.
static SmallVector<int64_t> getFoldedShape(DeviceOpInterface op) {
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> along = op.getDeviceDimensions();
  if (along.empty())
    return shape;
  auto type = cast<ShapedType>(op.getDeviceIns().front().getType());
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(along, static_cast<int64_t>(dim)))
      shape.push_back(size);
  return shape;
}

ArrayRef<int64_t> prim::detail::getShape(DeviceOpInterface op) {
  return cast<ShapedType>(getShaped(op).getType()).getShape();
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Verifies the types of segments, by their form; verifySegments() has checked
/// that they are buffers, and their shapes.
static LogicalResult verifySegmentTypes(DeviceOpInterface op,
                                        SegmentForm form) {
  ValueRange segments = op.getDeviceSegments();
  Type first = getElement(segments.front().getType());
  switch (form) {
  case SegmentForm::Offsets:
    if (segments.size() > 2)
      return op->emitOpError() << "expects offsets, or begins and ends, in "
                                  "segments, found "
                               << segments.size() << " buffers";
    for (Value offsets : segments)
      if (Type type = getElement(offsets.getType());
          type != first ||
          !(type.isInteger(32) || type.isInteger(64) || type.isIndex()))
        return op->emitOpError()
               << "expects offsets of one type, i32, i64 or index, in "
                  "segments, found "
               << formatTypes(segments.getTypes());
    return success();
  case SegmentForm::Head:
    if (segments.size() != 1 || !first.isIntOrIndex())
      return op->emitOpError() << "expects one buffer of i1 or integers in "
                                  "head, found "
                               << formatTypes(segments.getTypes());
    return verifyStored(op, "head", first);
  case SegmentForm::Key:
    return verifyStored(op, "by_key", getElements(segments.getTypes()));
  }
  llvm_unreachable("all forms handled");
}

/// Verifies the operands that define where segments start.
static LogicalResult verifySegments(DeviceOpInterface op, Region *equal) {
  ValueRange segments = op.getDeviceSegments();
  std::optional<SegmentForm> form = op.getDeviceSegmentForm();
  bool hasEqual = equal && !equal->empty();
  if (hasEqual && form != SegmentForm::Key)
    return op->emitOpError("has an equal region, but no by_key; add "
                           "by_key(...), or remove the region");
  if (!form)
    return success();
  StringRef name = stringifySegmentForm(*form);
  auto first = cast<ShapedType>(op.getDeviceIns().front().getType());
  if (!op.getDeviceDimensions().empty())
    return op->emitOpError()
           << "has both dimension and " << name << "; give one";
  if (first.getRank() != 1)
    return op->emitOpError()
           << "expects ins of rank 1 with " << name << ", found " << first;
  // The shape of offsets is independent of the inputs.
  bool hasOffsets = form == SegmentForm::Offsets;
  ShapedType wanted =
      hasOffsets ? cast<ShapedType>(segments.front().getType()) : first;
  for (Value operand : segments) {
    auto type = cast<ShapedType>(operand.getType());
    if (failed(verifyBuffer(op, operand, name, /*written=*/false)))
      return failure();
    if (type.getRank() == 1 && succeeded(verifyCompatibleShape(wanted, type)))
      continue;
    InFlightDiagnostic error = op->emitOpError()
                               << "expects buffers of rank 1 and one size in "
                               << name;
    if (!hasOffsets)
      error << ", that of ins";
    error << "; found " << type;
    if (!hasOffsets)
      error << " and ins of " << first;
    return error;
  }
  if (*form == SegmentForm::Offsets && segments.size() == 1 &&
      wanted.getDimSize(0) == 0)
    return op->emitOpError(
        "has no offsets in segments; n segments have n + 1 offsets");
  if (failed(verifySegmentTypes(op, *form)))
    return failure();
  if (!hasEqual)
    return success();
  SmallVector<Type> arguments = getElements(segments.getTypes());
  arguments.append(SmallVector<Type>(arguments));
  Type result = IntegerType::get(op->getContext(), 1);
  if (failed(verifySignature(op, *equal, "equal", arguments, result)))
    return failure();
  return verifyPure(*equal, "equal");
}

LogicalResult prim::detail::verifyOffsets(DeviceOpInterface op,
                                          StringRef what) {
  std::optional<SegmentForm> form = op.getDeviceSegmentForm();
  if (form && *form != SegmentForm::Offsets)
    return op->emitOpError()
           << "has segments in the form " << stringifySegmentForm(*form) << "; "
           << what << " only offsets: use segments(...)";
  return verifySegments(op, /*equal=*/nullptr);
}

int64_t prim::detail::getNumSegments(DeviceOpInterface op) {
  ValueRange segments = op.getDeviceSegments();
  int64_t size = cast<ShapedType>(segments.front().getType()).getDimSize(0);
  bool isShared = segments.size() == 1;
  return ShapedType::isDynamic(size) ? size : size - (isShared ? 1 : 0);
}

//===----------------------------------------------------------------------===//
// Workspace, tokens, aliasing, placement
//===----------------------------------------------------------------------===//

static LogicalResult verifyWorkspace(DeviceOpInterface op) {
  Value workspace = op.getDeviceWorkspace();
  if (!workspace) {
    if (op.isWorkspaceInitialized())
      return op->emitOpError("has 'initialized' without a workspace; add "
                             "workspace(...), or remove 'initialized'");
    return success();
  }
  auto type = cast<ShapedType>(workspace.getType());
  auto memref = dyn_cast<MemRefType>(type);
  if (!type.hasRank() || type.getRank() != 1 ||
      !type.getElementType().isInteger(8) ||
      (memref && !memref.getLayout().isIdentity()))
    return op->emitOpError() << "expects a contiguous workspace of rank 1 with "
                                "elements of type 'i8', found "
                             << type;
  return verifyBuffer(op, workspace, "workspace", /*written=*/true);
}

/// Verifies tokens. The destination style interface checks tensor results
/// against the destinations.
static LogicalResult verifyTokens(DeviceOpInterface op) {
  auto isToken = [](Type type) { return isa<gpu::AsyncTokenType>(type); };
  bool hasToken = llvm::any_of(op->getResultTypes(), isToken);
  bool hasDependencies = !op.getDeviceDependencies().empty();
  if (!op.hasBufferForm()) {
    if (hasToken || hasDependencies)
      return op->emitOpError(
          "is async on tensors; use memrefs, or remove async");
    SmallVector<Type> expected(op.getDeviceOuts().getTypes());
    if (Value workspace = op.getDeviceWorkspace())
      expected.push_back(workspace.getType());
    return verifyResults(op, expected);
  }
  if (op->getNumResults() > 1 || (op->getNumResults() == 1 && !hasToken))
    return op->emitOpError(
        "expects no results on memrefs except one async token");
  if (hasDependencies && !hasToken)
    return op->emitOpError(
        "has async dependencies, but no async token as result; add the result, "
        "or remove the dependencies");
  return success();
}

LogicalResult prim::detail::verifyOutputNumbers(DeviceOpInterface op,
                                                StringRef clause,
                                                ArrayRef<int64_t> numbers) {
  int64_t last = static_cast<int64_t>(op.getDeviceOuts().size()) - 1;
  for (int64_t number : numbers)
    if (number < 0 || number > last)
      return op->emitOpError() << "expects numbers of outs from 0 to " << last
                               << " in " << clause << ", found " << number;
  for (size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i - 1] >= numbers[i])
      return op->emitOpError()
             << "expects ascending numbers in " << clause << ", found "
             << numbers[i] << " after " << numbers[i - 1];
  return success();
}

/// Verifies the discarded outputs: some, but not all.
static LogicalResult verifyDiscards(DeviceOpInterface op) {
  ArrayRef<int64_t> discards = op.getDeviceDiscards();
  if (discards.empty())
    return success();
  if (op.getDeviceOuts().empty())
    return op->emitOpError("has no outs to discard; remove discards");
  if (failed(verifyOutputNumbers(op, "discards", discards)))
    return failure();
  int64_t last = static_cast<int64_t>(op.getDeviceOuts().size()) - 1;
  if (static_cast<int64_t>(discards.size()) > last)
    return op->emitOpError("discards all of its outs, so it has no effect; "
                           "keep one of them, or remove the op");
  return success();
}

/// Verifies which operands may share memory. Only values that are equal except
/// for casts are detected; the caller is responsible for other aliases.
static LogicalResult verifyAliasing(DeviceOpInterface op) {
  if (!op.hasBufferForm())
    return success();
  llvm::SmallDenseSet<Value> written;
  for (Value out : op.getWrittenOuts())
    if (!written.insert(stripCasts(out)).second)
      return op->emitOpError(
          "writes one buffer twice; use a different buffer for each of outs");
  for (Value in : op.getDeviceIns())
    if (!op.mayWriteInPlace() && written.contains(stripCasts(in)))
      return op->emitOpError("has one buffer in ins and outs; only scans and "
                             "maps work in place, so use two buffers");
  for (Value init : op.getDeviceInit())
    if (written.contains(stripCasts(init)))
      return op->emitOpError("has one buffer in ")
             << (isa<DeviceHistogramOp>(op.getOperation()) ? "even or range"
                                                           : "init")
             << " and outs; use two buffers";
  SmallVector<Value> ins = llvm::map_to_vector(op.getDeviceIns(), stripCasts);
  bool clobbers = bool(getClause(op, "may_clobber_input"));
  for (Value operand : op.getDeviceSegments()) {
    bool isIn = clobbers && llvm::is_contained(ins, stripCasts(operand));
    if (isIn || written.contains(stripCasts(operand)))
      return op->emitOpError()
             << "has one buffer in "
             << stringifySegmentForm(*op.getDeviceSegmentForm()) << " and "
             << (isIn ? "ins that it may clobber" : "outs")
             << "; use two buffers";
  }
  Value workspace = op.getDeviceWorkspace();
  if (workspace)
    workspace = stripCasts(workspace);
  for (Value read : op.getDeviceReads()) {
    StringRef group;
    if (written.contains(stripCasts(read)))
      group = "outs";
    else if (stripCasts(read) == workspace)
      group = "workspace";
    else if (clobbers && llvm::is_contained(ins, stripCasts(read)))
      group = "ins that it may clobber";
    if (!group.empty())
      return op->emitOpError("has one buffer in reads and ")
             << group
             << "; regions can only load from buffers that the op does not "
                "write";
  }
  if (workspace &&
      (written.contains(workspace) || llvm::is_contained(ins, workspace)))
    return op->emitOpError(
        "has its workspace in ins or outs; use a buffer of its own");
  for (Value operand : op.getDeviceSegments())
    if (workspace && stripCasts(operand) == workspace)
      return op->emitOpError()
             << "has its workspace in "
             << stringifySegmentForm(*op.getDeviceSegmentForm())
             << "; use a buffer of its own";
  return success();
}

/// Verifies the buffers that regions load from, and that a region exists. The
/// loads are verified with the regions.
static LogicalResult verifyReads(DeviceOpInterface op) {
  if (op.getDeviceReads().empty())
    return success();
  for (Value read : op.getDeviceReads())
    if (failed(verifyBuffer(op, read, "reads", /*written=*/false)) ||
        failed(verifyStored(op, "reads", getElement(read.getType()))))
      return failure();
  if (llvm::all_of(op->getRegions(),
                   [](Region &region) { return region.empty(); }))
    return op->emitOpError("has buffers in reads, but no region that can load "
                           "from them; remove reads");
  return success();
}

/// Device ops launch kernels, and kernels cannot.
static LogicalResult verifyPlacement(Operation *op) {
  if (op->getParentOfType<gpu::GPUModuleOp>() ||
      op->getParentOfType<gpu::LaunchOp>())
    return op->emitOpError(
        "must be in a host function; use block or warp ops in a kernel");
  return success();
}

/// The algorithms of each op are verified by the table of its clauses.
static LogicalResult verifyTuning(DeviceOpInterface op) {
  TuningAttr tuning = op.getDeviceTuning();
  if (!tuning || tuning.getAlgorithm() == Algorithm::Default ||
      !isa<DeviceReduceOp>(op.getOperation()) || !op.getDeviceSegmentForm() ||
      op.getDeviceSegmentForm() == SegmentForm::Key)
    return success();
  return op->emitOpError() << "is tuned to algorithm '"
                           << stringifyAlgorithm(tuning.getAlgorithm())
                           << "', which a reduction of segments does not have";
}

LogicalResult prim::detail::verifyDevice(DeviceOpInterface op) {
  if (op.getDeviceSegments().empty() == op.getDeviceSegmentForm().has_value())
    return op->emitOpError(
        "needs both the segment buffers and their form, or none");
  if (failed(verifyBuffers(op)) || failed(verifyDiscards(op)) ||
      failed(verifyWorkspace(op)) || failed(verifyTokens(op)) ||
      failed(verifyAliasing(op)) || failed(verifyReads(op)) ||
      failed(verifyTuning(op)))
    return failure();
  return verifyPlacement(op);
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

LogicalResult prim::detail::verifyPrologue(DeviceOpInterface op, Region &region,
                                           TypeRange accumulators) {
  SmallVector<Type> elements = getElements(op.getDeviceIns().getTypes());
  if (region.empty()) {
    if (TypeRange(elements) == accumulators)
      return success();
    return op->emitOpError()
           << "combines " << formatTypes(accumulators) << ", but ins holds "
           << formatTypes(elements) << "; convert in a prologue";
  }
  if (failed(verifyStored(op, "ins", elements)))
    return failure();
  if (region.getNumArguments() == elements.size() + 1)
    elements.push_back(IndexType::get(op->getContext()));
  if (failed(verifySignature(op, region, "prologue", elements, accumulators)))
    return failure();
  return verifyPure(region, "prologue");
}

LogicalResult prim::detail::verifyMapped(Operation *op, Region &prologue,
                                         TypeRange elements, TypeRange items) {
  if (prologue.empty())
    return success();
  SmallVector<Type> arguments(elements);
  if (prologue.getNumArguments() == elements.size() + 1)
    arguments.push_back(IndexType::get(op->getContext()));
  if (failed(verifyStored(op, "ins", elements)) ||
      failed(verifySignature(op, prologue, "prologue", arguments, items)) ||
      failed(verifyPure(prologue, "prologue")))
    return failure();
  if (items.empty())
    return op->emitOpError(
        "yields nothing in its prologue region; yield at least one value");
  return verifyStored(op, "outs", items);
}

/// Verifies the epilogue and returns the types it yields; without one, those of
/// the accumulators.
static FailureOr<SmallVector<Type>>
verifyEpilogue(Operation *op, Region &region, TypeRange accumulators) {
  if (region.empty())
    return SmallVector<Type>(accumulators);
  Block &block = region.front();
  SmallVector<Type> yields;
  if (!block.empty() && isa<YieldOp>(block.back()))
    llvm::append_range(yields, block.back().getOperandTypes());
  if (failed(verifySignature(op, region, "epilogue", accumulators, yields)) ||
      failed(verifyPure(region, "epilogue")))
    return failure();
  if (yields.empty())
    return op->emitOpError(
        "yields nothing in its epilogue region; yield at least one value");
  if (failed(verifyStored(op, "outs", yields)))
    return failure();
  return yields;
}

/// Verifies the initial value of a fold, per accumulator: a scalar, a rank-0
/// buffer, or one with an element for each row.
static LogicalResult verifyDeviceInit(DeviceOpInterface op,
                                      TypeRange accumulators) {
  ValueRange init = op.getDeviceInit();
  if (init.empty())
    return success();
  for (Value value : init) {
    auto shaped = dyn_cast<ShapedType>(value.getType());
    if (!shaped)
      continue;
    if (shaped.getRank() != 0 &&
        (op.getDeviceDimensions().empty() ||
         failed(verifyCompatibleShape(shaped.getShape(), getFoldedShape(op)))))
      return op->emitOpError()
             << "expects init to be scalars, buffers of rank 0, or, with "
                "dimension(...), buffers of one element per row, found "
             << shaped;
    if (failed(verifyBuffer(op, value, "init", /*written=*/false)))
      return failure();
  }
  return verifyElements(op, "init", getElements(init.getTypes()), accumulators);
}

/// Whether the fold may have no elements.
static bool mayBeEmpty(DeviceOpInterface op) {
  ArrayRef<int64_t> along = op.getDeviceDimensions();
  return llvm::any_of(llvm::enumerate(getShape(op)), [&](auto dim) {
    int64_t size = dim.value();
    return (along.empty() ||
            llvm::is_contained(along, static_cast<int64_t>(dim.index()))) &&
           (ShapedType::isDynamic(size) || size == 0);
  });
}

/// A result that is the same for all configurations requires a fixed tree over
/// the elements. Prefixes and segments have no such tree in common.
static LogicalResult verifyDeterminism(DeviceOpInterface op,
                                       std::optional<Determinism> determinism) {
  if (determinism != Determinism::Any || !op.getDeviceSegmentForm())
    return success();
  return op->emitOpError(
      "has deterministic(any), which only reductions without segments support; "
      "expected deterministic(run)");
}

/// Verifies combiner, prologue, epilogue and init, and returns the types of the
/// elements that each fold writes.
template <typename OpTy>
static FailureOr<SmallVector<Type>> verifyFold(OpTy op) {
  SmallVector<Type> accumulators = op.getAccumulatorTypes();
  if (failed(verifySegments(op, &op.getEqual())) ||
      failed(verifyDeterminism(op, op.getDeterministic())) ||
      failed(verifyPrologue(op, op.getPrologue(), accumulators)) ||
      failed(verifyCombiner(op)) || failed(verifyDeviceInit(op, accumulators)))
    return failure();
  return verifyEpilogue(op, op.getEpilogue(), accumulators);
}

LogicalResult prim::detail::verifyCount(Operation *op, Value buffer) {
  auto count = cast<ShapedType>(buffer.getType());
  Type type = count.getElementType();
  if (count.getRank() == 0 &&
      (type.isInteger(32) || type.isInteger(64) || type.isIndex()))
    return success();
  return op->emitOpError() << "expects a buffer of rank 0 of i32, i64 or index "
                              "for the count, found "
                           << count;
}

/// Verifies the outs of a reduction whose data define the segments: first keys,
/// folds of `elements`, and the count.
static LogicalResult verifyCounted(DeviceReduceOp op, TypeRange elements) {
  SmallVector<Type> items;
  if (op.getSegmentForm() == SegmentForm::Key)
    items = getElements(op.getSegments().getTypes());
  llvm::append_range(items, elements);
  StringRef name = stringifySegmentForm(*op.getSegmentForm());
  if (op.getOuts().size() != items.size() + 1)
    return op.emitOpError()
           << "expects " << items.size() + 1 << " outs with " << name
           << ", the last one for the count; found " << op.getOuts().size();
  ValueRange outs = op.getOuts();
  if (failed(verifyCount(op, outs.back())))
    return failure();
  auto capacity = cast<ShapedType>(outs.front().getType());
  for (auto [out, item] : llvm::zip_equal(outs.drop_back(), items)) {
    auto found = cast<ShapedType>(out.getType());
    if (found.getElementType() != item || found.getRank() != 1)
      return op.emitOpError()
             << "expects outs of rank 1 with elements of type " << item
             << " with " << name << ", found " << found;
    if (failed(verifyCompatibleShape(capacity, found)))
      return op.emitOpError() << "expects outs of one size with " << name
                              << ", found " << capacity << " and " << found;
  }
  return success();
}

/// The shape of the folds of a reduction.
static SmallVector<int64_t> getFoldShape(DeviceReduceOp op) {
  if (!op.getSegmentForm())
    return getFoldedShape(op);
  return {getNumSegments(op)};
}

LogicalResult DeviceReduceOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  FailureOr<SmallVector<Type>> elements = verifyFold(*this);
  if (failed(elements))
    return failure();
  // All other forms of segments are runs, which are never empty.
  if (getSegmentForm() && *getSegmentForm() != SegmentForm::Offsets)
    return verifyCounted(*this, *elements);
  StringRef sizes =
      getSegmentForm() ? "an element for each segment" : "the sizes of ins";
  if (failed(verifyOuts(*this, getOuts(), *elements, getFoldShape(*this),
                        "folds", sizes)))
    return failure();
  if (!getKind() && getInit().empty() && getIdentity().empty() &&
      (getSegmentForm() || mayBeEmpty(*this)))
    return emitOpError("may reduce an empty range, so its combiner region "
                       "needs init or identity");
  return success();
}

LogicalResult DeviceScanOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  FailureOr<SmallVector<Type>> elements = verifyFold(*this);
  if (failed(elements))
    return failure();

  unsigned count = elements->size();
  unsigned prefixes = getMode() == ScanMode::Both ? 2 * count : count;
  unsigned totals = getTotal() ? count : 0;
  if (getSegmentForm() && totals)
    return emitOpError()
           << "has both total and " << stringifySegmentForm(*getSegmentForm())
           << "; use prim.device_reduce for the totals of segments";
  if (getOuts().size() != prefixes + totals)
    return emitOpError() << "expects " << prefixes << " outs for prefixes and "
                         << totals << " for totals, found " << getOuts().size();
  // The totals of one input of rank 1 have rank 0, with or without
  // dimension(0).
  SmallVector<int64_t> folded = getFoldedShape(*this);
  for (OperandRange outs : {getInclusiveOuts(), getExclusiveOuts()})
    if (!outs.empty() &&
        failed(verifyOuts(*this, outs, *elements, getShape(*this), "prefixes")))
      return failure();
  if (totals &&
      failed(verifyOuts(*this, getTotalOuts(), *elements, folded, "totals")))
    return failure();
  if (getKind() || !getIdentity().empty())
    return success();
  if (getMode() != ScanMode::Inclusive && getInit().empty())
    return emitOpError("scans exclusively with a combiner region, which needs "
                       "init or identity");
  if (getTotal() && mayBeEmpty(*this))
    return emitOpError("may have an empty total, which does not include init, "
                       "so its combiner region needs identity");
  return success();
}

//===----------------------------------------------------------------------===//
// Sort and workspace
//===----------------------------------------------------------------------===//

LogicalResult DeviceSortOp::verify() {
  if (failed(verifyDevice(*this)) ||
      failed(verifyOffsets(*this, "a sort takes")) ||
      failed(verifyBits(*this, getBeginBit(), getEndBit())) ||
      failed(verifyPrologue(*this, getPrologue(), getItemTypes())) ||
      failed(verifyOrder(*this)))
    return failure();
  if (getBatches() && (getSegmentForm() || getShape(*this).size() != 1))
    return emitOpError("has batches, which requires buffers of rank 1 without "
                       "segments; remove batches");
  return verifyOuts(*this, getOuts(), getItemTypes(), getShape(*this),
                    "sorted items");
}

LogicalResult WorkspaceSizeOp::verifyRegions() {
  Block &block = getBody().front();
  auto device = llvm::hasSingleElement(block)
                    ? dyn_cast<DeviceOpInterface>(block.front())
                    : DeviceOpInterface();
  if (!device || block.getNumArguments() != 0)
    return emitOpError("expects exactly one device op in its region");
  if (device.getDeviceWorkspace())
    return emitOpError("computes the workspace size of an op that has a "
                       "workspace; remove the workspace");
  if (!device.getDeviceDependencies().empty() ||
      llvm::any_of(device->getResultTypes(),
                   llvm::IsaPred<gpu::AsyncTokenType>))
    return emitOpError(
        "computes the workspace size of an async op; remove async");
  return success();
}
