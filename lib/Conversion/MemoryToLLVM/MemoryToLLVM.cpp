//===- MemoryToLLVM.cpp - prim's memory ops in LLVM's terms -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are replaced in place for all uses of a base, including calls, branches
// and loops. A conversion with patterns would need a pattern for each of these
// ops.
//
//===----------------------------------------------------------------------===//

#include "MemoryToLLVM.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Rewrites the ops one by one, after bases have become pointers. Operands are
/// read without accessors, which would expect bases.
class MemoryLowering {
public:
  explicit MemoryLowering(const TargetLowering *target) : target(target) {}

  void lower(Operation *op);

private:
  /// `pointer` advanced by `bytes` (an unsigned integer, or index).
  Value offset(Value pointer, Value bytes);
  /// The address of an access to `item`. A constant part of the offset is added
  /// last, because it becomes part of the instruction.
  Value address(Value pointer, Value offset, Type item);
  /// Whether it points into workgroup memory.
  bool isWorkgroup(Value pointer);
  LLVM::AtomicOrdering getOrdering(MemoryOrder order);
  /// Order and scope of a load or store. An access that bypasses the caches of
  /// a block becomes a relaxed atomic access at device scope.
  template <typename OpTy>
  std::pair<LLVM::AtomicOrdering, StringRef> getAtomicity(OpTy op) {
    if (op.getCache() == CacheHint::Device)
      return {LLVM::AtomicOrdering::monotonic,
              target->getSyncScope(MemoryScope::Device)};
    if (!op.getOrder())
      return {LLVM::AtomicOrdering::not_atomic, StringRef()};
    return {getOrdering(*op.getOrder()), target->getSyncScope(*op.getScope())};
  }
  /// The type of an item in memory, and the item converted to that type.
  Type getStorageType(Type item);
  Value convert(Value item, Type type);

  Value lowerBase(BaseOfOp op, Type pointer);
  Value lowerBaseAt(BaseAtOp op, Type pointer);
  Value lowerAdvance(AdvanceOp op);
  Value lowerIsAligned(IsAlignedOp op);
  Value lowerAlloc(WorkgroupAllocOp op, LLVM::LLVMPointerType pointer);
  Value lowerLoad(LoadOp op);
  void lowerStore(StoreOp op);
  Value lowerAtomic(AtomicRMWOp op);
  void lowerCopy(CopyAsyncOp op);

  const TargetLowering *target;
  std::optional<CodeBuilder> builder;
  /// Pointers that LLVM does not decompose, by argument of a kernel and
  /// distance.
  DenseMap<std::pair<Value, int64_t>, Value> held;
};

} // namespace

Value MemoryLowering::offset(Value pointer, Value bytes) {
  CodeBuilder &b = *builder;
  Type i64 = b.getI64Type();
  bool isShort = bytes.getType().isInteger(32);
  if (isShort)
    bytes = b.createOrFold<arith::ExtUIOp>(i64, bytes);
  else if (bytes.getType().isIndex())
    bytes = b.createOrFold<arith::IndexCastOp>(i64, bytes);
  // A base may lie outside of the accessed memory, so inbounds does not hold; a
  // 64-bit address does not wrap.
  bool wraps = !isShort || isWorkgroup(pointer);
  return LLVM::GEPOp::create(
      b, pointer.getType(), b.getI8Type(), pointer, ValueRange{bytes},
      wraps ? LLVM::GEPNoWrapFlags::none : LLVM::GEPNoWrapFlags::nuw);
}

bool MemoryLowering::isWorkgroup(Value pointer) {
  return target &&
         cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace() ==
             target->getAddressSpace(MemorySpace::Workgroup);
}

Value MemoryLowering::address(Value pointer, Value bytes, Type item) {
  if (matchPattern(bytes, m_Zero()))
    return pointer;
  auto isNUW = [](auto op) {
    return bitEnumContainsAll(op.getOverflowFlags(),
                              arith::IntegerOverflowFlags::nuw);
  };
  auto sum = bytes.getDefiningOp<arith::AddIOp>();
  if (sum && matchPattern(sum.getRhs(), m_Constant()) && isNUW(sum))
    return offset(address(pointer, sum.getLhs(), item), sum.getRhs());
  // If pointers are as wide as offsets, LLVM selects better instructions for an
  // index of elements than for a product. It scales the summands of the index
  // one by one.
  auto product = bytes.getDefiningOp<arith::MulIOp>();
  APInt factor;
  unsigned size = getNaturalAlignment(item);
  if (!product || !isNUW(product) || !isWorkgroup(pointer) ||
      !matchPattern(product.getRhs(), m_ConstantInt(&factor)) ||
      factor.urem(size) != 0)
    return offset(pointer, bytes);
  Value index = builder->createOrFold<arith::MulIOp>(
      product.getLhs(), builder->constant(builder->getI32IntegerAttr(
                            factor.getZExtValue() / size)));
  return LLVM::GEPOp::create(
      *builder, pointer.getType(),
      LLVM::LLVMArrayType::get(builder->getI8Type(), size), pointer,
      ValueRange{index});
}

