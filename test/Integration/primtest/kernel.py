# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One kernel with many ops: each block of a launch runs all of them on one data set.
Inputs are stored contiguously in one buffer, results in another.

Arrays of lanes have the shape (SETS, block, ...), those of logical warps (SETS, warps,
width, ...)."""

import ctypes

import numpy as np

from primtest.comparing import first_difference
from primtest.elements import I64, I8, INDEX, SETS

ALIGNMENT = 256


class Cell:
    def __init__(self, name, wants):
        self.name = name
        self.wants = wants
        self.offsets = []


class Lanes:
    """The logical warps of `width` lanes of a block."""

    def __init__(self, wave, width, block):
        self.wave = wave
        self.width = width
        self.block = block
        # The thread of each lane of each logical warp, -1 if there is none.
        rows = []
        for first in range(0, block, wave):
            end = min(first + wave, block)
            for start in range(first, end, width):
                lanes = [t if t < end else -1 for t in range(start, start + width)]
                rows.append(lanes)
        self.threads = np.array(rows)
        self._rows, self._columns = np.nonzero(self.threads >= 0)
        self.exists = np.broadcast_to(self.threads >= 0, (SETS, *self.threads.shape))

    def by_warp(self, lanes):
        """Converts lanes to logical warps. Lanes that do not exist get the values of
        others."""
        return lanes[:, self.threads.clip(0)]

    def by_lane(self, warps):
        lanes = np.zeros((SETS, self.block, *warps.shape[3:]), warps.dtype)
        rows, columns = self._rows, self._columns
        lanes[:, self.threads[rows, columns]] = warps[:, rows, columns]
        return lanes


class Text:
    """Lines of MLIR with names for values, and constants at the beginning."""

    def __init__(self):
        self._lines = []
        self._constants = {}
        self._names = 0

    def line(self, text):
        self._lines.append(text)

    def name(self):
        self._names += 1
        return "%%v%d" % self._names

    def let(self, text):
        name = self.name()
        self.line("%s = %s" % (name, text))
        return name

    def constant(self, element, value):
        """An SSA name; `element` may be the text of a type."""
        type = getattr(element, "name", element)
        return self.literal(type, "%d.0" % value if type[0] in "bf" else str(value))

    def literal(self, type, literal):
        """An SSA name of a constant as MLIR writes it."""
        key = (type, literal)
        if key not in self._constants:
            name = "%%c%d" % len(self._constants)
            text = "%s = arith.constant %s : %s" % (name, literal, type)
            self._constants[key] = (name, text)
        return self._constants[key][0]

    def all_lines(self):
        """The lines, including the constants."""
        return [text for _, text in self._constants.values()] + self._lines


class Kernel(Lanes, Text):
    """A kernel of cells about `element` and `width`, with `block` threads."""

    # The level of the cells' ops.
    level = "warp"
    # The bytes of the output before the launch.
    UNTOUCHED = 0x5A

    def __init__(self, symbol, wave, element, width, block, seed):
        Lanes.__init__(self, wave, width, block)
        Text.__init__(self)
        self.symbol = symbol
        self.element = element
        # Threads in x, y and z.
        self.shape = (block, 1, 1)
        self.rng = np.random.default_rng(seed)
        self.cells = []
        self.memo = {}
        # Buffers in workgroup memory, as "%name : type".
        self.workgroup = []
        self._inputs = []
        self._input_size = 0
        self._output_size = 0

    def once(self, key, make):
        """A value that ops share, made at the first request."""
        if key not in self.memo:
            self.memo[key] = make()
        return self.memo[key]

    # -- text --------------------------------------------------------------

    @property
    def width_clause(self):
        return "" if self.width == self.wave else "width(%d)" % self.width

    def _place(self, array):
        array = np.ascontiguousarray(array)
        offset = self._input_size
        self._inputs.append((offset, array))
        self._input_size += -(-array.nbytes // ALIGNMENT) * ALIGNMENT
        return offset

    def _load(self, offset, index, element, items=1):
        at = self._address("%in", offset, index, element, items)
        type, alignment = memory_type(element, items)
        loaded = self.let(
            "llvm.load %s {alignment = %d : i64} : !llvm.ptr<1> -> %s"
            % (at, alignment, type)
        )
        if element is not INDEX:
            return loaded
        cast = (loaded, type, item_type(INDEX, items))
        return self.let("arith.index_cast %s : %s to %s" % cast)

    def store(self, value, offset, index, element, items=1):
        """Stores a value of an element type, or a vector of them."""
        type, alignment = memory_type(element, items)
        if element is INDEX:
            cast = (value, item_type(INDEX, items), type)
            value = self.let("arith.index_cast %s : %s to %s" % cast)
        at = self._address("%out", offset, index, element, items)
        self.line(
            "llvm.store %s, %s {alignment = %d : i64} : %s, !llvm.ptr<1>"
            % (value, at, alignment, type)
        )

    def _address(self, memory, offset, index, element, items):
        """The address of number `index` of the values stored from `offset` on, without
        padding, even for vectors of three, which LLVM would pad."""
        base = self.let(
            "llvm.getelementptr %s[%d] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8"
            % (memory, offset)
        )
        return self.let(
            "llvm.getelementptr %s[%s] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>,"
            " !llvm.array<%d x %s>" % (base, index, items, memory_type(element, 1)[0])
        )

    def lane_input(self, element, raw):
        """Loads (SETS, block) values, or vectors of (SETS, block, items)."""
        offset = self._place(raw.astype(element.raw))
        return self._load(offset, "%thread", element, *raw.shape[2:])

    def block_input(self, element, raw):
        """Loads one of (SETS,) values: the same one in all lanes, in a scalar."""
        return self._load(self._place(raw.astype(element.raw)), "%group", element)

    def flag_input(self, flags):
        """(SETS, block) or (SETS, block, items) booleans, as i1 or vectors of it."""
        byte = self.lane_input(I8, flags.astype(np.int8))
        items = flags.shape[2] if flags.ndim == 3 else 1
        type = item_type(I8, items)
        zero = self.literal(type, "0" if items == 1 else "dense<0>")
        return self.let("arith.cmpi ne, %s, %s : %s" % (byte, zero, type))

    def memory_input(self, raw):
        """Puts an array of any shape into the memory %src of the kernel, a memref of
        the element type. Returns its place there in bytes."""
        return self._place(raw.astype(self.element.raw))

    # -- cells --------------------------------------------------------------

    def _place_result(self, want):
        offset = self._output_size
        size = want.defined.size * want.element.size
        self._output_size += -(-size // ALIGNMENT) * ALIGNMENT
        return offset

    def _end(self, cell):
        # Prevents LLVM's scheduler from working on the whole kernel at once.
        self.line("rocdl.sched.barrier 0")
        self.cells.append(cell)

    def memory_cell(self, name, op, want):
        """An op without results. `op` is a function of a place in bytes in %dst, a
        memref of the element type; it returns the text that stores `want` there. `want`
        may have any shape that begins with SETS."""
        cell = Cell(name, [want])
        cell.offsets.append(self._place_result(want))
        self.line(op(cell.offsets[0]))
        self._end(cell)

    def cell(self, name, op, wants, inner=()):
        """One op without its results, and the expected results. `inner`: pairs of the
        expected value in a region of the op and its name there, one value per block or
        per lane. `op` is then a function of the text that stores them."""
        cell = Cell(name, [*wants, *(want for want, _ in inner)])
        results = [self.name() for _ in wants]
        outside, self._lines = self._lines, []
        places = []
        for want, value in inner:
            if want.defined.size == SETS:
                places.append(self._place_result(want))
                self.store(value, places[-1], "%group", want.element)
            else:
                places.append(self._store_lanes(value, want))
        inside, self._lines = "\n".join(self._lines), outside
        text = op(inside) if inner else op
        self.line("%s = %s" % (", ".join(results), text))
        for result, want in zip(results, wants):
            cell.offsets.append(self._store_lanes(result, want))
        cell.offsets += places
        self._end(cell)

    def _store_lanes(self, result, want):
        """Stores a value of every lane. Returns its place in bytes."""
        items = (want.defined.shape[2:] or (1,))[0]
        if want.is_bit:
            bits = "i1" if items == 1 else "vector<%dxi1>" % items
            cast = (result, bits, item_type(I8, items))
            result = self.let("arith.extui %s : %s to %s" % cast)
        offset = self._place_result(want)
        self.store(result, offset, "%thread", want.element, items)
        return offset

    def value_cell(self, name, value, want):
        """An existing value of the kernel, and its expected value."""
        cell = Cell(name, [want])
        cell.offsets.append(self._store_lanes(value, want))
        self._end(cell)

    def _thread_id(self):
        """Text that numbers the threads of a block, with x as the fastest dimension."""
        x, y, z = self.shape
        if y == z == 1:
            return "%tid = gpu.thread_id x"
        return """%%tx = gpu.thread_id x
