#!/usr/bin/env python3
"""Writes tensors/*.safetensors and tensor_facts.tsv: small files of learned numbers, and what pages say of them.

A row of tensor_facts.tsv is a file, a link to the page that reads it, a fact, and its value. NumPy in float64 from the
stored numbers; the numbers are a fixed formula of their indices. Run by hand: python3 generate_tensors.py
"""
import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
DTYPES = {"F32": np.float32, "F16": np.float16, "F64": np.float64}


def bf16_codes(values):
    """To nearest, ties to even, of finite fp32 numbers."""
    words = values.astype(np.float32).view(np.uint32)
    return ((words + np.uint32(0x7FFF) + ((words >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)).astype("<u2")


def stored(values, dtype):
    """The bytes of a tensor, and its numbers as they can be read back."""
    if dtype == "BF16":
        codes = bf16_codes(values)
        return codes.tobytes(), (codes.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    numbers = values.astype(DTYPES[dtype])
    return numbers.tobytes(), numbers.astype(np.float64)


def write(name, tensors):
    """`tensors`: name -> (values, dtype). Gives name -> the stored numbers."""
    header, data, back = {}, b"", {}
    for tensor, (values, dtype) in tensors.items():
        raw, back[tensor] = stored(values, dtype)
        header[tensor] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    (HERE / "tensors" / name).write_bytes(len(text).to_bytes(8, "little") + text + data)
    return back


def waves(rows, width):
    """A slow wave for each column, and what is no wave."""
    row, column = np.arange(rows)[:, None], np.arange(width)
    return np.cos(2 * np.pi * row * (1 + column % 5) / rows + column) / 4 + ((7 * row + 3 * column * column) % 11 - 5) / 64


def learned_facts(table, offset, column):
    table = table[offset:]
    count = len(table)
    lengths = np.linalg.norm(table, axis=1)
    unit = table / lengths[:, None]
    power = np.abs(np.fft.fft(table - table.mean(axis=0), axis=0)[:count // 2 + 1]) ** 2
    power[0] = 0
    power[1:] *= 2
    if count % 2 == 0:
        power[-1] /= 2
    shares = power / power.sum(axis=0)
    held = np.cumsum(shares.mean(axis=1))
    strongest = int(shares[:, column].argmax())
    half = count // 2
    return {"table_rows": count + offset, "table_columns": table.shape[1], "row_offset": offset, "positions_known": count,
            "similarity_near": (unit[1:] * unit[:-1]).sum(axis=1).mean(),
            "similarity_half": (unit[half:] * unit[:-half]).sum(axis=1).mean(),
            "half_power_cycles": int((held >= held[-1] / 2).argmax()), "column_cycles": strongest,
            "column_share": shares[strongest, column]}


def learned_rows():
    """Names as checkpoints have them; rows 0 and 1 of the first are for padding, which 64 + 2 rows tell."""
    name = "learned.safetensors"
    tensors = write(name, {"model.decoder.embed_positions.weight": (waves(66, 8), "BF16"),
                           "transformer.wpe.weight": (waves(50, 6), "F16"),
                           "vit.embeddings.position_embeddings": (waves(197, 5)[None], "F32")})
    asked = [("model.decoder.embed_positions.weight", 2, 3, ""), ("model.decoder.embed_positions.weight", 0, 1, "&offset=0"),
             ("transformer.wpe.weight", 0, 0, ""), ("transformer.wpe.weight", 5, 2, "&offset=5"),
             ("vit.embeddings.position_embeddings", 0, 4, "")]
    return [(name, f"poscope:learned?tensor={tensor}&column={column}{more}", fact, value)
            for tensor, offset, column, more in asked
            for fact, value in learned_facts(tensors[tensor].reshape(-1, tensors[tensor].shape[-1]), offset, column).items()]


def main():
    (HERE / "tensors").mkdir(exist_ok=True)
    lines = ["# Facts of pages about the files in tensors/, by generate_tensors.py (NumPy).", "# file\tlink\tfact\tvalue"]
    lines += [f"{file}\t{link}\t{fact}\t{value if isinstance(value, int) else repr(float(value))}"
              for file, link, fact, value in learned_rows()]
    (HERE / "tensor_facts.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
