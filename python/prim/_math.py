# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of traced values, by numpy's names and rules. For any other value they call
numpy. Depends on _trace and on no device."""

import math
import operator

import numpy as np

from . import _types
from ._trace import Value, is_device_array

BOOL = np.dtype(bool)
#: numpy's universal functions that can be traced.
UFUNCS = {}
#: Names of the functions, which prim exports as well.
NAMES = []


def _region(values):
    for value in values:
        if isinstance(value, Value):
            return value.region
    return None


def _define(name, numpy_function, emit, arity, doc=None):
    """A function of `arity` values: `emit(region, *values)` if one of them is traced,
    else numpy's function."""

    def function(*values):
        if len(values) != arity:
            raise TypeError(f"prim.{name} takes {arity} arguments, not {len(values)}")
        region = _region(values)
        if region is None:
            return numpy_function(*map(_to_host, values))
        return emit(region, *values)

    function.__name__ = function.__qualname__ = name
    arguments = ", ".join("xyz"[:arity])
    like = (
        f"numpy.{numpy_function.__name__}"
        if isinstance(numpy_function, np.ufunc)
        else name
    )
    function.__doc__ = (
        doc or f"`{name}({arguments})`, as {like}, in a traced function too."
    )
    if isinstance(numpy_function, np.ufunc):
        UFUNCS[numpy_function] = function
    globals()[name] = function
    NAMES.append(name)
    return function


def _to_host(value):
    return np.asarray(value) if is_device_array(value) else value


def _typed(op, value, *others):
    names = ", ".join([value.name] + [other.name for other in others])
    return f"{op} {names} : {_types.value_type(value.dtype)}"


def _binary(ops, name):
    """The operation for the class of the operands. `ops` has entries for b, i, u and
    f."""

    def emit(region, x, y):
        (x, y), dtype = region.promote(x, y)
        op = ops.get(_types.class_of(dtype))
        if op is None:
            raise TypeError(f"{name} does not work on {dtype}, as in numpy")
        return region.emit(dtype, _typed(op, x, y))

    return emit


def _beyond(x, y):
    """The sign of x - y if a Python integer is outside the range of the other operand's
    type, else None."""
    for number, other, sign in ((x, y, 1), (y, x, -1)):
        if type(number) is int and isinstance(other, Value):
            kind = _types.class_of(other.dtype)
            if kind in "bf" or _types.holds(other.dtype, number):
                return None
            return sign if number > 0 else -sign
    return None


def _compare_signs(region, op, x, y, less, greater):
    """Compares a signed integer with an unsigned one of the same width. No integer type
    holds both, and float64 would round them."""
    signed = x if x.dtype.kind == "i" else y
    wide = [region.cast(v, np.dtype(f"{v.dtype.kind}8")) for v in (x, y)]
    zero = region.constant(0, signed.dtype)
    kind = _types.value_type(signed.dtype)
    text = f"arith.cmpi slt, {signed.name}, {zero.name} : {kind}"
    negative = region.emit(BOOL, text)
    text = f"arith.cmpi {op}, {wide[0].name}, {wide[1].name} : i64"
    # A negative number is the smaller one.
    known = region.constant(less if signed is x else greater, BOOL)
    return _select(region, negative, known, region.emit(BOOL, text))


def _comparison(integer, unsigned, real, less, greater):
    """A comparison by the class of its operands. `less` and `greater` are its results
    if x is the smaller or the larger operand."""

    def emit(region, x, y):
        sign = _beyond(x, y)
        if sign is not None:
            return region.constant(less if sign < 0 else greater, BOOL)
        if not (type(x) in (int, float) or type(y) in (int, float)):
            x, y = region.to_value(x), region.to_value(y)
            if {x.dtype.kind, y.dtype.kind} == {"i", "u"}:
                if np.promote_types(x.dtype, y.dtype).kind == "f":
                    return _compare_signs(region, unsigned, x, y, less, greater)
        (x, y), dtype = region.promote(x, y)
        kind = _types.class_of(dtype)
        op = (
            f"cmpf {real}"
            if kind == "f"
            else f"cmpi {integer if kind == 'i' else unsigned}"
        )
        return region.emit(
            BOOL, f"arith.{op}, {x.name}, {y.name} : {_types.value_type(dtype)}"
        )

    return emit


