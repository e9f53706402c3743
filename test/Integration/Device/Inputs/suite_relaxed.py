# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Divisions and exponentials that may have an error: their bounds in f32 for operands of
all sizes, and rows and elements of f16 and bf16 within 9/16 of a unit in the last place.
With --exact, for --relaxed-precision=false: within half a unit."""

import sys

import numpy as np

from ops import rows
from primtest.elements import BY_NAME
from primtest.suite import Suite

exact = "--exact" in sys.argv
if exact:
    sys.argv.remove("--exact")

suite = Suite()
rng = np.random.default_rng(16)
EPS = 2.0**-24
# Bits of the significand, and the exponent of the smallest normal number.
FORMATS = {"f16": (11, -14), "bf16": (8, -126), "f32": (24, -126)}
SPECIALS = np.array([0.0, 2.0**-149, 2.0**-140, 2.0**-127, 2.0**-126, 2.0**-101, 2.0**-100, 1e-20, 0.3, 1.0, 3.0, 1e20,
                     2.0**100, 2.0**101, 2.0**125, 2.0**126, 1.5 * 2.0**126, 2.0**127, 1.999 * 2.0**127, np.inf, np.nan])  # fmt: skip
SPECIALS = np.concatenate([SPECIALS, -SPECIALS]).astype(np.float32)


def narrow_limit(ty):
    """The number from which rounding to nearest gives infinity."""
    digits, smallest = FORMATS[ty]
    return (2 - 2.0**-digits) * 2.0 ** (1 - smallest)


def unit(want, ty):
    """The unit in the last place of `want`."""
    digits, smallest = FORMATS[ty]
    exponent = np.full(want.shape, float(smallest))
    usual = np.isfinite(want) & (want != 0)
    exponent[usual] = np.maximum(np.floor(np.log2(np.abs(want[usual]))), smallest)
    return np.exp2(exponent - digits + 1)


def close(want, ty, units, relative=0.0):
    """A check that the output of type `ty` is within `units` of its last places, and the
    relative error `relative` before the rounding, of `want` in float64. Numbers that the
    errors may carry over the largest one may be infinite."""
    want = np.asarray(want, np.float64)

    def check(outputs):
        got = BY_NAME[ty].to_wide(outputs[0]).astype(np.float64)
        with np.errstate(all="ignore"):
            bound = units * unit(want, ty) + relative * np.abs(want)
            limit = narrow_limit(ty)
            overflows = np.abs(want) * (1 + relative + EPS) >= limit
            error = np.abs(got - want)
            good = error <= bound
            good |= np.isnan(want) & np.isnan(got)
            good |= (want == got)
            good |= overflows & (got == np.sign(want) * np.inf)
            # Rounds down to the largest number.
            good |= overflows & (np.abs(want) * (1 - relative - EPS) < limit) & (np.abs(got) >= limit * 0.99) & (np.sign(got) == np.sign(want))
            good &= (want != 0) | (np.signbit(want) == np.signbit(got))
        if good.all():
            return None
        worst = tuple(np.argwhere(~good)[0])
        return f"got {got[worst]} at {worst}, want {want[worst]} within {bound[worst]}"

    return check


def program(name, ins, out, body):
    parameters = [(f"%x{i}", f"memref<?x{ty}>") for i, ty in enumerate(ins)]
    names, types = (", ".join(part) for part in zip(*parameters))
    arguments = ", ".join(f"%a{i}: {ty}" for i, ty in enumerate(ins))
    suite.function(name, f"""func.func @{name}({", ".join(f"{v}: {t}" for v, t in parameters)}, %y: memref<?x{out}>) {{
  prim.device_map ins({names} : {types}) outs(%y : memref<?x{out}>) map {{
  ^bb0({arguments}, %i: index):
{body}  }}
  return
}}
""")  # fmt: skip


def run(name, function, inputs, ty, shape, check):
    empty = BY_NAME[ty].to_raw(np.full(shape, 77.0))
    suite.case(name, function, [*inputs, empty], check, outputs=1, inout=[len(inputs)])


def any_floats(count):
    """Floats of all exponents and signs, and other bits that are random."""
    bits = rng.integers(0, 2**32, count, dtype=np.uint64).astype(np.uint32)
    return bits.view(np.float32)


# ---------------------------------------------------------------------------
# The operations themselves, marked by hand: errors of 2^-24 that the pass counts.
# ---------------------------------------------------------------------------

left, right = (part.ravel() for part in np.meshgrid(SPECIALS, SPECIALS))
left, right = (np.concatenate([part, any_floats(3000)]) for part in (left, right))
with np.errstate(all="ignore"):
    quotients = left.astype(np.float64) / right.astype(np.float64)
with np.errstate(all="ignore"):
    powers = np.concatenate([SPECIALS, rng.uniform(-110, 95, 3000), rng.uniform(-2, 2, 500), any_floats(500)]).astype(np.float32)
    of_e, of_2 = np.exp(powers.astype(np.float64)), np.exp2(powers.astype(np.float64))
if not exact:
    for name, ins, op in [("quotient", 2, "arith.divf %a0, %a1"), ("power", 1, "math.exp %a0"), ("power2", 1, "math.exp2 %a0")]:
        program(name, ["f32"] * ins, "f32", f"    %q = {op} {{prim.relaxed}} : f32\n    prim.yield %q : f32\n")
    run("quotient", "quotient", [left, right], "f32", left.shape, close(quotients, "f32", 0.5, 6 * EPS))
    run("power", "power", [powers], "f32", powers.shape, close(of_e, "f32", 0.5, 136 * EPS))
    run("power2", "power2", [powers], "f32", powers.shape, close(of_2, "f32", 0.5, 10 * EPS))

# ---------------------------------------------------------------------------
# Roundings to narrow floats
# ---------------------------------------------------------------------------

SOFTMAX = """{
  ^bb0(%e: TY, %index: index, %number: index):
    %w = arith.extf %e : TY to f32
    %max = prim.block_reduce maximumf %w all : f32
    %less = arith.subf %w, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    %n = arith.truncf %part : f32 to TY
    prim.yield %n : TY
  }"""
# x / (1 + exp(-x)), an activation of models.
SWISH = """    %w = arith.extf %a0 : TY to f32
    %c1 = arith.constant 1.0 : f32
    %m = arith.negf %w : f32
    %p = math.exp %m : f32
    %s = arith.addf %p, %c1 : f32
    %q = arith.divf %w, %s : f32
    %n = arith.truncf %q : f32 to TY
    prim.yield %n : TY
