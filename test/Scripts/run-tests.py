# Checks the counts of scripts/run_tests.py on reports as the runners write them: every
# outcome once, and the ways in which a runner can fail without reporting it.
#
# RUN: %python %s %prim_src/scripts | FileCheck %s

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import run_tests

case = lambda name, **extra: {
    "name": name,
    "status": "RUN",
    "result": "COMPLETED",
    **extra,
}
gtest = {
    "testsuites": [
        {
            "name": "A",
            "testsuite": [
                case("good"),
                case("bad", failures=[{"failure": "x"}]),
                case("skips", result="SKIPPED"),
                case("off", status="NOTRUN", result="SUPPRESSED"),
            ],
        }
    ]
}
output = """[ RUN      ] A.skips
A.cpp:3: Skipped
needs an AMD GPU

[  SKIPPED ] A.skips (0 ms)
"""
lit = {
    "tests": [
        {"name": "l :: pass", "code": "PASS", "output": ""},
        {"name": "l :: xfail", "code": "XFAIL", "output": ""},
        {"name": "l :: fail", "code": "FAIL", "output": ""},
        {"name": "l :: xpass", "code": "XPASS", "output": ""},
        {"name": "l :: broken", "code": "UNRESOLVED", "output": ""},
        {
            "name": "l :: gpu",
            "code": "UNSUPPORTED",
            "output": "Test requires the following unavailable features: hip",
        },
    ]
}


def show(title, results, ci=False):
    print(title, flush=True)
    print("exit", run_tests.summarise(results, ci))


# CHECK-LABEL: all outcomes
# CHECK-NEXT: SKIP G :: A.skips: needs an AMD GPU
# CHECK-NEXT: SKIP G :: A.off: disabled
# CHECK-NEXT: SKIP l :: gpu: unavailable features: hip
# CHECK-NEXT: FAIL G :: A.bad: see g.log
# CHECK-NEXT: FAIL l :: fail: see l.log
# CHECK-NEXT: FAIL l :: xpass: see l.log
# CHECK-NEXT: FAIL l :: broken: see l.log
# CHECK-NEXT: 3 passed, 4 failed, 3 skipped
# CHECK-NEXT: exit 1
show(
    "all outcomes",
    run_tests.gtest_results("G", gtest, output, 1, "g.log")
    + run_tests.lit_results(lit, 1, "l.log"),
)

# CHECK-LABEL: silent failures
# CHECK-NEXT: FAIL G :: (exit status -11): see g.log
# CHECK-NEXT: FAIL H :: (ran no tests): see h.log
# CHECK-NEXT: FAIL lit :: (ran no tests): see l.log
# CHECK-NEXT: 1 passed, 3 failed, 0 skipped
# CHECK-NEXT: exit 1
good = {"testsuites": [{"name": "A", "testsuite": [case("good")]}]}
show(
    "silent failures",
    run_tests.gtest_results("G", good, "", -11, "g.log")
    + run_tests.gtest_results("H", None, "", -11, "h.log")
    + run_tests.lit_results(None, 2, "l.log"),
)

# In CI a skip is allowed if a GPU or the right to mount is missing, or MLIR's bindings
# if the configuration did without them. Other skips are not allowed, and neither is a
# run in which no test passed.
# CHECK-LABEL: skips
# CHECK: 1 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 0
# CHECK: 1 skips that nothing excuses
# CHECK-NEXT: 1 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 1
# CHECK: 1 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 0
# CHECK: 0 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 1
# CHECK: SKIP m: no file system can be mounted here
# CHECK-NEXT: 1 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 0
# CHECK: SKIP b: no MLIR bindings for Python: no sources
# CHECK-NEXT: 1 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 0
# CHECK: SKIP b: unavailable features: mlir-bindings
# CHECK-NEXT: 1 skips that nothing excuses
# CHECK-NEXT: 1 passed, 0 failed, 1 skipped
# CHECK-NEXT: exit 1
passed = run_tests.Result("p", "passed")
gpu = run_tests.Result("g", "skipped", "unavailable features: hip")
numpy = run_tests.Result("n", "skipped", "unavailable features: numpy")
show("skips", [passed, gpu], ci=True)
show("", [passed, numpy], ci=True)
show("", [passed, numpy], ci=False)
show("", [gpu], ci=True)
mount = run_tests.Result("m", "skipped", "no file system can be mounted here")
show("", [passed, mount], ci=True)
for why in ("no sources", ""):
    feature = "unavailable features: mlir-bindings"
    results = [passed, run_tests.Result("b", "skipped", feature)]
    run_tests.explain_bindings(results, why)
    show("", results, ci=True)

# The hits of the code cache, and the limit of its size.
# CHECK-LABEL: the cache
# CHECK-NEXT: in the cache of code were 2 of 3 programs, 0 of 1 lists of objects, 1 of 1 modules, 0 of 0 kernels
# CHECK-NEXT: ['b.prim', 'c.prim', 'new.tmp', 'other']
print("the cache")
print(run_tests.describe_kept("hit program\nhit program\nmiss program\nmiss objects 3\nhit module\nmis"))
import os
import pathlib
import tempfile

with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    (folder / "new.tmp").touch()
    for age, name in enumerate(["other", "a.prim", "b.prim", "c.prim", "old.tmp"]):
        (folder / name).write_bytes(b"x" * 10)
        os.utime(folder / name, (age, age))
    run_tests.prune(folder, 25)
    print(sorted(path.name for path in folder.iterdir()))
