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
    An op that permutes keys into order, and values along with them. The first
    operand of the permuted ones is the key, unless a comparator region takes
    more of them.
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
    InterfaceMethod<"The half-open range of key bits that count, if given.",
      "std::optional<std::pair<int64_t, int64_t>>", "getBitRange", (ins), [{}],
      [{ auto begin = getClause<::mlir::IntegerAttr>($_op, "begin_bit");
         auto end = getClause<::mlir::IntegerAttr>($_op, "end_bit");
         if (!begin || !end)
           return std::nullopt;
         return std::pair<int64_t, int64_t>(begin.getInt(), end.getInt()); }]>,
    InterfaceMethod<"How many members are the key of a built-in order.",
      "unsigned", "getNumKeys", (ins), [{}],
      [{ auto keys = getClause<::mlir::IntegerAttr>($_op, "keys");
         return keys ? keys.getInt() : 1; }]>,
    InterfaceMethod<"The orders of keys, where each has one of its own.",
      "std::optional<::llvm::ArrayRef<int32_t>>", "getKeyOrders", (ins), [{}],
      [{ auto orders = getClause<::mlir::DenseI32ArrayAttr>($_op, "orders");
         if (!orders)
           return std::nullopt;
         return orders.asArrayRef(); }]>,
    InterfaceMethod<"The element types of what is permuted, the key first.",
      "::llvm::SmallVector<::mlir::Type>", "getItemTypes", (ins), [{}],
      [{ return ::llvm::map_to_vector($_op.getInputs().getTypes(),
             [](::mlir::Type t) { return ::mlir::getElementTypeOrSelf(t); }); }]>
  ];
}

def Prim_DeviceOpInterface : OpInterface<"DeviceOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    A device-level op in destination style: it reads `ins`, writes `outs`, and
    may be given a workspace.
  }];
  let methods = [
    InterfaceMethod<"The operands read.", "::mlir::OperandRange", "getDeviceIns",
      (ins), [{}], [{ return $_op.getIns(); }]>,
    InterfaceMethod<"The operands written.", "::mlir::OperandRange",
      "getDeviceOuts", (ins), [{}], [{ return $_op.getOuts(); }]>,
    InterfaceMethod<"The scalars or buffers a fold starts from.",
      "::mlir::ValueRange", "getDeviceInit", (ins), [{}],
      [{ return $_op.getInit(); }]>,
    InterfaceMethod<"The buffers that the regions load from.",
      "::mlir::OperandRange", "getDeviceReads", (ins), [{}],
      [{ return $_op.getReads(); }]>,
    InterfaceMethod<"These operands, to be replaced.",
      "::mlir::MutableOperandRange", "getReadsMutable", (ins),
      [{ return $_op.getReadsMutable(); }]>,
    InterfaceMethod<"The dimensions gone along, ascending; none for all of them "
                    "at once.",
      "::llvm::ArrayRef<int64_t>", "getDeviceDimensions", (ins), [{}],
      [{ return $_op.getDimension().value_or(::llvm::ArrayRef<int64_t>()); }]>,
    InterfaceMethod<"What says where segments start: offsets, flags or keys.",
      "::mlir::ValueRange", "getDeviceSegments", (ins), [{}],
      [{ return $_op.getSegments(); }]>,
    InterfaceMethod<"Which of these it is; none where there are no segments.",
      "std::optional<::mlir::prim::SegmentForm>", "getDeviceSegmentForm", (ins),
      [{}], [{ return $_op.getSegmentForm(); }]>,
    InterfaceMethod<"The workspace; null if the lowering is to allocate it.",
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
    InterfaceMethod<"Whether an element of the outputs depends on the elements of "
                    "the inputs at its own place alone. Then buffers have any rank, "
                    "0 included.",
      "bool", "isElementwise", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Whether an output may be the buffer of an input: the op reads "
                    "an element before it writes the element at the same place.",
      "bool", "mayWriteInPlace", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Whether the op goes along any number of dimensions, and along "
                    "all where none is named, rather than along one.",
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
    An op that is written as a mnemonic with clauses, which one parser and one
    printer read from a table.
  }];
  let methods = [
    StaticInterfaceMethod<"The table of the op.",
      "const ::mlir::prim::detail::OpSyntax &", "getSyntax", (ins),
      [{ return ConcreteOp::getSyntax(); }]>
  ];
}

def Prim_LookBackOpInterface : OpInterface<"LookBackOpInterface"> {
  let cppNamespace = "::mlir::prim";
  let description = [{
    An op through which the tiles of a launch tell each other what they have:
    it publishes, looks back, or does both.
  }];
  let methods = [
    InterfaceMethod<"What the tile has: values of a thread, of which each is a "
                    "chain where there are chains.",
      "::mlir::OperandRange", "getInputs">,
    InterfaceMethod<"The number of the tile.", "::mlir::Value", "getTile">,
    InterfaceMethod<"How many tiles there are.", "::mlir::Value", "getTiles">,
    InterfaceMethod<"The base of the state.", "::mlir::Value", "getState">,
    InterfaceMethod<"The epoch; null where there is one only.",
      "::mlir::Value", "getEpoch">,
    InterfaceMethod<"How many folds the threads of a block have, if not one.",
      "std::optional<uint32_t>", "getChains">,
    InterfaceMethod<"How many bits a fold has at most, if that is known.",
      "std::optional<uint32_t>", "getBits">
  ];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMINTERFACES_TD
