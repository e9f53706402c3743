# RUN: %python %s %prim_src
"""The example of docs/Embedding.md is the code of a unit test, line by line."""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
page = (source / "docs/Embedding.md").read_text()
test = (source / "unittests/Execution/EmbedTest.cpp").read_text()
example = re.search(r"```cpp\n(.*?)```", page, re.S).group(1)
tested = "\n".join(line.strip() for line in test.splitlines())
if example.strip() not in tested:
    sys.exit("the example of the page is not in the test")
