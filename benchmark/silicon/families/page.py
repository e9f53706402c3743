#!/usr/bin/env python3
# ===- page.py - Tables and a picture of bench.py's CSV ---------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
#   families/page.py FILE --output docs/Families.md --plot docs/Families.svg
#
# Without --output, prints the page. `--library NAME` selects a library where the file
# has several, and `--against NAME` makes a table of two libraries' times instead.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import csv
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import chart  # noqa: E402

# Cases that are this many times as fast as their peer are left out of the page.
FAR_AHEAD = 2
PEERS = {"cub": "CUB", "torch": "torch", "compile": "torch.compile"}


def read(path):
    """The comments of a file, and its rows with numbers."""
    comments, lines = [], []
    with open(path, newline="") as file:
        for line in file:
            (comments if line[0] == "#" else lines).append(line)
    rows = list(csv.DictReader(lines))
    for row in rows:
        row["us"] = float(row["us"]) if row["us"] else math.nan
        row["limit_us"] = float(row["limit_us"])
    return [comment[1:].strip() for comment in comments], rows


class Line:
    """A form of prim in a case, beside the fastest peer and slower ones that are named too."""

    def __init__(self, row, peer, slower):
        self.op, self.type, self.shape, self.form = row["family"], row["type"], row["shape"], row["form"]
        self.us, self.of_limit, self.limit, self.result = row["us"], row["limit_us"] / row["us"], row["limit"], row["result"]
        self.peer_us = peer["us"] if peer else math.nan
        self.peer = f"{PEERS[peer['contender']]} {peer['form']}".strip() if peer else ""
        if slower:
            self.peer += " (" + ", ".join(f"{PEERS[other['contender']]} {other['us']:.1f}" for other in slower) + ")"
        self.is_cub = bool(peer) and peer["contender"] == "cub"
        self.ratio = self.peer_us / self.us

    @property
    def title(self):
        return self.op + ("" if self.form == "prim" else f" ({self.form})")


def lines_of(rows, library):
    """Every form of prim that was measured. A peer is CUB's fastest form, or where CUB has none
    the faster of torch and torch.compile, with the other one beside it."""
    cases = {}
    for row in rows:
        cases.setdefault((row["family"], row["type"], row["shape"]), []).append(row)
    for case in cases.values():
        right = [row for row in case if row["result"] == "ok" and row["contender"] in PEERS]
        cub = [row for row in right if row["contender"] == "cub"]
        peer = min(cub or right, key=lambda row: row["us"], default=None)
        slower = [] if cub else [row for row in right if row is not peer]
        yield from (Line(row, peer, slower) for row in case if row["contender"] == library and not math.isnan(row["us"]))


