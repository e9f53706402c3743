//===- CollectiveBuilders.cpp - Ops with a given combiner *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates collectives and attaches a combiner to them.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

/// Scan results in the order the ops define: inclusive, exclusive, total.
static SmallVector<Type> scanResultTypes(const Combiner &combiner,
                                         ScanMode mode, TypeRange inputs,
                                         bool total) {
  SmallVector<Type> types(inputs);
  if (mode == ScanMode::Both)
    llvm::append_range(types, inputs);
  if (total)
    llvm::append_range(types, combiner.getTypes());
  return types;
}

/// The width attribute of logical warps; null for whole waves.
static IntegerAttr getWidth(OpBuilder &b, std::optional<unsigned> width) {
  return width ? b.getI32IntegerAttr(*width) : IntegerAttr();
}

WarpReduceOp mlir::prim::createWarpReduce(CodeBuilder &b,
                                          const Combiner &combiner,
                                          ValueRange inputs, bool all,
                                          Value valid,
                                          std::optional<unsigned> width) {
  auto op = WarpReduceOp::create(
      b, combiner.getTypes(), inputs, combiner.identityOperands(b), valid,
      /*flag=*/Value(),
      /*init=*/ValueRange(), /*segment=*/SegmentKindAttr(), all,
      getWidth(b, width),
      /*kind=*/CombinerKindAttr());
  combiner.attachTo(op);
  return op;
}

WarpScanOp mlir::prim::createWarpScan(CodeBuilder &b, const Combiner &combiner,
                                      ScanMode mode, ValueRange inputs,
                                      bool total, bool reverse, ValueRange init,
                                      Value valid,
                                      std::optional<unsigned> width) {
  auto op = WarpScanOp::create(
      b, scanResultTypes(combiner, mode, inputs.getTypes(), total), mode,
      inputs, init, combiner.identityOperands(b), valid,
      /*flag=*/Value(), total, reverse, /*packed=*/false, /*distance=*/false,
      getWidth(b, width), /*kind=*/CombinerKindAttr());
  combiner.attachTo(op);
  return op;
}

/// The attributes of rows of `rowVector` neighbours, or of blocked items.
static std::pair<Arrangement, IntegerAttr> arrangeItems(OpBuilder &b,
                                                        unsigned rowVector) {
  if (rowVector == 0)
    return {Arrangement::Blocked, IntegerAttr()};
  return {Arrangement::Rows, b.getI32IntegerAttr(rowVector)};
}

BlockReduceOp mlir::prim::createBlockReduce(CodeBuilder &b,
                                            const Combiner &combiner,
                                            ValueRange inputs, bool all,
                                            Value valid, unsigned rowVector) {
  auto [arrangement, vector] = arrangeItems(b, rowVector);
  auto op = BlockReduceOp::create(
      b, combiner.getTypes(), inputs, combiner.identityOperands(b), valid,
      /*flag=*/Value(),
      /*segment=*/SegmentKindAttr(), all, arrangement, vector,
      /*kind=*/CombinerKindAttr());
  combiner.attachTo(op);
  return op;
}

BlockScanOp mlir::prim::createBlockScan(CodeBuilder &b,
                                        const Combiner &combiner, ScanMode mode,
                                        ValueRange inputs, ValueRange init,
                                        bool total, Value valid,
                                        unsigned rowVector, bool reverse) {
  auto [arrangement, vector] = arrangeItems(b, rowVector);
  auto op = BlockScanOp::create(
      b, scanResultTypes(combiner, mode, inputs.getTypes(), total), mode,
      inputs, init, combiner.identityOperands(b), valid,
      /*flag=*/Value(), total, reverse, arrangement, vector,
      /*kind=*/CombinerKindAttr());
  combiner.attachTo(op);
  return op;
}

template <typename OpTy>
OpTy mlir::prim::createGridFold(CodeBuilder &b, const Combiner &combiner,
                                ValueRange inputs, Value tile, Value tiles,
                                Value state, const GridFoldClauses &clauses) {
  SmallVector<Type> types(inputs.getTypes());
  types.push_back(b.getI1Type());
  auto number = [&](std::optional<int32_t> clause) {
    return clause ? b.getI32IntegerAttr(*clause) : IntegerAttr();
  };
  auto op = OpTy::create(b, types, inputs, combiner.identityOperands(b), tile,
                         tiles, state, clauses.epoch, number(clauses.chains),
                         number(clauses.bits), number(clauses.window),
                         /*kind=*/CombinerKindAttr());
  combiner.attachTo(op);
  return op;
}
template GridScanOp mlir::prim::createGridFold(CodeBuilder &, const Combiner &,
                                               ValueRange, Value, Value, Value,
                                               const GridFoldClauses &);
template GridPrefixOp mlir::prim::createGridFold(CodeBuilder &,
                                                 const Combiner &, ValueRange,
                                                 Value, Value, Value,
                                                 const GridFoldClauses &);

GridReduceOp mlir::prim::createGridReduce(CodeBuilder &b,
                                          const Combiner &combiner,
                                          ValueRange inputs, Value tile,
                                          Value tiles, Value state, bool reset,
                                          bool all) {
  SmallVector<Type> types(combiner.getTypes());
  types.push_back(b.getI1Type());
  auto op = GridReduceOp::create(b, types, inputs, combiner.identityOperands(b),
                                 tile, tiles, state, reset, all,
                                 /*kind=*/CombinerKindAttr());
  combiner.attachTo(op);
  return op;
}
