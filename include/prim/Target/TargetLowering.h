//===- TargetLowering.h - Target families -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a target family: its instructions, and its numbers and names
// for memory. It covers memory and the block; the CrossLane that it creates
// covers the wave. No layer above names an address space, a scope or an
// instruction. Numbers of a chip are in its row of TargetInfo.
//
// A family implements the pure virtual functions of both classes, and overrides
// others where it has better code.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TARGETLOWERING_H
#define PRIM_TARGET_TARGETLOWERING_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// How the results of a target-specific operation vary over lanes, whatever its
/// operands.
enum class LaneSource {
  /// A value per lane.
  Lane,
  /// One value for all lanes of a wave, or for all threads of a block.
  Wave,
  Block,
  /// The thread's id, or the size of the block, in one dimension.
  ThreadId,
  BlockDim
};

class TargetLowering {
public:
  virtual ~TargetLowering();

  /// Creates the lowering for the family of `target`.
  static std::unique_ptr<TargetLowering> create(const TargetInfo &target);
  /// Adds the dialects that every family needs, for passes that lower to any
  /// target.
  static void getDependentDialects(DialectRegistry &registry);

  const TargetInfo &getTarget() const { return target; }

  /// Adds the dialects of the operations that the family creates.
  virtual void registerDialects(DialectRegistry &registry) const = 0;

  /// LLVM's number of an address space.
  virtual unsigned getAddressSpace(MemorySpace space) const = 0;
  /// LLVM's number of the address space that a thread's stack is in.
  virtual unsigned getPrivateAddressSpace() const = 0;
  /// LLVM's name of a synchronisation scope.
  virtual StringRef getSyncScope(MemoryScope scope) const = 0;

  /// Bytes of workgroup memory that a kernel can declare; the launch must
  /// request memory beyond that.
  virtual unsigned getDeclaredWorkgroupBytes() const { return target.ldsBytes; }

  /// Limits the registers of the threads of `kernel`, in blocks of `blockSize`,
  /// so that a compute unit has room for `blocks` of them.
  virtual void makeRoom(Operation *kernel, unsigned blockSize,
                        unsigned blocks) const = 0;

  /// Returns `pointer`, which is uniform, such that LLVM does not decompose it.
  /// LLVM would add a constant part of it to each lane's address instead.
  virtual Value holdUniform(CodeBuilder & /*b*/, Value pointer) const {
    return pointer;
  }

  /// Ends the kernel with a fault. `text` is attached for whoever reports the
  /// fault, if the family supports that.
  virtual void createTrap(CodeBuilder &b, const Twine &text) const = 0;
  /// Emits an asynchronous copy of `bytes` bytes (a power of two up to 16, the
  /// alignment of both) from device to workgroup memory. Returns false and
  /// emits nothing if the target does not support it.
  virtual bool createAsyncCopy(CodeBuilder & /*b*/, Value /*from*/,
                               Value /*to*/, unsigned /*bytes*/) const {
    return false;
  }
  /// Commits the copies begun so far as one batch, and waits until at most the
  /// last `pending` batches are in flight.
  virtual void createCopyCommit(CodeBuilder & /*b*/) const {}
  virtual void createCopyWait(CodeBuilder & /*b*/, unsigned /*pending*/) const {
  }
  /// Waits for the end of the previous kernel on the stream, and lets the next
  /// one begin; emits nothing if launches do not overlap.
  virtual void createPreviousWait(CodeBuilder & /*b*/) const {}
  virtual void createNextStart(CodeBuilder & /*b*/) const {}
  /// Waits for all threads of the block and their accesses to workgroup memory;
  /// with `orders`, also to device memory (see prim.block_barrier).
  virtual void createBlockBarrier(CodeBuilder &b,
                                  std::optional<MemoryScope> orders) const = 0;
  /// Stores `value` where `pointer` is in workgroup memory, but in that of
  /// block `block` (i32) of the cluster; and waits for all threads of the
  /// cluster and their stores. Only for chips with clusters.
  virtual void createClusterStore(CodeBuilder & /*b*/, Value /*value*/,
                                  Value /*pointer*/, Value /*block*/,
                                  unsigned /*alignment*/) const {
    llvm_unreachable("the chip has no clusters");
  }
  virtual void createClusterBarrier(CodeBuilder & /*b*/) const {
    llvm_unreachable("the chip has no clusters");
  }
  /// Creates the cross-lane moves. All existing lanes of a logical warp of
  /// `width` lanes must be active together; without a width any subset may be.
  virtual std::unique_ptr<CrossLane>
  createCrossLane(CodeBuilder &b, std::optional<unsigned> width) const = 0;

  /// Called with the ops that adjacent independent collectives were lowered to:
  /// ops of one step, in order and with all operands available. May replace
  /// them by fewer ops, placed at the last one.
  virtual void joinSteps(ArrayRef<Operation *> /*ops*/) const {}

  /// How the results of `op` vary over lanes, if it is a target-specific
  /// operation or a call of a target intrinsic and this does not follow from
  /// its operands. For an id or a size, with its dimension.
  virtual std::optional<std::pair<LaneSource, unsigned>>
  getLaneSource(Operation *op) const = 0;

  /// Emits an error at `op`, written by a user, if it is a target-specific
  /// operation that the chip lacks.
  virtual LogicalResult verify(Operation * /*op*/) const { return success(); }

  /// The size of the block, or of the grid in blocks, along one dimension as
  /// the driver passes it, an index. Null if upstream's conversion handles it.
  virtual Value createBlockDim(CodeBuilder & /*b*/,
                               gpu::Dimension /*dimension*/) const {
    return Value();
  }
  virtual Value createGridDim(CodeBuilder & /*b*/,
                              gpu::Dimension /*dimension*/) const {
    return Value();
  }

  /// One instruction for 2 to the power of `x` (f32), and for the reciprocal of
  /// it, with an error of at most two units in the last place. Infinities,
  /// zeros and NaN are handled as usual, but other results or operands below
  /// the normal floats become zeros.
  virtual Value createFastExp2(CodeBuilder &b, Value x) const = 0;
  virtual Value createFastReciprocal(CodeBuilder &b, Value x) const = 0;

protected:
  /// A call of the intrinsic `name` with an operand and a result of one type.
  static Value callUnary(CodeBuilder &b, StringRef name, Value x);

  explicit TargetLowering(const TargetInfo &target) : target(target) {}

  const TargetInfo target;
};

} // namespace mlir::prim

#endif // PRIM_TARGET_TARGETLOWERING_H
