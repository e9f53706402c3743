# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.scan, prim.reduce and prim.reduce_by_key: from arguments to calls.

Decides dtypes and regions. _program writes the text, and _call runs it."""

import numpy as np

from . import _call, _check, _inputs, _kinds, _program, _segments, _types
from ._operation import arity_of, operation, require_function, stream_of
from ._trace import Reads, trace, yields_like


def _same_storage(found, wanted):
    return all(
        _types.storage_type(f) == _types.storage_type(w)
        and (f.kind == "b") == (w.kind == "b")
        for f, w in zip(found, wanted)
    )


class _Fold:
    """The parts that scan and reduce share: the state, its regions, and its initial
    value."""

    def __init__(
        self,
        inputs,
        op,
        dtype,
        out,
        initial,
        identity,
        prologue,
        epilogue,
        commutative,
        check,
    ):
        require_function(prologue, "prologue")
        require_function(epilogue, "epilogue")
        self.inputs, self.reads, self.regions, self.kind = inputs, Reads(), [], None
        self.segments = inputs.segments
        if self.segments:
            self.regions += self.segments.region(self.reads)
        self.name = _kinds.name_of(op)
        if self.name and identity is not None:
            raise TypeError(
                f"identity is for functions, and op {self.name!r} has its own; pass "
                "initial to set the start of the fold"
            )
        before, is_tuple, sources = None, inputs.is_tuple, inputs.dtypes
        if prologue is not None:
            before = self._prologue(prologue)
            is_tuple, sources = before.structure, before.dtypes
        wanted = _inputs.dtypes_of(dtype, len(sources), is_tuple)
        if self.name:
            if is_tuple:
                raise TypeError(
                    f"op is {self.name!r}, but the state is a tuple of {len(sources)}; pass a "
                    "function of two tuples"
                )
            if wanted[0] is None and out and epilogue is None:
                wanted[0] = _kinds.dtype_for(self.name, sources[0], out[0].dtype)
            self.dtypes = [_kinds.state_dtype(self.name, sources[0], wanted[0])]
            self.kind = _kinds.kind_of(self.name, self.dtypes[0])
        else:
            self.dtypes = [w or s for w, s in zip(wanted, sources)]
        self.is_tuple = is_tuple
        if not before and (inputs.lends_bools or not self._same(sources)):
            before = self._prologue(lambda *x: x[0])
        if before:
            before.convert(self.dtypes)
            self.regions.append(before.text("prologue"))
        self.head = self.kind or ""
        group = (self.dtypes, is_tuple)
        if not self.name:
            combiner = trace(op, [group, group], "op", self.reads)
            yields_like(combiner, self.dtypes, is_tuple, "op")
            word = "combiner commutative" if commutative else "combiner"
            self.regions.append(combiner.text(word))
        self.converted = before is not None
        self.after = epilogue and trace(epilogue, [group], "epilogue", self.reads)
        self.initial = self._start(initial, "initial")
        self.started = initial is not None or identity is not None
        self.identity = self._start(identity, "identity")
        if self.name == "all" or (
            self.name and self.kind == "and" and self.dtypes[0].kind == "b"
        ):
            # The byte of true is 1, but the identity of bytes is 255.
            self.initial = self.initial or [(True, self.dtypes[0])]
        if not self.name and _check.wanted(check):
            self._check(op, prologue, commutative)

    def _same(self, sources):
        return _same_storage(sources, self.dtypes)

    def _prologue(self, function):
        index = arity_of(function) == 2
        group = (self.inputs.dtypes, self.inputs.is_tuple)
        return trace(function, [group], "prologue", self.reads, index)

    def _start(self, value, argument):
        if value is None:
            return None
        return _inputs.scalars_of(value, self.dtypes, self.is_tuple, argument)

    def _check(self, op, prologue, commutative):
        samples = self.inputs.sample()
        try:
            if prologue is not None:
                state = tuple(samples) if self.inputs.is_tuple else samples[0]
                index = [np.arange(len(samples[0]))] if arity_of(prologue) == 2 else []
                found = prologue(state, *index)
                samples = found if self.is_tuple else [found]
                samples = np.broadcast_arrays(*samples)
            start = self.identity and [
                v[0] for v in self.identity if isinstance(v, tuple)
            ]
            _check.check(
                op, samples, self.dtypes, self.is_tuple, commutative, start or None
            )
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            _check.unchecked(error)

    def finish(self, out, taken, shape, program_shape, in_place):
        """The Outs, with an epilogue that converts to their dtypes. `taken` is `out` as
        the inputs have processed it."""
        found = self.after.dtypes if self.after else self.dtypes
        is_tuple = self.after.structure if self.after else self.is_tuple
        given = _inputs.outs_of(taken, len(found), shape)
        others = self.reads.arrays + (self.initial or []) + self.borders
        wanted = _inputs.check_outs(given, found, self.inputs.arrays, others, in_place)
        if not self.after and not _same_storage(found, wanted):
            self.after = trace(
                lambda state: state, [(self.dtypes, self.is_tuple)], "out", self.reads
            )
        if self.after:
            self.after.convert(wanted)
            self.regions.append(self.after.text("epilogue"))
        # A scan does not write elements between segments.
        is_kept = bool(in_place and self.segments and not self.segments.is_counted)
        to_host = not self.inputs.on_device
        members = [
            _call.Out(d, program_shape, shape, to_host, g, is_kept)
            for d, g in zip(wanted, given)
        ]
        return _call.Outs(members, is_tuple, out)

    @property
    def borders(self):
        return self.segments.arrays if self.segments else []

    def call(self, name, mode, outs, clauses, stream, ins=None):
        """The Call of an op on the inputs."""

        def types(starts):
            return [s[1] if isinstance(s, tuple) else (s.dtype,) for s in starts or []]

        inputs, segments = self.inputs, self.segments
        out_shape = outs.members[0].program_shape
        dtypes, count = [member.dtype for member in outs.members], None
        if isinstance(outs, _call.CountedOuts):
            count = dtypes.pop()
        op = _program.Op(
            name,
            f"{mode} {self.head}".strip(),
            inputs.rank,
            inputs.dtypes,
            dtypes,
            len(out_shape),
            clauses + inputs.clauses,
            types(self.initial),
            types(self.identity),
            self.reads.arrays,
            self.regions,
            segmented=segments.form if segments else "",
            borders=segments.dtypes if segments else [],
            count=count,
            zeroed=_call.fresh_places(outs.members),
        )
        operands = list(ins or inputs.arrays) + outs.members
        operands += (self.initial or []) + (self.identity or []) + self.reads.arrays
        operands += self.borders
        text = _program.function_text(op)
        return _call.Call(text, inputs.device, operands, outs, stream)


@operation
def scan(
    x,
    op="sum",
    *,
    axis=None,
    dtype=None,
    out=None,
    exclusive=False,
    reverse=False,
    segments=None,
    head=None,
    by=None,
    equal=None,
    initial=None,
    identity=None,
    prologue=None,
    epilogue=None,
    commutative=False,
    check=None,
    device=None,
    chip=None,
    stream=None,
):
    """Prefix folds: element i of the result folds elements 0 to i of `x`.

    {state}
    axis: the axis to scan along. None scans the flattened array, as numpy.cumsum.
    exclusive: element i folds the elements before it. With a function this requires
        `initial` or `identity`.
    reverse: suffixes instead of prefixes: element i folds elements i to the last.
    segments: scans parts of x separately, each starting from `initial`; x has rank 1.
        Either offsets, or a tuple of begins and ends. There is one offset more than
        there are segments, and offsets do not decrease: each says where a segment
        starts and where the one before it ends. Begins and ends may be in any order,
        but the segments do not overlap. Segments are clipped to x. An element in no
        segment is 0 in a fresh result and unchanged in `out`.
    {borders}
    by: keys instead of `segments`: an array or a tuple of arrays. Each run of equal
        keys is a segment.
    {equal}
    {regions}
    {place}

    Returns an array of x's shape, or a tuple of them.
    {errors}

    >>> prim.scan([1, 2, 3, 4])
    array([ 1,  3,  6, 10])
    >>> a, b = numpy.float32([2, 3, 4]), numpy.float32([1, 1, 1])
    >>> prim.scan((a, b), lambda f, g: (f[0] * g[0], f[1] * g[0] + g[1]))[1]
    array([ 1.,  4., 17.], dtype=float32)
    >>> prim.scan([1, 2, 3, 4, 5], segments=[0, 3, 5])
    array([1, 3, 6, 4, 9])
    >>> prim.scan([1, 2, 3, 4, 5], "max", by=[7, 7, 0, 7, 7], reverse=True)
    array([2, 2, 3, 5, 5])
    """
    parts = _segments.choose(axis, False, segments, head, by, equal)
    inputs = _inputs.Inputs(x, axis, "x", device, chip, stream, segments=parts)
    taken = inputs.take_out(out)
    fold = _Fold(
        inputs, op, dtype, taken, initial, identity, prologue, epilogue,
        commutative, check,
    )  # fmt: skip
    if exclusive and not fold.name and fold.initial is None and fold.identity is None:
        raise TypeError("an exclusive scan with a function needs initial or identity")
    outs = fold.finish(out, taken, inputs.shape, inputs.program_shape, in_place=True)
    mode = "exclusive" if exclusive else "inclusive"
    clauses = ["reverse"] if reverse else []
    return fold.call("device_scan", mode, outs, clauses, stream_of(inputs))


@operation
def reduce(
    x,
    op="sum",
    *,
    axis=None,
    dtype=None,
    out=None,
    keepdims=False,
    segments=None,
    head=None,
    initial=None,
    identity=None,
    prologue=None,
    epilogue=None,
    commutative=False,
    check=None,
    device=None,
    chip=None,
    stream=None,
):
    """The fold of all elements of `x` in order, or of the elements along axes.

    {state}
    axis: the axis to fold along, or a tuple of axes. None folds all elements, as
        numpy.sum. A fold along several axes takes their elements in C order.
    keepdims: keeps the folded axes in the result, with size 1.
    segments: folds parts of x separately, each starting from `initial`; x has rank 1.
        Either offsets, or a tuple of begins and ends. There is one offset more than
        there are segments, and offsets do not decrease: each says where a segment
        starts and where the one before it ends. Begins and ends may be in any order,
        and segments may overlap. Segments are clipped to x. The fold of an empty
        segment is `initial`, or else the identity; for min and max the identity is the
        largest or the smallest number of the type.
    {borders}
        With `head`, `out` is a tuple of the folds and of their count, an array of rank
        0 of int32 or int64. It may hold fewer folds than there are segments.
    {regions}
    {place}

    Without `initial`, min and max of no elements raise ValueError, as in numpy.
    Functions without an `identity` do so too, because they start from their first
    element.

    Returns a scalar, or an array of x's shape without the axes. For a prim.Array the
    result is a prim.Array, of rank 0 if all axes are folded. With segments it is an
    array of their folds. With `head` the call waits until their number is known, unless
    all of `out` is on the device.
    {errors}

    >>> int(prim.reduce(numpy.arange(10), "max"))
    9
    >>> float(prim.reduce(numpy.float32([3, 4]), prologue=lambda v: v * v, epilogue=prim.sqrt))
    5.0
    >>> prim.reduce([1, 2, 3, 4, 5], segments=[0, 3, 3, 5])
    array([6, 0, 9])
    """
    parts = _segments.choose(axis, keepdims, segments, head)
    inputs = _inputs.Inputs(
        x, axis, "x", device, chip, stream, flatten=False, several=True,
        segments=parts,
    )  # fmt: skip
    if parts and parts.is_counted:
        return _counted(
            inputs, [], out, op, dtype, initial, identity, prologue, epilogue,
            commutative, check,
        )  # fmt: skip
    taken = inputs.take_out(out)
    fold = _Fold(
        inputs, op, dtype, taken, initial, identity, prologue, epilogue,
        commutative, check,
    )  # fmt: skip
    shape, program_shape = inputs.others, inputs.program_others
    if keepdims:
        shape = tuple(
            1 if i in inputs.axes else extent for i, extent in enumerate(inputs.shape)
        )
    if parts:
        shape = program_shape = (parts.count,)
        if not fold.name and not fold.started:
            raise TypeError(
                "a function needs identity or initial to reduce segments, as some may "
                "be empty"
            )
    elif (
        not inputs.size
        and not fold.started
        and not (fold.name and _kinds.has_identity(fold.name))
    ):
        raise ValueError(
            f"x: zero-size array to reduction operation {fold.name or 'op'} which has no "
            "identity; pass initial"
        )
    arrays = None
    if not parts and not fold.name and not fold.started:
        arrays = _first_as_initial(fold)
    outs = fold.finish(out, taken, shape, program_shape, in_place=False)
    return fold.call("device_reduce", "", outs, [], stream_of(inputs), arrays)


def _first_as_initial(fold):
    """Makes a fold start from its first element, in device memory, and take the others
    as its inputs: a program for any size needs an initial value."""
    inputs = fold.inputs
    if fold.converted or inputs.dimensions is not None:
        raise TypeError(
            "a reduction with a function and a prologue, another dtype or an axis among "
            "others needs identity or initial"
        )
    arrays = [
        (
            array
            if not isinstance(array, np.ndarray)
            else _call.upload(array, inputs.device)
        )
        for array in inputs.arrays
    ]
    fold.initial = [array[0] for array in arrays]
    return [array[1:] for array in arrays]


def _counted(inputs, keys, out, op, dtype, *state):
    """The Call of a reduction whose segments the device counts. `keys` are the dtypes
    of the first results, which form their own group; `state` holds the last arguments
    of _Fold."""
    segments = inputs.segments
    taken = _take_counted(inputs, out, bool(keys))
    into = taken and taken[-2]
    fold = _Fold(inputs, op, dtype, into, *state)
    shape, count, given = (inputs.size,), np.dtype(np.int64), [None] * (len(keys) + 1)
    if taken:
        shape = taken[0][0].shape
        if len(shape) != 1:
            raise ValueError(f"out[0] has shape {shape}, but the result is of rank 1")
        given = _inputs.outs_of(taken[0], len(keys), shape, "out[0]") if keys else []
        given = given + _inputs.outs_of(taken[-1], 1, (), f"out[{len(taken) - 1}]")
        if given[-1].dtype == np.int32:
            count = np.dtype(np.int32)
    folds = fold.finish(None, into, shape, shape, in_place=False)
    others = inputs.arrays + fold.borders + fold.reads.arrays + (fold.initial or [])
    others += [member.given for member in folds.members]
    _inputs.check_same_outs(given, keys + [count], others)
    made = [
        _call.Out(d, s, s, not inputs.on_device, g)
        for d, s, g in zip(keys + [count], [shape] * len(keys) + [()], given)
    ]
    groups = [(len(keys), segments.is_tuple)] if keys else []
    groups.append((len(folds.members), folds.is_tuple))
    members = made[:-1] + folds.members + made[-1:]
    outs = _call.CountedOuts(members, groups, out)
    return fold.call("device_reduce", "", outs, [], stream_of(inputs))


def _take_counted(inputs, out, has_keys):
    """The arrays of an `out` that holds groups of results and their count."""
    if out is None:
        return None
    what = ["keys", "folds", "count"] if has_keys else ["folds", "count"]
    if not isinstance(out, tuple) or len(out) != len(what):
        found = f"tuple of {len(out)}" if isinstance(out, tuple) else type(out).__name__
        raise TypeError(f"out is a {found}; it has to be a tuple of {', '.join(what)}")
    return [inputs.take_out(part) for part in out]


@operation
def reduce_by_key(
    keys,
    values,
    op="sum",
    *,
    equal=None,
    dtype=None,
    out=None,
    initial=None,
    identity=None,
    prologue=None,
    epilogue=None,
    commutative=False,
    check=None,
    device=None,
    chip=None,
    stream=None,
):
    """The fold of each run of values whose neighbouring keys are equal.

    keys: an array of rank 1, or a tuple of them, whose elements are tuples.
    values: an array, or a tuple of arrays, of the keys' shape.
    op, dtype: as for prim.reduce, applied to values.
    {equal}
    {regions}
    out: a tuple of keys, folds and count. Keys and folds are each a tuple if the result
        is one. The count is an array of rank 0 of int32 or int64. Keys and folds have
        one size. It may be smaller than the number of runs: the count still is the
        number of runs, and results without a place are dropped. Elements after the last
        run are unchanged.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns the first key of each run and the folds as two arrays (tuples of arrays for
    tuples), or `out`. The call waits until the number of runs is known, unless all of
    `out` is on the device.
    {errors}

    >>> prim.reduce_by_key([7, 7, 3, 7], numpy.float32([1, 2, 3, 4]))
    (array([7, 3, 7]), array([3., 3., 4.], dtype=float32))
    >>> x = numpy.int32([5, 5, 5, 2, 2, 5])
    >>> prim.reduce_by_key(x, x, prologue=lambda v: 1)  # run lengths
    (array([5, 2, 5], dtype=int32), array([3, 2, 1]))
    """
    parts = _segments.Segments("by_key", keys, "keys", equal)
    inputs = _inputs.Inputs(values, None, "values", device, chip, stream, segments=parts)
    return _counted(
        inputs, parts.dtypes, out, op, dtype, initial, identity, prologue, epilogue,
        commutative, check,
    )  # fmt: skip
