#!/usr/bin/env python3
# ===- table.py - What was measured on silicon, to read ---------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes Markdown tables, and with --plot a picture, from CSV files of prim-bench.
#
#   benchmark/silicon/table.py FILE... [--output PAGE] [--plot PICTURE.svg]
#       [--keys FILE]... [--frameworks FILE of frameworks.py] [--variant NAME]
#
# Each file is one run; if several files have the same row, the last one counts.
# `--variant` chooses the library NAME; the default is the first one. If there are
# several libraries, a table of the fastest ones follows. `--keys` names a run of
# prim-bench with another distribution of keys (prim-bench's own `--keys`).
#
# ===-----------------------------------------------------------------------=== #

import argparse
import csv
import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import chart  # noqa: E402

TITLES = {
    "scan": "inclusive scan",
    "reduce": "reduction",
    "sort": "sort of keys",
    "sort_pairs": "sort of pairs",
}
CLASSES = [(0, 13), (14, 17), (18, 19), (20, 23), (24, 25), (26, 30)]
LARGE = 1 << 20


class Row:
    def __init__(self, cells, variants):
        number = lambda title: float(cells[title]) if cells.get(title) else None
        self.key = (cells["op"], cells["type"], int(cells["n"]))
        self.op, self.type, self.n = self.key
        self.copy, self.read, self.cub = (number(f"{t}_us") for t in ("copy", "read", "cub"))
        self.prim = {v: number(f"prim_us{'@' + v if v else ''}") for v in variants}

    def ratio(self, variant):
        """CUB's time divided by prim's."""
        return self.cub / self.prim[variant]

    def limit(self, variant):
        """The least time that moves the bytes (for a reduction, in one direction),
        divided by prim's time."""
        return (self.read if self.op == "reduce" else self.copy) / self.prim[variant]


def read(files):
    """The comments of the first file, names of libraries, and rows."""
    comments, variants, rows = [], [], {}
    for file in files:
        lines = pathlib.Path(file).read_text().splitlines()
        if not comments:
            comments = [line.lstrip("# ") for line in lines if line.startswith("#")]
        reader = csv.DictReader(line for line in lines if line and not line.startswith("#"))
        titles = [title.partition("@") for title in reader.fieldnames or []]
        found = [name for title, _, name in titles if title == "prim_us"]
        variants += [v for v in found if v not in variants]
        for cells in reader:
            # A run that was interrupted can end anywhere.
            if None not in cells.values():
                row = Row(cells, variants)
                rows[row.key] = row
    return comments, variants, list(rows.values())


def mean(figures):
    figures = list(figures)
    return math.exp(sum(map(math.log, figures)) / len(figures)) if figures else None


def show(figure):
    return "-" if figure is None else "%.2f" % figure


def table(titles, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [titles, ["---"] * len(titles), *rows]]
    return "\n".join(lines) + "\n"


def distinct(figures):
    return list(dict.fromkeys(figures))


def powers(low, high):
    return f"2^{low} to 2^{high}" if low else f"to 2^{high}"


def in_class(rows, low, high):
    """The rows whose number of elements is in the class. Odd sizes belong to the next
    lower power."""
    return [row for row in rows if low <= row.n.bit_length() - 1 <= high]


def summary(rows, variant):
    """A line per operation and type."""
    lines = []
    for op, kind in distinct((row.op, row.type) for row in rows):
        of = [row for row in rows if (row.op, row.type) == (op, kind) and row.n >= LARGE]
        if not of:
            continue
        ratios = [row.ratio(variant) for row in of]
        best = max(row.limit(variant) for row in of)
        lines.append([
            TITLES[op], kind, show(mean(ratios)), f"{min(ratios):.2f} to {max(ratios):.2f}",
            show(mean(row.limit(variant) for row in of)), show(best),
        ])  # fmt: skip
    titles = ["", "type", "speed over CUB's", "least, most", "speed over a copy's", "best"]
    return table(titles, lines) if lines else ""


