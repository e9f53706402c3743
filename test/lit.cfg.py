# -*- Python -*-
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configuration of prim's lit suite. Features state which tools and libraries the build
# has, so that a partial build can run a part of the tests. A test names its
# requirements with REQUIRES:
#   prim-opt, prim-run, prim-compile, prim-check  the tool is built
#   emulator                          the emulator library is built
#   libprim, plugin                   the C library, the plugin is built
#   package                           the build can be installed
#   numpy                             the virtual environment has numpy
#   device-libs                       the build found AMD's device library
#   mlir-bindings                     MLIR's Python bindings are built
#   fake-cuda                         the unit tests' CUDA driver is built
#   ptxas                             the CUDA toolkit is installed
#   mounts                            this user may mount file systems
#   hip                               PRIM_TEST_HIP=1: an AMD GPU may be used
# A line CHIPS: gfx942 gfx1100 makes a test for each of these chips (primtest/chips.py).
# Substitutions beside the tools: %chip, %prim_src (source root), %prim_obj (build
# root), %python (the virtual environment's), %emulator and %libprim (library
# paths), %plugin, %fake_cuda, %device_libs (the folder of AMD's device library), %cmake, %configure
# (cmake with this build's compilers), %cc and %cxx (these), %llvm_libs (the folder of
# LLVM's), %prim_runtime (the runtime's path).

import os
import random
import subprocess
import sys
import tempfile

from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

# For the tests that execute programs: the package primtest, and ops.
packages = os.path.join(os.path.dirname(__file__), "Integration")
sys.path.insert(0, packages)

from primtest.lit_format import ChipTest

config.name = "prim"
config.test_format = ChipTest(not llvm_config.use_lit_shell)
config.environment["PYTHONPATH"] = packages
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = [
    "Inputs",
    "ops",
    "primtest",
    "CMakeLists.txt",
    "README.md",
    "lit.cfg.py",
    "lit.site.cfg.py",
]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.prim_obj_root, "test")

# Tests must not depend on variables of the caller's shell, except these.
llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "TMPDIR"])
for name in list(config.environment):
    if name.startswith("PRIM_"):
        del config.environment[name]
# Tests must not depend on programs that an earlier run has compiled, which the cache
# for users keeps. Tests of that cache have folders of their own.
config.environment["PRIM_CACHE"] = "0"
# The cache of generated code, from the same LLVM IR by the same build of the code
# generator and checker, and of programs that the same build has compiled. In each run
# another sample of the entries is regenerated and must be identical. `--param
# code-cache=FOLDER` sets another folder; without a name, none is used.
cache = lit_config.params.get("code-cache", os.path.join(config.prim_obj_root, "code-cache"))
if cache:
    config.environment["PRIM_CODE_CACHE"] = os.path.abspath(cache)
    config.environment["PRIM_CODE_CACHE_SEED"] = lit_config.params.setdefault(
        "code-cache-seed", str(random.randrange(1, 1 << 63))
    )
    config.environment["PRIM_CODE_CACHE_RECORD"] = os.path.join(
        config.prim_obj_root, "test-logs/kept"
    )
# The rules of final code check every code object that a test compiles.
config.environment["PRIM_CHECK"] = "1"
config.environment["PRIM_CHECK_RECORD"] = os.path.join(config.prim_obj_root, "test-logs/checked")
# No test multiplies matrices, and idle threads of numpy's library would use CPU time.
config.environment["OPENBLAS_NUM_THREADS"] = "1"
# Suites write thousands of small arrays, which takes a tenth of their time on a disk.
# If there is enough memory, the files are in memory, where the time is negligible.
memory = "/dev/shm"
if not os.environ.keys() & {"TMP", "TEMP", "TMPDIR"} and os.access(memory, os.W_OK):
    space = os.statvfs(memory)
    if space.f_bavail * space.f_frsize >= 4 << 30 and not space.f_flag & os.ST_NOEXEC:
        # lit's own folder, in which it makes the folder that tests get as TMPDIR.
        tempfile.tempdir = memory
# `--param coverage=FILE`: records which basic blocks the emulator runs
# (scripts/coverage).
if "coverage" in lit_config.params:
    config.environment["PRIM_EMULATOR_COVERAGE"] = lit_config.params["coverage"]
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.prim_tools_dir, append_path=True)

