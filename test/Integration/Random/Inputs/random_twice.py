# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random device ops of all kinds that run several times. One compiled op runs on inputs
of one size, then on inputs of another, then on the first ones again, all with one
workspace with arbitrary initial contents. The results are correct each time, and equal
inputs give identical bits."""

import dataclasses

import numpy as np

import random_devices
import random_families
from primtest import random_runs
from primtest.random_runs import file_of  # noqa: F401

# Every op, with the module that draws it.
OPS = [(random_devices, op) for op in ("device_reduce", "device_scan", "device_sort")]
OPS += [(random_families, op) for op in random_families.PROGRAMS]
MODES = ["given", "initialized"]


def draw_plans(rng, number, turn):
    """The module, and plans of the two sizes; every op in both modes, in turn."""
    module, op = OPS[turn % len(OPS)]
    workspace = MODES[turn // len(OPS) % len(MODES)]
    while True:
        plan = module.draw_of(rng, number, op)
        plan = dataclasses.replace(
            plan, tensors=False, static="none", layouts=("plain",) * 3, workspace=workspace,
            waits=False, in_place=False, clobber=False)  # fmt: skip
        extents = tuple(rng.choice([n, n // 2, 2 * n + 1, n + 64, rng.randint(0, 3)]) for n in plan.extents)
        changes = dict(seed=number + 1, extents=extents)
        if op in ("device_merge", "device_search", "device_topk", "device_nth", "device_batch_copy"):
            changes.update(other=rng.choice([plan.other // 3, plan.other, 2 * plan.other]))
        other = dataclasses.replace(plan, **changes)
        if module.legal(plan) and module.legal(other):
            return module, [plan, other]


class Twice:
    def __init__(self, symbol, module, plans):
        self.symbol = symbol
        make = getattr(module, "program_of", None) or module.Program
        self.first, self.other = (make("%s_%d" % (symbol, i), plan) for i, plan in enumerate(plans))
        # The outs of the first run once more, among the returned buffers.
        program = self.first
        back = [b for _, _, b in program.parameters if b is not None]
        self.again = [i for i, b in enumerate(back) if b in program.outs]
        outs = [program.wants[i] for i in self.again]
        self.wants = [*program.wants, *self.other.wants, *outs]
        plan = plans[0]
        # Sums that round depend on the timing of blocks, and results in an unspecified
        # order may differ.
        rounds = getattr(plan, "combiner", None) in ("add", "mul") and not plan.deterministic
        self.same = not rounds and (not program.loose or plan.op == "device_nth")

    def text(self):
        programs = [self.first, self.other]
        assert programs[0]._op(True) == programs[1]._op(True)
        program, name = self.first, self.symbol
        parameters = [text for text, _, _ in program.parameters]
        types = [text.split(": ", 1)[1] for text in parameters]
        head, space = ", ".join(parameters), "memref<?xi8>"
        before = program._parameters[1] + program.before
        text = "func.func private @%s_op(%s) {\n%s%s\n%sreturn\n}\n" % (
            name, ", ".join([*parameters, "%%w: %s" % space]), before, program._op(True), program.after)  # fmt: skip
        text += "func.func private @%s_bytes(%s) -> index {\n%s%%bytes = prim.workspace_size {\n%s\n} : index\n%sreturn %%bytes : index\n}\n" % (
            name, head, before, program._op(None), program.after)  # fmt: skip
        given = [["%%%s%d" % (letter, i) for i in range(len(types))] for letter in "pq"]
        # The third run has its own outs.
        back = [i for i, (_, _, b) in enumerate(program.parameters) if b is not None]
        third, more = list(given[0]), []
        for i in self.again:
            third[back[i]] = "%%r%d" % i
            more.append("%%r%d: %s" % (i, types[back[i]]))
        signature = ["%s: %s" % pair for names in given for pair in zip(names, types)] + more
        text += "func.func @%s(%s) {\n" % (name, ", ".join(signature))
        of = ", ".join(types)
        for i, names in enumerate(given):
            text += "%%bytes%d = call @%s_bytes(%s) : (%s) -> index\n" % (i, name, ", ".join(names), of)
        text += """%%bytes = arith.maxui %%bytes0, %%bytes1 : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%fill = arith.constant %d : i8
gpu.memset %%w, %%fill : memref<?xi8>, i8
""" % (0 if program.plan.workspace == "initialized" else -1)
        for names in (*given, third):
            text += "call @%s_op(%s) : (%s) -> ()\n" % (
                name, ", ".join([*names, "%w"]), ", ".join([*types, space]))  # fmt: skip
        return text + "gpu.dealloc %w : memref<?xi8>\nreturn\n}\n"

    def case(self, folder, data_set, schedule):
        first, other = (p.case(folder, data_set, schedule) for p in (self.first, self.other))
        inputs = first["inputs"] + other["inputs"]
        inout = first["inout"] + [len(first["inputs"]) + i for i in other["inout"]]
        inout += [len(inputs) + i for i in range(len(self.again))]
        inputs += [first["inputs"][first["inout"][i]] for i in self.again]
        outputs = ["%s/%s-out%d-%d-%d.npy" % (folder, self.symbol, i, data_set, schedule)
                   for i in range(len(self.wants))]  # fmt: skip
        return {"entry": self.symbol, "inputs": inputs, "outputs": outputs, "inout": inout,
                "seed": schedule}  # fmt: skip

    def check(self, data_set, arrays):
        number, more = len(self.first.wants), len(self.other.wants)
        runs = [arrays[:number], arrays[number : number + more], arrays[:number]]
        again = arrays[number + more :]
        runs[2] = list(runs[2])
        for i, raw in zip(self.again, again):
            runs[2][i] = raw
            bits = [np.ascontiguousarray(a).view(np.uint8) for a in (raw, runs[0][i])]
            if self.same and (bits[0] != bits[1]).any():
                return "result %d is another one in the third run; values are wrong" % i
        for turn, (run, program) in enumerate(zip(runs, (self.first, self.other, self.first))):
            check = getattr(program, "check", None)
            difference = check and check(data_set, run)
            if difference:
                return "run %d: %s" % (turn, difference)
        return None


def limits_of(draw):
    _, (plan, _) = draw_plans(draw.rng_of("program"), draw.number, draw.turn)
    return plan.limits()


def make(draw):
    module, plans = draw_plans(draw.rng_of("program"), draw.number, draw.turn)
    return Twice("t%d" % draw.number, module, plans)


def run(args, options, draws, tally):
    random_runs.run(make, args, options, draws, tally)
