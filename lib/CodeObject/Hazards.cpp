//===- Hazards.cpp - Hardware hazards ---------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of instructions, the tables of wait states, and the search along the
// paths to a consumer.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"

#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Kinds and operands
//===----------------------------------------------------------------------===//

std::optional<unsigned>
mlir::prim::dependencyWait(const MachineInstruction &inst) {
  if (inst.name != "S_WAITCNT_DEPCTR" && inst.name != "S_WAIT_ALU")
    return std::nullopt;
  SmallVector<int64_t, 4> immediates = inst.immediates();
  if (immediates.empty())
    return std::nullopt;
  return unsigned(immediates.front());
}

RegisterRange mlir::prim::explicitOperand(const MachineFunction &function,
                                          const MachineInstruction &inst,
                                          unsigned index) {
  if (index >= inst.inst.getNumOperands() ||
      !inst.inst.getOperand(index).isReg())
    return {};
  return function.registersOf(inst.inst.getOperand(index).getReg());
}

bool mlir::prim::readsExplicitly(const MachineFunction &function,
                                 const MachineInstruction &inst,
                                 RegisterRange range) {
  for (unsigned i = inst.desc->getNumDefs(), e = inst.inst.getNumOperands();
       i < e; ++i)
    if (explicitOperand(function, inst, i).overlaps(range))
      return true;
  RegisterRange vcc{registers::VccLo, 2};
  return range.overlaps(vcc) && inst.readsRegister(vcc);
}

/// Whether the result is shifted into place: SDWA with a partial result, op_sel
/// of the result, and conversions that select a byte.
static bool isPartialWrite(const MachineFunction &function,
                           const MachineInstruction &inst) {
  constexpr int64_t resultOpSel = 8;
  // The select is one of several immediates, whose position depends on the
  // operation. The operation's text has its name.
  if (inst.fullName.contains("_sdwa"))
    return !inst.name.starts_with("V_CMP") &&
           !StringRef(function.mc.text(inst.inst, inst.address))
                .contains("dst_sel:DWORD");
  if (inst.name.starts_with("V_CVT_SCALEF32") && inst.name.contains("FP4_"))
    return true;
  if (!inst.has(tsflags::VOP3) || !inst.has(tsflags::OpSel))
    return false;
  // The modifiers of the first source follow the result.
  unsigned first = inst.desc->getNumDefs();
  if (first >= inst.inst.getNumOperands() ||
      !inst.inst.getOperand(first).isImm())
    return false;
  return inst.inst.getOperand(first).getImm() & resultOpSel;
}

static uint32_t findKinds(const MachineFunction &function,
                          const MachineInstruction &inst) {
  if (!inst.desc)
    return 0;
  uint32_t kinds = 0;
  auto add = [&](bool is, uint32_t bit) { kinds |= is ? bit : 0; };
  StringRef name = inst.name;
  add(inst.isVALU(), kind::VALU);
  add(inst.isSALU(), kind::SALU);
  add(inst.isVMEM(), kind::VMEM);
  add(inst.isDS(), kind::DS);
  add(inst.has(tsflags::TRANS), kind::Trans);
  add(inst.has(tsflags::DPP), kind::DPP);
  add(name == "S_NOP", kind::Nop);
  add(name.starts_with("S_SETREG"), kind::SetReg);
  add(name.starts_with("S_GETREG"), kind::GetReg);
  bool sendsMessage = function.chip().encoding.major == 9 &&
                      (name == "S_SENDMSG" || name == "S_SENDMSGHALT" ||
                       name == "S_TTRACEDATA");
  add(sendsMessage || name.starts_with("S_MOVREL") ||
          name.contains("_ADDTID") ||
          (inst.isVMEM() && inst.fullName.contains("_LDS")),
      kind::ReadsM0);
  if (std::optional<unsigned> bits = dependencyWait(inst))
    add(vaVdst.isZero(*bits), kind::WaitsForVector);
  if (!inst.isVALU())
    return kinds;
  bool isMatrix = inst.has(tsflags::IsMAI) && !name.contains("ACCVGPR");
  add(isMatrix, kind::MFMA);
  add(isMatrix && name.starts_with("V_MFMA_F64"), kind::DGEMM);
  add(isMatrix && name.ends_with("F32") && !name.ends_with("XF32"),
      kind::SGEMM);
  add(inst.has(tsflags::IsDOT), kind::Dot);
  add(name.starts_with("V_DIV_FMAS"), kind::DivFmas);
  add(name.starts_with("V_READLANE") || name.starts_with("V_READFIRSTLANE"),
      kind::ReadLane);
  add(name.starts_with("V_WRITELANE"), kind::WriteLane);
  add(name.starts_with("V_PERMLANE"), kind::Permlane);
  add(name.starts_with("V_CMPX"), kind::CompareExec);
  add(isPartialWrite(function, inst), kind::PartialWrite);
  return kinds;
}

