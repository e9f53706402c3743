# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The prim dialect.

Op classes and enumerations are generated; the functions here stand before the
generated builders of all ops whose result types follow from their operands or
that have regions. `docs/DeviceOps.md` and its neighbours describe the ops and
their clauses; arguments have the clauses' names.

A combiner is a kind's name (`"add"`, `CombinerKind.Add`) or a function of two
values that returns one; where several operands are one tuple, it takes two
tuples and returns one. It is called once, at the insertion point of the op's
region:

    prim.device_scan(x, out, lambda a, b: arith.maxsi(a, b))
    prim.warp_reduce([v, i], lambda a, b: larger(a, b), commutative=True)

Functions return the op's result, all of its results, or the op if it has none.
What cannot be an argument at all is a TypeError or ValueError; what the op does
not take is an `ir.MLIRError` when the module is verified.
"""

from operator import index as _index

from ..ir import Attribute as _Attribute, IndexType as _IndexType
from ..ir import IntegerType as _IntegerType
from ..ir import InsertionPoint as _InsertionPoint, VectorType as _VectorType
from .._mlir_libs._mlirDialectsPrim import *
from ._ods_common import _cext as _ods_cext
from ._prim_enum_gen import *
from ._prim_ops_gen import *
from ._prim_ops_gen import _Dialect
from . import _prim_regions as _r


def _folding(inputs, combiner, fastmath):
    """The parts that all folds have: inputs, kind, function, fastmath."""
    inputs = _r.values(inputs, "inputs")
    if not inputs:
        raise ValueError("inputs must hold at least one value")
    kind, function = _r.split(combiner, CombinerKind, "combiner")
    return inputs, kind, function, _r.fastmath_flags(fastmath, inputs[0].context)


def _finish_fold(op, types, function):
    """Writes the combiner region, if there is one, over values of `types`."""

    def build():
        if function:
            _r.fill(op, op.combiner, types * 2, function, "combiner", _r.grouped)

    return _r.discarding(op, build)


def _finish_sort(op, types, function):
    def build():
        if function:
            _r.fill(op, op.comparator, types * 2, function, "order", _r.grouped)

    return _r.discarding(op, build)


def _orders(order):
    """The order of all keys, those of each, and the function that compares, of which
    one is given."""
    if not isinstance(order, (list, tuple)):
        order, function = _r.split(order, SortOrder, "order")
        return order, None, function
    own = [_r.enumerator(SortOrder, word, "order") for word in order]
    return None, [member.value for member in own], None


def _scanned(mode, inputs):
    """The mode, and the types of the prefixes that a scan in it returns."""
    mode = _r.enumerator(ScanMode, mode, "mode")
    types = [v.type for v in inputs]
    return mode, types * 2 if mode == ScanMode.Both else types


def _segments(head, tail):
    """Flags, and what they mark."""
    if head is not None and tail is not None:
        raise ValueError("head and tail exclude each other")
    if tail is not None:
        return _r.value(tail, "tail"), SegmentKind.Tail
    return _r.value(head, "head"), None if head is None else SegmentKind.Head


# Warp


def warp_reduce(inputs, combiner, *, identity=(), init=(), valid=None, head=None,
                tail=None, all=False, width=None, commutative=False, fastmath=None,
                loc=None, ip=None):
    """The fold of the values of a logical warp: one value per input, of its
    element type. At most one of `head` and `tail` may be given."""
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    flag, segment = _segments(head, tail)
    types = _r.elements(inputs)
    op = WarpReduceOp(types, inputs, _r.values(identity, "identity"),
                      _r.values(init, "init"),
                      valid=_r.value(valid, "valid"), flag=flag,
                      segment=segment, all=all, width=width, kind=kind,
                      commutative=commutative, fastmath=fastmath, loc=loc, ip=ip)
    return _finish_fold(op, types, function)


def warp_scan(inputs, combiner, *, mode="inclusive", init=(), identity=(),
              valid=None, head=None, total=False, reverse=False, packed=False,
              distance=False, width=None, commutative=False, fastmath=None,
              loc=None, ip=None):
    """The prefixes over a logical warp: those of the mode (both: the inclusive
    ones first), then the totals, then the distance."""
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    mode, results = _scanned(mode, inputs)
    types = _r.elements(inputs)
    if total:
        results = results + types
    if distance:
        results = results + [_r.i32(inputs[0].context)]
    op = WarpScanOp(results, mode, inputs, _r.values(init, "init"),
                    _r.values(identity, "identity"),
                    valid=_r.value(valid, "valid"), flag=_r.value(head, "head"),
                    total=total, reverse=reverse, packed=packed,
                    distance=distance, width=width, kind=kind,
                    commutative=commutative, fastmath=fastmath, loc=loc, ip=ip)
    return _finish_fold(op, types, function)


def warp_sort(inputs, order="slt", *, valid=None, stable=False, width=None,
              descending=False, loc=None, ip=None):
    """The items of a logical warp in order. `order` is a name of `SortOrder` or
    a function of two items that says, as an i1, whether the first comes first."""
    inputs = _r.values(inputs, "inputs")
    order, function = _r.split(order, SortOrder, "order")
    op = WarpSortOp([v.type for v in inputs], inputs,
                    valid=_r.value(valid, "valid"), stable=stable, width=width,
                    order=order, descending=descending, loc=loc, ip=ip)
    return _finish_sort(op, _r.elements(inputs), function)


def warp_broadcast(inputs, lane, *, width=None, loc=None, ip=None):
    """The values that lane `lane` of the logical warp holds, in all lanes."""
    inputs = _r.values(inputs, "inputs")
    return _r.finished(WarpBroadcastOp(
        [v.type for v in inputs], inputs, _r.value(lane, "lane"), width=width,
        loc=loc, ip=ip))


def warp_shuffle(inputs, source, mode="lane", *, width=None, loc=None, ip=None):
    """The values of another lane; `mode` is a name of `ShuffleMode`."""
    inputs = _r.values(inputs, "inputs")
    mode = _r.enumerator(ShuffleMode, mode, "mode")
    return _r.finished(WarpShuffleOp(
        [v.type for v in inputs], inputs, _r.value(source, "source"), mode,
        width=width, loc=loc, ip=ip))


def warp_exchange(inputs, mode, *, ranks=None, in_registers=False, width=None,
                  loc=None, ip=None):
    """The items of a logical warp rearranged; `mode` is a name of
    `ExchangeMode`."""
    inputs = _r.values(inputs, "inputs")
    mode = _r.enumerator(ExchangeMode, mode, "mode")
    return _r.finished(WarpExchangeOp(
        [v.type for v in inputs], mode, inputs, ranks=_r.value(ranks, "ranks"),
        in_registers=in_registers, width=width, loc=loc, ip=ip))


# Block


def block_reduce(inputs, combiner, *, identity=(), valid=None, head=None,
                 tail=None, all=False, arrangement=None, row_vector=None,
                 commutative=False, fastmath=None, loc=None, ip=None):
    """The fold of the values of a block: one value per input, of its element
    type. At most one of `head` and `tail` may be given; the folds of segments
    are items as the inputs are."""
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    flag, segment = _segments(head, tail)
    types = _r.elements(inputs)
    results = types if segment is None else [v.type for v in inputs]
    op = BlockReduceOp(results, inputs, _r.values(identity, "identity"),
                       valid=_r.value(valid, "valid"), flag=flag,
                       segment=segment, all=all,
                       arrangement=_r.enumerator(Arrangement, arrangement,
                                                 "arrangement"),
                       row_vector=row_vector, kind=kind, commutative=commutative,
                       fastmath=fastmath, loc=loc, ip=ip)
    return _finish_fold(op, types, function)


def block_scan(inputs, combiner, *, mode="inclusive", init=(), identity=(),
               valid=None, head=None, total=False, reverse=False, prefix=None,
               arrangement=None, row_vector=None, commutative=False,
               fastmath=None, loc=None, ip=None):
    """The prefixes over a block: those of the mode, then the totals. `prefix` is
    a function of the block's fold, one argument per input (with `head`, first
    whether the block holds a head, as an i1), that returns what goes before all
    items of the block, and behind it perhaps an i1."""
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    mode, results = _scanned(mode, inputs)
    types = _r.elements(inputs)
    op = BlockScanOp(results + types if total else results, mode, inputs,
                     _r.values(init, "init"), _r.values(identity, "identity"),
                     valid=_r.value(valid, "valid"), flag=_r.value(head, "head"),
                     total=total, reverse=reverse,
                     arrangement=_r.enumerator(Arrangement, arrangement,
                                               "arrangement"),
                     row_vector=row_vector, kind=kind, commutative=commutative,
                     fastmath=fastmath, loc=loc, ip=ip)

    def build():
        if function:
            _r.fill(op, op.combiner, types * 2, function, "combiner", _r.grouped)
        if prefix:
            flags = [] if head is None else [_r.i1(inputs[0].context)]
            _r.fill(op, op.prefix, flags + types, prefix, "prefix")

    return _r.discarding(op, build)


def block_sort(inputs, order="slt", *, valid=None, keys=None, begin_bit=None,
               end_bit=None, from_=None, from_vector=None, arrangement=None,
               descending=False, loc=None, ip=None):
    """The items of a block in order, stably; `order` as in `device_sort`."""
    inputs = _r.values(inputs, "inputs")
    order, orders, function = _orders(order)
    op = BlockSortOp([v.type for v in inputs], inputs,
                     valid=_r.value(valid, "valid"), begin_bit=begin_bit,
                     end_bit=end_bit, keys=keys, orders=orders,
                     from_=_r.enumerator(Arrangement, from_, "from_"),
                     from_vector=from_vector,
                     arrangement=_r.enumerator(Arrangement, arrangement,
                                               "arrangement"),
                     order=order, descending=descending, loc=loc, ip=ip)
    return _finish_sort(op, _r.elements(inputs), function)


def radix_bits(lowest, highest, order="ult", width=32):
    """The bits by which keys from `lowest` to `highest` can differ, as the numbers
    (begin_bit, end_bit) of a sort that knows their range. Keys are integers of `width`
    bits in an `order` of `SortOrder`, `ult` or `slt`; a ValueError says what is none."""
    order = _r.enumerator(SortOrder, order, "order")
    if order == SortOrder.Total:
        raise ValueError("floats are not sorted by some of their bits")
    least = -(1 << width - 1) if order == SortOrder.SLT else 0
    if not least <= lowest <= highest < least + (1 << width):
        raise ValueError(
            f"{lowest} to {highest} is no range of integers from {least} to "
            f"{least + (1 << width) - 1}")
    # The sign bit, which comes first in slt, differs where the signs do.
    differing = (lowest ^ highest) & (1 << width) - 1
    return 0, max(differing.bit_length(), 1)


def block_adjacent(inputs, function, *, left=False, right=False, predecessor=(),
                   successor=(), valid=None, arrangement=None, row_vector=None,
                   numbered=False, loc=None, ip=None):
    """What `function` gives for two neighbours in their order, one argument per
    input each, and with `numbered` the number of the second one: flags, or
    differences. Those of `left` come before those of `right`."""
    inputs = _r.values(inputs, "inputs")
    elements = _r.elements(inputs)
    arguments = elements * 2 + [_r.i32(inputs[0].context)] * bool(numbered)

    def make(results):
        return BlockAdjacentOp(
            results, inputs, _r.values(predecessor, "predecessor"),
            _r.values(successor, "successor"), valid=_r.value(valid, "valid"),
            left=left, right=right,
            arrangement=_r.enumerator(Arrangement, arrangement, "arrangement"),
            row_vector=row_vector, loc=loc, ip=ip)

    # What the results are, is known when the region is there.
    draft = make([])
    try:
        given = _r.fill(draft, draft.map, arguments, function, "function")
        shape = inputs[0].type.shape if elements[0] != inputs[0].type else None
        results = [type if shape is None else _VectorType.get(shape, type)
                   for type in given]
        op = make(results * (bool(left) + bool(right)))
        draft.map.blocks[0].append_to(op.map)
    finally:
        draft.operation.erase()
    return _r.finished(op)


def block_shuffle(inputs, *, up=False, down=False, offset=None, rotate=None,
                  fill=(), edge=False, loc=None, ip=None):
    """The items of a block, shifted in one of these ways; with `edge` the items
    that `up` or `down` pushes out besides."""
    inputs = _r.values(inputs, "inputs")
    results = [v.type for v in inputs]
    return _r.finished(BlockShuffleOp(
        results + _r.elements(inputs) if edge else results, inputs,
        _r.values(fill, "fill"), offset=_r.value(offset, "offset"),
        rotate=_r.value(rotate, "rotate"), up=up, down=down, edge=edge, loc=loc,
        ip=ip))


def block_run_length_decode(inputs, lengths, items=1, *, window=None,
                            offsets=False, total=False, loc=None, ip=None):
    """A window of the inputs, each as often as its length says, `items` of them
    per thread; then, if asked for, their numbers within their runs, and how many
    there are in all."""
    inputs = _r.values(inputs, "inputs")
    i32 = _r.i32(inputs[0].context)
    types = _r.elements(inputs) + [i32] * bool(offsets)
    results = [_r.vector_of(items, type) for type in types]
    return _r.finished(BlockRunLengthDecodeOp(
        results + [i32] * bool(total), inputs, items,
        lengths=_r.value(lengths, "lengths"), window=_r.value(window, "window"),
        offsets=offsets, total=total, loc=loc, ip=ip))


def block_exchange(inputs, *, ranks=None, flags=None, guarded=False, gather=None,
                   from_=None, from_vector=None, from_width=None, to=None,
                   to_vector=None, to_width=None, loc=None, ip=None):
    """The items of a block, from one `Arrangement` to another, to `ranks`, those
    with `flags` alone or, with `guarded`, those with a rank; or those that
    `gather` names."""
    inputs = _r.values(inputs, "inputs")
    return _r.finished(BlockExchangeOp(
        [v.type for v in inputs], inputs, ranks=_r.value(ranks, "ranks"),
        flags=_r.value(flags, "flags"), guarded=guarded,
        gather=_r.value(gather, "gather"),
        from_=_r.enumerator(Arrangement, from_, "from_"), from_vector=from_vector,
        from_width=from_width, to=_r.enumerator(Arrangement, to, "to"),
        to_vector=to_vector, to_width=to_width, loc=loc, ip=ip))


def block_radix_rank(digits, bits, *, valid=None, counts=None, counted=None,
                     digit=None, ranked=None, arrangement=None, row_vector=None,
                     loc=None, ip=None):
    """The ranks of the items; with `counts`, the thread's counts and the ranks
    of its first items besides. `counted` is a function of the counts, which
    returns None; `digit` one of an item, of any type, to its digit; `ranked` one
    of an item and its rank, which returns None."""
    digits = _r.value(digits, "digits")
    item = _r.element(digits.type)
    i32 = _r.i32(digits.context)
    results = [i32]
    if item != digits.type:
        results = [_VectorType.get(_VectorType(digits.type).shape, i32)]
    if counts is not None:
        results += [_r.vector_of(counts, i32)] * 2
    op = BlockRadixRankOp(results, [digits], bits, valid=_r.value(valid, "valid"),
                          counts=counts,
                          arrangement=_r.enumerator(Arrangement, arrangement,
                                                    "arrangement"),
                          row_vector=row_vector, loc=loc, ip=ip)

    def build():
        if counted:
            _r.fill(op, op.counted, results[1:2], counted, "counted")
        if digit:
            _r.fill(op, op.digit, [item], digit, "digit")
        if ranked:
            _r.fill(op, op.ranked, [item, i32], ranked, "ranked")

    return _r.discarding(op, build)


# Grid


def _grid_fold(make, inputs, combiner, identity, tile, tiles, state, epoch, chains,
               bits, window, commutative, fastmath, loc, ip):
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    results = [v.type for v in inputs] + [_r.i1(inputs[0].context)]
    op = make(results, inputs, _r.values(identity, "identity"),
              _r.value(tile, "tile"), _r.value(tiles, "tiles"),
              _r.value(state, "state"), epoch=_r.value(epoch, "epoch"),
              chains=chains, bits=bits, window=window, kind=kind,
              commutative=commutative, fastmath=fastmath, loc=loc, ip=ip)
    return _finish_fold(op, _r.elements(inputs), function)


def grid_prefix(inputs, combiner, tile, tiles, state, *, identity=(), epoch=None,
                chains=None, bits=None, window=None, commutative=False,
                fastmath=None, loc=None, ip=None):
    """The fold of the tiles before this one, and an i1: whether there are any."""
    return _grid_fold(GridPrefixOp, inputs, combiner, identity, tile, tiles, state,
                      epoch, chains, bits, window, commutative, fastmath, loc, ip)


def grid_scan(inputs, combiner, tile, tiles, state, *, identity=(), epoch=None,
              chains=None, bits=None, window=None, commutative=False,
              fastmath=None, loc=None, ip=None):
    """Publishes a tile; results as those of `grid_prefix`."""
    return _grid_fold(GridScanOp, inputs, combiner, identity, tile, tiles, state,
                      epoch, chains, bits, window, commutative, fastmath, loc, ip)


def grid_reduce(inputs, combiner, tile, tiles, state, *, identity=(), reset=False,
                all=False, commutative=False, fastmath=None, loc=None, ip=None):
    """The fold of all tiles, and an i1: whether this block has it."""
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    results = [v.type for v in inputs] + [_r.i1(inputs[0].context)]
    op = GridReduceOp(results, inputs, _r.values(identity, "identity"),
                      _r.value(tile, "tile"), _r.value(tiles, "tiles"),
                      _r.value(state, "state"), reset=reset, all=all, kind=kind,
                      commutative=commutative, fastmath=fastmath, loc=loc, ip=ip)
    return _finish_fold(op, _r.elements(inputs), function)


# Device


def _destinations(outs, token, other=None):
    """Result types of a device op: of tensors their own, of memrefs none, and
    behind them the token if one is asked for; `other` is an operand where there may
    be no outs."""
    from ..ir import RankedTensorType, Type

    results = [v.type for v in outs if isinstance(v.type, RankedTensorType)]
    if token:
        context = (outs[0] if outs else other).context
        results.append(Type.parse("!gpu.async.token", context=context))
    return results


def _dimensions(dimension):
    """The numbers that the attribute is made of, from one or a sequence of them;
    None and attributes stay."""
    if dimension is None or isinstance(dimension, _Attribute):
        return dimension
    try:
        return [_index(dimension)]
    except TypeError:
        pass
    try:
        return [_index(each) for each in dimension]
    except TypeError:
        raise TypeError(
            "dimension must be an integer or a sequence of them, not "
            f"{type(dimension).__name__}"
        ) from None


def _borders(segments, head=None, by_key=None, equal=None):
    """What says where segments start: values, and a SegmentForm or None."""
    said = [(SegmentForm.Offsets, _r.values(segments, "segments")),
            (SegmentForm.Head, _r.values(head, "head")),
            (SegmentForm.Key, _r.values(by_key, "by_key"))]
    said = [(form, values) for form, values in said if values]
    if len(said) > 1:
        raise ValueError("segments, head and by_key exclude each other")
    form, values = said[0] if said else (None, [])
    if equal and form != SegmentForm.Key:
        raise ValueError("equal says which keys are equal, and needs by_key")
    return values, form


def _fill_mapped(op, region, types, function, name):
    """Writes a region on elements, whose index is there for a function that takes
    it; returns the types that it yields."""
    if _r.takes(function, len(types) + 1):
        types = types + [_IndexType.get(context=op.context)]
    return _r.fill(op, region, types, function, name)


def _device_fold(make, ins, outs, combiner, init, identity, reads,
                 async_dependencies, prologue, epilogue, token, commutative,
                 fastmath, borders, equal, **clauses):
    ins, kind, function, fastmath = _folding(ins, combiner, fastmath)
    borders, form = _borders(*borders, equal)
    outs = _r.values(outs, "outs")
    if not outs:
        raise ValueError("outs must hold at least one buffer")
    op = make(_destinations(outs, token), ins=ins, outs=outs,
              init=_r.values(init, "init"),
              identity=_r.values(identity, "identity"),
              reads=_r.values(reads, "reads"),
              asyncDependencies=_r.values(async_dependencies,
                                          "async_dependencies"),
              borders=borders, segmented=form, kind=kind, commutative=commutative,
              fastmath=fastmath, **clauses)

    def build():
        if equal:
            keys = _r.elements(borders)
            _r.fill(op, op.equal, keys * 2, equal, "equal", _r.grouped)
        types = _r.elements(ins)
        if prologue:
            types = _fill_mapped(op, op.prologue, types, prologue, "prologue")
        if function:
            _r.fill(op, op.combiner, types * 2, function, "combiner", _r.grouped)
        if epilogue:
            _r.fill(op, op.epilogue, types, epilogue, "epilogue")

    return _r.discarding(op, build)


def device_reduce(ins, outs, combiner, *, init=(), identity=(), reads=(),
                  prologue=None, epilogue=None, workspace=None, dimension=None,
                  segments=(), head=None, by_key=(), equal=None,
                  deterministic=None, initialized=False, tuning=None,
                  commutative=False, fastmath=None, token=False,
                  async_dependencies=(), loc=None, ip=None):
    """The fold of buffers. `prologue` is a function of the elements of `ins`,
    and of their index if it takes one argument more, that returns what is
    combined; `epilogue` is one of the fold that returns what is written.
    `equal` is a function of the keys of two neighbours, tuples if there are
    several, that says as an i1 whether they are equal. `dimension` is an integer
    or, here, ascending ones.
    Results: the new tensors, or with memrefs an async token if `token`."""
    return _device_fold(
        DeviceReduceOp, ins, outs, combiner, init, identity, reads,
        async_dependencies, prologue, epilogue, token, commutative, fastmath,
        borders=(segments, head, by_key), equal=equal,
        workspace=_r.value(workspace, "workspace"),
        dimension=_dimensions(dimension),
        deterministic=_r.enumerator(Determinism, deterministic, "deterministic"),
        initialized=initialized, tuning=tuning, loc=loc, ip=ip)


def device_scan(ins, outs, combiner, *, mode="inclusive", init=(), identity=(),
                reads=(), prologue=None, epilogue=None, workspace=None,
                total=False, reverse=False, dimension=None, segments=(),
                head=None, by_key=(), equal=None, deterministic=None,
                initialized=False, tuning=None, commutative=False, fastmath=None,
                token=False, async_dependencies=(), loc=None, ip=None):
    """The prefix folds of buffers; functions and results as in
    `device_reduce`."""
    return _device_fold(
        DeviceScanOp, ins, outs, combiner, init, identity, reads,
        async_dependencies, prologue, epilogue, token, commutative, fastmath,
        borders=(segments, head, by_key), equal=equal,
        mode=_r.enumerator(ScanMode, mode, "mode"),
        workspace=_r.value(workspace, "workspace"), total=total, reverse=reverse,
        dimension=_dimensions(dimension),
        deterministic=_r.enumerator(Determinism, deterministic, "deterministic"),
        initialized=initialized, tuning=tuning, loc=loc, ip=ip)


def _ordered(op, ins, prologue, function):
    """`op` with the regions of a prologue and a comparator, as far as there are any."""
    def build():
        items = _r.elements(ins)
        if prologue:
            items = _fill_mapped(op, op.prologue, items, prologue, "prologue")
        if function:
            _r.fill(op, op.comparator, items * 2, function, "order", _r.grouped)

    return _r.discarding(op, build)


def device_sort(ins, outs, order="slt", *, reads=(), workspace=None,
                dimension=None, segments=(), keys=None, begin_bit=None, end_bit=None,
                batches=False, may_clobber_input=False, prologue=None,
                initialized=False, tuning=None, descending=False, token=False,
                async_dependencies=(), loc=None, ip=None):
    """The elements of buffers in order, stably; `order` as in `warp_sort`, of the first
    `keys` operands in turn, or a list with an order of each. `prologue` is a function of
    elements, and of their index if it takes one argument more, that returns what is
    sorted. `segments` (offsets, or begins and ends) and results as in
    `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    order, orders, function = _orders(order)
    borders, form = _borders(segments)
    op = DeviceSortOp(_destinations(outs, token), ins, outs,
                      _r.values(reads, "reads"),
                      _r.values(async_dependencies, "async_dependencies"),
                      borders, workspace=_r.value(workspace, "workspace"),
                      dimension=_dimensions(dimension), segmented=form, keys=keys,
                      begin_bit=begin_bit, end_bit=end_bit, orders=orders,
                      batches=batches, may_clobber_input=may_clobber_input,
                      initialized=initialized, tuning=tuning, order=order,
                      descending=descending, loc=loc, ip=ip)

    return _ordered(op, ins, prologue, function)


def device_run_length(ins, outs, equal=None, *, nontrivial=False, reads=(),
                      workspace=None, initialized=False, tuning=None, token=False,
                      async_dependencies=(), loc=None, ip=None):
    """The runs of equal neighbours: their first elements, or with `nontrivial` where
    those of several begin, their lengths, and how many there are. `equal` compares two
    elements, all members of one and all of the next. Results as in `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    op = DeviceRunLengthOp(_destinations(outs, token), ins, outs,
                           _r.values(reads, "reads"),
                           _r.values(async_dependencies, "async_dependencies"),
                           workspace=_r.value(workspace, "workspace"),
                           nontrivial=nontrivial, initialized=initialized,
                           tuning=tuning, loc=loc, ip=ip)

    def build():
        if equal:
            _r.fill(op, op.equal, _r.elements(ins) * 2, equal, "equal", _r.grouped)

    return _r.discarding(op, build)