LLVM::AtomicOrdering MemoryLowering::getOrdering(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case MemoryOrder::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case MemoryOrder::Release:
    return LLVM::AtomicOrdering::release;
  case MemoryOrder::AcqRel:
    return LLVM::AtomicOrdering::acq_rel;
  }
  llvm_unreachable("covered switch");
}

Type MemoryLowering::getStorageType(Type item) {
  Type element = getElementTypeOrSelf(item);
  if (element.isIndex())
    element = builder->getI64Type();
  else if (element.isInteger(1))
    // LLVM would pack the bits of a vector.
    element = builder->getI8Type();
  if (auto vector = dyn_cast<VectorType>(item))
    return vector.clone(element);
  return element;
}

Value MemoryLowering::convert(Value item, Type type) {
  Type from = getElementTypeOrSelf(item), to = getElementTypeOrSelf(type);
  if (from == to)
    return item;
  if (from.isInteger(1))
    return builder->extui(type, item);
  if (to.isInteger(1))
    return builder->trunci(type, item);
  return builder->indexCast(type, item);
}

Value MemoryLowering::lowerBase(BaseOfOp op, Type pointer) {
  CodeBuilder &b = *builder;
  Value memref = op.getMemref();
  auto type = cast<MemRefType>(memref.getType());
  Value bytes = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  auto [strides, start] = type.getStridesAndOffset();
  if (start != 0) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
    Value size = b.index(getNaturalAlignment(type.getElementType()));
    Value skipped = b.mul(metadata.getOffset(), size);
    bytes = b.add(bytes, skipped);
  }
  Value address = b.indexCast(b.getI64Type(), bytes);
  return LLVM::IntToPtrOp::create(b, pointer, address);
}

Value MemoryLowering::lowerBaseAt(BaseAtOp op, Type pointer) {
  CodeBuilder &b = *builder;
  Value address = op.getAddress();
  if (address.getType().isIndex())
    address = b.indexCast(b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, pointer, address);
}

Value MemoryLowering::lowerIsAligned(IsAlignedOp op) {
  CodeBuilder &b = *builder;
  Type i64 = b.getI64Type();
  Value address = LLVM::PtrToIntOp::create(b, i64, op.getBase());
  Value rest = LLVM::AndOp::create(
      b, address,
      LLVM::ConstantOp::create(
          b, i64, b.getI64IntegerAttr(int64_t(op.getAlignment()) - 1)));
  return LLVM::ICmpOp::create(
      b, LLVM::ICmpPredicate::eq, rest,
      LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(0)));
}

Value MemoryLowering::lowerAdvance(AdvanceOp op) {
  Value pointer = op->getOperand(0), bytes = op->getOperand(1);
  // Only arguments of the kernel, not of other blocks in it.
  auto argument = dyn_cast<BlockArgument>(pointer);
  auto kernel = dyn_cast_or_null<gpu::GPUFuncOp>(
      argument && argument.getOwner()->isEntryBlock()
          ? argument.getOwner()->getParentOp()
          : nullptr);
  APInt constant;
  if (!target || !target->getTarget().offsetBits || !kernel ||
      !kernel.isKernel() || isWorkgroup(pointer) ||
      !matchPattern(bytes, m_ConstantInt(&constant)))
    return offset(pointer, bytes);
  // The instruction holds the part of the distance that fits. The rest is
  // uniform, and shared by all distances with that rest.
  int64_t distance = constant.getSExtValue();
  int64_t reach = int64_t(1) << (target->getTarget().offsetBits - 1);
  if (distance > std::numeric_limits<int64_t>::max() - reach)
    return offset(pointer, bytes);
  int64_t kept =
      llvm::divideFloorSigned(distance + reach, 2 * reach) * 2 * reach;
  auto constantBytes = [&](int64_t value) -> Value {
    return builder->constant(builder->getI64IntegerAttr(value));
  };
  if (kept) {
    Value &base = held[{pointer, kept}];
    if (!base) {
      CodeBuilder::InsertionGuard guard(*builder);
      builder->setInsertionPointToStart(pointer.getParentBlock());
      base =
          target->holdUniform(*builder, offset(pointer, constantBytes(kept)));
    }
    pointer = base;
  }
  if (distance == kept)
    return pointer;
  return offset(pointer, constantBytes(distance - kept));
}

