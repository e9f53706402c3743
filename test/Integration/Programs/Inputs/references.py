# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computations in numpy that several programs share."""

import numpy as np


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def layer_norm(x, g, b):
    d = x - x.mean(-1, keepdims=True)
    return d / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5) * g + b


def rms_norm(x, g):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g


def attention(q, k, v, masked=-1e30):
    scores = np.einsum("hqd,hkd->hqk", q, k) / np.sqrt(q.shape[-1])
    size = scores.shape[-1]
    scores = np.where(np.tril(np.ones((size, size), bool)), scores, masked)
    return np.einsum("hqk,hkd->hqd", softmax(scores), v)


def cross_entropy(x, labels):
    return -np.take_along_axis(np.log(softmax(x)), labels[:, None], 1)[:, 0]


def sort(x, descending=False):
    """The sorted rows and their order; NaN is the greatest, equal elements keep theirs."""
    order = np.argsort(-x if descending else x, -1, kind="stable")
    if descending:
        # numpy puts NaN last in both directions.
        isNumber = np.take_along_axis(~np.isnan(x), order, -1)
        order = np.take_along_axis(order, np.argsort(isNumber, -1, kind="stable"), -1)
    return np.take_along_axis(x, order, -1), order


def top_k(x, k):
    return tuple(result[..., :k] for result in sort(x, descending=True))


def add_at(size, places, values):
    sums = np.zeros(size, values.dtype)
    np.add.at(sums, places, values)
    return sums


def route(x, w):
    """Each token's two experts: their gates, numbers, and places in the experts' queues."""
    gates, experts = top_k(softmax(x @ w), 2)
    hot = (experts.reshape(-1)[:, None] == np.arange(8)).astype(np.int32)
    places = ((np.cumsum(hot, 0) - 1) * hot).sum(-1)
    return gates / gates.sum(-1, keepdims=True), experts, places


def nucleus(x):
    p, order = sort(softmax(x), descending=True)
    return np.where(np.cumsum(p, -1) - p < 0.9, p, 0.0), order
