//===- LibraryInterface.cpp - A program's functions in C --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives C types and C names for parameters and results of public functions.
//
//===----------------------------------------------------------------------===//

#include "LibraryInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "prim_runtime.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Whether a name is reserved in C or C++: a keyword, or a macro that is
/// predefined or comes with the headers that the generated one includes.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = {
      "NULL",        "alignas",      "alignof",      "and",
      "and_eq",      "asm",          "auto",         "bitand",
      "bitor",       "bool",         "break",        "case",
      "catch",       "char",         "char16_t",     "char32_t",
      "char8_t",     "class",        "co_await",     "co_return",
      "co_yield",    "compl",        "concept",      "const",
      "const_cast",  "consteval",    "constexpr",    "constinit",
      "continue",    "decltype",     "default",      "delete",
      "do",          "double",       "dynamic_cast", "else",
      "enum",        "errno",        "explicit",     "export",
      "extern",      "false",        "float",        "for",
      "friend",      "goto",         "i386",         "if",
      "inline",      "int",          "linux",        "long",
      "mutable",     "namespace",    "new",          "noexcept",
      "not",         "not_eq",       "nullptr",      "offsetof",
      "operator",    "or",           "or_eq",        "private",
      "protected",   "public",       "register",     "reinterpret_cast",
      "requires",    "restrict",     "return",       "short",
      "signed",      "sizeof",       "static",       "static_assert",
      "static_cast", "struct",       "switch",       "template",
      "this",        "thread_local", "throw",        "true",
      "try",         "typedef",      "typeid",       "typename",
      "typeof",      "union",        "unix",         "unsigned",
      "using",       "virtual",      "void",         "volatile",
      "wchar_t",     "while",        "xor",          "xor_eq"};
  // The last conditions match the types and macros of stdint.h.
  return words.contains(name) || name.starts_with("__") ||
         (name.size() > 1 && name[0] == '_' && llvm::isUpper(name[1])) ||
         name.ends_with("_t") || name.starts_with("INT") ||
         name.starts_with("UINT") || name.ends_with("_MAX") ||
         name.ends_with("_MIN");
}

/// Whether `name` belongs to the runtime, now or in later versions.
static bool isOfRuntime(StringRef name) {
  return (name.size() > 4 && name.starts_with("prim") &&
          llvm::isUpper(name[4])) ||
         name.starts_with("PRIM_");
}

/// "scan" for "libscan.so.1".
static std::string getStem(StringRef fileName) {
  StringRef stem = llvm::sys::path::filename(fileName);
  stem.consume_front("lib");
  return stem.split('.').first.str();
}

static std::string toIdentifier(StringRef text) {
  std::string name;
  for (char c : text)
    name += llvm::isAlnum(c) ? c : '_';
  return name.empty() || llvm::isDigit(name[0]) ? "_" + name : name;
}

/// The name of argument `index` in the source, if known. Parsed text keeps only
/// the location of a name.
static std::string getAuthorsName(BlockArgument argument,
                                  llvm::MemoryBufferRef source) {
  if (auto named = argument.getLoc()->findInstanceOf<NameLoc>())
    return named.getName().str();
  auto place = dyn_cast<FileLineColLoc>(argument.getLoc());
  if (!place || place.getFilename() != source.getBufferIdentifier())
    return "";
  StringRef rest = source.getBuffer();
  for (unsigned line = 1; line < place.getLine(); ++line)
    rest = rest.split('\n').second;
  rest = rest.split('\n').first.drop_front(
      std::min<size_t>(place.getColumn() - 1, rest.size()));
  if (!rest.consume_front("%"))
    return "";
  return rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
      .str();
}

