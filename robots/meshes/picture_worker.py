"""Decodes pictures in a process of its own, with limits: libraries that do so have had faults that a file can use."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import av

from torseur.sim.texts import tr

from ..isolation import limit_this_process


def main() -> None:
    """Take limits, then answer requests, as `Isolated` says."""
    limits = json.loads(sys.stdin.readline())
    limit_this_process(limits["megabytes"], limits["seconds"])
    av.logging.set_level(None)
    while sys.stdin.readline():
        _answer(json.loads(Path("request").read_bytes()))
        sys.stdout.write("\n")
        sys.stdout.flush()


def _answer(request: dict[str, Any]) -> None:
    """Write sizes and faults as a line of JSON, then the pixels of all that could be decoded."""
    heads, bodies = [], []
    for picture in request["pictures"]:
        try:
            width, height, rows = _decoded(picture["kind"], base64.b64decode(picture["data"]), request["largest"])
            heads.append((width, height, ""))
            bodies += rows
        except Exception as error:  # the library raises many kinds on a damaged file
            heads.append(
                (
                    0,
                    0,
                    tr(
                        "it cannot be decoded: {reason}",
                        reason=getattr(error, "strerror", None) or error or type(error).__name__,
                    ),
                )
            )
    with Path("reply").open("wb") as reply:
        reply.write(json.dumps(heads).encode() + b"\n")
        reply.writelines(bodies)


def _decoded(kind: str, content: bytes, largest: int) -> tuple[int, int, list[bytes]]:
    """Return width, height, and the rows, four bytes a pixel: red, green, blue, opacity."""
    codec = av.CodecContext.create(kind, "r")
    if not isinstance(codec, av.VideoCodecContext):
        raise TypeError(f"{kind} is no kind of picture")
    codec.thread_count = 1
    frames = [*codec.decode(av.Packet(content)), *codec.decode(None)]
    if not frames:
        raise ValueError(tr("it holds no picture"))
    frame = frames[0]
    scale = min(1.0, largest / max(frame.width, frame.height))
    width, height = max(1, round(scale * frame.width)), max(1, round(scale * frame.height))
    plane = frame.reformat(width, height, format="rgba", interpolation="AREA").planes[0]
    data, step = bytes(plane), plane.line_size
    return width, height, [data[row * step : row * step + 4 * width] for row in range(height)]
