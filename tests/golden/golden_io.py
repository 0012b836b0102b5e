"""What the generators of golden vectors share: the pinned environment, bit patterns, hashes, files.

Pinned: Python 3.11, torch 2.9.1, numpy 2.2.6, transformers 5.24.0 (README.md). PyTorch is held to its AVX2 kernels and
one thread, so that the processor at hand does not decide the bits; import this module before torch.
"""
import os

os.environ.setdefault("ATEN_CPU_CAPABILITY", "avx2")

import numpy as np  # noqa: E402

try:
    import torch  # noqa: E402
except ImportError:  # generate_kerple.py needs NumPy only.
    torch = None

PINNED_TORCH = "2.9.1"
PINNED_TRANSFORMERS = "5.24.0"

if torch is not None:
    torch.set_num_threads(1)


def check_versions():
    """Refuses other versions than the pinned ones: their bits may differ."""
    import transformers

    found = (torch.__version__.split("+")[0], transformers.__version__)
    if found != (PINNED_TORCH, PINNED_TRANSFORMERS):
        raise SystemExit(f"need torch {PINNED_TORCH} and transformers {PINNED_TRANSFORMERS}, found {found}")


def words32(values):
    """fp32 bit patterns; every NaN becomes 7FC00000 and -0 becomes 0."""
    if torch is not None and isinstance(values, torch.Tensor):
        values = values.detach().to(torch.float32).contiguous().numpy()
    numbers = np.array(values, dtype=np.float32).reshape(-1)
    words = numbers.view(np.uint32).copy()
    words[np.isnan(numbers)] = 0x7FC00000
    words[words == 0x80000000] = 0
    return words


def hex32(values):
    """The bit patterns as words of eight hexadecimal digits, comma separated."""
    return ",".join(f"{word:08X}" for word in words32(values))


def trimmed(words):
    """fp32 words in hexadecimal, zero digits at the end left out, comma separated."""
    return ",".join(f"{word:08X}".rstrip("0") or "0" for word in np.asarray(words).reshape(-1))


def fnv1a(words):
    """FNV-1a, 64 bits, over the little-endian bytes of 32-bit words."""
    value = 0xCBF29CE484222325
    for byte in np.asarray(words, dtype="<u4").tobytes():
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016X}"


def number(value):
    """The shortest text of a number that reads back equal, integers without a point."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 2**53 else repr(float(value))


def write_table(path, comments, rows):
    """Comment lines, then rows of tab separated fields."""
    lines = [f"# {comment}" for comment in comments] + ["\t".join(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