namespace {

/// The names of one function's parameters, each used once.
class Names {
public:
  /// A unique name for `value`, such that the names of its sizes and strides
  /// are unique as well.
  std::string take(std::string name, const std::string &other,
                   const LibraryValue &value) {
    if (!isIdentifier(name) || isReserved(name) || isOfRuntime(name))
      name = other;
    auto all = [&] {
      SmallVector<std::string> list = {name};
      for (size_t dim = 0; dim < value.shape.size(); ++dim)
        for (const char *what : {"_size", "_stride"})
          list.push_back(name + what + std::to_string(dim));
      return list;
    };
    while (llvm::any_of(
        all(), [&](const std::string &one) { return taken.contains(one); }))
      name += "_";
    for (const std::string &one : all())
      taken.insert(one);
    return name;
  }

private:
  llvm::StringSet<> taken = {"device", "stream"};
};

} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const char *prim::getCType(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::U8:
    return "uint8_t";
  case ElementType::I8:
    return "int8_t";
  case ElementType::I16:
    return "int16_t";
  case ElementType::I32:
    return "int32_t";
  case ElementType::I64:
    return "int64_t";
  case ElementType::U16:
  case ElementType::F16:
  case ElementType::BF16:
    return "uint16_t";
  case ElementType::U32:
    return "uint32_t";
  case ElementType::U64:
    return "uint64_t";
  case ElementType::F32:
    return "float";
  case ElementType::F64:
    return "double";
  }
  return "void";
}

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Converts a type to a value without a name; nothing if C cannot express it.
static std::optional<LibraryValue> convert(Type type) {
  LibraryValue value;
  value.text = print(type);
  Type element = type;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (tensor.getEncoding())
      return std::nullopt;
    element = tensor.getElementType();
  } else if (auto memref = dyn_cast<MemRefType>(type)) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(memref.getStridesAndOffset(strides, offset)))
      return std::nullopt;
    if (!memref.getLayout().isIdentity()) {
      for (int64_t stride : strides)
        value.strides.push_back(ShapedType::isDynamic(stride) ? -1 : stride);
      // A static stride may be negative; -1 would be confused with a dynamic
      // one.
      if (llvm::is_contained(strides, -1))
        return std::nullopt;
      value.offset = ShapedType::isDynamic(offset) ? 0 : offset;
    }
    element = memref.getElementType();
  } else if (isa<ShapedType>(type)) {
    return std::nullopt;
  } else {
    value.scalar = true;
  }
  if (!value.scalar)
    for (int64_t extent : cast<ShapedType>(type).getShape())
      value.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
  std::optional<ElementType> known = parseElementType(print(element));
  if (!known)
    return std::nullopt;
  value.type = *known;
  return value;
}

//===----------------------------------------------------------------------===//
// Read-only parameters
//===----------------------------------------------------------------------===//