def table(titles, rows):
    text = ["| " + " | ".join(titles) + " |", "|" + " --- |" * len(titles)]
    return "\n".join([*text, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def mean(figures):
    return math.exp(sum(map(math.log, figures)) / len(figures))


def show(ratio):
    return "" if math.isnan(ratio) else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def summary(lines):
    """(title, mean, least, most, mean of limit) of each op and form that has a peer, worst first."""
    titles = {}
    for line in lines:
        if not math.isnan(line.ratio):
            titles.setdefault(line.title, []).append(line)
    found = [(title, mean([line.ratio for line in of]), min(line.ratio for line in of), max(line.ratio for line in of),
              mean([line.of_limit for line in of])) for title, of in titles.items()]  # fmt: skip
    return sorted(found, key=lambda row: row[1])


def page(comments, lines, plot):
    wrong = [line for line in lines if line.result != "ok"]
    text = ["# Speed of the device ops beside CUB", "", *(f"    {comment}" for comment in comments), "",
            "Ratios are the peer's time over prim's: above 1 prim is faster. The peer is CUB's fastest form",
            "for the case, or where CUB has none the faster of PyTorch and torch.compile. \"Of the limit\" is",
            "the time of a copy of the least bytes that the op moves, or of a read if it writes little, over",
            "prim's time: 1 is the bound of the memory. Times are medians between device events, with the L2",
            "flushed.",
            "[benchmark/silicon](../benchmark/silicon/README.md) says how to measure them. All results are",
            f"compared bit by bit: {len(lines)} forms, {len(wrong)} wrong.", "",
            "Forms: `index` is with an index prologue, `given` with the indices as an input, which prim",
            "reads and CUB's ArgMax does not. `init` and `identity` are a reduction by a region with the one",
            "or the other. `rows` is by `dimension(1)`, `offsets` and `begins and ends` are by `segments`.",
            "`even`, `range` and `bin` are how a histogram finds bins.", "",
            "## Ops, worst first", "",
            "Geometric mean, least and most over the cases of an op and form.", ""]  # fmt: skip
    if plot:
        text += [f"![Speed of prim over the peer's by op, worst first]({plot})", ""]
    text.append(table(["op (form)", "speed over the peer's", "least, most", "of the limit"],
                      [[title, show(of), f"{show(least)} to {show(most)}", f"{limit:.2f}"] for title, of, least, most, limit in summary(lines)]))  # fmt: skip
    text += ["## Cases, worst first", "",
             f"The cases of a ratio of {FAR_AHEAD} or more are only in the [data](../benchmark/data/h200/families.csv).", ""]  # fmt: skip
    order = sorted((line for line in lines if not line.ratio >= FAR_AHEAD),
                   key=lambda line: (math.isnan(line.ratio), line.ratio))  # fmt: skip
    text.append(table(["op (form)", "type", "shape", "prim, us", "peer, us", "peer", "ratio", "of the limit"],
                      [[line.title, line.type, line.shape, f"{line.us:.1f}", "" if math.isnan(line.peer_us) else f"{line.peer_us:.1f}",
                        line.peer, show(line.ratio), f"{line.of_limit:.2f} {line.limit}"] for line in order]))  # fmt: skip
    return "\n".join(text)


def picture(lines):
    """One bar for each op and form, from the least to the most ratio, worst mean first."""
    rows = [(title, "own", least, most, f"{show(of)}") for title, of, least, most, _ in summary(lines)]
    most = max(row[3] for row in rows)
    ticks = [(figure, f"{figure:g}") for figure in (0.03, 0.1, 0.3, 1, 3, 10, 30, 100) if figure <= 3 * most]
    return chart.ranges("Speed of prim over the peer's, by op, worst first",
                        [("own", "least to most case, with the geometric mean"), ("aim", "the peer's speed")],
                        [("op (form)", 1, rows)], ticks)  # fmt: skip


def compare(rows, one, other):
    """Times of two libraries, largest change first."""
    before = {(line.op, line.type, line.shape, line.form): line for line in lines_of(rows, one)}
    changes = []
    for line in lines_of(rows, other):
        old = before.get((line.op, line.type, line.shape, line.form))
        if old:
            changes.append((old.us / line.us, [line.title, line.type, line.shape, f"{old.us:.1f}", f"{line.us:.1f}",
                                               f"{old.us / line.us:.2f}", show(line.ratio)]))  # fmt: skip
    changes.sort(key=lambda change: -abs(math.log(change[0])))
    return table(["op (form)", "type", "shape", f"{one}, us", f"{other}, us", "gain", "ratio to the peer"], [row for _, row in changes])


def main():
    parser = argparse.ArgumentParser(description="tables and a picture of bench.py's CSV")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--library", default="prim")
    parser.add_argument("--against")
    options = parser.parse_args()
    comments, rows = read(options.file)
    if options.against:
        print(compare(rows, options.library, options.against), end="")
        return
    lines = list(lines_of(rows, options.library))
    if not lines:
        sys.exit(f"page.py: {options.file} has no times of {options.library}")
    text = page(comments, lines, options.plot and options.plot.name)
    if options.output:
        options.output.write_text(text)
    else:
        print(text, end="")
    if options.plot:
        options.plot.write_text(picture(lines))


if __name__ == "__main__":
    main()
