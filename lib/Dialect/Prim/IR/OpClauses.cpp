//===- OpClauses.cpp - Assembly format of the collectives -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parser and one printer for all collectives, driven by the tables of the
// op families. Independent of individual ops.
//
//===----------------------------------------------------------------------===//

#include "OpClauses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

template <typename Enum, std::optional<Enum> (*Symbolize)(StringRef),
          StringRef (*Stringify)(Enum)>
static constexpr EnumWords makeWords() {
  return {[](StringRef word) -> std::optional<uint32_t> {
            if (std::optional<Enum> value = Symbolize(word))
              return static_cast<uint32_t>(*value);
            return std::nullopt;
          },
          [](uint32_t value) { return Stringify(static_cast<Enum>(value)); }};
}

namespace mlir::prim::detail {
const EnumWords kCombinerWords =
    makeWords<CombinerKind, symbolizeCombinerKind, stringifyCombinerKind>();
const EnumWords kModeWords =
    makeWords<ScanMode, symbolizeScanMode, stringifyScanMode>();
const EnumWords kOrderWords =
    makeWords<SortOrder, symbolizeSortOrder, stringifySortOrder>();
const EnumWords kArrangementWords =
    makeWords<Arrangement, symbolizeArrangement, stringifyArrangement>();
const EnumWords kDeterminismWords =
    makeWords<Determinism, symbolizeDeterminism, stringifyDeterminism>();
const EnumWords kExchangeWords =
    makeWords<ExchangeMode, symbolizeExchangeMode, stringifyExchangeMode>();
const EnumWords kAlgorithmWords =
    makeWords<Algorithm, symbolizeAlgorithm, stringifyAlgorithm>();
const EnumWords kOrderOfMemoryWords =
    makeWords<MemoryOrder, symbolizeMemoryOrder, stringifyMemoryOrder>();
const EnumWords kScopeWords =
    makeWords<MemoryScope, symbolizeMemoryScope, stringifyMemoryScope>();
const EnumWords kCacheWords =
    makeWords<CacheHint, symbolizeCacheHint, stringifyCacheHint>();
} // namespace mlir::prim::detail

ParseResult prim::detail::parseArrangement(OpAsmParser &parser,
                                           ArrangementAttr &arrangement,
                                           IntegerAttr &rowVector,
                                           IntegerAttr &rowWidth,
                                           Refusal refusal) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Arrangement> value = symbolizeArrangement(word);
  if (!value)
    return parser.emitError(loc, "unknown arrangement '")
           << word << "'; expected "
           << llvm::join(listArrangements(refusal), ", ");
  MLIRContext *context = parser.getContext();
  arrangement = ArrangementAttr::get(context, *value);
  if (value != Arrangement::Rows)
    return success();
  int32_t count;
  if (parser.parseLParen() || parser.parseInteger(count) ||
      parser.parseRParen())
    return failure();
  rowVector = parser.getBuilder().getI32IntegerAttr(count);
  if (failed(parser.parseOptionalKeyword("width")))
    return success();
  if (parser.parseLParen() || parser.parseInteger(count) ||
      parser.parseRParen())
    return failure();
  rowWidth = parser.getBuilder().getI32IntegerAttr(count);
  return success();
}

void prim::detail::printArrangement(OpAsmPrinter &printer, Operation *,
                                    ArrangementAttr arrangement,
                                    IntegerAttr rowVector,
                                    IntegerAttr rowWidth) {
  printer << stringifyArrangement(arrangement.getValue());
  if (rowVector)
    printer << '(' << rowVector.getInt() << ')';
  if (rowWidth)
    printer << " width(" << rowWidth.getInt() << ')';
}

ParseResult prim::detail::parseTypeList(OpAsmParser &parser, ArrayAttr &types) {
  SmallVector<Type> list;
  if (parser.parseTypeList(list))
    return failure();
  types = parser.getBuilder().getTypeArrayAttr(list);
  return success();
}

