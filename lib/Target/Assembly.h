//===- Assembly.h - Statements of assembly ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates all of LLVM's inline assembly with results.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ASSEMBLY_H
#define PRIM_LIB_TARGET_ASSEMBLY_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// Creates a statement that only computes results of `types` (at least one)
/// from `operands`, in LLVM's notation of text and constraints. Returns the
/// result, or a struct of several results.
inline Value createAssembly(CodeBuilder &b, TypeRange types,
                            ValueRange operands, StringRef text,
                            StringRef constraints) {
  Type type = types.size() == 1
                  ? types.front()
                  : LLVM::LLVMStructType::getLiteral(
                        b.getContext(), llvm::to_vector_of<Type>(types));
  return LLVM::InlineAsmOp::create(
             b, type, operands, text, constraints,
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
      .getResult(0);
}

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ASSEMBLY_H
