//===- PrintFormat.cpp - Formats of gpu.printf --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In C the caller of printf chooses the types of the values, and a wrong choice
// prints nonsense. Here the format is known, so each value is converted to what
// its conversion reads, and the length of the conversion follows from the
// value's type. The result uses only what all drivers' printf has: values of
// i32, i64 and f64, and the length ll.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// "%[flags][width][.precision][length]kind", and the text before it.
struct Conversion {
  StringRef before;
  /// Flags, width and precision.
  StringRef layout;
  StringRef length;
  char kind = 0;

  bool isFloat() const { return StringRef("feEgGaA").contains(kind); }
  bool isSigned() const { return kind == 'd' || kind == 'i'; }
  bool isPointer() const { return kind == 'p'; }
  bool isCharacter() const { return kind == 'c'; }
  bool isInteger() const {
    return isSigned() || StringRef("uoxX").contains(kind);
  }
};

struct Format {
  SmallVector<Conversion> conversions;
  /// The text after the last conversion.
  StringRef after;
};

} // namespace

/// The kinds of conversions that all drivers have.
static constexpr StringLiteral allKinds("d, i, u, o, x, X, c, f, e, E, g, G, "
                                        "a, A and p");

/// Parses the conversion at the front of `text`, after its percent sign, and
/// drops it there. Returns what is wrong with it, or an empty text.
static std::string parseConversion(StringRef &text, Conversion &conversion) {
  StringRef begin = text;
  text = text.drop_while([](char c) { return StringRef("-+ #0").contains(c); })
             .drop_while(llvm::isDigit);
  if (text.consume_front("."))
    text = text.drop_while(llvm::isDigit);
  conversion.layout = begin.drop_back(text.size());
  if (text.starts_with("*"))
    return "takes a width or precision from an argument ('*'); write the "
           "number in the format";
  // C promises no more characters than these of a conversion.
  constexpr unsigned mostCharacters = 4095;
  for (StringRef rest = conversion.layout; !rest.empty();) {
    rest = rest.drop_until(llvm::isDigit);
    StringRef digits = rest.take_while(llvm::isDigit);
    rest = rest.drop_front(digits.size());
    if (unsigned number; !digits.empty() && (digits.getAsInteger(10, number) ||
                                             number > mostCharacters))
      return "has the width or precision " + digits.str() + "; write at most " +
             std::to_string(mostCharacters);
  }
  conversion.length =
      text.take_while([](char c) { return StringRef("hljzt").contains(c); });
  text = text.drop_front(conversion.length.size());
  if (text.empty())
    return "ends within a conversion; write %% for a percent sign";
  conversion.kind = text.front();
  text = text.drop_front();
  StringRef whole = begin.drop_back(text.size());
  if (conversion.kind == 's')
    return "has '%" + whole.str() +
           "', which prints a string; write the text in the format";
  if (!conversion.isFloat() && !conversion.isInteger() &&
      !conversion.isPointer() && !conversion.isCharacter())
    return "has '%" + whole.str() +
           "', which is not a conversion that all drivers have; use " +
           allKinds.str() + ", or %% for a percent sign";
  if (!llvm::is_contained({"", "hh", "h", "l", "ll", "j", "z", "t"},
                          conversion.length))
    return "has '%" + whole.str() + "', whose length '" +
           conversion.length.str() +
           "' is none of C's; use hh, h, l, ll, j, z or t";
  // In C, "lf" is "f".
  if (!conversion.length.empty() && !conversion.isInteger() &&
      !(conversion.isFloat() && conversion.length == "l"))
    return "has '%" + whole.str() + "', whose length '" +
           conversion.length.str() + "' is that of an integer; remove it";
  return "";
}

