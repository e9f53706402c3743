# REQUIRES: prim-opt, prim-run, prim-compile, emulator
# RUN: %python %s %prim_src %prim_obj
"""Checks that docs/Tools.md names every option of every tool and of the pipeline, and
every variable of the emulator, and none that does not exist."""

import os
import pathlib
import re
import subprocess
import sys

source, build = map(pathlib.Path, sys.argv[1:])
text = (source / "docs/Tools.md").read_text()
rows = set(re.findall(r"^\| `(?:--?)?([\w-]+)(?:\[?=[^`]*)?` \|", text, re.M))


def output(*command, **environment):
    return subprocess.run(
        [str(build / "bin" / command[0]), *command[1:]],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


wanted = set()
for tool in ("prim-run", "prim-compile"):
    wanted |= set(re.findall(r"^  --?([\w-]+)", output(tool, "--help").stdout, re.M))
pipeline = re.search(
    r"--prim-to-rocdl-pipeline .*\n((?: {8}--.*\n)+)", output("prim-opt", "--help").stdout
)
wanted |= set(re.findall(r"^ {8}--([\w-]+)", pipeline[1], re.M))
scan = str(source / "examples/scan.mlir")
refused = output(
    "prim-run", scan, "--device=emulator", "--generate=1xi32", PRIM_EMULATOR_NONE="1"
).stderr
wanted |= set(re.findall(r"PRIM_EMULATOR_\w+", refused)) - {"PRIM_EMULATOR_NONE"}
wanted |= {"PRIM_HIP_LIBRARY", "PRIM_CUDA_LIBRARY", "PRIM_DEVICE"}
wanted |= {"PRIM_CHECK", "PRIM_CHECK_RECORD", "PRIM_ISOLATE", "PRIM_PTXAS", "PRIM_LIBDEVICE_PATH"}
wanted -= {"version"}  # in the text: of every tool
assert len(wanted) > 30, wanted
assert rows == wanted, f"only documented: {rows - wanted}; missing: {wanted - rows}"
