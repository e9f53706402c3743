//===- InPlaceFold.cpp - Folds in one register ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assembly of single DPP operations, and the code that LLVM's passes would
// have added around it. LLVM does not insert waits for instructions within
// inline assembly:
//
// * On gfx9 a DPP instruction may read a register only two wait states after a
//   vector instruction wrote it. So every step waits before it reads, and the
//   last one is followed by a wait.
// * Results of dot, matrix and transcendental instructions need more.
//   Serialize/AssemblyOperands.cpp finds them after all optimisations.
// * A step writes only registers that it reads (its outputs are tied). So
//   LLVM's waits for the reads cover the writes.
//
//===----------------------------------------------------------------------===//

#include "InPlaceFold.h"
#include "../Assembly.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::prim;

/// The operation's name before the DPP suffix; empty if the target lacks a DPP
/// form.
static StringRef getMnemonic(const TargetInfo &target,
                             const Combiner &combiner) {
  if (!combiner.getKind() || combiner.getTypes().size() != 1)
    return "";
  Type type = combiner.getTypes().front();
  if (type.isF32()) {
    switch (*combiner.getKind()) {
    case CombinerKind::Add:
      return "v_add_f32";
    case CombinerKind::Mul:
      return "v_mul_f32";
    case CombinerKind::MinNumF:
      return "v_min_f32";
    case CombinerKind::MaxNumF:
      return "v_max_f32";
    case CombinerKind::MinimumF:
      return target.has(MinimumInVOP3) ? "v_minimum_f32_e64" : "";
    case CombinerKind::MaximumF:
      return target.has(MinimumInVOP3) ? "v_maximum_f32_e64" : "";
    default:
      return "";
    }
  }
  if (type.isF16()) {
    // Where DPP has a form of three operands, that of two cannot name registers
    // from v128 on in 16-bit operations.
    bool isWide = target.has(DPPInVOP3);
    switch (*combiner.getKind()) {
    case CombinerKind::Add:
      return isWide ? "v_add_f16_e64" : "v_add_f16";
    case CombinerKind::Mul:
      return isWide ? "v_mul_f16_e64" : "v_mul_f16";
    case CombinerKind::MinNumF:
      return isWide ? "v_min_f16_e64" : "v_min_f16";
    case CombinerKind::MaxNumF:
      return isWide ? "v_max_f16_e64" : "v_max_f16";
    case CombinerKind::MinimumF:
      return target.has(MinimumInVOP3) ? "v_minimum_f16_e64" : "";
    case CombinerKind::MaximumF:
      return target.has(MinimumInVOP3) ? "v_maximum_f16_e64" : "";
    default:
      return "";
    }
  }
  return "";
}

/// An addition of two words with a carry.
static bool isWideAdd(const Combiner &combiner) {
  return combiner.getKind() == CombinerKind::Add &&
         (combiner.getTypes().front().isIndex() ||
          combiner.getTypes().front().isInteger(64));
}

bool InPlaceFold::supports(const TargetInfo &target, const Combiner &combiner) {
  if (isWideAdd(combiner))
    // On gfx11 a wave64 must wait between reading a lane mask, such as a carry,
    // and the next scalar write to it. gfx12 must wait between reading a scalar
    // register and the next read after another write. LLVM handles both only
    // outside of assembly. The condition leaves out wave64 on gfx10 too.
    return target.has(RowBroadcast) ||
           (target.waveSize == 32 && !target.has(CarryWaits));
  return !getMnemonic(target, combiner).empty();
}

Value InPlaceFold::prepare(CodeBuilder &b, const Combiner &combiner,
                           Value value) {
  std::optional<CombinerKind> kind = combiner.getKind();
  bool picks = kind == CombinerKind::MinNumF || kind == CombinerKind::MaxNumF;
  if (picks &&
      !bitEnumContainsAll(combiner.getFastMath(), arith::FastMathFlags::nnan))
    value = LLVM::CallIntrinsicOp::create(b, value.getType(),
                                          b.getStringAttr("llvm.canonicalize"),
                                          ValueRange(value))
                .getResult(0);
  return value;
}

void InPlaceFold::append(StringRef text) {
  if (!pending.empty())
    pending += "\n\t";
  pending += text;
}

void InPlaceFold::emit(ArrayRef<Value> from) {
  if (pending.empty())
    return;
  // The low word is written before the high one of `from` is read. LLVM puts
  // both in one register if it finds that they are one value, which is
  // impossible for a result of another statement.
  bool isEarly = words.size() == 2 && !from.empty() && !areResults;
  std::string constraints = isEarly ? "=&v" : "=v";
  for (size_t i = 1; i != words.size(); ++i)
    constraints += ",=v";
  for (size_t i = 0; i != from.size(); ++i)
    constraints += ",v";
  for (size_t i = 0; i != words.size(); ++i)
    constraints += "," + std::to_string(i);
  if (words.size() == 2)
    constraints += ",~{vcc}";
  SmallVector<Value> operands(from);
  llvm::append_range(operands, words);
  SmallVector<Type> types(words.size(), words.front().getType());
  Value result = createAssembly(b, types, operands, pending, constraints);
  pending.clear();
  areResults = true;
  if (words.size() == 1)
    words = {result};
  else
    words = {LLVM::ExtractValueOp::create(b, result, 0),
             LLVM::ExtractValueOp::create(b, result, 1)};
}

ArrayRef<Value> InPlaceFold::getWords() {
  emit({});
  return words;
}

void InPlaceFold::step(const llvm::Twine &move, ArrayRef<Value> from) {
  // The previous statement has other operands.
  if (!from.empty())
    emit({});
  std::string by = move.str();
  if (target.has(DPPWaits))
    append("s_nop 1");
  // Outputs are numbered from 0, followed by inputs.
  if (words.size() == 1) {
    StringRef source = from.empty() ? "$0" : "$1";
    append((getMnemonic(target, combiner) + "_dpp $0, " + source + ", $0 " + by)
               .str());
    if (!from.empty() || !target.has(DPPWaits))
      emit(from);
    return;
  }
  std::string low = from.empty() ? "$0" : "$2";
  std::string high = from.empty() ? "$1" : "$3";
  if (target.has(DPPWaits)) {
    append("v_add_co_u32_dpp $0, vcc, " + low + ", $0 " + by);
    if (target.has(ScalarWaits))
      append("s_nop 1");
    append("v_addc_co_u32_dpp $1, vcc, " + high + ", $1, vcc " + by);
  } else {
    // If only two-operand forms support DPP, the low word needs a carry in,
    // which is zero.
    if (target.has(DPPInVOP3)) {
      append("v_add_co_u32_e64_dpp $0, vcc_lo, " + low + ", $0 " + by);
    } else {
      append("s_mov_b32 vcc_lo, 0");
      append("v_add_co_ci_u32_dpp $0, vcc_lo, " + low + ", $0, vcc_lo " + by);
    }
    append("v_add_co_ci_u32_dpp $1, vcc_lo, " + high + ", $1, vcc_lo " + by);
  }
  if (!from.empty())
    emit(from);
}

ArrayRef<Value> InPlaceFold::finish() {
  if (target.has(DPPWaits))
    append("s_nop 1");
  return getWords();
}
