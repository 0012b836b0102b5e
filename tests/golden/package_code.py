"""Classes and functions of published packages, taken from the archives by name and run as they are.

Old releases cannot be installed beside each other; their rotary classes need nothing but torch, so only the named
definitions are read from the archive. README.md tells how to fetch the archives.
"""
import __future__

import ast
import math
import os
import tarfile
import types
import typing
import zipfile
from pathlib import Path

import torch

PACKAGES = Path(os.environ.get("POSCOPE_GOLDEN_PACKAGES", "packages"))


def source_of(archive, member):
    path = PACKAGES / archive
    if path.suffix == ".whl":
        return zipfile.ZipFile(path).read(member).decode()
    with tarfile.open(path) as files:
        names = [name for name in files.getnames() if name.endswith("/" + member)]
        return files.extractfile(names[0]).read().decode()


def quiet_logger():
    return types.SimpleNamespace(warning_once=lambda *_: None, warning=lambda *_: None)


def load(archive, member, *names, **extra):
    """The named definitions of a module in an archive, in one namespace."""
    text = source_of(archive, member)
    space = {"torch": torch, "nn": torch.nn, "math": math, "logger": quiet_logger(), "Tensor": torch.Tensor,
             "rearrange": lambda tensor, _: tensor[:, None], **{name: getattr(typing, name) for name in
                                                               ("Any", "Optional", "Tuple", "Union", "Callable")},
             **extra}
    for node in ast.parse(text).body:
        if getattr(node, "name", None) in names or (isinstance(node, ast.Assign) and
                                                    getattr(node.targets[0], "id", None) in names):
            code = compile(ast.Module([node], []), member, "exec", flags=__future__.annotations.compiler_flag,
                           dont_inherit=True)
            exec(code, space)
    missing = [name for name in names if name not in space]
    if missing:
        raise SystemExit(f"{archive}: {member} does not define {missing}")
    return types.SimpleNamespace(**{name: space[name] for name in names})


def transformers_release(version, member, *names, **extra):
    return load(f"transformers-{version}-py3-none-any.whl", f"transformers/{member}", *names, **extra)