def _in_loop(region, ufunc, *values):
    """The values in the type in which numpy computes `ufunc`, and that type."""
    kinds = [region.kind_of(value) for value in values]
    if any(getattr(kind, "name", "") == "bfloat16" for kind in kinds):
        return region.promote(*values)
    try:
        dtype = ufunc.resolve_dtypes(tuple(kinds) + (None,) * ufunc.nout)[0]
    except TypeError:
        names = " and ".join(getattr(k, "name", None) or k.__name__ for k in kinds)
        raise TypeError(
            f"{ufunc.__name__} does not work on {names}, as in numpy"
        ) from None
    dtype = _types.check_dtype(dtype, ufunc.__name__)
    return [region.to_value(value, dtype) for value in values], dtype


def _math_op(op, numpy_function):
    def emit(region, *values):
        values, dtype = _in_loop(region, numpy_function, *values)
        return region.emit(dtype, _typed(op, *values))

    return emit


def _select(region, condition, x, y):
    text = f"arith.select {condition.name}, {x.name}, {y.name} : {_types.value_type(x.dtype)}"
    return region.emit(x.dtype, text)


_define(
    "add",
    np.add,
    _binary(dict(b="arith.ori", i="arith.addi", u="arith.addi", f="arith.addf"), "+"),
    2,
)
_define(
    "subtract",
    np.subtract,
    _binary(dict(i="arith.subi", u="arith.subi", f="arith.subf"), "-"),
    2,
)
_define(
    "multiply",
    np.multiply,
    _binary(dict(b="arith.andi", i="arith.muli", u="arith.muli", f="arith.mulf"), "*"),
    2,
)
_define("true_divide", np.true_divide, _math_op("arith.divf", np.true_divide), 2)
_define(
    "minimum",
    np.minimum,
    _binary(
        dict(b="arith.andi", i="arith.minsi", u="arith.minui", f="arith.minimumf"),
        "minimum",
    ),
    2,
)
_define(
    "maximum",
    np.maximum,
    _binary(
        dict(b="arith.ori", i="arith.maxsi", u="arith.maxui", f="arith.maximumf"),
        "maximum",
    ),
    2,
)
_define(
    "fmin",
    np.fmin,
    _binary(
        dict(b="arith.andi", i="arith.minsi", u="arith.minui", f="arith.minnumf"),
        "fmin",
    ),
    2,
)
_define(
    "fmax",
    np.fmax,
    _binary(
        dict(b="arith.ori", i="arith.maxsi", u="arith.maxui", f="arith.maxnumf"), "fmax"
    ),
    2,
)
for _name, _op in [
    ("bitwise_and", "arith.andi"),
    ("bitwise_or", "arith.ori"),
    ("bitwise_xor", "arith.xori"),
]:
    _define(_name, getattr(np, _name), _binary(dict(b=_op, i=_op, u=_op), _name), 2)
for _name, _ops in [
    ("less", ("slt", "ult", "olt", True, False)),
    ("less_equal", ("sle", "ule", "ole", True, False)),
    ("greater", ("sgt", "ugt", "ogt", False, True)),
    ("greater_equal", ("sge", "uge", "oge", False, True)),
    ("equal", ("eq", "eq", "oeq", False, False)),
    ("not_equal", ("ne", "ne", "une", True, True)),
]:
    _define(_name, getattr(np, _name), _comparison(*_ops), 2)
for _name, _op in [
    ("exp", "exp"), ("exp2", "exp2"), ("expm1", "expm1"), ("log", "log"),
    ("log2", "log2"), ("log10", "log10"), ("log1p", "log1p"), ("sqrt", "sqrt"),
    ("cbrt", "cbrt"), ("sin", "sin"), ("cos", "cos"), ("tan", "tan"),
    ("sinh", "sinh"), ("cosh", "cosh"), ("tanh", "tanh"), ("arcsin", "asin"),
    ("arccos", "acos"), ("arctan", "atan"), ("arcsinh", "asinh"),
    ("arccosh", "acosh"), ("arctanh", "atanh"), ("copysign", "copysign"),
    ("arctan2", "atan2"),
]:  # fmt: skip
    _ufunc = getattr(np, _name)
    _define(_name, _ufunc, _math_op(f"math.{_op}", _ufunc), _ufunc.nin)


