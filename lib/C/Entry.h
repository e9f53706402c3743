//===- Entry.h - A function of the C API runs -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions of prim-c/Prim.h begin with that take locks or work.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_C_ENTRY_H
#define PRIM_LIB_C_ENTRY_H

#include "Handles.h"
#include "prim/Target/Interruption.h"

namespace mlir::prim {

/// Lives while a function of the C API runs. It is counted, so that a forked
/// process knows whether another thread was in one: that thread is not in the
/// child, and never gives back what it held.
class Entry {
public:
  Entry();
  ~Entry();
  Entry(const Entry &) = delete;
  Entry &operator=(const Entry &) = delete;

  /// False in a process that was forked in the middle of another thread's
  /// function: nothing that has a lock may be used.
  bool isUsable() const;
};

/// The same for a function that can fail, which primcSetInterrupt's function
/// may end.
class FallibleEntry : public Entry {
public:
  FallibleEntry();

  /// Reports why nothing can be used.
  bool check(const Reporter &reporter) const;

private:
  Interruption interruption;
};

} // namespace mlir::prim

#endif // PRIM_LIB_C_ENTRY_H