"""
UNITS = 0.5 if exact else 9 / 16
for ty in ["f16", "bf16"]:
    element = BY_NAME[ty]
    program(f"narrow_{ty}", ["f32", "f32"], ty,
            f"    %q = arith.divf %a0, %a1 : f32\n    %n = arith.truncf %q : f32 to {ty}\n    prim.yield %n : {ty}\n")  # fmt: skip
    # The quotient is an f32 first, which adds its own rounding.
    run(f"narrow {ty}", f"narrow_{ty}", [left, right], ty, left.shape, close(quotients, ty, UNITS, EPS))
    program(f"swish_{ty}", [ty], ty, SWISH.replace("TY", ty))
    raw = element.to_raw(np.concatenate([rng.uniform(-80, 80, 2000), rng.standard_normal(2000), [0.0, 7e4, -7e4]]))
    wide = element.to_wide(raw).astype(np.float64)
    with np.errstate(all="ignore"):
        want = wide / (1 + np.exp(-wide))
        want = np.where(np.isnan(want), np.nan, want)
    # Library exponentials have up to 3 units in the last place.
    run(f"swish {ty}", f"swish_{ty}", [raw], ty, raw.shape, close(want, ty, UNITS, 10 * EPS))
    # A linalg op with this body becomes a kernel of its own.
    body = SWISH.replace("TY", ty).replace("prim.yield", "linalg.yield")
    suite.function(f"linalg_{ty}", f"""func.func @linalg_{ty}(%x: memref<?x{ty}>, %y: memref<?x{ty}>) {{
  linalg.generic {{indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}}
      ins(%x : memref<?x{ty}>) outs(%y : memref<?x{ty}>) {{
  ^bb0(%a0: {ty}, %old: {ty}):
{body}  }}
  return
}}
""")  # fmt: skip
    run(f"linalg {ty}", f"linalg_{ty}", [raw], ty, raw.shape, close(want, ty, UNITS, 10 * EPS))
    text = rows.op_text([("%x", f"memref<?x?x{ty}>")], [("%y", f"memref<?x?x{ty}>")], dimension=1, region=SOFTMAX.replace("TY", ty))
    suite.function(f"softmax_{ty}", f"func.func @softmax_{ty}(%x: memref<?x?x{ty}>, %y: memref<?x?x{ty}>) {{\n  {text}\n  return\n}}\n")
    for m, n in [(3, 1), (5, 32), (3, 256), (2, 1000), (2, 4096), (1, 40000)]:
        # Wide differences, so that quotients of all sizes occur.
        raw = element.to_raw(rng.standard_normal((m, n)) * rng.choice([0.1, 3, 30], (m, 1)))
        wide = element.to_wide(raw).astype(np.float64)
        power = np.exp(wide - wide.max(1, keepdims=True))
        want = power / power.sum(1, keepdims=True)
        # Sums of at most 42 terms in sequence round, and so do differences of up to 120.
        run(f"softmax {ty} {m}x{n}", f"softmax_{ty}", [raw], ty, raw.shape, close(want, ty, UNITS, (42 + 120 + 10) * EPS))

suite.run()
