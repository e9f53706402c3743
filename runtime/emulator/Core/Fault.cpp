//===- Fault.cpp - Kernel faults --------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a handler's error into a readable text: kernel, work-group, wave, pc,
// instruction, lane and cause. The first fault of a launch ends it.
//
//===----------------------------------------------------------------------===//

#include "Core/Launch.h"

#include <cstdarg>
#include <cstdio>

using namespace prim::emulator;

void Wave::fault(const Instruction &inst, int lane, const char *format, ...) {
  state = WaveState::Faulted;
  if (!launch || !launch->error.empty())
    return;
  char cause[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(cause, sizeof(cause), format, arguments);
  va_end(arguments);
  char where[256];
  std::snprintf(where, sizeof(where),
                "' group (%u, %u, %u) wave %u, pc 0x%llx (+0x%llx): ",
                group->index.x, group->index.y, group->index.z, indexInGroup,
                (unsigned long long)inst.address,
                (unsigned long long)(inst.address - launch->kernel->entry));
  std::string text =
      "kernel '" + launch->kernel->name + where + launch->program->text(inst);
  if (std::string line = launch->kernel->module->findLine(inst.address);
      !line.empty())
    text += " (" + line + ")";
  text += ": ";
  if (lane >= 0)
    text += "lane " + std::to_string(lane) + ": ";
  launch->error = text + cause;
}
