# ===- check_examples.py - The op reference is complete --------------------===//
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Fails unless every op of the reference pages has
#
# * its syntax, without functions of the parser;
# * an example, and one with a region if it takes a region. Every example occurs
#   literally, except for white space, in the test file, which is the first argument.
#   The test parses and verifies that file;
# * the kinds, if it combines;
# * the threads that must execute it, if it is a warp, block or grid op;
# * the memory that other threads must not use, if it is one of these.
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
    syntax = re.search(r"\nSyntax[^\n]*:\n\n```\n(.*?)```", part, re.DOTALL)
    if not syntax:
        sys.exit(f"{name} has no syntax")
    if "custom<" in syntax[1]:
        sys.exit(f"the syntax of {name} names a function of the parser")
    if "{ region }" in syntax[1] and not any("{\n" in example for example in examples):
        sys.exit(f"{name} takes a region, and no example has one")
    text = normal(part.split("```mlir")[0])
    if "combiner" in syntax[1] and "`maxnumf` take floats" not in text:
        sys.exit(f"the description of {name} does not say which kinds it takes")
    if not re.match(r"`prim\.(warp|block|grid)_", name):
        continue
    if not re.search(
        r"execute the op|execute it|[Ee]ach thread|has executed? the op|have (reached|executed) the op"
        r"|[Oo]ne thread of each block",
        text,
    ):
        sys.exit(f"the description of {name} does not say which threads execute it")
    if not re.search(
        r"memory|may access|must not access|before the op|may write|no barrier|synchronises", text
    ):
        sys.exit(f"the description of {name} does not say what other threads may access")
print(f"{count} examples checked")
