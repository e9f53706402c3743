//===- InPlaceFold.h - Folds that keep lanes as they are ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DPP instruction without bound_ctrl does not write its destination in lanes
// whose source does not exist, and in rows that its mask excludes. With the
// destination tied to the second operand this is a step of a scan: lanes
// combine if they have a source, and otherwise keep their value. It needs no
// neutral element, so -0.0 and NaN are preserved.
//
// LLVM creates this form only for integer operations on one word, from a move
// whose `old` is a constant that it knows to be neutral. Other operations are
// emitted as inline assembly here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H
#define PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// A fold with one built-in kind in steps on one value of up to 64 bits:
///
///   InPlaceFold fold(b, target, combiner, words);
///   fold.step("row_shr:1 row_mask:0xf");
///   words = fold.finish();
///
/// Steps are separate statements if steps of other folds can be placed between
/// them. This has no use if a step contains the waits for the previous one, or
/// on two words, whose carry is in VCC. Then a run of steps is one statement,
/// which LLVM compiles faster. For each clobbered register LLVM compares its
/// name with all AMDGPU register classes, which takes a millisecond per
/// statement.
class InPlaceFold {
public:
  /// `words`: one for up to 32 bits, else two; from prepare().
  InPlaceFold(CodeBuilder &b, const TargetInfo &target,
              const Combiner &combiner, ArrayRef<Value> words)
      : b(b), target(target), combiner(combiner), words(words) {}

  /// Whether the target has a DPP form of the operation of `combiner`.
  static bool supports(const TargetInfo &target, const Combiner &combiner);

  /// `value` prepared for operations that are opaque to LLVM: canonicalized if
  /// they would treat a signalling NaN differently.
  static Value prepare(CodeBuilder &b, const Combiner &combiner, Value value);

  /// One operation with a DPP move, in assembly (such as "row_shr:1
  /// row_mask:0xf"), on the words themselves, or with `from` as source.
  void step(const llvm::Twine &move, ArrayRef<Value> from = {});

  /// The words after the steps so far.
  ArrayRef<Value> getWords();

  /// The words after all waits that any reader of the last step's results may
  /// need.
  ArrayRef<Value> finish();

private:
  /// Appends to the pending statement.
  void append(StringRef text);
  void emit(ArrayRef<Value> from);

  CodeBuilder &b;
  const TargetInfo &target;
  const Combiner &combiner;
  SmallVector<Value> words;
  /// Whether the words are results of a statement.
  bool areResults = false;
  /// Steps that getWords() emits.
  std::string pending;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H