HazardContext::HazardContext(const MachineFunction &function)
    : function(function), chip(function.chip()) {
  for (const MachineInstruction &inst : function.instructions) {
    kindOf.push_back(findKinds(function, inst));
    kinds |= kindOf.back();
  }
}

//===----------------------------------------------------------------------===//
// Wait states of gfx9
//===----------------------------------------------------------------------===//

static bool isGFX940(const Chip &chip) {
  return chip.encoding.major == 9 && chip.encoding.minor >= 4;
}

/// `states` if `producer` wrote a register that `consumer` reads and `of`
/// accepts.
template <typename Predicate>
static unsigned ifRead(const HazardContext &context, unsigned consumer,
                       unsigned producer, unsigned states, Predicate of) {
  for (RegisterRange read : context[consumer].reads)
    if (of(read) && context[producer].writesRegister(read))
      return states;
  return 0;
}

static bool isVectorRange(RegisterRange range) {
  return registers::isVector(range.first);
}
static bool isScalarRange(RegisterRange range) {
  return registers::isScalar(range.first);
}

static constexpr RegisterRange exec = {registers::ExecLo, 2};

static unsigned scalarOfMemory(const HazardContext &context, unsigned consumer,
                               unsigned producer) {
  return ifRead(context, consumer, producer, 5, isScalarRange);
}

static unsigned vectorOfDPP(const HazardContext &context, unsigned consumer,
                            unsigned producer) {
  return ifRead(context, consumer, producer, 2, isVectorRange);
}

static unsigned execOfDPP(const HazardContext &context, unsigned,
                          unsigned producer) {
  return context[producer].writesRegister(exec) ? 5 : 0;
}

static unsigned vccOfDivFmas(const HazardContext &context, unsigned,
                             unsigned producer) {
  return context[producer].writesRegister({registers::VccLo, 2}) ? 4 : 0;
}

static unsigned laneSelect(const HazardContext &context, unsigned consumer,
                           unsigned producer) {
  // The operands are the result, the register that is read or written, and the
  // lane.
  constexpr unsigned operand = 2;
  RegisterRange select =
      explicitOperand(context.function, context[consumer], operand);
  return select.count && isScalarRange(select) &&
                 context[producer].writesRegister(select)
             ? 4
             : 0;
}

static unsigned sameHardwareRegister(const HazardContext &context,
                                     unsigned consumer, unsigned producer) {
  constexpr int64_t idMask = 0x3f;
  auto id = [&](unsigned index) {
    SmallVector<int64_t, 4> immediates = context[index].immediates();
    return immediates.empty() ? -1 : immediates.front() & idMask;
  };
  return id(consumer) >= 0 && id(consumer) == id(producer) ? 2 : 0;
}

static unsigned resultOfTrans(const HazardContext &context, unsigned consumer,
                              unsigned producer) {
  if (!isGFX940(context.chip) || context.is(consumer, kind::Trans))
    return 0;
  for (RegisterRange written : context[producer].writes)
    if (isVectorRange(written) &&
        readsExplicitly(context.function, context[consumer], written))
      return 1;
  return 0;
}

static unsigned partialResult(const HazardContext &context, unsigned consumer,
                              unsigned producer) {
  if (!isGFX940(context.chip))
    return 0;
  for (RegisterRange written : context[producer].writes)
    if (isVectorRange(written) && (context[consumer].readsRegister(written) ||
                                   context[consumer].writesRegister(written)))
      return 1;
  return 0;
}

static unsigned scalarOfVALU(const HazardContext &context, unsigned consumer,
                             unsigned producer) {
  if (!isGFX940(context.chip))
    return 0;
  for (RegisterRange written : context[producer].writes)
    if (isScalarRange(written) &&
        readsExplicitly(context.function, context[consumer], written))
      return 2;
  return 0;
}

