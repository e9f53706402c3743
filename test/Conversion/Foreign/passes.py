# REQUIRES: prim-opt, plugin
# RUN: %python %s %S/Inputs %t.mlir %prim_obj/bin/prim-opt
# RUN: %python %s %S/Inputs %t.mlir mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin
"""Runs every pass and pipeline of prim on IR with unregistered ops, types and
attributes, in prim-opt and in stock mlir-opt with the plugin. A pass must keep them, or
report an error at the op."""

import pathlib
import re
import subprocess
import sys

inputs, all_inputs, *command = sys.argv[1:]


def run(*arguments):
    return subprocess.run(
        [*command, "--allow-unregistered-dialect", *arguments],
        capture_output=True,
        text=True,
    )


def ends_well(found):
    """Whether everything is kept, or every error is at a location of the input."""
    errors = [line for line in found.stderr.splitlines() if "error:" in line]
    return found.returncode == 0 or (
        found.returncode == 1
        and errors
        and all(re.search(r"\.mlir:[1-9]\d*:\d+: error:", line) for line in errors)
    )


files = sorted(pathlib.Path(inputs).glob("*.mlir"))
assert len(files) > 10, files
# IR that a verifier rejects does not reach a pass.
for file in files:
    found = run(str(file))
    assert found.returncode == 0 and not found.stderr, (file, found.stderr)
pathlib.Path(all_inputs).write_text(
    "\n// -----\n".join(file.read_text() for file in files)
)

help_text = run("--help").stdout
passes = sorted(set(re.findall(r"^ +--(prim-[\w-]+)", help_text, re.M)))
assert len(passes) > 20, passes
attach = "rocdl-attach-target{chip=gfx942},"
failed, kept = [], 0
for name in passes:
    text = name
    if "pipeline" in name:
        text += "{chip=%s}" % ("sm_90" if "nvvm" in name else "gfx942")
    for before in ("", attach):
        pipeline = f"--pass-pipeline=builtin.module({before}{text})"
        found = run(all_inputs, pipeline, "--split-input-file")
        if "restricted to 'gpu.module'" in found.stderr:
            text = f"gpu.module({text})"
            pipeline = f"--pass-pipeline=builtin.module({before}{text})"
            found = run(all_inputs, pipeline, "--split-input-file")
        kept += found.stdout.count("// -----") + (found.returncode == 0)
        if ends_well(found):
            continue
        for file in files:
            found = run(str(file), pipeline)
            if not ends_well(found):
                failed.append((pipeline, file.name, found.returncode, found.stderr))
for failure in failed:
    print("crashed, or said nothing that helps:", *failure)
print(f"{len(passes)} passes, {len(files)} inputs, {kept} inputs kept")
assert kept and not failed
