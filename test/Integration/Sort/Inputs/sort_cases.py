#!/usr/bin/env python3
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sorts through prim-run and compares the results with numpy's stable sort, bit for bit.
# Every configuration is one program, compiled once; its cases differ in size and in the
# schedule of the emulator.
"""usage: sort_cases.py LEVEL CHIP DIRECTORY

LEVEL is device, block or schedules; DIRECTORY takes the files of the runs."""

import os
import pathlib
import sys

import numpy as np

from primtest.elements import DTYPES
from primtest.runner import run_batch

def make_keys(rng, element, size):
    """Half of the keys are random bits; the other half repeat a few values that are
    equal, extreme or special for the type."""
    dtype = np.dtype(DTYPES[element])
    keys = np.frombuffer(rng.bytes(size * dtype.itemsize), dtype).copy()
    if dtype.kind == "f":
        info = np.finfo(dtype)
        few = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, info.max, info.min]
        few += [info.tiny, info.smallest_subnormal, -info.smallest_subnormal]
        few = np.array(few + [np.copysign(np.nan, -1.0)], dtype)
    else:
        info = np.iinfo(dtype)
        few = np.array([0, 1, -1, 2, 255, info.min, info.max], np.int64)
        few = few.astype(dtype)
    chosen = rng.random(size) < 0.5
    keys[chosen] = rng.choice(few, int(chosen.sum()))
    return keys


def stable_order(keys, order, descending, bits):
    """Positions of the keys in sorted order: a stable sort of unsigned codes, which are
    inverted for descending order."""
    width = keys.dtype.itemsize * 8
    ones = np.uint64((1 << width) - 1)
    sign = np.uint64(1 << (width - 1))
    codes = keys.view("u%d" % keys.dtype.itemsize).astype(np.uint64)
    if order == "slt":
        codes = codes ^ sign
    elif order == "total":
        raw = codes
        codes = np.where((raw & sign) != 0, ~raw & ones, raw | sign)
        codes = np.where(raw == sign, sign, codes)
        codes = np.where(np.isnan(keys), ones, codes)
    if descending:
        codes = ~codes & ones
    if bits:
        mask = np.uint64((1 << (bits[1] - bits[0])) - 1)
        codes = (codes >> np.uint64(bits[0])) & mask
    return np.argsort(codes, kind="stable")


class Sort:
    """One configuration. `elements` are the types of the key and of the values."""

    def __init__(self, elements, order, descending=False, bits=None, tuning=None,
                 static=None, clobber=False, sizes=(), valid=None, block=None,
                 items=1, striped=False):
        self.elements = elements
        self.order = order
        self.descending = descending
        self.bits = bits
        self.tuning = tuning
        self.static = static
        self.clobber = clobber
        self.sizes = sorted(set(sizes))
        self.valid = valid
        self.block = block
        self.items = items
        self.striped = striped

    def name(self):
        text = "_".join([*self.elements, self.order])
        if self.descending:
            text += "_descending"
        if self.bits:
            text += "_bits%d_%d" % self.bits
        if self.static is not None:
            text += "_static%d" % self.static
        if self.clobber:
            text += "_clobber"
        if self.tuning:
            text += "_%dx%d" % self.tuning
        if self.block:
            text += "_block%dx%d" % (self.block, self.items)
        if self.valid is not None:
            text += "_valid%d" % self.valid
        if self.striped:
            text += "_striped"
        return text

    def flags(self):
        return "%s%s" % (self.order, " descending" if self.descending else "")

    def clauses(self):
        text = ""
        if self.bits:
            text += " bits(%d, %d)" % self.bits
        return text

    def device_program(self):
        shape = "?" if self.static is None else str(self.static)
        types = ["memref<%sx%s>" % (shape, e) for e in self.elements]

        def operands(letter):
            names = ["%%%s%d" % (letter, i) for i in range(len(types))]
            return names, ", ".join(names) + " : " + ", ".join(types)

        ins, ins_text = operands("i")
        outs, outs_text = operands("o")
        arguments = ", ".join(
            "%s: %s" % pair for pair in zip(ins + outs, types + types)
        )
        clauses = self.clauses()
        if self.clobber:
            clauses += " may_clobber_input"
        if self.tuning:
            clauses += " tuning<block_size = %d, items_per_thread = %d>" % self.tuning
        return (
            "func.func @main(%s) attributes {llvm.emit_c_interface} {\n"
            "  prim.device_sort %s ins(%s) outs(%s)%s\n  return\n}\n"
            % (arguments, self.flags(), ins_text, outs_text, clauses)
        )

    def block_program(self, chip):
        """A kernel of one block. Threads read and write their items one by one."""
        count = self.block * self.items
        types = ["memref<%dx%s>" % (count, e) for e in self.elements]
        vectors = ["vector<%dx%s>" % (self.items, e) for e in self.elements]
        names = ["%%m%d" % i for i in range(len(types))]
        arguments = ", ".join("%s: %s" % pair for pair in zip(names, types))
        body = []
        for i in range(self.items):
            body += [
                "      %%c%d = arith.constant %d : index" % (i, i),
                "      %%at%d = arith.addi %%first, %%c%d : index" % (i, i),
            ]
        for m, (name, type_, vector) in enumerate(zip(names, types, vectors)):
            loaded = []
            for i in range(self.items):
                body.append(
                    "      %%x%d_%d = memref.load %s[%%at%d] : %s"
                    % (m, i, name, i, type_)
                )
                loaded.append("%%x%d_%d" % (m, i))
            body.append(
                "      %%v%d = vector.from_elements %s : %s"
                % (m, ", ".join(loaded), vector)
            )
        clauses = self.clauses()
        if self.valid is not None:
            body.append("      %%n = arith.constant %d : i32" % self.valid)
            clauses += " valid(%n)"
        if self.striped:
            clauses += " to(striped)"
        values = ["%%v%d" % m for m in range(len(types))]
        body.append(
            "      %%r:%d = prim.block_sort %s %s%s : %s"
            % (len(types), self.flags(), ", ".join(values), clauses, ", ".join(vectors))
        )
        for m, (name, type_, vector) in enumerate(zip(names, types, vectors)):
            for i in range(self.items):
                body += [
                    "      %%y%d_%d = vector.extract %%r#%d[%d] : %s from %s"
                    % (m, i, m, i, self.elements[m], vector),
                    "      memref.store %%y%d_%d, %s[%%at%d] : %s"
                    % (m, i, name, i, type_),
                ]
        return """module attributes {gpu.container_module} {
gpu.module @kernels [#rocdl.target<chip = "%s">] {
  gpu.func @kernel(%s) kernel attributes {known_block_size = array<i32: %d, 1, 1>} {
      %%thread = gpu.thread_id x
      %%items = arith.constant %d : index
      %%first = arith.muli %%thread, %%items : index
%s
      gpu.return
  }
}
func.func @main(%s) attributes {llvm.emit_c_interface} {
  %%one = arith.constant 1 : index
  %%threads = arith.constant %d : index
  gpu.launch_func @kernels::@kernel blocks in (%%one, %%one, %%one) threads in (%%threads, %%one, %%one)
      args(%s)
  return
}
}
""" % (
            chip, arguments, self.block, self.items, "\n".join(body), arguments,
            self.block, ", ".join("%s : %s" % pair for pair in zip(names, types)),
        )


