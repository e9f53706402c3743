# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folds described by linalg: as prim.device_reduce on a device and, with --loops=FOLDER
of mlir-opt and mlir-runner, as upstream's loops on the host. Both are compared with
numpy."""

import subprocess
import sys

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

TYPES = {"int8": "i8", "int32": "i32", "int64": "i64", "float32": "f32", "float64": "f64"}
UPSTREAM = [
    "--one-shot-bufferize=bufferize-function-boundaries", "--convert-linalg-to-loops",
    "--convert-scf-to-cf", "--expand-strided-metadata", "--lower-affine",
    "--convert-vector-to-llvm", "--convert-arith-to-llvm", "--convert-index-to-llvm",
    "--finalize-memref-to-llvm", "--convert-func-to-llvm", "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
]  # fmt: skip

suite = Suite()
rng = np.random.default_rng(3)
MAPS = """
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#id2 = affine_map<(i, j) -> (i, j)>
#none2 = affine_map<(i, j) -> ()>
"""
# Programs that run as loops on the host: name, inputs, outputs.
programs = []


def tensor_of(x):
    shape = "x".join(["?"] * x.ndim)
    return f"tensor<{shape}{'x' * bool(x.ndim)}{TYPES[str(x.dtype)]}>"


def case(name, body, want, outputs, inputs):
    """`body` computes %r0.. of the types `outputs` from %x0.., with `inputs` for each
    of several sizes. `want` returns numpy's results for them."""
    for size, values in inputs:
        types = [tensor_of(x) for x in values]
        results = ", ".join(f"tensor<{t}>" for t in outputs)
        function = f"""func.func @{name}({', '.join(f'%x{i}: {t}' for i, t in enumerate(types))}) -> ({results}) {{
{body}
  return {', '.join(f'%r{i}' for i in range(len(outputs)))} : {results}
}}
"""
        suite.function(name, function)
        wanted = [np.asarray(w) for w in want(*values)]
        suite.case(f"{name}_{size}", name, values, same(*wanted), outputs=len(outputs))
        programs.append((name, function, types, values, outputs, wanted))


def sizes(make, many=(0, 1, 2, 63, 1000, 70001)):
    return [(n, make(n)) for n in many]


def ints(n, dtype=np.int32):
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)


def small(n):
    return rng.integers(-7, 8, n).astype(np.int32)


def start(kind, value, x):
    return kind(np.concatenate([np.array([value], x.dtype), x]))


FILL = """
  %c = arith.constant {value} : {ty}
  %e = tensor.empty() : tensor<{ty}>
  %o = linalg.fill ins(%c : {ty}) outs(%e : tensor<{ty}>) -> tensor<{ty}>
"""
for op, value, fold, dtype in [
    ("addi", 17, lambda x: x.sum(dtype=x.dtype), np.int32),
    ("muli", 3, lambda x: np.multiply.reduce(x, dtype=x.dtype), np.int64),
    ("minsi", 5, lambda x: x.min(), np.int32),
    ("maxui", 5, lambda x: x.view(np.uint8).max().view(np.int8), np.int8),
    ("ori", 64, lambda x: np.bitwise_or.reduce(x), np.int32),
]:
    ty = TYPES[np.dtype(dtype).name]
    case(
        op,
        FILL.format(value=value, ty=ty) + f"""
  %r0 = linalg.reduce {{ arith.{op} }} ins(%x0 : tensor<?x{ty}>) outs(%o : tensor<{ty}>) dimensions = [0]
""",
        lambda x, fold=fold, value=value: [start(fold, value, x)],
        [ty],
        sizes(lambda n, dtype=dtype: [ints(n, dtype) | (dtype == np.int64)]),
    )  # fmt: skip