def _round(op):
    # Integers need no rounding, and numpy does not convert them.
    def emit(region, x):
        if _types.class_of(x.dtype) != "f":
            return x
        return region.emit(x.dtype, _typed(f"math.{op}", x))

    return emit


for _name, _op in [
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("trunc", "trunc"),
]:
    _define(_name, getattr(np, _name), _round(_op), 1)


def _rint(region, x):
    # numpy has no loop for integers and converts them to floats.
    whole = _types.class_of(x.dtype) != "f"
    (x,), dtype = _in_loop(region, np.rint, x)
    return x if whole else region.emit(dtype, _typed("math.roundeven", x))


def _positive(region, x):
    if x.dtype.kind == "b":
        raise TypeError("positive does not work on bool, as in numpy")
    return x


def _square(region, x):
    (x,), _ = _in_loop(region, np.square, x)
    return x * x


def _reciprocal(region, x):
    (x,), dtype = _in_loop(region, np.reciprocal, x)
    one = region.constant(1, dtype)
    if _types.class_of(dtype) == "f":
        return region.emit(dtype, _typed("arith.divf", one, x))
    # Conversion truncates. The result for zero is 0, as for a quotient; in numpy it
    # depends on the processor.
    unit = x == 1
    if dtype.kind == "i":
        unit = unit | (x == -1)
    return _select(region, unit, x, region.constant(0, dtype))


def _negative(region, x):
    kind = _types.class_of(x.dtype)
    if kind == "b":
        raise TypeError("- does not work on bool, as in numpy; write ~")
    if kind == "f":
        return region.emit(x.dtype, _typed("arith.negf", x))
    return region.emit(x.dtype, _typed("arith.subi", region.constant(0, x.dtype), x))


def _absolute(region, x):
    kind = _types.class_of(x.dtype)
    if kind in "bu":
        return x
    if kind == "f":
        return region.emit(x.dtype, _typed("math.absf", x))
    return _select(region, x < 0, -x, x)


def _invert(region, x):
    if _types.class_of(x.dtype) == "f":
        raise TypeError("~ does not work on floats, as in numpy")
    ones = region.constant(True if x.dtype.kind == "b" else _all_ones(x.dtype), x.dtype)
    return region.emit(x.dtype, _typed("arith.xori", x, ones))


def _all_ones(dtype):
    return -1 if dtype.kind == "i" else np.iinfo(dtype).max


def _shift(left):
    def emit(region, x, y):
        (x, y), dtype = region.promote(x, y)
        kind = _types.class_of(dtype)
        if kind == "b":
            dtype = np.dtype(np.int8)
            x, y, kind = region.cast(x, dtype), region.cast(y, dtype), "i"
        if kind == "f":
            raise TypeError("shifts do not work on floats, as in numpy")
        # Bits that are shifted out are lost, as in numpy; MLIR leaves this undefined.
        bits = 8 * dtype.itemsize
        unsigned = Value(region, y.name, np.dtype(f"u{dtype.itemsize}"))
        inside = unsigned < bits
        if left:
            by = _select(region, inside, y, region.constant(0, dtype))
            shifted = region.emit(dtype, _typed("arith.shli", x, by))
            return _select(region, inside, shifted, region.constant(0, dtype))
        if kind == "i":
            by = _select(region, inside, y, region.constant(bits - 1, dtype))
            return region.emit(dtype, _typed("arith.shrsi", x, by))
        by = _select(region, inside, y, region.constant(0, dtype))
        shifted = region.emit(dtype, _typed("arith.shrui", x, by))
        return _select(region, inside, shifted, region.constant(0, dtype))

    return emit


