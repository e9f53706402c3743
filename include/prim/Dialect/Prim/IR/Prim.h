//===- Prim.h - The prim dialect -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main header of the dialect: the dialect, its enums and attributes, its
// interfaces and the ops of PrimCoreOps.td. Op families with a header of their
// own include this one.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIM_H
#define PRIM_DIALECT_PRIM_IR_PRIM_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "prim/Dialect/Prim/IR/PrimDialect.h.inc"
#include "prim/Dialect/Prim/IR/PrimEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "prim/Dialect/Prim/IR/PrimAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "prim/Dialect/Prim/IR/PrimTypes.h.inc"

namespace mlir::prim {

namespace detail {
/// The clauses of an op; private to the dialect.
struct OpSyntax;
/// Verifies that the words in the clauses of `op` are words that it takes.
LogicalResult verifyWords(Operation *op, const OpSyntax &syntax);

/// Fills groups of operands, each given with its clause's keyword, and leaves
/// the others empty. The results are the tensors of `outs` and of groups that
/// are written like it. Regions are empty.
void buildDeviceOp(OperationState &state, const OpSyntax &syntax,
                   MutableArrayRef<int32_t> sizes,
                   ArrayRef<std::pair<StringRef, ValueRange>> groups);

/// Sets the attribute of a leading word, if there is one.
template <typename AttrT, typename Enum>
void setWord(AttrT &attr, OpBuilder &builder, std::optional<Enum> word) {
  if (word)
    attr = AttrT::get(builder.getContext(), *word);
}
template <typename AttrT, typename Enum>
void setWord(AttrT &attr, OpBuilder &builder, Enum word) {
  attr = AttrT::get(builder.getContext(), word);
}
/// An attribute that holds the number of the word.
template <typename Enum>
void setWord(IntegerAttr &attr, OpBuilder &builder, Enum word) {
  attr = builder.getI32IntegerAttr(static_cast<int32_t>(word));
}
} // namespace detail

/// Prints how each op that is written in clauses is written: its name and
/// leading words, a clause in each further line, and where the types stand.
void printSyntax(raw_ostream &os, MLIRContext *context);

/// The attribute of a clause of `op`; null if `op` has no such clause. A
/// discardable attribute of the same name is ignored.
template <typename AttrT = Attribute>
AttrT getClause(Operation *op, StringRef name) {
  return dyn_cast_or_null<AttrT>(
      op->getInherentAttr(name).value_or(Attribute()));
}

} // namespace mlir::prim

// Generated code does not use all of its parameters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "prim/Dialect/Prim/IR/PrimInterfaces.h.inc"
#pragma GCC diagnostic pop

namespace mlir::prim {

/// Whether `type` is a base in device memory, or one in workgroup memory.
inline bool isGlobalBase(Type type) {
  auto base = dyn_cast<BaseType>(type);
  return base && base.getSpace() == MemorySpace::Global;
}
inline bool isWorkgroupBase(Type type) {
  auto base = dyn_cast<BaseType>(type);
  return base && base.getSpace() == MemorySpace::Workgroup;
}

/// Whether `op` is in the prefix region of a prim.block_scan, which one wave
/// executes and not the block.
bool isInPrefix(Operation *op);

/// Trait of ops that all threads of a block execute together.
template <typename ConcreteType>
class BlockCollective
    : public OpTrait::TraitBase<ConcreteType, BlockCollective> {};

/// The resource through which the lanes of a warp communicate in warp ops.
struct WarpExchangeResource
    : public SideEffects::Resource::Base<WarpExchangeResource> {
  StringRef getName() final { return "prim.warp_exchange"; }
};

/// The resource through which the threads of a block communicate in block ops.
struct BlockExchangeResource
    : public SideEffects::Resource::Base<BlockExchangeResource> {
  StringRef getName() final { return "prim.block_exchange"; }
};

} // namespace mlir::prim

// Generated code does not use all of its parameters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimCoreOps.h.inc"
#pragma GCC diagnostic pop

#endif // PRIM_DIALECT_PRIM_IR_PRIM_H
