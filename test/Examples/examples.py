# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: prim-run, emulator, numpy
# RUN: %python %s %prim_obj/bin/prim-run %prim_src/examples gfx942 %t
# RUN: %python %s %prim_obj/bin/prim-run %prim_src/examples gfx1100 %t
# RUN: %python %s %prim_obj/bin/prim-run %prim_src/examples gfx942 %t --check-convergence
# RUN: %python %s %prim_obj/bin/prim-run %prim_src/examples gfx1100 %t --check-convergence
"""Runs every program in examples/ and compares its results with numpy."""

import pathlib
import subprocess
import sys

import numpy as np

prim_run, examples, chip, folder, *options = sys.argv[1:]
examples, folder = pathlib.Path(examples), pathlib.Path(folder)
folder.mkdir(exist_ok=True)
rng = np.random.default_rng(5)
n = 10000
x = rng.integers(-100, 100, n).astype(np.int32)
a = rng.integers(-8, 9, n).astype(np.int32)
f = rng.integers(-100, 100, n).astype(np.float32)
wave = 64 if chip.startswith("gfx9") else 32
device = "--device=" + ("emulator" if chip.startswith("gfx") else "cuda")
if not any(option.startswith("--device=") for option in options):
    options.append(device)


def recurrence():
    ca, cb = a.copy(), x.copy()
    with np.errstate(over="ignore"):
        for i in range(1, n):
            ca[i] *= ca[i - 1]
            cb[i] += a[i] * cb[i - 1]
    return ca, cb


def wave_sums():
    sums = np.zeros(64, np.int32)
    sums[: 2048 // wave] = x[:2048].reshape(-1, wave).sum(axis=1)
    return sums


def segmented_scan():
    heads, values = x < 0, x & 0x7FFFFFFF
    sums, distances = np.zeros(n, np.int32), np.zeros(n, np.int32)
    with np.errstate(over="ignore"):
        for i in range(n):
            if i % 32 and not heads[i]:
                sums[i] = sums[i - 1] + values[i - 1]
                distances[i] = distances[i - 1] + 1
    return sums, distances


# Shares that are powers of two are exact.
parts = rng.integers(0, 50, n).astype(np.float32)
parts[-1] += 2**18 - parts.sum()
shares = np.cumsum(parts / 2**18, dtype=np.float32)
clean = np.zeros(1 << 16, np.int8)
kept = np.zeros(n, np.int32)
kept[: (x >= 0).sum()] = x[x >= 0]
count = np.int32((x >= 0).sum())
# Buffers to which a program writes.
blank = [np.zeros(n, np.int32), np.int32(-1)]
# Many blocks, with several tiles each.
many = rng.integers(-(2**31), 2**31, 300001).astype(np.int32)
bins = np.bincount(many & 255, minlength=256).astype(np.int32)
start = np.arange(256, dtype=np.int32)
by = np.argsort(np.bitwise_not(x).view(np.uint32), kind="stable").astype(np.int32)
positions = np.arange(n, dtype=np.int32)
heads = np.flatnonzero(np.diff(a, prepend=a[0] - 1))
starts = np.append(np.sort(rng.integers(1, n, 50)), n).astype(np.int32)
starts[0] = 0
pieces = [np.cumsum(part, dtype=np.int32) for part in np.split(x, starts[1:-1])]
runs = [
    ("scan", "main", [x], [np.cumsum(x, dtype=np.int32)]),
    ("scan", "floats", [f], [np.cumsum(f, dtype=np.float32)]),
    ("reduce", "main", [x], [x.sum(dtype=np.int32)]),
    ("reduce", "floats", [f], [f.sum(dtype=np.float64).astype(np.float32)]),
    ("sort", "main", [x], [np.sort(x)]),
    ("sort", "floats", [f], [np.sort(f)]),
    ("sort_pairs", "main", [x, positions], [x[by], by]),
    ("affine_scan", "main", [a, x], recurrence()),
    ("argmax", "main", [f, positions], [f.max(), np.int32(f.argmax())]),
    ("warp_kernel", "main", [x[:2048]], [wave_sums()]),
    ("warp_scan", "main", [x[:2048]], [x[:2048].reshape(-1, wave).cumsum(axis=1, dtype=np.int32).ravel()]),
    ("segmented_scan", "main", [x], segmented_scan()),
    ("segments", "rows", [x.reshape(10, -1)], [x.reshape(10, -1).sum(axis=1, dtype=np.int32)]),
    ("segments", "offsets", [x, starts], [np.concatenate(pieces)]),
    ("segments", "keys", [a, x], [a[heads], np.add.reduceat(x, heads), np.int32(len(heads))]),
    ("normalize", "main", [parts], [shares, clean], [np.zeros(n, np.float32), clean]),
    ("normalize", "tensors", [parts], [shares]),
    ("compaction", "main", [x], [kept, count], blank),
    ("histogram", "main", [many], [start + bins], [start]),
    ("histogram", "main", [x[:5]], [np.bincount(x[:5] & 255, minlength=256).astype(np.int32)], [0 * start]),
]
missing = {p.stem for p in examples.glob("*.mlir")} - {r[0] for r in runs}
assert not missing, f"no run for {missing}"
failed = 0
for name, entry, inputs, wants, *written in runs:
    command = [prim_run, examples / f"{name}.mlir", f"--entry={entry}"]
    command += [f"--chip={chip}", *options]
    buffers = written[0] if written else []
    command += [f"--inout={len(inputs) + i}" for i, _ in enumerate(buffers)]
    for i, value in enumerate([*inputs, *buffers]):
        np.save(folder / f"in{i}.npy", value)
        command.append(folder / f"in{i}.npy")
    for i, _ in enumerate(wants):
        (folder / f"out{i}.npy").unlink(missing_ok=True)
        command.append(f"--output={folder}/out{i}.npy")
    status = subprocess.run(command).returncode
    good = status == 0
    for i, want in enumerate(wants if good else []):
        got = np.load(folder / f"out{i}.npy")
        if (name, entry) == ("segments", "keys"):
            # Elements after the count are undefined.
            got = got[: len(heads)] if got.ndim else got
        good = good and np.array_equal(got, want)
    if not good:
        print(f"FAIL {name} {entry} on {chip} {options}, exit status {status}")
        failed += 1
print(f"{len(runs)} programs on {chip}, {failed} failed")
sys.exit(1 if failed else 0)
