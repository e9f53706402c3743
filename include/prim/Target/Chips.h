//===- Chips.h - The chips as data --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per chip: facts for lowerings, tuning and cost models (TargetInfo.h),
// and for the emulator. Independent of LLVM, because the emulator includes it
// as well.
//
// Sources: LLVM's AMDGPU usage guide (machine numbers, features) and subtarget
// definitions (registers, granules, waves), AMD's ISA manuals, Composable
// Kernel (banks) and CUDA's programming guide. Units are counted as HIP counts
// multiprocessors: compute units on CDNA, pairs of them (WGPs) on RDNA. The
// numbers are those of one die of MI250X, MI300X, MI350X, RX 6800 XT, RX 7900
// XTX, RX 9070 XT, A100, H100 SXM (and H200), and B200.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_CHIPS_H
#define PRIM_TARGET_CHIPS_H

#include <cstdint>

namespace mlir::prim {

enum class TargetFamily { AMDGPU, NVPTX };

/// Facts that all chips of a family share.
struct Family {
  TargetFamily family;
  /// Its name in messages, and in the output of prim-compile --list-targets.
  const char *name, *listedAs;
  /// LLVM's name.
  const char *triple;
  /// The pass that converts its kernels.
  const char *conversion;
  /// The dialects of its operations in kernels, comma separated.
  const char *dialects;
  /// Whether wide accesses of a lane require alignment to their size.
  bool alignsAccesses;
  /// Whether an acquire by one thread, followed by a barrier, acts for all
  /// threads of its block. On AMD the waves of a block may have separate
  /// caches.
  bool acquiresForBlock;
  /// Whether LLVM expands the math intrinsics that no instruction implements.
  bool expandsMath;
  /// Bytes of a unit's workgroup memory that the driver takes for each block.
  unsigned reservedLdsBytes;
};

constexpr Family families[] = {
    {TargetFamily::AMDGPU, "AMDGPU", "amdgpu", "amdgcn-amd-amdhsa",
     "prim-gpu-to-rocdl", "amdgpu,rocdl", false, false, true, 0},
    {TargetFamily::NVPTX, "NVIDIA", "nvptx", "nvptx64-nvidia-cuda",
     "prim-gpu-to-nvvm", "nvvm", true, true, false, 1024},
};

constexpr const Family &getFamily(TargetFamily family) {
  for (const Family &row : families)
    if (row.family == family)
      return row;
  return families[0];
}

/// Features of a chip: ways to move a value across lanes without workgroup
/// memory, and other differences. A set of bits.
enum CrossLaneFeature : uint32_t {
  /// DPP row_bcast:15 and row_bcast:31, and wave_shr:1.
  RowBroadcast = 1u << 0,
  /// DPP that broadcasts a lane of a row to the whole row: row_share, called
  /// row_newbcast on gfx9.
  RowShare = 1u << 1,
  /// v_permlane16 and v_permlanex16.
  PermlaneX16 = 1u << 2,
  /// v_permlane64: swaps the halves of a wave64.
  Permlane64 = 1u << 3,
  /// v_permlane16_swap and v_permlane32_swap.
  PermlaneSwap = 1u << 4,
  /// DPP row_xmask: lane i gets lane i ^ n of its row.
  RowXmask = 1u << 5,
  /// A DPP instruction may read the result of a vector instruction only two
  /// wait states later, which software must ensure.
  DPPWaits = 1u << 6,
  /// DPP on operations with three operands, such as one with a carry out.
  DPPInVOP3 = 1u << 7,
  /// Operations on two 16-bit numbers in one register.
  PackedHalves = 1u << 8,
  /// A vector instruction that reads a carry needs a wait after the one that
  /// wrote it, which software must ensure.
  CarryWaits = 1u << 9,
  /// v_minimum and v_maximum, which propagate NaN, and DPP on them.
  MinimumInVOP3 = 1u << 10,
  /// v_minimum3 and v_maximum3, which propagate NaN.
  MinimumOfThree = 1u << 11,
  /// Conversions of f8E4M3FNUZ and f8E5M2FNUZ.
  ConvertsFNUZ = 1u << 12,
  /// Conversions of f8E4M3FN and f8E5M2, the formats of OCP.
  ConvertsOCP = 1u << 13,
  /// Scaled conversions of f8E4M3FN, f8E5M2 and f4E2M1FN.
  ConvertsScaled = 1u << 14,
  /// A vector instruction may read a scalar register that a vector instruction
  /// wrote only two wait states later, which software must ensure.
  ScalarWaits = 1u << 15,
  /// Any bitwise function of three words.
  BitOp3 = 1u << 16,
  /// Blocks of a launch may begin before the previous launch has ended. They
  /// wait for its end by an instruction.
  OverlapsLaunches = 1u << 17,
  /// LLVM 22 lets a wave pass a barrier of the block while its stores to device
  /// memory are in flight. A later release by another wave does not cover these
  /// stores.
  StoresPassBarriers = 1u << 18,
  /// Releases to the system, or to the device, write caches back. LLVM 22 omits
  /// the wait for the write-back if the wave has nothing else in flight.
  SystemWriteBack = 1u << 19,
  DeviceWriteBack = 1u << 20,
  /// A reader of a result of a transcendental, dot or matrix instruction needs
  /// a wait, which software must ensure.
  ResultWaits = 1u << 21,
  /// Clusters of up to kMaxClusterBlocks blocks run at once, and store into
  /// each other's workgroup memory.
  Clusters = 1u << 22,
};
/// Blocks of a cluster that every chip with clusters supports.
inline constexpr unsigned kMaxClusterBlocks = 8;

/// The units of a chip that blocks run on.
struct ChipUnits {
  /// Units of the whole chip.
  unsigned count;
  /// SIMDs of a unit, and waves that each can hold.
  unsigned simds, wavesPerSimd;
  /// 32-bit vector registers of a SIMD, per lane of the chip's default wave,
  /// and their allocation granularity.
  unsigned registers, registerGranule;
  /// Bytes of workgroup memory, and its banks of 4 bytes, over which the
  /// accesses of lanes are distributed.
  unsigned ldsBytes, ldsBanks;
};

/// Facts about the code objects of the chip.
struct ChipEncoding {
  /// The ISA's version, as in gfx<major><minor><stepping>.
  unsigned major, minor, stepping;
  /// EF_AMDGPU_MACH value of e_flags.
  unsigned elfMach;
  /// Bits of the signed offset field of GLOBAL and SCRATCH.
  unsigned flatOffsetBits;
  /// v0 = x | y << 10 | z << 20 when a wave starts.
  bool packedWorkItemIds;
  /// Trap registers hold the work-group ids.
  bool ttmpWorkGroupIds;
  /// Scratch accesses use buffer instructions.
  bool mubufScratch;
};

struct Chip {
  const char *chip;
  TargetFamily family;
  /// Lanes of a wave by default, and the wave sizes that a code object may
  /// select.
  unsigned waveSize;
  bool wave32, wave64;
  /// Threads, and bytes of workgroup memory, that one block may have.
  unsigned maxBlockSize, ldsBytes;
  /// Bytes of the widest load or store of a lane.
  unsigned accessBytes;
  ChipUnits units;
  /// Set of CrossLaneFeature.
  uint32_t crossLane;
  /// Target features besides the wave size that change the code, comma
  /// separated.
  const char *features;
  /// Further target features that prim always passes to LLVM, with signs, comma
  /// separated.
  const char *fixedFeatures;
  ChipEncoding encoding;
};

constexpr uint32_t gfx9Menu = RowBroadcast | RowShare | DPPWaits | ResultWaits |
                              PackedHalves | StoresPassBarriers |
                              SystemWriteBack;
constexpr uint32_t gfx10Menu = RowShare | PermlaneX16 | RowXmask | PackedHalves;
constexpr uint32_t gfx11Menu = gfx10Menu | Permlane64 | DPPInVOP3;
constexpr uint32_t gfx12Menu =
    gfx11Menu | CarryWaits | MinimumInVOP3 | ConvertsOCP;

constexpr const char *gfx9Features = "xnack,sramecc";
constexpr const char *gfx10Features = "cumode";

// LLVM 22 keeps 16-bit values on gfx11 in halves of registers. If a uniform
// value of another block is combined in a vector with a value that is not
// uniform, it becomes undefined (llvm/llvm-project#161290). This happens for
// any vector, not only prim's.
constexpr const char *gfx11Fixed = "-real-true16";

// clang-format off
constexpr Chip chips[] = {
    // chip, family, wave, 32, 64, block, LDS of a block, access
    //  units, SIMDs, waves, registers, granule, LDS, banks
    //  menu, features, fixed features
    //  version, machine, offset bits, packed ids, ttmp ids, MUBUF scratch
    {"gfx90a", TargetFamily::AMDGPU, 64, false, true, 1024, 65536, 16,
     {110, 4, 8, 512, 8, 65536, 32},
     gfx9Menu, gfx9Features, "",
     {9, 0, 10, 0x3f, 13, true, false, true}},
    {"gfx942", TargetFamily::AMDGPU, 64, false, true, 1024, 65536, 16,
     {304, 4, 8, 512, 8, 65536, 32},
     gfx9Menu | ConvertsFNUZ | ScalarWaits | DeviceWriteBack, gfx9Features, "",
     {9, 4, 2, 0x4c, 13, true, false, false}},
    {"gfx950", TargetFamily::AMDGPU, 64, false, true, 1024, 163840, 16,
     {256, 4, 8, 512, 8, 163840, 64},
     gfx9Menu | PermlaneSwap | MinimumOfThree | ConvertsOCP | ConvertsScaled |
         ScalarWaits | BitOp3 | DeviceWriteBack,
     gfx9Features, "",
     {9, 5, 0, 0x4f, 13, true, false, false}},
    {"gfx1030", TargetFamily::AMDGPU, 32, true, true, 1024, 65536, 16,
     {36, 4, 16, 1024, 16, 131072, 32},
     gfx10Menu, gfx10Features, "",
     {10, 3, 0, 0x36, 12, false, false, true}},
    {"gfx1100", TargetFamily::AMDGPU, 32, true, true, 1024, 65536, 16,
     {48, 4, 16, 1536, 24, 131072, 32},
     gfx11Menu | ResultWaits, gfx10Features, gfx11Fixed,
     {11, 0, 0, 0x41, 13, true, false, false}},
    {"gfx1201", TargetFamily::AMDGPU, 32, true, true, 1024, 65536, 16,
     {32, 4, 16, 1536, 24, 131072, 32},
     gfx12Menu, gfx10Features, "",
     {12, 0, 1, 0x4e, 24, true, true, false}},
    // A block may use all shared memory except what the driver reserves for it.
    {"sm_80", TargetFamily::NVPTX, 32, true, false, 1024, 166912, 16,
     {108, 4, 16, 512, 8, 167936, 32},
     0, "", "",
     {}},
    {"sm_90", TargetFamily::NVPTX, 32, true, false, 1024, 232448, 16,
     {132, 4, 16, 512, 8, 233472, 32},
     OverlapsLaunches | Clusters, "", "",
     {}},
    {"sm_100", TargetFamily::NVPTX, 32, true, false, 1024, 232448, 16,
     {148, 4, 16, 512, 8, 233472, 32},
     OverlapsLaunches | Clusters, "", "",
     {}},
};
// clang-format on

} // namespace mlir::prim

#endif // PRIM_TARGET_CHIPS_H
