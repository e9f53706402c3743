//===- BufferizableOpInterfaceImpl.cpp - Bufferization ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bufferization model of all device ops. `outs` and workspace are written
// and tied to results; all other operands are read.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Transforms/BufferizableOpInterfaceImpl.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::prim;

namespace {

/// `buffer` if it is contiguous, else a new buffer of its shape, with its
/// elements if `copy` is set. A slice of a tensor may have gaps, but device ops
/// require contiguous memory.
FailureOr<Value> makeContiguous(RewriterBase &rewriter, Location loc,
                                Value buffer, bool copy,
                                const BufferizationOptions &options) {
  if (isContiguous(cast<MemRefType>(buffer.getType())))
    return buffer;
  CodeBuilder builder(loc, rewriter);
  Value whole = createBufferLike(builder, buffer);
  if (copy && failed(options.createMemCpy(rewriter, loc, buffer, whole)))
    return failure();
  return whole;
}

/// Replaces a device op on tensors by one on memrefs, without results.
template <typename OpTy>
struct DeviceOpModel
    : DstBufferizableOpInterfaceExternalModel<DeviceOpModel<OpTy>, OpTy> {
  static bool isWorkspace(OpTy op, OpOperand &operand) {
    return op.getWorkspace() &&
           llvm::is_contained(op.getWorkspaceMutable(), operand);
  }

  static bool isDiscarded(OpTy op, OpOperand &operand) {
    return cast<DeviceOpInterface>(op.getOperation()).isDiscarded(operand);
  }

  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    auto device = cast<OpTy>(op);
    // An initialized workspace carries state between runs.
    if (isWorkspace(device, operand))
      return device.getInitialized();
    return !device.isDpsInit(&operand);
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &state) const {
    auto device = cast<OpTy>(op);
    if constexpr (std::is_same_v<OpTy, DeviceSortOp>)
      if (device.getMayClobberInput() &&
          llvm::is_contained(device.getInsMutable(), operand))
        return true;
    return device.isDpsInit(&operand) && !isDiscarded(device, operand);
  }

  /// A scan or a map reads an element of `ins` before it writes the
  /// corresponding element of `outs`, so both may be one buffer.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &state,
                                     ArrayRef<OpOperand *> operands) const {
    auto device = cast<OpTy>(op);
    if (!device.mayWriteInPlace())
      return false;
    return llvm::all_of(operands, [&](OpOperand *operand) {
      // An element for each row is at the position of another row's element.
      if constexpr (std::is_same_v<OpTy, DeviceRowsOp>)
        if (llvm::is_contained(device.getOutsMutable(), *operand) &&
            device.isOfRow(operand->getOperandNumber() -
                           device.getOuts().getBeginOperandIndex()))
          return false;
      return llvm::is_contained(device.getInsMutable(), *operand) ||
             llvm::is_contained(device.getOutsMutable(), *operand);
    });
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto device = cast<OpTy>(op);
    SmallVector<Value> operands, results;
    // Outputs with gaps, and the buffers that the op writes instead.
    SmallVector<std::pair<Value, Value>> scattered;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (isa<TensorType>(value.getType())) {
        FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        value = *buffer;
        if (device.isDpsInit(&operand))
          results.push_back(value);
        // Regions can load from buffers with gaps, and only the size of a
        // discarded output is used.
        if (llvm::is_contained(device.getReadsMutable(), operand) ||
            isDiscarded(device, operand)) {
          operands.push_back(value);
          continue;
        }
        FailureOr<Value> whole =
            makeContiguous(rewriter, op->getLoc(), value,
                           /*copy=*/!device.isDpsInit(&operand), options);
        if (failed(whole))
          return failure();
        if (*whole != value && device.isDpsInit(&operand))
          scattered.push_back({value, *whole});
        value = *whole;
      }
      operands.push_back(value);
    }
    if (results.size() != op->getNumResults())
      return op->emitOpError(
          "mixes tensors and memrefs in its outputs; use one of them");

    rewriter.setInsertionPoint(op);
    Operation *buffered = Operation::create(
        op->getLoc(), op->getName(), /*resultTypes=*/TypeRange(), operands,
        op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
        /*successors=*/BlockRange(), op->getNumRegions());
    for (auto [from, to] : llvm::zip(op->getRegions(), buffered->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.insert(buffered);
    for (auto [buffer, whole] : scattered)
      if (failed(options.createMemCpy(rewriter, op->getLoc(), whole, buffer)))
        return failure();
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};

} // namespace

void prim::registerPrimBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PrimDialect *dialect) {
#define PRIM_DEVICE_OP(OP) OP::attachInterface<DeviceOpModel<OP>>(*context);
#include "prim/Dialect/Prim/IR/DeviceOps.def"
  });
}
