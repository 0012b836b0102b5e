#!/usr/bin/env python3
"""Writes rounding.tsv: numbers rounded to every format with exact rational arithmetic.

Independent of Poscope's code: no floating-point operation rounds here, every format is a search for the nearest
multiple of its last bit with ties to even. Needs Python 3.9 only. Run by hand: python3 generate_rounding.py
"""
from fractions import Fraction
from math import inf, isinf, isnan, nan
from pathlib import Path

# name: significand bits with the hidden one, lowest exponent, largest finite number, beyond it
FORMATS = {
    "fp32": (24, -126, Fraction(2**24 - 1) * Fraction(2) ** 104, inf),
    "tf32": (11, -126, Fraction(2**11 - 1) * Fraction(2) ** 117, inf),
    "fp16": (11, -14, Fraction(65504), inf),
    "bf16": (8, -126, Fraction(2**8 - 1) * Fraction(2) ** 120, inf),
    "e4m3fn": (4, -6, Fraction(448), nan),
    "e5m2": (3, -14, Fraction(57344), inf),
    "int8": (None, None, Fraction(127), None),
    "int4": (None, None, Fraction(7), None),
}


def nearest_even(x):
    """The integer nearest to the fraction x, ties to even."""
    low = x.numerator // x.denominator
    rest = x - low
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2 == 1):
        return low + 1
    return low


def exponent_of(x):
    """floor(log2(x)) of a positive fraction."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    while Fraction(2) ** e > x:
        e -= 1
    while Fraction(2) ** (e + 1) <= x:
        e += 1
    return e


def rounded(name, value):
    precision, lowest, largest, beyond = FORMATS[name]
    if isnan(value):
        return nan
    if isinf(value):
        if precision is None:
            return float(largest) if value > 0 else -float(largest)
        return beyond if isnan(beyond) else value
    if value == 0:
        return value
    magnitude = Fraction(abs(value))
    if precision is None:
        result = min(Fraction(nearest_even(magnitude)), largest)
    else:
        step = Fraction(2) ** (max(exponent_of(magnitude), lowest) - precision + 1)
        result = nearest_even(magnitude / step) * step
        if result > largest:
            return beyond if isnan(beyond) else (inf if value > 0 else -inf)
    result = float(result)
    return result if value > 0 else -result


def inputs():
    integers = [0, 1, 2, 7, 8, 9, 15, 16, 17, 18, 127, 128, 255, 256, 257, 258, 259, 260, 261, 262, 300, 447, 448, 449,
                456, 464, 465, 479, 480, 511, 513, 1000, 1995, 2047, 2048, 2049, 2050, 2051, 4063, 4080, 4095, 4104,
                4112, 4173, 4174, 4175, 8188, 8191, 57344, 61439, 61440, 65503, 65504, 65519, 65520, 65535, 131071,
                2**20, 2**20 + 1, 2**24, 2**24 + 1, 2**24 + 2, 2**24 + 3, 2**31]
    reals = [0.1, 0.5, 1.5, 2.5, 3.5, 1 / 3, 2 / 3, 0.8408964152537145, 1e-3, 1e-10, 1e-38, 1e-40, 3.0e-45, 7e-46,
             2.0**-9, 2.0**-10, 3 * 2.0**-10, 2.0**-14, 2.0**-16, 2.0**-17, 3 * 2.0**-18, 2.0**-24, 2.0**-25,
             2.0**-25 * (1 + 2.0**-20), 2.0**-133, 2.0**-134, 1.5 * 2.0**-134, 2.0**-149, 2.0**-150, 2.0**-1074,
             3.3961775e38, 3.3895313892515355e38, 3.4028234663852886e38, 3.4028235677973366e38, 1e39, 1e300, inf, nan]
    for x in integers + reals:
        yield float(x)
        yield -float(x)


def main():
    lines = ["format\tinput\tstored"]
    for name in FORMATS:
        for x in inputs():
            lines.append(f"{name}\t{float.hex(x)}\t{float.hex(rounded(name, x))}")
    (Path(__file__).parent / "rounding.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
