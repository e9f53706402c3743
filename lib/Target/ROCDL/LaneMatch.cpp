//===- LaneMatch.cpp - Lanes that have the same label ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Per bit, the lane's own bit is spread over a word, and a comparison makes the
// mask of the lanes with a set bit. For each word of the mask, an exclusive or
// marks the lanes that differ. The results of all bits are or-ed, two more in
// one instruction, except the last bit. A lane matches if it has the last bit
// in common and differs in no other.
//
//===----------------------------------------------------------------------===//

#include "LaneMatch.h"

#include "../Assembly.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The text of one statement, and its operands.
class Statement {
public:
  Statement(const TargetInfo &target, unsigned first, unsigned count)
      : numWords(target.waveSize / 32), target(target), first(first),
        count(count) {}

  void write();

  std::string text, constraints;
  /// All i32: the words, followed by temporaries.
  unsigned numResults = 0;
  const unsigned numWords;

private:
  std::string addResult(StringRef constraint) {
    constraints += constraint.str() + ",";
    return "$" + std::to_string(numResults++);
  }

  void append(const Twine &line) {
    if (!text.empty())
      text += "\n\t";
    text += line.str();
  }

  /// Computes the lane's bits and, for each, the mask of the lanes in which it
  /// is set.
  void compare();
  /// Sets `sum` to a word of the lanes that match in all bits. The last word
  /// may overwrite `spread`.
  void combine(StringRef sum, unsigned word);

  /// In a wave of 64 lanes masks are in scalar registers from this number on,
  /// far above those that kernels use. Assembly has no name for half of an
  /// operand.
  static constexpr unsigned firstMask = 64;

  const TargetInfo &target;
  const unsigned first, count;
  /// By bit: the register of the lane's own bit, and those of the mask.
  SmallVector<std::string> spread;
  SmallVector<SmallVector<std::string, 2>> masks;
  /// Temporaries of words that must not overwrite `spread`.
  SmallVector<std::string, 2> spare;
};

} // namespace

void Statement::compare() {
  for (unsigned bit = 0; bit < count; ++bit) {
    spread.push_back(addResult("=&v"));
    if (numWords == 1) {
      masks.push_back({addResult("=&s")});
      continue;
    }
    unsigned low = firstMask + 2 * bit;
    masks.push_back({("s" + Twine(low)).str(), ("s" + Twine(low + 1)).str()});
  }
  std::string label = "$" + std::to_string(numResults);
  for (unsigned bit = 0; bit < count; ++bit)
    append("v_bfe_i32 " + spread[bit] + ", " + label + ", " +
           Twine(first + bit) + ", 1");
  for (unsigned bit = 0; bit < count; ++bit) {
    std::string mask = numWords == 1
                           ? masks[bit].front()
                           : llvm::formatv("s[{0}:{1}]", firstMask + 2 * bit,
                                           firstMask + 2 * bit + 1)
                                 .str();
    append("v_cmp_ne_u32_e64 " + mask + ", 0, " + spread[bit]);
  }
  // Two wait states between a comparison and its reader: by other comparisons,
  // or by this instruction.
  if (target.has(ScalarWaits) && count < 3)
    append("s_nop 1");
}

void Statement::combine(StringRef sum, unsigned word) {
  bool isLastWord = word + 1 == numWords;
  SmallVector<std::string, 2> pending;
  for (unsigned bit = 0; bit < count; ++bit) {
    bool isLast = bit + 1 == count;
    std::string operands = masks[bit][word] + ", " + spread[bit];
    if (bit && target.has(BitOp3)) {
      // (mask ^ spread) | sum, or the inverse.
      append("v_bitop3_b32 " + sum + ", " + operands + ", " + sum +
             " bitop3:" + (isLast ? "0x41" : "0xbe"));
      continue;
    }
    std::string result = bit == 0     ? sum.str()
                         : isLastWord ? spread[bit]
                                      : spare[pending.size()];
    append((isLast ? "v_xnor_b32 " : "v_xor_b32 ") + result + ", " + operands);
    if (bit == 0)
      continue;
    if (isLast && !pending.empty())
      append("v_or_b32 " + sum + ", " + sum + ", " + pending.pop_back_val());
    if (isLast) {
      // ~sum & result
      append("v_bfi_b32 " + sum + ", " + sum + ", 0, " + result);
      continue;
    }
    pending.push_back(result);
    if (pending.size() < 2)
      continue;
    append("v_or3_b32 " + sum + ", " + sum + ", " + pending[0] + ", " +
           pending[1]);
    pending.clear();
  }
}

