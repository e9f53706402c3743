# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_CACHE=0 %python %s
"""Signals during calls, mainly KeyboardInterrupt."""

import os
import signal
import threading
import time
import unittest

import numpy as np
import prim
from prim import _library

# A sort that takes an emulator about 10 s.
BIG = np.random.default_rng(0).integers(0, 1 << 40, 1 << 23)
SMALL = np.arange(1000)[::-1].copy()


class Interrupts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.big = prim.array(BIG)
        prim.sort(SMALL)

    def setUp(self):
        for number in signal.SIGINT, signal.SIGALRM:
            self.addCleanup(signal.signal, number, signal.getsignal(number))
        # A shell's background job ignores SIGINT.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)

    def tearDown(self):
        # The device is unchanged, and no exception is pending.
        np.testing.assert_array_equal(prim.sort(SMALL), SMALL[::-1])
        self.assertFalse(prim.device().is_lost)

    def interrupt(self, after=0.3):
        """Sends SIGINT later; `when` receives the time at which it is sent."""

        def send():
            self.when = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(after, send)
        self.addCleanup(timer.join)
        timer.start()

    def assert_prompt(self):
        self.assertLess(time.perf_counter() - self.when, 1)

    def test_kernel(self):
        self.interrupt()
        with self.assertRaises(KeyboardInterrupt):
            prim.sort(self.big)
        self.assert_prompt()
        # The contents of the interrupted kernel's buffers are arbitrary.
        part = BIG[:50000]
        np.testing.assert_array_equal(prim.sort(part), np.sort(part))
        np.testing.assert_array_equal(prim.scan(part), np.cumsum(part))

    def test_any_signal(self):
        def alarm(number, frame):
            raise TimeoutError("alarm")

        signal.signal(signal.SIGALRM, alarm)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        start = time.perf_counter()
        with self.assertRaisesRegex(TimeoutError, "alarm"):
            prim.sort(self.big)
        self.assertLess(time.perf_counter() - start, 1.3)

    def test_handler_that_returns(self):
        """A handler runs during the call, which then continues."""
        ran, part = [], BIG[: 1 << 19]
        signal.signal(signal.SIGALRM, lambda *_: ran.append(time.perf_counter()))
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        start = time.perf_counter()
        found = prim.sort(part)
        end = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, 0)
        np.testing.assert_array_equal(found, np.sort(part))
        self.assertTrue([t for t in ran if start + 0.05 < t < end - 0.05], (ran, end))

    def test_handler_that_calls(self):
        """A launch or a reset in a handler does not crash the interrupted call."""
        errors = []

        def handler(number, frame):
            # A second call is not part of the interrupted launch.
            for use in (lambda: prim.scan(SMALL), prim.device().reset):
                try:
                    use()
                except prim.Error as error:
                    errors.append(str(error))
                else:
                    errors.append("nothing")
            prim.array(SMALL)
            raise TimeoutError("handler")

        prim.scan(SMALL)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaisesRegex(TimeoutError, "handler"):
            prim.sort(self.big)
        for error, use in zip(errors, ("launch", "reset it"), strict=True):
            self.assertIn(f"{use} after that call", error)

    def test_waiting_for_another_thread(self):
        other, done = None, []

        def work():
            prim.sort(BIG[: 1 << 21])
            done.append(time.perf_counter())

        other = threading.Thread(target=work)
        self.addCleanup(other.join)
        other.start()
        time.sleep(0.2)
        self.interrupt(0.1)
        with self.assertRaises(KeyboardInterrupt):
            while not done:
                prim.sort(SMALL)
        self.assert_prompt()
        other.join()
        # The other thread's call must not be interrupted.
        self.assertTrue(done and done[0] > self.when)

    def test_compiling(self):
        # The passes take half a second, and LLVM then takes two.
        width, steps = range(40), range(130)
        constants = "".join(
            f"%c{k} = arith.constant {k * 2654435761 % 2**31} : i32\n"
            f"%s0_{k} = arith.muli %v, %c{k} : i32\n"
            for k in width
        )
        products = "".join(
            f"%s{i + 1}_{k} = arith.muli %s{i}_{k}, %s{i}_{(k * 7 + 3) % 40} : i32\n"
            for i in steps
            for k in width
        )
        result = "".join(
            f"%r{k + 1} = arith.xori %r{k}, %s130_{k} : i32\n" for k in width
        )
        text = f"""func.func @main(%x: memref<?xi32>, %y: memref<?xi32>) {{
prim.device_map ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) map {{
^bb0(%v: i32):
{constants}{products}
%r0 = arith.addi %v, %v : i32
{result}
prim.yield %r40 : i32
}}
return
}}"""
        self.interrupt(0.8)
        with self.assertRaises(KeyboardInterrupt):
            _library.compile_text(text, "gfx942", (), "object")
        self.assert_prompt()


if __name__ == "__main__":
    unittest.main()
