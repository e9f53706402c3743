# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Litmus tests: small kernels whose threads write and read the same memory, and the
outcomes that the memory orders of prim's ops forbid.

Every thread has an outcome of two words per round. Kernels with two roles pair blocks:
thread i of an even block plays the first role, and some thread of the next block plays
the second one, on their own instance. Each instance has 8 bytes in x, in y and in the
outcomes."""

import numpy as np

THREADS = 256

HEAD = """
  gpu.func @{name}(%x: !prim.base<global>, %y: !prim.base<global>, %out: !prim.base<global>,
      %rounds: i32, %polls: i32) kernel attributes {{known_block_size = array<i32: {threads}, 1, 1>}} {{
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %eight = arith.constant 8 : i32
    %four = arith.constant 4 : i32
    %threads = arith.constant {threads} : i32
    %last = arith.constant {last} : i32
    %none = arith.constant 0 : i64
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %gx = gpu.grid_dim x
    %tid = arith.index_cast %tx : index to i32
    %bid = arith.index_cast %bx : index to i32
    %blocks = arith.index_cast %gx : index to i32
    %leads = arith.cmpi eq, %tid, %zero : i32
{once}
    scf.for %round = %zero to %rounds step %one : i32 {{
      %next = arith.addi %round, %one : i32
{body}
    }}
    gpu.return
  }}
"""

# The number of the instance; the second role uses the place of another wave and lane.
ROLES = """
      %bit = arith.andi %bid, %one : i32
      %first = arith.cmpi eq, %bit, %zero : i32
      %pairs = arith.shrui %blocks, %one : i32
      %pair = arith.shrui %bid, %one : i32
      %rp = arith.muli %round, %pairs : i32
      %row = arith.addi %rp, %pair : i32
      %base = arith.muli %row, %threads : i32
      %steps = arith.constant 101 : i32
      %scaled = arith.muli %tid, %steps : i32
      %far = arith.addi %scaled, %threads : i32
      %turned = arith.andi %far, %last : i32
      %place = arith.select %first, %tid, %turned : i32
      %instance = arith.addi %base, %place : i32
      %at = arith.muli %instance, %eight : i32
      %at4 = arith.addi %at, %four : i32
      %head = arith.muli %base, %eight : i32
      scf.if %first {{
{first}
      }} else {{
{second}
      }}
"""

# Blocks whose threads read values that other threads wrote in the same round.
ROWS = """
      %row = arith.muli %bid, %threads : i32
      %own = arith.addi %row, %tid : i32
      %at = arith.muli %own, %eight : i32
      %rb = arith.muli %round, %blocks : i32
      %rr = arith.addi %rb, %bid : i32
      %rrow = arith.muli %rr, %threads : i32
      %rown = arith.addi %rrow, %tid : i32
      %to = arith.muli %rown, %eight : i32
      %to4 = arith.addi %to, %four : i32
"""

# Reads word %flag until it is not zero, at most %polls times; keeps the last value.
POLL = """
        %seen, %left = scf.while (%v = %zero, %n = %polls) : (i32, i32) -> (i32, i32) {{
          %unset = arith.cmpi eq, %v, %zero : i32
          %some = arith.cmpi ne, %n, %zero : i32
          %on = arith.andi %unset, %some : i1
          scf.condition(%on) %v, %n : i32, i32
        }} do {{
        ^bb0(%v: i32, %n: i32):
          %w = prim.load %y[{word}] atomic({order}, device) : !prim.base<global> -> i32
          %m = arith.subi %n, %one : i32
          scf.yield %w, %m : i32, i32
        }}
"""

RESULTS = """
        prim.store %r0, %out[%at] : i32, !prim.base<global>
        prim.store %r1, %out[%at4] : i32, !prim.base<global>
