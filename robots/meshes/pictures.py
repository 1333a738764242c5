"""The pictures that meshes bear: PNG and JPEG, decoded in a process of their own, and kept ready to be drawn."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.shapes import Texture, Wrap, least_opacity
from torseur.sim.texts import tr

from ..isolation import Isolated
from .cache import kept_size, read_pixels, write_pixels

VERSION = "2"  # of what is made of a picture: raise it when that is something else
MAX_BYTES = 30_000_000  # of a file
MAX_PIXELS = 8192 * 8192  # of a picture
MAX_SIDE = 1024  # what is larger is made smaller
MAX_PICTURES = 64  # of one mesh file
MAX_ENCODED = 200_000_000  # bytes of the files of the pictures of one mesh file
MAX_MEMORY = 256_000_000  # bytes of the pixels of one mesh file
MAX_DECODED = 4 * MAX_PICTURES * MAX_SIDE**2 + 1_000_000  # bytes that are read of what is decoded for one mesh file
SECONDS, MEGABYTES = 30.0, 2_000  # to decode those of one mesh file, in a process of its own
_LONGEST = 200  # characters of why a picture cannot be decoded
OPAQUE, BLENDED = -1.0, 0.0  # what the opacity of a picture means; above 0: what has less is not drawn, and all else is
REPEATED: tuple[Wrap, Wrap] = ("repeat", "repeat")
_WRAPS: dict[str, Wrap] = {"": "repeat", "m": "mirror", "c": "clamp"}  # and how keys say it
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_decoder: ContextVar[Decoder | None] = ContextVar("decoder", default=None)  # of the robot that is being read
_held: WeakValueDictionary[str, Texture] = WeakValueDictionary()  # those kept on disk, so that meshes share them
_in_memory: WeakValueDictionary[str, Texture] = WeakValueDictionary()  # those that cannot be


@dataclass(frozen=True, slots=True)
class MeshPicture:
    """A picture that a mesh file names or holds."""

    name: str
    content: bytes | None = None  # if the mesh file holds it
    opacity: float = OPAQUE
    wrap: tuple[Wrap, Wrap] = REPEATED


class Decoder:
    """Where pictures are decoded: a process that is started when there is one."""

    def __init__(self) -> None:
        self._process: Isolated | None = None

    def ask(self, request: bytes) -> bytes:
        """Return what the process answers. Raises OSError if it fails; it is another one then the next time."""
        if self._process is None:
            worker = "torseur.robots.meshes.picture_worker"
            self._process = Isolated(worker, seconds=SECONDS, megabytes=MEGABYTES, answer=MAX_DECODED)
        try:
            return self._process.ask(request)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()
            self._process = None


@contextmanager
def one_decoder() -> Iterator[Decoder]:
    """Decode all pictures that are read meanwhile, in this thread, in one process: starting it takes longer than most of them."""
    current = _decoder.get()
    if current is not None:
        yield current
        return
    decoder = Decoder()
    token = _decoder.set(decoder)
    try:
        yield decoder
    finally:
        _decoder.reset(token)
        decoder.close()


@dataclass(frozen=True, slots=True)
class Source:
    """An encoded picture."""

    name: str
    content: bytes
    opacity: float
    wrap: tuple[Wrap, Wrap] = REPEATED

    @property
    def key(self) -> str:
        """What its texture is kept under."""
        digest = hashlib.sha256(self.content)
        digest.update(f"\n{VERSION} {MAX_SIDE} {self.opacity}\n".encode())
        letters = {wrap: letter for letter, wrap in _WRAPS.items()}
        return ".".join((digest.hexdigest(), *(letters[wrap] for wrap in self.wrap), "pixels"))


def textures_of(sources: Sequence[Source]) -> tuple[list[Texture | None], list[str], bool]:
    """Return the textures, None for those that cannot be drawn, what there is to say, and whether that lasts.

    It does not where decoding failed for another reason than the picture: there was no time, or no memory.
    """
    notes: list[str] = []
    sizes = [_checked_size(source, notes) for source in sources]
    textures = [_kept(source) if size else None for source, size in zip(sources, sizes, strict=True)]
    waiting = [i for i, size in enumerate(sizes) if size and textures[i] is None]
    decoded: list[np.ndarray | str] = []
    lasts = True
    try:
        decoded += _decoded([sources[i] for i in waiting])
    except OSError as error:
        decoded += [tr("it cannot be decoded: {error}", error=error)] * len(waiting)
        lasts = False
    for i, pixels in zip(waiting, decoded, strict=True):
        if isinstance(pixels, str):
            notes.append(tr("picture {sources!r} is not drawn: {pixels}", sources=sources[i].name, pixels=pixels))
            continue
        pixels = _with_opacity(pixels, sources[i].opacity)
        textures[i] = _made(sources[i], pixels)
    _limit_memory(sources, textures, notes)
    return textures, notes, lasts


def kept_texture(key: str) -> Texture | None:
    """Return the texture that was made before and kept under this key; None: there is none."""
    size = kept_size(key)
    if size is None:
        return None
    held = _held.get(key)
    if held is not None:
        return held
    _, across, along, _ = key.split(".")
    texture = _held[key] = Texture(partial(read_pixels, key), *size, (_WRAPS[across], _WRAPS[along]))
    return texture


def _made(source: Source, pixels: np.ndarray) -> Texture:
    """Return the texture with these pixels, which stay in memory only if they cannot be kept on disk."""
    write_pixels(source.key, pixels, least_opacity(pixels))
    texture = kept_texture(source.key)
    if texture is None:
        texture = _in_memory[source.key] = Texture.of(frozen(pixels), source.wrap)
    return texture


def _kept(source: Source) -> Texture | None:
    return kept_texture(source.key) or _in_memory.get(source.key)


def _checked_size(source: Source, notes: list[str]) -> tuple[int, int] | None:
    """Return width and height; None, with a note, of what is not decoded. Larger ones than are drawn are noted too."""
    size = _size(source.content)
    if size is None:
        notes.append(tr("picture {source!r} is not drawn: it is no whole PNG or JPEG file; these are read", source=source.name))
        return None
    width, height = size
    if width * height > MAX_PIXELS or min(size) < 1:
        most = round(MAX_PIXELS**0.5)
        notes.append(
            tr(
                "picture {source!r} is not drawn: it has {width} × {height} pixels, at most {most} × {most} are",
                source=source.name,
                width=width,
                height=height,
                most=most,
            )
        )
        return None
    if max(size) > MAX_SIDE:
        notes.append(tr("its pictures of more than {max_side} pixels along a side are made smaller", max_side=MAX_SIDE))
    return size


def _size(content: bytes) -> tuple[int, int] | None:
    """Return width and height as the head of the file has them. Source: PNG 11.2.1 (IHDR); ITU T.81, B.2.2."""
    if content.startswith(_PNG) and len(content) >= 24:
        return struct.unpack(">II", content[16:24])
    at = 2
    while content.startswith(_JPEG) and at + 9 <= len(content):
        marker, length = content[at + 1], struct.unpack(">H", content[at + 2 : at + 4])[0]
        if content[at] != 0xFF:
            return None
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + length
    return None


def _decoded(sources: Sequence[Source]) -> list[np.ndarray | str]:
    """Return the pixels (height, width, 4) uint8 of pictures, or why there are none.

    Raises OSError if what decodes them fails, or gives no answer that can be read.
    """
    if not sources:
        return []
    pictures = [
        {"kind": "png" if source.content.startswith(_PNG) else "mjpeg", "data": base64.b64encode(source.content).decode()}
        for source in sources
    ]
    request = json.dumps({"pictures": pictures, "largest": MAX_SIDE}).encode()
    with one_decoder() as decoder:
        reply = decoder.ask(request)
        try:
            return _answered(reply, len(sources))
        except (ValueError, TypeError, RecursionError):
            decoder.close()
            raise OSError(tr("what was to do it gave no answer that can be read")) from None


def _answered(reply: bytes, count: int) -> list[np.ndarray | str]:
    """Return what a process answers that is not trusted. Raises ValueError, TypeError or RecursionError if it is no answer."""
    head, _, body = reply.partition(b"\n")
    answers = json.loads(head)
    if len(answers) != count:
        raise ValueError(tr("{count} answers to {count_2} questions", count=len(answers), count_2=count))
    pixels: list[np.ndarray | str] = []
    start = 0
    for width, height, why in answers:
        if why:
            pixels.append(str(why)[:_LONGEST])
            continue
        if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
            raise ValueError(tr("{width} × {height} pixels", width=width, height=height))
        pixels.append(np.frombuffer(body, np.uint8, 4 * width * height, start).reshape(height, width, 4))
        start += 4 * width * height
    return pixels


def _with_opacity(pixels: np.ndarray, opacity: float) -> np.ndarray:
    """Return pixels (height, width, 4) whose opacity is as the mesh file means it."""
    if opacity == BLENDED:
        return pixels
    pixels = pixels.copy()
    pixels[..., 3] = 255 if opacity < 0.0 else np.where(pixels[..., 3] < 255.0 * opacity, 0, 255)
    return pixels


def _limit_memory(sources: Sequence[Source], textures: list[Texture | None], notes: list[str]) -> None:
    """Leave out the textures that take more memory than those of a mesh file may."""
    total = 0
    for i, texture in enumerate(textures):
        total += 4 * texture.width * texture.height if texture else 0
        if texture and total > MAX_MEMORY:
            textures[i] = None
            notes.append(
                tr(
                    "picture {sources!r} is not drawn: those of one mesh are at most {max_pictures}, of {max_memory} MB of "
                    "pixels",
                    sources=sources[i].name,
                    max_pictures=MAX_PICTURES,
                    max_memory=MAX_MEMORY // 10**6,
                )
            )
