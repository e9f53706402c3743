# RUN: %python %s %prim_src
"""Checks that docs/LLVMFaults.md names each reproducer in test/Target/Ledger once, and
none that does not exist."""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
page = (source / "docs/LLVMFaults.md").read_text()
named = re.findall(r"\| `([\w.-]+)` \|$", page, re.M)
found = {
    path.name
    for path in (source / "test/Target/Ledger").iterdir()
    if path.suffix in (".ll", ".mir", ".mlir", ".test")
}
assert found, "there are no reproducers"
assert len(named) == len(set(named)), named
assert set(named) == found, f"only named: {set(named) - found}; missing: {found - set(named)}"
