//===- HostObject.h - Host code as an object file ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host code of a program, including its code objects, as a relocatable
// object. It refers to no module and no context, and using it needs neither
// MLIR nor a code generator.
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
    /// `prim.results`: for each result of the source either its member number
    /// in the returned struct, or -1 - the number of the parameter that holds
    /// it. Empty if results are in order.
    std::vector<int64_t> resultPlaces;
  };

  std::vector<Function> functions;
  /// `int32_t symbol(void)`: unloads the modules of a code object from all
  /// devices.
  std::vector<std::string> releases;
  /// `void symbol(void)`, called before all other functions and after all of
  /// them; empty if there is nothing to do.
  std::string initialize, finalize;
  /// The object file.
  std::string bytes;

  /// Appends it to a cache entry.
  void write(llvm::msgpack::Writer &writer) const;
  /// Reads it from a cache entry; the reader reports whether it was present.
  static HostObject read(PayloadReader &reader);
};

/// Compiles a module in the LLVM dialect for this machine. Errors contain the
/// diagnostics of the module's context.
llvm::Expected<HostObject> emitHostObject(ModuleOp module);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_HOSTOBJECT_H
