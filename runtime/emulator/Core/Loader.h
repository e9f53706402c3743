//===- Loader.h - Code objects ----------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An AMDGPU code object (v5 or v6) in emulated memory: its segments, kernels
// with descriptor and argument metadata, and global variables.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_LOADER_H
#define PRIM_EMULATOR_CORE_LOADER_H

#include "Core/PrintBuffer.h"
#include "Core/Program.h"
#include "Core/Target.h"
#include "prim/CodeObject/LineTable.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace prim::emulator {

struct KernelArgument {
  std::string kind; // "by_value", "global_buffer", "hidden_block_count_x", ...
  uint32_t offset = 0, size = 0;
  bool hidden() const { return kind.compare(0, 7, "hidden_") == 0; }
};

/// The fields of amd_kernel_descriptor_t that the emulator uses.
struct KernelDescriptor {
  uint32_t groupSegmentBytes = 0, privateSegmentBytes = 0, kernargBytes = 0;
  int64_t entryOffset = 0;
  uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
  uint16_t properties = 0, preload = 0;

  unsigned userSgprs() const { return rsrc2 >> 1 & 0x1f; }
  bool wave32() const { return properties & 0x400; }
  bool usesDynamicStack() const { return properties & 0x800; }
};

class Module;

struct Kernel {
  std::string name;
  Module *module = nullptr;
  KernelDescriptor descriptor;
  uint64_t descriptorAddress = 0, entry = 0;
  std::vector<KernelArgument> arguments;
  uint32_t kernargBytes = 0;
  uint32_t maxFlatWorkGroupSize = 1024;
  uint32_t sgprs = 0, vgprs = 0, sgprSpills = 0, vgprSpills = 0;
  unsigned waveSize = 64;
  const Program *program = nullptr;
};

/// A variable or a function.
struct Symbol {
  uint64_t address = 0, size = 0;
};

/// Why a code object was rejected; the HIP functions choose their error by it.
enum class LoadStatus { Ok, NotAnImage, WrongChip, Unsupported, OutOfMemory };

class Module {
public:
  ~Module();
  /// `bytes` may be shorter than an allocation: the ELF headers give the length
  /// of the image. `limit` is the number of bytes that may be read (0:
  /// unknown).
  static LoadStatus load(const Target &target, const void *bytes,
                         uint64_t limit, std::unique_ptr<Module> &result,
                         std::string &error);

  std::map<std::string, Kernel> kernels;
  std::map<std::string, Symbol> variables;
  std::map<std::string, Symbol> functions; // kernels' code among them
  std::vector<std::unique_ptr<Program>> programs;
  /// The messages of assertions, by the address of their trap.
  std::map<uint64_t, std::string> assertions;
  PrintFormats printFormats;
  /// "file:line:column" of the instruction at `address` of emulated memory if
  /// the object was compiled with -g; else empty.
  std::string findLine(uint64_t address) const {
    return lines.find(address - image);
  }

private:
  uint64_t image = 0; // where vaddr 0 lies
  std::vector<ConvergencePoint> convergence;
  mlir::prim::LineTable lines;
  friend class ModuleLoader;
};

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_LOADER_H
