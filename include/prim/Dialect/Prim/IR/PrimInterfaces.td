//===- PrimInterfaces.td - Interfaces of the op families --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interfaces through which passes handle collectives of any family.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMINTERFACES_TD
#define PRIM_DIALECT_PRIM_IR_PRIMINTERFACES_TD

include "mlir/IR/OpBase.td"

def Prim_CombinerOpInterface : OpInterface<"CombinerOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    An op that folds values with an associative operator: a built-in kind, or a
    region on two accumulator tuples.
  }];
  let methods = [
    InterfaceMethod<"The built-in kind, if the op has one.",
      "std::optional<::mlir::prim::CombinerKind>", "getCombinerKind", (ins), [{}],
      [{ return $_op.getKind(); }]>,
    InterfaceMethod<"The combiner region; empty with a built-in kind.",
      "::mlir::Region &", "getCombinerRegion", (ins), [{}],
      [{ return $_op.getCombiner(); }]>,
    InterfaceMethod<"Whether items may be combined out of order.",
      "bool", "isCommutative", (ins), [{}],
      [{ return $_op.getKind().has_value() || $_op.getCommutative(); }]>,
    InterfaceMethod<"The identity of a region combiner; may be empty.",
      "::mlir::ValueRange", "getIdentityValues", (ins), [{}],
      [{ return $_op.getIdentity(); }]>,
    InterfaceMethod<"The fast-math flags of a float kind.",
      "::mlir::arith::FastMathFlags", "getCombinerFastMath", (ins), [{}],
      [{ return $_op.getFastmath(); }]>,
    InterfaceMethod<"The types of the accumulator tuple.",
      "::llvm::SmallVector<::mlir::Type>", "getAccumulatorTypes", (ins), [{}],
      [{ return ::llvm::map_to_vector($_op.getInputs().getTypes(),
             [](::mlir::Type t) { return ::mlir::getElementTypeOrSelf(t); }); }]>
  ];
}

def Prim_SortOpInterface : OpInterface<"SortOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    An op that sorts keys, and moves values along with them. The first permuted
    operand is the key, unless a comparator region takes more of them.
  }];
  let methods = [
    InterfaceMethod<"The built-in order, if the op has one.",
      "std::optional<::mlir::prim::SortOrder>", "getSortOrder", (ins), [{}],
      [{ return $_op.getOrder(); }]>,
    InterfaceMethod<"Whether larger keys come first.",
      "bool", "isDescending", (ins), [{}],
      [{ return $_op.getDescending(); }]>,
    InterfaceMethod<"The comparator region; empty with a built-in order.",
      "::mlir::Region &", "getComparatorRegion", (ins), [{}],
      [{ return $_op.getComparator(); }]>,
    InterfaceMethod<"The half-open range of compared key bits, if given.",
      "std::optional<std::pair<int64_t, int64_t>>", "getBitRange", (ins), [{}],
      [{ auto begin = getClause<::mlir::IntegerAttr>($_op, "begin_bit");
         auto end = getClause<::mlir::IntegerAttr>($_op, "end_bit");
         if (!begin || !end)
           return std::nullopt;
         return std::pair<int64_t, int64_t>(begin.getInt(), end.getInt()); }]>,
    InterfaceMethod<"The number of members that are the built-in order's key.",
      "unsigned", "getNumKeys", (ins), [{}],
      [{ auto keys = getClause<::mlir::IntegerAttr>($_op, "keys");
         return keys ? keys.getInt() : 1; }]>,
    InterfaceMethod<"The order of each key, if they are given.",
      "std::optional<::llvm::ArrayRef<int32_t>>", "getKeyOrders", (ins), [{}],
      [{ auto orders = getClause<::mlir::DenseI32ArrayAttr>($_op, "orders");
         if (!orders)
           return std::nullopt;
         return orders.asArrayRef(); }]>,
    InterfaceMethod<"The element types of the permuted members, key first.",
      "::llvm::SmallVector<::mlir::Type>", "getItemTypes", (ins), [{}],
      [{ return ::llvm::map_to_vector($_op.getInputs().getTypes(),
             [](::mlir::Type t) { return ::mlir::getElementTypeOrSelf(t); }); }]>
  ];
}

