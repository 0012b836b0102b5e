#!/usr/bin/env python3
"""Writes term_facts.tsv (facts of the page `terms`) and deberta.tsv (rows of DeBERTa's tables).

NumPy in float64. The scores are formed as the models' code forms them: Transformer-XL's and XLNet's shift of a
matrix product, DeBERTa's gather with a negated index and a transpose, T5's bias table; DeBERTa's paper as its
algorithm 1 says. Independent of Poscope's code. Run by hand: python3 generate_terms.py (numpy 2.4.6)
"""
import math
from pathlib import Path

import numpy as np

from generate_pages import drawn

HERE = Path(__file__).parent
TERMS = ("content_content", "content_position", "position_content", "position_position")


def vector(seed, name, count):
    return np.array(drawn(seed, name, count))


def matrix(seed, name, dim):
    return vector(seed, name, dim * dim).reshape(dim, dim)


def angles(positions, dim):
    return np.outer(positions, 10000.0 ** (-np.arange(0, dim, 2) / dim))


class Head:
    """Queries and keys, tokens x dim."""

    def __init__(self, length, dim, seed, small=False):
        self.length, self.dim, self.seed = length, dim, seed
        self.x = np.array([vector(seed, f"token {i}", dim) for i in range(length)])
        self.w_q = matrix(seed, "query weights", dim) / (math.sqrt(dim) if small else 1)
        self.w_k = matrix(seed, "key weights", dim)
        self.q, self.k = self.x @ self.w_q.T, self.x @ self.w_k.T


def absolute(head):
    table = np.empty((head.length, head.dim))
    table[:, 0::2] = np.sin(angles(np.arange(head.length), head.dim))
    table[:, 1::2] = np.cos(angles(np.arange(head.length), head.dim))
    p_q, p_k = table @ head.w_q.T, table @ head.w_k.T
    whole = ((head.x + table) @ head.w_q.T) @ ((head.x + table) @ head.w_k.T).T
    return [head.q @ head.k.T, head.q @ p_k.T, p_q @ head.k.T, p_q @ p_k.T], whole, head.length


def shaw(head):
    i, j = np.indices((head.length, head.length))
    row = np.clip(j - i, -16, 16) + 16
    table = {r: vector(head.seed, f"relative key {r}", head.dim) for r in np.unique(row)}
    a = np.array([[table[r] for r in line] for line in row])
    whole = np.einsum("id,ijd->ij", head.q, head.k[None] + a)
    return [head.q @ head.k.T, np.einsum("id,ijd->ij", head.q, a), None, None], whole, len(table)


def shifted(x, keep):
    """XLNet's rel_shift_bnij of a matrix [queries, distances length..1-length] to [queries, keys]."""
    rows, columns = x.shape
    return x.reshape(columns, rows)[1:].reshape(rows, columns - 1)[:, :keep]


def with_vectors(head):
    n, dim = head.length, head.dim
    distances = np.arange(n, -n, -1.0)
    r = np.concatenate([np.sin(angles(distances, dim)), np.cos(angles(distances, dim))], axis=1)
    r_k = r @ matrix(head.seed, "relative key weights", dim).T
    u, v = vector(head.seed, "u", dim), vector(head.seed, "v", dim)
    ac = (head.q + u) @ head.k.T
    bd = shifted((head.q + v) @ r_k.T, n)
    ones = np.ones((n, 1))
    terms = [head.q @ head.k.T, shifted(head.q @ r_k.T, n), ones @ (u @ head.k.T)[None],
             shifted(ones @ (v @ r_k.T)[None], n)]
    return terms, ac + bd, None


def t5_bucket(relative):
    """T5's encoder: 32 buckets, distances up to 128; relative is key minus query."""
    bucket = np.where(relative > 0, 16, 0)
    n = np.abs(relative)
    with np.errstate(divide="ignore"):
        large = 8 + (np.log(n.astype(np.float32) / 8) / math.log(128 / 8) * 8).astype(np.float32)
    large = np.minimum(np.where(n < 8, 0, large).astype(np.int64), 15)
    return bucket + np.where(n < 8, n, large)


def t5(head):
    i, j = np.indices((head.length, head.length))
    bucket = t5_bucket(j - i)
    table = {b: drawn(head.seed, f"bias {b}", 1)[0] for b in np.unique(bucket)}
    bias = np.array([[table[b] for b in line] for line in bucket])
    content = head.q @ head.k.T
    return [content, None, None, bias], content + bias, len(table)


def log_bucket(relative, size, most):
    """transformers' make_log_bucket_position in fp32."""
    f = np.float32
    middle = size // 2
    inside = np.where((relative < middle) & (relative > -middle), middle - 1, np.abs(relative))
    ratio = inside.astype(f) / f(middle)
    steps = np.ceil(np.log(ratio) / np.log(f((most - 1) / middle)) * f(middle - 1))
    return np.where(inside <= middle, relative, (steps + f(middle)) * np.sign(relative)).astype(np.int64)


def deberta_rows(version, relative):
    if version == 1:
        return np.clip(relative + 512, 0, 1023)
    return np.clip(log_bucket(relative, 256, 512) + 256, 0, 511)