def run_sort(sort, chip, directory, seeds):
    """Runs all cases of one configuration. Returns the number of cases that passed, and
    the messages of the others."""
    rng = np.random.default_rng(7)
    os.makedirs(directory, exist_ok=True)
    program = sort.block_program(chip) if sort.block else sort.device_program()
    sizes = sort.sizes
    if sort.block:
        sizes = [sort.block * sort.items]
    elif sort.static is not None:
        sizes = [sort.static]

    cases, checks = [], []
    members = len(sort.elements)
    for size in sizes:
        arrays = [make_keys(rng, sort.elements[0], size)]
        for element in sort.elements[1:]:
            arrays.append(np.arange(size).astype(DTYPES[element]))
        inputs = []
        for i, array in enumerate(arrays):
            path = os.path.join(directory, "%s_%d_in%d.npy" % (sort.name(), size, i))
            np.save(path, array)
            inputs.append(path)
        if sort.block:
            inout = list(range(members))
        else:
            # The previous contents of the results must not matter.
            for i, array in enumerate(arrays):
                path = os.path.join(directory, "%s_%d_was%d.npy" % (sort.name(), size, i))
                np.save(path, np.full_like(array, 85))
                inputs.append(path)
            # Results, and inputs, which the sort must not change.
            inout = list(range(members, 2 * members))
            if not sort.clobber:
                inout += list(range(members))
        for seed in seeds:
            outputs = [
                os.path.join(directory, "%s_%d_%s_out%d.npy" % (sort.name(), size, seed, i))
                for i in range(len(inout))
            ]
            case = {"entry": "main", "inputs": inputs, "inout": inout, "outputs": outputs}
            if seed is not None:
                case["seed"] = seed
            cases.append(case)
            checks.append((size, seed, arrays, outputs))
    batch = run_batch(
        "prim-run", pathlib.Path(directory), program, cases,
        ["--chip=" + chip, "--device=emulator"], sort.name())  # fmt: skip
    lines = [line for _, line in sorted(batch.reports.items())]
    if len(lines) != len(cases):
        return 0, ["%s: %d of %d cases ran: %s"
                   % (sort.name(), len(lines), len(cases), batch.errors.strip())]

    passed, messages = 0, []
    for line, (size, seed, arrays, outputs) in zip(lines, checks):
        where = "%s, %d items, schedule %s" % (sort.name(), size, seed)
        if not line["ok"]:
            messages.append("%s: %s" % (where, line.get("error")))
            continue
        found = [np.load(path) for path in outputs]
        valid = size if sort.valid is None else sort.valid
        order = stable_order(arrays[0][:valid], sort.order, sort.descending, sort.bits)
        expected = [array[:valid][order] for array in arrays]
        if not sort.block and not sort.clobber:
            expected += arrays
        wrong = []
        for i, (have, want) in enumerate(zip(found, expected)):
            if sort.striped:
                have = have.reshape(sort.block, sort.items).T.reshape(-1)
            have = have[:valid] if sort.valid is not None else have
            if have.dtype != want.dtype or have.tobytes() != want.tobytes():
                wrong.append(i)
        if wrong:
            messages.append("%s: results %s differ" % (where, wrong))
        else:
            passed += 1
    for path in {p for case in cases for p in case["inputs"] + case["outputs"]}:
        if os.path.exists(path):
            os.remove(path)
    return passed, messages


