//===- TargetLowering.cpp - Memory and barriers on NVIDIA ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The NVPTX back end's address spaces and scopes.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/TargetLowering.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class NVTargetLowering : public TargetLowering {
public:
  unsigned getAddressSpace(MemorySpace space) const override {
    switch (space) {
    case MemorySpace::Global:
      return static_cast<unsigned>(NVVM::NVVMMemorySpace::Global);
    case MemorySpace::Workgroup:
      return static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);
    }
    llvm_unreachable("covered switch");
  }

  StringRef getSyncScope(MemoryScope scope) const override {
    switch (scope) {
    case MemoryScope::Wave:
    case MemoryScope::Block:
      // PTX has no scope of a warp.
      return "block";
    case MemoryScope::Device:
      return "device";
    }
    llvm_unreachable("covered switch");
  }

  void createBlockBarrier(OpBuilder &builder, Location loc) const override {
    gpu::BarrierOp::create(builder, loc);
  }
};

} // namespace

namespace mlir::prim {
std::unique_ptr<TargetLowering> createNVTargetLowering() {
  return std::make_unique<NVTargetLowering>();
}
} // namespace mlir::prim
