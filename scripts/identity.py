# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the device code of two builds, kernel by kernel; scripts/identity starts
this.

The tests are started with tools that only record their program and options. The real
prim-compile then compiles each program. For an AMD kernel the code and its descriptor
are compared, for an NVIDIA kernel the PTX."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

import chips

root = pathlib.Path(__file__).resolve().parents[1]

CHIPS = tuple(chips.names("AMDGPU"))
PTX = "sm_90"

# Current names for recorded programs, options and kernels: (expression, text).
RENAMES = []

# ---------------------------------------------------------------------------
# Collecting
# ---------------------------------------------------------------------------

# The options that affect the generated code.
OPTIONS = ("--chip=", "--features=", "--opt-level=", "--limits=", "--abi=", "--check-alignment")

KEEPER = """#!%(python)s -SE
import os, sys
sys.path.insert(0, %(scripts)r)
import identity
identity.keep(sys.argv[1:], %(real)r, %(folder)r, %(run)r)
"""


def keep(arguments, real, folder, run):
    """Replaces the tool `real`: records its program and options. Also runs it if
    `run`."""
    if not any(a.endswith(".mlir") for a in arguments):
        os.execv(real, [real, *arguments])
    sources = [a for a in arguments if a.endswith(".mlir")]
    if len(sources) != 1:
        sys.exit("expected one program, found %d: %s" % (len(sources), arguments))
    (source,) = sources
    job = {
        "text": pathlib.Path(source).read_text(),
        "options": [a for a in arguments if a.startswith(OPTIONS)],
    }
    if any(o.startswith("--chip=") for o in job["options"]):
        data = json.dumps(job)
        name = hashlib.sha256(data.encode()).hexdigest()[:16]
        pathlib.Path(folder, name + ".json").write_text(data)
    if run:
        os.execv(real, [real, *arguments])
    # A batch that ran none of its cases.
    sys.exit(1)


def make_tools(folder, tools, jobs, run):
    """Makes a folder with tools that record their work in the folder `jobs`."""
    folder.mkdir(parents=True)
    for name in ("prim-run", "prim-compile"):
        words = {"python": sys.executable, "scripts": str(root / "scripts"),
                 "real": str(tools / name), "folder": str(jobs), "run": run}  # fmt: skip
        (folder / name).write_text(KEEPER % words)
        (folder / name).chmod(0o755)
    return folder


def commands(args, keeping, running):
    """The tests to start. Commands fail if the tools in `keeping` do not run them. Some
    tests stop at the first failure; they use the tools in `running`."""
    tests, emulator = root / "test/Integration", args.build / "lib/libprim_emulator.so"
    listed = subprocess.run([args.build / "bin/prim-compile", "--list-targets"], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    full = ["--full"] * args.full
    for chip, _, wave, features in rows:
        if chip not in (*CHIPS, PTX):
            continue
        target = chip if features == "-" else "%s-wave%s" % (chip, wave)
        sweep = ["--library", emulator, "--target", target,
                 "--prim-compile", keeping / "prim-compile"]  # fmt: skip
        yield [tests / "Cells/Inputs/sweep.py", *sweep, "--prim-run", keeping / "prim-run", *full]
        # The full sweep of these covers every width.
        yield [tests / "Warp/Inputs/sweep.py", *sweep]
        if chip == PTX:
            continue
        for level in ("warp", "block", "block-fold", "block-sort", "thread"):
            yield [tests / "Inputs/golden.py", "--library", emulator, "--target", target,
                   "--level", level, "--prim-compile", running / "prim-compile"]  # fmt: skip
        yield [tests / "Litmus/Inputs/litmus.py", "--library", emulator, "--target", target,
               "--prim-compile", running / "prim-compile"]  # fmt: skip
    for chip in (*CHIPS, PTX):
        for suite in sorted(tests.glob("*/Inputs/suite_*.py")):
            yield [suite, "--prim-run=%s" % (keeping / "prim-run"), "--chip=" + chip]
        yield [root / "test/Examples/examples.py", keeping / "prim-run", root / "examples", chip,
               args.folder / "examples"]  # fmt: skip
        for level in ("block", "device"):
            yield [tests / "Sort/Inputs/sort_cases.py", level, chip, args.folder / ("sort-%s-%s" % (level, chip))]


def collect(args):
    shutil.rmtree(args.folder / "jobs", ignore_errors=True)
    shutil.rmtree(args.folder / "tools", ignore_errors=True)
    jobs = args.folder / "jobs"
    jobs.mkdir(parents=True)
    tools = args.build / "bin"
    keeping = make_tools(args.folder / "tools/keeping", tools, jobs, run=False)
    running = make_tools(args.folder / "tools/running", tools, jobs, run=True)

    environment = {**os.environ, "PYTHONPATH": str(root / "test/Integration"),
                   "PATH": "%s:%s" % (keeping, os.environ["PATH"])}  # fmt: skip

    def start(command):
        return command, subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, env=environment)

    wanted = list(commands(args, keeping, running))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for command, done in pool.map(start, wanted):
            # Failures that only occur because nothing is run are reported on the
            # standard output.
            told = done.stderr.strip().splitlines()
            if told and re.search("Traceback|usage:|can't open", done.stderr) and "RuntimeError" not in told[-1]:
                print("%s: %s" % (" ".join(map(str, command)), told[-1][:300]))
    print("%d programs of %d tests" % (len(list(jobs.iterdir())), len(wanted)), flush=True)


# ---------------------------------------------------------------------------
# Digests
# ---------------------------------------------------------------------------