def device_sorts():
    tile = 256 * 16
    few = (0, 1, 2, 63, 64, 65, 255, 256, 257, 1024, 1025)
    many = (tile - 1, tile, tile + 1, 5 * tile + 77)
    # The sizes that a block sorts for some type, and slightly smaller ones; tiles of
    # which the last one is almost full or almost empty.
    edges = (485, 512, 741, 768, 997, 1024, 1253, 1280)
    tiles = (2048, 3072, tile, 256 * 20)
    edges += tuple(3 * t - 27 for t in tiles) + tuple(t + 1 for t in tiles)
    yield Sort(["i32"], "slt", sizes=few + many + edges + ((1 << 16) + 13,))
    yield Sort(["i32", "i32"], "ult", descending=True, sizes=few + many + edges)
    yield Sort(["f32", "i32"], "total", sizes=few + many + edges)
    yield Sort(["f32"], "total", descending=True,
               sizes=(1, 64, 1000, 3 * tile + 1) + edges)
    yield Sort(["i64", "i32"], "slt", descending=True,
               sizes=(3, 700, 769, 10001) + edges)
    yield Sort(["f64", "i64"], "total", sizes=(2, 768, 3072, 9999) + edges)
    yield Sort(["i32", "f64", "i8"], "slt", bits=(3, 20),
               sizes=(5, 800, 7000) + edges)
    yield Sort(["i64"], "ult", bits=(60, 64), sizes=(9, 6000) + edges)
    yield Sort(["i32"], "slt", tuning=(64, 3), clobber=True, bits=(0, 24),
               sizes=(40, 49, 64, 193, 191, 4000))
    yield Sort(["i32", "i16"], "ult", tuning=(512, 2), sizes=(500, 512, 700, 1025, 2049))
    yield Sort(["i32"], "slt", static=100)
    yield Sort(["f32", "i32"], "total", static=5000)
    yield Sort(["i16"], "slt", sizes=(1, 5000) + edges)
    yield Sort(["i8", "i32"], "ult", descending=True, sizes=(1, 5000) + edges)


def schedule_sorts():
    """Small tiles, so that look-back spans many of them."""
    sizes = (40, 64, 256, 1000, 1509, 20011)
    yield Sort(["i32", "i32"], "slt", tuning=(256, 2), sizes=sizes)
    yield Sort(["f32"], "total", descending=True, tuning=(256, 3), sizes=sizes)
    yield Sort(["i64"], "ult", tuning=(64, 4), sizes=sizes)


def block_sorts():
    yield Sort(["i32", "i32"], "slt", block=256, items=4)
    yield Sort(["i32"], "ult", block=64, items=1, descending=True)
    yield Sort(["f32", "i64"], "total", block=100, items=3, descending=True,
               valid=211, striped=True)
    yield Sort(["f32", "i32"], "total", block=192, items=2, valid=300)
    yield Sort(["i64", "i32"], "slt", block=128, items=2, descending=True,
               striped=True)
    yield Sort(["i64", "i8"], "ult", block=40, items=4, bits=(3, 33), valid=100)
    yield Sort(["f64", "i32"], "total", block=256, items=2, descending=True,
               valid=511)
    yield Sort(["i32", "i16"], "slt", block=1, items=5, valid=3, striped=True)
    yield Sort(["i8", "i32"], "slt", block=300, items=3, descending=True)
    yield Sort(["i16", "i32"], "ult", block=512, items=2, valid=0)
    yield Sort(["i32", "i32"], "slt", block=1024, items=2, bits=(0, 10),
               valid=2000, striped=True)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    level, chip, directory = sys.argv[1:]
    sorts = {"device": device_sorts, "block": block_sorts,
             "schedules": schedule_sorts}[level]
    # The default schedule, two random ones, and newest group first.
    seeds = [0, 1, 12345, -1] if level == "schedules" else [None]
    passed, failed = 0, 0
    for sort in sorts():
        good, messages = run_sort(sort, chip, directory, seeds)
        passed += good
        failed += len(messages)
        for message in messages:
            print("FAIL", message)
    print("%d cases passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


main()
