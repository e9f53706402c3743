//===- DeviceTopk.cpp - Lower prim.device_topk and device_nth *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of a radix select. What one block holds it sorts, in a single
// launch. More elements are read once per digit of the key, and once more to be
// put where they belong; then a block sorts those that come first. Rows go
// through the same launches, in which each has tiles, counts and a threshold of
// its own.
//
//===----------------------------------------------------------------------===//

#include "../Decompose/Decompositions.h"
#include "../Engine/OperandChecks.h"
#include "../Scan/TileScan.h"
#include "../Tile/SortNetwork.h"
#include "RankHeads.h"
#include "TopkSplit.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

RankSelect::RankSelect(DeviceOpInterface op, const DeviceLowering &lowering,
                       const DeviceContext &context)
    : op(op), codec(KeyCodec::get(cast<SortOpInterface>(op.getOperation()))),
      types(cast<SortOpInterface>(op.getOperation()).getItemTypes()),
      numDigits(codec.getNumDigits(kMaxRadixBits)),
      tile(lowering.getTile(context)),
      blockTile(getBlockTile(op, lowering, context)) {
  ArrayRef<int64_t> dimensions = op.getDeviceDimensions();
  along = dimensions.empty() ? 0 : dimensions.front();
  chooseRowTiles(lowering, context);
}

/// Bytes of an element of the widest member.
static unsigned getWidest(SortOpInterface order) {
  unsigned bytes = 0;
  for (Type type : order.getItemTypes())
    bytes = std::max(bytes, getElementBytes(type));
  return bytes;
}

void RankSelect::chooseRowTiles(const DeviceLowering &lowering,
                                const DeviceContext &context) {
  if (!RowForm::get(op).isByRow())
    return;
  const TargetInfo &target = context.getTarget();
  bool isTuned = static_cast<bool>(op.getDeviceTuning());
  // A rest takes a sort, or a scan.
  bool isMany = getKnownFirst().value_or(0) > maxRankFew;
  if (isTopk() && getRest().empty() && !isMany) {
    if (isTuned && blockTile.itemsPerThread <= 32)
      fewTiles = {blockTile};
    else if (!isTuned)
      fewTiles = getRowTiles(target, RowFamily::RankFew,
                             getElementBytes(types.front()));
  }
  if (isTuned)
    return;
  unsigned widest = getWidest(cast<SortOpInterface>(getOperation()));
  uint64_t registers = lowering.countItemRegisters();
  for (TileShape shape : getRowTiles(target, RowFamily::Rank, widest))
    if (shape.items() < blockTile.items() &&
        shape.itemsPerThread * registers <= kMaxItemRegisters / 2)
      rowTiles.push_back(shape);
}

TileShape RankSelect::getBlockTile(DeviceOpInterface op,
                                   const DeviceLowering &lowering,
                                   const DeviceContext &context) {
  auto order = cast<SortOpInterface>(op.getOperation());
  TileShape pass = lowering.getTile(context);
  TuningAttr tuning = op.getDeviceTuning();
  if (!tuning || !(tuning.getBlockSize() || tuning.getItemsPerThread())) {
    pass = getTileShape(context.getTarget(), DeviceAlgorithm::Sort,
                        getWidest(order));
  }
  // All of a block's items are in its threads at once.
  TileShape tile{pass.blockSize, std::max(pass.itemsPerThread / 4, 1u)};
  uint64_t registers = lowering.countItemRegisters();
  tile.halveItemsWhile(
      [&] { return tile.itemsPerThread * registers > kMaxItemRegisters / 2; });
  return tile;
}

Value RankSelect::countFirst(KernelBuilder &kernel) const {
  CodeBuilder &b = kernel;
  if (auto nth = dyn_cast<DeviceNthOp>(getOperation())) {
    Value place = kernel.argument(LaunchValue::scalar(nth.getNth()));
    place = b.indexCast(b.getI32Type(), place);
    return b.add(reflect(kernel, place), 1);
  }
  Value out = getOuts().front();
  return b.truncI32(kernel.argument(LaunchValue::extent(out, along)));
}

