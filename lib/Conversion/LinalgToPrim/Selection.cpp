//===- Selection.cpp - Operators that compare and select --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>
#include <vector>

using namespace mlir;
using namespace mlir::prim;

/// Tuples of the values tested, at most. The laws are tested on triples.
static constexpr size_t kMaxTuples = 200;

namespace {

/// How two numbers compare.
enum Relation : unsigned { Equal = 1, Greater = 2, Less = 4, Unordered = 8 };

/// The values of one member that stand for all: any three numbers compare as
/// three of these do.
struct Domain {
  bool isFloat = false;
  /// How the member is compared.
  bool isSigned = false, isUnsigned = false, mayBeNaN = false;
  SmallVector<double> floats;
  SmallVector<int64_t> integers;

  void fill() {
    if (isFloat) {
      floats = {-1.0, -0.0, 0.0, 1.0};
      if (mayBeNaN)
        floats.push_back(std::numeric_limits<double>::quiet_NaN());
    } else if (isSigned && isUnsigned) {
      integers = {-3, -2, -1, 0, 1, 2};
    } else {
      integers = {0, 1, 2};
    }
  }
  unsigned size() const { return isFloat ? floats.size() : integers.size(); }
  /// The values except NaN, which is the last one.
  unsigned countNumbers() const { return size() - (isFloat && mayBeNaN); }
  bool isNaN(unsigned code) const {
    return isFloat && std::isnan(floats[code]);
  }

  Relation compare(unsigned a, unsigned b, bool asUnsigned) const {
    if (isFloat)
      return isNaN(a) || isNaN(b)    ? Unordered
             : floats[a] < floats[b] ? Less
             : floats[a] > floats[b] ? Greater
                                     : Equal;
    if (asUnsigned)
      return uint64_t(integers[a]) < uint64_t(integers[b])   ? Less
             : uint64_t(integers[a]) > uint64_t(integers[b]) ? Greater
                                                             : Equal;
    return integers[a] < integers[b]   ? Less
           : integers[a] > integers[b] ? Greater
                                       : Equal;
  }

  /// The code of the smaller or greater value. A negative zero is smaller.
  unsigned extremum(unsigned a, unsigned b, bool greatest, bool keepsNaN,
                    bool asUnsigned) const {
    if (isNaN(a) || isNaN(b))
      return isNaN(a) == keepsNaN ? a : b;
    Relation relation = compare(a, b, asUnsigned);
    if (relation == Equal && isFloat)
      relation = std::signbit(floats[a]) == std::signbit(floats[b]) ? Equal
                 : std::signbit(floats[a])                          ? Less
                                                                    : Greater;
    return relation == (greatest ? Less : Greater) ? b : a;
  }
};

/// The predicate of integers as a set of relations.
unsigned getRelations(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return Equal;
  case arith::CmpIPredicate::ne:
    return Less | Greater;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return Less;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return Less | Equal;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return Greater;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return Greater | Equal;
  }
  llvm_unreachable("all predicates are handled");
}

/// The predicate of floats as a set of relations.
unsigned getRelations(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return 0;
  case arith::CmpFPredicate::OEQ:
    return Equal;
  case arith::CmpFPredicate::OGT:
    return Greater;
  case arith::CmpFPredicate::OGE:
    return Greater | Equal;
  case arith::CmpFPredicate::OLT:
    return Less;
  case arith::CmpFPredicate::OLE:
    return Less | Equal;
  case arith::CmpFPredicate::ONE:
    return Less | Greater;
  case arith::CmpFPredicate::ORD:
    return Less | Equal | Greater;
  case arith::CmpFPredicate::UEQ:
    return Unordered | Equal;
  case arith::CmpFPredicate::UGT:
    return Unordered | Greater;
  case arith::CmpFPredicate::UGE:
    return Unordered | Greater | Equal;
  case arith::CmpFPredicate::ULT:
    return Unordered | Less;
  case arith::CmpFPredicate::ULE:
    return Unordered | Less | Equal;
  case arith::CmpFPredicate::UNE:
    return Unordered | Less | Greater;
  case arith::CmpFPredicate::UNO:
    return Unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return Unordered | Less | Equal | Greater;
  }
  llvm_unreachable("all predicates are handled");
}

bool isUnsignedCompare(arith::CmpIPredicate predicate) {
  return predicate >= arith::CmpIPredicate::ult;
}

