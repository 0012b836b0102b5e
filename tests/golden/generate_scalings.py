#!/usr/bin/env python3
"""Writes scalings.tsv: the inverse frequencies of every RoPE scaling as transformers computes them in fp32.

Runs the real ROPE_INIT_FUNCTIONS and LlamaRotaryEmbedding of transformers; only the fixed `ntk`, which this version no
longer has, is written out below. Run by hand in the environment of README.md: python3 generate_scalings.py
"""
import contextlib
import json
import math
from pathlib import Path

from golden_io import check_versions, hex32, number, words32, write_table

import torch
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
from transformers.utils import logging

HERE = Path(__file__).parent
CONFIGS = HERE.parent / "data" / "configs"
ORIGINAL = "original_max_position_embeddings"


def case(name, dim, base, scaling="none", head_dim=None, length=0, trained=0, **keys):
    return {"name": name, "dim": dim, "base": base, "type": scaling, "head_dim": head_dim or dim, "length": length,
            "trained": trained, "keys": keys}


def plain_cases():
    for dim, base in [(24, 1e4), (64, 1e4), (64, 5e5), (80, 1e4), (96, 1e4), (128, 1e4), (128, 5e5), (128, 1e6),
                      (256, 1e4), (256, 1e6)]:
        yield case(f"none-{dim}-{number(base)}", dim, base)
    yield case("mrope-qwen2-vl", 128, 1e6, "mrope", mrope_section=[16, 24, 24])


def stretched_cases():
    for factor in (2.5, 4, 8):
        yield case(f"linear-{factor}", 128, 1e4, "linear", factor=factor)
    yield case("linear-gemma-3-12b", 256, 1e6, "linear", factor=8)
    for length in (4096, 4097, 8192, 16384):
        yield case(f"dynamic-2-{length}", 128, 1e4, "dynamic", length=length, trained=4096, factor=2)
    yield case("dynamic-internlm2.5-7b-65536", 128, 1e6, "dynamic", length=65536, trained=32768, factor=2)
    for factor in (4, 8):
        yield case(f"ntk-{factor}", 128, 1e4, "ntk", factor=factor)
    yield case("proportional-256", 256, 1e6, "proportional", partial_rotary_factor=0.25)
    yield case("proportional-128-factor-8", 128, 1e4, "proportional", partial_rotary_factor=0.5, factor=8)


def yarn_cases():
    yield case("yarn-qwen2.5-7b", 128, 1e6, "yarn", trained=32768, factor=4, **{ORIGINAL: 32768})
    yield case("yarn-llama-2-7b-64k", 128, 1e4, "yarn", trained=65536, factor=16, **{ORIGINAL: 4096})
    for name, mscale, mscale_all in [("deepseek-v2", 0.707, 0.707), ("deepseek-v3", 1, 1), ("mscale-only", 1, None),
                                     ("mscale-ratio", 1, 0.707)]:
        keys = {"factor": 40, ORIGINAL: 4096, "beta_fast": 32, "beta_slow": 1, "mscale": mscale}
        if mscale_all is not None:
            keys["mscale_all_dim"] = mscale_all
        yield case(f"yarn-{name}", 64, 1e4, "yarn", trained=163840, **keys)
    yield case("yarn-gpt-oss", 64, 150000, "yarn", trained=131072, factor=32, beta_fast=32, beta_slow=1, truncate=0,
               **{ORIGINAL: 4096})
    yield case("yarn-attention-factor", 128, 1e4, "yarn", trained=32768, factor=8, attention_factor=1.25,
               **{ORIGINAL: 4096})
    yield case("yarn-betas", 128, 5e5, "yarn", trained=131072, factor=16, beta_fast=64, beta_slow=2,
               **{ORIGINAL: 8192})
    yield case("yarn-equal-ends", 8, 1e4, "yarn", trained=16, factor=4, **{ORIGINAL: 4})


def listed_cases():
    phi = json.loads((CONFIGS / "phi-3-mini-128k" / "config.json").read_text())
    lists = {key: phi["rope_scaling"][key] for key in ("short_factor", "long_factor")}
    for name, length in (("short", 4096), ("long", 4097)):
        yield case(f"longrope-phi-3-mini-128k-{name}", 96, 1e4, "longrope", length=length, trained=131072,
                   **{ORIGINAL: 4096}, **lists)
    yield case("longrope-factor", 96, 1e4, "longrope", length=8192, trained=131072, factor=16, **{ORIGINAL: 4096},
               **lists)
    yield case("longrope-attention-factor", 96, 1e4, "longrope", length=8192, trained=131072, attention_factor=1.5,
               **{ORIGINAL: 4096}, **lists)
    for name, dim, factor in (("llama-3.1-8b", 128, 8), ("llama-3.2-1b", 64, 32)):
        yield case(f"llama3-{name}", dim, 5e5, "llama3", trained=131072, factor=factor, low_freq_factor=1,
                   high_freq_factor=4, **{ORIGINAL: 8192})


