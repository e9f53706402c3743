//===- HostAccess.cpp - Host accesses to device memory ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The signal handler. It reads the table of allocations without the driver's
// lock: the thread that faulted is in host code and not in the driver, and the
// process is about to end.
//
//===----------------------------------------------------------------------===//

#include "Core/HostAccess.h"
#include "Core/DeviceMemory.h"

#include <csignal>
#include <cstdio>
#include <ucontext.h>
#include <unistd.h>

using namespace prim::emulator;

static struct sigaction previous;

/// "reads", "writes", or neither if the machine does not report it.
static const char *accessVerb([[maybe_unused]] void *context) {
#ifdef __x86_64__
  const auto *machine = static_cast<ucontext_t *>(context);
  return machine->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#else
  return "accesses";
#endif
}

static void explain(uint64_t address, void *context) {
  const Allocation *near = DeviceMemory::get().nearest(address);
  if (!near || near->kind != MemoryKind::Device)
    return;
  auto mapping = reinterpret_cast<uint64_t>(near->mapping);
  if (address - mapping >= near->mappingSize)
    return;
  const bool before = address < near->base;
  const uint64_t distance =
      before ? near->base - address : address - near->base;
  char text[512];
  int length = std::snprintf(
      text, sizeof(text),
      "prim emulator: host code %s 0x%llx, which is device memory: %llu bytes "
      "%s the start of the allocation of %llu bytes at 0x%llx; copy it "
      "(hipMemcpy), or do the work in a kernel\n",
      accessVerb(context), (unsigned long long)address,
      (unsigned long long)distance, before ? "before" : "after",
      (unsigned long long)near->size, (unsigned long long)near->base);
  if (length > 0)
    (void)!write(STDERR_FILENO, text, size_t(length));
}

static void handle(int signal, siginfo_t *info, void *context) {
  explain(reinterpret_cast<uint64_t>(info->si_addr), context);
  if (previous.sa_flags & SA_SIGINFO)
    return previous.sa_sigaction(signal, info, context);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    return previous.sa_handler(signal);
  // The access is repeated and ends the process.
  std::signal(signal, SIG_DFL);
}

void prim::emulator::explainHostAccesses() {
  static const bool installed = [] {
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSEGV, &action, &previous) == 0;
  }();
  (void)installed;
}
