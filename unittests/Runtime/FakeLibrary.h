//===- FakeLibrary.h - What fake driver libraries are made of ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records calls in a FakeDriverState and makes the selected ones fail. Device
// memory is host memory. Each library consists of one file, which includes this
// header.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FAKELIBRARY_H
#define PRIM_UNITTESTS_RUNTIME_FAKELIBRARY_H

#include "FakeDriver.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>

#define EXPORT extern "C" __attribute__((visibility("default")))

/// Records a call. Returns the error to report, 0 for none.
static inline int enter(FakeDriverState &state, const char *call) {
  state.calls.push_back(call);
  if (state.failAt < 0 || (!state.failCall.empty() && state.failCall != call))
    return 0;
  return state.seen++ == state.failAt ? state.failCode : 0;
}

/// A unique handle that uses no memory.
static inline void *newHandle() {
  static uintptr_t last = 0x1000;
  return reinterpret_cast<void *>(last += 16);
}

/// Reachable for a leak checker: tests detect leaks of failed calls through the
/// count in `allocations`.
static std::set<void *> &memory = *new std::set<void *>;

static inline void *allocate(FakeDriverState &state, size_t bytes) {
  // A real driver returns a null pointer for an empty allocation.
  void *pointer =
      bytes ? std::aligned_alloc(256, (bytes + 255) / 256 * 256) : nullptr;
  state.allocations += pointer != nullptr;
  memory.insert(pointer);
  return pointer;
}
static inline void release(FakeDriverState &state, void *pointer) {
  state.allocations -= pointer != nullptr;
  memory.erase(pointer);
  std::free(pointer);
}

template <typename T>
static inline void fill(void *memory, T value, size_t count) {
  for (size_t i = 0; i < count; ++i)
    static_cast<T *>(memory)[i] = value;
}

/// Records the arguments of a launch.
static inline void recordLaunch(FakeDriverState &state,
                                const unsigned (&grid)[3],
                                const unsigned (&block)[3], unsigned dynamicLds,
                                void *stream, void **args) {
  std::memcpy(state.grid, grid, sizeof(grid));
  std::memcpy(state.block, block, sizeof(block));
  state.dynamicLds = dynamicLds;
  state.launchStream = stream;
  state.firstArgument = args ? *static_cast<int *>(args[0]) : 0;
}

#endif // PRIM_UNITTESTS_RUNTIME_FAKELIBRARY_H
