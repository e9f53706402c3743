# ===- nvidia.py - The page of NVIDIA's chips --------------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# The rows of the page, the kernels of prim and CUB for each row, and the counts. CUB's
# figures are read from a file (cub_warp.tsv), which renew() makes.
#
# ===-----------------------------------------------------------------------=== #

import dataclasses
import os
import re
import shutil
import subprocess
import tempfile
import textwrap

from warp_cost import ops, sass
from warp_cost.reasons import NVIDIA_REASONS, Reasons

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(os.path.dirname(HERE), "data", "cub_warp.tsv")
CHIPS = ["sm_80", "sm_90", "sm_100"]
WAVE = 32

INTRODUCTION = """# Cost of warp ops: NVIDIA

`benchmark/warp-cost.py` makes this page from the machine code of ptxas %s for every chip; do
not edit. A cell gives the instructions between input and output as **computing + lanes + shared
memory + control**:

* **computing**: all instructions that compute;
* **lanes**: `SHFL`, `REDUX`, `VOTE` and `MATCH`, which move values across lanes;
* **shared memory**: accesses to shared memory;
* **control**: branches, barriers, and instructions that make lanes converge.

The instructions are those of a kernel of one warp that loads a value per lane, runs the op and
stores the result, less those of the same kernel without the op. Computing the lane's number counts
as part of the op; loads of kernel arguments do not. Chips with equal figures share a row.

* **CUB**: `cub::WarpReduce`, `WarpScan`, `WarpMergeSort`, `WarpExchange`, `MatchAny` and
  `ShuffleUp`, `ShuffleDown`, `ShuffleIndex`, from the data file named at the end. A reduction that
  gives its result to all lanes is CUB's reduction and a `ShuffleIndex`.

**best** marks a row in which CUB's code is not shorter. Other rows with a peer give the reason.
Loops and branches count once, however often they are executed, which favours CUB's sort.
"""


@dataclasses.dataclass(frozen=True)
class Row:
    """`text` computes %r0.. from %x0..; `cub` computes y (and z) from x (and w)."""

    op: str
    label: str
    inputs: tuple
    outputs: tuple
    text: str
    cub: str = ""
    width: int = WAVE

    @property
    def key(self):
        return "%s, %s" % (self.op, self.label)


TYPES = {"i32": "int", "i64": "long long", "f32": "float", "f64": "double", "vector<4xi32>": "int4"}


def extremes(type):
    if type[0] == "f":
        return ("minnumf", "maxnumf")
    return ("minsi", "maxsi")


# For each kind: CUB's operator, and the initial value of an exclusive scan.
OPERATORS = {
    "add": ("cuda::std::plus<>", "T(0)"),
    "minsi": ("cuda::minimum<>", "cuda::std::numeric_limits<T>::max()"),
    "maxsi": ("cuda::maximum<>", "cuda::std::numeric_limits<T>::lowest()"),
    "minnumf": ("cuda::minimum<>", "cuda::std::numeric_limits<T>::infinity()"),
    "maxnumf": ("cuda::maximum<>", "-cuda::std::numeric_limits<T>::infinity()"),
    "and": ("cuda::std::bit_and<>", "T(-1)"),
}

FOLDS = [
    ("reduce", "reduce {kind} %x0{w}", 1, "WarpReduce", "y = op.Reduce(x, F());"),
    ("reduce all", "reduce {kind} %x0 all{w}", 1, "WarpReduce",
     "y = cub::ShuffleIndex<{n}>(op.Reduce(x, F()), 0, ~0u);"),
    ("inclusive scan", "scan inclusive {kind} %x0{w}", 1, "WarpScan", "op.InclusiveScan(x, y, F());"),
    ("exclusive scan", "scan exclusive {kind} %x0{w}", 1, "WarpScan",
     "op.ExclusiveScan(x, y, {none}, F());"),
    ("exclusive scan + total", "scan exclusive {kind} %x0 total{w}", 2, "WarpScan",
     "op.ExclusiveScan(x, y, {none}, F(), z);"),
    ("segmented reduce", "reduce {kind} %x0 head(%flag){w}", 1, "WarpReduce",
     "y = op.HeadSegmentedReduce(x, x < T(0), F());"),
    ("segmented scan", "scan inclusive {kind} %x0 head(%flag){w}", 1, None, ""),
]


