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
#include "OperandChecks.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// How large an op is, as the cases of its plan count it: i64.
struct OpSize {
  /// Elements and tiles, of each row if the op goes by rows, which null says
  /// it does not.
  Value elements, tiles, rows;
};

/// Makes host code of sizes, and of what several of them have in common once.
class SizeEmitter {
public:
  /// `countResident` counts the blocks of a launch that the device holds at
  /// once, where there is one.
  SizeEmitter(HostBuilder &host, const OpSize &op,
              std::function<Value()> countResident = {})
      : host(host), op(op), countResident(std::move(countResident)) {}

  /// i64.
  Value emit(const Size &of) {
    auto [found, isNew] = done.try_emplace(of.operator->());
    if (!isNew)
      return found->second;
    kept.push_back(of);
    // Operands come first, in their order.
    SmallVector<Value, 2> operands;
    for (const Size &operand : of->operands)
      operands.push_back(emit(operand));
    Value value = create(of, operands);
    return done[of.operator->()] = value;
  }

private:
  Value create(const Size &of, ValueRange operands);

  HostBuilder &host;
  OpSize op;
  std::function<Value()> countResident;
  llvm::DenseMap<const Size::Node *, Value> done;
  /// Keeps the nodes from being freed.
  SmallVector<Size> kept;
};

/// Where the regions of a workspace lie, for one number of elements: i64.
struct WorkspaceLayout {
  WorkspaceLayout(const DevicePlan &plan, HostBuilder &host,
                  const OpSize &size);