def deberta(version, direction):
    def scores(head):
        n = head.length
        i, j = np.indices((n, n))
        names = ("relative query weights", "relative key weights") if version == 1 else ("query weights", "key weights")
        distances = np.arange(1 - n, n)
        rows = {r: vector(head.seed, f"relative position {r}", head.dim)
                for r in np.unique(deberta_rows(version, distances))}
        order = sorted(rows)
        table = np.array([rows[r] for r in order])
        place = lambda r: np.searchsorted(order, r)
        q_r = table @ matrix(head.seed, names[0], head.dim).T
        k_r = table @ matrix(head.seed, names[1], head.dim).T
        c2p = np.take_along_axis(head.q @ k_r.T, place(deberta_rows(version, i - j)), axis=1)
        if direction == "paper":  # Algorithm 1: column j of the scores is the row delta(j, i) of a product with key j.
            p2c = np.empty((n, n))
            for key in range(n):
                product = q_r @ head.k[key]
                for query in range(n):
                    p2c[query, key] = product[place(deberta_rows(version, key - query))]
        else:  # relative_pos[a, b] = a - b, negated, gathered by keys, then transposed.
            p2c = np.take_along_axis(head.k @ q_r.T, place(deberta_rows(version, -(i - j))), axis=1).T
        content = head.q @ head.k.T
        return [content, c2p, p2c, None], content + c2p + p2c, len(rows)
    return scores


# Function, what the score is divided by, whether keys after the query are masked, small W_q, fates, informed.
VARIANTS = {
    "absolute": (absolute, lambda d: math.sqrt(d), False, False, (4, 0, 0), (1, 2, 3)),
    "shaw": (shaw, lambda d: math.sqrt(d), False, False, (1, 1, 2), (1,)),
    "transformer-xl": (with_vectors, lambda d: math.sqrt(d), True, False, (1, 3, 0), (1, 3)),
    "xlnet": (with_vectors, lambda d: math.sqrt(d), False, False, (1, 3, 0), (1, 3)),
    "t5": (t5, lambda d: 1, False, True, (1, 1, 2), (3,)),
    "deberta-v1": (deberta(1, "paper"), lambda d: math.sqrt(3 * d), False, False, (1, 2, 1), (1, 2)),
    "deberta-v2": (deberta(2, "paper"), lambda d: math.sqrt(3 * d), False, False, (1, 2, 1), (1, 2)),
}


def softmax(scores):
    weights = np.exp(scores - np.nanmax(scores, axis=1, keepdims=True))
    return weights / np.nansum(weights, axis=1, keepdims=True)


def size_facts(name, cells):
    at = np.unravel_index(np.nanargmax(np.abs(cells)), cells.shape)
    return [(f"{name}.largest", cells[at]), (f"{name}.largest_query", at[0]), (f"{name}.largest_key", at[1]),
            (f"{name}.sum", np.nansum(cells)), (f"{name}.rms", math.sqrt(np.nanmean(cells ** 2)))]


def facts(variant, length, dim, seed, direction=None):
    make, divisor, causal, small, fates, informed = VARIANTS[variant]
    if direction == "code":
        make = deberta(int(variant[-1]), direction)
    terms, whole, rows = make(Head(length, dim, seed, small))
    mask = np.where(np.tril(np.ones((length, length))) > 0, 1.0, np.nan) if causal else np.ones((length, length))
    terms = [None if term is None else term / divisor(dim) * mask for term in terms]
    whole = whole / divisor(dim) * mask
    score = sum(term for term in terms if term is not None)
    assert np.nanmax(np.abs(score - whole)) < 1e-12
    known = sum(terms[k] for k in informed)
    moved = np.nansum(np.abs(softmax(score) - softmax(score - known))) / 2 / length
    if rows is None:
        rows = length if causal else 2 * length - 1
    result = [("kept", fates[0]), ("replaced", fates[1]), ("dropped", fates[2]), ("informed", len(informed)),
              ("rows", rows), ("scale", 1 / divisor(dim)), ("effect", np.nanmax(np.abs(known))), ("moved", moved)]
    for name, term in zip(TERMS, terms):
        if term is not None:
            result += size_facts(name, term)
    return result + size_facts("score", whole)


def plain(value):
    return repr(int(value)) if isinstance(value, (int, np.integer)) else repr(float(value))


def main():
    with open(HERE / "term_facts.tsv", "w", encoding="utf-8") as out:
        out.write("# Facts of the page terms, by generate_terms.py (NumPy).\n# link\tfact\tvalue\n")
        for variant in VARIANTS:
            for length, dim, seed in ((16, 16, 1), (40, 8, 7)) + (((200, 4, 3),) if variant != "absolute" else ()):
                for direction in (("paper", "code") if variant.startswith("deberta") else (None,)):
                    link = f"poscope:terms?variant={variant}&length={length}&dim={dim}&seed={seed}"
                    link += f"&direction={direction}" if direction == "code" else ""
                    for name, value in facts(variant, length, dim, seed, direction):
                        out.write(f"{link}\t{name}\t{plain(value)}\n")
    with open(HERE / "deberta.tsv", "w", encoding="utf-8") as out:
        out.write("# Rows of DeBERTa's tables by distance (query minus key), by generate_terms.py.\n"
                  "# span\tmost\tdistance\trow\n")
        far = sorted({*range(1, 160), *range(160, 1100, 7), 254, 255, 256, 510, 511, 512, 513, 1023, 1024})
        for distance in [-n for n in reversed(far)] + [0] + far:
            for version, span, most in ((1, 512, 0), (2, 256, 512)):
                row = deberta_rows(version, np.array([distance]))[0]
                out.write(f"{span}\t{most}\t{distance}\t{row}\n")


if __name__ == "__main__":
    main()
