//===- Entry.cpp - A function of the C API runs -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the threads inside the library, and detects in a forked process
// whether there were other ones.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include <atomic>
#include <pthread.h>

using namespace mlir::prim;

/// The number of running functions, in all threads and in this one. A callback
/// of the caller may call others.
static std::atomic<unsigned> running{0};
static thread_local unsigned runningHere = 0;
static std::atomic<bool> forkedInCall{false};

static thread_local PrimcInterruptCheck interruptCheck = nullptr;
static thread_local void *interruptData = nullptr;

/// Registers the handler when the library is loaded, which precedes all calls.
static const int registered = ::pthread_atfork(
    /*prepare=*/nullptr, /*parent=*/nullptr, /*child=*/[] {
      if (running != runningHere)
        forkedInCall = true;
      running = runningHere;
    });

Entry::Entry() {
  (void)registered;
  ++running;
  ++runningHere;
}

Entry::~Entry() {
  --runningHere;
  --running;
}

bool Entry::isUsable() const { return !forkedInCall; }

FallibleEntry::FallibleEntry() : interruption(interruptCheck, interruptData) {}

bool FallibleEntry::check(const Reporter &reporter) const {
  return isUsable() ||
         reporter.fail(
             "this process was forked during a prim call of another thread, so "
             "it has inherited locks that are never released; fork while no "
             "call "
             "runs, or start the process with exec (in Python: "
             "multiprocessing.set_start_method('spawn'))");
}

void primcSetInterrupt(PrimcInterruptCheck check, void *userData) {
  interruptCheck = check;
  interruptData = userData;
}

bool primcForkedInCall(void) { return forkedInCall; }
