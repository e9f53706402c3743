# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The worked examples of test/golden/device.yaml, with sizes known at compile time and
with unknown ones."""

import json
import pathlib

import numpy as np

import finds
import ops.batch_copy
import ops.histogram
import ops.merge
import ops.reduce
import ops.run_length
import ops.scan
import ops.search
import ops.select
import ops.sort
import ops.topk
from ops import fold_text
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite


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
    """A region that says whether a predicate holds; for several predicates, the number
    of the first one that holds."""
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
    """The program of a select of `n` elements, its inputs, and the expected results."""
    names = case["where"].split(", ") if "where" in case else []
    text = ops.select.function(
        name, case["types"], tensors=True, sizes=(n, n), heads=case.get("heads"),
        flags=case.get("flag_type"), classes=case.get("classes"), rest=case.get("rest"),
        where=where(names) if names else "",
    )  # fmt: skip
    inputs = [np.array(x, DTYPES[t]) for x, t in zip(case["in"], case["types"], strict=True)]
    if "flags" in case:
        inputs.append(np.array(case["flags"], DTYPES[case["flag_type"]]))
    return text, inputs, [np.array(x, np.int32) for x in case["out"]]


def histogram(name, case, is_image):
    """The program of a histogram, its inputs, and the expected results. The rows of an
    image are apart, with samples in between that would change the counts."""
    x = np.array(case["in"], DTYPES[case["type"]] if case["type"] != "i8" else np.uint8)
    channels = case.get("channels")
    wants = []
    for counts in case["out"]:
        bins = case.get("bins", len(counts))
        wants.append(np.array(counts + [0] * (bins - len(counts)), np.int32))
    text = ops.histogram.function(
        name, [case["type"]], [len(want) for want in wants], case["how"], case["levels"],
        channels=channels, order=case.get("order", ""),
        shape="?x?" if is_image else "?", layout=", strided<[?, 1]>" if is_image else "",
    )  # fmt: skip
    if is_image:
        columns, stride = case["columns"], case["stride"]
        image = x.reshape(-1, columns, channels or 1)
        padded = np.full((len(image), stride, channels or 1), image[0, 1, 0])
        padded[:, :columns] = image
        x = padded.reshape(len(image), -1)
        # Callers pass whole buffers; the function takes the part.
        part = columns * (channels or 1)
        ty = f"memref<?x?x{case['type']}, strided<[?, 1]>>"
        plain = f"memref<?x?x{case['type']}>"
        text = text.replace(f"%x0: {ty}", f"%whole: {plain}").replace(
            ") {\n", f""") {{
  %zero = arith.constant 0 : index
  %rows = memref.dim %whole, %zero : {plain}
  %part = memref.subview %whole[0, 0] [%rows, {part}] [1, 1] : {plain} to memref<?x{part}x{case['type']}, strided<[?, 1]>>
  %x0 = memref.cast %part : memref<?x{part}x{case['type']}, strided<[?, 1]>> to {ty}
""", 1)  # fmt: skip
    else:
        x = x.ravel()
    given = []
    for bounds in case["bounds"]:
        levels = np.array(bounds, DTYPES[case["levels"]])
        given += levels.tolist() if case["how"] == "even" else [levels]
    return text, [x.view(np.int8) if x.dtype == np.uint8 else x, *given], wants


def lookup(case):
    """A search or a batch copy, on memrefs."""
    name, types = f"golden_{case['id'].replace('-', '_')}", case["types"]
    dtype, (given,), (out,) = DTYPES[types[0]], case["in"], case["out"]
    given = np.array(given, dtype)
    if case["op"] == "search":
        (of,) = case["out_types"]
        text = ops.search.function(name, case["mode"], types, of, case["order"])
        want = np.array(out, DTYPES[of])
        inputs = [given, np.array(case["sorted"][0], dtype), np.full_like(want, -1)]
    else:
        text = ops.batch_copy.function(name, types[0])
        want = np.array(out, dtype)
        copies = [np.array(case[key], np.int32) for key in ("from", "to", "sizes")]
        inputs = [given, *copies, np.array(case["into"], dtype)]
    suite.function(name, text)
    suite.case(case["id"], name, inputs, same(want), outputs=1, inout=[len(inputs) - 1])



# The maps by name: the clauses, and the region. Sources replace the place and the
# number from which they start.
MAPS = {
    "plus five": ("", """^bb0(%a: i16):
    %five = arith.constant 5 : i16
    %b = arith.addi %a, %five : i16
    %r = arith.extsi %b : i16 to i32"""),
    "sum": ("", """^bb0(%a: i32, %b: i32):
    %r = arith.addi %a, %b : i32"""),
    "constant": ("", """^bb0:
    %r = arith.addi %start, %zero : i32"""),
    "counting": ("", """^bb0(%i: index):
    %j = arith.index_cast %i : index to i32
    %r = arith.addi %start, %j : i32"""),
    **{f"difference {side}": (f" neighbour({side})", """^bb0(%a: i32, %b: i32, %has: i1):
    %d = arith.subi %a, %b : i32
    %r = arith.select %has, %d, %a : i32""") for side in ["left", "right"]},
}  # fmt: skip


def map_text(name, case, n):
    """A map of arrays with `n` elements; None if the size is unknown."""
    clauses, region = MAPS[case["map"]]
    size = "?" if n is None else n
    ins = [(f"%x{i}", f"memref<{size}x{ty}>") for i, ty in enumerate(case["types"])]
    group = " ins(%s : %s)" % tuple(", ".join(part) for part in zip(*ins)) if ins else ""
    parameters = "".join(f"{value}: {ty}, " for value, ty in ins)
    start = ", %start: i32" if "start" in case else ""
    return f"""func.func @{name}({parameters}%y: memref<{size}xi32>{start}) {{
  %zero = arith.constant 0 : i32
  prim.device_map{group} outs(%y : memref<{size}xi32>){clauses} map {{
  {region}
    prim.yield %r : i32
  }}
  return
}}
"""


FINDS = {
    "first_of": finds.first_of,
    "search": finds.sequence,
    "find_end": lambda name, ty: finds.sequence(name, ty, last=True),
    "adjacent two apart": lambda name, ty: finds.adjacent(name, ty, """      %two = arith.constant 2 : i32
      %d = arith.subi %a, %b : i32
      %is = arith.cmpi eq, %d, %two : i32"""),
}  # fmt: skip


def first_of(*wants):
    """A check that outputs begin with `wants`; elements after them are undefined."""

    def check(outputs):
        return same(*wants)([got[: len(want)] if want.ndim else got
                             for got, want in zip(outputs, wants, strict=True)])  # fmt: skip

    return check


def rank(name, case):
    """The program of a topk or nth, its inputs, and a check of its results."""
    keys, parts = case["in"][0], [np.array(part, np.int32) for part in case["out"]]
    text = ops.topk.function(
        name, case["op"], case["types"], case["order"], rest=case["op"] == "topk",
        tensors=True, sizes=(len(keys) if "nth" in case else len(parts[0]), len(parts[-1])),
    )  # fmt: skip

    def check(outputs):
        if "nth" in case:
            (got,), nth = outputs, case["nth"]
            outputs = [np.sort(part) for part in np.split(got, [nth, nth + 1])]
        else:
            outputs = [outputs[0], np.sort(outputs[1])]
        return same(*parts)(outputs)

    return text, [np.array(keys, np.int32)] + [case[n] for n in ("nth",) if n in case], check


suite = Suite()
golden = pathlib.Path(__file__).parents[3] / "golden" / "device.yaml"
for line in golden.read_text().splitlines():
    if line.startswith("#"):
        continue
    case = json.loads(line)
    if case["op"] == "select":
        # The outputs on tensors have the known sizes.
        name = f"golden_{case['id']}"
        text, inputs, wants = select(name, case, len(case["in"][0]))
        suite.function(name, text)
        suite.case(case["id"], name, inputs, first_of(*wants), outputs=len(wants))
        continue
    if case["op"] == "histogram":
        for is_image in (False, True):
            name = f"golden_{case['id']}{'_image' * is_image}"
            text, inputs, wants = histogram(name, case, is_image)
            suite.function(name, text)
            suite.case(case["id"], name, [*inputs, *(np.full_like(w, 77) for w in wants)],
                       same(*wants), outputs=len(wants),
                       inout=range(len(inputs), len(inputs) + len(wants)))  # fmt: skip
        continue
    if case["op"] in ("search", "batch_copy"):
        lookup(case)
        continue
    if case["op"] in ("nth", "topk"):
        name = f"golden_{case['id']}"
        text, inputs, check = rank(name, case)
        suite.function(name, text)
        suite.case(case["id"], name, inputs, check, outputs=1 if "nth" in case else 2)
        continue
    if case["op"] == "run_length":
        name, n = f"golden_{case['id']}", len(case["in"][0])
        suite.function(name, ops.run_length.function(
            name, case["types"], case["nontrivial"], firsts=case["types"], tensors=True, size=n))  # fmt: skip
        inputs = [np.array(x, DTYPES[t]) for x, t in zip(case["in"], case["types"], strict=True)]
        wants = [np.array(x, np.int32) for x in case["out"]]
        suite.case(case["id"], name, inputs, first_of(*wants), outputs=len(wants))
        continue
    if case["op"] == "map":
        inputs = [np.array(x, DTYPES[t]) for x, t in zip(case["in"], case["types"], strict=True)]
        start = [case["start"]] if "start" in case else []
        want = np.array(case["out"], np.int32)
        for n in [None, len(want)]:
            name = f"golden_{case['id']}_{'dynamic' if n is None else 'static'}"
            suite.function(name, map_text(name, case, n))
            suite.case(case["id"], name, inputs + [np.zeros_like(want)] + start, same(want),
                       inout=[len(inputs)])  # fmt: skip
        continue
    if case["op"] == "find":
        name = f"golden_{case['id']}"
        suite.function(name, FINDS[case["find"]](name, "i32"))
        inputs = [np.array(x, np.int32) for x in case["in"]] + [np.array(-7, np.int64)]
        suite.case(case["id"], name, inputs, same(np.int64(case["out"])), inout=[len(inputs) - 1])
        continue
    types = case["types"]
    ins = case.get("in_types", types)
    inputs = [np.array(x, DTYPES[t]) for x, t in zip(case["in"], ins, strict=True)]
    others = [np.array(x, DTYPES[t]) for x, t in zip(case.get("with", []), types)]
    # The operands that define segments. With flags and keys, the last output receives
    # the number of segments.
    clause = next((c for c in ("segments", "by_key") if c in case), None)
    keys = case.get("border_types", [])
    borders = [np.array(x, DTYPES[t]) for x, t in zip(case.get(clause, []), keys, strict=True)]
    counts = case["op"] == "reduce" and clause == "by_key"
    outs = types * 2 if "total" in case else types
    if counts:
        outs = keys + types + ["i32"]
    wants = [np.array(x, DTYPES[t]) for x, t in zip(case["out"], outs, strict=True)]
    # Accumulators that are wider than the elements.
    extra = widen(ins[0], types[0]) if ins != types else ONES if "ones" in case else ""
    start = [case["init"]] if "init" in case else []
    combiner = fold_text.affine(types[0]) if "region" in case else case.get("kind")
    for n in [None, len(inputs[0])]:
        said = [clause, keys, None if n is None else len(borders[0])] if clause else None
        name = f"golden_{case['id'].replace('-', '_')}_{'dynamic' if n is None else 'static'}"
        if case["op"] == "sort":
            text = ops.sort.function(
                name,
                types,
                case["order"],
                case.get("descending", False),
                n=n,
                bits=case.get("bits"),
                clobber=case.get("clobber", False),
                keys=case.get("keys"),
                # Small tiles compile in less time than those of the tables.
                tile=None if case["id"] == "D3" else (64, 2),
                borders=said,
            )
        elif case["op"] == "merge":
            sizes = (n, None if n is None else len(others[0]))
            text = ops.merge.function(name, types, case["order"], sizes=sizes, tile=(64, 2))
        elif case["op"] == "scan":
            text = ops.scan.function(
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
            text = ops.reduce.function(
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
            inputs + others + start + borders,
            (first_of if counts else same)(*wants),
            outputs=len(wants),
        )

suite.run()
