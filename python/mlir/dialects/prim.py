# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The prim dialect.

Op classes and enumerations are generated. The functions here replace the generated
builders of all ops that have regions or whose result types follow from their operands.
`docs/DeviceOps.md` and the pages beside it describe the ops and their clauses.
Arguments have the names of the clauses.

A combiner is a kind's name (`"add"`, `CombinerKind.Add`) or a function of two values
that returns one. If several operands form one tuple, the function takes two tuples and
returns one. It is called once, at the insertion point of the op's region:

    prim.device_scan(x, out, lambda a, b: arith.maxsi(a, b))
    prim.warp_reduce([v, i], lambda a, b: larger(a, b), commutative=True)

Functions return the op's result, a list of its results, or the op if it has none. An
argument of a wrong kind raises TypeError or ValueError. If the op does not accept a
value, the verifier of the module raises `ir.MLIRError`.
"""

from operator import index as _index

from ..ir import Attribute as _Attribute, IndexType as _IndexType
from ..ir import IntegerType as _IntegerType
from ..ir import InsertionPoint as _InsertionPoint
from .._mlir_libs._mlirDialectsPrim import *
from ._ods_common import _cext as _ods_cext
from ._prim_enum_gen import *
from ._prim_ops_gen import *
from ._prim_ops_gen import _Dialect
from ._prim_kernels import *
from ._prim_kernels import _finish_sort, _folding, _orders
from . import _prim_regions as _r


# Device


def _destinations(outs, token, other=None):
    """Result types of a device op: one per tensor, none for memrefs, then the token
    type if `token` is set. `other` is an operand to inspect if there can be no outs."""
    from ..ir import RankedTensorType, Type

    results = [v.type for v in outs if isinstance(v.type, RankedTensorType)]
    if token:
        context = (outs[0] if outs else other).context
        results.append(Type.parse("!gpu.async.token", context=context))
    return results


def _dimensions(dimension):
    """The list of dimensions for the attribute, from one integer or a sequence. None
    and attributes are returned unchanged."""
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


def _segment_operands(segments, head=None, by_key=None, equal=None):
    """The operands that define segments, and a SegmentForm or None."""
    said = [(SegmentForm.Offsets, _r.values(segments, "segments")),
            (SegmentForm.Head, _r.values(head, "head")),
            (SegmentForm.Key, _r.values(by_key, "by_key"))]
    said = [(form, values) for form, values in said if values]
    if len(said) > 1:
        raise ValueError("segments, head and by_key exclude each other; pass one")
    form, values = said[0] if said else (None, [])
    if equal and form != SegmentForm.Key:
        raise ValueError("equal needs by_key, the keys that it compares")
    return values, form


def _fill_mapped(op, region, types, function, name):
    """Writes a region on elements, and on their index if the function takes it. Returns
    the types that the region yields."""
    if _r.takes(function, len(types) + 1):
        types = types + [_IndexType.get(context=op.context)]
    return _r.fill(op, region, types, function, name)


def _device_fold(make, ins, outs, combiner, init, identity, reads,
                 async_dependencies, prologue, epilogue, token, commutative,
                 fastmath, segments, equal, **clauses):
    ins, kind, function, fastmath = _folding(ins, combiner, fastmath)
    segments, form = _segment_operands(*segments, equal)
    outs = _r.values(outs, "outs")
    if not outs:
        raise ValueError("outs must hold at least one buffer")
    op = make(_destinations(outs, token), ins=ins, outs=outs,
              init=_r.values(init, "init"),
              identity=_r.values(identity, "identity"),
              reads=_r.values(reads, "reads"),
              asyncDependencies=_r.values(async_dependencies,
                                          "async_dependencies"),
              segments=segments, segment_form=form, kind=kind, commutative=commutative,
              fastmath=fastmath, **clauses)

    def build():
        if equal:
            keys = _r.elements(segments)
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
                  deterministic=None, initialized=False, discards=(), tuning=None,
                  commutative=False, fastmath=None, token=False,
                  async_dependencies=(), loc=None, ip=None):
    """The fold of buffers. `prologue` is a function of the elements of `ins` that
    returns the values to combine. It takes the index too if it has one more parameter.
    `epilogue` is a function of the fold that returns the values to write. `equal` is a
    function of the keys of two neighbours, as tuples if there are several keys, that
    returns an i1: whether they are equal. `dimension` is an integer or, for this op, a
    list of integers in ascending order. `discards` are the numbers of outs that are not
    computed. Results: the new tensors; with memrefs, an async token if `token` is
    set."""
    return _device_fold(
        DeviceReduceOp, ins, outs, combiner, init, identity, reads,
        async_dependencies, prologue, epilogue, token, commutative, fastmath,
        segments=(segments, head, by_key), equal=equal,
        workspace=_r.value(workspace, "workspace"),
        dimension=_dimensions(dimension),
        deterministic=_r.enumerator(Determinism, deterministic, "deterministic"),
        initialized=initialized,
        discards=discards or None, tuning=tuning, loc=loc, ip=ip)


def device_scan(ins, outs, combiner, *, mode="inclusive", init=(), identity=(),
                reads=(), prologue=None, epilogue=None, workspace=None,
                total=False, reverse=False, dimension=None, segments=(),
                head=None, by_key=(), equal=None, deterministic=None,
                initialized=False,
                discards=(), tuning=None, commutative=False, fastmath=None,
                token=False, async_dependencies=(), loc=None, ip=None):
    """The prefix folds of buffers. Functions and results are as in `device_reduce`."""
    return _device_fold(
        DeviceScanOp, ins, outs, combiner, init, identity, reads,
        async_dependencies, prologue, epilogue, token, commutative, fastmath,
        segments=(segments, head, by_key), equal=equal,
        mode=_r.enumerator(ScanMode, mode, "mode"),
        workspace=_r.value(workspace, "workspace"), total=total, reverse=reverse,
        dimension=_dimensions(dimension),
        deterministic=_r.enumerator(Determinism, deterministic, "deterministic"),
        initialized=initialized,
        discards=discards or None, tuning=tuning, loc=loc, ip=ip)


def _comparing(op, ins, prologue, region, function, name):
    """`op` with a prologue and with `function`, if given, as `region`. The function
    compares two of the elements that the prologue yields. Messages refer to it by
    `name`."""
    def build():
        items = _r.elements(ins)
        if prologue:
            items = _fill_mapped(op, op.prologue, items, prologue, "prologue")
        if function:
            _r.fill(op, region, items * 2, function, name, _r.grouped)

    return _r.discarding(op, build)


def _ordered(op, ins, prologue, function):
    """`op` with the regions of a prologue and a comparator, if they are given."""
    return _comparing(op, ins, prologue, op.comparator, function, "order")


def device_sort(ins, outs, order="slt", *, reads=(), workspace=None,
                dimension=None, segments=(), keys=None, begin_bit=None, end_bit=None,
                batches=False, may_clobber_input=False, prologue=None,
                initialized=False,
                discards=(), tuning=None, descending=False, token=False,
                async_dependencies=(), loc=None, ip=None):
    """The elements of buffers in sorted order, stably. `order` is as in `warp_sort` and
    applies to the first `keys` operands in turn; it can also be a list with one order
    per key. `prologue` is a function of elements that returns the values to sort. It
    takes the index too if it has one more parameter. `segments` are offsets, or begins
    and ends. Segments and results are as in `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    order, orders, function = _orders(order)
    segments, form = _segment_operands(segments)
    op = DeviceSortOp(_destinations(outs, token), ins, outs,
                      _r.values(reads, "reads"),
                      _r.values(async_dependencies, "async_dependencies"),
                      segments, workspace=_r.value(workspace, "workspace"),
                      dimension=_dimensions(dimension), segment_form=form, keys=keys,
                      begin_bit=begin_bit, end_bit=end_bit, orders=orders,
                      batches=batches, may_clobber_input=may_clobber_input,
                      initialized=initialized,
                      discards=discards or None, tuning=tuning, order=order,
                      descending=descending, loc=loc, ip=ip)

    return _ordered(op, ins, prologue, function)


def device_run_length(ins, outs, equal=None, *, nontrivial=False, prologue=None,
                      reads=(),
                      workspace=None, initialized=False,
                      discards=(), tuning=None, token=False,
                      async_dependencies=(), loc=None, ip=None):
    """The runs of equal neighbours: their first elements, their lengths, and their
    number. With `nontrivial`, only runs of several elements, and the places where they
    begin instead of their first elements. `equal` compares two elements: it takes all
    members of one, then all members of the next. `prologue` is as in `device_sort`, and
    results are as in `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not ins or not outs:
        raise ValueError("ins and outs must hold at least one buffer each")
    op = DeviceRunLengthOp(_destinations(outs, token), ins, outs,
                           _r.values(reads, "reads"),
                           _r.values(async_dependencies, "async_dependencies"),
                           workspace=_r.value(workspace, "workspace"),
                           nontrivial=nontrivial, initialized=initialized,
                           discards=discards or None,
                           tuning=tuning, loc=loc, ip=ip)

    return _comparing(op, ins, prologue, op.equal, equal, "equal")


