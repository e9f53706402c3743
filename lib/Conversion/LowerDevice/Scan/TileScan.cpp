//===- TileScan.cpp - What is scanned tile by tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer of one tile needs no workspace.
//
//===----------------------------------------------------------------------===//

#include "TileScan.h"

using namespace mlir;
using namespace mlir::prim;

TileScan::~TileScan() = default;

/// Whether segments are scanned: the op's own, or rows that tiles have several
/// of.
static bool scansSegments(DeviceOpInterface op, const TileScanForm &form) {
  return hasSegments(op) || form.order == ItemOrder::PackedRows;
}

Combiner TileScan::getCombiner(DeviceOpInterface op, const TileScanForm &form,
                               Combiner base) {
  if (form.reverse)
    base = base.flipped();
  return scansSegments(op, form) ? base.segmented(form.segmentFlag) : base;
}

Combiner TileScan::getCombiner(DeviceOpInterface op, const TileScanForm &form) {
  return getCombiner(
      op, form,
      form.counts ? Combiner(CombinerKind::Add, form.counts)
                  : Combiner(cast<CombinerOpInterface>(op.getOperation())));
}

TileScan::TileScan(DeviceOpInterface op, mlir::Region &prologue,
                   KernelBuilder &kernel, TileShape tile,
                   const TileScanForm &form)
    : op(op), prologue(prologue), kernel(kernel), shape(tile), form(form),
      b(kernel), base(form.counts ? Combiner(CombinerKind::Add, form.counts)
                                  : kernel.combiner()),
      combiner(getCombiner(op, form, base)), byRow(kernel.rows().isByRow()) {
  if (form.reverse)
    base = base.flipped();
  types = llvm::to_vector(combiner.getTypes());
}

bool TileScan::isReducedThenScanned(DeviceOpInterface op) {
  if (TuningAttr tuning = op.getDeviceTuning())
    if (tuning.getAlgorithm() == Algorithm::ReduceThenScan)
      return true;
  auto fold = dyn_cast<CombinerOpInterface>(op.getOperation());
  if (!fold)
    return false;
  bool isExact = fold.getCombinerKind() &&
                 !isa<FloatType>(fold.getAccumulatorTypes().front());
  return getClause(op, "deterministic") && !isExact;
}

/// Whether the items of segments are staged, and then whether they are all
/// inputs, too.
static bool stagesSegments(DeviceOpInterface op, const TileScanForm &form) {
  return form.late != 0 && hasSegmentItems(op);
}
static bool areSegments(DeviceOpInterface op) {
  return llvm::equal(op.getDeviceSegments(), op.getDeviceIns());
}

Value TileScan::getWaveStart() {
  return b.mul(kernel.waveId(),
               kernel.target().waveSize * shape.itemsPerThread);
}

SmallVector<MemoryArray> TileScan::getWaveParts(ArrayRef<MemoryArray> slots) {
  Value start = b.zextI64(getWaveStart());
  return llvm::map_to_vector(
      slots, [&](const MemoryArray &slot) { return slot.from(b, start); });
}

Value TileScan::getBeforeWave(Value first) {
  Value before = b.add(first, b.sub(b.zextI64(getWaveStart()), 1));
  Value last = b.sub(size, 1);
  return b.maxsi(b.minsi(before, last), 0);
}

SmallVector<Value> TileScan::getStaged(DeviceOpInterface op,
                                       const TileScanForm &form) {
  SmallVector<Value> staged;
  if (stagesSegments(op, form)) {
    llvm::append_range(staged, op.getDeviceSegments());
    if (areSegments(op))
      return staged;
  }
  llvm::append_range(staged, op.getDeviceIns());
  return staged;
}

SmallVector<MemoryArray> TileScan::getStagedArrays() {
  SmallVector<MemoryArray> staged;
  if (stagesSegments(op, form)) {
    llvm::append_range(staged, segments);
    if (areSegments(op))
      return staged;
  }
  llvm::append_range(staged, ins);
  return staged;
}