void prim::detail::printTypeList(OpAsmPrinter &printer, Operation *,
                                 ArrayAttr types) {
  llvm::interleaveComma(types.getAsValueRange<TypeAttr>(), printer);
}

ParseResult prim::detail::parseNumberOrValue(
    OpAsmParser &parser, IntegerAttr &number,
    std::optional<OpAsmParser::UnresolvedOperand> &value) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult found = parser.parseOptionalOperand(operand);
  if (found.has_value()) {
    value = operand;
    return *found;
  }
  int32_t constant;
  if (parser.parseInteger(constant))
    return failure();
  number = parser.getBuilder().getI32IntegerAttr(constant);
  return success();
}

void prim::detail::printNumberOrValue(OpAsmPrinter &printer, Operation *,
                                      IntegerAttr number, Value value) {
  if (value)
    printer << value;
  else
    printer << number.getInt();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type prim::detail::getElement(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.getElementType();
  return type;
}

SmallVector<Type> prim::detail::getElements(TypeRange types) {
  return llvm::map_to_vector(types, getElement);
}

SmallVector<Type> prim::detail::getScanResults(ScanMode mode, TypeRange inputs,
                                               bool total, bool distance) {
  SmallVector<Type> types(inputs);
  if (mode == ScanMode::Both)
    llvm::append_range(types, inputs);
  if (total)
    llvm::append_range(types, getElements(inputs));
  if (distance)
    types.push_back(IntegerType::get(inputs.front().getContext(), 32));
  return types;
}

void prim::detail::inferInputs(const ParsedCollective &parsed,
                               SmallVectorImpl<Type> &types) {
  llvm::append_range(types, parsed.inputTypes);
}

void prim::detail::inferElements(const ParsedCollective &parsed,
                                 SmallVectorImpl<Type> &types) {
  llvm::append_range(types, getElements(parsed.inputTypes));
}

void prim::detail::inferScanResults(const ParsedCollective &parsed,
                                    SmallVectorImpl<Type> &types) {
  auto mode = cast<IntegerAttr>(parsed.attributes.get("mode")).getInt();
  types = getScanResults(static_cast<ScanMode>(mode), parsed.inputTypes,
                         !!parsed.attributes.get("total"),
                         !!parsed.attributes.get("distance"));
}

std::pair<unsigned, unsigned> prim::detail::getScanSlice(ScanMode mode,
                                                         bool total,
                                                         unsigned count,
                                                         unsigned part) {
  bool present[] = {mode != ScanMode::Exclusive, mode != ScanMode::Inclusive,
                    total};
  unsigned offset = 0;
  for (unsigned i = 0; i < part; ++i)
    offset += present[i] ? count : 0;
  return {offset, present[part] ? count : 0};
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

namespace {
struct Group {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  TypeRule rule = TypeRule::Elements;
  StringRef keyword;
  SMLoc loc;
};

/// State of parsing one op.
struct CollectiveParser {
  OpAsmParser &parser;
  OperationState &result;
  const OpSyntax &syntax;
  SmallVector<Group> groups;
  SmallVector<std::unique_ptr<Region>> regions;
  llvm::SmallDenseSet<const Clause *> seen;
  bool async = false;

  IntegerAttr i32(int64_t value) {
    return parser.getBuilder().getI32IntegerAttr(value);
  }

  /// The clauses that may follow.
  SmallVector<StringRef> listExpected() {
    SmallVector<StringRef> expected;
    for (const Clause &clause : syntax.clauses)
      if (!seen.contains(&clause) && !clause.isRefused())
        expected.push_back(clause.keyword);
    return expected;
  }

  SmallVector<StringRef> listClauses() {
    return llvm::map_to_vector(
        syntax.clauses,
        [](const Clause &clause) -> StringRef { return clause.keyword; });
  }

  /// Reports the words that are valid before the operands, or before the
  /// clauses of an op without such operands, if there are any.
  ParseResult rejectWord(SMLoc loc) {
    StringRef text;
    if (failed(parser.parseOptionalKeyword(&text)))
      return success();
    if (syntax.bareGroup >= 0 && isClause(text))
      return parser.emitError(loc, "clause '")
             << text << "' belongs after the operands";
    SmallVector<StringRef> expected;
    for (const LeadingWord &word : syntax.leading) {
      if (result.attributes.get(word.attr))
        continue;
      if (word.words)
        llvm::append_range(expected, listWords(*word.words));
      else
        expected.push_back(word.keyword);
    }
    InFlightDiagnostic error = parser.emitError(loc, "unknown word '")
                               << text << "'";
    bool hasOperands = syntax.bareGroup >= 0;
    if (!expected.empty())
      error << "; before the " << (hasOperands ? "operands" : "clauses")
            << " there may be " << llvm::join(expected, ", ");
    if (!hasOperands)
      error << "; clauses are " << llvm::join(listExpected(), ", ");
    return error;
  }

  /// The identifier at `loc`, which is not consumed because it may be the next
  /// op's.
  static StringRef peekWord(SMLoc loc) {
    const char *begin = loc.getPointer(), *end = begin;
    while (llvm::isAlnum(*end) || StringRef("_.$").contains(*end))
      ++end;
    return StringRef(begin, end - begin);
  }

  bool isLeading(StringRef word) {
    return llvm::any_of(syntax.leading, [&](const LeadingWord &leading) {
      return leading.words ? leading.words->parse(word).has_value()
                           : leading.keyword == word;
    });
  }

  bool isClause(StringRef word) {
    return llvm::is_contained(listClauses(), word);
  }

  /// Whether `word` is the name of an op without its dialect, as it may be
  /// written in the region of an op with a default dialect.
  bool isShortOpName(StringRef word) {
    MLIRContext *context = parser.getContext();
    auto isOp = [&](StringRef dialect) {
      return RegisteredOperationName::lookup((dialect + "." + word).str(),
                                             context)
          .has_value();
    };
    // The prefix of func is by far the most frequent one.
    return isOp("func") ||
           llvm::any_of(context->getRegisteredOperations(),
                        [&](RegisteredOperationName name) {
                          auto *format = name.getInterface<OpAsmOpInterface>();
                          StringRef dialect =
                              format ? format->getDefaultDialect() : "";
                          return !dialect.empty() && isOp(dialect);
                        });
  }

  /// Reports an invalid word at `loc`, after the operands or a clause.
  ParseResult rejectClause(SMLoc loc) {
    StringRef word = peekWord(loc);
    if (word.empty() || !llvm::isAlpha(word.front()) || word == "loc")
      return success();
    bool typesFollow =
        syntax.bareGroup >= 0 || (parser.getNumResults() > 0 && !async);
    if (!typesFollow && !isLeading(word) &&
        (word.contains('.') || isShortOpName(word)))
      return success();
    if (isLeading(word))
      return parser.emitError(loc, "word '")
             << word << "' belongs right after the op's name, before the "
             << (syntax.bareGroup >= 0 ? "operands" : "clauses");
    SmallVector<StringRef> expected = listExpected();
    InFlightDiagnostic error = parser.emitError(loc, "unknown clause '")
                               << word << "'";
    if (!expected.empty())
      error << "; expected " << llvm::join(expected, ", ");
    return error;
  }

  /// Reports a clause at `loc`, after the types.
  ParseResult rejectLateClause(SMLoc loc) {
    StringRef word = peekWord(loc);
    if (!isClause(word) || isShortOpName(word))
      return success();
    return parser.emitError(loc, "clause '")
           << word << "' belongs before the types";
  }

  ParseResult parseLeading() {
    for (const LeadingWord &word : syntax.leading) {
      if (!word.words) {
        if (succeeded(parser.parseOptionalKeyword(word.keyword)))
          result.addAttribute(word.attr, parser.getBuilder().getUnitAttr());
        continue;
      }
      SmallVector<StringRef> words = listWords(*word.words);
      StringRef text;
      SMLoc loc = parser.getCurrentLocation();
      if (failed(parser.parseOptionalKeyword(&text, words))) {
        if (word.optional)
          continue;
        return parser.emitError(loc, "expected ")
               << llvm::join(words, ", ") << " after the op's name";
      }
      result.addAttribute(word.attr, i32(*word.words->parse(text)));
    }
    return success();
  }

  ParseResult parseWord(const Clause &clause, int32_t &value) {
    StringRef text;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&text))
      return failure();
    std::optional<uint32_t> found = clause.words->parse(text);
    if (!found)
      return parser.emitError(loc, "unknown word '")
             << text << "' in " << clause.keyword << "; expected "
             << llvm::join(listWords(*clause.words, clause.refusal), ", ");
    value = static_cast<int32_t>(*found);
    return success();
  }

  ParseResult parseEnum(const Clause &clause) {
    int32_t value;
    if (parser.parseLParen() || parseWord(clause, value) ||
        parser.parseRParen())
      return failure();
    result.addAttribute(clause.attr, i32(value));
    return success();
  }

  ParseResult parseEnums(const Clause &clause) {
    SmallVector<int32_t> values;
    auto parseOne = [&] { return parseWord(clause, values.emplace_back()); };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
      return failure();
    result.addAttribute(clause.attr,
                        parser.getBuilder().getDenseI32ArrayAttr(values));
    return success();
  }

  ParseResult parseValues(const Clause &clause, SMLoc loc) {
    Group &group = groups[clause.index];
    if (!group.operands.empty())
      return parser.emitError(loc, "clause '")
             << clause.keyword << "' excludes '" << group.keyword << "'";
    group.keyword = clause.keyword;
    group.rule = clause.rule;
    group.loc = loc;
    if (parser.parseLParen() || parser.parseOperandList(group.operands))
      return failure();
    if (group.operands.empty())
      return parser.emitError(loc, "clause '")
             << clause.keyword << "' needs a value";
    if (clause.form != ClauseForm::Values &&
        parser.parseColonTypeList(group.types))
      return failure();
    if (!clause.attr.empty())
      result.addAttribute(clause.attr, i32(*clause.value));
    return parser.parseRParen();
  }

  ParseResult parseClause(const Clause &clause, SMLoc loc) {
    if (!seen.insert(&clause).second)
      return parser.emitError(loc, "clause '")
             << clause.keyword << "' is given twice";
    Builder &builder = parser.getBuilder();
    switch (clause.form) {
    case ClauseForm::Flag:
      result.addAttribute(clause.attr, builder.getUnitAttr());
      return success();
    case ClauseForm::Values:
    case ClauseForm::TypedValue:
    case ClauseForm::TypedValues:
      if (!clause.attr2.empty() &&
          succeeded(parser.parseOptionalKeyword("reversed"))) {
        result.addAttribute(clause.attr2, builder.getUnitAttr());
        return success();
      }
      return parseValues(clause, loc);
    case ClauseForm::I32: {
      int32_t value;
      if (parser.parseLParen() || parser.parseInteger(value) ||
          parser.parseRParen())
        return failure();
      result.addAttribute(clause.attr, i32(value));
      return success();
    }
    case ClauseForm::I64:
    case ClauseForm::I64s: {
      SmallVector<int64_t> values;
      auto parseOne = [&] {
        return parser.parseInteger(values.emplace_back());
      };
      if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
        return failure();
      result.addAttribute(clause.attr, builder.getDenseI64ArrayAttr(values));
      return success();
    }
    case ClauseForm::I32Pair: {
      int32_t first, second;
      if (parser.parseLParen() || parser.parseInteger(first) ||
          parser.parseComma() || parser.parseInteger(second) ||
          parser.parseRParen())
        return failure();
      result.addAttribute(clause.attr, i32(first));
      result.addAttribute(clause.attr2, i32(second));
      return success();
    }
    case ClauseForm::Enum:
      return parseEnum(clause);
    case ClauseForm::Enums:
      return parseEnums(clause);
    case ClauseForm::Arrangement: {
      ArrangementAttr arrangement;
      IntegerAttr rowVector, rowWidth;
      if (parser.parseLParen() ||
          parseArrangement(parser, arrangement, rowVector, rowWidth,
                           clause.refusal) ||
          parser.parseRParen())
        return failure();
      if (rowWidth && clause.attr3.empty())
        return parser.emitError(
            loc, "this op works on whole waves, not on rows of narrower warps; "
                 "remove width, or move the items with prim.block_exchange");
      result.addAttribute(clause.attr, arrangement);
      if (rowVector)
        result.addAttribute(clause.attr2, rowVector);
      if (rowWidth)
        result.addAttribute(clause.attr3, rowWidth);
      return success();
    }
    case ClauseForm::FastMath: {
      Attribute attr = arith::FastMathFlagsAttr::parse(parser, Type());
      if (!attr)
        return failure();
      result.addAttribute(clause.attr, attr);
      return success();
    }
    case ClauseForm::Tuning: {
      TuningAttr attr;
      if (succeeded(parser.parseOptionalLParen())) {
        if (parser.parseAttribute(attr) || parser.parseRParen())
          return failure();
      } else {
        attr = dyn_cast_or_null<TuningAttr>(TuningAttr::parse(parser, Type()));
        if (!attr)
          return failure();
      }
      result.addAttribute(clause.attr, attr);
      return success();
    }
    case ClauseForm::Async: {
      async = true;
      Group &group = groups[clause.index];
      group.loc = loc;
      if (parser.parseOperandList(group.operands,
                                  OpAsmParser::Delimiter::OptionalSquare))
        return failure();
      group.types.assign(group.operands.size(),
                         gpu::AsyncTokenType::get(parser.getContext()));
      return success();
    }
    case ClauseForm::Combiner:
      if (succeeded(parser.parseOptionalKeyword(clause.attr)))
        result.addAttribute(clause.attr, builder.getUnitAttr());
      [[fallthrough]];
    case ClauseForm::Region: {
      if (parser.parseRegion(*regions[clause.index]))
        return failure();
      if (regions[clause.index]->empty())
        return parser.emitError(loc, "region '")
               << clause.keyword << "' is empty";
      return success();
    }
    }
    llvm_unreachable("all forms of clauses handled");
  }

  ParseResult parseClauses() {
    SmallVector<StringRef> keywords = listClauses();
    while (true) {
      StringRef keyword;
      SMLoc loc = parser.getCurrentLocation();
      if (failed(parser.parseOptionalKeyword(&keyword, keywords))) {
        // Ops without operands before the clauses need at least one clause.
        if (syntax.bareGroup < 0 && seen.empty())
          return rejectWord(loc);
        return rejectClause(loc);
      }
      const Clause *clause =
          llvm::find_if(syntax.clauses,
                        [&](const Clause &c) { return c.keyword == keyword; });
      if (parseClause(*clause, loc))
        return failure();
    }
  }

  /// Rejects dictionary entries that a clause has already set.
  ParseResult parseAttrDict() {
    NamedAttrList dict;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseOptionalAttrDict(dict))
      return failure();
    for (NamedAttribute attr : dict) {
      if (llvm::is_contained(result.name.getAttributeNames(), attr.getName()) ||
          attr.getName() == "operandSegmentSizes")
        return parser.emitError(loc, "attribute '")
               << attr.getName().strref()
               << "' is written as a clause, not in the dictionary";
      result.attributes.push_back(attr);
    }
    return success();
  }

  /// Infers the types of the groups without types of their own.
  ParseResult inferOperandTypes(ArrayRef<Type> inputs) {
    Builder &builder = parser.getBuilder();
    for (auto [i, group] : llvm::enumerate(groups)) {
      if (group.operands.empty() || !group.types.empty())
        continue;
      switch (group.rule) {
      case TypeRule::Elements:
        group.types = getElements(inputs);
        break;
      case TypeRule::I32:
        group.types.push_back(builder.getI32Type());
        break;
      case TypeRule::Index:
        group.types.push_back(builder.getIndexType());
        break;
      case TypeRule::I1:
        group.types.push_back(builder.getI1Type());
        break;
      case TypeRule::Flags: {
        Type flag = builder.getI1Type();
        if (auto vector = dyn_cast<VectorType>(inputs.front()))
          flag = VectorType::get(vector.getShape(), flag);
        group.types.push_back(flag);
        break;
      }
      }
    }
    return success();
  }

  /// Reports the clauses that could fill a group that must not be empty.
  ParseResult emitMissing(unsigned group) {
    SmallVector<StringRef> keywords;
    for (const Clause &clause : syntax.clauses)
      if (clause.index == group && clause.form == ClauseForm::Values)
        keywords.push_back(clause.keyword);
    return parser.emitError(groups[syntax.bareGroup].loc)
           << "expected the clause " << llvm::join(keywords, "(...) or ")
           << "(...)";
  }

  ParseResult resolve() {
    SmallVector<int32_t> sizes;
    bool hasSegments =
        result.name.hasTrait<OpTrait::AttrSizedOperandSegments>();
    for (auto [i, group] : llvm::enumerate(groups)) {
      if (!hasSegments && group.operands.empty())
        return emitMissing(i);
      if (group.operands.size() != group.types.size())
        return parser.emitError(group.loc)
               << "expected " << group.types.size() << " value"
               << (group.types.size() == 1 ? "" : "s") << " in '"
               << group.keyword << "', found " << group.operands.size();
      if (parser.resolveOperands(group.operands, group.types, group.loc,
                                 result.operands))
        return failure();
      sizes.push_back(group.operands.size());
    }
    if (hasSegments)
      result.addAttribute("operandSegmentSizes",
                          parser.getBuilder().getDenseI32ArrayAttr(sizes));
    return success();
  }

  ParseResult parse() {
    groups.resize(syntax.numGroups);
    for (unsigned i = 0; i < syntax.numRegions; ++i)
      regions.push_back(std::make_unique<Region>());
    if (parseLeading())
      return failure();
    if (syntax.bareGroup >= 0) {
      Group &inputs = groups[syntax.bareGroup];
      inputs.loc = parser.getCurrentLocation();
      inputs.keyword = "inputs";
      if (rejectWord(inputs.loc) || parser.parseOperandList(inputs.operands))
        return failure();
      if (inputs.operands.empty())
        return parser.emitError(inputs.loc, "expected an operand");
    }
    if (parseClauses() || parseAttrDict())
      return failure();
    ParsedCollective parsed{{}, result.attributes, regions};
    if (syntax.bareGroup >= 0) {
      if (parser.parseColonTypeList(groups[syntax.bareGroup].types))
        return failure();
      parsed.inputTypes = groups[syntax.bareGroup].types;
      if (inferOperandTypes(parsed.inputTypes))
        return failure();
      syntax.inferResults(parsed, result.types);
    } else if ((succeeded(parser.parseOptionalArrow()) &&
                parser.parseTypeList(result.types)) ||
               inferOperandTypes({})) {
      return failure();
    }
    if (rejectLateClause(parser.getCurrentLocation()))
      return failure();
    if (async)
      result.addTypes(gpu::AsyncTokenType::get(parser.getContext()));
    if (resolve())
      return failure();
    result.addRegions(regions);
    return success();
  }
};
} // namespace

