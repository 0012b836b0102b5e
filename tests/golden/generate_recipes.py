#!/usr/bin/env python3
"""Writes recipes.tsv and recipe_words.tsv: golden vectors of every RoPE and sinusoid recipe of the catalogue.

The recipes run as real PyTorch code (rope_code.py, sinusoid_code.py), not from Poscope's table of
stages. Run by hand in the environment of README.md:
POSCOPE_GOLDEN_PACKAGES=folder python3 generate_recipes.py
"""
import contextlib
from pathlib import Path

from golden_io import check_versions, fnv1a, number, trimmed, words32, write_table

import numpy as np
import torch
from transformers.utils import logging

import rope_code as rope
import sinusoid_code as sinusoid
from observe import Observer, accelerator_arange

HERE = Path(__file__).parent
FORMATS = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
TOTAL = 131081
POSITIONS = [*range(0, 301), *range(2040, 2061), *range(4090, 4111), *range(8180, 8201), *range(131060, 131081)]
FULL = [0, 1, 2, 3, 7, 15, 16, 17, 127, 128, 255, 256, 257, 258, 259, 260, 261, 300, 2040, 2047, 2048, 2049, 2050,
        2060, 4090, 4095, 4096, 4097, 4110, 8180, 8190, 8191, 8192, 8193, 8200, 131060, 131071, 131072, 131073, 131080]
PAIRS = [0, 1, 2, 7, 16, 31, 32, 48, 62, 63]
STAGES = ("position", "frequency", "angle", "cos", "sin", "rotated")
LINEAR = {"rope_type": "linear", "factor": 2.5}
YARN = {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 32768}

HF1 = "transformers 4.28.1 LlamaRotaryEmbedding"
HF2 = "transformers 4.31.0 LlamaRotaryEmbedding"
HF4 = "transformers 4.38.0 MistralRotaryEmbedding"
HF5 = "transformers 4.38.0 LlamaRotaryEmbedding"
HF6 = "transformers 4.38.2 LlamaRotaryEmbedding"
HF7 = "transformers 4.43.4 LlamaRotaryEmbedding"
HF8 = "transformers 5.24.0 LlamaRotaryEmbedding"
PLAIN = "written here: fp32 phase, table stored once"

