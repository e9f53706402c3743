# ===- check_upstream.py - Upstream's own defects are still there ----------===//
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Every file of a directory must end the process when its command reads it. A file that
# no longer does is fixed upstream and must be removed, together with its signature.
#
# ===----------------------------------------------------------------------===//
import pathlib
import shlex
import subprocess
import sys

files = sorted(pathlib.Path(sys.argv[1]).glob("*.mlir"))
for path in files:
    head = dict(
        line[3:].split(": ", 1)
        for line in path.read_text().splitlines()
        if line.startswith("// ") and ": " in line
    )
    for key in ("signature", "reason", "command"):
        if key not in head:
            sys.exit(f"{path.name} has no line '// {key}: ...'")
    result = subprocess.run(
        shlex.split(head["command"]) + [str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if result.returncode >= 0:
        sys.exit(f"{path.name} ends nothing any more: remove it\n{result.stderr}")
print(f"{len(files)} defects of upstream are as they were")
