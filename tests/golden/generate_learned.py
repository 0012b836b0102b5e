#!/usr/bin/env python3
"""Writes learned.tsv: facts of the page `learned`, computed again from what it says of its example.

A row is a link, a fact, and its value. NumPy in float64; its FFT is another one than the program's. Run by hand:
python3 generate_learned.py
"""
from pathlib import Path

import numpy as np

from generate_pages import drawn

ROWS, COLUMNS = 512, 768


def example(seed):
    noise = np.array(drawn(seed, "noise", ROWS * COLUMNS)).reshape(ROWS, COLUMNS)
    numbers = np.array([drawn(seed, f"column {column}", 3) for column in range(COLUMNS)])
    cycles = np.rint(2.0 ** (2.5 * (numbers[:, 0] + 1)))
    amplitude = (1 + 3 * (numbers[:, 1] + 1) / 2) / 4
    phase = cycles * np.arange(ROWS)[:, None] / ROWS + numbers[:, 2] / 2
    return (amplitude * np.cos(2 * np.pi * phase) + noise / 5) / 20


def rows_of(seed, column):
    table = example(seed)
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    power = np.abs(np.fft.rfft(table - table.mean(axis=0), axis=0)) ** 2
    power[0] = 0
    power[1:-1] *= 2  # The last one of an even length stands alone.
    shares = power / power.sum(axis=0)
    held = np.cumsum(shares.mean(axis=1))
    link = f"poscope:learned?seed={seed}&column={column}"
    near = (unit[:-1] * unit[1:]).sum(axis=1).mean()
    far = (unit[:ROWS // 2] * unit[ROWS // 2:]).sum(axis=1).mean()
    strongest = int(shares[:, column].argmax())
    return [(link, "table_rows", ROWS), (link, "table_columns", COLUMNS), (link, "positions_without_row", ROWS // 4),
            (link, "similarity_near", near), (link, "similarity_half", far),
            (link, "half_power_cycles", int((held >= 0.5).argmax())), (link, "column_cycles", strongest),
            (link, "column_share", shares[strongest, column])]


def main():
    rows = [row for seed, column in ((0, 0), (7, 100)) for row in rows_of(seed, column)]
    lines = ["# Facts of the page learned, by generate_learned.py (NumPy).", "# link\tfact\tvalue"]
    lines += [f"{link}\t{fact}\t{value!r}" if isinstance(value, int) else f"{link}\t{fact}\t{float(value)!r}"
              for link, fact, value in rows]
    (Path(__file__).parent / "learned.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
