# ===- inputs.py - Tensors of a case, and what they shall become ------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# A case is an op on inputs of one shape and distribution. Its inputs are drawn on the
# device from a fixed seed; sums of floats are of small integers, so that they are exact
# in any order and all results can be compared bit by bit with torch's.
#
# ===-----------------------------------------------------------------------=== #

import ctypes
import dataclasses
import typing

import torch

D = "cuda"
EPSILON = 1e-5
DTYPES = {"u8": torch.uint8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "f32": torch.float32, "bf16": torch.bfloat16}
I32, I64, F32, INDEX = ctypes.c_int32, ctypes.c_int64, ctypes.c_float, ctypes.c_int64


@dataclasses.dataclass
class Case:
    """One row of the table, before its tensors exist."""

    family: str
    type: str
    shape: str
    # Makes a Bound; called only if the case is measured.
    bind: typing.Callable

    @property
    def name(self):
        return f"{self.family} {self.type} {self.shape}"


@dataclasses.dataclass
class Bound:
    """A case with its tensors."""

    # Forms of prim: {name: (program, operands)}.
    prim: dict
    # Forms of CUB: {name: (function, tensors, numbers)}.
    cub: dict
    # A call of torch, or None.
    torch: typing.Callable
    # The expected results of prim and of CUB: Values or the like, or the pairs of Values.
    expected: typing.Any
    expected_cub: typing.Any
    # The least bytes that are read and written.
    reads: int
    writes: int
    # The bytes that forms of prim with more operands read: {name: bytes}.
    form_reads: dict = dataclasses.field(default_factory=dict)
    # A function and its tensors for torch.compile, or nothing.
    compiled: tuple = ()

    def __post_init__(self):
        for name in ("expected", "expected_cub"):
            if isinstance(getattr(self, name), list):
                setattr(self, name, Values(getattr(self, name)))


class Values:
    """Tensors and the values that they must have after a call: [(tensor, values)]. Values may be
    fewer than the tensor's elements: the first ones."""

    def __init__(self, pairs):
        self.pairs = pairs

    def poison(self):
        for tensor, _ in self.pairs:
            # A rank of zero cannot be seen as bytes.
            (tensor.view(torch.uint8) if tensor.dim() else tensor).fill_(0x5A)

    def differ(self, form):
        """None, or what is wrong with the results of a form."""
        for number, (tensor, values) in enumerate(self.pairs):
            found, values = tensor.view(-1)[: values.numel()], values.reshape(-1).to(tensor.dtype)
            if not torch.equal(found, values):
                return f"{int((found != values).sum())} of {values.numel()} values of output {number} differ"
        return None


class Near:
    """A tensor of floats and the values, in float64, that it must be near to: by a multiple of
    what rounding one of its type changes, and by as much of 1."""

    def __init__(self, tensor, values, units):
        self.tensor, self.values = tensor, values
        self.bound = units * torch.finfo(tensor.dtype).eps * (values.abs() + 1)

    def poison(self):
        self.tensor.fill_(float("nan"))

    def differ(self, form):
        found = self.tensor.double()
        right = (found == self.values) | ((found - self.values).abs() <= self.bound)
        return None if bool(right.all()) else f"{int((~right).sum())} of {right.numel()} values differ"


class Either:
    """The expectation of some forms, and that of all others."""

    def __init__(self, forms, others):
        self.forms, self.others = {name: Values(of) for name, of in forms.items()}, Values(others)

    def poison(self):
        for of in (*self.forms.values(), self.others):
            of.poison()

    def differ(self, form):
        return self.forms.get(form, self.others).differ(form)


def draw(kind, n, seed=1):
    """Uniform random bits; floats of small integers."""
    torch.manual_seed(seed)
    shape = n if isinstance(n, tuple) else (n,)
    if kind == "f32":
        return torch.randint(-8, 9, shape, device=D, dtype=torch.int32).float()
    info = torch.iinfo(DTYPES[kind])
    high = info.max if kind == "i64" else info.max + 1
    return torch.randint(info.min, high, shape, device=D, dtype=DTYPES[kind])


def normal(n, few=False, seed=2):
    """Normal floats; with `few`, of about 20 values."""
    torch.manual_seed(seed)
    x = torch.randn(n, device=D)
    return (x * 2).round() + 0.0 if few else x


def empty(kind, n):
    return torch.empty(n if isinstance(n, tuple) else (n,), dtype=DTYPES[kind], device=D)


def size(*tensors):
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def scalar(kind):
    return {"f32": F32, "i32": I32, "i64": I64, "u8": ctypes.c_int8}[kind]


def power(n):
    return f"2^{n.bit_length() - 1}" if n.bit_count() == 1 else str(n)
