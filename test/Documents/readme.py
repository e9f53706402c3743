# RUN: %python %s %prim_src
"""Checks that the README's figures match the tables in docs/. With --update after the
folder of the sources, writes them into the README."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
source = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(source / "benchmark"))

import chart  # noqa: E402

docs = source / "docs"
text = (source / "README.md").read_text()
executed, compiled, families, *_ = chart.tables(text)
cost = {
    (row["op"], row["chip"]): row["instructions"]
    for row in chart.tables((docs / "DeviceCost.md").read_text())[0]
}
own, clang = chart.tables((docs / "CompileTime.md").read_text())
clang = {row["unit"]: row["seconds"] for row in clang}
# The README's names for rows: ops of prim, and rows for clang.
UNITS = {"scan": ("scan ", "scan"), "reduce": ("reduce ", "reduce"), "sort of i32 keys": ("sort keys i32", "sort of u32 keys")}


def figures_of(op, chip):
    prim, rocprim = map(float, re.fullmatch("(.*) / (.*) = .*", cost[op, chip]).groups())
    shown = ["%g" % round(f, 1 if f < 1000 else 0) for f in (prim, rocprim)]
    return "%s / %s = %.2f" % (*shown, prim / rocprim)


def times_of(unit):
    op, peer = UNITS[unit]
    parts = re.compile("rows|columns|by key|segments")
    ms = [float(row["ms"]) for row in own
          if row["op"].startswith(op) and not parts.search(row["op"])]  # fmt: skip
    return "%g to %g ms" % (min(ms), max(ms)), clang[peer] + " s"


rows = []
for row in executed:
    op, *chips = row
    rows.append([row[op]] + [figures_of(row[op], chip) for chip in chips])
assert len(rows) == 4, rows
for row in compiled:
    rows.append([row[""], *times_of(row[""])])
assert len(rows) == 7, rows
measured = {row["op (form)"]: row for row in chart.tables((docs / "Families.md").read_text())[0]}
for row in families:
    found = measured[row[""]]
    rows.append([row[""], found["speed over the peer's"], found["least, most"]])
assert len(rows) == 20, rows
wanted = text
for cells in rows:
    line = "| " + " | ".join(cells) + " |"
    wanted = re.sub(r"^\| %s \|.*$" % re.escape(cells[0]), line, wanted, count=1, flags=re.M)

scans = chart.tables((docs / "WarpCost/scan.md").read_text())[0]
[row] = [r for r in scans if r["type"] == "add i32" and "gfx942" in r["chips"].split(", ")]
prim, rocprim = (re.match(r"(\d+) \+ 0 \+ 0 ", row[name])[1] for name in ("prim", "rocPRIM"))
assert prim == "6", row  # "six" in the text
wanted = re.sub(r"rocPRIM's `warp_scan` takes \d+", "rocPRIM's `warp_scan` takes " + rocprim, wanted)

if sys.argv[2:] == ["--update"]:
    (source / "README.md").write_text(wanted)
elif wanted != text:
    new = set(wanted.splitlines()) - set(text.splitlines())
    sys.exit("other than in docs/ (%s --update writes it):\n%s" % (sys.argv[0], "\n".join(new)))
