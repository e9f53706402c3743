# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of the ops that move values between lanes or make lane masks: broadcast,
shuffles, ballot, match_any, masked_bit_count, group_select, barrier."""

import numpy as np

from primtest.comparing import Want
from primtest.elements import I32, I64, I8, SETS, sample
from primtest.kernel import vector_type


class Moved:
    """The operands of an op that moves values: one value, or with `many` two vectors of
    two, one of which is of i32."""

    def __init__(self, kernel, many):
        self.kernel = kernel
        self.elements = [kernel.element, I32] if many else [kernel.element]
        shape = (kernel.block, 2) if many else (kernel.block,)

        def load():
            raws = [sample(element, kernel.rng, shape) for element in self.elements]
            pairs = zip(self.elements, raws)
            return raws, [kernel.lane_input(element, raw) for element, raw in pairs]

        self.raws, names = kernel.once(("moved", many), load)
        self.names = ", ".join(names)
        self.types = ", ".join(
            vector_type(element, 2) if many else element.name
            for element in self.elements
        )

    def wants(self, source, defined):
        """`source` is the position that each lane reads; both are (SETS, warps, width).
        Values of lanes that do not exist are undefined."""
        kernel = self.kernel
        # A lane's own position if the source is out of range.
        inside = source.clip(0, kernel.width - 1)
        defined = (
            defined
            & kernel.exists
            & (inside == source)
            & np.take_along_axis(kernel.exists, inside, -1)
        )
        wants = []
        for element, raw in zip(self.elements, self.raws):
            warps = kernel.by_warp(raw)
            at = inside if raw.ndim == 2 else inside[..., None]
            mask = kernel.by_lane(defined)
            values = kernel.by_lane(np.take_along_axis(warps, at, 2))
            if raw.ndim == 3:
                mask = np.repeat(mask[..., None], 2, axis=-1)
            wants.append(Want(element, values, mask))
        return wants


def broadcast(kernel, name, lane, many=False):
    """`lane`: "constant", "uniform" (one per block) or "warps"."""
    moved = Moved(kernel, many)
    width, warps = kernel.width, len(kernel.threads)
    if lane == "constant":
        source = np.full((SETS, warps, 1), width // 2)
        operand = kernel.constant(I32, width // 2)
    elif lane == "uniform":
        each = np.array([0, width - 1, width // 3])
        source = np.broadcast_to(each[:, None, None], (SETS, warps, 1))
        operand = kernel.once(
            "broadcast uniform", lambda: kernel.block_input(I32, each)
        )
    else:
        # Mostly lanes that exist.
        def load():
            source = kernel.rng.integers(0, width, (SETS, warps, 1))
            existing = kernel.exists.sum(axis=-1, keepdims=True)
            source = np.minimum(source, existing - 1)
            lanes = kernel.by_lane(np.repeat(source, width, axis=-1))
            return source, kernel.lane_input(I32, lanes)

        source, operand = kernel.once("broadcast warps", load)
    source = np.broadcast_to(source, kernel.exists.shape)
    kernel.cell(
        name,
        "prim.warp_broadcast %s lane(%s) %s : %s"
        % (moved.names, operand, kernel.width_clause, moved.types),
        moved.wants(source, kernel.exists),
    )


def shuffle(kernel, name, mode, constant=None, many=False):
    """`constant` is a function of the width. Without it every lane has its own operand,
    of any size."""
    moved = Moved(kernel, many)
    width = kernel.width
    position = np.arange(width)
    if constant:
        operand = constant(width)
        given = np.full(kernel.exists.shape, operand)
        operand = kernel.constant(I32, operand)
    else:

        def load():
            shape = (SETS, kernel.block)
            given = kernel.rng.integers(0, 2 * width, shape)
            given[0] = kernel.rng.integers(0, width, kernel.block)
            far = kernel.rng.integers(-(2**31), 2**31, kernel.block)
            given[2] = np.where(kernel.rng.random(kernel.block) < 0.3, far, given[2])
            return given, kernel.lane_input(I32, given)

        lanes, operand = kernel.once(("shuffle", mode), load)
        given = kernel.by_warp(lanes)
    unsigned = given & 0xFFFFFFFF
    if mode == "lane":
        source = unsigned % width
    else:
        source = {
            "up": position - unsigned,
            "down": position + unsigned,
            "xor": position ^ unsigned,
        }[mode]
        source = np.where((source < 0) | (source >= width), position, source)
    kernel.cell(
        name,
        "prim.warp_shuffle %s %s(%s) %s : %s"
        % (moved.names, mode, operand, kernel.width_clause, moved.types),
        moved.wants(source, kernel.exists),
    )


# ---------------------------------------------------------------------------
# Lane masks of waves, for any width
# ---------------------------------------------------------------------------


def by_wave(kernel, lanes):
    """(SETS, block) as (SETS, waves, wave), zero for lanes that do not exist."""
    waves = -(-kernel.block // kernel.wave)
    padded = np.zeros((SETS, waves * kernel.wave), lanes.dtype)
    padded[:, : kernel.block] = lanes
    return padded.reshape(SETS, waves, kernel.wave)


def from_wave(kernel, waves):
    return waves.reshape(SETS, -1)[:, : kernel.block]


def pack(bits):
    """Masks of booleans along the last axis."""
    weights = np.uint64(1) << np.arange(bits.shape[-1], dtype=np.uint64)
    return np.where(bits, weights, np.uint64(0)).sum(axis=-1, dtype=np.uint64)


def everywhere(kernel, element, raw, is_bit=False):
    return Want(element, raw, np.ones((SETS, kernel.block), bool), is_bit=is_bit)


def predicate(kernel):
    def load():
        chance = np.array([0.5, 0.1, 1.0])[:, None]
        flags = kernel.rng.random((SETS, kernel.block)) < chance
        return flags, kernel.flag_input(flags)

    return kernel.once("predicate", load)


def ballot(kernel, name, element):
    flags, operand = predicate(kernel)
    mask = pack(by_wave(kernel, flags))[..., None]
    lanes = from_wave(kernel, np.repeat(mask, kernel.wave, axis=-1))
    kernel.cell(
        name,
        "prim.warp_ballot %s : %s" % (operand, element.name),
        [everywhere(kernel, element, lanes.astype("u%d" % element.size).view(element.raw))],
    )


def groups(kernel, labels, flags):
    """Masks of lanes with equal labels, 0 where `flags` is false."""
    labels, flags = by_wave(kernel, labels), by_wave(kernel, flags)
    equal = labels[..., :, None] == labels[..., None, :]
    both = flags[..., :, None] & flags[..., None, :]
    return from_wave(kernel, pack(equal & both))


def match_any(kernel, name, valid, bits, element=I64):
    label = kernel.element

    def load():
        few = kernel.rng.choice(sample(label, kernel.rng, (4,))[1], (SETS, kernel.block))
        any = sample(label, kernel.rng, (kernel.block,))
        any[0] = few[0]
        return any, kernel.lane_input(label, any)

    labels, operand = kernel.once("labels", load)
    clauses, flags = "", np.ones((SETS, kernel.block), bool)
    if valid:
        flags, flag = predicate(kernel)
        clauses += " valid(%s)" % flag
    if bits == "uniform":
        # For none, some, and more lanes than a label has.
        def load_count():
            counts = np.array([0, 5, 100], np.int32)
            return counts, kernel.block_input(I32, counts)

        counts, count = kernel.once("label bits", load_count)
        clauses += " bits(%s)" % count
        # If more are requested, all are selected.
        whole = -1 if label.size == 8 else (1 << 8 * label.size) - 1
        below = np.array([0, 31, whole]).astype(labels.dtype)
        labels = labels & below[:, None]
    elif bits:
        clauses += " bits(%d)" % bits
        labels = labels & ((1 << bits) - 1)
    masks = groups(kernel, labels, flags)
    kernel.cell(
        name,
        "prim.warp_match_any %s%s : %s -> %s"
        % (operand, clauses, label.name, element.name),
        [everywhere(kernel, element, masks.astype("u%d" % element.size).view(element.raw))],
    )


def masked_bit_count(kernel, name, add, element):
    def load():
        masks = sample(element, kernel.rng, (kernel.block,))
        addends = sample(I32, kernel.rng, (kernel.block,))
        return (
            masks, kernel.lane_input(element, masks),
            addends, kernel.lane_input(I32, addends),
        )  # fmt: skip

    masks, operand, addends, addend = kernel.once(("masks", element.name), load)
    lane = (np.arange(kernel.block) % kernel.wave).astype(np.uint64)
    below = (np.uint64(1) << lane) - np.uint64(1)
    unsigned = masks.view("u%d" % element.size).astype(np.uint64)
    bits = (unsigned & below)[..., None] >> np.arange(64, dtype=np.uint64)
    count = (bits & np.uint64(1)).sum(axis=-1).astype(np.int32)
    clause = ""
    if add:
        count, clause = count + addends, " add(%s)" % addend
    kernel.cell(
        name,
        "prim.warp_masked_bit_count %s%s : %s" % (operand, clause, element.name),
        [everywhere(kernel, I32, count)],
    )


def group_select(kernel, name, element):
    def load():
        labels = kernel.rng.integers(0, 5, (SETS, kernel.block))
        flags = kernel.rng.random((SETS, kernel.block)) < 0.8
        masks = groups(kernel, labels, flags)
        raw = masks.astype("u%d" % element.size).view(element.raw)
        return masks, kernel.lane_input(element, raw)

    masks, operand = kernel.once(("groups", element.name), load)
    lane = (np.arange(kernel.block) % kernel.wave).astype(np.uint64)
    first = (masks & ((np.uint64(1) << lane) - np.uint64(1))) == 0
    kernel.cell(
        name,
        "prim.warp_group_select %s : %s" % (operand, element.name),
        [everywhere(kernel, I8, first & (masks != 0), is_bit=True)],
    )


def barrier(kernel, name):
    """Lanes write to workgroup memory and read values that others of their wave
    wrote."""
    raw = sample(kernel.element, kernel.rng, (kernel.block,))
    value = kernel.lane_input(kernel.element, raw)
    thread = np.arange(kernel.block)
    first = thread // kernel.wave * kernel.wave
    lanes = np.minimum(first + kernel.wave, kernel.block) - first
    source = first + (thread - first + 5) % lanes
    other = kernel.let(
        "arith.index_cast %s : i32 to index"
        % kernel.lane_input(I32, np.broadcast_to(source, raw.shape))
    )
    type = "memref<%dx%s, #gpu.address_space<workgroup>>" % (
        kernel.block, kernel.element.name)  # fmt: skip
    kernel.workgroup.append("%%lds : %s" % type)
    kernel.line("memref.store %s, %%lds[%%tid] : %s" % (value, type))
    kernel.line("prim.warp_barrier")
    kernel.cell(
        name,
        "memref.load %%lds[%s] : %s" % (other, type),
        [everywhere(kernel, kernel.element, raw[:, source])],
    )
