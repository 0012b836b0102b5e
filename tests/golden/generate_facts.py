#!/usr/bin/env python3
"""Writes facts.tsv: numbers that findings of views name, computed again with NumPy and ml_dtypes.

A row is a link, a fact, and its value. Independent of Poscope's code. Pinned: Python 3.11, numpy 2.4.6,
ml_dtypes 0.6.0. Run by hand: python3 generate_facts.py
"""
from pathlib import Path

import ml_dtypes
import numpy as np

from golden_io import number, write_table

BF16 = ml_dtypes.bfloat16
DIM, BASE, CONTEXT = 128, 10000.0, 4096
# Spacing: a number, and the format that it lies in. Beyond the end and between two numbers are among them.
SPACINGS = {
    "fp16": (np.float16, 16, (0, 0.1, 2047, 2048, 2049, 4095, 65504, -4095)),
    "bf16": (BF16, 16, (0, 0.1, 255.5, 256, 257, 2047, 2048, 4095, -2047, -256)),
    "e4m3fn": (ml_dtypes.float8_e4m3fn, 8, (0, 0.001, 15.5, 16, 17, 300, 448, -17)),
    "e5m2": (ml_dtypes.float8_e5m2, 8, (0, 7.5, 8, 9, 4095, 57344)),
    "e4m3fnuz": (ml_dtypes.float8_e4m3fnuz, 8, (0, 17, 240)),
    "e5m2fnuz": (ml_dtypes.float8_e5m2fnuz, 8, (0, 9, 57344)),
    "e8m0fnu": (ml_dtypes.float8_e8m0fnu, 8, (1, 3, 4, 4095)),
    "e3m2": (ml_dtypes.float6_e3m2fn, 6, (0, 7, 8, 9, 28)),
    "e2m3": (ml_dtypes.float6_e2m3fn, 6, (0, 3.9, 4, 7.5)),
    "e2m1": (ml_dtypes.float4_e2m1fn, 4, (0, 3.5, 4, 6)),
}


def rounded(values, dtype):
    """fp32 values as a stage of `dtype` holds them, again in fp32."""
    return np.asarray(values, dtype=np.float32).astype(dtype).astype(np.float32)


# Spacing: from all numbers that a format has.

def numbers_of(dtype, bits):
    codes = np.arange(2**bits, dtype=np.uint16 if bits == 16 else np.uint8)
    with np.errstate(invalid="ignore"):
        values = codes.view(dtype).astype(np.float64)
    return np.unique(values[np.isfinite(values)])


def spacing(values, x):
    magnitudes = np.unique(np.abs(values))
    x = abs(x)
    if x == 0:
        return magnitudes[magnitudes > 0][0]
    if x >= magnitudes[-1]:
        return magnitudes[-1] - magnitudes[-2]
    return magnitudes[magnitudes > x][0] - magnitudes[magnitudes <= x][-1]


def format_rows():
    rows = []
    for name, (dtype, bits, points) in SPACINGS.items():
        values = numbers_of(dtype, bits)
        rows += [(f"poscope:formats?number={number(x)}&format={name}", "spacing", number(spacing(values, x)))
                 for x in points]
    for name, points in {"fp32": (0.1, 16777216, 16777217, 4095.5)}.items():
        for x in points:
            near = np.float32(x)
            low = near if float(near) <= x else np.nextafter(near, np.float32(-np.inf))
            above = np.nextafter(low, np.float32(np.inf))
            rows.append((f"poscope:formats?number={number(x)}&format={name}", "spacing",
                         number(np.float64(above) - np.float64(low))))
    return rows


# RoPE.

