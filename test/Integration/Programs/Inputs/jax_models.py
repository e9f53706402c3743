# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of JAX."""

import numpy as np
import references
from model import Frontend

JAX = Frontend("JAX", "exported", seed=11)
model, floats, ints = JAX.model, JAX.floats, JAX.ints


def _gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


@model(references.softmax, floats(16, 300, scale=4))
def softmax(jax, x):
    return jax.nn.softmax(x, axis=-1)


@model(lambda x: np.log(np.exp(x).sum(-1)), floats(16, 300, scale=4))
def log_sum_exp(jax, x):
    return jax.nn.logsumexp(x, axis=-1)


@model(lambda x: np.log(references.softmax(x)), floats(16, 300, scale=4))
def log_softmax(jax, x):
    return jax.nn.log_softmax(x, axis=-1)


@model(references.layer_norm, floats(16, 300), floats(300), floats(300))
def layer_norm(jax, x, g, b):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * g + b


@model(references.rms_norm, floats(16, 300), floats(300))
def rms_norm(jax, x, g):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g


@model(references.attention, floats(2, 32, 16), floats(2, 32, 16), floats(2, 32, 16))
def attention(jax, q, k, v):
    scores = jax.numpy.einsum("hqd,hkd->hqk", q, k) / np.sqrt(q.shape[-1])
    mask = jax.numpy.tril(jax.numpy.ones(scores.shape[-2:], bool))
    scores = jax.numpy.where(mask, scores, -1e30)
    return jax.numpy.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, -1), v)


@model(
    references.cross_entropy,
    floats(32, 300, scale=3),
    ints(0, 300, 32),
)
def cross_entropy(jax, x, labels):
    logs = jax.nn.log_softmax(x, -1)
    return -jax.numpy.take_along_axis(logs, labels[:, None], 1)[:, 0]


_ties = np.round(floats(16, 300))
_ties[3, 7] = _ties[3, 90] = np.nan


@model(lambda x: x.argmax(-1).astype(np.int32), _ties)
def argmax(jax, x):
    return jax.numpy.argmax(x, -1)


@model(lambda x: x.argmin(0).astype(np.int32), _ties)
def argmin_of_columns(jax, x):
    return jax.numpy.argmin(x, 0)


@model(
    lambda x, m: np.where(m, x, -np.inf).argmax(-1).astype(np.int32),
    floats(16, 300),
    JAX.rng.random((16, 300)) < 0.5,
)
def masked_argmax(jax, x, mask):
    return jax.numpy.argmax(jax.numpy.where(mask, x, -np.inf), -1)


@model(lambda x: x.var(-1), floats(16, 300))
def variance(jax, x):
    return x.var(-1)


@model(lambda x: (x - x.mean((0, 2), keepdims=True)) / x.std((0, 2), keepdims=True),
       floats(4, 6, 50))  # fmt: skip
def batch_norm(jax, x):
    return (x - x.mean((0, 2), keepdims=True)) / x.std((0, 2), keepdims=True)


@model(lambda x: x.sum(0), floats(300, 40))
def sum_of_columns(jax, x):
    return x.sum(0)


@model(lambda a, b: np.sqrt(((a[:, None] - b[None]) ** 2).sum(-1)), floats(20, 16), floats(30, 16))
def distances(jax, a, b):
    return jax.numpy.sqrt(((a[:, None] - b[None]) ** 2).sum(-1))


@model(
    lambda a, b: (a * b).sum(-1) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)),
    floats(20, 64),
    floats(20, 64),
)
def cosine_similarity(jax, a, b):
    norm = jax.numpy.linalg.norm
    return (a * b).sum(-1) / (norm(a, axis=-1) * norm(b, axis=-1))


@model(lambda x: (x > 2).any(-1), floats(16, 300))
def any_of_rows(jax, x):
    return (x > 2).any(-1)


@model(lambda x: np.count_nonzero(x > 0.5, axis=-1).astype(np.int32), floats(16, 300))
def count_of_rows(jax, x):
    return jax.numpy.count_nonzero(x > 0.5, axis=-1)


@model(lambda t, i: t[i].mean(1), floats(50, 24), ints(0, 50, 8, 12))
def embedding_mean(jax, table, tokens):
    return table[tokens].mean(1)


