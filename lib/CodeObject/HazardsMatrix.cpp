//===- HazardsMatrix.cpp - Hazards of matrix instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of matrix and dot instructions on CDNA, whose passes are those of
// LLVM's scheduling model. Code after checkMAIVALUHazards covers hazards with
// other instructions, code after checkMAIHazards90A those between two of them.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"

using namespace llvm;
using namespace mlir::prim;

static bool isGFX90A(const Chip &chip) { return chip.encoding.minor == 0; }
static bool isGFX950(const Chip &chip) { return chip.encoding.minor == 5; }

/// vdst, src0, src1, src2.
static constexpr unsigned accumulatorOperand = 3;

static RegisterRange resultOf(const HazardContext &context, unsigned index) {
  return explicitOperand(context.function, context[index], 0);
}

/// The states after which an instruction of another kind, except memory
/// instructions, can read or write the result of a matrix instruction.
static unsigned statesOfResult(const HazardContext &context,
                               unsigned producer) {
  const Chip &chip = context.chip;
  unsigned passes = context.passesOf(producer);
  if (isGFX90A(chip)) {
    if (passes <= 2)
      return 5;
    return passes <= 8 ? 11 : 19;
  }
  if (context.is(producer, kind::SGEMM))
    return passes + 2;
  return passes + 3 + (isGFX950(chip) && passes != 2);
}

static unsigned readOfMatrix(const HazardContext &context, unsigned consumer,
                             unsigned producer) {
  if (context.is(consumer, kind::MFMA) ||
      !readsExplicitly(context.function, context[consumer],
                       resultOf(context, producer)))
    return 0;
  if (!context.is(producer, kind::DGEMM))
    return statesOfResult(context, producer);
  bool isSmall = context.passesOf(producer) <= 4;
  if (context.is(consumer, kind::VMEM | kind::DS))
    return isSmall ? 9 : 18;
  if (isSmall)
    return 6;
  return isGFX950(context.chip) ? 19 : 11;
}

static unsigned writeOverMatrix(const HazardContext &context, unsigned consumer,
                                unsigned producer) {
  if (context.is(consumer, kind::MFMA) ||
      !context[consumer].writesRegister(resultOf(context, producer)))
    return 0;
  if (!context.is(producer, kind::DGEMM))
    return statesOfResult(context, producer);
  return context.passesOf(producer) <= 4 ? 6 : 11;
}

/// The accumulator is read when the last pass begins.
static unsigned writeOverAccumulator(const HazardContext &context,
                                     unsigned consumer, unsigned producer) {
  if (context.is(consumer, kind::MFMA) || context.is(producer, kind::DGEMM) ||
      (!isGFX90A(context.chip) && context.is(producer, kind::SGEMM)))
    return 0;
  RegisterRange accumulator =
      explicitOperand(context.function, context[producer], accumulatorOperand);
  if (!accumulator.count || !context[consumer].writesRegister(accumulator))
    return 0;
  unsigned passes = context.passesOf(producer);
  return passes <= 2 ? 1 : passes <= 4 ? 3 : passes <= 8 ? 7 : 15;
}

static bool isSameInstruction(const HazardContext &context, unsigned first,
                              unsigned second) {
  return context[first].inst.getOpcode() == context[second].inst.getOpcode();
}

static unsigned readOfDot(const HazardContext &context, unsigned consumer,
                          unsigned producer) {
  RegisterRange result = resultOf(context, producer);
  if (!isSameInstruction(context, consumer, producer))
    return readsExplicitly(context.function, context[consumer], result) ? 3 : 0;
  // An instruction of the same kind can use it as its accumulator, the last
  // source, immediately.
  const MachineInstruction &inst = context[consumer];
  unsigned sources = 0;
  for (unsigned i = inst.desc->getNumDefs(), e = inst.inst.getNumOperands();
       i < e; ++i) {
    RegisterRange operand = explicitOperand(context.function, inst, i);
    if (!operand.count)
      continue;
    if (++sources < 3 && operand.overlaps(result))
      return 3;
  }
  return 0;
}

static unsigned writeOverDot(const HazardContext &context, unsigned consumer,
                             unsigned producer) {
  return !isSameInstruction(context, consumer, producer) &&
                 context[consumer].writesRegister(resultOf(context, producer))
             ? 3
             : 0;
}

static unsigned fmaAfterMatrix(const HazardContext &context, unsigned consumer,
                               unsigned) {
  StringRef name = context[consumer].name;
  return name == "V_FMA_F64" || name == "V_FMAC_F64" ? 2 : 0;
}

