//===- Operands.h - Scalar operand access -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes of scalar operands: registers, constants and the one-bit
// sources. Values are copied in and out bitwise, so T may be a float.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_SCALAR_OPERANDS_H
#define PRIM_EMULATOR_SCALAR_OPERANDS_H

#include "Core/Instruction.h"

#include <cstring>

namespace prim::emulator {

/// The value of a scalar source as 32 or 64 bits; T says which.
template <typename T>
T readScalar(const Wave &wave, const Operand &operand) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  T result{};
  if (operand.kind == OperandKind::Scalar) {
    std::memcpy(&result, wave.sgpr + operand.index, sizeof(T));
    return result;
  }
  uint64_t bits = 0;
  switch (operand.kind) {
  case OperandKind::Constant:
    bits = operand.lanes[0] | uint64_t(operand.lanes[kLaneStride]) << 32;
    break;
  case OperandKind::Scc:
    bits = wave.scc;
    break;
  case OperandKind::VccZ:
    bits = wave.mask(kVccLo) == 0;
    break;
  case OperandKind::ExecZ:
    bits = wave.exec() == 0;
    break;
  default:
    break;
  }
  std::memcpy(&result, &bits, sizeof(T));
  return result;
}

template <typename T>
void writeScalar(Wave &wave, const Operand &operand, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  std::memcpy(wave.sgpr + operand.index, &value, sizeof(T));
}

} // namespace prim::emulator

#endif // PRIM_EMULATOR_SCALAR_OPERANDS_H
