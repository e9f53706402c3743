//===- HazardsScalar.cpp - Hazards of scalar registers --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector instruction reads a scalar register, which is then written and read
// again. gfx12: the second read may return the old value unless s_wait_alu
// waits for the write (AMDGPUWaitSGPRHazards). gfx11 in waves of 64: the same
// hazard if the first read was as a mask (fixVALUMaskWriteHazard).
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"

#include <array>
#include <bitset>

using namespace llvm;
using namespace mlir::prim;

namespace {

constexpr unsigned numScalars = 128;

bool isVcc(unsigned reg) {
  return reg == registers::VccLo || reg == registers::VccHi;
}

/// A register that the hazard affects: neither null, M0 nor EXEC.
bool isPlainScalar(unsigned reg) { return reg < registers::M0 - 1; }

using ScalarSet = std::bitset<numScalars>;

/// Adds `other` and returns whether that changed the set.
bool takeOver(ScalarSet &mine, const ScalarSet &other) {
  ScalarSet before = mine;
  mine |= other;
  return mine != before;
}

/// The registers that vector instructions have read.
struct ReadScalars {
  ScalarSet isRead;

  bool join(const ReadScalars &other) { return takeOver(isRead, other.isRead); }
};

/// The registers written after such a read, by scalar and by vector
/// instructions.
struct WrittenScalars {
  ScalarSet byScalar, byVector;
  /// The instruction that wrote each register.
  std::array<unsigned, numScalars> writer = {};

  bool join(const WrittenScalars &other) {
    for (unsigned reg = 0; reg < numScalars; ++reg)
      if ((other.byScalar[reg] && !byScalar[reg]) ||
          (other.byVector[reg] && !byVector[reg]))
        writer[reg] = other.writer[reg];
    bool changed = takeOver(byScalar, other.byScalar);
    return takeOver(byVector, other.byVector) || changed;
  }
};

class ScalarCheck {
public:
  ScalarCheck(const HazardContext &context, Reporter &reporter)
      : context(context), reporter(reporter),
        isMasks(context.chip.encoding.major == 11) {}

  void run() {
    // A scalar instruction waits for vector ones only if it reads a register
    // that these have read. So these registers are computed first.
    isRead.resize(context.kindOf.size());
    visitForward<ReadScalars>(
        context.function,
        [&](ReadScalars &state, unsigned index) { apply(state, index); },
        [&](const ReadScalars &state, unsigned index) {
          isRead[index] = state.isRead;
        });
    visitForward<WrittenScalars>(
        context.function,
        [&](WrittenScalars &state, unsigned index) { apply(state, index); },
        [&](const WrittenScalars &state, unsigned index) {
          check(state, index);
        });
  }

private:
  /// Calls `visit` with each scalar register that explicit operands, or VCC,
  /// read or write.
  template <typename Visit>
  void forEach(unsigned index, bool writes, Visit visit) const {
    const MachineInstruction &inst = context[index];
    // An undecodable instruction has no operands.
    if (!inst.desc)
      return;
    unsigned defs = inst.desc->getNumDefs();
    auto visitRange = [&](RegisterRange range) {
      for (unsigned reg = range.first, e = range.first + range.count; reg < e;
           ++reg)
        if (isPlainScalar(reg))
          visit(reg);
    };
    for (unsigned i = writes ? 0 : defs,
                  e = writes ? defs : inst.inst.getNumOperands();
         i < e; ++i)
      visitRange(explicitOperand(context.function, inst, i));
    for (RegisterRange range :
         writes ? ArrayRef(inst.writes) : ArrayRef(inst.reads))
      if (isVcc(range.first))
        visitRange(range);
  }

  /// Whether a vector instruction reads `reg` in a way that causes the hazard.
  bool countsAsRead(unsigned index, unsigned reg) const;
  void apply(ReadScalars &state, unsigned index) const;
  void apply(WrittenScalars &state, unsigned index) const;
  void check(const WrittenScalars &state, unsigned index);

  const HazardContext &context;
  Reporter &reporter;
  const bool isMasks;
  /// By instruction: the registers read before it.
  std::vector<ScalarSet> isRead;
};

} // namespace

