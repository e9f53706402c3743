# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong expectations: the harness must report every one of them."""

import numpy as np

from ops import scan
from primtest.comparing import near, same
from primtest.suite import Suite

suite = Suite()
x = np.arange(300, dtype=np.int32)
f = np.ones(300, np.float32)
want = np.cumsum(x, dtype=np.int32)
suite.function("ints", scan.function("ints", ["i32"], "add"))
suite.function("floats", scan.function("floats", ["f32"], "add"))
last = want.copy()
last[-1] += 1
suite.case("last element", "ints", [x], same(last))
suite.case("shape", "ints", [x], same(want[:-1]))
suite.case("input type", "ints", [f], same(want))
suite.case("no error", "ints", [x], None, error="anything")
suite.case(
    "tolerance", "floats", [f], near(np.cumsum(f, dtype=np.float64) * 1.001, 1.0, 300)
)
negative = np.cumsum(f)
negative[0] = -negative[0]
suite.case("sign", "floats", [f], same(negative))
suite.run()
