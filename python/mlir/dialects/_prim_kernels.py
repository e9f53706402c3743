# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builders of `prim.py` for the warp, block and grid ops, and helpers that all folds
and sorts share."""

from ..ir import VectorType as _VectorType
from ._prim_enum_gen import *
from ._prim_ops_gen import *
from . import _prim_regions as _r


def _folding(inputs, combiner, fastmath):
    """The operands and attributes common to all folds: inputs, kind, function,
    fastmath."""
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
    """The order of all keys, the order of each key, and the comparator; exactly one of
    the three is given."""
    if not isinstance(order, (list, tuple)):
        order, function = _r.split(order, SortOrder, "order")
        return order, None, function
    own = [_r.enumerator(SortOrder, word, "order") for word in order]
    return None, [member.value for member in own], None


def _scanned(mode, inputs):
    """The mode, and the types of the prefixes that a scan in this mode returns."""
    mode = _r.enumerator(ScanMode, mode, "mode")
    types = [v.type for v in inputs]
    return mode, types * 2 if mode == ScanMode.Both else types


def _segments(head, tail):
    """The operands of head or tail flags, and the attribute that says which of the two
    they are."""
    if head is not None and tail is not None:
        raise ValueError("head and tail exclude each other; pass one")
    if tail is not None:
        return _r.value(tail, "tail"), SegmentKind.Tail
    return _r.value(head, "head"), None if head is None else SegmentKind.Head


# Warp


def warp_reduce(inputs, combiner, *, identity=(), init=(), valid=None, head=None,
                tail=None, all=False, width=None, commutative=False, fastmath=None,
                loc=None, ip=None):
    """The fold of the values of a logical warp: one value per input, of its element
    type. At most one of `head` and `tail` may be given."""
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
    """The prefixes over a logical warp, then the totals, then the distance. The mode
    `both` returns the inclusive prefixes first."""
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
    """The items of a logical warp in sorted order. `order` is a name of `SortOrder`, or
    a function of two items that returns an i1: true if the first item comes first."""
    inputs = _r.values(inputs, "inputs")
    order, function = _r.split(order, SortOrder, "order")
    op = WarpSortOp([v.type for v in inputs], inputs,
                    valid=_r.value(valid, "valid"), stable=stable, width=width,
                    order=order, descending=descending, loc=loc, ip=ip)
    return _finish_sort(op, _r.elements(inputs), function)


def warp_broadcast(inputs, lane, *, width=None, loc=None, ip=None):
    """The values of lane `lane` of the logical warp, in all lanes."""
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
    """The items of a logical warp, rearranged. `mode` is a name of `ExchangeMode`."""
    inputs = _r.values(inputs, "inputs")
    mode = _r.enumerator(ExchangeMode, mode, "mode")
    return _r.finished(WarpExchangeOp(
        [v.type for v in inputs], mode, inputs, ranks=_r.value(ranks, "ranks"),
        in_registers=in_registers, width=width, loc=loc, ip=ip))


# Block


def block_reduce(inputs, combiner, *, identity=(), valid=None, head=None,
                 tail=None, all=False, arrangement=None, row_vector=None,
                 commutative=False, fastmath=None, loc=None, ip=None):
    """The fold of the values of a block: one value per input, of its element type. At
    most one of `head` and `tail` may be given. Folds of segments are items, laid out as
    the inputs are."""
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
    """The prefixes over a block in the given mode, then the totals. `prefix` is a
    function of the block's fold that returns the value to combine before all items of
    the block, optionally followed by an i1. It takes one argument per input; with
    `head`, the first argument is an i1 that says whether the block holds a head."""
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
               to_vector=None, descending=False, loc=None, ip=None):
    """The items of a block in sorted order, stably. `order` is as in `device_sort`."""
    inputs = _r.values(inputs, "inputs")
    order, orders, function = _orders(order)
    op = BlockSortOp([v.type for v in inputs], inputs,
                     valid=_r.value(valid, "valid"), begin_bit=begin_bit,
                     end_bit=end_bit, keys=keys, orders=orders,
                     from_=_r.enumerator(Arrangement, from_, "from_"),
                     from_vector=from_vector,
                     arrangement=_r.enumerator(Arrangement, arrangement,
                                               "arrangement"),
                     to_vector=to_vector, order=order, descending=descending, loc=loc, ip=ip)
    return _finish_sort(op, _r.elements(inputs), function)


def radix_bits(lowest, highest, order="ult", width=32):
    """The bits by which keys from `lowest` to `highest` can differ, as the pair
    (begin_bit, end_bit) for a sort whose key range is known. Keys are integers of
    `width` bits in the order `ult` or `slt` of `SortOrder`. Raises ValueError for
    invalid arguments."""
    order = _r.enumerator(SortOrder, order, "order")
    if order == SortOrder.Total:
        raise ValueError("bits needs integer keys, not floats; leave it out")
    least = -(1 << width - 1) if order == SortOrder.SLT else 0
    if not least <= lowest <= highest < least + (1 << width):
        raise ValueError(
            f"{lowest} to {highest} is not a range of integers from {least} to "
            f"{least + (1 << width) - 1}")
    # In slt the sign bit is compared first. It differs if the signs do.
    differing = (lowest ^ highest) & (1 << width) - 1
    return 0, max(differing.bit_length(), 1)


def block_adjacent(inputs, function, *, left=False, right=False, predecessor=(),
                   successor=(), valid=None, arrangement=None, row_vector=None,
                   numbered=False, loc=None, ip=None):
    """Flags or differences: the results of `function` for each pair of neighbours, in
    their order. The function takes one argument per input and neighbour. With
    `numbered` it also takes the number of the second item. Results of `left` come
    before those of `right`."""
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

    # The result types are known only after the region is built.
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
    """The items of a block, shifted in one of these ways. With `edge`, also the items
    that `up` or `down` shifts out."""
    inputs = _r.values(inputs, "inputs")
    results = [v.type for v in inputs]
    return _r.finished(BlockShuffleOp(
        results + _r.elements(inputs) if edge else results, inputs,
        _r.values(fill, "fill"), offset=_r.value(offset, "offset"),
        rotate=_r.value(rotate, "rotate"), up=up, down=down, edge=edge, loc=loc,
        ip=ip))


def block_run_length_decode(inputs, lengths, items=1, *, window=None,
                            offsets=False, total=False, loc=None, ip=None):
    """A window of the decoded runs, `items` items per thread: each input is repeated as
    often as its length says. On request, also each item's number within its run, and
    the total number of items."""
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
    """The items of a block, rearranged: from one `Arrangement` to another, to `ranks`,
    or by `gather`. With `flags`, only flagged items move; with `guarded`, only items
    that have a rank move."""
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
    """The ranks of the items. With `counts`, also the thread's digit counts and the
    ranks of the first item of each digit. `counted` is a function of the counts that
    returns None. `digit` is a function of an item of any type that returns its digit.
    `ranked` is a function of an item and its rank that returns None."""
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
    """The fold of all earlier tiles, and an i1 that is true if there are any."""
    return _grid_fold(GridPrefixOp, inputs, combiner, identity, tile, tiles, state,
                      epoch, chains, bits, window, commutative, fastmath, loc, ip)


def grid_scan(inputs, combiner, tile, tiles, state, *, identity=(), epoch=None,
              chains=None, bits=None, window=None, commutative=False,
              fastmath=None, loc=None, ip=None):
    """Publishes a tile's fold. Results are as in `grid_prefix`."""
    return _grid_fold(GridScanOp, inputs, combiner, identity, tile, tiles, state,
                      epoch, chains, bits, window, commutative, fastmath, loc, ip)


def grid_reduce(inputs, combiner, tile, tiles, state, *, identity=(), reset=False,
                all=False, commutative=False, fastmath=None, loc=None, ip=None):
    """The fold of all tiles, and an i1 that is true in the block that holds it."""
    inputs, kind, function, fastmath = _folding(inputs, combiner, fastmath)
    results = [v.type for v in inputs] + [_r.i1(inputs[0].context)]
    op = GridReduceOp(results, inputs, _r.values(identity, "identity"),
                      _r.value(tile, "tile"), _r.value(tiles, "tiles"),
                      _r.value(state, "state"), reset=reset, all=all, kind=kind,
                      commutative=commutative, fastmath=fastmath, loc=loc, ip=ip)
    return _finish_fold(op, _r.elements(inputs), function)
