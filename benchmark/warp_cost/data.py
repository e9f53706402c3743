# ===- data.py - Peers' figures out of files, and whole kernels -------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Figures that are not measured on every run: rocPRIM's warp functions
# (rocprim_warp.tsv, which --rocprim renews) and rocPRIM's whole kernels
# (rocprim_kernels.tsv), beside prim's kernels of the same shape.
#
# ===-----------------------------------------------------------------------=== #

import os
import re
import subprocess
import sys
import tempfile

from warp_cost import ops, peers
from warp_cost.isa import Cost, kernels

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DATA = os.path.join(os.path.dirname(HERE), "data")
WARP_FILE = os.path.join(DATA, "rocprim_warp.tsv")
KERNEL_FILE = os.path.join(DATA, "rocprim_kernels.tsv")


def rocprim_header():
    """The origin of the data files, as given in their first lines."""
    result = []
    for path in (WARP_FILE, KERNEL_FILE):
        if os.path.exists(path):
            with open(path) as file:
                lines = [line[2:].strip() for line in file if line.startswith("# ")]
            result.append((os.path.basename(path), lines))
    return result


def read_rocprim():
    """{chip label: {row key: Cost or word}}."""
    result = {}
    if not os.path.exists(WARP_FILE):
        return result
    with open(WARP_FILE) as file:
        for line in file:
            if line.startswith("#"):
                continue
            chip, key, *counts = line.rstrip("\n").split("\t")
            cost = Cost(*map(int, counts)) if len(counts) == 4 else counts[0]
            result.setdefault(chip, {})[key] = cost
    return result


def renew_rocprim(tools, include):
    version = "unknown version"
    path = os.path.join(include, "rocprim/rocprim_version.hpp")
    if os.path.exists(path):
        with open(path) as file:
            parts = re.findall(
                r"#define ROCPRIM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", file.read())
        version = ".".join(parts)
    clang = subprocess.run(
        [tools.clang, "--version"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[0]
    clang = re.search(r"version ([\d.]+)", clang).group(1)
    lines = [
        "# rocPRIM %s's warp_reduce, warp_scan and warp_sort, one call per kernel, less"
        " the same loads and stores." % version,
        "# clang %s -x hip -O3 -nogpulib -nogpuinc --offload-device-only"
        " -D__AMDGCN_WAVEFRONT_SIZE=<wave>, and -D__gfx1030__=1 on the wave32 chips."
        % clang,
        "# Command: benchmark/warp-cost.py --rocprim=<include>. Columns: chip, row,"
        " VALU, SALU, LDS pipe, waits.",
    ]
    for chip in ops.CHIPS:
        if chip.features:
            continue  # rocPRIM has no wave64 there.
        print("warp-cost: rocPRIM on " + chip.label, file=sys.stderr)
        for key, cost in peers.rocprim(tools, chip, ops.ROWS, include).items():
            counts = (
                [cost]
                if isinstance(cost, str)
                else [cost.valu, cost.salu, cost.lds, cost.waits]
            )
            lines.append("\t".join([chip.label, key] + [str(c) for c in counts]))
    with open(WARP_FILE, "w") as file:
        file.write("\n".join(lines) + "\n")


# ===- Whole kernels --------------------------------------------------------=== #


def handwritten(op, inputs, outputs, threads):
    return lambda: (
        "gpu.module @kernels {\n%s\n}\n"
        % ops.kernel("k", threads, inputs, outputs, "%r0 = prim." + op),
        "k",
    )


def example(name, kernel):
    def read():
        with open(os.path.join(ROOT, "examples", name)) as file:
            return file.read(), kernel

    return read


# rocPRIM's unit and kernel, the description of prim's kernel, and its text and symbol.
SHAPES = [
    ("blocks", "warp_scan_i32", "warp_scan inclusive add i32, 64 threads",
     handwritten("warp_scan inclusive add %x0 : i32", ("i32",), ("i32",), 64)),
    ("blocks", "warp_scan_f64", "warp_scan inclusive add f64, 64 threads",
     handwritten("warp_scan inclusive add %x0 : f64", ("f64",), ("f64",), 64)),
    ("blocks", "warp_reduce_i32", "warp_reduce add i32, 64 threads",
     handwritten("warp_reduce add %x0 : i32", ("i32",), ("i32",), 64)),
    ("blocks", "warp_sort_u32", "warp_sort ult i32, 64 threads",
     handwritten("warp_sort ult %x0 : i32", ("i32",), ("i32",), 64)),
    ("blocks", "block_scan_i32", "block_scan inclusive add i32, 256 threads",
     handwritten("block_scan inclusive add %x0 : i32", ("i32",), ("i32",), 256)),
    ("blocks", "block_reduce_f32", "block_reduce add f32, 256 threads",
     handwritten("block_reduce add %x0 : f32", ("f32",), ("f32",), 256)),
    ("scan_i32", "lookback_scan_kernel", "device_scan of i32: the scan kernel",
     example("scan.mlir", "scan_0")),
    ("reduce", "block_reduce_kernel", "device_reduce of i32: the one kernel",
     example("reduce.mlir", "reduce_0")),
    ("sort_u32", "onesweep_histograms_kernel", "device_sort of i32: histograms",
     example("sort.mlir", "sort_histogram_0")),
    ("sort_u32", "onesweep_iteration_kernel", "device_sort of i32: one digit",
     example("sort.mlir", "sort_pass_0")),
]


def whole_kernels(tools, chips):
    """[(shape, [(chip, prim's instructions, rocPRIM's instructions)])], without
    waits."""
    theirs = {}
    with open(KERNEL_FILE) as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line[0] != "#"]
    header = rows[0]
    for row in rows[1:]:
        entry = dict(zip(header, row))
        theirs[entry["arch"], entry["tu"], entry["kernel"]] = (
            int(entry["insts"]) - int(entry["wait/nop"]))
    result, assembly = [], {}
    for unit, kernel, title, read in SHAPES:
        text, symbol = read()
        figures = []
        for chip in chips:
            if chip.features:
                continue
            if (chip, text) not in assembly:
                with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                    file.write(text)
                    file.flush()
                    output, word = peers.run(
                        [tools.prim_compile, file.name, "--chip=" + chip.name,
                         "--emit=isa"], "")
                if word:
                    raise ValueError("prim-compile %s on %s: %s" % (
                        word, chip.label, title))
                assembly[chip, text] = kernels(output)
            code = assembly[chip, text][symbol]
            waits = Cost.of(code).waits
            figures.append((
                chip, len(code) - waits, theirs[chip.name, unit, kernel]))
        result.append((title, kernel, figures))
    return result
