# ===- peers.py - Measuring prim and what it is compared with ---------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Every function compiles all rows of one chip and returns {row key: Cost or the word
# "aborts" or "fails"}. One process compiles many kernels. If the process dies, its
# kernels are tried in halves, so that only the kernel that kills it gets the word.
#
# ===-----------------------------------------------------------------------=== #

import os
import re
import subprocess
import tempfile

from warp_cost import ops
from warp_cost.isa import Cost, class_of, kernels

TRIPLE = "amdgcn-amd-amdhsa"


def bisect(items, compile):
    """{item: (instructions or word)}. `compile` takes a list of items and returns the
    instructions of each, or a word if the process failed."""
    if not items:
        return {}
    got = compile(items)
    if not isinstance(got, str):
        return dict(zip(items, got))
    if len(items) == 1:
        return {items[0]: got}
    half = len(items) // 2
    return {**bisect(items[:half], compile), **bisect(items[half:], compile)}


def run(command, text):
    """The standard output, or the way in which the process failed."""
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode == 0:
        return result.stdout, ""
    aborted = result.returncode < 0 or "Stack dump" in result.stderr
    return "", "aborts" if aborted else "fails"


def in_order(assembly, count):
    found = kernels(assembly)
    return [found["k%d" % i] for i in range(count)]


def measure(chip, tasks, assemble):
    """Costs of `tasks` (key, inputs, outputs, function from a symbol to kernel text)
    minus the cost of the same loads and stores without an op."""
    shapes = sorted({(inputs, outputs) for _, inputs, outputs, _ in tasks})
    kernels_of = {
        ("", shape): (lambda name, s=shape: ops.baseline_kernel(*s, name, chip.wave))
        for shape in shapes
    }
    for key, inputs, outputs, text in tasks:
        kernels_of[(key, (inputs, outputs))] = text

    def compile(items):
        text = "\n".join(kernels_of[item]("k%d" % i) for i, item in enumerate(items))
        assembly, word = assemble(text)
        return word or in_order(assembly, len(items))

    codes = bisect(list(kernels_of), compile)
    result = {}
    for key, inputs, outputs, _ in tasks:
        shape = (inputs, outputs)
        code = codes[(key, shape)]
        if not isinstance(code, str):
            code = Cost.of(code) - Cost.of(codes[("", shape)])
        result[key] = code
    return result


def unescape(text):
    """The assembly in a gpu.binary that an opt-like tool printed."""
    found = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', text)
    if not found:
        raise ValueError("no assembly in:\n" + text[:400])
    return re.sub(
        r"\\([0-9A-F]{2}|.)",
        lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1],
        found.group(1),
    )


# ===- prim ----------------------------------------------------------------=== #


def prim_assembler(tools, chip):
    """A function that returns the assembly of kernels, or the way in which prim
    failed."""

    def assemble(text):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write("gpu.module @kernels {\n%s\n}\n" % text)
            file.flush()
            command = [tools.prim_compile, file.name, "--chip=" + chip.name, "--emit=isa"]
            if chip.features:
                command.append("--features=" + chip.features)
            return run(command, "")

    return assemble


def prim(tools, chip, rows):
    tasks = [
        (
            row.key,
            row.operator.types,
            row.outputs,
            lambda name, row=row: ops.row_kernel(row, name, chip.wave),
        )
        for row in rows
    ]
    return measure(chip, tasks, prim_assembler(tools, chip))


# ===- Upstream ------------------------------------------------------------=== #

UPSTREAM_KINDS = {
    "add": "add", "maxsi": "maxsi", "maxnumf": "maxnumf", "maximumf": "maximumf",
}


def upstream_assembler(tools, chip, dpp):
    """A function that returns the assembly of kernels by upstream's own lowering, with
    its DPP patterns or with its shuffle patterns."""
    features = ' features="%s"' % chip.features if chip.features else ""
    passes = (
        "builtin.module(upstream-kernels{chip=%s wave=%d dpp=%s},"
        "rocdl-attach-target{chip=%s abi=500 O=3%s},gpu-module-to-binary{format=isa})"
    ) % (chip.name, chip.wave, dpp, chip.name, features)

    def assemble(text):
        output, word = run(
            [tools.upstream, "--pass-pipeline=" + passes],
            "module attributes {gpu.container_module} {\n"
            "gpu.module @kernels {\n%s\n}\n}\n" % text,
        )
        return (output and unescape(output)), word

    return assemble