# (id, where the code comes from, the code, settings other than the defaults)
ROPE = [
    ("hf-llama", HF6, rope.H6.loaded, {}), ("hf-llama-cast", HF6, rope.H6.cast, {}),
    ("zero-init", HF1, rope.H1.zero_init, {}), ("module-cast", HF1, rope.H1.cast, {}),
    ("hf-4.28", HF1, rope.H1.loaded, {}), ("hf-4.28-cast", HF1, rope.H1.cast, {}),
    ("hf-4.28-autocast", HF1, rope.H1.autocast, {}), ("hf-4.28-zero-init", HF1, rope.H1.zero_init, {}),
    ("hf-4.31", HF2, rope.H2.loaded, {}), ("hf-4.31-cast", HF2, rope.H2.cast, {}),
    ("hf-4.31-autocast", HF2, rope.H2.autocast, {}), ("hf-4.31-zero-init", HF2, rope.H2.zero_init, {}),
    ("hf-4.31", HF2, rope.H2.loaded, {"scaling": LINEAR}), ("hf-4.31-cast", HF2, rope.H2.cast, {"scaling": LINEAR}),
    ("hf-4.31-zero-init", HF2, rope.H2.zero_init, {"scaling": LINEAR}),
    ("hf-4.38-cached", HF4, rope.H4.loaded, {}), ("hf-4.38-cached-cast", HF4, rope.H4.cast, {}),
    ("hf-4.38-cached-zero-init", HF4, rope.H4.zero_init, {}),
    ("hf-4.38.0", HF5, rope.H5.loaded, {}), ("hf-4.38.0-cast", HF5, rope.H5.cast, {}),
    ("hf-4.38.0-autocast", HF5, rope.H5.autocast, {}),
    ("hf-4.43", HF7, rope.H7.loaded, {}), ("hf-4.43-cast", HF7, rope.H7.cast, {}),
    ("hf-5", HF8, rope.H8.loaded, {}), ("hf-5-cast", HF8, rope.H8.cast, {}),
    ("hf-5", HF8, rope.H8.loaded, {"scaling": LINEAR}), ("hf-5-cast", HF8, rope.H8.cast, {"scaling": LINEAR}),
    ("hf-5", HF8, rope.H8.loaded, {"scaling": YARN}), ("hf-5-cast", HF8, rope.H8.cast, {"scaling": YARN}),
    ("hf-5", HF8, rope.H8.loaded, {"base": 1e6}), ("hf-5", HF8, rope.H8.loaded, {"dim": 24}),
    ("meta-llama", "written after meta-llama/llama model.py", rope.meta_llama, {}),
    ("baichuan-7b", HF1, rope.H1.loaded, {}), ("baichuan-7b-cast", HF1, rope.H1.cast, {}),
    ("baichuan2-7b", "written here: fp32 phase and table", rope.single_table, {}),
    ("gpt-neox-2021", "written after EleutherAI/gpt-neox 2021", rope.neox_2021, {}),
    ("gpt-neox-2021", "written after EleutherAI/gpt-neox 2021", rope.neox_2021, {"dim": 24}),
    ("gpt-neox", PLAIN, rope.single_phase, {}),
    ("gpt-j", "transformers 5.24.0 create_sinusoidal_positions", rope.gpt_j, {"dim": 64}),
    ("gpt-j-default-dtype", "transformers 4.28.1 create_sinusoidal_positions", rope.gpt_j_default_dtype, {"dim": 64}),
    ("qwen-7b", PLAIN, rope.single_phase, {}),
    ("chatglm-6b", "written after THUDM/chatglm-6b", rope.chatglm, {"dim": 64}),
    ("chatglm2-6b", "written after THUDM/chatglm2-6b", rope.chatglm2, {"dim": 64}),
    ("vllm", PLAIN, rope.single_phase, {}), ("vllm-2023", PLAIN, rope.single_phase, {}),
    ("megatron", "megatron-core 0.9.0 RotaryEmbedding", rope.megatron, {}),
    ("megatron", "megatron-core 0.9.0 RotaryEmbedding", rope.megatron, {"scaling": LINEAR}),
    ("flash-attn-2023", "flash-attn 1.0.5 RotaryEmbedding", rope.flash_attention("1.0.5", True), {}),
    ("flash-attn", "flash-attn 2.8.3 RotaryEmbedding", rope.flash_attention("2.8.3", True), {}),
    ("tf32-matmul", "written here: operands of a product in tf32", rope.tf32_matmul, {}),
    ("frequency-cast", "written here: frequencies cast and widened", rope.cast_frequencies, {}),
    ("xpos-torchscale", "torchscale 0.3.0 fixed_pos_embedding", rope.torchscale, {}),
    ("xpos-flash-attn", "flash-attn 2.8.3 RotaryEmbedding", rope.flash_attention("2.8.3", True), {}),
    ("position-and-frequency", "written here: both cast and widened", rope.cast_both, {}),
    ("arange-cpu", HF1 + " on CPU", rope.H1.cast, {}),
]
SINUSOID = [
    ("tutorial", "written after the PyTorch tutorial", sinusoid.tutorial, {}),
    ("tensor2tensor", "written after tensor2tensor get_timing_signal_1d", sinusoid.tensor2tensor, {}),
    ("fairseq", "fairseq 0.12.2 SinusoidalPositionalEmbedding", sinusoid.fairseq, {}),
    ("gpt-neox-sinusoid", PLAIN, sinusoid.single_phase, {}),
    ("transformer-xl", "transformers 4.31.0 PositionalEmbedding in a cast module", sinusoid.transformer_xl(True), {}),
    ("zero-init", "written here: float positions under zero.Init", sinusoid.constructed, {}),
    ("module-cast", "written after EleutherAI/gpt-neox in a cast module", sinusoid.module_cast, {}),
    ("hf-llama", PLAIN, sinusoid.single_phase, {}), ("hf-llama-cast", "written here", rope.cast_frequencies, {}),
]