void Statement::write() {
  SmallVector<std::string, 2> sums;
  for (unsigned word = 0; word < numWords; ++word)
    sums.push_back(addResult("=&v"));
  if (numWords > 1 && !target.has(BitOp3))
    for (unsigned i = 1; i < std::min(count, 3u); ++i)
      spare.push_back(addResult("=&v"));
  compare();
  for (unsigned word = 0; word < numWords; ++word)
    combine(sums[word], word);
  constraints += "v";
  if (numWords > 1)
    for (ArrayRef<std::string> mask : masks)
      for (StringRef half : mask)
        constraints += (",~{" + half + "}").str();
}

bool prim::canMatchLanes(const TargetInfo &target) {
  // From gfx11 on a wave64 must wait between reading a lane mask and the next
  // write to it. gfx12 must wait between a read of a scalar register by a
  // vector instruction and the next read after another write. LLVM handles both
  // only outside of assembly. The condition leaves out wave64 on gfx10 too.
  if (target.waveSize == 64)
    return target.has(RowBroadcast);
  return !target.has(CarryWaits);
}

/// Bit `bit` of `label` in all bits of a word, by LLVM instructions. LLVM
/// inserts the waits for the label's computation, which it does not do before
/// assembly.
static Value spreadBit(CodeBuilder &b, Value label, unsigned bit) {
  Value top = b.shli(label, b.i32(31 - bit));
  return b.shrsi(top, b.i32(31));
}

LaneBits prim::compareLaneBits(CodeBuilder &b, const TargetInfo &target,
                               Value label, unsigned first, unsigned count) {
  LaneBits bits;
  std::string text, constraints;
  for (unsigned i = 0; i < count; ++i) {
    bits.own.push_back(spreadBit(b, label, first + i));
    text += llvm::formatv("v_cmp_ne_u32_e64 ${0}, 0, ${1}\n\t", i, count + i);
    constraints += "=&s,";
  }
  for (unsigned i = 0; i < count; ++i)
    constraints += i ? ",v" : "v";
  // The wait covers readers of the last comparison after the statement. A mask
  // may be in VCC, which has a separate wait.
  text += "s_wait_alu depctr_va_sdst(0) depctr_va_vcc(0)";
  SmallVector<Type> types(count, b.getIntegerType(target.waveSize));
  Value all = createAssembly(b, types, bits.own, text, constraints);
  if (count == 1) {
    bits.masks.push_back(all);
    return bits;
  }
  for (unsigned i = 0; i < count; ++i)
    bits.masks.push_back(LLVM::ExtractValueOp::create(b, all, i));
  return bits;
}

SmallVector<Value> prim::matchLanes(CodeBuilder &b, const TargetInfo &target,
                                    Value label, unsigned count) {
  // The masks of eight bits are in registers at once.
  constexpr unsigned most = 8;
  SmallVector<Value> same;
  for (unsigned done = 0; done < count; done += most) {
    Statement statement(target, done, std::min(most, count - done));
    statement.write();
    SmallVector<Type> types(statement.numResults, b.getI32Type());
    Value all = createAssembly(b, types, {label}, statement.text,
                               statement.constraints);
    for (unsigned word = 0; word < statement.numWords; ++word) {
      Value sum =
          types.size() == 1 ? all : LLVM::ExtractValueOp::create(b, all, word);
      if (done)
        same[word] = b.andi(same[word], sum);
      else
        same.push_back(sum);
    }
  }
  return same;
}
