//===- OrderNote.h - What a compiler says about order ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Final code does not say which access was atomic, of which scope, and which
// stores a release is for. Notes in the section `.prim.order`, which is not
// loaded, do. Each has 16 bytes: an address, and a word of kind and scope.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CODEOBJECT_ORDERNOTE_H
#define PRIM_CODEOBJECT_ORDERNOTE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::prim {

struct OrderNote {
  enum Kind : uint8_t {
    /// A release begins here, to other blocks, of what the own wave has stored.
    /// Barriers between order workgroup memory alone, and so nothing of other
    /// waves.
    OwnRelease,
    /// A release begins here, to other blocks, of what all waves of the block
    /// have stored before the last barrier.
    BlockRelease,
    /// An acquire ends here.
    Acquire,
    /// The next load, store, or atomic update from here on is of a word that
    /// blocks exchange.
    Load,
    Store,
    Update
  };

  static constexpr llvm::StringLiteral section = ".prim.order";
  static constexpr unsigned size = 16;

  /// The second word.
  static constexpr uint64_t encode(Kind kind, bool isForSystem) {
    return kind | (isForSystem ? systemBit : 0);
  }
  /// Nothing for a word that encode() does not give.
  static std::optional<OrderNote> decode(uint64_t address, uint64_t word) {
    if ((word & ~systemBit) > Update)
      return std::nullopt;
    return OrderNote{address, Kind(word & 0xff), (word & systemBit) != 0};
  }

  uint64_t address;
  Kind kind;
  /// Other devices and the host see it too, and not only other blocks.
  bool isForSystem;

private:
  static constexpr uint64_t systemBit = 0x100;
};

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_ORDERNOTE_H
