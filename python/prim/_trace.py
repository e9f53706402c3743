# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces a Python function into the region of an op.

The function is called once, with Values instead of numbers. Its operations on them are
recorded as ops of arith and math, with numpy's rules for types. Depends on dtypes and
text; runs and compiles nothing."""

import numpy as np

from . import _types


_BOOL = np.dtype(np.bool_)


def _refuse(what, remedy):
    def refuse(self, *unused, **unused_too):
        raise TypeError(f"{what} a value of a traced function: {remedy}")

    return refuse


class Value:
    """A number that is known only on the device: an argument of a function that prim
    traces, or a result computed from such numbers. It behaves as a numpy scalar of its
    dtype in arithmetic, comparisons, bitwise operations and numpy's universal
    functions. Operations that require its value during tracing raise TypeError."""

    __slots__ = ("region", "name", "dtype")
    # Takes precedence over numpy's scalars and arrays in mixed expressions.
    __array_priority__ = 1000
    shape = ()
    ndim = 0

    def __init__(self, region, name, dtype):
        self.region, self.name, self.dtype = region, name, dtype

    def __repr__(self):
        return f"<traced {self.dtype} {self.name}>"

    def astype(self, dtype):
        """The value converted to a dtype, as numpy's astype."""
        return self.region.cast(self, _types.check_dtype(dtype, "astype"))

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        from . import _math

        if method != "__call__" or options:
            raise TypeError(
                f"numpy.{ufunc.__name__} takes only values in a traced function"
            )
        if ufunc not in _math.UFUNCS:
            raise TypeError(
                f"numpy.{ufunc.__name__} cannot be traced; use a function of "
                "prim.functions"
            )
        return _math.UFUNCS[ufunc](*inputs)

    def __array_function__(self, function, types, arguments, options):
        from . import _math

        if function is np.where:
            return _math.where(*arguments, **options)
        raise TypeError(
            f"numpy.{function.__name__} cannot be traced; use a function of "
            "prim.functions"
        )

    __bool__ = _refuse(
        "there is no truth in",
        "write prim.where(condition, a, b) for if, & | ~ for and, or, not, "
        "prim.minimum and prim.maximum for min and max, (a < b) & (b < c) for a < b < c",
    )
    __float__ = _refuse(
        "float() of", "write value.astype(numpy.float32), and prim.exp for math.exp"
    )
    __int__ = _refuse("int() of", "write value.astype(numpy.int32)")
    __complex__ = _refuse("complex() of", "there are no complex numbers on the device")
    __index__ = _refuse(
        "an index or a loop over", "index a prim.Array, and unroll loops"
    )
    __iter__ = _refuse("iteration over", "only tuples of values can be taken apart")
    __len__ = _refuse("len() of", "it is one number")
    __array__ = _refuse("an array of", "a traced function works on single numbers")
    __round__ = _refuse("round() of", "write prim.rint(value)")
    __trunc__ = _refuse("trunc() of", "write prim.trunc(value)")
    __floor__ = _refuse("floor() of", "write prim.floor(value)")
    __ceil__ = _refuse("ceil() of", "write prim.ceil(value)")


