"""How the numerical kernels are compiled.

`kernel` marks a function called only by other compiled code. `entry` marks one called from Python: it has one fixed signature,
is compiled (or read from the cache) at its first call, and accepts read-only and writable arrays alike at the same price.

What takes microseconds is called as a builtin instead, see `native`. How code is linked and kept: `compiling`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

from .compiling.known_numba import PLAIN
from .compiling.late import LateKernel
from .compiling.plain import is_kept, plain_dispatcher
from .compiling.store import up_to_date
from .compiling.target import KernelDispatcher

F = TypeVar("F", bound=Callable[..., Any])

F8 = np.dtype(np.float64)
_TURNS = threading.RLock()

_FLAGS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": bool(os.environ.get("TORSEUR_BOUNDSCHECK")),
    # No reference counts: a third of a step's time went into them. The arrays belong to the callers in Python, and a kernel that
    # allocates does not compile unless it says so (`allocating`).
    "_nrt": False,
}


def compiler(function: Callable[..., Any], **flags: Any) -> Any:
    """A kernel with these options of Numba's beside the usual ones."""
    options = {**_FLAGS, **flags}
    return plain_dispatcher(function, options) if PLAIN else KernelDispatcher(function, options)


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


def late(returns: Any, serves: str, **flags: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that only compiled code calls, and few scenes need, when it is first called: nobody waits for it before.

    returns : the type of what it returns
    serves  : what it is for, as the window says while a scene waits for it: "height fields"
    flags   : of Numba's, as `_nrt` for what allocates
    """

    def decorate(function: Callable[..., Any]) -> Any:
        function.serves = serves  # type: ignore[attr-defined]
        compiled = compiler(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **flags)
        return compiled if PLAIN else LateKernel(compiled, returns)

    return decorate


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


def is_cached(function: Any) -> bool:
    """Whether an entry can be read from the cache instead of being compiled."""
    if PLAIN:
        return is_kept(function)
    return up_to_date(function, function.symbol(function.torseur_signature)) is not None


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
truth = types.boolean


def tuple_of(*kinds: Any) -> Any:
    """The type of a tuple."""
    return types.Tuple(kinds)


@kernel
def copy_into(source: np.ndarray, target: np.ndarray) -> None:
    """Copy a vector; a loop compiles in a fraction of the time that `target[:] = source` takes."""
    for k in range(source.shape[0]):
        target[k] = source[k]
