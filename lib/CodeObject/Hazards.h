//===- Hazards.h - Hardware hazards -----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait-state hazard is an entry of a table: the number of instructions
// required between a producer and a consumer. The others have their own
// searches. Each names the function of LLVM 22's GCNHazardRecognizer, or of
// AMDGPUWaitSGPRHazards, that it follows.
//
// Not implemented, because no compute code of a supported chip has them: LDS
// direct and parameter loads, exports, VINTRP, WMMA; soft clauses under XNACK;
// the restriction on the last allocated register as the amount of a 64-bit
// shift on gfx90a.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CODEOBJECT_HAZARDS_H
#define PRIM_LIB_CODEOBJECT_HAZARDS_H

#include "Rules.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::prim {

/// Properties of an instruction that hazards depend on. A set of bits, computed
/// once.
namespace kind {
enum : uint32_t {
  VALU = 1u << 0,
  SALU = 1u << 1,
  VMEM = 1u << 2,
  DS = 1u << 3,
  Trans = 1u << 4,
  DPP = 1u << 5,
  /// Matrix instructions, without moves of accumulation registers.
  MFMA = 1u << 6,
  /// Matrix instructions on f64, and those on f32 without a fast pipeline.
  DGEMM = 1u << 7,
  SGEMM = 1u << 8,
  Dot = 1u << 9,
  DivFmas = 1u << 10,
  ReadLane = 1u << 11, // v_readlane, v_readfirstlane
  WriteLane = 1u << 12,
  Permlane = 1u << 13,
  /// Compares that write EXEC.
  CompareExec = 1u << 14,
  /// Writes a part of a register after shifting it into place.
  PartialWrite = 1u << 15,
  SetReg = 1u << 16,
  GetReg = 1u << 17,
  /// Reads M0 without a wait for a scalar instruction that wrote it.
  ReadsM0 = 1u << 18,
  /// Waits for the results of vector instructions in vector registers.
  WaitsForVector = 1u << 19,
  Nop = 1u << 20,
};
} // namespace kind

/// A function with the kinds of its instructions.
struct HazardContext {
  explicit HazardContext(const MachineFunction &function);

  const MachineInstruction &operator[](unsigned index) const {
    return function.instructions[index];
  }
  bool is(unsigned index, uint32_t kinds) const {
    return kinds & kindOf[index];
  }
  /// The passes of a matrix instruction in LLVM's scheduling model.
  unsigned passesOf(unsigned index) const {
    return function.mc.passesOf((*this)[index].inst);
  }

  const MachineFunction &function;
  const Chip &chip;
  std::vector<uint32_t> kindOf;
  /// The union of all kinds in the function.
  uint32_t kinds = 0;
};

/// The wait states required between two instructions; 0 for none.
using WaitStates = unsigned (*)(const HazardContext &context, unsigned consumer,
                                unsigned producer);

struct WaitStateHazard {
  llvm::StringLiteral follows;
  llvm::StringLiteral what;
  /// The kinds of consumer and producer, one bit each.
  uint32_t consumer, producer;
  /// The largest value that `needed` returns.
  unsigned most;
  WaitStates needed;
};

/// The tables of a chip.
llvm::SmallVector<llvm::ArrayRef<WaitStateHazard>, 4>
waitStateHazards(const Chip &chip);
llvm::ArrayRef<WaitStateHazard> matrixHazards();

/// The registers of explicit operand `index`; empty if it is no register.
RegisterRange explicitOperand(const MachineFunction &function,
                              const MachineInstruction &inst, unsigned index);
/// Whether explicit operands, or VCC if the instruction reads it, overlap
/// `range`.
bool readsExplicitly(const MachineFunction &function,
                     const MachineInstruction &inst, RegisterRange range);

/// gfx11: fixVcmpxPermlaneHazards, fixVALUTransUseHazard,
/// fixVALUPartialForwardingHazard. gfx12: the first.
void checkVectorHazards(const HazardContext &context, Reporter &reporter);
/// gfx11 in waves of 64: fixVALUMaskWriteHazard. gfx12: AMDGPUWaitSGPRHazards.
void checkScalarHazards(const HazardContext &context, Reporter &reporter);

/// A field of s_waitcnt_depctr and s_wait_alu.
struct DependencyCounter {
  unsigned shift, width;
  /// Whether `bits` wait until the counter is 0.
  bool isZero(unsigned bits) const {
    return (bits >> shift & ((1u << width) - 1)) == 0;
  }
};
constexpr DependencyCounter saSdst = {0, 1}, vaVcc = {1, 1}, vmVsrc = {2, 3},
                            vaSdst = {9, 3}, vaVdst = {12, 4};
/// The immediate of such a wait; nothing for other instructions.
std::optional<unsigned> dependencyWait(const MachineInstruction &inst);

} // namespace mlir::prim

#endif // PRIM_LIB_CODEOBJECT_HAZARDS_H
