#!/usr/bin/env python3
"""Writes codes.tsv and casts.tsv: what ml_dtypes and NumPy store, code by code and number by number.

codes.tsv holds the value of every code of every format of up to 16 bits; runs of codes whose values ascend by the same
step are one line. casts.tsv holds numbers cast to a format. Independent of Poscope's code. Pinned: Python 3.11,
numpy 2.4.6, ml_dtypes 0.6.0. Run by hand: python3 generate_formats.py

Three things are said in another way than the libraries do. Two of them a cast there loses silently:
- e3m2, e2m3 and e2m1 have no code for NaN; ml_dtypes makes it -0 or 0. Here it stays NaN.
- int16 is numpy.rint, then int64, then int16: fractions to the nearest even integer, then modulo 2^16. NaN and
  infinities have no such value and stay NaN here.
- Between 2^-127 and 1.5 * 2^-127 (subnormal floats) ml_dtypes 0.6.0 rounds e8m0fnu up to 2^-126 although 2^-127 is
  nearer; here the nearest is kept.
"""
from pathlib import Path

import ml_dtypes
import numpy as np

PINNED = ("2.4.6", "0.6.0")
TYPES = {
    "fp16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "e4m3fn": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "e8m0fnu": ml_dtypes.float8_e8m0fnu,
    "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m3": ml_dtypes.float6_e2m3fn,
    "e2m1": ml_dtypes.float4_e2m1fn,
    "int16": np.int16,
    "int8": np.int8,
    "int4": ml_dtypes.int4,
}
BITS = {"fp16": 16, "bf16": 16, "int16": 16, "e3m2": 6, "e2m3": 6, "e2m1": 4, "int4": 4}
NO_NAN = ("e3m2", "e2m3", "e2m1", "int16")
SPECIAL = (float("inf"), float("-inf"), float("nan"))


def values_of(name):
    """The value of every code."""
    bits = BITS.get(name, 8)
    np.seterr(invalid="ignore")
    codes = np.arange(1 << bits, dtype=np.uint64).astype(np.uint16 if bits == 16 else np.uint8)
    if name == "int4":  # A byte each, whose upper half is the sign again.
        codes = ((codes.astype(np.int8) ^ 8) - 8).view(np.uint8)
    return codes.view(TYPES[name]).astype(np.float64)


def runs(values):
    """(first code, count, first value, step): maximal runs of one step; a zero, which has a sign, begins a run."""
    at = 0
    while at < len(values):
        end = at + 1
        finite = np.isfinite(values[at])
        while end < len(values) and finite and np.isfinite(values[end]) and values[end] != 0 and (
                end == at + 1 or values[end] - values[end - 1] == values[at + 1] - values[at]):
            end += 1
        while end < len(values) and np.isnan(values[at]) and np.isnan(values[end]):
            end += 1
        step = values[at + 1] - values[at] if end > at + 1 and np.isfinite(values[at]) else 0.0
        yield at, end - at, values[at], step
        at = end


def inputs():
    """The numbers of the formats of 8 bits or fewer, the middles between them, and the floats next to both."""
    numbers = set()
    for name in TYPES:
        if BITS.get(name, 8) == 16:
            continue
        values = np.unique(np.abs(values_of(name)))
        values = values[np.isfinite(values)]
        if name == "e8m0fnu":  # Its ends, and every power of two where the other formats have numbers.
            powers = np.log2(values)
            values = values[(np.abs(powers) <= 20) | (powers < -124) | (powers > 124) | (powers % 32 == 0)]
        middles = (values[1:] + values[:-1]) / 2
        for x in np.concatenate([values, middles, [values[-1] * 1.25, values[-1] * 1.5, values[-1] * 2]]):
            narrow = np.float32(min(x, 3.0e38))
            numbers |= {float(narrow), float(np.nextafter(narrow, np.float32(np.inf))),
                        float(np.nextafter(narrow, np.float32(0)))}
    wraps = [32767, 32767.5, 32768, 32768.5, 32769, 65535, 65535.5, 65536, 65536.5, 65537.5, 98304, 131071, 1000000.5,
             2**24 + 1, 2**31 - 0.5, 2**40 + 7, 2**51 + 1.5, 2**52 + 32768, 2**53 - 1, 2**53 + 65538, 2**62 + 2**12]
    for x in sorted(numbers) + wraps:
        yield x
        yield -x
    yield from SPECIAL


def stored(name, x):
    if name == "int16":
        return float(np.rint(x).astype(np.int64).astype(np.int16)) if np.isfinite(x) else float("nan")
    if np.isnan(x) and name in NO_NAN:
        return x
    if name == "e8m0fnu" and 2.0**-127 < x < 1.5 * 2.0**-127:
        return 2.0**-127
    return float(np.array([x], dtype=np.float64).astype(TYPES[name]).astype(np.float64)[0])


def number(x):
    """A hexadecimal float without the zeros at its end; integers as they are."""
    if float(x).is_integer() and abs(x) < 2**53:
        return "-0" if x == 0 and np.signbit(x) else str(int(x))
    head, mark, exponent = float.hex(float(x)).partition("p")
    return head.rstrip("0").rstrip(".") + mark + exponent if mark else head


def main():
    found = (np.__version__, ml_dtypes.__version__)
    if found != PINNED:
        raise SystemExit(f"need numpy and ml_dtypes {PINNED}, found {found}")
    folder = Path(__file__).parent
    head = "# Made by generate_formats.py with numpy {} and ml_dtypes {}.".format(*found)
    lines = [head, "# format\tfirst code\tcodes\tvalue of the first\tstep"]
    for name in TYPES:
        for first, count, value, step in runs(values_of(name)):
            lines.append(f"{name}\t{first}\t{count}\t{number(value)}\t{number(step)}")
    (folder / "codes.tsv").write_text("\n".join(lines) + "\n")
    lines = [head, "# input\tone column a format: " + " ".join(casts())]
    with np.errstate(all="ignore"):
        for x in inputs():
            lines.append("\t".join([number(x)] + [number(stored(name, np.float64(x))) for name in casts()]))
    (folder / "casts.tsv").write_text("\n".join(lines) + "\n")


def casts():
    """The formats of rounding.tsv are left out; int8 and int4 are scaled here and modular there."""
    return [name for name in TYPES if name not in ("fp16", "bf16", "int8", "int4")]


if __name__ == "__main__":
    main()
