//===- ChildProcessTest.cpp - Children that end in many ways ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace mlir::prim;
using llvm::StringRef;

namespace {

using Work = llvm::function_ref<void(llvm::raw_ostream &)>;

ChildOutcome run(Work work) { return runForked(work, /*timeLimit=*/60); }

bool contains(const std::string &text, StringRef part) {
  return StringRef(text).contains(part);
}

TEST(ChildProcess, GivesItsResult) {
  // More than a pipe can hold.
  std::string large(1 << 20, 'x');
  ChildOutcome outcome = run([&](llvm::raw_ostream &s) { s << large; });
  EXPECT_EQ(outcome.kind, ChildOutcome::Finished);
  EXPECT_EQ(outcome.result, large);
  EXPECT_EQ(outcome.printed, "");
}

TEST(ChildProcess, PrintsIntoTheOutcomeAndNowhereElse) {
  // Text in the parent's buffer is printed once, by the parent.
  testing::internal::CaptureStdout();
  std::printf("before ");
  ChildOutcome outcome = run([](llvm::raw_ostream &) {
    llvm::errs() << "careful";
    std::exit(0);
  });
  std::printf("after");
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "before after");
  EXPECT_EQ(outcome.printed, "careful");
}

TEST(ChildProcess, FatalErrorsOfLLVM) {
  // A file that the parent would remove if it were interrupted.
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("prim", "txt", path));
  llvm::sys::RemoveFileOnSignal(path);
  ChildOutcome outcome = run([](llvm::raw_ostream &) {
    llvm::PrettyStackTraceString where("Running pass 'test' on function '@k'");
    llvm::report_fatal_error("Cannot select: this");
  });
  EXPECT_EQ(outcome.kind, ChildOutcome::Crashed);
  EXPECT_EQ(outcome.reason, "Aborted");
  EXPECT_TRUE(StringRef(outcome.printed)
                  .starts_with("LLVM ERROR: Cannot select: this\n"))
      << outcome.printed;
  EXPECT_TRUE(contains(outcome.printed, "on function '@k'"));
  EXPECT_TRUE(llvm::sys::fs::exists(path));
  llvm::sys::DontRemoveFileOnSignal(path);
  llvm::sys::fs::remove(path);
}

/// Recurses deeper than any stack allows; the sum prevents its conversion to a
/// loop.
int recurse(volatile int depth) {
  volatile char room[4096] = {};
  return depth < 0 ? 0 : recurse(depth + 1) + room[depth & 4095];
}

TEST(ChildProcess, Crashes) {
  ChildOutcome outcome = run([](llvm::raw_ostream &s) { s << recurse(0); });
  EXPECT_EQ(outcome.kind, ChildOutcome::Crashed);
  EXPECT_EQ(outcome.reason, "Segmentation fault");
  outcome = run([](llvm::raw_ostream &) { std::exit(3); });
  EXPECT_EQ(outcome.kind, ChildOutcome::Crashed);
  EXPECT_EQ(outcome.reason, "exit status 3");
}

TEST(ChildProcess, TimeLimit) {
  ChildOutcome outcome = runForked(
      [](llvm::raw_ostream &) {
        llvm::PrettyStackTraceString where("in the loop");
        while (true)
          ::pause();
      },
      /*timeLimit=*/1);
  EXPECT_EQ(outcome.kind, ChildOutcome::TimedOut);
  EXPECT_EQ(outcome.reason, "still running after 1 s");
  EXPECT_TRUE(contains(outcome.printed, "in the loop"));
}

TEST(ChildProcess, EvenIfItIgnoresTheFirstSignal) {
  ChildOutcome outcome = runForked(
      [](llvm::raw_ostream &) {
        ::signal(SIGABRT, SIG_IGN);
        while (true)
          ::pause();
      },
      /*timeLimit=*/1);
  EXPECT_EQ(outcome.kind, ChildOutcome::TimedOut);
}

TEST(ChildProcess, ParentsThatDoNotWaitForChildren) {
  ::signal(SIGCHLD, SIG_IGN);
  ChildOutcome whole = run([](llvm::raw_ostream &s) { s << "result"; });
  ChildOutcome broken = run([](llvm::raw_ostream &) {
    llvm::report_fatal_error("Cannot select: this");
  });
  ChildOutcome program =
      runProgram("/bin/cat", {}, "request", /*timeLimit=*/60);
  ::signal(SIGCHLD, SIG_DFL);
  // Neither a success nor a crash: the reader of the result decides.
  EXPECT_EQ(whole.kind, ChildOutcome::Lost);
  EXPECT_EQ(whole.result, "result");
  EXPECT_EQ(whole.reason, "No child processes");
  EXPECT_EQ(broken.kind, ChildOutcome::Lost);
  EXPECT_TRUE(contains(broken.printed, "Cannot select: this"));
  EXPECT_EQ(program.kind, ChildOutcome::Lost);
  EXPECT_EQ(program.result, "request");
}

TEST(ChildProcess, KnowsItsThreads) {
  EXPECT_TRUE(isSingleThreaded());
  std::thread other([] { EXPECT_FALSE(isSingleThreaded()); });
  other.join();
}

TEST(ChildProcess, Programs) {
  ChildOutcome outcome =
      runProgram("/bin/cat", {}, "request", /*timeLimit=*/60);
  EXPECT_EQ(outcome.kind, ChildOutcome::Finished);
  EXPECT_EQ(outcome.result, "request");
  outcome = runProgram("/bin/false", {}, "", /*timeLimit=*/60);
  EXPECT_EQ(outcome.kind, ChildOutcome::Crashed);
  EXPECT_EQ(outcome.reason, "exit status 1");
  outcome = runProgram("/nonexistent/program", {}, "", /*timeLimit=*/60);
  EXPECT_EQ(outcome.kind, ChildOutcome::NotStarted);
  EXPECT_TRUE(contains(outcome.reason, "No such file")) << outcome.reason;
}

/// All descriptors are closed, however the child ended.
TEST(ChildProcess, ClosesItsDescriptors) {
  auto count = [] {
    unsigned found = 0;
    for (int fd = 0; fd < 256; ++fd)
      found += ::lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF;
    return found;
  };
  unsigned before = count();
  run([](llvm::raw_ostream &) {});
  run([](llvm::raw_ostream &) { std::abort(); });
  runProgram("/bin/cat", {}, "request", /*timeLimit=*/60);
  runProgram("/nonexistent/program", {}, "", /*timeLimit=*/60);
  EXPECT_EQ(count(), before);
}

} // namespace