Value MemoryLowering::lowerAlloc(WorkgroupAllocOp op,
                                 LLVM::LLVMPointerType pointer) {
  auto module = op->getParentOfType<gpu::GPUModuleOp>();
  auto function = op->getParentOfType<gpu::GPUFuncOp>();
  std::string base = "__prim_";
  if (std::optional<StringRef> purpose = op.getPurpose())
    for (char c : *purpose)
      base += llvm::isAlnum(c) ? c : '_';
  else
    base += "workgroup";
  if (function)
    base += ("_" + function.getName()).str();
  std::string name = base;
  for (unsigned i = 0; module.lookupSymbol(name); ++i)
    name = base + "_" + std::to_string(i);
  OpBuilder outer = OpBuilder::atBlockBegin(module.getBody());
  // LLVM reads more bytes than requested if the alignment guarantees that this
  // cannot fault, such as 8 bytes for three i16. So the size is rounded up to
  // the next multiple of the alignment.
  uint64_t bytes = llvm::alignTo(op.getBytes(), WorkgroupAllocOp::kAlignment);
  LLVM::GlobalOp::create(outer, op.getLoc(),
                         LLVM::LLVMArrayType::get(outer.getI8Type(), bytes),
                         /*isConstant=*/false, LLVM::Linkage::Internal, name,
                         /*value=*/Attribute(), WorkgroupAllocOp::kAlignment,
                         pointer.getAddressSpace());
  return LLVM::AddressOfOp::create(*builder, pointer, name);
}

Value MemoryLowering::lowerLoad(LoadOp op) {
  Type type = op.getValue().getType(), stored = getStorageType(type);
  unsigned alignment = op.getAlignment().value_or(getNaturalAlignment(type));
  Value place = address(op->getOperand(0), op->getOperand(1), type);
  std::optional<CacheHint> cache = op.getCache();
  auto [ordering, scope] = getAtomicity(op);
  Value loaded =
      LLVM::LoadOp::create(*builder, stored, place, alignment,
                           /*isVolatile=*/cache == CacheHint::Volatile,
                           /*isNonTemporal=*/cache == CacheHint::Stream,
                           /*isInvariant=*/cache == CacheHint::Constant,
                           /*isInvariantGroup=*/false, ordering, scope);
  return convert(loaded, type);
}

void MemoryLowering::lowerStore(StoreOp op) {
  Value value = op->getOperand(0);
  Type stored = getStorageType(value.getType());
  unsigned alignment =
      op.getAlignment().value_or(getNaturalAlignment(value.getType()));
  Value place = address(op->getOperand(1), op->getOperand(2), value.getType());
  value = convert(value, stored);
  std::optional<CacheHint> cache = op.getCache();
  auto [ordering, scope] = getAtomicity(op);
  LLVM::StoreOp::create(*builder, value, place, alignment,
                        /*isVolatile=*/cache == CacheHint::Volatile,
                        /*isNonTemporal=*/cache == CacheHint::Stream,
                        /*isInvariantGroup=*/false, ordering, scope);
}

static LLVM::AtomicBinOp getOperation(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::Add:
    return LLVM::AtomicBinOp::add;
  case AtomicKind::Exchange:
    return LLVM::AtomicBinOp::xchg;
  case AtomicKind::Or:
    return LLVM::AtomicBinOp::_or;
  }
  llvm_unreachable("all kinds handled");
}

Value MemoryLowering::lowerAtomic(AtomicRMWOp op) {
  return LLVM::AtomicRMWOp::create(
      *builder, getOperation(op.getKind()),
      address(op->getOperand(1), op->getOperand(2), op.getResult().getType()),
      op->getOperand(0), getOrdering(op.getOrder()),
      target->getSyncScope(op.getScope()));
}

void MemoryLowering::lowerCopy(CopyAsyncOp op) {
  CodeBuilder &b = *builder;
  unsigned bytes = op.getBytes();
  Type type = b.getIntegerType(8 * bytes);
  Value from = address(op->getOperand(0), op->getOperand(1), type);
  Value to = address(op->getOperand(2), op->getOperand(3), type);
  if (target->createAsyncCopy(b, from, to, bytes))
    return;
  if (bytes > 4)
    type = VectorType::get({bytes / 4}, b.getI32Type());
  LLVM::StoreOp::create(b, LLVM::LoadOp::create(b, type, from, bytes), to,
                        bytes);
}