def device_search(ins, sorted, outs, mode, order="slt", *, reads=(),
                  workspace=None, prologue=None, descending=False,
                  initialized=False, tuning=None, token=False,
                  async_dependencies=(), loc=None, ip=None):
    """Where elements of `ins` belong in the buffers `sorted`: `mode` is lower, upper or
    contains. `prologue` is a function of the elements of `ins`, and of their index if it
    takes one argument more, that returns what is looked for; `order` as in
    `warp_sort`, results as in `device_reduce`."""
    ins, sorted, outs = (_r.values(ins, "ins"), _r.values(sorted, "sorted"),
                         _r.values(outs, "outs"))
    if not ins or not sorted or not outs:
        raise ValueError("ins, sorted and outs must hold at least one buffer each")
    modes = ["lower", "upper", "contains"]
    if mode not in modes:
        raise ValueError(f"mode is {mode!r}; it can be {', '.join(modes)}")
    order, function = _r.split(order, SortOrder, "order")
    op = DeviceSearchOp(_destinations(outs, token), ins, sorted, outs,
                        _r.values(reads, "reads"),
                        _r.values(async_dependencies, "async_dependencies"),
                        modes.index(mode),
                        workspace=_r.value(workspace, "workspace"),
                        initialized=initialized, tuning=tuning, order=order,
                        descending=descending, loc=loc, ip=ip)

    return _ordered(op, ins, prologue, function)