def classes(rows, variant):
    """A table per operation, of size classes and types."""
    text = ""
    for op in distinct(row.op for row in rows):
        of = [row for row in rows if row.op == op]
        kinds = distinct(row.type for row in of)
        lines = []
        for low, high in CLASSES:
            cells = []
            for kind in kinds:
                here = [row for row in in_class(of, low, high) if row.type == kind]
                ratio = mean(row.ratio(variant) for row in here)
                limit = mean(row.limit(variant) for row in here)
                cells.append(f"{show(ratio)} ({show(limit)})" if here else "-")
            if set(cells) != {"-"}:
                lines.append([powers(low, high), *cells])
        text += f"\n## {TITLES[op].capitalize()}\n\n" + table(["elements", *kinds], lines)
    return text


def fastest(rows, variants):
    """The library with the least time, per operation, type and size class."""
    lines = []
    for op, kind in distinct((row.op, row.type) for row in rows):
        for low, high in CLASSES:
            of = [row for row in in_class(rows, low, high) if (row.op, row.type) == (op, kind)]
            means = {v: mean(row.ratio(v) for row in of if row.prim[v]) for v in variants}
            means = {v: m for v, m in means.items() if m}
            if not means:
                continue
            order = sorted(means, key=means.get, reverse=True)
            lines.append([TITLES[op], kind, powers(low, high), order[0],
                          ", ".join(f"{v} {means[v]:.2f}" for v in order)])  # fmt: skip
    titles = ["", "type", "elements", "fastest", "speed over CUB's"]
    return "\n## Variants\n\n" + table(titles, lines)


def page(comments, variants, rows, variant):
    measured = [row for row in rows if row.prim.get(variant) and row.cub]
    text = "# Speed compared with CUB\n\n```text\n"
    text += "".join(f"{comment}.\n" for comment in comments) + "```\n\n"
    text += (
        "The figures are CUB's time over prim's, as geometric means. Above 1 prim is faster than CUB. The\n"
        "figures in brackets are the time of a copy of the same bytes over prim's (for a reduction, the time\n"
        "of a kernel that only reads them). An op that moves the bytes once cannot be much above 1 in\n"
        "brackets. A sort moves them several times.\n"
        "\nFrom 2^20 elements on:\n\n"
    )
    text += summary(measured, variant) + classes(measured, variant)
    return text + (fastest(rows, variants) if len(variants) > 1 else "")


STYLES = ["#2a6fc9", "#c9542a", "#3b9c5a", "#8a4fc4", "#b58b00", "#2aa5b5", "#c0397b", "#6b6a66"]


