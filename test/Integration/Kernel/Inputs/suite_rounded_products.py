# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of f32 that are rounded to f16, and other operations that LLVM makes products:
all bits of the results, the sign of zero among them."""

import numpy as np

from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(33)
SPECIALS = np.array([0.0, 2.0**-149, 2.0**-126, 1e-20, 2.0**-24, 2.0**-14, 0.3, 1.0, 3.0, 1e5, 1e20, np.inf, np.nan])  # fmt: skip
SPECIALS = np.concatenate([SPECIALS, -SPECIALS])
X, Y = (part.ravel() for part in np.meshgrid(SPECIALS, SPECIALS))
X, Y = (np.concatenate([part, rng.standard_normal(500)]).astype(np.float32) for part in (X, Y))  # fmt: skip
HALF = np.clip(X, -1000, 1000).astype(np.float16)
POWERS = rng.choice([-4, -1, 0.5, 2], len(X)).astype(np.float32)


def case(name, body, want, x=X, y=Y):
    """`body` computes %r of %a and %b, of which `want` is the value in f32."""
    types = ["f16" if each.dtype == np.float16 else "f32" for each in (x, y)]
    buffers = ", ".join(f"memref<?x{ty}>" for ty in types)
    suite.function(name, f"""func.func @{name}(%x: memref<?x{types[0]}>, %y: memref<?x{types[1]}>, %z: memref<?xf16>) {{
  prim.device_map ins(%x, %y : {buffers}) outs(%z : memref<?xf16>) map {{
  ^bb0(%a: {types[0]}, %b: {types[1]}, %i: index):
{body}    %n = arith.truncf %r : f32 to f16
    prim.yield %n : f16
  }}
  return
}}
""")  # fmt: skip
    want = want.astype(np.float16)

    def check(outputs):
        got = outputs[0].view(np.float16)
        good = (got.view(np.uint16) == want.view(np.uint16)) | (
            np.isnan(got) & np.isnan(want)
        )
        if good.all():
            return None
        at = np.argmin(good)
        return f"got {got[at]} at {at}, want {want[at]}, for {x[at]} and {y[at]}"

    assert (np.signbit(want) & (want == 0)).any(), name
    suite.case(name, name, [x, y, np.full(len(x), 77, np.float16)], check, outputs=1, inout=[2])  # fmt: skip


with np.errstate(all="ignore"):
    case("product", "    %r = arith.mulf %a, %b : f32\n", X * Y)
    case("negated", "    %p = arith.mulf %a, %b : f32\n    %r = arith.negf %p : f32\n", -(X * Y))  # fmt: skip
    case(
        "extended",
        "    %w = arith.extf %a : f16 to f32\n    %r = arith.mulf %w, %b : f32\n",
        HALF.astype(np.float32) * Y,
        x=HALF,
    )
    case(
        "constant",
        "    %c = arith.constant -3.0 : f32\n    %r = arith.mulf %a, %c : f32\n",
        X * np.float32(-3),
    )
    case(
        "quotient",
        "    %c = arith.constant -4.0 : f32\n    %r = arith.divf %a, %c : f32\n",
        X / np.float32(-4),
    )
    # The product with the divisor's reciprocal, which is exact here.
    case(
        "reciprocal",
        "    %r = arith.divf %a, %b fastmath<arcp, afn> : f32\n",
        X / POWERS,
        y=POWERS,
    )
    # This addend of 0 is the program's. The negated sum has the zeros that the check needs.
    case(
        "multiply_add",
        "    %c = arith.constant 0.0 : f32\n    %p = math.fma %a, %b, %c : f32\n    %r = arith.negf %p : f32\n",
        -(X.astype(np.float64) * Y + 0.0).astype(np.float32),
    )  # fmt: skip

suite.run()