Value RankSelect::getMirror(KernelBuilder &kernel) const {
  return mirror ? kernel.param(*mirror) : Value();
}

Value RankSelect::reflect(KernelBuilder &kernel, Value place) const {
  Value mirrors = getMirror(kernel);
  if (!mirrors)
    return place;
  CodeBuilder &b = kernel;
  Value end = b.andi(b.truncI32(kernel.elements()), mirrors);
  return b.add(b.xori(place, mirrors), end);
}

std::optional<int64_t> RankSelect::getKnownFirst() const {
  auto type = cast<MemRefType>(getOuts().front().getType());
  if (!isTopk() || type.isDynamicDim(along))
    return std::nullopt;
  return type.getDimSize(along);
}

Value RankSelect::encode(CodeBuilder &b, Value key) const {
  Value code = codec.encode(b, key);
  auto type = cast<IntegerType>(code.getType());
  unsigned begin = codec.getBeginBit(), bits = codec.getEndBit() - begin;
  if (begin)
    code = b.shrui(code, begin);
  // Bits above a narrow key are zero.
  if (codec.getEndBit() < codec.getWidth())
    code = b.andi(
        code, b.constant(type, APInt::getLowBitsSet(type.getWidth(), bits)));
  return code;
}

MemoryArray RankSelect::bind(KernelBuilder &kernel, Value row, Value number,
                             Type element) const {
  CodeBuilder &b = kernel;
  Value index = b.zextI64(number);
  if (row) {
    Value before = b.mul(b.zextI64(row), numDigits + 1);
    index = b.add(before, index);
  }
  MemoryArray array(kernel.argument(LaunchValue::region(thresholds)), element);
  return array.from(b, b.mul(index, thresholdBytes / getElementBytes(element)));
}

RankSelect::Threshold RankSelect::load(KernelBuilder &kernel, Value row,
                                       Value number) const {
  CodeBuilder &b = kernel;
  MemoryArray words = bind(kernel, row, number, b.getI32Type());
  auto get = [&](const MemoryArray &array, int64_t index) -> Value {
    return WarpUniformOp::create(b, array.load(b, index));
  };
  return {get(bind(kernel, row, number, b.getI64Type()), 0), get(words, 2),
          get(words, 3)};
}

void RankSelect::store(KernelBuilder &kernel, Value row, Value number,
                       const Threshold &threshold) const {
  CodeBuilder &b = kernel;
  MemoryArray words = bind(kernel, row, number, b.getI32Type());
  bind(kernel, row, number, b.getI64Type()).store(b, threshold.prefix, 0);
  words.store(b, threshold.rank, 2);
  words.store(b, threshold.equal, 3);
}

/// The items of a block, sorted, in striped arrangement.
static SmallVector<Value> sortByBlock(CodeBuilder &b, SortOpInterface order,
                                      ValueRange items, Value valid) {
  auto sorted = BlockSortOp::create(
      b, items, valid, Arrangement::Striped,
      SortOrderAttr::get(b.getContext(), *order.getSortOrder()),
      order.isDescending(), order.getBitRange());
  return SmallVector<Value>(sorted.getResults());
}

