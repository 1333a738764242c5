"""Kernels compiled by Numba as it comes, where it is not the Numba that we know (see `known_numba`).

Numba's own cache does not notice an edit in a callee of another file, so the folder is named by a hash of all of `sim`.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types

from .kernel_files import cache_folder

_DECORATING = threading.Lock()


@cache
def _folder() -> Path:
    """Where the code is kept: the user's cache, or a temporary folder if that cannot be written."""
    sources = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(Path(__file__).parents[1].rglob("*.py"))))
    root = cache_folder()
    if root is None or not os.access(root, os.W_OK):
        return Path(tempfile.mkdtemp(prefix="torseur-kernels-"))
    return root / f"plain-{sources.hexdigest()[:16]}"


def plain_dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """A cached Numba dispatcher, leaving Numba's global cache setting as it was."""
    config: Any = numba.core.config
    with _DECORATING:  # modules may be imported by two threads at once, and the setting is one for all
        before = config.CACHE_DIR
        config.CACHE_DIR = str(_folder())
        try:
            compiled = numba.njit(function, cache=True, **options)
        finally:
            config.CACHE_DIR = before
    resolve, unliteral = compiled.get_call_template, types.unliteral
    compiled.get_call_template = lambda args, kws: resolve(
        tuple(map(unliteral, args)), {name: unliteral(value) for name, value in kws.items()}
    )
    return compiled


def is_kept(function: Any) -> bool:
    """Whether an entry can be read from Numba's cache."""
    kept = function._cache
    try:
        index = kept._cache_file._load_index()
        return kept._index_key(function.torseur_signature, function.targetctx.codegen()) in index
    except (AttributeError, OSError, EOFError, pickle.UnpicklingError):
        return False  # another Numba, or a damaged cache: compiling is always right
