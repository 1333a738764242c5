"""PLY files (polygons, Stanford), ascii and binary, with the colours of their vertices or faces; their unit is the metre."""

from __future__ import annotations

import io
import struct
from array import array
from dataclasses import dataclass
from itertools import islice

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.texts import tr

from .triangles import TEXTURES, Triangles

_LONGEST_HEADER = 65_536  # bytes
_TYPES = {
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "float": "f4",
    "double": "f8",
    "int8": "i1",
    "uint8": "u1",
    "int16": "i2",
    "uint16": "u2",
    "int32": "i4",
    "uint32": "u4",
    "float32": "f4",
    "float64": "f8",
}
_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "f4": "f", "f8": "d"}
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_CORNERS = ("vertex_indices", "vertex_index")


@dataclass(frozen=True, slots=True)
class _Property:
    name: str
    type: str  # of its values
    count: str = ""  # type of how many there are, of a list


@dataclass(frozen=True, slots=True)
class _Element:
    name: str
    count: int
    properties: list[_Property]

    def size(self, order: str) -> int:
        """Fewest bytes that one takes; in an ascii file a digit and a blank for each value."""
        return sum(np.dtype(each.count or each.type).itemsize if order else 2 for each in self.properties)


def read_ply(content: bytes) -> Triangles:
    """Read the triangles of a PLY file; polygons become fans."""
    order, elements, start, textured = _header(content)
    notes = [tr(TEXTURES)] if textured else []
    points, triangles = np.zeros((0, 0)), np.zeros((0, 3), np.int32)
    shades = faces_shades = None
    for element in elements:
        if element.count * element.size(order) > len(content) - start:
            message = tr(
                "it is cut short: {count} of its element {element!r} do not fit into the file",
                count=element.count,
                element=element.name,
            )
            raise ModelError(message)
        values, lists, sizes, start = (_ascii if not order else _binary)(content, start, element, order)
        if element.name == "vertex":
            missing = [axis for axis in "xyz" if axis not in values]
            if missing:
                raise ModelError("its vertices have no {missing}", missing=missing[0])
            points = np.stack([values[axis].astype(np.float32) for axis in "xyz"], axis=1)
            shades = _shades(values)
        elif element.name == "face":
            triangles, owner = _fans(lists, sizes)
            del lists
            face_colors = _shades(values)
            faces_shades = face_colors if face_colors is None or owner is None else face_colors[owner]
        elif element.count:
            notes.append(tr("its {count} of the element {element!r} are left out", count=element.count, element=element.name))
    colors = None
    if len(triangles) and 0 <= triangles.min() and triangles.max() < len(points):
        if faces_shades is not None:
            colors = np.repeat(faces_shades[:, None], 3, axis=1)
        elif shades is not None:
            colors = shades[triangles]
    return Triangles(points.reshape(-1, 3), triangles, colors, tuple(notes))


def _header(content: bytes) -> tuple[str, list[_Element], int, bool]:
    """Return the order of bytes (none: ascii), the elements, where they start, and whether there is a texture."""
    end = content.find(b"end_header", 0, _LONGEST_HEADER)
    newline = content.find(b"\n", end)
    if not content.startswith(b"ply") or end < 0 or newline < 0:
        raise ModelError("it does not begin with the header of a PLY file")
    order, textured, elements = None, False, list[_Element]()
    for line in content[:end].decode("ascii", "replace").splitlines()[1:]:
        match line.split():
            case ["format", form, *_] if form in _ORDERS:
                order = _ORDERS[form]
            case ["element", name, count] if count.isdecimal() and len(count) < 16:
                elements.append(_Element(name, int(count), []))
            case ["property", "list", count, kind, name] if {count, kind} <= _TYPES.keys() and elements:
                if _TYPES[count][0] == "f":
                    raise ModelError("its header counts in {count}: {line!r}", count=count, line=line)
                elements[-1].properties.append(_Property(name, _TYPES[kind], _TYPES[count]))
            case ["property", kind, name] if kind in _TYPES and elements:
                elements[-1].properties.append(_Property(name, _TYPES[kind]))
            case ["comment", *words]:
                textured |= words[:1] == ["TextureFile"]
            case ["obj_info", *_] | []:
                pass
            case _:
                raise ModelError("its header has a line that is not read: {line!r}", line=line[:80])
    if order is None:
        raise ModelError("its header gives no format that is read: ascii, binary_little_endian or binary_big_endian")
    for element in elements:
        if element.count and not element.properties:
            raise ModelError("its element {element!r} has no properties", element=element.name)
    return order, elements, newline + 1, textured


Values = tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, int]  # numbers by name, corners, how many a face, the end


