//===- InPlaceFold.h - Folds that keep lanes without a source -----*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DPP instruction without bound_ctrl leaves its destination alone in lanes
// whose source does not exist, and in rows that its mask leaves out. With the
// destination tied to the second operand that is a step of a scan: combine
// where there is something to combine with, else keep. It takes no neutral
// element, so -0.0 and NaN come through.
//
// LLVM makes this form only for operations on integers of one word, from a move
// whose `old` is a constant that it knows to be neutral. The others are written
// as inline assembly here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H
#define PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// A fold with one built-in kind that steps through one value of up to 64 bits:
///
///   InPlaceFold fold(b, target, combiner, words);
///   fold.step("row_shr:1 row_mask:0xf");
///   words = fold.finish();
///
/// Steps are a statement each where steps of other folds between them are of
/// use. They are not where a step brings the waits for the one before it, nor
/// on two words, whose carry is in VCC: there a run of steps is one statement,
/// which LLVM compiles faster. A clobbered register is a name to it that it
/// looks for in all of AMDGPU's register classes, a millisecond for each
/// statement.
class InPlaceFold {
public:
  /// `words`: one for up to 32 bits, else two; out of prepare().
  InPlaceFold(CodeBuilder &b, const TargetInfo &target,
              const Combiner &combiner, ArrayRef<Value> words)
      : b(b), target(target), combiner(combiner), words(words) {}

  /// Whether the target has the operation of `combiner` with DPP.
  static bool supports(const TargetInfo &target, const Combiner &combiner);

  /// `value` ready for operations that LLVM does not look into: canonical where
  /// they would treat a signalling NaN in another way.
  static Value prepare(CodeBuilder &b, const Combiner &combiner, Value value);

  /// One operation with a DPP move, in assembly (such as "row_shr:1
  /// row_mask:0xf"), of the words themselves, or of `from`.
  void step(const llvm::Twine &move, ArrayRef<Value> from = {});

  /// The words after the steps so far.
  ArrayRef<Value> getWords();

  /// The words after as many waits as any reader of the last step's results may
  /// need.
  ArrayRef<Value> finish();

private:
  /// Adds to the statement that is not emitted yet.
  void append(StringRef text);
  void emit(ArrayRef<Value> from);

  CodeBuilder &b;
  const TargetInfo &target;
  const Combiner &combiner;
  SmallVector<Value> words;
  /// Whether a statement gave them.
  bool areResults = false;
  /// Steps that getWords() emits.
  std::string pending;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H
