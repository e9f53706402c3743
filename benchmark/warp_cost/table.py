# ===- table.py - The cost table as text ------------------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Combines the figures, compares them, and finds differences without a reason.
#
# ===-----------------------------------------------------------------------=== #

import textwrap

from warp_cost import ops
from warp_cost.reasons import REASONS, Reasons

INTRODUCTION = """# Cost of warp ops

`benchmark/warp-cost.py` makes these pages from the assembly for every chip; do not edit:

PAGES

A cell gives the instructions between input and output as **VALU + SALU + LDS pipe**, and the waits
among them in brackets. Waits are `s_nop`, `s_delay_alu`, `s_waitcnt` and the like; they are not
counted in a comparison. The instructions are those of a kernel of one wave that loads a value per
lane, runs the op and stores the result, less those of the same kernel without the op. Computing the
lane's number counts as part of the op. Chips with equal figures share a row.

* **upstream**: `gpu.subgroup_reduce` through MLIR's own DPP patterns, or its shuffle patterns where
  those fail (`benchmark/UpstreamReduce.cpp`). It gives the result to all lanes, so it is compared
  with both reductions.
* **LLVM**: the scan of LLVM's atomic optimizer (`-amdgpu-atomic-optimizer-strategy=DPP`). It is an
  exclusive scan with its total if the result of the atomic is used, and a reduction otherwise. The
  counted instructions are those between the load and the branch around the one atomic. The choice
  of the lane that branches is not counted.
* **rocPRIM**: `rocprim::warp_reduce`, `warp_scan` and `warp_sort`, from the data files named at the
  end.

"aborts" and "fails" say how the peer's compiler ended. **best** marks a row in which no peer has
fewer instructions. Other rows with a peer give the reason.
"""


def show(cost):
    if cost is None:
        return ""
    if isinstance(cost, str):
        return cost
    return "%d + %d + %d (%d)" % (cost.valu, cost.salu, cost.lds, cost.waits)


def section(op, measured, reasons, complaints):
    rows = [row for row in ops.ROWS if row.op == op]
    present = [
        name
        for name in measured[0][2]
        if any(row.key in figures[name] for row in rows for _, _, figures in measured)
    ]
    lines = [
        "\n## %s\n" % op,
        "| type | chips | prim | %s |" % " | ".join(present + ["verdict"]),
        "|---" * (4 + len(present)) + "|",
    ]
    for row in rows:
        operator = row.key[len(op) + 2 :]
        groups = {}
        for chip, prim, figures in measured:
            own = prim[row.key]
            others = [figures[name].get(row.key) for name in present]
            costs = [o for o in others if o is not None and not isinstance(o, str)]
            verdict = "best" if costs else ""
            complaint = None
            if isinstance(own, str):
                complaint = "prim %s: %s on %s" % (own, row.key, chip.label)
            elif costs and own.total > min(c.total for c in costs):
                complaint = "a peer is cheaper and no reason is given: %s on %s, prim" " %s, peers %s" % (
                    row.key, chip.label, show(own),
                    ", ".join(show(o) for o in others if o is not None))
            if complaint:
                verdict = reasons.find(op, operator, chip.label)
                if not verdict:
                    complaints.append(complaint)
                    verdict = "**no reason**"
            cells = tuple(show(c) for c in [own] + others) + (verdict,)
            groups.setdefault(cells, []).append(chip.label)
        for cells, chips in groups.items():
            lines.append("| %s | %s | %s |" % (
                operator, ", ".join(chips), " | ".join(cells)))
    return lines


def render(measured, whole, headers):
    """{page: text} of the table, and complaints. The page "" is the first one."""
    reasons, complaints, pages = Reasons(REASONS), [], {}
    for page, names in ops.PAGES:
        lines = [
            "# Cost of warp ops: %s\n" % page,
            "`benchmark/warp-cost.py` makes this page; do not edit."
            " [WarpCost.md](../WarpCost.md) explains the cells.",
        ]
        for op in names:
            lines += section(op, measured, reasons, complaints)
        pages[page] = "\n".join(lines) + "\n"
    links = "".join("* [%s](WarpCost/%s.md)\n" % (page, page) for page, _ in ops.PAGES)
    links += "* [NVIDIA](WarpCost/nvidia.md)"
    lines = [INTRODUCTION.replace("PAGES", links)]
    lines += [
        "\n## Whole kernels of prim and of rocPRIM\n",
        "The figures are static instructions of the whole kernel, waits not counted, as prim / rocPRIM. The\n"
        "two may have tiles of different sizes, so the rows of device ops show the amount of code and not its\n"
        "speed.\n",
        "![Static instructions of whole kernels of prim and of rocPRIM](WarpCost.svg)\n",
        "| prim | rocPRIM | %s | verdict |" % " | ".join(
            chip.label for chip, _, _ in whole[0][2]),
        "|---" * (3 + len(whole[0][2])) + "|",
    ]
    for title, kernel, figures in whole:
        verdict = []
        for chip, own, theirs in figures:
            if own <= theirs:
                continue
            reason = reasons.find("kernel", title, chip.label)
            if not reason:
                complaints.append("rocPRIM's kernel is shorter and no reason is given:"
                                  " %s on %s, %d to %d" % (
                                      title, chip.label, own, theirs))
                reason = "**no reason**"
            if reason not in verdict:
                verdict.append(reason)
        lines.append("| %s | `%s` | %s | %s |" % (
            title, kernel, " | ".join("%d / %d" % f[1:] for f in figures),
            "; ".join(verdict) or "best"))
    lines.append("\n## Sources of the data files\n")
    for name, header in headers:
        lines.append("* `benchmark/data/%s`:" % name)
        lines += textwrap.wrap(
            " ".join(header), 100, initial_indent="  ", subsequent_indent="  ",
            break_long_words=False, break_on_hyphens=False)
    for reason in reasons.unused():
        complaints.append("a reason that no row needs: %s" % (reason,))
    pages[""] = "\n".join(lines) + "\n"
    return pages, complaints