  SmallVector<Value> offsets;
  Value bytes;
  /// Bytes that must be zero before the first launch, and those that the host
  /// clears after the last one if the workspace is kept zero: both from the
  /// start on.
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
  void emitLaunches(const PlanCase &planCase);
  /// `tiles` are those of the plan.
  void withWorkspace(const PlanCase &planCase, Value tiles,
                     llvm::function_ref<void()> body);
  /// The blocks that the device holds at once of what `launch` launches; i64.
  Value countResident(const PlanLaunch &launch);
  /// The size as the tiles of `planCase` count it.
  OpSize getSize(const PlanCase &planCase);
  /// Whether it is for as many elements, and its guard holds; i1.
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

Value SizeEmitter::create(const Size &of, ValueRange operands) {
  switch (of->kind) {
  case Size::Kind::Constant:
    return host.i64(of->value);
  case Size::Kind::Elements:
    return op.elements;
  case Size::Kind::Tiles:
    return op.tiles;
  case Size::Kind::Rows:
    return op.rows ? op.rows : host.i64(1);
  case Size::Kind::Extent:
    return host.extent(of->memrefs.front(), of->value);
  case Size::Kind::Scalar:
    return host.indexCast(host.getI64Type(), of->scalar);
  case Size::Kind::Resident:
    return countResident();
  case Size::Kind::SameMemory: {
    Value count = host.i64(0);
    for (size_t i = 0; i < of->memrefs.size(); i += 2) {
      Value one = host.address(of->memrefs[i]);
      Value isSame = host.eq(one, host.address(of->memrefs[i + 1]));
      count = host.add(count, host.zextI64(isSame));
    }
    return count;
  }
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
  // Most of these fold where an op has one row, as every op does that does not
  // go by rows.
  case Size::Kind::Div:
    return host.createOrFold<arith::DivUIOp>(operands[0], operands[1]);
  case Size::Kind::Min:
    return host.createOrFold<arith::MinSIOp>(operands[0], operands[1]);
  case Size::Kind::Max:
    return host.createOrFold<arith::MaxSIOp>(operands[0], operands[1]);
  case Size::Kind::Beyond: {
    Value isMore = host.sgt(op.elements, of->value);
    return host.select(isMore, operands[0], 0);
  }
  }
  llvm_unreachable("all kinds are handled");
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
  SizeEmitter sizes(host, op);
  bytes = clearBytes = resetBytes = host.i64(0);
  // All regions before the last one to be zero are cleared with it.
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
      Value more = sizes.emit(size);
      variable = variable ? host.add(variable, more) : more;
    }
    bytes = sum();
    if (region.zeroBytes == WorkspaceRegion::all)
      clearBytes = bytes;
    else if (region.zeroBytes)
      clearBytes = host.add(offsets.back(), region.zeroBytes);
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
  if (!keptZero && wantsZero && planCase.zeroBytes != 0)
    host.clear(memref, planCase.zeroBytes ? host.i64(*planCase.zeroBytes)
                                          : layout->clearBytes);
  workspace = host.base(memref);
  body();
  workspace = Value();
  bool resets = llvm::any_of(plan.regions, [](const WorkspaceRegion &region) {
    return region.reset == WorkspaceRegion::Reset::Host;
  });
  if (keptZero && resets && planCase.zeroBytes.value_or(0) == 0)
    host.clear(memref, layout->resetBytes);
  if (!op.getDeviceWorkspace())
    gpu::DeallocOp::create(builder, /*asyncToken=*/Type(),
                           /*asyncDependencies=*/ValueRange(), memref);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Ends the process where a plan has sizes without a case: where its last case
/// has a bound or a guard, or one with a guard is followed by one for fewer
/// elements.
static void checkCases(ArrayRef<PlanCase> cases, Operation *op) {
  bool isTotal = !cases.empty() && cases.back().maxElements == INT64_MAX &&
                 !cases.back().guard;
  for (size_t number = 0; isTotal && number + 1 < cases.size(); ++number)
    if (cases[number].guard)
      isTotal = cases[number].maxElements <= cases[number + 1].maxElements;
  if (!isTotal)
    llvm::reportFatalInternalError("the plan of " +
                                   op->getName().getStringRef() +
                                   " has sizes without a case");
}

ArrayRef<PlanCase> DeviceDriver::getCases() {
  ArrayRef<PlanCase> cases = plan.cases;
  std::optional<int64_t> known = plan.rows.getKnownLength();
  if (!known)
    return cases;
  const PlanCase *match = llvm::find_if(cases, [&](const PlanCase &planCase) {
    return *known <= planCase.maxElements;
  });
  const PlanCase *end = match + 1;
  while (end[-1].guard)
    ++end;
  return ArrayRef(match, end);
}

void DeviceDriver::emitChecks() {
  checkCases(plan.cases, op);
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
           "takes several dimensions of at most {} elements in total, found "
           "{}; use one op for each dimension",
           /*namesMost=*/true);
  for (const PlanLimit &limit : plan.limits)
    atMost(limit.maxElements, limit.text, /*namesMost=*/false);
  // The most blocks for a tile, if any launch has one for each.
  int64_t perTile = 0;
  for (const PlanCase &planCase : plan.cases)
    for (const PlanLaunch &launch : planCase.launches)
      perTile = std::max<int64_t>(perTile, launch.schedule.blocksPerTile);
  auto countTiles = [&] {
    size.tiles = host.ceilDiv(elements, plan.tile.items());
  };
  if (plan.rows.isByRow()) {
    countTiles();
    size.rows = plan.rows.emitRows(host);
    Value parts = size.rows;
    if (perTile)
      parts = host.mul(host.mul(host.maxsi(size.tiles, 1), parts), perTile);
    Value most = host.i64(context.getMaxGrid(plan.tile.blockSize));
    Value fitsTile = host.sle(parts, most);
    auto fitsCase = [&](const PlanCase &planCase) {
      bool sharesTiles =
          llvm::any_of(planCase.launches, [](const PlanLaunch &launch) {
            return launch.schedule.isOfTiles();
          });
      if (sharesTiles && !planCase.tile)
        return fitsTile;
      // Kernels count rows in 32 bits.
      int64_t maxRows = planCase.tile
                            ? context.getMaxGrid(planCase.tile->blockSize)
                            : UINT32_MAX;
      maxRows = planCase.maxRows.value_or(maxRows);
      return host.sle(size.rows, maxRows);
    };
    // The check is of the case that will run, which is the first one for so
    // many elements; a case with a guard may leave them to the next.
    Value fits = fitsCase(plan.cases.back());
    for (const PlanCase &planCase :
         llvm::drop_begin(llvm::reverse(plan.cases))) {
      Value isCase = host.sle(elements, planCase.maxElements);
      Value fitsThis = fitsCase(planCase);
      if (planCase.guard)
        fitsThis = host.andi(fitsThis, fits);
      fits = host.select(isCase, fitsThis, fits);
    }
    host.check(op, fits, CheckStatus::InvalidArgument,
               "one launch covers at most {} parts of rows, but {} rows of {} "
               "elements need more; work in parts",
               {most, size.rows, elements});
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
        KernelBuilder builder(context, op, plan, kernel);
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

OpSize DeviceDriver::getSize(const PlanCase &planCase) {
  OpSize result = size;
  if (planCase.tile)
    result.tiles = host.ceilDiv(size.elements, planCase.tile->items());
  return result;
}

Value DeviceDriver::isCase(const PlanCase &planCase) {
  auto isGuarded = [&]() -> SmallVector<Value> {
    SizeEmitter sizes(host, getSize(planCase), [&] {
      const PlanLaunch *resident =
          llvm::find_if(planCase.launches, [](const PlanLaunch &launch) {
            return launch.schedule.form == LaunchSchedule::Form::Cooperative;
          });
      assert(resident != planCase.launches.end() &&
             "only cooperative launches ask for resident blocks");
      return countResident(*resident);
    });
    Value wanted = sizes.emit(planCase.guard->size);
    return {host.sle(wanted, sizes.emit(planCase.guard->most))};
  };
  if (planCase.guard && planCase.maxElements == INT64_MAX)
    return isGuarded().front();
  Value isSmall = host.sle(size.elements, planCase.maxElements);
  if (!planCase.guard)
    return isSmall;
  // The device is not asked about sizes that are too large anyway.
  auto isTooLarge = [&]() -> SmallVector<Value> {
    return {host.boolean(false)};
  };
  return host.select(isSmall, host.getI1Type(), isGuarded, isTooLarge).front();
}

gpu::LaunchFuncOp DeviceDriver::launch(const PlanCase &planCase,
                                       const PlanLaunch &launch, Value round) {
  CodeBuilder &b = host;
  EmittedKernel &kernel = *emitted[launch.kernel];
  const LaunchSchedule &schedule = launch.schedule;
  SizeEmitter sizes(host, size, [&] { return countResident(launch); });
  // An op without elements may have work for a block, too.
  TileShape tile = planCase.tile.value_or(plan.tile);
  bool isOneTile = schedule.isOfTiles() &&
                   planCase.maxElements <= static_cast<int64_t>(tile.items());
  Value blocks = sizes.emit(isOneTile ? Size(1) : schedule.blocks);
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
        return advance(b, workspace,
                       host.add(layout->offsets[value.number], value.offset));
      return bases.lookup(getShapedOperand(op));
    case LaunchValue::Kind::Buffer:
      return bases.lookup(value.value);
    case LaunchValue::Kind::Constant:
      return b.i32(value.number);
    case LaunchValue::Kind::Size:
      return sizes.emit(*value.size);
    case LaunchValue::Kind::Elements:
      return size.elements;
    case LaunchValue::Kind::Elements32:
      return host.truncI32(size.elements);
    case LaunchValue::Kind::Tiles:
      return host.truncI32(size.tiles);
    case LaunchValue::Kind::Rows:
      return sizes.emit(Size::rows());
    case LaunchValue::Kind::Blocks:
      return blocks;
    case LaunchValue::Kind::PerBlock:
      return sizes.emit(isOneTile ? Size(1) : schedule.perBlock);
    case LaunchValue::Kind::Round:
      return round;
    case LaunchValue::Kind::Param:
      break;
    }
    llvm_unreachable("a parameter is no parameter's value");
  };
  SmallVector<Value> operands = llvm::map_to_vector(kernel.values, pass);
  Value single = host.toIndex(host.i64(1));
  if (size.rows && schedule.isOfTiles())
    blocks = host.mul(blocks, sizes.emit(schedule.groups));
  gpu::KernelDim3 grid{host.toIndex(blocks), single, single};
  gpu::KernelDim3 threads{
      host.toIndex(host.i64(kernel.func.getKnownBlockSize()->front())), single,
      single};
  auto op =
      gpu::LaunchFuncOp::create(b, kernel.func, grid, threads,
                                /*dynamicSharedMemorySize=*/Value(), operands);
  if (schedule.form == LaunchSchedule::Form::Cooperative)
    op->setAttr(PrimDialect::CooperativeAttrHelper::getNameStr(),
                b.getUnitAttr());
  return op;
}