/// Sorts one row in the block; `size` is i64 and not 0.
static void sortRow(const RankSelect &select, const TileShape &tile,
                    bool ofOuts, Value row, Value size, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  auto order = cast<SortOpInterface>(select.getOperation());
  RowView view(select.op, kernel, row);
  auto bindAll = [&](ValueRange buffers) {
    return llvm::map_to_vector(
        buffers, [&](Value buffer) { return view.atOther(buffer); });
  };
  SmallVector<MemoryArray> outs = bindAll(select.getOuts());
  SmallVector<MemoryArray> ins = ofOuts ? outs : view.at(select.getIns());
  SmallVector<Type> vectors = getVectorTypes(select.types, tile.itemsPerThread);
  Value base = b.i64(0);
  TileIO blocked(kernel, tile, TileIO::blocked, /*reverse=*/false, size, base);
  SmallVector<Value> loaded;
  if (ofOuts || select.getPrologue().empty())
    loaded = packItems(b, blocked.load(ins, blocked.count()), vectors);
  else
    loaded = blocked.fullOrPartial(vectors, [&](bool isFull) {
      return packItems(b,
                       blocked.loadMapped(ins, select.getPrologue(),
                                          /*neutral=*/nullptr, isFull),
                       vectors);
    });
  TileIO striped(kernel, tile, TileIO::striped, /*reverse=*/false, size, base);
  bool isByNetwork =
      canSortByNetwork(tile, countRegisters(select.types), kernel.target());
  TileIO &io = isByNetwork ? blocked : striped;
  SmallVector<ValueTuple> items = unpackItems(
      b, isByNetwork
             ? sortByNetwork(b, order, loaded, blocked.count(), tile.blockSize)
             : sortByBlock(b, order, loaded, blocked.count()));
  if (ofOuts || !select.isTopk())
    return io.store(outs, items);
  Value first = select.countFirst(kernel);
  SmallVector<Value> taken, left;
  SmallVector<Value> positions = io.positions();
  for (auto [position, exists] : llvm::zip_equal(positions, io.areValid())) {
    Value isTaken = b.ult(position, first);
    Value isLeft = b.uge(position, first);
    taken.push_back(b.andi(exists, isTaken));
    left.push_back(b.andi(exists, isLeft));
  }
  io.storeIf(taken, outs, items);
  SmallVector<MemoryArray> rest = bindAll(select.getRest());
  if (rest.empty())
    return;
  Value zero = b.i64(0);
  Value back = b.sub(zero, b.zextI64(first));
  for (MemoryArray &array : rest)
    array = array.from(b, back);
  io.storeIf(left, rest, items);
}

/// Emits `body` for each row (as in RowView) of the block, if rows have
/// elements; `size` (i64) is how many.
static void forRows(KernelBuilder &kernel, Value size,
                    llvm::function_ref<void(Value)> body) {
  Value isSome = kernel.ne(size, 0);
  kernel.ifThen(isSome, [&] {
    if (!kernel.rows().isByRow())
      return body(/*row=*/Value());
    kernel.forGridStride(kernel.argument({LaunchValue::Kind::Rows}),
                         [&](Value row) { body(kernel.truncI32(row)); });
  });
}

/// Sorts rows that one block holds: all elements of ins, or those that outs
/// have.
static void emitSort(const RankSelect &select, const TileShape &tile,
                     bool ofOuts, KernelBuilder &kernel) {
  Value size =
      ofOuts ? kernel.zextI64(select.countFirst(kernel)) : kernel.elements();
  forRows(kernel, size,
          [&](Value row) { sortRow(select, tile, ofOuts, row, size, kernel); });
}

static void emitStream(const RankSelect &select, KernelBuilder &kernel) {
  Value size = kernel.rowLength();
  forRows(kernel, size,
          [&](Value row) { emitRankStream(select, row, size, kernel); });
}

static void emitFew(const RankSelect &select, const TileShape &tile,
                    KernelBuilder &kernel) {
  Value size = kernel.rowLength();
  forRows(kernel, size,
          [&](Value row) { emitRankFew(select, tile, row, size, kernel); });
}

namespace {

/// Adds the launches of blocks that have whole rows to a plan.
class RowPlanner {
public:
  RowPlanner(const RankSelect &select, const DeviceContext &context,
             DevicePlan &plan)
      : select(select), context(context), plan(plan) {}

