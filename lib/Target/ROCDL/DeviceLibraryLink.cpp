//===- DeviceLibraryLink.cpp - Controls of the device library *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ROCm defines the library's control variables in one small file per value, and
// older versions lack the files of newer chips. The variables are a few
// constants, so prim defines them itself.
//
//===----------------------------------------------------------------------===//

#include "DeviceLibraryLink.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace mlir;
using namespace mlir::prim;

void mlir::prim::defineLibraryControls(llvm::Module &module,
                                       const TargetInfo &target, unsigned abi) {
  auto define = [&](StringRef name, unsigned bits, uint32_t value) {
    auto *type = llvm::IntegerType::get(module.getContext(), bits);
    constexpr unsigned constantSpace = 4;
    auto *control = new llvm::GlobalVariable(
        module, type, /*isConstant=*/true,
        llvm::GlobalValue::LinkOnceODRLinkage,
        llvm::ConstantInt::get(type, value), name, /*InsertBefore=*/nullptr,
        llvm::GlobalValue::NotThreadLocal, constantSpace);
    control->setVisibility(llvm::GlobalValue::HiddenVisibility);
    control->setAlignment(llvm::Align(bits / 8));
  };
  // gfx942 is 9402: the stepping is the last, hexadecimal, digit of the name.
  llvm::AMDGPU::IsaVersion isa = llvm::AMDGPU::getIsaVersion(target.chip);
  define("__oclc_ISA_version", 32,
         isa.Major * 1000 + isa.Minor * 100 + isa.Stepping);
  define("__oclc_ABI_version", 32, abi);
  define("__oclc_wavefrontsize64", 8, target.waveSize == 64);
  define("__oclc_daz_opt", 8, 0);
  define("__oclc_finite_only_opt", 8, 0);
  define("__oclc_unsafe_math_opt", 8, 0);
  define("__oclc_correctly_rounded_sqrt32", 8, 1);
}
