# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test of a build and adds up what the runners say.

The tests are what ctest lists (GoogleTest programs are counted by test case,
anything else as one) and the lit suite. Each skip is printed with its reason,
each failure with the log that has its output; the last line is
"N passed, N failed, N skipped". A runner that crashes, runs nothing, or exits
with an error that its report does not explain counts as a failure.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys

# Longer than any test program should take on a slow machine: a hang is a failure.
# Of the lit suite, what has not begun by then is reported as skipped.
TIMEOUT_S = 1200
LIT_S, LIT_TIMEOUT_S = 3000, 3600

# What a machine may lack: a GPU, of which tests say so in these words (GTEST_SKIP)
# or by requiring lit's feature `hip`; the CUDA toolkit (`ptxas`); the sources of
# MLIR's Python bindings, without which the build says why it goes on; and in a
# container the right to mount, without which a full disk is but simulated (by
# RLIMIT_FSIZE).
NO_BINDINGS = "no MLIR bindings for Python: "
EXCUSED = re.compile(
    r"needs an (?:AMD|NVIDIA) GPU|unavailable features?: (?:hip|ptxas)$|no file system can be mounted here$"
    rf"|^{NO_BINDINGS}"
)


@dataclasses.dataclass
class Result:
    name: str
    outcome: str  # "passed", "failed" or "skipped"
    detail: str = ""  # the reason of a skip, the log of a failure


def run(command, log, timeout=TIMEOUT_S, **kwargs):
    """Runs a command with all of its output in `log`; its exit status, or None
    when it ran out of time."""
    with open(log, "wb") as out:
        try:
            return subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                timeout=timeout,
                **kwargs,
            ).returncode
        except subprocess.TimeoutExpired:
            return None
        except OSError as error:
            out.write(str(error).encode())
            return -1


def gtest_skip_reasons(output):
    """The texts of GTEST_SKIP by test name; the JSON report has none."""
    reasons = {}
    for name, body in re.findall(
        r"^\[ RUN +\] (\S+)\n(.*?)^\[ +SKIPPED +\] \1", output, re.M | re.S
    ):
        lines = body.strip().splitlines()
        # The first line says where: "File.cpp:12: Skipped".
        reasons[name] = " ".join(lines[1:]) or "no reason given"
    return reasons


def gtest_results(program, report, output, status, log):
    """Results of one GoogleTest program from its JSON report (None when there
    is none), its output and its exit status."""
    results = []
    reasons = gtest_skip_reasons(output)
    for suite in (report or {}).get("testsuites", []):
        for case in suite["testsuite"]:
            name = f"{suite['name']}.{case['name']}"
            full = f"{program} :: {name}"
            if case.get("failures"):
                results.append(Result(full, "failed", log))
            elif case["status"] == "NOTRUN":
                results.append(Result(full, "skipped", "disabled"))
            elif case.get("result") == "SKIPPED":
                results.append(
                    Result(full, "skipped", reasons.get(name, "no reason given"))
                )
            else:
                results.append(Result(full, "passed"))
    if not results:
        results.append(Result(f"{program} :: (ran no tests)", "failed", log))
    elif status != 0 and not any(r.outcome == "failed" for r in results):
        results.append(
            Result(f"{program} :: (exit status {status})", "failed", log)
        )
    return results


def lit_results(report, status, log):
    """Results of the lit suite from its JSON report and exit status."""
    results = []
    for test in (report or {}).get("tests", []):
        name, code = test["name"], test["code"]
        if code in ("PASS", "FLAKYPASS", "XFAIL"):
            results.append(Result(name, "passed"))
        elif code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
            lines = test.get("output", "").strip().splitlines()
            reason = re.sub(r"^Test requires the following ", "", " ".join(lines))
            results.append(Result(name, "skipped", reason or code.lower()))
        else:
            results.append(Result(name, "failed", log))
    if not results:
        results.append(Result("lit :: (ran no tests)", "failed", log))
    elif status != 0 and not any(r.outcome == "failed" for r in results):
        results.append(Result(f"lit :: (exit status {status})", "failed", log))
    return results


def explain_bindings(results, why):
    """Puts the reason that the configuration gave, if it gave one, in the place of
    the name of lit's feature."""
    for r in results:
        if why and r.outcome == "skipped" and r.detail.endswith(": mlir-bindings"):
            r.detail = NO_BINDINGS + why


