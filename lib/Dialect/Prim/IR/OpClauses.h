//===- OpClauses.h - Assembly format of the collectives ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All warp, block and device ops are written in the same way: mnemonic, leading
// keywords (mode, kind or order), operands, clauses, attribute dictionary,
// types. An op describes itself by a table of clauses, and one parser and one
// printer serve all ops. Clauses are printed in the table's order and parsed in
// any order, each at most once.
//
// Private to the dialect library.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_IR_OPCLAUSES_H
#define PRIM_LIB_DIALECT_PRIM_IR_OPCLAUSES_H

#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim::detail {

/// The syntax after a clause's keyword.
enum class ClauseForm {
  /// Nothing; a unit attribute.
  Flag,
  /// `(%a, %b)`, the types follow from the inputs; see TypeRule.
  Values,
  /// `(%a : type)`. The verifier reports other numbers of values.
  TypedValue,
  /// `(%a, %b : types)`. With an `attr2`, the word `reversed` in their place
  /// sets that unit attribute.
  TypedValues,
  /// `(3)`, an i32 attribute.
  I32,
  /// `(0)`, an array of one i64. The verifier reports other numbers of them.
  I64,
  /// `(0, 2)`, an array of i64.
  I64s,
  /// `(0, 8)`, two i32 attributes.
  I32Pair,
  /// `(word)`, an enumeration.
  Enum,
  /// `(word, word)`, an array of i32 with their values.
  Enums,
  /// `(blocked)`, `(rows(4))` or `(rows(4) width(16))`: an arrangement. The
  /// attribute `attr2` has the vector of its rows, and `attr3` the width of the
  /// warps that own the rows. Without a width, rows belong to waves. A blocked
  /// arrangement is not printed.
  Arrangement,
  /// `<flags>`.
  FastMath,
  /// `<block_size = 256>`, or the whole attribute in parentheses.
  Tuning,
  /// An optional list `[%t0, %t1]`, with which the op returns a token.
  Async,
  /// A region in braces.
  Region,
  /// A region with an optional `commutative` before it.
  Combiner
};

/// How the types of an untyped group of values are inferred from the inputs.
enum class TypeRule {
  /// The elements of the inputs, one value per input.
  Elements,
  I32,
  Index,
  I1,
  /// i1, or a vector of one i1 for each item of an input.
  Flags
};

/// An enumeration in the assembly: its words, in the order of their values.
struct EnumWords {
  std::optional<uint32_t> (*parse)(StringRef);
  StringRef (*print)(uint32_t);
};
extern const EnumWords kCombinerWords;
extern const EnumWords kModeWords;
extern const EnumWords kOrderWords;
extern const EnumWords kArrangementWords;
extern const EnumWords kDeterminismWords;
extern const EnumWords kExchangeWords;
extern const EnumWords kAlgorithmWords;
extern const EnumWords kOrderOfMemoryWords;
extern const EnumWords kScopeWords;
extern const EnumWords kCacheWords;

/// The words of an enumeration that an op does not take. The verifier, the
/// lists of words in diagnostics and the printed syntax all read it.
struct Refusal {
  /// Bit i stands for the word with the value i.
  uint32_t words = 0;
  /// The diagnostic, to which the verifier adds the words that are taken.
  StringLiteral reason = "";

  constexpr bool contains(uint32_t value) const {
    return value < 32 && (words >> value & 1);
  }
};

template <typename... Enum>
constexpr Refusal refuse(StringLiteral reason, Enum... values) {
  return {((uint32_t(1) << static_cast<uint32_t>(values)) | ...), reason};
}
/// A refusal of all words except some.
template <typename... Enum>
constexpr Refusal refuseAllBut(StringLiteral reason, Enum... values) {
  return {~((uint32_t(1) << static_cast<uint32_t>(values)) | ...), reason};
}
/// A refusal of a whole clause. The clause is parsed so that the verifier can
/// say what to write instead.
constexpr Refusal refuseClause(StringLiteral reason) {
  return {~uint32_t(0), reason};
}

struct Clause {
  ClauseForm form;
  StringLiteral keyword;
  /// The attribute that the clause sets (I32Pair: the first of the two).
  StringLiteral attr = "";
  /// The operand group it fills, or the number of its region.
  unsigned index = 0;
  TypeRule rule = TypeRule::Elements;
  const EnumWords *words = nullptr;
  /// The attribute's default value, which is not printed, if any (I64s: its
  /// length). With ClauseForm::Values and an `attr`, the value that this
  /// keyword sets.
  std::optional<uint32_t> value = std::nullopt;
  /// I32Pair, Arrangement, TypedValues: the second attribute.
  StringLiteral attr2 = "";
  /// Arrangement: the third attribute, if the op has one.
  StringLiteral attr3 = "";
  /// Enum, Arrangement, Tuning (its algorithm): the words that are not taken.
  /// I64s: every value, or none.
  Refusal refusal = {};

  /// Whether the op takes no value of the clause.
  constexpr bool isRefused() const { return refusal.words == ~uint32_t(0); }
};

/// `clause` without the words of `refusal`.
constexpr Clause without(Clause clause, Refusal refusal) {
  clause.refusal = refusal;
  return clause;
}

/// A keyword before the operands, without parentheses.
struct LeadingWord {
  StringLiteral attr;
  const EnumWords *words = nullptr; ///< Null for a unit attribute.
  bool optional = true;
  StringLiteral keyword = ""; ///< Of a unit attribute.
};

/// The clauses for the keys of an op.
inline constexpr Clause kKeysClause = {ClauseForm::I32, "keys", "keys"};
inline constexpr Clause kOrdersClause = {
    ClauseForm::Enums, "orders", "orders", 0, TypeRule::I32, &kOrderWords};
