# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %prim_src
"""Checks that "A new back end" in docs/Architecture.md links each source that depends on
the family of a chip, and says how many functions a family has to implement."""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
page = (source / "docs/Architecture.md").read_text()
section = re.search(r"^## A new back end\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)[0]
linked = set(re.findall(r"\](?:\(|: )\.\./([^)#\s]+)", section))

ASKS = re.compile(r"TargetFamily::|\bisAMD\b|\bisAMDGPU\b|\bisNvidia\b|isNVPTX|ROCDLTargetAttr|NVVMTargetAttr")
# Folders of one family. The section names these, or they are about AMD alone.
OF_ONE = ("lib/Target/ROCDL/", "lib/Target/NVVM/", "lib/Conversion/GPUToROCDL/", "lib/Conversion/GPUToNVVM/",
          "lib/CodeObject/", "runtime/emulator/", "tools/prim-fuzz/")  # fmt: skip

bad = []
for folder in ["include", "lib", "runtime", "tools"]:
    for file in sorted((source / folder).rglob("*")):
        name = str(file.relative_to(source))
        if file.suffix not in (".h", ".cpp") or name.startswith(OF_ONE) or name in linked:
            continue
        # A comment or a default argument does not choose anything.
        code = re.sub(r"//.*|= TargetFamily::\w+,?$", "", file.read_text(), flags=re.MULTILINE)
        if ASKS.search(code):
            bad.append(f"{name} depends on the family, and the section does not link it")

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
for name, file in [("TargetLowering", "include/prim/Target/TargetLowering.h"),
                   ("CrossLane", "include/prim/Target/CrossLane.h"),
                   ("KernelConversion", "lib/Conversion/KernelToLLVM/KernelToLLVM.h")]:  # fmt: skip
    number = NUMBERS[len(re.findall(r"= 0;", (source / file).read_text()))]
    if not re.search(rf"`{name}`\]\S+( which)? has {number} functions", " ".join(section.split())):
        bad.append(f"{file}: the section does not say that `{name}` has {number} functions to implement")
print("\n".join(bad))
sys.exit(bool(bad))
