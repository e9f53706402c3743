//===- LineTable.h - Source lines of code -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line tables of a code object compiled with -g, for messages.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CODEOBJECT_LINETABLE_H
#define PRIM_CODEOBJECT_LINETABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::prim {

class LineTable {
public:
  /// Reads the line tables of an ELF object, which need not outlive the call.
  /// The result is empty if they are missing or broken.
  static LineTable read(llvm::StringRef object);

  bool isEmpty() const { return rows.empty(); }
  /// "file:line:column" of the instruction at `address` of the object; empty if
  /// unknown.
  std::string find(uint64_t address) const;

private:
  struct Row {
    uint64_t address;
    /// An index into `files`.
    unsigned file;
    /// 0: of no line, or the end of a sequence.
    unsigned line, column;
  };
  /// Sorted by address.
  std::vector<Row> rows;
  std::vector<std::string> files;
};

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_LINETABLE_H