"""


class Litmus:
    """A kernel, and `judge`. The latter takes the outcomes of all threads as an array
    of two columns, and returns the number of forbidden outcomes and of each other
    kind."""

    def __init__(self, name, says, body, judge, once="", cooperative=False):
        self.name, self.says, self.judge, self.cooperative = name, says, judge, cooperative
        self.symbol = name.replace("-", "_")
        # All threads have outcomes, rather than one for each instance of two roles.
        self.rows = body.startswith(ROWS)
        self.text = HEAD.format(
            name=self.symbol, threads=THREADS, last=THREADS - 1, once=once, body=body
        )


def roles(first, second):
    return ROLES.format(first=first, second=second)


def message(forbids):
    """Outcomes of message passing: the flag, and the data that its reader read."""

    def judge(outcomes):
        seen, stale = outcomes[:, 0] != 0, outcomes[:, 1] == 0
        late = int((seen & stale).sum())
        counts = {"flag seen": int(seen.sum()), "flag not seen": int((~seen).sum())}
        return (late, counts) if forbids else (0, {**counts, "weak": late})

    return judge


def buffering(forbids):
    def judge(outcomes):
        both = int((outcomes == 0).all(axis=1).sum())
        counts = {"one first": int((outcomes.sum(axis=1) == 1).sum()),
                  "both seen": int((outcomes == 1).all(axis=1).sum())}  # fmt: skip
        return (both, counts) if forbids else (0, {**counts, "weak": both})

    return judge


def wrong_in_first(other):
    """The first column counts forbidden outcomes, the second one others."""

    def judge(outcomes):
        return int(outcomes[:, 0].sum()), {other: int(outcomes[:, 1].astype(np.int64).sum())}

    return judge


def message_passing(name, says, put, release, acquire, get, forbids):
    first = """
        prim.store %one, %x[%at] {put} : i32, !prim.base<global>
        prim.store %one, %y[%at] atomic({release}, device) : i32, !prim.base<global>
""".format(put=put, release=release)
    second = POLL.format(word="%at", order=acquire) + """
        %r0 = arith.addi %seen, %zero : i32
        %r1 = prim.load %x[%at] {get} : !prim.base<global> -> i32
""".format(get=get) + RESULTS
    return Litmus(name, says, roles(first, second), message(forbids))


RELAXED = "atomic(relaxed, device)"


def store_buffering(name, says, fence, forbids):
    def role(write, read, to):
        return """
        prim.store %one, %{write}[%at] {relaxed} : i32, !prim.base<global>
        {fence}
        %r = prim.load %{read}[%at] {relaxed} : !prim.base<global> -> i32
        prim.store %r, %out[{to}] : i32, !prim.base<global>
""".format(write=write, read=read, to=to, fence=fence, relaxed=RELAXED)

    return Litmus(name, says, roles(role("x", "y", "%at"), role("y", "x", "%at4")), buffering(forbids))


# A writer counts up; a reader never sees an earlier count after a later one.
COHERENCE = roles(
    """
        scf.for %v = %one to %polls step %one : i32 {
          prim.store %v, %x[%at] atomic(relaxed, device) : i32, !prim.base<global>
        }
""",
    """
        %past, %r0, %r1 = scf.for %i = %one to %polls step %one
            iter_args(%p = %zero, %w = %zero, %c = %zero) -> (i32, i32, i32) : i32 {
          %v = prim.load %x[%at] atomic(relaxed, device) : !prim.base<global> -> i32
          %back = arith.cmpi ult, %v, %p : i32
          %news = arith.cmpi ugt, %v, %p : i32
          %b = arith.extui %back : i1 to i32
          %n = arith.extui %news : i1 to i32
          %w1 = arith.addi %w, %b : i32
          %c1 = arith.addi %c, %n : i32
          scf.yield %v, %w1, %c1 : i32, i32, i32
        }
