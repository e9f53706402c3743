# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s %prim_src/docs/FromNumPy.md
"""Both columns of the table in docs/FromNumPy.md give the same result, including shape
and kind."""

import pathlib
import re
import sys

import numpy as np
import prim

rng = np.random.default_rng(3)
names = dict(
    np=np, prim=prim,
    x=rng.standard_normal(50).astype(np.float32), m=rng.integers(-3, 4, (6, 9)).astype(np.float32),
    i=rng.integers(0, 15, 50), s=np.sort(rng.standard_normal(20)).astype(np.float32),
    c=rng.random(50) < 0.4,
)  # fmt: skip
rows = re.findall(r"^\| `(.*)` \| `(.*)` \|$", pathlib.Path(sys.argv[1]).read_text(), re.MULTILINE)
assert len(rows) > 20, rows
failed = 0
for numpys, prims in rows:
    want, found = np.asarray(eval(numpys, dict(names))), np.asarray(eval(prims, dict(names)))
    alike = want.shape == found.shape and want.dtype.kind == found.dtype.kind
    if not alike or not np.allclose(want, found, rtol=1e-5, atol=1e-5):
        failed += 1
        print(f"{prims} gives {found!r}, and {numpys} gives {want!r}")
print(f"{len(rows)} rows, {failed} failed")
sys.exit(failed > 0)
