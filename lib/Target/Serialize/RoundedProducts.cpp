//===- RoundedProducts.cpp - Products rounded to f16 ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 selects v_fma_mixlo_f16 or v_fma_mixhi_f16 for an f32 product that is
// rounded to f16. The addend is 0, so that a product of -0 becomes 0
// (docs/LLVMFaults.md). A multiply-add with -0 as the addend is exact and
// selects the same instruction. The constant -0 would take a register, but a
// negated 0 is an operand without one. readfirstlane keeps selection from
// computing the negation; later code generation folds its 0 into the operand.
//
// Selection also makes products of divisions. An empty assembly statement
// separates these from the rounding.
//
//===----------------------------------------------------------------------===//

#include "RoundedProducts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace mlir::prim;

namespace {

/// Rewrites what one function rounds to f16.
class ProductSigns {
public:
  explicit ProductSigns(Function &function) : function(function) {}

  /// Rewrites the products that selection may find in `use`, the operand of a
  /// rounding.
  void keep(Use &use);
  /// Removes products without other uses.
  void removeUnused();

private:
  /// x * y + -0 for the operands of `product`, or -x * y + -0.
  Value *createProduct(Instruction &product, bool isNegated);
  /// 0 in all lanes, which selection does not know.
  Value *getZero();

  Function &function;
  Value *zero = nullptr;
  SmallPtrSet<const Instruction *, 8> seen;
  /// Products and quotients, whether the rounding negates them, and their
  /// replacements.
  DenseMap<PointerIntPair<Instruction *, 1, bool>, Value *> replacements;
};

} // namespace

/// Whether selection may replace `place` by one of its operands, or by an
/// element of one.
static bool mayForward(const Instruction &place) {
  switch (place.getOpcode()) {
  case Instruction::BitCast:
  case Instruction::ExtractElement:
  case Instruction::FNeg:
  case Instruction::Freeze:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return true;
  case Instruction::FAdd:
  case Instruction::FSub:
    return any_of(place.operands(), [](const Use &operand) {
      return match(operand.get(), m_AnyZeroFP());
    });
  default:
    return false;
  }
}

/// Whether selection may replace `division` by a product: by the reciprocal of
/// a constant, or with less than full precision.
static bool mayBecomeProduct(const Instruction &division) {
  return isa<Constant>(division.getOperand(1)) || division.hasApproxFunc() ||
         division.hasAllowReciprocal() ||
         division.hasMetadata(LLVMContext::MD_fpmath);
}

/// The f32 `value` from a statement that nothing is folded with.
static Value *hideWord(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  CallInst *call = builder.CreateCall(
      InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false),
                     /*AsmString=*/"", "=v,0", /*hasSideEffects=*/false),
      {value});
  call->setDoesNotThrow();
  call->setDoesNotAccessMemory();
  call->addFnAttr(Attribute::WillReturn);
  return call;
}

/// `value` from statements, one for each element.
static Value *hide(Instruction &value) {
  IRBuilder<> builder(value.getNextNode());
  auto *vector = dyn_cast<FixedVectorType>(value.getType());
  if (!vector)
    return hideWord(builder, &value);
  Value *hidden = &value;
  for (unsigned i : seq(vector->getNumElements())) {
    Value *word = hideWord(builder, builder.CreateExtractElement(&value, i));
    hidden = builder.CreateInsertElement(hidden, word, i);
  }
  return hidden;
}

Value *ProductSigns::getZero() {
  if (zero)
    return zero;
  BasicBlock &entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Type *type = builder.getFloatTy();
  zero = builder.CreateIntrinsic(Intrinsic::amdgcn_readfirstlane, {type},
                                 {ConstantFP::getZero(type)});
  return zero;
}

Value *ProductSigns::createProduct(Instruction &product, bool isNegated) {
  IRBuilder<> builder(product.getNextNode());
  Value *addend = builder.CreateFNeg(getZero());
  if (auto *vector = dyn_cast<FixedVectorType>(product.getType()))
    addend = builder.CreateVectorSplat(vector->getNumElements(), addend);
  Value *y = product.getOperand(1);
  return builder.CreateIntrinsic(
      Intrinsic::fma, {product.getType()},
      {product.getOperand(0), isNegated ? builder.CreateFNeg(y) : y, addend},
      &product);
}

void ProductSigns::keep(Use &use) {
  auto *place = dyn_cast<Instruction>(use.get());
  if (!place)
    return;
  // An operand takes the sign without another instruction.
  Instruction *negated = nullptr;
  bool isNegated = match(place, m_FNeg(m_Instruction(negated))) &&
                   negated->getOpcode() == Instruction::FMul;
  if (isNegated)
    place = negated;
  bool isProduct = place->getOpcode() == Instruction::FMul;
  if (isProduct || place->getOpcode() == Instruction::FDiv) {
    if (!place->getType()->getScalarType()->isFloatTy() ||
        place->hasNoSignedZeros() || (!isProduct && !mayBecomeProduct(*place)))
      return;
    Value *&replacement = replacements[{place, isNegated}];
    if (!replacement)
      replacement = isProduct ? createProduct(*place, isNegated) : hide(*place);
    use.set(replacement);
    return;
  }
  if (mayForward(*place) && seen.insert(place).second)
    for (Use &operand : place->operands())
      keep(operand);
}

void ProductSigns::removeUnused() {
  SmallVector<WeakTrackingVH> products;
  for (auto [key, replacement] : replacements)
    products.push_back(key.getPointer());
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(products);
}

static void keepSigns(Function &function) {
  SmallVector<FPTruncInst *> roundings;
  for (Instruction &place : instructions(function))
    if (auto *rounding = dyn_cast<FPTruncInst>(&place);
        rounding && !rounding->hasNoSignedZeros() &&
        rounding->getType()->getScalarType()->isHalfTy())
      roundings.push_back(rounding);
  ProductSigns signs(function);
  for (FPTruncInst *rounding : roundings)
    signs.keep(rounding->getOperandUse(0));
  signs.removeUnused();
}

void mlir::prim::keepSignsOfProducts(Module &module) {
  for (Function &function : module)
    keepSigns(function);
}
