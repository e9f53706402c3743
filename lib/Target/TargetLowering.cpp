//===- TargetLowering.cpp - Choosing a target family --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a family is looked up; what it does is in its folder.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/TargetLowering.h"

using namespace mlir;
using namespace mlir::prim;

namespace mlir::prim {
std::unique_ptr<TargetLowering> createAMDTargetLowering();
std::unique_ptr<TargetLowering> createNVTargetLowering();
} // namespace mlir::prim

TargetLowering::~TargetLowering() = default;

std::unique_ptr<TargetLowering>
TargetLowering::create(const TargetInfo &target) {
  switch (target.family) {
  case TargetFamily::AMDGPU:
    return createAMDTargetLowering();
  case TargetFamily::NVPTX:
    return createNVTargetLowering();
  }
  llvm_unreachable("covered switch");
}
