//===- TargetInfo.cpp - What each chip can do -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of the target tables, and finding the row of an operation.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A chip, and which wave sizes it runs.
struct ChipRow {
  llvm::StringLiteral chip;
  TargetFamily family;
  unsigned defaultWave;
  bool wave32, wave64;
  unsigned ldsBytes;
  uint32_t crossLane;
};

constexpr uint32_t gfx9Menu = RowBroadcast | RowShare | DPPWaits | PackedHalves;
constexpr uint32_t gfx10Menu = RowShare | PermlaneX16 | RowXmask | PackedHalves;
constexpr uint32_t gfx11Menu = gfx10Menu | Permlane64 | DPPInVOP3;
constexpr uint32_t gfx12Menu = gfx11Menu | CarryWaits | MinimumInVOP3;

// Workgroup memory per block: 64 KiB on all AMD chips but gfx950, which has
// 160. On NVIDIA 48 KiB are had without asking the driver for more.
constexpr ChipRow chips[] = {
    {"gfx90a", TargetFamily::AMDGPU, 64, false, true, 65536, gfx9Menu},
    {"gfx942", TargetFamily::AMDGPU, 64, false, true, 65536, gfx9Menu},
    {"gfx950", TargetFamily::AMDGPU, 64, false, true, 163840,
     gfx9Menu | PermlaneSwap | MinimumOfThree},
    {"gfx1030", TargetFamily::AMDGPU, 32, true, true, 65536, gfx10Menu},
    {"gfx1100", TargetFamily::AMDGPU, 32, true, true, 65536, gfx11Menu},
    {"gfx1201", TargetFamily::AMDGPU, 32, true, true, 65536, gfx12Menu},
    {"sm_90", TargetFamily::NVPTX, 32, true, false, 49152, 0},
};

} // namespace

std::string TargetInfo::knownChips() {
  return llvm::join(
      llvm::map_range(chips, [](const ChipRow &row) { return row.chip.str(); }),
      ", ");
}

/// What the table says of `row` in waves of `wave` lanes.
static TargetInfo makeInfo(const ChipRow &row, unsigned wave) {
  bool amd = row.family == TargetFamily::AMDGPU;
  return TargetInfo{row.family,
                    row.chip,
                    wave,
                    row.ldsBytes,
                    /*maxBlockSize=*/1024,
                    row.crossLane,
                    amd ? "agent" : "device"};
}

std::vector<TargetInfo> TargetInfo::all() {
  std::vector<TargetInfo> targets;
  for (const ChipRow &row : chips) {
    targets.push_back(makeInfo(row, row.defaultWave));
    if (row.wave32 && row.wave64)
      targets.push_back(makeInfo(row, row.defaultWave == 32 ? 64 : 32));
  }
  return targets;
}

std::string TargetInfo::getFeatures() const {
  const ChipRow *row = llvm::find_if(
      chips, [&](const ChipRow &candidate) { return candidate.chip == chip; });
  if (row == std::end(chips) || row->defaultWave == waveSize)
    return "";
  return ("+wavefrontsize" + Twine(waveSize)).str();
}

std::optional<TargetInfo> TargetInfo::get(StringRef chip, StringRef features,
                                          std::string &error) {
  const ChipRow *row = llvm::find_if(
      chips, [&](const ChipRow &candidate) { return candidate.chip == chip; });
  if (row == std::end(chips)) {
    error = ("unknown chip '" + chip + "'; prim knows " + knownChips()).str();
    return std::nullopt;
  }
  unsigned wave = row->defaultWave;
  for (StringRef feature : llvm::split(features, ',')) {
    feature = feature.trim();
    if (feature == "+wavefrontsize64")
      wave = 64;
    else if (feature == "+wavefrontsize32")
      wave = 32;
  }
  if ((wave == 64 && !row->wave64) || (wave == 32 && !row->wave32)) {
    error =
        ("chip '" + chip + "' does not run waves of " + Twine(wave) +
         " lanes; drop '+wavefrontsize" + Twine(wave) + "' from the features")
            .str();
    return std::nullopt;
  }
  return makeInfo(*row, wave);
}

FailureOr<TargetInfo> TargetInfo::lookup(Operation *op) {
  auto module = dyn_cast<gpu::GPUModuleOp>(op);
  if (!module)
    module = op->getParentOfType<gpu::GPUModuleOp>();
  if (!module)
    return op->emitOpError("is not inside a gpu.module, so it has no target");
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.size() != 1)
    return op->emitOpError("needs exactly one target on its gpu.module, such "
                           "as [#rocdl.target<chip = \"gfx942\">]; "
                           "rocdl-attach-target adds one");
  StringRef chip, features;
  if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(targets[0])) {
    chip = rocdl.getChip();
    features = rocdl.getFeatures();
  } else if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(targets[0])) {
    chip = nvvm.getChip();
    features = nvvm.getFeatures();
  } else {
    return op->emitOpError("has a target that prim does not know: ")
           << targets[0];
  }
  std::string error;
  std::optional<TargetInfo> info = TargetInfo::get(chip, features, error);
  if (!info)
    return op->emitOpError(error);
  return *info;
}