static unsigned sourceOfReadLane(const HazardContext &context,
                                 unsigned consumer, unsigned producer) {
  if (!isGFX940(context.chip))
    return 0;
  RegisterRange source =
      explicitOperand(context.function, context[consumer], 1);
  return source.count && context[producer].writesRegister(source) ? 1 : 0;
}

static unsigned execOfLane(const HazardContext &context, unsigned,
                           unsigned producer) {
  return isGFX940(context.chip) && context[producer].writesRegister(exec) ? 4
                                                                          : 0;
}

/// Data of more than 8 bytes is read after the store has been issued.
static unsigned storeData(const HazardContext &context, unsigned consumer,
                          unsigned producer) {
  const MachineInstruction &store = context[producer];
  if (!store.isStore())
    return 0;
  // A buffer store with an offset in a register takes longer.
  if (store.has(tsflags::MUBUF | tsflags::MTBUF))
    for (unsigned i = store.desc->getNumDefs(), e = store.inst.getNumOperands();
         i < e; ++i) {
      RegisterRange operand = explicitOperand(context.function, store, i);
      if (operand.count == 1 && isScalarRange(operand))
        return 0;
    }
  for (RegisterRange data : store.reads)
    if (isVectorRange(data) && data.count > 2 &&
        context[consumer].writesRegister(data))
      return isGFX940(context.chip) ? 2 : 1;
  return 0;
}

static unsigned valueOfM0(const HazardContext &context, unsigned,
                          unsigned producer) {
  return context[producer].writesRegister({registers::M0, 1}) ? 1 : 0;
}

static unsigned sourceOfPermlane(const HazardContext &context,
                                 unsigned consumer, unsigned producer) {
  return ifRead(context, consumer, producer, 2, isVectorRange);
}

static unsigned always4(const HazardContext &, unsigned, unsigned) { return 4; }

static constexpr uint32_t any = ~0u;

static constexpr WaitStateHazard gfx9[] = {
    {"checkVMEMHazards", "memory instruction reads a scalar register", //
     kind::VMEM, kind::VALU, 5, scalarOfMemory},
    {"checkDPPHazards", "DPP reads a vector register", //
     kind::DPP, any, 2, vectorOfDPP},
    {"checkDPPHazards", "DPP reads EXEC", //
     kind::DPP, kind::VALU, 5, execOfDPP},
    {"checkDivFMasHazards", "v_div_fmas reads VCC", //
     kind::DivFmas, kind::VALU, 4, vccOfDivFmas},
    {"checkRWLaneHazards", "a scalar register selects the lane", //
     kind::ReadLane | kind::WriteLane, kind::VALU, 4, laneSelect},
    {"checkGetRegHazards, checkSetRegHazards", "the hardware register is used",
     kind::GetReg | kind::SetReg, kind::SetReg, 2, sameHardwareRegister},
    {"checkVALUHazards", "a result of a transcendental instruction is read",
     kind::VALU, kind::Trans, 1, resultOfTrans},
    {"checkVALUHazards", "a register is used while a part of it is written",
     kind::VALU, kind::PartialWrite, 1, partialResult},
    {"checkVALUHazards", "a vector instruction reads a scalar register",
     kind::VALU, kind::VALU, 2, scalarOfVALU},
    {"checkVALUHazards", "a lane of a vector register is read", //
     kind::ReadLane, kind::VALU, 1, sourceOfReadLane},
    {"checkVALUHazards", "a lane is accessed after EXEC has changed",
     kind::ReadLane | kind::WriteLane, kind::VALU, 4, execOfLane},
    {"checkVALUHazards", "data of a store is overwritten", //
     kind::VALU, kind::VMEM, 2, storeData},
    {"checkReadM0Hazards", "M0 is read", //
     kind::ReadsM0, kind::SALU, 1, valueOfM0},
};

static constexpr WaitStateHazard gfx950[] = {
    {"checkPermlaneHazards", "lanes of a vector register are exchanged",
     kind::Permlane, kind::VALU, 2, sourceOfPermlane},
    {"checkPermlaneHazards", "lanes are exchanged after EXEC has changed",
     kind::Permlane, kind::CompareExec, 4, always4},
};

//===----------------------------------------------------------------------===//
// Wait states of gfx10
//===----------------------------------------------------------------------===//

