"""What a glTF 2.0 file holds: its description, and the numbers that this lists, in the file or in others."""

from __future__ import annotations

import base64
import binascii
import json
import re
import struct
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.texts import tr

from .named_files import NamedFiles

MAX_DESCRIPTION = 8_000_000  # bytes of JSON, of a .gltf less its data
MAX_DATA = 200_000_000  # bytes of a file of data
_MAX_EMPTY = 500_000  # values that are 0 but for those that are listed, in all parts
_EMBEDDED = re.compile(rb'"data:[^"]{1000,}"')  # short ones are not worth telling apart from what describes
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


class GltfData:
    """The items of a description, and the numbers that they stand for. Raises ModelError or IndexError for what is wrong."""

    def __init__(self, content: bytes, named: NamedFiles) -> None:
        binary = content.startswith(b"glTF") or named.path.suffix.lower() == ".glb"
        self.document, self._data = _chunks(content) if binary else (_document(content), b"")
        self._named = named
        self._buffers: dict[int, bytes] = {}
        self._empty = 0  # values that were asked for and have no data: accessors may be named any number of times
        self.notes: dict[str, None] = {}  # what there is to say about it

    def item(self, kind: str, index: object) -> dict[str, Any]:
        """Return one of the lists' items; an error if there is none."""
        items = self.document.get(kind, [])
        if not isinstance(index, int) or not 0 <= index < len(items):
            raise IndexError(
                tr("it refers to {kind}[{index}]; it has {count} {kind}", kind=kind, index=index, count=len(items))
            )
        found: dict[str, Any] = items[index]
        return found

    def accessor(self, index: object, width: int) -> np.ndarray:
        """Return numbers (n, width or one more), a view into the data, or scaled from integers."""
        accessor = self.item("accessors", index)
        columns, component, count = _WIDTHS.get(accessor["type"], 0), accessor["componentType"], int(accessor["count"])
        if columns not in (width, width + (width == 3)) or component not in _TYPES:
            raise ModelError(
                "its data are of type {accessor} {component}, which is not read here",
                accessor=accessor["type"],
                component=component,
            )
        if "bufferView" in accessor:
            values = self._array(accessor["bufferView"], accessor.get("byteOffset", 0), count, columns, component, index)
        elif 0 <= count <= _MAX_EMPTY - self._empty:
            self._empty += count
            values = np.zeros((count, columns), _TYPES[component])
        else:
            message = tr(
                "accessor {index} promises {count} values and has no data; at most {max_empty} are, in all parts",
                index=index,
                count=count,
                max_empty=_MAX_EMPTY,
            )
            raise ModelError(message)
        if "sparse" in accessor:
            values = self._replaced(values, accessor["sparse"], component, index)
        kind = values.dtype
        if not accessor.get("normalized") or kind.kind == "f":
            return values
        return np.maximum(values / np.float32(np.iinfo(kind).max), np.float32(-1.0))

    def _replaced(self, values: np.ndarray, sparse: Mapping[str, Any], component: int, index: object) -> np.ndarray:
        """Return values (n, k) of which those that a sparse accessor lists are others. Source: glTF 2.0, 3.6.2.3."""
        count, where, what = int(sparse["count"]), sparse["indices"], sparse["values"]
        if where["componentType"] not in (5121, 5123, 5125):
            raise ModelError(
                "accessor {index} lists its places by numbers of type {where}", index=index, where=where["componentType"]
            )
        places = self._array(where["bufferView"], where.get("byteOffset", 0), count, 1, where["componentType"], index)[:, 0]
        if len(places) and int(places.max()) >= len(values):
            raise IndexError(
                tr(
                    "accessor {index} replaces value {places}; there are 0 to {count}",
                    index=index,
                    places=int(places.max()),
                    count=len(values) - 1,
                )
            )
        replaced = values.copy()
        replaced[places] = self._array(what["bufferView"], what.get("byteOffset", 0), count, values.shape[1], component, index)
        return replaced

    def _array(
        self, view_index: object, first: object, count: int, columns: int, component: int, accessor: object
    ) -> np.ndarray:
        """Return numbers (count, columns), a view into a buffer."""
        view = self.item("bufferViews", view_index)
        data, kind = self.buffer(view["buffer"]), np.dtype(_TYPES[component])
        offset, start, length = int(str(first)), int(view.get("byteOffset", 0)), int(view["byteLength"])
        size = columns * kind.itemsize
        stride = int(view.get("byteStride", size))
        if stride < size:  # they would overlap, and be any number
            raise ModelError(
                "accessor {accessor} has a value of {size} bytes every {stride} bytes (byteStride)",
                accessor=accessor,
                size=size,
                stride=stride,
            )
        needed = offset + stride * (count - 1) + size
        short = (count and needed > length) or start + length > len(data)
        if min(count, offset, start, length) < 0 or short:
            raise ModelError("it is cut short: accessor {accessor} reaches beyond its data", accessor=accessor)
        return np.ndarray((count, columns), kind, data, start + offset, (stride, kind.itemsize))

    def buffer(self, index: int) -> bytes:
        """Return the data of a buffer: in the file itself, or in one that it names."""
        buffer = self.item("buffers", index)
        if index not in self._buffers:
            self._buffers[index] = self._data_at(str(buffer["uri"]), MAX_DATA) if "uri" in buffer else self._data
        return self._buffers[index]

    def _data_at(self, uri: str, most: int) -> bytes:
        if uri.startswith("data:"):
            return embedded(uri)
        file = self._named.read(uri, most)
        if file.why:
            raise ModelError("its data {uri!r}: the file {why}", uri=uri[:80], why=file.why)
        if file.found_as:
            self.notes[
                tr("its data {uri!r} are not there; {found_as!r}, beside it, is read", uri=uri[:80], found_as=file.found_as)
            ] = None
        return file.content


