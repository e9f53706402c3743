//===- Control.cpp - Branches, barriers and waits ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow, synchronisation between the waves of a group, and the
// instructions that only order, wait or hint. Memory operations complete at
// once here, so waits do nothing.
//
//===----------------------------------------------------------------------===//

#include "Core/Launch.h"
#include "Core/Loader.h"
#include "Core/Registry.h"
#include "Scalar/Operands.h"

using namespace prim::emulator;

namespace {

void nothing(Wave &, const Instruction &) {}

void jump(Wave &wave, const Instruction &inst) {
  if (!inst.target)
    return wave.fault(inst, -1, "branch target is not an instruction");
  wave.next = inst.target;
}
void jumpTo(Wave &wave, const Instruction &inst, uint64_t pc) {
  const Instruction *target = wave.launch->program->at(pc);
  if (!target)
    return wave.fault(inst, -1, "jump to 0x%llx, which is not an instruction",
                      (unsigned long long)pc);
  wave.next = target;
}
uint64_t nextPc(const Instruction &inst) { return inst.address + inst.size; }

void scc0(Wave &w, const Instruction &i) {
  if (!w.scc)
    jump(w, i);
}
void scc1(Wave &w, const Instruction &i) {
  if (w.scc)
    jump(w, i);
}
void vccz(Wave &w, const Instruction &i) {
  if (!w.mask(kVccLo))
    jump(w, i);
}
void vccnz(Wave &w, const Instruction &i) {
  if (w.mask(kVccLo))
    jump(w, i);
}
void execz(Wave &w, const Instruction &i) {
  if (!w.exec())
    jump(w, i);
}
void execnz(Wave &w, const Instruction &i) {
  if (w.exec())
    jump(w, i);
}
void getPc(Wave &w, const Instruction &i) { writeScalar(w, i.dst, nextPc(i)); }
void setPc(Wave &w, const Instruction &i) {
  jumpTo(w, i, readScalar<uint64_t>(w, i.src[0]));
}
void swapPc(Wave &w, const Instruction &i) {
  uint64_t target = readScalar<uint64_t>(w, i.src[0]);
  writeScalar(w, i.dst, nextPc(i));
  jumpTo(w, i, target);
}
void call(Wave &w, const Instruction &i) {
  writeScalar(w, i.dst, nextPc(i));
  jump(w, i);
}
void endProgram(Wave &w, const Instruction &) { w.state = WaveState::Finished; }
void codeEnd(Wave &w, const Instruction &i) {
  w.fault(i, -1, "execution ran past the end of the kernel");
}

void barrier(Wave &w, const Instruction &) {
  w.state = WaveState::Barrier;
  arriveAtBarrier(w); // resumes all waves when complete
}

/// Barrier ids of gfx12: -1 is the work-group's.
bool isWorkGroupBarrier(Wave &w, const Instruction &inst, int64_t id) {
  if (int32_t(id) == -1)
    return true;
  w.fault(inst, -1,
          "barrier %lld is not known to the emulator, which has only the "
          "work-group barrier (-1)",
          (long long)id);
  return false;
}
int64_t barrierId(Wave &w, const Instruction &inst) {
  if (inst.numImm)
    return int16_t(inst.imm[0]); // 16 bits, not sign-extended by LLVM
  if (inst.numSrc)
    return int32_t(readScalar<uint32_t>(w, inst.src[0]));
  return int32_t(w.sgpr[kM0] << 26) >> 26;
}
void signal(Wave &w, const Instruction &inst) {
  if (!isWorkGroupBarrier(w, inst, barrierId(w, inst)))
    return;
  WaveContext &self = context(w);
  if (self.signalled)
    return w.fault(inst, -1, "barrier signalled twice without a wait");
  self.signalled = true;
  self.waitPhase = w.group->phase;
  arriveAtBarrier(w);
}
void signalIsFirst(Wave &w, const Instruction &inst) {
  w.scc = w.group->arrived == 0;
  signal(w, inst);
}
void waitBarrier(Wave &w, const Instruction &inst) {
  if (!isWorkGroupBarrier(w, inst, barrierId(w, inst)))
    return;
  WaveContext &self = context(w);
  if (!self.signalled)
    return w.fault(inst, -1, "wait at a barrier that was not signalled");
  self.signalled = false;
  if (w.group->phase == self.waitPhase)
    w.state = WaveState::Barrier;
}

void sleep(Wave &w, const Instruction &) { w.state = WaveState::Yielded; }

void trap(Wave &w, const Instruction &inst) {
  const auto &assertions = w.launch->kernel->module->assertions;
  auto found = assertions.find(inst.address);
  if (found != assertions.end())
    return w.fault(inst, -1, "assertion failed: %s", found->second.c_str());
  w.fault(inst, -1, "the kernel trapped (abort, failed assertion)");
}

void sendMessage(Wave &w, const Instruction &inst) {
  // The two messages that compute kernels use have no effect on results:
  // interrupt (1) and, on gfx11+, early release of registers before s_endpgm
  // (3).
  int id = inst.imm[0] & 0xf;
  if (id != 1 && id != 3)
    w.fault(inst, -1, "message %d is not known to the emulator", id);
}

} // namespace

