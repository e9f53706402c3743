# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The worked examples of test/golden/device.yaml, with sizes known at compile
time and not."""

import json
import pathlib

import numpy as np
import programs
from harness import DTYPES, Suite, same


def widen(narrow, wide):
    return f""" prologue {{
  ^bb0(%e: {narrow}):
    %w = arith.extsi %e : {narrow} to {wide}
    prim.yield %w : {wide}
  }}"""


def first_of(*wants):
    """A check that outputs begin with `wants`; what lies behind is undefined."""

    def check(outputs):
        return same(*wants)([got[: len(want)] if want.ndim else got
                             for got, want in zip(outputs, wants, strict=True)])  # fmt: skip

    return check


suite = Suite()
golden = pathlib.Path(__file__).parents[3] / "golden" / "device.yaml"
for line in golden.read_text().splitlines():
    if line.startswith("#"):
        continue
    case = json.loads(line)
    types = case["types"]
    ins = case.get("in_types", types)
    inputs = [np.array(x, DTYPES[t]) for x, t in zip(case["in"], ins, strict=True)]
    # What says where segments are. Flags and keys make as many as the last output says.
    clause = next((c for c in ("segments", "by_key") if c in case), None)
    keys = case.get("border_types", [])
    borders = [np.array(x, DTYPES[t]) for x, t in zip(case.get(clause, []), keys, strict=True)]
    counts = case["op"] == "reduce" and clause == "by_key"
    outs = types * 2 if "total" in case else types
    if counts:
        outs = keys + types + ["i32"]
    wants = [np.array(x, DTYPES[t]) for x, t in zip(case["out"], outs, strict=True)]
    # Wider accumulators than elements.
    extra = widen(ins[0], types[0]) if ins != types else ""
    start = [case["init"]] if "init" in case else []
    combiner = programs.affine(types[0]) if "region" in case else case.get("kind")
    for n in [None, len(inputs[0])]:
        said = [clause, keys, None if n is None else len(borders[0])] if clause else None
        name = f"golden_{case['id'].replace('-', '_')}_{'dynamic' if n is None else 'static'}"
        if case["op"] == "sort":
            text = programs.sort(
                name,
                types,
                case["order"],
                case.get("descending", False),
                n=n,
                bits=case.get("bits"),
                clobber=case.get("clobber", False),
                # Small tiles compile in less time than those of the tables.
                tile=None if case["id"] == "D3" else (64, 2),
                borders=said,
            )
        elif case["op"] == "scan":
            text = programs.scan(
                name,
                types,
                combiner,
                case["mode"],
                n=n,
                init=bool(start),
                total="total" in case,
                extra=extra,
                ins=ins,
                borders=said,
            )
        else:
            text = programs.reduce(
                name,
                types,
                combiner,
                n=n,
                init=bool(start),
                extra=extra,
                ins=ins,
                borders=said,
                capacity=len(wants[0]) if n is not None and counts else None,
            )
        suite.function(name, text)
        suite.case(
            f"{case['id']} {'dynamic' if n is None else 'static'}",
            name,
            inputs + start + borders,
            (first_of if counts else same)(*wants),
            outputs=len(wants),
        )

suite.run()