/// Parses `text`. Returns what is wrong with it, or an empty text.
static std::string parseFormat(StringRef text, Format &format) {
  if (text.contains('\0'))
    return "has a zero byte, which ends a string in C; remove it";
  StringRef begin = text;
  while (true) {
    size_t percent = text.find('%');
    if (percent == StringRef::npos) {
      format.after = begin;
      return "";
    }
    text = text.drop_front(percent + 1);
    if (text.consume_front("%"))
      continue;
    Conversion conversion;
    conversion.before = begin.drop_back(text.size() + 1);
    if (std::string error = parseConversion(text, conversion); !error.empty())
      return error;
    format.conversions.push_back(conversion);
    begin = text;
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Checks that `conversion` prints values of `type`.
static LogicalResult checkValue(gpu::PrintfOp op, unsigned number, Type type,
                                const Conversion &conversion) {
  auto report = [&](const Twine &wanted) {
    return op.emitOpError("prints argument ")
           << number << ", of type " << type << ", with '%" << conversion.layout
           << conversion.length << conversion.kind << "', which " << wanted;
  };
  if (isa<FloatType>(type))
    return conversion.isFloat() ? success()
                                : report("prints integers; use f, e, g or a");
  if (conversion.isFloat())
    return report("prints floats; use d, u or x");
  if (isa<IndexType>(type))
    return success();
  if (!type.isSignlessInteger())
    return report("does not print integers with a sign in their type; use a "
                  "signless integer");
  return type.getIntOrFloatBitWidth() <= 64
             ? success()
             : report("prints at most 64 bits; print the value in parts");
}

LogicalResult mlir::prim::checkPrintf(gpu::PrintfOp op) {
  // More are ignored on NVIDIA's GPUs.
  constexpr unsigned mostArguments = 32;
  Format format;
  if (std::string error = parseFormat(op.getFormat(), format); !error.empty())
    return op.emitOpError("has a format that ") << error;
  unsigned count = op.getArgs().size();
  if (format.conversions.size() != count)
    return op.emitOpError("has a format with ")
           << format.conversions.size() << " conversions, but " << count
           << " arguments";
  if (count > mostArguments)
    return op.emitOpError("has ")
           << count << " arguments; at most " << mostArguments
           << " are supported, so print the others by another op";
  for (auto [number, type] : llvm::enumerate(op.getArgs().getTypes()))
    if (failed(checkValue(op, number, type, format.conversions[number])))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// `value` as f64. Narrow formats are extended in two steps, because chips have
/// conversions only to f32.
static Value extendFloat(CodeBuilder &builder, Value value) {
  for (Type type : {Type(builder.getF32Type()), Type(builder.getF64Type())})
    if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      value = arith::ExtFOp::create(builder, type, value);
  return value;
}

/// `value` as i32 or i64, which has the bits that `conversion` prints.
static Value convertInteger(CodeBuilder &builder, Value value,
                            const Conversion &conversion) {
  if (value.getType().isIndex())
    value = builder.indexCast(builder.getI64Type(), value);
  unsigned printed = value.getType().getIntOrFloatBitWidth();
  if (conversion.length == "hh")
    printed = std::min(printed, 8u);
  else if (conversion.length == "h")
    printed = std::min(printed, 16u);
  else if (conversion.isCharacter())
    printed = std::min(printed, 32u);
  if (printed < value.getType().getIntOrFloatBitWidth())
    value = builder.trunci(builder.getIntegerType(printed), value);
  Type type = printed > 32 || conversion.isPointer() ? builder.getI64Type()
                                                     : builder.getI32Type();
  if (type == value.getType())
    return value;
  // A flag is 0 or 1.
  return conversion.isSigned() && printed > 1 ? builder.extsi(type, value)
                                              : builder.extui(type, value);
}

namespace {

/// Gives the values of `gpu.printf` the types of C's variable arguments, and
/// the conversions of its format the lengths of these types.
struct ConvertPrintf : OpRewritePattern<gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op,
                                PatternRewriter &rewriter) const override {
    // Conversions to LLVM would print it by the rules for unknown formats.
    if (op.getFormat().empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    Format format;
    if (!parseFormat(op.getFormat(), format).empty() ||
        format.conversions.size() != op.getArgs().size())
      return rewriter.notifyMatchFailure(op, "checkPrintf reports it");
    CodeBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> values;
    std::string text;
    for (auto [value, conversion] :
         llvm::zip_equal(op.getArgs(), format.conversions)) {
      values.push_back(conversion.isFloat()
                           ? extendFloat(builder, value)
                           : convertInteger(builder, value, conversion));
      bool isLong =
          conversion.isInteger() && values.back().getType().isInteger(64);
      text += (conversion.before + "%" + conversion.layout +
               (isLong ? "ll" : "") + Twine(conversion.kind))
                  .str();
    }
    text += format.after.str();
    if (text == op.getFormat() && llvm::equal(values, op.getArgs()))
      return rewriter.notifyMatchFailure(op, "is converted");
    rewriter.replaceOpWithNewOp<gpu::PrintfOp>(op, text, values);
    return success();
  }
};

} // namespace

void mlir::prim::populatePrintfPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertPrintf>(patterns.getContext());
}