class Region:
    """The text of a region while its function is traced."""

    def __init__(self, reads=None):
        # The lines of the loop that is being traced, if there is one, and of the
        # function.
        self.lines = self.outermost = []
        self.count = 0
        self.constants = {}
        # Arrays that the function loads from, shared by the regions of an op.
        self.reads = reads if reads is not None else Reads()

    def emit(self, dtype, text, lines=None):
        """Writes `%v = text` and returns the value."""
        name = f"%v{self.count}"
        self.count += 1
        (self.lines if lines is None else lines).append(f"{name} = {text}")
        return Value(self, name, dtype)

    def constant(self, value, dtype):
        text = _types.constant(value, dtype)
        kind = _types.value_type(dtype)
        if (text, kind) not in self.constants:
            suffix = "" if kind == "i1" else f" : {kind}"
            # Emitted outside of loops, so that later code may use it too.
            self.constants[text, kind] = self.emit(
                dtype, f"arith.constant {text}{suffix}", self.outermost
            )
        known = self.constants[text, kind]
        return Value(self, known.name, dtype)

    def own(self, value):
        """A Value of this region. Raises TypeError for a Value of another function."""
        if value.region is not self:
            raise TypeError(
                "a value of one traced function is used in another; pass it "
                "through the state instead"
            )
        return value

    def to_value(self, value, dtype=None):
        """A Value of `value`: a Value, a number, or an array of rank 0 on the device.
        Numbers are converted to `dtype` if it is given."""
        if isinstance(value, Value):
            return (
                self.own(value) if dtype is None else self.cast(self.own(value), dtype)
            )
        if is_device_array(value):
            loaded = self.load(value, ())
            return loaded if dtype is None else self.cast(loaded, dtype)
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value[()]
        if not isinstance(value, (bool, int, float, np.generic)):
            raise TypeError(
                f"a traced function works on numbers and arrays on the device "
                f"(prim.array), not on {type(value).__name__}"
            )
        if dtype is None:
            dtype = _types.check_dtype(np.asarray(value).dtype, "a constant")
        if isinstance(value, int) and _types.class_of(dtype) in "iu":
            if not _types.holds(dtype, value):
                raise OverflowError(f"{value} is out of range for {dtype}")
        with np.errstate(over="ignore"):
            return self.constant(np.asarray(value).astype(dtype)[()], dtype)

    @staticmethod
    def kind_of(value):
        """The information that numpy's rules for types use about an operand: its dtype,
        or int or float for Python numbers."""
        if type(value) in (int, float):
            return type(value)
        if isinstance(value, Value) or is_device_array(value):
            return value.dtype
        return np.asarray(value).dtype

    def promote(self, *values):
        """Values of one dtype, by numpy's rules: Python numbers take the type of the
        other operands."""
        kinds = []
        for value in values:
            if isinstance(value, Value) or is_device_array(value):
                kinds.append(value.dtype)
            else:
                kinds.append(value)
        try:
            strong = [kind for kind in kinds if type(kind) not in (bool, int, float)]
            dtype = np.result_type(*strong)
            # numpy does not know that bfloat16 needs no promotion for Python numbers.
            if dtype.name != "bfloat16":
                dtype = np.result_type(*kinds)
        except TypeError as error:
            raise TypeError(f"the values cannot be combined: {error}") from None
        dtype = _types.check_dtype(dtype, "the common type")
        return [self.to_value(value, dtype) for value in values], dtype

    def cast(self, value, dtype):
        if value.dtype == dtype:
            return value
        source, target = _types.class_of(value.dtype), _types.class_of(dtype)
        old, new = _types.value_type(value.dtype), _types.value_type(dtype)

        def emit(op, to=new):
            return self.emit(dtype, f"{op} {value.name} : {old} to {to}")

        if target == "b":
            zero = self.constant(0, value.dtype)
            op = "arith.cmpf une" if source == "f" else "arith.cmpi ne"
            return self.emit(dtype, f"{op}, {value.name}, {zero.name} : {old}")
        if source == "f" and target == "f":
            if value.dtype.itemsize == dtype.itemsize:
                return self.cast(self.cast(value, np.dtype(np.float32)), dtype)
            wider = dtype.itemsize > value.dtype.itemsize
            return emit("arith.extf" if wider else "arith.truncf")
        if source == "f" and dtype.itemsize < 4:
            # Numbers that int32 holds wrap, as in numpy. For others, and for wide
            # unsigned types, numpy defines no result either.
            return self.cast(self.cast(value, np.dtype(np.int32)), dtype)
        if source == "f":
            return emit("arith.fptosi" if target == "i" else "arith.fptoui")
        if target == "f":
            return emit("arith.sitofp" if source == "i" else "arith.uitofp")
        if old == new:
            return Value(self, value.name, dtype)
        if int(new[1:]) < int(old[1:]):
            return emit("arith.trunci")
        return emit("arith.extsi" if source == "i" else "arith.extui")

    def every(self, start, count, holds):
        """Whether `start` is true and `holds` is true for each number below `count`.
        Emits a loop, which ends at the first false result."""
        wide = np.dtype(np.int64)
        start, count = self.cast(start, _BOOL), self.to_value(count, wide)
        zero, one = self.constant(0, wide), self.constant(1, wide)
        number, self.count = self.count, self.count + 1
        place, held = Value(self, f"%j{number}", wide), f"%held{number}"
        around, self.lines = self.lines, []
        found = self.cast(self.to_value(holds(place)), _BOOL)
        after = self.emit(wide, f"arith.addi {place.name}, {one.name} : i64")
        body, self.lines = self.lines, around
        more, on = f"%more{number}", f"%on{number}"
        kinds, state = "i64, i1", f"{place.name}, {held}"
        self.lines += [
            f"%end{number}, %all{number} = scf.while ({place.name} = {zero.name}, "
            f"{held} = {start.name}) : ({kinds}) -> ({kinds}) {{",
            f"  {more} = arith.cmpi slt, {place.name}, {count.name} : i64",
            f"  {on} = arith.andi {more}, {held} : i1",
            f"  scf.condition({on}) {state} : {kinds}",
            "} do {",
            f"^bb0({place.name}: i64, {held}: i1):",
            *("  " + line for line in body),
            f"  scf.yield {after.name}, {found.name} : {kinds}",
            "}",
        ]
        return Value(self, f"%all{number}", _BOOL)

    def argument(self, name, dtype):
        """A block argument. A bool is passed as a byte."""
        if dtype.kind != "b":
            return Value(self, name, dtype)
        return self.cast(Value(self, name, np.dtype(np.uint8)), dtype)

    def stored(self, value):
        """The value in its form in memory."""
        return (
            self.cast(value, np.dtype(np.uint8)) if value.dtype.kind == "b" else value
        )

    def load(self, array, indices):
        """An element of an array on the device."""
        if len(indices) != array.ndim:
            raise TypeError(
                f"an array of {array.ndim} dimensions is indexed with {len(indices)} "
                "values in a traced function"
            )
        names = []
        for index in indices:
            value = self.to_value(
                index, None if isinstance(index, Value) else np.dtype(np.int64)
            )
            if _types.class_of(value.dtype) not in "iu":
                raise TypeError(f"an index is an integer, not {value.dtype}")
            op = "index_cast" if value.dtype.kind == "i" else "index_castui"
            kind = _types.value_type(value.dtype)
            cast = self.emit(value.dtype, f"arith.{op} {value.name} : {kind} to index")
            names.append(cast.name)
        name, kind = self.reads.add(array)
        dtype = np.dtype(np.uint8) if array.dtype.kind == "b" else array.dtype
        loaded = self.emit(dtype, f"memref.load {name}[{', '.join(names)}] : {kind}")
        return self.cast(loaded, array.dtype) if array.dtype.kind == "b" else loaded


