//===- DevicePlan.h - How a device op is done ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of a device op is a plan and kernels. The plan says, as data,
// what the host does: the regions of the workspace, the launches for each range
// of sizes and what they pass, and how much can be done at once. A kernel is a
// function that fills one body. DeviceDriver.cpp makes host code of any plan;
// an algorithm never writes any itself.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICEPLAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICEPLAN_H

#include "LaunchSchedule.h"
#include "RowForm.h"
#include "prim/Target/Tuning.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::prim {

class DeviceContext;
class KernelBuilder;

/// A region of the workspace, aligned to workspaceAlignment.
struct WorkspaceRegion {
  /// Who leaves a workspace that is declared `initialized` zero: the kernels,
  /// or the host after the last launch.
  enum class Reset { Kernels, Host };

  static constexpr uint64_t all = UINT64_MAX;
  /// The bytes of the state of one row are rounded up to this.
  static constexpr int64_t rowAlignment = 16;

  /// A region that nothing is expected in; the host clears it afterwards.
  static WorkspaceRegion scratch(Size bytes) {
    return {std::move(bytes), /*zeroBytes=*/0, Reset::Host};
  }
  /// One that is zero when the first launch begins.
  static WorkspaceRegion zeros(Size bytes, Reset reset = Reset::Host) {
    return {std::move(bytes), all, reset};
  }

  bool isFixed() const { return bytes.getConstant().has_value(); }
  bool isEmpty() const { return bytes.getConstant() == 0; }

  Size bytes;
  /// How many of them must be zero when the first launch begins.
  uint64_t zeroBytes = 0;
  Reset reset = Reset::Kernels;
};

/// A parameter of a kernel whose value each launch of it gives by this name: an
/// i32, a size (i64), or a base for each of any number of arrays.
struct I32Param {
  llvm::StringLiteral name;
};
struct SizeParam {
  llvm::StringLiteral name;
};
struct BasesParam {
  llvm::StringLiteral name;
};

/// Something that a launch passes to its kernel.
struct LaunchValue {
  enum class Kind {
    /// A scalar of the host function; index travels as i64.
    Scalar,
    /// The base of a memref of the host function.
    Buffer,
    /// Elements of a memref of the host function along dimension `number`, and
    /// how many elements apart neighbours are there: i64.
    Extent,
    Stride,
    /// The base of workspace region `number`, `offset` bytes into it. Where a
    /// case has no workspace, the base of something that must not be accessed.
    Region,
    /// The i32 constant `number`.
    Constant,
    /// The i64 `size`.
    Size,
    /// Elements of the op, or of each of its rows: i64.
    Elements,
    /// Elements as an i32, for an op that is limited to as many.
    Elements32,
    /// Tiles of the op, or of each of its rows: i32.
    Tiles,
    /// Rows of the op, or 1: i64.
    Rows,
    /// The sizes of these names in the launch's schedule: i64.
    Blocks,
    PerBlock,
    /// Which round of a launch it is that is done in rounds: i32, from 0 on.
    Round,
    /// Value `number` of the parameter `name` of the launch.
    Param
  };

  static LaunchValue scalar(Value value) { return {Kind::Scalar, value}; }
  static LaunchValue buffer(Value memref) { return {Kind::Buffer, memref}; }
  static LaunchValue extent(Value memref, int64_t dim) {
    return {Kind::Extent, memref, dim};
  }
  static LaunchValue stride(Value memref, int64_t dim) {
    return {Kind::Stride, memref, dim};
  }
  static LaunchValue region(unsigned region, int64_t offset = 0) {
    return {Kind::Region, Value(), region, offset};
  }
  static LaunchValue constant(int32_t value) {
    return {Kind::Constant, Value(), value};
  }
  static LaunchValue param(StringRef name, unsigned number) {
    return {Kind::Param, Value(), number, /*offset=*/0, name};
  }

  bool operator==(const LaunchValue &other) const {
    return kind == other.kind && value == other.value &&
           number == other.number && offset == other.offset &&
           name == other.name;
  }

  Kind kind;
  Value value = {};
  int64_t number = 0, offset = 0;
  StringRef name = {};
  std::optional<prim::Size> size = std::nullopt;
};

/// A kernel, emitted where a launch of it is.
struct PlanKernel {
  llvm::StringLiteral name;
  unsigned blockSize;
  /// Fills the body.
  std::function<void(KernelBuilder &)> emit;
  /// As in TileShape.
  unsigned minBlocks = 0;
  /// Blocks of a cluster.
  unsigned clusterBlocks = 1;
};

struct PlanLaunch {
  /// Gives the kernel's parameters their values: all of those that it has, and
  /// no others.
  PlanLaunch &pass(const I32Param &param, int32_t value);
  PlanLaunch &pass(const SizeParam &param, const Size &size);
  PlanLaunch &pass(const BasesParam &param, ArrayRef<LaunchValue> bases);
  /// The value of a parameter of the kernel.
  const LaunchValue &lookup(const LaunchValue &param) const;

  unsigned kernel;
  LaunchSchedule schedule = LaunchSchedule::blockPerTile();
  /// Values of parameters by name, in the order in which they were passed.
  llvm::MapVector<StringRef, SmallVector<LaunchValue>> params = {};
};