def picture(rows, variant):
    """Panels of operations: speed relative to CUB's by number of elements, one line per
    type."""
    rows = [row for row in rows if row.prim.get(variant) and row.cub and row.n.bit_count() == 1]
    ops, kinds = distinct(row.op for row in rows), distinct(row.type for row in rows)
    if not rows:
        return chart.Canvas(200, "nothing measured", []).svg(60)
    colours = dict(zip(kinds, STYLES))
    width, height, left, gap = 380, 200, 44, 56
    canvas = chart.Canvas(2 * width + 32, "prim's speed over CUB's, by number of elements", [])
    x = 16
    for kind in kinds:
        canvas.shapes.append(
            f'<rect x="{x}" y="37" width="10" height="10" fill="{colours[kind]}"/>')
        canvas.text(x + 14, 46, kind, "small")
        x += 60
    low, high = (f(row.n.bit_length() - 1 for row in rows) for f in (min, max))
    ratios = [row.ratio(variant) for row in rows]
    floor, ceiling = (math.log2(f(*ratios, other)) for f, other in ((min, 0.9), (max, 1.1)))
    for index, op in enumerate(ops):
        x0, y0 = 16 + left + index % 2 * width, 84 + index // 2 * (height + gap)
        across = lambda k: x0 + (k - low) / max(high - low, 1) * (width - left - 24)
        up = lambda r: y0 + height - (math.log2(r) - floor) / (ceiling - floor) * height
        canvas.text(x0, y0 - 8, TITLES[op], "head")
        for ratio in (0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8):
            if floor <= math.log2(ratio) <= ceiling:
                canvas.line(x0, up(ratio), across(high), up(ratio), "axis" if ratio == 1 else "grid")
                canvas.text(x0 - 6, up(ratio) + 4, "%g" % ratio, "small", "end")
        for k in range(low + low % 2, high + 1, 4):
            canvas.text(across(k), y0 + height + 16, f"2^{k}", "small", "middle")
        for kind in kinds:
            of = sorted((row.n.bit_length() - 1, row.ratio(variant)) for row in rows
                        if (row.op, row.type) == (op, kind))  # fmt: skip
            if not of:
                continue
            points = " ".join(f"{across(k):.1f},{up(r):.1f}" for k, r in of)
            canvas.shapes.append(
                f'<polyline points="{points}" fill="none" stroke="{colours[kind]}" '
                'stroke-width="1.8"/>')
    return canvas.svg(84 + (len(ops) + 1) // 2 * (height + gap))


def distributions(files):
    """CUB's time divided by prim's for sorts, by the key distribution of each file."""
    ratios = {}
    for file in files:
        comments, variants, rows = read([file])
        (name,) = [c.partition(": ")[2] for c in comments if c.startswith("keys to sort: ")]
        for row in rows:
            ratios.setdefault((row.op, row.type, row.n), {})[name] = row.ratio(variants[0])
    names = distinct(name for of in ratios.values() for name in of)
    lines = [[TITLES[op], kind, str(n), *(show(of.get(name)) for name in names)]
             for (op, kind, n), of in ratios.items()]  # fmt: skip
    return ("## Keys that are not random\n\n"
            "CUB's time over prim's for keys that are all equal, that have one of two values in random order, or\n"
            "that are sorted:\n"
            "\n" + table(["", "type", "elements", *names], lines))  # fmt: skip


def beside_frameworks(file):
    """A table of the results of frameworks.py: others' time divided by prim's."""
    times = {}
    with open(file, newline="") as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            key = row["op"], row["type"], int(row["n"]), row["clock"]
            times.setdefault(key, {})[row["what"]] = float(row["us"])
    names = ["torch", "torch.cummax", "cupy", "jax"]
    text = ["## Comparison with PyTorch, CuPy and JAX", "",
            "The figures are another library's time over prim's, on PyTorch's tensors and stream. PyTorch runs",
            "`cumsum`, `sum`, `sort` and sort with values. CuPy runs `cumsum`, `sum` and `sort`. There are also",
            "two scans of tuples: an affine map, and a maximum with its place. PyTorch's compiled",
            "`associative_scan` and `jax.lax.associative_scan` run them. JAX is timed with the wall clock, and so",
            "is prim in comparison with it.", "",
            "|  | type | elements | prim, us | " + " | ".join(names) + " |",
            "| --- " * (4 + len(names)) + "|"]  # fmt: skip
    for (op, kind, n, _), of in times.items():
        if "prim" in of and len(of) > 1:
            ratios = ["%.2f" % (of[name] / of["prim"]) if name in of else "" for name in names]
            text.append(f"| {TITLES.get(op, op)} | {kind} | {n} | {of['prim']:.1f} | " + " | ".join(ratios) + " |")
    return "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description="tables and a picture of prim-bench's CSV")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--keys", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--frameworks", type=pathlib.Path)
    parser.add_argument("--variant")
    options = parser.parse_args()
    comments, variants, rows = read(options.files)
    if not variants:
        sys.exit("table.py: no file has times of prim")
    variant = variants[0] if options.variant is None else options.variant
    if variant not in variants:
        sys.exit(f"table.py: there is no {variant}, only {', '.join(variants)}")
    text = page(comments, variants, rows, variant)
    if options.keys:
        text += "\n" + distributions(options.keys)
    if options.frameworks:
        text += "\n" + beside_frameworks(options.frameworks)
    if options.plot and options.output:
        text += f"\n![ratios to CUB by size]({options.plot.name})\n"
    if options.output:
        options.output.write_text(text)
    else:
        print(text, end="")
    if options.plot:
        options.plot.write_text(picture(rows, variant))


if __name__ == "__main__":
    main()
