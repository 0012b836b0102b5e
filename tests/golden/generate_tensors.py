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


def t5_bucket(n, buckets, largest, both):
    """The bucket of query minus key, by T5's formula in float64, which its float32 agrees with below 2,000."""
    first = 0
    if both:
        buckets //= 2
        first = buckets if n < 0 else 0
    alone, n = buckets // 2, abs(n)
    return first + (n if n < alone else min(buckets - 1, alone + int(np.log(n / alone) / np.log(largest / alone) * (buckets - alone))))


def counts(values):
    """Different numbers, the first that an earlier distance has, the most equal ones."""
    first, shared = {}, -1
    for distance, value in enumerate(values):
        if value in first and shared < 0:
            shared = distance
        first.setdefault(value, distance)
    return {"distinct": len(first), "first_shared": shared,
            "largest_group": max(np.unique(values, return_counts=True)[1].tolist()), "counted": len(values), "lost": 0}


def rounded(values):
    return stored(np.asarray(values, dtype=np.float32), "BF16")[1]


def t5_numbers():
    name, buckets, heads, context = "t5.safetensors", 32, 6, 1000
    bucket, head = np.arange(buckets)[:, None], np.arange(heads)
    slope = (3 - 0.11 * bucket) * (1 + head) / 4
    near = 2 + 0.002 * ((5 * bucket) % 32) + head  # Closer than bf16 tells apart.
    encoder = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    decoder = encoder.replace("encoder", "decoder")
    tensors = write(name, {encoder: (slope, "F32"), decoder: (near, "F32")})
    rows = []
    for tensor, both, asked, largest in ((encoder, True, "", 128), (decoder, False, "", 128), (decoder, False, 2, 300),
                                         (decoder, True, 5, 128)):
        table = tensors[tensor]
        head = int((table.max(axis=0) - table.min(axis=0)).argmax()) if asked == "" else asked
        exact = np.array([table[t5_bucket(n, buckets, largest, both), head] for n in range(context)])
        facts = {"head": head, "at_0": exact[0], "at_last": exact[-1], "stored_last": rounded(exact)[-1],
                 "in_file": len(set(exact.tolist())), **counts(rounded(exact).tolist())}
        link = f"poscope:relative-bias?bias=t5&heads={heads}&context={context}&max_distance={largest}&tensor={tensor}"
        link += ("" if asked == "" else f"&head={asked}") + ("&both_ways=on" if both and tensor == decoder else "")
        rows += [(name, link, f"t5_numbers.{fact}", value) for fact, value in facts.items()]
    return rows


def kerple_numbers():
    name, heads, context = "kerple.safetensors", 4, 300
    p, a = np.array([0.5, 1.75, 2.5, 0.001]), np.array([0.25, -0.5, 0.75, 1.0])
    write(name, {f"sequential.2.attention.rpe.bias_{key}": (values[:, None, None], "F32") for key, values in (("p", p), ("a", a))})
    p, a = (np.maximum(values.astype(np.float32).astype(np.float64), 0.01) for values in (p, a))
    rows = []
    for head in range(heads):
        last = context - 1
        link = f"poscope:relative-bias?bias=kerple-{{}}&heads={heads}&context={context}&head={head}"
        rows.append((name, link.format("log"), "kerple-log.at_last", -p[head] * np.log1p(a[head] * last)))
        rows.append((name, link.format("power"), "kerple-power.at_last", -a[head] * last ** min(p[head], 2.0)))
    return rows


def main():
    (HERE / "tensors").mkdir(exist_ok=True)
    lines = ["# Facts of pages about the files in tensors/, by generate_tensors.py (NumPy).", "# file\tlink\tfact\tvalue"]
    lines += [f"{file}\t{link}\t{fact}\t{value if isinstance(value, int) else repr(float(value))}"
              for file, link, fact, value in learned_rows() + t5_numbers() + kerple_numbers()]
    (HERE / "tensor_facts.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
