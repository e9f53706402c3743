//===- LoadedReads.cpp - Loads in regions of device ops -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads from the buffers that an op reads become loads from bases, which
// kernels capture like any scalar. The one element of a buffer of rank 0
// becomes a scalar itself, as whoever uses it many times wants it in a
// register: it is there whatever the region does with it, and every kernel
// loads it once.
//
//===----------------------------------------------------------------------===//

#include "DevicePlan.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A buffer as regions index it: its first element, and its strides (index).
struct ReadBuffer {
  ReadBuffer(HostBuilder &host, Value memref) : base(host.base(memref)) {
    auto type = cast<MemRefType>(memref.getType());
    auto known = type.getStridesAndOffset().first;
    if (llvm::any_of(known, ShapedType::isDynamic)) {
      llvm::append_range(
          strides,
          memref::ExtractStridedMetadataOp::create(host, memref).getStrides());
      return;
    }
    for (int64_t stride : known)
      strides.push_back(host.index(stride));
  }

  Value base;
  SmallVector<Value> strides;
};

} // namespace

llvm::MapVector<Value, Value> mlir::prim::lowerReads(DeviceOpInterface op) {
  HostBuilder host(op);
  llvm::MapVector<Value, Value> elements, loaded;
  llvm::DenseMap<Value, ReadBuffer> buffers;
  op->walk([&](memref::LoadOp load) {
    Value memref = load.getMemRef();
    CodeBuilder b(load);
    if (load.getIndices().empty()) {
      Value &element = elements[memref];
      if (!element) {
        element = memref::LoadOp::create(host, memref);
        loaded[element] = memref;
      }
      load.replaceAllUsesWith(element);
    } else {
      auto place = buffers.find(memref);
      if (place == buffers.end())
        place = buffers.try_emplace(memref, host, memref).first;
      Value position;
      for (auto [index, stride] :
           llvm::zip_equal(load.getIndices(), place->second.strides)) {
        Value step = b.createOrFold<arith::MulIOp>(index, stride);
        position =
            position ? b.createOrFold<arith::AddIOp>(position, step) : step;
      }
      load.replaceAllUsesWith(
          MemoryArray(place->second.base, load.getType()).load(b, position));
    }
    load.erase();
  });
  return loaded;
}