def device_batch_copy(ins, outs, begins, places, sizes, *, addressed=None,
                      workspace=None, initialized=False, tuning=None, token=False,
                      async_dependencies=(), loc=None, ip=None):
    """Copies of `sizes` elements of `ins` from `begins` on, to `outs` from `places` on;
    with `addressed` bytes each, from addresses to addresses, and `ins` and `outs` are
    empty. Results as in `device_reduce`."""
    outs = _r.values(outs, "outs")
    begins = _r.value(begins, "begins")
    return _r.finished(DeviceBatchCopyOp(
        _destinations(outs, token, begins), begins,
        _r.value(places, "places"), _r.value(sizes, "sizes"),
        _r.values(ins, "ins"), outs,
        _r.values(async_dependencies, "async_dependencies"),
        addressed=addressed, workspace=_r.value(workspace, "workspace"),
        initialized=initialized, tuning=tuning, loc=loc, ip=ip))




def device_merge(ins, others, outs, order="slt", *, reads=(), workspace=None,
                 wide=False, initialized=False, tuning=None, descending=False, token=False,
                 async_dependencies=(), loc=None, ip=None):
    """The elements of two groups of buffers, each in order, in order, stably; `order`
    as in `warp_sort`, results as in `device_reduce`."""
    ins, others, outs = (_r.values(ins, "ins"), _r.values(others, "others"),
                         _r.values(outs, "outs"))
    if not ins or not others or not outs:
        raise ValueError("ins, others and outs must hold at least one buffer each")
    order, function = _r.split(order, SortOrder, "order")
    op = DeviceMergeOp(_destinations(outs, token), ins, others, outs,
                       _r.values(reads, "reads"),
                       _r.values(async_dependencies, "async_dependencies"),
                       workspace=_r.value(workspace, "workspace"), wide=wide,
                       initialized=initialized, tuning=tuning, order=order,
                       descending=descending, loc=loc, ip=ip)
    return _finish_sort(op, _r.elements(ins), function)