def load(path):
    """A JSON file, or None if it is not there or broken: its writer crashed."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def run_ctest_entry(entry, build, logs):
    """Runs one test that ctest knows of."""
    name = entry["name"]
    command = entry.get("command")
    log = logs / f"{name}.log"
    if not command:
        return [Result(f"{name} :: (no such program)", "failed", "not built")]
    properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
    directory = properties.get("WORKING_DIRECTORY", build)
    environment = dict(os.environ)
    for setting in properties.get("ENVIRONMENT", []):
        key, _, value = setting.partition("=")
        environment[key] = value
    options = {"cwd": directory, "env": environment}

    if pathlib.Path(command[0]).parent == build / "unittests":
        report = logs / f"{name}.json"
        report.unlink(missing_ok=True)
        status = run(command + [f"--gtest_output=json:{report}"], log, **options)
        output = log.read_text(errors="replace")
        return gtest_results(name, load(report), output, status, log)
    status = run(command, log, **options)
    return [Result(name, "passed" if status == 0 else "failed", log)]


def describe_checks(lines):
    """What the rules of final code have looked at; a line is PRIM_CHECK_RECORD's."""
    fields = 6
    # A process that was ended may have left a part of a line.
    records = [line.split() for line in lines.splitlines()]
    objects = [list(map(int, record)) for record in records if len(record) == fields]
    functions, instructions, orders, notes, reports, microseconds = (
        sum(record[field] for record in objects) for field in range(fields)
    )
    return (
        f"the rules of final code were applied to {len(objects)} objects with {functions} "
        f"functions and {instructions} instructions: {orders} orders, {notes} notes, "
        f"{reports} reports, {microseconds / 1e6:.0f} s"
    )


def run_lit(lit, build, logs):
    report, log, checked = logs / "lit.json", logs / "lit.log", logs / "checked"
    report.unlink(missing_ok=True)
    checked.unlink(missing_ok=True)
    command = [sys.executable, lit, "-v", "--time-tests", f"--max-time={LIT_S}"]
    command += ["-o", str(report), str(build / "test")]
    status = run(command, log, timeout=LIT_TIMEOUT_S)
    if checked.exists():
        print(f"prim: {describe_checks(checked.read_text())}", flush=True)
    return lit_results(load(report), status, log)


def cache_entry(build, name):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    return None


def summarise(results, ci, out=sys.stdout):
    """Prints skips, failures and the last line; the exit status."""
    unexpected = 0
    by_reason = {}
    for r in results:
        if r.outcome == "skipped":
            by_reason.setdefault(r.detail, []).append(r.name)
    for reason, names in by_reason.items():
        expected = bool(EXCUSED.search(reason))
        unexpected += 0 if expected else len(names)
        for name in names:
            print(f"SKIP {name}: {reason}", file=out)
    for r in results:
        if r.outcome == "failed":
            print(f"FAIL {r.name}: see {r.detail}", file=out)
    counts = {
        outcome: sum(r.outcome == outcome for r in results)
        for outcome in ("passed", "failed", "skipped")
    }
    if ci and unexpected:
        print(f"{unexpected} skips that nothing excuses", file=out)
    print(
        "{passed} passed, {failed} failed, {skipped} skipped".format(**counts),
        file=out,
        flush=True,
    )
    return int(
        counts["failed"] > 0 or counts["passed"] == 0 or (ci and unexpected > 0)
    )


def main():
    parser = argparse.ArgumentParser(description="run all tests of a build")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument(
        "--filter", default="", help="only test programs whose name contains this"
    )
    options = parser.parse_args()
    build = options.build.resolve()
    logs = build / "test-logs"
    logs.mkdir(exist_ok=True)

    listed = subprocess.run(
        ["ctest", "--test-dir", str(build), "--show-only=json-v1"],
        capture_output=True,
        check=True,
    )
    entries = [
        e
        for e in json.loads(listed.stdout)["tests"]
        if options.filter in e["name"]
    ]
    results = []
    print(f"prim: running {len(entries)} test programs", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for one in pool.map(lambda e: run_ctest_entry(e, build, logs), entries):
            results += one
    if options.filter in "lit":
        print("prim: running the lit suite", flush=True)
        results += run_lit(cache_entry(build, "LLVM_EXTERNAL_LIT"), build, logs)
    explain_bindings(results, cache_entry(build, "PRIM_NO_BINDINGS_REASON"))
    for r in results:
        if isinstance(r.detail, pathlib.Path):
            r.detail = os.path.relpath(r.detail, build.parent)
    return summarise(results, os.environ.get("CI") == "true")


if __name__ == "__main__":
    sys.exit(main())
