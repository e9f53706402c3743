//===- TargetLowering.cpp - Choosing a target family --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the families; each is implemented in its own folder.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

using namespace mlir;
using namespace mlir::prim;

TargetLowering::~TargetLowering() = default;

std::unique_ptr<TargetLowering>
TargetLowering::create(const TargetInfo &target) {
  switch (target.family) {
  case TargetFamily::AMDGPU:
    return createAMDTargetLowering(target);
  case TargetFamily::NVPTX:
    return createNVTargetLowering(target);
  }
  llvm_unreachable("covered switch");
}

Value TargetLowering::callUnary(CodeBuilder &b, StringRef name, Value x) {
  return LLVM::CallIntrinsicOp::create(b, x.getType(), b.getStringAttr(name), x)
      .getResult(0);
}

void TargetLowering::getDependentDialects(DialectRegistry &registry) {
  // The dialects of a family do not depend on the chip.
  for (const Family &family : families) {
    TargetInfo any = {};
    any.family = family.family;
    create(any)->registerDialects(registry);
  }
}
