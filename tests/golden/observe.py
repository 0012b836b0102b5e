"""Watches real code compute positions, frequencies, angles and tables, and changes its surroundings.

An Observer sees every operation that PyTorch runs: the product that gives the angles (its operands are the position
and the frequency stage), then what cos and sin are taken of. With `rounded`, pow, exp, cos and sin are correctly
rounded fp32 functions instead of the library's; everything else stays PyTorch's.
"""
import contextlib

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

aten = torch.ops.aten
LOW = (torch.bfloat16, torch.float16)


def once_rounded(function, dtype, *operands):
    """A function computed in double, rounded to fp32, then to dtype."""
    with np.errstate(all="ignore"):
        exact = function(*(operand.double().numpy() for operand in operands))
    return torch.from_numpy(np.asarray(exact)).float().to(dtype)


def at_rows(function, values, total, rows):
    """A function of single numbers at some rows of the dimension of size total; the others are left zero."""
    if total not in values.shape:
        return function(values)
    dimension, chosen = values.shape.index(total), torch.tensor(rows)
    return torch.zeros_like(values).index_copy_(dimension, chosen, function(values.index_select(dimension, chosen)))


def elementary(function, args):
    """The correctly rounded result of pow, exp, cos, sin or polar; None for any other operation."""
    packet = function.overloadpacket
    names = {aten.cos: np.cos, aten.sin: np.sin, aten.exp: np.exp}
    if packet in names:
        return once_rounded(names[packet], args[0].dtype, args[0])
    if packet is aten.pow:
        tensors = [argument for argument in args if isinstance(argument, torch.Tensor)]
        dtype = next(tensor.dtype for tensor in tensors if tensor.is_floating_point())
        operands = [torch.as_tensor(argument).to(dtype) for argument in args]
        return once_rounded(np.power, dtype, *operands)
    if packet is aten.polar:
        cosine, sine = (once_rounded(f, torch.float32, args[1]) for f in (np.cos, np.sin))
        return torch.complex(args[0] * cosine, args[0] * sine)
    return None


class Observer(TorchDispatchMode):
    """After a run: position, frequency, angle (None when not seen)."""

    def __init__(self, total, pairs, rounded, rows):
        super().__init__()
        self.total, self.pairs, self.rounded, self.rows = total, pairs, rounded, rows
        self.position = self.frequency = self.angle = None

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        packet = function.overloadpacket
        result = self.rounded_result(function, packet, args) if self.rounded else None
        if result is None:
            result = function(*args, **(kwargs or {}))
        if packet in (aten.mul, aten.bmm, aten.mm) and self.angle is None:
            self.see_product(args, result)
        if packet in (aten.cos, aten.sin, aten.polar) and self.angle is None:
            self.see_angle(args[-1])
        return result

    def rounded_result(self, function, packet, args):
        """Tables are long: their functions are worked out at the rows that are looked at."""
        if packet in (aten.cos, aten.sin):
            return at_rows(lambda values: elementary(function, (values,)), args[0], self.total, self.rows)
        return elementary(function, args)

    def see_angle(self, angle):
        """Caches that a constructor makes for fewer positions are not the ones in question."""
        if angle.numel() in (self.total * self.pairs, 2 * self.total * self.pairs):
            self.angle = angle.reshape(self.total, -1)[:, :self.pairs].clone()

    def see_product(self, args, result):
        tensors = [argument for argument in args[:2] if isinstance(argument, torch.Tensor)]
        if result.numel() != self.total * self.pairs or len(tensors) != 2:
            return
        sizes = [tensor.numel() for tensor in tensors]
        if sorted(sizes) == sorted((self.total, self.pairs)):
            self.position = tensors[sizes.index(self.total)].reshape(-1).to(result.dtype)
            self.frequency = tensors[sizes.index(self.pairs)].reshape(-1).to(result.dtype)


@contextlib.contextmanager
def patched_arange(change):
    original = torch.arange
    torch.arange = lambda *args, **kwargs: change(original, args, kwargs)
    try:
        yield
    finally:
        torch.arange = original


def accelerator_arange():
    """torch.arange as CUDA computes it: every number in fp32, rounded once (PIPELINES 8.3)."""

    def change(original, args, kwargs):
        result = original(*args, **kwargs)
        if result.dtype in LOW:
            kwargs = {**kwargs, "dtype": torch.float32}
            result = original(*args, **kwargs).to(result.dtype)
        return result

    return patched_arange(change)


def zero_init(dtype):
    """Constructors under DeepSpeed's zero.Init: a floating arange is cast, an integer one is left alone."""

    def change(original, args, kwargs):
        result = original(*args, **kwargs)
        return result.to(dtype) if result.is_floating_point() else result

    return patched_arange(change)


@contextlib.contextmanager
def accelerator_autocast(dtype):
    """An autocast region as on CUDA. The CPU's list of operations has no einsum, CUDA's has (both dispatch tables can
    be read on any machine); torch.outer is in neither."""
    if dtype not in LOW:
        yield
        return
    original = torch.einsum
    torch.einsum = lambda equation, *operands: original(equation, *(operand.to(dtype) for operand in operands))
    try:
        with torch.autocast("cpu", dtype=dtype):
            yield
    finally:
        torch.einsum = original


@contextlib.contextmanager
def default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)
