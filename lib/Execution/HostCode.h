//===- HostCode.h - An object file in this process --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a relocatable object. It may refer to prim's runtime and to symbols of
// the process. No code is generated.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_HOSTCODE_H
#define PRIM_LIB_EXECUTION_HOSTCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::prim {

class HostCode {
public:
  /// Copies `object`. Errors: it is not an object of this machine, or it has
  /// undefined references.
  static llvm::Expected<std::unique_ptr<HostCode>> load(llvm::StringRef object);
  /// Unloads the code.
  ~HostCode();

  /// The addresses of global symbols of the object, in order. Call it once with
  /// all symbols: code that none of them needs is not loaded.
  llvm::Expected<std::vector<void *>>
  lookup(llvm::ArrayRef<std::string> symbols);

private:
  struct Session;
  explicit HostCode(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session;
};

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_HOSTCODE_H