def fold_rows():
    for op, text, results, unit, call in FOLDS:
        shapes = []
        for type in ("i32", "i64", "f32", "f64"):
            kinds = ("add", *extremes(type)) + (("and",) if type[0] == "i" else ())
            if "segmented" in op:
                kinds = ("add", extremes(type)[1])
            shapes += [(kind, type, WAVE) for kind in kinds]
        shapes += [("add", type, 16) for type in ("i32", "f32")]
        for kind, type, width in shapes:
            functor, none = OPERATORS[kind]
            body = "%r0" + (", %r1" if results == 2 else "") + " = prim.warp_" + text.format(
                kind=kind, w=" width(%d)" % width if width != WAVE else "") + " : " + type
            if "%flag" in body:
                zero = "0.0" if type[0] == "f" else "0"
                body = "%%zero = arith.constant %s : %s\n%%flag = arith.%s, %%x0, %%zero : %s\n%s" % (
                    zero, type, "cmpf olt" if type[0] == "f" else "cmpi slt", type, body)
            cub = ""
            if unit:
                # For sums that start with zero, CUB has separate functions.
                call_text = call
                if kind == "add" and "segmented" not in op:
                    call_text = call.replace("Reduce(x, F())", "Sum(x)").replace(
                        "InclusiveScan(x, y, F())", "InclusiveSum(x, y)").replace(
                        "ExclusiveScan(x, y, {none}, F()", "ExclusiveSum(x, y")
                cub = (
                    "using F = %s; using U = cub::%s<T, %d>;"
                    " __shared__ typename U::TempStorage s[%d]; U op(s[t / %d]); %s"
                    % (functor, unit, width, WAVE // width, width,
                       call_text.format(n=width, none=none)))
            label = "%s %s" % (kind, type) + (", width %d" % width if width != WAVE else "")
            yield Row(op, label, (type,), (type,) * results, body, cub, width)


MERGE = "using U = cub::WarpMergeSort<T, 1, 32%s>; __shared__ typename U::TempStorage s; T k[1] = {x}; %s y = k[0];"


def lane_rows():
    for type, order in (("i32", "slt"), ("i64", "slt"), ("f32", "total"), ("f64", "total")):
        yield Row("sort", type, (type,), (type,), "%%r0 = prim.warp_sort %s %%x0 : %s" % (order, type),
                  MERGE % ("", "U(s).Sort(k, cuda::std::less<>());"))
    yield Row("sort", "i32 and i32", ("i32", "i32"), ("i32", "i32"),
              "%r0, %r1 = prim.warp_sort slt %x0, %x1 : i32, i32",
              MERGE % (", T", "T v[1] = {w}; U(s).Sort(k, v, cuda::std::less<>()); z = v[0];"))
    for type in ("i32", "i64"):
        yield Row("broadcast", type, (type,), (type,), "%%r0 = prim.warp_broadcast %%x0 lane(%%five) : %s" % type,
                  "y = cub::ShuffleIndex<32>(x, 5, ~0u);")
        for mode, cub in (("up", "y = cub::ShuffleUp<32>(x, 5, 0, ~0u);"),
                          ("down", "y = cub::ShuffleDown<32>(x, 5, 31, ~0u);"), ("xor", "")):
            yield Row("shuffle %s by a constant" % mode, type, (type,), (type,),
                      "%%r0 = prim.warp_shuffle %%x0 %s(%%five) : %s" % (mode, type), cub)
    yield Row("shuffle", "i32", ("i32", "i32"), ("i32", "i32"),
              "%r0 = prim.warp_shuffle %x0 lane(%x1) : i32\n%zero = arith.constant 0 : i32\n"
              "%r1 = arith.addi %x1, %zero : i32",
              "y = cub::ShuffleIndex<32>(x, w, ~0u); z = w;")
    yield Row("ballot", "i32", ("i32",), ("i32",),
              "%zero = arith.constant 0 : i32\n%flag = arith.cmpi slt, %x0, %zero : i32\n"
              "%r0 = prim.warp_ballot %flag whole : i32")
    for bits in (1, 4, 8, 32):
        yield Row("match any", "%d bit%s" % (bits, "s" * (bits > 1)), ("i32",), ("i32",),
                  "%%r0 = prim.warp_match_any %%x0 bits(%d) whole : i32 -> i32" % bits,
                  "y = cub::MatchAny<%d>(x);" % bits)
    yield Row("match any", "64 bits", ("i64",), ("i64",), "%r0 = prim.warp_match_any %x0 whole : i64 -> i64")
    for mode, cub in (("blocked_to_striped", "BlockedToStriped"), ("striped_to_blocked", "StripedToBlocked")):
        yield Row("exchange", mode.replace("_", " ") + " vector<4xi32>", ("vector<4xi32>",), ("vector<4xi32>",),
                  "%%r0 = prim.warp_exchange %s %%x0 : vector<4xi32>" % mode,
                  "using U = cub::WarpExchange<int, 4, 32>; __shared__ typename U::TempStorage s;"
                  " int a[4] = {x.x, x.y, x.z, x.w}; U(s).%s(a, a); y = {a[0], a[1], a[2], a[3]};" % cub)


