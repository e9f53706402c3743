# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The frontends whose programs are tested, by the names of their packages."""

from jax_models import JAX
from torch_models import TORCH

FRONTENDS = {"jax": JAX, "torch": TORCH}
