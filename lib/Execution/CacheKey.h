//===- CacheKey.h - What a compilation depends on ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash of all that decides what a compilation gives.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_CACHEKEY_H
#define PRIM_LIB_EXECUTION_CACHEKEY_H

#include "prim/Execution/Compilation.h"
#include "prim/Support/ProgramCache.h"

namespace mlir::prim {

/// The place of one compilation's result in the cache that its options name, if
/// they name one. The key holds
///  * what is made (`kind`), of which text, called what in messages: code
///    objects hold places of the source;
///  * all options, and PRIM_CHECK; the device library and prim-codegen as the
///    files that they are, by path, size and time;
///  * this machine's triple, processor and its features;
///  * the versions of prim and LLVM, and the build ids of the libraries that
///    compile, as they are loaded: this one, MLIR's, LLVM's, and those that
///    `code` points into. A linker makes a build id of all that it writes, so
///    any change of a pass, of code generation or of what is stored is in it,
///    whether somebody thought of a version or not.
/// LLVM's options that the process has set (cl::opt) are not in it.
class CacheSlot {
public:
  /// One that is none.
  CacheSlot() = default;
  /// Without build ids there is no key, and nothing is found or stored.
  CacheSlot(llvm::StringRef kind, llvm::StringRef text, llvm::StringRef name,
            const CompileOptions &options,
            llvm::ArrayRef<const void *> code = {});

  /// Whether something can be found or stored.
  explicit operator bool() const { return cache != nullptr; }
  /// As ProgramCache does; of a slot that is none, nothing. What is in the
  /// cache's sample is not found: this thread compiles it anew, and it is an
  /// error if that is not what is stored later.
  std::optional<std::string> find();
  llvm::Error store(llvm::StringRef payload);

private:
  std::shared_ptr<ProgramCache> cache;
  ProgramCache::Key key = {};
  std::string kind;
  /// The kept payload of a sampled entry, for store() to compare.
  std::optional<std::string> sample;
  std::unique_ptr<ProgramCache::Anew> anew;
};

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_CACHEKEY_H
