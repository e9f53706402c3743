//===- ExpandMath.cpp - Math in kernels ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every math function has one of three implementations: an intrinsic that the
// back end expands, the vendor's device library, or upstream's approximations
// and prim's fallbacks. A table lists the implementation of each function.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/DeviceLibrary.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

/// Sets of types.
enum Types : unsigned {
  None = 0,
  Half = 1,
  Single = 2,
  Double = 4,
  Short = Half | Single,
  All = Half | Single | Double
};

/// The implementations of one function.
struct MathFunction {
  StringLiteral op;
  /// An intrinsic, and the types for which the AMDGPU back end expands it with
  /// OpenCL's accuracy. NVPTX has the intrinsics that are native for all types.
  /// It approximates the others only if enabled.
  StringLiteral intrinsic;
  unsigned native;
  /// The name for nameInDeviceLibrary(). Empty if the library is not needed.
  StringLiteral library;
  /// LLVM's own operation, which later conversions do not accept.
  StringLiteral llvmOp;
};

} // namespace

static constexpr MathFunction functions[] = {
    {"arith.remf", "", None, "fmod", "llvm.frem"},
    {"math.absf", "llvm.fabs", All, "", "llvm.intr.fabs"},
    {"math.acos", "", None, "acos", "llvm.intr.acos"},
    {"math.acosh", "", None, "acosh", ""},
    {"math.asin", "", None, "asin", "llvm.intr.asin"},
    {"math.asinh", "", None, "asinh", ""},
    {"math.atan", "", None, "atan", "llvm.intr.atan"},
    {"math.atan2", "", None, "atan2", "llvm.intr.atan2"},
    {"math.atanh", "", None, "atanh", ""},
    {"math.cbrt", "", None, "cbrt", ""},
    {"math.ceil", "llvm.ceil", All, "", "llvm.intr.ceil"},
    {"math.copysign", "llvm.copysign", All, "", "llvm.intr.copysign"},
    {"math.cos", "", None, "cos", "llvm.intr.cos"},
    {"math.cosh", "", None, "cosh", "llvm.intr.cosh"},
    {"math.erf", "", None, "erf", ""},
    {"math.erfc", "", None, "erfc", ""},
    {"math.exp", "llvm.exp", Short, "exp", "llvm.intr.exp"},
    {"math.exp2", "llvm.exp2", Short, "exp2", "llvm.intr.exp2"},
    {"math.expm1", "", None, "expm1", ""},
    {"math.floor", "llvm.floor", All, "", "llvm.intr.floor"},
    {"math.fma", "llvm.fma", All, "", "llvm.intr.fma"},
    {"math.fpowi", "", None, "pown", "llvm.intr.powi"},
    {"math.log", "llvm.log", Short, "log", "llvm.intr.log"},
    {"math.log10", "llvm.log10", Short, "log10", "llvm.intr.log10"},
    {"math.log1p", "", None, "log1p", ""},
    {"math.log2", "llvm.log2", Short, "log2", "llvm.intr.log2"},
    {"math.powf", "", None, "pow", "llvm.intr.pow"},
    {"math.round", "llvm.round", All, "", "llvm.intr.round"},
    {"math.roundeven", "llvm.roundeven", All, "", "llvm.intr.roundeven"},
    {"math.rsqrt", "", None, "rsqrt", ""},
    {"math.sin", "", None, "sin", "llvm.intr.sin"},
    {"math.sinh", "", None, "sinh", "llvm.intr.sinh"},
    {"math.sqrt", "llvm.sqrt", All, "", "llvm.intr.sqrt"},
    {"math.tan", "", None, "tan", "llvm.intr.tan"},
    {"math.tanh", "", None, "tanh", "llvm.intr.tanh"},
    {"math.trunc", "llvm.trunc", All, "", "llvm.intr.trunc"},
};

static const MathFunction *findFunction(Operation *op) {
  static const llvm::StringMap<const MathFunction *> table = [] {
    llvm::StringMap<const MathFunction *> table;
    for (const MathFunction &function : functions)
      table[function.op] = &function;
    return table;
  }();
  auto found = table.find(op->getName().getStringRef());
  return found == table.end() ? nullptr : found->second;
}

