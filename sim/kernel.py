"""How the numerical kernels are compiled, and where the compiled code is kept.

`kernel` marks a function called only by other compiled code. `entry` marks one called from Python: it has one fixed signature,
is compiled (or read from the cache) at its first call, and accepts read-only and writable arrays alike at the same price.

What takes microseconds is called as a builtin instead, see `native`.

Numba's own cache does not notice an edit in a callee of another file, nor a changed flag, so the
cache folder is named by a hash of the file, of all files of `sim` that it imports, and of the versions used.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import re
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

F8 = np.dtype(np.float64)
_TURNS = threading.RLock()
_DECORATING = threading.Lock()

_FLAGS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": bool(os.environ.get("TORSEUR_BOUNDSCHECK")),
    # No reference counts: a third of a step's time went into them. The arrays belong to the callers in Python, and a kernel that
    # allocates does not compile unless it says so (`allocating`).
    "_nrt": False,
}


_RELATIVE_IMPORT = re.compile(r"^from (\.+)([\w.]*) import", re.MULTILINE)


@cache
def _source(path: Path) -> tuple[bytes, tuple[Path, ...]]:
    """The text of a file of `sim`, and the files of `sim` that it imports."""
    text = path.read_text(encoding="utf-8")
    imported = []
    for dots, dotted in _RELATIVE_IMPORT.findall(text):
        module = path.parents[len(dots) - 1].joinpath(*dotted.split("."))
        imported += [file for file in (module.with_suffix(".py"), module / "__init__.py") if file.is_file()]
    return text.encode(), tuple(imported)


@cache
def _key(path: Path) -> str:
    """Hash of everything that code compiled from this file depends on."""
    digest = hashlib.sha256()
    # With the name of the package, as what is kept names the modules that it came from.
    versions = (__name__, numba.__version__, np.__version__, platform.python_version(), platform.machine())
    digest.update(repr((versions, sorted(_FLAGS.items()))).encode())
    seen: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting += _source(file)[1]
    for file in sorted(seen):
        digest.update(_source(file)[0])
    return digest.hexdigest()[:16]


@cache
def _folder(path: Path) -> Path:
    """Where code compiled from this file is kept: the user's cache, or a temporary folder if that cannot be written."""
    wanted = Path(os.environ.get("TORSEUR_CACHE_DIR") or user_cache_path("torseur", appauthor=False)) / "kernels"
    for root in (wanted, _shared_folder()):
        folder = root / f"{path.stem}-{_key(path)}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="torseur-kernels-"))


@cache
def _shared_folder() -> Path:
    """A temporary folder of this user, the same for all processes; one of this process alone if somebody else has it."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"torseur-kernels-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if not folder.is_symlink() and folder.stat().st_uid == user and not folder.stat().st_mode & 0o022:
            return folder
    except OSError:
        pass  # no place for it: the one below says so if it cannot be made either
    return Path(tempfile.mkdtemp(prefix="torseur-kernels-"))


def compiler(function: Callable[..., Any], **flags: Any) -> Any:
    """A cached Numba dispatcher, leaving Numba's global cache setting as it was."""
    config: Any = numba.core.config
    folder = str(_folder(Path(function.__code__.co_filename)))
    with _DECORATING:  # modules may be imported by two threads at once, and the setting is one for all
        before = config.CACHE_DIR
        config.CACHE_DIR = folder
        try:
            compiled = numba.njit(function, cache=True, **{**_FLAGS, **flags})
        finally:
            config.CACHE_DIR = before
    # Numba compiles a callee anew for every constant it is called with (Literal[int](0), Literal[bool](True) ...), which
    # made the step take four times as long to compile. Here a constant is a number like any other.
    resolve, unliteral = compiled.get_call_template, types.unliteral
    compiled.get_call_template = lambda args, kws: resolve(
        tuple(map(unliteral, args)), {name: unliteral(value) for name, value in kws.items()}
    )
    return compiled


def kernel(function: F) -> F:
    """Compile a function that only compiled code calls."""
    compiled: F = compiler(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return compiled


def allocating(function: F) -> F:
    """Compile a function that only compiled code calls, and that may allocate arrays. Not for what every step runs."""
    compiled: F = compiler(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True)
    return compiled


def small(function: F) -> F:
    """Compile a function into each kernel that calls it: for a few lines of arithmetic, called for every row."""
    compiled: F = compiler(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return compiled


def inlined(function: F) -> F:
    """Compile a function as part of the one kernel that calls it.

    For functions that only put others in order: every level of calls costs a round of optimisation of all below it.
    """
    compiled: F = compiler(function, inline="always", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return compiled


def entry(*arguments: Any, allocates: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that Python calls, for exactly these argument types."""

    def decorate(function: Callable[..., Any]) -> Any:
        return as_entry(compiler(function, no_cfunc_wrapper=True, _nrt=allocates), arguments)

    return decorate


def as_entry(compiled: Any, arguments: tuple[Any, ...], finish: Callable[[Any], None] = lambda function: None) -> Any:
    """Have a dispatcher compiled for these argument types only, when it is first wanted; `finish` is called after that."""
    compiled.torseur_signature, compiled.torseur_finish, compiled.torseur_ready = arguments, finish, False
    compiled._can_compile = False  # as `disable_compile`, which wants a signature first
    return compiled


def is_ready(function: Any) -> bool:
    """Whether an entry is already compiled in this process."""
    return bool(function.torseur_ready)


def is_cached(function: Any) -> bool:
    """Whether an entry can be read from the cache instead of being compiled."""
    cache = function._cache
    try:
        index = cache._cache_file._load_index()
        return cache._index_key(function.torseur_signature, function.targetctx.codegen()) in index
    except (AttributeError, OSError, EOFError, pickle.UnpicklingError):
        return False  # another Numba, or a damaged cache: compiling is always right


def compile_entry(function: Any) -> None:
    """Compile an entry, or read it from the cache, if that was not done before. Threads take turns."""
    if function.torseur_ready:
        return
    with _TURNS:
        if not function.torseur_ready:
            function._can_compile = True
            try:
                function.compile(function.torseur_signature)
            finally:
                function._can_compile = False
            function.torseur_finish(function)
            function.torseur_ready = True


def rows_in(dtype: np.dtype[Any]) -> Any:
    """The argument type of a structured array that is only read."""
    return types.Array(numba.from_dtype(dtype), 1, "C", readonly=True)


def rows_out(dtype: np.dtype[Any]) -> Any:
    """The argument type of a structured array that is written."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


# Argument types of entries: `v_in` is a vector that is only read, `v_out` one that is written, and so on.
v_in = types.Array(types.float64, 1, "C", readonly=True)
m_in = types.Array(types.float64, 2, "C", readonly=True)
t_in = types.Array(types.float64, 3, "C", readonly=True)
i_in = types.Array(types.int64, 1, "C", readonly=True)
i2_in = types.Array(types.int64, 2, "C", readonly=True)
v_out = types.Array(types.float64, 1, "C")
m_out = types.Array(types.float64, 2, "C")
t_out = types.Array(types.float64, 3, "C")
i_out = types.Array(types.int64, 1, "C")
f8 = types.float64
i8 = types.int64


@kernel
def copy_into(source: np.ndarray, target: np.ndarray) -> None:
    """Copy a vector; a loop compiles in a fraction of the time that `target[:] = source` takes."""
    for k in range(source.shape[0]):
        target[k] = source[k]
