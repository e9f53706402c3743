//===- RegisterFiles.cpp - Vector registers of waves -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mapped rather than allocated: few kernels use more than a part of a register
// file, and an untouched page costs nothing.
//
//===----------------------------------------------------------------------===//

#include "Core/RegisterFiles.h"
#include "Core/Wave.h"

#include <mutex>
#include <vector>

#include <sys/mman.h>

using namespace prim::emulator;

static constexpr uint64_t kFileBytes = 512 * kLaneStride * 4;
/// Limit for unused files that are kept: 128 MiB if all pages are touched.
static constexpr size_t kMostSpare = 1024;

namespace {
struct Spare {
  std::mutex mutex;
  std::vector<uint32_t *> files;

  static Spare &get() {
    static auto *spare = new Spare;
    return *spare;
  }
};
} // namespace

uint32_t *prim::emulator::takeRegisterFile() {
  Spare &spare = Spare::get();
  {
    std::lock_guard<std::mutex> guard(spare.mutex);
    if (!spare.files.empty()) {
      uint32_t *registers = spare.files.back();
      spare.files.pop_back();
      return registers;
    }
  }
  void *mapping = mmap(nullptr, kFileBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : static_cast<uint32_t *>(mapping);
}

void prim::emulator::returnRegisterFile(uint32_t *registers) {
  Spare &spare = Spare::get();
  {
    std::lock_guard<std::mutex> guard(spare.mutex);
    if (spare.files.size() < kMostSpare)
      return spare.files.push_back(registers);
  }
  munmap(registers, kFileBytes);
}
