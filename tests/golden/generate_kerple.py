#!/usr/bin/env python3
"""Writes kerple.tsv: golden vectors of KERPLE's logarithmic bias, -p ln(1 + a * distance) (Chi et al. 2022).

NumPy alone computes them: float64, float32 and float16, and bfloat16 of ml_dtypes, each operation on fp32 operands and
rounded once to the format of its stage. Run by hand: pip install numpy==2.2.6 ml_dtypes==0.5.4 && python3
generate_kerple.py
"""
from pathlib import Path

import ml_dtypes
import numpy as np

from golden_io import fnv1a, number, trimmed, words32, write_table

HERE = Path(__file__).parent
FORMATS = {"fp32": np.float32, "bf16": ml_dtypes.bfloat16, "fp16": np.float16}
DISTANCES = 8192
FULL = [0, 1, 2, 3, 10, 63, 64, 127, 128, 255, 256, 257, 1000, 2047, 2048, 2049, 4095, 8190, 8191]
HEADS = [(2.0, 0.5), (0.7, 0.03)]
# Recipe, stages that are set otherwise, and which of position, logarithm, product, bias are in the model's format.
WAYS = [("kerple-log", "", (False, False, False, True)),
        ("kerple-log-fp32", "", (False, False, False, False)),
        ("kerple-log", "position=model&logarithm=model&product=model", (True, True, True, True))]


def stored(values, dtype):
    """fp32 values as a stage of `dtype` holds them, again in fp32."""
    return np.asarray(values, dtype=np.float32).astype(dtype).astype(np.float32)


def biases(p, a, dtypes, log):
    position, logarithm, product, bias = dtypes
    distance = stored(np.arange(DISTANCES), position)
    argument = stored(np.float32(1) + stored(np.float32(a) * distance, logarithm), logarithm)
    return stored(stored(np.float32(-p) * stored(log(argument), logarithm), product), bias)


def rounded_log(x):
    """In double, rounded to fp32: the nearest fp32 number but for what lies within double's error of a midpoint."""
    return np.log(x.astype(np.float64)).astype(np.float32)


def collisions(values):
    """How many biases differ, and the first distance whose bias an earlier one has, with the nearest such."""
    last = {}
    first = None
    for distance, word in enumerate(values.tolist()):
        if first is None and word in last:
            first = (last[word], distance)
        last[word] = distance
    return [str(len(last)), ",".join(map(str, first)) if first else "none"]


def rows():
    for recipe, stages, low in WAYS:
        for label, model in FORMATS.items():
            for p, a in HEADS:
                dtypes = [model if each else np.float32 for each in low]
                rounded = words32(biases(p, a, dtypes, rounded_log))
                library = words32(biases(p, a, dtypes, np.log))
                apart = np.abs(library.astype(np.int64) - rounded.astype(np.int64))
                yield [recipe, stages or "-", label, number(p), number(a), fnv1a(rounded), str(int((apart > 0).sum())),
                       str(int(apart.max())), *collisions(rounded), trimmed(rounded[FULL])]


def exact_rows():
    for p, a in HEADS:
        values = -np.float64(p) * np.log1p(np.float64(a) * np.array(FULL, dtype=np.float64))
        yield ["exact", "-", "fp64", number(p), number(a), "-", "0", "0", "-", "-", ",".join(map(repr, map(float, values)))]


HEADER = [
    "KERPLE's logarithmic bias at distances 0..8191 on numpy 2.2.6 and ml_dtypes 0.5.4; see README.md",
    "Words in full: distances " + ",".join(map(str, FULL)) + "; fp32 in hexadecimal, zero digits at the end left out "
    "(exact: fp64, decimal)",
    "differing, apart: words of the set at which numpy's fp32 log gives another one than the rounded log, and how far",
    "distinct, first: different biases, and the first distance that shares its bias, after the one that it shares it with",
    "recipe\tstages\tformat\tp\ta\thash\tdiffering\tapart\tdistinct\tfirst\twords",
]


def main():
    write_table(HERE / "kerple.tsv", HEADER, [*rows(), *exact_rows()])


if __name__ == "__main__":
    main()
