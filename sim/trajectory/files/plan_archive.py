"""A plan as a NumPy archive (.npz): every array by its name, "phases.0.state", and the rest as JSON under "plan".

Written without pickles, read without them: `numpy.load` opens it anywhere.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from io import BytesIO
from typing import Any, BinaryIO

import numpy as np

from ...texts import tr
from ..values import Plan
from .plan_parts import FORMAT, parts_of, plan_of

MAX_BYTES = 2**30  # unpacked


def write_archive(plan: Plan, task: str, stream: BinaryIO) -> None:
    """Write it; `task` is the TOML text of what was asked for, empty: it has none."""
    tree, arrays = parts_of(plan)
    text = json.dumps({"format": FORMAT, "task": task, "plan": tree})
    written: dict[str, Any] = {"plan": np.frombuffer(text.encode(), np.uint8), **arrays}
    np.savez_compressed(stream, **written)


def archive_bytes(plan: Plan, task: str) -> bytes:
    """The same as bytes."""
    stream = BytesIO()
    write_archive(plan, task, stream)
    return stream.getvalue()


def read_archive(stream: BinaryIO) -> tuple[Plan, str]:
    """The plan, and the text of its task. Raises ValueError, saying what is wrong, for what is damaged or no plan."""
    arrays = _arrays(stream)
    if "plan" not in arrays:
        raise ValueError(
            tr("it is no plan of Torseur: it has no array 'plan', but {value}", value=", ".join([*arrays][:8]) or "none")
        )
    try:
        head = json.loads(arrays.pop("plan").tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(tr("its 'plan' is not the JSON that was written ({error})", error=error)) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("task"), str):
        found = head.get("format") if isinstance(head, dict) else None
        raise ValueError(tr("it is in format {found!r} of plans; this version reads {format}", found=found, format=FORMAT))
    return plan_of(head.get("plan"), arrays), head["task"]


def _arrays(stream: BinaryIO) -> dict[str, np.ndarray]:
    try:
        with zipfile.ZipFile(stream) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > MAX_BYTES:
            raise ValueError(
                tr(
                    "it says that it holds {size:.0f} MB; at most {max_bytes:.0f} MB are read",
                    size=size / 1000000.0,
                    max_bytes=MAX_BYTES / 1000000.0,
                )
            )
        stream.seek(0)
        with np.load(stream, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, OSError, KeyError, NotImplementedError, zlib.error) as error:
        raise ValueError(tr("it is no whole NumPy archive ({error})", error=error)) from None