  /// A sort of all elements of rows, or of those that outs have.
  PlanLaunch addSort(llvm::StringLiteral name, TileShape tile, bool ofOuts);
  /// The cases of rows that one block holds.
  void addCases();
  /// The cases of rows that one block reads twice in part.
  void addStreamCases();

private:
  PlanLaunch addKernel(llvm::StringLiteral name, const TileShape &tile,
                       std::function<void(KernelBuilder &)> emit);
  void addFewCase(TileShape tile);
  void addStreamCase(const RankStreamTile &stream);

  const RankSelect &select;
  const DeviceContext &context;
  DevicePlan &plan;
};

} // namespace

PlanLaunch RowPlanner::addKernel(llvm::StringLiteral name,
                                 const TileShape &tile,
                                 std::function<void(KernelBuilder &)> emit) {
  int64_t maxBlocks = context.getMaxBlocks(tile.blockSize);
  unsigned kernel = plan.addKernel(name, tile, std::move(emit));
  return {kernel, LaunchSchedule::ofWork(Size::rows(), /*unit=*/1, maxBlocks)};
}

PlanLaunch RowPlanner::addSort(llvm::StringLiteral name, TileShape tile,
                               bool ofOuts) {
  return addKernel(name, tile, [=, select = select](KernelBuilder &kernel) {
    emitSort(select, tile, ofOuts, kernel);
  });
}

void RowPlanner::addFewCase(TileShape tile) {
  PlanLaunch launch =
      addKernel("rank_few", tile, [=, select = select](KernelBuilder &kernel) {
        emitFew(select, tile, kernel);
      });
  PlanCase few{tile.items(), /*usesWorkspace=*/false, {launch}};
  if (!select.getKnownFirst())
    few.guard =
        CaseGuard::hasUpTo(select.getOuts().front(), select.along, maxRankFew);
  plan.cases.push_back(few);
}

void RowPlanner::addCases() {
  SmallVector<TileShape> tiles = select.rowTiles;
  tiles.push_back(select.blockTile);
  ArrayRef<TileShape> few = select.fewTiles;
  unsigned mostFew = few.empty() ? 0 : few.back().items();
  for (const TileShape &tile : tiles) {
    for (; !few.empty() && few.front().items() <= tile.items();
         few = few.drop_front())
      addFewCase(few.front());
    if (!select.getKnownFirst() || tile.items() > mostFew)
      plan.cases.push_back({tile.items(),
                            /*usesWorkspace=*/false,
                            {addSort("rank_block", tile, /*ofOuts=*/false)}});
  }
  for (const TileShape &tile : few)
    addFewCase(tile);
}

/// Whether few elements of one long row may come first.
static bool takesHeads(const RankSelect &select) {
  RowForm rows = RowForm::get(select.op);
  return select.getRest().empty() && !rows.isByRow();
}

void RowPlanner::addStreamCases() {
  if (select.fewTiles.empty())
    return;
  SmallVector<RankStreamTile> streams = getRankStreamTiles(context.getTarget());
  DeviceOpInterface op = select.op;
  if (TuningAttr tuning = op.getDeviceTuning();
      tuning && tuning.getBlockSize()) {
    streams = {streams.back()};
    streams.back().tile = {
        unsigned(
            llvm::alignTo(select.tile.blockSize, context.getTarget().waveSize)),
        1};
  }
  for (const RankStreamTile &stream : streams)
    addStreamCase(stream);
}

void RowPlanner::addStreamCase(const RankStreamTile &stream) {
  const TileShape &tile = stream.tile;
  PlanLaunch launch =
      addKernel("rank_stream", tile, [select = select](KernelBuilder &kernel) {
        emitStream(select, kernel);
      });
  PlanCase few{stream.maxElements, /*usesWorkspace=*/false, {launch}};
  // A bound needs a head for each element that is taken, and a thread has one.
  Size most(std::min(maxRankFew, tile.blockSize));
  if (stream.minRows > 1)
    most = Size::rows().div(stream.minRows).min(1) * most;
  most = most.beyond(getLeastStream(select, context.getTarget(), tile) - 1);
  few.guard = {Size::extent(select.getOuts().front(), select.along), most,
               "few of many are taken"};
  plan.cases.push_back(few);
}