%%ty = gpu.thread_id y
%%tz = gpu.thread_id z
%%nx = arith.constant %d : index
%%ny = arith.constant %d : index
%%z_rows = arith.muli %%tz, %%ny : index
%%rows = arith.addi %%z_rows, %%ty : index
%%row = arith.muli %%rows, %%nx : index
%%tid = arith.addi %%row, %%tx : index""" % (x, y)

    def text(self):
        workgroup = "workgroup(%s)" % ", ".join(self.workgroup) if self.workgroup else ""
        header = """gpu.func @%s(%%in: !llvm.ptr<1>, %%out: !llvm.ptr<1>,
    %%src: memref<?x%s>, %%dst: memref<?x%s>) %s kernel attributes 
    {known_block_size = array<i32: %d, %d, %d>} {
%s
%%bid = gpu.block_id x
%%size = arith.constant %d : index
%%first = arith.muli %%bid, %%size : index
%%at = arith.addi %%first, %%tid : index
%%thread = arith.index_castui %%at : index to i64
%%group = arith.index_castui %%bid : index to i64
""" % (self.symbol, self.element.name, self.element.name, workgroup, *self.shape,
       self._thread_id(), self.block)  # fmt: skip
        return header + "\n".join(self.all_lines() + ["gpu.return", "}"])

    # -- execution ------------------------------------------------------------

    def received(self, cell, values):
        """The values that are compared: those that the device returned."""
        return values

    def _launch(self, device, module, data):
        size = max(self._output_size, 1)
        buffers = []
        try:
            for initial in (data, bytes([self.UNTOUCHED]) * size):
                buffers.append(device.copy_in(initial))
            arguments = list(buffers)
            for buffer, length in zip(buffers, (len(data), size)):
                # A memref's descriptor: both pointers, offset, size, stride.
                items = length // self.element.size
                arguments += [buffer, buffer]
                arguments += [ctypes.c_int64(n) for n in (0, items, 1)]
            device.launch(module, self.symbol, SETS, self.shape, arguments)
            return device.copy_out(buffers[1], size)
        finally:
            for buffer in buffers:
                device.free(buffer)

    def run(self, device, module):
        """Compares all results. Returns the number of values of each cell that were
        compared, and (cell, set, lane, text) of every cell's first wrong value."""
        data = bytearray(max(self._input_size, 1))
        for offset, array in self._inputs:
            data[offset : offset + array.nbytes] = array.tobytes()
        output = np.frombuffer(self._launch(device, module, data), np.uint8)
        compared, wrong = {}, []
        for cell in self.cells:
            compared[cell.name] = 0
            difference = None
            for number, (want, offset) in enumerate(zip(cell.wants, cell.offsets)):
                size = want.defined.size * want.element.size
                got = output[offset : offset + size].view(want.element.raw)
                got = self.received(cell, got.reshape(want.defined.shape))
                compared[cell.name] += int(want.defined.sum())
                difference = difference or first_difference(number, got, want)
            if difference:
                wrong.append((cell.name, difference))
        return compared, wrong


def memory_type(element, items):
    """The type of `items` values in memory, in which index is replaced because LLVM's
    pointers lack it, and the alignment in bytes."""
    if element is INDEX:
        element = I64
    size = element.size * items
    return item_type(element, items), size & -size


def item_type(element, items):
    return element.name if items == 1 else vector_type(element, items)


def vector_type(element, items):
    return "vector<%dx%s>" % (items, element.name)