def device_search(ins, sorted, outs, mode, order="slt", *, reads=(),
                  workspace=None, prologue=None, descending=False,
                  initialized=False, tuning=None, token=False,
                  async_dependencies=(), loc=None, ip=None):
    """The places where elements of `ins` belong in the buffers `sorted`. `mode` is
    lower, upper or contains. `prologue` is a function of the elements of `ins` that
    returns the values to look for. It takes the index too if it has one more parameter.
    `order` is as in `warp_sort`, and results are as in `device_reduce`."""
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
                      prologue=None,
                      workspace=None, initialized=False, tuning=None, token=False,
                      async_dependencies=(), loc=None, ip=None):
    """Copies ranges of `sizes` elements of `ins`, starting at `begins`, to `outs`,
    starting at `places`. With `addressed`, sizes are in bytes, begins and places are
    addresses, and `ins` and `outs` are empty. Results are as in `device_reduce`."""
    outs = _r.values(outs, "outs")
    begins = _r.value(begins, "begins")
    ins = _r.values(ins, "ins")
    op = DeviceBatchCopyOp(
        _destinations(outs, token, begins), begins,
        _r.value(places, "places"), _r.value(sizes, "sizes"),
        ins, outs,
        _r.values(async_dependencies, "async_dependencies"),
        addressed=addressed, workspace=_r.value(workspace, "workspace"),
        initialized=initialized, tuning=tuning, loc=loc, ip=ip)

    def build():
        if prologue:
            _fill_mapped(op, op.prologue, _r.elements(ins), prologue, "prologue")

    return _r.discarding(op, build)