def upstream(tools, chip, rows):
    """gpu.subgroup_reduce through upstream's DPP patterns, or through its shuffle
    patterns if those do not apply."""
    def text(row):
        operator = row.operator
        width = (
            " cluster(size = %d)" % row.width if row.width else ""
        )
        body = "%%r0 = gpu.subgroup_reduce %s %%x0%s : (%s) -> %s" % (
            UPSTREAM_KINDS[operator.kind], width, operator.types[0], operator.types[0])
        return lambda name: ops.kernel(
            name, chip.wave, operator.types, row.outputs, body)

    # One op for both, because upstream has no reduction to lane 0.
    tasks = [
        (row.key, row.operator.types, row.outputs, text(row))
        for row in rows
        if row.op == "reduce all" and row.operator.kind in UPSTREAM_KINDS
        and not row.operator.fastmath
    ]
    costs = measure(chip, tasks, upstream_assembler(tools, chip, "true"))
    without = [task for task in tasks if isinstance(costs[task[0]], str)]
    if without:
        costs.update(measure(chip, without, upstream_assembler(tools, chip, "false")))
    for key, cost in list(costs.items()):
        costs[key.replace("reduce all", "reduce", 1)] = cost
    return costs


# ===- LLVM's atomic optimizer ---------------------------------------------=== #

ATOMICS = {
    "add i32": ("add", "i32"),
    "add i64": ("add", "i64"),
    "maxsi i32": ("max", "i32"),
    "maxsi i64": ("max", "i64"),
    "add f32": ("fadd", "float"),
    "add f64": ("fadd", "double"),
    "maxnumf f32": ("fmax", "float"),
    "maxnumf f64": ("fmax", "double"),
}

ATOMIC_KERNEL = """
define amdgpu_kernel void @{name}(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %to) #0 !reqd_work_group_size !0 {{
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr {type}, ptr addrspace(1) %in, i32 %t
  %x = load {type}, ptr addrspace(1) %p
  %r = atomicrmw {op} ptr addrspace(1) %to, {type} %x syncscope("agent") monotonic, !amdgpu.no.fine.grained.memory !1, !amdgpu.no.remote.memory !1, !amdgpu.ignore.denormal.mode !1
{use}
  ret void
}}
"""
ATOMIC_USE = """
  %q = getelementptr {type}, ptr addrspace(1) %out, i32 %t
  store {type} %r, ptr addrspace(1) %q
"""


def scan_part(code):
    """The instructions of the optimizer's fold: those between the load of the value and
    the branch around the one atomic, without the selection of the lane that branches
    (mbcnt, the comparison, saving exec)."""
    loads = [i for i, (name, _) in enumerate(code) if name.startswith("global_load")]
    branch = next(
        i for i, (name, _) in enumerate(code) if name.startswith("s_cbranch"))
    part = [
        instruction
        for instruction in code[loads[0] + 1 : branch]
        if "mbcnt" not in instruction[0] and class_of(instruction[0]) != "memory"
    ]
    while part and re.match(r"s_and_saveexec|v_cmp", part[-1][0]):
        part.pop()
    if not any("dpp" in name or "permlane" in name for name, _ in part):
        raise ValueError("no scan in:\n" + "\n".join(line for _, line in code))
    return part


def atomic(tools, chip, rows):
    """exclusive scan + total: an atomic whose result is used; reduce: an atomic whose
    result is unused."""
    uses = {"exclusive scan + total": ATOMIC_USE, "reduce": ""}
    tasks = [
        row
        for row in rows
        if row.op in uses and row.operator.label in ATOMICS and not row.width
    ]

    def compile(items):
        text = ["declare i32 @llvm.amdgcn.workitem.id.x()"]
        for i, row in enumerate(items):
            op, type = ATOMICS[row.operator.label]
            use = uses[row.op].format(type=type)
            text.append(
                ATOMIC_KERNEL.format(name="k%d" % i, op=op, type=type, use=use))
        text.append(
            'attributes #0 = {{ "amdgpu-flat-work-group-size"="{0},{0}" }}\n'
            "!0 = !{{i32 {0}, i32 1, i32 1}}\n!1 = !{{}}".format(chip.wave))
        flags = ["-mtriple=" + TRIPLE, "-mcpu=" + chip.name, "-O3"]
        if chip.features:
            flags.append("-mattr=" + chip.features)
        output, word = run([tools.opt, "-S", *flags], "\n".join(text))
        if not word:
            output, word = run(
                [tools.llc, *flags, "-amdgpu-atomic-optimizer-strategy=DPP"], output)
        return word or in_order(output, len(items))

    codes = bisect(tasks, compile)
    return {
        row.key: code if isinstance(code, str) else Cost.of(scan_part(code))
        for row, code in codes.items()
    }


# ===- rocPRIM -------------------------------------------------------------=== #

