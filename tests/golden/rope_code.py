"""What each RoPE recipe of the catalogue runs: classes of published packages where there are any, else code written
here after the implementation's own steps.

Every entry is a function of a Setting that returns (cos, sin), each [total, pairs] or [total, 2 pairs].
"""
import types
from dataclasses import dataclass

import torch
from transformers import LlamaConfig
from transformers.models.gptj.modeling_gptj import create_sinusoidal_positions
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb

from observe import accelerator_autocast, default_dtype, zero_init
from package_code import load, transformers_release

LLAMA = "models/llama/modeling_llama.py"


@dataclass
class Setting:
    dtype: torch.dtype
    total: int
    dim: int = 128
    base: float = 10000.0
    scaling: dict | None = None  # keys of rope_parameters, with rope_type

    def pairs(self):
        return self.dim // 2

    def positions(self):
        return torch.arange(self.total)[None]

    def like(self):
        return torch.empty(1, dtype=self.dtype)


# --- transformers, release by release

def cached_class(version, member, name):
    """A class with a cos/sin cache (H1 to H4); with linear scaling its subclass."""

    def build(setting, longest):
        found = transformers_release(version, member, name)
        kind, extra = getattr(found, name), {}
        if setting.scaling:
            linear = name.replace("Rotary", "LinearScalingRotary")
            kind = getattr(transformers_release(version, member, linear, **{name: kind}), linear)
            extra = {"scaling_factor": setting.scaling["factor"]}
        return kind(setting.dim, longest, base=setting.base, **extra)

    def loaded(setting):
        return build(setting, setting.total)(setting.like(), seq_len=setting.total)

    def cast(setting):
        return build(setting, 2048).to(setting.dtype)(setting.like(), seq_len=setting.total)

    def autocast(setting):
        module = build(setting, 2048)
        with accelerator_autocast(setting.dtype):
            return module(setting.like(), seq_len=setting.total)

    def constructed(setting):
        with zero_init(setting.dtype):
            return build(setting, setting.total)(setting.like(), seq_len=setting.total)

    return types.SimpleNamespace(loaded=loaded, cast=cast, autocast=autocast, zero_init=constructed)


def forward_class(make):
    """A class whose forward takes position ids (H5 and later); make(setting) constructs it."""

    def loaded(setting):
        return make(setting)(setting.like(), setting.positions())

    def cast(setting):
        return make(setting).to(setting.dtype)(setting.like(), setting.positions())

    def autocast(setting):
        module = make(setting)
        with accelerator_autocast(setting.dtype):
            return module(setting.like(), setting.positions())

    return types.SimpleNamespace(loaded=loaded, cast=cast, autocast=autocast)


def released(version):
    def make(setting):
        extra = {}
        if version == "4.43.4":
            utils = transformers_release(version, "modeling_rope_utils.py", "_compute_default_rope_parameters")
            extra["ROPE_INIT_FUNCTIONS"] = {"default": utils._compute_default_rope_parameters}
        kind = transformers_release(version, LLAMA, "LlamaRotaryEmbedding", **extra).LlamaRotaryEmbedding
        return kind(dim=setting.dim, base=setting.base)

    return make


def installed(setting):
    rope = {"rope_type": "default", "rope_theta": setting.base, **(setting.scaling or {})}
    return LlamaRotaryEmbedding(LlamaConfig(hidden_size=4 * setting.dim, num_attention_heads=4, head_dim=setting.dim,
                                            max_position_embeddings=setting.total, rope_parameters=rope))


H1 = cached_class("4.28.1", LLAMA, "LlamaRotaryEmbedding")
H2 = cached_class("4.31.0", LLAMA, "LlamaRotaryEmbedding")
H4 = cached_class("4.38.0", "models/mistral/modeling_mistral.py", "MistralRotaryEmbedding")
H5 = forward_class(released("4.38.0"))
H6 = forward_class(released("4.38.2"))
H7 = forward_class(released("4.43.4"))
H8 = forward_class(installed)


def gpt_j(setting):
    table = create_sinusoidal_positions(setting.total, setting.dim).to(setting.dtype)
    return table[:, setting.pairs():], table[:, :setting.pairs()]


def gpt_j_default_dtype(setting):
    old = transformers_release("4.28.1", "models/gptj/modeling_gptj.py", "create_sinusoidal_positions")
    with default_dtype(setting.dtype):
        table = old.create_sinusoidal_positions(setting.total, setting.dim).to(setting.dtype)
    return table[:, setting.pairs():], table[:, :setting.pairs()]


# --- other packages

def flash_attention(version, cast, **options):
    def run(setting):
        space = load(f"flash_attn-{version}.tar.gz", "flash_attn/layers/rotary.py", "RotaryEmbedding")
        module = space.RotaryEmbedding(setting.dim, base=setting.base, **options)
        module = module.to(setting.dtype) if cast else module
        sequence = torch.empty(1, setting.total, 1, dtype=setting.dtype)
        if version.startswith("1."):
            module._update_cos_sin_cache(sequence)
        else:
            module._update_cos_sin_cache(setting.total, device=sequence.device, dtype=setting.dtype)
        return module._cos_cached, module._sin_cached

    return run


