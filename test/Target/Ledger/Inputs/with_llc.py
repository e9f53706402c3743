# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs prim-run with LLVM's own llc as the code generator.

with_llc.py SCRIPTS TOOLS LLVM FOLDER LEVEL -- ARGUMENTS... runs prim-run of the folder
TOOLS. llc generates its code at an optimisation level, from the LLVM IR that prim has
optimised. SCRIPTS has codegen_standin.py, LLVM has llc and ld.lld, and FOLDER is for
temporary files."""

import os
import pathlib
import subprocess
import sys
import tempfile


def generate():
    """Replaces prim-codegen."""
    sys.path.insert(0, os.environ["LEDGER_SCRIPTS"])
    import codegen_standin

    request = sys.stdin.buffer.read()
    head, _ = codegen_standin.split(request)
    own_head, _ = codegen_standin.split(codegen_standin.ask(request))
    _, ir = codegen_standin.split(
        codegen_standin.ask(request, kind=codegen_standin.IR)
    )
    llvm = pathlib.Path(os.environ["LEDGER_LLVM"])
    with tempfile.TemporaryDirectory() as folder:
        unlinked, linked = pathlib.Path(folder) / "o", pathlib.Path(folder) / "so"
        subprocess.run(
            [
                llvm / "llc",
                "-mtriple=amdgcn-amd-amdhsa",
                "-mcpu=" + head["chip"],
                "-O" + os.environ["LEDGER_LEVEL"],
                "-filetype=obj",
                "-o",
                unlinked,
            ],
            input=ir,
            check=True,
        )
        subprocess.run([llvm / "ld.lld", "-shared", unlinked, "-o", linked], check=True)
        sys.stdout.buffer.write(codegen_standin.join(own_head, linked.read_bytes()))


def main():
    scripts, tools, llvm, folder, level = sys.argv[1:6]
    sys.path.insert(0, scripts)
    import codegen_standin

    folder = codegen_standin.make_tools(
        folder,
        tools,
        pathlib.Path(__file__).resolve(),
        {"LEDGER_SCRIPTS": scripts, "LEDGER_LLVM": llvm, "LEDGER_LEVEL": level},
    )
    environment = {
        **os.environ,
        "PRIM_ISOLATE": "program",
        "PRIM_CACHE": "0",
        "PRIM_CHECK": "",
    }
    arguments = sys.argv[sys.argv.index("--") + 1 :]
    done = subprocess.run([folder / "prim-run", *arguments], env=environment)
    sys.exit(done.returncode)


if __name__ == "__main__":
    generate() if "LEDGER_LEVEL" in os.environ else main()