def device_merge(ins, others, outs, order="slt", *, reads=(), workspace=None,
                 wide=False, prologue=None, initialized=False,
                 discards=(), tuning=None, descending=False, token=False,
                 async_dependencies=(), loc=None, ip=None):
    """Merges two groups of buffers, each sorted, into sorted order, stably. `order` is
    as in `warp_sort`, and results are as in `device_reduce`."""
    ins, others, outs = (_r.values(ins, "ins"), _r.values(others, "others"),
                         _r.values(outs, "outs"))
    if not ins or not others or not outs:
        raise ValueError("ins, others and outs must hold at least one buffer each")
    order, function = _r.split(order, SortOrder, "order")
    op = DeviceMergeOp(_destinations(outs, token), ins, others, outs,
                       _r.values(reads, "reads"),
                       _r.values(async_dependencies, "async_dependencies"),
                       workspace=_r.value(workspace, "workspace"), wide=wide,
                       initialized=initialized,
                       discards=discards or None, tuning=tuning, order=order,
                       descending=descending, loc=loc, ip=ip)
    return _ordered(op, ins, prologue, function)


def device_select(ins, outs, where=None, *, flags=None, heads=None, equal=None,
                  classes=None, rest=(), rest_reversed=False, reads=(),
                  workspace=None, prologue=None, initialized=False,
                  discards=(), tuning=None,
                  token=False, async_dependencies=(), loc=None, ip=None):
    """The selected elements of buffers, in their order; the last of `outs` receives
    their number. `where` takes the members of the item, then the flag if there are
    flags, and the index if it has one more parameter. `equal` compares the first
    `heads` members of two items. Results are as in `device_reduce`; those of `rest`
    come last."""
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
                        initialized=initialized,
                        discards=discards or None, tuning=tuning, loc=loc, ip=ip)

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
                     workspace=None, prologue=None, epilogue=None, count=None,
                     deterministic=None, initialized=False, tuning=None, token=False,
                     async_dependencies=(), loc=None, ip=None):
    """The number of elements in each bin. The bounds `even`, the levels `range` or the
    function `bin` define the bins. `bin` takes the members of the item, and the index
    if it has one more parameter. `epilogue` takes a count, of type `count` (i32 by
    default, that of `weights` if there are any), and the index of the bin if it has one
    more parameter. For pixels of `channels` members, each of the first
    `active` channels has its own outs. Results are as in `device_reduce`."""
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
        if epilogue:
            of_weights = _r.elements([op.weights])[0] if op.weights else None
            counts = count or of_weights or _IntegerType.get_signless(32)
            _fill_mapped(op, op.epilogue, [counts], epilogue, "epilogue")

    return _r.discarding(op, build)




def _device_rank(make, ins, outs, order, operands, reads, workspace, dimension,
                 token, async_dependencies, prologue, rest=(), **clauses):
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
    return _ordered(op, ins, prologue, function)


