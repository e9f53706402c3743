//===- AssemblyOperands.cpp - Operands of assembly --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of transcendental, dot and matrix instructions require waits. LLVM's
// hazard recogniser inserts them for visible instructions, but not for assembly
// statements. A visible move that reads the result gets the wait instead.
//
// The instructions that compute an operand are searched after optimisation.
// Before it, a load may still become the stored value, and a maximum or a sum
// one of its operands.
//
//===----------------------------------------------------------------------===//

#include "AssemblyOperands.h"

#include "prim/Target/Chips.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

/// Proves that a value comes from instructions without waits, whatever code
/// generation still folds. An operation can be folded to one of its operands,
/// so all of these are checked.
class Proof {
public:
  /// Proven values are cached.
  bool isFound(const Value &value) {
    seen.clear();
    if (!holdsFor(value))
      return false;
    proven.insert(seen.begin(), seen.end());
    return true;
  }

private:
  bool holdsFor(const Value &value);
  bool holdsForAll(const User &user) {
    return llvm::all_of(user.operands(), [&](const Use &operand) {
      return holdsFor(*operand.get());
    });
  }
  bool holdsForCall(const CallInst &call);
  bool holdsForLoad(const LoadInst &load);

  SmallPtrSet<const Value *, 16> seen, proven;
};

} // namespace

/// Whether an operation on `user`'s operands may be selected as part of a dot
/// product: integers that are multiplied, or halves extended to f32.
static bool mayBecomeDot(const User &user) {
  return llvm::any_of(user.operands(), [](const Use &operand) {
    return isa<FPExtInst>(operand.get());
  });
}

/// The base of an address without its constant offset.
static const Value *baseOf(const Value *pointer, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  return pointer->stripAndAccumulateConstantOffsets(layout, offset,
                                                    /*AllowNonInbounds=*/true);
}

bool Proof::holdsForLoad(const LoadInst &load) {
  // Selection may forward the value of an earlier store in the block if it
  // finds that both are at one address.
  const DataLayout &layout = load.getDataLayout();
  const Value *base = baseOf(load.getPointerOperand(), layout);
  for (const Instruction *before = load.getPrevNode(); before;
       before = before->getPrevNode()) {
    auto *store = dyn_cast<StoreInst>(before);
    if (store && baseOf(store->getPointerOperand(), layout) == base &&
        !holdsFor(*store->getValueOperand()))
      return false;
  }
  return true;
}

bool Proof::holdsForCall(const CallInst &call) {
  // A statement ends with the waits that its results need.
  if (call.isInlineAsm())
    return true;
  switch (call.getIntrinsicID()) {
  case Intrinsic::amdgcn_update_dpp:
  case Intrinsic::amdgcn_mov_dpp:
  case Intrinsic::amdgcn_mov_dpp8:
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
  case Intrinsic::amdgcn_permlane64:
  case Intrinsic::amdgcn_permlane16_swap:
  case Intrinsic::amdgcn_permlane32_swap:
  case Intrinsic::amdgcn_readlane:
  case Intrinsic::amdgcn_readfirstlane:
  case Intrinsic::amdgcn_writelane:
  case Intrinsic::amdgcn_ds_bpermute:
  case Intrinsic::amdgcn_ds_swizzle:
  case Intrinsic::amdgcn_mbcnt_hi:
  case Intrinsic::amdgcn_mbcnt_lo:
  case Intrinsic::amdgcn_workitem_id_x:
  case Intrinsic::amdgcn_workitem_id_y:
  case Intrinsic::amdgcn_workitem_id_z:
    return true;
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    if (mayBecomeDot(call))
      return false;
    [[fallthrough]];
  case Intrinsic::abs:
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
  case Intrinsic::canonicalize:
  case Intrinsic::copysign:
  case Intrinsic::ctlz:
  case Intrinsic::ctpop:
  case Intrinsic::cttz:
  case Intrinsic::fabs:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::maximum:
  case Intrinsic::maximumnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::minimumnum:
  case Intrinsic::minnum:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return llvm::all_of(call.args(), [&](const Use &operand) {
      return holdsFor(*operand.get());
    });
  default:
    return false;
  }
}

