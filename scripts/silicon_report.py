# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the report of a run of scripts/silicon on one page, from its logs: the device
and driver, the numbers of passed, failed and skipped tests of each group, the outcomes
of the litmus tests, and the first difference. The command with the first difference is
run again, and its compiled code is kept beside the report."""

import argparse
import ctypes
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tarfile

import codegen_standin
from primtest.driver import Device

root = pathlib.Path(__file__).resolve().parents[1]

# The last lines of each group's programs, and the units that they count.
# fmt: off
SUMMARIES = [
    (r"(?P<done>\d+) of (?P<all>\d+) cells compared, \d+ values, (?P<failed>\d+) wrong", "cells"),
    (r"(?P<done>\d+) of (?P<all>\d+) worked examples executed, (?P<failed>\d+) wrong", "examples"),
    (r"(?P<done>\d+) cases on \S+, (?P<failed>\d+) failed(, (?P<skipped>\d+) skipped)?", "cases"),
    (r"(?P<done>\d+) programs on \S+, (?P<failed>\d+) failed", "programs"),
    (r"(?P<done>\d+) litmus tests, (?P<failed>\d+) failed", "tests"),
]
# fmt: on


class Log:
    """The output of one command. `passed`, `failed` and `skipped` count units of
    `what`."""

    def __init__(self, path):
        self.path = path
        self.command, *self.lines = path.read_text(errors="replace").splitlines() or [""]
        self.status = self.lines[-1].removeprefix("status ") if self.lines else "none"
        self.good = self.status == "0"
        self.what, self.passed, self.failed, self.skipped = "runs", 0, 0, 0
        for line in self.lines:
            for pattern, what in SUMMARIES:
                found = re.search(pattern, line)
                if found:
                    self._count(found.groupdict(), what)
        if self.what == "runs":
            self.passed = int(self.good)
        if not self.good and not self.failed:
            self.failed = 1

    def _count(self, numbers, what):
        done, failed = int(numbers["done"]), int(numbers["failed"])
        left = int(numbers.get("all") or done) - done
        self.what = what
        # Examples for which a wave is too narrow are skipped; a cell must be compared.
        self.failed += failed + (left if what == "cells" else 0)
        self.skipped += (left if what == "examples" else 0) + int(numbers.get("skipped") or 0)
        self.passed += max(done - failed, 0)

    def differences(self):
        """The first lines that report an error."""
        lines = [line for line in self.lines if re.search("FAIL|[Ee]rror", line)]
        return (lines or self.lines[-6:])[:6]


def describe(library):
    """The device and the driver, as the driver describes them."""
    try:
        device = Device(library)
    except (OSError, RuntimeError) as error:
        return ["driver: %s cannot be used: %s" % (library, error)]
    lib, words = device.library, []
    version, name = ctypes.c_int(), ctypes.create_string_buffer(256)
    prefix = "hip" if device.api == "hip" else "cu"
    if not getattr(lib, prefix + "DriverGetVersion")(ctypes.byref(version)):
        words.append("driver: %s, version %d" % (library, version.value))
    if not getattr(lib, prefix + "DeviceGetName")(name, 256, 0):
        words.append("device: " + name.value.decode(errors="replace"))
    if hasattr(lib, "primEmulatorLastError"):
        words.append("This is prim's emulator and no GPU.")
    return words


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]
    except OSError:
        return ""


def keep_code(log, args):
    """Runs the command of a log again and packs the code objects that it compiled."""
    kept, tools = args.logs / "first-difference", args.logs / "tools"
    shutil.rmtree(kept, ignore_errors=True)
    shutil.rmtree(tools, ignore_errors=True)
    script = root / "scripts/codegen_standin.py"
    bin = codegen_standin.make_tools(tools, args.tools, script, {"PRIM_KEPT_CODE": str(kept / "code")})
    environment = {
        **os.environ,
        "PATH": "%s:%s" % (bin, os.environ["PATH"]),
        "PRIM_ISOLATE": "program",
        "PRIM_CACHE": "0",
    }
    kept.mkdir(parents=True)
    # For a suite, only the first failing case.
    case = re.search(r"FAIL (.+?) \(schedule", "\n".join(log.lines))
    command = log.command.replace(str(args.tools) + "/", str(bin) + "/")
    if case and "suite_" in command:
        command += " --only=%s --keep=%s" % (shlex.quote(case[1]), shlex.quote(str(kept / "inputs")))
    with open(kept / "log", "w") as output:
        output.write(command + "\n")
        output.flush()
        try:
            subprocess.run(command, shell=True, stdout=output, stderr=subprocess.STDOUT,
                           env=environment, cwd=root, timeout=args.limit)  # fmt: skip
        except subprocess.TimeoutExpired:
            output.write("more than %d s\n" % args.limit)
    shutil.rmtree(tools, ignore_errors=True)
    packed = args.logs / "first-difference.tar.xz"
    with tarfile.open(packed, "w:xz") as archive:
        archive.add(kept, "first-difference")
    return packed, len(list((kept / "code").glob("*")) if (kept / "code").exists() else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", type=pathlib.Path, help="the folder of the logs")
    parser.add_argument("--chip", required=True)
    parser.add_argument("--library", required=True, help="the driver")
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="where prim-run is")
    parser.add_argument("--steps", required=True, help="the groups that were run, in their order")
    parser.add_argument("--limit", type=int, default=400, help="seconds for a command")
    args = parser.parse_args()
    page = ["prim on %s" % args.chip, ""]
    page += describe(args.library)
    page += ["prim-run: " + line for path in args.logs.glob("smoke-*.log")
             for line in path.read_text().splitlines() if line.startswith("device ")]  # fmt: skip
    page.append("prim: %s, commit %s" % (
        first_line(args.tools / "prim-run", "--version"),
        first_line("git", "-C", root, "rev-parse", "--short=12", "HEAD")
        or first_line("cat", root / "build/silicon/commit") or "unknown"))  # fmt: skip
    page += ["system: %s %s" % (platform.system(), platform.release()), ""]
    page.append("%-10s %-9s %8s %8s %8s %6s %s" % (
        "group", "of", "passed", "failed", "skipped", "runs", "bad runs"))  # fmt: skip
    first, outcomes = None, []
    for step in args.steps.split():
        logs = [Log(path) for path in sorted(args.logs.glob(step + "-*.log"))]
        if not logs:
            continue
        bad = [log for log in logs if not log.good]
        first = first or (bad[0] if bad else None)
        what = next((log.what for log in logs if log.what != "runs"), "runs")
        page.append("%-10s %-9s %8d %8d %8d %6d %d" % (
            step, what, sum(log.passed for log in logs), sum(log.failed for log in logs),
            sum(log.skipped for log in logs), len(logs), len(bad)))  # fmt: skip
        if step == "litmus":
            outcomes = [line.split(" (")[0] for log in logs for line in log.lines
                        if re.search("forbidden of|litmus tests", line)]  # fmt: skip
    if outcomes:
        page += ["", "Outcomes of the litmus tests:", *outcomes]
    page.append("")
    if first:
        packed, count = keep_code(first, args)
        page += ["First difference, of:", "  " + first.command, *("  " + line[:300] for line in first.differences())]
        page.append("%d code objects, the log and the inputs: %s" % (count, packed.name))
    else:
        page.append("No difference.")
    text = "\n".join(page) + "\n"
    (args.logs / "report.txt").write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()
