//===- CheckKernels.cpp - Check of kernels ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnoses ops without a lowering for the target before any conversion starts.
// Later an error could name only converted ops, and LLVM ends the process on
// most of them.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "prim/Dialect/Prim/Utils/LoopSteps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <limits>

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Dialects with a lowering to code of `target`, except the operations that
/// getRemedy lists.
static bool isKernelDialect(StringRef name, const TargetInfo &target) {
  static const llvm::StringSet<> names = {
      "affine", "arith",  "builtin", "cf",     "complex",
      "func",   "gpu",    "index",   "linalg", "llvm",
      "math",   "memref", "scf",     "ub",     "vector",
  };
  return names.contains(name) || target.hasOwnDialect(name);
}

/// The replacement to suggest for an operation of these dialects without a
/// lowering; empty if it has one.
static StringRef getRemedy(StringRef name) {
  struct Row {
    /// A name, or a common prefix of several.
    StringLiteral name;
    StringLiteral remedy;
  };
  constexpr StringLiteral
      memory = "a kernel cannot allocate device memory; use memref.alloca for "
               "private memory, or a workgroup attribution of the gpu.func",
      host = "it must be in host code",
      cluster = "clusters of blocks are not supported",
      lanes = "use prim's warp and block ops, or run prim-gpu-to-prim first";
  static constexpr Row rows[] = {
      {"affine.dma_", "use affine.load and affine.store"},
      {"gpu.all_reduce", lanes},
      {"gpu.alloc", memory},
      {"gpu.cluster_", cluster},
      {"gpu.create_", host},
      {"gpu.dealloc", memory},
      {"gpu.destroy_", host},
      {"gpu.host_", host},
      {"gpu.launch", host},
      {"gpu.memcpy", "use memref.copy"},
      {"gpu.memset", "use linalg.fill or a loop"},
      {"gpu.rotate", lanes},
      {"gpu.set_", host},
      {"gpu.shuffle", lanes},
      {"gpu.spgemm", host},
      {"gpu.spmat", host},
      {"gpu.spmm", host},
      {"gpu.spmv", host},
      {"gpu.sddmm", host},
      {"gpu.subgroup_mma", "use amdgpu.mfma or amdgpu.wmma"},
      {"gpu.subgroup_reduce", lanes},
      {"gpu.wait", host},
      {"gpu.warp_execute_on_lane_0", "use scf.if on gpu.lane_id"},
      {"memref.alloc", memory},
      {"memref.dealloc", memory},
      {"memref.dma_", "use memref.load and memref.store"},
      {"memref.realloc", memory},
      {"vector.print", "use gpu.printf on the elements"},
      {"vector.vscale", "vectors on GPUs have a fixed size"},
      {"vector.scalable.", "vectors on GPUs have a fixed size"},
  };
  if (name == "memref.alloca" || name == "memref.alloca_scope" ||
      name == "memref.alloca_scope.return")
    return "";
  for (const Row &row : rows)
    if (name.starts_with(row.name))
      return row.remedy;
  return "";
}

static LogicalResult checkName(Operation *op, const TargetInfo &target) {
  StringRef dialect = op->getName().getDialectNamespace();
  StringRef name = op->getName().getStringRef();
  // A function that kernels call has no known block size.
  if (name.starts_with("prim.block_") && !op->getParentOfType<gpu::GPUFuncOp>())
    return op->emitOpError("is in a function that is not a kernel; block ops "
                           "need a gpu.func with known_block_size");
  if (dialect == "prim")
    return op->emitOpError("is not lowered yet: run prim-lower-grid, "
                           "prim-lower-block and prim-lower-warp first");
  if (!isKernelDialect(dialect, target))
    return op->emitOpError("is not allowed in a kernel: the dialect '")
           << dialect << "' has no lowering to " << target.getFamilyName()
           << " code"
           << (dialect == "tensor" || dialect == "bufferization"
                   ? "; use memrefs"
                   : "");
  StringRef remedy = getRemedy(name);
  if (!remedy.empty())
    return op->emitOpError("is not allowed in a kernel: ") << remedy;
  return success();
}