/// The launches that count digits, and that which gathers.
static SmallVector<PlanLaunch> addDigitLaunches(const RankSelect &select,
                                                const DeviceContext &context,
                                                DevicePlan &plan) {
  SmallVector<PlanLaunch> launches;
  unsigned digits =
      plan.addKernel("rank_digits", select.tile, [=](KernelBuilder &kernel) {
        emitRankDigits(select, kernel);
      });
  int64_t maxBlocks = context.getMaxBlocks(select.tile.blockSize);
  for (unsigned number = 0; number <= select.numDigits; ++number) {
    bool isBehind = number == select.numDigits;
    unsigned digit = isBehind ? 0 : select.numDigits - 1 - number;
    unsigned shift = digit * kMaxRadixBits;
    PlanLaunch launch{digits, LaunchSchedule::spread(isBehind ? 1 : maxBlocks,
                                                     rankDigitTiles)};
    launch.pass(RankDigitParams::shift, shift);
    launch.pass(RankDigitParams::number, number);
    launches.push_back(launch);
  }
  launches.push_back(
      {plan.addKernel("rank_gather", select.tile, [=](KernelBuilder &kernel) {
        emitRankGather(select, kernel);
      })});
  return launches;
}

/// The tile for digits of a short buffer, if it is not the op's.
static std::optional<ShortRankTile> getShortTile(const RankSelect &select,
                                                 const DeviceContext &context) {
  DeviceOpInterface op = select.op;
  if (op.getDeviceTuning() || RowForm::get(op).isByRow())
    return std::nullopt;
  return getShortRankTile(context.getTarget(), countBytes(select.types));
}

