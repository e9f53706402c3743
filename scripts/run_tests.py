# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test of a build and adds up the results of the runners.

The tests are those that ctest lists, and the lit suite. GoogleTest programs are counted
by test case, other programs as one test. Each skip is printed with its reason, and each
failure with the log that contains its output. The last line is "N passed, N failed, N
skipped". A runner counts as a failure if it crashes, runs nothing, or exits with an
error that its report does not explain.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

import select_tests

# Longer than any test program should take on a slow machine, so that a hang is a
# failure. Tests of the lit suite that have not begun by then are reported as skipped.
TIMEOUT_S = 1200
LIT_S, LIT_TIMEOUT_S = 3000, 3600
# The names of the records; lit's configuration uses them too.
CHECKED, KEPT = "test-logs/checked", "test-logs/kept"
# The limit for compiled code that is kept for the next run.
CODE_CACHE_BYTES = 2 << 30
ROOT = pathlib.Path(__file__).resolve().parent.parent

# Optional parts of a machine, whose lack skips tests. A GPU: tests report its lack in
# these words (GTEST_SKIP), or require lit's feature `hip`. The CUDA toolkit (`ptxas`).
# The sources of MLIR's Python bindings: without them the build prints the reason and
# continues. In a container, the right to mount: without it a full disk is only
# simulated (by RLIMIT_FSIZE).
NO_BINDINGS = "no MLIR bindings for Python: "
EXCUSED = re.compile(
    r"needs an (?:AMD|NVIDIA) GPU|unavailable features?: (?:hip|ptxas|mounts)$|no file system can be mounted here$"
    rf"|^{NO_BINDINGS}"
)


@dataclasses.dataclass
class Result:
    name: str
    outcome: str  # "passed", "failed" or "skipped"
    detail: str = ""  # the reason of a skip, the log of a failure


def run(command, log, timeout=TIMEOUT_S, **kwargs):
    """Runs a command with all of its output in `log`. Returns its exit status, or None
    if it ran out of time."""
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
    """The texts of GTEST_SKIP by test name, which the JSON report does not contain."""
    reasons = {}
    for name, body in re.findall(
        r"^\[ RUN +\] (\S+)\n(.*?)^\[ +SKIPPED +\] \1", output, re.M | re.S
    ):
        lines = body.strip().splitlines()
        # The first line is the location: "File.cpp:12: Skipped".
        reasons[name] = " ".join(lines[1:]) or "no reason given"
    return reasons


def gtest_results(program, report, output, status, log):
    """Results of one GoogleTest program from its JSON report (None if there is none),
    its output and its exit status."""
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
    """Replaces the name of lit's feature by the reason from the configuration, if there
    is one."""
    for r in results:
        if why and r.outcome == "skipped" and r.detail.endswith(": mlir-bindings"):
            r.detail = NO_BINDINGS + why


def load(path):
    """A JSON file, or None if it does not exist or is incomplete because its writer
    crashed."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def run_ctest_entry(entry, build, logs):
    """Runs one of ctest's tests."""
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
    """The counts of the checks of final code. A line is one of PRIM_CHECK_RECORD."""
    fields = 6
    # A process that was killed may have left an incomplete line.
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


def describe_kept(lines):
    """The hits and misses of the code cache. A line is one of
    PRIM_CODE_CACHE_RECORD."""
    kinds = ["program", "objects", "module", "part"]
    counts = {(outcome, kind): 0 for outcome in ("hit", "miss") for kind in kinds}
    for line in lines.splitlines():
        outcome, _, kind = line.partition(" ")
        key = (outcome, kind.split(" ")[0])
        if key in counts:
            counts[key] += 1
    found = ", ".join(
        f"{counts['hit', kind]} of {counts['hit', kind] + counts['miss', kind]} {name}"
        for kind, name in zip(kinds, ["programs", "lists of objects", "modules", "kernels"])
    )
    return f"in the cache of code were {found}"


def run_lit(lit, build, logs, tests=()):
    """Runs the lit suite, or only the tests of these names. The tests that took longest
    in the last run start first; if there was no run, the order is that of
    test/.lit_test_times.txt."""
    report, log = logs / "lit.json", logs / "lit.log"
    report.unlink(missing_ok=True)
    command = [sys.executable, lit, "-v", "--time-tests", f"--max-time={LIT_S}"]
    files = sorted({str(select_tests.file_of(t).relative_to(select_tests.TESTS)) for t in tests})
    command += ["-o", str(report), *(str(build / "test" / file) for file in files or [""])]
    if tests:
        # If a file is a test for each of several chips, only some of them may be
        # wanted.
        command.append("--filter=:: (%s)$" % "|".join(map(re.escape, tests)))
    status = run(command, log, timeout=LIT_TIMEOUT_S)
    return lit_results(load(report), status, log)