def _binary(content: bytes, start: int, element: _Element, order: str) -> Values:
    """Read one element; all its lists are taken to be as long as the first ones are, or are read one by one."""
    fields: list[tuple[str, str] | tuple[str, str, int]] = []
    names, at, lengths = [], start, []
    for number, each in enumerate(element.properties):
        if each.count and element.count:
            (length,) = struct.unpack_from(order + _CODES[each.count], content, at)
            if length < 0:
                raise ModelError("a list of its element {element!r} has {length} values", element=element.name, length=length)
            fields += [(f"n{number}", order + each.count), (f"v{number}", order + each.type, length)]
            at += np.dtype(each.count).itemsize + length * np.dtype(each.type).itemsize
            lengths.append((f"n{number}", length))
        else:
            fields.append((f"v{number}", order + each.type))
            at += np.dtype(each.type).itemsize
        names.append(each.name)
    kind = np.dtype(fields)
    if start + element.count * kind.itemsize <= len(content):
        table = np.frombuffer(content, kind, element.count, start)
        if all(np.all(table[name] == length) for name, length in lengths):
            values = {each.name: table[f"v{n}"] for n, each in enumerate(element.properties) if not each.count}
            corners: np.ndarray = np.zeros((0, 0), np.int64)
            sizes: np.ndarray = np.zeros(0, np.int64)
            for n, each in enumerate(element.properties):
                if each.count and each.name in _CORNERS and element.count:
                    corners = table[f"v{n}"].reshape(element.count, -1)
                    sizes = np.broadcast_to(np.int64(corners.shape[1]), element.count)  # which takes no memory
            return values, corners.ravel(), sizes, start + element.count * kind.itemsize
    return _one_by_one(content, start, element, order)


def _one_by_one(content: bytes, start: int, element: _Element, order: str) -> Values:
    """Read an element whose lists differ in length."""
    columns = {each.name: array("d") for each in element.properties if not each.count}
    corners, sizes = array("q"), array("q")
    readers = [(each, struct.Struct(order + _CODES[each.count or each.type])) for each in element.properties]
    try:
        for _ in range(element.count):
            for each, reader in readers:
                (value,) = reader.unpack_from(content, start)
                start += reader.size
                if not each.count:
                    columns[each.name].append(value)
                    continue
                form = f"{order}{value}{_CODES[each.type]}"
                if each.name in _CORNERS:
                    corners.extend(map(int, struct.unpack_from(form, content, start)))
                    sizes.append(value)
                start += struct.calcsize(form)
    except struct.error:
        raise ModelError("it is cut short in its element {element!r}", element=element.name) from None
    return _typed(columns, element), np.asarray(corners), np.asarray(sizes), start


def _ascii(content: bytes, start: int, element: _Element, order: str) -> Values:
    """Read one element, a line each."""
    columns = {each.name: array("d") for each in element.properties if not each.count}
    corners, sizes = array("q"), array("q")
    file = io.BytesIO(content)
    file.seek(start)
    lines = 0
    for line in islice(file, element.count):
        words = iter(line.split())
        try:
            for each in element.properties:
                if not each.count:
                    columns[each.name].append(float(next(words)))
                    continue
                count = int(next(words))
                some = list(islice(words, count))
                if len(some) < count:
                    raise StopIteration
                if each.name in _CORNERS:
                    corners.extend(map(int, some))
                    sizes.append(count)
        except StopIteration:
            raise ModelError(
                "line {lines} of its element {element!r} has too few values", lines=lines + 1, element=element.name
            ) from None
        except (ValueError, OverflowError) as error:
            raise ModelError(
                "line {lines} of its element {element!r}: {error}", lines=lines + 1, element=element.name, error=error
            ) from None
        lines += 1
    if lines < element.count:
        raise ModelError(
            "it is cut short: {count} of its element {element!r} are told, {lines} are there",
            count=element.count,
            element=element.name,
            lines=lines,
        )
    return _typed(columns, element), np.asarray(corners), np.asarray(sizes), file.tell()


def _typed(columns: dict[str, array[float]], element: _Element) -> dict[str, np.ndarray]:
    """Return the numbers in the types that the header gives them."""
    kinds = {each.name: each.type for each in element.properties}
    with np.errstate(invalid="ignore", over="ignore"):
        return {name: np.asarray(column).astype(kinds[name]) for name, column in columns.items()}


def _fans(corners: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
    """Return polygons, given one after another, as triangles (m, 3) int32, and which polygon each is of (m,).

    None: each of its own, in their order.
    """
    if len(sizes) and sizes.min() == sizes.max() == 3:
        return _numbers(corners).reshape(-1, 3), None
    count = np.maximum(sizes - 2, 0)
    owner = np.repeat(np.arange(len(sizes)), count)
    start = (np.cumsum(sizes) - sizes)[owner] if len(sizes) else owner
    step = np.arange(len(owner)) - (np.cumsum(count) - count)[owner] if len(sizes) else owner
    index = np.stack([start, start + step + 1, start + step + 2], axis=1).astype(np.int64)
    return _numbers(corners[index] if len(index) else index), owner


def _numbers(corners: np.ndarray) -> np.ndarray:
    """Return numbers of vertices as int32, those that are none of it as the least or the most of it."""
    if np.can_cast(corners.dtype, np.int32):
        return corners.astype(np.int32, copy=False)
    return np.clip(corners, -1, 2**31 - 1, out=np.empty(corners.shape, np.int32), casting="unsafe")


def _shades(values: dict[str, np.ndarray]) -> np.ndarray | None:
    """Return colours (n, 4) uint8; None if there are none."""
    for prefix in ("", "diffuse_"):
        names = [prefix + name for name in ("red", "green", "blue")]
        if not set(names) <= values.keys():
            continue
        channels = [values[name] for name in names]
        alpha = values.get(prefix + "alpha", values.get("alpha"))
        shades = np.full((len(channels[0]), 4), 255, np.uint8)
        for column, value in enumerate([*channels, *([] if alpha is None else [alpha])]):
            scale = 255.0 if value.dtype.kind == "f" and value.max(initial=0.0) <= 1.0 else 1.0
            shades[:, column] = np.clip(np.round(value * scale), 0, 255)
        shades[shades[:, 3] < 6, 3] = 255  # what would be invisible is taken as opaque
        return shades
    return None