ParseResult prim::detail::parseCollective(OpAsmParser &parser,
                                          OperationState &result,
                                          const OpSyntax &syntax) {
  CollectiveParser state{parser, result, syntax, {}, {}, {}};
  if (succeeded(state.parse()))
    return success();
  // Regions are destroyed with the state. An earlier op may already use values
  // defined in a region, and must not keep a dangling use.
  for (std::unique_ptr<Region> &region : state.regions)
    for (Block &block : *region)
      block.dropAllDefinedValueUses();
  return failure();
}

//===----------------------------------------------------------------------===//
// Builder
//===----------------------------------------------------------------------===//

void prim::detail::buildDeviceOp(
    OperationState &state, const OpSyntax &syntax,
    MutableArrayRef<int32_t> sizes,
    ArrayRef<std::pair<StringRef, ValueRange>> groups) {
  SmallVector<ValueRange> operands(syntax.numGroups);
  for (const auto &[keyword, values] : groups) {
    const Clause *clause =
        llvm::find_if(syntax.clauses, [word = keyword](const Clause &clause) {
          return clause.keyword == word;
        });
    assert(clause != syntax.clauses.end() && "no clause has this keyword");
    operands[clause->index] = values;
    if (keyword == "outs" || keyword == "rest")
      llvm::append_range(state.types,
                         llvm::make_filter_range(values.getTypes(),
                                                 llvm::IsaPred<TensorType>));
  }
  for (auto [size, values] : llvm::zip_equal(sizes, operands)) {
    size = static_cast<int32_t>(values.size());
    state.addOperands(values);
  }
  for (unsigned region = 0; region < syntax.numRegions; ++region)
    state.addRegion();
}

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

