//===- CodeBuilder.cpp - Arithmetic and control flow, in short -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each method creates one op, except those of control flow.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value CodeBuilder::constant(TypedAttr value) {
  return arith::ConstantOp::create(*this, value);
}

Value CodeBuilder::constant(Type type, int64_t value) {
  IntegerAttr element = getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    return constant(SplatElementsAttr::get(shaped, element));
  return constant(element);
}

Value CodeBuilder::i32(int64_t value) { return constant(getI32Type(), value); }
Value CodeBuilder::i64(int64_t value) { return constant(getI64Type(), value); }

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value CodeBuilder::add(Value lhs, Operand rhs, Overflow flags) {
  return binary<arith::AddIOp>(lhs, rhs, flags);
}
Value CodeBuilder::sub(Value lhs, Operand rhs, Overflow flags) {
  return binary<arith::SubIOp>(lhs, rhs, flags);
}
Value CodeBuilder::mul(Value lhs, Operand rhs, Overflow flags) {
  return binary<arith::MulIOp>(lhs, rhs, flags);
}
Value CodeBuilder::divui(Value lhs, Operand rhs) {
  return binary<arith::DivUIOp>(lhs, rhs);
}
Value CodeBuilder::remui(Value lhs, Operand rhs) {
  return binary<arith::RemUIOp>(lhs, rhs);
}
Value CodeBuilder::ceildivui(Value lhs, Operand rhs) {
  return binary<arith::CeilDivUIOp>(lhs, rhs);
}
Value CodeBuilder::minsi(Value lhs, Operand rhs) {
  return binary<arith::MinSIOp>(lhs, rhs);
}
Value CodeBuilder::maxsi(Value lhs, Operand rhs) {
  return binary<arith::MaxSIOp>(lhs, rhs);
}
Value CodeBuilder::minui(Value lhs, Operand rhs) {
  return binary<arith::MinUIOp>(lhs, rhs);
}
Value CodeBuilder::maxui(Value lhs, Operand rhs) {
  return binary<arith::MaxUIOp>(lhs, rhs);
}
Value CodeBuilder::andi(Value lhs, Operand rhs) {
  return binary<arith::AndIOp>(lhs, rhs);
}
Value CodeBuilder::ori(Value lhs, Operand rhs) {
  return binary<arith::OrIOp>(lhs, rhs);
}
Value CodeBuilder::xori(Value lhs, Operand rhs) {
  return binary<arith::XOrIOp>(lhs, rhs);
}
Value CodeBuilder::shli(Value lhs, Operand rhs, Overflow flags) {
  return binary<arith::ShLIOp>(lhs, rhs, flags);
}
Value CodeBuilder::shrui(Value lhs, Operand rhs) {
  return binary<arith::ShRUIOp>(lhs, rhs);
}
Value CodeBuilder::shrsi(Value lhs, Operand rhs) {
  return binary<arith::ShRSIOp>(lhs, rhs);
}

Value CodeBuilder::cmpi(CmpIPredicate predicate, Value lhs, Operand rhs) {
  Value right = rhs.get(*this, lhs.getType());
  return arith::CmpIOp::create(*this, predicate, lhs, right);
}
Value CodeBuilder::eq(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::eq, lhs, rhs);
}
Value CodeBuilder::ne(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::ne, lhs, rhs);
}
Value CodeBuilder::slt(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::slt, lhs, rhs);
}
Value CodeBuilder::sle(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::sle, lhs, rhs);
}
Value CodeBuilder::sgt(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::sgt, lhs, rhs);
}
Value CodeBuilder::sge(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::sge, lhs, rhs);
}
Value CodeBuilder::ult(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::ult, lhs, rhs);
}
Value CodeBuilder::ule(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::ule, lhs, rhs);
}
Value CodeBuilder::ugt(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::ugt, lhs, rhs);
}
Value CodeBuilder::uge(Value lhs, Operand rhs) {
  return cmpi(CmpIPredicate::uge, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value CodeBuilder::extui(Type type, Value value) {
  return arith::ExtUIOp::create(*this, type, value);
}
Value CodeBuilder::extsi(Type type, Value value) {
  return arith::ExtSIOp::create(*this, type, value);
}
Value CodeBuilder::trunci(Type type, Value value) {
  return arith::TruncIOp::create(*this, type, value);
}
Value CodeBuilder::bitcast(Type type, Value value) {
  return arith::BitcastOp::create(*this, type, value);
}
Value CodeBuilder::indexCast(Type type, Value value) {
  return arith::IndexCastOp::create(*this, type, value);
}
Value CodeBuilder::indexCastUI(Type type, Value value) {
  return arith::IndexCastUIOp::create(*this, type, value);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Block *CodeBuilder::addBlock(Region &region, TypeRange types) {
  return createBlock(&region, region.end(), types,
                     SmallVector<Location>(types.size(), getLoc()));
}

Value CodeBuilder::select(Value condition, Value yes, Operand no) {
  Value other = no.get(*this, yes.getType());
  return arith::SelectOp::create(*this, condition, yes, other);
}

SmallVector<Value>
CodeBuilder::select(Value condition, TypeRange types,
                    llvm::function_ref<SmallVector<Value>()> yes,
                    llvm::function_ref<SmallVector<Value>()> no) {
  auto branch = scf::IfOp::create(*this, types, condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(*this, yes());
  setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(*this, no());
  return SmallVector<Value>(branch.getResults());
}

void CodeBuilder::ifThen(Value condition, llvm::function_ref<void()> yes,
                         llvm::function_ref<void()> no) {
  auto branch = scf::IfOp::create(*this, condition,
                                  /*withElseRegion=*/bool(no));
  InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  yes();
  if (!no)
    return;
  setInsertionPointToStart(branch.elseBlock());
  no();
}

void CodeBuilder::forEach(Value first, Operand end, Operand step,
                          llvm::function_ref<void(Value)> body) {
  Type type = first.getType();
  Value last = end.get(*this, type), by = step.get(*this, type);
  auto loop = scf::ForOp::create(*this, first, last, by);
  InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

SmallVector<Value> CodeBuilder::forEach(
    Value first, Operand end, Operand step, ValueRange values,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  assert(!values.empty() && "a loop without values ends by itself");
  Type type = first.getType();
  Value last = end.get(*this, type), by = step.get(*this, type);
  auto loop = scf::ForOp::create(*this, first, last, by, values);
  InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(*this,
                       body(loop.getInductionVar(), loop.getRegionIterArgs()));
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> CodeBuilder::whileLoop(
    ValueRange values, TypeRange types,
    llvm::function_ref<Tested(ValueRange)> test,
    llvm::function_ref<SmallVector<Value>(ValueRange)> body) {
  auto loop = scf::WhileOp::create(*this, types, values);
  InsertionGuard guard(*this);
  Block *before = addBlock(loop.getBefore(), values.getTypes());
  Tested tested = test(before->getArguments());
  scf::ConditionOp::create(*this, tested.goesOn, tested.found);
  Block *after = addBlock(loop.getAfter(), types);
  ValueRange found = after->getArguments();
  scf::YieldOp::create(*this, body ? body(found) : SmallVector<Value>(found));
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> CodeBuilder::whileLoop(
    ValueRange values, llvm::function_ref<Value(ValueRange)> test,
    llvm::function_ref<SmallVector<Value>(ValueRange)> body) {
  auto handOn = [&](ValueRange tested) -> Tested {
    return {test(tested), SmallVector<Value>(tested)};
  };
  return whileLoop(values, values.getTypes(), handOn, body);
}
