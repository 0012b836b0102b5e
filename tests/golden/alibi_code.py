"""What each ALiBi recipe runs. Every entry is a function (heads, keys, dtype) that returns a Bias.

The query is the last one, keys - 1. `position` is the index as the product takes it, [keys]; `slope` [heads];
`product` and `bias` [heads, keys].
"""
import math
from dataclasses import dataclass

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from transformers.models.bloom import modeling_bloom
from transformers.models.falcon import modeling_falcon
from transformers.models.mpt import modeling_mpt

from observe import aten, elementary, once_rounded
from package_code import load


@dataclass
class Bias:
    slope: torch.Tensor
    position: torch.Tensor
    product: torch.Tensor
    bias: torch.Tensor


class ProductObserver(TorchDispatchMode):
    """Sees the product of slopes and index."""

    def __init__(self, heads, keys, rounded):
        super().__init__()
        self.heads, self.keys, self.rounded = heads, keys, rounded
        self.slope = self.position = self.product = None

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = elementary(function, args) if self.rounded else None
        if result is None:
            result = function(*args, **(kwargs or {}))
        if function.overloadpacket is aten.mul and result.numel() == self.heads * self.keys:
            sizes = [operand.numel() for operand in args[:2]]
            if sorted(sizes) == sorted((self.heads, self.keys)):
                self.slope = args[sizes.index(self.heads)].reshape(-1).to(result.dtype)
                self.position = args[sizes.index(self.keys)].reshape(-1).to(result.dtype)
                self.product = result.reshape(self.heads, self.keys).clone()
        return result


def observed(build):
    """An entry for code that multiplies slopes by an index vector; build(heads, keys, dtype) gives the bias."""

    def run(heads, keys, dtype, rounded):
        with ProductObserver(heads, keys, rounded) as seen:
            bias = build(heads, keys, dtype)
        return Bias(seen.slope, seen.position, seen.product, bias.reshape(heads, keys))

    return run


def press_slopes(heads):
    """In Python's double: a geometric series, the missing heads from every second term of the next one."""

    def series(count):
        start = 2.0 ** -(2.0 ** -(math.log2(count) - 3))
        return [start * start**head for head in range(count)]

    if math.log2(heads).is_integer():
        return series(heads)
    power = 2 ** math.floor(math.log2(heads))
    return series(power) + press_slopes(2 * power)[0::2][:heads - power]


def press(heads, keys, dtype):
    slopes = torch.Tensor(press_slopes(heads))
    return (slopes[:, None] * torch.arange(keys)[None]).to(dtype)


def distances(keys):
    """j - i of the last query."""
    return torch.arange(keys) - (keys - 1)


def baichuan_training(heads, keys, dtype):
    """Relative positions, by taking the diagonal off each row; the last row is looked at."""
    slopes = torch.Tensor(press_slopes(heads))
    last = torch.arange(keys) - keys + 1
    row = last[None] - last[-1]  # the last row of position_point - diag(position_point)
    return (slopes[:, None] * row.float()).to(dtype)


def baichuan_inference(heads, keys, dtype):
    """As published: the diagonal of a matrix of one row has one element, so absolute positions come back."""
    slopes = torch.Tensor(press_slopes(heads))
    point = (torch.arange(keys) - keys + 1)[None, None].expand(heads, -1, -1)
    point = point - torch.diag(point[0])[0]
    return (slopes[:, None, None] * point[:1]).to(dtype)


def bloom(heads, keys, dtype):
    return modeling_bloom.build_alibi_tensor(torch.ones(1, keys, dtype=torch.int64), heads, dtype)


def falcon(heads, keys, dtype):
    return modeling_falcon.build_alibi_tensor(torch.ones(1, keys, dtype=torch.int64), heads, dtype)


def mpt(heads, keys, dtype):
    return modeling_mpt.build_mpt_alibi_tensor(heads, keys)


def llm_foundry(heads, keys, dtype):
    member = "llmfoundry/models/layers/attention.py"
    space = load("llm_foundry-0.22.0-py3-none-any.whl", member, "gen_slopes", "build_alibi_bias")
    return space.build_alibi_bias(heads, keys, dtype=dtype)


def gpt_neox(heads, keys, dtype):
    """Distance, slopes and product in the model's format."""
    return torch.Tensor(press_slopes(heads)).to(dtype)[:, None] * distances(keys).to(dtype)[None]


def fp32_relative(heads, keys, dtype):
    return torch.Tensor(press_slopes(heads))[:, None] * distances(keys).float()[None]


def fp32_absolute(heads, keys, dtype):
    return torch.Tensor(press_slopes(heads))[:, None] * torch.arange(keys).float()[None]


def slopes_cast(heads, keys, dtype):
    slopes = torch.Tensor(press_slopes(heads)).to(dtype).float()
    return slopes[:, None] * distances(keys).float()[None]


def ggml(heads, keys, dtype, rounded):
    """fp32 powers of two fp32 bases; the mask is stored in fp16."""
    power = 2 ** math.floor(math.log2(heads))
    bases = [once_rounded(np.power, torch.float32, torch.tensor(2.0), torch.tensor(exponent))
             for exponent in (-8.0 / power, -4.0 / power)]
    slopes = [once_rounded(np.power, torch.float32, bases[0 if head < power else 1],
                           torch.tensor(head + 1.0 if head < power else 2.0 * (head - power) + 1))
              for head in range(heads)]
    slopes, mask = torch.stack(slopes), distances(keys).half().float()
    product = slopes[:, None] * mask[None]
    return Bias(slopes, mask, product, product)


# id: (where the code comes from, the code)
ALIBI = {
    "press": ("written after Press et al.'s fairseq fork", observed(press)),
    "bloom": ("transformers 5.24.0 modeling_bloom.build_alibi_tensor", observed(bloom)),
    "falcon": ("transformers 5.24.0 modeling_falcon.build_alibi_tensor", observed(falcon)),
    "baichuan-13b": ("written after Baichuan-13B", observed(press)),
    "relative": ("written after Baichuan2-13B, training", observed(baichuan_training)),
    "baichuan2-inference": ("written after Baichuan2-13B, inference", observed(baichuan_inference)),
    "mpt": ("transformers 5.24.0 modeling_mpt.build_mpt_alibi_tensor", observed(mpt)),
    "llm-foundry": ("llm-foundry 0.22.0 build_alibi_bias", observed(llm_foundry)),
    "gpt-neox-alibi": ("written after EleutherAI/gpt-neox AliBi", observed(gpt_neox)),
    "flash-attn-alibi": ("written after flash-attention csrc alibi.h", observed(fp32_absolute)),
    "vllm-alibi": ("written after vLLM paged attention", observed(fp32_relative)),
    "llama.cpp-alibi": ("written after ggml softmax", ggml),
    "slopes-cast": ("written after flash-attention issue 845", observed(slopes_cast)),
}
