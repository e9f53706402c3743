//===- DeviceLibrary.cpp - Where math functions come from ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds AMD's device library in the places where HIP's tools look for it.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/DeviceLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::prim;

/// The library in `folder`, or in the ROCm installation there; empty if there
/// is none.
static std::string findIn(StringRef folder) {
  if (folder.empty())
    return "";
  for (StringRef inside : {"", "amdgcn/bitcode"}) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, inside, "ocml.bc");
    if (llvm::sys::fs::exists(path))
      return path.str().str();
  }
  return "";
}

std::optional<std::string> mlir::prim::findDeviceLibrary(StringRef wanted,
                                                         std::string &error) {
  if (wanted == "none")
    return "";
  auto must = [&](StringRef folder,
                  StringRef who) -> std::optional<std::string> {
    std::string path = findIn(folder);
    if (!path.empty())
      return path;
    error = (who + " names '" + folder +
             "', but there is no ocml.bc there or in amdgcn/bitcode in it")
                .str();
    return std::nullopt;
  };
  if (!wanted.empty())
    return must(wanted, "device-libs");
  if (const char *folder = std::getenv("HIP_DEVICE_LIB_PATH");
      folder && *folder)
    return must(folder, "HIP_DEVICE_LIB_PATH");
  if (const char *rocm = std::getenv("ROCM_PATH"))
    if (std::string path = findIn(rocm); !path.empty())
      return path;
  return findIn(PRIM_DEVICE_LIBS);
}
