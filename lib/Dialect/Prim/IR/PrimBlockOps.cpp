//===- PrimBlockOps.cpp - Collectives of one work-group ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly and verification of the block ops.
//
//===----------------------------------------------------------------------===//

#include "OpClauses.h"
#include "OpFolds.h"
#include "OpVerify.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// The type of a thread's part of numbers of which every thread has `counts`.
/// The verifier reports an invalid value.
static Type getCountsType(MLIRContext *context, unsigned counts) {
  Type i32 = IntegerType::get(context, 32);
  if (counts == 0 || counts > kMaxItemRegisters || counts == 1)
    return i32;
  return VectorType::get({counts}, i32);
}

static std::optional<unsigned> getCounts(const NamedAttrList &attributes) {
  if (auto counts = dyn_cast_or_null<IntegerAttr>(attributes.get("counts")))
    return static_cast<unsigned>(counts.getInt());
  return std::nullopt;
}

/// The type of `items` with elements of type `element`.
static Type getTypeLike(Type items, Type element) {
  auto vector = dyn_cast<VectorType>(items);
  return vector ? VectorType::get(vector.getShape(), element) : element;
}

static SmallVector<Type> getRadixRankResults(Type items,
                                             std::optional<unsigned> counts) {
  SmallVector<Type> types{
      getTypeLike(items, IntegerType::get(items.getContext(), 32))};
  if (counts)
    types.append(2, getCountsType(items.getContext(), *counts));
  return types;
}

static constexpr Clause kReduceClauses[] = {
    {ClauseForm::Values, "identity", "", 1},
    {ClauseForm::Values, "valid", "", 2, TypeRule::I32},
    {ClauseForm::Values, "head", "segment", 3, TypeRule::Flags, nullptr,
     static_cast<uint32_t>(SegmentKind::Head)},
    {ClauseForm::Values, "tail", "segment", 3, TypeRule::Flags, nullptr,
     static_cast<uint32_t>(SegmentKind::Tail)},
    {ClauseForm::Flag, "all", "all"},
    kNeighbourArrangementClause,
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};
static constexpr OpSyntax kReduceSyntax = {
    kKindLeading,
    kReduceClauses,
    4,
    1,
    0,
    [](const ParsedCollective &parsed, SmallVectorImpl<Type> &types) {
      bool hasSegments = parsed.attributes.get("segment") != nullptr;
      (hasSegments ? inferInputs : inferElements)(parsed, types);
    }};

static constexpr Clause kScanClauses[] = {
    {ClauseForm::Values, "init", "", 1},
    {ClauseForm::Values, "identity", "", 2},
    {ClauseForm::Values, "valid", "", 3, TypeRule::I32},
    {ClauseForm::Values, "head", "", 4, TypeRule::Flags},
    {ClauseForm::Flag, "total", "total"},
    {ClauseForm::Flag, "reverse", "reverse"},
    kNeighbourArrangementClause,
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0},
    {ClauseForm::Region, "prefix", "", 1}};
static constexpr OpSyntax kScanSyntax = {kModeLeading,    kScanClauses, 5, 2, 0,
                                         inferScanResults};

static constexpr Clause kExchangeClauses[] = {
    {ClauseForm::TypedValue, "ranks", "", 1},
    {ClauseForm::Values, "flags", "", 2, TypeRule::Flags},
    {ClauseForm::Flag, "guarded", "guarded"},
    {ClauseForm::TypedValue, "gather", "", 3},
    makeArrangement("from", "from_vector", "from_width"),
    makeArrangement("to", "to_vector", "to_width")};
static constexpr OpSyntax kExchangeSyntax = {{}, kExchangeClauses, 4, 0,
                                             0,  inferInputs};

static constexpr Clause kRadixRankClauses[] = {
    {ClauseForm::I32, "bits", "bits"},
    {ClauseForm::Values, "valid", "", 1, TypeRule::I32},
    {ClauseForm::I32, "counts", "counts"},
    kArrangementClause,
    {ClauseForm::Region, "counted", "", 0},
    {ClauseForm::Region, "digit", "", 1},
    {ClauseForm::Region, "ranked", "", 2}};
static constexpr OpSyntax kRadixRankSyntax = {
    {},
    kRadixRankClauses,
    2,
    3,
    0,
    [](const ParsedCollective &parsed, SmallVectorImpl<Type> &types) {
      types = getRadixRankResults(parsed.inputTypes.front(),
                                  getCounts(parsed.attributes));
    },
    /*hasOneInput=*/true};

