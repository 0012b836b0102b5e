#!/usr/bin/env python3
"""Writes alibi.tsv and arange.tsv: golden vectors of every ALiBi recipe, and how torch.arange rounds on this CPU.

The recipes run as real PyTorch code (alibi_code.py). Run by hand in the environment of README.md:
POSCOPE_GOLDEN_PACKAGES=folder python3 generate_alibi.py
"""
import json
import subprocess
import sys
from pathlib import Path

from golden_io import check_versions, fnv1a, trimmed, words32, write_table

import numpy as np
import torch

from alibi_code import ALIBI, Bias, press_slopes

HERE = Path(__file__).parent
FORMATS = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
KEYS = 8192
POSITIONS = [*range(0, 301), *range(2040, 2061), *range(4090, 4111), *range(8180, 8192)]
FULL = [0, 1, 2, 3, 255, 256, 257, 258, 259, 260, 300, 2047, 2048, 2049, 4095, 4096, 4097, 8180, 8190, 8191]
HEADS = {40: [0, 3, 7, 31, 32, 39], 32: [0, 3, 7, 31]}
STAGES = ("slope", "position", "product", "bias")


def exact(heads):
    """In double, relative to the last key."""
    slopes = torch.tensor(press_slopes(heads), dtype=torch.float64)
    distance = (torch.arange(KEYS) - (KEYS - 1)).double()
    product = slopes[:, None] * distance[None]
    return Bias(slopes, distance, product, product)


def cut(found):
    """The words of the stages at the positions of the set."""
    columns = {"position": found.position[POSITIONS], "slope": found.slope, "product": found.product[:, POSITIONS],
               "bias": found.bias[:, POSITIONS]}
    return {stage: words32(columns[stage]).reshape(columns[stage].shape) for stage in STAGES}


def lines_of(entry, label, heads, source, library, rounded):
    """One line a stage: hashes, differences, and words in full (biases: the heads and keys named in the header)."""
    for stage in STAGES:
        shown = rounded[stage]
        if stage == "position":
            shown = shown[[POSITIONS.index(key) for key in FULL]]
        elif stage in ("product", "bias"):
            shown = shown[np.ix_(HEADS[heads], [POSITIONS.index(key) for key in FULL])]
        apart = np.abs(library[stage].astype(np.int64) - rounded[stage].astype(np.int64))
        yield [entry, label, str(heads), source, stage, fnv1a(rounded[stage]), str(int((apart > 0).sum())),
               str(int(apart.max())), trimmed(shown)]


def alibi_rows():
    for heads in HEADS:
        for label, dtype in FORMATS.items():
            stages = cut(exact(heads))
            yield from lines_of("exact", label, heads, "double", stages, stages)
            for entry, (source, code) in ALIBI.items():
                library, rounded = (cut(code(heads, KEYS, dtype, mode)) for mode in (False, True))
                yield from lines_of(entry, label, heads, source, library, rounded)


ARANGE_PROBE = """
import json, sys, numpy, torch
torch.set_num_threads(1)
found = [torch.backends.cpu.get_cpu_capability()]
for name, dtype in (("bf16", torch.bfloat16), ("fp16", torch.float16)):
    for total in (2048, 8192, 65536, 131072, 131081):
        found.append([name, total, torch.arange(total, dtype=dtype).float().numpy().tolist()])
json.dump(found, sys.stdout)
"""


def arange_rows():
    """What torch.arange(total) gives for each set of vector instructions, beside the nearest numbers."""
    for capability in ("default", "avx2", "avx512"):
        text = subprocess.run([sys.executable, "-c", ARANGE_PROBE], env={"ATEN_CPU_CAPABILITY": capability},
                              capture_output=True, check=True, text=True).stdout
        used, *found = json.loads(text)
        for name, total, values in found:
            values = torch.tensor(values)
            nearest = torch.arange(total).to(FORMATS[name]).float()
            wrong = (values != nearest).nonzero().flatten()
            yield [used.lower(), name, str(total), str(len(wrong)), str(wrong[0].item() if len(wrong) else -1),
                   str(lanes_of(values, total, FORMATS[name])), fnv1a(words32(values))]


def lanes_of(values, total, dtype):
    """The fewest lanes that explain the values: each block's first number is rounded, then its lanes are added."""
    for lanes in (1, 8, 16, 32, 64):
        index = torch.arange(total)
        first = index // lanes * lanes
        made = (first.to(dtype).float() + (index - first)).to(dtype).float()
        tail = total // (2 * lanes) * 2 * lanes
        made[tail:] = index[tail:].to(dtype).float()
        if torch.equal(made, values):
            return lanes
    return 0


ALIBI_HEADER = [
    "ALiBi of every recipe of the catalogue on torch 2.9.1, 8192 keys, query 8191; see README.md",
    "Keys of the set: 0..300, 2040..2060, 4090..4110, 8180..8191. Words in full: slopes of all heads; positions, "
    "products and biases at keys " + ",".join(map(str, FULL)) + ", the latter two of heads "
    + " or ".join(",".join(map(str, HEADS[heads])) + f" (of {heads})" for heads in HEADS),
    "Words are fp32 in hexadecimal, zero digits at the end left out.",
    "differing, apart: words of the set at which the library's pow is not the rounded one, and how far (words)",
    "recipe\tformat\theads\tsource\tstage\thash\tdiffering\tapart\twords",
]
ARANGE_HEADER = [
    "torch.arange(total) in low formats on CPU, torch 2.9.1 on an x86-64 machine with AVX-512; see README.md",
    "instructions\tformat\ttotal\tnot nearest\tfirst of them\tlanes\thash",
]


def main():
    check_versions()
    write_table(HERE / "alibi.tsv", ALIBI_HEADER, sorted(alibi_rows()))
    write_table(HERE / "arange.tsv", ARANGE_HEADER, sorted(arange_rows()))


if __name__ == "__main__":
    main()
