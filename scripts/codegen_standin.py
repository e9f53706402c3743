# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A replacement for prim-codegen, which lets a script see the code that prim's tools
compile.

prim-run and prim-compile look for prim-codegen beside themselves and request code from
it if PRIM_ISOLATE is `program`. `make_tools` makes a folder with both tools and a
prim-codegen that runs a Python script. Request and answer have the format of
lib/Target/Serialize/CodeExchange.cpp: the length of a head, the head in JSON, and
bytes. If it is run as a program, this script asks the real prim-codegen and keeps each
code object."""

import hashlib
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys

OBJECT, ASSEMBLY, IR = range(3)


def make_tools(folder, tools, script, environment):
    """Makes a folder `bin` in `folder`, with the tools of the folder `tools` and a
    prim-codegen that runs `script` with these additional variables. Returns its
    path."""
    folder, tools = pathlib.Path(folder), pathlib.Path(tools)
    bin = folder / "bin"
    bin.mkdir(parents=True, exist_ok=True)
    # Copies, because a tool finds its own folder through any links.
    for name in ("prim-run", "prim-compile"):
        # A file that is still being executed cannot be overwritten.
        (bin / name).unlink(missing_ok=True)
        shutil.copy2(tools / name, bin / name)
    lib = folder / "lib"
    if not lib.exists():
        lib.symlink_to((tools.parent / "lib").resolve())
    environment = {"PRIM_REAL_CODEGEN": str(tools / "prim-codegen"), **environment}
    lines = ["import os, runpy", "os.environ.update(%r)" % environment,
             "runpy.run_path(%r, run_name='__main__')" % str(script)]  # fmt: skip
    codegen = bin / "prim-codegen"
    codegen.write_text("#!%s -SE\n%s\n" % (sys.executable, "\n".join(lines)))
    codegen.chmod(0o755)
    return bin


def split(message):
    """The head and the bytes."""
    (length,) = struct.unpack_from("<Q", message)
    return json.loads(message[8 : 8 + length]), message[8 + length :]


def join(head, data):
    text = json.dumps({**head, "size": len(data)}).encode()
    return struct.pack("<Q", len(text)) + text + data


def ask(message, **changes):
    """The answer of the real prim-codegen, or None if it fails; its messages go to the
    standard error."""
    if changes:
        head, data = split(message)
        message = join({**head, **changes}, data)
    real = os.environ["PRIM_REAL_CODEGEN"]
    done = subprocess.run([real], input=message, stdout=subprocess.PIPE)
    return done.stdout if done.returncode == 0 else None


def main():
    request = sys.stdin.buffer.read()
    answer = ask(request)
    if answer is None:
        sys.exit(1)
    head, _ = split(request)
    _, code = split(answer)
    if head["kind"] == OBJECT and code:
        folder = pathlib.Path(os.environ["PRIM_KEPT_CODE"])
        folder.mkdir(parents=True, exist_ok=True)
        name = "%s-%s.hsaco" % (head["chip"], hashlib.sha256(code).hexdigest()[:12])
        (folder / name).write_bytes(code)
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    main()