ROCPRIM_TYPES = {
    "i8": "signed char", "i16": "short", "i32": "int", "i64": "long", "f32": "float",
    "f64": "double",
}
ROCPRIM_OPERATORS = {
    "add": "rocprim::plus<T>", "maxsi": "rocprim::maximum<T>",
    "maxnumf": "rocprim::maximum<T>",
}
ROCPRIM_BODIES = {
    "reduce": "rocprim::warp_reduce<T, {w}, false> op; op.reduce(x, y, s, F());",
    "reduce all": "rocprim::warp_reduce<T, {w}, true> op; op.reduce(x, y, s, F());",
    "inclusive scan": "rocprim::warp_scan<T, {w}> op; op.inclusive_scan(x, y, s, F());",
    "exclusive scan":
        "rocprim::warp_scan<T, {w}> op; op.exclusive_scan(x, y, T(0), s, F());",
    "exclusive scan + total":
        "rocprim::warp_scan<T, {w}> op; op.exclusive_scan(x, y, T(0), z, s, F());",
    "segmented reduce":
        "rocprim::warp_reduce<T, {w}, false> op;"
        " op.head_segmented_reduce(x, y, flags[t] != 0, s, F());",
    "sort": "rocprim::warp_sort<T, {w}> op; y = x; op.sort(y, s);",
}
ROCPRIM_SOURCE = """
#include <rocprim/warp/warp_reduce.hpp>
#include <rocprim/warp/warp_scan.hpp>
#include <rocprim/warp/warp_sort.hpp>
#include <rocprim/functional.hpp>
#define KERNEL extern "C" __global__ __launch_bounds__(%d)
"""
ROCPRIM_KERNEL = """
KERNEL void {name}(const {type} *in, {type} *out, {type} *totals, const char *flags) {{
  using T = {type}; using F = {operator};
  unsigned t = __builtin_amdgcn_workitem_id_x();
  T x = in[t], y, z = x;
  {body}
  out[t] = y;
  {store}
}}
"""


def rocprim(tools, chip, rows, include):
    """rocPRIM's warp_reduce, warp_scan and warp_sort, compiled from the headers under
    `include`."""
    def source(row):
        body = ROCPRIM_BODIES[row.op].format(w=row.width or chip.wave)
        name = body.split(" op;", 1)[0]
        return "__shared__ typename %s::storage_type s; %s" % (name, body)

    def text(name, row, body):
        type = ROCPRIM_TYPES[row.operator.types[0]]
        return ROCPRIM_KERNEL.format(
            name=name, type=type, operator=ROCPRIM_OPERATORS.get(row.operator.kind, "rocprim::less<T>"),
            body=body, store="totals[t] = z;" if len(row.outputs) == 2 else "")

    tasks = [
        row
        for row in rows
        if row.op in ROCPRIM_BODIES and not row.operator.region
        and (row.operator.kind in ROCPRIM_OPERATORS or not row.operator.kind)
        and len(row.operator.types) == 1
        and row.operator.types[0] in ROCPRIM_TYPES and not row.operator.fastmath
    ]
    items = [("", row) for row in {(r.operator.types, len(r.outputs)): r
                                   for r in tasks}.values()]
    items += [(row.key, row) for row in tasks]

    def compile(items):
        kernels_text = ROCPRIM_SOURCE % chip.wave
        for i, (key, row) in enumerate(items):
            body = source(row) if key else "y = x;"
            kernels_text += text("k%d" % i, row, body)
        with tempfile.NamedTemporaryFile("w", suffix=".hip") as file:
            file.write(kernels_text)
            file.flush()
            command = [
                tools.clang, "-x", "hip", "--offload-arch=" + chip.name,
                "--offload-device-only", "-nogpulib", "-nogpuinc", "-O3", "-w", "-S",
                "-D__HIP_PLATFORM_AMD__", "-std=c++17", "-I", include,
                "-D__AMDGCN_WAVEFRONT_SIZE=%d" % chip.wave, "-o", "-", file.name,
            ]
            if not chip.name.startswith("gfx9"):
                # Version 5.3 supports no later chip of the wave32 families.
                command.append("-D__gfx1030__=1")
            output, word = run(command, "")
        return word or in_order(output, len(items))

    codes = bisect(items, compile)
    base = {
        (row.operator.types, len(row.outputs)): codes[(key, row)]
        for key, row in items
        if not key
    }
    result = {}
    for row in tasks:
        code = codes[(row.key, row)]
        if not isinstance(code, str):
            code = Cost.of(code) - Cost.of(base[(row.operator.types, len(row.outputs))])
        result[row.key] = code
    return result
