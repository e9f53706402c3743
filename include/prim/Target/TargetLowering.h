//===- TargetLowering.h - What a target family puts in place -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one interface behind which a target family keeps its instructions, and
// its numbers and names for memory: memory and the block here, the wave in the
// CrossLane that it creates. Nothing above the target layer names
// an address space, a scope or an instruction. What is a number of a chip's is
// in its row of TargetInfo.
//
// A family implements the pure virtual functions of both classes; what it can
// do better than with these it overrides.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TARGETLOWERING_H
#define PRIM_TARGET_TARGETLOWERING_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// What an operation of a family's own gives the lanes, whatever its operands.
enum class LaneSource {
  /// Something of each lane's own.
  Lane,
  /// The same in all lanes of a wave, or in all threads of a block.
  Wave,
  Block,
  /// The thread's id, or the size of the block, in one dimension.
  ThreadId,
  BlockDim
};

class TargetLowering {
public:
  virtual ~TargetLowering();

  /// That of the family of `target`.
  static std::unique_ptr<TargetLowering> create(const TargetInfo &target);
  /// Adds what every family needs: for passes that lower to whichever target
  /// they find.
  static void getDependentDialects(DialectRegistry &registry);

  const TargetInfo &getTarget() const { return target; }

  /// Adds the dialects of the operations that the family makes.
  virtual void registerDialects(DialectRegistry &registry) const = 0;

  /// LLVM's number of an address space.
  virtual unsigned getAddressSpace(MemorySpace space) const = 0;
  /// LLVM's number of the address space that a thread's stack is in.
  virtual unsigned getPrivateAddressSpace() const = 0;
  /// LLVM's name of a synchronisation scope.
  virtual StringRef getSyncScope(MemoryScope scope) const = 0;

  /// Bytes of workgroup memory that a kernel can declare; what it has more the
  /// launch asks for.
  virtual unsigned getDeclaredWorkgroupBytes() const { return target.ldsBytes; }

  /// Gives the threads of `kernel`, in blocks of `blockSize`, so many registers
  /// that a compute unit has room for `blocks` of them.
  virtual void makeRoom(Operation *kernel, unsigned blockSize,
                        unsigned blocks) const = 0;

  /// `pointer`, which is the same in all lanes, such that LLVM does not take it
  /// apart: it would add a constant in it to each lane's address instead.
  virtual Value holdUniform(CodeBuilder &b, Value pointer) const {
    return pointer;
  }

  /// Ends the kernel with a fault. Where the family has a place for it, whoever
  /// reports the fault finds `text` there.
  virtual void createTrap(CodeBuilder &b, const Twine &text) const = 0;
  /// Has the chip copy `bytes` bytes (a power of two up to 16, the alignment of
  /// both) from device to workgroup memory while the thread goes on. False, and
  /// nothing is emitted, where it can't.
  virtual bool createAsyncCopy(CodeBuilder &b, Value from, Value to,
                               unsigned bytes) const {
    return false;
  }
  /// Makes the copies begun so far one batch, and waits until at most the last
  /// `pending` batches are under way.
  virtual void createCopyCommit(CodeBuilder &b) const {}
  virtual void createCopyWait(CodeBuilder &b, unsigned pending) const {}
  /// Waits for the end of the kernel before this one on the stream, and lets
  /// the next one begin; nothing where launches do not overlap.
  virtual void createPreviousWait(CodeBuilder &b) const {}
  virtual void createNextStart(CodeBuilder &b) const {}
  /// Waits for all threads of the block and their accesses to workgroup memory;
  /// with `orders`, to device memory as well (prim.block_barrier says how).
  virtual void createBlockBarrier(CodeBuilder &b,
                                  std::optional<MemoryScope> orders) const = 0;
  /// What lanes do together. All lanes that exist of a logical warp of `width`
  /// lanes are active together; without a width any may be.
  virtual std::unique_ptr<CrossLane>
  createCrossLane(CodeBuilder &b, std::optional<unsigned> width) const = 0;

  /// Told of what independent collectives next to each other have become: ops
  /// that all stand at the same step, in their order and ready together. It may
  /// put fewer in their place, which stand where the last one did.
  virtual void joinSteps(ArrayRef<Operation *> ops) const {}

  /// What the results of `op` are, if it is one of the family's own operations
  /// or a call of one of its intrinsics, and they do not follow from the
  /// operands; with the dimension for an id or a size.
  virtual std::optional<std::pair<LaneSource, unsigned>>
  getLaneSource(Operation *op) const = 0;

  /// Emits an error at `op`, written by a user, if it is one of the family's
  /// own operations that the chip does not have.
  virtual LogicalResult verify(Operation *op) const { return success(); }

  /// The size of the block, or of the grid in blocks, along one dimension as
  /// the driver passes it, an index. Null where upstream's conversion knows.
  virtual Value createBlockDim(CodeBuilder &b, gpu::Dimension dimension) const {
    return Value();
  }
  virtual Value createGridDim(CodeBuilder &b, gpu::Dimension dimension) const {
    return Value();
  }

protected:
  explicit TargetLowering(const TargetInfo &target) : target(target) {}

  const TargetInfo target;
};

} // namespace mlir::prim

#endif // PRIM_TARGET_TARGETLOWERING_H
