//===- ChildProcess.cpp - Work that may crash -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both ways of starting a child wait for it in the same way. The child holds
// the write end of a pipe that is never written, and the parent polls the other
// end. This works with any time limit and without a handler for SIGCHLD.
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"

#include "prim/Target/Interruption.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace llvm;
using namespace mlir::prim;

namespace {

/// A file descriptor that is closed on destruction. It is 10 or above, and so
/// differs from those that a child is given.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int low) {
    if (low < 0)
      return;
    fd = ::fcntl(low, F_DUPFD_CLOEXEC, 10);
    ::close(low);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(Descriptor &&other) {
    reset();
    std::swap(fd, other.fd);
    return *this;
  }
  ~Descriptor() { reset(); }

  void reset() {
    if (fd >= 0)
      ::close(fd);
    fd = -1;
  }
  int get() const { return fd; }
  bool isOpen() const { return fd >= 0; }

private:
  int fd = -1;
};

/// The descriptors that connect a child and its parent.
struct Channels {
  Descriptor result{::memfd_create("prim-result", MFD_CLOEXEC)};
  Descriptor printed{::memfd_create("prim-printed", MFD_CLOEXEC)};
  Descriptor alive, watched;

  /// Returns false, and sets errno, if no descriptors are left.
  bool open() {
    int ends[2];
    if (!result.isOpen() || !printed.isOpen() || ::pipe2(ends, O_CLOEXEC) != 0)
      return false;
    watched = Descriptor(ends[0]);
    alive = Descriptor(ends[1]);
    return watched.isOpen() && alive.isOpen();
  }
};

} // namespace

static std::string readAll(const Descriptor &file) {
  std::string bytes;
  char buffer[65536];
  for (off_t at = 0;;) {
    ssize_t got = ::pread(file.get(), buffer, sizeof(buffer), at);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return bytes;
    bytes.append(buffer, got);
    at += got;
  }
}

/// Fills a memory file, which a child reads from its beginning.
static bool fillFile(const Descriptor &file, StringRef bytes) {
  raw_fd_ostream stream(file.get(), /*shouldClose=*/false);
  stream << bytes;
  stream.flush();
  bool failed = stream.has_error();
  stream.clear_error();
  return !failed && ::lseek(file.get(), 0, SEEK_SET) == 0;
}

static ChildOutcome notStarted(StringRef what, int error) {
  ChildOutcome outcome;
  outcome.reason = (what + ": " + std::strerror(error)).str();
  return outcome;
}

/// Waits until the child's end of the pipe is closed. Returns Finished then,
/// and TimedOut or Interrupted if that comes first. 0 seconds mean no limit.
static ChildOutcome::Kind waitForEnd(Channels &channels, unsigned seconds,
                                     bool interruptible) {
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::seconds(seconds);
  pollfd watch = {channels.watched.get(), POLLIN, 0};
  // The interval in which the caller's check is polled.
  constexpr int64_t distance = 100;
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - Clock::now());
    if (seconds && left.count() < 0)
      return ChildOutcome::TimedOut;
    int ready = ::poll(
        &watch, 1, seconds ? std::min(left.count() + 1, distance) : distance);
    if (ready > 0 || (ready < 0 && errno != EINTR))
      return ChildOutcome::Finished;
    if (interruptible && Interruption::requested())
      return ChildOutcome::Interrupted;
  }
}

