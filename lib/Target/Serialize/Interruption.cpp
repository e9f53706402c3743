//===- Interruption.cpp - Ends long work early ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the check functions per thread.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/Interruption.h"

using namespace mlir::prim;

static thread_local Interruption *innermost = nullptr;
static thread_local unsigned asking = 0;

Interruption::Interruption(Check check, void *userData)
    : check(check), userData(userData), outer(innermost) {
  innermost = this;
}

Interruption::~Interruption() { innermost = outer; }

bool Interruption::requested() {
  Interruption *current = innermost;
  if (!current || !current->check)
    return false;
  // No check is set while one runs, and after one has returned true.
  Check asked = current->check;
  current->check = nullptr;
  ++asking;
  const bool wanted = asked(current->userData);
  --asking;
  if (wanted)
    return true;
  current->check = asked;
  return false;
}

bool Interruption::isAsking() { return asking != 0; }
