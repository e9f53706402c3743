//===- TargetLowering.cpp - The NVIDIA family ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The NVPTX back end's address spaces and scopes, and the moves of PTX, which
// name the lanes that take part.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class NVCrossLane : public CrossLane {
public:
  NVCrossLane(ImplicitLocOpBuilder &builder, const TargetInfo &target,
              std::optional<unsigned> width)
      : CrossLane(builder, target), width(width) {}

  Value laneId() override {
    return NVVM::LaneIdOp::create(builder, builder.getI32Type());
  }

  Value ballot(Value predicate) override {
    return NVVM::VoteSyncOp::create(builder, builder.getI32Type(), members(),
                                    predicate, NVVM::VoteSyncKind::ballot);
  }

  Value countBelow(Value mask, Value add) override {
    Type i32 = builder.getI32Type();
    if (mask.getType() != i32)
      mask = arith::TruncIOp::create(builder, i32, mask);
    Value below = arith::AndIOp::create(
        builder, mask, NVVM::LaneMaskLtOp::create(builder, i32));
    Value count = LLVM::CtPopOp::create(builder, below);
    return add ? arith::AddIOp::create(builder, count, add).getResult() : count;
  }

  ValueTuple readLane(ValueRange values, Value lane) override {
    return permute(values, lane);
  }

  ValueTuple permute(ValueRange values, Value lane, bool = false) override {
    // Of the lane's number it takes the five bits that a warp has.
    return move(values, NVVM::ShflKind::idx, lane, lastLane);
  }

  ValueTuple shift(ValueRange values, int by) override {
    return by > 0 ? move(values, NVVM::ShflKind::up, constant(by), 0)
                  : move(values, NVVM::ShflKind::down, constant(-by), lastLane);
  }

  void barrier() override { NVVM::SyncWarpOp::create(builder, members()); }

private:
  static constexpr unsigned lastLane = 31;

  /// The lanes that come here together, i32. Those of them that do not exist
  /// count as having left.
  Value members() {
    Type i32 = builder.getI32Type();
    if (!width)
      return LLVM::CallIntrinsicOp::create(
                 builder, i32, builder.getStringAttr("llvm.nvvm.activemask"),
                 ValueRange())
          .getResult(0);
    if (*width == target.waveSize)
      return constant(-1);
    Value first = laneAt(constant(0), *width);
    return arith::ShLIOp::create(builder, constant((int64_t(1) << *width) - 1),
                                 first);
  }

  ValueTuple move(ValueRange values, NVVM::ShflKind kind, Value lane,
                  unsigned clamp) {
    Value mask = members();
    return mapWords(values, {}, [&](Value word, Value) -> Value {
      return NVVM::ShflOp::create(builder, word.getType(), mask, word, lane,
                                  constant(clamp), kind,
                                  /*return_value_and_is_valid=*/UnitAttr());
    });
  }

  std::optional<unsigned> width;
};

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
    // A pass of the back end finds out which pointers are local.
    return static_cast<unsigned>(NVVM::NVVMMemorySpace::Generic);
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

  unsigned getDeclaredWorkgroupBytes() const override {
    // PTX has this limit for all chips.
    return 48 * 1024;
  }

  void createTrap(ImplicitLocOpBuilder &builder,
                  const Twine &text) const override {
    LLVM::Trap::create(builder);
  }

  void createBlockBarrier(OpBuilder &builder, Location loc) const override {
    gpu::BarrierOp::create(builder, loc);
  }

  std::unique_ptr<CrossLane>
  createCrossLane(ImplicitLocOpBuilder &builder,
                  std::optional<unsigned> width) const override {
    return std::make_unique<NVCrossLane>(builder, target, width);
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
    // Of the special registers those that launches set are the same in a block.
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
