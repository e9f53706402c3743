//===- Signature.h - Entry functions and their inputs ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the public functions of a program take and return, as their author wrote
// it. No MLIR is left in a signature: it outlives the context of its module.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_SIGNATURE_H
#define PRIM_EXECUTION_SIGNATURE_H

#include "prim/Execution/Array.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace llvm::msgpack {
class Writer;
} // namespace llvm::msgpack

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::prim {

class PayloadReader;

/// One parameter or result of a function.
struct Parameter {
  ElementType type;
  /// Extents, -1 where dynamic; meaningless for a scalar.
  std::vector<int64_t> shape;
  /// Passed by value.
  bool scalar = false;
  /// A memref, which the function may write to.
  bool memref = false;
  /// As in the source: "tensor<?xi32>".
  std::string text;
};

struct Signature {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;
};

/// The signatures of the public functions of a module that has not been lowered
/// yet. A function that cannot be run (a parameter that no array has the type
/// of) has an error text instead.
class Signatures {
public:
  Signatures() = default;
  explicit Signatures(ModuleOp module);

  /// The signature of the function `entry`. It lives as long as this object.
  /// Errors: there is no such public function, or it cannot be run.
  llvm::Expected<const Signature *> find(llvm::StringRef entry) const;

  /// The functions that can be run.
  const llvm::StringMap<Signature> &getAll() const { return signatures; }

  /// For a cache: appends them to what it keeps, and reads them back; the
  /// reader says whether there are any.
  void write(llvm::msgpack::Writer &writer) const;
  static Signatures read(PayloadReader &reader);

private:
  llvm::StringMap<Signature> signatures;
  llvm::StringMap<std::string> errors;
  std::vector<std::string> names;
};

/// Whether something of this type and shape fits parameter number `index` of
/// `signature`; integers may differ in signedness.
llvm::Error checkInput(const Signature &signature, size_t index,
                       ElementType type, const std::vector<int64_t> &shape);

/// Whether `count` inputs are as many as `signature` takes.
llvm::Error checkInputCount(const Signature &signature, size_t count);

/// Whether `inputs` fit the parameters of `signature`; a scalar is an array of
/// rank 0.
llvm::Error checkInputs(const Signature &signature,
                        llvm::ArrayRef<Array> inputs);

} // namespace mlir::prim

#endif // PRIM_EXECUTION_SIGNATURE_H
