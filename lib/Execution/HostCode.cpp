//===- HostCode.cpp - An object file in this process ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses only ORC's object layer. LLJIT is made for IR: it requires a registered
// target and a target machine before it links the first object.
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "prim_runtime.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::prim;
using namespace llvm::orc;

struct HostCode::Session {
  explicit Session(std::unique_ptr<ExecutorProcessControl> control)
      : session(std::move(control)), layer(session),
        library(session.createBareJITDylib("program")) {
    // By default, errors go to standard error, including the cause of a failed
    // look-up.
    session.setErrorReporter([this](llvm::Error error) {
      causes += llvm::toString(std::move(error)) + "\n";
    });
  }
  ~Session() {
    if (llvm::Error error = session.endSession())
      llvm::consumeError(std::move(error));
  }

  /// The reported causes of `error`, and `error` itself.
  llvm::Error explain(llvm::Error error) {
    return llvm::createStringError(causes + llvm::toString(std::move(error)));
  }

  ExecutionSession session;
  ObjectLinkingLayer layer;
  JITDylib &library;
  std::string causes;
};

HostCode::HostCode(std::unique_ptr<Session> session)
    : session(std::move(session)) {}

HostCode::~HostCode() = default;

// Functions of MLIR's float16_utils. They are declared without their types,
// because nothing here calls them.
extern "C" {
void __truncsfbf2();
void __truncdfbf2();
}

/// The functions that generated host code calls.
static SymbolMap
getRuntimeSymbols(llvm::function_ref<SymbolStringPtr(const char *)> intern) {
  SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[intern(name)] = {ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported |
                                 llvm::JITSymbolFlags::Callable};
  };
  add("primExecKernel", &primExecKernel);
  add("primExecReleaseModule", &primExecReleaseModule);
  add("primExecLaunch", &primExecLaunch);
  add("primExecLaunchCooperative", &primExecLaunchCooperative);
  add("primExecLaunchWithFlags", &primExecLaunchWithFlags);
  add("primExecResidentGroups", &primExecResidentGroups);
  add("primExecAlloc", &primExecAlloc);
  add("primExecFree", &primExecFree);
  add("primExecFill", &primExecFill);
  add("primExecCopy", &primExecCopy);
  add("primExecFail", &primExecFail);
  add("primExecFailed", &primExecFailed);
  add("primExecAttribute", &primExecAttribute);
  // The compiler's own library has them only from GCC 13 on.
  add("__truncsfbf2", &__truncsfbf2);
  add("__truncdfbf2", &__truncdfbf2);
  return symbols;
}

/// The prefix of C names in objects of this machine.
static std::string getPrefix() {
  return llvm::Triple(llvm::sys::getProcessTriple()).isOSBinFormatMachO() ? "_"
                                                                          : "";
}

llvm::Expected<std::unique_ptr<HostCode>>
HostCode::load(llvm::StringRef object) {
  auto control = SelfExecutorProcessControl::Create();
  if (!control)
    return control.takeError();
  auto session = std::make_unique<Session>(std::move(*control));
  std::string prefix = getPrefix();
  auto process = DynamicLibrarySearchGenerator::GetForCurrentProcess(
      prefix.empty() ? '\0' : prefix[0]);
  if (!process)
    return process.takeError();
  session->library.addGenerator(std::move(*process));
  if (llvm::Error error = session->library.define(
          absoluteSymbols(getRuntimeSymbols([&](const char *name) {
            return session->session.intern(prefix + name);
          }))))
    return session->explain(std::move(error));
  if (llvm::Error error = session->layer.add(
          session->library,
          llvm::MemoryBuffer::getMemBufferCopy(object, "host code")))
    return session->explain(std::move(error));
  return std::unique_ptr<HostCode>(new HostCode(std::move(session)));
}

llvm::Expected<std::vector<void *>>
HostCode::lookup(llvm::ArrayRef<std::string> symbols) {
  std::string prefix = getPrefix();
  std::vector<SymbolStringPtr> names;
  for (const std::string &symbol : symbols)
    names.push_back(session->session.intern(prefix + symbol));
  auto found = session->session.lookup(
      makeJITDylibSearchOrder(&session->library), SymbolLookupSet(names));
  if (!found)
    return session->explain(found.takeError());
  std::vector<void *> addresses;
  for (const SymbolStringPtr &name : names)
    addresses.push_back((*found)[name].getAddress().toPtr<void *>());
  return std::move(addresses);
}