def read_sections(code):
    """Address and contents of each section of an ELF file, by name."""
    (table,) = struct.unpack_from("<Q", code, 0x28)
    size, count, names = struct.unpack_from("<HHH", code, 0x3A)
    rows = [struct.unpack_from("<IIQQQQ", code, table + size * i) for i in range(count)]
    texts, found = rows[names][4], {}
    for name, kind, _, address, offset, length in rows:
        begin = texts + name
        # A section of type NOBITS has no contents in the file.
        found[code[begin : code.index(0, begin)].decode()] = (
            address, code[offset : offset + length] if kind != 8 else b"")  # fmt: skip
    return found


def digest_of(data):
    return hashlib.sha256(data).hexdigest()[:16]


def kernels_of_code(code):
    """Digests of each function's code and of each kernel's descriptor, by symbol."""
    sections = read_sections(code)
    _, symbols = sections[".symtab"] if ".symtab" in sections else sections[".dynsym"]
    _, names = sections[".strtab"] if ".symtab" in sections else sections[".dynstr"]
    found = {}
    for at in range(0, len(symbols), 24):
        name, _, _, _, value, size = struct.unpack_from("<IBBHQQ", symbols, at)
        symbol = names[name : names.index(0, name)].decode()
        for section in (".text", ".rodata"):
            address, contents = sections.get(section, (0, b""))
            if size and address <= value < address + len(contents):
                found[symbol] = digest_of(contents[value - address : value - address + size])
    return found


def kernels_of_text(text, pattern):
    """A digest of each function of assembly, by name. A function begins at a line that
    `pattern` matches; the first group is its name."""
    starts = list(re.finditer(pattern, text, flags=re.M))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return {
        match[1]: digest_of(rename(text[match.start() : end]).encode())
        for match, end in zip(starts, ends)
    }


# The first lines of functions in assembly for AMD GPUs, and in PTX.
LABEL, ENTRY = r"^(\w+):$", r"^(?:\.visible )?\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(\w+)\s*\("


def rename(text):
    for old, new in RENAMES:
        text = re.sub(old, new, text)
    return text


def digest(path, args):
    """Digests of a program's kernels, by name, or the reason why there are none."""
    job = json.loads(path.read_text())
    options = [rename(option) for option in job["options"]]
    source, code = args.folder / "work" / (path.stem + ".mlir"), args.folder / "work" / path.stem
    source.write_text(rename(job["text"]))
    is_ptx = any(option.startswith("--chip=sm_") for option in options)
    environment = {**os.environ, "PRIM_CODE_CACHE": str(args.folder / "cache"), "PRIM_CHECK": ""}

    def start(tool, *more):
        command = [args.build / "bin" / tool, source.name, *options, *more]
        return subprocess.run(command, capture_output=True, cwd=source.parent, env=environment)

    done = start("prim-compile", "-o", code, "--emit=" + ("isa" if is_ptx else "hsaco"))
    if b"makes several code objects" in done.stderr:
        # The assembly of all kernels, concatenated.
        done = start("prim-run", "--dump=isa")
        code.write_bytes(done.stdout)
        is_text = True
    else:
        is_text = is_ptx
    source.unlink()
    if done.returncode:
        text = done.stderr.decode()
        return {"error": next((line for line in text.splitlines() if "error" in line), text)[:300]}
    data = code.read_bytes()
    code.unlink()
    if is_text:
        found = kernels_of_text(data.decode(), ENTRY if is_ptx else LABEL)
    else:
        found = kernels_of_code(data)
    return {rename(name): value for name, value in found.items()}


def digests(args):
    shutil.rmtree(args.folder / "work", ignore_errors=True)
    (args.folder / "work").mkdir()
    paths = sorted((args.folder / "jobs").iterdir())
    if not paths:
        sys.exit("no program is recorded; run scripts/identity record first")
    found = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, kernels in zip(paths, pool.map(lambda path: digest(path, args), paths)):
            found[path.stem] = kernels
    return found


def compare(args):
    """Prints the differences. Returns whether there are none."""
    old = json.loads((args.folder / "digests.json").read_text())
    new = digests(args)
    count = collections.Counter()
    for job, kernels in old.items():
        kernels = {rename(name): value for name, value in kernels.items()}
        other = new.get(job, {})
        wrong = sorted(
            name for name in {*kernels, *other} if kernels.get(name) != other.get(name)
        )
        if "error" in kernels:
            count["failed"] += 1
        else:
            count["kernels"] += len(kernels)
        count["differ"] += len(wrong)
        count["programs"] += 1
        if wrong and count["shown"] < args.show:
            count["shown"] += 1
            options = json.loads((args.folder / "jobs" / (job + ".json")).read_text())["options"]
            print("%s %s: %s" % (job, " ".join(options), ", ".join(wrong[:6])))
            for name in wrong[:1]:
                print("  %s -> %s" % (kernels.get(name, "none"), other.get(name, "none")))
    print("%d programs (%d refused then and now), %d functions and descriptors, %d differ" % (
        count["programs"], count["failed"], count["kernels"], count["differ"]))  # fmt: skip
    return count["kernels"] > 0 and not count["differ"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--show", type=int, default=20, help="programs that are named")
    args = parser.parse_args()
    args.build = args.build.resolve()
    args.folder = args.build / "identity"
    if args.action == "compare":
        sys.exit(not compare(args))
    collect(args)
    found = digests(args)
    (args.folder / "digests.json").write_text(json.dumps(found, indent=0))
    failed = collections.Counter(kernels["error"] for kernels in found.values() if "error" in kernels)
    for reason, number in failed.most_common(10):
        print("%d without code: %s" % (number, reason))
    print("%d functions and descriptors" % sum(map(len, found.values())))


if __name__ == "__main__":
    main()