/// Checks that the callee of a direct call is defined. External functions are
/// allowed only in the device library, whose functions llvm.call accepts.
static LogicalResult checkCall(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      call, call.getCalleeAttr());
  if (callee && !callee.isExternal())
    return success();
  return call.emitOpError("calls '") << call.getCallee()
                                     << "', which has no body; define the "
                                        "function in the kernel's gpu.module";
}

/// Workgroup memory cannot have initial values.
static LogicalResult checkGlobal(Operation *op, const TargetLowering &target) {
  unsigned shared = target.getAddressSpace(MemorySpace::Workgroup);
  auto gives = [&](unsigned space, bool initialized) -> LogicalResult {
    if (space != shared || !initialized)
      return success();
    return op->emitOpError(
        "has an initial value, which workgroup memory cannot have; leave it "
        "uninitialized, and store the value in the kernel");
  };
  if (auto global = dyn_cast<memref::GlobalOp>(op)) {
    Attribute space = global.getType().getMemorySpace();
    bool workgroup = false;
    if (auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
      workgroup = gpuSpace.getValue() == gpu::AddressSpace::Workgroup;
    else if (auto number = dyn_cast_or_null<IntegerAttr>(space))
      workgroup = number.getInt() == shared;
    return gives(workgroup ? shared : 0,
                 global.getInitialValue() &&
                     isa<ElementsAttr>(*global.getInitialValue()));
  }
  if (auto global = dyn_cast<LLVM::GlobalOp>(op))
    return gives(global.getAddrSpace(), static_cast<bool>(global.getValue()));
  return success();
}

/// Checks that the memory space in the type of an attribution of gpu.func is
/// that of the attribution. Upstream's lowering uses the type.
static LogicalResult checkAttributions(gpu::GPUFuncOp function,
                                       const TargetLowering &target) {
  auto check = [&](ArrayRef<BlockArgument> attributions, unsigned wanted,
                   gpu::AddressSpace named) -> LogicalResult {
    for (BlockArgument attribution : attributions) {
      auto type = dyn_cast<MemRefType>(attribution.getType());
      Attribute space = type ? type.getMemorySpace() : Attribute();
      auto number = dyn_cast_or_null<IntegerAttr>(space);
      auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
      if ((number && number.getInt() == wanted) ||
          (gpuSpace && gpuSpace.getValue() == named))
        continue;
      return emitError(attribution.getLoc())
             << "the " << gpu::stringifyAddressSpace(named)
             << " attribution of '" << function.getName() << "' has the type "
             << attribution.getType()
             << "; it must be a memref in memory space "
             << "#gpu.address_space<" << gpu::stringifyAddressSpace(named)
             << ">";
    }
    return success();
  };
  return failure(failed(check(function.getWorkgroupAttributions(),
                              target.getAddressSpace(MemorySpace::Workgroup),
                              gpu::AddressSpace::Workgroup)) ||
                 failed(check(function.getPrivateAttributions(),
                              target.getPrivateAddressSpace(),
                              gpu::AddressSpace::Private)));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {

/// Reports invalid types, and looks at each type once.
class TypeCheck {
public:
  TypeCheck(MLIRContext *context, StringRef family)
      : converter(context), family(family) {
    // The number of the address space does not affect the check.
    converter.addTypeAttributeConversion(
        [](BaseMemRefType, gpu::AddressSpaceAttr space) {
          return IntegerAttr::get(IntegerType::get(space.getContext(), 64), 0);
        });
    converter.addConversion([](FloatType type) -> std::optional<Type> {
      if (type.getWidth() > 8)
        return std::nullopt;
      return IntegerType::get(type.getContext(), type.getWidth());
    });
  }

  /// Empty if values of `type` are supported in kernels.
  const std::string &operator()(Type type) {
    auto [entry, isNew] = results.try_emplace(type);
    if (isNew)
      entry->second = look(type);
    return entry->second;
  }

private:
  /// Describes the problem of `type`. A size in bytes that overflows would pass
  /// all later checks of memory.
  std::string look(Type type) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (isa<TensorType>(type)) {
      stream << "a tensor (" << type << "); use memrefs";
      return text;
    }
    // The types of AMDGPU's own dialects have their own lowerings.
    if (isa<amdgpu::AMDGPUDialect, gpu::GPUDialect>(type.getDialect()))
      return text;
    Type element = type;
    // The largest element is a complex f64 of 16 bytes.
    constexpr int64_t most = std::numeric_limits<int64_t>::max() / 16;
    std::optional<int64_t> count = 1;
    while (true) {
      if (auto shaped = dyn_cast<ShapedType>(element); shaped && count)
        for (int64_t size :
             shaped.hasRank() ? shaped.getShape() : ArrayRef<int64_t>())
          if (count && !ShapedType::isDynamic(size))
            count = llvm::checkedMul(*count, size);
      if (!count || *count > most) {
        stream << "a size in bytes that does not fit in 64 bits (" << type
               << ")";
        return text;
      }
      if (auto memref = dyn_cast<MemRefType>(element)) {
        int64_t offset;
        SmallVector<int64_t> strides;
        if (failed(memref.getStridesAndOffset(strides, offset))) {
          stream << "a layout without strides (" << memref
                 << "); use a strided layout";
          return text;
        }
        if (Attribute space = memref.getMemorySpace();
            space && !isa<IntegerAttr, gpu::AddressSpaceAttr>(space)) {
          stream << "a memory space that " << family << " does not have ("
                 << memref << "); use a number or #gpu.address_space";
          return text;
        }
        element = memref.getElementType();
      } else if (auto memref = dyn_cast<UnrankedMemRefType>(element)) {
        element = memref.getElementType();
      } else if (auto vector = dyn_cast<VectorType>(element)) {
        if (vector.isScalable()) {
          stream << "a scalable size (" << vector
                 << "); vectors on GPUs have a fixed size";
          return text;
        }
        element = vector.getElementType();
      } else if (auto complex = dyn_cast<ComplexType>(element)) {
        element = complex.getElementType();
      } else {
        break;
      }
    }
    if (auto real = dyn_cast<FloatType>(element))
      if (real.getWidth() > 64 || isa<FloatTF32Type>(real)) {
        stream << "elements of " << real << ", for which " << family
               << " has no arithmetic; use f64 or f32";
        return text;
      }
    if (!converter.convertType(type))
      stream << "the type " << type << ", which " << family
             << " code cannot hold";
    return text;
  }

  LLVMTypeConverter converter;
  StringRef family;
  DenseMap<Type, std::string> results;
};

} // namespace

/// The location of `op` in the source. Constants lose their location when they
/// are hoisted to the entry of a function, and are reported at a use.
static Location getPlace(Operation *op) {
  if (isa<UnknownLoc>(op->getLoc()) && !op->use_empty())
    return op->user_begin()->getLoc();
  return op->getLoc();
}

/// Operations of LLVM are not converted, so their types must be LLVM types
/// already. Their verifiers accept vectors of any type.
static LogicalResult checkLLVMTypes(Operation *op) {
  if (!isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect,
                       ROCDL::ROCDLDialect>(op->getDialect()))
    return success();
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (LLVM::isCompatibleType(type))
      continue;
    InFlightDiagnostic error =
        op->emitOpError("is an op of the LLVM dialect, which does not have ")
        << type;
    if (getElementTypeOrSelf(type).isIndex())
      error << "; cast to i64 with arith.index_cast";
    else
      error << "; pass the bits as integers (arith.bitcast)";
    return error;
  }
  return success();
}

