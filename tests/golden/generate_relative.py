#!/usr/bin/env python3
"""Writes relative.tsv and t5.tsv: what schemes that know the distance only make of it.

NumPy alone computes every distance of a context, one by one; Poscope goes from group to group. float64, float32 and
float16, and bfloat16 of ml_dtypes, each operation on fp32 operands and rounded once to the format of its step. T5's
buckets are found twice: by its formula in fp32, and in whole numbers, where
    n >= e (D / e)^(k / (B - e))  is  n^(B - e) e^k >= D^k e^(B - e).
Run by hand: pip install numpy==2.2.6 ml_dtypes==0.5.4 && python3 generate_relative.py
"""
from pathlib import Path

import ml_dtypes
import numpy as np

from golden_io import number, write_table

HERE = Path(__file__).parent
FORMATS = {"fp32": np.float32, "bf16": ml_dtypes.bfloat16, "fp16": np.float16}
CONTEXTS = [2048, 65536, 1 << 20]
HEADS, HEAD, DIM, PAIR, SEED = 8, 0, 64, 0, 0
WAVES = 1 << 12  # Distances of Sandwich, a sum of 32 waves each, that the page counts.
MOST_GROUPS = 29000  # Of more groups the page may not see the end.


def stored(values, dtype):
    """fp32 values as a step of `dtype` holds them, again in fp32."""
    with np.errstate(over="ignore"):
        return np.asarray(values, dtype=np.float32).astype(dtype).astype(np.float32)


def of_function(function, *operands):
    """In double, rounded to fp32."""
    with np.errstate(all="ignore"):
        return function(*(np.asarray(each, dtype=np.float64) for each in operands)).astype(np.float32)


def drawn(seed, head):
    """64ths from the Mersenne Twister's numbers of a head."""
    numbers = np.random.RandomState(seed).randint(0, 1 << 32, size=2 * head + 2, dtype=np.uint32)[2 * head:]
    return (int(numbers[0] >> 25) + 1) / 64, (int(numbers[1] >> 26) + 1) / 64


def alibi(n, step, _context):
    slope = 2.0 ** (-8 * (HEAD + 1) / HEADS)
    return -slope * n, stored(stored(slope, step) * stored(-n, step), step)


def kerple_power(n, step, _context):
    p, a = drawn(SEED, HEAD)
    power = stored(of_function(np.power, stored(n, step), stored(p, step)), step)
    return -a * np.power(n, p), stored(-power * stored(a, step), step)


def kerple_log(n, step, _context):
    p, a = drawn(SEED, HEAD)
    argument = stored(np.float32(1) + stored(stored(a, step) * stored(n, step), step), step)
    logarithm = stored(of_function(np.log, argument), step)
    return -p * np.log1p(a * n), stored(stored(-p, step) * logarithm, step)