"""
    + RESULTS,
)

# A word with a flag and a value: 0, then (1, 3 * place + 1), then (2, 5 * place + 2).
LOOK_BACK = roles(
    """
        %three = arith.constant 3 : i32
        %five = arith.constant 5 : i32
        %shift = arith.constant 32 : i64
        %p3 = arith.muli %instance, %three : i32
        %v1 = arith.addi %p3, %one : i32
        %p5 = arith.muli %instance, %five : i32
        %v2 = arith.addi %p5, %two : i32
        %h1 = arith.extui %v1 : i32 to i64
        %h2 = arith.extui %v2 : i32 to i64
        %s1 = arith.shli %h1, %shift : i64
        %s2 = arith.shli %h2, %shift : i64
        %f1 = arith.extui %one : i32 to i64
        %f2 = arith.extui %two : i32 to i64
        %w1 = arith.ori %s1, %f1 : i64
        %w2 = arith.ori %s2, %f2 : i64
        prim.store %w1, %x[%at] atomic(relaxed, device) : i64, !prim.base<global>
        prim.store %w2, %x[%at] atomic(relaxed, device) : i64, !prim.base<global>
""",
    """
        %three = arith.constant 3 : i32
        %five = arith.constant 5 : i32
        %shift = arith.constant 32 : i64
        %p3 = arith.muli %instance, %three : i32
        %v1 = arith.addi %p3, %one : i32
        %p5 = arith.muli %instance, %five : i32
        %v2 = arith.addi %p5, %two : i32
        %flag, %left, %r0, %r1 = scf.while (%f = %zero, %n = %polls, %w = %zero, %c = %zero)
            : (i32, i32, i32, i32) -> (i32, i32, i32, i32) {
          %waits = arith.cmpi ult, %f, %two : i32
          %some = arith.cmpi ne, %n, %zero : i32
          %on = arith.andi %waits, %some : i1
          scf.condition(%on) %f, %n, %w, %c : i32, i32, i32, i32
        } do {
        ^bb0(%f: i32, %n: i32, %w: i32, %c: i32):
          %word = prim.load %x[%at] atomic(relaxed, device) : !prim.base<global> -> i64
          %high = arith.shrui %word, %shift : i64
          %got = arith.trunci %word : i64 to i32
          %value = arith.trunci %high : i64 to i32
          %is1 = arith.cmpi eq, %got, %one : i32
          %is2 = arith.cmpi eq, %got, %two : i32
          %want1 = arith.select %is1, %v1, %zero : i32
          %want = arith.select %is2, %v2, %want1 : i32
          %torn = arith.cmpi ne, %value, %want : i32
          %back = arith.cmpi ult, %got, %f : i32
          %large = arith.cmpi ugt, %got, %two : i32
          %b0 = arith.ori %torn, %back : i1
          %b1 = arith.ori %b0, %large : i1
          %bad = arith.extui %b1 : i1 to i32
          %set = arith.cmpi ne, %got, %zero : i32
          %hit = arith.extui %set : i1 to i32
          %w1 = arith.addi %w, %bad : i32
          %c1 = arith.addi %c, %hit : i32
          %m = arith.subi %n, %one : i32
          scf.yield %got, %m, %w1, %c1 : i32, i32, i32, i32
        }
"""
    + RESULTS,
)

# All threads of a block write; after a barrier one of them signals the other block.
BLOCK_MESSAGE = roles(
    """
        prim.store %one, %x[%at] : i32, !prim.base<global>
        prim.block_barrier orders(device)
        scf.if %leads {
          prim.store %one, %y[%head] atomic(release, device) : i32, !prim.base<global>
        }
""",
    """
        scf.if %leads {
"""
    + POLL.format(word="%head", order="acquire")
    + """
          prim.store %seen, %told[%zero] : i32, !prim.base<workgroup>
        }
        prim.block_barrier orders(block)
        %r0 = prim.load %told[%zero] : !prim.base<workgroup> -> i32
        %r1 = prim.load %x[%at] : !prim.base<global> -> i32
        prim.block_barrier