def device_nth(ins, outs, nth, order="slt", *, reads=(), workspace=None, prologue=None,
               dimension=None, keys=None, begin_bit=None, end_bit=None,
               initialized=False,
               discards=(), tuning=None, descending=False, token=False,
               async_dependencies=(), loc=None, ip=None):
    """The elements of buffers, rearranged so that element `nth` is at its place in
    sorted order. `order`, `prologue` and results are as in `device_sort`."""
    return _device_rank(
        DeviceNthOp, ins, outs, order, lambda rest: [], reads, workspace, dimension,
        token, async_dependencies, prologue, nth=_r.value(nth, "nth"), keys=keys,
        begin_bit=begin_bit, end_bit=end_bit, initialized=initialized,
        discards=discards or None, tuning=tuning,
        descending=descending, loc=loc, ip=ip)


def device_topk(ins, outs, order="slt", *, rest=(), unordered=False, reads=(),
                prologue=None,
                workspace=None, dimension=None, keys=None, begin_bit=None,
                end_bit=None, initialized=False,
                discards=(), tuning=None, descending=False,
                token=False, async_dependencies=(), loc=None, ip=None):
    """The first elements of buffers in sorted order, as many as `outs` hold; `rest`
    receives the others. `order`, `prologue` and results are as in `device_sort`."""
    return _device_rank(
        DeviceTopkOp, ins, outs, order, lambda rest: [rest], reads, workspace,
        dimension, token, async_dependencies, prologue, rest=rest, unordered=unordered,
        keys=keys, begin_bit=begin_bit, end_bit=end_bit, initialized=initialized,
        discards=discards or None,
        tuning=tuning, descending=descending, loc=loc, ip=ip)




def device_map(outs, function, *, ins=(), neighbour=None, dimension=None,
               predicated=False, reads=(), workspace=None, initialized=False,
               discards=(),
               tuning=None, token=False, async_dependencies=(), loc=None, ip=None):
    """The results of `function` for the elements of buffers, place by place. With
    `neighbour`, "left" or "right", the function also takes the members of the adjacent
    element and an i1 that says whether it exists. It takes the index too if it has one
    more parameter. Results are as in `device_reduce`."""
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
                     predicated=predicated, initialized=initialized,
                     discards=discards or None, tuning=tuning,
                     loc=loc, ip=ip)

    def build():
        items = _r.elements(ins)
        if neighbour:
            i1 = _IntegerType.get_signless(1, context=op.context)
            items = items * 2 + [i1]
        _fill_mapped(op, op.map, items, function, "map")

    return _r.discarding(op, build)


def device_rows(ins, outs, function, *, row_ins=(), column_ins=(), dimension=None,
                segments=(), of_segments=(), reads=(), workspace=None,
                initialized=False, discards=(), tuning=None, token=False,
                async_dependencies=(), loc=None, ip=None):
    """The results of `function` for each element of rows along `dimension`, or of
    `segments`, which are offsets, or begins and ends. The function takes an element of
    each of `ins`, `row_ins` and `column_ins`, the index in the row, and the number of
    the row. In it, `block_reduce` with `all` and `block_scan` fold the whole row.
    `of_segments` are the numbers of those of `outs` that have an element for each
    segment. Results are as in `device_reduce`."""
    ins, outs = _r.values(ins, "ins"), _r.values(outs, "outs")
    if not outs:
        raise ValueError("outs must hold at least one buffer")
    row_ins = _r.values(row_ins, "row_ins")
    column_ins = _r.values(column_ins, "column_ins")
    segments, form = _segment_operands(segments)
    op = DeviceRowsOp(_destinations(outs, token), ins, row_ins, column_ins, outs,
                      _r.values(reads, "reads"),
                      _r.values(async_dependencies, "async_dependencies"),
                      segments, workspace=_r.value(workspace, "workspace"),
                      dimension=_dimensions(dimension), segment_form=form,
                      of_segments=of_segments or None, initialized=initialized,
                      discards=discards or None, tuning=tuning, loc=loc, ip=ip)

    def build():
        index = _IndexType.get(context=op.context)
        items = _r.elements([*ins, *row_ins, *column_ins])
        _r.fill(op, op.row, [*items, index, index], function, "row")

    return _r.discarding(op, build)


def workspace_size(function, *, loc=None, ip=None):
    """The size in bytes of the workspace of one device op. `function` takes no
    arguments and builds the op on memrefs."""
    op = WorkspaceSizeOp(_IndexType.get(), loc=loc, ip=ip)

    def build():
        with op.operation.location, _InsertionPoint(op.body.blocks.append()):
            function()

    return _r.discarding(op, build)
