//===- OpVerify.cpp - Checks that op families share -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared parts of the verifiers: combiners, orders, regions, items. They
// run before nested ops are verified, and so assume nothing about regions.
//
//===----------------------------------------------------------------------===//

#include "OpVerify.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::prim;

uint64_t prim::getNaturalAlignment(Type item) {
  Type element = getElementTypeOrSelf(item);
  return element.isIndex()
             ? 8
             : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

bool prim::isElementType(Type type) {
  return type.isIndex() || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

std::string prim::detail::formatTypes(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleaveComma(types, os);
  os << ')';
  return text;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult prim::detail::verifySignature(Operation *op, Region &region,
                                            StringRef name, TypeRange arguments,
                                            TypeRange yields) {
  Block &block = region.front();
  if (TypeRange(block.getArgumentTypes()) != arguments)
    return op->emitOpError() << "expects the " << name << " region to take "
                             << formatTypes(arguments) << ", found "
                             << formatTypes(block.getArgumentTypes());
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op->emitOpError()
           << "expects the " << name << " region to end with prim.yield";
  if (TypeRange(yield.getValues().getTypes()) != yields)
    return op->emitOpError() << "expects the " << name << " region to yield "
                             << formatTypes(yields) << ", found "
                             << formatTypes(yield.getValues().getTypes());
  return success();
}

Value prim::detail::stripCasts(Value buffer) {
  while (Operation *def = buffer.getDefiningOp()) {
    if (!isa<memref::CastOp, tensor::CastOp>(def))
      break;
    buffer = def->getOperand(0);
  }
  return buffer;
}

/// The memory that `op`, in a region of `parent`, reads in a permitted way: a
/// buffer in host code, a base in kernels.
static Value getReadMemory(Operation *parent, Operation *op) {
  if (isa<DeviceOpInterface>(parent)) {
    if (isa<memref::LoadOp, tensor::ExtractOp>(op))
      return op->getOperand(0);
    return Value();
  }
  if (auto load = dyn_cast<LoadOp>(op); load && !load.getOrder())
    return load.getBase();
  if (auto advance = dyn_cast<AdvanceOp>(op))
    return advance.getBase();
  return Value();
}

/// Why an op may not read `memory` in a region of `parent`; empty if it may.
static StringRef getReasonAgainst(Operation *parent, Value memory) {
  auto device = dyn_cast<DeviceOpInterface>(parent);
  if (!device) {
    if (cast<BaseType>(memory.getType()).getSpace() == MemorySpace::Global)
      return "";
    return "it loads from workgroup memory, which the op uses itself; load "
           "from "
           "a !prim.base<global>";
  }
  memory = prim::detail::stripCasts(memory);
  if (llvm::any_of(device.getDeviceReads(), [&](Value read) {
        return prim::detail::stripCasts(read) == memory;
      }))
    return "";
  return "it loads from a buffer that the op does not name; add the buffer to "
         "reads(...)";
}

/// Why an op is not allowed in a region of `parent`; empty if it is.
static StringRef getReasonAgainst(Operation *parent, Operation *op) {
  if (isa<YieldOp>(op))
    return "";
  if (Value memory = getReadMemory(parent, op))
    return getReasonAgainst(parent, memory);
  StringRef dialect = op->getName().getDialectNamespace();
  if (isa_and_nonnull<PrimDialect>(op->getDialect()) &&
      !isa<LoadOp, StoreOp, AtomicRMWOp>(op))
    return "it is a collective, but the threads that run a region are "
           "undefined";
  if (dialect == "gpu" || dialect == "rocdl" || dialect == "nvvm")
    return "its result depends on the thread that runs it";
  // For an op that only has the effects of its regions, the ops in them are
  // checked, which gives the better diagnostic.
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
      !isa<MemoryEffectOpInterface>(op))
    return "";
  if (!isMemoryEffectFree(op))
    return "it accesses memory or may have side effects; compute from the "
           "arguments and captured scalars only";
  return "";
}

LogicalResult
prim::detail::verifyPure(Region &region, StringRef name,
                         llvm::function_ref<bool(Operation *)> isKnown) {
  StringRef article = name.starts_with("e") ? "an " : "a ";
  Operation *parent = region.getParentOp();
  auto verify = [&](Operation *op) {
    StringRef reason = getReasonAgainst(parent, op);
    if (!reason.empty()) {
      op->emitOpError() << "is not allowed in " << article << name
                        << " region: " << reason;
      return WalkResult::interrupt();
    }
    for (Value operand : op->getOperands()) {
      if (region.isAncestor(operand.getParentRegion()) ||
          operand.getType().isIntOrIndexOrFloat() ||
          operand == getReadMemory(parent, op))
        continue;
      op->emitOpError() << "captures a value of type " << operand.getType()
                        << " in " << article << name
                        << " region; only integers, indices and floats can be "
                           "captured";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  };
  for (Operation &op : region.getOps())
    if (!(isKnown && isKnown(&op)) && op.walk(verify).wasInterrupted())
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

/// Whether a built-in kind supports a type.
static bool isLegalKind(CombinerKind kind, Type type) {
  switch (kind) {
  case CombinerKind::Add:
  case CombinerKind::Mul:
    return true;
  case CombinerKind::MinimumF:
  case CombinerKind::MaximumF:
  case CombinerKind::MinNumF:
  case CombinerKind::MaxNumF:
    return isa<FloatType>(type);
  case CombinerKind::MinSI:
  case CombinerKind::MaxSI:
  case CombinerKind::MinUI:
  case CombinerKind::MaxUI:
  case CombinerKind::And:
  case CombinerKind::Or:
  case CombinerKind::Xor:
    return type.isIntOrIndex();
  }
  llvm_unreachable("all kinds handled");
}

LogicalResult prim::detail::verifyCombiner(CombinerOpInterface op) {
  std::optional<CombinerKind> kind = op.getCombinerKind();
  Region &region = op.getCombinerRegion();
  if (kind && !region.empty())
    return op->emitOpError("has both a kind and a combiner region; give one");
  if (!kind && region.empty())
    return op->emitOpError("needs a kind or a combiner region");

  SmallVector<Type> types = op.getAccumulatorTypes();
  if (kind) {
    if (types.size() != 1)
      return op->emitOpError()
             << "combines a tuple of " << types.size()
             << " values, which needs a combiner region instead of '"
             << stringifyCombinerKind(*kind) << "'";
    if (!isElementType(types.front()))
      return op->emitOpError()
             << "cannot combine values of type " << types.front()
             << "; use i8, i16, i32, i64, index, f16, bf16, f32 or f64";
    if (!isLegalKind(*kind, types.front()))
      return op->emitOpError() << "kind '" << stringifyCombinerKind(*kind)
                               << "' does not support type " << types.front();
    if (!op.getIdentityValues().empty())
      return op->emitOpError(
          "has an identity, which only a combiner region needs; remove it");
    if (getClause(op, "commutative"))
      return op->emitOpError(
          "has 'commutative', which is only for combiner regions; remove it, "
          "because built-in kinds are commutative");
    if (op.getCombinerFastMath() != arith::FastMathFlags::none &&
        !isa<FloatType>(types.front()))
      return op->emitOpError() << "has fastmath flags on type " << types.front()
                               << ", which is not a float";
    return success();
  }

  unsigned count = region.getNumArguments();
  if (count == 0 || count % 2 != 0)
    return op->emitOpError() << "expects the combiner region to take two "
                                "tuples of the same types, found "
                             << formatTypes(region.getArgumentTypes());
  SmallVector<Type> arguments(types);
  llvm::append_range(arguments, types);
  if (failed(verifySignature(op, region, "combiner", arguments, types)))
    return failure();
  for (Type type : types)
    if (!isElementType(type))
      return op->emitOpError()
             << "cannot combine values of type " << type
             << "; use i8, i16, i32, i64, index, f16, bf16, f32 or f64";
  if (!op.getIdentityValues().empty() &&
      failed(verifyElements(op, "identity", op.getIdentityValues().getTypes(),
                            types)))
    return failure();
  return verifyPure(region, "combiner");
}

LogicalResult prim::detail::verifyInit(CombinerOpInterface op,
                                       ValueRange init) {
  if (init.empty())
    return success();
  return verifyElements(op, "init", init.getTypes(), op.getAccumulatorTypes());
}

LogicalResult prim::detail::verifyValid(CombinerOpInterface op, Value valid) {
  // Only a constant count can be diagnosed. The reason why another count is
  // positive need not be visible here, or may have been folded away.
  APInt count;
  if (!valid || op.getCombinerKind() || !op.getIdentityValues().empty() ||
      !matchPattern(valid, m_ConstantInt(&count)) || count.isStrictlyPositive())
    return success();
  return op->emitOpError("reduces no values because valid is 0, so its "
                         "combiner region needs identity");
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

LogicalResult prim::detail::verifyOrder(SortOpInterface op) {
  std::optional<SortOrder> order = op.getSortOrder();
  Region &region = op.getComparatorRegion();
  std::optional<ArrayRef<int32_t>> orders = op.getKeyOrders();
  if (order && !region.empty())
    return op->emitOpError("has both an order and a comparator region; give "
                           "one");
  if (orders && (order || !region.empty()))
    return op->emitOpError("has both orders and ")
           << (order ? "one order for all keys" : "a comparator region")
           << "; give one";
  if (!order && !orders && region.empty())
    return op->emitOpError("needs an order or a comparator region");

  SmallVector<Type> types = op.getItemTypes();
  for (Type type : types)
    if (!isElementType(type))
      return op->emitOpError()
             << "cannot sort values of type " << type
             << "; use i8, i16, i32, i64, index, f16, bf16, f32 or f64";
  std::optional<std::pair<int64_t, int64_t>> bits = op.getBitRange();
  int64_t count = 1;
  if (auto keys = getClause<IntegerAttr>(op, "keys")) {
    count = keys.getInt();
    if (!region.empty())
      return op->emitOpError("has keys(...) with a comparator region, which "
                             "compares all members; remove keys");
    if (count < 1 || count > static_cast<int64_t>(types.size()))
      return op->emitOpError() << "expects from 1 to " << types.size()
                               << " keys, found " << count;
  }
  if (orders && static_cast<int64_t>(orders->size()) != count)
    return op->emitOpError()
           << "has " << orders->size() << " orders for " << count
           << " keys; give one order for each key, and keys(n)";
  if (orders)
    for (int32_t own : *orders)
      if (!symbolizeSortOrder(own))
        return op->emitOpError()
               << "has an order " << own << ", which is not a sort order";
  if (!region.empty()) {
    if (op.isDescending())
      return op->emitOpError("has 'descending' with a comparator region; swap "
                             "the operands of the comparison instead");
    if (bits)
      return op->emitOpError(
          "has a range of bits with a comparator region; remove the range");
    SmallVector<Type> arguments(types);
    llvm::append_range(arguments, types);
    Type result = IntegerType::get(op->getContext(), 1);
    if (failed(verifySignature(op, region, "comparator", arguments, result)))
      return failure();
    return verifyPure(region, "comparator");
  }

  // Several keys are compared in turn, and floats have only one order.
  ArrayRef<Type> keys = ArrayRef(types).take_front(count);
  int64_t width = 0;
  bool hasFloats = false;
  for (auto [number, key] : llvm::enumerate(keys)) {
    bool isFloat = isa<FloatType>(key);
    SortOrder own = orders ? static_cast<SortOrder>((*orders)[number]) : *order;
    bool isTotal = own == SortOrder::Total;
    bool isOfOne = count == 1 || orders;
    if (isOfOne ? isFloat != isTotal : !isFloat && isTotal)
      return op->emitOpError()
             << "order '" << stringifySortOrder(own)
             << "' does not support keys of type " << key << "; use "
             << (isFloat ? "'total'" : "'slt' or 'ult'");
    hasFloats |= isFloat;
    width += key.isIndex() ? IndexType::kInternalStorageBitWidth
                           : static_cast<int64_t>(key.getIntOrFloatBitWidth());
  }
  if (!bits)
    return success();
  if (hasFloats)
    return op->emitOpError(
        "has a range of bits, which requires integer keys; remove the range");
  if (bits->first < 0 || bits->first >= bits->second || bits->second > width)
    return op->emitOpError()
           << "has a range of bits [" << bits->first << ", " << bits->second
           << ") which is empty or not within the " << width
           << " bits of the key";
  return success();
}

LogicalResult prim::detail::verifyBits(Operation *op,
                                       std::optional<uint32_t> begin,
                                       std::optional<uint32_t> end) {
  if (begin.has_value() == end.has_value())
    return success();
  return op->emitOpError("needs both begin_bit and end_bit or none");
}

//===----------------------------------------------------------------------===//
// Items and results
//===----------------------------------------------------------------------===//

LogicalResult prim::detail::verifyItems(Operation *op, TypeRange inputs) {
  if (inputs.empty())
    return op->emitOpError("needs at least one input");
  auto first = dyn_cast<VectorType>(inputs.front());
  for (Type input : inputs) {
    auto vector = dyn_cast<VectorType>(input);
    if (!vector == !first && (!vector || vector.getShape() == first.getShape()))
      continue;
    return op->emitOpError() << "expects inputs that are all scalars or all "
                                "vectors of one length, found "
                             << inputs.front() << " and " << input;
  }
  SmallVector<Type> elements = llvm::map_to_vector(
      inputs, [](Type type) { return getElementTypeOrSelf(type); });
  uint64_t items = first ? first.getNumElements() : 1;
  std::string complaint = getItemComplaint(
      items * countRegisters(elements),
      isa<WarpSortOp>(op) ? kMaxNetworkRegisters : kMaxItemRegisters);
  if (!complaint.empty())
    return op->emitOpError(complaint);
  return success();
}

uint64_t prim::countRegisters(TypeRange elements) {
  uint64_t registers = 0;
  for (Type element : elements)
    registers += element.isIndex()
                     ? IndexType::kInternalStorageBitWidth / 32
                     : llvm::divideCeil(element.getIntOrFloatBitWidth(), 32u);
  return registers;
}

std::string prim::getItemComplaint(uint64_t registers, uint64_t most) {
  if (registers <= most)
    return "";
  return ("has items of " + Twine(registers) +
          " registers of 32 bits per thread, but at most " + Twine(most) +
          " are supported; use fewer items or operands, more threads, or a "
          "device op")
      .str();
}

LogicalResult
prim::detail::verifyArrangement(Operation *op, Arrangement arrangement,
                                std::optional<uint32_t> rowVector, Type items,
                                std::optional<uint32_t> rowWidth) {
  if (rowWidth && arrangement != Arrangement::Rows)
    return op->emitOpError("has the width of warps without rows; write "
                           "rows(count) width(lanes)");
  if (failed(verifyWidth(op, rowWidth, /*powerOfTwo=*/true)))
    return failure();
  if ((arrangement == Arrangement::Rows) != rowVector.has_value())
    return op->emitOpError("has 'row_vector' without rows, or rows without it; "
                           "write arrangement(rows(count))");
  if (!rowVector)
    return success();
  auto vector = dyn_cast<VectorType>(items);
  int64_t count = vector ? vector.getNumElements() : 1;
  int64_t width = static_cast<int32_t>(*rowVector);
  if (width < 1 || count % width)
    return op->emitOpError()
           << "has rows(" << width << "), which is not a divisor of the "
           << count << " items of a thread";
  return success();
}

LogicalResult prim::detail::verifyCache(Operation *op, Type memory,
                                        std::optional<CacheHint> cache) {
  if (!cache)
    return success();
  auto memref = dyn_cast<MemRefType>(memory);
  bool isWorkgroup =
      memref ? gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref)
             : isWorkgroupBase(memory);
  if (isWorkgroup && *cache != CacheHint::Volatile)
    return op->emitOpError()
           << "has cache(" << stringifyCacheHint(*cache)
           << ") for workgroup memory, which is not cached; remove the hint";
  return success();
}

LogicalResult prim::detail::verifyElements(Operation *op, StringRef name,
                                           TypeRange types,
                                           TypeRange expected) {
  if (types == expected)
    return success();
  return op->emitOpError() << "expects " << name << " of types "
                           << formatTypes(expected) << ", found "
                           << formatTypes(types);
}

LogicalResult prim::detail::verifyResults(Operation *op, TypeRange expected) {
  return verifyElements(op, "results", op->getResultTypes(), expected);
}

LogicalResult prim::detail::verifyWidth(Operation *op,
                                        std::optional<uint32_t> width,
                                        bool powerOfTwo) {
  if (!width)
    return success();
  auto value = static_cast<int32_t>(*width);
  if (value < 1 || value > kMaxLogicalWidth)
    return op->emitOpError() << "expects a width from 1 to " << kMaxLogicalWidth
                             << ", found " << value;
  if (powerOfTwo && !llvm::isPowerOf2_32(value))
    return op->emitOpError()
           << "expects a width that is a power of two, found " << value;
  return success();
}