# FileCheck, not and count: the names that LLVM's suites use.
llvm_config.use_default_substitutions()

# lit has its own `%python`, the interpreter that runs it. It would be substituted
# first, and it would find any packages that the machine happens to have. If the virtual
# environment has not been made, that interpreter serves tests that need no package; the
# others are unsupported.
python = os.path.join(config.prim_python_venv, "bin", "python")
has_environment = os.path.exists(python)
if not has_environment:
    python = sys.executable
config.substitutions = [s for s in config.substitutions if s[0] != "%python"]
config.substitutions.append(("%python", '"%s"' % python))
llvm_config.with_environment("PYTHONNOUSERSITE", "1")
config.substitutions.append(("%prim_runtime", config.prim_runtime_library))
config.substitutions.append(("%prim_src", config.prim_src_root))
config.substitutions.append(("%prim_obj", config.prim_obj_root))
config.substitutions.append(("%emulator", config.prim_emulator_library))
config.substitutions.append(("%cmake", "'%s'" % config.prim_cmake))
config.substitutions.append(("%configure", config.prim_configure))
config.substitutions.append(("%cc", "'%s'" % config.prim_cc))
config.substitutions.append(("%cxx", "'%s'" % config.prim_cxx))
config.substitutions.append(("%llvm_libs", config.llvm_libs_dir))
upstream_gpu_tests = os.path.join(config.prim_src_root, "build/mlir-python/source/mlir/test/Integration/GPU")
config.substitutions.append(("%upstream_gpu_tests", upstream_gpu_tests))
if os.path.isdir(upstream_gpu_tests):
    config.available_features.add("upstream-gpu-tests")
config.substitutions.append(("%plugin", config.prim_plugin))
config.substitutions.append(("%libprim", config.prim_c_library))
config.substitutions.append(("%device_libs", config.prim_device_libs))
config.substitutions.append(("%fake_cuda", config.prim_fake_cuda))

if has_environment and not subprocess.run(
    [python, "-c", "import numpy"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
).returncode:
    config.available_features.add("numpy")

if config.prim_bindings and os.path.exists(config.prim_bindings):
    config.available_features.add("mlir-bindings")

prim_tools = [
    "prim-opt",
    "prim-run",
    "prim-compile",
    "prim-check",
    "prim-codegen",
    "prim-fuzz",
    "prim-lsp-server",
]
for tool in prim_tools:
    if os.path.exists(os.path.join(config.prim_tools_dir, tool)):
        config.available_features.add(tool)
if config.prim_emulator_library and os.path.exists(config.prim_emulator_library):
    config.available_features.add("emulator")
if config.prim_c_library and os.path.exists(config.prim_c_library):
    config.available_features.add("libprim")
if config.prim_plugin and os.path.exists(config.prim_plugin):
    config.available_features.add("plugin")
if config.prim_test_package:
    config.available_features.add("package")
if os.path.exists("/usr/local/cuda/bin/ptxas"):
    config.available_features.add("ptxas")
if config.prim_device_libs and os.path.exists(config.prim_device_libs):
    config.available_features.add("device-libs")
if config.prim_fake_cuda and os.path.exists(config.prim_fake_cuda):
    config.available_features.add("fake-cuda")
# In its own name space a test may mount a file system over the tree.
overlay = """set -e
mount -t tmpfs tmpfs .
cd "$PWD"
mkdir upper work seen
mount -t overlay overlay -o "lowerdir=$0,upperdir=$PWD/upper,workdir=$PWD/work" seen"""
with tempfile.TemporaryDirectory() as folder:
    if not subprocess.run(
        ["unshare", "--mount", "sh", "-c", overlay, config.prim_src_root],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ).returncode:
        config.available_features.add("mounts")
if os.environ.get("PRIM_TEST_HIP") == "1":
    config.available_features.add("hip")

llvm_config.add_tool_substitutions(
    [ToolSubst(tool, unresolved="ignore") for tool in prim_tools]
    + [
        ToolSubst(tool, unresolved="ignore")
        for tool in [
            "llc",
            "split-file",
            "mlir-opt",
            "mlir-runner",
            "mlir-translate",
            "llvm-objdump",
            "llvm-readelf",
            "llvm-readobj",
            "llvm-mc",
            "llvm-nm",
        ]
    ],
    [config.prim_tools_dir, config.llvm_tools_dir],
)
