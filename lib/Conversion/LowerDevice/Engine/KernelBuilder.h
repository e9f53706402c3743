//===- KernelBuilder.h - A kernel of a device op --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder of a kernel's body: arguments by the name under which the launch
// passes them, the op's regions and combiner, ids of threads.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_KERNELBUILDER_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_KERNELBUILDER_H

#include "DeviceContext.h"
#include "DevicePlan.h"
#include "prim/Dialect/Prim/Utils/OptionalTuple.h"

namespace mlir::prim {

/// A kernel of an op, under construction.
class KernelBuilder : public CodeBuilder {
public:
  /// The empty kernel `made` of the plan for `op`.
  KernelBuilder(const DeviceContext &context, Operation *op,
                const DevicePlan &plan, const PlanKernel &made);

  gpu::GPUFuncOp func() const { return kernel; }
  const DeviceContext &device() const { return deviceContext; }
  const TargetInfo &target() const { return deviceContext.getTarget(); }
  /// How the op goes over its operands.
  const RowForm &rows() const { return plan.rows; }

  /// The argument that each launch passes as `value`; index values travel as
  /// i64 and are index again inside.
  Value argument(const LaunchValue &value);
  /// Elements (i64), tiles (i32), blocks and tiles per block (i64).
  Value elements() { return argument({LaunchValue::Kind::Elements}); }
  /// Elements of a row, i64: a constant where it is known, for a kernel whose
  /// blocks have whole rows, much of which then goes away.
  Value rowLength();
  Value tiles() { return argument({LaunchValue::Kind::Tiles}); }
  Value blocks() { return argument({LaunchValue::Kind::Blocks}); }
  Value perBlock() { return argument({LaunchValue::Kind::PerBlock}); }
  /// The base of a workspace region behind regions of a fixed size, counted
  /// from that of region 0: an argument less for what is needed in few places.
  Value region(unsigned region);
  /// The argument that each launch passes for a parameter; base `number` of
  /// several.
  Value param(const I32Param &param);
  Value param(const SizeParam &param);
  Value param(const BasesParam &param, unsigned number = 0);
  /// The elements of memrefs without their strides, which a RowView adds; an
  /// output that is discarded is no memory.
  SmallVector<MemoryArray> bind(ValueRange memrefs);
  /// The elements of a memref of rank 1, with its stride.
  MemoryArray bindStrided(Value memref);
  /// The element with an index (i64) of each of `arrays`, and the same with an
  /// i1 as the byte that is in memory.
  SmallVector<Value> loadElement(ArrayRef<MemoryArray> arrays, Value index);
  SmallVector<Value> loadWide(ArrayRef<MemoryArray> arrays, Value index);
  /// The values that a fold (of the row in `view`) starts from: scalars are
  /// passed, buffers are read. Empty if `init` is.
  SmallVector<Value> loadInit(ValueRange init, RowView *view = nullptr);
  /// The state of row `row` (i32, null for the only one) where each has `bytes`
  /// (index), the first of them at `base`.
  Value stateOfRow(Value base, Value bytes, Value row);
  /// The bytes (index) that `tiles` tiles (i32) take to tell each other values
  /// of `types`, as prim.grid_state_size has them.
  Value stateBytes(Value tiles, ArrayRef<Type> types, IntegerAttr chains = {},
                   IntegerAttr bits = {});
  /// Zeroes `bytes` (index) at `base`, whole words of 8 bytes, with `threads`
  /// threads of which this one is number `thread` (i32).
  void clear(Value base, Value bytes, Value thread, int32_t threads);

  /// The fold of the op that is lowered, for use in the kernel.
  Combiner combiner();
  /// The kernel's value for each value that `region` of the op uses from
  /// outside of it.
  const IRMapping &capturesOf(Region &region) {
    captureRegion(region);
    return captures;
  }
  /// Applies a prologue or epilogue of the op to one tuple; an empty region
  /// leaves it alone. `index` (i64) is the element's, for a prologue that takes
  /// it.
  SmallVector<Value> map(Region &region, ValueRange values, Value index = {});

  /// The results of an op for `fold`: from `init` (may be empty) on, and
  /// mapped. An absent fold is the identity, if there is one.
  SmallVector<Value> finishFold(Region &epilogue, const Combiner &combiner,
                                const OptionalTuple &fold, ValueRange init);

  /// i32 linear thread id of the 1-D block, and i32 lane and wave (uniform)
  /// ids.
  Value threadId();
  Value laneId();
  Value waveId();
  Value blockId();
  /// Whether this is thread 0 of the block.
  Value isFirstThread();

  /// A workgroup variable of the kernel's own: `count` elements of `type`.
  MemoryArray workgroupArray(Type type, unsigned count, StringRef name);
  void barrier();

  /// The row that is the quotient of `number`, which becomes the remainder, and
  /// what `perRow` gives, both of one type; null for the only row.
  Value splitRow(Value &number, llvm::function_ref<Value()> perRow);

  /// The number of this thread in the grid, and how many there are; i64.
  std::pair<Value, Value> gridThreads();
  /// Emits `body` for the numbers (i32) below `count`, which the threads of the
  /// block take in turns; unrolled.
  void forBlockStride(int64_t count, llvm::function_ref<void(Value)> body);
  /// A loop over what blocks take in turns: from the block's number on, by as
  /// many as there are.
  void forGridStride(Value end, llvm::function_ref<void(Value)> body);

  /// Begins the kernel such that its launches may overlap with the ones before
  /// them.
  void waitForPrevious();

  /// Ends the kernel.
  void finish();
  /// The values that launches pass, argument by argument.
  ArrayRef<LaunchValue> getLaunchValues() const { return passed; }

  unsigned blockSize() const { return block; }

private:
  /// Where what the whole kernel uses is made.
  CodeBuilder atTop();
  Type typeOf(const LaunchValue &value);
  Value addArgument(const LaunchValue &value, Type type);
  /// Makes `host` (a scalar of the host function) available in the kernel:
  /// constants are copied, so that they fold; elements of rank-0 buffers are
  /// loaded; everything else is passed.
  void capture(Value host);
  /// Makes all that `region` uses from outside of it available in the kernel.
  void captureRegion(Region &region);

  const DeviceContext &deviceContext;
  Operation *op;
  const DevicePlan &plan;
  gpu::GPUFuncOp kernel;
  unsigned block;
  SmallVector<LaunchValue> passed;
  SmallVector<Value> arguments;
  IRMapping captures;
  llvm::SmallPtrSet<Region *, 4> captured;
  Value thread, lane, wave;
};

/// max(count, 1) for an i32 that is positive anyway, in the form in which the
/// ops' verifiers see that it is.
Value atLeastOne(CodeBuilder &b, Value count);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_KERNELBUILDER_H
