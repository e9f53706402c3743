//===- EmulatorCopies.cpp - An emulator for each chip -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps a path per chip for the lifetime of the process. A copy is an open file
// without a name, so it disappears with the process, however that ends. The
// file stays open, because the loader treats equal paths as one library.
//
//===----------------------------------------------------------------------===//

#include "EmulatorCopies.h"

#include "prim/Target/TargetInfo.h"
#include "prim_runtime.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <mutex>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace {
/// The loaded emulators of one library.
struct Emulators {
  std::map<std::string, std::string> paths;
  /// A copy that no chip uses.
  std::string spare;
};
} // namespace

/// The path of a copy; empty if none can be made.
static std::string copyToMemory(const std::string &library) {
#ifdef __linux__
  auto contents = llvm::MemoryBuffer::getFile(library, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
  if (!contents)
    return "";
  int file = ::memfd_create("libprim_emulator", MFD_CLOEXEC);
  if (file < 0)
    return "";
  llvm::raw_fd_ostream stream(file, /*shouldClose=*/false);
  stream << (*contents)->getBuffer();
  stream.flush();
  if (!stream.has_error())
    return "/proc/self/fd/" + std::to_string(file);
  stream.clear_error();
#endif
  return "";
}

/// Whether an emulator of `chip` may exist. The already loaded emulator rejects
/// other chips; a copy would stay loaded without use.
static bool canBeEmulated(const std::string &chip) {
  std::string error;
  std::optional<mlir::prim::TargetInfo> target =
      mlir::prim::TargetInfo::get(chip, /*features=*/"", error);
  return target && target->isAMD();
}

primDevice *mlir::prim::openEmulatorOfItsOwn(
    const std::string &library, const std::string &chip,
    llvm::function_ref<primDevice *(const char *)> open) {
  static std::mutex mutex;
  static auto *libraries = new std::map<std::string, Emulators>;
  std::lock_guard<std::mutex> lock(mutex);
  Emulators &emulators = (*libraries)[library];
  std::string path = library;
  if (canBeEmulated(chip) && !emulators.paths.empty()) {
    auto known = emulators.paths.find(chip);
    if (known != emulators.paths.end()) {
      path = known->second;
    } else {
      if (emulators.spare.empty())
        emulators.spare = copyToMemory(library);
      if (!emulators.spare.empty())
        path = emulators.spare;
    }
  }
  primDevice *device = open(path.c_str());
  if (!device)
    return nullptr;
  emulators.paths.try_emplace(primDeviceChip(device), path);
  if (path == emulators.spare)
    emulators.spare.clear();
  return device;
}
