//===- HostObject.h - Host code as an object file ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host code of a program, the code objects that it launches inside, as a
// relocatable object. It refers to no module and no context: whoever has it
// needs neither MLIR nor a code generator any more.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_HOSTOBJECT_H
#define PRIM_LIB_EXECUTION_HOSTOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm::msgpack {
class Writer;
} // namespace llvm::msgpack

namespace mlir::prim {

class PayloadReader;

struct HostObject {
  /// A function of the source that can be called.
  struct Function {
    std::string name;
    /// `void symbol(void **)`: takes the address of each argument of the C
    /// interface, then of the result.
    std::string symbol;
    /// `prim.results`: where each result of the source is, a member of the
    /// returned struct or -1 - the number of the parameter that holds it; empty
    /// where they are in order.
    std::vector<int64_t> resultPlaces;
  };

  std::vector<Function> functions;
  /// `int32_t symbol(void)`: gives back a code object's modules on all devices.
  std::vector<std::string> releases;
  /// `void symbol(void)`, before anything else is called and last of all; empty
  /// where there is nothing to do.
  std::string initialize, finalize;
  /// The object file.
  std::string bytes;

  /// Appends it to what a cache keeps.
  void write(llvm::msgpack::Writer &writer) const;
  /// Reads it back; the reader says whether there is one.
  static HostObject read(PayloadReader &reader);
};

/// Compiles a module in the LLVM dialect for this machine. Errors hold what was
/// reported to the module's context.
llvm::Expected<HostObject> emitHostObject(ModuleOp module);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_HOSTOBJECT_H