static LogicalResult checkTypes(Operation *op, TypeCheck &check) {
  if (failed(checkLLVMTypes(op)))
    return failure();
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    if (const std::string &wrong = check(type); !wrong.empty())
      return emitError(getPlace(op), "'")
             << op->getName() << "' op has a result with " << wrong;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (const std::string &wrong = check(argument.getType());
            !wrong.empty()) {
          auto function = dyn_cast<FunctionOpInterface>(op);
          InFlightDiagnostic error = emitError(argument.getLoc());
          if (function)
            error << "'" << function.getName() << "' has ";
          return error << "an argument with " << wrong;
        }
  return success();
}

//===----------------------------------------------------------------------===//
// The walk over all operations
//===----------------------------------------------------------------------===//

/// The float of at most 8 bits among `types` or their elements, or null.
static FloatType getNarrowFloat(TypeRange types) {
  for (Type type : types) {
    type = getElementTypeOrSelf(type);
    if (auto complex = dyn_cast<ComplexType>(type))
      type = complex.getElementType();
    if (auto real = dyn_cast<FloatType>(type); real && real.getWidth() <= 8)
      return real;
  }
  return {};
}

/// Whether `op` computes with its values instead of only moving them.
static bool isArithmetic(Operation *op) {
  if (isa<vector::ContractionOp, vector::FMAOp, vector::MultiDimReductionOp,
          vector::OuterProductOp, vector::ReductionOp, vector::ScanOp>(op))
    return true;
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
    return atomic.getKind() != arith::AtomicRMWKind::assign;
  if (isa_and_nonnull<complex::ComplexDialect>(op->getDialect()))
    return !isa<complex::CreateOp, complex::ReOp, complex::ImOp,
                complex::ConstantOp, complex::BitcastOp>(op);
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
         (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
          !isa<arith::BitcastOp, arith::ConstantOp, arith::SelectOp>(op));
}

