# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs prim-run on arrays, each of which takes 60 % of this machine's memory."""

import json
import os
import pathlib
import subprocess
import sys

folder, prim_run = pathlib.Path(sys.argv[1]), sys.argv[2]
memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
count = memory * 6 // 10 // 4

module = folder / "two.mlir"
module.write_text(
    "func.func @main(%x: memref<?xi32>, %y: memref<?xi32>) {\n  return\n}\n"
)
header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({count},), }}"
header = header.ljust(128 - 10 - 1) + "\n"
file = folder / "large.npy"
with open(file, "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little"))
    out.write(header.encode())
    # A hole takes no disk space, and no memory unless it is read.
    out.truncate(128 + 4 * count)
batch = folder / "cases.json"
spec = f"{count}xi32:iota"
batch.write_text(
    json.dumps([{"entry": "main", "inputs": [{"generate": spec}, {"generate": spec}]}])
)


def run(name, *options):
    command = [prim_run, str(module), "--chip=gfx942", "--device=emulator", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    text = done.stderr.strip()
    for line in done.stdout.splitlines():
        text = json.loads(line).get("error", text)
    print(f"{name}: {text}" if done.returncode == 1 else f"{name}: not refused")


run("generated", f"--generate={spec}", f"--generate={spec}")
run("file", f"--generate={spec}", f"--input={file}")
run("batch", f"--batch={batch}")
run("bytes", "--generate=4611686018427387904xi32", "--generate=1xi32")
run("alone", f"--generate={4 * count}xi32", "--generate=1xi32")
run("absent", "--generate=1xi32", f"--input={folder / 'none.npy'}")
