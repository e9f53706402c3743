# ===- check_examples.py - The documented examples are tested ones ---------===//
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Fails unless every op of the reference pages has an example, and every example occurs
# literally, except for white space, in the test file, which is the first argument.
#
# ===----------------------------------------------------------------------===//
import re
import sys

test, *pages = (open(path).read() for path in sys.argv[1:])
normal = lambda text: " ".join(text.split())
tested = normal(test)
count = 0
for part in re.split(r"\n##+ (?=`prim\.)", "\n".join(pages))[1:]:
    name = part.split()[0]
    part = part.split("\n## Attributes")[0]
    examples = re.findall(r"```mlir\n(.*?)```", part, re.DOTALL)
    if not examples:
        sys.exit(f"{name} has no example")
    for example in examples:
        if normal(example) not in tested:
            sys.exit(f"an example of {name} is not in {sys.argv[1]}:\n{example}")
        count += 1
print(f"{count} examples checked")
