//===- PrimOpBase.td - Base classes of the ops --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The traits, operands and attributes that whole families of ops share, so
// that a family's ops differ only in what makes them different.
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

/// What the lanes of a warp exchange. A read effect keeps a warp op where its
/// lanes are active together, and still lets an unused one be removed.
def Prim_WarpExchange : Resource<"::mlir::prim::WarpExchangeResource">;
/// What the threads of a block exchange, barriers included.
def Prim_BlockExchange : Resource<"::mlir::prim::BlockExchangeResource">;

/// All threads of a block take part in the op, together.
def Prim_BlockCollective : NativeOpTrait<"BlockCollective"> {
  let cppNamespace = "::mlir::prim";
}

/// An element: a scalar that one lane or one item holds.
def Prim_Element : AnyTypeOf<[I8, I16, I32, I64, Index, F16, BF16, F32, F64],
                             "prim element type">;
/// What one lane or thread contributes: one element, or a 1-D vector of items
/// in blocked arrangement.
def Prim_Items : AnyTypeOf<[Prim_Element,
                            FixedVectorOfRankAndType<[1], [Prim_Element]>],
                           "element or 1-D vector of elements">;
def Prim_Flags : AnyTypeOf<[I1, FixedVectorOfRankAndType<[1], [I1]>],
                           "i1 or 1-D vector of i1">;
/// Lanes of a wave, lane 0 in bit 0. The lower half serves a wave of 32 lanes.
def Prim_LaneMask : AnyTypeOf<[I32, I64], "lane mask (i32 or i64)">;
/// What a warp loads from and stores to.
def Prim_WarpMemory : MemRefRankOf<[Prim_Element], [1]>;
/// A device buffer.
def Prim_Buffer : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef],
                            "ranked tensor or strided memref">;
/// What a fold on the device starts from: a scalar, a rank-0 buffer, or a buffer
/// with an element for each row.
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

/// An op that is written in clauses. A family's file has the table; ops that
/// declare more do it in `declarations`.
class Prim_ClauseOp<string mnemonic, list<Trait> traits = []>
    : Prim_Op<mnemonic, traits # [Prim_ClauseOpInterface]> {
  let hasCustomAssemblyFormat = 1;
  code declarations = "";
  let extraClassDeclaration = [{
    /// How the op is written.
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

/// Attributes of every op that sorts by keys: which bits count, how many members
/// are keys, and the order of each of them.
defvar Prim_KeyAttrs = (ins
  OptionalAttr<I32Attr>:$begin_bit, OptionalAttr<I32Attr>:$end_bit,
  OptionalAttr<I32Attr>:$keys, OptionalAttr<DenseI32ArrayAttr>:$orders);

/// How the items of a block are spread over its threads. With `rows`, and only
/// then, `row_vector` says how many neighbours of a row a thread has.
defvar Prim_ArrangementAttrs = (ins
  DefaultValuedAttr<Prim_Arrangement,
                    "::mlir::prim::Arrangement::Blocked">:$arrangement,
  OptionalAttr<I32Attr>:$row_vector);

/// The same of ops that only move items: `row_width` is that of the logical warps
/// whose rows they are, by default the wave's.
defvar Prim_MoveArrangementAttrs = !con(Prim_ArrangementAttrs, (ins
  OptionalAttr<I32Attr>:$row_width));

/// Attributes of every device op.
defvar Prim_DeviceAttrs = (ins
  UnitAttr:$initialized,
  OptionalAttr<Prim_TuningAttr>:$tuning);

/// The numbers of the outputs, `outs` and what stands behind them, that nobody
/// wants; of every device op, and last, so that builders have a default.
defvar Prim_DiscardAttrs = (ins
  DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$discards);

/// Operands of device ops: what is read, what is written, and the workspace.
defvar Prim_InsOperands = (ins Variadic<Prim_Buffer>:$ins);
defvar Prim_OutsOperands = (ins Variadic<Prim_Buffer>:$outs);
/// Outputs of the elements that are not among `outs`.
defvar Prim_RestOperands = (ins Variadic<Prim_Buffer>:$rest);
defvar Prim_WorkspaceOperands = (ins Optional<Prim_Buffer>:$workspace);
defvar Prim_DestinationOperands = !con(
  Prim_InsOperands, Prim_OutsOperands, Prim_WorkspaceOperands);

/// The tokens that a device op waits for, after the buffers that its regions
/// read.
defvar Prim_AsyncOperands = (ins Variadic<GPU_AsyncToken>:$asyncDependencies);
defvar Prim_ReadOperands = !con(
  (ins Variadic<Prim_Buffer>:$reads), Prim_AsyncOperands);

/// The offsets, flags or keys that segments are said by.
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
/// Regions of every device op that moves items to where an order says.
defvar Prim_DeviceSortRegions = (region
  MaxSizedRegion<1>:$comparator, MaxSizedRegion<1>:$prologue);

/// The attributes that end those of every device op, of one that folds, that
/// sorts, and that sorts by keys.
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

/// A warp op of which at most one group of operands varies in number.
class Prim_LaneOp<string mnemonic, list<Trait> traits = []>
    : Prim_Op<"warp_" # mnemonic, traits>;

class Prim_BlockOp<string mnemonic, list<Trait> traits = []>
    : Prim_ClauseOp<"block_" # mnemonic,
                    traits # [AttrSizedOperandSegments, Prim_BlockCollective,
                              MemoryEffects<[MemRead<Prim_BlockExchange>,
                                             MemWrite<Prim_BlockExchange>]>]>;

class Prim_DeviceOp<string mnemonic, list<Trait> traits = []>
    : Prim_ClauseOp<"device_" # mnemonic, traits # [
          AttrSizedOperandSegments, DestinationStyleOpInterface,
          DeclareOpInterfaceMethods<Prim_DeviceOpInterface>,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let results = (outs Variadic<Prim_DeviceResult>:$results);
  let hasCanonicalizer = 1;
  code asyncToken = [{
    /// The token of the memref form; null where the op gives none.
    ::mlir::Value getAsyncToken() {
      if (getNumResults() == 0 || !::llvm::isa<::mlir::gpu::AsyncTokenType>(
                                      getResults().back().getType()))
        return ::mlir::Value();
      return getResults().back();
    }
  }];
  // `outs` and the workspace behind them are the destinations.
  code destinationStyle = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      ::mlir::OperandRange outs = getDeviceOuts();
      return ::mlir::MutableOperandRange(getOperation(),
                                         outs.getBeginOperandIndex(),
                                         outs.size() + (getWorkspace() ? 1 : 0));
    }
  }] # asyncToken;
  // Methods of the interface for ops that fold nothing, that go along a buffer
  // of rank 1, and that have no segments.
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
  // The same for ops whose regions, if any, read no other buffers.
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
