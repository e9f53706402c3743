//===- HostObject.cpp - Host code as an object file -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates a module to LLVM IR, adds the entry functions, and compiles it to
// an object with LLVM's code generator. MLIR's ExecutionEngine goes from a
// module to addresses, without an object to keep.
//
//===----------------------------------------------------------------------===//

#include "HostObject.h"

#include "Diagnostics.h"
#include "Payload.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "prim/Target/BackEnd.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <map>

using namespace mlir;
using namespace mlir::prim;

static llvm::Function *createFunction(llvm::Module &module, llvm::Type *result,
                                      ArrayRef<llvm::Type *> parameters,
                                      const llvm::Twine &name) {
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(result, parameters, /*isVarArg=*/false),
      llvm::Function::ExternalLinkage, name, module);
  llvm::BasicBlock::Create(module.getContext(), "", function);
  return function;
}

/// Adds a function that calls `callee` with the values at the given addresses,
/// and stores the result at the last one. Returns its name, which is unique in
/// the module.
static std::string addEntry(llvm::Function &callee) {
  llvm::Module &module = *callee.getParent();
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *pointer = builder.getPtrTy();
  llvm::Function *entry = createFunction(module, builder.getVoidTy(), {pointer},
                                         "prim_enter_" + callee.getName());
  builder.SetInsertPoint(&entry->getEntryBlock());
  auto load = [&](llvm::Type *type, llvm::Value *from) {
    return builder.CreateLoad(type, from);
  };
  auto addressOf = [&](unsigned index) {
    return load(pointer, builder.CreateConstInBoundsGEP1_64(
                             pointer, entry->getArg(0), index));
  };
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &parameter : callee.args())
    arguments.push_back(
        load(parameter.getType(), addressOf(parameter.getArgNo())));
  llvm::Value *result = builder.CreateCall(&callee, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, addressOf(callee.arg_size()));
  builder.CreateRetVoid();
  return entry->getName().str();
}

/// Replaces `list`, llvm.global_ctors or llvm.global_dtors, by one function
/// that calls all of its functions, because the list requires loader support.
/// Returns the function's name, empty if there is no list.
static std::string
addLifeCycle(llvm::Module &module, StringRef list,
             llvm::iterator_range<llvm::orc::CtorDtorIterator> functions,
             StringRef name) {
  llvm::GlobalVariable *variable = module.getNamedGlobal(list);
  if (!variable)
    return "";
  // Functions of equal priority keep their order.
  std::multimap<unsigned, llvm::Function *> ordered;
  for (const llvm::orc::CtorDtorIterator::Element &element : functions)
    if (element.Func)
      ordered.insert({element.Priority, element.Func});
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function *all = createFunction(module, builder.getVoidTy(), {}, name);
  builder.SetInsertPoint(&all->getEntryBlock());
  for (auto [priority, function] : ordered)
    builder.CreateCall(function);
  builder.CreateRetVoid();
  variable->eraseFromParent();
  return all->getName().str();
}

llvm::Expected<HostObject> prim::emitHostObject(ModuleOp module) {
  initializeBackEnd();
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  // The object may be loaded anywhere, in one contiguous range.
  host->setRelocationModel(llvm::Reloc::PIC_);
  host->setCodeModel(llvm::CodeModel::Small);
  // Host code only computes sizes and launches, so optimisation has no benefit.
  host->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto machine = host->createTargetMachine();
  if (!machine)
    return machine.takeError();

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code;
  if (llvm::Error error = collectErrors(*module.getContext(), [&] {
        code = translateModuleToLLVMIR(module, context);
        return success(code != nullptr);
      }))
    return std::move(error);
  code->setTargetTriple((*machine)->getTargetTriple());
  code->setDataLayout((*machine)->createDataLayout());

  HostObject object;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    if (name.starts_with("prim_release_") && !function.isExternal())
      object.releases.push_back(name.str());
    llvm::Function *interface =
        code->getFunction(("_mlir_ciface_" + name).str());
    if (!interface || interface->isDeclaration())
      continue;
    HostObject::Function &known = object.functions.emplace_back();
    known.name = name.str();
    known.symbol = addEntry(*interface);
    if (auto places =
            function->getAttrOfType<DenseI64ArrayAttr>("prim.results"))
      known.resultPlaces = places.asArrayRef().vec();
  }
  object.initialize =
      addLifeCycle(*code, "llvm.global_ctors",
                   llvm::orc::getConstructors(*code), "prim_initialize");
  object.finalize =
      addLifeCycle(*code, "llvm.global_dtors", llvm::orc::getDestructors(*code),
                   "prim_finalize");

  llvm::orc::SimpleCompiler compiler(**machine);
  auto compiled = compiler(*code);
  if (!compiled)
    return compiled.takeError();
  object.bytes = (*compiled)->getBuffer().str();
  return std::move(object);
}

//===----------------------------------------------------------------------===//
// In a cache
//===----------------------------------------------------------------------===//

void HostObject::write(llvm::msgpack::Writer &writer) const {
  writer.writeArraySize(functions.size());
  for (const Function &function : functions) {
    writer.write(StringRef(function.name));
    writer.write(StringRef(function.symbol));
    writer.writeArraySize(function.resultPlaces.size());
    for (int64_t place : function.resultPlaces)
      writer.write(place);
  }
  writer.writeArraySize(releases.size());
  for (const std::string &release : releases)
    writer.write(StringRef(release));
  for (StringRef text : {initialize, finalize, bytes})
    writer.write(text);
}

HostObject HostObject::read(PayloadReader &reader) {
  HostObject object;
  for (size_t left = reader.list(); left-- && !reader.failed();) {
    Function &function = object.functions.emplace_back();
    function.name = reader.text();
    function.symbol = reader.text();
    for (size_t places = reader.list(); places-- && !reader.failed();)
      function.resultPlaces.push_back(reader.integer());
  }
  for (size_t left = reader.list(); left-- && !reader.failed();)
    object.releases.push_back(reader.text().str());
  for (std::string *text :
       {&object.initialize, &object.finalize, &object.bytes})
    *text = reader.text();
  return object;
}