bool Proof::holdsFor(const Value &value) {
  // A longer search costs more than a move.
  constexpr unsigned most = 256;
  if (isa<Constant>(value) || proven.contains(&value))
    return true;
  if (auto *argument = dyn_cast<Argument>(&value))
    return argument->getParent()->getCallingConv() ==
           CallingConv::AMDGPU_KERNEL;
  if (seen.size() == most)
    return false;
  if (!seen.insert(&value).second)
    return true;
  const auto &place = cast<Instruction>(value);
  switch (place.getOpcode()) {
  case Instruction::Load:
    return holdsForLoad(cast<LoadInst>(place));
  case Instruction::Call:
    return holdsForCall(cast<CallInst>(place));
  case Instruction::FMul:
    return !mayBecomeDot(place) && holdsForAll(place);
  case Instruction::Select:
    return holdsFor(*place.getOperand(1)) && holdsFor(*place.getOperand(2));
  case Instruction::Add:
  case Instruction::And:
  case Instruction::AShr:
  case Instruction::BitCast:
  case Instruction::ExtractElement:
  case Instruction::ExtractValue:
  case Instruction::FAdd:
  case Instruction::FNeg:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::Freeze:
  case Instruction::FSub:
  case Instruction::InsertElement:
  case Instruction::LShr:
  case Instruction::Or:
  case Instruction::PHI:
  case Instruction::SExt:
  case Instruction::Shl:
  case Instruction::ShuffleVector:
  case Instruction::SIToFP:
  case Instruction::Sub:
  case Instruction::Trunc:
  case Instruction::UIToFP:
  case Instruction::Xor:
  case Instruction::ZExt:
    return holdsForAll(place);
  default:
    return false;
  }
}

/// quad_perm:[0,1,2,3] without a mask: the identity.
static Value *createMove(IRBuilder<> &builder, Value *value) {
  constexpr unsigned identity = 0xe4, all = 0xf;
  Type *type = value->getType();
  Type *bits = builder.getIntNTy(type->getPrimitiveSizeInBits());
  Value *word = builder.CreateBitCast(value, bits);
  Value *moved = builder.CreateIntrinsic(
      Intrinsic::amdgcn_update_dpp, {bits},
      {word, word, builder.getInt32(identity), builder.getInt32(all),
       builder.getInt32(all), builder.getTrue()});
  return builder.CreateBitCast(moved, type);
}

/// The numbers of the operands of `assembly` in vector registers.
static SmallVector<unsigned> findVectorOperands(const InlineAsm &assembly) {
  SmallVector<unsigned> operands;
  unsigned next = 0;
  InlineAsm::ConstraintInfoVector all = assembly.ParseConstraints();
  for (const InlineAsm::ConstraintInfo &constraint : all) {
    if (constraint.Type != InlineAsm::isInput)
      continue;
    StringRef code = constraint.Codes.front();
    // A number ties the operand to the result of that number.
    unsigned result;
    if (!code.getAsInteger(10, result) && result < all.size())
      code = all[result].Codes.front();
    if (code == "v" || code.starts_with("{v"))
      operands.push_back(next);
    ++next;
  }
  return operands;
}

static void moveOperands(CallInst &call, Proof &proof) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly || assembly->getAsmString().empty())
    return;
  IRBuilder<> builder(&call);
  for (unsigned index : findVectorOperands(*assembly)) {
    Value *operand = call.getArgOperand(index);
    Type *type = operand->getType();
    bool isWord = type->isIntegerTy() || type->isFloatingPointTy();
    if (isWord && !proof.isFound(*operand))
      call.setArgOperand(index, createMove(builder, operand));
  }
}

void mlir::prim::moveAssemblyOperands(Module &module, const Chip &chip) {
  if (!(chip.crossLane & ResultWaits))
    return;
  for (Function &function : module) {
    Proof proof;
    for (Instruction &place : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&place))
        moveOperands(*call, proof);
  }
}
