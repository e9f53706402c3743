//===- LinkObject.cpp - lld as a library ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lld reads and writes files by name. The inputs are anonymous memory files.
// The output is a pipe: if the output is no regular file, lld collects it in
// memory and writes it at the end. Otherwise it would create a temporary file
// beside the output.
//
// As a program, lld changes state of the process, which is restored here or set
// before. It resets all options of LLVM, sets the number of threads of LLVM's
// parallel algorithms, and registers all targets (see initializeBackEnd). It
// clears its own global state when it returns.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/LinkObject.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

static std::string descriptorPath(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

static bool writeAll(int fd, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    bytes = bytes.drop_front(written);
  }
  return true;
}

namespace {

/// Hides the options of the process, which belong to the embedding program,
/// from code that resets options. Their values stay readable. Requires that no
/// other thread parses a command line meanwhile.
class HiddenOptions {
public:
  HiddenOptions() {
    for (cl::SubCommand *command : cl::getRegisteredSubcommands())
      exchange(*command, hidden[command]);
  }
  ~HiddenOptions() {
    for (auto &[command, options] : hidden)
      exchange(*command, options);
  }
  HiddenOptions(const HiddenOptions &) = delete;

private:
  static void exchange(cl::SubCommand &first, cl::SubCommand &second) {
    std::swap(first.OptionsMap, second.OptionsMap);
    std::swap(first.PositionalOpts, second.PositionalOpts);
    std::swap(first.SinkOpts, second.SinkOpts);
    std::swap(first.ConsumeAfterOpt, second.ConsumeAfterOpt);
  }

  /// Subcommands that are never registered.
  std::map<cl::SubCommand *, cl::SubCommand> hidden;
};

} // namespace

std::optional<SmallVector<char, 0>>
mlir::prim::linkObjects(ArrayRef<StringRef> objects, std::string &error,
                        ArrayRef<std::string> further) {
  // lld keeps its state in globals.
  static std::mutex linkMutex;
  static bool canRun = true;
  std::lock_guard<std::mutex> lock(linkMutex);
  if (!canRun) {
    error = "the linker crashed earlier in this process and cannot run again";
    return std::nullopt;
  }

  auto systemError = [&](StringRef what) {
    error = what.str() + ": " + std::strerror(errno);
    return std::nullopt;
  };
  SmallVector<int> inputs;
  llvm::scope_exit closeInputs([&] {
    for (int input : inputs)
      ::close(input);
  });
  for (StringRef object : objects) {
    int input = ::memfd_create("prim-object", MFD_CLOEXEC);
    if (input < 0)
      return systemError("cannot create a memory file for the linker");
    inputs.push_back(input);
    if (!writeAll(input, object))
      return systemError("cannot write the object for the linker");
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return systemError("cannot create a pipe for the linker");

  SmallVector<char, 0> result;
  int readError = 0;
  std::thread reader([&] {
    char buffer[65536];
    while (true) {
      ssize_t got = ::read(ends[0], buffer, sizeof(buffer));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        readError = errno;
      if (got <= 0)
        return;
      result.append(buffer, buffer + got);
    }
  });

  std::string outputPath = descriptorPath(ends[1]);
  SmallVector<std::string> inputPaths = map_to_vector(inputs, descriptorPath);
  SmallVector<const char *> arguments{
      "ld.lld",      "-shared", "--no-undefined",
      "--threads=1", "-o",      outputPath.c_str()};
  for (const std::string &path : inputPaths)
    arguments.push_back(path.c_str());
  for (const std::string &argument : further)
    arguments.push_back(argument.c_str());
  std::string messages;
  raw_string_ostream messageStream(messages);
  lld::Result linked = [&] {
    HiddenOptions hide;
    // With one thread lld creates no pool. Code in other threads may read this
    // setting meanwhile and use one thread as well.
    llvm::SaveAndRestore threads(llvm::parallel::strategy,
                                 llvm::hardware_concurrency(1));
    return lld::lldMain(arguments, llvm::nulls(), messageStream,
                        {{lld::Gnu, &lld::elf::link}});
  }();
  canRun = linked.canRunAgain;
  // The reader sees the end after lld's own descriptor and this one are closed.
  ::close(ends[1]);
  reader.join();
  ::close(ends[0]);
  if (linked.retCode != 0) {
    error = "linking failed: " + StringRef(messages).trim().str();
    return std::nullopt;
  }
  if (readError) {
    errno = readError;
    return systemError("cannot read the linked code object");
  }
  return result;
}
