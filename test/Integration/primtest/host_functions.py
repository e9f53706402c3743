# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host functions around one device op: buffers in any layout, the arguments of a
function, its text, and the expected contents of its memory. The first axis of arrays is
the data set."""

import functools
import math
import random

import numpy as np

from primtest.comparing import Want
from primtest.elements import I1, INDEX, SETS, UNTOUCHED
from primtest.runner import number, save


# ---------------------------------------------------------------------------
# Buffers
# ---------------------------------------------------------------------------


class Layout:
    """The layout of a memref's elements in its memory. `kind`: "plain"; "offset", after
    other elements; "permuted", with dimensions in another order; "strided", as
    permuted, with gaps; "backwards", as strided, with some negative strides; "spread",
    as strided, with strides of 0 along `spread`, which only inputs may have."""

    def __init__(self, kind, extents, rng, spread=()):
        order = list(range(len(extents)))
        if kind not in ("plain", "offset"):
            rng.shuffle(order)
        gaps = kind in ("strided", "backwards", "spread")
        stride = rng.choice([1, 2, 3]) if gaps else 1
        self.strides = [0] * len(extents)
        self.offset = 0 if kind == "plain" else rng.randrange(1, 6)
        for d in reversed(order):
            if d in spread:
                continue
            self.strides[d] = stride
            stride *= max(extents[d], 1)
            stride += rng.randrange(3) if gaps else 0
        for d in order:
            if kind == "backwards" and extents[d] and rng.random() < 0.5:
                self.offset += self.strides[d] * (extents[d] - 1)
                self.strides[d] = -self.strides[d]
        places = np.full(extents, self.offset)
        for d, (extent, stride) in enumerate(zip(extents, self.strides)):
            steps = np.arange(extent) * stride
            places = places + steps.reshape(-1, *[1] * (len(extents) - 1 - d))
        # The place of each element.
        self.places = places
        self.size = int(places.max(initial=-1)) + 1 + (kind != "plain") * 2
        # Whether the type has offset and strides.
        self.known = kind == "offset" or rng.random() < 0.5


class Buffer:
    """A tensor or memref of the function. `raw`: (SETS, *extents), or None if only the
    op writes it; `sizes`: names of the extents."""

    def __init__(self, plan, name, element, extents, sizes, kind, raw=None, spread=()):
        self.name = name
        self.element = element
        self.extents = tuple(extents)
        self.sizes = sizes
        self.known = plan.known(name, len(self.extents))
        self.plain = plan.tensors or kind == "plain" or not self.extents
        self.layout = None
        if not self.plain:
            rng = random.Random("%s %s %d" % (kind, name, plan.seed))
            self.layout = Layout(kind, self.extents, rng, spread)
        self.word = "tensor" if plan.tensors else "memref"
        self.raw = raw

    def shaped(self, layout=""):
        sizes = [
            "%dx" % n if known else "?x" for n, known in zip(self.extents, self.known)
        ]
        return "%s<%s%s%s>" % (self.word, "".join(sizes), self.element.name, layout)

    def type(self):
        if self.plain:
            return self.shaped()
        layout = self.layout
        numbers = [*layout.strides, layout.offset]
        *strides, offset = [str(n) if layout.known else "?" for n in numbers]
        return self.shaped(
            ", strided<[%s], offset: %s>" % (", ".join(strides), offset)
        )

    def unknown_sizes(self):
        """Names and numbers of the sizes that the type does not contain; names of
        different dimensions differ."""
        triples = zip(self.sizes, self.extents, self.known)
        return {name: size for name, size, known in triples if not known}

    def parameter(self):
        """The parameter of the function, the numbers that it takes in addition, and the
        text that makes the op's operand from them."""
        if self.plain:
            return "%s: %s" % (self.name, self.type()), [], ""
        memory = "memref<?x%s>" % self.element.name
        scalars, layout = [], self.layout

        def text(number, name):
            if layout.known:
                return str(number)
            scalars.append((name, number))
            return name

        offset = text(layout.offset, self.name + "o")
        names = ["%ss%d" % (self.name, d) for d in range(len(layout.strides))]
        strides = [text(*pair) for pair in zip(layout.strides, names)]
        sizes = [
            str(n) if known else size
            for n, known, size in zip(self.extents, self.known, self.sizes)
        ]
        view = "%s = memref.reinterpret_cast %sm to offset: [%s]," % (
            self.name, self.name, offset)  # fmt: skip
        view += " sizes: [%s], strides: [%s] : %s to %s" % (
            ", ".join(sizes), ", ".join(strides), memory, self.type())  # fmt: skip
        return "%sm: %s" % (self.name, memory), scalars, view

    def memory(self, raw=None):
        """The whole memory, with the elements or without them."""
        if self.plain and raw is not None:
            return raw
        shape = self.extents if self.plain else (self.layout.size,)
        count = math.prod(shape) * SETS * self.element.size
        memory = np.full(count, UNTOUCHED, np.uint8)
        # A byte of i1 is 0 or 1.
        memory = memory & 1 if self.element is I1 else memory
        memory = memory.view(self.element.raw).reshape(SETS, *shape)
        if raw is not None:
            memory[:, self.layout.places] = raw
        return memory


