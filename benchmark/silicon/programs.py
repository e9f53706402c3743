#!/usr/bin/env python3
# ===- programs.py - What is measured on silicon ----------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Prints MLIR with two functions on memrefs for every operation and type: one that works
# in its caller's workspace, such as scan_i32, and one that returns the workspace's
# size, scan_i32_workspace. Nothing is therefore allocated while time is measured.
#
#   benchmark/silicon/programs.py [--op NAMES] [--type NAMES] [--undefined]
#       [--tuning [OP[/TYPE]:]PARAMETERS]...
#
# `--tuning` gives ops a tuning attribute. If several apply, the last one is used:
#
#   --tuning 'block_size = 512, items_per_thread = 16'
#   --tuning 'scan:block_size = 1024' --tuning 'sort/u32:items_per_thread = 48'
#
# Workspaces are zero when an op starts and zero after it (`initialized`), which costs
# the owner a single memset. With `--undefined` the ops clear them.
#
# ===-----------------------------------------------------------------------=== #

import argparse

# Names of types: the MLIR type, and the order that sorts it as the type does.
TYPES = {
    "u8": ("i8", "ult"),
    "i32": ("i32", "slt"),
    "u32": ("i32", "ult"),
    "i64": ("i64", "slt"),
    "f16": ("f16", "total"),
    "bf16": ("bf16", "total"),
    "f32": ("f32", "total"),
    "f64": ("f64", "total"),
}
FOLDS = ["u8", "i32", "i64", "f16", "bf16", "f32", "f64"]
KEYS = ["u8", "i32", "u32", "i64", "f32", "f64"]
OPS = {"scan": FOLDS, "reduce": FOLDS, "sort": KEYS, "sort_pairs": KEYS}
# The ops of frameworks.py, which CUB lacks: scans of tuples, by their members and
# operator.
TUPLES = {
    "affine": (("f32", "f32"), """ combiner {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %s = arith.mulf %a, %c : f32
    %t = arith.mulf %b, %c : f32
    %u = arith.addf %t, %d : f32
    prim.yield %s, %u : f32, f32
  }"""),
    "argmax": (("f32", "i32"), """ combiner {
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %more = arith.cmpf ogt, %b, %a : f32
    %s = arith.select %more, %b, %a : f32
    %t = arith.select %more, %j, %i : i32
    prim.yield %s, %t : f32, i32
  }"""),
}  # fmt: skip
OPS |= {op: ["f32"] for op in TUPLES}


def choose_tuning(tunings, op, kind):
    """The last of `tunings`, in the command line's syntax, that applies to the op and
    type."""
    for text in reversed(tunings):
        place, colon, parameters = text.rpartition(":")
        if not colon or place in (op, f"{op}/{kind}"):
            return parameters.strip()
    return ""


def describe(op, kind):
    """The op's name with its flags, and its inputs and outputs {name: type}."""
    element, order = TYPES[kind]
    buffer = f"memref<?x{element}>"
    if op == "scan":
        return "prim.device_scan inclusive add", {"%x": buffer}, {"%o": buffer}
    if op == "reduce":
        return "prim.device_reduce add", {"%x": buffer}, {"%o": f"memref<{element}>"}
    if op == "sort":
        return f"prim.device_sort {order}", {"%x": buffer}, {"%o": buffer}
    values = "memref<?xi32>"
    if op in TUPLES:
        first, second = (f"memref<?x{member}>" for member in TUPLES[op][0])
        return "prim.device_scan inclusive", {"%x": first, "%v": second}, {"%o": first, "%p": second}
    return f"prim.device_sort {order}", {"%x": buffer, "%v": values}, {"%o": buffer, "%p": values}


def function(op, kind, tuning="", initialized=True):
    """The two functions of an op. `tuning` is the contents of its attribute."""
    name, ins, outs = describe(op, kind)
    operands = " ".join(
        f"{group}({', '.join(buffers)} : {', '.join(buffers.values())})"
        for group, buffers in (("ins", ins), ("outs", outs))
    )
    parameters = ", ".join(f"{n}: {t}" for n, t in {**ins, **outs}.items())
    workspace = "workspace(%w : memref<?xi8>)" + (" initialized" if initialized else "")
    rest = f" tuning<{tuning}>" if tuning else ""
    rest += TUPLES[op][1] if op in TUPLES else ""
    return f"""func.func @{op}_{kind}({parameters}, %w: memref<?xi8>) {{
  {name} {operands}
      {workspace}{rest}
  return
}}
func.func @{op}_{kind}_workspace({parameters}) -> index {{
  %bytes = prim.workspace_size {{
    {name} {operands}{rest}
  }} : index
  return %bytes : index
}}
"""


def program(ops=None, types=None, tunings=(), initialized=True):
    """The functions of the ops and types named, or of all."""
    return "".join(
        function(op, kind, choose_tuning(tunings, op, kind), initialized)
        for op in OPS
        if not ops or op in ops
        for kind in OPS[op]
        if not types or kind in types
    )


def names(known):
    """A parser for a comma-separated list of such names from the command line."""

    def read(text):
        unknown = [name for name in text.split(",") if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"there is no {unknown[0]}, only {', '.join(known)}")
        return text.split(",")

    return read


def main():
    parser = argparse.ArgumentParser(description="prints the MLIR of what is measured")
    parser.add_argument("--op", type=names(OPS), metavar="NAMES", help=f"of {','.join(OPS)}")
    parser.add_argument("--type", type=names(TYPES), metavar="NAMES", help=f"of {','.join(TYPES)}")
    parser.add_argument("--tuning", action="append", default=[], metavar="PARAMETERS")
    parser.add_argument("--undefined", action="store_true")
    options = parser.parse_args()
    print(program(options.op, options.type, options.tuning, not options.undefined), end="")


if __name__ == "__main__":
    main()
