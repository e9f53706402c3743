//===- CacheKey.h - Keys of compilations ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash of everything that determines the result of a compilation.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_CACHEKEY_H
#define PRIM_LIB_EXECUTION_CACHEKEY_H

#include "prim/Execution/Compilation.h"
#include "prim/Support/ProgramCache.h"

namespace mlir::prim {

/// The entry of one compilation's result in the cache that its options name, if
/// any. The key contains
/// * the kind of the result, the text, and its name in messages, because code
///   objects contain source locations;
/// * all options, and PRIM_CHECK; the device library and prim-codegen as files,
///   by path, size and time;
/// * this machine's triple, processor and its features;
/// * the versions of prim and LLVM, and the build ids of the loaded libraries
///   that compile: this one, MLIR's, LLVM's, and those that `code` points into.
///   A linker computes a build id from its whole output. So the key covers
///   every change of a pass, of code generation or of the stored format, even
///   without a new version.
/// LLVM's options set in the process (cl::opt) are not included.
class CacheSlot {
public:
  /// An empty slot.
  CacheSlot() = default;
  /// Without build ids there is no key, and nothing is found or stored.
  CacheSlot(llvm::StringRef kind, llvm::StringRef text, llvm::StringRef name,
            const CompileOptions &options,
            llvm::ArrayRef<const void *> code = {});

  /// Whether the slot is usable.
  explicit operator bool() const { return cache != nullptr; }
  /// Like ProgramCache; an empty slot finds and stores nothing. find() does not
  /// return sampled entries. This thread then compiles anew, and store()
  /// returns an error if the result differs.
  std::optional<std::string> find();
  llvm::Error store(llvm::StringRef payload);

private:
  std::shared_ptr<ProgramCache> cache;
  ProgramCache::Key key = {};
  std::string kind;
  /// The kept payload of a sampled entry, which store() compares.
  std::optional<std::string> sample;
  std::unique_ptr<ProgramCache::Anew> anew;
};

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_CACHEKEY_H
