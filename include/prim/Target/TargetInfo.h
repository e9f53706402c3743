//===- TargetInfo.h - What each chip can do -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target tables. Every fact about a chip that a lowering depends on (wave
// size, workgroup memory, the cross-lane menu, tuning) is looked up here and
// nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TARGETINFO_H
#define PRIM_TARGET_TARGETINFO_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include <optional>
#include <vector>

namespace mlir::gpu {
class GPUFuncOp;
} // namespace mlir::gpu

namespace mlir::prim {

enum class TargetFamily { AMDGPU, NVPTX };

/// Ways in which a chip moves a value across lanes without workgroup memory.
/// A set of bits.
enum CrossLaneFeature : uint32_t {
  /// DPP row_bcast:15 and row_bcast:31, and wave_shr:1.
  RowBroadcast = 1u << 0,
  /// DPP that gives a lane of a row to all its lanes: row_share, which gfx9
  /// calls row_newbcast.
  RowShare = 1u << 1,
  /// v_permlane16 and v_permlanex16.
  PermlaneX16 = 1u << 2,
  /// v_permlane64: swaps the halves of a wave64.
  Permlane64 = 1u << 3,
  /// v_permlane16_swap and v_permlane32_swap.
  PermlaneSwap = 1u << 4,
  /// DPP row_xmask: lane i gets lane i ^ n of its row.
  RowXmask = 1u << 5,
  /// A DPP instruction may read what a vector instruction wrote only two wait
  /// states later, and nothing but software sees to that.
  DPPWaits = 1u << 6,
  /// DPP on operations of three operands, such as one with a carry out.
  DPPInVOP3 = 1u << 7,
  /// Operations on two 16-bit numbers in one register.
  PackedHalves = 1u << 8,
  /// A vector instruction that reads a carry waits for the one that wrote it,
  /// and nothing but software sees to that.
  CarryWaits = 1u << 9,
  /// v_minimum and v_maximum, which hand on NaN, and DPP on them.
  MinimumInVOP3 = 1u << 10,
  /// v_minimum3 and v_maximum3, which hand on NaN.
  MinimumOfThree = 1u << 11,
  /// Conversions of f8E4M3FNUZ and f8E5M2FNUZ.
  ConvertsFNUZ = 1u << 12,
  /// Conversions of f8E4M3FN and f8E5M2, the formats of OCP.
  ConvertsOCP = 1u << 13,
  /// Conversions of these and of f4E2M1FN by a scale.
  ConvertsScaled = 1u << 14,
};

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
  /// Set of CrossLaneFeature.
  uint32_t crossLane;
  /// What LLVM is told besides the features of the target's attribute, with
  /// signs, comma separated.
  llvm::StringRef fixedFeatures;

  bool isAMD() const { return family == TargetFamily::AMDGPU; }
  bool has(CrossLaneFeature feature) const { return crossLane & feature; }

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

  /// The chips that prim compiles for, comma separated, for diagnostics.
  static std::string knownChips();

  /// Those chips in every wave size they run, the default wave size of a chip
  /// first.
  static std::vector<TargetInfo> all();

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
