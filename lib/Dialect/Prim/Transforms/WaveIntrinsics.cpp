//===- WaveIntrinsics.cpp - Wave-wide queries *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One form per target family.
//
//===----------------------------------------------------------------------===//

#include "WaveIntrinsics.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;
using namespace mlir::prim;

/// All lanes of a warp, as the NVVM ops take them.
static Value allLanes(OpBuilder &builder, Location loc) {
  return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
}

Value mlir::prim::createBallot(OpBuilder &builder, Location loc,
                               const TargetInfo &target, Value predicate) {
  // ballot.i32 aborts LLVM on wave64; the 64-bit form is fine everywhere.
  if (target.isAMD())
    return ROCDL::BallotOp::create(builder, loc, builder.getI64Type(),
                                   predicate);
  Value ballot = NVVM::VoteSyncOp::create(builder, loc, builder.getI32Type(),
                                          allLanes(builder, loc), predicate,
                                          NVVM::VoteSyncKind::ballot);
  return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), ballot);
}

Value mlir::prim::createReadFirstLane(OpBuilder &builder, Location loc,
                                      const TargetInfo &target, Value value) {
  if (target.isAMD())
    return ROCDL::ReadfirstlaneOp::create(builder, loc, value.getType(), value);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value clamp = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(target.waveSize - 1));
  return NVVM::ShflOp::create(builder, loc, value.getType(),
                              allLanes(builder, loc), value, zero, clamp,
                              NVVM::ShflKind::idx, UnitAttr());
}

void mlir::prim::createBlockBarrier(OpBuilder &builder, Location loc,
                                    const TargetInfo &target) {
  // On AMD gpu.barrier would also drain global memory.
  if (target.isAMD())
    amdgpu::LDSBarrierOp::create(builder, loc);
  else
    gpu::BarrierOp::create(builder, loc);
}