ROWS = list(fold_rows()) + list(lane_rows())
OPS = list(dict.fromkeys(row.op for row in ROWS))


# ===- Measuring -----------------------------------------------------------=== #


def find(name, cuda):
    """A tool of the toolkit, or None."""
    path = os.path.join(cuda, "bin", name)
    return path if os.access(path, os.X_OK) else shutil.which(name)


def version_of(tool):
    text = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"V([\d.]+)", text)[1]


def shape_of(row):
    return row.inputs, row.outputs


def less_base(codes, shapes):
    """Costs of the rows' kernels k<n> minus those of their shapes b<n>."""
    result = {}
    for i, row in enumerate(ROWS):
        code = codes.get("k%d" % i)
        if code is not None:
            base = codes["b%d" % shapes.index(shape_of(row))]
            result[row.key] = sass.Cost.of(code) - sass.Cost.of(base)
    return result


def prim(tools, ptxas, nvdisasm, chip):
    shapes = list(dict.fromkeys(map(shape_of, ROWS)))
    text = [ops.baseline_kernel(*shape, "b%d" % i, WAVE) for i, shape in enumerate(shapes)]
    text += [ops.kernel("k%d" % i, WAVE, row.inputs, row.outputs, row.text) for i, row in enumerate(ROWS)]
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = os.path.join(folder, "k.mlir"), os.path.join(folder, "k.cubin")
        with open(source, "w") as file:
            file.write("gpu.module @kernels {\n%s\n}\n" % "\n".join(text))
        subprocess.run(
            [tools.prim_compile, source, "--chip=" + chip, "-o", cubin],
            env={**os.environ, "PRIM_PTXAS": ptxas}, check=True)
        with open(cubin, "rb") as file:
            return less_base(sass.disassemble(nvdisasm, file.read()), shapes)


CUB_SOURCE = """#include <cub/cub.cuh>
#define KERNEL extern "C" __global__ void __launch_bounds__(32)
"""
CUB_KERNEL = """KERNEL {name}(const {x} *in, const {w} *in1, {y} *out, {z} *out1) {{
  using T = {x};
  unsigned t = threadIdx.x;
  T x = in[t];
  {load}
  {y} y;
  {z} z;
  {body}
  out[t] = y;
  {store}
}}
"""


def cub_kernel(name, row, body):
    two, totals = len(row.inputs) == 2, len(row.outputs) == 2
    return CUB_KERNEL.format(
        name=name, x=TYPES[row.inputs[0]], w=TYPES[row.inputs[-1]], y=TYPES[row.outputs[0]],
        z=TYPES[row.outputs[-1]], load="T w = in1[t];" if two else "", body=body,
        store="out1[t] = z;" if totals else "")


