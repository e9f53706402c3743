//===- HostCode.h - An object file in this process --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a relocatable object. It may refer to prim's runtime and to what the
// process has; no code is generated.
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
  /// Copies `object`. Errors: it is no object of this machine's, or refers to
  /// something that is not there.
  static llvm::Expected<std::unique_ptr<HostCode>> load(llvm::StringRef object);
  /// The code is gone then.
  ~HostCode();

  /// The addresses of global symbols of the object, in their order. Called once
  /// with all that are wanted: what none of them needs is not loaded.
  llvm::Expected<std::vector<void *>>
  lookup(llvm::ArrayRef<std::string> symbols);

private:
  struct Session;
  explicit HostCode(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session;
};

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_HOSTCODE_H
