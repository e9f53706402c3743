# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of bytes, which are scanned and folded several at a time in words, beside
numpy's, for buffers that end within words, rows and tiles."""

import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

PROGRAM = """func.func @main(%x: memref<?xi8>, %y: memref<{size}xi8>) {{
  prim.{op} add ins(%x : memref<?xi8>) outs(%y : memref<{size}xi8>) {clauses}
  return
}}
"""
OPS = ["device_scan inclusive", "device_scan exclusive", "device_scan inclusive reverse", "device_reduce"]
SIZES = [1, 15, 100, 4096, 70001]


def expected(op, x):
    wide = x.astype(np.uint64)
    if op == "device_reduce":
        return wide.sum().astype(np.uint8)
    if op.endswith("reverse"):
        return np.cumsum(wide[::-1])[::-1].astype(np.uint8)
    sums = np.cumsum(wide)
    return (sums - wide if op.endswith("exclusive") else sums).astype(np.uint8)


def main(prim_run, chip):
    rng = np.random.default_rng(5)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        source, x, y, out = (str(pathlib.Path(folder) / n) for n in ("p.mlir", "x.npy", "y.npy", "o.npy"))
        for op, n in itertools.product(OPS, SIZES):
            name, _, clauses = op.partition(" reverse")
            size = "" if op == "device_reduce" else "?"
            text = PROGRAM.format(op=name, size=size, clauses="reverse" if "reverse" in op else "")
            pathlib.Path(source).write_text(text.replace("memref<xi8>", "memref<i8>"))
            values = rng.integers(0, 256, n, np.uint8)
            np.save(x, values)
            np.save(y, np.zeros((n,) if size else (), np.uint8))
            subprocess.run([prim_run, source, x, y, "--chip=" + chip, "--inout=1", "--output=" + out], check=True)
            same = np.array_equal(np.load(out).view(np.uint8), expected(op, values))
            wrong += not same
            if not same:
                print("FAIL %s of %d bytes on %s" % (op, n, chip))
    print("%d sums of bytes on %s, %d wrong" % (len(OPS) * len(SIZES), chip, wrong))
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