class Reads:
    """The arrays that regions of one op load from, each named once."""

    def __init__(self):
        self.arrays = []

    def add(self, array):
        for number, known in enumerate(self.arrays):
            if known is array:
                break
        else:
            number = len(self.arrays)
            self.arrays.append(array)
        return f"%read{number}", memref(array.ndim, array.dtype)


def memref(rank, dtype):
    return f"memref<{'?x' * rank}{_types.storage_type(dtype)}>"


def is_device_array(value):
    return getattr(value, "_is_prim_array", False)


class Traced:
    """A traced function: its arguments, its operations, and its results."""

    def __init__(self, region, arguments, results, structure):
        self.region, self.arguments = region, arguments
        self.results, self.structure = results, structure

    @property
    def dtypes(self):
        return [value.dtype for value in self.results]

    def convert(self, dtypes):
        """Converts its results to other dtypes."""
        self.results = [
            self.region.cast(value, dtype) for value, dtype in zip(self.results, dtypes)
        ]

    def text(self, keyword):
        """The region as MLIR. Results have their form in memory."""
        results = [self.region.stored(value) for value in self.results]
        kinds = ", ".join(_types.storage_type(value.dtype) for value in results)
        names = ", ".join(value.name for value in results)
        return self._write(keyword, f"prim.yield {names} : {kinds}")

    def predicate(self, keyword, argument):
        """The region, as MLIR, of a function that returns a truth value. Raises
        TypeError, naming the argument, for any other function."""
        if self.structure or self.dtypes[0].kind != "b":
            found = "a tuple" if self.structure else self.dtypes[0]
            raise TypeError(f"{argument} has to return a comparison, not {found}")
        return self._write(keyword, f"prim.yield {self.results[0].name} : i1")

    def _write(self, keyword, end):
        arguments = ", ".join(f"{name}: {kind}" for name, kind in self.arguments)
        lines = [f"{keyword} {{", f"^bb0({arguments}):"]
        lines += ["  " + line for line in self.region.lines]
        lines += ["  " + end, "}"]
        return "\n    ".join(lines)


def trace(function, groups, argument, reads=None, index=False):
    """Traces `function` on one value or tuple per group. A group is a list of dtypes
    and a flag that says whether it is a tuple. `index` appends the element's index.
    `argument` is the parameter's name in messages."""
    region = Region(reads)
    arguments, values = [], []
    for number, (dtypes, is_tuple) in enumerate(groups):
        members = []
        for place, dtype in enumerate(dtypes):
            name = f"%a{number}_{place}"
            arguments.append((name, _types.storage_type(dtype)))
            members.append(region.argument(name, dtype))
        values.append(tuple(members) if is_tuple else members[0])
    if index:
        arguments.append(("%index", "index"))
        place = region.emit(
            np.dtype(np.int64), "arith.index_cast %index : index to i64"
        )
        values.append(place)
    results = function(*values)
    structure = isinstance(results, (tuple, list))
    members = list(results) if structure else [results]
    if not members or any(member is None for member in members):
        raise TypeError(
            f"{argument}: the function returns nothing; it has to return its result"
        )
    try:
        members = [region.to_value(member) for member in members]
    except TypeError as error:
        raise TypeError(f"{argument}: {error}") from None
    return Traced(region, arguments, members, structure)


def yields_like(traced, dtypes, is_tuple, argument):
    """Checks that a function returns a state of the form that it takes, and converts
    it."""
    if traced.structure != is_tuple or len(traced.results) != len(dtypes):
        want = f"a tuple of {len(dtypes)} values" if is_tuple else "one value"
        found = f"a tuple of {len(traced.results)}" if traced.structure else "one"
        raise TypeError(
            f"{argument}: the function takes and has to return {want}, not {found}"
        )
    for place, (found, want) in enumerate(zip(traced.dtypes, dtypes)):
        if not np.can_cast(found, want, "same_kind"):
            where = f"value {place} of the result" if is_tuple else "the result"
            raise TypeError(
                f"{argument}: {where} is {found}, but the state is {want}; pass "
                f"dtype= for another state, or convert with .astype({want})"
            )
    traced.convert(dtypes)