static constexpr Clause kHistogramClauses[] = {
    {ClauseForm::I32, "bins", "bins"},
    {ClauseForm::TypedValue, "into", "", 1},
    {ClauseForm::Values, "valid", "", 2, TypeRule::I32},
    {ClauseForm::I32, "counts", "counts"},
    kArrangementClause};
static constexpr OpSyntax kHistogramSyntax = {
    {},
    kHistogramClauses,
    3,
    0,
    0,
    [](const ParsedCollective &parsed, SmallVectorImpl<Type> &types) {
      if (std::optional<unsigned> counts = getCounts(parsed.attributes))
        types.push_back(
            getCountsType(parsed.inputTypes.front().getContext(), *counts));
    },
    /*hasOneInput=*/true};

static constexpr Clause kSortClauses[] = {
    {ClauseForm::Values, "valid", "", 1, TypeRule::I32},
    kKeysClause,
    kOrdersClause,
    kBitsClause,
    makeArrangement("from", "from_vector"),
    makeArrangementOf("to", "arrangement", "to_vector"),
    {ClauseForm::Region, "comparator", "", 0}};
static constexpr OpSyntax kSortSyntax = {kOrderLeading, kSortClauses, 2, 1, 0,
                                         inferInputs};

const OpSyntax &BlockReduceOp::getSyntax() { return kReduceSyntax; }
const OpSyntax &BlockScanOp::getSyntax() { return kScanSyntax; }
const OpSyntax &BlockExchangeOp::getSyntax() { return kExchangeSyntax; }
const OpSyntax &BlockRadixRankOp::getSyntax() { return kRadixRankSyntax; }
const OpSyntax &BlockHistogramOp::getSyntax() { return kHistogramSyntax; }
const OpSyntax &BlockSortOp::getSyntax() { return kSortSyntax; }

//===----------------------------------------------------------------------===//
// BlockReduceOp
//===----------------------------------------------------------------------===//

/// Verifies that there is one flag for each item of `inputs`.
static LogicalResult verifyFlags(Operation *op, Value flag, TypeRange inputs) {
  if (!flag)
    return success();
  Type expected = IntegerType::get(op->getContext(), 1);
  if (auto vector = dyn_cast<VectorType>(inputs.front()))
    expected = VectorType::get(vector.getShape(), expected);
  if (flag.getType() == expected)
    return success();
  return op->emitOpError() << "expects one segment flag per item, of type "
                           << expected << ", found " << flag.getType();
}

LogicalResult BlockReduceOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (getSegment().has_value() != !!getFlag())
    return emitOpError("needs a segment kind together with a segment flag");
  if (getFlag() && getAll())
    return emitOpError("has segment flags and 'all'; the result of a segment "
                       "is defined only at its first item, so remove 'all'");
  if (failed(verifyItems(*this, inputs)) ||
      failed(verifyResults(*this, getFlag() ? SmallVector<Type>(inputs)
                                            : getAccumulatorTypes())) ||
      failed(verifyCombiner(*this)) ||
      failed(verifyArrangement(*this, getArrangement(), getRowVector(),
                               inputs.front())) ||
      failed(verifyFlags(*this, getFlag(), inputs)))
    return failure();
  return verifyValid(*this, getValid());
}

//===----------------------------------------------------------------------===//
// BlockScanOp
//===----------------------------------------------------------------------===//

static ResultRange getSlice(BlockScanOp op, unsigned part) {
  auto [offset, count] =
      getScanSlice(op.getMode(), op.getTotal(), op.getInputs().size(), part);
  return op->getResults().slice(offset, count);
}
ResultRange BlockScanOp::getInclusiveResults() { return getSlice(*this, 0); }
ResultRange BlockScanOp::getExclusiveResults() { return getSlice(*this, 1); }
ResultRange BlockScanOp::getTotalResults() { return getSlice(*this, 2); }

bool prim::isInPrefix(Operation *op) {
  auto scan = op->getParentOfType<BlockScanOp>();
  return scan && scan.getPrefix().isAncestor(op->getParentRegion());
}

/// Whether `op` waits for all threads of the block.
static bool needsBlock(Operation *op) {
  if (auto reduce = dyn_cast<GridReduceOp>(op))
    return reduce.getAll();
  return op->hasTrait<BlockCollective>() ||
         isa<gpu::BarrierOp, ClusterBarrierOp, GridTicketOp, GridTicketWaitOp,
             GridBarrierOp, GridArriveOp, GridWaitOp>(op);
}