/// The math operation for an LLVM operation of the table.
static StringRef findRaised(Operation *op) {
  static const llvm::StringMap<StringRef> table = [] {
    llvm::StringMap<StringRef> table;
    for (const MathFunction &function : functions)
      if (!function.llvmOp.empty())
        table[function.llvmOp] = function.op;
    return table;
  }();
  return isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect())
             ? table.lookup(op->getName().getStringRef())
             : StringRef();
}

/// Whether upstream has an approximation that is valid for all numbers.
/// Functions that are instructions of a family have been replaced before.
static bool hasPolynomial(StringRef op) {
  constexpr StringLiteral names[] = {"math.acos",  "math.asin",  "math.atan",
                                     "math.cbrt",  "math.erf",   "math.erfc",
                                     "math.exp",   "math.expm1", "math.log",
                                     "math.log1p", "math.log2",  "math.tanh"};
  return llvm::is_contained(names, op);
}

/// The function that upstream expands in terms of native ones.
static constexpr StringLiteral expansion = "rsqrt";

static bool isApproximated(Operation *op) {
  return op->getResult(0).getType().isF32() &&
         (hasPolynomial(op->getName().getStringRef()) || hasFallback(op) ||
          op->getName().stripDialect() == expansion);
}

static unsigned getTypeBit(Type type) {
  return type.isF16()   ? Half
         : type.isF32() ? Single
         : type.isF64() ? Double
                        : None;
}

bool mlir::prim::isMathRoot(Operation *op) {
  return findFunction(op) || !findRaised(op).empty() ||
         isa<math::SincosOp, math::IPowIOp>(op);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Creates the operation `name` on `operands` with a result of `type`.
static Operation *createOp(CodeBuilder &builder, StringRef name,
                           ValueRange operands, Type type) {
  OperationState state(builder.getLoc(), name, operands, type, {});
  return builder.create(state);
}

/// Unrolls `op` to operations on scalars, which are added to `created`.
static Value unroll(Operation *op, SmallVectorImpl<Operation *> &created) {
  CodeBuilder builder(op);
  auto type = cast<VectorType>(op->getResult(0).getType());
  SmallVector<SmallVector<Value>> operands(type.getNumElements());
  for (Value operand : op->getOperands()) {
    if (!isa<VectorType>(operand.getType())) {
      for (SmallVector<Value> &list : operands)
        list.push_back(operand);
      continue;
    }
    auto elements = vector::ToElementsOp::create(builder, operand);
    for (auto [list, element] :
         llvm::zip_equal(operands, elements.getResults()))
      list.push_back(element);
  }
  SmallVector<Value> results;
  for (SmallVector<Value> &list : operands) {
    created.push_back(createOp(builder, op->getName().getStringRef(), list,
                               type.getElementType()));
    results.push_back(created.back()->getResult(0));
  }
  return vector::FromElementsOp::create(builder, type, results);
}

/// Computes `op` in f32 and rounds once. bf16 has no functions of its own. The
/// f16 functions of the library are inaccurate and in some versions wrong
/// (5.2.3 returns NaN for the sine of a finite number).
static Value computeWider(Operation *op, Operation *&created) {
  CodeBuilder builder(op);
  Type wide = builder.getF32Type();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isa<FloatType>(operand.getType())
                           ? arith::ExtFOp::create(builder, wide, operand)
                           : operand);
  created = createOp(builder, op->getName().getStringRef(), operands, wide);
  return arith::TruncFOp::create(builder, op->getResult(0).getType(),
                                 created->getResult(0));
}

static Value callIntrinsic(Operation *op, const MathFunction &function) {
  CodeBuilder builder(op);
  return LLVM::CallIntrinsicOp::create(
             builder, op->getResult(0).getType(),
             builder.getStringAttr(function.intrinsic), op->getOperands())
      .getResult(0);
}