def embedded(uri: str) -> bytes:
    """Return what a URI of the scheme data: holds."""
    head, comma, body = uri.partition(",")
    if not comma:
        raise ModelError("one of its data: URIs has no data")
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as error:
        raise ModelError("one of its data: URIs is no base64: {error}", error=error) from None


def _document(content: bytes) -> dict[str, Any]:
    """Return the description that a .gltf file is."""
    _check_description(len(content) - sum(len(data[0]) for data in _EMBEDDED.finditer(content)))
    document = json.loads(content)
    if not isinstance(document, dict):
        raise ModelError("it is no description of a scene (a JSON object)")
    version = str(document.get("asset", {}).get("version", ""))
    if not version.startswith("2."):
        raise ModelError("it is of version {version} of glTF; version 2 is read", version=version or "none")
    return document


def _chunks(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the description, and the binary data."""
    if len(content) < 20 or content[:4] != b"glTF":
        raise ModelError("it does not begin with the header of a GLB file")
    version, total, size, kind = struct.unpack_from("<IIII", content, 4)
    if version != 2:
        raise ModelError("it is of version {version} of glTF; version 2 is read", version=version)
    if total > len(content) or 20 + size > total:
        raise ModelError(
            "it is cut short: its header tells {total} bytes, the file has {count}",
            total=max(total, 20 + size),
            count=len(content),
        )
    if kind != _JSON:
        raise ModelError("its first part is not its description (JSON)")
    _check_description(size)
    document = json.loads(content[20 : 20 + size])
    start = 20 + size
    if start + 8 > total:
        return document, b""
    size, kind = struct.unpack_from("<II", content, start)
    if start + 8 + size > total:
        raise ModelError("it is cut short: its data take {size} bytes, {total} are there", size=size, total=total - start - 8)
    return document, content[start + 8 : start + 8 + size] if kind == _BIN else b""


def _check_description(size: int) -> None:
    """Raise if this is too long a description, which takes many times as much memory once it is read."""
    if size > MAX_DESCRIPTION:
        raise ModelError(
            "its description (JSON) has {size} bytes; at most {max_description} are read",
            size=size,
            max_description=MAX_DESCRIPTION,
        )
