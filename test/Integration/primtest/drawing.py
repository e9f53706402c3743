# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The values and statements of random programs of all kinds. A statement is text and a
function on arrays that defines its effect. Regions are drawn once, and their functions
are called as often as the control flow requires. The first axis of all arrays is the
data set, by which conditions, counts and offsets may differ.

Sums and products must be bit-identical in any order. The possible values of every float
are therefore known; operands that an op would round are mapped first."""

import math
from collections import namedtuple

import numpy as np

from ops import orders, scan
from primtest import combiners, folds
from primtest.elements import BF16, EXACT, F16, F32, F64, I32, I64, I8, INDEX, SETS, Element, sample

# The representation of i1 in arrays.
BIT = Element("i1", np.int8, np.int8)

# Properties of a float: it is an integer up to `most` and not -0.0; it is neither NaN
# nor -0.0; all sums of neighbours are at most `run`; products of neighbours are exact.
# Integers are finite.
Known = namedtuple("Known", "most finite run factor")
ANY = Known(None, False, None, False)
FINITE = Known(None, True, None, False)
FACTOR = Known(None, True, None, True)


def whole(most, run=None):
    return Known(most, True, run, False)


def exact_limit(element):
    """The type has all integers up to this one."""
    return int(2 / element.eps)


def joined(a, b):
    """The properties that hold for both."""
    a, b = moved(a), moved(b)
    most = None if None in (a.most, b.most) else max(a.most, b.most)
    return Known(most, a.finite and b.finite, None, a.factor and b.factor)


def moved(known):
    """The properties that still hold for values with other neighbours."""
    return known._replace(run=None, factor=known.factor and known.most == 1)


def satisfies(known, need):
    if need.factor:
        return known.factor
    if need.most is not None:
        return known.most is not None and known.most <= need.most
    return known.finite or not need.finite


class Value:
    """`shape` is defined by the program. `uniform` values are the same in all threads.
    `name` is the SSA name. Memory that is part of other memory, `root`, has a `view`,
    the end of its type."""

    view = ""
    is_input = False

    def __init__(self, name, element, shape, known, uniform=False):
        self.name = self.root = name
        self.element = element
        self.shape = shape
        self.known = known if element.is_float else FINITE
        self.uniform = uniform
        self.used = False


class Body:
    """The statements of a region, as functions of the current values (`env`), and the
    values that it can use."""

    def __init__(self, outer=()):
        self.steps = []
        self.pool = list(outer)
        self.own = len(self.pool)

    def run(self, env):
        for step in self.steps:
            step(env)


# ---------------------------------------------------------------------------
# Data
# ---------------------------------------------------------------------------


def data(element, rng, shape, known):
    """Raw values of shape (SETS, *shape) with these properties."""
    if not element.is_float:
        return sample(element, rng, shape)

    def exact(flavor):
        sets = [sample(element, rng, shape, flavor)[EXACT] for _ in range(SETS)]
        return np.stack(sets)

    if known.factor and known.most == 1:
        return element.to_raw(rng.choice([-1.0, 1.0], (SETS, *shape)))
    if known.factor:
        return exact("mul")
    if known.run is not None:
        return exact("add")
    if known.most is not None:
        most = int(known.most)
        return element.to_raw(rng.integers(-most, most + 1, (SETS, *shape)) + 0.0)
    if not known.finite:
        return sample(element, rng, shape)
    return element.to_raw(element.to_wide(sample(element, rng, shape, "finite")) + 0.0)


# The properties of inputs: steps of the exact walk are at most 9, runs 120.
INPUTS = [ANY, ANY, FINITE, whole(2), whole(9), whole(9, 120), whole(9, 120), FACTOR]


# ---------------------------------------------------------------------------
# Folds
# ---------------------------------------------------------------------------


class Fold:
    """A combiner, the requirements on its operands, and the properties of results, for
    folds of `length` elements and an initial value."""

    def __init__(self, name, element, length, key):
        self.combiner = combiners.combiner(element.name, name)
        self.name = name
        count = len(self.combiner.elements)
        self.needs = [ANY] * count
        self.length = length + 1
        if not element.is_float:
            # For other numbers the loop and numpy have different divisors.
            self.mask = name == "gcd"
            return
        self.mask = False
        most = exact_limit(element) // self.length
        self.possible = True
        if name == "add":
            if not (key.run and key.run + 9 <= exact_limit(element)):
                self.needs = [whole(most)]
            self.possible = most >= 1 or self.needs == [ANY]
            if self.needs == [ANY]:
                self.needs = [whole(9)]
        elif name == "mul":
            self.needs = [FACTOR]
        elif name.startswith("affine"):
            self.needs = [FACTOR, whole(most)]
            self.possible = most >= 1
        elif name == "flagged sum":
            self.needs = [whole(most), ANY]
            self.possible = most >= 1
        elif name in ("argmax", "extent"):
            self.needs = [FINITE] * count

    possible = True

    def known(self, operands, may_be_identity):
        """The properties of the fold of operands with these properties."""
        a = operands[0]
        if self.name == "add" and a.most is not None:
            run = self.length * a.most if a.run is None else a.run + 9
            return [whole(min(run, self.length * a.most))]
        if self.name.startswith("affine"):
            n = operands[1]
            return [FINITE, whole((n.most or 0) * self.length)]
        if self.name == "flagged sum":
            return [whole((a.most or 0) * self.length), FINITE]
        if self.name == "mul":
            return [FINITE]
        if self.name in ("extent", "argmax", "gcd"):
            return [FINITE._replace(most=None)] * len(operands)
        # Minimum, maximum, last: one of the operands, or the identity.
        plain = a._replace(run=None, factor=False)
        return [ANY if may_be_identity else plain]

    def identity_state(self):
        raws = [
            np.broadcast_to(np.asarray(value).astype(e.raw), (SETS, 1, 1))
            for e, value in zip(self.combiner.elements, self.combiner.identity)
        ]
        return self.combiner.lift(raws)


Folded = namedtuple("Folded", "inclusive exclusive total")


def fold(
    fold, raws, counts, heads=None, reverse=False, init=None, inclusive_init=False
):
    """Folds, along the last of three axes, of the elements where `counts` holds: pairs
    of raw values and the places where they are defined."""
    combiner = fold.combiner
    state = combiner.lift(raws)
    inclusive, starts = folds.scan(combiner, state, counts, heads, reverse)

    def lowered(state, defined):
        state = [np.broadcast_to(part, defined.shape) for part in state]
        return combiner.lower(state)[0], defined

    start = combiner.lift(init) if init else None
    nothing = start or (fold.identity_state() if combiner.identity is not None else None)
    (before,) = scan.expected(
        combiner, "exclusive", start, inclusive, starts, nothing or inclusive, reverse)  # fmt: skip
    defined = counts if nothing else counts & ~starts
    first = inclusive
    if start and inclusive_init:
        first = folds.after(combiner, start, inclusive, reverse)
    forward = inclusive
    if reverse or heads is not None:
        forward, _ = folds.scan(combiner, state, counts)
    any = counts.any(axis=-1, keepdims=True)
    if counts.shape[-1]:
        everything, any = folds.total(combiner, forward, counts)
    else:
        everything = tuple(np.zeros(any.shape, part.dtype) for part in state)
    if combiner.identity is not None:
        everything = folds.choose(any, everything, fold.identity_state())
        any = np.ones_like(any)
    return Folded(
        lowered(first, counts), lowered(before, defined), lowered(everything, any)
    )


# ---------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------

INTEGER_OPS = {
    "addi": np.add,
    "subi": np.subtract,
    "muli": np.multiply,
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "minsi": np.minimum,
    "maxsi": np.maximum,
}
COMPARISONS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "slt": np.less,
    "sge": np.greater_equal,
}
FLOAT_COMPARISONS = {
    "oeq": np.equal,
    "une": np.not_equal,
    "olt": np.less,
    "oge": np.greater_equal,
}
FLOATS = [F16, BF16, F32, F64]


class Keys:
    """The keys of sorts among their `elements`: one key or, if there can be several,
    some in turn or each in its own order, and sometimes a range of their bits."""

    def __init__(self, rng, elements, several):
        count = rng.randint(2, len(elements)) if several and len(elements) > 1 and rng.random() < 0.5 else 1
        self.elements = elements[:count]
        self.bits = None
        own = count > 1 and rng.random() < 0.5
        integer = rng.choice(["slt", "ult"])
        self.orders = [
            "total" if e.is_float else rng.choice(["slt", "ult"]) if own else integer
            for e in self.elements
        ]
        # The common order of keys that are not all floats is that of the others.
        self.head = "" if own else "total" if set(self.orders) == {"total"} else integer
        if several and not any(e.is_float for e in self.elements) and rng.random() < 0.3:
            total = sum(e.bits for e in self.elements)
            self.bits = tuple(sorted(rng.sample(range(total + 1), 2)))
        self.clauses = orders.key_clauses(count, self.orders if own else None, self.bits)

    def ranks(self, values):
        return orders.key_ranks(self.elements, self.orders, values, self.bits)


class Drawn:
    """A program while it is drawn, in addition to its Text. Derived classes define the
    names of types (`type`), make constants (`splat`) and values (`any_value`), and draw
    their own statements (`statement`). `rng` draws the program, and `numbers` its data.
    `place` defines the legal statements; if it has no `inputs`, only the arguments of a
    function are available."""

    def __init__(self, symbol, rng, numbers, place):
        self.symbol = symbol
        self.rng = rng
        self.numbers = numbers
        self.body = Body()
        self.env = {}
        self.place = place
        self.functions = []

    def chance(self, probability):
        return self.rng.random() < probability

    def add(self, value):
        self.body.pool.append(value)
        return value

    def emit(self, text, results, function, operands, uniform=None):
        """A statement: its text without the results; (element, shape, known) of the
        results; and a function from the operands' arrays to the results' arrays."""
        if uniform is None:
            uniform = all(o.uniform for o in operands)
        values = [Value(self.name(), *result, uniform) for result in results]
        self.line("%s = %s" % (", ".join(v.name for v in values), text))
        self.step(values, function, operands)
        return values

    def step(self, values, function, operands):
        """Records the effect of a statement."""
        for operand in operands:
            operand.used = True

        def step(env):
            with np.errstate(all="ignore"):
                made = function(*[env[o] for o in operands])
            for value, array in zip(values, made):
                env[value] = array.astype(value.element.raw)

        self.body.steps.append(step)

    def given(self, name, element, shape, known, array, uniform=False):
        """A value that no statement makes."""
        value = Value(name, element, shape, known, uniform)
        self.body.steps.append(lambda env: env.__setitem__(value, array))
        return value

    # -- values -------------------------------------------------------------

    def pick(self, accept):
        """A value from the pool, usually one of the last ones, or None."""
        fitting = [v for v in self.body.pool if accept(v)]
        if not fitting:
            return None
        unused = [v for v in fitting if not v.used]
        if unused and self.chance(0.5):
            fitting = unused
        return self.rng.choice(fitting[-4:] if self.chance(0.7) else fitting)

    def type_of(self, value):
        return self.type(value.element, value.shape)

    def types_of(self, values):
        return ", ".join(self.type_of(v) for v in values)

    def map(self, text, element, known, function, operands):
        """An op on elements. `text` is a function of the operands' names and of a
        function that names the types of elements. `function` takes the operands'
        arrays."""
        shape = operands[0].shape
        return self.emit(
            text([o.name for o in operands], lambda e: self.type(e, shape)),
            [(element, shape, known)],
            lambda *a: [function(*a)],
            operands,
        )[0]

    def unary(self, op, value, element, known, function):
        given = value.element

        def text(names, type):
            types = (
                type(given)
                if element is given
                else "%s to %s" % (type(given), type(element))
            )
            return "%s %s : %s" % (op, names[0], types)

        return self.map(text, element, known, function, [value])

    def binary(self, op, a, b, known, function):
        e = a.element
        return self.map(
            lambda names, type: "%s %s, %s : %s" % (op, *names, type(e)),
            e,
            known,
            function,
            [a, b],
        )

    def float_binary(self, op, a, b, known, function):
        e = a.element
        return self.binary(
            op, a, b, known, lambda x, y: e.to_raw(function(e.to_wide(x), e.to_wide(y)))
        )

    def compare(self, a, b):
        e = a.element
        table = FLOAT_COMPARISONS if e.is_float else COMPARISONS
        name = self.rng.choice(sorted(table))
        op = "arith.cmpf" if e.is_float else "arith.cmpi"
        return self.map(
            lambda names, type: "%s %s, %s, %s : %s" % (op, name, *names, type(e)),
            BIT,
            FINITE,
            lambda x, y: table[name](e.to_wide(x), e.to_wide(y)),
            [a, b],
        )

    def select(self, condition, a, b):
        e = a.element
        return self.map(
            lambda names, type: (
                "arith.select %s, %s, %s : %s, %s" % (*names, type(BIT), type(e))
            ),
            e,
            joined(a.known, b.known),
            lambda c, x, y: np.where(c != 0, x, y),
            [condition, a, b],
        )

    def prepared(self, value, need, mask=False):
        """The value, mapped so that it has these properties."""
        element = value.element
        if mask:
            return self.binary(
                "arith.andi",
                value,
                self.splat(element, value.shape, 0x7F),
                FINITE,
                np.bitwise_and,
            )
        if satisfies(value.known, need) or not element.is_float:
            return value
        if need.most is not None and value.known.most is not None:
            most = int(need.most)
            low, high = (self.splat(element, value.shape, n) for n in (-most, most))
            least = self.float_binary(
                "arith.minimumf", value, high, value.known, np.minimum
            )
            return self.float_binary(
                "arith.maximumf", least, low, whole(most), np.maximum
            )
        zero, one, other = (self.splat(element, value.shape, n) for n in (0, 1, -1))
        chosen = self.select(self.compare(value, zero), one, other)
        chosen.known = FACTOR._replace(most=1)
        return chosen

    # -- elementwise --------------------------------------------------------

    def elementwise(self, accept=lambda v: True):
        """One op of arith on values of the pool."""
        a = self.pick(accept)
        if a is None:
            return None
        if a.element.is_float:
            made = self.float_op(a)
        else:
            made = self.integer_op(a)
        return self.add(made) if made else None

    def like(self, a):
        return self.pick(lambda v: v.element is a.element and v.shape == a.shape) or a

    def integer_op(self, a):
        element, bits = a.element, a.element.bits
        choice = self.rng.randrange(10)
        if choice < 4:
            op = self.rng.choice(sorted(INTEGER_OPS))
            return self.binary("arith." + op, a, self.like(a), FINITE, INTEGER_OPS[op])
        if choice == 4:
            by = self.splat(element, a.shape, self.rng.randrange(bits))
            op = self.rng.choice(["shli", "shrsi"])
            function = np.left_shift if op == "shli" else np.right_shift
            return self.binary("arith." + op, a, by, FINITE, function)
        if choice == 5:
            by = self.splat(element, a.shape, self.rng.choice([2, 3, 7, 16, 100]))
            op, function = self.rng.choice(
                [("divui", np.floor_divide), ("remui", np.remainder)]
            )
            unsigned = "u%d" % element.size
            return self.binary(
                "arith." + op,
                a,
                by,
                FINITE,
                lambda x, y: function(x.view(unsigned), y.view(unsigned)).view(
                    element.raw
                ),
            )
        if choice == 6:
            return self.select(self.compare(a, self.like(a)), a, self.like(a))
        if choice == 7:
            return self.to_float(a)
        return self.to_integer(a)

    def to_integer(self, a):
        to = self.rng.choice([e for e in (I8, I32, I64, INDEX) if e is not a.element])
        if INDEX in (to, a.element):
            return self.unary(
                "arith.index_cast", a, to, FINITE, lambda x: x.astype(to.raw)
            )
        if to.size < a.element.size:
            return self.unary("arith.trunci", a, to, FINITE, lambda x: x.astype(to.raw))
        if self.chance(0.5):
            return self.unary("arith.extsi", a, to, FINITE, lambda x: x.astype(to.raw))
        unsigned = "u%d" % a.element.size
        return self.unary(
            "arith.extui", a, to, FINITE, lambda x: x.view(unsigned).astype(to.raw)
        )

    def to_float(self, a):
        """Converts a value of few bits to a float, so that it is exact."""
        if a.element is INDEX:
            return None
        to = self.rng.choice(FLOATS)
        low = self.binary(
            "arith.andi", a, self.splat(a.element, a.shape, 7), FINITE, np.bitwise_and
        )
        return self.unary(
            "arith.sitofp", low, to, whole(7), lambda x: to.to_raw(x + 0.0)
        )

    def float_op(self, a):
        element, b = a.element, self.like(a)
        if a.known.most is None or self.chance(0.15):
            if self.chance(0.3) and not a.known.finite:
                return self.prepared(a, FINITE)
            return self.select(self.compare(a, b), a, b)
        if b.known.most is None:
            b = a
        choice = self.rng.randrange(6)
        if choice < 2 and a.known.most + b.known.most <= exact_limit(element):
            op, function = [("arith.addf", np.add), ("arith.subf", np.subtract)][choice]
            return self.float_binary(
                op, a, b, whole(a.known.most + b.known.most), function
            )
        if choice == 2 and 3 * a.known.most <= exact_limit(element):
            three = self.splat(element, a.shape, 3)
            return self.float_binary(
                "arith.mulf", a, three, whole(3 * a.known.most), np.multiply
            )
        if choice == 3 and a.known.most < 2**30:
            to = self.rng.choice([I32, I64])
            return self.unary(
                "arith.fptosi",
                a,
                to,
                FINITE,
                lambda x: element.to_wide(x).astype(to.raw),
            )
        if choice == 4:
            wide = {F16: F32, BF16: F32, F32: F64}.get(element)
            if wide:
                return self.unary(
                    "arith.extf",
                    a,
                    wide,
                    whole(a.known.most),
                    lambda x: wide.to_raw(element.to_wide(x).astype(wide.wide)),
                )
        narrow = self.rng.choice(
            {F64: [F32, F16, BF16], F32: [F16, BF16]}.get(element, [None])
        )
        if narrow and a.known.most <= exact_limit(narrow):
            return self.unary(
                "arith.truncf",
                a,
                narrow,
                whole(a.known.most),
                lambda x: narrow.to_raw(element.to_wide(x).astype(narrow.wide)),
            )
        return self.prepared(a, whole(math.ceil(a.known.most / 2)))

    def draw_fold(self, element, length, key):
        """A Fold of a key with these properties that can be exact."""
        names = [n for n in combiners.NAMES if combiners.exists(element.name, n)]
        # Sums of floats are only exact for folds of few elements.
        first = ["add"] * (
            element.is_float and key.most is not None and self.chance(0.4)
        )
        names = first + self.rng.sample(names, len(names))
        return next(
            f for f in (Fold(n, element, length, key) for n in names) if f.possible
        )

    # -- control flow ---------------------------------------------------------

    def nested(self, draw, outer=None):
        """Lines and Body of a region that `draw` makes. `draw` returns the values that
        the region yields."""
        body, lines = self.body, self._lines
        self.body, self._lines = Body(body.pool if outer is None else outer), []
        made = draw()
        region, self.body = self.body, body
        text, self._lines = self._lines, lines
        return text, region, made

    def inside(self, place, statements, depth):
        before, self.place = self.place, place
        for _ in range(statements):
            self.statement(depth)
        self.place = before

    def carried(self):
        """Loop-carried values, from which a region makes others."""
        values = [self.any_value() for _ in range(self.rng.choice([1, 1, 2]))]
        return [v for v in values if v]

    def fresh(self, like):
        """The last value of a value's type that the region has made, or None."""
        for value in reversed(self.body.pool[self.body.own :]):
            if value.element is like.element and value.shape == like.shape:
                return value
        return None

    def hand_on(self, yields, into):
        """The end of a region. `into` are the values that hold the results if these
        have no names of their own."""
        self.line(
            "scf.yield %s : %s"
            % (", ".join(v.name for v in yields), self.types_of(yields))
        )

    def destinations(self, like, copied):
        """The destinations of results, with the values of `like` if they are to be
        `copied`; none if regions have results."""
        return None

    def open(self, head, like, into):
        """The first line of a statement with regions; the names of its results."""
        if into:
            self.line(head + " {")
            return [v.name for v in into]
        names = [self.name() for _ in like]
        self.line("%s = %s -> (%s) {" % (", ".join(names), head, self.types_of(like)))
        return names

    def branch(self, depth):
        """A branch on a `condition`, which also determines the statements that are
        legal inside it."""
        bit, place = self.condition()
        carried = self.carried()
        if bit is None or not carried:
            return
        into = self.destinations(carried, copied=False)

        def draw():
            self.inside(place, self.rng.randint(0, 3), depth - 1)
            yields = [self.fresh(like) or like for like in carried]
            self.hand_on(yields, into)
            return yields

        then, then_body, first = self.nested(draw)
        other, other_body, second = self.nested(draw)
        names = self.open("scf.if " + bit.name, carried, into)
        self._lines += [*then, "} else {", *other, "}"]
        results = [
            Value(n, a.element, a.shape, joined(a.known, b.known))
            for n, a, b in zip(names, first, second)
        ]

        def step(env):
            taken = env[bit] != 0
            one, two = dict(env), dict(env)
            then_body.run(one)
            other_body.run(two)
            for result, a, b in zip(results, first, second):
                env[result] = np.where(taken, one[a], two[b])

        self.body.steps.append(step)
        for value in results:
            self.add(value)

    def loop(self, depth):
        """A loop with a `trip_count`."""
        carried = self.carried()
        if not carried:
            return
        into = self.destinations(carried, copied=True)
        count = self.trip_count()
        zero, one = self.constant(INDEX, 0), self.constant(INDEX, 1)
        names = [v.name for v in into] if into else [self.name() for _ in carried]
        arguments = [
            Value(n, v.element, v.shape, moved(v.known)) for n, v in zip(names, carried)
        ]
        index = Value(self.name(), INDEX, count.shape, FINITE, True)

        def draw():
            self.body.pool += [*arguments, index]
            self.body.own = len(self.body.pool)
            self.inside(self.place, self.rng.randint(1, 4), depth - 1)
            yields = []
            for a in arguments:
                alike = [
                    b for b in arguments if (b.element, b.shape) == (a.element, a.shape)
                ]
                chosen = self.fresh(a) or self.rng.choice(alike)
                yields.append(self.prepared(chosen, a.known))
            self.hand_on(yields, into)
            return yields

        lines, body, yields = self.nested(draw)
        head = "scf.for %s = %s to %s step %s" % (index.name, zero, count.name, one)
        if not into:
            head += " iter_args(%s)" % ", ".join(
                "%s = %s" % (a.name, v.name) for a, v in zip(arguments, carried)
            )
        names = self.open(head, carried, into)
        self._lines += [*lines, "}"]
        results = [
            Value(n, a.element, a.shape, a.known) for n, a in zip(names, arguments)
        ]

        def step(env):
            times = env[count]
            state = [env[v] for v in carried]
            for turn in range(int(times.max(initial=0))):
                inner = dict(env)
                inner[index] = np.full_like(times, turn)
                inner.update(zip(arguments, state))
                body.run(inner)
                state = [
                    np.where(turn < times, inner[y], s) for y, s in zip(yields, state)
                ]
            env.update(zip(results, state))

        self.body.steps.append(step)
        for value in results:
            self.add(value)

    def end_function(self, yields):
        """The last line, and the values that it returns."""
        self.line(
            "return %s : %s"
            % (", ".join(v.name for v in yields), self.types_of(yields))
        )
        return yields

    def call(self, place):
        """A call of a function beside the program, in which `place` defines the legal
        statements."""
        given = [v for v in self.carried() if not v.view]
        if not given:
            return
        parameters = [
            Value("%%p%d" % i, v.element, v.shape, moved(v.known))
            for i, v in enumerate(given)
        ]
        constants, self._constants = self._constants, {}

        def draw():
            self.body.pool += parameters
            self.body.own = len(parameters)
            self.inside(place, self.rng.randint(1, 4), 1)
            return self.end_function(self.body.pool[-2:])

        before, self.place = self.place, place
        lines, body, yields = self.nested(draw, outer=[])
        self.place = before
        lines = [text for _, text in self._constants.values()] + lines
        self._constants = constants
        symbol = "%s_f%d" % (self.symbol, len(self.functions))
        signature = ", ".join("%s: %s" % (p.name, self.type_of(p)) for p in parameters)
        self.functions.append(
            "func.func private @%s(%s) -> (%s) {\n%s\n}"
            % (symbol, signature, self.types_of(yields), "\n".join(lines))
        )

        def called(*arrays):
            env = dict(zip(parameters, arrays))
            body.run(env)
            return [env[y] for y in yields]

        results = self.emit(
            "func.call @%s(%s) : (%s) -> (%s)"
            % (
                symbol,
                ", ".join(v.name for v in given),
                self.types_of(given),
                self.types_of(yields),
            ),
            [(y.element, y.shape, moved(y.known)) for y in yields],
            called,
            given,
            False,
        )
        for value in results:
            self.add(value)
