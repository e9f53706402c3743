//===- Size.h - Sizes that the host computes ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes of a workspace and work of a launch as expressions of an op's elements,
// tiles, rows and blocks, such as `Size::rows() * radix * 4`. DeviceDriver.cpp
// makes host code of them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_SIZE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_SIZE_H

#include "mlir/IR/Value.h"

#include <memory>

namespace mlir::prim {

/// A size (i64, not negative) that the host function knows.
class Size {
public:
  enum class Kind {
    Constant,
    Elements,
    Tiles,
    Rows,
    Extent,
    Scalar,
    Resident,
    SameMemory,
    GridState,
    Add,
    Mul,
    CeilDiv,
    Div,
    Min,
    Max,
    Beyond
  };

  Size(int64_t value);

  /// Elements and tiles of the op, or of each of its rows.
  static Size elements();
  static Size tiles();
  /// Rows of the op, or 1.
  static Size rows();
  /// Elements of a memref along a dimension.
  static Size extent(Value memref, int64_t dim = 0);
  /// An index of the host function, not negative.
  static Size scalar(Value value);
  /// Blocks of a launch that the device holds at once.
  static Size resident();
  /// How many pairs of memrefs begin at one address.
  static Size sameMemory(ArrayRef<std::pair<Value, Value>> pairs);
  /// Bytes of the state of a grid op on `types` for so many tiles.
  static Size gridState(ArrayRef<Type> types, const Size &tiles,
                        std::optional<int32_t> chains = std::nullopt,
                        std::optional<int32_t> bits = std::nullopt);

  Size operator+(const Size &other) const;
  Size operator*(const Size &other) const;
  /// This divided by `divisor`, rounded up or down.
  Size ceilDiv(const Size &divisor) const;
  Size div(const Size &divisor) const;
  Size min(const Size &other) const;
  Size max(const Size &other) const;
  Size alignTo(int64_t unit) const { return ceilDiv(unit) * unit; }
  /// This where there are more elements (of a row) than that, else 0.
  Size beyond(int64_t elements) const;

  /// This, printed as `name`.
  Size as(llvm::StringLiteral name) const;

  /// As in `tiles * 8`.
  void print(llvm::raw_ostream &os) const;

  /// The value, if it does not depend on the op's size.
  std::optional<int64_t> getConstant() const;

  struct Node;
  const Node *operator->() const { return node.get(); }

private:
  explicit Size(Node node);
  static Size make(Kind kind, ArrayRef<Size> operands, int64_t value = 0);

  std::shared_ptr<const Node> node;
};

struct Size::Node {
  Kind kind;
  /// The value of a constant, the dimension of an extent, or the bound of
  /// Beyond.
  int64_t value = 0;
  SmallVector<Size, 2> operands = {};
  /// One memref for an extent; consecutive pairs for SameMemory.
  SmallVector<Value, 2> memrefs = {};
  SmallVector<Type> types = {};
  std::optional<int32_t> chains = std::nullopt, bits = std::nullopt;
  StringRef name = {};
  Value scalar = {};
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_SIZE_H