def device_select(ins, outs, where=None, *, flags=None, heads=None, equal=None,
                  classes=None, rest=(), rest_reversed=False, reads=(),
                  workspace=None, prologue=None, initialized=False, tuning=None,
                  token=False, async_dependencies=(), loc=None, ip=None):
    """What is selected of buffers, in its order, and how much that is: the last of
    `outs`. `where` takes the members of the item, then the flag, if there are any,
    and the index, if it takes one argument more; `equal` compares the first `heads`
    members of two items. Results as in `device_reduce`; those of
    `rest` are the last."""
    ins, outs, rest = (_r.values(ins, "ins"), _r.values(outs, "outs"),
                       _r.values(rest, "rest"))
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    flags = _r.value(flags, "flags")
    op = DeviceSelectOp(_destinations(outs + rest, token), ins, outs, rest,
                        _r.values(reads, "reads"),
                        _r.values(async_dependencies, "async_dependencies"),
                        flags=flags, workspace=_r.value(workspace, "workspace"),
                        rest_reversed=rest_reversed, heads=heads, classes=classes,
                        initialized=initialized, tuning=tuning, loc=loc, ip=ip)

    def build():
        items = _r.elements(ins)
        if prologue:
            items = _fill_mapped(op, op.prologue, items, prologue, "prologue")
        if where:
            given = _r.elements([flags]) if flags is not None else []
            _fill_mapped(op, op.where, items + given, where, "where")
        if equal:
            _r.fill(op, op.equal, items[:heads or 1] * 2, equal, "equal", _r.grouped)

    return _r.discarding(op, build)


