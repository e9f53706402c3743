//===- OwnOperations.cpp - AMD's operations in a user's kernel -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of the rocdl and amdgpu dialects, calls of AMD's intrinsics and
// inline assembly are allowed in a kernel with prim's ops. This file determines
// which of them a chip has, and how their results vary over lanes.
//
//===----------------------------------------------------------------------===//

#include "OwnOperations.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Features of chips
//===----------------------------------------------------------------------===//

/// The feature that a DPP control needs beyond those of all chips.
static std::optional<CrossLaneFeature> getDppFeature(unsigned control) {
  if (control >= 0x130 && control <= 0x13f)
    return RowBroadcast; // Chips with row_bcast shift whole waves too.
  if (control == 0x142 || control == 0x143)
    return RowBroadcast;
  if (control >= 0x150 && control <= 0x15f)
    return RowShare;
  if (control >= 0x160 && control <= 0x16f)
    return RowXmask;
  return std::nullopt;
}

static std::optional<CrossLaneFeature> getFeature(Operation *op) {
  using Feature = std::optional<CrossLaneFeature>;
  return llvm::TypeSwitch<Operation *, Feature>(op)
      .Case([](ROCDL::DPPUpdateOp dpp) {
        return getDppFeature(dpp.getDppCtrl());
      })
      .Case<amdgpu::DPPOp>([](amdgpu::DPPOp dpp) -> Feature {
        switch (dpp.getKind()) {
        case amdgpu::DPPPerm::wave_shl:
        case amdgpu::DPPPerm::wave_shr:
        case amdgpu::DPPPerm::wave_rol:
        case amdgpu::DPPPerm::wave_ror:
        case amdgpu::DPPPerm::row_bcast_15:
        case amdgpu::DPPPerm::row_bcast_31:
          return RowBroadcast;
        default:
          return std::nullopt;
        }
      })
      .Case<ROCDL::PermlaneX16Op>([](auto) { return PermlaneX16; })
      .Case<ROCDL::Permlane16SwapOp, ROCDL::Permlane32SwapOp>(
          [](auto) { return PermlaneSwap; })
      .Case([](amdgpu::PermlaneSwapOp) { return PermlaneSwap; })
      .Case([](LLVM::CallIntrinsicOp call) -> Feature {
        return llvm::StringSwitch<Feature>(call.getIntrin())
            .Case("llvm.amdgcn.permlane16", PermlaneX16)
            .Case("llvm.amdgcn.permlanex16", PermlaneX16)
            .Case("llvm.amdgcn.permlane64", Permlane64)
            .Case("llvm.amdgcn.permlane16.swap", PermlaneSwap)
            .Case("llvm.amdgcn.permlane32.swap", PermlaneSwap)
            .Default(std::nullopt);
      })
      .Default(std::nullopt);
}

/// HIP's run time replaces these sequences in formats, in which a compiler for
/// OpenCL has escaped the characters.
static LogicalResult verifyFormat(gpu::PrintfOp op) {
  StringRef text = op.getFormat();
  for (size_t at = text.find('\\'); at != StringRef::npos;
       at = text.find('\\', at + 1)) {
    StringRef next = text.drop_front(at + 1);
    if (next.starts_with("72") ||
        (!next.empty() && StringRef("abfnrv").contains(next.front())))
      return op.emitOpError("has a format with a backslash before '")
             << next.front()
             << "', which HIP's run time prints as another character; print "
                "the backslash with '%c' and the argument 92";
  }
  return success();
}

