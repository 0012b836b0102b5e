"""Runs the code that Poscope writes of recipes (core/recipe/recipe_code.h) and notes what it gives.

    python3 generate_code.py < code.tsv > new && mv new code.tsv

Reads scheme, recipe, format and code of each row (lines apart by a bar) and writes them again with the values.
The lines run as they are, on tensors of our own in the place of torch's: every operation works in fp32 (fp64 where an
operand is fp64) and its result is rounded once to the type that torch would give it. Needs numpy and ml_dtypes.
"""
import math
import sys
import types

import ml_dtypes
import numpy as np

TYPES = {"fp64": np.float64, "fp32": np.float32, "fp16": np.float16, "bf16": ml_dtypes.bfloat16,
         "e4m3fn": ml_dtypes.float8_e4m3fn}
ORDER = ["int", "e4m3fn", "bf16", "fp16", "fp32", "fp64"]  # The wider of two is the type of both.
POSITIONS = [0, 1, 2, 100, 255, 257, 258, 1000, 2049, 3001, 4095, 8190]
PAIRS = [0, 1, 7, 31, 62]
HEADS = [0, 3, 31, 32, 39]


def rounded_to(values, kind):
    if kind in ("int", "fp64"):
        return values
    single = values.astype(np.float32)
    return single.astype(TYPES[kind]).astype(np.float64)


class Tensor:
    """Values that `kind` holds, kept in double."""

    def __init__(self, values, kind):
        self.values, self.kind = np.asarray(values, np.float64), kind

    def cast(self, kind):
        return Tensor(rounded_to(self.values, kind), kind)

    double = lambda self: self.cast("fp64")
    float = lambda self: self.cast("fp32")
    half = lambda self: self.cast("fp16")
    bfloat16 = lambda self: self.cast("bf16")
    to = lambda self, kind: self.cast(kind)

    def result(self, other, operation, fraction=False):
        kinds = [self.kind] + ([other.kind] if isinstance(other, Tensor) else [])
        kind = max(kinds, key=ORDER.index)
        if kind == "int" and (fraction or isinstance(other, float)):
            kind = "fp32"
        right = other.values if isinstance(other, Tensor) else other
        if not isinstance(other, Tensor) and kind != "fp64":
            right = float(np.float32(right))
        return Tensor(rounded_to(operation(self.values, right), kind), kind)

    __add__ = lambda self, other: self.result(other, lambda x, y: x + y)
    __sub__ = lambda self, other: self.result(other, lambda x, y: x - y)
    __mul__ = __rmul__ = lambda self, other: self.result(other, lambda x, y: x * y)
    __truediv__ = lambda self, other: self.result(other, lambda x, y: x / y, True)
    __rtruediv__ = lambda self, other: self.result(other, lambda x, y: y / x, True)
    __pow__ = lambda self, other: self.result(other, lambda x, y: x ** y)
    __rpow__ = lambda self, other: self.result(float(other), lambda x, y: np.power(y, x))
    __neg__ = lambda self: Tensor(-self.values, self.kind)

    def apply(self, function):
        kind = "fp32" if self.kind == "int" else self.kind
        return Tensor(rounded_to(function(self.values), kind), kind)

    cos = lambda self: self.apply(np.cos)
    sin = lambda self: self.apply(np.sin)

    def __getitem__(self, key):
        return Tensor(self.values[key], self.kind)

    def __setitem__(self, key, value):
        self.values[key] = rounded_to(value.values, self.kind)


def widest(tensors):
    return max((tensor.kind for tensor in tensors), key=ORDER.index)


torch = types.SimpleNamespace(
    arange=lambda *ends: Tensor(np.arange(*ends), "int"),
    outer=lambda x, y: x[:, None] * y[None, :],
    exp=lambda x: x.apply(np.exp),
    cat=lambda parts: Tensor(np.concatenate([part.values for part in parts]), widest(parts)),
    tensor=lambda number: Tensor(rounded_to(np.float64(number), "fp32"), "fp32"),
    empty=lambda *shape: Tensor(np.zeros(shape), "fp32"),
    float8_e4m3fn="e4m3fn")


def tf32(x, kind):
    """Significands of 11 bits, ties to even."""
    assert kind == "tf32"
    mantissa, exponent = np.frexp(x.values)
    return Tensor(np.ldexp(np.rint(np.ldexp(mantissa, 11)), exponent - 11), "fp32")


def run(code):
    names = {"torch": torch, "math": math, "rounded": tf32}
    for line in code.split("|"):
        if not line.startswith(("q, k", "score")):  # These need a query and a key.
            exec(line, names)
    return names


def words(values):
    return ",".join(float(value).hex() for value in values)


def values_of(scheme, code):
    names = run(code)
    if scheme == "rope":
        spots = np.ix_(POSITIONS, PAIRS)
        return [words(names["position"].values[POSITIONS])] + [
            words(names[name].values[spots].ravel()) for name in ("angle", "cos", "sin")]
    bias = names["bias"].values
    if bias.shape[1] == 1:
        row = bias[:, 0, :]
    else:  # Of the last query.
        row = bias[:, -1, :]
    heads = [head for head in HEADS if head < len(row)]
    keys = [key for key in POSITIONS if key < row.shape[1]]
    return [words(row[np.ix_(heads, keys)].ravel())]


def main():
    print("# What the code that Poscope writes of recipes gives when it is run; see README.md")
    print("# scheme\trecipe\tformat\tcode\tvalues: of rope positions, angles, cos and sin; of alibi biases")
    print(f"# positions and keys {POSITIONS}, pairs {PAIRS}, heads {HEADS}")
    for line in sys.stdin:
        if not line.startswith("#") and line.strip():
            scheme, recipe, kind, code = line.rstrip("\n").split("\t")[:4]
            print("\t".join([scheme, recipe, kind, code, *values_of(scheme, code)]))


if __name__ == "__main__":
    main()
