//===- DeviceDriver.cpp - Host code of any plan --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks come before anything is allocated, cleared or launched. Then the
// number of elements chooses one of the plan's cases; one that is known at
// compile time leaves no choice, and nothing of the other cases. A case gets
// the op's own workspace or one allocated in stream order, cleared as far as it
// must be zero, and launches.
//
//===----------------------------------------------------------------------===//

#include "DeviceContext.h"
#include "DevicePlan.h"
#include "KernelBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// How large an op is, as the cases of its plan count it: i64.
struct OpSize {
  /// Elements and tiles, of each row if the op goes by rows, which null says
  /// it does not.
  Value elements, tiles, rows;
  /// The rows of the op, where several are one of these.
  Value allRows;
};

/// Where the regions of a workspace lie, for one number of elements: i64.
struct WorkspaceLayout {
  WorkspaceLayout(const DevicePlan &plan, HostBuilder &host,
                  const OpSize &size);

  SmallVector<Value> offsets;
  Value bytes;
  /// What must be zero before the first launch, and what the host clears after
  /// the last one if the workspace is kept zero: both from the start on.
  Value clearBytes, resetBytes;
};

class DeviceDriver {
public:
  DeviceDriver(DeviceOpInterface op, const DevicePlan &plan,
               const DeviceContext &context, Operation *place)
      : op(op), plan(plan), context(context), host(place) {}

  /// The checks of sizes and limits, and the numbers of elements and tiles.
  void emitChecks();
  Value emitBytes() { return WorkspaceLayout(plan, host, size).bytes; }
  void run(DeviceContext &kernels);

private:
  /// A kernel, and what its launches pass.
  struct EmittedKernel {
    gpu::GPUFuncOp func;
    SmallVector<LaunchValue> values;
  };

  /// The cases that may come up.
  ArrayRef<PlanCase> getCases();
  void emitKernels(ArrayRef<PlanCase> cases, DeviceContext &kernels);
  void emitCases(ArrayRef<PlanCase> cases);
  void emitCase(const PlanCase &planCase);
  void emitLaunches(const PlanCase &planCase, bool hasParts);
  /// `tiles` are those of the plan.
  void withWorkspace(const PlanCase &planCase, Value tiles,
                     llvm::function_ref<void()> body);
  /// The blocks that the device holds at once of what `launch` launches; i64.
  Value countResident(const PlanLaunch &launch);
  /// Whether it is for as many elements, what else it asks for holds, and the
  /// device holds what it has to; i1.
  Value isCase(const PlanCase &planCase);
  /// `round` is i32, null where there is one only.
  gpu::LaunchFuncOp launch(const PlanCase &planCase, const PlanLaunch &launch,
                           Value round = {});
  gpu::LaunchFuncOp launchRounds(const PlanCase &planCase,
                                 const PlanLaunch &each);

  DeviceOpInterface op;
  const DevicePlan &plan;
  const DeviceContext &context;
  HostBuilder host;
  OpSize size;
  SmallVector<std::optional<EmittedKernel>> emitted;
  /// Bases of buffers.
  llvm::DenseMap<Value, Value> bases;
  /// Inside of withWorkspace().
  std::optional<WorkspaceLayout> layout;
  Value workspace;
};

} // namespace

//===----------------------------------------------------------------------===//
// Workspace
//===----------------------------------------------------------------------===//

/// The blocks of `launch` (for each row), and the tiles that each of them
/// takes.
static std::pair<Value, Value>
countBlocks(HostBuilder &host, const OpSize &size, const PlanLaunch &launch) {
  Value one = host.i64(1), tiles = size.tiles;
  if (launch.maxBlocks == PlanLaunch::blockPerTile)
    return {host.mul(tiles, host.i64(launch.blocksPerTile)), one};
  if (launch.maxBlocks == 1)
    return {one, tiles};
  Value limit = host.i64(launch.maxBlocks);
  if (launch.isGridStride)
    return {host.minsi(tiles, limit), one};
  // Rows are work for several blocks, too. There may be none, or empty ones,
  // where only the size of a workspace is asked for.
  if (size.rows) {
    tiles = host.maxsi(tiles, one);
    limit = host.maxsi(host.divui(limit, host.maxsi(size.rows, one)), one);
  }
  assert(launch.perBlock.getConstant() && "parts of tiles are constant");
  int64_t perBlock = *launch.perBlock.getConstant();
  Value most = perBlock == 1 ? tiles : host.ceilDiv(tiles, perBlock);
  Value tilesPerBlock = host.ceilDiv(tiles, host.minsi(most, limit));
  return {host.ceilDiv(tiles, tilesPerBlock), tilesPerBlock};
}

