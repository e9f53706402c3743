//===- TargetInfo.h - What each chip can do -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target tables. Every fact about a chip that a lowering depends on (wave
// size, workgroup memory, the cross-lane menu, tuning) is looked up here and
// nowhere else. The rows are in Chips.h.
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
  /// Bits of the signed constant that an access to global memory can add to its
  /// address; 0 where that is not known.
  unsigned offsetBits;
  /// What blocks run on: the chip's units, their SIMDs, registers and memory.
  /// Registers are counted per lane of a wave of this size.
  ChipUnits units;
  /// Set of CrossLaneFeature.
  uint32_t crossLane;
  /// What LLVM is told besides the features of the target's attribute, with
  /// signs, comma separated.
  llvm::StringRef fixedFeatures;

  bool isAMD() const { return family == TargetFamily::AMDGPU; }
  /// What messages call the family.
  llvm::StringRef getFamilyName() const {
    return isAMD() ? "AMDGPU" : "NVIDIA";
  }
  bool has(CrossLaneFeature feature) const { return crossLane & feature; }

  /// Whether a lane loads and stores several elements at once only where they
  /// lie at a multiple of their size.
  bool alignsAccesses() const { return !isAMD(); }

  /// Whether what one thread has acquired all threads of its block read behind
  /// a barrier. On AMD the waves of a block may have caches of their own.
  bool acquiresForBlock() const { return !isAMD(); }

  /// Whether any lane of a wave can read any other. From gfx10 on ds_bpermute
  /// stays within 32 lanes, so that a wave64 needs v_permlane64 to bring the
  /// other half over.
  bool readsAnyLane() const {
    return !isAMD() || waveSize == 32 || has(RowBroadcast) || has(Permlane64);
  }

  /// Blocks of `blockSize` threads that a unit holds at a time, if every thread
  /// has `registers` vector registers and a block `blockLdsBytes` of workgroup
  /// memory; 0 where not even one fits.
  unsigned getBlocksPerUnit(unsigned blockSize, unsigned registers,
                            unsigned blockLdsBytes) const;

  /// Threads of a block of `func` by its known_block_size, or 0 where that is
  /// not given. Emits an error at `func` where a dimension is below 1, or where
  /// there are more than this target runs.
  FailureOr<unsigned> getKnownBlockSize(gpu::GPUFuncOp func) const;

  /// The row of `chip`, in the wave size that `features` asks for
  /// ("+wavefrontsize64" and the like, comma separated). On failure `error`
  /// says what is wrong and what to change: features that the chip has not, or
  /// that contradict each other, would be dropped or fatal in LLVM.
  static std::optional<TargetInfo>
  get(llvm::StringRef chip, llvm::StringRef features, std::string &error);

  /// The target that the `gpu.module` around (or at) `op` carries in its
  /// `targets`. Emits an error at `op` if there is none, more than one, or one
  /// that prim does not know.
  static FailureOr<TargetInfo> lookup(Operation *op);

  /// The chip and the features that a target's attribute names; empty for one
  /// that prim does not know.
  static std::pair<llvm::StringRef, llvm::StringRef> getNames(Attribute target);

  /// The chips that prim compiles for, comma separated, for diagnostics.
  static std::string knownChips();

  /// Those chips in every wave size they run, the default wave size of a chip
  /// first.
  static std::vector<TargetInfo> all();

  /// LLVM's name of the family.
  llvm::StringRef getTriple() const {
    return isAMD() ? "amdgcn-amd-amdhsa" : "nvptx64-nvidia-cuda";
  }

  /// The attribute that a gpu.module for this target carries.
  Attribute createAttribute(MLIRContext *context, llvm::StringRef features,
                            unsigned optLevel, llvm::StringRef abi) const;

  /// The features that select this row's wave size, as in
  /// `#rocdl.target<features = ...>`; empty where it is the chip's default.
  std::string getFeatures() const;
};

/// Adds the dialects that targets' attributes are of, for passes that make such
/// and do not name any.
void registerTargetDialects(DialectRegistry &registry);

} // namespace mlir::prim

#endif // PRIM_TARGET_TARGETINFO_H
