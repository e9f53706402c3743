//===- Signature.h - Entry functions and their inputs ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters and results of the public functions of a program, as in its
// source. A signature contains no MLIR and outlives the context of its module.
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

/// The signatures of the public functions of a module before lowering. A
/// function that cannot be run (a parameter has a type that no array has) has
/// an error text instead.
class Signatures {
public:
  Signatures() = default;
  explicit Signatures(ModuleOp module);

  /// The signature of the function `entry`. It lives as long as this object.
  /// Errors: there is no such public function, or it cannot be run.
  llvm::Expected<const Signature *> find(llvm::StringRef entry) const;

  const llvm::StringMap<Signature> &getAll() const { return signatures; }

  /// Appends the signatures to a cache entry, and reads them back; the reader
  /// reports whether they were present.
  void write(llvm::msgpack::Writer &writer) const;
  static Signatures read(PayloadReader &reader);

private:
  llvm::StringMap<Signature> signatures;
  llvm::StringMap<std::string> errors;
  std::vector<std::string> names;
};

/// Checks that a value of this type and shape fits parameter number `index` of
/// `signature`; the signedness of integers is ignored.
llvm::Error checkInput(const Signature &signature, size_t index,
                       ElementType type, const std::vector<int64_t> &shape);

/// Checks that `signature` takes `count` inputs.
llvm::Error checkInputCount(const Signature &signature, size_t count);

/// Checks that `inputs` fit the parameters of `signature`; a scalar is an array
/// of rank 0.
llvm::Error checkInputs(const Signature &signature,
                        llvm::ArrayRef<Array> inputs);

} // namespace mlir::prim

#endif // PRIM_EXECUTION_SIGNATURE_H
