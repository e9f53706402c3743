//===- EmitCode.cpp - Machine code of a module ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SIPreEmitPeephole of LLVM 22.1.8 turns a 64-bit compare into a branch on a
// vector compare although another block still reads the scalar compare's SCC
// (llvm#215745; fixed by llvm#215829). Only chips with 64-bit scalar compares
// and without v_cmpx to SGPRs select such code. The pass saves 1 to 9 % of the
// instructions, so it is omitted only for code that shows the fault. Few
// kernels read SCC in another block than the one that sets it, and only those
// are disassembled.
//
// GCNHazardRecognizer counts all branches at the end of a block as wait states
// of each successor, and too few idle cycles remain (taken-branches.mir). Later
// chips than gfx9 have no hazards between vector instructions that idle cycles
// end.
//
//===----------------------------------------------------------------------===//

#include "EmitCode.h"

#include "Timer.h"
#include "prim/CodeObject/CheckObject.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

/// Finds out whether final code of AMDGPU reads SCC, or branches on VCC, where
/// the same straight-line code has not set it.
class FindDistantReads : public MachineFunctionPass {
public:
  static char ID;
  explicit FindDistantReads(bool &found)
      : MachineFunctionPass(ID), found(found) {}

  StringRef getPassName() const override {
    return "Find distant reads of condition codes";
  }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    const TargetRegisterInfo &registers =
        *function.getSubtarget().getRegisterInfo();
    static const MCRegister scc = findRegister(registers, "SCC");
    static const MCRegister vcc = findRegister(registers, "VCC");
    auto reads = [&](const MachineInstr &inst, MCRegister code) {
      return inst.readsRegister(code, &registers);
    };
    for (const MachineBasicBlock &block : function) {
      bool hasSCC = false, hasVCC = false;
      for (const MachineInstr &inst : block.instrs()) {
        found |= !hasSCC && reads(inst, scc);
        found |= !hasVCC && inst.isConditionalBranch() && reads(inst, vcc);
        // Machine code ends a block at each branch.
        hasSCC = !inst.isBranch() &&
                 (hasSCC || inst.definesRegister(scc, &registers));
        hasVCC = !inst.isBranch() &&
                 (hasVCC || inst.definesRegister(vcc, &registers));
      }
    }
    return false;
  }

private:
  /// All chips of the target have the same registers.
  static MCRegister findRegister(const TargetRegisterInfo &registers,
                                 StringRef name) {
    for (unsigned i = 1, e = registers.getNumRegs(); i < e; ++i)
      if (name == registers.getName(i))
        return MCRegister(i);
    llvm_unreachable("AMDGPU has this register");
  }

  bool &found;
};

} // namespace

char FindDistantReads::ID = 0;

namespace {

/// Inserts idle cycles before several branches at the end of a block. The
/// hazard recogniser counts each of them as a wait state, but one that is taken
/// ends the block. A loop whose first instruction reads what its last one has
/// written would otherwise lack a wait state.
class CountTakenBranches : public MachineFunctionPass {
public:
  static char ID;
  CountTakenBranches() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "Count taken branches as wait states";
  }

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    const TargetInstrInfo &instructions =
        *function.getSubtarget().getInstrInfo();
    bool isChanged = false;
    for (MachineBasicBlock &block : function) {
      unsigned branches = count_if(block.terminators(), [](auto &inst) {
        return inst.isBranch() && !inst.isMetaInstruction();
      });
      if (branches < 2)
        continue;
      instructions.insertNoops(block, block.getFirstTerminator(), branches - 1);
      isChanged = true;
    }
    return isChanged;
  }
};

} // namespace

char CountTakenBranches::ID = 0;

using PassList = SmallVector<std::unique_ptr<Pass>, 2>;

/// Like TargetMachine::addPassesToEmitFile, except that it omits the pass
/// registered under the name `without`, which may be empty, and ends with
/// `last`. Returns whether the file cannot be made.
static bool addPasses(legacy::PassManager &passes, TargetMachine &machine,
                      raw_pwrite_stream &stream, CodeGenFileType kind,
                      StringRef without, PassList last) {
  TargetPassConfig *config = machine.createPassConfig(passes);
  if (!config)
    return true;
  if (!without.empty()) {
    const PassInfo *left =
        PassRegistry::getPassRegistry()->getPassInfo(without);
    if (!left)
      return true;
    config->disablePass(left->getTypeInfo());
  }
  config->setDisableVerify(true);
  auto *functions = new MachineModuleInfoWrapperPass(&machine);
  passes.add(config);
  passes.add(functions);
  if (config->addISelPasses())
    return true;
  config->addMachinePasses();
  config->setInitialized();
  for (std::unique_ptr<Pass> &pass : last)
    passes.add(pass.release());
  if (machine.addAsmPrinter(passes, stream, nullptr, kind,
                            functions->getMMI().getContext()))
    return true;
  passes.add(createFreeMachineFunctionPass());
  return false;
}

static Expected<std::string> emit(Module &module, TargetMachine &machine,
                                  CodeGenFileType kind, PassList last,
                                  StringRef without = "") {
  SmallVector<char, 0> output;
  raw_svector_ostream stream(output);
  legacy::PassManager passes;
  if (without.empty() && last.empty()
          ? machine.addPassesToEmitFile(passes, stream, nullptr, kind)
          : addPasses(passes, machine, stream, kind, without, std::move(last)))
    return createStringError("LLVM cannot emit this kind of file for " +
                             machine.getTargetCPU());
  passes.run(module);
  return std::string(output.begin(), output.end());
}

/// Whether code for this machine can show the faults above.
static bool needsMending(const TargetMachine &machine) {
  if (!machine.getTargetTriple().isAMDGPU())
    return false;
  const Chip *chip = findAMDGPUChip(machine.getTargetCPU());
  return chip && chip->encoding.major == 9;
}

static bool hasClobberedConditionCodes(StringRef object, double &milliseconds) {
  Timer timer(milliseconds);
  Expected<CodeObject> code = CodeObject::create(object);
  if (!code) {
    // After an error of LLVM the object may be invalid.
    consumeError(code.takeError());
    return false;
  }
  return !checkCode(*code, ConditionCodes).reports.empty();
}

Expected<std::string> mlir::prim::emitCode(Module &module,
                                           TargetMachine &machine,
                                           CodeGenFileType kind,
                                           double &checking) {
  if (!needsMending(machine))
    return emit(module, machine, kind, {});
  auto emitMended = [&](Module &module, CodeGenFileType kind,
                        StringRef without = "",
                        std::unique_ptr<llvm::Pass> last = nullptr) {
    PassList passes;
    passes.push_back(std::make_unique<CountTakenBranches>());
    if (last)
      passes.push_back(std::move(last));
    return emit(module, machine, kind, std::move(passes), without);
  };
  // Code generation changes the module, so a copy is needed.
  std::unique_ptr<Module> first;
  {
    Timer timer(checking);
    first = CloneModule(module);
  }
  bool isSuspect = false;
  Expected<std::string> object =
      emitMended(*first, CodeGenFileType::ObjectFile, /*without=*/"",
                 std::make_unique<FindDistantReads>(isSuspect));
  if (!object)
    return object;
  if (isSuspect && hasClobberedConditionCodes(*object, checking))
    return emitMended(module, kind, "si-pre-emit-peephole");
  return kind == CodeGenFileType::ObjectFile ? std::move(object)
                                             : emitMended(module, kind);
}