def prune(folder, most=CODE_CACHE_BYTES):
    """Removes the least recently used entries of the code cache until all take at most
    `most` bytes."""
    entries = []
    for path in folder.glob("*"):
        try:
            status = path.stat()
        except FileNotFoundError:  # removed by another run
            continue
        if path.suffix == ".prim":
            entries.append((status.st_mtime, status.st_size, path))
        # Too old to be still in progress: the process that wrote it was killed.
        elif path.suffix == ".tmp" and status.st_mtime < time.time() - 3600:
            path.unlink(missing_ok=True)
    left = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if left <= most:
            break
        path.unlink(missing_ok=True)
        left -= size


def run_cells(cells, build, logs, environment):
    """Sweeps the cells of some ops on targets, given as pairs in the form of
    select_tests."""
    sweep = ROOT / "test/Integration/Cells/Inputs/sweep.py"
    library = build / "lib/libprim_emulator.so"

    def run_one(cell):
        target, ops = cell
        log = logs / f"cells-{target}.log"
        command = [sys.executable, str(sweep), "--library", str(library)]
        command += ["--target", target, f"--only={ops}"]
        status = run(command, log, env=environment)
        text = log.read_text(errors="replace")
        # A chip without cells of an op in its share is not a result.
        if ": 0 of 0 cells compared" in text and "FAIL" not in text:
            return None
        outcome = "passed" if status == 0 else "failed"
        return Result(f"cells on {target} of {ops}", outcome, log)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [result for result in pool.map(run_one, cells) if result]


def run_programs(entries, build, logs):
    """Runs some of ctest's tests."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(lambda entry: run_ctest_entry(entry, build, logs), entries)
        return [result for results in done for result in results]


def cell_environment(build):
    """The environment that lit's configuration sets for the tests that sweep cells."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PRIM_")}
    tools = cache_entry(build, "PRIM_LLVM_PREFIX") + "/bin"
    return environment | {
        "PATH": os.pathsep.join([str(build / "bin"), tools, environment.get("PATH", "")]),
        "PRIM_ISOLATE": "none",
        "PRIM_CACHE": "0",
        "PRIM_CHECK": "1",
        "PRIM_CHECK_RECORD": str(build / CHECKED),
        "PRIM_CODE_CACHE": str(build / "code-cache"),
        "PRIM_CODE_CACHE_SEED": str(random.randrange(1, 1 << 63)),
        "PRIM_CODE_CACHE_RECORD": str(build / KEPT),
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT / "test/Integration"),
    }


def cache_entry(build, name):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    return None


def summarise(results, ci, out=sys.stdout):
    """Prints skips, failures and the last line. Returns the exit status."""
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
    parser.add_argument("words", nargs="*", help="only what they stand for (select_tests.py)")
    options = parser.parse_args()
    begun = time.monotonic()
    build = options.build.resolve()
    logs = build / "test-logs"
    logs.mkdir(exist_ok=True)

    listed = subprocess.run(
        ["ctest", "--test-dir", str(build), "--show-only=json-v1"],
        capture_output=True,
        check=True,
    )
    entries = json.loads(listed.stdout)["tests"]
    lit = cache_entry(build, "LLVM_EXTERNAL_LIT")
    selection = select_tests.select(options.words) if options.words else None
    prune(build / "code-cache")
    for record in (CHECKED, KEPT):
        (build / record).unlink(missing_ok=True)
    if selection:
        entries = [e for e in entries if e["name"] in selection.programs]
        cells, tests = selection.cells, selection.lit
        print(
            f"prim: running {len(tests)} tests of the lit suite, {len(entries)} test programs, "
            f"and cells on {len(cells)} targets",
            flush=True,
        )
        results = run_cells(cells, build, logs, cell_environment(build))
        results += run_programs(entries, build, logs)
        results += run_lit(lit, build, logs, tests) if tests else []
    else:
        print(f"prim: running the lit suite and {len(entries)} test programs", flush=True)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            # In parallel with the suite, which starts with its longest tests.
            programs = pool.submit(run_programs, entries, build, logs)
            results = run_lit(lit, build, logs)
            results = programs.result() + results
    for record, describe in ((CHECKED, describe_checks), (KEPT, describe_kept)):
        if (build / record).exists():
            print(f"prim: {describe((build / record).read_text())}", flush=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"prim: that took {(time.monotonic() - begun) / 60:.1f} min, "
        f"{(spent.ru_utime + spent.ru_stime) / 60:.1f} min of processor time",
        flush=True,
    )
    explain_bindings(results, cache_entry(build, "PRIM_NO_BINDINGS_REASON"))
    for r in results:
        if isinstance(r.detail, pathlib.Path):
            r.detail = os.path.relpath(r.detail, build.parent)
    return summarise(results, os.environ.get("CI") == "true")


if __name__ == "__main__":
    sys.exit(main())
