# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Combiners as MLIR text and as Python functions on tuples, with generators of
# inputs on which every partial result is exact.

import math
import random

INTEGER_KINDS = "add mul minsi maxsi minui maxui and or xor".split()
FLOAT_KINDS = "add mul minimumf maximumf minnumf maxnumf".split()


def wrap(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Combiner:
    """`head` stands behind the op's name and mode, `region` before the types;
    `identity` is a tuple or None, `constants` defines what `clause` names."""

    def __init__(self, name, types, function, sample, head="", region="",
                 identity=None, clause="", constants=""):
        self.name = name
        self.types = types
        self.function = function
        self.sample = sample
        self.head = head
        self.region = region
        self.identity = identity
        self.clause = clause
        self.constants = constants

    def fold(self, items):
        result = None
        for item in items:
            result = item if result is None else self.function(result, item)
        return result


def kind(name, type):
    if type[0] == "i":
        bits = int(type[1:])
        unsigned = lambda a: a & ((1 << bits) - 1)
        functions = {
            "add": lambda a, b: wrap(a + b, bits),
            "mul": lambda a, b: wrap(a * b, bits),
            "minsi": min,
            "maxsi": max,
            "minui": lambda a, b: min(a, b, key=unsigned),
            "maxui": lambda a, b: max(a, b, key=unsigned),
            "and": lambda a, b: a & b,
            "or": lambda a, b: a | b,
            "xor": lambda a, b: a ^ b,
        }
        identities = {
            "add": 0,
            "mul": 1,
            "minsi": (1 << (bits - 1)) - 1,
            "maxsi": -(1 << (bits - 1)),
            "minui": -1,
            "maxui": 0,
            "and": -1,
            "or": 0,
            "xor": 0,
        }
        sample = lambda: wrap(random.getrandbits(bits), bits)
    else:
        functions = {
            "add": lambda a, b: a + b,
            "mul": lambda a, b: a * b,
            "minimumf": min,
            "maximumf": max,
            "minnumf": min,
            "maxnumf": max,
        }
        identities = {
            "add": 0.0,
            "mul": 1.0,
            "minimumf": math.inf,
            "maximumf": -math.inf,
            "minnumf": math.nan,
            "maxnumf": math.nan,
        }
        # Small integers add without rounding, even in f16; so multiply signs.
        if name == "mul":
            sample = lambda: random.choice([1.0, 1.0, 1.0, -1.0, -1.0, 1.0])
        else:
            sample = lambda: float(random.randint(-9, 9))
    function = functions[name]
    return Combiner(
        name,
        [type],
        lambda a, b: (function(a[0], b[0]),),
        lambda: (sample(),),
        head=name,
        identity=(identities[name],),
    )


def affine(type, identity):
    """Maps x -> m x + n, the left one applied first: not commutative."""
    bits = int(type[1:])
    return Combiner(
        "affine",
        [type, type],
        lambda a, b: (wrap(a[0] * b[0], bits), wrap(a[1] * b[0] + b[1], bits)),
        lambda: (random.choice([1, -1, 3, 5]), wrap(random.getrandbits(bits), bits)),
        region="""combiner {
^bb0(%%am: %(t)s, %%an: %(t)s, %%bm: %(t)s, %%bn: %(t)s):
  %%m = arith.muli %%am, %%bm : %(t)s
  %%s = arith.muli %%an, %%bm : %(t)s
  %%n = arith.addi %%s, %%bn : %(t)s
  prim.yield %%m, %%n : %(t)s, %(t)s
}"""
        % {"t": type},
        identity=(1, 0) if identity else None,
        clause="identity(%one, %zero)" if identity else "",
        constants=(
            "%%one = arith.constant 1 : %s\n%%zero = arith.constant 0 : %s\n"
            % (type, type)
            if identity
            else ""
        ),
    )


def argmax():
    def later(a, b):
        return b if b[0] > a[0] or (b[0] == a[0] and b[1] < a[1]) else a

    return Combiner(
        "argmax",
        ["f32", "i32"],
        later,
        lambda: (float(random.randint(0, 20)), random.randint(0, 1000000)),
        region="""combiner commutative {
^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
  %gt = arith.cmpf ogt, %b, %a : f32
  %eq = arith.cmpf oeq, %b, %a : f32
  %lt = arith.cmpi slt, %bi, %ai : i32
  %tie = arith.andi %eq, %lt : i1
  %take = arith.ori %gt, %tie : i1
  %v = arith.select %take, %b, %a : f32
  %vi = arith.select %take, %bi, %ai : i32
  prim.yield %v, %vi : f32, i32
}""",
    )


def gcd():
    """Has a loop, so that it must never see values that no lane has."""
    return Combiner(
        "gcd",
        ["i32"],
        lambda a, b: (math.gcd(a[0], b[0]),),
        lambda: (random.randint(1, 60) * random.choice([6, 12, 30]),),
        region="""combiner {
^bb0(%a: i32, %b: i32):
  %none = arith.constant 0 : i32
  %g:2 = scf.while (%p = %a, %q = %b) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ne, %q, %none : i32
    scf.condition(%more) %p, %q : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %rest = arith.remui %p, %q : i32
    scf.yield %q, %rest : i32, i32
  }
  prim.yield %g#0 : i32
}""",
    )


def last():
    return Combiner(
        "last",
        ["f64"],
        lambda a, b: b,
        lambda: (float(random.randint(0, 1000000)),),
        region="""combiner {
^bb0(%a: f64, %b: f64):
  prim.yield %b : f64
}""",
    )
