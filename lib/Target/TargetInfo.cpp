//===- TargetInfo.cpp - Facts about chips -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the row of a chip or of an operation, and derives facts from it.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace mlir::prim;

std::string TargetInfo::knownChips() {
  return llvm::join(
      llvm::map_range(chips,
                      [](const Chip &row) { return std::string(row.chip); }),
      ", ");
}

/// The TargetInfo of `row` in waves of `wave` lanes.
static TargetInfo makeInfo(const Chip &row, unsigned wave) {
  ChipUnits units = row.units;
  // A wave with twice the lanes takes twice the register space.
  units.registers = units.registers * row.waveSize / wave;
  units.registerGranule = units.registerGranule * row.waveSize / wave;
  return TargetInfo{row.family,
                    row.chip,
                    wave,
                    row.ldsBytes,
                    row.maxBlockSize,
                    row.accessBytes,
                    row.encoding.flatOffsetBits,
                    units,
                    row.crossLane,
                    row.fixedFeatures};
}

unsigned TargetInfo::getBlocksPerUnit(unsigned blockSize, unsigned registers,
                                      unsigned blockLdsBytes) const {
  if (blockSize > maxBlockSize || blockLdsBytes > ldsBytes)
    return 0;
  unsigned used = llvm::alignTo(std::max(registers, 1u), units.registerGranule);
  unsigned waves = std::min(units.wavesPerSimd, units.registers / used);
  unsigned blocks =
      waves * units.simds / llvm::divideCeil(std::max(blockSize, 1u), waveSize);
  if (unsigned taken = blockLdsBytes + getFamily().reservedLdsBytes)
    blocks = std::min(blocks, units.ldsBytes / taken);
  return blocks;
}

bool TargetInfo::hasOwnDialect(StringRef dialect) const {
  return llvm::is_contained(llvm::split(StringRef(getFamily().dialects), ','),
                            dialect);
}

std::vector<TargetInfo> TargetInfo::all() {
  std::vector<TargetInfo> targets;
  for (const Chip &row : chips) {
    targets.push_back(makeInfo(row, row.waveSize));
    if (row.wave32 && row.wave64)
      targets.push_back(makeInfo(row, row.waveSize == 32 ? 64 : 32));
  }
  return targets;
}

Attribute TargetInfo::createAttribute(MLIRContext *context,
                                      llvm::StringRef features,
                                      unsigned optLevel,
                                      llvm::StringRef abi) const {
  switch (family) {
  case TargetFamily::AMDGPU:
    return ROCDL::ROCDLTargetAttr::get(context, optLevel, getTriple(), chip,
                                       features, abi);
  case TargetFamily::NVPTX:
    return NVVM::NVVMTargetAttr::get(context, optLevel, getTriple(), chip,
                                     features);
  }
  llvm_unreachable("covered switch");
}

void mlir::prim::registerTargetDialects(DialectRegistry &registry) {
  registry.insert<NVVM::NVVMDialect, ROCDL::ROCDLDialect>();
}

std::string TargetInfo::getFeatures() const {
  const Chip *row = llvm::find_if(chips, [&](const Chip &candidate) {
    return StringRef(candidate.chip) == chip;
  });
  if (row == std::end(chips) || row->waveSize == waveSize)
    return "";
  return ("+wavefrontsize" + Twine(waveSize)).str();
}