def Prim_DeviceOpInterface : OpInterface<"DeviceOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    A device-level op in destination style. It reads `ins`, writes `outs`, and may
    have a workspace.
  }];
  let methods = [
    InterfaceMethod<"The operands read.", "::mlir::OperandRange", "getDeviceIns",
      (ins), [{}], [{ return $_op.getIns(); }]>,
    InterfaceMethod<"The operands written.", "::mlir::OperandRange",
      "getDeviceOuts", (ins), [{}], [{ return $_op.getOuts(); }]>,
    InterfaceMethod<"The initial values of a fold: scalars or buffers.",
      "::mlir::ValueRange", "getDeviceInit", (ins), [{}],
      [{ return $_op.getInit(); }]>,
    InterfaceMethod<"The buffers from which the regions load.",
      "::mlir::OperandRange", "getDeviceReads", (ins), [{}],
      [{ return $_op.getReads(); }]>,
    InterfaceMethod<"The buffers of getDeviceReads(), for replacement.",
      "::mlir::MutableOperandRange", "getReadsMutable", (ins),
      [{ return $_op.getReadsMutable(); }]>,
    InterfaceMethod<"The dimensions along which the op works, ascending; empty "
                    "for all of them at once.",
      "::llvm::ArrayRef<int64_t>", "getDeviceDimensions", (ins), [{}],
      [{ return $_op.getDimension().value_or(::llvm::ArrayRef<int64_t>()); }]>,
    InterfaceMethod<"The operands that define segments: offsets, flags or keys.",
      "::mlir::ValueRange", "getDeviceSegments", (ins), [{}],
      [{ return $_op.getSegments(); }]>,
    InterfaceMethod<"The form of these operands; none without segments.",
      "std::optional<::mlir::prim::SegmentForm>", "getDeviceSegmentForm", (ins),
      [{}], [{ return $_op.getSegmentForm(); }]>,
    InterfaceMethod<"The workspace; null if the lowering must allocate it.",
      "::mlir::Value", "getDeviceWorkspace", (ins), [{}],
      [{ return $_op.getWorkspace(); }]>,
    InterfaceMethod<"Whether the workspace is kept zeroed between runs.",
      "bool", "isWorkspaceInitialized", (ins), [{}],
      [{ return $_op.getInitialized(); }]>,
    InterfaceMethod<"Overrides of the tuning tables; may be null.",
      "::mlir::prim::TuningAttr", "getDeviceTuning", (ins), [{}],
      [{ return $_op.getTuningAttr(); }]>,
    InterfaceMethod<"The numbers of the outputs that are not written, ascending.",
      "::llvm::ArrayRef<int64_t>", "getDeviceDiscards", (ins), [{}],
      [{ return $_op.getDiscards(); }]>,
    InterfaceMethod<"The tokens this op waits for.", "::mlir::OperandRange",
      "getDeviceDependencies", (ins), [{}],
      [{ return $_op.getAsyncDependencies(); }]>,
    InterfaceMethod<"Whether operands are memrefs and not tensors.",
      "bool", "hasBufferForm", (ins), [{}],
      [{ return ::llvm::any_of($_op.getOuts().getTypes(), [](::mlir::Type t) {
           return ::llvm::isa<::mlir::MemRefType>(t); }); }]>,
    InterfaceMethod<"Whether an element of the outputs depends only on the elements "
                    "of the inputs at the same position. Buffers then have any "
                    "rank, including 0.",
      "bool", "isElementwise", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Whether an output may be the buffer of an input: the op reads "
                    "an element before it writes the element at the same position.",
      "bool", "mayWriteInPlace", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Whether the op works along any number of dimensions, and along "
                    "all if none is named, instead of along one.",
      "bool", "takesAllDimensions", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Whether the inputs have one shape.",
      "bool", "hasInsOfOneShape", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<"Whether the op needs a buffer in `ins`.",
      "bool", "needsIns", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<"Whether the op needs a buffer in `outs`.",
      "bool", "needsOuts", (ins), [{}], [{ return true; }]>
  ];
  let extraSharedClassDeclaration = [{
    /// Whether output `number` is discarded.
    bool isDiscarded(int64_t number) {
      return ::llvm::is_contained($_op.getDeviceDiscards(), number);
    }
    /// Whether `operand`, of any group, is a discarded output.
    bool isDiscarded(::mlir::OpOperand &operand) {
      return !$_op.getDeviceDiscards().empty() &&
             isDiscarded(
                 static_cast<int64_t>(operand.getOperandNumber()) -
                 static_cast<int64_t>(
                     $_op.getDeviceOuts().getBeginOperandIndex()));
    }
    /// The outputs that are written.
    ::llvm::SmallVector<::mlir::Value> getWrittenOuts() {
      ::llvm::SmallVector<::mlir::Value> written;
      for (auto [number, out] : ::llvm::enumerate($_op.getDeviceOuts()))
        if (!isDiscarded(number))
          written.push_back(out);
      return written;
    }
  }];
}

def Prim_ClauseOpInterface : OpInterface<"ClauseOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    An op whose syntax is a mnemonic with clauses. One parser and one printer use
    the table of its clauses.
  }];
  let methods = [
    StaticInterfaceMethod<"The table of the op's clauses.",
      "const ::mlir::prim::detail::OpSyntax &", "getSyntax", (ins),
      [{ return ConcreteOp::getSyntax(); }]>
  ];
  let verify = [{
    return ::mlir::prim::detail::verifyWords($_op, ConcreteOp::getSyntax());
  }];
}

def Prim_LookBackOpInterface : OpInterface<"LookBackOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    An op with which the tiles of a launch exchange values. It publishes, looks
    back, or does both.
  }];
  let methods = [
    InterfaceMethod<"The values of the tile in a thread. With chains, each of them "
                    "is a chain.",
      "::mlir::OperandRange", "getInputs">,
    InterfaceMethod<"The number of the tile.", "::mlir::Value", "getTile">,
    InterfaceMethod<"The number of tiles.", "::mlir::Value", "getTiles">,
    InterfaceMethod<"The base of the state.", "::mlir::Value", "getState">,
    InterfaceMethod<"The epoch; null if there is only one.",
      "::mlir::Value", "getEpoch">,
    InterfaceMethod<"The number of folds in the threads of a block, if not one.",
      "std::optional<uint32_t>", "getChains">,
    InterfaceMethod<"The most bits that a fold has, if known.",
      "std::optional<uint32_t>", "getBits">
  ];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMINTERFACES_TD
