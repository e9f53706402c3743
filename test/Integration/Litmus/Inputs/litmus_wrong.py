# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The litmus tests with one mistake in each kernel, which must lead to forbidden
outcomes. The emulator completes accesses at once and thus shows no weaker memory order.
Each mistake is therefore one that every machine shows."""

import litmus
from litmus_kernels import LITMUS

# The replacements in the text of a kernel.
MISTAKES = {
    # The data is not written.
    "message": ("prim.store %one, %x[%at]", "prim.store %zero, %x[%at]"),
    "message-of-block": ("prim.store %one, %x[%at]", "prim.store %zero, %x[%at]"),
    # Both loads are of memory that is not written.
    "buffering-seq-cst": ("%r = prim.load %", "%r = prim.load %out[%at] : !prim.base<global> -> i32 //"),
    # The writer counts down.
    "coherence": ("prim.store %v, %x", "%u = arith.subi %polls, %v : i32\n prim.store %u, %x"),
    # The second word has the first one's value.
    "look-back-word": ("%w2 = arith.ori %s2, %f2", "%w2 = arith.ori %s1, %f2"),
    "grid-barrier": ("prim.grid_barrier %y : !prim.base<global>", ""),
    "block-barrier": ("prim.block_barrier orders(block)", ""),
    # Another value than the expected one is written.
    "wave-memory": ("prim.store %value, %told", "prim.store %round, %told"),
}
for test in LITMUS:
    right, wrong = MISTAKES.get(test.name, ("", ""))
    assert right in test.text, test.name
    if right:
        test.text = test.text.replace(right, wrong)

if __name__ == "__main__":
    litmus.main()