/// Whether the chip converts values of `type`, of less than 16 bits, without a
/// scale.
static bool convertsNarrowFloats(FloatType type, const TargetInfo &target) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(type))
    return target.has(ConvertsOCP);
  return isa<Float8E4M3FNUZType, Float8E5M2FNUZType>(type) &&
         target.has(ConvertsFNUZ);
}

/// A conversion to f64, which is created later, would be the op of the report.
static LogicalResult checkPrintedFloats(gpu::PrintfOp op,
                                        const TargetInfo &target) {
  for (auto [number, type] : llvm::enumerate(op.getArgs().getTypes()))
    if (FloatType narrow = getNarrowFloat(type);
        narrow && !convertsNarrowFloats(narrow, target))
      return op.emitOpError("prints argument ")
             << number << ", of type " << narrow << ", for which "
             << target.chip
             << " has no instruction; print the bits (arith.bitcast) with x";
  return success();
}

/// Checks floats of 8 bits and less. They can be moved, and converted by chips
/// that support the format. Upstream treats them as integers of their width and
/// creates invalid operations for all other uses.
static LogicalResult checkNarrowFloats(Operation *op,
                                       const TargetInfo &target) {
  FloatType from = getNarrowFloat(op->getOperandTypes());
  FloatType to = getNarrowFloat(op->getResultTypes());
  if ((!from && !to) || !isArithmetic(op))
    return success();
  bool isScaled = isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op);
  bool extends = isa<arith::ExtFOp, arith::ScalingExtFOp>(op) && !to;
  bool truncates = isa<arith::TruncFOp>(op)
                       ? !from
                       : isa<arith::ScalingTruncFOp>(op) &&
                             !getNarrowFloat(op->getOperand(0).getType());
  FloatType real = from ? from : to;
  if (!extends && !truncates)
    return op->emitOpError("computes with ")
           << real << ", for which " << target.getFamilyName()
           << " has no arithmetic; extend the values to f32 "
              "(arith.extf), compute with these, and truncate the result "
              "(arith.truncf)";
  // The scale operand is a narrow float, too, so `real` is taken from the
  // converted value.
  if (isScaled)
    real = getNarrowFloat(extends ? op->getOperand(0).getType()
                                  : op->getResult(0).getType());
  bool isOCP = isa<Float8E4M3FNType, Float8E5M2Type>(real);
  bool converts = isScaled ? target.has(ConvertsScaled) &&
                                 (isOCP || isa<Float4E2M1FNType>(real))
                           : convertsNarrowFloats(real, target);
  if (converts)
    return success();
  InFlightDiagnostic error = op->emitOpError("converts ");
  error << real << (isScaled ? " by a scale" : "") << ", for which "
        << target.chip << " has no instruction; ";
  if (isScaled)
    error << "convert without it (arith.extf, arith.truncf) and multiply";
  else if (target.has(ConvertsOCP))
    error << "it converts f8E4M3FN and f8E5M2";
  else if (target.has(ConvertsFNUZ))
    error << "it converts f8E4M3FNUZ and f8E5M2FNUZ";
  else
    error << "store wider floats, or convert the bits (arith.bitcast)";
  return error;
}

