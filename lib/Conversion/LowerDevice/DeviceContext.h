//===- DeviceContext.h - Kernels and host code of device ops --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowering of a device op builds with: kernels in the module
// `@prim_kernels`, and host code around the op that finds addresses and sizes,
// provides a workspace and launches.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICECONTEXT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICECONTEXT_H

#include "../LowerBlock/BlockContext.h"
#include "prim/Conversion/DeviceLimits.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"
#include "prim/Target/Tuning.h"

namespace mlir::prim {

/// The module with the kernels, and its target.
class DeviceContext {
public:
  DeviceContext(gpu::GPUModuleOp kernels, TargetInfo target,
                const DeviceLimits &limits)
      : kernels(kernels), target(target), limits(limits) {}

  const TargetInfo &getTarget() const { return target; }
  gpu::GPUModuleOp getKernels() const { return kernels; }
  const DeviceLimits &getLimits() const { return limits; }
  /// Most blocks of `blockSize` threads that one launch may have.
  int64_t getMaxGrid(unsigned blockSize) const {
    return limits.maxLaunchThreads / blockSize;
  }
  /// Most blocks that work is split into whose blocks take several tiles.
  int64_t getMaxBlocks(unsigned blockSize) const;

  /// A name derived from `base` that no symbol of the module has yet.
  std::string uniqueName(StringRef base);

  /// The tile of `op`: what its tuning attribute says, else the table's row for
  /// its elements.
  TileShape getTile(DeviceOpInterface op) const;

  /// Emits "<op> <what> is not lowered yet on <chip>" at `op` and fails.
  LogicalResult notLowered(Operation *op, const Twine &what) const;

private:
  gpu::GPUModuleOp kernels;
  TargetInfo target;
  DeviceLimits limits;
};

/// A kernel under construction. Its arguments are declared one by one together
/// with the host value that each launch passes; constants that regions capture
/// are copied into the kernel instead.
class KernelBuilder {
public:
  KernelBuilder(DeviceContext &context, Location loc, StringRef name,
                unsigned blockSize);

  OpBuilder &b() { return builder; }
  Location loc() const { return location; }
  gpu::GPUFuncOp func() const { return kernel; }
  const TargetInfo &target() const { return context.getTarget(); }

  /// Declares an argument; `host` is what launches pass. Index values travel as
  /// i64 and are index again inside.
  Value argument(Value host);
  /// Declares an argument of `type` that each launch gives a value of its own.
  Value parameter(Type type);
  /// The same for a base in device memory.
  Value baseParameter();
  /// Makes `host` (a scalar of the host function) available in the kernel,
  /// and records it in mapping().
  Value capture(Value host);
  /// Captures all values that `region` uses from outside of it.
  void captureRegion(Region &region);
  const IRMapping &mapping() const { return captures; }

  /// i32 linear thread id of the 1-D block, and i32 lane and wave (uniform)
  /// ids.
  Value threadId();
  Value laneId();
  Value waveId();
  Value blockId();

  /// A workgroup variable of the kernel's own: `count` elements of `type`.
  MemoryArray workgroupArray(Type type, unsigned count, StringRef name);
  void barrier();

  /// `if (condition) body` in the kernel; the builder stands inside during
  /// `body`.
  void ifThen(Value condition, llvm::function_ref<void()> body);

  /// Ends the kernel.
  void finish();

  /// Launches `blocks` (i64) blocks of the kernel; `parameters` are the values
  /// of its parameters, in the order of their declaration.
  void launch(HostBuilder &host, Value blocks, ValueRange parameters);

  unsigned blockSize() const { return block; }

private:
  DeviceContext &context;
  OpBuilder builder;
  Location location;
  gpu::GPUFuncOp kernel;
  unsigned block;
  SmallVector<Value> operands;
  IRMapping captures;
  Value thread, lane, wave;
};

/// The workspace of `op`, at least `bytes` (i64): the op's own, after checks at
/// run time, or one allocated here. `body` gets its memref. The first
/// `clearBytes` (i64) are zero at that point: cleared here, unless the
/// workspace is an initialized one, which the lowering must leave zero again.
void withWorkspace(HostBuilder &host, DeviceOpInterface op, Value bytes,
                   Value clearBytes, llvm::function_ref<void(Value)> body);

/// What a fold starts from, as a kernel sees it: scalars are captured, rank-0
/// buffers are read. Empty if `init` is.
SmallVector<Value> loadInit(KernelBuilder &kernel, HostBuilder &host,
                            ValueRange init);

/// Applies a prologue or epilogue region to one tuple; an empty region leaves
/// it alone. `index` (i64) is the element's, for a prologue that takes it.
SmallVector<Value> applyMap(KernelBuilder &kernel, Region &region,
                            ValueRange values, Value index = {});

/// max(count, 1) for an i32 that is positive anyway, in the form in which the
/// ops' verifiers see that it is.
Value atLeastOne(OpBuilder &builder, Location loc, Value count);

/// The elements of memrefs as arrays in a kernel, which gets their addresses as
/// arguments.
SmallVector<MemoryArray> bindBuffers(KernelBuilder &kernel, HostBuilder &host,
                                     ValueRange memrefs);

/// Byte alignment of every part of a workspace, and of the whole.
constexpr int64_t workspaceAlignment = 256;

/// Contiguous operands, folded flat or along their only dimension, are all that
/// is lowered so far; anything else is diagnosed.
LogicalResult checkOperands(DeviceOpInterface op, DeviceContext &context);

/// Emits the checks of the sizes that are only known at run time: none is
/// negative, and all operands have the sizes that the first input asks for.
void emitSizeChecks(DeviceOpInterface op, HostBuilder &host);

/// Emits the check that `op`, whose every tile of `tile.items()` elements takes
/// a block, can launch a block for each of `elements` (i64) / tile.items()
/// tiles.
void emitLaunchCheck(DeviceOpInterface op, HostBuilder &host,
                     const DeviceContext &context, const TileShape &tile,
                     Value elements);

/// The lowerings; each replaces the op or fails with a diagnostic. Inside a
/// prim.workspace_size the second form gives the bytes (i64) instead.
LogicalResult lowerDeviceReduce(DeviceReduceOp op, DeviceContext &context);
LogicalResult lowerDeviceScan(DeviceScanOp op, DeviceContext &context);
LogicalResult lowerDeviceSort(DeviceSortOp op, DeviceContext &context);
FailureOr<Value> emitReduceWorkspaceBytes(DeviceReduceOp op, HostBuilder &host,
                                          DeviceContext &context);
FailureOr<Value> emitScanWorkspaceBytes(DeviceScanOp op, HostBuilder &host,
                                        DeviceContext &context);
FailureOr<Value> emitSortWorkspaceBytes(DeviceSortOp op, HostBuilder &host,
                                        DeviceContext &context);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICECONTEXT_H
