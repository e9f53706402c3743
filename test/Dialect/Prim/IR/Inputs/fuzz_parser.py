# ===- fuzz_parser.py - Mutated inputs must not crash prim-opt -------------===//
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Splits test files into their functions, changes a few tokens of each, and passes them
# to prim-opt in batches. prim-opt may accept or reject them. It must not end by a
# signal, nor accept a program whose printed form does not parse. The seed is fixed, so
# that failures are reproducible.
#
# ===----------------------------------------------------------------------===//
import argparse
import random
import re
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--tool", required=True)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--batches", type=int, default=12)
parser.add_argument("--batch-size", type=int, default=100)
parser.add_argument("files", nargs="+")
options = parser.parse_args()

rng = random.Random(options.seed)
# Types are single tokens; their contents belong to upstream's parser.
token = re.compile(
    r"\w+<[^<>]*>|[%!]?\w+(?:\.\w+)*|->|\s+|.", re.DOTALL
)
seeds = []
for path in options.files:
    text = "\n".join(
        line for line in open(path).read().splitlines() if "//" not in line
    )
    found = re.findall(r"^func\.func @.*?^}$", text, re.DOTALL | re.MULTILINE)
    # Initially valid functions are few and more useful.
    seeds += found if "invalid" in path else found * 12
if len(seeds) < 20:
    sys.exit(f"only {len(seeds)} functions to start from")
pool = sorted({t for seed in seeds for t in token.findall(seed) if t.strip()})
pool += ["-1", "0", "2147483648", "99999999999999999999", '"', "<", "{", "}", "#"]

clause = re.compile(r"\b[a-z_]+\([^()]*\)|\b(?:all|total|reverse|distance|stable"
                    r"|descending|initialized|async|may_clobber_input)\b")
clauses = sorted({c for seed in seeds for c in clause.findall(seed)})


def mutate_clauses(text):
    """Adds, removes or exchanges a clause, which keeps more mutants well-formed."""
    found = list(clause.finditer(text, text.index("{\n")))
    if not found:
        return text
    match = rng.choice(found)
    new = rng.choice(("", rng.choice(clauses), match[0] + " " + rng.choice(clauses)))
    return text[: match.start()] + new + text[match.end() :]


def mutate(text):
    if rng.random() < 0.6:
        return mutate_clauses(text)
    # The signature and white space are not changed.
    start = text.index("{\n") + 2
    tokens = token.findall(text[start:])
    for _ in range(rng.choice((1, 1, 2, 3))):
        places = [i for i, t in enumerate(tokens) if t.strip()]
        if not places:
            break
        at = rng.choice(places)
        kind = rng.randrange(9)
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens[at] = rng.choice(pool)
        elif kind == 2:
            tokens.insert(at, " " + rng.choice(pool) + " ")
        elif kind == 3:
            to = rng.choice(places)
            tokens[at], tokens[to] = tokens[to], tokens[at]
        elif kind >= 5:
            # Replaces a value, number, type or word by another of the function.
            like = tokens[at][:1]
            same = [
                t
                for t in tokens
                if t.strip() and (t[0] == "%") == (like == "%")
                and t[0].isalpha() == like.isalpha()
                and t[0].isdigit() == like.isdigit()
            ]
            tokens[at] = rng.choice(same or tokens)
        else:
            end = min(len(tokens), at + rng.randrange(1, 12))
            tokens[at:end] = tokens[at:end] * 2
    return text[:start] + "".join(tokens)


def run(cases, *flags):
    """The return code, and the tool's output for the accepted cases."""
    result = subprocess.run(
        [options.tool, "--split-input-file", *flags],
        input="\n// -----\n".join(cases),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        timeout=300,
    )
    return result.returncode, result.stdout


def blame(batch_code, cases, *flags):
    for case in cases:
        code, _ = run([case], *flags)
        if code < 0 or code > 1:
            sys.exit(f"prim-opt ended with {code} on:\n{case}")
    sys.exit(f"prim-opt ended with {batch_code} on a batch, on none of its cases")


accepted = 0
for batch in range(options.batches):
    # Folds are also tested with mutants, but they remove unused ops.
    flags = ["--canonicalize"] if batch % 4 == 3 else []
    cases = [mutate(rng.choice(seeds)) for _ in range(options.batch_size)]
    code, printed = run(cases, *flags)
    if code < 0 or code > 1:
        blame(code, cases, *flags)
    good = [part for part in printed.split("// -----") if "prim." in part]
    accepted += len(good)
    code, _ = run(good)
    if code != 0:
        for case in good:
            if run([case])[0] != 0:
                sys.exit(f"printed, and not parsed again:\n{case}")
total = options.batches * options.batch_size
if not 0 < accepted < total:
    sys.exit(f"{accepted} of {total} mutants accepted: nothing was tested")
print(f"{total} mutants, {accepted} accepted, none ended by a signal")