/// Upstream creates atomics of every width, but LLVM supports only some.
/// Upstream's loops require the yielded value to be defined within the body.
static LogicalResult checkAtomic(Operation *op, MemRefType memref) {
  Type element = memref.getElementType();
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits % 8 != 0 || !llvm::isPowerOf2_32(bits) || bits > 64)
    return op->emitOpError("is atomic on elements of ")
           << element << "; use elements of 8, 16, 32 or 64 bits";
  // Loops for floats come from prim's own pattern.
  if (!isa<memref::GenericAtomicRMWOp>(op) || isa<FloatType>(element))
    return success();
  Region &body = op->getRegion(0);
  auto yield = cast<memref::AtomicYieldOp>(body.front().getTerminator());
  if (yield.getResult().getParentRegion() == &body)
    return success();
  return op->emitOpError("yields a value that is computed outside of its "
                         "region; use memref.atomic_rmw assign");
}

/// Upstream copies memory of unranked type by a call of a host function.
static LogicalResult checkCopy(memref::CopyOp copy) {
  if (isa<MemRefType>(copy.getSource().getType()) &&
      isa<MemRefType>(copy.getTarget().getType()))
    return success();
  return copy.emitOpError("copies unranked memory; cast both sides to ranked "
                          "memrefs with memref.cast first");
}

static LogicalResult checkLoop(scf::ForallOp loop) {
  if (!loop.getMapping() || loop.getMapping()->empty())
    return success();
  return loop.emitOpError("is mapped to ")
         << (*loop.getMapping())[0]
         << ", but prim does not distribute loops over threads; use "
            "gpu.thread_id, or remove the mapping to run the loop in every "
            "thread";
}

LogicalResult mlir::prim::checkKernels(gpu::GPUModuleOp module,
                                       const TargetLowering &target) {
  TypeCheck types(module.getContext(), target.getTarget().getFamilyName());
  bool sound = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module)
      return WalkResult::advance();
    LogicalResult result = checkName(op, target.getTarget());
    if (succeeded(result))
      result = checkTypes(op, types);
    if (succeeded(result))
      result = target.verify(op);
    if (succeeded(result))
      result = checkGlobal(op, target);
    if (succeeded(result))
      result = checkNarrowFloats(op, target.getTarget());
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op);
        loop && succeeded(result))
      result = checkLoopSteps(loop);
    if (succeeded(result))
      result = llvm::TypeSwitch<Operation *, LogicalResult>(op)
                   .Case([](func::CallOp call) { return checkCall(call); })
                   .Case([&](gpu::GPUFuncOp function) {
                     return checkAttributions(function, target);
                   })
                   .Case([](memref::CopyOp copy) { return checkCopy(copy); })
                   .Case([](scf::ForallOp loop) { return checkLoop(loop); })
                   .Case([&](gpu::PrintfOp op) {
                     return success(
                         succeeded(checkPrintf(op)) &&
                         succeeded(checkPrintedFloats(op, target.getTarget())));
                   })
                   .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(
                       [](auto atomic) {
                         return checkAtomic(atomic, atomic.getMemRefType());
                       })
                   .Default(success());
    if (succeeded(result))
      return WalkResult::advance();
    sound = false;
    // Ops inside would only repeat the report.
    return WalkResult::skip();
  });
  return success(sound);
}
