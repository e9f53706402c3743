# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: prim-opt
# RUN: %python %s %prim_src %prim_obj/bin/prim-opt
# RUN: %python %prim_src/scripts/draw_passes.py --check
"""Checks that docs/passes.yaml lists the passes of both pipelines in order."""

import pathlib
import re
import subprocess
import sys

import yaml

source, prim_opt = pathlib.Path(sys.argv[1]), sys.argv[2]
stages = yaml.safe_load((source / "docs/passes.yaml").read_text())
code = (source / "lib/Pipelines/PrimToBinary.cpp").read_text()
called = (source / "lib/Pipelines/KernelToLLVM.cpp").read_text()
for stage in stages:
    body = re.search(r"void prim::%s\(.*?\n}" % stage["stage"], code, re.DOTALL)[0]
    # The function that lowers kernels has a file of its own.
    body += called if "buildKernelToLLVMPipeline(" in body else ""
    created = {name.lower() for name in re.findall(r"create(\w+?)(?:Pass)?\(", body)}
    for name in [name for both, _ in stage["passes"] for name in both.split(" | ")]:
        short = name.replace("-", "")
        if name.startswith("prim-"):
            assert created & {short, short.removeprefix("prim")}, f"{stage['stage']} does not add {name}"
names = [name for stage in stages for name, _ in stage["passes"]]
for number, pipeline in enumerate(["prim-to-rocdl-pipeline=chip=gfx942", "prim-to-nvvm-pipeline=chip=sm_90"]):
    run = subprocess.run([prim_opt, f"--{pipeline}", "--dump-pass-pipeline", "-"], input="", text=True,
                         capture_output=True, check=True)  # fmt: skip
    # Options are in braces; those of canonicalize contain braces themselves.
    text = run.stderr
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", "", text)
    passes = re.findall(r"^ +([\w-]+),?$", text, re.MULTILINE)
    wanted = [name.split(" | ")[number] if " | " in name else name for name in names]
    assert passes == wanted, f"{pipeline}\n{passes}\nand docs/passes.yaml\n{wanted}"
