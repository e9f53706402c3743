# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The combiners of the block and device sweeps, by their names in cells: all kinds, and
regions that commute or not, with and without an identity, of one member or several, of
one width or of mixed widths."""

import functools

from primtest import folds
from primtest.elements import BY_NAME, I32, I64

ELEMENTS = BY_NAME

REGIONS = {
    "affine": lambda element: folds.Affine(element, identity=True),
    "affine without identity": lambda element: folds.Affine(element, identity=False),
    "argmax": folds.ArgMax,
    "flagged sum": folds.Flagged,
    "extent": folds.Extent,
    "last": folds.Last,
    "gcd": folds.Gcd,
}
NAMES = sorted({*folds.INTEGER_KINDS, *folds.FLOAT_KINDS}) + list(REGIONS)


def exists(element, name):
    """Whether there is such a combiner for a type, both given by name."""
    element = ELEMENTS[element]
    if name == "gcd":
        return element in (I32, I64)
    if name in REGIONS:
        return True
    return name in (folds.FLOAT_KINDS if element.is_float else folds.INTEGER_KINDS)


def has_identity(name):
    return name not in ("affine without identity", "argmax", "last", "gcd")


@functools.cache
def combiner(element, name):
    element = ELEMENTS[element]
    return REGIONS[name](element) if name in REGIONS else folds.kind(name, element)
