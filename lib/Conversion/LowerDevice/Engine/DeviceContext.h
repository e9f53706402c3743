//===- DeviceContext.h - The module that kernels go to --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// State that the device ops of a module share while they are lowered: the
// kernels, their target and the limits.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICECONTEXT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICECONTEXT_H

#include "prim/Conversion/DeviceLimits.h"
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
  /// Whether launches of one op may overlap.
  bool overlapsLaunches() const {
    return limits.overlapped && target.has(OverlapsLaunches);
  }
  /// Whether batches of copies go by aligned words.
  bool copiesByWords() const {
    return limits.copyWords.value_or(target.alignsAccesses());
  }
  /// Whether tiles of blocks that take several begin at aligned elements.
  bool alignsTiles() const {
    return limits.alignTiles.value_or(target.alignsAccesses());
  }
  /// Most blocks of `blockSize` threads that one launch may have.
  int64_t getMaxGrid(unsigned blockSize) const {
    // HIP and CUDA count blocks with a sign.
    return std::min<int64_t>(limits.maxLaunchThreads / blockSize, INT32_MAX);
  }
  /// Most blocks that work is split into whose blocks take several tiles.
  int64_t getMaxBlocks(unsigned blockSize) const;
  /// Most blocks where each leaves a partial result, and where these are of a
  /// device-wide reduction.
  int64_t getMaxPartials(unsigned blockSize) const;
  int64_t getMaxReduceBlocks(unsigned blockSize) const;

  /// The kernel that launches use instead of `kernel`, which has just been
  /// made: an equal one that is there already, in which case `kernel` is
  /// erased, else itself under a name of its own, made from `name`.
  gpu::GPUFuncOp share(gpu::GPUFuncOp kernel, StringRef name);

  /// Emits "<op> <what> is not implemented on <chip>" at `op` and fails. `what`
  /// is an algorithm of the tuning, which the diagnostic says to remove.
  LogicalResult notLowered(Operation *op, const Twine &what) const;

private:
  gpu::GPUModuleOp kernels;
  TargetInfo target;
  DeviceLimits limits;
  /// Kernels by a hash of their bodies.
  llvm::DenseMap<size_t, SmallVector<gpu::GPUFuncOp, 1>> shared;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICECONTEXT_H
