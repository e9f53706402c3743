//===- TargetLowering.cpp - The AMD family -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address spaces, synchronisation scopes, barriers, traps, assembly and launch
// sizes. Scopes and barriers follow the memory model in LLVM's AMDGPU user
// guide. CrossLane.cpp has the moves across lanes.
//
//===----------------------------------------------------------------------===//

#include "../Assembly.h"
#include "../Families.h"

#include "DPPMoves.h"
#include "JoinStatements.h"
#include "OwnOperations.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;

/// Loads an unsigned number of `bits` bits at `offset` bytes within the
/// implicit arguments, which follow the kernel's own, as an index. The layout
/// is that of code objects of version 5 and 6 (AMDGPU usage, "Code Object V5
/// Kernel Argument Metadata").
static Value loadImplicitArgument(CodeBuilder &b, unsigned bits,
                                  int32_t offset) {
  constexpr unsigned constantSpace = 4;
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), constantSpace);
  Value base = LLVM::CallIntrinsicOp::create(
                   b, pointer, b.getStringAttr("llvm.amdgcn.implicitarg.ptr"),
                   ValueRange())
                   .getResult(0);
  Value place = LLVM::GEPOp::create(b, pointer, b.getI8Type(), base,
                                    ArrayRef<LLVM::GEPArg>{offset});
  Value number = LLVM::LoadOp::create(
      b, b.getIntegerType(bits), place, /*alignment=*/bits / 8,
      /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/true);
  return b.indexCastUI(b.getIndexType(), number);
}

namespace {

class AMDTargetLowering : public TargetLowering {
public:
  explicit AMDTargetLowering(const TargetInfo &target)
      : TargetLowering(target) {}

  void registerDialects(DialectRegistry &registry) const override {
    registry.insert<amdgpu::AMDGPUDialect, LLVM::LLVMDialect,
                    ROCDL::ROCDLDialect>();
  }

  unsigned getAddressSpace(MemorySpace space) const override {
    switch (space) {
    case MemorySpace::Global:
      return ROCDL::ROCDLDialect::kGlobalMemoryAddressSpace;
    case MemorySpace::Workgroup:
      return ROCDL::ROCDLDialect::kSharedMemoryAddressSpace;
    }
    llvm_unreachable("covered switch");
  }

  void makeRoom(Operation *kernel, unsigned blockSize,
                unsigned blocks) const override {
    const TargetInfo &target = getTarget();
    unsigned waves = llvm::divideCeil(blockSize, target.waveSize) * blocks;
    unsigned perSimd = std::min(llvm::divideCeil(waves, target.units.simds),
                                target.units.wavesPerSimd);
    MLIRContext *context = kernel->getContext();
    ROCDL::ROCDLDialect::WavesPerEuAttrHelper(context).setAttr(
        kernel, Builder(context).getI32IntegerAttr(perSimd));
  }

  unsigned getPrivateAddressSpace() const override {
    return ROCDL::ROCDLDialect::kPrivateMemoryAddressSpace;
  }

  StringRef getSyncScope(MemoryScope scope) const override {
    switch (scope) {
    case MemoryScope::Wave:
      return "wavefront";
    case MemoryScope::Block:
      return "workgroup";
    case MemoryScope::Device:
      return "agent";
    }
    llvm_unreachable("covered switch");
  }

  Value holdUniform(CodeBuilder &b, Value pointer) const override {
    return createAssembly(b, pointer.getType(), pointer, /*text=*/"",
                          /*constraints=*/"=s,0");
  }

  /// Emits a trap at an address with the text as its symbol. This costs a
  /// branch and no register. The emulator or a debugger finds the text in the
  /// code object's symbols.
  Value createFastExp2(CodeBuilder &b, Value x) const override {
    return callUnary(b, "llvm.amdgcn.exp2", x);
  }
  Value createFastReciprocal(CodeBuilder &b, Value x) const override {
    return callUnary(b, "llvm.amdgcn.rcp", x);
  }

  void createTrap(CodeBuilder &b, const Twine &text) const override {
    // Escapes characters with a meaning in quotes or in inline assembly.
    std::string name = text.str();
    for (char &c : name)
      if (!llvm::isPrint(c) || StringRef("\"\\${|}@").contains(c))
        c = '_';
    // A number per copy, because loops that contain an assertion may be
    // unrolled.
    std::string assembly = "\"prim_assert.${:uid}: " + name + "\":\n\ts_trap 2";
    LLVM::InlineAsmOp::create(b, TypeRange(), ValueRange(), assembly, "",
                              /*has_side_effects=*/true,
                              /*is_align_stack=*/false,
                              LLVM::TailCallKind::None, /*asm_dialect=*/nullptr,
                              /*operand_attrs=*/nullptr);
    // Chips on which user code cannot trap directly need more code, which LLVM
    // emits.
    LLVM::Trap::create(b);
  }

  void createBlockBarrier(CodeBuilder &b,
                          std::optional<MemoryScope> orders) const override {
    // In LLVM's memory model a fence of the block suffices for a later device
    // release to cover writes of other waves. Serialize/ReleaseWaits.cpp adds
    // the waits that LLVM omits.
    if (orders)
      gpu::BarrierOp::create(b);
    else
      amdgpu::LDSBarrierOp::create(b);
  }

  std::unique_ptr<CrossLane>
  createCrossLane(CodeBuilder &b, std::optional<unsigned>) const override {
    // The instructions operate on the active lanes, whatever the width.
    return createAMDCrossLane(b, target);
  }

  void joinSteps(ArrayRef<Operation *> ops) const override {
    joinStatements(ops);
  }

  std::optional<std::pair<LaneSource, unsigned>>
  getLaneSource(Operation *op) const override {
    return getAMDLaneSource(op);
  }

  LogicalResult verify(Operation *op) const override {
    return verifyAMDOperation(op, target);
  }

  Value createBlockDim(CodeBuilder &b,
                       gpu::Dimension dimension) const override {
    // hidden_group_size_x, _y, _z
    return loadImplicitArgument(b, 16,
                                12 + 2 * static_cast<int32_t>(dimension));
  }

  Value createGridDim(CodeBuilder &b, gpu::Dimension dimension) const override {
    // hidden_block_count_x, _y, _z
    return loadImplicitArgument(b, 32, 4 * static_cast<int32_t>(dimension));
  }
};

} // namespace

std::unique_ptr<TargetLowering>
mlir::prim::createAMDTargetLowering(const TargetInfo &target) {
  return std::make_unique<AMDTargetLowering>(target);
}
