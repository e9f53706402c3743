//===- DeviceLibrary.cpp - Math libraries -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the device library in the places where the vendors' tools look for it.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/DeviceLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::prim;

namespace {
/// The places where the library of a family is searched.
struct Library {
  StringLiteral file;
  /// The prefix of the names of its functions.
  StringLiteral prefix;
  /// Folders within the named ones.
  ArrayRef<StringLiteral> inside;
  /// Variables that name a folder: one where the library is required, and
  /// others where it is optional.
  StringLiteral mustBe;
  ArrayRef<StringLiteral> mayBe;
  /// The default folder.
  StringLiteral byDefault;
  /// How to get the library, for messages.
  StringLiteral remedy;
};
} // namespace

static const Library &getLibrary(TargetFamily family) {
  static constexpr StringLiteral inROCm[] = {"", "amdgcn/bitcode"};
  static constexpr StringLiteral rocm[] = {"ROCM_PATH"};
  static constexpr Library amd = {
      "ocml.bc",
      "__ocml_",
      inROCm,
      "HIP_DEVICE_LIB_PATH",
      rocm,
      PRIM_DEVICE_LIBS,
      "AMD's device library: install the package rocm-device-libs, or set "
      "device-libs or HIP_DEVICE_LIB_PATH to the folder of ocml.bc"};
  static constexpr StringLiteral inCUDA[] = {"", "nvvm/libdevice"};
  static constexpr StringLiteral cuda[] = {"CUDA_ROOT", "CUDA_HOME",
                                           "CUDA_PATH"};
  static constexpr Library nvidia = {
      "libdevice.10.bc",
      "__nv_",
      inCUDA,
      "PRIM_LIBDEVICE_PATH",
      cuda,
      "/usr/local/cuda",
      "NVIDIA's device library: install the CUDA toolkit, or set device-libs "
      "or CUDA_HOME to the folder of libdevice.10.bc"};
  switch (family) {
  case TargetFamily::AMDGPU:
    return amd;
  case TargetFamily::NVPTX:
    return nvidia;
  }
  llvm_unreachable("covered switch");
}

std::string mlir::prim::nameInDeviceLibrary(StringRef function, unsigned bits,
                                            TargetFamily family) {
  StringRef prefix = getLibrary(family).prefix;
  switch (family) {
  case TargetFamily::AMDGPU:
    return (prefix + function + "_f" + Twine(bits)).str();
  case TargetFamily::NVPTX:
    return (prefix + (function == "pown" ? "powi" : function) +
            (bits == 32 ? "f" : ""))
        .str();
  }
  llvm_unreachable("covered switch");
}

bool mlir::prim::isOfDeviceLibrary(StringRef name, TargetFamily family) {
  return name.starts_with(getLibrary(family).prefix);
}

StringRef mlir::prim::describeDeviceLibrary(TargetFamily family) {
  return getLibrary(family).remedy;
}

/// The path of the library in `folder`; empty if it is not there.
static std::string findIn(const Library &library, StringRef folder) {
  if (folder.empty())
    return "";
  for (StringRef inside : library.inside) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, inside, library.file);
    if (llvm::sys::fs::exists(path))
      return path.str().str();
  }
  return "";
}

std::optional<std::string> mlir::prim::findDeviceLibrary(TargetFamily family,
                                                         StringRef wanted,
                                                         std::string &error) {
  if (wanted == "none")
    return "";
  const Library &library = getLibrary(family);
  auto must = [&](StringRef folder,
                  StringRef who) -> std::optional<std::string> {
    std::string path = findIn(library, folder);
    if (!path.empty())
      return path;
    error = (who + " names '" + folder + "', but there is no " + library.file +
             " there or in " + library.inside.back() + " in it")
                .str();
    return std::nullopt;
  };
  if (!wanted.empty())
    return must(wanted, "device-libs");
  if (const char *folder = std::getenv(library.mustBe.data());
      folder && *folder)
    return must(folder, library.mustBe);
  for (StringRef variable : library.mayBe)
    if (const char *folder = std::getenv(variable.data()))
      if (std::string path = findIn(library, folder); !path.empty())
        return path;
  return findIn(library, library.byDefault);
}
