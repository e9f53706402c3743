//===- PrimOpBase.td - Base classes of the ops --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The traits, operands and attributes that whole families of ops share.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMOPBASE_TD
#define PRIM_DIALECT_PRIM_IR_PRIMOPBASE_TD

include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/Dialect/GPU/IR/GPUBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "prim/Dialect/Prim/IR/PrimBase.td"
include "prim/Dialect/Prim/IR/PrimInterfaces.td"

/// The resource through which the lanes of a warp communicate. A read effect
/// keeps a warp op where its lanes are active together, and still lets an
/// unused op be removed.
def Prim_WarpExchange : Resource<"::mlir::prim::WarpExchangeResource">;
/// The resource through which the threads of a block communicate; includes
/// barriers.
def Prim_BlockExchange : Resource<"::mlir::prim::BlockExchangeResource">;

/// All threads of a block execute the op together.
def Prim_BlockCollective : NativeOpTrait<"BlockCollective"> {
  let cppNamespace = "::mlir::prim";
}

/// An element: a scalar that one lane or one item holds.
def Prim_Element : AnyTypeOf<[I8, I16, I32, I64, Index, F16, BF16, F32, F64],
                             "prim element type">;
/// The value of one lane or thread: one element, or a 1-D vector of items in
/// blocked arrangement.
def Prim_Items : AnyTypeOf<[Prim_Element,
                            FixedVectorOfRankAndType<[1], [Prim_Element]>],
                           "element or 1-D vector of elements">;
def Prim_Flags : AnyTypeOf<[I1, FixedVectorOfRankAndType<[1], [I1]>],
                           "i1 or 1-D vector of i1">;
/// Lanes of a wave, lane 0 in bit 0. The lower half serves a wave of 32 lanes.
def Prim_LaneMask : AnyTypeOf<[I32, I64], "lane mask (i32 or i64)">;
/// The memory operand of warp loads and stores.
def Prim_WarpMemory : MemRefRankOf<[Prim_Element], [1]>;
/// A device buffer.
def Prim_Buffer : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef],
                            "ranked tensor or strided memref">;
/// The initial value of a device-wide fold: a scalar, a rank-0 buffer, or a
/// buffer with an element for each row.
def Prim_Init : AnyTypeOf<[Prim_Element, AnyRankedTensor, AnyStridedMemRef],
                          "element, or buffer of one or of each row's">;

/// A result of a device op: one tensor per destination in the tensor form, at
/// most one token in the memref form.
def Prim_DeviceResult : AnyTypeOf<[AnyRankedTensor, GPU_AsyncToken],
                                  "ranked tensor or async token">;

class Prim_Op<string mnemonic, list<Trait> traits = []>
    : Op<Prim_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

/// An op whose syntax consists of clauses. The source file of its family has
/// the table of clauses. Ops with further declarations add them in
/// `declarations`.
class Prim_ClauseOp<string mnemonic, list<Trait> traits = []>
    : Prim_Op<mnemonic, traits # [Prim_ClauseOpInterface]> {
  let hasCustomAssemblyFormat = 1;
  code declarations = "";
  let extraClassDeclaration = [{
    /// The table of the op's clauses.
    static const ::mlir::prim::detail::OpSyntax &getSyntax();
  }] # declarations;
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &result) {
      return ::mlir::prim::detail::parseCollective(parser, result, getSyntax());
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::mlir::prim::detail::printCollective(printer, *this, getSyntax());
    }
  }];
}

/// The combiner, in the descriptions of all ops that fold.
defvar Prim_KindText = [{

    The combiner is a kind or a region, never both. A kind folds one value. `add` and
    `mul` take all element types. `minsi`, `maxsi`, `minui`, `maxui`, `and`, `or` and
    `xor` take integers and index. `minimumf`, `maximumf`, `minnumf` and `maxnumf` take
    floats. The region `combiner` also folds tuples.
}];

/// Attributes of every op that folds. The combiner is `kind` or the region
/// `combiner`, never both.
defvar Prim_CombinerAttrs = (ins
  OptionalAttr<Prim_CombinerKind>:$kind,
  UnitAttr:$commutative,
  DefaultValuedAttr<Arith_FastMathAttr,
                    "::mlir::arith::FastMathFlags::none">:$fastmath);

/// Attributes of every op that sorts. The order is `order` or the region
/// `comparator`, never both.
defvar Prim_SortAttrs = (ins
  OptionalAttr<Prim_SortOrder>:$order,
  UnitAttr:$descending);