static Value callLibrary(Operation *op, const MathFunction &function,
                         TargetFamily family) {
  CodeBuilder builder(op);
  Type type = op->getResult(0).getType();
  std::string name = nameInDeviceLibrary(function.library,
                                         type.getIntOrFloatBitWidth(), family);
  auto module = op->getParentOfType<gpu::GPUModuleOp>();
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    callee = LLVM::LLVMFuncOp::create(
        builder, name,
        LLVM::LLVMFunctionType::get(type,
                                    llvm::to_vector(op->getOperandTypes())));
  }
  return LLVM::CallOp::create(builder, callee, op->getOperands()).getResult();
}

/// `base` to the power of the integer `exponent`, by squaring. A negative power
/// of a float is the reciprocal. For integers, only 1 and -1 have a reciprocal,
/// and other results are truncated. Types are scalars.
static Value createPower(CodeBuilder &builder, Value base, Value exponent) {
  Type type = base.getType();
  Type counter = exponent.getType();
  bool isFloat = isa<FloatType>(type);
  auto constant = [&](Type type, int64_t value) -> Value {
    TypedAttr attr =
        isa<FloatType>(type)
            ? TypedAttr(builder.getFloatAttr(type, static_cast<double>(value)))
            : TypedAttr(builder.getIntegerAttr(type, value));
    return builder.constant(attr);
  };
  auto multiply = [&](Value left, Value right) -> Value {
    if (isFloat)
      return arith::MulFOp::create(builder, left, right);
    return builder.mul(left, right);
  };
  Value zero = constant(counter, 0), one = constant(counter, 1);
  Value unit = constant(type, 1);
  Value negative = builder.slt(exponent, zero);
  Value count = builder.select(negative, builder.sub(zero, exponent), exponent);
  SmallVector<Type> types = {type, type, counter};
  SmallVector<Location> places(3, builder.getLoc());
  // while (count != 0) { if (count & 1) power *= square; square *= square; ...
  auto loop =
      scf::WhileOp::create(builder, types, ValueRange{unit, base, count});
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, places);
  Value more = builder.ne(before->getArgument(2), zero);
  scf::ConditionOp::create(builder, more, before->getArguments());
  Block *after = builder.createBlock(&loop.getAfter(), {}, types, places);
  Value power = after->getArgument(0), square = after->getArgument(1);
  Value odd = builder.ne(builder.andi(after->getArgument(2), one), zero);
  power = builder.select(odd, multiply(power, square), power);
  Value rest = builder.shrui(after->getArgument(2), one);
  scf::YieldOp::create(builder,
                       ValueRange{power, multiply(square, square), rest});
  builder.setInsertionPointAfter(loop);
  power = loop.getResult(0);
  Value inverse;
  if (isFloat) {
    inverse = arith::DivFOp::create(builder, unit, power);
  } else {
    // The loop's powers of 1 and -1 are also the reciprocals.
    Value above = builder.ule(builder.add(base, unit), constant(type, 2));
    inverse = builder.select(above, power, constant(type, 0));
  }
  return builder.select(negative, inverse, power);
}

//===----------------------------------------------------------------------===//
// The expansion of a module
//===----------------------------------------------------------------------===//

namespace {

class MathExpansion {
public:
  MathExpansion(gpu::GPUModuleOp module, TargetFamily family,
                StringRef deviceLibs)
      : module(module), family(family), deviceLibs(deviceLibs) {}

  LogicalResult run() {
    expandModule();
    if (wrongPlace)
      return failure();
    if (open.empty())
      return success();
    // Functions that are neither in the back end nor in the library are
    // expanded by prim and upstream for f32, in terms of native ones.
    if (failed(reportOpen([](Operation *op) { return !isApproximated(op); })))
      return failure();
    for (Operation *op : open)
      if (hasFallback(op))
        replace(op, expandFallback(op));
    expandModule();
    approximate();
    expandModule();
    return reportOpen([](Operation *) { return true; });
  }

private:
  LogicalResult reportOpen(function_ref<bool(Operation *)> filter) {
    bool sound = true;
    for (Operation *op : open) {
      if (!filter(op))
        continue;
      sound = false;
      op->emitOpError("on ") << op->getResult(0).getType() << " needs "
                             << describeDeviceLibrary(family);
    }
    return success(sound);
  }

