//===- Handles.cpp - Shared code of the C API -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors, types and places of files.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir::prim;

bool Reporter::fail(const llvm::Twine &message) const {
  // The message may contain names and text of the caller with arbitrary bytes.
  if (callback)
    callback(llvm::json::fixUTF8(message.str()).c_str(), userData);
  return false;
}

bool Reporter::fail(llvm::Error error) const {
  return fail(llvm::toString(std::move(error)));
}

// The two enumerations have equal values.
static_assert(static_cast<int>(PRIMC_I1) == static_cast<int>(ElementType::I1));
static_assert(static_cast<int>(PRIMC_I64) ==
              static_cast<int>(ElementType::I64));
static_assert(static_cast<int>(PRIMC_U64) ==
              static_cast<int>(ElementType::U64));
static_assert(static_cast<int>(PRIMC_BF16) ==
              static_cast<int>(ElementType::BF16));
static_assert(static_cast<int>(PRIMC_F64) ==
              static_cast<int>(ElementType::F64));

std::optional<ElementType> mlir::prim::toElementType(PrimcType type) {
  if (static_cast<unsigned>(type) > PRIMC_F64)
    return std::nullopt;
  return static_cast<ElementType>(type);
}

PrimcType mlir::prim::fromElementType(ElementType type) {
  return static_cast<PrimcType>(type);
}

std::string mlir::prim::findBesideLibrary(llvm::StringRef folder,
                                          llvm::StringRef name) {
  Dl_info info;
  if (!::dladdr(reinterpret_cast<void *>(&findBesideLibrary), &info) ||
      !info.dli_fname)
    return "";
  // The library may have been loaded through a symbolic link in another folder.
  llvm::SmallString<256> path(info.dli_fname), real;
  llvm::sys::fs::make_absolute(path);
  std::vector<std::string> folders = {llvm::sys::path::parent_path(path).str()};
  if (!llvm::sys::fs::real_path(path, real))
    folders.push_back(llvm::sys::path::parent_path(real).str());
  for (const std::string &beside : folders) {
    for (bool same : {true, false}) {
      llvm::SmallString<256> file(beside);
      if (!same)
        llvm::sys::path::append(file, "..", folder);
      llvm::sys::path::append(file, name);
      llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
      if (llvm::sys::fs::exists(file))
        return file.str().str();
    }
  }
  return "";
}

size_t primcTypeBytes(PrimcType type) {
  std::optional<ElementType> known = toElementType(type);
  return known ? byteWidth(*known) : 0;
}