def device_histogram(ins, outs, bin=None, *, even=(), range=(), order=None,
                     weights=None, channels=None, active=None, reads=(),
                     workspace=None, prologue=None, deterministic=None,
                     initialized=False, tuning=None, token=False,
                     async_dependencies=(), loc=None, ip=None):
    """How many elements belong to each bin; which one that is say the bounds `even`,
    the levels `range`, or the function `bin`, which takes the members of the item and
    the index, if it takes one argument more. Of pixels of so many `channels` the first
    `active` have outs each. Results as in `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    op = DeviceHistogramOp(
        _destinations(outs, token), ins, outs, _r.values(even, "even"),
        _r.values(range, "range"), _r.values(reads, "reads"),
        _r.values(async_dependencies, "async_dependencies"),
        order=_r.enumerator(SortOrder, order, "order"),
        weights=_r.value(weights, "weights"),
        workspace=_r.value(workspace, "workspace"), channels=channels, active=active,
        deterministic=_r.enumerator(Determinism, deterministic, "deterministic"),
        initialized=initialized, tuning=tuning, loc=loc, ip=ip)

    def build():
        items = _r.elements(ins)
        if prologue:
            items = _fill_mapped(op, op.prologue, items, prologue, "prologue")
        if bin:
            _fill_mapped(op, op.bin, items, bin, "bin")

    return _r.discarding(op, build)




def _device_rank(make, ins, outs, order, operands, reads, workspace, dimension,
                 token, async_dependencies, rest=(), **clauses):
    ins, outs, rest = (_r.values(ins, "ins"), _r.values(outs, "outs"),
                       _r.values(rest, "rest"))
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    order, orders, function = _orders(order)
    op = make(_destinations(outs + rest, token), ins, outs, *operands(rest),
              _r.values(reads, "reads"),
              _r.values(async_dependencies, "async_dependencies"),
              workspace=_r.value(workspace, "workspace"),
              dimension=_dimensions(dimension), order=order, orders=orders,
              **clauses)
    return _finish_sort(op, _r.elements(ins), function)


def device_nth(ins, outs, nth, order="slt", *, reads=(), workspace=None,
               dimension=None, keys=None, begin_bit=None, end_bit=None,
               initialized=False, tuning=None, descending=False, token=False,
               async_dependencies=(), loc=None, ip=None):
    """The elements of buffers in an order in which element `nth` is where sorting
    would put it; `order` and results as in `device_sort`."""
    return _device_rank(
        DeviceNthOp, ins, outs, order, lambda rest: [], reads, workspace, dimension,
        token, async_dependencies, nth=_r.value(nth, "nth"), keys=keys,
        begin_bit=begin_bit, end_bit=end_bit, initialized=initialized, tuning=tuning,
        descending=descending, loc=loc, ip=ip)


def device_topk(ins, outs, order="slt", *, rest=(), unordered=False, reads=(),
                workspace=None, dimension=None, keys=None, begin_bit=None,
                end_bit=None, initialized=False, tuning=None, descending=False,
                token=False, async_dependencies=(), loc=None, ip=None):
    """The elements of buffers that come first, as many as `outs` hold, and those
    that do not in `rest`; `order` and results as in `device_sort`."""
    return _device_rank(
        DeviceTopkOp, ins, outs, order, lambda rest: [rest], reads, workspace,
        dimension, token, async_dependencies, rest=rest, unordered=unordered,
        keys=keys, begin_bit=begin_bit, end_bit=end_bit, initialized=initialized,
        tuning=tuning, descending=descending, loc=loc, ip=ip)




def device_map(outs, function, *, ins=(), neighbour=None, dimension=None,
               predicated=False, reads=(), workspace=None, initialized=False,
               tuning=None, token=False, async_dependencies=(), loc=None, ip=None):
    """What `function` makes of the elements of buffers, place by place; with
    `neighbour`, "left" or "right", it takes those of the element beside it, too, and
    whether there is one, and the index, if it takes one argument more. Results as in
    `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not outs:
        raise ValueError("outs must hold at least one buffer")
    sides = ("left", "right")
    if neighbour not in (None, *sides):
        raise ValueError(f"neighbour is {neighbour!r}; it can be left or right")
    side = None
    if neighbour:
        side = _Attribute.parse(f"{sides.index(neighbour)} : i32")
    op = DeviceMapOp(_destinations(outs, token), ins, outs,
                     _r.values(reads, "reads"),
                     _r.values(async_dependencies, "async_dependencies"),
                     workspace=_r.value(workspace, "workspace"),
                     neighbour=side, dimension=_dimensions(dimension),
                     predicated=predicated, initialized=initialized, tuning=tuning,
                     loc=loc, ip=ip)

    def build():
        items = _r.elements(ins)
        if neighbour:
            i1 = _IntegerType.get_signless(1, context=op.context)
            items = items * 2 + [i1]
        _fill_mapped(op, op.map, items, function, "map")

    return _r.discarding(op, build)


def workspace_size(function, *, loc=None, ip=None):
    """The bytes of workspace that the one device op needs which `function`,
    called without arguments, builds on memrefs."""
    op = WorkspaceSizeOp(_IndexType.get(), loc=loc, ip=ip)

    def build():
        with op.operation.location, _InsertionPoint(op.body.blocks.append()):
            function()

    return _r.discarding(op, build)
