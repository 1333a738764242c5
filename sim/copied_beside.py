"""Bytes of a file that are gone through once: copied into a file without a name, so that few of them are in memory at a time."""

from __future__ import annotations

import mmap
import tempfile
import zlib
from typing import BinaryIO

_BLOCK = 2**20  # bytes that are copied, or gone through, in one go


def copied_beside(stream: BinaryIO, length: int) -> memoryview:
    """The next so many bytes of a stream, whatever happens to that afterwards; in memory where the copy finds no room."""
    place = stream.tell()
    try:
        with tempfile.TemporaryFile() as file:
            left = length
            while left and (block := stream.read(min(left, _BLOCK))):
                file.write(block)
                left -= len(block)
            file.flush()
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # no folder, no room; nothing to map
        stream.seek(place)
        return memoryview(stream.read(length))


def release(data: memoryview) -> None:
    """Give back the memory of what was looked at of a copy; it is read again where it is looked at again."""
    if isinstance(data.obj, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        data.obj.madvise(mmap.MADV_DONTNEED)


def checksum(data: bytes | memoryview, begin: int = 0) -> int:
    """The CRC-32 of bytes that follow those whose CRC-32 is `begin`; of a copy, a block is in memory at a time."""
    if isinstance(data, bytes):
        return zlib.crc32(data, begin)
    for place in range(0, len(data), _BLOCK):
        begin = zlib.crc32(data[place : place + _BLOCK], begin)
        release(data)
    return begin