/// A condition of a case besides its number of elements: one size is at most
/// another one.
struct CaseGuard {
  /// The device holds so many blocks of the case's launch, a cooperative one,
  /// at once.
  static CaseGuard holds(const Size &blocks) {
    return {blocks, Size::resident(), "the device holds its blocks"};
  }
  /// A group of rows has several blocks of such a launch.
  static CaseGuard sharesRows(const LaunchSchedule &schedule) {
    return {2, schedule.blocks, "blocks share a row"};
  }
  /// A memref has at most `most` elements along a dimension.
  static CaseGuard hasUpTo(Value memref, int64_t dim, int64_t most) {
    return {Size::extent(memref, dim), most, "few are taken"};
  }
  /// The memrefs of some pair begin at one address.
  static CaseGuard sharesMemory(ArrayRef<std::pair<Value, Value>> pairs) {
    return {1, Size::sameMemory(pairs), "buffers are the same"};
  }

  Size size, most;
  /// How it is printed.
  llvm::StringLiteral text;
};

/// The launches for up to a number of elements (of a row).
struct PlanCase {
  int64_t maxElements = INT64_MAX;
  bool usesWorkspace = false;
  SmallVector<PlanLaunch> launches = {};
  /// The tile of this case, if it is not the plan's. Regions are as large in
  /// any case.
  std::optional<TileShape> tile = std::nullopt;
  /// If the guard fails, the next case is taken, which is for as many elements.
  std::optional<CaseGuard> guard = std::nullopt;
  /// All that its launches need zero are so many bytes at the start of the
  /// workspace, and one that is `initialized` they leave zero. With 0 the host
  /// clears one that is `initialized` afterwards, and none before.
  std::optional<int64_t> zeroBytes = std::nullopt;
  /// The most rows that the launches of this case are for, if not one for each
  /// of the blocks that a launch may have.
  std::optional<int64_t> maxRows = std::nullopt;
};

/// More elements are an error status.
struct PlanLimit {
  int64_t maxElements;
  /// The message after the op's name, in which `{}` stands for the number
  /// found.
  std::string text;
};

struct DevicePlan {
  /// The byte offset of a region behind others of a fixed size only.
  int64_t getFixedOffset(unsigned region) const {
    int64_t offset = 0;
    for (const WorkspaceRegion &before : ArrayRef(regions).take_front(region)) {
      assert(before.isFixed() && "the offset depends on the op's size");
      offset += llvm::alignTo(*before.bytes.getConstant(), workspaceAlignment);
    }
    return offset;
  }

  /// Adds a kernel; returns its number, as launches have it.
  unsigned addKernel(llvm::StringLiteral name, unsigned blockSize,
                     std::function<void(KernelBuilder &)> emit) {
    kernels.push_back({name, blockSize, std::move(emit)});
    return kernels.size() - 1;
  }
  /// Adds a kernel whose blocks have a tile of that shape each.
  unsigned addKernel(llvm::StringLiteral name, const TileShape &tile,
                     std::function<void(KernelBuilder &)> emit) {
    kernels.push_back({name, tile.blockSize, std::move(emit), tile.minBlocks});
    return kernels.size() - 1;
  }

  /// Bytes of the state of a grid op on `types` for so many tiles: of each row,
  /// where the op goes by rows.
  Size getStates(ArrayRef<Type> types, const Size &gridTiles) const {
    Size states = Size::gridState(types, gridTiles);
    return rows.isByRow()
               ? states.alignTo(WorkspaceRegion::rowAlignment) * Size::rows()
               : states;
  }

  /// Says on one line what the host does: the tile as a tuning attribute that
  /// an op can be given, the regions of the workspace, and what is launched for
  /// how many elements.
  void print(llvm::raw_ostream &os, TuningAttr tuning,
             MLIRContext *context) const;

  TileShape tile;
  RowForm rows = {};
  SmallVector<PlanLimit> limits = {};
  /// Regions that must be zero come first.
  SmallVector<WorkspaceRegion> regions = {};
  SmallVector<PlanKernel> kernels = {};
  /// By ascending sizes; the last one has no bound and no guard.
  std::vector<PlanCase> cases = {};
  /// The result of lowerReads(); not the algorithm's affair.
  llvm::MapVector<Value, Value> loaded = {};
};

/// The case of an empty buffer of which there is nothing to write but that the
/// `counts` of `op`, buffers of rank 0, are zero; its kernel is added to
/// `plan`.
PlanCase addEmptyCounts(DeviceOpInterface op, ValueRange counts,
                        DevicePlan &plan);
/// A count (i32, not negative) as an array of i32, i64 or index has it.
Value widenCount(KernelBuilder &kernel, const MemoryArray &array, Value count);
/// Writes a count (i32, not negative) to a buffer of i32, i64 or index.
void storeCount(KernelBuilder &kernel, const MemoryArray &array, Value count);
/// How many elements a buffer of counted results holds, i32.
Value getCapacity(KernelBuilder &kernel, Value out);

/// Makes loads in regions of `op` what kernels can do, after which the op only
/// serves as a source of regions. Returns values of the host function that
/// stand for the elements of rank-0 buffers, with the buffers: kernels load
/// them, and host code must not use them.
llvm::MapVector<Value, Value> lowerReads(DeviceOpInterface op);

/// Replaces what `op` does by the host code and the kernels of `plan`; the op
/// itself is left to the caller.
void lowerByPlan(DeviceOpInterface op, const DevicePlan &plan,
                 DeviceContext &context);

/// The bytes (index) of workspace of `op`, in front of `asker`.
Value emitWorkspaceBytes(DeviceOpInterface op, const DevicePlan &plan,
                         const DeviceContext &context, Operation *asker);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICEPLAN_H