def cub(nvcc, nvdisasm, chip):
    shapes = list(dict.fromkeys(map(shape_of, ROWS)))
    text = [CUB_SOURCE]
    for i, shape in enumerate(shapes):
        row = next(row for row in ROWS if shape_of(row) == shape)
        text.append(cub_kernel("b%d" % i, row, "y = x; z = %s;" % ("w" if len(shape[0]) == 2 else "x")))
    text += [cub_kernel("k%d" % i, row, row.cub) for i, row in enumerate(ROWS) if row.cub]
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = os.path.join(folder, "k.cu"), os.path.join(folder, "k.cubin")
        with open(source, "w") as file:
            file.write("".join(text))
        subprocess.run(
            [nvcc, "-w", "-std=c++17", "-O3", "-arch=" + chip, "-cubin", "-o", cubin, source], check=True)
        with open(cubin, "rb") as file:
            return less_base(sass.disassemble(nvdisasm, file.read()), shapes)


def cub_version(nvcc):
    text = subprocess.run(
        [nvcc, "-E", "-Xcompiler", "-P", "-x", "cu", "-"], input="#include <cub/version.cuh>\nversion CUB_VERSION\n",
        capture_output=True, text=True, check=True).stdout
    number = int(re.search(r"version\s+(\d+)\s*$", text)[1])
    return "%d.%d.%d" % (number // 100000, number // 100 % 1000, number % 100)


def renew(nvcc, nvdisasm):
    lines = [
        "# CUB %s's warp functions, one call per kernel of 32 threads, less the same loads and stores."
        % cub_version(nvcc),
        "# nvcc %s -std=c++17 -O3 -arch=<chip>, disassembled by nvdisasm." % version_of(nvcc),
        "# Command: benchmark/warp-cost.py --cub. Columns: chip, row, computing, lanes, shared memory, control.",
    ]
    for chip in CHIPS:
        for key, cost in cub(nvcc, nvdisasm, chip).items():
            lines.append("\t".join([chip, key, *map(str, cost.counts())]))
    with open(FILE, "w") as file:
        file.write("\n".join(lines) + "\n")


def read():
    """{chip: {row key: Cost}}, and the contents of the first lines."""
    result, header = {}, []
    with open(FILE) as file:
        for line in file:
            if line.startswith("# "):
                header.append(line[2:].strip())
                continue
            chip, key, *counts = line.rstrip("\n").split("\t")
            result.setdefault(chip, {})[key] = sass.Cost(*map(int, counts))
    return result, header


# ===- The page ------------------------------------------------------------=== #


def section(op, measured, theirs, reasons, complaints):
    rows = [row for row in ROWS if row.op == op]
    lines = ["\n## %s\n" % op, "| type | chips | prim | CUB | verdict |", "|---|---|---|---|---|"]
    for row in rows:
        groups = {}
        for chip in CHIPS:
            own, peer = measured[chip][row.key], theirs.get(chip, {}).get(row.key)
            verdict = "best" if peer else ""
            if peer and own.total > peer.total:
                verdict = reasons.find(op, row.label, chip)
                if not verdict:
                    complaints.append("CUB is cheaper and no reason is given: %s on %s, prim %s, CUB %s" % (
                        row.key, chip, own, peer))
                    verdict = "**no reason**"
            groups.setdefault((str(own), str(peer or ""), verdict), []).append(chip)
        for cells, chips in groups.items():
            lines.append("| %s | %s | %s |" % (row.label, ", ".join(chips), " | ".join(cells)))
    return lines


def render(measured, ptxas_version):
    """The page and complaints."""
    theirs, header = read()
    reasons, complaints = Reasons(NVIDIA_REASONS), []
    lines = [INTRODUCTION % ptxas_version]
    for op in OPS:
        lines += section(op, measured, theirs, reasons, complaints)
    lines += ["\n## Source of the data file\n", "`benchmark/data/%s`:" % os.path.basename(FILE)]
    lines += textwrap.wrap(" ".join(header), 100, break_long_words=False, break_on_hyphens=False)
    for reason in reasons.unused():
        complaints.append("a reason that no row needs: %s" % (reason,))
    return "\n".join(lines) + "\n", complaints


def page_version(path):
    """The version of ptxas with which the page was made."""
    with open(path) as file:
        found = re.search(r"ptxas ([\d.]+) ", file.read())
    return found[1] if found else None