/// Attributes of every op that sorts by keys: the range of compared bits, the
/// number of key members, and the order of each key.
defvar Prim_KeyAttrs = (ins
  OptionalAttr<I32Attr>:$begin_bit, OptionalAttr<I32Attr>:$end_bit,
  OptionalAttr<I32Attr>:$keys, OptionalAttr<DenseI32ArrayAttr>:$orders);

/// The arrangement of a block's items over its threads. `row_vector` is the
/// number of adjacent items of a row that a thread has; only with `rows`.
defvar Prim_ArrangementAttrs = (ins
  DefaultValuedAttr<Prim_Arrangement,
                    "::mlir::prim::Arrangement::Blocked">:$arrangement,
  OptionalAttr<I32Attr>:$row_vector);

/// The arrangement for ops that only move items. `row_width` is the width of
/// the logical warps whose rows they are, by default the wave's.
defvar Prim_MoveArrangementAttrs = !con(Prim_ArrangementAttrs, (ins
  OptionalAttr<I32Attr>:$row_width));

/// Attributes of every device op.
defvar Prim_DeviceAttrs = (ins
  UnitAttr:$initialized,
  OptionalAttr<Prim_TuningAttr>:$tuning);

/// The numbers of the discarded outputs: those of `outs` and of the groups
/// after it. The last attribute of every device op, so that builders have a
/// default.
defvar Prim_DiscardAttrs = (ins
  DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$discards);

/// Operands of device ops: inputs, outputs, and the workspace.
defvar Prim_InsOperands = (ins Variadic<Prim_Buffer>:$ins);
defvar Prim_OutsOperands = (ins Variadic<Prim_Buffer>:$outs);
/// Outputs for the elements that are not written to `outs`.
defvar Prim_RestOperands = (ins Variadic<Prim_Buffer>:$rest);
defvar Prim_WorkspaceOperands = (ins Optional<Prim_Buffer>:$workspace);
defvar Prim_DestinationOperands = !con(
  Prim_InsOperands, Prim_OutsOperands, Prim_WorkspaceOperands);

/// The tokens that a device op waits for. They follow the buffers that its
/// regions read.
defvar Prim_AsyncOperands = (ins Variadic<GPU_AsyncToken>:$asyncDependencies);
defvar Prim_ReadOperands = !con(
  (ins Variadic<Prim_Buffer>:$reads), Prim_AsyncOperands);

/// The offsets, flags or keys that define segments.
defvar Prim_SegmentOperands = (ins Variadic<Prim_Buffer>:$segments);
defvar Prim_SegmentAttrs = (ins OptionalAttr<Prim_SegmentForm>:$segment_form);
defvar Prim_DimensionAttrs = (ins
  OptionalAttr<DenseI64ArrayAttr>:$dimension);
defvar Prim_DeterministicAttrs = (ins
  OptionalAttr<Prim_Determinism>:$deterministic);

/// Operands and regions of every device op that folds rows or segments.
defvar Prim_DeviceFoldOperands = !con(
  Prim_DestinationOperands,
  (ins Variadic<Prim_Init>:$init, Variadic<Prim_Element>:$identity),
  Prim_ReadOperands, Prim_SegmentOperands);
defvar Prim_DeviceFoldRegions = (region
  MaxSizedRegion<1>:$prologue, MaxSizedRegion<1>:$combiner,
  MaxSizedRegion<1>:$epilogue, MaxSizedRegion<1>:$equal);
/// Regions of every device op that moves items to positions defined by an
/// order.
defvar Prim_DeviceSortRegions = (region
  MaxSizedRegion<1>:$comparator, MaxSizedRegion<1>:$prologue);

/// The last attributes of every device op: of any, of one that folds, of one
/// that sorts, and of one that sorts by keys.
defvar Prim_DeviceEndAttrs = !con(Prim_DeviceAttrs, Prim_DiscardAttrs);
defvar Prim_DeviceFoldAttrs = !con(
  Prim_DimensionAttrs, Prim_SegmentAttrs, Prim_DeterministicAttrs,
  Prim_DeviceAttrs, Prim_CombinerAttrs, Prim_DiscardAttrs);
defvar Prim_DeviceSortAttrs = !con(
  Prim_DeviceAttrs, Prim_SortAttrs, Prim_DiscardAttrs);
defvar Prim_DeviceKeySortAttrs = !con(Prim_KeyAttrs, Prim_DeviceSortAttrs);

class Prim_WarpOp<string mnemonic, list<Trait> traits = []>
    : Prim_ClauseOp<"warp_" # mnemonic,
                    traits # [AttrSizedOperandSegments,
                              MemoryEffects<[MemRead<Prim_WarpExchange>]>]>;