/// Waits for `child`, at most `timeLimit` seconds, and returns its outcome.
static ChildOutcome waitFor(pid_t child, Channels &channels,
                            unsigned timeLimit) {
  // The parent's own copy would keep the pipe open.
  channels.alive.reset();
  ChildOutcome::Kind end =
      waitForEnd(channels, timeLimit, /*interruptible=*/true);
  if (end == ChildOutcome::Interrupted) {
    ::kill(child, SIGKILL);
  } else if (end == ChildOutcome::TimedOut) {
    // On SIGABRT the child prints its stack, if it is able to.
    ::kill(child, SIGABRT);
    if (waitForEnd(channels, /*seconds=*/2, /*interruptible=*/false) ==
        ChildOutcome::TimedOut)
      ::kill(child, SIGKILL);
  }

  int status = 0;
  pid_t waited;
  do
    waited = ::waitpid(child, &status, 0);
  while (waited < 0 && errno == EINTR);
  int error = errno;

  ChildOutcome outcome;
  outcome.result = readAll(channels.result);
  outcome.printed = readAll(channels.printed);
  if (end == ChildOutcome::Interrupted) {
    outcome.kind = end;
    outcome.reason = "interrupted";
    return outcome;
  }
  if (end == ChildOutcome::TimedOut) {
    outcome.kind = end;
    outcome.reason = "still running after " + std::to_string(timeLimit) + " s";
    return outcome;
  }
  if (waited < 0) {
    outcome.kind = ChildOutcome::Lost;
    outcome.reason = std::strerror(error);
    return outcome;
  }
  outcome.kind = ChildOutcome::Crashed;
  if (WIFSIGNALED(status))
    outcome.reason = ::strsignal(WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    outcome.reason = "exit status " + std::to_string(WEXITSTATUS(status));
  else
    outcome.kind = ChildOutcome::Finished;
  return outcome;
}

//===----------------------------------------------------------------------===//
// A copy of this process
//===----------------------------------------------------------------------===//

bool mlir::prim::isSingleThreaded() {
  // A directory has one link for itself, one for its name, and one per
  // directory in it.
  struct stat tasks;
  return ::stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3;
}

/// Prints LLVM's pretty stack (each pass and its function) and ends the process
/// by the signal.
static void crashHandler(int signal) {
  ::signal(signal, SIG_DFL);
  sys::RunSignalHandlers();
  ::raise(signal);
}

/// Detaches the copy from resources of the original process: its output, the
/// files that its signal handlers would remove, its exit handlers.
static void becomeChild(Channels &channels) {
  ::dup2(channels.printed.get(), STDOUT_FILENO);
  ::dup2(channels.printed.get(), STDERR_FILENO);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  // Symbolizing the frames would take seconds.
  ::setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/1);
  EnablePrettyStackTrace();
  for (int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGUSR1,
                     SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ})
    ::signal(signal, SIG_DFL);
  // A separate stack for the handler, because stack overflow is one cause of
  // crashes.
  static char handlerStack[1 << 16];
  stack_t stack = {};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof(handlerStack);
  ::sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = crashHandler;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS})
    ::sigaction(signal, &action, nullptr);
  // LLVM's own handler would remove the caller's unfinished output files.
  remove_fatal_error_handler();
  install_fatal_error_handler([](void *, const char *reason, bool) {
    raw_fd_ostream(STDERR_FILENO, /*shouldClose=*/false, /*unbuffered=*/true)
        << "LLVM ERROR: " << reason << "\n";
    ::abort();
  });
  // Runs before handlers that were registered earlier.
  ::on_exit([](int status, void *) { ::_exit(status); }, nullptr);
}

ChildOutcome mlir::prim::runForked(function_ref<void(raw_ostream &)> work,
                                   unsigned timeLimit) {
  Channels channels;
  if (!channels.open())
    return notStarted("cannot create a memory file or pipe", errno);
  pid_t child = ::fork();
  if (child < 0)
    return notStarted("fork", errno);
  if (child == 0) {
    becomeChild(channels);
    channels.watched.reset();
    {
      raw_fd_ostream stream(channels.result.get(), /*shouldClose=*/false);
      work(stream);
    }
    ::_exit(0);
  }
  return waitFor(child, channels, timeLimit);
}

//===----------------------------------------------------------------------===//
// Another program
//===----------------------------------------------------------------------===//

ChildOutcome mlir::prim::runProgram(const std::string &path,
                                    ArrayRef<std::string> arguments,
                                    StringRef input, unsigned timeLimit) {
  Channels channels;
  Descriptor request(::memfd_create("prim-request", MFD_CLOEXEC));
  if (!channels.open() || !request.isOpen() || !fillFile(request, input))
    return notStarted("cannot create a memory file or pipe", errno);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  llvm::scope_exit destroy(
      [&] { ::posix_spawn_file_actions_destroy(&actions); });
  auto give = [&](const Descriptor &from, int to) {
    ::posix_spawn_file_actions_adddup2(&actions, from.get(), to);
  };
  give(request, STDIN_FILENO);
  give(channels.result, STDOUT_FILENO);
  give(channels.printed, STDERR_FILENO);
  give(channels.alive, STDERR_FILENO + 1);

  std::string noSymbols = "LLVM_DISABLE_SYMBOLIZATION=1";
  SmallVector<char *, 64> environment = {noSymbols.data()};
  for (char **variable = environ; *variable; ++variable)
    environment.push_back(*variable);
  environment.push_back(nullptr);
  SmallVector<std::string> words = {path};
  llvm::append_range(words, arguments);
  SmallVector<char *> line;
  for (std::string &word : words)
    line.push_back(word.data());
  line.push_back(nullptr);
  pid_t child = 0;
  if (int error = ::posix_spawn(&child, path.c_str(), &actions, nullptr,
                                line.data(), environment.data()))
    return notStarted("cannot run " + path, error);
  return waitFor(child, channels, timeLimit);
}
