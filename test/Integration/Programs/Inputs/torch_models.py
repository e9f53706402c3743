# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of torch. Their indices are of 64 bits."""

import math

import numpy as np
import references
from model import Frontend

TORCH = Frontend("torch", "exported/torch", seed=12)
model, floats = TORCH.model, TORCH.floats


def ints(low, high, *shape):
    return TORCH.ints(low, high, *shape, dtype=np.int64)


def _round(x, parts=1):
    return np.round(x * parts) / parts


# Sums of eighths are exact in every order.
def eighths(*shape):
    return _round(floats(*shape), parts=8)


@model(references.softmax, floats(16, 300, scale=4))
def softmax(torch, x):
    return torch.softmax(x, -1)


@model(references.softmax, floats(13, 77, scale=4), dynamic=((0, 1),))
def softmax_of_any_size(torch, x):
    return torch.softmax(x, -1)


@model(lambda x: references.softmax(x), floats(16, 300).astype(np.float16))
def softmax_of_halves(torch, x):
    return torch.softmax(x, -1)


@model(lambda x: np.log(references.softmax(x)), floats(16, 300, scale=4))
def log_softmax(torch, x):
    return torch.log_softmax(x, -1)


@model(lambda x: np.log(np.exp(x).sum(-1)), floats(16, 300, scale=4))
def log_sum_exp(torch, x):
    return torch.logsumexp(x, -1)


def _masked_softmax(x, mask):
    return references.softmax(np.where(mask, -np.inf, x))


@model(_masked_softmax, floats(16, 300), TORCH.rng.random((16, 300)) < 0.5)
def masked_softmax(torch, x, mask):
    return torch.softmax(x.masked_fill(mask, -math.inf), -1)


@model(references.layer_norm, floats(16, 300), floats(300), floats(300))
def layer_norm(torch, x, g, b):
    return torch.nn.functional.layer_norm(x, x.shape[-1:], g, b)


@model(
    references.layer_norm, floats(7, 300), floats(300), floats(300), dynamic=((0,), (), ())
)  # fmt: skip
def layer_norm_of_any_batch(torch, x, g, b):
    return torch.nn.functional.layer_norm(x, x.shape[-1:], g, b)


@model(references.rms_norm, floats(16, 300), floats(300))
def rms_norm(torch, x, g):
    return torch.nn.functional.rms_norm(x, x.shape[-1:], g, 1e-6)


def _batch_norm(x, mean, variance, g, b):
    mean, variance, g, b = (v[:, None] for v in (mean, variance, g, b))
    return (x - mean) / np.sqrt(variance + 1e-5) * g + b


@model(_batch_norm, floats(4, 6, 50), floats(6), np.abs(floats(6)), floats(6), floats(6))
def batch_norm(torch, x, mean, variance, g, b):
    return torch.nn.functional.batch_norm(x, mean, variance, g, b)


def _group_norm(x):
    groups = x.reshape(4, 3, -1)
    d = groups - groups.mean(-1, keepdims=True)
    return (d / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5)).reshape(x.shape)


@model(_group_norm, floats(4, 6, 50))
def group_norm(torch, x):
    return torch.nn.functional.group_norm(x, 3)


_erf = np.vectorize(math.erf)


@model(lambda x, b: 0.5 * (x + b) * (1 + _erf((x + b) / math.sqrt(2))), floats(16, 300), floats(300))
def gelu(torch, x, b):
    return torch.nn.functional.gelu(x + b)


@model(references.attention, floats(2, 32, 16), floats(2, 32, 16), floats(2, 32, 16))
def attention(torch, q, k, v):
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


@model(lambda x: (x.var(-1, ddof=1), x.mean(-1)), floats(16, 300))
def variance_and_mean(torch, x):
    return torch.var_mean(x, -1)


@model(lambda x: x.argmax(-1, keepdims=True), _round(floats(16, 300)))
def argmax(torch, x):
    return torch.argmax(x, -1, keepdim=True)


@model(lambda x: (x.max(0), x.argmax(0)), _round(floats(300, 40)))
def max_of_columns(torch, x):
    return torch.max(x, 0)


@model(lambda x: np.cumsum(x, -1), eighths(8, 200), bound=0)
def cumsum(torch, x):
    return torch.cumsum(x, -1)


@model(lambda x: np.cumsum(x, 0), eighths(50, 12), bound=0, dynamic=((0, 1),))
def cumsum_of_any_size(torch, x):
    return torch.cumsum(x, 0)


@model(lambda x: np.log(np.cumsum(np.exp(x), -1)), floats(8, 200))
def log_cumsum_exp(torch, x):
    return torch.logcumsumexp(x, -1)


# torch does not define the order of equal elements.
_distinct = floats(16, 300)
_distinct[3, 7] = np.nan


@model(references.sort, _distinct)
def sort(torch, x):
    return torch.sort(x, -1)


@model(lambda x: references.top_k(x, 8), _distinct)
def top_k(torch, x):
    return torch.topk(x, 8)


@model(lambda x: references.top_k(x, 5), floats(9, 40), dynamic=((0, 1),))
def top_k_of_any_size(torch, x):
    return torch.topk(x, 5)


@model(lambda t, i: t[i].mean(1), floats(50, 24), ints(0, 50, 8, 12))
def embedding_mean(torch, table, tokens):
    return torch.nn.functional.embedding(tokens, table).mean(1)


@model(lambda x: np.bincount(x, minlength=64), ints(0, 64, 300))
def sum_of_one_hot(torch, x):
    return torch.nn.functional.one_hot(x, 64).sum(0)


@model(lambda i, x: references.add_at(40, i, x), ints(0, 40, 3000), eighths(3000), bound=0)
def scatter_add(torch, i, x):
    return torch.zeros(40).scatter_add(0, i, x)


@model(lambda x: np.flatnonzero(x > 0.5)[:, None], floats(2000))
def nonzero(torch, x):
    return torch.nonzero(x > 0.5)


@model(references.route, floats(64, 32), floats(32, 8))
def mixture_of_experts(torch, x, w):
    gates, experts = torch.topk(torch.softmax(x @ w, -1), 2)
    hot = torch.nn.functional.one_hot(experts.reshape(-1), 8)
    places = ((torch.cumsum(hot, 0) - 1) * hot).sum(-1)
    return gates / gates.sum(-1, keepdim=True), experts, places


@model(references.nucleus, floats(4, 100, scale=2))
def nucleus(torch, x):
    p, order = torch.sort(torch.softmax(x, -1), -1, descending=True)
    return torch.where(torch.cumsum(p, -1) - p < 0.9, p, 0.0), order


@model(
    lambda x, labels: references.cross_entropy(x, labels).mean(),
    floats(32, 300, scale=3),
    ints(0, 300, 32),
)
def cross_entropy(torch, x, labels):
    return torch.nn.functional.cross_entropy(x, labels)


@model(lambda x: np.bincount(x, minlength=64), ints(0, 70, 3000))
def bincount(torch, x):
    return torch.bincount(x, minlength=64)


@model(
    lambda t, i, x: t + references.add_at((40, 8), i, x),
    eighths(40, 8),
    ints(0, 40, 300),
    eighths(300, 8),
    bound=0,
)
def index_add(torch, t, i, x):
    return t.index_add(0, i, x)


@model(
    lambda i, x: references.add_at((16, 40), (np.arange(16)[:, None], i), x),
    ints(0, 40, 16, 100),
    eighths(16, 100),
    bound=0,
)
def scatter_add_of_rows(torch, i, x):
    return torch.zeros(16, 40).scatter_add(1, i, x)