/// A prefix region may have effects and use warp ops, because one whole wave
/// executes it. An op that waits for the other waves would deadlock.
static LogicalResult verifyPrefix(BlockScanOp op) {
  Region &region = op.getPrefix();
  if (region.empty())
    return success();
  SmallVector<Type> types = op.getAccumulatorTypes();
  SmallVector<Type> arguments(types);
  if (op.getFlag())
    arguments.insert(arguments.begin(), IntegerType::get(op.getContext(), 1));
  // A last i1 may be yielded, which says whether there is a prefix.
  SmallVector<Type> yields = types;
  if (!region.front().empty() &&
      region.front().back().getNumOperands() == types.size() + 1)
    yields.push_back(IntegerType::get(op.getContext(), 1));
  if (failed(verifySignature(op, region, "prefix", arguments, yields)))
    return failure();
  if (!op.getInit().empty())
    return op.emitOpError("has both init and a prefix region; include init in "
                          "the value that the region yields");
  if (op.getFlag() && op.getReverse())
    return op.emitOpError("has head flags, a prefix region and 'reverse', "
                          "which are not supported together; reverse the items "
                          "and swap the combiner's operands instead");
  if (op.getFlag() && op.getMode() != ScanMode::Inclusive && !op.getKind() &&
      op.getIdentity().empty())
    return op.emitOpError(
        "scans segments exclusively with a prefix region, so its combiner "
        "region needs identity, the result at heads");
  WalkResult walk = region.walk([](Operation *nested) {
    if (!needsBlock(nested))
      return WalkResult::advance();
    nested->emitOpError("is not allowed in a prefix region: only one wave "
                        "runs it");
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult BlockScanOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)) ||
      failed(verifyResults(*this, getScanResults(getMode(), inputs, getTotal(),
                                                 /*distance=*/false))) ||
      failed(verifyCombiner(*this)) || failed(verifyInit(*this, getInit())) ||
      failed(verifyPrefix(*this)) ||
      failed(verifyArrangement(*this, getArrangement(), getRowVector(),
                               inputs.front())))
    return failure();
  if (getTotal() && failed(verifyValid(*this, getValid())))
    return failure();
  if (getMode() != ScanMode::Inclusive && !getKind() && getInit().empty() &&
      getIdentity().empty() && getPrefix().empty())
    return emitOpError("scans exclusively with a combiner region, which needs "
                       "init, identity or a prefix region");
  return verifyFlags(*this, getFlag(), inputs);
}

void BlockScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  addDropInitPattern<BlockScanOp>(patterns);
}

//===----------------------------------------------------------------------===//
// BlockSortOp
//===----------------------------------------------------------------------===//

LogicalResult BlockSortOp::verify() {
  if (failed(verifyItems(*this, getInputs().getTypes())) ||
      failed(verifyResults(*this, getInputs().getTypes())) ||
      failed(verifyBits(*this, getBeginBit(), getEndBit())))
    return failure();
  Type first = getInputs().front().getType();
  if (failed(verifyArrangement(*this, getFrom(), getFromVector(), first)) ||
      failed(verifyArrangement(*this, getArrangement(), getToVector(), first)))
    return failure();
  return verifyOrder(*this);
}

void BlockSortOp::build(OpBuilder &builder, OperationState &state,
                        ValueRange inputs, Value valid, Arrangement to,
                        SortOrderAttr order, bool descending,
                        std::optional<std::pair<int64_t, int64_t>> bits) {
  IntegerAttr begin, end;
  if (bits) {
    begin = builder.getI32IntegerAttr(bits->first);
    end = builder.getI32IntegerAttr(bits->second);
  }
  build(builder, state, inputs.getTypes(), inputs, valid, Arrangement::Blocked,
        /*from_vector=*/IntegerAttr(), to, /*to_vector=*/IntegerAttr(), begin,
        end, /*keys=*/IntegerAttr(), /*orders=*/DenseI32ArrayAttr(), order,
        descending);
}

//===----------------------------------------------------------------------===//
// BlockExchangeOp
//===----------------------------------------------------------------------===//