def torchscale(setting):
    space = load("torchscale-0.3.0-py3-none-any.whl", "torchscale/component/xpos_relative_position.py",
                 "fixed_pos_embedding")
    sine, cosine = space.fixed_pos_embedding(torch.empty(setting.total, setting.pairs(), dtype=setting.dtype))
    return cosine, sine


def megatron(setting):
    state = types.SimpleNamespace(get_context_parallel_world_size=lambda: 1)
    space = load("megatron_core-0.9.0-cp311-cp311-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl",
                 "megatron/core/models/common/embeddings/rotary_pos_embedding.py", "RotaryEmbedding",
                 parallel_state=state)
    device, torch.cuda.current_device = torch.cuda.current_device, lambda: "cpu"
    try:
        factor = setting.scaling["factor"] if setting.scaling else None
        module = space.RotaryEmbedding(setting.dim, 1.0, seq_len_interpolation_factor=factor,
                                       rotary_base=setting.base, use_cpu_initialization=True)
        angles = module(setting.total).reshape(setting.total, setting.dim)
    finally:
        torch.cuda.current_device = device
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


# --- written here

def plain_frequencies(setting):
    exponents = torch.arange(0, setting.dim, 2).float() / setting.dim
    return 1.0 / setting.base ** exponents


def single_phase(setting, table_dtype=None):
    """fp32 positions, frequencies and angles; tables stored once."""
    angles = torch.outer(torch.arange(setting.total, dtype=torch.float32), plain_frequencies(setting))
    table = table_dtype or setting.dtype
    return angles.cos().to(table), angles.sin().to(table)


def single_table(setting):
    return single_phase(setting, torch.float32)


def meta_llama(setting):
    """A complex table of unit vectors over integer positions."""
    angles = torch.outer(torch.arange(setting.total), plain_frequencies(setting)).float()
    table = torch.polar(torch.ones_like(angles), angles)
    return table.real, table.imag


def neox_2021(setting):
    """Everything in the format of a cast buffer, but cos and sin through fp32 when that is bf16."""
    frequencies = plain_frequencies(setting).to(setting.dtype)
    positions = torch.arange(setting.total).type_as(frequencies)
    angles = torch.einsum("i,j->ij", positions, frequencies)
    if setting.dtype == torch.bfloat16:
        angles = angles.float()
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


def chatglm(setting):
    frequencies = plain_frequencies(setting).to(setting.dtype)
    positions = torch.arange(setting.total, dtype=frequencies.dtype)
    angles = torch.einsum("i,j->ij", positions, frequencies)
    return angles.cos(), angles.sin()


def chatglm2(setting):
    """Frequencies step by step in the module's format, angles there too, cos and sin in fp32, stored once."""
    exponents = torch.arange(0, setting.dim, 2, dtype=setting.dtype) / setting.dim
    frequencies = 1.0 / (setting.base ** exponents)
    positions = torch.arange(setting.total, dtype=setting.dtype)
    angles = torch.outer(positions, frequencies).float()
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


def cast_frequencies(setting):
    frequencies = plain_frequencies(setting).to(setting.dtype).float()
    angles = torch.outer(torch.arange(setting.total, dtype=torch.float32), frequencies)
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


def cast_both(setting):
    frequencies = plain_frequencies(setting).to(setting.dtype).float()
    positions = torch.arange(setting.total).to(setting.dtype).float()
    angles = torch.outer(positions, frequencies)
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


def to_tf32(values):
    """fp32 numbers kept to 10 fraction bits, to nearest, ties to even."""
    words = values.contiguous().view(torch.int32)
    kept = words + 0x0FFF + ((words >> 13) & 1)
    return (kept & ~0x1FFF).view(torch.float32)


def tf32_matmul(setting):
    positions = to_tf32(torch.arange(setting.total, dtype=torch.float32))
    angles = torch.outer(positions, to_tf32(plain_frequencies(setting)))
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


# --- ones rotated by a table: c - s of all pairs, then c + s

def rotated_each(cosine, sine, dtype):
    """transformers' own function: two products and a sum, each in the model's format."""
    query = torch.ones(1, 1, cosine.shape[0], 2 * cosine.shape[1], dtype=dtype)
    wide = [torch.cat((table, table), dim=-1)[None] for table in (cosine, sine)]
    return apply_rotary_pos_emb(query, query, *wide)[0].reshape(cosine.shape[0], -1)


def rotated_once(cosine, sine, dtype):
    """A complex product in fp32, rounded at the end, as meta-llama, kernels and fp32 tables have it."""
    query = torch.ones(*cosine.shape, 2, dtype=dtype).float()
    turned = torch.view_as_complex(query) * torch.complex(cosine.float(), sine.float())
    return torch.cat((turned.real, turned.imag), dim=-1).to(dtype)


def rotated_in_double(cosine, sine, _):
    return torch.cat((cosine.double() - sine.double(), cosine.double() + sine.double()), dim=-1)


ROUNDED_ONCE = {"meta-llama", "baichuan2-7b", "vllm", "flash-attn-2023", "flash-attn", "xpos-flash-attn", "llama.cpp"}


def application(recipe):
    """How an implementation turns vectors with its table."""
    if recipe in ("exact", "formula"):
        return rotated_in_double
    return rotated_once if recipe in ROUNDED_ONCE else rotated_each