def _divide_whole(region, x, y):
    """The quotient rounded down, and the remainder with the divisor's sign. Division by
    zero gives zeros, as in numpy; MLIR leaves it undefined."""
    (x, y), dtype = region.promote(x, y)
    kind = _types.class_of(dtype)
    if kind == "b":
        dtype = np.dtype(np.int8)
        x, y, kind = region.cast(x, dtype), region.cast(y, dtype), "i"
    if kind == "f":
        rest = region.emit(dtype, _typed("arith.remf", x, y))
        quotient = (x - rest) / y
        wrong = (rest != 0) & ((y < 0) != (rest < 0))
        rest = where(
            rest == 0,
            copysign(region.constant(0, dtype), y),
            where(wrong, rest + y, rest),
        )
        quotient = where(wrong, quotient - 1, quotient)
        down = floor(quotient)
        down = where(quotient - down > 0.5, down + 1, down)
        down = where(quotient == 0, copysign(region.constant(0, dtype), x / y), down)
        return where(y == 0, x / y, down), rest
    zero, one = region.constant(0, dtype), region.constant(1, dtype)
    by_zero = y == 0
    if kind == "u":
        divisor = _select(region, by_zero, one, y)
        quotient = region.emit(dtype, _typed("arith.divui", x, divisor))
        rest = region.emit(dtype, _typed("arith.remui", x, divisor))
    else:
        # The quotient of the smallest number and -1 overflows.
        minus = y == -1
        divisor = _select(region, by_zero | minus, one, y)
        quotient = region.emit(dtype, _typed("arith.divsi", x, divisor))
        rest = region.emit(dtype, _typed("arith.remsi", x, divisor))
        wrong = (rest != 0) & ((rest < 0) != (y < 0))
        quotient = _select(region, wrong, quotient - 1, quotient)
        rest = _select(region, wrong, rest + y, rest)
        quotient = _select(region, minus, -x, quotient)
    return _select(region, by_zero, zero, quotient), _select(
        region, by_zero, zero, rest
    )


def _power(region, x, y):
    exponent = y
    (x, y), dtype = _in_loop(region, np.power, x, y)
    real = _types.class_of(dtype) == "f"
    known = not isinstance(exponent, Value) and not is_device_array(exponent)
    if known and not real and exponent < 0:
        raise ValueError(
            "integers to negative integer powers are not allowed, as in numpy"
        )
    # For squares, products are exact and cheaper.
    if known and (not real or exponent in range(65)):
        return _whole_power(region, x, int(exponent))
    if not real:
        raise TypeError(
            "an integer to the power of a traced integer cannot be traced; write a "
            "constant exponent, or convert to floats with .astype(numpy.float32)"
        )
    return region.emit(dtype, _typed("math.powf", x, y))


def _whole_power(region, x, n):
    result, factor = None, x
    while n:
        if n & 1:
            result = factor if result is None else result * factor
        n >>= 1
        if n:
            factor = factor * factor
    return region.constant(1, x.dtype) if result is None else result


def _sign(region, x):
    if x.dtype.kind == "b":
        raise TypeError("sign does not work on bool, as in numpy")
    if _types.class_of(x.dtype) == "f":
        # The remaining cases are NaN and zero, which loses its sign.
        rest = where(x == 0, 0.0, x)
        return where(x > 0, 1.0, where(x < 0, -1.0, rest)).astype(x.dtype)
    one, zero = region.constant(1, x.dtype), region.constant(0, x.dtype)
    if x.dtype.kind == "u":
        return _select(region, x > 0, one, zero)
    return _select(region, x > 0, one, _select(region, x < 0, -one, zero))


def _test(real):
    def emit(region, x):
        if _types.class_of(x.dtype) != "f":
            return region.constant(real is _finite, BOOL)
        return real(x)

    return emit


def _finite(x):
    return absolute(x) < math.inf


def _logical(function):
    def truth(region, value):
        # numpy rejects Python integers that int64 cannot hold.
        dtype = np.dtype(np.int64) if type(value) is int else None
        return region.cast(region.to_value(value, dtype), BOOL)

    def emit(region, x, y):
        return function(truth(region, x), truth(region, y))

    return emit


def _logaddexp(region, x, y):
    (x, y), dtype = _in_loop(region, np.logaddexp, x, y)
    distance = absolute(x - y)
    # The distance of equal infinities is undefined.
    apart = where(x == y, region.constant(0, dtype), distance)
    return maximum(x, y) + log1p(exp(-apart))


_define("logaddexp", np.logaddexp, _logaddexp, 2)


