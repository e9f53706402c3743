#!/usr/bin/env python3
# ===- frameworks.py - prim beside PyTorch, CuPy and JAX --------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Times the calls of a Python program: sums and sorts of torch and CuPy, and
# associative_scan of torch (compiled) and JAX for affine maps and for maxima with their
# places. prim's functions of libprim_bench.so are called through ctypes, on torch's
# tensors and torch's stream.
#
#   benchmark/silicon/frameworks.py [--library FILE] [--sizes N,...] [--out FILE]
#
# Needs torch with a GPU; other missing libraries are skipped. Prints CSV with medians.
# `events` is the time between device events around a call, after a read of four times
# the L2 and while the GPU is kept busy. `wall` is the time from the call until the
# device is done. It is measured for JAX, which has its own streams, and for prim as its
# comparison.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import os
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
REPEATS = 31


class Clock:
    def __init__(self, torch):
        self.torch = torch
        l2 = getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 64 << 20)
        self.flush = torch.zeros(l2, dtype=torch.int32, device="cuda")
        self.flushed = torch.zeros((), dtype=torch.int32, device="cuda")

    def cool(self):
        self.torch.sum(self.flush, dim=0, dtype=self.torch.int32, out=self.flushed)

    def events(self, call):
        """Time on the device in microseconds."""
        cuda, times = self.torch.cuda, []
        start, stop = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
        for turn in range(REPEATS + 3):
            self.cool()
            cuda._sleep(200_000)  # Cycles: 100 us at 2 GHz.
            start.record()
            call()
            stop.record()
            stop.synchronize()
            if turn >= 3:
                times.append(1000 * start.elapsed_time(stop))
        return statistics.median(times)

    def wall(self, call, wait):
        """Microseconds from the call until `wait` on its result returns."""
        times = []
        for turn in range(REPEATS + 3):
            self.cool()
            self.torch.cuda.synchronize()
            begin = time.perf_counter()
            wait(call())
            if turn >= 3:
                times.append(1e6 * (time.perf_counter() - begin))
        return statistics.median(times)


def load(name):
    try:
        return __import__(name)
    except ImportError:
        print(f"# no {name} here", file=sys.stderr)
        return None