/// `of`, of an op with such sizes and such a plan; i64.
static Value emitSize(HostBuilder &host, const Size &of, const OpSize &op,
                      const DevicePlan &plan) {
  // Operands come first, in their order.
  SmallVector<Value, 2> operands;
  for (const Size &operand : of->operands)
    operands.push_back(emitSize(host, operand, op, plan));
  switch (of->kind) {
  case Size::Kind::Constant:
    return host.i64(of->value);
  case Size::Kind::Elements:
    return op.elements;
  case Size::Kind::Tiles:
    return op.tiles;
  case Size::Kind::Rows:
    return op.rows ? op.rows : host.i64(1);
  case Size::Kind::Blocks:
    return countBlocks(host, op, plan.cases.back().launches.back()).first;
  case Size::Kind::Extent:
    return host.extent(of->memref, 0);
  case Size::Kind::GridState: {
    auto optional = [&](std::optional<int32_t> value) {
      return value ? host.getI32IntegerAttr(*value) : IntegerAttr();
    };
    Value states = GridStateSizeOp::create(
        host, host.toIndex(operands[0]), host.getTypeArrayAttr(of->types),
        optional(of->chains), optional(of->bits));
    return host.indexCast(host.getI64Type(), states);
  }
  case Size::Kind::Add:
    return host.add(operands[0], operands[1]);
  case Size::Kind::Mul:
    return host.mul(operands[0], operands[1]);
  case Size::Kind::CeilDiv:
    return host.ceilDiv(operands[0], operands[1]);
  case Size::Kind::Div:
    return host.divui(operands[0], operands[1]);
  case Size::Kind::Min:
    return host.minsi(operands[0], operands[1]);
  case Size::Kind::Beyond: {
    Value isMore = host.sgt(op.elements, host.i64(of->value));
    return host.select(isMore, operands[0], host.i64(0));
  }
  }
  llvm_unreachable("all kinds are handled");
}

/// The same for a launch whose work is something else than tiles.
static std::pair<Value, Value> countOtherBlocks(HostBuilder &host,
                                                const OpSize &size,
                                                const PlanLaunch &launch,
                                                const DevicePlan &plan) {
  Value perBlock = emitSize(host, launch.perBlock, size, plan);
  Value work = emitSize(host, *launch.work, size, plan);
  Value blocks =
      host.maxsi(host.i64(1), host.minsi(host.i64(launch.maxBlocks),
                                         host.ceilDiv(work, perBlock)));
  return {blocks, perBlock};
}

WorkspaceLayout::WorkspaceLayout(const DevicePlan &plan, HostBuilder &host,
                                 const OpSize &op) {
  // A sum of what is known and what is not.
  int64_t known = 0;
  Value variable;
  auto sum = [&]() -> Value {
    Value constant = host.i64(known);
    return variable ? host.add(variable, constant) : constant;
  };
  bytes = clearBytes = resetBytes = host.i64(0);
  // What lies before the last of them is cleared with them.
  assert(std::is_partitioned(plan.regions.begin(), plan.regions.end(),
                             [](const WorkspaceRegion &region) {
                               return region.zeroBytes != 0;
                             }) &&
         "regions that must be zero come before others");
  for (const WorkspaceRegion &region : plan.regions) {
    offsets.push_back(sum());
    Size size = region.bytes.alignTo(workspaceAlignment);
    if (std::optional<int64_t> fixed = size.getConstant()) {
      known += *fixed;
    } else {
      Value more = emitSize(host, size, op, plan);
      variable = variable ? host.add(variable, more) : more;
    }
    bytes = sum();
    if (region.zeroBytes == WorkspaceRegion::all)
      clearBytes = bytes;
    else if (region.zeroBytes)
      clearBytes = host.add(offsets.back(), host.i64(region.zeroBytes));
    if (region.reset == WorkspaceRegion::Reset::Host)
      resetBytes = bytes;
  }
}

