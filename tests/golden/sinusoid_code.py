"""What each recipe of sinusoidal tables runs; see rope_code.py. Every entry returns (cos, sin)."""
import math

import torch

from observe import zero_init
from package_code import load, transformers_release
from rope_code import plain_frequencies, single_phase


def tutorial(setting):
    """Integer positions times exp(2i * -ln(base)/d)."""
    frequencies = torch.exp(torch.arange(0, setting.dim, 2) * (-math.log(setting.base) / setting.dim))
    angles = torch.arange(setting.total).unsqueeze(1) * frequencies
    return torch.cos(angles).to(setting.dtype), torch.sin(angles).to(setting.dtype)


def tensor2tensor(setting):
    """min * exp(-i * ln(max/min) / (pairs - 1)) with min 1 and max 1e4."""
    step = math.log(setting.base / 1.0) / max(setting.pairs() - 1, 1)
    frequencies = 1.0 * torch.exp(torch.arange(setting.pairs()).float() * -step)
    angles = torch.arange(setting.total).float()[:, None] * frequencies[None]
    return torch.cos(angles).to(setting.dtype), torch.sin(angles).to(setting.dtype)


def fairseq(setting):
    space = load("fairseq-0.12.2.tar.gz", "fairseq/modules/sinusoidal_positional_embedding.py",
                 "SinusoidalPositionalEmbedding")
    table = space.SinusoidalPositionalEmbedding.get_embedding(setting.total, setting.dim, None).to(setting.dtype)
    return table[:, setting.pairs():], table[:, :setting.pairs()]


def transformer_xl(cast):
    """Distances in the dtype of the embeddings; the buffer inv_freq is cast with the module."""

    def run(setting):
        space = transformers_release("4.31.0", "models/transfo_xl/modeling_transfo_xl.py", "PositionalEmbedding")
        module = space.PositionalEmbedding(setting.dim)
        module = module.to(setting.dtype) if cast else module
        table = module(torch.arange(setting.total, dtype=setting.dtype))[:, 0].to(setting.dtype)
        return table[:, setting.pairs():], table[:, :setting.pairs()]

    return run


def constructed(setting):
    """A table over float positions, made under zero.Init."""
    with zero_init(setting.dtype):
        positions = torch.arange(setting.total, dtype=torch.float32)
        angles = torch.outer(positions, plain_frequencies(setting))
    return angles.cos().to(setting.dtype), angles.sin().to(setting.dtype)


def module_cast(setting):
    frequencies = plain_frequencies(setting).to(setting.dtype)
    angles = torch.einsum("i,j->ij", torch.arange(setting.total).type_as(frequencies), frequencies)
    return angles.cos(), angles.sin()


__all__ = ["constructed", "fairseq", "module_cast", "single_phase", "tensor2tensor", "transformer_xl", "tutorial"]
