//===- TargetInfo.h - Facts about chips -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target tables. All facts about a chip that lowerings depend on are looked
// up here and nowhere else: wave size, workgroup memory, cross-lane features,
// tuning. The rows are in Chips.h.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TARGETINFO_H
#define PRIM_TARGET_TARGETINFO_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "prim/Target/Chips.h"
#include <optional>
#include <vector>

namespace mlir::gpu {
class GPUFuncOp;
} // namespace mlir::gpu

namespace mlir::prim {

/// One chip in one wave size.
struct TargetInfo {
  TargetFamily family;
  /// As in `#rocdl.target<chip = ...>` or `#nvvm.target<chip = ...>`.
  llvm::StringRef chip;
  /// Lanes of a wave (warp).
  unsigned waveSize;
  /// Bytes of workgroup (shared) memory that one block may use.
  unsigned ldsBytes;
  /// Threads that one block may have.
  unsigned maxBlockSize;
  /// Bytes of the widest load or store of a lane.
  unsigned accessBytes;
  /// Bits of the signed constant offset of global memory accesses; 0 if
  /// unknown.
  unsigned offsetBits;
  /// The units of the chip: their SIMDs, registers and memory. Registers are
  /// counted per lane of a wave of this size.
  ChipUnits units;
  /// Set of CrossLaneFeature.
  uint32_t crossLane;
  /// Target features that LLVM gets in addition to those of the target's
  /// attribute, with signs, comma separated.
  llvm::StringRef fixedFeatures;

  bool isAMD() const { return family == TargetFamily::AMDGPU; }
  /// The name of the family in messages.
  llvm::StringRef getFamilyName() const { return getFamily().name; }
  /// The facts about the family.
  const Family &getFamily() const { return prim::getFamily(family); }
  /// Whether kernels for the family may have operations of `dialect` that other
  /// families do not have.
  bool hasOwnDialect(llvm::StringRef dialect) const;
  bool has(CrossLaneFeature feature) const { return crossLane & feature; }

  bool alignsAccesses() const { return getFamily().alignsAccesses; }
  bool acquiresForBlock() const { return getFamily().acquiresForBlock; }

  /// Whether any lane of a wave can read any other. From gfx10 on ds_bpermute
  /// stays within 32 lanes, so a wave64 needs v_permlane64 to fetch the other
  /// half.
  bool readsAnyLane() const {
    return waveSize == 32 || has(RowBroadcast) || has(Permlane64);
  }

  /// Blocks of `blockSize` threads that a unit can hold at once, with
  /// `registers` vector registers per thread and `blockLdsBytes` of workgroup
  /// memory per block; 0 if not even one fits.
  unsigned getBlocksPerUnit(unsigned blockSize, unsigned registers,
                            unsigned blockLdsBytes) const;

  /// Threads that all units together can hold at once.
  unsigned getResidentThreads() const {
    return units.count * units.simds * units.wavesPerSimd * waveSize;
  }

  /// Threads of a block of `func` by its known_block_size, or 0 without that
  /// attribute. Emits an error at `func` if a dimension is below 1, or if this
  /// target does not support so many threads.
  FailureOr<unsigned> getKnownBlockSize(gpu::GPUFuncOp func) const;

  /// The row of `chip`, in the wave size selected by `features`
  /// ("+wavefrontsize64" and the like, comma separated). On failure `error`
  /// describes the problem and its fix. Features that the chip lacks, or that
  /// contradict each other, are errors because LLVM would ignore them or abort.
  static std::optional<TargetInfo>
  get(llvm::StringRef chip, llvm::StringRef features, std::string &error);

  /// The target in the `targets` of the `gpu.module` around (or at) `op`. Emits
  /// an error at `op` if there is none, more than one, or one that prim does
  /// not support.
  static FailureOr<TargetInfo> lookup(Operation *op);

  /// The chip and the features in the attribute of a target; empty for an
  /// unknown kind of attribute.
  static std::pair<llvm::StringRef, llvm::StringRef> getNames(Attribute target);

  /// The chips that prim compiles for, comma separated, for diagnostics.
  static std::string knownChips();

  /// All chips in every wave size they support, the default wave size of a chip
  /// first.
  static std::vector<TargetInfo> all();

  /// LLVM's name of the family.
  llvm::StringRef getTriple() const { return getFamily().triple; }

  /// The attribute that a gpu.module for this target carries.
  Attribute createAttribute(MLIRContext *context, llvm::StringRef features,
                            unsigned optLevel, llvm::StringRef abi) const;

  /// The features that select this row's wave size, as in
  /// `#rocdl.target<features = ...>`; empty where it is the chip's default.
  std::string getFeatures() const;
};

/// Adds the dialects of target attributes, for passes that create these
/// attributes without naming a target.
void registerTargetDialects(DialectRegistry &registry);

} // namespace mlir::prim

#endif // PRIM_TARGET_TARGETINFO_H
