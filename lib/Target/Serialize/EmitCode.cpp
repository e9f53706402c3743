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
// instructions, so it is omitted only for code that shows the fault.
//
//===----------------------------------------------------------------------===//

#include "EmitCode.h"

#include "Timer.h"
#include "prim/CodeObject/CheckObject.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace mlir::prim;

/// Like TargetMachine::addPassesToEmitFile, except that it omits the pass
/// registered under the name `without`. Returns whether the file cannot be
/// made.
static bool addPasses(legacy::PassManager &passes, TargetMachine &machine,
                      raw_pwrite_stream &stream, CodeGenFileType kind,
                      StringRef without) {
  const PassInfo *left = PassRegistry::getPassRegistry()->getPassInfo(without);
  TargetPassConfig *config = machine.createPassConfig(passes);
  if (!left || !config)
    return true;
  auto *functions = new MachineModuleInfoWrapperPass(&machine);
  config->disablePass(left->getTypeInfo());
  passes.add(config);
  passes.add(functions);
  if (config->addISelPasses())
    return true;
  config->addMachinePasses();
  config->setInitialized();
  if (machine.addAsmPrinter(passes, stream, nullptr, kind,
                            functions->getMMI().getContext()))
    return true;
  passes.add(createFreeMachineFunctionPass());
  return false;
}

static Expected<std::string> emit(Module &module, TargetMachine &machine,
                                  CodeGenFileType kind,
                                  StringRef without = "") {
  SmallVector<char, 0> output;
  raw_svector_ostream stream(output);
  legacy::PassManager passes;
  if (without.empty()
          ? machine.addPassesToEmitFile(passes, stream, nullptr, kind)
          : addPasses(passes, machine, stream, kind, without))
    return createStringError("LLVM cannot emit this kind of file for " +
                             machine.getTargetCPU());
  passes.run(module);
  return std::string(output.begin(), output.end());
}

/// Whether code for this machine can show llvm#215745.
static bool mayClobberConditionCodes(const TargetMachine &machine) {
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
  if (!mayClobberConditionCodes(machine))
    return emit(module, machine, kind);
  // Code generation changes the module, so a copy is needed.
  std::unique_ptr<Module> first;
  {
    Timer timer(checking);
    first = CloneModule(module);
  }
  Expected<std::string> object =
      emit(*first, machine, CodeGenFileType::ObjectFile);
  if (!object)
    return object;
  if (hasClobberedConditionCodes(*object, checking))
    return emit(module, machine, kind, "si-pre-emit-peephole");
  return kind == CodeGenFileType::ObjectFile ? std::move(object)
                                             : emit(module, machine, kind);
}
