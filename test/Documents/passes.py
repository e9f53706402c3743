# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: prim-opt
# RUN: %python %s %prim_src %prim_obj/bin/prim-opt
# RUN: %python %prim_src/scripts/draw_passes.py --check
"""Checks that docs/passes.yaml lists the passes of both pipelines in order, and that the
table of docs/Architecture.md is that of lib/Pipelines. --update writes the table."""

import argparse
import pathlib
import re
import subprocess
import sys

import yaml

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("prim_opt")
parser.add_argument("--update", action="store_true")
args = parser.parse_args()

stages = yaml.safe_load((args.source / "docs/passes.yaml").read_text())
code = (args.source / "lib/Pipelines/PrimToBinary.cpp").read_text()
called = (args.source / "lib/Pipelines/KernelToLLVM.cpp").read_text()
# By C++ name: the default and the name in text.
options = {
    name: (default == "true", argument)
    for name, default, argument in re.findall(
        r'\bPRIM_\w+\(bool, (\w+), (\w+), "([\w-]+)"',
        (args.source / "include/prim/Pipelines/CompileOptions.def").read_text(),
    )
}
PIPELINES = ["prim-to-rocdl-pipeline=chip=gfx942", "prim-to-nvvm-pipeline=chip=sm_90"]


def dumped(pipeline):
    """The passes of a pipeline in order, each with the op that it is anchored on."""
    run = subprocess.run([args.prim_opt, f"--{pipeline}", "--dump-pass-pipeline", "-"], input="", text=True,
                         capture_output=True, check=True)  # fmt: skip
    # Options are in braces; those of canonicalize contain braces themselves.
    text = run.stderr
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", "", text)
    passes, anchors = [], []
    for name, end in re.findall(r"([\w.-]+)?(\(|\)|,|\n)", text[text.index("builtin.module(") :]):
        if end == "(":
            anchors.append(name)
            continue
        if name:
            passes.append((name, anchors[-1]))
        if end == ")":
            anchors.pop()
    return passes


def created(stage):
    """The calls that create the stage's passes, and when it is added."""
    body = re.search(r"void prim::%s\(.*?\n}" % stage, code, re.DOTALL)[0]
    # The function that lowers kernels has a file of its own.
    body = re.sub(r"buildKernelToLLVMPipeline\(.*?;", lambda _: called, body)
    whole = re.search(r"if \(options\.(\w+)[^)]*\)\s+%s\(" % stage, code)
    for condition, name in re.findall(r"(?:if \(options\.(\w+)\)\s+)?\w+\.addPass\(\s*(?:\w+::)?(create\w+)",
                                      body.replace("addNestedPass<gpu::GPUModuleOp>", "addPass")
                                          .replace("addNestedPass<func::FuncOp>", "addPass")):  # fmt: skip
        option = condition or (whole[1] if whole else "")
        default, argument = options.get(option, (True, ""))
        added = f"unless `{argument}=false`" if default else f"by `{argument}`"
        yield name.replace("createAttachTarget", "createPrimAttachTarget"), added if option else "always"


def agree(name, function):
    """Whether `function` creates the pass. Names of upstream's passes may differ."""
    short = re.sub("^create|Pass$", "", function).lower()
    return not name.startswith("prim-") or short == name.replace("-", "")


def page_of(name):
    """The generated page that has the pass."""
    [page] = (p.name for p in (args.source / "docs").glob("*Passes.md") if f"\n### `-{name}`\n" in p.read_text())
    return page


def table():
    asked = "".join(f" {argument}=true" for name, (_, argument) in options.items() if f"options.{name}" in code)
    both = [dumped(pipeline + asked) for pipeline in PIPELINES]
    passes = [(a, b, anchor) for (a, anchor), (b, _) in zip(*both, strict=True)]
    rows = ["| stage | pass | C++ | on | added |", "|---|---|---|---|---|"]
    for stage, drawn in [(stage["stage"], stage["passes"]) for stage in stages]:
        calls, shown, ordinary = list(created(stage)), f"`{stage}`", []
        while calls:
            (name, other, anchor), (function, added) = passes.pop(0), calls.pop(0)
            names, functions = [name], [function]
            if other != name:
                names.append(other)
                functions.append(calls.pop(0)[0])
            for pair in zip(names, functions, strict=True):
                assert agree(*pair), f"{stage}: {pair}"
            links = [f"[{n}]({page_of(n)}#-{n})" if n.startswith("prim-") else n for n in names]
            rows.append(f"| {shown} | {' or '.join(links)} | {' or '.join(f'`{f}`' for f in functions)} "
                        f"| `{anchor}` | {added} |")  # fmt: skip
            shown = ""
            ordinary += [" | ".join(names)] * (not added.startswith("by "))
        assert ordinary == [name for name, _ in drawn], f"{stage} adds {ordinary}, and not what docs/passes.yaml has"
    assert not passes, passes
    return rows


names = [name for stage in stages for name, _ in stage["passes"]]
for number, pipeline in enumerate(PIPELINES):
    passes = [name for name, _ in dumped(pipeline)]
    wanted = [name.split(" | ")[number] if " | " in name else name for name in names]
    assert passes == wanted, f"{pipeline}\n{passes}\nand docs/passes.yaml\n{wanted}"

page = args.source / "docs/Architecture.md"
text = page.read_text()
found = re.search(r"(?<=\n)\| stage \| pass \|.*?\n(?=\n)", text, re.DOTALL)
if not found:
    sys.exit("docs/Architecture.md has no table of passes")
wanted = "\n".join(table()) + "\n"
if args.update:
    page.write_text(text.replace(found[0], wanted))
elif found[0] != wanted:
    sys.exit(f"docs/Architecture.md: the table of passes is not current; run {pathlib.Path(sys.argv[0]).name} with --update")