LogicalResult BlockExchangeOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)) ||
      failed(verifyResults(*this, inputs)))
    return failure();
  Type first = inputs.front();
  if (failed(verifyArrangement(*this, getFrom(), getFromVector(), first,
                               getFromWidth())) ||
      failed(verifyArrangement(*this, getTo(), getToVector(), first,
                               getToWidth())))
    return failure();
  if (!getRanks() && (getFlags() || getGuarded()))
    return emitOpError() << "has " << (getFlags() ? "flags" : "guarded")
                         << " without ranks; add ranks(...)";
  if (getRanks() && getGather())
    return emitOpError("has both ranks, which are destinations, and gather, "
                       "whose ranks are sources; give one");
  if (getRanks() && getFrom() != Arrangement::Blocked)
    return emitOpError("has both from(...) and ranks, which give the "
                       "destination of every item; remove from(...)");
  if (getGather() && getTo() != Arrangement::Blocked)
    return emitOpError("has both to(...) and gather, which gives the source of "
                       "every item; remove to(...)");
  Type i32 = IntegerType::get(getContext(), 32);
  Type expected = getTypeLike(first, i32);
  for (Value ranks : {getRanks(), getGather()})
    if (ranks && ranks.getType() != expected)
      return emitOpError() << "expects one rank per item, of type " << expected
                           << ", found " << ranks.getType();
  Type flags = getTypeLike(first, IntegerType::get(getContext(), 1));
  if (getFlags() && getFlags().getType() != flags)
    return emitOpError() << "expects one flag per item, of type " << flags
                         << ", found " << getFlags().getType();
  return success();
}

void BlockExchangeOp::build(OpBuilder &builder, OperationState &state,
                            ValueRange inputs, Value ranks, Arrangement from,
                            unsigned fromVector, Arrangement to,
                            unsigned toVector) {
  auto vector = [&](Arrangement arrangement, unsigned count) {
    return arrangement == Arrangement::Rows ? builder.getI32IntegerAttr(count)
                                            : IntegerAttr();
  };
  build(builder, state, inputs.getTypes(), inputs, ranks, /*flags=*/Value(),
        /*gather=*/Value(), /*guarded=*/false, from, vector(from, fromVector),
        /*from_width=*/IntegerAttr(), to, vector(to, toVector),
        /*to_width=*/IntegerAttr());
}

/// The number of adjacent items of a row that a thread has, and the width of
/// the warps that own the rows (0: that of a wave). Nothing for striped items,
/// whose places depend on more than these.
static std::optional<std::pair<int64_t, uint32_t>>
getRow(int64_t items, Arrangement arrangement, std::optional<uint32_t> vector,
       std::optional<uint32_t> width) {
  switch (arrangement) {
  case Arrangement::Blocked:
    return std::pair(items, 0);
  case Arrangement::Rows:
    // Items of warps with one row, or of one lane, are consecutive.
    if (*vector == items || width == 1)
      return std::pair(items, 0);
    return std::pair(*vector, width.value_or(0));
  case Arrangement::Striped:
    return std::nullopt;
  }
  llvm_unreachable("all arrangements handled");
}

LogicalResult BlockExchangeOp::fold(FoldAdaptor,
                                    SmallVectorImpl<OpFoldResult> &results) {
  auto type = dyn_cast<VectorType>(getInputs().front().getType());
  int64_t items = type ? type.getNumElements() : 1;
  // A single item per thread has the same place in all arrangements.
  bool stays =
      items == 1 || getRow(items, getFrom(), getFromVector(), getFromWidth()) ==
                        getRow(items, getTo(), getToVector(), getToWidth());
  if (getRanks() || getGather() || !stays)
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}

//===----------------------------------------------------------------------===//
// Memory that threads share
//===----------------------------------------------------------------------===//

/// Verifies a base or memref in which the threads of a block access elements of
/// a type; `what` is the kind of access for diagnostics.
static LogicalResult verifySharedMemory(Operation *op, Type memory,
                                        Type element, StringRef what) {
  auto memref = dyn_cast<MemRefType>(memory);
  if (!memref)
    return success();
  if (element != memref.getElementType())
    return op->emitOpError()
           << what << " " << element << ", but the memory has elements of "
           << memref.getElementType();
  if (!memref.isLastDimUnitStride())
    return op->emitOpError("expects a memref of unit stride; use memref.load "
                           "and memref.store for other strides");
  Attribute space = memref.getMemorySpace();
  auto address = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
  if (space && (!address || address.getValue() == gpu::AddressSpace::Private))
    return op->emitOpError(
        "expects memory that threads share; give the memref no memory space, "
        "or #gpu.address_space<global> or <workgroup>");
  return success();
}