class Bench:
    def __init__(self, options):
        # By default JAX would take most of the memory.
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        self.torch = load("torch") or sys.exit("frameworks.py: this needs torch")
        self.cupy, self.jax = load("cupy"), load("jax")
        torch = self.torch
        # A stream of its own, because null handles mean the runtime's default stream.
        self.stream = torch.cuda.Stream()
        torch.cuda.set_stream(self.stream)
        # Needs torch, and is imported after the message that torch is missing.
        from families import contenders

        self.prim = contenders.Prim(options.library.resolve(), self.stream)
        self.clock = Clock(torch)
        self.file = open(options.out, "w") if options.out else sys.stdout
        self.wrong = 0
        print(f"# {torch.cuda.get_device_name(0)}, torch {torch.__version__}"
              + "".join(f", {m.__name__} {m.__version__}" for m in (self.cupy, self.jax) if m),
              file=self.file)  # fmt: skip
        print("op,type,n,what,clock,us", file=self.file)

    def report(self, op, kind, n, what, clock, us):
        print(f"{op},{kind},{n},{what},{clock},{us:.2f}", file=self.file, flush=True)

    def events(self, op, kind, n, what, call):
        self.report(op, kind, n, what, "events", self.clock.events(call))

    def compare(self, what, result, reference, exact=True):
        same = self.torch.equal if exact else (
            lambda a, b: self.torch.allclose(a, b, rtol=1e-4, atol=1e-4))  # fmt: skip
        self.torch.cuda.synchronize()
        if not same(result, reference):
            print(f"WRONG: {what}", file=sys.stderr)
            self.wrong += 1

    def draw(self, dtype, n):
        """Small integers, whose sums are exact in floats too."""
        return self.torch.randint(-8, 9, (n,), device="cuda").to(dtype)

    def fold(self, op, kind, n):
        torch = self.torch
        name = {"i32": "int32", "i64": "int64", "f32": "float32", "f64": "float64"}[kind]
        dtype = getattr(torch, name)
        x = self.draw(dtype, n)
        shape = () if op == "reduce" else (n,)
        out, result = (torch.zeros(shape, dtype=dtype, device="cuda") for _ in range(2))
        peer = torch.sum if op == "reduce" else torch.cumsum
        own = self.prim.bind(f"{op}_{kind}", [x, result])
        self.events(op, kind, n, "torch", lambda: peer(x, 0, dtype=dtype, out=out))
        if self.cupy:
            with self.cupy.cuda.ExternalStream(self.stream.cuda_stream):
                a, b = self.cupy.from_dlpack(x), self.cupy.empty(shape, name)
                function = self.cupy.sum if op == "reduce" else self.cupy.cumsum
                self.events(op, kind, n, "cupy", lambda: function(a, dtype=name, out=b))
        self.events(op, kind, n, "prim", own)
        self.compare(f"{op} of {kind}, n = {n}", result, out)

    def sort(self, n):
        """torch's sort also returns the indices, as prim's sort of pairs here does."""
        torch = self.torch
        x = torch.randint(-(1 << 31), 1 << 31, (n,), device="cuda").to(torch.int32)
        keys, index = torch.empty_like(x), torch.empty(n, dtype=torch.int64, device="cuda")
        values = torch.arange(n, dtype=torch.int32, device="cuda")
        own, permuted = torch.zeros_like(x), torch.zeros_like(x)
        peer = lambda: torch.sort(x, stable=True, dim=0, out=(keys, index))
        self.events("sort_pairs", "i32", n, "torch", peer)
        call = self.prim.bind("sort_pairs_i32", [x, values, own, permuted])
        self.events("sort_pairs", "i32", n, "prim", call)
        self.compare(f"sort of pairs, n = {n}", own, keys)
        self.compare(f"values of a sort of pairs, n = {n}", permuted, index.to(torch.int32))
        if self.cupy:
            with self.cupy.cuda.ExternalStream(self.stream.cuda_stream):
                a = self.cupy.from_dlpack(x)
                self.events("sort", "i32", n, "cupy", lambda: self.cupy.sort(a))
        self.events("sort", "i32", n, "prim", self.prim.bind("sort_i32", [x, own]))
        self.compare(f"sort of keys, n = {n}", own, keys)

    def affine(self, n):
        """y[i] = a[i] * y[i - 1] + b[i], as in state-space models."""
        torch = self.torch
        inputs = torch.rand(n, device="cuda") * 0.9, torch.rand(n, device="cuda")
        combine = lambda f, g: (f[0] * g[0], f[1] * g[0] + g[1])
        self.tuples("affine", n, inputs, combine, combine)

    def argmax(self, n):
        """The largest element up to each one, and its first place."""
        torch = self.torch
        inputs = torch.rand(n, device="cuda"), torch.arange(n, dtype=torch.int32, device="cuda")

        def combine(where):
            return lambda f, g: tuple(where(g[0] > f[0], y, x) for x, y in zip(f, g))

        self.tuples("argmax", n, inputs, combine(torch.where),
                    self.jax and combine(self.jax.numpy.where))  # fmt: skip
        self.events("argmax", "f32", n, "torch.cummax", lambda: torch.cummax(inputs[0], 0))

    def tuples(self, op, n, inputs, torch_combine, jax_combine):
        torch = self.torch
        outs = [torch.zeros_like(x) for x in inputs]
        own = self.prim.bind(f"{op}_f32", [*inputs, *outs])
        self.events(op, "f32", n, "prim", own)
        self.report(op, "f32", n, "prim", "wall",
                    self.clock.wall(own, lambda _: torch.cuda.synchronize()))  # fmt: skip
        own()
        self.torch_tuples(op, n, inputs, outs, torch_combine)
        if not self.jax:
            return
        scan = self.jax.jit(lambda *xs: self.jax.lax.associative_scan(jax_combine, xs))
        torch.cuda.synchronize()
        xs = [self.jax.numpy.from_dlpack(x) for x in inputs]
        us = self.clock.wall(lambda: scan(*xs), self.jax.block_until_ready)
        self.report(op, "f32", n, "jax", "wall", us)
        for result, reference in zip(outs, scan(*xs)):
            self.compare(f"{op} beside jax, n = {n}", result, torch.from_dlpack(reference), False)

    def torch_tuples(self, op, n, inputs, outs, combine):
        torch = self.torch
        try:
            from torch._higher_order_ops.associative_scan import associative_scan

            scan = torch.compile(lambda xs: associative_scan(combine, xs, 0, combine_mode="pointwise"))
            for result, reference in zip(outs, scan(tuple(inputs))):
                self.compare(f"{op} beside torch, n = {n}", result, reference, False)
        except Exception as error:
            # An error of the prototype itself is a result, not an error of this script.
            print(f"# torch's associative_scan, {op}, n = {n}: {str(error).strip()[:300]}", file=sys.stderr)
            return
        self.events(op, "f32", n, "torch", lambda: scan(tuple(inputs)))

    def run(self, sizes):
        for n in sizes:
            for op in ("scan", "reduce"):
                for kind in ("i32", "i64", "f32", "f64"):
                    self.fold(op, kind, n)
            self.sort(n)
            self.affine(n)
            self.argmax(n)
        return self.wrong


def main():
    parser = argparse.ArgumentParser(description="times prim beside PyTorch, CuPy and JAX")
    parser.add_argument("--library", type=pathlib.Path, default=ROOT / "build/speed/libprim_bench.so")
    parser.add_argument("--sizes", default="16384,1048576,16777216,134217728")
    parser.add_argument("--out")
    options = parser.parse_args()
    sys.exit(1 if Bench(options).run([int(n) for n in options.sizes.split(",")]) else 0)


if __name__ == "__main__":
    main()