void MemoryLowering::lower(Operation *op) {
  builder.emplace(op->getLoc(), op);
  auto pointer =
      op->getNumResults() == 1
          ? dyn_cast<LLVM::LLVMPointerType>(op->getResult(0).getType())
          : LLVM::LLVMPointerType();
  Value result =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](BaseOfOp base) { return lowerBase(base, pointer); })
          .Case([&](BaseAtOp at) { return lowerBaseAt(at, pointer); })
          .Case([&](AdvanceOp advance) { return lowerAdvance(advance); })
          .Case([&](IsAlignedOp aligned) { return lowerIsAligned(aligned); })
          .Case([&](WorkgroupAllocOp alloc) {
            return lowerAlloc(alloc, pointer);
          })
          .Case([&](LoadOp load) { return lowerLoad(load); })
          .Case([&](AtomicRMWOp atomic) { return lowerAtomic(atomic); })
          .Case([&](StoreOp store) {
            lowerStore(store);
            return Value();
          })
          .Case([&](CopyAsyncOp copy) {
            lowerCopy(copy);
            return Value();
          })
          .Case([&](CopyCommitOp) {
            target->createCopyCommit(*builder);
            return Value();
          })
          .Case([&](CopyWaitOp wait) {
            target->createCopyWait(*builder, wait.getPending());
            return Value();
          })
          .Case([&](GridWaitPreviousOp) {
            target->createPreviousWait(*builder);
            return Value();
          })
          .Case([&](GridStartNextOp) {
            target->createNextStart(*builder);
            return Value();
          })
          .Case([&](ClusterStoreOp store) {
            Type type = store.getValue().getType();
            target->createClusterStore(
                *builder, op->getOperand(0),
                address(op->getOperand(1), op->getOperand(2), type),
                op->getOperand(3), getElementBytes(getElementTypeOrSelf(type)));
            return Value();
          })
          .Case([&](ClusterBarrierOp) {
            target->createClusterBarrier(*builder);
            return Value();
          })
          .Case([&](BlockBarrierOp barrier) {
            target->createBlockBarrier(*builder, barrier.getOrders());
            return Value();
          });
  if (result)
    op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

/// Replaces the type of every base under `root`, and then all memory ops. Skips
/// the contents of gpu.modules, unless `root` is one.
static void lowerAll(Operation *root, const TargetLowering *target) {
  AttrTypeReplacer types;
  types.addReplacement([&](BaseType type) -> Type {
    return LLVM::LLVMPointerType::get(
        type.getContext(),
        target ? target->getAddressSpace(type.getSpace()) : 0);
  });
  SmallVector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != root && isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    types.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                            /*replaceTypes=*/true);
    if (isa<BaseOfOp, BaseAtOp, AdvanceOp, IsAlignedOp>(op) ||
        (target &&
         isa<WorkgroupAllocOp, LoadOp, StoreOp, AtomicRMWOp, CopyAsyncOp,
             CopyCommitOp, CopyWaitOp, GridWaitPreviousOp, GridStartNextOp,
             BlockBarrierOp, ClusterStoreOp, ClusterBarrierOp>(op)))
      ops.push_back(op);
    return WalkResult::advance();
  });
  MemoryLowering lowering(target);
  for (Operation *op : ops)
    lowering.lower(op);
}

/// Reports a base of memory that is private to a thread.
static LogicalResult checkBase(BaseOfOp op) {
  Value memory = op.getMemref();
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  if (!memory.getDefiningOp<memref::AllocaOp>())
    return success();
  InFlightDiagnostic error =
      op.emitOpError("expects memory that threads share, found private memory; "
                     "load and store through the memref");
  error.attachNote(memory.getLoc()) << "allocated here";
  return error;
}

/// Reports an op of clusters that the chip, or the kernel, has none of.
static LogicalResult checkCluster(Operation *op, const TargetInfo &target) {
  if (!target.has(Clusters))
    return op->emitOpError()
           << "needs a cluster of blocks, which " << target.chip
           << " does not have; chips have them from sm_90 on";
  auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
  auto size = kernel ? kernel.getKnownClusterSize()
                     : std::optional<ArrayRef<int32_t>>();
  if (!size)
    return op->emitOpError("is in a kernel without a cluster; add "
                           "'known_cluster_size = array<i32: blocks, 1, 1>'");
  int64_t blocks = 1;
  for (int32_t each : *size)
    blocks *= each;
  if (blocks < 1 || blocks > kMaxClusterBlocks)
    return op->emitOpError()
           << "is in a cluster of " << blocks << " blocks; chips run 1 to "
           << kMaxClusterBlocks << " together";
  return success();
}

LogicalResult mlir::prim::lowerMemoryOps(gpu::GPUModuleOp module,
                                         const TargetLowering &target) {
  WalkResult walk = module.walk([&](Operation *op) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case([](BaseOfOp base) { return checkBase(base); })
            .Case<ClusterStoreOp, ClusterBarrierOp>([&](Operation *each) {
              return checkCluster(each, target.getTarget());
            })
            .Default(success());
    return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  lowerAll(module, &target);
  return success();
}

void mlir::prim::lowerHostBases(Operation *root) {
  lowerAll(root, /*target=*/nullptr);
}