case(
    "init_from_tensor",
    """
  %r0 = linalg.reduce { arith.xori } ins(%x0 : tensor<?x?xi64>) outs(%x1 : tensor<i64>) dimensions = [0, 1]
""",
    lambda x, y: [np.bitwise_xor.reduce(x, axis=None) ^ y],
    ["i64"],
    [(n, [ints((n, 7), np.int64), np.array(99, np.int64)]) for n in (0, 1, 30, 3000)],
)
NANS = np.array([1, -0.0, np.nan, 4], np.float32)
case(
    "maximumf",
    FILL.format(value="-0.0", ty="f32") + """
  %r0 = linalg.reduce { arith.maximumf } ins(%x0 : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
""",
    lambda x: [start(np.max, -0.0, x)],
    ["f32"],
    [("nan", [NANS]), ("minus", [-np.arange(1, 500, dtype=np.float32)]),
     ("many", [rng.standard_normal(70001).astype(np.float32)])],
)  # fmt: skip
# The sums are exact in every order.
case(
    "sum_of_squares",
    FILL.format(value="0.5", ty="f32") + """
  %r0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x0 : tensor<?xi32>) outs(%o : tensor<f32>) {
  ^bb0(%a: i32, %acc: f32):
    %f = arith.sitofp %a : i32 to f32
    %q = arith.mulf %f, %f : f32
    %s = arith.addf %acc, %q fastmath<reassoc> : f32
    linalg.yield %s : f32
  } -> tensor<f32>
""",
    lambda x: [np.float32(0.5 + (x.astype(np.float64) ** 2).sum())],
    ["f32"],
    sizes(lambda n: [small(n)]),
)
case(
    "dot_of_odd_and_index",
    FILL.format(value="0", ty="i64") + """
  %r0 = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
      ins(%x0, %x1 : tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<i64>) {
  ^bb0(%a: i32, %b: i32, %acc: i64):
    %one = arith.constant 1 : i32
    %odd = arith.ori %a, %one : i32
    %p = arith.muli %odd, %b : i32
    %w = arith.extsi %p : i32 to i64
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.muli %w, %j : i64
    %s = arith.addi %m, %acc : i64
    linalg.yield %s : i64
  } -> tensor<i64>
""",
    lambda x, y: [np.int64(((x | 1).astype(np.int64) * y * np.arange(len(x))).sum())],
    ["i64"],
    sizes(lambda n: [small(n), small(n)]),
)
case(
    "sum_and_minimum",
    FILL.format(value="3", ty="i32") + """
  %r0, %r1 = linalg.reduce ins(%x0, %x1 : tensor<?xi32>, tensor<?xf64>) outs(%o, %x2 : tensor<i32>, tensor<f64>) dimensions = [0]
      (%a: i32, %b: f64, %s: i32, %m: f64) {
        %t = arith.addi %s, %a : i32
        %n = arith.minnumf %b, %m : f64
        linalg.yield %t, %n : i32, f64
      }
""",
    lambda x, y, o: [x.sum(dtype=np.int32) + np.int32(3), start(np.min, o[()], y)],
    ["i32", "f64"],
    sizes(lambda n: [small(n), rng.integers(-99, 99, n) / 8.0, np.array(-4.5)]),
)
# The first of the largest elements, and the last of the smallest.
for name, take, compare in [
    ("first_largest", lambda x: int(x.argmax()), "sgt, %e, %m"),
    ("last_smallest", lambda x: int(len(x) - 1 - x[::-1].argmin()), "sle, %e, %m"),
]:
    case(
        name,
        f"""
  %v = arith.constant dense<{-2**31 if "first" in name else 2**31 - 1}> : tensor<i32>
  %n = arith.constant dense<-1> : tensor<i64>
  %r0, %r1 = linalg.generic {{indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}}
      ins(%x0 : tensor<?xi32>) outs(%v, %n : tensor<i32>, tensor<i64>) {{
  ^bb0(%e: i32, %m: i32, %mi: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.cmpi {compare} : i32
    %s = arith.select %c, %e, %m : i32
    %si = arith.select %c, %j, %mi : i64
    linalg.yield %s, %si : i32, i64
  }} -> (tensor<i32>, tensor<i64>)
""",
        lambda x, take=take: [x[take(x)], np.int64(take(x))],
        ["i32", "i64"],
        sizes(lambda n: [small(n)], (1, 2, 63, 1000, 70001)),
    )
