//===- TargetLowering.cpp - The NVIDIA family ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The NVPTX back end's address spaces and scopes.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"
#include "CrossLane.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class NVTargetLowering : public TargetLowering {
public:
  explicit NVTargetLowering(const TargetInfo &target)
      : TargetLowering(target) {}

  void registerDialects(DialectRegistry &registry) const override {
    registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  }

  unsigned getAddressSpace(MemorySpace space) const override {
    switch (space) {
    case MemorySpace::Global:
      return static_cast<unsigned>(NVVM::NVVMMemorySpace::Global);
    case MemorySpace::Workgroup:
      return static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);
    }
    llvm_unreachable("covered switch");
  }

  unsigned getPrivateAddressSpace() const override {
    // A pass of the back end infers which pointers are local.
    return static_cast<unsigned>(NVVM::NVVMMemorySpace::Generic);
  }

  StringRef getSyncScope(MemoryScope scope) const override {
    switch (scope) {
    case MemoryScope::Wave:
    case MemoryScope::Block:
      // PTX has no warp scope.
      return "block";
    case MemoryScope::Device:
      return "device";
    }
    llvm_unreachable("covered switch");
  }

  void makeRoom(Operation *kernel, unsigned blockSize,
                unsigned blocks) const override {
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    Builder(kernel->getContext()).getI32IntegerAttr(blocks));
  }

  unsigned getDeclaredWorkgroupBytes() const override {
    // PTX has this limit on all chips.
    return 48 * 1024;
  }

  Value createFastExp2(CodeBuilder &b, Value x) const override {
    return callUnary(b, "llvm.nvvm.ex2.approx.ftz", x);
  }
  Value createFastReciprocal(CodeBuilder &b, Value x) const override {
    return callUnary(b, "llvm.nvvm.rcp.approx.ftz.f", x);
  }

  void createTrap(CodeBuilder &b, const Twine &text) const override {
    LLVM::Trap::create(b);
  }

  bool createAsyncCopy(CodeBuilder &b, Value from, Value to,
                       unsigned bytes) const override {
    if (bytes < 4)
      return false;
    // Bypasses the L1 cache, which only accesses of 16 bytes can do.
    auto cache = bytes == 16 ? NVVM::LoadCacheModifierKind::CG
                             : NVVM::LoadCacheModifierKind::CA;
    NVVM::CpAsyncOp::create(b, to, from, bytes, cache,
                            /*cpSize=*/Value());
    return true;
  }
  void createCopyCommit(CodeBuilder &b) const override {
    NVVM::CpAsyncCommitGroupOp::create(b);
  }
  void createCopyWait(CodeBuilder &b, unsigned pending) const override {
    NVVM::CpAsyncWaitGroupOp::create(b, pending);
  }

  void createPreviousWait(CodeBuilder &b) const override {
    if (target.has(OverlapsLaunches))
      NVVM::GriddepcontrolOp::create(b, NVVM::GridDepActionKind::wait);
  }
  void createNextStart(CodeBuilder &b) const override {
    if (target.has(OverlapsLaunches))
      NVVM::GriddepcontrolOp::create(
          b, NVVM::GridDepActionKind::launch_dependents);
  }

  void createBlockBarrier(CodeBuilder &b,
                          std::optional<MemoryScope>) const override {
    // The barrier orders all memory. In PTX a later release by a thread covers
    // all writes that the barrier made visible to it.
    gpu::BarrierOp::create(b);
  }

  void createClusterStore(CodeBuilder &b, Value value, Value pointer,
                          Value block, unsigned alignment) const override {
    auto type = LLVM::LLVMPointerType::get(
        b.getContext(),
        static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
    Value remote = NVVM::MapaOp::create(b, type, pointer, block);
    LLVM::StoreOp::create(b, value, remote, alignment);
  }
  void createClusterBarrier(CodeBuilder &b) const override {
    // A release, and an acquire.
    NVVM::ClusterArriveOp::create(b, UnitAttr());
    NVVM::ClusterWaitOp::create(b, UnitAttr());
  }

  std::unique_ptr<CrossLane>
  createCrossLane(CodeBuilder &b,
                  std::optional<unsigned> width) const override {
    return createNVCrossLane(b, target, width);
  }

  std::optional<std::pair<LaneSource, unsigned>>
  getLaneSource(Operation *op) const override {
    using Source = std::pair<LaneSource, unsigned>;
    StringRef name = op->getName().getStringRef();
    if (isa<LLVM::InlineAsmOp>(op))
      return Source(LaneSource::Lane, 0);
    if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
      if (call.getIntrin().starts_with("llvm.nvvm."))
        return Source(LaneSource::Lane, 0);
    if (!name.consume_front("nvvm."))
      return std::nullopt;
    if (name.starts_with("vote.") || name.starts_with("elect."))
      return Source(LaneSource::Wave, 0);
    // Special registers that a launch sets are uniform in a block.
    if (!name.consume_front("read.ptx.sreg."))
      return Source(LaneSource::Lane, 0);
    StringRef dimension = name;
    if (dimension.consume_front("tid."))
      return Source(LaneSource::ThreadId, dimension[0] - 'x');
    if (dimension.consume_front("ntid."))
      return Source(LaneSource::BlockDim, dimension[0] - 'x');
    bool isLaunch = name.starts_with("ctaid") || name.starts_with("nctaid") ||
                    name.starts_with("cluster") || name.starts_with("warpsize");
    return Source(isLaunch ? LaneSource::Block : LaneSource::Lane, 0);
  }
};

} // namespace

std::unique_ptr<TargetLowering>
mlir::prim::createNVTargetLowering(const TargetInfo &target) {
  return std::make_unique<NVTargetLowering>(target);
}
