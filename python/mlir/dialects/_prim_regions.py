# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Helpers that the builders in prim.py share: operands, enumerations, and regions
written as Python functions."""

import inspect

from ..ir import (
    Attribute,
    InsertionPoint,
    IntegerType,
    Operation,
    OpView,
    ShapedType,
    Value,
    VectorType,
)
from ._ods_common import get_op_results_or_values
from ._prim_ops_gen import YieldOp


def values(argument, name):
    """A list of values, from a value, an operation or a sequence of them."""
    if argument is None:
        return []
    if isinstance(argument, Value):
        return [argument]
    if isinstance(argument, (OpView, Operation)):
        return list(get_op_results_or_values(argument))
    result = []
    try:
        items = list(argument)
    except TypeError:
        items = [None]
    for item in items:
        if isinstance(item, (OpView, Operation)):
            item = item.operation.result
        if not isinstance(item, Value):
            raise TypeError(
                f"{name} must be an ir.Value or a sequence of them, not "
                f"{type(argument).__name__}"
            )
        result.append(item)
    return result


def value(argument, name):
    """A single value, or None."""
    if argument is None:
        return None
    found = values(argument, name)
    if len(found) != 1:
        raise TypeError(f"{name} must be one ir.Value, not {len(found)}")
    return found[0]


def element(type_):
    """The element type of a vector or buffer; for a scalar, its own type."""
    return type_.element_type if isinstance(type_, ShapedType) else type_


def elements(operands):
    return [element(operand.type) for operand in operands]


def vector_of(length, type_):
    """The type that holds `length` items of one thread."""
    return type_ if length == 1 else VectorType.get([length], type_)


def i32(context):
    return IntegerType.get_signless(32, context=context)


def i1(context):
    return IntegerType.get_signless(1, context=context)


def enumerator(enum, argument, name):
    """A member of `enum`, given as such or by its name in the assembly. None and
    attributes are returned unchanged."""
    if argument is None or isinstance(argument, Attribute):
        return argument
    if isinstance(argument, enum):
        return argument
    for member in enum:
        if argument == str(member):
            return member
    names = ", ".join(repr(str(member)) for member in enum)
    raise ValueError(f"{name} must be one of {names}, not {argument!r}")


def fastmath_flags(argument, context):
    """The fastmath attribute, given as such or as its flags, for example "nnan,nsz"."""
    if argument is None or isinstance(argument, Attribute):
        return argument
    return Attribute.parse(f"#arith.fastmath<{argument}>", context=context)


def split(function_or_name, enum, name):
    """A combiner or an order as a pair: a member of `enum` and a function. The one that
    was not given is None."""
    if callable(function_or_name) and not isinstance(function_or_name, enum):
        return None, function_or_name
    if function_or_name is None:
        raise TypeError(f"{name} is needed: a kind's name or a function")
    return enumerator(enum, function_or_name, name), None


def grouped(arguments):
    """The two halves of the arguments. A half is a value if it has one, and a tuple if
    it has several."""
    half = len(arguments) // 2
    left, right = tuple(arguments[:half]), tuple(arguments[half:])
    return (left[0], right[0]) if half == 1 else (left, right)


def fill(op, region, types, function, name, group=None):
    """Writes `region` of `op`: a block with arguments of `types`, the ops that
    `function` builds from them, and a yield of its results. Returns the yielded types.
    `group` says how the function takes the arguments."""
    block = region.blocks.append(*types, arg_locs=[op.location] * len(types))
    with op.location, InsertionPoint(block):
        arguments = list(block.arguments)
        result = function(*(group(arguments) if group else arguments))
        try:
            yielded = values(result, name)
        except TypeError:
            raise TypeError(
                f"{name} must return the ir.Value, or the tuple of them, that "
                f"its region yields, not {type(result).__name__}"
            ) from None
        # The function's own control flow ends here.
        with InsertionPoint(op.regions[_index(op, region)].blocks[-1]):
            YieldOp(yielded)
    return [v.type for v in yielded]


def _index(op, region):
    return next(i for i, one in enumerate(op.regions) if one == region)


def takes(function, count):
    """Whether a function has `count` positional parameters."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    )
    return sum(p.kind in positional for p in parameters) == count


def finished(op):
    """The result of a builder: the op's only result, a list of its results, or the
    op."""
    results = op.operation.results
    if len(results) == 0:
        return op
    return results[0] if len(results) == 1 else results


def discarding(op, build):
    """Runs `build`. If it raises, the unfinished op is erased."""
    try:
        build()
    except BaseException:
        op.operation.erase()
        raise
    return finished(op)