bool ScalarCheck::countsAsRead(unsigned index, unsigned reg) const {
  if (!context.is(index, kind::VALU))
    return false;
  if (!isMasks)
    return true;
  const MachineInstruction &inst = context[index];
  static constexpr StringLiteral takeMasks[] = {
      "V_ADDC_U32",      "V_ADD_CO_CI_U32", "V_SUBB_U32",
      "V_SUB_CO_CI_U32", "V_SUBBREV_U32",   "V_SUBREV_CO_CI_U32",
      "V_CNDMASK_B32",   "V_CNDMASK_B16",   "V_DIV_FMAS_F32",
      "V_DIV_FMAS_F64"};
  if (!is_contained(takeMasks, inst.name))
    return false;
  if (isVcc(reg))
    return true;
  // The mask is the last register.
  for (unsigned i = inst.inst.getNumOperands(); i-- > 0;) {
    RegisterRange last = explicitOperand(context.function, inst, i);
    if (last.count)
      return last.contains(reg);
  }
  return false;
}

void ScalarCheck::apply(ReadScalars &state, unsigned index) const {
  // A write, including one by a load, removes a mask from the set. The wait for
  // the write then follows all earlier reads.
  if (isMasks)
    forEach(index, /*writes=*/true,
            [&](unsigned reg) { state.isRead.reset(reg); });
  forEach(index, /*writes=*/false, [&](unsigned reg) {
    if (!countsAsRead(index, reg))
      return;
    state.isRead.set(reg);
    // gfx12 tracks pairs of registers.
    if (!isMasks)
      state.isRead.set(reg ^ 1);
  });
}

void ScalarCheck::apply(WrittenScalars &state, unsigned index) const {
  const MachineInstruction &inst = context[index];
  auto forget = [&](bool vcc, bool others) {
    for (unsigned reg = 0; reg < numScalars; ++reg)
      if (isVcc(reg) ? vcc : others)
        state.byVector.reset(reg);
  };
  if (std::optional<unsigned> bits = dependencyWait(inst)) {
    if (saSdst.isZero(*bits))
      state.byScalar.reset();
    forget(vaVcc.isZero(*bits), vaSdst.isZero(*bits));
    return;
  }
  // Memory instructions with scalar operands wait for all of them.
  if (!isMasks &&
      (inst.isSMEM() || (context.is(index, kind::VMEM) && !inst.isFLAT()))) {
    state.byScalar.reset();
    state.byVector.reset();
    return;
  }
  bool isVector = context.is(index, kind::VALU);
  bool isScalar = context.is(index, kind::SALU);
  if (!isVector && !isScalar)
    return;
  // A scalar instruction that reads a register that vector instructions have
  // read waits for the writes of vector instructions to any such register.
  bool waits = false, waitsForVcc = false;
  if (isScalar)
    forEach(index, /*writes=*/false, [&](unsigned reg) {
      if (isRead[index][reg])
        (isVcc(reg) ? waitsForVcc : waits) = true;
    });
  forget(waitsForVcc, waits);
  // gfx12 includes the reads of the instruction itself.
  ReadScalars read = {isRead[index]};
  if (!isMasks)
    apply(read, index);
  forEach(index, /*writes=*/true, [&](unsigned reg) {
    if (!read.isRead[reg])
      return;
    state.byScalar[reg] = isScalar;
    state.byVector[reg] = isVector;
    state.writer[reg] = index;
  });
}

void ScalarCheck::check(const WrittenScalars &state, unsigned index) {
  bool isVector = context.is(index, kind::VALU);
  if (!isVector && !context.is(index, kind::SALU))
    return;
  forEach(index, /*writes=*/false, [&](unsigned reg) {
    bool byScalar = state.byScalar[reg];
    bool byVector = state.byVector[reg] && isVector;
    if (!byScalar && !byVector)
      return;
    StringRef field = byScalar     ? "sa_sdst(0)"
                      : isVcc(reg) ? "va_vcc(0)"
                                   : "va_sdst(0)";
    StringRef follows =
        isMasks ? "fixVALUMaskWriteHazard" : "AMDGPUWaitSGPRHazards";
    reporter.report(index, state.writer[reg],
                    "a scalar register is read that was written after a vector "
                    "instruction read it; depctr " +
                        field + " has to come first (" + follows + ")");
  });
}

void mlir::prim::checkScalarHazards(const HazardContext &context,
                                    Reporter &reporter) {
  unsigned major = context.chip.encoding.major;
  if (major >= 12 || (major == 11 && context.function.waveSize() == 64))
    ScalarCheck(context, reporter).run();
}
