"""What a kernel's code depends on, as a hash: of the function itself, not of the file that it lies in.

A comment, a docstring or a new function beside it changes nothing. What it calls is not part of it: which callees a kernel was
compiled with is kept beside its code, see `store`. What Numba would copy into it (constants, other functions that are written
out in place) is.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import types
from numba.extending import is_jitted

from .late import LateKernel
from .linking import LINKED_INSTRUCTIONS, processor

_PACKAGE = __name__.split(".", maxsplit=1)[0]
_MACHINERY = (
    *(f"compiling/{name}" for name in ("groups", "indexing", "late", "linking", "lowering", "reshaping", "target")),
    "simd",
    "native",
)
_FORMAT = 3  # of the files of `store`, and of what is hashed here


def code_key(function: Callable[..., Any], options: dict[str, Any]) -> str:
    """Hash of a Python function as compiled code sees it, and of how it is to be compiled.

    Raises TypeError if it reads a global value that has no stable text.
    """
    text = "\n".join((repr(sorted((name, str(value)) for name, value in options.items())), *_function_texts(function)))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _function_texts(function: Any) -> Iterator[str]:
    yield from _code_texts(function.__code__, function.__doc__)
    yield _text((function.__defaults__, tuple(sorted((function.__kwdefaults__ or {}).items()))), ())
    read = set(_names(function.__code__))
    for name in sorted(read & function.__globals__.keys()):
        yield f"{name}={_text(function.__globals__[name], read)}"
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield f"{name}={_text(cell.cell_contents, read)}"


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code_texts(code: CodeType, doc: str | None) -> Iterator[str]:
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount, code.co_flags))
    yield getattr(code, "co_exceptiontable", b"").hex()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_texts(constant, None)
        elif doc is None or constant != doc:
            yield _text(constant, ())


def _text(value: Any, read: Any) -> str:
    """A text that is the same in every process for the same value, and differs for another."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(_text(item, read) for item in value)})"
    if isinstance(value, frozenset | set):
        return f"set({', '.join(sorted(_text(item, read) for item in value))})"
    if isinstance(value, np.ndarray):
        return f"array {_text(value.dtype, ())} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.dtype):
        return f"dtype {value.descr if value.names else value.str}"
    if isinstance(value, np.generic):
        return f"{value.dtype.str} {value.tobytes().hex()}"
    if is_jitted(value):
        return _kernel_text(value)
    if isinstance(value, LateKernel):
        return f"late {_kernel_text(value.dispatcher)} {value.returns}"
    if isinstance(value, types.ExternalFunction):
        return f"external {value.symbol} {value.sig}"
    if isinstance(value, types.Type):
        return f"type {value}"
    if isinstance(value, np.ufunc | BuiltinFunctionType):
        return f"function {value.__name__}"
    if isinstance(value, type):
        return f"class {value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    if isinstance(value, ModuleType):
        return _module_text(value, read)
    if isinstance(value, CellType):
        return _text(value.cell_contents, read)
    definition = getattr(value, "_defn", None)  # an intrinsic: Python that writes code
    if isinstance(definition, FunctionType):
        return f"intrinsic {definition.__qualname__} {_file_hash(definition.__code__.co_filename)}"
    if isinstance(value, FunctionType) or callable(value):  # as NumPy's own functions, which Numba has code for
        return f"callable {value.__module__}.{value.__qualname__}"
    raise TypeError(f"a kernel reads {value!r} of {type(value).__name__}, of which no stable text is known")


def _kernel_text(dispatcher: Any) -> str:
    function, options = dispatcher.py_func, dispatcher.targetoptions
    name = f"kernel {function.__module__}.{function.__qualname__}"
    if options.get("inline") == "always":
        return f"{name} {code_key(function, options)}"
    return name


def _module_text(module: ModuleType, read: Any) -> str:
    if module.__name__.split(".", maxsplit=1)[0] != _PACKAGE:
        return f"module {module.__name__}"
    values = {name: getattr(module, name) for name in sorted(read) if hasattr(module, name)}
    return f"module {module.__name__} {[(name, _text(value, ())) for name, value in values.items()]}"


@cache
def _file_hash(path: str | os.PathLike[str]) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]


@cache
def platform_key() -> str:
    """What all kept code depends on, readable: versions, the processor it is made for, and our own compiling."""
    here = Path(__file__).parents[1]
    machinery = hashlib.sha256("".join(_file_hash(here / f"{name}.py") for name in _MACHINERY).encode()).hexdigest()[:8]
    name, features = processor()
    other = hashlib.sha256(repr((_FORMAT, features, __name__, LINKED_INSTRUCTIONS, np.__version__)).encode()).hexdigest()[:4]
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    system = platform.system().lower()
    return f"{python}-{system}-{name}-numba{numba.__version__}-llvmlite{llvmlite.__version__}-{machinery}{other}"