/// The operator as a function of the codes of its operands.
class Evaluator {
public:
  Evaluator(ValueRange lefts, ValueRange rights, ValueRange results)
      : lefts(lefts), rights(rights), results(results), domains(lefts.size()) {}

  /// Finds the ops and the member that each value is one of. Fails if an op
  /// does more than to compare and to select.
  bool analyze() {
    for (auto [member, left, right] : llvm::enumerate(lefts, rights)) {
      if (left.getType() != right.getType())
        return false;
      domains[member].isFloat = isa<FloatType>(left.getType());
      members[left] = members[right] = member;
    }
    for (auto [member, result] : llvm::enumerate(results))
      if (!visit(result) || members.lookup_or(result, kBoolean) != member)
        return false;
    for (Domain &domain : domains) {
      domain.fill();
      count *= domain.size();
      if (count > kMaxTuples)
        return false;
    }
    SmallVector<Operation *> inOrder = ops.takeVector();
    llvm::sort(inOrder, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    ops.insert_range(inOrder);
    return true;
  }

  size_t getCount() const { return count; }
  ArrayRef<Domain> getDomains() const { return domains; }
  const llvm::SetVector<Operation *> &getOps() const { return ops; }

  /// The code of one member of a tuple.
  unsigned getMember(size_t tuple, unsigned member) const {
    for (unsigned i = 0; i < member; ++i)
      tuple /= domains[i].size();
    return tuple % domains[member].size();
  }

  size_t apply(size_t left, size_t right) {
    for (unsigned member = 0; member < domains.size(); ++member) {
      codes[lefts[member]] = getMember(left, member);
      codes[rights[member]] = getMember(right, member);
    }
    for (Operation *op : ops)
      codes[op->getResult(0)] = evaluate(op);
    size_t tuple = 0, scale = 1;
    for (auto [result, domain] : llvm::zip_equal(results, domains)) {
      tuple += scale * codes[result];
      scale *= domain.size();
    }
    return tuple;
  }

private:
  /// The "member" of a truth value.
  static constexpr unsigned kBoolean = ~0u;

  bool visit(Value value) {
    if (members.contains(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumResults() != 1)
      return false;
    IntegerAttr constant;
    if (matchPattern(op, m_Constant(&constant))) {
      members[value] = kBoolean;
      codes[value] = !constant.getValue().isZero();
      return value.getType().isInteger(1);
    }
    if (op->getBlock() != lefts.front().getParentBlock() ||
        !llvm::all_of(op->getOperands(), [&](Value v) { return visit(v); }))
      return false;
    auto memberOf = [&](unsigned operand) {
      return members.at(op->getOperand(operand));
    };
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([&](arith::CmpIOp compare) {
          if (memberOf(0) != memberOf(1) || memberOf(0) == kBoolean)
            return false;
          Domain &domain = domains[memberOf(0)];
          bool asUnsigned = isUnsignedCompare(compare.getPredicate());
          (asUnsigned ? domain.isUnsigned : domain.isSigned) = true;
          return note(op, kBoolean);
        })
        .Case([&](arith::CmpFOp compare) {
          if (memberOf(0) != memberOf(1))
            return false;
          if (!arith::bitEnumContainsAny(compare.getFastmath(),
                                         arith::FastMathFlags::nnan))
            domains[memberOf(0)].mayBeNaN = true;
          return note(op, kBoolean);
        })
        .Case([&](arith::SelectOp select) {
          return memberOf(0) == kBoolean && memberOf(1) == memberOf(2) &&
                 note(op, memberOf(1));
        })
        .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp>([&](auto) {
          return memberOf(0) == kBoolean && memberOf(1) == kBoolean &&
                 note(op, kBoolean);
        })
        .Case<arith::MinSIOp, arith::MaxSIOp>(
            [&](auto) { return noteExtremum(op, &Domain::isSigned); })
        .Case<arith::MinUIOp, arith::MaxUIOp>(
            [&](auto) { return noteExtremum(op, &Domain::isUnsigned); })
        .Case<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
              arith::MaxNumFOp>([&](auto extremum) {
          return noteExtremum(
              op, arith::bitEnumContainsAny(extremum.getFastmath(),
                                            arith::FastMathFlags::nnan)
                      ? nullptr
                      : &Domain::mayBeNaN);
        })
        .Default([](Operation *) { return false; });
  }

  bool noteExtremum(Operation *op, bool Domain::*property) {
    unsigned member = members.at(op->getOperand(0));
    if (member != members.at(op->getOperand(1)) || member == kBoolean)
      return false;
    if (property)
      domains[member].*property = true;
    return note(op, member);
  }

  bool note(Operation *op, unsigned member) {
    ops.insert(op);
    members[op->getResult(0)] = member;
    return true;
  }

  unsigned evaluate(Operation *op) {
    auto code = [&](unsigned operand) {
      return codes.at(op->getOperand(operand));
    };
    auto domain = [&]() -> const Domain & {
      return domains[members.at(op->getOperand(0))];
    };
    auto extremum = [&](bool greatest, bool keepsNaN, bool asUnsigned) {
      return domain().extremum(code(0), code(1), greatest, keepsNaN,
                               asUnsigned);
    };
    return llvm::TypeSwitch<Operation *, unsigned>(op)
        .Case([&](arith::CmpIOp compare) {
          arith::CmpIPredicate predicate = compare.getPredicate();
          Relation relation =
              domain().compare(code(0), code(1), isUnsignedCompare(predicate));
          return (getRelations(predicate) & relation) != 0;
        })
        .Case([&](arith::CmpFOp compare) {
          return (getRelations(compare.getPredicate()) &
                  domain().compare(code(0), code(1), false)) != 0;
        })
        .Case([&](arith::SelectOp) { return code(0) ? code(1) : code(2); })
        .Case([&](arith::AndIOp) { return code(0) & code(1); })
        .Case([&](arith::OrIOp) { return code(0) | code(1); })
        .Case([&](arith::XOrIOp) { return code(0) ^ code(1); })
        .Case([&](arith::MinSIOp) { return extremum(false, false, false); })
        .Case([&](arith::MaxSIOp) { return extremum(true, false, false); })
        .Case([&](arith::MinUIOp) { return extremum(false, false, true); })
        .Case([&](arith::MaxUIOp) { return extremum(true, false, true); })
        .Case([&](arith::MinimumFOp) { return extremum(false, true, false); })
        .Case([&](arith::MaximumFOp) { return extremum(true, true, false); })
        .Case([&](arith::MinNumFOp) { return extremum(false, false, false); })
        .Case([&](arith::MaxNumFOp) { return extremum(true, false, false); });
  }

  ValueRange lefts, rights, results;
  SmallVector<Domain> domains;
  /// By value: the member that it is one of, or kBoolean.
  llvm::DenseMap<Value, unsigned> members;
  llvm::DenseMap<Value, unsigned> codes;
  llvm::SetVector<Operation *> ops;
  size_t count = 1;
};

/// `f(a, b)` for all tuples.
struct Table {
  size_t count;
  std::vector<size_t> entries;

  size_t operator()(size_t a, size_t b) const { return entries[a * count + b]; }

  bool isAssociative() const {
    for (size_t a = 0; a < count; ++a)
      for (size_t b = 0; b < count; ++b)
        for (size_t c = 0; c < count; ++c)
          if ((*this)((*this)(a, b), c) != (*this)(a, (*this)(b, c)))
            return false;
    return true;
  }

  bool isCommutative() const {
    for (size_t a = 0; a < count; ++a)
      for (size_t b = 0; b < a; ++b)
        if ((*this)(a, b) != (*this)(b, a))
          return false;
    return true;
  }
};

} // namespace

/// Replaces a left operand whose `member` is NaN by the right operand. Returns
/// false if the fold from another value would then change: if a NaN gets from a
/// right operand into the result.
static bool skipNaN(const Evaluator &evaluator, unsigned member, Table &table) {
  const Domain &domain = evaluator.getDomains()[member];
  auto isNaN = [&](size_t tuple) {
    return domain.isNaN(evaluator.getMember(tuple, member));
  };
  for (size_t a = 0; a < table.count; ++a)
    for (size_t b = 0; b < table.count; ++b) {
      if (isNaN(a))
        table.entries[a * table.count + b] = b;
      else if (isNaN(table(a, b)))
        return false;
    }
  return true;
}

/// The least or the greatest number of a member.
static TypedAttr getExtreme(const Domain &domain, bool isLeast, Type type) {
  if (auto floats = dyn_cast<FloatType>(type))
    return FloatAttr::get(type,
                          APFloat::getInf(floats.getFloatSemantics(), isLeast));
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  if (domain.isSigned)
    return IntegerAttr::get(type, isLeast ? APInt::getSignedMinValue(width)
                                          : APInt::getSignedMaxValue(width));
  return IntegerAttr::get(type, isLeast ? APInt::getZero(width)
                                        : APInt::getAllOnes(width));
}

/// A tuple of least and greatest numbers that changes no tuple on either side
/// of it; empty if there is none. The extremes of a domain compare with its
/// other numbers as the least and the greatest one of all do.
static SmallVector<TypedAttr> findNeutral(const Evaluator &evaluator,
                                          const Table &table,
                                          ValueRange members) {
  ArrayRef<Domain> domains = evaluator.getDomains();
  auto isNeutral = [&](size_t tuple) {
    return llvm::all_of(llvm::seq(table.count), [&](size_t other) {
      return table(tuple, other) == other && table(other, tuple) == other;
    });
  };
  for (size_t tuple = 0; tuple < table.count; ++tuple) {
    SmallVector<TypedAttr> constants;
    for (auto [number, domain, value] : llvm::enumerate(domains, members)) {
      unsigned code = evaluator.getMember(tuple, number);
      bool isLeast = code == 0;
      // Not NaN, whose bits differ, and nothing where -1 is also the greatest.
      if ((!isLeast && code != domain.countNumbers() - 1) ||
          (domain.isSigned && domain.isUnsigned))
        break;
      constants.push_back(getExtreme(domain, isLeast, value.getType()));
    }
    if (constants.size() == domains.size() && isNeutral(tuple))
      return constants;
  }
  return {};
}

/// Whether the first tuple whose `member` is NaN ends the fold, and f is
/// associative on tuples without.
static bool stopsAtNaN(const Evaluator &evaluator, unsigned member,
                       const Table &table) {
  unsigned members = evaluator.getDomains().size();
  const Domain &domain = evaluator.getDomains()[member];
  auto isNaN = [&](size_t tuple) {
    return domain.isNaN(evaluator.getMember(tuple, member));
  };
  auto hasSameOthers = [&](size_t a, size_t b) {
    for (unsigned other = 0; other < members; ++other)
      if (other != member &&
          evaluator.getMember(a, other) != evaluator.getMember(b, other))
        return false;
    return true;
  };
  for (size_t a = 0; a < table.count; ++a)
    for (size_t b = 0; b < table.count; ++b) {
      size_t result = table(a, b);
      if (isNaN(a) ? result != a
                   : isNaN(result) != isNaN(b) ||
                         (isNaN(b) && !hasSameOthers(a, result)))
        return false;
      for (size_t c = 0; c < table.count; ++c)
        if (!isNaN(a) && !isNaN(b) && !isNaN(c) &&
            table(result, c) != table(a, table(b, c)))
          return false;
    }
  return true;
}

std::optional<Selection> Selection::get(ValueRange lefts, ValueRange rights,
                                        ValueRange results) {
  Evaluator evaluator(lefts, rights, results);
  if (!evaluator.analyze())
    return std::nullopt;
  Table table{evaluator.getCount(), {}};
  for (size_t a = 0; a < table.count; ++a)
    for (size_t b = 0; b < table.count; ++b)
      table.entries.push_back(evaluator.apply(a, b));

  Selection selection;
  selection.ops = evaluator.getOps();
  selection.isAssociative = table.isAssociative();
  ArrayRef<Domain> domains = evaluator.getDomains();
  for (unsigned member = 0; member < domains.size() && !selection.isAssociative;
       ++member) {
    Table skipping = table;
    if (domains[member].mayBeNaN && skipNaN(evaluator, member, skipping) &&
        skipping.isAssociative()) {
      selection.isAssociative = true;
      selection.nanMember = member;
      table = std::move(skipping);
    }
  }
  for (unsigned member = 0; member < domains.size() && !selection.isAssociative;
       ++member)
    if (domains[member].mayBeNaN && stopsAtNaN(evaluator, member, table)) {
      selection.isAssociative = true;
      selection.stopMember = member;
    }
  selection.isCommutative = !selection.stopMember && table.isCommutative();
  selection.neutral = findNeutral(evaluator, table, lefts);
  return selection;
}
