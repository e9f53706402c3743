# ===- table.py - The cost table as text ------------------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Puts the figures together, compares them, and finds what has no reason.
#
# ===-----------------------------------------------------------------------=== #

from warp_cost import ops
from warp_cost.reasons import REASONS, Reasons

INTRODUCTION = """# What the warp ops cost

Made by `benchmark/warp-cost.py` out of the assembly for every chip; do not edit. Pages: PAGES. A cell gives the instructions between input and
output as **VALU + SALU + LDS pipe**, and the waits among them in brackets (`s_nop`, `s_delay_alu`, `s_waitcnt` and the like, which are
not counted in a comparison). They are those of a kernel of one wave that loads a value per lane, runs the op and stores the result, less
those of the same kernel without the op; finding out the lane's number is part of the op. Chips with the same figures share a row.

* **upstream**: `gpu.subgroup_reduce` through MLIR's own DPP patterns, or its shuffle patterns where those come to nothing
  (`benchmark/UpstreamReduce.cpp`). It gives the fold to all lanes, so it stands beside both reductions.
* **LLVM**: the scan of LLVM's atomic optimizer (`-amdgpu-atomic-optimizer-strategy=DPP`), an exclusive scan and its total where
  the result of the atomic is used, a reduction where it is not. Counted is what stands between the load and the branch around the one
  atomic, without the choice of the lane that branches.
* **rocPRIM**: `rocprim::warp_reduce`, `warp_scan` and `warp_sort`, from the data files named at the end.

"aborts" and "fails" say how the peer's compiler ended. **best** marks a row that no peer undercuts; else there is a reason.
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
    """{page: text} of the table, and complaints. The page "" is the first."""
    reasons, complaints, pages = Reasons(REASONS), [], {}
    for page, names in ops.PAGES:
        lines = [
            "# What the warp ops cost: %s\n" % page,
            "Made by `benchmark/warp-cost.py`; do not edit."
            " [WarpCost.md](../WarpCost.md) says what the cells mean.",
        ]
        for op in names:
            lines += section(op, measured, reasons, complaints)
        pages[page] = "\n".join(lines) + "\n"
    links = ", ".join("[%s](WarpCost/%s.md)" % (page, page) for page, _ in ops.PAGES)
    links += "; [NVIDIA](WarpCost/nvidia.md)"
    lines = [INTRODUCTION.replace("PAGES", links)]
    lines += [
        "\n## Whole kernels beside rocPRIM's\n",
        "Static instructions of the whole kernel, waits not counted, prim / rocPRIM. A tile need not have"
        " the same size in both, so the device rows say how much code there is and not how fast it is.\n",
        "![Static instructions of whole kernels beside rocPRIM's](WarpCost.svg)\n",
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
    lines.append("\n## Where the data files come from\n")
    for name, header in headers:
        lines.append("* `benchmark/data/%s`: %s" % (name, " ".join(header)))
    for reason in reasons.unused():
        complaints.append("a reason that no row needs: %s" % (reason,))
    pages[""] = "\n".join(lines) + "\n"
    return pages, complaints
