//===- ChildProcess.h - Work that may crash -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs work in a process of its own, so that an abort, a crash or a hang of it
// is an answer and not the end of the caller. Nothing but anonymous memory
// files and a pipe connects the two.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_CHILDPROCESS_H
#define PRIM_LIB_TARGET_SERIALIZE_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::prim {

/// What became of a child.
struct ChildOutcome {
  enum Kind {
    /// It ended by itself, with status 0.
    Finished,
    /// It ended by a signal or with another status.
    Crashed,
    /// It was stopped because its time was over.
    TimedOut,
    /// It was stopped because the caller did not want it any more.
    Interrupted,
    /// It ended, and nobody knows how: a process that ignores SIGCHLD, which it
    /// may have inherited, is not told. The result may be whole.
    Lost,
    /// There was no child.
    NotStarted
  };
  Kind kind = NotStarted;
  /// The bytes that the work wrote as its result; all of them if it finished.
  std::string result;
  /// What it printed besides, on standard output and error.
  std::string printed;
  /// How it ended, unless it finished: "Aborted", "exit status 1", or why there
  /// was no child.
  std::string reason;
};

/// True if this process has one thread, so that a fork is a whole copy of it:
/// no lock that a thread of the parent holds stays locked for ever in the
/// child.
bool isSingleThreaded();

/// Both of these stop the child when Interruption::requested().
///
/// Runs `work` in a copy of this process. The caller sees to it that no other
/// thread can hold a lock that `work` needs; see isSingleThreaded. The child
/// leaves the caller's files, buffers and exit handlers alone. `timeLimit` is
/// in seconds; 0 means none.
ChildOutcome runForked(llvm::function_ref<void(llvm::raw_ostream &)> work,
                       unsigned timeLimit);

/// Runs the program `path` with `input` as its standard input; what it writes
/// to its standard output is the result. Safe however many threads there are.
ChildOutcome runProgram(const std::string &path,
                        llvm::ArrayRef<std::string> arguments,
                        llvm::StringRef input, unsigned timeLimit);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CHILDPROCESS_H
