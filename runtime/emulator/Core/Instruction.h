//===- Instruction.h - The predecoded form of an instruction ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of decoding, which handlers read: operands resolved to register
// indices or broadcast constants, modifiers and DPP/SDWA controls split out,
// implicit VCC and EXEC operands made explicit. Every encoding of an operation
// therefore looks the same to its handler. Nothing here depends on LLVM.
//
// Operand order. VALU: `dst` is the vector result (or the scalar result of
// readlane/readfirstlane), `sdst` the lane-mask result (carry out, compare
// result, div_scale's VCC), `src[0..]` the sources in assembly order; an
// implicit VCC source is appended (v_cndmask src[2], v_addc src[2], v_div_fmas
// src[3]); a source tied to dst (v_fmac, v_dot*c, v_writelane, permlane's old)
// is the last source; v_swap/permlane swap have dst, dst2 and the two sources.
// VOPC: `sdst` is the mask (VCC in the short form, EXEC for v_cmpx of gfx10+;
// v_cmpx of gfx9 has `writesExec` besides). SALU: dst, src[0..]. Memory
// operands are described in Memory/Access.h.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_INSTRUCTION_H
#define PRIM_EMULATOR_CORE_INSTRUCTION_H

#include "Core/Wave.h"

#include <cstdint>

namespace prim::emulator {

using Handler = void (*)(Wave &, const Instruction &);

enum class OperandKind : uint8_t {
  None,
  Vgpr,     // index: register number
  Agpr,     // index: register number
  Scalar,   // index into Wave::sgpr (SGPRs, VCC, TTMP, M0, EXEC, flat_scratch)
  Constant, // lanes: `width` x 64 words, every lane the same value
  Scc,      // reads as 0 or 1
  VccZ,     // reads as VCC == 0
  ExecZ,    // reads as EXEC == 0
};

/// Source modifiers as the encodings carry them.
enum SourceModifier : uint8_t {
  kModNeg = 1,
  kModAbs = 2,      // VOP3P: NEG_HI
  kModOpSel = 4,    // op_sel bit of this source (high half)
  kModDstOpSel = 8, // on src[0] of VOP3: result goes to the high half;
                    // on VOP3P sources: op_sel_hi
  kModSext = 16,    // integer SDWA sources
};

struct Operand {
  OperandKind kind = OperandKind::None;
  uint8_t width = 0; // in 32-bit words (16-bit registers count 1)
  uint8_t mods = 0;  // SourceModifier bits, raw
  bool hi = false;   // the high half of a true-16 register (v0.h)
  uint16_t index = 0;
  /// The operand type is 16-bit by its description (true-16 register or 16-bit
  /// constant). It determines how a constant was widened.
  bool is16 = false;
  const uint32_t *lanes = nullptr; // Constant only; word k at lanes[64 * k]

  bool isVgpr() const { return kind == OperandKind::Vgpr; }
  bool isScalar() const { return kind == OperandKind::Scalar; }
  bool isConstant() const { return kind == OperandKind::Constant; }
  explicit operator bool() const { return kind != OperandKind::None; }
};

enum class DppKind : uint8_t { None, Dpp16, Dpp8 };

struct Dpp {
  DppKind kind = DppKind::None;
  uint8_t rowMask = 0xf, bankMask = 0xf;
  bool boundCtrl = false; // an invalid source lane gives 0 instead of no write
  bool fi = false;        // fetch inactive lanes
  uint16_t ctrl = 0;      // Dpp16: the dpp_ctrl field (0x111 = row_shr:1, ...)
  uint32_t lanes8 = 0;    // Dpp8: eight 3-bit selectors
};

/// Sub-dword selects: 0..3 byte, 4..5 word, 6 dword; dstUnused 0 pad, 1 sext,
/// 2 preserve.
struct Sdwa {
  bool present = false;
  uint8_t dstSel = 6, dstUnused = 0, src0Sel = 6, src1Sel = 6;
};

/// Classes that the statistics count separately.
enum class InstructionClass : uint8_t {
  Valu,
  CrossLane, // VALU or LDS-pipe instructions that move values across lanes
  Salu,
  Branch,
  Smem,
  GlobalLoad,
  GlobalStore,
  GlobalAtomic,
  Scratch,
  Lds,
  Barrier,
  Wait,
  Other,
  Count,
};

/// How an LDS read treats its value: see Core/ValidatedReads.h.
enum class ReadKind : uint8_t {
  Plain,
  Polls,    // reads until another wave has written
  Compared, // expected by a compare-and-store
};

enum class Encoding : uint8_t { Other, E32, E64, Dpp, Dpp8, Sdwa };

struct Instruction {
  Handler handler = nullptr;
  Operand dst, sdst, dst2;
  Operand src[4];
  uint8_t numSrc = 0;
  uint8_t omod = 0; // 0 none, 1 *2, 2 *4, 3 /2
  bool clamp = false;
  bool writesExec = false; // gfx9 v_cmpx: EXEC besides sdst
  bool packed = false;     // VOP3P
  bool hasOffset = false;  // SMEM: the first immediate is an offset
  InstructionClass cls = InstructionClass::Other;
  Encoding encoding = Encoding::Other;
  ReadKind readKind = ReadKind::Plain;
  uint8_t size = 0; // bytes in the code
  uint8_t cpol = 0; // memory: cache policy, raw
  uint8_t numImm = 0;
  Dpp dpp;
  Sdwa sdwa;
  /// SALU 16-bit immediate, branch displacement, memory offset.
  int32_t offset = 0;
  /// Plain immediates in LLVM's operand order (offsets, masks, selectors).
  int32_t imm[4] = {0, 0, 0, 0};
  uint32_t index = 0; // position in the program, for per-instruction counts
  uint64_t address = 0;
  /// VOPD: the two halves; both read before either writes.
  const Instruction *pair[2] = {nullptr, nullptr};
  const Instruction *target = nullptr; // resolved branch target
  const char *name = "";               // LLVM's name, with suffixes
  const char *key = "";                // the name the registry knows
};

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_INSTRUCTION_H
