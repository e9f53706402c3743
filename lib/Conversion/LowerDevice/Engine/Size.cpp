//===- Size.cpp - Sizes that the host computes -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants are folded where an expression is written: a region of a fixed size
// has an offset that kernels know.
//
//===----------------------------------------------------------------------===//

#include "Size.h"

using namespace mlir;
using namespace mlir::prim;

Size::Size(Node node) : node(std::make_shared<const Node>(std::move(node))) {}

Size Size::make(Kind kind, ArrayRef<Size> operands, int64_t value) {
  return Size(Node{kind, value, llvm::to_vector<2>(operands)});
}

Size::Size(int64_t value) : Size(Node{Kind::Constant, value}) {}

Size Size::elements() { return Size(Node{Kind::Elements}); }
Size Size::tiles() { return Size(Node{Kind::Tiles}); }
Size Size::rows() { return Size(Node{Kind::Rows}); }
Size Size::resident() { return Size(Node{Kind::Resident}); }

Size Size::extent(Value memref, int64_t dim) {
  return Size(Node{Kind::Extent, dim, /*operands=*/{}, {memref}});
}

Size Size::scalar(Value value) {
  Node node{Kind::Scalar};
  node.scalar = value;
  return Size(std::move(node));
}

Size Size::sameMemory(ArrayRef<std::pair<Value, Value>> pairs) {
  Node node{Kind::SameMemory};
  for (auto [first, second] : pairs)
    node.memrefs.append({first, second});
  return Size(std::move(node));
}

Size Size::gridState(ArrayRef<Type> types, const Size &tiles,
                     std::optional<int32_t> chains,
                     std::optional<int32_t> bits) {
  return Size(Node{Kind::GridState,
                   /*value=*/0,
                   {tiles},
                   /*memrefs=*/{},
                   llvm::to_vector(types),
                   chains,
                   bits});
}

std::optional<int64_t> Size::getConstant() const {
  return node->kind == Kind::Constant ? std::optional(node->value)
                                      : std::nullopt;
}

Size Size::operator+(const Size &other) const {
  std::optional<int64_t> lhs = getConstant(), rhs = other.getConstant();
  if (lhs && rhs)
    return *lhs + *rhs;
  return lhs == 0 ? other : rhs == 0 ? *this : make(Kind::Add, {*this, other});
}

Size Size::operator*(const Size &other) const {
  std::optional<int64_t> lhs = getConstant(), rhs = other.getConstant();
  if (lhs && rhs)
    return *lhs * *rhs;
  return lhs == 1 ? other : rhs == 1 ? *this : make(Kind::Mul, {*this, other});
}

Size Size::ceilDiv(const Size &divisor) const {
  std::optional<int64_t> lhs = getConstant(), rhs = divisor.getConstant();
  if (lhs && rhs)
    return llvm::divideCeil(*lhs, *rhs);
  return rhs == 1 ? *this : make(Kind::CeilDiv, {*this, divisor});
}

Size Size::div(const Size &divisor) const {
  return make(Kind::Div, {*this, divisor});
}

Size Size::min(const Size &other) const {
  return make(Kind::Min, {*this, other});
}

Size Size::max(const Size &other) const {
  std::optional<int64_t> lhs = getConstant(), rhs = other.getConstant();
  if (lhs && rhs)
    return std::max(*lhs, *rhs);
  return make(Kind::Max, {*this, other});
}

Size Size::beyond(int64_t elements) const {
  return elements <= 0 || getConstant() == 0
             ? *this
             : make(Kind::Beyond, {*this}, elements);
}

Size Size::as(llvm::StringLiteral name) const {
  Node named = *node;
  named.name = name;
  return Size(std::move(named));
}

void Size::print(llvm::raw_ostream &os) const {
  if (!node->name.empty()) {
    os << node->name;
    return;
  }
  auto printCall = [&](StringRef name) {
    os << name << "(";
    llvm::interleaveComma(node->operands, os,
                          [&](const Size &operand) { operand.print(os); });
    os << ")";
  };
  auto printBinary = [&](StringRef sign) {
    for (auto [number, operand] : llvm::enumerate(node->operands)) {
      if (number)
        os << " " << sign << " ";
      bool isSum = operand->kind == Kind::Add && node->kind == Kind::Mul;
      os << (isSum ? "(" : "");
      operand.print(os);
      os << (isSum ? ")" : "");
    }
  };
  switch (node->kind) {
  case Kind::Constant:
    os << node->value;
    return;
  case Kind::Elements:
    os << "elements";
    return;
  case Kind::Tiles:
    os << "tiles";
    return;
  case Kind::Rows:
    os << "rows";
    return;
  case Kind::Resident:
    os << "resident blocks";
    return;
  case Kind::SameMemory:
    os << "shared buffers";
    return;
  case Kind::Extent:
    os << "extent";
    return;
  case Kind::Scalar:
    os << "scalar";
    return;
  case Kind::GridState:
    printCall("grid_state");
    if (node->chains)
      os << " of " << *node->chains << " chains";
    return;
  case Kind::Add:
    return printBinary("+");
  case Kind::Mul:
    return printBinary("*");
  case Kind::CeilDiv:
    return printCall("ceil_div");
  case Kind::Div:
    return printCall("div");
  case Kind::Min:
    return printCall("min");
  case Kind::Max:
    return printCall("max");
  case Kind::Beyond:
    os << "(elements > " << node->value << " ? ";
    node->operands.front().print(os);
    os << " : 0)";
    return;
  }
}