class Words:
    """Sets of words, each written once and called by its hash."""

    def __init__(self):
        self.lines = {}

    def add(self, stage, words):
        """`words`: [positions, pairs], [positions] or [pairs]; returns the name of the set."""
        name = fnv1a(words)
        if name in self.lines:
            return name
        if words.ndim == 1:
            self.lines[name] = [[name, stage, "all", trimmed(words)]]
        else:
            pairs = shown_columns(stage, words.shape[1])
            self.lines[name] = [[name, stage, str(position), trimmed(words[POSITIONS.index(position), pairs])]
                                for position in (FULL[::3] if stage == "rotated" else FULL)]
        return name

    def rows(self):
        return [row for name in sorted(self.lines) for row in self.lines[name]]


def shown_columns(stage, width):
    """The pairs whose words are written; of rotated vectors both halves."""
    if stage != "rotated":
        return [pair for pair in PAIRS if pair < width]
    return [half + pair for half in (0, width // 2) for pair in PAIRS if pair < width // 2]


def last_place(words, dtype):
    """One unit in the last place of the format that stores these fp32 words."""
    bits = 0 if words.dtype != np.uint32 else {torch.float32: 0, torch.bfloat16: 16, torch.float16: 13}[dtype]
    return 1 << bits if not np.any(words & ((1 << bits) - 1)) else 1


def comparison(stage, library, rounded, dtype):
    """Entries that differ, and by how many units of the last place. Of cos and sin the latter counts where the angles
    agree: the library's function alone; of rotated vectors, whose terms cancel, not at all."""
    first, second = library[stage], rounded[stage]
    apart = np.abs(first.astype(np.int64) - second.astype(np.int64))
    if stage in ("cos", "sin"):
        apart = apart[library["angle"] == rounded["angle"]]
    if stage == "rotated":
        apart = np.zeros(1, dtype=np.int64)
    unit = last_place(np.concatenate([first.reshape(-1), second.reshape(-1)]), dtype)
    return [str(int((first != second).sum())), str(int(apart.max(initial=0)) // unit)]


def run(entry, code, setting, rounded):
    """The stages as words: position [385], frequency [pairs], angle, cos and sin [385, pairs], rotated [385, dim]."""
    with Observer(setting.total, setting.pairs(), rounded, POSITIONS) as seen:
        cosine, sine = code(setting)
    stages = {"position": seen.position[POSITIONS], "frequency": seen.frequency, "angle": seen.angle[POSITIONS]}
    for name, table in (("cos", cosine), ("sin", sine)):
        stages[name] = table.reshape(setting.total, -1)[:, :setting.pairs()][POSITIONS]
    return in_words(entry, setting, stages)


def in_words(entry, setting, stages):
    tables = [torch.as_tensor(stages[name]) for name in ("cos", "sin")]
    stages = {**stages, "rotated": rope.application(entry)(*tables, setting.dtype)}
    return {name: words32(values).reshape(values.shape) for name, values in stages.items()}


def llama_cpp(setting):
    """theta_i = fp32(theta_(i-1) * theta_scale) from theta_0 = position; no frequencies of its own."""
    scale = np.float32(np.power(setting.base, -2.0 / setting.dim))
    theta, angles = np.array(POSITIONS, dtype=np.float32), []
    for _ in range(setting.pairs()):
        angles.append(theta)
        theta = theta * scale
    angles = np.stack(angles, axis=1)
    exact = angles.astype(np.float64)
    stages = {"position": np.array(POSITIONS), "frequency": np.ones(setting.pairs()), "angle": angles,
              "cos": np.float32(np.cos(exact)), "sin": np.float32(np.sin(exact))}
    return in_words("llama.cpp", setting, stages)


def in_double(setting, entry):
    """Everything in double; `formula` stores the table once."""
    frequencies = np.power(setting.base, -2.0 * np.arange(setting.pairs()) / setting.dim)
    positions = np.array(POSITIONS, dtype=np.float64)
    angles = positions[:, None] * frequencies[None]
    stages = {"position": positions, "frequency": frequencies, "angle": angles}
    for name, table in (("cos", np.cos(angles)), ("sin", np.sin(angles))):
        stages[name] = torch.from_numpy(table).float().to(setting.dtype) if entry == "formula" else table
    return in_words(entry, setting, stages)


def notation(scaling):
    if not scaling:
        return "none"
    keys = [part for key, value in scaling.items() if key != "rope_type" for part in (key, number(value))]
    return "~".join([scaling["rope_type"], *keys])


def index_row(scheme, entry, label, setting, source, words, library, rounded):
    """One line of recipes.tsv: of every stage the set with rounded functions, the library's, how far apart."""
    row = [scheme, entry, label, str(setting.dim), number(setting.base), notation(setting.scaling),
           str(setting.total), source]
    for stage in STAGES if scheme == "rope" else STAGES[:-1]:
        row.append(":".join([words.add(stage, rounded[stage]), words.add(stage, library[stage]),
                             *comparison(stage, library, rounded, setting.dtype)]))
    return row


def phase_rows(words):
    for scheme, entries in (("rope", ROPE), ("sinusoid", SINUSOID)):
        for entry, source, code, options in entries:
            for label, dtype in FORMATS.items():
                setting = rope.Setting(dtype, TOTAL, **options)
                with arange_of(entry):
                    library, rounded = (run(entry, code, setting, exact) for exact in (False, True))
                yield index_row(scheme, entry, label, setting, source, words, library, rounded)
        for label, dtype in FORMATS.items():
            setting = rope.Setting(dtype, TOTAL)
            for entry in ("exact", "formula"):
                stages = in_double(setting, entry)
                yield index_row(scheme, entry, label, setting, "numpy in double", words, stages, stages)
            if scheme == "rope":
                stages = llama_cpp(setting)
                yield index_row(scheme, "llama.cpp", label, setting, "written after ggml-cpu ops.cpp", words, stages,
                                stages)


def arange_of(entry):
    """arange-cpu alone keeps the CPU's arange; all others get the accelerator's."""
    return contextlib.nullcontext() if entry == "arange-cpu" else accelerator_arange()


RECIPES_HEADER = [
    "What each recipe of the catalogue computes, stage by stage, on torch 2.9.1; see README.md",
    "A stage is rounded:library:differing:apart. rounded and library name sets of words (hashes): with correctly "
    "rounded fp32 pow, exp, cos and sin, and with the library's. differing: entries of the set at which they differ. "
    "apart: the largest difference in units of the last place of the stored format; for cos and sin where the angles "
    "agree; not counted for rotated, where terms cancel. rotated (rope only): a vector of ones, c - s of all pairs, "
    "then c + s.",
    "scheme\trecipe\tformat\tdim\tbase\tscaling\ttotal\tsource\t" + "\t".join(STAGES),
]
WORDS_HEADER = [
    "Sets of fp32 words in hexadecimal, zero digits at the end left out; see README.md",
    "Positions: 0..300, 2040..2060, 4090..4110, 8180..8200, 131060..131080. Lines with a position hold the pairs "
    + ",".join(map(str, PAIRS)) + " as far as there are so many, rotated vectors both halves; `all` is "
    "the whole set.",
    "set\tstage\tposition\twords",
]


def main():
    check_versions()
    logging.set_verbosity_error()
    words = Words()
    rows = sorted(phase_rows(words))
    write_table(HERE / "recipes.tsv", RECIPES_HEADER, rows)
    write_table(HERE / "recipe_words.tsv", WORDS_HEADER, words.rows())


if __name__ == "__main__":
    main()
