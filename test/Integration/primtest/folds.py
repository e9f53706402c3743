# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Combiners, as MLIR text and as functions on arrays, and the folds that the reference
computes with them: one item after another, in lane order.

A combiner folds `states`, tuples of arrays that `lift` makes from values. A state may
contain more than the values: float sums also carry terms that bound their error."""

import numpy as np

from primtest.elements import (
    I32, I64, I8, RANDOM, SETS, from_ordered_keys, ordered_keys, sample)  # fmt: skip

INTEGER_KINDS = "add mul minsi maxsi minui maxui and or xor".split()
FLOAT_KINDS = "add mul minimumf maximumf minnumf maxnumf".split()


class Combiner:
    """`name` in cells; `head` after the op's name and mode; `region` before the types;
    `identity` one raw scalar per element, or None."""

    head = region = ""
    identity = None
    # Whether values affect the control flow.
    loops = False

    def __init__(self, name, elements):
        self.name = name
        self.elements = elements

    def sample(self, rng, shape):
        """Raw inputs of shape (SETS, *shape), one array per element."""
        raise NotImplementedError

    def lift(self, raws):
        return tuple(e.to_wide(raw) for e, raw in zip(self.elements, raws))

    def lower(self, state, depth=1):
        """Raw values, and for each a bound of the error (None: bit-exact). `depth`: the
        number of additions that an element undergoes, if that is more than twice the
        logarithm of the number of elements."""
        return self.raws(state), self.bounds(state, depth)

    def raws(self, state):
        return [e.to_raw(wide) for e, wide in zip(self.elements, state)]

    def bounds(self, state, depth):
        return [None] * len(self.elements)

    def apply(self, a, b):
        raise NotImplementedError

    def accumulate(self, state):
        """The folds of all prefixes along the last axis, one element after another, if
        numpy has a function for it; else None."""
        return None

    def identity_literals(self):
        """The identity as constants of MLIR."""
        if self.identity is None or not self.region:
            return []
        pairs = zip(self.elements, self.identity)
        return [element.literal(np.asarray(raw)) for element, raw in pairs]


class IntegerKind(Combiner):
    def __init__(self, kind, element):
        super().__init__(kind, [element])
        self.head = kind
        info = np.iinfo(element.raw)
        self.unsigned = kind.endswith("ui")
        self.function, neutral = {
            "add": (np.add, 0),
            "mul": (np.multiply, 1),
            "minsi": (np.minimum, info.max),
            "maxsi": (np.maximum, info.min),
            "minui": (np.minimum, -1),
            "maxui": (np.maximum, 0),
            "and": (np.bitwise_and, -1),
            "or": (np.bitwise_or, 0),
            "xor": (np.bitwise_xor, 0),
        }[kind]
        self.identity = [element.raw.type(neutral)]

    def sample(self, rng, shape):
        return [sample(self.elements[0], rng, shape)]

    def lift(self, raws):
        return (raws[0].view("u%d" % raws[0].itemsize) if self.unsigned else raws[0],)

    def raws(self, state):
        return [state[0].view(self.elements[0].raw)]

    def apply(self, a, b):
        return (self.function(a[0], b[0]),)

    def accumulate(self, state):
        part = state[0]
        return (self.function.accumulate(part, axis=-1, dtype=part.dtype),)


class FloatOrderKind(Combiner):
    """Minimum and maximum, on keys: integers in the order of the floats. NaN either
    wins or loses against all of them."""

    def __init__(self, kind, element):
        super().__init__(kind, [element])
        self.head = kind
        minimum = kind.startswith("min")
        wins = kind.endswith("imumf")
        info = np.iinfo(np.int64)
        self.function = np.minimum if minimum else np.maximum
        self.nan = info.min if minimum == wins else info.max
        neutral = np.nan if not wins else np.inf if minimum else -np.inf
        self.identity = [element.to_raw(np.array(neutral))]

    def sample(self, rng, shape):
        return [sample(self.elements[0], rng, shape)]

    def lift(self, raws):
        element = self.elements[0]
        keys = ordered_keys(element, raws[0])
        return (np.where(element.is_nan(raws[0]), self.nan, keys),)

    def raws(self, state):
        raw = from_ordered_keys(self.elements[0], state[0])
        nan = self.elements[0].to_raw(np.array(np.nan))
        return [np.where(state[0] == self.nan, nan, raw)]

    def apply(self, a, b):
        return (self.function(a[0], b[0]),)

    def accumulate(self, state):
        return (self.function.accumulate(state[0], axis=-1),)


class FloatArithmeticKind(Combiner):
    """Sums and products. The state also has the number of terms and the magnitude: the
    sum of absolute values, or that of the product."""

    def __init__(self, kind, element):
        super().__init__(kind, [element])
        self.head = kind
        self.function = np.add if kind == "add" else np.multiply
        self.identity = [element.to_raw(np.array(0.0 if kind == "add" else 1.0))]

    def sample(self, rng, shape):
        return [sample(self.elements[0], rng, shape, self.head)]

    def lift(self, raws):
        wide = self.elements[0].to_wide(raws[0])
        return wide, np.abs(wide), np.ones(wide.shape, np.int32)

    def bounds(self, state, depth):
        _, magnitude, terms = state
        element = self.elements[0]
        if self.head == "add":
            factor = np.maximum(2 * np.log2(np.maximum(terms, 1)), 1)
            factor = np.maximum(factor, np.minimum(depth, terms))
        else:
            # One rounding per factor; 1.01 covers the terms of second order.
            factor = 1.01 * terms
        bound = factor * element.eps * magnitude
        # Only the random set requires rounding.
        bound[[s for s in range(SETS) if s != RANDOM]] = 0
        return [bound]

    def apply(self, a, b):
        with np.errstate(all="ignore"):
            return (
                self.function(a[0], b[0]),
                self.function(a[1], b[1]),
                a[2] + b[2],
            )

    def accumulate(self, state):
        wide, magnitude, terms = state
        with np.errstate(all="ignore"):
            return (
                self.function.accumulate(wide, axis=-1),
                self.function.accumulate(magnitude, axis=-1),
                np.add.accumulate(terms, axis=-1, dtype=terms.dtype),
            )


class Affine(Combiner):
    """Maps x -> m x + n, with the left one applied first: not commutative."""

    def __init__(self, element, identity):
        super().__init__("affine" if identity else "affine without identity",
                         [element, element])  # fmt: skip
        if identity:
            self.identity = [element.to_raw(np.array(v)) for v in (1, 0)]
        kind = "f" if element.is_float else "i"
        self.region = """combiner {
^bb0(%%am: %(t)s, %%an: %(t)s, %%bm: %(t)s, %%bn: %(t)s):
  %%m = arith.mul%(k)s %%am, %%bm : %(t)s
  %%s = arith.mul%(k)s %%an, %%bm : %(t)s
  %%n = arith.add%(k)s %%s, %%bn : %(t)s
  prim.yield %%m, %%n : %(t)s, %(t)s
}""" % {"t": element.name, "k": kind}  # fmt: skip

    def sample(self, rng, shape):
        element = self.elements[0]
        if not element.is_float:
            return [sample(element, rng, shape) for _ in range(2)]
        # Sums that even bf16 represents: up to 256.
        slopes = rng.choice([1.0, -1.0], (SETS, *shape))
        offsets = rng.choice([0.0, 1.0, -1.0, 0.0], (SETS, *shape))
        some = rng.random(offsets.shape) < 200 / max(np.prod(shape, dtype=int), 1)
        offsets = np.where(some, offsets, 0.0)
        return [element.to_raw(slopes), element.to_raw(offsets)]

    def apply(self, a, b):
        with np.errstate(all="ignore"):
            return a[0] * b[0], a[1] * b[0] + b[1]



class ArgMax(Combiner):
    """The greatest value and its index; of equal values the one with the lower
    index."""

    def __init__(self, element):
        super().__init__("argmax", [element, I32])
        compare = (
            ("arith.cmpf ogt", "arith.cmpf oeq")
            if element.is_float
            else ("arith.cmpi sgt", "arith.cmpi eq")
        )
        self.region = """combiner commutative {
^bb0(%%a: %(t)s, %%ai: i32, %%b: %(t)s, %%bi: i32):
  %%gt = %(gt)s, %%b, %%a : %(t)s
  %%eq = %(eq)s, %%b, %%a : %(t)s
  %%lt = arith.cmpi slt, %%bi, %%ai : i32
  %%tie = arith.andi %%eq, %%lt : i1
  %%take = arith.ori %%gt, %%tie : i1
  %%v = arith.select %%take, %%b, %%a : %(t)s
  %%vi = arith.select %%take, %%bi, %%ai : i32
  prim.yield %%v, %%vi : %(t)s, i32
}""" % {"t": element.name, "gt": compare[0], "eq": compare[1]}  # fmt: skip

    def sample(self, rng, shape):
        count = int(np.prod(shape))
        indices = np.stack([rng.permutation(count) for _ in range(SETS)])
        return [
            sample(self.elements[0], rng, shape, "finite"),
            indices.reshape(SETS, *shape).astype(np.int32),
        ]

    def apply(self, a, b):
        take = (b[0] > a[0]) | ((b[0] == a[0]) & (b[1] < a[1]))
        return np.where(take, b[0], a[0]), np.where(take, b[1], a[1])


class Flagged(Combiner):
    """A sum that restarts wherever a flag is set: (value, flag)."""

    def __init__(self, element):
        super().__init__("flagged sum", [element, I8])
        self.identity = [element.to_raw(np.array(0)), np.int8(0)]
        self.region = """combiner {
^bb0(%%a: %(t)s, %%af: i8, %%b: %(t)s, %%bf: i8):
  %%none = arith.constant 0 : i8
  %%anew = arith.cmpi ne, %%bf, %%none : i8
  %%s = arith.add%(k)s %%a, %%b : %(t)s
  %%v = arith.select %%anew, %%b, %%s : %(t)s
  %%f = arith.ori %%af, %%bf : i8
  prim.yield %%v, %%f : %(t)s, i8
}""" % {"t": element.name, "k": "f" if element.is_float else "i"}  # fmt: skip

    def sample(self, rng, shape):
        element = self.elements[0]
        if element.is_float:
            # The set on which sums are exact, for all members.
            values = np.concatenate(
                [sample(element, rng, shape, "add")[:1] for _ in range(SETS)]
            )
        else:
            values = sample(element, rng, shape)
        chance = np.array([0.0, 0.02, 0.4]).reshape(SETS, *[1] * len(shape))
        flags = rng.random((SETS, *shape)) < chance
        return [values, flags.astype(np.int8)]

    def apply(self, a, b):
        anew = b[1] != 0
        return np.where(anew, b[0], a[0] + b[0]), a[1] | b[1]


class Extent(Combiner):
    """The least value, the greatest, and the number of values."""

    def __init__(self, element):
        super().__init__("extent", [element, element, I64])
        if element.is_float:
            least, greatest, low, high = "minimumf", "maximumf", -np.inf, np.inf
        else:
            info = np.iinfo(element.raw)
            least, greatest, low, high = "minsi", "maxsi", info.min, info.max
        self.identity = [
            element.to_raw(np.array(high)), element.to_raw(np.array(low)), np.int64(0)
        ]  # fmt: skip
        self.region = """combiner commutative {
^bb0(%%al: %(t)s, %%ah: %(t)s, %%an: i64, %%bl: %(t)s, %%bh: %(t)s, %%bn: i64):
  %%l = arith.%(least)s %%al, %%bl : %(t)s
  %%h = arith.%(greatest)s %%ah, %%bh : %(t)s
  %%n = arith.addi %%an, %%bn : i64
  prim.yield %%l, %%h, %%n : %(t)s, %(t)s, i64
}""" % {"t": element.name, "least": least, "greatest": greatest}  # fmt: skip

    def sample(self, rng, shape):
        element = self.elements[0]
        low, high = (self._values(element, rng, shape) for _ in range(2))
        return [low, high, sample(I64, rng, shape)]

    def _values(self, element, rng, shape):
        values = sample(element, rng, shape, "finite")
        if not element.is_float:
            return values
        # On some chips, arith's minimum treats the two zeros as equal.
        return element.to_raw(element.to_wide(values) + 0.0)

    def apply(self, a, b):
        return np.minimum(a[0], b[0]), np.maximum(a[1], b[1]), a[2] + b[2]


# The maximum number of a block.
BLOCK_ITEMS = 8192
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]


class Gcd(Combiner):
    """Contains a loop, so it must never receive values of nonexistent lanes."""

    loops = True

    def __init__(self, element):
        super().__init__("gcd", [element])
        self.region = """combiner {
^bb0(%%a: %(t)s, %%b: %(t)s):
  %%none = arith.constant 0 : %(t)s
  %%g:2 = scf.while (%%p = %%a, %%q = %%b) : (%(t)s, %(t)s) -> (%(t)s, %(t)s) {
    %%more = arith.cmpi ne, %%q, %%none : %(t)s
    scf.condition(%%more) %%p, %%q : %(t)s, %(t)s
  } do {
  ^bb0(%%p: %(t)s, %%q: %(t)s):
    %%rest = arith.remui %%p, %%q : %(t)s
    scf.yield %%q, %%rest : %(t)s, %(t)s
  }
  prim.yield %%g#0 : %(t)s
}""" % {"t": element.name}  # fmt: skip

    def sample(self, rng, shape):
        raw = self.elements[0].raw
        small = rng.integers(1, 61, shape) * rng.choice([6, 12, 30], shape)
        # A product of many primes, of which a few items lack one: folds stay large and
        # differ from one another.
        product, primes = 1, []
        for prime in PRIMES:
            if product * prime > np.iinfo(raw).max:
                break
            product *= prime
            primes.append(prime)
        count = np.prod(shape, dtype=int)
        lacks = rng.random(shape) < 8 / max(count, 24)
        large = np.where(lacks, product // rng.choice(primes, shape), product)

        def runs():
            """Runs of zeros, of small numbers, and of large ones. Runs are short, or as
            long as a wave or a block; sometimes all values are zero."""
            chances = rng.permutation([0.3, 0.03, 20 / max(count, 80), 4 / max(count, 16)])
            ends = rng.random(count) < chances[np.arange(count) * 4 // max(count, 1)]
            run = np.cumsum(ends).reshape(shape)
            kind = (rng.integers(0, 3, count + 1) * (rng.random() > 0.1))[run]
            return np.choose(kind, [np.zeros_like(small), small, large])

        # More of them in blocks, which run with few sizes.
        some = large if count > BLOCK_ITEMS or rng.random() < 0.5 else runs()
        return [np.stack([small, some, runs()]).astype(raw)]

    def apply(self, a, b):
        return (np.gcd(a[0], b[0]),)


class Last(Combiner):
    """Keeps the right operand, for any bits."""

    def __init__(self, element):
        super().__init__("last", [element])
        self.region = """combiner {
^bb0(%%a: %(t)s, %%b: %(t)s):
  prim.yield %%b : %(t)s
}""" % {"t": element.name}  # fmt: skip

    def sample(self, rng, shape):
        return [sample(self.elements[0], rng, shape)]

    def apply(self, a, b):
        return b


def kind(name, element):
    if not element.is_float:
        return IntegerKind(name, element)
    if name in ("add", "mul"):
        return FloatArithmeticKind(name, element)
    return FloatOrderKind(name, element)


def kinds(element):
    names = FLOAT_KINDS if element.is_float else INTEGER_KINDS
    return [kind(name, element) for name in names]


# ---------------------------------------------------------------------------
# Folds. The last axis of a state goes along the items of a logical warp.
# ---------------------------------------------------------------------------


def choose(where, a, b):
    return tuple(np.where(where, x, y) for x, y in zip(a, b))


# Longer rows are scanned in pieces, so that numpy executes few long operations instead
# of many short ones. The combiners of such folds are associative.
PIECE = 64


def scan(combiner, state, counts, heads=None, reverse=False):
    """Inclusive prefixes. They restart at the first item where `counts` holds (with
    `reverse`, the last one), and at (before) each of `heads`. Prefixes of other items
    are unspecified."""
    length = state[0].shape[-1]
    if heads is not None or (length <= PIECE and not _commutes(combiner)):
        return _scan_in_turn(combiner, state, counts, heads, reverse)
    starts = np.zeros(counts.shape, bool)
    if not length:
        return state, starts
    if not reverse or counts.all():
        first = -1 if reverse else 0
        starts[..., first] = counts[..., first]
        return _scan_row(combiner, state, reverse), starts
    # From the last active item on, which differs between rows.
    result = tuple(part.copy() for part in state)
    for row in np.ndindex(counts.shape[:-1]):
        count = int(counts[row].sum())
        if count:
            starts[row][count - 1] = True
            piece = tuple(part[row][:count] for part in state)
            for part, value in zip(result, _scan_row(combiner, piece, True)):
                part[row][:count] = value
    return result, starts


def _commutes(combiner):
    return type(combiner).accumulate is not Combiner.accumulate


def _scan_row(combiner, state, reverse):
    """Inclusive prefixes along the whole last axis."""
    if reverse:
        state = tuple(part[..., ::-1] for part in state)
    result = combiner.accumulate(state)
    if result is None:
        result = _scan_pieces(combiner, state, reverse)
    return tuple(part[..., ::-1] for part in result) if reverse else result


def _scan_pieces(combiner, state, flipped):
    length = state[0].shape[-1]
    count = -(-length // PIECE)
    full = count * PIECE

    def pieces(part):
        # Values after the end do not affect values before it.
        pad = [(0, 0)] * (part.ndim - 1) + [(0, full - length)]
        return np.pad(part, pad, "edge").reshape(*part.shape[:-1], count, PIECE)

    def apply(a, b):
        return combiner.apply(b, a) if flipped else combiner.apply(a, b)

    parts = tuple(pieces(part) for part in state)
    result = tuple(np.empty_like(part) for part in parts)
    so_far = None
    for at in range(PIECE):
        item = tuple(part[..., at] for part in parts)
        so_far = item if so_far is None else apply(so_far, item)
        for part, value in zip(result, so_far):
            part[..., at] = value
    before = None
    for piece in range(count):
        inside = tuple(part[..., piece, :] for part in result)
        if before is not None:
            inside = apply(tuple(part[..., None] for part in before), inside)
            for part, value in zip(result, inside):
                part[..., piece, :] = value
        before = tuple(part[..., -1] for part in inside)
    return tuple(
        part.reshape(*part.shape[:-2], full)[..., :length] for part in result
    )


def _scan_in_turn(combiner, state, counts, heads, reverse):
    length = state[0].shape[-1]
    starts = np.zeros(counts.shape, bool)
    result = tuple(np.empty_like(part) for part in state)
    accumulated, begun = None, np.zeros(counts.shape[:-1], bool)
    for at in reversed(range(length)) if reverse else range(length):
        item = tuple(part[..., at] for part in state)
        start = ~begun
        if heads is not None:
            if not reverse:
                start = start | heads[..., at]
            elif at + 1 < length:
                start = start | heads[..., at + 1]
        if accumulated is None:
            accumulated = item
        else:
            both = (item, accumulated) if reverse else (accumulated, item)
            if not start.any():
                accumulated = combiner.apply(*both)
            else:
                accumulated = choose(start, item, combiner.apply(*both))
        starts[..., at] = start
        begun = begun | counts[..., at]
        for part, value in zip(result, accumulated):
            part[..., at] = value
    return result, starts


def shifted(state, reverse):
    """Exclusive prefixes, computed from inclusive ones; unspecified at the start."""
    return tuple(np.roll(part, -1 if reverse else 1, axis=-1) for part in state)


def after(combiner, start, state, reverse):
    """`state` with `start` before it in the direction of the scan."""
    fold = combiner.apply(*((state, start) if reverse else (start, state)))
    # A combiner that selects one operand returns `start` unchanged.
    return tuple(np.broadcast_to(part, of.shape) for part, of in zip(fold, state))


def total(combiner, inclusive, counts):
    """The fold of all items where `counts` holds, from the inclusive prefixes from the
    first item on, and the places where it is defined."""
    last = np.maximum(counts.sum(axis=-1) - 1, 0)[..., None]
    fold = tuple(
        np.take_along_axis(part, np.broadcast_to(last, part.shape[:-1] + (1,)), -1)
        for part in inclusive
    )
    return fold, counts.any(axis=-1, keepdims=True)