//===----------------------------------------------------------------------===//
// BlockRadixRankOp, BlockHistogramOp
//===----------------------------------------------------------------------===//

/// Verifies that `counts` per thread suffice for `total` of them in the block,
/// if its size is known. `what` is the counted thing for diagnostics.
static LogicalResult verifyCounts(Operation *op, unsigned counts,
                                  uint64_t total, StringRef what) {
  if (counts < 1 || counts > kMaxItemRegisters)
    return op->emitOpError()
           << "has counts(" << static_cast<int32_t>(counts)
           << "); a thread can have 1 to " << kMaxItemRegisters;
  auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
  if (!kernel || !kernel.getKnownBlockSize())
    return success();
  uint64_t threads = 1;
  ArrayRef<int32_t> extents = *kernel.getKnownBlockSize();
  for (int32_t extent : extents)
    threads *= std::max(extent, 1);
  if (threads * counts >= total)
    return success();
  InFlightDiagnostic error =
      op->emitOpError() << "has counts(" << counts << ") for " << total << " "
                        << what << " in a block of " << threads << " threads; ";
  uint64_t enough = llvm::PowerOf2Ceil(llvm::divideCeil(total, threads));
  if (enough <= kMaxItemRegisters)
    return error << "expected counts(" << enough << ") at least";
  return error << "a thread can have " << kMaxItemRegisters
               << " at most, so use more threads per block, or fewer " << what;
}

void BlockRadixRankOp::build(OpBuilder &builder, OperationState &state,
                             Value items, unsigned bits, Value valid,
                             std::optional<unsigned> counts,
                             unsigned rowVector) {
  auto optional = [&](bool exists, unsigned value) {
    return exists ? builder.getI32IntegerAttr(value) : IntegerAttr();
  };
  build(builder, state, getRadixRankResults(items.getType(), counts), items,
        valid, bits, optional(counts.has_value(), counts.value_or(0)),
        rowVector ? Arrangement::Rows : Arrangement::Blocked,
        optional(rowVector != 0, rowVector));
}

LogicalResult BlockRadixRankOp::verify() {
  if (getInputs().size() != 1)
    return emitOpError() << "expects one digit per item, found "
                         << getInputs().size()
                         << " inputs; move further members of an item with "
                            "prim.block_exchange";
  Type items = getItems().getType();
  if (failed(verifyItems(*this, items)))
    return failure();
  Type item = getElementTypeOrSelf(items);
  Type i32 = IntegerType::get(getContext(), 32);
  if (item != i32 && getDigit().empty())
    return emitOpError() << "expects digits of type i32, found " << item
                         << "; add a digit region that computes them";
  if (getBits() < 1 || getBits() > kMaxRadixBits)
    return emitOpError() << "has bits(" << static_cast<int32_t>(getBits())
                         << "); a digit has 1 to " << kMaxRadixBits
                         << ": rank longer keys digit by digit";
  unsigned radix = 1u << getBits();
  if (std::optional<unsigned> counts = getCounts()) {
    if (failed(verifyCounts(*this, *counts, radix, "digits")))
      return failure();
    if (!llvm::isPowerOf2_32(*counts) || *counts > radix)
      return emitOpError() << "has counts(" << *counts
                           << "); expected a power of two, at most the "
                           << radix << " digits";
  }
  if (failed(verifyResults(*this, getRadixRankResults(items, getCounts()))) ||
      failed(verifyArrangement(*this, getArrangement(), getRowVector(), items)))
    return failure();
  if (!getCounted().empty() && !getCounts())
    return emitOpError(
        "has a counted region, which takes the counts; add counts(...)");
  auto verifyRegion = [&](Region &region, StringRef name, TypeRange arguments,
                          TypeRange yields) -> LogicalResult {
    if (region.empty())
      return success();
    if (failed(verifySignature(*this, region, name, arguments, yields)))
      return failure();
    WalkResult walk = region.walk([&](Operation *nested) {
      bool isOfBlock = nested->hasTrait<BlockCollective>();
      bool isBarrier = isa<BlockBarrierOp>(nested);
      bool isCounted = &region == &getCounted();
      if (!isOfBlock || (isBarrier && isCounted))
        return WalkResult::advance();
      nested->emitOpError() << "is not allowed in a " << name
                            << " region: the enclosing op still uses the "
                               "workgroup memory of block ops";
      return WalkResult::interrupt();
    });
    return failure(walk.wasInterrupted());
  };
  SmallVector<Type> counts;
  if (getCounts())
    counts.push_back(getCountsType(getContext(), *getCounts()));
  return failure(
      failed(verifyRegion(getCounted(), "counted", counts, {})) ||
      failed(verifyRegion(getDigit(), "digit", item, i32)) ||
      failed(verifyPure(getDigit(), "digit")) ||
      failed(verifyRegion(getRanked(), "ranked", TypeRange({item, i32}), {})));
}