def exact_frequencies(dim=DIM, base=BASE):
    return base ** (-2.0 * np.arange(dim // 2) / dim)


def tables(positions, cast):
    """cos and sin of a bf16 model: everything in bf16 (`cast`), or the phase in fp32 and the table cast."""
    frequencies = np.float32(1) / (BASE ** (2.0 * np.arange(DIM // 2) / DIM)).astype(np.float32)
    kept = rounded(frequencies, BF16) if cast else frequencies
    at = rounded(positions, BF16) if cast else positions.astype(np.float32)
    angles = at[:, None] * kept[None, :]
    angles = (rounded(angles, BF16) if cast else angles).astype(np.float64)
    return [rounded(table(angles), BF16).astype(np.float64) for table in (np.cos, np.sin)]


def scores(cast):
    """By distance: the last query of the context with the key that stands that far before it."""
    cosines, sines = tables(np.arange(CONTEXT - 1, -1, -1), cast)
    return 2 * (cosines[0] * cosines + sines[0] * sines).sum(axis=1)


def decay_rows():
    rows = []
    sides = {"a": scores(True), "b": scores(False)}
    for side, score in sides.items():
        up = np.flatnonzero(np.diff(score[:51]) > 0)
        rows += [(f"{side}.score_0", score[0]), (f"{side}.score_last", score[-1]),
                 (f"{side}.rises_50", len(up)), (f"{side}.first_rise", up[0] if len(up) else 0)]
    difference = np.abs(sides["a"] - sides["b"])
    rows += [("difference.largest", difference.max()), ("difference.distance", difference.argmax())]
    return [("poscope:decay", name, number(value)) for name, value in rows]


def dot_rows():
    """The sinusoidal table's rows with each other, and the last one by distance."""
    length = 128
    link = "poscope:dot-product"
    rows = []
    matrices = {}
    for side, cast in (("a", True), ("b", False)):
        cosines, sines = tables(np.arange(length), cast)
        matrix = sum((table[:, None] * table[None, :]).sum(axis=2) for table in (cosines, sines))
        matrices[side] = matrix
        profile = matrix[-1, ::-1]
        up = np.flatnonzero(np.diff(profile[:51]) > 0)
        rows += [(link, f"{side}.dot_0", profile[0]), (link, f"{side}.dot_last", profile[-1]),
                 (link, f"{side}.rises_50", len(up)), (link, f"{side}.first_rise", up[0])]
    difference = np.abs(matrices["a"] - matrices["b"])
    row, column = np.unravel_index(difference.argmax(), difference.shape)
    rows += [(link, "difference.largest", difference.max()), (link, "difference.position", row),
             (link, "difference.other_position", column)]
    exact = [np.cos(n * exact_frequencies()).sum() for n in range(length)]
    up = np.flatnonzero(np.diff(exact[:51]) > 0)
    for at, last in ((link, length - 1), (link + "?length=50", 49)):
        rows += [(at, "reference.dot_0", exact[0]), (at, "reference.dot_last", exact[last]),
                 (at, "reference.rises_50", len(up)), (at, "reference.first_rise", up[0])]
    return [(at, name, number(value)) for at, name, value in rows]


def yarn_frequencies(factor, original, dim=DIM, base=BASE):
    """YaRN (Peng et al. 2023): fast pairs kept, slow ones divided by the factor, a ramp between."""
    pair = np.arange(dim // 2)
    plain = exact_frequencies(dim, base)

    def place(turns):
        return dim * np.log(original / (turns * 2 * np.pi)) / (2 * np.log(base))

    low, high = max(np.floor(place(32)), 0), min(np.ceil(place(1)), dim - 1)
    ramp = np.clip((pair - low) / (high - low), 0, 1)
    return plain * (1 - ramp) + plain / factor * ramp


def yarn_attention(factor):
    return 0.1 * np.log(factor) + 1


def yarn_rows():
    """YaRN, factor 16 over 4096 tokens: both cos and sin carry 0.1 ln(16) + 1."""
    factor, original = 16.0, 4096
    attention = yarn_attention(factor)
    frequencies = yarn_frequencies(factor, original)
    link = f"poscope:decay?context=65536&scaling=yarn~factor~16~original_max_position_embeddings~{original}"
    score = [attention**2 * 2 * np.cos(n * frequencies).sum() for n in (0, 16, 256, 1024)]
    up = np.flatnonzero(np.diff([np.cos(n * frequencies).sum() for n in range(51)]) > 0)
    rises = [(link, "reference.rises_50", str(len(up))), (link, "reference.first_rise", str(up[0]))]
    return [(link, "reference.attention_factor", repr(float(attention)))] + [
        (link, f"reference.score_{n}", repr(float(value))) for n, value in zip((0, 16, 256, 1024), score)] + rises


# Scalings: which pairs a longer text turns to angles that training has not shown.

def llama3_frequencies(factor, original, base):
    """Llama 3.1: low_freq_factor 1, high_freq_factor 4."""
    plain = exact_frequencies(base=base)
    fits = original * plain / (2 * np.pi)
    smooth = np.clip((fits - 1) / 3, 0, 1)
    return (1 - smooth) * plain / factor + smooth * plain


def ntk_frequencies(stretch, base=BASE):
    return exact_frequencies(base=base * stretch ** (DIM / (DIM - 2)))


def method_facts(side, frequencies, original, context, base=BASE, attention=1.0):
    """By wavelengths: training shows the whole circle of those that are no longer than it."""
    plain, waves = 2 * np.pi / exact_frequencies(base=base), 2 * np.pi / frequencies
    unseen = int(((plain > original) & (waves < plain * (context / original) * (1 - 1e-9))).sum())
    return [(f"{side}.unseen", str(unseen)), (f"{side}.unfinished_trained", str(int((waves > original).sum()))),
            (f"{side}.unfinished_context", str(int((waves > context).sum()))),
            (f"{side}.seen_share", number(1 - unseen / len(waves))),
            (f"{side}.longest_wavelength", repr(float(waves.max()))),
            (f"{side}.fastest_divided", repr(float(waves[0] / plain[0]))),
            (f"{side}.attention_factor", repr(float(attention)))]


def scaling_rows():
    plain, llama = exact_frequencies(), exact_frequencies(base=5e5)
    dynamic = ntk_frequencies(4 * 16384 / 4096 - 3)
    cases = {
        "poscope:scaling": (4096, 16384, BASE, [
            ("reference", plain, 1), ("a", ntk_frequencies(4), 1),
            ("b", yarn_frequencies(4, 4096), yarn_attention(4))]),
        "poscope:scaling?method=linear&method_b=dynamic": (4096, 16384, BASE, [
            ("a", plain / 4, 1), ("b", dynamic, 1)]),
        "poscope:scaling?method=linear&method_b=yarn&factor=2": (4096, 16384, BASE, [
            ("a", plain / 2, 1), ("b", yarn_frequencies(2, 4096), yarn_attention(2))]),
        "poscope:scaling?base=500000": (4096, 16384, 5e5, [
            ("reference", llama, 1), ("a", ntk_frequencies(4, 5e5), 1)]),
        "poscope:scaling?base=500000&original=8192&context=131072&method=none&method_b=llama3": (8192, 131072, 5e5, [
            ("a", llama, 1), ("b", llama3_frequencies(16, 8192, 5e5), 1)]),
    }
    rows = []
    for link, (original, context, base, sides) in cases.items():
        for side, frequencies, attention in sides:
            rows += [(link, name, value)
                     for name, value in method_facts(side, frequencies, original, context, base, attention)]
    return rows


def reach_rows():
    """The first position where the fp32 phase is off by more than 4 times what storing in bf16 costs."""
    plain = exact_frequencies()
    judged = np.arange(8192)[:, None] * plain
    stored = max(np.abs(rounded(table(judged), BF16) - table(judged)).max() for table in (np.cos, np.sin))
    for first in range(0, 1 << 20, 8192):
        positions = np.arange(first, first + 8192)
        angles = positions[:, None] * plain
        made = tables(positions, False)
        error = np.maximum(*[np.abs(kept - table(angles)) for kept, table in zip(made, (np.cos, np.sin))]).max(axis=1)
        over = np.flatnonzero(error > 4 * stored)
        if len(over):
            return [("poscope:rope-precision?context=8192", "b.ablation.reach", str(first + over[0]))]
    raise SystemExit("the fp32 phase never drifts")


# ALiBi.

def slopes(heads):
    def of_power(count):
        return [2.0 ** (-8.0 * (h + 1) / count) for h in range(count)]

    power = 1 << (heads.bit_length() - 1)
    return np.array(of_power(power) + of_power(2 * power)[0::2][: heads - power])


def stored_bias(slope, index):
    return rounded(np.float32(slope) * np.asarray(index, dtype=np.float32), BF16).astype(np.float64)


def levels(row):
    return len(np.unique(row))


def alibi_rows():
    heads, near = slopes(40), 256
    keys = np.arange(CONTEXT)
    query = CONTEXT - 1
    rows = []
    a = np.array([stored_bias(slope, keys) for slope in heads])
    b = np.array([stored_bias(slope, keys - query) for slope in heads])
    for side, biases in (("a", a), ("b", b)):
        counts = [levels(row[-near:]) for row in biases]
        rows += [("poscope:alibi", f"{side}.nearest_256_least", min(counts)),
                 ("poscope:alibi", f"{side}.nearest_256_most", max(counts))]
    drawn = np.abs(a - heads[:, None] * query - b)
    head = int(heads.argmax())
    keys_only = drawn[head, -100:]
    rows += [("poscope:alibi", "difference.largest", keys_only.max()),
             ("poscope:alibi", "difference.row", query),
             ("poscope:alibi", "difference.key", CONTEXT - 100 + int(keys_only.argmax()))]
    row, key = np.unravel_index(drawn.argmax(), drawn.shape)
    link = "poscope:alibi?picture=heads&length=4096"
    rows += [(link, "difference.largest", drawn.max()), (link, "difference.row", row), (link, "difference.key", key)]
    link = "poscope:alibi?picture=matrix&context=1024&length=1024"
    keys, slope = np.arange(1024), heads[head]
    matrix = np.abs(stored_bias(slope, keys)[None, :] - slope * keys[:, None] -
                    stored_bias(slope, keys[None, :] - keys[:, None]))
    matrix[keys[None, :] > keys[:, None]] = 0
    row, key = np.unravel_index(matrix.argmax(), matrix.shape)
    rows += [(link, "difference.largest", matrix.max()), (link, "difference.row", row), (link, "difference.key", key)]
    return [(link, name, number(value)) for link, name, value in rows]


def main():
    if (np.__version__, ml_dtypes.__version__) != ("2.4.6", "0.6.0"):
        raise SystemExit("need numpy 2.4.6 and ml_dtypes 0.6.0")
    rows = (format_rows() + decay_rows() + dot_rows() + yarn_rows() + scaling_rows() + reach_rows() +
            alibi_rows())
    write_table(Path(__file__).with_name("facts.tsv"),
                ["Facts of views, by generate_facts.py (numpy 2.4.6, ml_dtypes 0.6.0).", "link\tfact\tvalue"], rows)


if __name__ == "__main__":
    main()
