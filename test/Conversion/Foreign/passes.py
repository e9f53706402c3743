# REQUIRES: prim-opt
# RUN: %python %s %prim_obj/bin/prim-opt %S/Inputs
"""Every pass and pipeline of prim's on IR with ops, types and attributes of dialects
that are not registered: it keeps them, or says what is wrong with which op."""

import pathlib
import re
import subprocess
import sys

prim_opt, inputs = sys.argv[1:]


def run(*arguments):
    return subprocess.run(
        [prim_opt, "--allow-unregistered-dialect", *arguments],
        capture_output=True,
        text=True,
    )


help_text = run("--help").stdout
passes = sorted(set(re.findall(r"^ +--(prim-[\w-]+)", help_text, re.M)))
assert len(passes) > 20, passes
files = sorted(pathlib.Path(inputs).glob("*.mlir"))
assert len(files) > 5, files
failed, kept = [], 0
for name in passes:
    options = [f"--{name}"]
    if "pipeline" in name:
        chip = "sm_90" if "nvvm" in name else "gfx942"
        options = [f"--{name}=chip={chip}"]
    for file in files:
        for attach in ([], ["--rocdl-attach-target=chip=gfx942"]):
            # A pass over gpu.module is run in its place too.
            found = run(str(file), *attach, *options)
            if found.returncode not in (0, 1) or (
                found.returncode and "error:" not in found.stderr
            ):
                failed.append((name, file.name, attach, found.returncode))
            kept += found.returncode == 0
for failure in failed:
    print("crashed or said nothing:", *failure)
print(f"{len(passes)} passes, {len(files)} inputs, {kept} runs kept all")
assert kept and not failed
