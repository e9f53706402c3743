//===- ChildProcess.h - Work that may crash -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs work in a separate process, so that an abort, a crash or a hang of it
// becomes an error and does not end the caller. Only anonymous memory files and
// a pipe connect the two.
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

/// The outcome of a child.
struct ChildOutcome {
  enum Kind {
    /// It exited with status 0.
    Finished,
    /// It ended by a signal or with another status.
    Crashed,
    /// It was stopped at the time limit.
    TimedOut,
    /// It was stopped by an interruption of the caller.
    Interrupted,
    /// It ended with an unknown status: a process that ignores SIGCHLD,
    /// possibly by inheritance, does not get the status. The result may be
    /// complete.
    Lost,
    /// The child could not be started.
    NotStarted
  };
  Kind kind = NotStarted;
  /// The bytes that the work wrote as its result; complete if it finished.
  std::string result;
  /// Its output on standard output and error.
  std::string printed;
  /// How it ended, unless it finished: "Aborted", "exit status 1", or why there
  /// was no child.
  std::string reason;
};

/// Whether this process has one thread. A fork then copies the whole process;
/// no lock stays locked in the child because of another thread of the parent.
bool isSingleThreaded();

/// Both functions stop the child when Interruption::requested().
///
/// Runs `work` in a fork of this process. The caller guarantees that no other
/// thread holds a lock that `work` needs; see isSingleThreaded. The child does
/// not touch the caller's files, buffers and exit handlers. `timeLimit` is in
/// seconds; 0 means none.
ChildOutcome runForked(llvm::function_ref<void(llvm::raw_ostream &)> work,
                       unsigned timeLimit);

/// Runs the program `path` with `input` as its standard input; its standard
/// output is the result. Safe with any number of threads.
ChildOutcome runProgram(const std::string &path,
                        llvm::ArrayRef<std::string> arguments,
                        llvm::StringRef input, unsigned timeLimit);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CHILDPROCESS_H