def _block(x, g1, wq, wk, wv, wo, g2, w1, w2):
    size, width = x.shape
    y = references.rms_norm(x, g1)

    def heads(w):
        return (y @ w).reshape(size, 2, width // 2).swapaxes(0, 1)

    a = references.attention(heads(wq), heads(wk), heads(wv)).swapaxes(0, 1).reshape(size, width)
    x = x + a @ wo
    return x + _gelu(references.rms_norm(x, g2) @ w1) @ w2


@model(
    _block,
    floats(24, 32),
    floats(32),
    *[floats(32, 32, scale=0.2) for _ in range(4)],
    floats(32),
    floats(32, 64, scale=0.2),
    floats(64, 32, scale=0.2),
    bound=512,
)
def transformer_block(jax, x, g1, wq, wk, wv, wo, g2, w1, w2):
    size, width = x.shape
    y = rms_norm(jax, x, g1)

    def heads(w):
        return (y @ w).reshape(size, 2, width // 2).swapaxes(0, 1)

    a = attention(jax, heads(wq), heads(wk), heads(wv))
    x = x + a.swapaxes(0, 1).reshape(size, width) @ wo
    return x + jax.nn.gelu(rms_norm(jax, x, g2) @ w1) @ w2


def _mamba(a, b):
    state, states = np.zeros_like(a[:, 0]), []
    for i in range(a.shape[1]):
        state = a[:, i] * state + b[:, i]
        states.append(state)
    return np.stack(states)


@model(_mamba, JAX.rng.random((4, 40, 8)).astype(np.float32), floats(4, 40, 8))
def mamba_scan(jax, a, b):
    def step(state, inputs):
        state = inputs[0] * state + inputs[1]
        return state, state

    inputs = (jax.numpy.swapaxes(a, 0, 1), jax.numpy.swapaxes(b, 0, 1))
    return jax.lax.scan(step, jax.numpy.zeros(a[:, 0].shape), inputs)[1]


# Sums of eighths are exact in every order.
_eighths = np.round(floats(8, 200) * 8) / 8


@model(lambda x: np.cumsum(x, -1), _eighths, bound=0)
def cumsum(jax, x):
    return jax.numpy.cumsum(x, -1)


@model(lambda x: np.maximum.accumulate(x, -1), floats(8, 200))
def cummax(jax, x):
    return jax.lax.cummax(x, axis=1)


@model(
    lambda x: np.cumsum(references.softmax(x), -1) / np.cumsum(references.softmax(x), -1)[:, -1:],
    floats(8, 200),
)
def normalised_cumsum(jax, x):
    sums = jax.numpy.cumsum(jax.nn.softmax(x, -1), -1)
    return sums / sums[:, -1:]


@model(lambda x: np.sort(x), ints(-50, 50, 2000))
def sort(jax, x):
    return jax.numpy.sort(x)


@model(lambda x: np.sort(x, -1), _ties)
def sort_of_floats(jax, x):
    return jax.numpy.sort(x, -1)


@model(lambda x: np.argsort(x, kind="stable").astype(np.int32), np.round(floats(2000) * 4))
def argsort(jax, x):
    return jax.numpy.argsort(x)


@model(lambda x: references.top_k(x, 8), np.round(floats(16, 300) * 4))
def top_k(jax, x):
    return jax.lax.top_k(x, 8)


@model(lambda x: np.bincount(x, minlength=64).astype(np.int32), ints(0, 64, 3000))
def bincount(jax, x):
    return jax.numpy.bincount(x, length=64)


@model(lambda x, s: references.add_at(40, s, x), np.round(floats(3000) * 8) / 8, ints(0, 40, 3000), bound=0)
def segment_sum(jax, x, s):
    return jax.ops.segment_sum(x, s, num_segments=40)


@model(
    lambda x: np.histogram(x, bins=32, range=(0, 1))[0].astype(np.float64),
    JAX.rng.random(3000).astype(np.float32),
)
def histogram(jax, x):
    return jax.numpy.histogram(x, bins=32, range=(0.0, 1.0))[0]


@model(lambda a, v: np.searchsorted(a, v).astype(np.int32), np.sort(floats(500)), floats(200))
def searchsorted(jax, a, v):
    return jax.numpy.searchsorted(a, v)


@model(
    lambda x: np.pad(np.nonzero(x > 0.5)[0], (0, 2000 - np.count_nonzero(x > 0.5)),
                     constant_values=-1).astype(np.int32),
    floats(2000),
)  # fmt: skip
def nonzero(jax, x):
    return jax.numpy.nonzero(x > 0.5, size=2000, fill_value=-1)[0]


def _unique(x):
    values, counts = np.unique(x, return_counts=True)
    padding = (0, 120 - len(values))
    return (np.pad(values, padding, constant_values=-1).astype(np.int32),
            np.pad(counts, padding).astype(np.int32))  # fmt: skip


@model(_unique, ints(0, 100, 2000))
def unique(jax, x):
    return jax.numpy.unique(x, size=120, fill_value=-1, return_counts=True)


def _affine(a, b):
    states, state, scale = [], 0.0, 1.0
    for x, y in zip(a, b):
        scale, state = scale * x, state * x + y
        states.append((scale, state))
    return tuple(np.array(s) for s in zip(*states))


@model(_affine, JAX.rng.random(128).astype(np.float32), floats(128))
def associative_scan(jax, a, b):
    def combine(left, right):
        return left[0] * right[0], right[0] * left[1] + right[1]

    return jax.lax.associative_scan(combine, (a, b))


@model(references.route, floats(64, 32), floats(32, 8))
def mixture_of_experts(jax, x, w):
    gates, experts = jax.lax.top_k(jax.nn.softmax(x @ w, -1), 2)
    hot = jax.nn.one_hot(experts.reshape(-1), 8, dtype=np.int32)
    places = ((jax.numpy.cumsum(hot, 0) - 1) * hot).sum(-1)
    return gates / gates.sum(-1, keepdims=True), experts, places


@model(references.nucleus, floats(4, 100, scale=2))
def nucleus(jax, x):
    p = jax.nn.softmax(x, -1)
    order = jax.numpy.argsort(-p, -1)
    sorted_p = jax.numpy.take_along_axis(p, order, -1)
    before = jax.numpy.cumsum(sorted_p, -1) - sorted_p
    return jax.numpy.where(before < 0.9, sorted_p, 0.0), order


# The numbers of the programs above do not depend on these.
_scan_rng = np.random.default_rng(12)


def _recurrence(a, b):
    return np.moveaxis(_mamba(a, b), 0, 1)


@model(
    _recurrence,
    _scan_rng.random((3, 37, 5)).astype(np.float32),
    _scan_rng.standard_normal((3, 37, 5)).astype(np.float32),
)
def recurrence(jax, a, b):
    def combine(left, right):
        return left[0] * right[0], right[0] * left[1] + right[1]

    return jax.lax.associative_scan(combine, (a, b), axis=1)[1]


def _segmented_sums(flags, x):
    starts = np.maximum.accumulate(np.where(flags, np.arange(len(x)), 0))
    sums = np.cumsum(x)
    return sums - (sums - x)[starts]


@model(
    _segmented_sums, _scan_rng.random(22) < 0.2, _scan_rng.integers(-9, 9, 22).astype(np.int32)
)
def segmented_sums(jax, flags, x):
    def combine(left, right):
        return left[0] | right[0], jax.numpy.where(right[0], right[1], left[1] + right[1])

    return jax.lax.associative_scan(combine, (flags, x))[1]


def _products_from_end(*entries):
    matrices = np.stack(entries, -1).astype(np.int64).reshape(-1, 2, 2)
    products = [matrices[-1]]
    for matrix in matrices[-2::-1]:
        products.append(products[-1] @ matrix)
    return tuple(np.moveaxis(np.stack(products[::-1]).reshape(-1, 4), 1, 0).astype(np.int32))


# Products of matrices depend on the order of the operands.
@model(_products_from_end, *_scan_rng.integers(-9, 9, (4, 7)).astype(np.int32))
def products_from_end(jax, *entries):
    def combine(left, right):
        a, b, c, d = left
        e, f, g, h = right
        return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h

    return jax.lax.associative_scan(combine, entries, reverse=True)


# Loops over time, whose steps depend on those before them.
_time_rng = np.random.default_rng(13)


def _normal(*shape):
    return _time_rng.standard_normal(shape).astype(np.float32)


def _walk(step, state, *inputs):
    """As jax.lax.scan does: the last state, and the results of all steps."""
    results = []
    for now in zip(*inputs):
        state, result = step(state, *now)
        results.append(result)
    return state, [np.stack(list(r)) for r in zip(*results)]


def _moments(np_or_jax, state, x):
    mean, square = state
    mean = 0.9 * mean + 0.1 * x
    square = 0.99 * square + 0.01 * x * x
    return (mean, square), (mean, mean / np_or_jax.sqrt(square + 1e-3))


def _moving_moments(x):
    zeros = np.zeros(x.shape[1:])
    state, results = _walk(lambda *args: _moments(np, *args), (zeros, zeros), x)
    return *state, *results


@model(_moving_moments, _normal(50, 4, 6))
def moving_moments(jax, x):
    zeros = jax.numpy.zeros(x.shape[1:])
    return jax.lax.scan(lambda *args: _moments(jax.numpy, *args), (zeros, zeros), x)


def _gate(xp, h, x, u):
    z = 1 / (1 + xp.exp(-(u + h)))
    h = (1 - z) * xp.tanh(x - 0.5 * h) + z * h
    return h, (h,)


@model(
    lambda x, u: _walk(lambda *args: _gate(np, *args), np.zeros(x.shape[1:]), x, u)[1][0],
    _normal(30, 5, 7),
    _normal(30, 5, 7),
)
def gated_recurrence(jax, x, u):
    step = lambda h, now: _gate(jax.numpy, h, *now)
    return jax.lax.scan(step, jax.numpy.zeros(x.shape[1:]), (x, u))[1][0]


def _resonate(state, x):
    first, second = state
    y = x + 1.2 * first - 0.6 * second
    return (y, first), (y,)


def _second_order_filter(x):
    return _walk(_resonate, (np.zeros(len(x)),) * 2, x.T)[1][0].T


@model(_second_order_filter, _normal(70, 33))
def second_order_filter(jax, x):
    zeros = jax.numpy.zeros(x.shape[:1])
    return jax.lax.scan(_resonate, (zeros, zeros), x.T)[1][0].T


def _decayed_peaks(x):
    peak, peaks = np.full(x.shape[1:], -9.0), []
    for now in x[::-1]:
        peak = np.maximum(0.9 * peak, now)
        peaks.append(peak)
    return np.stack(peaks[::-1])


@model(_decayed_peaks, _normal(40, 9))
def decayed_peaks_from_end(jax, x):
    def step(peak, now):
        peak = jax.numpy.maximum(0.9 * peak, now)
        return peak, peak

    first = jax.numpy.full(x.shape[1:], -9.0)
    return jax.lax.scan(step, first, x, reverse=True)[1]


def _count(state, x, n):
    steps = state["steps"] + 1
    mean = state["mean"] + (x - state["mean"]) / steps
    state = {"count": state["count"] + n, "mean": mean, "steps": steps}
    return state, (mean, state["count"])


def _running_statistics(x, n):
    state = {"count": np.zeros(n.shape[1:], np.int32), "mean": np.zeros(x.shape[1:]), "steps": 0.0}
    state, results = _walk(_count, state, x, n)
    return state["count"], state["mean"], np.asarray(state["steps"]), *results


@model(_running_statistics, _normal(20, 4, 3), _time_rng.integers(-9, 9, (20, 4, 3)).astype(np.int32))
def running_statistics(jax, x, n):
    state = {
        "count": jax.numpy.zeros(n.shape[1:], n.dtype),
        "mean": jax.numpy.zeros(x.shape[1:]),
        "steps": jax.numpy.float32(0),
    }
    return jax.lax.scan(lambda state, now: _count(state, *now), state, (x, n))


def _selective(xp, h, x, dt, b, c, a):
    h = xp.exp(dt[..., None] * a) * h + (dt * x)[..., None] * b[:, None, :]
    return h, ((h * c[:, None, :]).sum(-1),)


def _selective_scan(x, dt, a, b, c, d, z):
    dt = np.log1p(np.exp(dt))
    over_time = [v.swapaxes(0, 1) for v in (x, dt, b, c)]
    step = lambda *args: _selective(np, *args, -np.exp(a))
    y = _walk(step, np.zeros((len(x), *a.shape)), *over_time)[1][0].swapaxes(0, 1)
    return (y + x * d) * z / (1 + np.exp(-z))


# A Mamba block between its projections.
@model(
    _selective_scan,
    _normal(2, 24, 40),
    _normal(2, 24, 40),
    _normal(40, 8),
    _normal(2, 24, 8),
    _normal(2, 24, 8),
    _normal(40),
    _normal(2, 24, 40),
)
def selective_scan(jax, x, dt, a, b, c, d, z):
    dt, a = jax.nn.softplus(dt), -jax.numpy.exp(a)
    over_time = [v.swapaxes(0, 1) for v in (x, dt, b, c)]
    step = lambda h, now: _selective(jax.numpy, h, *now, a)
    h = jax.numpy.zeros((len(x), *a.shape))
    y = jax.lax.scan(step, h, over_time)[1][0].swapaxes(0, 1)
    return (y + x * d) * jax.nn.silu(z)


# In a batch of one sequence, JAX writes transpositions as reshapes.
@model(
    _selective_scan,
    _normal(1, 100, 12),
    _normal(1, 100, 12),
    _normal(12, 3),
    _normal(1, 100, 3),
    _normal(1, 100, 3),
    _normal(12),
    _normal(1, 100, 12),
)
def selective_scan_of_one(jax, *inputs):
    return selective_scan(jax, *inputs)


def _average(y, x):
    y = 0.5 * y + x
    return y, (y,)


# A loop that writes rows of an array at the positions that it counts.
@model(lambda x: _walk(_average, np.zeros(x.shape[1:]), x)[1][0], _normal(20, 5))
def counted_updates(jax, x):
    def body(i, state):
        y, rows = state
        y = 0.5 * y + x[i]
        return y, rows.at[i].set(y)

    state = jax.numpy.zeros(x.shape[1:]), jax.numpy.zeros_like(x)
    return jax.lax.fori_loop(0, len(x), body, state)[1]


_scatter_rng = np.random.default_rng(13)


def _scattered(combine, x, indices, updates):
    """The elements of `x` that the indices name, combined with the updates in their order.
    Other indices name none."""
    result = x.copy()
    for index, update in zip(indices, updates, strict=True):
        if -len(x) <= index < len(x):
            result[index] = combine(result[index], update)
    return result


def _scatters(*shape):
    return (
        _scatter_rng.standard_normal((40, *shape)).astype(np.float32),
        _scatter_rng.integers(-45, 45, 300).astype(np.int32),
        _scatter_rng.standard_normal((300, *shape)).astype(np.float32),
    )


def _with_nan(x, indices, updates):
    x[:2], updates[:3] = [np.nan, -0.0], [np.nan, 0.0, np.inf]
    return x, indices, updates


@model(lambda *a: _scattered(lambda _, update: update, *a), *_scatters())
def scatter(jax, x, indices, updates):
    return x.at[indices].set(updates, mode="drop")


@model(lambda *a: _scattered(lambda _, update: update, *a), *_scatters(8))
def scatter_of_rows(jax, x, indices, updates):
    return x.at[indices].set(updates)


@model(lambda *a: _scattered(np.maximum, *a), *_with_nan(*_scatters()))
def scatter_max(jax, x, indices, updates):
    return x.at[indices].max(updates)


@model(lambda x, i: _scattered(lambda *_: 0, x, i, i), *_scatters()[:2])
def scatter_of_zeros(jax, x, indices):
    return x.at[indices].set(0.0)


@model(
    lambda x, i: _scattered(lambda old, _: np.abs(old), x, i, i),
    _scatters()[0],
    _scatter_rng.permutation(40)[:30].astype(np.int32),
)
def scatter_of_signs(jax, x, indices):
    return x.at[indices].apply(jax.numpy.abs, unique_indices=True)


def _segments(combine, start, values, segments):
    return _scattered(combine, np.full(40, start, values.dtype), segments, values)


@model(
    lambda v, s: _segments(np.minimum, 2**31 - 1, v, s),
    _scatter_rng.integers(-99, 99, 3000).astype(np.int32),
    _scatter_rng.integers(0, 38, 3000).astype(np.int32),
)
def segment_min(jax, values, segments):
    return jax.ops.segment_min(values, segments, num_segments=40)


@model(
    lambda v, s: _segments(np.multiply, 1, v, s),
    _scatter_rng.uniform(0.5, 1.5, 300).astype(np.float32),
    _scatter_rng.integers(0, 38, 300).astype(np.int32),
    bound=256,
)
def segment_prod(jax, values, segments):
    return jax.ops.segment_prod(values, segments, num_segments=40)


_row_rng = np.random.default_rng(13)


@model(
    lambda x: references.top_k(references.softmax(x), 5),
    (_row_rng.standard_normal((6, 77)) * 2).astype(np.float32),
)
def softmax_then_top_k(jax, x):
    return jax.lax.top_k(jax.nn.softmax(x, -1), 5)


def _top_k_then_softmax(x):
    values, places = references.top_k(x, 5)
    return references.softmax(values), places


@model(_top_k_then_softmax, (_row_rng.standard_normal((6, 77)) * 2).astype(np.float32))
def top_k_then_softmax(jax, x):
    values, places = jax.lax.top_k(x, 5)
    return jax.nn.softmax(values, -1), places
# Each element of the state needs all of the state before, so that one thread has them.
@model(
    lambda w, h: _walk(lambda h, w: (np.tanh(w @ h), (np.tanh(w @ h),)), h, w)[1][0],
    _normal(30, 4, 4),
    _normal(4),
)
def small_network(jax, w, h):
    def step(h, w):
        h = jax.numpy.tanh(w @ h)
        return h, h

    return jax.lax.scan(step, h, w)[1]