void DeviceDriver::withWorkspace(const PlanCase &planCase, Value tiles,
                                 llvm::function_ref<void()> body) {
  CodeBuilder &builder = host;
  OpSize whole = size;
  whole.tiles = tiles;
  layout.emplace(plan, host, whole);
  Value memref = op.getDeviceWorkspace();
  if (memref) {
    host.checkWorkspace(op, memref, layout->bytes);
  } else {
    auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
    memref = gpu::AllocOp::create(builder, type,
                                  /*asyncToken=*/Type(),
                                  /*asyncDependencies=*/ValueRange(),
                                  ValueRange{host.toIndex(layout->bytes)},
                                  ValueRange())
                 .getMemref();
  }
  bool keptZero = op.getDeviceWorkspace() && op.isWorkspaceInitialized();
  bool wantsZero =
      llvm::any_of(plan.regions, [](const WorkspaceRegion &region) {
        return region.zeroBytes != 0 && !region.isEmpty();
      });
  if (!keptZero && wantsZero)
    host.clear(memref, planCase.zeroBytes ? host.i64(*planCase.zeroBytes)
                                          : layout->clearBytes);
  workspace = host.base(memref);
  body();
  workspace = Value();
  bool resets = llvm::any_of(plan.regions, [](const WorkspaceRegion &region) {
    return region.reset == WorkspaceRegion::Reset::Host;
  });
  if (keptZero && resets && !planCase.zeroBytes)
    host.clear(memref, layout->resetBytes);
  if (!op.getDeviceWorkspace())
    gpu::DeallocOp::create(builder, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), memref);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

ArrayRef<PlanCase> DeviceDriver::getCases() {
  ArrayRef<PlanCase> cases = plan.cases;
  std::optional<int64_t> known = plan.rows.getKnownLength();
  if (!known)
    return cases;
  const PlanCase *match = llvm::find_if(cases, [&](const PlanCase &planCase) {
    return *known <= planCase.maxElements;
  });
  const PlanCase *end = match + 1;
  while (end[-1].residency != PlanCase::Residency::Any || end[-1].condition)
    ++end;
  return ArrayRef(match, end);
}