def compose(a, b):
    m, v = np.int32(1), np.int32(0)
    with np.errstate(over="ignore"):
        for x, y in zip(a, b):
            m, v = m * x, v * x + y
    return [m, v]


# Maps x -> a x + b, composed. They are associative, which the program must state.
case(
    "assumed_maps",
    """
  %one = arith.constant dense<1> : tensor<i32>
  %zero = arith.constant dense<0> : tensor<i32>
  %r0, %r1 = linalg.reduce ins(%x0, %x1 : tensor<?xi32>, tensor<?xi32>) outs(%one, %zero : tensor<i32>, tensor<i32>) dimensions = [0]
      (%a: i32, %b: i32, %s: i32, %t: i32) {
        %m = arith.muli %s, %a : i32
        %u = arith.muli %t, %a : i32
        %v = arith.addi %u, %b : i32
        linalg.yield %m, %v : i32, i32
      }
""",
    compose,
    ["i32", "i32"],
    sizes(lambda n: [small(n) | 1, small(n)], (0, 1, 63, 5000)),
)  # fmt: skip


def number(value):
    if value.dtype.kind != "f":
        return str(value)
    bits = value.view(f"u{value.dtype.itemsize}")
    return f"0x{bits:0{2 * value.dtype.itemsize}X}"


def dense(x):
    if x.ndim == 0:
        return number(x[()])
    return "[" + ", ".join(dense(np.asarray(row)) for row in x) + "]"


def run_loops(folder):
    """Runs programs that are small enough to be written as text, and counts the
    errors."""
    ran, wrong = 0, 0
    for name, function, types, values, outputs, wanted in programs:
        if max(x.size for x in values) > 1000:
            continue
        lines = []
        for i, (x, ty) in enumerate(zip(values, types)):
            exact = ty.replace("?", "{}").format(*x.shape)
            text = dense(x) if x.size else ""
            lines.append(f"%s{i} = arith.constant dense<{text}> : {exact}")
            lines.append(f"%a{i} = tensor.cast %s{i} : {exact} to {ty}")
        results = ", ".join(f"tensor<{t}>" for t in outputs)
        lines.append(
            f"%r:{len(outputs)} = func.call @{name}({', '.join(f'%a{i}' for i in range(len(types)))})"
            f" : ({', '.join(types)}) -> ({results})"
        )
        for i, ty in enumerate(outputs):
            lines.append(f"%e{i} = tensor.extract %r#{i}[] : tensor<{ty}>")
            bits = f"i{ty[1:]}"
            if ty[0] == "f":
                lines.append(f"%b{i} = arith.bitcast %e{i} : {ty} to {bits}")
            lines.append(f"vector.print %{'b' if ty[0] == 'f' else 'e'}{i} : {bits}")
        text = f"{MAPS}{function}func.func @run() {{\n" + "\n".join(lines) + "\nreturn\n}\n"
        lowered = subprocess.run(
            [f"{folder}/mlir-opt", *UPSTREAM], input=text, text=True, check=True,
            stdout=subprocess.PIPE,
        ).stdout  # fmt: skip
        printed = subprocess.run(
            [f"{folder}/mlir-runner", "-e", "run", "--entry-point-result=void",
             f"--shared-libs={folder}/../lib/libmlir_c_runner_utils.so"],
            input=lowered, text=True, check=True, stdout=subprocess.PIPE,
        ).stdout  # fmt: skip
        want = [int(w.view(f"i{w.dtype.itemsize}")) for w in wanted]
        got = [int(line) for line in printed.split()]
        ran += 1
        if got != want:
            wrong += 1
            print(f"FAIL loops of {name}: got {got}, want {want}")
    print(f"{ran} programs as loops, {wrong} wrong")
    sys.exit(1 if wrong or not ran else 0)


if sys.argv[1].startswith("--loops="):
    run_loops(sys.argv[1].removeprefix("--loops="))
suite.header = MAPS
suite.run()
