//===- OrderNote.h - Notes on atomic accesses -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Final code does not show which accesses are atomic, their scope, or which
// stores a release covers. Notes in the section `.prim.order`, which is not
// loaded, record this. A note has 16 bytes: an address, and a word of kind and
// scope.
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
    /// A release to other blocks begins here. It covers the stores of its own
    /// wave only: barriers before it order workgroup memory alone, and so no
    /// stores of other waves.
    OwnRelease,
    /// A release to other blocks begins here. It covers all stores of the block
    /// before the last barrier.
    BlockRelease,
    /// An acquire ends here.
    Acquire,
    /// The next load, store or atomic update accesses a word that blocks
    /// exchange.
    Load,
    Store,
    Update
  };

  static constexpr llvm::StringLiteral section = ".prim.order";
  static constexpr unsigned size = 16;

  /// Encodes the second word.
  static constexpr uint64_t encode(Kind kind, bool isForSystem) {
    return kind | (isForSystem ? systemBit : 0);
  }
  /// Returns nothing for a word that encode() never produces.
  static std::optional<OrderNote> decode(uint64_t address, uint64_t word) {
    if ((word & ~systemBit) > Update)
      return std::nullopt;
    return OrderNote{address, Kind(word & 0xff), (word & systemBit) != 0};
  }

  uint64_t address;
  Kind kind;
  /// Whether other devices and the host observe it too, not only other blocks.
  bool isForSystem;

private:
  static constexpr uint64_t systemBit = 0x100;
};

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_ORDERNOTE_H
