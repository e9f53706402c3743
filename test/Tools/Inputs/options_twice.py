"""Passes every option of every pass and pipeline of prim twice to prim-opt."""

import re
import subprocess
import sys

scan = sys.argv[1]
help_text = subprocess.run(
    ["prim-opt", "--help"], capture_output=True, text=True, check=True
).stdout
# Options are listed below their pass, with more indentation.
options, name = [], ""
for line in help_text.splitlines():
    if not (found := re.match(r"^( +)--([\w-]+)", line)):
        continue
    if len(found[1]) == 6:
        name = found[2]
    elif len(found[1]) == 8 and name.startswith("prim-"):
        options.append((name, found[2]))
passes = {name for name, _ in options}
assert {"prim-to-rocdl-pipeline", "prim-lower-device", "prim-serialize"} <= passes
assert len(options) > 30, options
for name, option in options:
    for first, second in (("1", "2"), ("'a b'", "{c d}")):
        done = subprocess.run(
            ["prim-opt", scan, f"--{name}={option}={first} {option}={second}"],
            capture_output=True,
            text=True,
        )
        wanted = f"error: option '{option}' is given twice; remove one"
        assert done.returncode == 1 and wanted in done.stderr, (name, done.stderr)