def sandwich(n, step, _context):
    n = n[:WAVES]
    divisor = 8 * (HEAD + 1) / HEADS
    frequencies = 10000.0 ** (-2 * np.arange(1, DIM // 2 + 1) / DIM)
    exact = (np.cos(np.outer(n, frequencies)).sum(axis=1) - DIM / 2) / divisor
    angles = stored(np.outer(stored(n, step), stored(frequencies, step)).astype(np.float32), step)
    cosines = stored(of_function(np.cos, angles), step).astype(np.float64)
    sums = stored(stored(cosines.sum(axis=1).astype(np.float32), step) - np.float32(DIM / 2), step)
    return exact, stored(sums / np.float32(divisor), step)


def xpos(n, step, context):
    decay = (2 * PAIR + 0.4 * DIM) / (1.4 * DIM)

    def scale(position):
        power = stored(stored(position, step) / np.float32(512), step)
        return stored(of_function(np.power, stored(decay, step), power), step)

    with np.errstate(all="ignore"):
        query = np.float64(context - 1 - (context + 1) // 2)
        keys = stored(np.float32(1) / scale(query - n), step)
        return decay ** (n / 512), (scale(query), keys)


SCHEMES = {"alibi": alibi, "kerple-power": kerple_power, "kerple-log": kerple_log, "sandwich": sandwich, "xpos": xpos}


def kept(values, dtype):
    """The finished number; xPos keeps the scales of query and key, and the score multiplies them."""
    with np.errstate(all="ignore"):
        if isinstance(values, tuple):
            return stored(values[0], dtype).astype(np.float64) * stored(values[1], dtype).astype(np.float64)
        return stored(values, dtype).astype(np.float64)


def groups(values):
    """Different numbers, the first that an earlier distance has, the most equal ones, and those that are lost."""
    values = values + 0.0
    unique, inverse, counts = np.unique(values, return_inverse=True, return_counts=True, equal_nan=True)
    first = np.full(len(unique), -1)
    first[inverse[::-1]] = np.arange(len(values))[::-1]
    again = np.nonzero(first[inverse] != np.arange(len(values)))[0]
    return [("distinct", len(unique)), ("first_shared", again[0] if len(again) else -1),
            ("largest_group", counts.max()), ("lost", (~np.isfinite(values)).sum()), ("counted", len(values))]


def fact_rows():
    for context in CONTEXTS:
        n = np.arange(context, dtype=np.float64)
        for name in ("bf16", "fp16"):
            for rounded in ("bias", "every"):
                step = FORMATS[name] if rounded == "every" else np.float32
                link = f"poscope:relative-bias?context={context}&format={name}&rounded={rounded}"
                for scheme, make in SCHEMES.items():
                    exact, values = make(n, step, context)
                    values = kept(values, FORMATS[name])
                    facts = groups(values)
                    facts = facts if facts[0][1] < MOST_GROUPS else []
                    if len(exact) == context:
                        facts += [("at_last", exact[-1]), ("stored_last", values[-1])]
                    for fact, value in facts:
                        if np.isfinite(value):
                            yield [link, f"{scheme}.{fact}", number(value)]


def t5_by_formula(n, alone, buckets, largest):
    logarithm = of_function(np.log, n.astype(np.float32) / np.float32(alone))
    steps = logarithm / np.float32(np.log(largest / alone)) * np.float32(buckets - alone)
    return np.where(n < alone, n, np.minimum(alone + steps.astype(np.int64), buckets - 1))


def t5_start(bucket, alone, buckets, largest):
    """The first distance of a bucket, in whole numbers."""
    if bucket < alone:
        return bucket
    k, width, n = bucket - alone, buckets - alone, alone
    while n**width * alone**k < largest**k * alone**width:
        n += 1
    return n


def t5_rows():
    for buckets, largest in [(32, 128), (16, 128), (64, 256), (8, 32), (32, 2000)]:
        n = np.maximum(np.arange(1 << 12), 1)
        n[0] = 0
        found = t5_by_formula(np.where(n == 0, 1, n), buckets // 2, buckets, largest)
        found[0] = 0
        starts = [int(np.argmax(found == bucket)) for bucket in range(buckets)]
        exact = [t5_start(bucket, buckets // 2, buckets, largest) for bucket in range(buckets)]
        differing = [bucket for bucket in range(buckets) if starts[bucket] != exact[bucket]]
        yield [str(buckets), str(largest), ",".join(map(str, starts)), ",".join(map(str, differing)) or "none"]


def main():
    made_by = "by generate_relative.py (numpy 2.2.6, ml_dtypes 0.5.4); see README.md"
    write_table(HERE / "relative.tsv", [f"Facts of the page relative-bias, {made_by}", "link\tfact\tvalue"], fact_rows())
    write_table(HERE / "t5.tsv",
                [f"The first distance of each of T5's buckets of one direction, {made_by}",
                 "differing: buckets whose first distance in exact arithmetic is another one than by the formula in fp32",
                 "buckets\tmax_distance\tstarts\tdiffering"], t5_rows())


if __name__ == "__main__":
    main()
