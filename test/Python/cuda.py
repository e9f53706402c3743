# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy, fake-cuda
# RUN: env PRIM_CUDA_LIBRARY=%fake_cuda %python %s
"""Arrays on CUDA devices, through a fake driver that uses host memory."""

import unittest

import numpy as np
import prim
from prim import _dlpack
from support import numbers, same

X = numbers(100, "int32")


class Exported:
    """Another library's array on a GPU of some kind."""

    def __init__(self, array, kind):
        self.array, self.kind = array, kind

    def __dlpack_device__(self):
        return (self.kind, 0)

    def __dlpack__(self):
        return _dlpack.export(self.array, self.kind)


class Cuda(unittest.TestCase):
    def test_devices(self):
        cuda = prim.device("cuda")
        self.assertEqual((cuda.chip, cuda.is_emulator), ("sm_90", False))
        self.assertEqual(cuda.description, "sm_90 (GPU)")
        self.assertIs(prim.device("auto", "sm_90"), prim.device("cuda", "sm_90"))
        with self.assertRaisesRegex(prim.Error, "sm_90, not sm_80; compile for sm_90"):
            prim.device("auto", "sm_80")
        self.assertIn(cuda, prim.devices())
        self.assertTrue(prim.device("emulator").is_emulator)
        with self.assertRaisesRegex(prim.Error, "sm_90, not sm_100; compile for sm_90"):
            prim.device("cuda", "sm_100")
        with self.assertRaisesRegex(prim.Error, "sm_90 needs a GPU; use --device=cuda"):
            prim.device("emulator", "sm_90")

    def test_arrays(self):
        a = prim.array(X, device="cuda")
        same(self, a, X)
        same(self, a[10:20], X[10:20])
        interface = a.__cuda_array_interface__
        self.assertEqual(interface["data"], (a.address, False))
        self.assertEqual(interface["typestr"], "<i4")

    def test_dlpack(self):
        a = prim.array(X, device="cuda")
        self.assertEqual(a.__dlpack_device__(), (_dlpack.CUDA, 0))
        # The capsule contains the same values.
        capsule = a.__dlpack__()
        ((managed, _, _),) = _dlpack._exported.values()
        self.assertEqual(managed.tensor.device_type, _dlpack.CUDA)
        del capsule

    def test_foreign(self):
        a = prim.array(X, device="cuda")
        there = prim.array(Exported(a, _dlpack.CUDA), device="cuda")
        self.assertEqual(there.address, a.address)
        with self.assertRaisesRegex(ValueError, "x is on an AMD GPU, but the call is "):
            prim.array(Exported(a, _dlpack.ROCM), device="cuda")


if __name__ == "__main__":
    unittest.main()
