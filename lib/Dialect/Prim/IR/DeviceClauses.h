//===- DeviceClauses.h - Clauses that device ops share ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts from which the clause tables of device ops are built. Numbers denote
// operand groups and regions.
//
// Private to the dialect library.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_IR_DEVICECLAUSES_H
#define PRIM_LIB_DIALECT_PRIM_IR_DEVICECLAUSES_H

#include "OpClauses.h"

#include <array>
#include <utility>

namespace mlir::prim::detail {

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

template <size_t N>
using ClauseList = std::array<Clause, N>;

template <size_t M, size_t... I, size_t N, size_t... J>
constexpr ClauseList<M + N>
joinTwo(const ClauseList<M> &first, std::index_sequence<I...>,
        const ClauseList<N> &second, std::index_sequence<J...>) {
  return {first[I]..., second[J]...};
}

constexpr ClauseList<1> toClauseList(const Clause &clause) { return {clause}; }
template <size_t N>
constexpr ClauseList<N> toClauseList(const ClauseList<N> &list) {
  return list;
}

/// Concatenates clauses and lists of clauses into one table.
template <typename First>
constexpr auto joinClauses(const First &first) {
  return toClauseList(first);
}
template <typename First, typename... Others>
constexpr auto joinClauses(const First &first, const Others &...others) {
  auto head = toClauseList(first);
  auto tail = joinClauses(others...);
  return joinTwo(head, std::make_index_sequence<head.size()>(), tail,
                 std::make_index_sequence<tail.size()>());
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

constexpr Clause makeBuffers(StringLiteral keyword, unsigned group) {
  return {ClauseForm::TypedValues, keyword, "", group};
}
constexpr Clause makeBuffer(StringLiteral keyword, unsigned group) {
  return {ClauseForm::TypedValue, keyword, "", group};
}
/// A clause whose attribute has the keyword's name.
constexpr Clause makeFlag(StringLiteral name) {
  return {ClauseForm::Flag, name, name};
}
constexpr Clause makeNumber(StringLiteral name) {
  return {ClauseForm::I32, name, name};
}
constexpr Clause makeEnum(StringLiteral name, const EnumWords &words) {
  return {ClauseForm::Enum, name, name, 0, TypeRule::I32, &words};
}
constexpr Clause makeRegion(StringLiteral keyword, unsigned number) {
  return {ClauseForm::Region, keyword, "", number};
}

/// The forms of segments exclude each other, because all fill one group.
constexpr Clause makeSegments(StringLiteral keyword, SegmentForm form,
                              unsigned group) {
  return {form == SegmentForm::Head ? ClauseForm::TypedValue
                                    : ClauseForm::TypedValues,
          keyword,
          "segment_form",
          group,
          TypeRule::Elements,
          nullptr,
          static_cast<uint32_t>(form)};
}

inline constexpr Clause kDimensionClause = {ClauseForm::I64, "dimension",
                                            "dimension"};
inline constexpr Clause kDimensionsClause = {ClauseForm::I64s, "dimension",
                                             "dimension"};
inline constexpr Clause kDeterministicClause =
    makeEnum("deterministic", kDeterminismWords);
inline constexpr Clause kDeterministicInRunClause =
    without(kDeterministicClause, refuse("has deterministic(any), which only "
                                         "reductions without segments support",
                                         Determinism::Any));
/// A tuning of an op that has only these algorithms.
template <typename... Algorithms>
constexpr Clause makeTuning(Algorithms... own) {
  return without(
      {ClauseForm::Tuning, "tuning", "tuning"},
      refuseAllBut("which this op does not have", Algorithm::Default, own...));
}
/// A tuning of an op with one algorithm.
inline constexpr Clause kTuningClause = makeTuning();
constexpr Clause makeAsync(unsigned group) {
  return {ClauseForm::Async, "async", "", group};
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// A clause with numbers of outputs, none by default, whose attribute has the
/// keyword's name.
constexpr Clause makeOutputNumbers(StringLiteral name) {
  return {ClauseForm::I64s, name, name, 0, TypeRule::I32, nullptr, /*value=*/0};
}
inline constexpr Clause kDiscardsClause = makeOutputNumbers("discards");
/// The clause of an op with one output, which cannot be discarded.
inline constexpr Clause kNoDiscardsClause = without(
    kDiscardsClause,
    refuseClause("has no output that can be discarded; remove discards"));

/// The optional workspace and discarded outputs.
constexpr ClauseList<3> makeWorkspace(unsigned workspace,
                                      Clause discards = kDiscardsClause) {
  return {makeBuffer("workspace", workspace), makeFlag("initialized"),
          discards};
}

constexpr auto makeDestination(unsigned ins, unsigned outs, unsigned workspace,
                               Clause discards = kDiscardsClause) {
  return joinClauses(makeBuffers("ins", ins), makeBuffers("outs", outs),
                     makeWorkspace(workspace, discards));
}

inline constexpr ClauseList<3> kSortKeyClauses = {kKeysClause, kOrdersClause,
                                                  kBitsClause};

constexpr ClauseList<2> makeLaunch(unsigned async,
                                   Clause tuning = kTuningClause) {
  return {tuning, makeAsync(async)};
}

/// The last clauses of the table of an op that compares items. Its tokens are
/// the group after `reads`.
constexpr auto makeComparison(unsigned reads, unsigned prologue,
                              unsigned comparator,
                              Clause tuning = kTuningClause) {
  return joinClauses(makeBuffers("reads", reads), makeLaunch(reads + 1, tuning),
                     makeRegion("prologue", prologue),
                     makeRegion("comparator", comparator));
}

} // namespace mlir::prim::detail

#endif // PRIM_LIB_DIALECT_PRIM_IR_DEVICECLAUSES_H