void prim::emulator::registerControl(Registry &r) {
  r.add("S_BRANCH", jump);
  r.add("S_CBRANCH_SCC0", scc0);
  r.add("S_CBRANCH_SCC1", scc1);
  r.add("S_CBRANCH_VCCZ", vccz);
  r.add("S_CBRANCH_VCCNZ", vccnz);
  r.add("S_CBRANCH_EXECZ", execz);
  r.add("S_CBRANCH_EXECNZ", execnz);
  // No debugger is attached.
  for (const char *key :
       {"S_CBRANCH_CDBGSYS", "S_CBRANCH_CDBGUSER", "S_CBRANCH_CDBGSYS_AND_USER",
        "S_CBRANCH_CDBGSYS_OR_USER"})
    r.add(key, nothing);
  r.add("S_GETPC_B64", getPc);
  r.add("S_SETPC_B64", setPc);
  r.add("S_SWAPPC_B64", swapPc);
  r.add("S_CALL_B64", call);
  r.add("S_ENDPGM", endProgram);
  r.add("S_CODE_END", codeEnd);
  r.add("S_BARRIER", barrier);
  for (const char *key : {"S_BARRIER_SIGNAL_IMM", "S_BARRIER_SIGNAL_M0"})
    r.add(key, signal);
  for (const char *key :
       {"S_BARRIER_SIGNAL_ISFIRST_IMM", "S_BARRIER_SIGNAL_ISFIRST_M0"})
    r.add(key, signalIsFirst);
  r.add("S_BARRIER_WAIT", waitBarrier);
  r.add("S_SLEEP", sleep);
  r.add("S_SLEEP_VAR", sleep);
  r.add("S_MONITOR_SLEEP", sleep);
  r.add("S_TRAP", trap);
  r.add("S_SENDMSG", sendMessage);
  for (const char *key : {"S_NOP",
                          "S_CLAUSE",
                          "S_DELAY_ALU",
                          "S_VERSION",
                          "S_INST_PREFETCH",
                          "S_SETPRIO",
                          "S_WAKEUP",
                          "S_INCPERFLEVEL",
                          "S_DECPERFLEVEL",
                          "S_TTRACEDATA",
                          "S_TTRACEDATA_IMM",
                          "S_ICACHE_INV",
                          "S_GL1_INV",
                          "S_WAITCNT",
                          "S_WAITCNT_DEPCTR",
                          "S_WAITCNT_EXPCNT",
                          "S_WAITCNT_LGKMCNT",
                          "S_WAITCNT_VMCNT",
                          "S_WAITCNT_VSCNT",
                          "S_WAIT_BVHCNT",
                          "S_WAIT_DSCNT",
                          "S_WAIT_EVENT",
                          "S_WAIT_EXPCNT",
                          "S_WAIT_IDLE",
                          "S_WAIT_KMCNT",
                          "S_WAIT_LOADCNT",
                          "S_WAIT_LOADCNT_DSCNT",
                          "S_WAIT_SAMPLECNT",
                          "S_WAIT_STORECNT",
                          "S_WAIT_STORECNT_DSCNT",
                          "S_WAIT_XCNT",
                          "S_WAIT_ASYNCCNT"})
    r.add(key, nothing);
}
