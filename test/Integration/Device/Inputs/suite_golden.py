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


ONES = """ prologue {
  ^bb0(%e: i32):
    %one = arith.constant 1 : i32
    prim.yield %one : i32
  }"""
PREDICATES = {"even": 2, "three": 3}


def where(names):
    """A region that says whether a predicate holds, or which of several first: the
    number of that one."""
    text = "where {\n  ^bb0(%x: i32):\n    %zero = arith.constant 0 : i32\n"
    for name in names:
        text += f"""    %d_{name} = arith.constant {PREDICATES[name]} : i32
    %m_{name} = arith.remsi %x, %d_{name} : i32
    %{name} = arith.cmpi eq, %m_{name}, %zero : i32
"""
    if len(names) == 1:
        return text + f"    prim.yield %{names[0]} : i1\n  }}"
    text += f"    %c{len(names)} = arith.constant {len(names)} : i32\n"
    for i, name in reversed(list(enumerate(names))):
        text += f"""    %k{i} = arith.constant {i} : i32
    %c{i} = arith.select %{name}, %k{i}, %c{i + 1} : i32
"""
    return text + "    prim.yield %c0 : i32\n  }"


def select(name, case, n):
    """The program of a select of `n` elements, its inputs, and what must come of them."""
    names = case["where"].split(", ") if "where" in case else []
    text = programs.select(
        name, case["types"], tensors=True, sizes=(n, n), heads=case.get("heads"),
        flags=case.get("flag_type"), classes=case.get("classes"), rest=case.get("rest"),
        where=where(names) if names else "",
    )  # fmt: skip
    inputs = [np.array(x, DTYPES[t]) for x, t in zip(case["in"], case["types"], strict=True)]
    if "flags" in case:
        inputs.append(np.array(case["flags"], DTYPES[case["flag_type"]]))
    return text, inputs, [np.array(x, np.int32) for x in case["out"]]


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
    if case["op"] == "select":
        # The outputs of a tensor are as large as is known.
        name = f"golden_{case['id']}"
        text, inputs, wants = select(name, case, len(case["in"][0]))
        suite.function(name, text)
        suite.case(case["id"], name, inputs, first_of(*wants), outputs=len(wants))
        continue
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
    extra = widen(ins[0], types[0]) if ins != types else ONES if "ones" in case else ""
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