gpu::LaunchFuncOp DeviceDriver::launchRounds(const PlanCase &planCase,
                                             const PlanLaunch &each) {
  gpu::LaunchFuncOp op;
  host.whileLoop(
      {size.tiles, host.i64(0)},
      [&](ValueRange values) { return host.sgt(values[0], 1); },
      [&](ValueRange values) -> SmallVector<Value> {
        Value runs = values[0], round = values[1];
        op = launch(planCase, each, host.truncI32(round));
        Value left = host.ceilDiv(runs, 2);
        return {left, host.add(round, 1)};
      });
  return op;
}

void DeviceDriver::emitLaunches(const PlanCase &planCase) {
  // A launch before the op need not have waited for those before itself.
  bool isFirst = true;
  for (const PlanLaunch &each : planCase.launches) {
    gpu::LaunchFuncOp op =
        each.schedule.form == LaunchSchedule::Form::MergeRounds
            ? launchRounds(planCase, each)
            : launch(planCase, each);
    if (!isFirst && context.overlapsLaunches())
      op->setAttr(PrimDialect::OverlappedAttrHelper::getNameStr(),
                  host.getUnitAttr());
    isFirst = false;
  }
}

void DeviceDriver::emitCase(const PlanCase &planCase) {
  Value tiles = size.tiles;
  size = getSize(planCase);
  auto launches = [&] { emitLaunches(planCase); };
  if (planCase.usesWorkspace)
    withWorkspace(planCase, tiles, launches);
  else
    launches();
  size.tiles = tiles;
}

void DeviceDriver::emitCases(ArrayRef<PlanCase> cases) {
  const PlanCase &first = cases.front();
  if (cases.size() == 1)
    return emitCase(first);
  auto rest = [&] { emitCases(cases.drop_front()); };
  if (first.launches.empty())
    host.ifThen(host.sgt(size.elements, first.maxElements), rest, nullptr);
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
    host.ifThen(host.sgt(size.rows, 0), [&] { emitCases(cases); }, nullptr);
  else if (*rows > 0)
    emitCases(cases);
}

void mlir::prim::lowerByPlan(DeviceOpInterface op, const DevicePlan &plan,
                             DeviceContext &context) {
  DeviceDriver driver(op, plan, context, op);
  driver.emitChecks();
  driver.run(context);
}

Value mlir::prim::emitWorkspaceBytes(DeviceOpInterface op,
                                     const DevicePlan &plan,
                                     const DeviceContext &context,
                                     Operation *asker) {
  DeviceDriver driver(op, plan, context, asker);
  driver.emitChecks();
  Value bytes = driver.emitBytes();
  return HostBuilder(asker).toIndex(bytes);
}