static unsigned modeOfAtomic(const HazardContext &context, unsigned consumer,
                             unsigned producer) {
  StringRef name = context[producer].name;
  bool isFloat = context[producer].isAtomic() &&
                 (name.contains("_FADD") || name.contains("_FMIN") ||
                  name.contains("_FMAX") || name.contains("_FCMPSWAP") ||
                  name.contains("_F32") || name.contains("_F64"));
  return isFloat && context[consumer].name == "S_DENORM_MODE" ? 3 : 0;
}

static constexpr WaitStateHazard gfx10[] = {
    {"checkFPAtomicToDenormModeHazard", "the mode of denormals changes",
     kind::SALU, kind::VMEM, 3, modeOfAtomic},
};

SmallVector<ArrayRef<WaitStateHazard>, 4>
mlir::prim::waitStateHazards(const Chip &chip) {
  if (chip.encoding.major == 10)
    return {gfx10};
  if (chip.encoding.major != 9)
    return {};
  SmallVector<ArrayRef<WaitStateHazard>, 4> tables = {gfx9, matrixHazards()};
  if (chip.encoding.minor == 5)
    tables.push_back(gfx950);
  return tables;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

/// The wait states that an instruction itself provides.
static unsigned statesOf(const HazardContext &context, unsigned index) {
  if (!context.is(index, kind::Nop))
    return 1;
  SmallVector<int64_t, 4> immediates = context[index].immediates();
  return immediates.empty() ? 1 : unsigned(immediates.front()) + 1;
}

static bool expires(const HazardContext &context, unsigned index) {
  // gfx10's only hazard: any instruction that waits for the atomic resolves it.
  return context.chip.encoding.major == 10 &&
         (context.is(index, kind::VALU) ||
          context[index].name.starts_with("S_WAITCNT"));
}

static void checkConsumer(const HazardContext &context,
                          ArrayRef<const WaitStateHazard *> hazards,
                          unsigned consumer, Reporter &reporter) {
  const MachineFunction &function = context.function;
  unsigned most = 0;
  for (const WaitStateHazard *hazard : hazards)
    most = std::max(most, hazard->most);
  // By block: the fewest states with which its end has been reached.
  SmallDenseMap<unsigned, unsigned, 8> reached;
  struct Place {
    unsigned end, states, block;
  };
  SmallVector<Place, 8> work = {{consumer, 0, function.blockOf(consumer)}};
  while (!work.empty()) {
    auto [end, states, b] = work.pop_back_val();
    const MachineBlock &block = function.blocks[b];
    unsigned i = end;
    bool isOver = false;
    while (i > block.first && states < most && !isOver) {
      --i;
      for (const WaitStateHazard *hazard : hazards) {
        if (!context.is(i, hazard->producer) || states >= hazard->most)
          continue;
        unsigned needed = hazard->needed(context, consumer, i);
        if (needed > states) {
          reporter.report(consumer, i,
                          hazard->what + " after " + Twine(states) +
                              " wait states, where " + Twine(needed) +
                              " are needed (" + hazard->follows + ")");
          return;
        }
      }
      isOver = expires(context, i);
      states += statesOf(context, i);
    }
    if (isOver || states >= most)
      continue;
    for (unsigned before : block.predecessors) {
      auto [found, isNew] = reached.try_emplace(before, states);
      if (!isNew && found->second <= states)
        continue;
      found->second = states;
      work.push_back({function.blocks[before].last, states, before});
    }
  }
}

void mlir::prim::checkHazards(const MachineFunction &function,
                              Reporter &reporter) {
  HazardContext context(function);
  SmallVector<const WaitStateHazard *, 32> present;
  for (ArrayRef<WaitStateHazard> table : waitStateHazards(function.chip()))
    for (const WaitStateHazard &hazard : table)
      if (context.kinds & hazard.consumer && context.kinds & hazard.producer)
        present.push_back(&hazard);
  SmallVector<const WaitStateHazard *, 32> own;
  for (unsigned i = 0, e = function.instructions.size(); i < e; ++i) {
    own.clear();
    for (const WaitStateHazard *hazard : present)
      if (context.is(i, hazard->consumer))
        own.push_back(hazard);
    if (!own.empty())
      checkConsumer(context, own, i, reporter);
  }
  checkVectorHazards(context, reporter);
  checkScalarHazards(context, reporter);
}