static unsigned execOfMatrix(const HazardContext &context, unsigned,
                             unsigned producer) {
  return !context.is(producer, kind::MFMA) &&
                 context[producer].writesRegister({registers::ExecLo, 2})
             ? 4
             : 0;
}

static unsigned sourceOfMatrix(const HazardContext &context, unsigned consumer,
                               unsigned producer) {
  if (context.is(producer, kind::MFMA | kind::Dot))
    return 0;
  for (RegisterRange written : context[producer].writes)
    if (registers::isVector(written.first) &&
        readsExplicitly(context.function, context[consumer], written))
      return 2;
  return 0;
}

/// The states required for an accumulator that another matrix instruction
/// wrote.
static unsigned statesOfAccumulator(const HazardContext &context,
                                    unsigned consumer, unsigned producer,
                                    bool isWhole) {
  const Chip &chip = context.chip;
  bool isDouble = context.is(consumer, kind::DGEMM);
  bool wasDouble = context.is(producer, kind::DGEMM);
  unsigned passes = context.passesOf(producer);
  if (isGFX90A(chip) && !isDouble && wasDouble)
    return 0;
  if (isWhole) {
    if (isDouble && wasDouble && passes <= 4 && context.passesOf(consumer) <= 4)
      return 4;
    return !isGFX90A(chip) && passes == 2 ? 2 : 0;
  }
  bool isFast = !context.is(consumer, kind::DGEMM | kind::SGEMM) ||
                (isGFX90A(chip) && !isDouble);
  if (wasDouble) {
    if (isFast)
      return 0;
    return passes <= 4 ? 4 : isGFX950(chip) ? 17 : 9;
  }
  if (isGFX90A(chip)) {
    unsigned states = passes <= 2 ? 2 : passes <= 8 ? 8 : 16;
    return states + isDouble;
  }
  if (context.is(producer, kind::SGEMM))
    return isFast ? 0 : passes;
  unsigned extra = isGFX950(chip) && (isFast || passes != 2);
  return passes + 1 + extra;
}

/// The states required for a factor that another matrix instruction wrote.
static unsigned statesOfFactor(const HazardContext &context,
                               unsigned producer) {
  if (!context.is(producer, kind::DGEMM))
    return statesOfResult(context, producer);
  if (context.passesOf(producer) <= 4)
    return 6;
  return isGFX950(context.chip) ? 19 : 11;
}

static unsigned matrixOfMatrix(const HazardContext &context, unsigned consumer,
                               unsigned producer) {
  RegisterRange result = resultOf(context, producer);
  unsigned needed = 0;
  for (unsigned operand = 1; operand <= accumulatorOperand; ++operand) {
    RegisterRange use =
        explicitOperand(context.function, context[consumer], operand);
    if (!use.count || !use.overlaps(result))
      continue;
    bool isWhole = use.first == result.first && use.count == result.count;
    needed = std::max(
        needed, operand == accumulatorOperand
                    ? statesOfAccumulator(context, consumer, producer, isWhole)
                    : statesOfFactor(context, producer));
  }
  return needed;
}

ArrayRef<WaitStateHazard> mlir::prim::matrixHazards() {
  constexpr uint32_t others = kind::VALU | kind::VMEM | kind::DS;
  constexpr unsigned most = 20;
  static constexpr WaitStateHazard table[] = {
      {"checkMAIVALUHazards", "a result of a matrix instruction is read",
       others, kind::MFMA, most, readOfMatrix},
      {"checkMAIVALUHazards", "a result of a matrix instruction is overwritten",
       others, kind::MFMA, most, writeOverMatrix},
      {"checkMAIVALUHazards",
       "the accumulator of a matrix instruction is "
       "overwritten",
       others, kind::MFMA, most, writeOverAccumulator},
      {"checkMAIVALUHazards", "a result of a dot instruction is read", //
       others, kind::Dot, 3, readOfDot},
      {"checkMAIVALUHazards", "a result of a dot instruction is overwritten",
       others, kind::Dot, 3, writeOverDot},
      {"checkMAIVALUHazards",
       "a multiplication of f64 comes after a matrix "
       "instruction of f64",
       kind::VALU, kind::DGEMM, 2, fmaAfterMatrix},
      {"checkMAIHazards90A",
       "a matrix instruction comes after a change of "
       "EXEC",
       kind::MFMA, kind::VALU, 4, execOfMatrix},
      {"checkMAIHazards90A", "a matrix instruction reads a vector register",
       kind::MFMA, kind::VALU, 2, sourceOfMatrix},
      {"checkMAIHazards90A", "a matrix instruction reads a result of another",
       kind::MFMA, kind::MFMA, most, matrixOfMatrix},
  };
  return table;
}