  unsigned getNative(const MathFunction &function) const {
    return prim::getFamily(family).expandsMath || function.native == All
               ? function.native
               : None;
  }

  /// Looks for the library when it is needed first.
  bool hasLibrary() {
    if (!library && !wrongPlace) {
      std::string error;
      library = findDeviceLibrary(family, deviceLibs, error);
      wrongPlace = !library;
      if (wrongPlace)
        emitError(module.getLoc(), error);
    }
    return library && !library->empty();
  }

  void expandModule() {
    SmallVector<Operation *> roots;
    open.clear();
    module.walk([&](Operation *op) {
      if (isMathRoot(op))
        roots.push_back(op);
    });
    expandAll(roots);
  }

  void expandAll(ArrayRef<Operation *> roots) {
    for (Operation *op : roots)
      expand(op);
  }

  void replace(Operation *op, ValueRange values) {
    op->replaceAllUsesWith(values);
    op->erase();
  }

  void expand(Operation *op) {
    CodeBuilder builder(op);
    if (StringRef name = findRaised(op); !name.empty()) {
      Operation *raised = createOp(builder, name, op->getOperands(),
                                   op->getResult(0).getType());
      replace(op, raised->getResults());
      return expand(raised);
    }
    if (auto both = dyn_cast<math::SincosOp>(op)) {
      Operation *sine =
          math::SinOp::create(builder, both.getOperand(), both.getFastmath());
      Operation *cosine =
          math::CosOp::create(builder, both.getOperand(), both.getFastmath());
      replace(op, {sine->getResult(0), cosine->getResult(0)});
      expand(sine);
      return expand(cosine);
    }

    const MathFunction *function = findFunction(op);
    Type type = op->getResult(0).getType();
    Type element = getElementTypeOrSelf(type);
    auto vector = dyn_cast<VectorType>(type);
    bool native = function && (getNative(*function) & getTypeBit(element));
    if (vector && !(native && vector.getRank() == 1)) {
      SmallVector<Operation *> created;
      replace(op, unroll(op, created));
      return expandAll(created);
    }
    if (native)
      return replace(op, callIntrinsic(op, *function));
    if (isa<math::IPowIOp>(op))
      return replace(
          op, createPower(builder, op->getOperand(0), op->getOperand(1)));
    if (element.isBF16() || element.isF16()) {
      Operation *created;
      replace(op, computeWider(op, created));
      return expand(created);
    }
    // The library's powers have 32-bit integer exponents.
    if (isa<math::FPowIOp>(op) &&
        (!hasLibrary() || !op->getOperand(1).getType().isInteger(32)))
      return replace(
          op, createPower(builder, op->getOperand(0), op->getOperand(1)));
    if (!function->library.empty() &&
        (getTypeBit(element) & (Single | Double)) && hasLibrary())
      return replace(op, callLibrary(op, *function, family));
    open.push_back(op);
  }

  /// Applies upstream's approximations of functions that are not native.
  void approximate() {
    RewritePatternSet patterns(module.getContext());
    math::populateExpansionPatterns(patterns, {expansion});
    populateMathPolynomialApproximationPatterns(patterns, hasPolynomial);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    (void)applyOpPatternsGreedily(open, std::move(patterns), config);
  }

  gpu::GPUModuleOp module;
  TargetFamily family;
  StringRef deviceLibs;
  std::optional<std::string> library;
  /// Whether the user has named a place without the library.
  bool wrongPlace = false;
  /// Operations that no step could expand.
  SmallVector<Operation *> open;
};

} // namespace

LogicalResult mlir::prim::expandMath(gpu::GPUModuleOp module,
                                     TargetFamily family,
                                     StringRef deviceLibs) {
  return MathExpansion(module, family, deviceLibs).run();
}