LogicalResult mlir::prim::verifyAMDOperation(Operation *op,
                                             const TargetInfo &target) {
  std::optional<CrossLaneFeature> feature = getFeature(op);
  if (feature && !target.has(*feature))
    return op->emitOpError("is an operation that ")
           << target.chip
           << " does not have; use prim's warp ops, which select operations of "
              "the chip";
  if (auto ballot = dyn_cast<ROCDL::BallotOp>(op))
    if (ballot.getType().getIntOrFloatBitWidth() < target.waveSize)
      return op->emitOpError("gives ")
             << ballot.getType() << ", but a wave has " << target.waveSize
             << " lanes; use i64";
  if (auto print = dyn_cast<gpu::PrintfOp>(op))
    return verifyFormat(print);
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  if (!call)
    return success();
  StringRef name = call.getIntrin();
  llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  if (id == llvm::Intrinsic::not_intrinsic)
    return op->emitOpError("names an intrinsic that LLVM does not know: ")
           << name;
  if (llvm::Intrinsic::isTargetIntrinsic(id) &&
      !name.starts_with("llvm.amdgcn.") && !name.starts_with("llvm.r600."))
    return op->emitOpError("names an intrinsic of another target: ") << name;
  return success();
}

//===----------------------------------------------------------------------===//
// Sources of lanes' values
//===----------------------------------------------------------------------===//

/// The target's name of the operation of `op`, an op of the target or an
/// intrinsic call; empty for any other op.
static StringRef getTargetName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op)) {
    name = call.getIntrin();
    return name.consume_front("llvm.amdgcn.") ? name : StringRef();
  }
  return name.consume_front("rocdl.") ? name : StringRef();
}

/// Whether all results of an assembly statement are in scalar registers.
/// Results in vector registers may be divergent: a kernel starts with the
/// lane's id in one.
static bool hasScalarResults(LLVM::InlineAsmOp assembly) {
  SmallVector<StringRef> constraints;
  assembly.getConstraints().split(constraints, ',');
  return llvm::all_of(constraints, [](StringRef constraint) {
    if (!constraint.consume_front("="))
      return true;
    constraint.consume_front("&");
    constraint.consume_front("{");
    return constraint.starts_with("s");
  });
}

/// The dimension at the end of the name of a target's id or count.
static std::optional<unsigned> getDimension(StringRef name, StringRef prefix) {
  if (!name.consume_front(prefix) || name.size() != 1)
    return std::nullopt;
  return name[0] - 'x';
}

std::optional<std::pair<LaneSource, unsigned>>
mlir::prim::getAMDLaneSource(Operation *op) {
  using Source = std::pair<LaneSource, unsigned>;
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    return Source(
        hasScalarResults(assembly) ? LaneSource::Wave : LaneSource::Lane, 0);
  StringRef name = getTargetName(op);
  if (name.empty())
    return std::nullopt;
  if (std::optional<unsigned> dimension = getDimension(name, "workitem.id."))
    return Source(LaneSource::ThreadId, *dimension);
  if (std::optional<unsigned> dimension = getDimension(name, "workgroup.dim."))
    return Source(LaneSource::BlockDim, *dimension);
  struct Row {
    StringLiteral prefix;
    LaneSource source;
  };
  static constexpr Row rows[] = {
      {"workgroup.id.", LaneSource::Block}, {"grid.dim.", LaneSource::Block},
      {"cluster.", LaneSource::Block},      {"readfirstlane", LaneSource::Wave},
      {"readlane", LaneSource::Wave},       {"ballot", LaneSource::Wave},
      {"mbcnt", LaneSource::Lane},          {"ds_swizzle", LaneSource::Lane},
      {"ds.swizzle", LaneSource::Lane},     {"ds_bpermute", LaneSource::Lane},
      {"ds.bpermute", LaneSource::Lane},    {"ds.permute", LaneSource::Lane},
      {"update.dpp", LaneSource::Lane},     {"mov.dpp", LaneSource::Lane},
      {"permlane", LaneSource::Lane},       {"mfma", LaneSource::Lane},
      {"smfmac", LaneSource::Lane},         {"wmma", LaneSource::Lane},
      {"swmmac", LaneSource::Lane},         {"writelane", LaneSource::Lane},
  };
  for (const Row &row : rows)
    if (name.starts_with(row.prefix))
      return Source(row.source, 0);
  return std::nullopt;
}