/// Whether no use of `array`, a tensor or memref parameter, can lead to a write
/// to it. Unknown ops count as writes.
static bool isOnlyRead(Value array) {
  for (OpOperand &use : array.getUses()) {
    Operation *op = use.getOwner();
    // A returned array belongs to the caller again, who may write to it.
    if (isa<memref::DimOp, tensor::DimOp, memref::LoadOp, tensor::ExtractOp>(
            op))
      continue;
    if (auto device = dyn_cast<DeviceOpInterface>(op);
        device && device.isDiscarded(use)) {
      // The result of an op on tensors may be written in the same memory.
      if (!device.hasBufferForm() &&
          !isOnlyRead(
              cast<DestinationStyleOpInterface>(op).getTiedOpResult(&use)))
        return false;
      continue;
    }
    if (auto styled = dyn_cast<DestinationStyleOpInterface>(op)) {
      if (styled.isDpsInit(&use) || getClause(op, "may_clobber_input"))
        return false;
      continue;
    }
    if (isa<ViewLikeOpInterface, memref::CastOp, tensor::CastOp,
            tensor::ExtractSliceOp, tensor::CollapseShapeOp,
            tensor::ExpandShapeOp>(op) &&
        op->getNumRegions() == 0) {
      if (!llvm::all_of(op->getResults(), isOnlyRead))
        return false;
      continue;
    }
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The argument of `function` that `array` is, or is a part of, on every path;
/// none if that varies or is unknown. Unreachable code may be cyclic, so each
/// op is visited once (`seen`).
static BlockArgument findArgument(func::FuncOp function, Value array,
                                  llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return argument.getOwner() == &function.front() ? argument
                                                    : BlockArgument();
  Operation *op = array.getDefiningOp();
  if (!seen.insert(op).second)
    return BlockArgument();
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return findArgument(function, view.getViewSource(), seen);
  if (isa<memref::CastOp>(op))
    return findArgument(function, op->getOperand(0), seen);
  // Either argument suffices, because the function must return neither.
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (findArgument(function, select.getFalseValue(), seen))
      return findArgument(function, select.getTrueValue(), seen);
  return BlockArgument();
}

/// Rejects results in memory of the caller. It would be unclear who frees them,
/// and the runtime rejects them at every call.
static LogicalResult checkResults(func::FuncOp function,
                                  const LibraryFunction &described) {
  if (hasTensors(function))
    return success();
  SmallVector<BlockArgument> found(function.getNumResults());
  bool first = true;
  function.walk([&](func::ReturnOp op) {
    for (auto [value, argument] : llvm::zip_equal(op.getOperands(), found)) {
      llvm::SmallPtrSet<Operation *, 8> seen;
      if (isa<MemRefType>(value.getType()) && (first || argument))
        argument = findArgument(function, value, seen);
    }
    first = false;
  });
  for (auto [index, argument] : llvm::enumerate(found))
    if (argument)
      return function.emitError("result ")
             << index << " of '" << described.symbol << "' is its parameter '"
             << described.parameters[argument.getArgNumber()].name
             << "' or a part of it, which the caller cannot free; remove the "
                "result, return a copy (gpu.alloc and gpu.memcpy), or make the "
                "function private";
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::vector<CParameter> LibraryFunction::getCParameters() const {
  std::vector<CParameter> list;
  auto add = [&](CParameter::Kind kind, unsigned index, unsigned dim,
                 const std::string &type, const std::string &name) {
    list.push_back({kind, index, dim, type + name, name});
  };
  for (auto [i, value] : llvm::enumerate(parameters)) {
    std::string type = getCType(value.type);
    if (value.scalar) {
      add(CParameter::Scalar, i, 0, type + " ", value.name);
      continue;
    }
    add(CParameter::Data, i, 0, (value.readOnly ? "const " : "") + type + " *",
        value.name);
    for (auto [dim, extent] : llvm::enumerate(value.shape))
      if (extent < 0)
        add(CParameter::Size, i, dim, "int64_t ",
            value.name + "_size" + std::to_string(dim));
    for (auto [dim, stride] : llvm::enumerate(value.strides))
      if (stride < 0)
        add(CParameter::Stride, i, dim, "int64_t ",
            value.name + "_stride" + std::to_string(dim));
  }
  for (auto [i, value] : llvm::enumerate(results)) {
    if (places[i] < 0)
      continue;
    std::string type = getCType(value.type);
    if (value.scalar) {
      add(CParameter::ScalarResult, i, 0, type + " *", value.name);
      continue;
    }
    add(CParameter::ArrayResult, i, 0, type + " **", value.name);
    for (auto [dim, extent] : llvm::enumerate(value.shape))
      if (extent < 0)
        add(CParameter::ResultSize, i, dim, "int64_t *",
            value.name + "_size" + std::to_string(dim));
  }
  return list;
}

static FailureOr<LibraryFunction>
describeFunction(func::FuncOp function, const std::string &prefix,
                 llvm::MemoryBufferRef source) {
  LibraryFunction described;
  described.symbol = function.getName().str();
  described.name = prefix + described.symbol;
  described.type = print(function.getFunctionType());
  if (!isIdentifier(described.name))
    return function.emitError("C does not allow the name '")
           << described.name
           << "'; use letters, digits and underscores, or make the function "
              "private";
  if (isReserved(described.name) || isOfRuntime(described.name) ||
      described.name == "main")
    return function.emitError("'")
           << described.name
           << "' cannot be the name of a library's function in C; choose "
              "another --prefix, or rename it";

  Names names;
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    std::optional<LibraryValue> value = convert(argument.getType());
    if (!value)
      return emitError(argument.getLoc(), "parameter ")
             << index << " of '" << described.symbol << "' has the type "
             << argument.getType()
             << ", which a C parameter cannot have; use tensors, strided "
                "memrefs or scalars of i1 to i64, index, f16, bf16, f32 or "
                "f64, or make the function private";
    value->name = names.take(getAuthorsName(argument, source),
                             "arg" + std::to_string(index), *value);
    value->readOnly = !value->scalar && isOnlyRead(argument);
    described.parameters.push_back(std::move(*value));
  }
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    std::optional<LibraryValue> value = convert(type);
    if (!value || !value->strides.empty())
      return function.emitError("result ")
             << index << " of '" << described.symbol << "' has the type "
             << type
             << ", which a C function cannot return; use tensors, contiguous "
                "memrefs or scalars of i1 to i64, index, f16, bf16, f32 or "
                "f64, or make the function private";
    std::string name = "result";
    if (function.getNumResults() > 1)
      name += std::to_string(index);
    value->name = names.take(name, name, *value);
    described.results.push_back(std::move(*value));
    described.places.push_back(index);
  }
  if (failed(checkResults(function, described)))
    return failure();
  return described;
}

FailureOr<LibraryInterface>
prim::describeLibrary(ModuleOp module, const LibraryOptions &options) {
  LibraryInterface interface;
  std::string stem = getStem(options.fileName);
  std::string ofLibrary = toIdentifier(stem) + "_";
  const std::string prefix = options.prefix.value_or(ofLibrary);
  interface.libraryName = options.fileName;
  interface.headerName = options.headerName;
  interface.sourceName =
      llvm::sys::path::filename(options.source.getBufferIdentifier()).str();
  interface.includeGuard =
      StringRef(toIdentifier("PRIM_LIBRARY_" + options.headerName)).upper();
  interface.chips = options.chips;
  interface.release = (prefix.empty() ? ofLibrary : prefix) + "release";
  if (!isIdentifier(interface.release) || isReserved(interface.release) ||
      isOfRuntime(interface.release))
    return emitError(module.getLoc(), "'")
           << prefix
           << "' cannot be the prefix of names in C; choose another --prefix";

  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    FailureOr<LibraryFunction> described =
        describeFunction(function, prefix, options.source);
    if (failed(described))
      return failure();
    if (described->name == interface.release)
      return function.emitError("'")
             << described->name
             << "' is the name of the library's release function; rename this "
                "function, or choose another --prefix";
    interface.functions.push_back(std::move(*described));
  }
  if (interface.functions.empty())
    return emitError(module.getLoc(), "there is no public function to export; "
                                      "use --emit=hsaco for kernels alone");
  return interface;
}