/// The operands of each group.
static SmallVector<OperandRange> getGroups(Operation *op,
                                           const OpSyntax &syntax) {
  SmallVector<OperandRange> groups;
  SmallVector<int32_t> sizes;
  if (auto attr = getClause<DenseI32ArrayAttr>(op, "operandSegmentSizes")) {
    sizes.assign(attr.asArrayRef().begin(), attr.asArrayRef().end());
  } else {
    // Only the inputs are variadic.
    sizes.assign(syntax.numGroups, 1);
    sizes[syntax.bareGroup] = op->getNumOperands() - (syntax.numGroups - 1);
  }
  unsigned offset = 0;
  for (int32_t size : sizes) {
    groups.push_back(op->getOperands().slice(offset, size));
    offset += size;
  }
  return groups;
}

static uint32_t getValue(Attribute attr) {
  return static_cast<uint32_t>(cast<IntegerAttr>(attr).getInt());
}

static void printClause(OpAsmPrinter &p, Operation *op, const Clause &clause,
                        ArrayRef<OperandRange> groups) {
  Attribute attr = clause.attr.empty() ? Attribute() : op->getAttr(clause.attr);
  switch (clause.form) {
  case ClauseForm::Flag:
    if (attr)
      p << ' ' << clause.keyword;
    return;
  case ClauseForm::Values:
  case ClauseForm::TypedValue:
  case ClauseForm::TypedValues: {
    OperandRange values = groups[clause.index];
    if (!clause.attr2.empty() && op->hasAttr(clause.attr2))
      p << ' ' << clause.keyword << " reversed";
    if (values.empty())
      return;
    if (clause.value && (!attr || getValue(attr) != *clause.value))
      return;
    p << ' ' << clause.keyword << '(' << values;
    if (clause.form != ClauseForm::Values)
      p << " : " << values.getTypes();
    p << ')';
    return;
  }
  case ClauseForm::I32:
    if (attr)
      p << ' ' << clause.keyword << '(' << cast<IntegerAttr>(attr).getInt()
        << ')';
    return;
  case ClauseForm::I64:
  case ClauseForm::I64s:
    if (attr) {
      ArrayRef<int64_t> values = cast<DenseI64ArrayAttr>(attr).asArrayRef();
      if (clause.value && values.size() == *clause.value)
        return;
      p << ' ' << clause.keyword << '(';
      llvm::interleaveComma(values, p);
      p << ')';
    }
    return;
  case ClauseForm::I32Pair:
    if (attr)
      p << ' ' << clause.keyword << '(' << cast<IntegerAttr>(attr).getInt()
        << ", " << cast<IntegerAttr>(op->getAttr(clause.attr2)).getInt() << ')';
    return;
  case ClauseForm::Enum:
    if (attr && clause.value != getValue(attr))
      p << ' ' << clause.keyword << '(' << clause.words->print(getValue(attr))
        << ')';
    return;
  case ClauseForm::Enums:
    if (attr) {
      p << ' ' << clause.keyword << '(';
      llvm::interleaveComma(
          cast<DenseI32ArrayAttr>(attr).asArrayRef(), p,
          [&](int32_t word) { p << clause.words->print(word); });
      p << ')';
    }
    return;
  case ClauseForm::Arrangement: {
    auto arrangement = cast_or_null<ArrangementAttr>(attr);
    if (!arrangement || arrangement.getValue() == Arrangement::Blocked)
      return;
    p << ' ' << clause.keyword << '(';
    auto getNumber = [&](StringRef name) {
      return name.empty() ? IntegerAttr() : getClause<IntegerAttr>(op, name);
    };
    printArrangement(p, op, arrangement, getNumber(clause.attr2),
                     getNumber(clause.attr3));
    p << ')';
    return;
  }
  case ClauseForm::FastMath: {
    auto flags = cast_or_null<arith::FastMathFlagsAttr>(attr);
    if (!flags || flags.getValue() == arith::FastMathFlags::none)
      return;
    p << ' ' << clause.keyword;
    flags.print(p);
    return;
  }
  case ClauseForm::Tuning:
    if (attr) {
      p << ' ' << clause.keyword;
      cast<TuningAttr>(attr).print(p);
    }
    return;
  case ClauseForm::Async:
    if (op->getNumResults() == 0 ||
        !isa<gpu::AsyncTokenType>(op->getResults().back().getType()))
      return;
    p << ' ' << clause.keyword;
    if (!groups[clause.index].empty())
      p << " [" << groups[clause.index] << ']';
    return;
  case ClauseForm::Region:
  case ClauseForm::Combiner: {
    Region &region = op->getRegion(clause.index);
    if (region.empty())
      return;
    p << ' ' << clause.keyword << ' ';
    if (attr)
      p << clause.attr << ' ';
    p.printRegion(region);
    return;
  }
  }
}

