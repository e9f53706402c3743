# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the ops in the table of docs/FromCUB.md and compares them with numpy's
results for the call of CUB or rocPRIM in the same row."""

import pathlib
import re

import numpy as np

from primtest.suite import Suite

PAGE = pathlib.Path(__file__).resolve().parents[4] / "docs/FromCUB.md"
N = 1000
rng = np.random.default_rng(5)
suite = Suite()

x, v = (rng.integers(-50, 50, N).astype(np.int32) for _ in range(2))
k = np.sort(rng.integers(0, 40, N)).astype(np.int32)
s, t = (np.sort(rng.integers(-50, 50, n)).astype(np.int32) for n in (300, 200))
o = np.int32([0, 10, 10, 500, N])
f = rng.random(N) < 0.3
i, h, j = 3, 43, 17
c, d, z = np.int64([0, 500]), np.int64([100, 700]), np.int64([50, 200])
INPUTS = dict(x=x, v=v, k=k, s=s, t=t, o=o, f=f, i=i, h=h, j=j, c=c, d=d, z=z)
SCALARS = dict(i="i32", h="i32", j="index")
OUTPUTS = dict(y=N, w=N, u=N, g=len(o) - 1, m=500, p=8, b=4, r=(), n=())


def segments(array):
    return [array[begin:end] for begin, end in zip(o, o[1:], strict=False)]


heads = np.flatnonzero(np.diff(k, prepend=k[0] - 1))
runs = np.split(np.arange(N), heads[1:])
difference = x.copy()
difference[1:] -= x[:-1]
copied = np.full(N, -1, np.int32)
for source, target, size in zip(c, d, z, strict=True):
    copied[target : target + size] = x[source : source + size]
before = np.concatenate([[i], np.maximum.accumulate(np.maximum(x, i))[:-1]])

# The call of CUB, or of rocPRIM if CUB has none; the first elements of each output.
EXPECTED = {
    "DeviceReduce::Sum": dict(r=x.sum()),
    "DeviceReduce::Max": dict(r=x.max()),
    "DeviceReduce::TransformReduce": dict(r=(x * x).sum()),
    "DeviceSegmentedReduce::Sum": dict(g=[part.sum() for part in segments(x)]),
    "DeviceReduce::ReduceByKey": dict(u=k[heads], y=[x[run].sum() for run in runs], n=len(heads)),
    "DeviceScan::InclusiveSum": dict(y=x.cumsum()),
    "DeviceScan::ExclusiveScan": dict(y=before),
    "DeviceScan::InclusiveSumByKey": dict(y=np.concatenate([x[run].cumsum() for run in runs])),
    "DeviceSegmentedScan::InclusiveSegmentedSum": dict(y=np.concatenate([part.cumsum() for part in segments(x)])),
    "DeviceRadixSort::SortKeys": dict(y=np.sort(x)),
    "DeviceRadixSort::SortKeysDescending": dict(y=np.sort(x)[::-1]),
    "DeviceRadixSort::SortPairs": dict(y=np.sort(x), w=v[np.argsort(x, kind="stable")]),
    "DeviceRadixSort::SortKeys, begin_bit, end_bit": dict(y=x[np.argsort(x & 15, kind="stable")]),
    "DeviceMergeSort::StableSortKeys": dict(y=np.sort(x)[::-1]),
    "DeviceSegmentedSort::SortKeys": dict(y=np.concatenate([np.sort(part) for part in segments(x)])),
    "DeviceTopK::MaxKeys": dict(p=np.sort(x)[::-1][:8]),
    "nth_element": dict(),
    "DeviceMerge::MergeKeys": dict(m=np.sort(np.concatenate([s, t]))),
    "DeviceSelect::Flagged": dict(y=x[f], n=f.sum()),
    "DeviceSelect::If": dict(y=x[x > i], n=(x > i).sum()),
    "DeviceSelect::Unique": dict(y=k[heads], n=len(heads)),
    "DevicePartition::Flagged": dict(y=x[f], n=f.sum(), w=x[~f]),
    "DeviceRunLengthEncode::Encode": dict(u=k[heads], y=[len(run) for run in runs], n=len(heads)),
    "DeviceHistogram::HistogramEven": dict(b=np.histogram(x[x < h], 4, (i, h))[0]),
    "DeviceAdjacentDifference::SubtractLeftCopy": dict(y=difference),
    "DeviceTransform::Transform": dict(y=x + v),
    "thrust::lower_bound": dict(y=np.searchsorted(s, x)),
    "DeviceMemcpy::Batched": dict(y=copied),
}


def compared(call, names):
    """A check of the outputs `names`; for nth_element, a check that element j is at its
    place."""

    def check(outputs):
        found = dict(zip(names, outputs, strict=True))
        if call == "nth_element":
            y = found["y"]
            right = (np.sort(y) == np.sort(x)).all() and y[:j].max() <= y[j] <= y[j + 1 :].min()
            return None if right else f"element {j} is not in its place"
        for name, want in EXPECTED[call].items():
            want = np.asarray(want)
            part = found[name][: len(want)] if want.ndim else found[name]
            if (part != want).any():
                return f"%{name} is {part}, not {want}"
        return None

    return check


rows = [line.split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("|") and "`prim." in line]
for number, (cub, rocprim, prim) in enumerate(rows):
    call = (cub.strip("| ") or rocprim).replace("`", "")
    text = prim.strip("| ").strip("`")
    defined = set(re.findall(r"%(\w+) =", text)) | set(re.findall(r"%(\w+): ", text))
    used = list(dict.fromkeys(name for name in re.findall(r"%(\w+)", text) if name not in defined))
    types = dict(SCALARS)
    for names, listed in re.findall(r"\((%[^:()]+) : ([^)]+)\)", text):
        types.update(zip(re.findall(r"%(\w+)", names), listed.split(", "), strict=True))
    values = []
    for name in used:
        values.append(INPUTS[name] if name in INPUTS else np.full(OUTPUTS[name], -1, np.int32))
    written = [name for name in used if name in OUTPUTS]
    parameters = ", ".join(f"%{name}: {types[name]}" for name in used)
    suite.function(f"row{number}", f"func.func @row{number}({parameters}) {{\n  {text}\n  return\n}}\n")
    suite.case(call, f"row{number}", values, compared(call, written), outputs=len(written),
               inout=[used.index(name) for name in written])  # fmt: skip

missing = set(EXPECTED) - {(cub.strip("| ") or rocprim).replace("`", "") for cub, rocprim, _ in rows}
assert not missing, missing
suite.run()
