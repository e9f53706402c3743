# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""Forked processes, while no call runs and while other threads are in calls."""

import ctypes
import os
import select
import signal
import threading
import time
import traceback
import unittest

import numpy as np
import prim

SMALL = np.arange(1000, dtype="int32")[::-1].copy()
BIG = np.random.default_rng(0).integers(0, 1000, 1 << 19)


def in_child(function):
    """The result of `function` in a forked process, which then ends normally."""
    ends = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ends[0])
        try:
            text = f"returned {function()}"
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
            if not isinstance(error, prim.Error):
                text += traceback.format_exc()
        os.write(ends[1], text.encode())
        os.close(ends[1])
        # Exit handlers, and the C library's work at the end of a process.
        ctypes.CDLL(None).exit(7)
    os.close(ends[1])
    try:
        if not select.select([ends[0]], [], [], 20)[0]:
            os.kill(child, signal.SIGKILL)
        with os.fdopen(ends[0], "rb") as result:
            text = result.read().decode()
    finally:
        status = os.waitpid(child, 0)[1]
    return text, os.waitstatus_to_exitcode(status)


def refused_in_child(function, nothing=None):
    """The error of `function` in a forked process while another thread makes calls
    repeatedly. If a fork falls between two calls, no error occurs, and the fork is
    repeated. A function that cannot fail returns `nothing` instead of an error."""
    for _ in range(5):
        text, code = in_child(function)
        if not text.startswith("returned") or text == f"returned {nothing}":
            break
    return text, code


def sorted_right():
    return bool((prim.sort(SMALL) == SMALL[::-1]).all())


class Forks(unittest.TestCase):
    def beside(self, function):
        """Makes a thread call `function` repeatedly meanwhile."""
        stop, error = threading.Event(), []

        def work():
            try:
                while not stop.is_set():
                    function()
            except BaseException as found:
                error.append(found)

        thread = threading.Thread(target=work)
        thread.start()

        def end():
            stop.set()
            thread.join()
            self.assertEqual(error, [])

        self.addCleanup(end)
        time.sleep(0.5)

    def test_alone(self):
        self.assertEqual(sorted_right(), True)
        self.assertEqual(in_child(sorted_right), ("returned True", 7))
        self.assertEqual(
            in_child(lambda: prim.scan(SMALL)[-1]), (f"returned {SMALL.sum()}", 7)
        )

    def test_beside_a_call(self):
        """Each use in the child is an error that states the reason, and none hangs."""
        array, other = prim.array(SMALL), prim.array(SMALL)
        sorted_right()
        self.beside(lambda: prim.sort(BIG))

        def new_program():
            return prim.scan(SMALL, "min")

        def drop():
            nonlocal other
            other = None
            prim.clear_cache()
            return "nothing"

        uses = [
            sorted_right,
            new_program,
            lambda: prim.array(SMALL),
            array.numpy,
            prim.device().synchronize,
            lambda: prim.device(chip="gfx1201"),
        ]
        for number, use in enumerate(uses):
            with self.subTest(number):
                text, code = refused_in_child(use)
                self.assertRegex(text, "Error: this process was forked during a prim call of another")
                self.assertRegex(text, "set_start_method")
                self.assertEqual(code, 7)
        # Functions that cannot fail do nothing.
        self.assertEqual(in_child(drop), ("returned nothing", 7))
        self.assertEqual(
            refused_in_child(prim.device().statistics, nothing={}), ("returned {}", 7)
        )

    def test_beside_a_thread_between_calls(self):
        """A thread that holds locks of the package but is not in a call."""
        inside, go_on = threading.Event(), threading.Event()

        def wait(event):
            if event.stage == "compiling":
                inside.set()
                go_on.wait()

        def work():
            with prim.progress(wait):
                prim.reduce(SMALL, "max")

        thread = threading.Thread(target=work)
        thread.start()
        self.assertTrue(inside.wait(20))
        # The program whose compilation the other thread has begun.
        found = in_child(lambda: prim.reduce(SMALL, "max"))
        go_on.set()
        thread.join()
        self.assertEqual(found, ("returned 999", 7))


if __name__ == "__main__":
    unittest.main()