void BlockHistogramOp::build(OpBuilder &builder, OperationState &state,
                             Value items, unsigned bins, Value counters,
                             Value valid) {
  build(builder, state, TypeRange(), items, counters, valid, bins,
        /*counts=*/IntegerAttr(), Arrangement::Blocked,
        /*row_vector=*/IntegerAttr());
}

LogicalResult BlockHistogramOp::verify() {
  Type items = getItems().getType();
  if (failed(verifyItems(*this, items)) ||
      failed(verifyArrangement(*this, getArrangement(), getRowVector(), items)))
    return failure();
  if (static_cast<int32_t>(getBins()) < 1)
    return emitOpError() << "has bins(" << static_cast<int32_t>(getBins())
                         << "); expected at least one";
  // Byte offsets of counters have 32 bits.
  constexpr int64_t most = int64_t(1) << 30;
  if (getBins() > most)
    return emitOpError() << "has bins(" << getBins() << "); expected at most "
                         << most << ": count in several histograms";
  if (getCounts().has_value() == !!getCounters())
    return emitOpError(getCounters()
                           ? "has both counts and into; give one"
                           : "needs counts(...), for counts as a result, or "
                             "into(...), for counters in memory");
  if (!getCounters()) {
    if (failed(verifyCounts(*this, *getCounts(), getBins(), "bins")))
      return failure();
    return verifyResults(*this, getCountsType(getContext(), *getCounts()));
  }
  if (failed(verifyResults(*this, {})))
    return failure();
  auto memory = dyn_cast<MemRefType>(getCounters().getType());
  if (memory && memory.hasStaticShape() && memory.getNumElements() < getBins())
    return emitOpError() << "has bins(" << getBins() << ") and counters in a "
                         << memory << " of " << memory.getNumElements()
                         << "; expected a counter per bin";
  return verifySharedMemory(*this, getCounters().getType(),
                            IntegerType::get(getContext(), 32),
                            "adds to counters of");
}

//===----------------------------------------------------------------------===//
// BlockLoadOp, BlockStageOp, BlockStoreOp
//===----------------------------------------------------------------------===//

/// Verifies the cache hint of a tile's accesses. The lowering chooses the
/// accesses.
template <typename OpTy>
static LogicalResult verifyTileCache(OpTy op) {
  if (failed(verifyWord(op, "cache")))
    return failure();
  return verifyCache(op, op.getMemory().getType(), op.getCache());
}

/// Verifies the common parts of all ops that move a tile of `items`.
template <typename OpTy>
static LogicalResult verifyBlockAccess(OpTy op, Type items) {
  if (failed(verifySharedMemory(op, op.getMemory().getType(), getElement(items),
                                "moves items of")) ||
      failed(verifyItems(op, items)))
    return failure();
  return verifyArrangement(op, op.getArrangement(), op.getRowVector(), items,
                           op.getRowWidth());
}

LogicalResult BlockLoadOp::verify() {
  if (failed(verifyBlockAccess(*this, getItems().getType())) ||
      failed(verifyTileCache(*this)))
    return failure();
  Value fill = getFill();
  if (!fill)
    return success();
  if (!getValid())
    return emitOpError("has fill without valid, so there is no item to fill; "
                       "add valid(...), or remove fill");
  if (fill.getType() != getElement(getItems().getType()))
    return emitOpError() << "fills items of type "
                         << getElement(getItems().getType()) << " with "
                         << fill.getType();
  return success();
}

LogicalResult BlockStageOp::verify() {
  if (failed(verifyBlockAccess(*this, getItems())))
    return failure();
  Type memory = getMemory().getType();
  auto memref = dyn_cast<MemRefType>(memory);
  if (memref ? gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref)
             : isWorkgroupBase(memory))
    return emitOpError(
        "expects device memory, found workgroup memory; load from it directly");
  return success();
}

LogicalResult BlockStoreOp::verify() {
  if (failed(verifyBlockAccess(*this, getItems().getType())))
    return failure();
  return verifyTileCache(*this);
}
