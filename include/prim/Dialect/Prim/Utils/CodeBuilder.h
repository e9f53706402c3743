//===- CodeBuilder.h - Arithmetic and control flow, in short ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder with which lowerings write host functions and kernels. It has a
// location and a short method for each op of arith and scf that they use, like
// upstream's ArithBuilder.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_CODEBUILDER_H
#define PRIM_DIALECT_PRIM_UTILS_CODEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::prim {

/// A builder with a location. The methods are called after the ops that they
/// create, in short where there is no doubt (`add`, `eq`); operands are
/// integers, indices or vectors of them, and have the same type, which a number
/// as the right one takes from the left one.
class CodeBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  /// Inserts before `op`, at its location.
  explicit CodeBuilder(Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), op) {}
  static CodeBuilder atBlockBegin(Location loc, Block *block) {
    return CodeBuilder(loc, block, block->begin());
  }
  static CodeBuilder atBlockEnd(Location loc, Block *block) {
    return CodeBuilder(loc, block, block->end());
  }

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  Value constant(TypedAttr value);
  /// `value` as a constant of `type`, or of each element of it.
  Value constant(Type type, int64_t value);
  Value constant(Type type, const APInt &value) {
    return constant(getIntegerAttr(type, value));
  }
  Value zero(Type type) { return constant(getZeroAttr(type)); }
  Value boolean(bool value) { return constant(getBoolAttr(value)); }
  Value i32(int64_t value);
  Value i64(int64_t value);
  Value index(int64_t value) { return constant(getIndexAttr(value)); }

  //===--------------------------------------------------------------------===//
  // Integers
  //===--------------------------------------------------------------------===//

  /// A value, or a number that is a constant of the type of the operand before
  /// it.
  class Operand {
  public:
    Operand(int64_t number) : number(number) {}
    template <typename T,
              typename = std::enable_if_t<std::is_convertible_v<T, Value>>>
    Operand(T &&value) : value(std::forward<T>(value)) {}

    Value get(CodeBuilder &b, Type type) const {
      return number ? b.constant(type, *number) : value;
    }

  private:
    Value value;
    std::optional<int64_t> number;
  };

  using Overflow = arith::IntegerOverflowFlags;

  Value add(Value lhs, Operand rhs, Overflow flags = Overflow::none);
  Value sub(Value lhs, Operand rhs, Overflow flags = Overflow::none);
  Value mul(Value lhs, Operand rhs, Overflow flags = Overflow::none);
  Value divui(Value lhs, Operand rhs);
  Value remui(Value lhs, Operand rhs);
  Value ceildivui(Value lhs, Operand rhs);
  Value minsi(Value lhs, Operand rhs);
  Value maxsi(Value lhs, Operand rhs);
  Value minui(Value lhs, Operand rhs);
  Value maxui(Value lhs, Operand rhs);
  Value andi(Value lhs, Operand rhs);
  Value ori(Value lhs, Operand rhs);
  Value xori(Value lhs, Operand rhs);
  Value shli(Value lhs, Operand rhs, Overflow flags = Overflow::none);
  Value shrui(Value lhs, Operand rhs);
  Value shrsi(Value lhs, Operand rhs);
  /// `value` with all of its bits inverted.
  Value invert(Value value) { return xori(value, -1); }

  Value cmpi(arith::CmpIPredicate predicate, Value lhs, Operand rhs);
  Value eq(Value lhs, Operand rhs);
  Value ne(Value lhs, Operand rhs);
  Value slt(Value lhs, Operand rhs);
  Value sle(Value lhs, Operand rhs);
  Value sgt(Value lhs, Operand rhs);
  Value sge(Value lhs, Operand rhs);
  Value ult(Value lhs, Operand rhs);
  Value ule(Value lhs, Operand rhs);
  Value ugt(Value lhs, Operand rhs);
  Value uge(Value lhs, Operand rhs);

  //===--------------------------------------------------------------------===//
  // Conversions
  //===--------------------------------------------------------------------===//

  Value extui(Type type, Value value);
  Value extsi(Type type, Value value);
  Value trunci(Type type, Value value);
  Value bitcast(Type type, Value value);
  /// Between index and integers, with and without a sign.
  Value indexCast(Type type, Value value);
  Value indexCastUI(Type type, Value value);
  /// To the types that sizes and indices have.
  Value zextI32(Value value) { return extui(getI32Type(), value); }
  Value zextI64(Value value) { return extui(getI64Type(), value); }
  Value sextI64(Value value) { return extsi(getI64Type(), value); }
  Value truncI32(Value value) { return trunci(getI32Type(), value); }
  Value toIndex(Value value) { return indexCast(getIndexType(), value); }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Adds a block at the end of `region`, with arguments of `types`, and moves
  /// the insertion point into it.
  Block *addBlock(Region &region, TypeRange types = {});

  Value select(Value condition, Value yes, Operand no);
  /// The values that `yes` or `no` returns, of `types`. During either the
  /// builder's insertion point is in a separate branch.
  SmallVector<Value> select(Value condition, TypeRange types,
                            llvm::function_ref<SmallVector<Value>()> yes,
                            llvm::function_ref<SmallVector<Value>()> no);
  /// `if (condition) yes [else no]`. Each callback runs with the insertion
  /// point in its branch.
  void ifThen(Value condition, llvm::function_ref<void()> yes,
              llvm::function_ref<void()> no = {});

  /// `for (i = first; i < end; i += step) body(i)`, of index or integers with a
  /// sign; the builder stands inside during `body`.
  void forEach(Value first, Operand end, Operand step,
               llvm::function_ref<void(Value)> body);
  /// A forEach loop with loop-carried values, initially `values`: `body` gets
  /// the current ones and returns the next ones.
  SmallVector<Value>
  forEach(Value first, Operand end, Operand step, ValueRange values,
          llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body);

  /// The result of a loop's test: whether to continue (i1), and the values it
  /// has computed.
  struct Tested {
    Value goesOn;
    SmallVector<Value> found;
  };
  /// `while (test(values)) values = body(found)`, where `found` are the values
  /// that the test computes, of `types`. Returns the last `found`. Without
  /// `body` the next values are `found`. Each callback runs with the insertion
  /// point in its region.
  SmallVector<Value>
  whileLoop(ValueRange values, TypeRange types,
            llvm::function_ref<Tested(ValueRange)> test,
            llvm::function_ref<SmallVector<Value>(ValueRange)> body = {});
  /// A whileLoop whose test passes its arguments on unchanged.
  SmallVector<Value>
  whileLoop(ValueRange values, llvm::function_ref<Value(ValueRange)> test,
            llvm::function_ref<SmallVector<Value>(ValueRange)> body);

private:
  template <typename OpT, typename... Args>
  Value binary(Value lhs, Operand rhs, Args... args) {
    return OpT::create(*this, lhs, rhs.get(*this, lhs.getType()), args...);
  }
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_CODEBUILDER_H
