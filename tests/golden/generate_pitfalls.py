#!/usr/bin/env python3
"""Writes pitfall_facts.tsv: facts of the page `pitfalls`, computed again from what it says.

A row is a link, a fact, and its value. Independent of Poscope's code: NumPy in float64, ml_dtypes for bf16, NumPy's
own float32, float16 and int16. Run by hand: python3 generate_pitfalls.py
"""
import math
from pathlib import Path

import ml_dtypes
import numpy as np

from generate_pages import drawn

LAST_STEP = 64


def frequencies(dim, base):
    return np.array([1 / base ** (2 * i / dim) for i in range(dim // 2)])


def frequencies_fp32(dim, base):
    exponents = (np.arange(0, dim, 2, dtype=np.float32) / np.float32(dim)).astype(np.float64)
    powers = np.array([np.float32(float(base) ** e) for e in exponents])
    return np.float32(1) / powers


def pairs_of(vector):
    numbers = np.array(vector)
    return numbers[0::2] + 1j * numbers[1::2]


def turned(pairs, position, w):
    return pairs * np.exp(1j * (float(position) * w))


# Position ids and a cache.

RULES = {
    "stale": lambda token, prompt, padding: token if token < prompt else 0,
    "stuck": lambda token, prompt, padding: min(token, prompt),
    "decoding": lambda token, prompt, padding: token + (padding if token >= prompt else 0),
    "always": lambda token, prompt, padding: token + padding,
}


def scores(ids, pairs, w):
    query = turned(pairs, ids[-1], w)
    return np.array([(query * turned(pairs, i, w).conj()).real.sum() for i in ids]) / math.sqrt(2 * len(pairs))


def softmax(x):
    weights = np.exp(x - x.max())
    return weights / weights.sum()


def id_rows(name, rule, step, prompt, padding, pairs, w):
    tokens = prompt + step
    right = list(range(tokens))
    given = [RULES[rule](token, prompt, padding) for token in right]
    exact, wrong = scores(right, pairs, w), scores(given, pairs, w)
    error = abs(wrong - exact).max()
    facts = [("tokens", tokens), ("right_id", right[-1]), ("given_id", given[-1]),
             ("wrong_ids", sum(a != b for a, b in zip(right, given))), ("wrong", int(error > 1e-9))]
    if error > 1e-9:
        facts += [("score_error", error), ("moved", abs(softmax(wrong) - softmax(exact)).sum() / 2)]
    return [(name + "." + fact, value) for fact, value in facts]


# Keys that are turned again.

def stored(x, dtype):
    return x.astype(dtype).astype(np.float32)


def turn_fp32(x, position, w32, dtype):
    angles = np.float32(position) * w32
    cosines = np.cos(angles.astype(np.float64)).astype(np.float32)
    sines = np.sin(angles.astype(np.float64)).astype(np.float32)
    result = np.empty_like(x)
    result[0::2] = x[0::2] * cosines - x[1::2] * sines
    result[1::2] = x[1::2] * cosines + x[0::2] * sines
    return stored(result, dtype)


def shift_rows(step, hop, vector, dim, base):
    w, w32 = frequencies(dim, base), frequencies_fp32(dim, base)
    start = (LAST_STEP + 1) * hop
    place = start - step * hop
    rows = []
    for name, dtype in (("fp32", np.float32), ("fp16", np.float16), ("bf16", ml_dtypes.bfloat16)):
        key = stored(np.array(vector, dtype=np.float32), dtype)
        again = turn_fp32(key, start, w32, dtype)
        for _ in range(step):
            again = turn_fp32(again, -hop, w32, dtype)
        once = turn_fp32(key, place, w32, dtype)
        exact = turned(pairs_of(key.astype(np.float64)), place, w)
        for fact, x in (("again", again), ("once", once)):
            if name == "fp32":
                continue  # As small as the last bits of the reference's angles: pitfalls_page_test has it.
            error = np.linalg.norm(pairs_of(x.astype(np.float64)) - exact) / np.linalg.norm(exact)
            rows.append((f"rotated_again.{fact}_{name}", error))
    return rows


# Tables, widths, ends of formats.

def length_rows(step, rows, trained, dim, base):
    tables = [np.outer(np.arange(n, dtype=np.float32), frequencies_fp32(dim, base)) for n in (rows, trained)]
    shared = min(rows, trained)
    tables = [np.cos(table[:shared].astype(np.float64)).astype(np.float32) for table in tables]
    equal = int((tables[0].view(np.int32) == tables[1].view(np.int32)).all(axis=1).sum())
    return [("length_mismatch." + fact, value)
            for fact, value in (("asked", 64 * step), ("shared", shared), ("equal", equal),
                                ("wrong", int(64 * step > rows)))]


def width_rows(step):
    width = step + 2
    x = np.zeros(width)
    low, high = x[:width // 2], x[width // 2:]
    count = len(np.arange(0, width, 2))
    table = np.concatenate([np.zeros(count), np.zeros(count)])
    return [("odd_width." + fact, value)
            for fact, value in (("width", width), ("frequencies", count), ("table", len(table)),
                                ("low_half", len(low)), ("high_half", len(high)), ("even", width // 2 * 2),
                                ("bias", -10 * 2.0 ** (-8 / 8)),
                                ("wrong", int(len(low) != len(high) or len(table) != width)))]


def fp16_rows(step, dim, base):
    positions = np.arange(65504, 65504 + LAST_STEP + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        half = positions.astype(np.float16)
        angles = half[step] * frequencies_fp32(dim, base).astype(np.float16)
        cosines = np.cos(angles.astype(np.float64))
    octave = np.arange(32768, positions[-1] + 1)
    with np.errstate(over="ignore"):
        octave16 = octave.astype(np.float16).astype(np.float64)
    finite = np.isfinite(octave16)
    facts = [("position", positions[step]), ("first_lost", positions[~np.isfinite(half)][0]),
             ("lost_pairs", int((~np.isfinite(cosines)).sum())),
             ("spacing", float(np.diff(np.unique(octave16[finite]))[0])),
             ("largest_error", abs(octave16[finite] - octave[finite]).max()),
             ("wrong", int((~np.isfinite(cosines)).any()))]
    if np.isfinite(half[step]):
        facts.append(("stored", float(half[step])))
    return [("fp16_overflow." + fact, value) for fact, value in facts]


def int16_rows(step, pairs, w):
    right = np.arange(32752, 32752 + step + 1)
    given = right.astype(np.int16).astype(np.int64)
    exact, wrong = scores(right, pairs, w), scores(given, pairs, w)
    facts = [("position", right[-1]), ("stored", given[-1]),
             ("across", int(((given < 0) != (given[-1] < 0)).sum())), ("wrong", int(right[-1] > 32767))]
    if right[-1] > 32767:
        facts += [("score_error", abs(wrong - exact).max()), ("moved", abs(softmax(wrong) - softmax(exact)).sum() / 2)]
    return [("int16." + fact, value) for fact, value in facts]


def bug_rows(batch=2, tokens=8, heads=8, width=64):
    try:
        np.broadcast_shapes((tokens, 1, 1, width // 2), (batch, tokens, heads, width // 2))
        fits = 1
    except ValueError:
        fits = 0
    alone = np.broadcast_shapes((tokens, 1, 1, width // 2), (1, tokens, heads, width // 2))
    slopes = [2.0 ** (-8 * (head + 1) / heads) for head in range(heads)]
    wrong = [2.0 ** (-0.25 * head) for head in range(heads)]
    return [("find_the_bug." + fact, value)
            for fact, value in (("batch_fits", fits), ("alone_batch", alone[0]), ("first_slope", slopes[0]),
                                ("last_slope", slopes[-1]), ("wrong_first_slope", wrong[0]),
                                ("wrong_last_slope", wrong[-1]))]


def run_snippets():
    """The snippets whose lines are NumPy's or mean the same in it: each wrong line fails, or gives what the page says."""
    tokens, width, base = 8, 64, 10000.0
    places = np.arange(tokens)[:, None]
    speeds = base ** (-np.arange(0, width, 2) / width)
    try:
        np.zeros(tokens, width)
        raise SystemExit("np.zeros took a number as a type")
    except TypeError:
        pass
    table = np.zeros((tokens, width))
    table[:, 0::2] = np.sin(places * speeds)
    table[:, 1::2] = np.cos(places * speeds)
    places = np.arange(tokens)
    distance = places[:, None] - places[None, :]
    slopes = 2.0 ** (-8 * (np.arange(8) + 1) / 8)
    try:
        slopes[:, None, None] * abs(distance[None, :, :, :])
        raise SystemExit("too many axes were taken")
    except IndexError:
        pass
    assert (slopes[:, None, None] * abs(distance[None, :, :])).shape == (8, tokens, tokens)


def facts_of(step=23, prompt=8, padding=6, counted="decoding", hop=64, rows=1024, rows_trained=2048, dim=64,
             base=10000, seed=1):
    vector = drawn(seed, "token", dim)
    pairs, w = pairs_of(vector), frequencies(dim, base)
    facts = []
    for name, rule, pads in (("stale", "stale", 0), ("stuck", "stuck", 0), ("left_padded", counted, padding)):
        facts += id_rows(name, rule, step, prompt, pads, pairs, w)
    return (facts + shift_rows(step, hop, vector, dim, base) + length_rows(step, rows, rows_trained, dim, base)
            + width_rows(step) + fp16_rows(step, dim, base) + int16_rows(step, pairs, w) + bug_rows())


def main():
    run_snippets()
    cases = [{}, {"step": 0}, {"step": 1}, {"step": 16}, {"step": 64}, {"counted": "always"},
             {"step": 40, "prompt": 3, "padding": 11}, {"step": 30, "dim": 128, "base": 500000, "seed": 7},
             {"step": 12, "hop": 1, "rows": 4096, "rows_trained": 1000}]
    lines = ["# Facts of the page pitfalls, by generate_pitfalls.py (numpy %s, ml_dtypes %s)."
             % (np.__version__, ml_dtypes.__version__), "# link\tfact\tvalue"]
    for case in cases:
        link = "poscope:pitfalls" + "".join(("&" if k else "?") + f"{name}={value}"
                                            for k, (name, value) in enumerate(case.items()))
        lines += [f"{link}\t{fact}\t{value.item() if hasattr(value, 'item') else value!r}"
                  for fact, value in facts_of(**case)]
    Path(__file__).with_name("pitfall_facts.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