void DeviceDriver::emitChecks() {
  emitSizeChecks(op, host);
  Value elements = size.elements = plan.rows.emitLength(host);
  auto atMost = [&](int64_t most, const Twine &text, bool namesMost) {
    Value limit = host.i64(most);
    SmallVector<Value> values{limit, elements};
    host.check(op, host.sle(elements, limit), CheckStatus::InvalidArgument,
               text, ArrayRef(values).drop_front(namesMost ? 0 : 1));
  };
  if (int64_t most = plan.rows.getMaxLength(); most != INT64_MAX)
    atMost(most,
           "goes along several dimensions with at most {} elements together, "
           "found {}; go along one after the other",
           /*namesMost=*/true);
  for (const PlanLimit &limit : plan.limits)
    atMost(limit.maxElements, limit.text, /*namesMost=*/false);
  // The most blocks for a tile, if any launch has one for each.
  int64_t perTile = 0;
  for (const PlanCase &planCase : plan.cases)
    for (const PlanLaunch &launch : planCase.launches)
      if (launch.maxBlocks == PlanLaunch::blockPerTile)
        perTile = std::max(perTile, launch.blocksPerTile);
  auto countTiles = [&] {
    size.tiles = host.ceilDiv(elements, plan.tile.items());
  };
  if (plan.rows.isByRow()) {
    countTiles();
    size.rows = plan.rows.emitRows(host);
    Value parts = size.rows;
    if (perTile)
      parts = host.mul(host.mul(host.maxsi(size.tiles, host.i64(1)), parts),
                       host.i64(perTile));
    Value most =
        host.i64(context.getMaxGrid(plan.tile.blockSize * plan.rowsTogether) *
                 plan.rowsTogether);
    Value fits = host.sle(parts, most);
    // More of those that have smaller blocks, or none.
    for (const PlanCase &planCase : plan.cases) {
      bool sharesTiles =
          llvm::any_of(planCase.launches,
                       [](const PlanLaunch &launch) { return !launch.work; });
      if (!planCase.tile && sharesTiles)
        continue;
      // Kernels count rows in 32 bits.
      Value isCase =
          host.andi(host.sle(elements, host.i64(planCase.maxElements)),
                    host.sle(size.rows, host.i64(UINT32_MAX)));
      if (planCase.tile)
        isCase = host.andi(isCase,
                           host.sle(size.rows, host.i64(context.getMaxGrid(
                                                   planCase.tile->blockSize))));
      fits = host.ori(fits, isCase);
    }
    host.check(op, fits, CheckStatus::InvalidArgument,
               "one launch covers at most {} parts of rows, and {} rows of {} "
               "elements take more; work in parts",
               {most, size.rows, elements});
    size.allRows = size.rows;
    if (plan.rowsTogether != 1)
      size.rows = host.ceilDiv(size.rows, plan.rowsTogether);
    return;
  }
  if (perTile)
    atMost(context.getMaxGrid(plan.tile.blockSize) / perTile *
               plan.tile.items(),
           "one launch covers at most {} elements, found {}; work in parts",
           /*namesMost=*/true);
  countTiles();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Whether any of `cases` launches kernel `kernel` behind another.
static bool followsAnother(ArrayRef<PlanCase> cases, unsigned kernel) {
  return llvm::any_of(cases, [&](const PlanCase &planCase) {
    ArrayRef<PlanLaunch> launches = planCase.launches;
    return llvm::any_of(
        launches.drop_front(launches.empty() ? 0 : 1),
        [&](const PlanLaunch &launch) { return launch.kernel == kernel; });
  });
}

/// Ends the process where `launch` does not give all parameters of its kernel,
/// or gives one that the kernel does not have.
static void checkParams(const PlanLaunch &launch, StringRef kernel,
                        ArrayRef<LaunchValue> asked) {
  auto fail = [&](const Twine &what, StringRef param) {
    llvm::reportFatalInternalError("a launch of kernel '" + kernel + "' " +
                                   what + " parameter '" + param + "'");
  };
  llvm::StringSet<> known;
  for (const LaunchValue &value : asked) {
    if (value.kind != LaunchValue::Kind::Param)
      continue;
    known.insert(value.name);
    auto given = launch.params.find(value.name);
    if (given == launch.params.end() ||
        given->second.size() <= static_cast<size_t>(value.number))
      fail("lacks value " + Twine(value.number) + " of", value.name);
  }
  for (const auto &[name, values] : launch.params)
    if (!known.contains(name))
      fail("passes the unknown", name);
}

void DeviceDriver::emitKernels(ArrayRef<PlanCase> cases,
                               DeviceContext &kernels) {
  emitted.resize(plan.kernels.size());
  for (const PlanCase &planCase : cases)
    for (const PlanLaunch &launch : planCase.launches) {
      std::optional<EmittedKernel> &slot = emitted[launch.kernel];
      const PlanKernel &kernel = plan.kernels[launch.kernel];
      if (!slot) {
        KernelBuilder builder(context, op, plan, kernel.blockSize,
                              kernel.minBlocks);
        kernel.emit(builder);
        if (context.overlapsLaunches() && followsAnother(cases, launch.kernel))
          builder.waitForPrevious();
        builder.finish();
        slot = EmittedKernel{kernels.share(builder.func(), kernel.name),
                             llvm::to_vector(builder.getLaunchValues())};
      }
      checkParams(launch, kernel.name, slot->values);
    }
}

Value DeviceDriver::countResident(const PlanLaunch &launch) {
  CodeBuilder &b = host;
  gpu::GPUFuncOp func = emitted[launch.kernel]->func;
  auto module = func->getParentOfType<gpu::GPUModuleOp>();
  Value most = ResidentBlocksOp::create(
      b, b.getIndexType(),
      SymbolRefAttr::get(module.getNameAttr(),
                         SymbolRefAttr::get(func.getNameAttr())),
      func.getKnownBlockSize()->front());
  return b.indexCast(b.getI64Type(), most);
}

Value DeviceDriver::isCase(const PlanCase &planCase) {
  Value isSmall = host.sle(size.elements, host.i64(planCase.maxElements));
  if (planCase.condition)
    return host.andi(isSmall, planCase.condition(host));
  if (planCase.residency == PlanCase::Residency::Any)
    return isSmall;
  // The device is not asked about sizes that are too large anyway.
  auto asksDevice = [&]() -> SmallVector<Value> {
    Value blocks = host.i64(1);
    if (planCase.residency == PlanCase::Residency::All)
      blocks = host.ceilDiv(size.elements, planCase.tile->items());
    return {host.sle(blocks, countResident(planCase.launches.front()))};
  };
  auto isTooLarge = [&]() -> SmallVector<Value> {
    return {host.boolean(false)};
  };
  return host.select(isSmall, host.getI1Type(), asksDevice, isTooLarge).front();
}

gpu::LaunchFuncOp DeviceDriver::launch(const PlanCase &planCase,
                                       const PlanLaunch &launch, Value round) {
  CodeBuilder &b = host;
  EmittedKernel &kernel = *emitted[launch.kernel];
  Value one = host.i64(1);
  // An op without elements may have work for a block, too.
  Value blocks = one, tilesPerBlock = one;
  TileShape tile = planCase.tile.value_or(plan.tile);
  bool isByTile = !launch.work;
  if (!isByTile)
    std::tie(blocks, tilesPerBlock) =
        countOtherBlocks(host, size, launch, plan);
  else if (planCase.maxElements > static_cast<int64_t>(tile.items()))
    std::tie(blocks, tilesPerBlock) = countBlocks(host, size, launch);
  if (launch.isCooperative && planCase.residency != PlanCase::Residency::All)
    // What the device holds none of it refuses, and says so.
    blocks = host.minsi(blocks, host.maxsi(countResident(launch), one));
  auto pass = [&](LaunchValue value) -> Value {
    if (value.kind == LaunchValue::Kind::Param)
      value = launch.lookup(value);
    switch (value.kind) {
    case LaunchValue::Kind::Scalar:
      if (value.value.getType().isIndex())
        return b.indexCast(b.getI64Type(), value.value);
      return value.value;
    case LaunchValue::Kind::Extent:
      return host.extent(value.value, value.number);
    case LaunchValue::Kind::Stride:
      return host.stride(value.value, value.number);
    case LaunchValue::Kind::Region:
      if (workspace)
        return advance(
            b, workspace,
            host.add(layout->offsets[value.number], host.i64(value.offset)));
      return bases.lookup(getShapedOperand(op));
    case LaunchValue::Kind::Buffer:
      return bases.lookup(value.value);
    case LaunchValue::Kind::Constant:
      return b.i32(value.number);
    case LaunchValue::Kind::Elements:
      return size.elements;
    case LaunchValue::Kind::Elements32:
      return host.truncI32(size.elements);
    case LaunchValue::Kind::Tiles:
      return host.truncI32(size.tiles);
    case LaunchValue::Kind::Rows:
      return size.allRows ? size.allRows : one;
    case LaunchValue::Kind::Blocks:
      return blocks;
    case LaunchValue::Kind::PerBlock:
      return tilesPerBlock;
    case LaunchValue::Kind::Round:
      return round;
    case LaunchValue::Kind::Param:
      break;
    }
    llvm_unreachable("a parameter is no parameter's value");
  };
  SmallVector<Value> operands = llvm::map_to_vector(kernel.values, pass);
  Value single = host.toIndex(one);
  if (launch.isOneBlock)
    blocks = one;
  if (size.rows && isByTile)
    blocks = host.mul(blocks, size.rows);
  gpu::KernelDim3 grid{host.toIndex(blocks), single, single};
  gpu::KernelDim3 threads{
      host.toIndex(host.i64(kernel.func.getKnownBlockSize()->front())), single,
      single};
  auto op =
      gpu::LaunchFuncOp::create(b, kernel.func, grid, threads,
                                /*dynamicSharedMemorySize=*/Value(), operands);
  if (launch.isCooperative)
    op->setAttr(PrimDialect::CooperativeAttrHelper::getNameStr(),
                b.getUnitAttr());
  return op;
}

gpu::LaunchFuncOp DeviceDriver::launchRounds(const PlanCase &planCase,
                                             const PlanLaunch &each) {
  Value one = host.i64(1);
  gpu::LaunchFuncOp op;
  host.whileLoop(
      {size.tiles, host.i64(0)},
      [&](ValueRange values) { return host.sgt(values[0], one); },
      [&](ValueRange values) -> SmallVector<Value> {
        Value runs = values[0], round = values[1];
        op = launch(planCase, each, host.truncI32(round));
        Value left = host.ceilDiv(runs, 2);
        return {left, host.add(round, one)};
      });
  return op;
}

void DeviceDriver::emitLaunches(const PlanCase &planCase, bool hasParts) {
  // What came before the op need not have waited for what came before it.
  bool isFirst = true;
  for (const PlanLaunch &each : planCase.launches) {
    if (!hasParts && each.isOfParts)
      continue;
    gpu::LaunchFuncOp op =
        each.isPerRound ? launchRounds(planCase, each) : launch(planCase, each);
    if (!isFirst && context.overlapsLaunches())
      op->setAttr(PrimDialect::OverlappedAttrHelper::getNameStr(),
                  host.getUnitAttr());
    isFirst = false;
  }
}

void DeviceDriver::emitCase(const PlanCase &planCase) {
  TileShape tile = planCase.tile.value_or(plan.tile);
  Value tiles = size.tiles;
  if (planCase.tile)
    size.tiles = host.ceilDiv(size.elements, tile.items());
  auto launches = [&] { emitLaunches(planCase, /*hasParts=*/true); };
  auto launchesOfWholes = [&] { emitLaunches(planCase, /*hasParts=*/false); };
  bool sharesRows =
      size.rows && planCase.usesWorkspace &&
      (planCase.launches.size() == 1 || plan.rowsTogether != 1) &&
      planCase.launches.back().maxBlocks != PlanLaunch::blockPerTile;
  if (!planCase.usesWorkspace)
    launches();
  else if (sharesRows)
    // A row that one block takes leaves nothing to be told.
    host.ifThen(
        host.sgt(countBlocks(host, size, planCase.launches.back()).first,
                 host.i64(1)),
        [&] { withWorkspace(planCase, size.tiles, launches); },
        launchesOfWholes);
  else
    withWorkspace(planCase, tiles, launches);
  size.tiles = tiles;
}

void DeviceDriver::emitCases(ArrayRef<PlanCase> cases) {
  const PlanCase &first = cases.front();
  if (cases.size() == 1)
    return emitCase(first);
  auto rest = [&] { emitCases(cases.drop_front()); };
  if (first.launches.empty())
    host.ifThen(host.sgt(size.elements, host.i64(first.maxElements)), rest,
                nullptr);
  else
    host.ifThen(isCase(first), [&] { emitCase(first); }, rest);
}

void DeviceDriver::run(DeviceContext &kernels) {
  ArrayRef<PlanCase> cases = getCases();
  emitKernels(cases, kernels);
  // Several launches read the same buffers.
  auto bind = [&](Value memref) {
    if (!bases.contains(memref))
      bases[memref] = host.base(memref);
  };
  bind(getShapedOperand(op));
  auto bindAll = [&](ArrayRef<LaunchValue> values) {
    for (const LaunchValue &value : values)
      if (value.kind == LaunchValue::Kind::Buffer)
        bind(value.value);
  };
  for (const PlanCase &planCase : cases)
    for (const PlanLaunch &launch : planCase.launches) {
      bindAll(emitted[launch.kernel]->values);
      for (auto &[name, values] : launch.params)
        bindAll(values);
    }
  std::optional<int64_t> rows = plan.rows.getKnownRows();
  if (!rows)
    host.ifThen(
        host.sgt(size.rows, host.i64(0)), [&] { emitCases(cases); }, nullptr);
  else if (*rows > 0)
    emitCases(cases);
}

void mlir::prim::lowerByPlan(DeviceOpInterface op, const DevicePlan &plan,
                             DeviceContext &context) {
  auto lower = [&](const DevicePlan &chosen, Operation *place) {
    DeviceDriver driver(op, chosen, context, place);
    driver.emitChecks();
    driver.run(context);
  };
  if (!plan.fallback)
    return lower(plan, op);
  // Only the number of rows tells which plan it is.
  HostBuilder host(op);
  auto inBranch = [&](const DevicePlan &chosen) {
    return [&] { lower(chosen, host.getInsertionBlock()->getTerminator()); };
  };
  host.ifThen(host.sge(plan.rows.emitRows(host), host.i64(plan.minRows)),
              inBranch(plan), inBranch(*plan.fallback));
}

Value mlir::prim::emitWorkspaceBytes(DeviceOpInterface op,
                                     const DevicePlan &plan,
                                     const DeviceContext &context,
                                     Operation *asker) {
  HostBuilder host(asker);
  auto bytesOf = [&](const DevicePlan &chosen, Operation *place) {
    DeviceDriver driver(op, chosen, context, place);
    driver.emitChecks();
    return driver.emitBytes();
  };
  Value bytes;
  if (!plan.fallback) {
    bytes = bytesOf(plan, asker);
  } else {
    Value zero = host.i64(0);
    Value isPlan = host.sge(plan.rows.emitRows(host), host.i64(plan.minRows));
    auto branch = scf::IfOp::create(host, host.getI64Type(), isPlan,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    auto fill = [&](Block *block, const DevicePlan &chosen) {
      auto inside = CodeBuilder::atBlockEnd(host.getLoc(), block);
      auto yield = scf::YieldOp::create(inside, zero);
      yield->setOperands(bytesOf(chosen, yield));
    };
    fill(branch.thenBlock(), plan);
    fill(branch.elseBlock(), *plan.fallback);
    bytes = branch.getResult(0);
  }
  return host.toIndex(bytes);
}