SmallVector<WorkspaceRegion> TileScan::getRegions(DeviceOpInterface op,
                                                  const TileScanForm &form,
                                                  const DevicePlan &plan) {
  using Region = WorkspaceRegion;
  if (isReducedThenScanned(op))
    return {Region::zeros(0, Region::Reset::Kernels),
            Region::zeros(0, Region::Reset::Kernels)};
  Combiner combiner = getCombiner(op, form);
  // The host clears the states of rows, and everything if marks follow the
  // states.
  bool isLeft =
      plan.rows.isByRow() || op.getDeviceSegmentForm() == SegmentForm::Offsets;
  Size tiles = Size::tiles() + int64_t(form.aligns);
  return {Region::zeros(2 * sizeof(int32_t), Region::Reset::Kernels),
          Region::zeros(plan.getStates(combiner.getTypes(), tiles),
                        isLeft ? Region::Reset::Host : Region::Reset::Kernels)};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool TileScan::isTransposed() const {
  // Items of one or two vectors come out of a line in as many accesses.
  if (shape.itemsPerThread <= 2 * vector)
    return false;
  // A tile of the table takes a small part of the memory; a tuned one, too
  // much.
  uint64_t widest = 0;
  for (Type type : types)
    widest = std::max<uint64_t>(widest, getElementBytes(type));
  for (const MemoryArray &array : segments)
    widest = std::max<uint64_t>(widest, getElementBytes(array.getElement()));
  return widest * shape.items() <= kernel.target().ldsBytes / 2;
}

void TileScan::bindOperands(BindFn bind) {
  ins = bind(op.getDeviceIns());
  if (hasSegmentItems(op))
    segments = bind(op.getDeviceSegments());
  bindOuts(bind);
  vector = TileIO::getRowVector(kernel.target(), getStaged(op, form), shape);
  // A late schedule copies in rows whatever the order of its items.
  if (form.order != ItemOrder::Rows && form.late == 0 && !isTransposed())
    vector = TileIO::blocked;
}

void TileScan::bind() {
  bindOperands([&](ValueRange memrefs) { return kernel.bind(memrefs); });
  if (!byRow)
    init = kernel.loadInit(getInit());
}

void TileScan::bindPacked() {
  packed.emplace(kernel, shape);
  RowView view(op, kernel, /*row=*/Value());
  bindOperands([&](ValueRange memrefs) { return view.at(memrefs); });
  init = kernel.loadInit(getInit());
  size = packed->getElements();
}

void TileScan::enterRow(Value number) {
  RowView view(op, kernel, number);
  bindOperands([&](ValueRange memrefs) { return view.at(memrefs); });
  init = kernel.loadInit(op.getDeviceInit(), &view);
  row = number;
}

Value TileScan::enterRowOf(Value tile) {
  enterRow(kernel.splitRow(tile, [&] { return tiles; }));
  return tile;
}

void TileScan::bindTiles() {
  bind();
  size = kernel.elements();
  tiles = kernel.tiles();
}

void TileScan::bindAlignedTiles() {
  bindTiles();
  if (!form.aligns || !llvm::isPowerOf2_32(vector))
    return;
  SmallVector<MemoryArray> arrays = getStagedArrays();
  const MemoryArray &widest = *llvm::max_element(
      arrays, [](const MemoryArray &lhs, const MemoryArray &rhs) {
        return getElementBytes(lhs.getElement()) <
               getElementBytes(rhs.getElement());
      });
  // The least address of the tile behind the first one shall be aligned.
  Value start = form.reverse ? size : b.i64(0);
  Value before = countUnaligned(b, widest.from(b, start), vector);
  if (!form.reverse)
    before = b.andi(b.sub(b.i64(0), before), vector - 1);
  cutOff = b.truncI32(before);
  Value inTiles = b.mul(b.zextI64(tiles), shape.items());
  Value isMore = b.sgt(b.add(size, before), inTiles);
  tiles = b.add(tiles, b.extui(b.getI32Type(), isMore));
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

bool TileScan::foldsSegments() const { return scansSegments(op, form); }

bool TileScan::readsBehind() {
  return isTotalRegion(prologue) && base.isTotal();
}

Value TileScan::getFirst(Value tile) {
  if (packed)
    return packed->getBase();
  Value wide = b.zextI64(tile);
  Value first = b.mul(wide, shape.items());
  if (cutOff)
    first = b.maxsi(b.sub(first, b.zextI64(cutOff)), 0);
  return first;
}

TileIO TileScan::createIO(Value first) {
  return TileIO(kernel, shape, vector, form.reverse, size, first);
}

void TileScan::cutFirst(TileIO &io, Value tile) {
  if (!cutOff)
    return;
  Value missing = b.select(b.eq(tile, 0), cutOff, b.i32(0));
  io.clamp(b.sub(b.i32(shape.items()), missing));
}

SmallVector<Value> TileScan::exchange(ValueRange values, bool toBlocked,
                                      unsigned packed) {
  Arrangement rows = Arrangement::Rows, blocked = Arrangement::Blocked;
  return BlockExchangeOp::create(b, values, /*ranks=*/Value(),
                                 toBlocked ? rows : blocked, vector / packed,
                                 toBlocked ? blocked : rows, vector / packed)
      .getResults();
}

SmallVector<ValueTuple> TileScan::toMemoryOrder(ArrayRef<ValueTuple> items,
                                                TypeRange types) {
  if (!transposes())
    return SmallVector<ValueTuple>(items);
  return unpackItems(
      b,
      exchange(packItems(b, items, getVectorTypes(types, shape.itemsPerThread)),
               /*toBlocked=*/false));
}
