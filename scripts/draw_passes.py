# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws docs/passes.svg from docs/passes.yaml: a box for each stage of the pipelines
with its passes in order, and between boxes the ops that the IR holds there. With
--check it writes nothing, and fails if the drawing does not match the list."""

import pathlib
import sys

import yaml

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "benchmark"))

import chart  # noqa: E402

WIDTH, ROW, NAME = 760, 18, 300
STAGES = yaml.safe_load((root / "docs/passes.yaml").read_text())

canvas = chart.Canvas(WIDTH, "The passes from a program with prim ops to code objects and host code", [])
y = 58
canvas.text(16, y, "MLIR with prim ops at any level, on tensors or memrefs", "small")
for stage in STAGES:
    height = 30 + ROW * len(stage["passes"])
    y += 10
    canvas.line(32, y, 32, y + 12, "axis")
    y += 12
    for left, top, right, bottom in [(16, y, 744, y), (16, y + height, 744, y + height),
                                     (16, y, 16, y + height), (744, y, 744, y + height)]:  # fmt: skip
        canvas.line(left, top, right, bottom, "axis")
    canvas.text(28, y + 20, stage["stage"], "head")
    for i, (name, does) in enumerate(stage["passes"]):
        canvas.text(44, y + 38 + i * ROW, name)
        canvas.text(44 + NAME, y + 38 + i * ROW, does, "small")
    y += height + 10
    canvas.line(32, y - 10, 32, y + 2, "axis")
    y += 16
    canvas.text(16, y, stage["ops"], "small")

drawing, path = canvas.svg(y + 16), root / "docs/passes.svg"
if sys.argv[1:] == ["--check"]:
    sys.exit(path.read_text() != drawing and f"{path.name} is not the drawing of passes.yaml: run {sys.argv[0]}")
path.write_text(drawing)