def compute(entry, length_as_tensor=False):
    """(inverse frequencies, attention factor) from the real functions."""
    rope = {"rope_type": entry["type"], "rope_theta": entry["base"], **entry["keys"]}
    if "truncate" in rope:
        rope["truncate"] = bool(rope["truncate"])
    if entry["type"] == "ntk":
        dim = entry["dim"]
        rope = {"rope_type": "default", "rope_theta": entry["base"] * entry["keys"]["factor"] ** (dim / (dim - 2))}
    elif entry["type"] in ("none", "mrope"):
        rope = {"rope_type": "default", "rope_theta": entry["base"]}
    config = LlamaConfig(hidden_size=4 * entry["head_dim"], num_attention_heads=4, head_dim=entry["head_dim"],
                         max_position_embeddings=entry["trained"] or 4096, rope_parameters=rope)
    if rope["rope_type"] == "default":
        embedding = LlamaRotaryEmbedding(config)
        return embedding.inv_freq, embedding.attention_scaling
    length = entry["length"] or None
    if length_as_tensor:
        length = torch.tensor(length)
    return ROPE_INIT_FUNCTIONS[entry["type"]](config, torch.device("cpu"), seq_len=length)


@contextlib.contextmanager
def rounded_power():
    """Within it base ** tensor is the correctly rounded power of the fp32 base: what a double power gives."""
    original = torch.Tensor.__rpow__

    def power(exponents, base):
        single = torch.tensor(base, dtype=torch.float32).double()
        return (single ** exponents.double()).float()

    torch.Tensor.__rpow__ = power
    try:
        yield
    finally:
        torch.Tensor.__rpow__ = original


def notation(entry):
    parts = [entry["type"]]
    for key, value in entry["keys"].items():
        parts += [key, "_".join(map(number, value)) if isinstance(value, list) else number(value)]
    return "~".join(parts)


def remarks(entry, frequencies):
    """Comment lines about an entry: other bits of the power, a length handed over as a tensor, DeepSeek's softmax."""
    with rounded_power():
        rounded, _ = compute(entry)
    differing = (words32(frequencies) != words32(rounded)).nonzero()[0]
    if len(differing):
        yield "\t".join(["pow-differs", entry["name"], ",".join(map(str, differing)), hex32(rounded[differing])])
    if entry["type"] == "dynamic":
        as_tensor, _ = compute(entry, length_as_tensor=True)
        count = int((words32(frequencies) != words32(as_tensor)).sum())
        yield "\t".join(["length-as-tensor-differs", entry["name"], str(count)])
    if entry["keys"].get("mscale_all_dim"):
        scale = 0.1 * entry["keys"]["mscale_all_dim"] * math.log(entry["keys"]["factor"]) + 1.0
        yield "\t".join(["softmax-factor", entry["name"], repr(scale * scale)])


HEADER = [
    "RoPE scalings in fp32 from the real functions of transformers 5.24.0 on torch 2.9.1 (CPU); see README.md",
    "length-as-tensor-differs: words that change when the current length is a tensor (as forward() passes it), "
    "which moves the new base into fp32",
    "pow-differs: pairs at which this torch's fp32 power is not the correctly rounded one, and the words it would give",
    "softmax-factor: DeepSeek's factor of the softmax scale",
    "name\tdim\tbase\thead_dim\tlength\ttrained\tscaling\tattention_factor\tinverse frequencies",
]


def main():
    check_versions()
    logging.set_verbosity_error()
    entries = [*plain_cases(), *stretched_cases(), *yarn_cases(), *listed_cases()]
    comments, rows = list(HEADER), []
    for entry in sorted(entries, key=lambda one: one["name"]):
        frequencies, attention = compute(entry)
        comments += remarks(entry, frequencies)
        rows.append([entry["name"], str(entry["dim"]), repr(float(entry["base"])), str(entry["head_dim"]),
                     str(entry["length"]), str(entry["trained"]), notation(entry), repr(float(attention)),
                     hex32(frequencies)])
    write_table(HERE / "scalings.tsv", comments, rows)


if __name__ == "__main__":
    main()
