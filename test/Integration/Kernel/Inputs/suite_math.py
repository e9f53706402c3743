# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Math functions in kernels, compared with a wider type: the largest error of each in
units in the last place, and the bound that it must keep.

With the library, the bounds are OpenCL's for single and double precision. Half
precision is computed in single precision and rounded once, except for the native
logarithms; their bounds are OpenCL's. Without the library (--approximations), prim's
fallbacks and upstream's polynomials guarantee nothing: their bounds are the measured
errors for the given numbers, with some margin. There is one kernel per type with all
functions."""

import math
import sys

import numpy as np

from primtest.launches import launch
from primtest.suite import Suite

approximations = "--approximations" in sys.argv
if approximations:
    sys.argv.remove("--approximations")

suite = Suite()
N = 512
rng = np.random.default_rng(5)
TYPES = {"f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64}
# Bits of the significand, and the exponent of the smallest normal number.
FORMATS = {"f16": (11, -14), "bf16": (8, -126), "f32": (24, -126), "f64": (53, -1022)}


def in_ulp(got, want, ty):
    """The distance of `got` from `want`, which is wider, in units in the last place of
    `want`. Values past the largest number count as infinite."""
    digits, smallest = FORMATS[ty]
    top = (2 - 2.0 ** (1 - digits)) * 2.0 ** (1 - smallest)
    with np.errstate(all="ignore"):
        want = np.where(np.abs(want) >= top * (1 + 2.0**-digits), np.sign(want) * np.inf, want)
        exponent = np.maximum(np.floor(np.log2(np.abs(want))), smallest)
        unit = np.exp2(np.where(np.isfinite(exponent), exponent, smallest) - digits + 1)
        error = np.abs(got.astype(want.dtype) - want) / unit
        same = (got == want) | (np.isnan(got) & np.isnan(want))
        # One unit past the largest number.
        edge = np.isinf(got) != np.isinf(want)
        error = np.where(edge & (np.maximum(np.abs(np.where(np.isinf(got), want, got)), 0)
                                 >= top * (1 - 2.0 ** (3 - digits))), 1, error)  # fmt: skip
    return np.where(same, 0, error)


def by_element(function):
    def apply(*arrays):
        return np.array([function(*(float(v) for v in row)) for row in zip(*arrays)],
                        arrays[0].dtype)  # fmt: skip

    return apply


def positive(x):
    return np.abs(x) + (x == 0)


def near(limit):
    """Numbers of all sizes up to `limit`, and some common ones."""
    return lambda: np.concatenate([
        rng.uniform(-limit, limit, N // 2), rng.choice([-1, 1], N // 4) * np.exp2(rng.uniform(-20, 0, N // 4)) * min(limit, 4),
        rng.standard_normal(N // 4 - 4) * min(limit, 1) / 4, [0.0, -0.0, limit, -limit]])  # fmt: skip


def above(low, high):
    return lambda: np.exp2(rng.uniform(np.log2(low), np.log2(high), N))


SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5])


class Function:
    """One operation. `bounds`: in ulp of f16, f32 and f64 with the library, then of f32
    without it (None if there is none). `inputs`: the functions that make each operand;
    `narrow`: likewise for f16. If `specials` are tested, they are those of the first
    operand."""

    def __init__(self, name, reference, inputs, bounds, narrow=None, specials=True, text=None):
        self.name, self.reference, self.inputs = name, reference, inputs
        self.bounds, self.narrow, self.specials = bounds, narrow or inputs, specials
        self.text = text or "math.%s " % name + ", ".join("%%x%d" % i for i in range(len(inputs)))


with np.errstate(all="ignore"):
    erf, erfc = by_element(math.erf), by_element(math.erfc)
EXACT = (0.5, 0.5, 0.5, 0.5)
FUNCTIONS = [
    Function("sin", np.sin, [near(100)], (1, 4, 4, 1), [near(30)]),
    Function("cos", np.cos, [near(100)], (1, 4, 4, 1), [near(30)]),
    Function("tan", np.tan, [near(100)], (1, 5, 5, 1), [near(30)]),
    Function("asin", np.arcsin, [near(1)], (1, 4, 4, 8)),
    Function("acos", np.arccos, [near(1)], (1, 4, 4, 8)),
    Function("atan", np.arctan, [near(50)], (1, 5, 5, 64)),
    Function("atan2", np.arctan2, [near(50), above(0.01, 20)], (1, 6, 6, 64)),
    Function("sinh", np.sinh, [near(80)], (1, 4, 4, 4), [near(10)]),
    Function("cosh", np.cosh, [near(80)], (1, 4, 4, 4), [near(10)]),
    Function("tanh", np.tanh, [near(12)], (1, 5, 5, 12)),
    Function("asinh", np.arcsinh, [near(1000)], (1, 4, 4, 4)),
    Function("acosh", np.arccosh, [above(1, 1000)], (1, 4, 4, 4)),
    Function("atanh", np.arctanh, [near(0.99)], (1, 5, 5, 4)),
    Function("exp", np.exp, [near(80)], (1, 3, 3, 3), [near(10)]),
    Function("exp2", np.exp2, [near(120)], (1, 3, 3, 3), [near(15)]),
    Function("expm1", np.expm1, [near(80)], (1, 3, 3, 16), [near(10)]),
    Function("log", np.log, [above(1e-30, 1e30)], (2, 3, 3, 3), [above(1e-4, 6e4)]),
    Function("log2", np.log2, [above(1e-30, 1e30)], (1, 3, 3, 3), [above(1e-4, 6e4)]),
    Function("log10", np.log10, [above(1e-30, 1e30)], (2, 3, 3, 3), [above(1e-4, 6e4)]),
    Function("log1p", np.log1p, [above(1e-6, 1e6)], (1, 2, 2, 8), [above(1e-3, 6e4)]),
    Function("powf", np.power, [above(1e-3, 1e3), near(8)], (1, 16, 16, 1), [above(0.1, 10), near(4)]),
    Function("erf", erf, [near(4)], (1, 16, 16, 16)),
    Function("erfc", erfc, [near(4)], (1, 16, 16, 64), [near(2)]),
    Function("cbrt", np.cbrt, [near(1000)], (1, 2, 2, 16)),
    Function("sqrt", np.sqrt, [above(1e-30, 1e30)], EXACT, [above(1e-4, 6e4)]),
    Function("rsqrt", lambda x: 1 / np.sqrt(x), [above(1e-30, 1e30)], (1, 2, 2, 2), [above(1e-4, 6e4)]),
    Function("fma", lambda x, y, z: x * y + z, [near(9), near(9), near(9)], EXACT),
    Function("ceil", np.ceil, [near(100)], EXACT),
    Function("floor", np.floor, [near(100)], EXACT),
    Function("trunc", np.trunc, [near(100)], EXACT),
    Function("round", lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), [near(100)], EXACT),
    Function("roundeven", np.rint, [near(100)], EXACT),
    Function("absf", np.abs, [near(100)], EXACT),
    Function("copysign", np.copysign, [near(100), near(1)], EXACT, specials=False),
    Function("remf", np.fmod, [near(1000), above(0.01, 10)], (0.5, 0.5, 0.5, None), specials=False,
             text="arith.remf %x0, %x1"),
]  # fmt: skip


def power(x, n):
    return x ** n.astype(x.dtype)


def function_body(function, ty, offset, operands):
    """Every thread computes one element; operands are stored in sequence."""
    lines = []
    for i in range(operands):
        lines.append(f"""
        %at{i} = arith.constant {offset + i * N} : index
        %i{i} = arith.addi %i, %at{i} : index
        %x{i} = memref.load %x[%i{i}] : memref<?x{ty}>""")
    return "\n".join(lines)


def add(ty, name, functions, wide):
    """One kernel of many functions. `wide` is the reference's type."""
    storage = "f32" if ty == "bf16" else ty
    dtype = TYPES[ty]
    inputs, wants, body = [], [], []
    for function in functions:
        made = [make() for make in (function.narrow if ty == "f16" else function.inputs)]
        if function.specials:
            made[0][:len(SPECIAL)] = SPECIAL
        made = [m.astype(dtype) for m in made]
        if ty == "bf16":
            made = [(m.view(np.uint32) & 0xFFFF0000).view(np.float32) for m in made]
        offset = sum(x.size for x in inputs)
        inputs += made
        with np.errstate(all="ignore"):
            want = function.reference(*(m.astype(wide) for m in made))
        lines = function_body(function, storage, offset, len(made)).replace("%x[", "%a[")
        if ty == "bf16":
            for i in range(len(made)):
                lines = lines.replace(f"%x{i} = memref", f"%w{i} = memref")
                lines += f"\n%x{i} = arith.truncf %w{i} : f32 to bf16"
        store = "%r" if ty != "bf16" else "%s"
        widen = "" if ty != "bf16" else "%s = arith.extf %r : bf16 to f32"
        body.append(f"""scf.execute_region {{
        {lines}
        %r = {function.text} : {ty}
        {widen}
        %to = arith.constant {len(wants) * N} : index
        %j = arith.addi %i, %to : index
        memref.store {store}, %o[%j] : memref<?x{storage}>
        scf.yield }}""")  # fmt: skip
        wants.append(want)

    def check(outputs):
        wrong = []
        for function, want, got in zip(functions, wants, outputs[0].reshape(-1, N), strict=True):
            error = in_ulp(got, want, ty)
            worst = int(np.argmax(np.where(np.isnan(error), np.inf, error)))
            bound = bound_of(function, ty)
            print(f"{function.name} {ty}: {error[worst]:.3g} ulp of at most {bound:g}")
            if not error[worst] <= bound:
                wrong.append(f"{function.name}: {error[worst]:.4g} ulp at {worst}, above {bound}: "
                             f"got {got[worst]}, want {want[worst]}")  # fmt: skip
        return "; ".join(wrong) or None

    arguments = [("a", f"memref<?x{storage}>"), ("o", f"memref<?x{storage}>")]
    index = "%b = gpu.block_id x\n%k = arith.constant 64 : index\n%m = arith.muli %b, %k : index\n%i = arith.addi %m, %tid : index\n"
    suite.function(name, launch(name, arguments, index + "\n".join(body), grid=(N // 64, 1, 1)))
    suite.case(name, name, [np.concatenate(inputs), np.zeros(len(wants) * N, dtype)], check,
               outputs=1, inout=[1])  # fmt: skip


def bound_of(function, ty):
    half, single, double, approximate = function.bounds
    if ty == "bf16":
        return max(1, (approximate if approximations else single) / 2**16)
    if approximations and ty == "f32":
        return approximate
    if approximations and ty == "f16":
        return max(half, approximate / 2**13 + 0.5)
    return {"f16": half, "f32": single, "f64": double}[ty]


# Infinities, NaN, zeros of both signs, and the smallest and the largest numbers: every
# function is applied to them, and functions of two to every pair.
EDGES = np.array([0.0, np.inf, np.nan, 1.0, 0.5, 2.0, 3.0, 1e-45, 1e-40, 1e-30, 1e-5, 89.0, 1e5, 1e30,
                  3.4e38], np.float32)  # fmt: skip
EDGES = np.concatenate([EDGES, -EDGES])
for function in FUNCTIONS:
    if function.bounds[3] is None or function.name == "fma":
        continue
    edges = [a.ravel() for a in np.meshgrid(*[EDGES] * len(function.inputs))]
    lines = "".join(f"%x{i} = memref.load %x{i}s[%i] : memref<?xf32>\n" for i in range(len(edges)))
    arguments = [(f"x{i}s", "memref<?xf32>") for i in range(len(edges))] + [("o", "memref<?xf32>")]
    with np.errstate(all="ignore"):
        want = function.reference(*(e.astype(np.float64) for e in edges))

    def check_edges(outputs, function=function, edges=edges, want=want):
        error = in_ulp(outputs[0], want, "f32")
        # A zero has its sign, except in the library's own exp(-0) - 1.
        zero = (outputs[0] == 0) & (want == 0) & (np.signbit(outputs[0]) != np.signbit(want))
        zero &= approximations or function.name != "expm1"
        wrong = np.flatnonzero(~(error <= bound_of(function, "f32")) | zero)
        return "; ".join(f"of {[float(e[i]) for e in edges]}: got {outputs[0][i]}, want {want[i]}"
                         for i in wrong[:5]) or None  # fmt: skip

    name = f"edges_{function.name}"
    suite.function(name, launch(name, arguments, f"""
        %b = gpu.block_id x
        %k = arith.constant 64 : index
        %m = arith.muli %b, %k : index
        %i = arith.addi %m, %tid : index
        %n = memref.dim %o, %c0 : memref<?xf32>
        %in = arith.cmpi ult, %i, %n : index
        scf.if %in {{
          {lines}
          %r = {function.text} : f32
          memref.store %r, %o[%i] : memref<?xf32>
        }}""", grid=(-(-edges[0].size // 64), 1, 1)))  # fmt: skip
    suite.case(name, name, [*edges, np.zeros(edges[0].size, np.float32)], check_edges, outputs=1,
               inout=[len(edges)])  # fmt: skip

NATIVE64 = {"sqrt", "fma", "ceil", "floor", "trunc", "round", "roundeven", "absf", "copysign"}
for ty, wide in [("f16", np.float64), ("bf16", np.float64), ("f32", np.float64), ("f64", np.longdouble)]:
    some = [f for f in FUNCTIONS if not (ty == "bf16" and f.name in ("fma", "remf", "copysign"))]
    if approximations:
        some = [f for f in some if f.bounds[3] is not None and (ty != "f64" or f.name in NATIVE64)]
    for number in range(0, len(some), 12):
        add(ty, f"math_{ty}_{number}", some[number : number + 12], wide)


# -- Shapes, integers, other spellings, regions of prim ops
# ------------------------------


def close(*wants, ulp=4):
    def check(outputs):
        for got, want in zip(outputs, wants, strict=True):
            ty = {"float16": "f16", "float32": "f32", "float64": "f64"}.get(str(got.dtype))
            error = in_ulp(got, np.asarray(want), ty) if ty else got != want
            if not (error <= (ulp if ty else 0)).all():
                return f"got {got}, want {want}"
        return None

    return check


def small(name, body, inputs, want, outputs, top="", ulp=4):
    """One wave, each thread with its element of %a, %b and so on."""
    kinds = {"float16": "f16", "float32": "f32", "float64": "f64", "int32": "i32", "int64": "i64",
             "int8": "i8", "int16": "i16"}  # fmt: skip
    arguments = [(n, f"memref<?x{kinds[str(x.dtype)]}>") for n, x in zip("abc", inputs)]
    arguments += [(n, f"memref<?x{t}>") for n, t in zip("opq", outputs)]
    loads = "".join(f"%x{n} = memref.load %{n}[%tid] : {t}\n" for n, t in arguments[: len(inputs)])
    blanks = [np.zeros(64, np.dtype({v: k for k, v in kinds.items()}[t])) for t in outputs]
    suite.function(name, launch(name, arguments, loads + body, top=top))
    suite.case(name, name, [*inputs, *blanks], close(*want, ulp=ulp), outputs=len(want),
               inout=range(len(inputs), len(inputs) + len(want)))  # fmt: skip


X = rng.uniform(0.5, 3, 64)
X32, X16 = X.astype(np.float32), X.astype(np.float16)
Z = rng.integers(-9, 10, 64)
for ty, x in [("f32", X32), ("f16", X16)]:
    wide = x.astype(np.float64)
    small(f"vectors_{ty}", f"""
        %y = arith.addf %xa, %xa : {ty}
        %v = vector.from_elements %xa, %y, %xa : vector<3x{ty}>
        %e = math.exp %v : vector<3x{ty}>
        %r = math.tanh %e : vector<3x{ty}>
        %s = vector.reduction <add>, %r : vector<3x{ty}> into {ty}
        %m = vector.from_elements %xa, %y, %y, %xa : vector<2x2x{ty}>
        %n = math.log1p %m : vector<2x2x{ty}>
        %t = vector.extract %n[1, 0] : {ty} from vector<2x2x{ty}>
        memref.store %s, %o[%tid] : memref<?x{ty}>
        memref.store %t, %p[%tid] : memref<?x{ty}>""",
        [x], [2 * np.tanh(np.exp(wide)) + np.tanh(np.exp(2 * wide)), np.log1p(2 * wide)],
        [ty, ty], ulp=8)  # fmt: skip
N8 = rng.integers(-128, 128, 64).astype(np.int8)
bits8 = lambda x: [format(int(v) & 255, "08b") for v in x]
small("integers", """
    %l = math.ctlz %xa : i8
    %t = math.cttz %xa : i8
    %n = math.ctpop %xa : i8
    memref.store %l, %o[%tid] : memref<?xi8>
    memref.store %t, %p[%tid] : memref<?xi8>
    memref.store %n, %q[%tid] : memref<?xi8>""", [N8],
    [[len(b) - len(b.lstrip("0")) for b in bits8(N8)], [len(b) - len(b.rstrip("0")) for b in bits8(N8)],
     [b.count("1") for b in bits8(N8)]], ["i8"] * 3)  # fmt: skip
for size in (16, 32, 64):
    ty, dtype = f"i{size}", np.dtype(f"i{size // 8}")
    info = np.iinfo(dtype)
    some = rng.integers(info.min, info.max, 64, dtype, endpoint=True) << rng.integers(0, size, 64).astype(dtype)
    some[:4] = [0, -1, info.min, 1]
    digits = [format(int(v) & (1 << size) - 1, f"0{size}b") for v in some]
    small(f"bits_{ty}", f"""
        %t = math.cttz %xa : {ty}
        %n = math.ctpop %xa : {ty}
        memref.store %t, %o[%tid] : memref<?x{ty}>
        memref.store %n, %p[%tid] : memref<?x{ty}>""", [some],
        [np.array([len(b) - len(b.rstrip("0")) for b in digits], dtype),
         np.array([b.count("1") for b in digits], dtype)], [ty] * 2)  # fmt: skip
BASE = rng.integers(-3, 4, 64)


def ipow(b, e):
    if e >= 0:
        return b**e
    return 1 if b == 1 else (-1 if e % 2 else 1) if b == -1 else 0


BASE = np.where((BASE == 0) & (Z < 0), 2, BASE)
for ty, dtype in [("i32", np.int32), ("i64", np.int64)]:
    small(f"ipowi_{ty}", f"""
        %r = math.ipowi %xa, %xb : {ty}
        memref.store %r, %o[%tid] : memref<?x{ty}>""", [BASE.astype(dtype), Z.astype(dtype)],
        [np.array([ipow(int(b), int(e)) for b, e in zip(BASE, Z)], dtype)], [ty])  # fmt: skip
for counter, dtype in [("i32", np.int32), ("i64", np.int64)]:
    small(f"fpowi_{counter}", f"""
        %r = math.fpowi %xa, %xb : f32, {counter}
        memref.store %r, %o[%tid] : memref<?xf32>""", [X32, Z.astype(dtype)],
        [X32.astype(np.float64) ** Z], ["f32"], ulp=16)  # fmt: skip
small("sincos", """
    %s, %c = math.sincos %xa : f32
    memref.store %s, %o[%tid] : memref<?xf32>
    memref.store %c, %p[%tid] : memref<?xf32>""", [X32],
    [np.sin(X32.astype(float)), np.cos(X32.astype(float))], ["f32", "f32"],
    ulp=4)  # fmt: skip
small("llvm", """
    %r = llvm.intr.pow(%xa, %xb) : (f32, f32) -> f32
    %s = llvm.intr.sqrt(%r) : (f32) -> f32
    memref.store %s, %o[%tid] : memref<?xf32>""", [X32, X32[::-1].copy()],
    [np.sqrt(X32.astype(float) ** X32[::-1].astype(float))], ["f32"], ulp=32)  # fmt: skip
small("complex", """
    %z = complex.create %xa, %xb : complex<f32>
    %e = complex.exp %z : complex<f32>
    %re = complex.re %e : complex<f32>
    %d = complex.abs %e : complex<f32>
    memref.store %re, %o[%tid] : memref<?xf32>
    memref.store %d, %p[%tid] : memref<?xf32>""", [X32, (X32[::-1] / 4).copy()],
    [np.exp(X32.astype(float)) * np.cos(X32[::-1].astype(float) / 4), np.exp(X32.astype(float))],
    ["f32", "f32"], ulp=16)  # fmt: skip
LOGADD = """combiner commutative {
    ^bb0(%l: f32, %r: f32):
      %m = arith.maximumf %l, %r : f32
      %n = arith.minimumf %l, %r : f32
      %d = arith.subf %n, %m : f32
      %e = math.exp %d : f32
      %g = math.log1p %e : f32
      %s = arith.addf %m, %g : f32
      prim.yield %s : f32
    }"""
small("log_sum_exp_block", f"""
    %w = prim.block_reduce %xa all {LOGADD} : f32
    memref.store %w, %o[%tid] : memref<?xf32>""", [X32],
    [np.full(64, np.logaddexp.reduce(X32.astype(float)))], ["f32"], ulp=16)  # fmt: skip

LONG = rng.uniform(-4, 4, 5000).astype(np.float32)
suite.function("soft_sum", """func.func @soft_sum(%x: tensor<?xf32>, %max: f32) -> tensor<f32> {
  %o = tensor.empty() : tensor<f32>
  %r = prim.device_reduce add ins(%x : tensor<?xf32>) outs(%o : tensor<f32>)
      prologue {
      ^bb0(%v: f32):
        %d = arith.subf %v, %max : f32
        %e = math.exp %d : f32
        %t = math.tanh %e : f32
        prim.yield %t : f32
      }
      epilogue {
      ^bb0(%v: f32):
        %l = math.cbrt %v : f32
        prim.yield %l : f32
      } -> tensor<f32>
  return %r : tensor<f32>
}
""")
suite.case("soft_sum", "soft_sum", [LONG, 4.0],
           close(np.cbrt(np.tanh(np.exp(LONG.astype(float) - 4)).sum()), ulp=32))  # fmt: skip

suite.run()