/// The plan of either op.
static DevicePlan planRankSelect(DeviceOpInterface op,
                                 const DeviceLowering &lowering,
                                 const DeviceContext &context) {
  RankSelect select(op, lowering, context);
  DevicePlan plan{select.tile, RowForm::get(op)};
  plan.limits.push_back(
      {INT32_MAX,
       "takes fewer than 2147483648 elements, found {}; work in parts"});
  // The states of tiles come behind their tickets.
  plan.regions = TileScan::getRegions(op, getRankGatherForm(op), plan);
  constexpr unsigned rankStates = 1;
  select.histograms = plan.regions.size();
  plan.regions.push_back(WorkspaceRegion::zeros(
      Size::rows() * sizeof(int32_t) * select.radix() * select.numDigits));
  select.thresholds = plan.regions.size();
  plan.regions.push_back(WorkspaceRegion::scratch(
      Size::rows() * RankSelect::thresholdBytes * (select.numDigits + 1)));

  RowPlanner rows(select, context, plan);
  SmallVector<PlanLaunch> sorts;
  auto topk = dyn_cast<DeviceTopkOp>(op.getOperation());
  if (topk && !topk.getUnordered())
    sorts.push_back(
        rows.addSort("rank_sort", select.blockTile, /*ofOuts=*/true));
  SmallVector<PlanCase, 2> heads;
  if (takesHeads(select))
    heads = RankHeads(select, context, plan).addKernels(plan);
  auto addCases = [&](std::optional<TileShape> tile, int64_t maxElements) {
    for (PlanCase few : heads) {
      few.maxElements = maxElements;
      plan.cases.push_back(few);
    }
    RankSelect of = select;
    of.tile = tile.value_or(select.tile);
    PlanCase digits{maxElements, /*usesWorkspace=*/true,
                    addDigitLaunches(of, context, plan), tile};
    llvm::append_range(digits.launches, sorts);
    plan.cases.push_back(digits);
  };
  plan.cases.push_back({0, /*usesWorkspace=*/false, {}});
  rows.addCases();
  rows.addStreamCases();
  if (std::optional<ShortRankTile> less = getShortTile(select, context)) {
    // The states of its tiles may take more memory than those of all others.
    Size tiles =
        Size::elements().min(less->maxElements).ceilDiv(less->tile.items());
    Size &states = plan.regions[rankStates].bytes;
    states = states.max(Size::gridState({getRankGatherForm(op).counts}, tiles));
    addCases(less->tile, less->maxElements);
  }
  addCases(/*tile=*/std::nullopt, INT64_MAX);
  return plan;
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

namespace {

/// The lowering of either op: it counts what goes before the threshold.
template <typename OpTy>
class RankLowering : public OpLowering<OpTy> {
public:
  explicit RankLowering(OpTy op)
      : OpLowering<OpTy>(op, DeviceAlgorithm::Scan) {}

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override {
    return planRankSelect(this->device, *this, context);
  }
};

class NthLowering : public RankLowering<DeviceNthOp> {
public:
  using RankLowering::RankLowering;

  /// Its place is one that there is.
  void emitSizeChecks(OperandChecks &checks) const override {
    HostBuilder &host = checks.getHost();
    checks.checkIns();
    Value all = host.extent(op.getIns().front(), op.getAlong());
    Value nth = host.indexCast(host.getI64Type(), op.getNth());
    Value isLess = host.ult(nth, all);
    Value isInside = host.ori(isLess, host.eq(all, 0));
    checks.check(isInside, "has an nth of {}, but ins 0 has {} elements",
                 {nth, all});
    checks.checkOuts();
  }

  std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const override {
    std::unique_ptr<Decomposition> steps = decomposeRank(device);
    return steps && !device.getDeviceDiscards().empty()
               ? decomposeDiscards(device, op.getOuts().size())
               : std::move(steps);
  }
};

class TopkLowering : public RankLowering<DeviceTopkOp> {
public:
  using RankLowering::RankLowering;

  /// Outs take no more than there is, and a rest all that is left.
  void emitSizeChecks(OperandChecks &checks) const override {
    HostBuilder &host = checks.getHost();
    checks.checkIns();
    int64_t along = op.getAlong();
    Value all = host.extent(op.getIns().front(), along);
    auto checkGroup = [&](StringRef group, ValueRange outs) {
      Value size;
      for (auto [number, out] : llvm::enumerate(outs)) {
        checks.compareToIns(group, number, out, along);
        Value found = host.extent(out, along);
        if (number) {
          checks.check(host.eq(found, size),
                       group + " " + Twine(number) +
                           " takes {} elements, but " + group + " 0 takes {}",
                       {found, size});
          continue;
        }
        size = found;
        // As unsigned numbers negative ones are too many, too.
        checks.check(host.ule(found, all),
                     group + " 0 takes {} elements, but ins 0 has {}",
                     {found, all});
      }
      return size;
    };
    Value taken = checkGroup("outs", op.getOuts());
    if (op.getRest().empty())
      return;
    Value left = checkGroup("rest", op.getRest());
    checks.check(
        host.eq(host.add(taken, left), all),
        "outs 0 takes {} elements and rest 0 takes {}, but ins 0 has {}",
        {taken, left, all});
  }

  std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const override {
    std::unique_ptr<Decomposition> steps = decomposeRank(device);
    ArrayRef<int64_t> discards = device.getDeviceDiscards();
    if (discards.empty() && steps)
      return steps;
    if (steps)
      return decomposeDiscards(device, device.getDeviceOuts().size());
    // The first elements are put into order where they are, and the rest in
    // none.
    int64_t taken = op.getOuts().size();
    if (!discards.empty() && discards.front() < taken && !op.getUnordered())
      return decomposeDiscards(device, taken);
    return decomposeTopk(
        op, RankSelect::getBlockTile(device, *this, context).items());
  }
};

} // namespace

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceTopkOp op) {
  return std::make_unique<TopkLowering>(op);
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceNthOp op) {
  return std::make_unique<NthLowering>(op);
}