/// The wave size that `features` select for a chip. On failure returns nothing
/// and sets `error`: a feature is malformed, not of the chip, or contradicts
/// another one.
static std::optional<unsigned>
parseFeatures(const Chip &row, StringRef features, std::string &error) {
  llvm::StringMap<bool> settings;
  SmallVector<StringRef> known =
      llvm::to_vector(llvm::split(StringRef(row.features), ','));
  llvm::erase_if(known, [](StringRef name) { return name.empty(); });
  if (row.wave32)
    known.push_back("wavefrontsize32");
  if (row.wave64)
    known.push_back("wavefrontsize64");
  unsigned wave = row.waveSize;
  for (StringRef feature : llvm::split(features, ',')) {
    feature = feature.trim();
    if (feature.empty())
      continue;
    StringRef name = feature.drop_front();
    if (!StringRef("+-").contains(feature.front())) {
      error = ("feature '" + feature + "' must begin with + or -").str();
      return std::nullopt;
    }
    bool on = feature.front() == '+';
    if (!llvm::is_contained(known, name)) {
      StringRef lanes = name;
      if (on && lanes.consume_front("wavefrontsize") &&
          (lanes == "32" || lanes == "64"))
        error = (Twine("chip '") + row.chip + "' does not run waves of " +
                 lanes + " lanes; remove '" + feature + "' from the features")
                    .str();
      else
        error = ("unknown feature '" + name + "'; chip '" + row.chip +
                 "' has " + llvm::join(known, ", "))
                    .str();
      return std::nullopt;
    }
    auto [setting, isNew] = settings.try_emplace(name, on);
    if (!isNew && setting->second == on) {
      error =
          ("features '" + features + "' name '" + name + "' twice; remove one")
              .str();
      return std::nullopt;
    }
    if (!isNew) {
      error = ("features '" + features + "' turn '" + name +
               "' both on and off; remove one")
                  .str();
      return std::nullopt;
    }
    if (on && name == "wavefrontsize32")
      wave = 32;
    else if (on && name == "wavefrontsize64")
      wave = 64;
  }
  auto isSet = [&](unsigned lanes, bool on) {
    auto found = settings.find(("wavefrontsize" + Twine(lanes)).str());
    return found != settings.end() && found->second == on;
  };
  if ((isSet(32, true) && isSet(64, true)) || isSet(wave, false)) {
    error = ("features '" + features +
             "' do not leave one wave size; name one, such as "
             "+wavefrontsize" +
             Twine(row.waveSize))
                .str();
    return std::nullopt;
  }
  return wave;
}

std::optional<TargetInfo> TargetInfo::get(StringRef chip, StringRef features,
                                          std::string &error) {
  const Chip *row = llvm::find_if(chips, [&](const Chip &candidate) {
    return StringRef(candidate.chip) == chip;
  });
  if (row == std::end(chips)) {
    error = ("unknown chip '" + chip + "'; prim knows " + knownChips()).str();
    return std::nullopt;
  }
  std::optional<unsigned> wave = parseFeatures(*row, features, error);
  if (!wave)
    return std::nullopt;
  return makeInfo(*row, *wave);
}

std::pair<StringRef, StringRef> TargetInfo::getNames(Attribute target) {
  if (auto rocdl = dyn_cast<ROCDL::ROCDLTargetAttr>(target))
    return {rocdl.getChip(), rocdl.getFeatures()};
  if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
    return {nvvm.getChip(), nvvm.getFeatures()};
  return {};
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
  auto [chip, features] = getNames(targets[0]);
  if (chip.empty())
    return op->emitOpError("has an unknown target: ") << targets[0];
  std::string error;
  std::optional<TargetInfo> info = TargetInfo::get(chip, features, error);
  if (!info)
    return op->emitOpError(error);
  return *info;
}

FailureOr<unsigned> TargetInfo::getKnownBlockSize(gpu::GPUFuncOp func) const {
  std::optional<ArrayRef<int32_t>> shape = func.getKnownBlockSize();
  if (!shape)
    return 0u;
  if (llvm::any_of(*shape, [](int32_t extent) { return extent < 1; }))
    return func.emitError() << "'" << func.getName()
                            << "' has a known_block_size without threads; "
                               "every dimension is at least 1";
  uint64_t size = 1;
  for (int32_t extent : *shape) {
    size *= extent;
    // The product of three dimensions of 31 bits would overflow.
    if (size > UINT32_MAX)
      break;
  }
  if (size > maxBlockSize)
    return func.emitError()
           << "'" << func.getName() << "' has a known_block_size of "
           << llvm::interleaved(*shape, " x ") << " threads, but " << chip
           << " runs at most " << maxBlockSize << " per block";
  return static_cast<unsigned>(size);
}
