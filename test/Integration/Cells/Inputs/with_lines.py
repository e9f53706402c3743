#!/usr/bin/env python3
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replaces prim-compile or prim-run, depending on the name by which it is called.
Compiles the program with and without -g, fails if the code differs or has no lines, and
continues with -g."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile


def sections(code):
    """The contents of the sections of a 64-bit ELF object, by name."""
    (start,) = struct.unpack_from("<Q", code, 0x28)
    size, count, names = struct.unpack_from("<HHH", code, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", code, start + i * size) for i in range(count)]
    texts = headers[names][4]
    found = {}
    for name, _, _, _, offset, length in headers:
        begin = texts + name
        found[code[begin : code.index(0, begin)].decode()] = code[offset : offset + length]
    return found


def compile_to(path, arguments):
    # The final output of the tool is checked.
    unchecked = {**os.environ, "PRIM_CHECK": "0"}
    command = ["prim-compile", *arguments, "-o", path]
    done = subprocess.run(command, capture_output=True, text=True, env=unchecked)
    if done.returncode:
        sys.exit(done.stderr)
    return sections(pathlib.Path(path).read_bytes())


def main():
    tool = pathlib.Path(sys.argv[0]).name
    arguments = sys.argv[1:]
    if "--list-targets" not in arguments:
        # The options that affect the code object, including those of prim-run.
        own = [a for a in arguments if a.endswith(".mlir")]
        own += [a for a in arguments if a.startswith(("--chip=", "--features=", "--limits="))]
        with tempfile.TemporaryDirectory() as folder:
            plain = compile_to(folder + "/plain", own)
            lines = compile_to(folder + "/lines", [*own, "-g"])
        if ".debug_line" in plain or ".debug_line" not in lines:
            sys.exit("lines are kept without -g, or not with it")
        if not plain[".text"] or plain[".text"] != lines[".text"]:
            sys.exit("-g changes the code")
        arguments.append("-g")
    os.execvp(tool, [tool, *arguments])


if __name__ == "__main__":
    main()