"""
    + RESULTS,
)


def rows(barrier, blocks):
    """Threads write the number of the round. After `barrier` each reads the value of a
    thread that is `blocks` blocks further."""
    return ROWS + """
      prim.store %next, %x[%at] : i32, !prim.base<global>
      {barrier}
      %step = arith.constant {blocks} : i32
      %ahead = arith.addi %bid, %step : i32
      %other = arith.remui %ahead, %blocks : i32
      %half = arith.constant 129 : i32
      %t1 = arith.addi %tid, %half : i32
      %t2 = arith.andi %t1, %last : i32
      %orow = arith.muli %other, %threads : i32
      %oat = arith.addi %orow, %t2 : i32
      %from = arith.muli %oat, %eight : i32
      %got = prim.load %x[%from] : !prim.base<global> -> i32
      %stale = arith.cmpi ne, %got, %next : i32
      %r0 = arith.extui %stale : i1 to i32
      prim.store %r0, %out[%to] : i32, !prim.base<global>
      prim.store %one, %out[%to4] : i32, !prim.base<global>
      {barrier}
""".format(barrier=barrier, blocks=blocks)


# A lane reads values that its neighbours in the wave wrote to workgroup memory.
WAVE = ROWS + """
      %value = arith.addi %rown, %next : i32
      %place = arith.muli %tid, %four : i32
      prim.store %value, %told[%place] atomic(release, wave) : i32, !prim.base<workgroup>
      %side = arith.xori %tid, %side_bits : i32
      %from = arith.muli %side, %four : i32
      %got = prim.load %told[%from] atomic(acquire, wave) : !prim.base<workgroup> -> i32
      %apart = arith.subi %side, %tid : i32
      %want = arith.addi %value, %apart : i32
      %stale = arith.cmpi ne, %got, %want : i32
      %r0 = arith.extui %stale : i1 to i32
      prim.store %r0, %out[%to] : i32, !prim.base<global>
      prim.store %one, %out[%to4] : i32, !prim.base<global>
"""

WORD = "    %told = prim.workgroup_alloc 16 : !prim.base<workgroup>"
LANES = """    %told = prim.workgroup_alloc {} : !prim.base<workgroup>
    %side_bits = arith.constant 21 : i32""".format(4 * THREADS)

LITMUS = [
    message_passing("message", "a release store is read by an acquire load: the data is there",
                    "", "release", "acquire", "", True),
    message_passing("message-relaxed", "as above, all accesses relaxed",
                    RELAXED, "relaxed", "relaxed", RELAXED, False),
    Litmus("message-of-block", "one thread releases after a barrier: the data of all waves is there",
           BLOCK_MESSAGE, message(True), once=WORD),
    store_buffering("buffering", "two relaxed stores, and loads of the other: both may be early", "", False),
    store_buffering("buffering-seq-cst", "as above with seq_cst fences between: one store is seen",
                    'llvm.fence syncscope("agent") seq_cst', True),
    Litmus("coherence", "counts of one writer are never read in the wrong order",
           COHERENCE, wrong_in_first("changes seen")),
    Litmus("look-back-word", "a flag and its value are written and read as one",
           LOOK_BACK, wrong_in_first("words seen")),
    Litmus("grid-barrier", "after a grid barrier every wave's stores are there",
           rows("prim.grid_barrier %y : !prim.base<global>", 1), wrong_in_first("reads"), cooperative=True),
    Litmus("block-barrier", "after a barrier that orders the block the stores of its waves are there",
           rows("prim.block_barrier orders(block)", 0), wrong_in_first("reads")),
    Litmus("wave-memory", "lanes read what others of their wave wrote to workgroup memory",
           WAVE, wrong_in_first("reads"), once=LANES),
]  # fmt: skip


def file_of(tests):
    return "gpu.module @litmus {%s}\n" % "".join(test.text for test in tests)
