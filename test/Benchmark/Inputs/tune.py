"""tune.py SOURCE PRIM_RUN TABLE: checks that the table of benchmark/tune has the
instructions that prim-run counts, that its stars mark the least of them, and that its
rows have the least geometric mean. Prints nothing if all of it holds."""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

source, prim_run, file = sys.argv[1:]
head, *lines = pathlib.Path(file).read_text().split("\n\n")[0].splitlines()
rows = [dict(zip(head.split("\t"), line.split("\t"))) for line in lines]
assert len(rows) == 12, rows


def count(row):
    """The instructions of a scan; they do not depend on the input."""
    tuning = f"block_size = {row['block_size']}, items_per_thread = {row['items_per_thread']}"
    text = subprocess.check_output(
        [sys.executable, f"{source}/benchmark/silicon/programs.py", "--op=scan", "--type=u8",
         "--tuning", tuning], text=True)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "scan.mlir"
        program.write_text(text)
        stats = json.loads(subprocess.check_output(
            [prim_run, str(program), "--entry=scan_u8", "--device=emulator", "--chip=gfx942",
             f"--generate={row['n']}xi8:small", f"--generate={row['n']}xi8:constant=0",
             "--generate=65536xi8:constant=0", "--stats=json"], text=True))["statistics"]  # fmt: skip
    return stats["instructions"] - stats["spins"]


means = {}
for op in ("scan", "sort"):
    for n in ("2000", "3001"):
        cell = [row for row in rows if (row["op"], row["n"]) == (op, n)]
        assert len(cell) == 3, cell
        least = min(int(row["instructions"]) for row in cell)
        for row in cell:
            found = int(row["instructions"])
            assert (row["best"] == "*") == (found == least), row
            tile = int(row["block_size"]), int(row["items_per_thread"])
            means.setdefault((op, tile), []).append(math.log(found / least))
            if op == "scan":
                assert found == count(row), (row, count(row))

for name, best in re.findall(r"// (Scan|Sort) of 1-byte elements: \{([\d, ]+)\}",
                             pathlib.Path(file).read_text()):  # fmt: skip
    sums = {tile: sum(logs) for (op, tile), logs in means.items() if op == name.lower()}
    assert sums[tuple(map(int, best.split(", ")))] == min(sums.values()), (name, best, sums)