inline constexpr Clause kBitsClause = {
    ClauseForm::I32Pair, "bits",  "begin_bit",  0,
    TypeRule::I32,       nullptr, std::nullopt, "end_bit"};

/// The clause of the arrangement in the attribute `attr`.
constexpr Clause makeArrangementOf(StringLiteral keyword, StringLiteral attr,
                                   StringLiteral vector,
                                   StringLiteral width = "") {
  return {ClauseForm::Arrangement,
          keyword,
          attr,
          0,
          TypeRule::Elements,
          nullptr,
          std::nullopt,
          vector,
          width};
}
/// The clause of an arrangement; its keyword is also its attribute's name.
constexpr Clause makeArrangement(StringLiteral keyword, StringLiteral vector,
                                 StringLiteral width = "") {
  return makeArrangementOf(keyword, keyword, vector, width);
}
inline constexpr Clause kArrangementClause =
    makeArrangement("arrangement", "row_vector");
/// The clause of an op on neighbouring items.
inline constexpr Clause kNeighbourArrangementClause =
    without(kArrangementClause,
            refuse("works on neighbouring items", Arrangement::Striped));

/// The words before the operands: of a fold, a scan and a sort.
inline constexpr LeadingWord kKindLeading[] = {{"kind", &kCombinerWords}};
inline constexpr LeadingWord kModeLeading[] = {{"mode", &kModeWords, false},
                                               {"kind", &kCombinerWords}};
inline constexpr LeadingWord kOrderLeading[] = {
    {"order", &kOrderWords}, {"descending", nullptr, true, "descending"}};

/// The facts from which result types are inferred.
struct ParsedCollective {
  SmallVector<Type> inputTypes;
  const NamedAttrList &attributes;
  /// The op's regions by number; empty if the clause is absent.
  ArrayRef<std::unique_ptr<Region>> regions;
};

struct OpSyntax {
  ArrayRef<LeadingWord> leading;
  ArrayRef<Clause> clauses;
  /// The numbers of operand groups and of regions of the op.
  unsigned numGroups;
  unsigned numRegions;
  /// The group that is written without a keyword, with its types at the end of
  /// the op. Negative if all groups are clauses and `-> types` gives the
  /// results.
  int bareGroup;
  void (*inferResults)(const ParsedCollective &, SmallVectorImpl<Type> &);
  /// Whether that group is one value.
  bool hasOneInput = false;
};

ParseResult parseCollective(OpAsmParser &parser, OperationState &result,
                            const OpSyntax &syntax);
void printCollective(OpAsmPrinter &printer, Operation *op,
                     const OpSyntax &syntax);

/// The words that are taken, in the order of their values, which have no gaps.
SmallVector<StringRef> listWords(const EnumWords &words,
                                 const Refusal &refusal = {});
/// The words of an arrangement, as they are written.
SmallVector<StringRef> listArrangements(const Refusal &refusal);

/// Prints how the op `name` is written, for its reference: the leading words,
/// the clauses in the table's order, and where the types stand. Then prints
/// which of them sets each attribute.
void printSyntax(raw_ostream &os, StringRef name, const OpSyntax &syntax);

/// An attribute of an op without a table of clauses, of whose words the op does
/// not take all.
struct OpWords {
  StringLiteral op;
  StringLiteral attr;
  const EnumWords &words;
  Refusal refusal;
};

/// Verifies that the word of `attr` is one that an op without a table of
/// clauses takes.
LogicalResult verifyWord(Operation *op, StringRef attr);

/// The text of a clause ClauseForm::Arrangement between its parentheses.
ParseResult parseArrangement(OpAsmParser &parser, ArrangementAttr &arrangement,
                             IntegerAttr &rowVector, IntegerAttr &rowWidth,
                             Refusal refusal = {});
void printArrangement(OpAsmPrinter &printer, Operation *op,
                      ArrangementAttr arrangement, IntegerAttr rowVector,
                      IntegerAttr rowWidth);

/// Types, separated by commas.
ParseResult parseTypeList(OpAsmParser &parser, ArrayAttr &types);
void printTypeList(OpAsmPrinter &printer, Operation *op, ArrayAttr types);

/// A number in parentheses, or a value instead.
ParseResult
parseNumberOrValue(OpAsmParser &parser, IntegerAttr &number,
                   std::optional<OpAsmParser::UnresolvedOperand> &value);
void printNumberOrValue(OpAsmPrinter &printer, Operation *op,
                        IntegerAttr number, Value value);

/// The element of a vector or shaped type; any other type itself.
Type getElement(Type type);
SmallVector<Type> getElements(TypeRange types);

/// Infers results with the types of the inputs, or of their elements.
void inferInputs(const ParsedCollective &parsed, SmallVectorImpl<Type> &types);
void inferElements(const ParsedCollective &parsed,
                   SmallVectorImpl<Type> &types);

/// The results of a warp or block scan.
SmallVector<Type> getScanResults(ScanMode mode, TypeRange inputs, bool total,
                                 bool distance);
void inferScanResults(const ParsedCollective &parsed,
                      SmallVectorImpl<Type> &types);

/// Splits a scan's results or outs into inclusive, exclusive and total ones of
/// `count` each; `part` is 0, 1 or 2. Returns offset and length.
std::pair<unsigned, unsigned> getScanSlice(ScanMode mode, bool total,
                                           unsigned count, unsigned part);

} // namespace mlir::prim::detail

#endif // PRIM_LIB_DIALECT_PRIM_IR_OPCLAUSES_H