void prim::detail::printCollective(OpAsmPrinter &p, Operation *op,
                                   const OpSyntax &syntax) {
  SmallVector<OperandRange> groups = getGroups(op, syntax);
  for (const LeadingWord &word : syntax.leading) {
    Attribute attr = op->getAttr(word.attr);
    if (!attr)
      continue;
    p << ' '
      << (word.words ? word.words->print(getValue(attr))
                     : StringRef(word.keyword));
  }
  if (syntax.bareGroup >= 0)
    p << ' ' << groups[syntax.bareGroup];
  for (const Clause &clause : syntax.clauses)
    printClause(p, op, clause, groups);
  SmallVector<StringRef> elided =
      llvm::map_to_vector(op->getRegisteredInfo()->getAttributeNames(),
                          [](StringAttr name) { return name.strref(); });
  elided.push_back("operandSegmentSizes");
  p.printOptionalAttrDict(op->getAttrs(), elided);
  if (syntax.bareGroup >= 0) {
    p << " : " << groups[syntax.bareGroup].getTypes();
    return;
  }
  SmallVector<Type> types =
      llvm::filter_to_vector(op->getResultTypes(), [](Type type) {
        return !isa<gpu::AsyncTokenType>(type);
      });
  if (!types.empty()) {
    p << " -> ";
    llvm::interleaveComma(types, p);
  }
}