# ---------------------------------------------------------------------------
# Functions
# ---------------------------------------------------------------------------


class HostFunction:
    """A function around one op. Derived classes have a `plan` and `outs`, and define
    the op (`_op`) and its results (`_results`)."""

    def __init__(self, symbol, plan):
        self.symbol = symbol
        self.plan = plan

    # -- defined by derived classes --------------------------------------------

    # The operands that the op reads; and others, triples of a name, an element and a
    # raw value for each data set.
    given = ()
    numbers = ()
    # The text before the op, and after it.
    before = after = ""
    # Whether the op may run again on its own results.
    repeats = True
    # Inputs whose contents are not compared afterwards.
    forgotten = ()
    # Outs that are not checked here.
    loose = ()

    # -- text -----------------------------------------------------------------

    def buffers(self, letter, elements, extents, sizes, kind, raws=None, spread=()):
        return [
            Buffer(self.plan, "%%%s%d" % (letter, i), e, extents, sizes, kind,
                   raws and raws[i], spread)
            for i, e in enumerate(elements)
        ]  # fmt: skip

    def workspace_clause(self, workspace):
        if not workspace:
            return ""
        initialized = " initialized" * (self.plan.workspace == "initialized")
        return " workspace(%w : memref<?xi8>)" + initialized

    def end_clauses(self, workspace):
        """`workspace`: None for the op whose workspace size is requested."""
        plan, text = self.plan, ""
        if plan.tile:
            text += " tuning<block_size = %d, items_per_thread = %d>" % plan.tile
        return text + " async" * (plan.waits and workspace is not None)

    @property
    def parameters(self):
        """Triples of name and type; for a number its element and values; the Buffer."""
        return self._parameters[0]

    def comes_back(self, buffer):
        """Whether the memory of a parameter is compared."""
        return not (self.plan.tensors or buffer in self.forgotten)

    @functools.cached_property
    def _parameters(self):
        """The parameters, and the text that makes operands from them."""
        made, body, tensors = [], [], self.plan.tensors
        own = [b for b in self.outs if b not in self.given]
        sizes = {}
        for buffer in [*self.given, *own * (not tensors)]:
            text, scalars, view = buffer.parameter()
            made.append((text, None, buffer))
            made += [("%s: index" % n, (INDEX, [v] * SETS), None) for n, v in scalars]
            if view:
                body.append(view)
                sizes.update(buffer.unknown_sizes())
        for buffer in own * tensors:
            unknown = buffer.unknown_sizes()
            body.append("%s = tensor.empty(%s) : %s" % (
                buffer.name, ", ".join(unknown), buffer.type()))  # fmt: skip
            sizes.update(unknown)
        for name, element, raw in self.numbers:
            made.append(("%s: %s" % (name, element.name), (element, raw), None))
        for name, size in sizes.items():
            made.append(("%s: index" % name, (INDEX, [size] * SETS), None))
        return made, "".join(line + "\n" for line in body)

    def text(self):
        plan = self.plan
        parameters, body = self._parameters
        head = ", ".join(text for text, _, _ in parameters)
        body += self.before
        types = ", ".join(b.type() for b in self.outs)
        if plan.tensors:
            names = ", ".join("%%t%d" % i for i in range(len(self.outs)))
            body += "%s = %s -> %s\nreturn %s : %s\n" % (
                names, self._op(), types, names, types)  # fmt: skip
            return "func.func @%s(%s) -> (%s) {\n%s}\n" % (
                self.symbol, head, types, body)  # fmt: skip
        if plan.workspace:
            fill = 0 if plan.workspace == "initialized" else -1
            body += """%%bytes = prim.workspace_size {
%s
} : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%fill = arith.constant %d : i8
gpu.memset %%w, %%fill : memref<?xi8>, i8
""" % (self._op(None), fill)
        # A workspace that is left zero can be used in the next run.
        again = self.repeats and plan.workspace == "initialized"
        for turn in range(1 + again):
            body += self.run_text(turn, bool(plan.workspace))
        if plan.workspace:
            body += "gpu.dealloc %w : memref<?xi8>\n"
        body += self.after
        return "func.func @%s(%s) {\n%sreturn\n}\n" % (self.symbol, head, body)

    def run_text(self, turn, workspace):
        """The op, and on memrefs the text that waits for it."""
        text = self._op(workspace)
        if self.plan.waits:
            text = "%%done%d = %s\ngpu.wait [%%done%d]" % (turn, text, turn)
        return text + "\n"

    @functools.cached_property
    def wants(self):
        """The expected results of the function, or the expected contents of all memory
        that is passed to it."""
        plan = self.plan
        results = self._results()
        if plan.tensors:
            return [
                Want(b.element, raw, np.broadcast_to(defined, raw.shape),
                     None if bound is None else np.broadcast_to(bound, raw.shape))
                for b, (raw, defined, bound) in zip(self.outs, results)]  # fmt: skip
        wants = []
        for _, _, buffer in self.parameters:
            if buffer is None or not self.comes_back(buffer):
                continue
            memory = np.array(buffer.memory(buffer.raw))
            bounds, every = None, np.ones(memory.shape, bool)
            if buffer in self.outs:
                raw, defined, bound = results[self.outs.index(buffer)]
                places = ... if buffer.plain else (slice(None), buffer.layout.places)
                defined = np.broadcast_to(defined, raw.shape)
                memory[places] = np.where(defined, raw, memory[places])
                if bound is not None:
                    bounds = np.zeros(memory.shape)
                    bounds[places] = np.where(defined, bound, 0)
                if buffer in self.loose:
                    every[places] = False
            wants.append(Want(buffer.element, memory, every, bounds))
        return wants

    # -- execution --------------------------------------------------------------

    def case(self, folder, data_set, schedule):
        inputs, inout = [], []
        for at, (_, scalar, buffer) in enumerate(self.parameters):
            if buffer is None:
                element, raws = scalar
                raw = np.asarray(raws[data_set], element.raw)
                inputs.append(number(element, raw))
                continue
            name = "%s-%s-%d.npy" % (self.symbol, buffer.name[1:], data_set)
            save(folder / name, buffer.element, buffer.memory(buffer.raw)[data_set])
            if self.comes_back(buffer):
                inout.append(at)
            inputs.append(str(folder / name))
        outputs = [
            "%s/%s-out%d-%d-%d.npy" % (folder, self.symbol, i, data_set, schedule)
            for i in range(len(self.wants))
        ]
        return {
            "entry": self.symbol,
            "inputs": inputs,
            "outputs": outputs,
            "inout": inout,
            "seed": schedule,
        }
