//===- Entry.h - A function of the C API runs -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards for functions of prim-c/Prim.h that take locks or do work.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_C_ENTRY_H
#define PRIM_LIB_C_ENTRY_H

#include "Handles.h"
#include "prim/Target/Interruption.h"

namespace mlir::prim {

/// Lives while a function of the C API runs. The count tells a forked process
/// whether another thread was in such a function. The other thread does not
/// exist in the child, and never releases its locks.
class Entry {
public:
  Entry();
  ~Entry();
  Entry(const Entry &) = delete;
  Entry &operator=(const Entry &) = delete;

  /// False in a process that was forked during another thread's function;
  /// anything with a lock is then unusable.
  bool isUsable() const;
};

/// An Entry for a function that can fail, and that the function of
/// primcSetInterrupt may end.
class FallibleEntry : public Entry {
public:
  FallibleEntry();

  /// Reports why the library is unusable.
  bool check(const Reporter &reporter) const;

private:
  Interruption interruption;
};

} // namespace mlir::prim

#endif // PRIM_LIB_C_ENTRY_H
