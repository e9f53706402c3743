//===- Coverage.cpp - Which basic blocks of a kernel ran --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter counts per instruction (Launch::live). All other work happens
// once per module, launch or process.
//
//===----------------------------------------------------------------------===//

#include "Core/Coverage.h"
#include "Core/Launch.h"
#include "Core/Loader.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace llvm;
using namespace prim::emulator;

/// Appends to a file to which other processes may append as well. Returns
/// errno's value.
static int append(const std::string &file, StringRef text) {
  int handle =
      open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (handle < 0)
    return errno;
  int error = flock(handle, LOCK_EX) ? errno : 0;
  while (!error && !text.empty()) {
    ssize_t written = ::write(handle, text.data(), text.size());
    if (written >= 0)
      text = text.drop_front(size_t(written));
    else if (errno != EINTR)
      error = errno;
  }
  if (close(handle) && !error)
    error = errno;
  return error;
}

Coverage &Coverage::get() {
  static Coverage coverage;
  return coverage;
}

bool Coverage::start(const std::string &name, std::string &error) {
  write();
  functions.clear();
  places.clear();
  file.clear();
  if (!name.empty())
    if (int problem = append(name, "")) {
      error = "cannot write the coverage file " + name + ": " +
              std::strerror(problem);
      return false;
    }
  file = name;
  return true;
}

void Coverage::place(const Program &program, const std::string &name,
                     uint64_t address, uint64_t bytes) {
  const Instruction *first = program.at(address);
  if (!first)
    return;
  // No instruction need start at the end: none follows the last function of a
  // code object.
  ArrayRef<Instruction> all(program.instructions);
  uint32_t last = first->index;
  while (last + 1 < all.size() && all[last].address < address + bytes)
    ++last;
  ArrayRef<uint8_t> code(program.bytes + (address - program.base), bytes);
  Key key{program.target.chip, program.waveSize, xxh3_64bits(code)};
  Place place{nullptr, reachableBlocks(program, {first->index, last})};
  auto [entry, isNew] = functions.try_emplace(key);
  place.function = &entry->second;
  if (isNew) {
    place.function->kernel = name;
    for (const BlockRange &range : place.blocks) {
      Block block;
      block.offset = all[range.first].address - address;
      block.bytes = all[range.second].address - all[range.first].address;
      block.text = program.text(range.first, range.second);
      place.function->blocks.push_back(std::move(block));
    }
  }
  places[&program].push_back(std::move(place));
}

void Coverage::add(const Module &module) {
  if (!enabled())
    return;
  for (const auto &[name, function] : module.functions) {
    auto kernel = module.kernels.find(name);
    if (kernel != module.kernels.end()) {
      place(*kernel->second.program, name, function.address, function.size);
      continue;
    }
    for (const auto &program : module.programs)
      place(*program, name, function.address, function.size);
  }
}

void Coverage::remove(const Module &module) {
  for (const auto &program : module.programs)
    places.erase(program.get());
}

void Coverage::record(const Launch &launch) {
  auto found = places.find(launch.program);
  if (found == places.end() || launch.live.empty())
    return;
  for (const Place &place : found->second)
    for (size_t i = 0; i < place.blocks.size(); ++i) {
      auto [first, last] = place.blocks[i];
      place.function->blocks[i].runs += *std::min_element(
          launch.live.begin() + first, launch.live.begin() + last);
    }
}

void Coverage::write() {
  if (!enabled() || functions.empty())
    return;
  std::string text;
  raw_string_ostream stream(text);
  for (const auto &entry : functions) {
    const Function &function = entry.second;
    json::OStream line(stream);
    line.object([&] {
      line.attribute("chip", std::get<0>(entry.first));
      line.attribute("wave", std::get<1>(entry.first));
      line.attribute("kernel", json::fixUTF8(function.kernel));
      line.attribute("code", utohexstr(std::get<2>(entry.first), true, 16));
      line.attributeArray("blocks", [&] {
        for (const Block &block : function.blocks)
          line.object([&] {
            line.attribute("at", block.offset);
            line.attribute("bytes", block.bytes);
            line.attribute("runs", block.runs);
            if (block.runs == 0)
              line.attributeArray("text", [&] {
                for (const std::string &inst : block.text)
                  line.value(json::fixUTF8(inst));
              });
          });
      });
    });
    stream << "\n";
  }
  // At the end of the process the user is the only one to whom an error can be
  // reported.
  if (int error = append(file, text))
    errs() << "prim emulator: cannot write the coverage file " << file << ": "
           << std::strerror(error) << "\n";
}
