#!/usr/bin/env python3
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs upstream's GPU integration tests with prim's kernels, prim's emulator and
libprim_mgpu. Each file is compiled by one pipeline instead of by its RUN lines, and its
own CHECK lines judge the output. A file of FAILS that passes, or that fails in another
way, is an error too."""

import argparse
import pathlib
import subprocess
import sys

# The files that fail here: why, and a text in the failure. All others must pass.
FAILS = {
    "CUDA/alloc-host-shared.mlir": (
        "memory that host and device share",
        "LLVM Translation failed for operation: builtin.unrealized_conversion_cast",
    ),
    "CUDA/assert.mlir": (
        "the text of CUDA's driver about an assertion",
        "s_trap 2: assertion failed: callee_file.cc:7:9: failing assertion",
    ),
    "CUDA/async.mlir": (
        "events that are destroyed while a stream waits for them",
        "mgpuStreamWaitEvent: hipStreamWaitEvent: HIP error 400 (hipErrorInvalidHandle)",
    ),
    "CUDA/command-line-arg.mlir": (
        "a test of upstream's command line",
        "entry point not found",
    ),
    "CUDA/concurrent-kernels.mlir": (
        "memory that host and device share",
        "failed to legalize operation 'gpu.launch_func'",
    ),
    "CUDA/dump-ptx.mlir": ("a test of upstream's compiler", "entry point not found"),
    "CUDA/dump-sass.mlir": ("a test of upstream's compiler", "entry point not found"),
    "CUDA/gpu-to-cubin.mlir": (
        "vector.print in host code",
        "Dialect `vector' not found for custom op 'vector.print'",
    ),
}
KERNELS = "prim-vector-to-prim,prim-gpu-to-prim,prim-lower-block,prim-lower-warp,prim-gpu-to-rocdl"
HOST = (
    "func.func(gpu-async-region),convert-vector-to-llvm,gpu-to-llvm,async-to-async-runtime,"
    "async-runtime-ref-counting,convert-async-to-llvm,convert-to-llvm,reconcile-unrealized-casts"
)
LIBRARIES = ("runner_utils", "c_runner_utils", "async_runtime")

parser = argparse.ArgumentParser(description="upstream's GPU integration tests")
parser.add_argument("source", type=pathlib.Path, help="the folder mlir/test/Integration/GPU")
parser.add_argument("--mgpu", required=True)
parser.add_argument("--libraries", required=True, help="the folder of upstream's libraries")
parser.add_argument("--chip", required=True)
parser.add_argument("--work", type=pathlib.Path, required=True, help="a folder for the programs")
options = parser.parse_args()


def run(*command, text=None):
    return subprocess.run(
        command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60
    )


def failure(path):
    """The reason why the file fails, or an empty text."""
    pipeline = (
        f"builtin.module(canonicalize,convert-scf-to-cf,gpu-kernel-outlining,"
        f"prim-attach-target{{chip={options.chip}}},gpu.module({KERNELS}),prim-serialize,{HOST})"
    )
    compiled = run("prim-opt", path, f"--pass-pipeline={pipeline}")
    if compiled.returncode:
        return compiled.stderr
    program = options.work / "program.mlir"
    program.write_text(compiled.stdout)
    libraries = [f"{options.libraries}/libmlir_{name}.so" for name in LIBRARIES]
    shared = "--shared-libs=" + ",".join([options.mgpu, *libraries])
    # Upstream's coroutines compile only without optimisation.
    ran = run("mlir-runner", "-O0", program, "-e", "main", "--entry-point-result=void", shared)
    if ran.returncode:
        return ran.stderr
    if "CHECK" not in path.read_text():
        return ""
    checked = run("FileCheck", path, text=ran.stdout)
    return checked.stderr if checked.returncode else ""


options.work.mkdir(parents=True, exist_ok=True)
files = sorted(p for folder in ("CUDA", "ROCM") for p in (options.source / folder).glob("*.mlir"))
names = {f"{p.parent.name}/{p.name}" for p in files}
problems = [f"{name} is not there" for name in FAILS if name not in names]
if not files:
    problems.append(f"{options.source} has no tests")
passed = 0
for path in files:
    name = f"{path.parent.name}/{path.name}"
    why = failure(path)
    _, expected = FAILS.get(name, ("", None))
    passed += not why
    if why and expected is None:
        problems.append(f"{name} fails:\n{why[:2000]}")
    elif why and expected not in why:
        problems.append(f"{name} fails, but not with '{expected}':\n{why[:2000]}")
    elif not why and expected is not None:
        problems.append(f"{name} passes; remove it from FAILS")
print(f"{options.chip}: {passed} of {len(files)} pass")
sys.exit("\n".join(problems) or None)
