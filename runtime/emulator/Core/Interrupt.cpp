//===- Interrupt.cpp - Gives up what takes long -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The embedder's function, and the time at which a thread last called it.
//
//===----------------------------------------------------------------------===//

#include "Core/Interrupt.h"

#include <atomic>
#include <chrono>

using Clock = std::chrono::steady_clock;

namespace {
struct Question {
  int (*check)(void *);
  void *userData;
};
} // namespace

/// Read without a lock, because a thread asks while another one holds the
/// driver's.
static std::atomic<const Question *> question{nullptr};
static thread_local Clock::time_point lastAsked;
static thread_local bool asking = false;

void prim::emulator::setInterrupt(int (*check)(void *), void *userData) {
  // The old one is kept, because a thread may be about to call it.
  question = check ? new Question{check, userData} : nullptr;
}

bool prim::emulator::interruptRequested() {
  const Question *current = question;
  if (!current || asking)
    return false;
  const Clock::time_point now = Clock::now();
  if (now - lastAsked < std::chrono::milliseconds(100))
    return false;
  asking = true;
  const bool requested = current->check(current->userData) != 0;
  asking = false;
  // The embedder's function may have taken long.
  lastAsked = Clock::now();
  return requested;
}

bool prim::emulator::insideInterrupt() { return asking; }
