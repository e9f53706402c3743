//===- PrimMemoryOps.td - Memory inside kernels --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bare addresses, and plain and atomic accesses through them. The atomic ones
// have an order and a scope, which memref's ops lack.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMMEMORYOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMMEMORYOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_MemorySpaceParameter : EnumParameter<Prim_MemorySpace> {
  let summary = "`global` or `workgroup`";
}

def Prim_BaseType : TypeDef<Prim_Dialect, "Base"> {
  let mnemonic = "base";
  let summary = "an address from which byte offsets are counted";
  let description = [{
    The type is the address of a byte of device memory (`global`) or of the workgroup
    memory of the calling block. Kernels take bases as bare pointers. A base has no
    size: each access through it must be to memory that exists.

    ```mlir
    !prim.base<global>
    ```
  }];
  let parameters = (ins
    Prim_MemorySpaceParameter:$space);
  let assemblyFormat = "`<` $space `>`";
}

def Prim_GlobalBase : Type<
    CPred<"::mlir::prim::isGlobalBase($_self)">, "base in device memory">;
def Prim_WorkgroupBase : Type<
    CPred<"::mlir::prim::isWorkgroupBase($_self)">, "base in workgroup memory">;

def Prim_BaseOfOp : Prim_Op<"base_of", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the address of a memref's first element";
  let description = [{
    Returns the address of element 0 of a memref, including the offset of the layout.
    Memory of the default space and of `#gpu.address_space<global>` is global. The
    element type must be one that prim loads and stores.

    ```mlir
    %b = prim.base_of %x : memref<?xf32>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$memref);
  let results = (outs Prim_BaseType:$base);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

def Prim_BaseAtOp : Prim_Op<"base_at", [Pure]> {
  let summary = "the base at an address";
  let description = [{
    Returns the base at `address`, a 64-bit address in device memory, such as
    `memref.extract_aligned_pointer_as_index` gives. Memory that is accessed through it
    must exist. This is not checked.

    ```mlir
    %b = prim.base_at %address : i64 -> !prim.base<global>
    ```
  }];
  let arguments = (ins AnyTypeOf<[I64, Index]>:$address);
  let results = (outs Prim_GlobalBase:$base);
  let builders = [OpBuilder<(ins "::mlir::Value":$address), [{
    build($_builder, $_state,
          BaseType::get($_builder.getContext(), MemorySpace::Global), address);
  }]>];
  let assemblyFormat = "$address attr-dict `:` type($address) `->` qualified(type($base))";
  let hasVerifier = 0;
}

def Prim_AdvanceOp : Prim_Op<"advance", [
    Pure, AllTypesMatch<["base", "result"]>]> {
  let summary = "move a base by a number of bytes";
  let description = [{
    Returns the address `bytes` after `base`, or before it. It may be outside of the
    memory that `base` points into: only memory that is accessed must exist.

    ```mlir
    %tile = prim.advance %b, %bytes : !prim.base<global>
    ```
  }];
  let arguments = (ins Prim_BaseType:$base, Index:$bytes);
  let results = (outs Prim_BaseType:$result);
  let assemblyFormat = "$base `,` $bytes attr-dict `:` qualified(type($base))";
  let hasVerifier = 0;
  let hasFolder = 1;
}

def Prim_IsAlignedOp : Prim_Op<"is_aligned", [Pure]> {
  let summary = "whether a base is a multiple of some bytes";
  let description = [{
    Tests whether the address is a multiple of `to` bytes, a power of two. Some chips
    have wide loads and stores only for such addresses. A kernel selects them by this
    test, once for all lanes.

    ```mlir
    %wide = prim.is_aligned %b to 16 : !prim.base<global>
    ```
  }];
  let arguments = (ins
    Prim_BaseType:$base,
    ConfinedAttr<I64Attr, [IntPositive, IntPowerOf2]>:$alignment);
  let results = (outs I1:$result);
  let assemblyFormat =
      "$base `to` $alignment attr-dict `:` qualified(type($base))";
  let hasVerifier = 0;
}

def Prim_WorkgroupAllocOp : Prim_Op<"workgroup_alloc", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "workgroup memory of the kernel";
  let description = [{
    Returns the base of `bytes` bytes of workgroup memory, whose address is a multiple
    of 16. Every block has its own. Its contents are undefined after the op, also each
    time that the op runs again in a loop. Other buffers may share the memory, if a
    barrier always separates their use from the use of this one
    (`prim-plan-workgroup-memory`). `for` names the purpose in diagnostics. `bytes` must
    fit into 31 bits; no target has that much.

    ```mlir
    %b = prim.workgroup_alloc 1024 for "counters" : !prim.base<workgroup>
    ```
  }];
  let arguments = (ins I64Attr:$bytes, OptionalAttr<StrAttr>:$purpose);
  let results = (outs Prim_WorkgroupBase:$base);
  let assemblyFormat = [{
    $bytes (`for` $purpose^)? attr-dict `:` qualified(type($base))
  }];
  let extraClassDeclaration = [{
    /// The alignment of every buffer, in bytes.
    static constexpr unsigned kAlignment = 16;
  }];
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

// Joined by !strconcat, because # would take the name for the text.
defvar Prim_AtomicText = [{
    `atomic(order, scope)` makes the access atomic. The order is `relaxed`, `acquire`
    (loads), `release` (stores) or `acq_rel` (both in one). All except `relaxed` also
    order the other accesses of this thread. The scope (`wave`, `block`, `device`) is
    the set of threads that take part.
}];

defvar Prim_CacheText = [{

    `cache(hint)` is a hint for the caches. It does not change the values that are read
    and written. A target without such an access makes an ordinary one:

    * `all`: may be kept at all levels, the default;
    * `device`: kept only in caches that all blocks of the device share, for data that
      other blocks write. Requires an access of one element of 4 or 8 bytes;
    * `stream`: used once, and not to be kept in preference to other data;
    * `constant` (loads): the memory is not written while the kernel runs;
    * `volatile`: each access is made as it is written, and not kept.

    Atomic accesses have no hint, because the scope implies it. In workgroup memory,
    which has no cache, only `volatile` has a meaning.
}];

/// The values of loads and stores: items, and i1, which takes a byte.
def Prim_MemoryItems : AnyTypeOf<[Prim_Items, Prim_Flags],
                                 "element, i1, or 1-D vector of them">;

/// The attributes of loads and stores.
defvar Prim_AccessAttrs = (ins
  OptionalAttr<Prim_MemoryOrder>:$order,
  OptionalAttr<Prim_MemoryScope>:$scope,
  OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$alignment,
  OptionalAttr<Prim_CacheHint>:$cache);

def Prim_LoadOp : Prim_Op<"load", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "load from a base";
  let description = !strconcat([{
    Loads the element, or the vector of consecutive elements, `offset` bytes after
    `base`. The offset is unsigned. The address must be a multiple of `align(n)` bytes,
    by default of an element's size. An `index` takes 8 bytes, an `i1` one.

  }], Prim_AtomicText, [{

    Not implemented: atomic loads except of single elements of 4 or 8 bytes.
  }], Prim_CacheText, [{

    ```mlir
    %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    %w = prim.load %b[%o] cache(stream) : !prim.base<global> -> f32
    %s = prim.load %b[%o] atomic(relaxed, device) : !prim.base<global> -> i64
    ```
  }]);
  let arguments = !con((ins Prim_BaseType:$base, I32:$offset),
                       Prim_AccessAttrs);
  let results = (outs Prim_MemoryItems:$value);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$base,
                                 "::mlir::Value":$offset), [{
    build($_builder, $_state, type, base, offset, MemoryOrderAttr(),
          MemoryScopeAttr(), ::mlir::IntegerAttr(), CacheHintAttr());
  }]>];
  let assemblyFormat = [{
    $base `[` $offset `]` (`atomic` `(` $order^ `,` $scope `)`)?
    (`align` `(` $alignment^ `)`)? (`cache` `(` $cache^ `)`)? attr-dict
    `:` qualified(type($base)) `->` type($value)
  }];
}

def Prim_StoreOp : Prim_Op<"store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "store to a base";
  let description = !strconcat([{
    Stores an element, or a vector of consecutive elements, `offset` bytes after `base`.
    Offset, alignment, types and `cache(hint)` are as in `prim.load`.

  }], Prim_AtomicText, [{

    ```mlir
    prim.store %v, %b[%o] : f32, !prim.base<workgroup>
    prim.store %w, %b[%o] atomic(relaxed, block) : i64, !prim.base<workgroup>
    ```
  }]);
  let arguments = !con((ins Prim_MemoryItems:$value, Prim_BaseType:$base,
                            I32:$offset),
                       Prim_AccessAttrs);
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$base,
                                 "::mlir::Value":$offset), [{
    build($_builder, $_state, value, base, offset, MemoryOrderAttr(),
          MemoryScopeAttr(), ::mlir::IntegerAttr(), CacheHintAttr());
  }]>];
  let assemblyFormat = [{
    $value `,` $base `[` $offset `]` (`atomic` `(` $order^ `,` $scope `)`)?
    (`align` `(` $alignment^ `)`)? (`cache` `(` $cache^ `)`)? attr-dict
    `:` type($value) `,` qualified(type($base))
  }];
}

def Prim_AtomicRMWOp : Prim_Op<"atomic_rmw", [
    AllTypesMatch<["value", "result"]>, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "change a number in memory in one step";
  let description = !strconcat([{
    Changes the i32 or i64 that is `offset` bytes after `base`, and returns its previous
    value. `add` adds to it, `or` sets bits of it, `exchange` replaces it.

  }], Prim_AtomicText, [{

    ```mlir
    %ticket = prim.atomic_rmw add %one, %b[%o] atomic(relaxed, device) : i32, !prim.base<global>
    ```
  }]);
  let arguments = (ins Prim_AtomicKind:$kind, AnyTypeOf<[I32, I64]>:$value,
                       Prim_BaseType:$base, I32:$offset,
                       Prim_MemoryOrder:$order, Prim_MemoryScope:$scope);
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = [{
    $kind $value `,` $base `[` $offset `]` `atomic` `(` $order `,` $scope `)`
    attr-dict `:` type($value) `,` qualified(type($base))
  }];
  let hasVerifier = 0;
}

//===----------------------------------------------------------------------===//
// Copies beside the thread's work
//===----------------------------------------------------------------------===//

def Prim_CopyAsyncOp : Prim_Op<"copy_async", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "start to copy from device to workgroup memory";
  let description = [{
    Starts to copy 1, 2, 4, 8 or 16 bytes from `from` bytes after `source` to `to` bytes
    after `target`. Offsets are unsigned, and both addresses must be multiples of the
    number of bytes. The thread continues before the bytes arrive; `prim.copy_wait`
    waits for them. Until then no thread may access the destination. On chips without
    such a copy, the bytes are loaded and stored.

    ```mlir
    prim.copy_async 16 %x[%o] to %s[%p] : !prim.base<global>, !prim.base<workgroup>
    ```
  }];
  let arguments = (ins I64Attr:$bytes, Prim_GlobalBase:$source, I32:$from,
                       Prim_WorkgroupBase:$target, I32:$to);
  let assemblyFormat = [{
    $bytes $source `[` $from `]` `to` $target `[` $to `]` attr-dict
    `:` qualified(type($source)) `,` qualified(type($target))
  }];
}

def Prim_CopyCommitOp : Prim_Op<"copy_commit", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "make one batch of the copies started so far";
  let description = [{
    Makes one batch of the copies that this thread has started since its last
    `prim.copy_commit`. The batch may be empty.

    ```mlir
    prim.copy_commit
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 0;
}

def Prim_CopyWaitOp : Prim_Op<"copy_wait", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for batches of copies";
  let description = [{
    Waits until at most the last `pending` batches of this thread are in flight. The
    thread can then read the copies of the earlier batches. Other threads can read them
    after a barrier that follows.

    ```mlir
    prim.copy_wait 1
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$pending);
  let assemblyFormat = "$pending attr-dict";
  let hasVerifier = 0;
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

def Prim_ClusterStoreOp : Prim_Op<"cluster_store", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "store into the workgroup memory of a block of the cluster";
  let description = [{
    Stores `value` at `offset` bytes after `base`, but in the memory of block number
    `block` of the cluster, which may be the own one. The kernel has
    `known_cluster_size`, and all blocks of a cluster execute the same
    `prim.workgroup_alloc`. A `prim.cluster_barrier` before the op makes sure that the
    block has begun, and after another one the block sees the value. The memory of
    `base` serves no other purpose. Only for chips with clusters: from sm_90 on.

    ```mlir
    prim.cluster_store %v, %b[%o] in %block : f32, !prim.base<workgroup>
    ```
  }];
  let arguments = (ins Prim_MemoryItems:$value, Prim_WorkgroupBase:$base,
                       I32:$offset, I32:$block);
  let assemblyFormat = [{
    $value `,` $base `[` $offset `]` `in` $block attr-dict
    `:` type($value) `,` qualified(type($base))
  }];
  let hasVerifier = 0;
}

def Prim_ClusterBarrierOp : Prim_Op<"cluster_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for the cluster of blocks";
  let description = [{
    Waits until all threads of all blocks of the cluster have reached the op. After it,
    each thread sees what the others wrote before it, to workgroup memory and to device
    memory. Only for chips with clusters: from sm_90 on.

    ```mlir
    prim.cluster_barrier
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 0;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

def Prim_BlockBarrierOp : Prim_Op<"block_barrier", [
    Prim_BlockCollective,
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "wait for the block, and for its workgroup memory";
  let description = [{
    Waits until all threads of the block have reached the op. After it, each thread sees
    what the others wrote to workgroup memory before it. Device memory is ordered only
    by `orders(scope)`:

    * `block`: all threads of the block see after the barrier what any of them wrote to
      device memory before it, as with a `gpu.barrier`.
    * `device`: as `block`, and for other blocks too. If a thread of this block later
      makes an access that releases to the device (`atomic(release, device)`), the
      access covers what all threads of the block wrote before the barrier. One thread
      can then signal to other blocks that this block is done.

    `acquires(%buffer)` says that the barrier precedes the first access to that
    workgroup memory. Such a barrier orders nothing else. It keeps the writes that
    follow it from overtaking reads of the previous loop iteration.
    `prim-plan-workgroup-memory` removes it if there are no such reads, or if another
    barrier lies between.

    ```mlir
    prim.block_barrier
    prim.block_barrier orders(device)
    ```
  }];
  let arguments = (ins Optional<Prim_WorkgroupBase>:$acquired,
                       OptionalAttr<Prim_MemoryScope>:$orders);
  let builders = [
    OpBuilder<(ins), [{
      build($_builder, $_state, ::mlir::Value(), MemoryScopeAttr());
    }]>,
    OpBuilder<(ins "::mlir::prim::MemoryScope":$orders), [{
      build($_builder, $_state, ::mlir::Value(),
            MemoryScopeAttr::get($_builder.getContext(), orders));
    }]>];
  let assemblyFormat = [{
    (`acquires` `(` $acquired^ `:` qualified(type($acquired)) `)`)?
    (`orders` `(` $orders^ `)`)? attr-dict
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMMEMORYOPS_TD
