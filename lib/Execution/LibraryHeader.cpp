//===- LibraryHeader.cpp - The C header of a library ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the header of a shared library, for C11 and C++ alike.
//
//===----------------------------------------------------------------------===//

#include "LibraryInterface.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::prim;

/// `text` made safe within a comment, since attributes of types may contain any
/// text.
static std::string toComment(StringRef text) {
  std::string safe;
  for (char c : text) {
    if ((c == '/' || c == '*') && !safe.empty() &&
        (safe.back() == '*' || safe.back() == '/'))
      safe += ' ';
    safe += llvm::isPrint(c) ? c : ' ';
  }
  return safe;
}

/// "[x_size0][4]".
static std::string describeShape(const LibraryValue &value, StringRef star) {
  std::string text;
  for (auto [dim, extent] : llvm::enumerate(value.shape))
    text +=
        "[" +
        (extent < 0 ? (star + value.name + "_size" + std::to_string(dim)).str()
                    : std::to_string(extent)) +
        "]";
  return text.empty() ? "one element" : text;
}

/// Describes the place and order of the elements.
static std::string describeLayout(const LibraryValue &value) {
  if (value.strides.empty())
    return "";
  std::string text = "; element ";
  std::string place = value.offset ? std::to_string(value.offset) : "";
  for (auto [dim, stride] : llvm::enumerate(value.strides)) {
    std::string index = "i" + std::to_string(dim);
    text += (dim ? ", " : "(") + index;
    place += (place.empty() ? "" : " + ") + index + " * " +
             (stride < 0 ? value.name + "_stride" + std::to_string(dim)
                         : std::to_string(stride));
  }
  return text + ") at " + (place.empty() ? "0" : place);
}

/// Describes the meaning of the bits if the C type does not show it.
static const char *describeElement(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "0 or 1";
  case ElementType::F16:
    return "bits of f16";
  case ElementType::BF16:
    return "bits of bf16";
  default:
    return "";
  }
}

/// `what`, and the meaning of its bits if there is a description.
static std::string withElement(const std::string &what, const char *separator,
                               ElementType type) {
  const char *element = describeElement(type);
  return *element ? what + separator + element : what;
}

static std::string describeParameter(const LibraryValue &value) {
  if (value.scalar)
    return withElement("by value", ": ", value.type);
  return withElement(describeShape(value, ""), ", ", value.type) +
         describeLayout(value) + (value.readOnly ? "; only read" : "");
}

static std::string describeResult(const LibraryValue &value) {
  if (value.scalar)
    return withElement("set on return", ": ", value.type);
  return withElement(describeShape(value, "*"), ", ", value.type) +
         "; allocated, the caller frees it";
}

static void writeFunction(llvm::raw_ostream &stream,
                          const LibraryFunction &function) {
  stream << "\n/** @" << toComment(function.symbol) << ", "
         << toComment(function.type) << "\n";
  auto row = [&](StringRef name, const llvm::Twine &text) {
    stream << " *    " << llvm::left_justify(name, 10) << " " << text << "\n";
  };
  if (!function.parameters.empty() || !function.results.empty())
    stream << " *\n";
  for (const LibraryValue &value : function.parameters)
    row(value.name, describeParameter(value));
  for (auto [index, value] : llvm::enumerate(function.results)) {
    if (int64_t place = function.places[index]; place < 0)
      row(value.name,
          "is in " + llvm::Twine(function.parameters[-1 - place].name));
    else
      row("*" + value.name, describeResult(value));
  }
  stream << " */\nPRIM_EXPORT primStatus\n";
  // Each line takes as many parameters as fit.
  std::string line = function.name + "(primDevice *device, primStream *stream";
  const std::string indent(std::min<size_t>(function.name.size() + 1, 30), ' ');
  for (const CParameter &parameter : function.getCParameters()) {
    line += ",";
    if (line.size() + parameter.declaration.size() + 3 > 80) {
      stream << line << "\n";
      line = indent + parameter.declaration;
    } else {
      line += " " + parameter.declaration;
    }
  }
  stream << line << ");\n";
}

// Rules for all functions of all libraries.
static constexpr const char *kRules = R"( *
 * Every function enqueues its work on `stream`, a stream of `device` (null: the
 * device's own), and does not wait for it, unless host code of the function
 * reads what is on the device. Arrays are memory of the device, row by row where
 * nothing else is said; they are neither freed nor changed by others until the
 * work is done. Sizes and strides count elements.
 *
 * A status other than PRIM_SUCCESS comes with a text, primLastErrorMessage();
 * results are null or zero then, and nothing stays allocated. A device of another
 * chip is PRIM_ERROR_UNSUPPORTED. What fails on the device later is reported when
 * the stream is synchronised.
 *
 * Arrays that a function allocates are the caller's to free, with
 * primMemFreeAsync(device, stream, array). Addresses of sizes may be null, those
 * of other results may not. Any number of threads may call at once, each with a
 * stream of its own.
 */
)";

static constexpr const char *kReleaseRules = R"(
/** Gives back the code that the functions have loaded, on all devices: to be
 *  called before the library is unloaded, when no work of it is pending. A later
 *  call of a function loads it again. A program that ends may leave it out. */
)";

std::string prim::writeLibraryHeader(const LibraryInterface &interface) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "/* " << toComment(interface.headerName) << ": the functions of "
         << toComment(interface.libraryName);
  if (!interface.sourceName.empty())
    stream << ", made of " << toComment(interface.sourceName);
  stream << " by prim-compile.\n * It has code for "
         << llvm::join(interface.chips, ", ") << ".\n"
         << kRules << "#ifndef " << interface.includeGuard << "\n#define "
         << interface.includeGuard << R"(

#include "prim_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
)";
  for (const LibraryFunction &function : interface.functions)
    writeFunction(stream, function);
  stream << kReleaseRules << "PRIM_EXPORT primStatus " << interface.release
         << R"((void);

#ifdef __cplusplus
}
#endif

#endif /* )"
         << interface.includeGuard << " */\n";
  return text;
}