/// A warp op with at most one variadic group of operands.
class Prim_LaneOp<string mnemonic, list<Trait> traits = []>
    : Prim_Op<"warp_" # mnemonic, traits>;

class Prim_BlockOp<string mnemonic, list<Trait> traits = []>
    : Prim_ClauseOp<"block_" # mnemonic,
                    traits # [AttrSizedOperandSegments, Prim_BlockCollective,
                              MemoryEffects<[MemRead<Prim_BlockExchange>,
                                             MemWrite<Prim_BlockExchange>]>]>;

/// The code of a device op's common builder, which sets the attributes `words`
/// and the operand groups `groups`; an argument has the name of what it sets.
class Prim_CommonBuilder<dag words, dag groups> {
  code sets = !interleave(
      !foreach(i, !range(!size(words)),
               "::mlir::prim::detail::setWord(properties."
               # !getdagname(words, i) # ", $_builder, "
               # !getdagname(words, i) # ");\n"), "");
  code fills = !interleave(
      !foreach(i, !range(!size(groups)),
               "{\"" # !getdagname(groups, i) # "\", "
               # !getdagname(groups, i) # "}"), ", ");
  code body = "Properties &properties = $_state.getOrAddProperties<Properties>();\n"
              # sets
              # "::mlir::prim::detail::buildDeviceOp($_state, getSyntax(), "
              # "properties.operandSegmentSizes, {" # fills # "});";
}

/// The words of common builders. Without a kind or an order the caller fills
/// the region that takes its place.
defvar Prim_KindWord = (ins "::std::optional<::mlir::prim::CombinerKind>":$kind);
defvar Prim_OrderWord = (ins "::std::optional<::mlir::prim::SortOrder>":$order);
/// The groups of common builders; all others are empty.
defvar Prim_CommonGroups = (ins
  "::mlir::ValueRange":$ins, "::mlir::ValueRange":$outs);
/// Results are of `rest` too, so that no setter can add it to the op.
defvar Prim_RestGroup = (ins CArg<"::mlir::ValueRange", "{}">:$rest);

class Prim_DeviceOp<string mnemonic, list<Trait> traits = []>
    : Prim_ClauseOp<"device_" # mnemonic, traits # [
          AttrSizedOperandSegments, DestinationStyleOpInterface,
          DeclareOpInterfaceMethods<Prim_DeviceOpInterface>,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let results = (outs Variadic<Prim_DeviceResult>:$results);
  let hasCanonicalizer = 1;
  // The common builder takes words and groups of operands, whose tensors are the
  // results. Clauses that it does not take are added with the op's setters.
  dag builderWords = (ins);
  dag builderGroups = Prim_CommonGroups;
  let builders = [OpBuilder<!con(builderWords, builderGroups),
                            Prim_CommonBuilder<builderWords, builderGroups>.body>];
  code asyncToken = [{
    /// The token of the memref form; null if the op returns none.
    ::mlir::Value getAsyncToken() {
      if (getNumResults() == 0 || !::llvm::isa<::mlir::gpu::AsyncTokenType>(
                                      getResults().back().getType()))
        return ::mlir::Value();
      return getResults().back();
    }
  }];
  // The destinations are `outs` and the workspace, which follows them.
  code destinationStyle = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      ::mlir::OperandRange outs = getDeviceOuts();
      return ::mlir::MutableOperandRange(getOperation(),
                                         outs.getBeginOperandIndex(),
                                         outs.size() + (getWorkspace() ? 1 : 0));
    }
  }] # asyncToken;
  // Interface methods for ops without a fold, for ops along a buffer of rank 1,
  // and for ops without segments.
  code withoutInit = [{
    ::mlir::ValueRange getDeviceInit() { return {}; }
  }];
  code withoutDimensions = [{
    ::llvm::ArrayRef<int64_t> getDeviceDimensions() { return {}; }
  }];
  code withoutSegments = [{
    ::mlir::ValueRange getDeviceSegments() { return {}; }
    std::optional<::mlir::prim::SegmentForm> getDeviceSegmentForm() {
      return std::nullopt;
    }
  }];
  // Methods of the interface for ops whose regions read no further buffers.
  code withoutReads = [{
    ::mlir::OperandRange getDeviceReads() {
      return getOperation()->getOperands().take_front(0);
    }
    ::mlir::MutableOperandRange getReadsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), 0, 0);
    }
  }];
  let declarations = destinationStyle;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMOPBASE_TD
