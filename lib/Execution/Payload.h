//===- Payload.h - Reading what a cache has kept ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads MessagePack in a fixed order, as written by llvm::msgpack::Writer.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_PAYLOAD_H
#define PRIM_LIB_EXECUTION_PAYLOAD_H

#include "llvm/BinaryFormat/MsgPackReader.h"

#include <string>

namespace mlir::prim {

/// Reads consecutive values. After a value is missing or has another kind than
/// requested, all values are zero or empty, and `failed` is true.
class PayloadReader {
public:
  explicit PayloadReader(llvm::StringRef bytes) : reader(bytes) {}

  llvm::StringRef text() {
    return next(llvm::msgpack::Type::String) ? object.Raw : "";
  }
  bool boolean() { return next(llvm::msgpack::Type::Boolean) && object.Bool; }
  /// The length of a list that follows.
  size_t list() { return next(llvm::msgpack::Type::Array) ? object.Length : 0; }
  int64_t integer() {
    // The writer stores nonnegative numbers as unsigned.
    if (!read())
      return 0;
    if (object.Kind == llvm::msgpack::Type::Int)
      return object.Int;
    if (object.Kind == llvm::msgpack::Type::UInt)
      return static_cast<int64_t>(object.UInt);
    bad = true;
    return 0;
  }

  bool failed() const { return bad; }
  /// Marks a value of the right kind as invalid.
  void fail() { bad = true; }
  bool atEnd() {
    auto more = bad ? llvm::Expected<bool>(false) : reader.read(object);
    if (more)
      return !*more;
    llvm::consumeError(more.takeError());
    return false;
  }

private:
  bool read() {
    if (bad)
      return false;
    auto found = reader.read(object);
    if (!found)
      llvm::consumeError(found.takeError());
    else if (*found)
      return true;
    bad = true;
    return false;
  }
  bool next(llvm::msgpack::Type kind) {
    if (!read())
      return false;
    bad = object.Kind != kind;
    return !bad;
  }

  llvm::msgpack::Reader reader;
  llvm::msgpack::Object object;
  bool bad = false;
};

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_PAYLOAD_H