def _host_erf(x):
    dtype = np.sqrt.resolve_dtypes((np.asarray(x).dtype, None))[1]
    return np.vectorize(math.erf, otypes=[dtype])(x)


_define("negative", np.negative, _negative, 1)
_define("positive", np.positive, _positive, 1)
_define("rint", np.rint, _rint, 1)
_define("absolute", np.absolute, _absolute, 1)
_define("invert", np.invert, _invert, 1)
_define("left_shift", np.left_shift, _shift(True), 2)
_define("right_shift", np.right_shift, _shift(False), 2)
_define("floor_divide", np.floor_divide, lambda r, x, y: _divide_whole(r, x, y)[0], 2)
_define("remainder", np.remainder, lambda r, x, y: _divide_whole(r, x, y)[1], 2)
_define("power", np.power, _power, 2)
_define("sign", np.sign, _sign, 1)
_define("square", np.square, _square, 1)
_define("reciprocal", np.reciprocal, _reciprocal, 1)
_define("isnan", np.isnan, _test(lambda x: x != x), 1)
_define("isinf", np.isinf, _test(lambda x: absolute(x) == math.inf), 1)
_define("isfinite", np.isfinite, _test(_finite), 1)
_define("logical_and", np.logical_and, _logical(operator.and_), 2)
_define("logical_or", np.logical_or, _logical(operator.or_), 2)
_define("logical_xor", np.logical_xor, _logical(operator.xor), 2)
_define("logical_not", np.logical_not, lambda region, x: ~region.cast(x, BOOL), 1)
_define(
    "rsqrt",
    lambda x: 1 / np.sqrt(x),
    _math_op("math.rsqrt", np.sqrt),
    1,
    "`1 / sqrt(x)`, in a traced function too.",
)
_define(
    "erf",
    _host_erf,
    _math_op("math.erf", np.sqrt),
    1,
    "The error function, in a traced function too.",
)


def where(condition, x, y):
    """`x` if the condition holds, else `y`; both are computed. As numpy.where, also in
    a traced function, where x and y may be tuples of the same length."""
    if isinstance(x, tuple) or isinstance(y, tuple):
        if not (isinstance(x, tuple) and isinstance(y, tuple) and len(x) == len(y)):
            raise TypeError(
                "prim.where chooses between two tuples of one length, or two values"
            )
        return tuple(where(condition, a, b) for a, b in zip(x, y))
    region = _region((condition, x, y))
    if region is None:
        return np.where(_to_host(condition), _to_host(x), _to_host(y))
    condition = region.cast(region.to_value(condition), BOOL)
    (x, y), _ = region.promote(x, y)
    return _select(region, condition, x, y)


NAMES.append("where")
abs = absolute  # numpy has both names

for _method, _function in [
    ("add", "add"), ("sub", "subtract"), ("mul", "multiply"),
    ("truediv", "true_divide"), ("floordiv", "floor_divide"),
    ("mod", "remainder"), ("pow", "power"), ("and", "bitwise_and"),
    ("or", "bitwise_or"), ("xor", "bitwise_xor"), ("lshift", "left_shift"),
    ("rshift", "right_shift"),
]:  # fmt: skip
    _f = globals()[_function]
    setattr(Value, f"__{_method}__", lambda self, other, f=_f: f(self, other))
    setattr(Value, f"__r{_method}__", lambda self, other, f=_f: f(other, self))
Value.__divmod__ = lambda self, other: _divide_whole(self.region, self, other)
Value.__rdivmod__ = lambda self, other: _divide_whole(self.region, other, self)
for _method, _function in [
    ("lt", "less"), ("le", "less_equal"), ("gt", "greater"),
    ("ge", "greater_equal"), ("eq", "equal"), ("ne", "not_equal"),
]:  # fmt: skip
    _f = globals()[_function]
    setattr(Value, f"__{_method}__", lambda self, other, f=_f: f(self, other))
for _method, _function in [
    ("neg", "negative"),
    ("pos", "positive"),
    ("abs", "absolute"),
    ("invert", "invert"),
]:
    _f = globals()[_function]
    setattr(Value, f"__{_method}__", lambda self, f=_f: f(self))
Value.__hash__ = None
