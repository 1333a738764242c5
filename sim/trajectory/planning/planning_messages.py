"""Messages between the program and its planning process: each its length and a pickle.

Both ends are this program, and the pipes are theirs alone: nothing that comes from a file or from the net is unpickled.
"""

from __future__ import annotations

import pickle
import struct
from typing import Any

_LENGTH = struct.Struct("<Q")


def packed(message: Any) -> bytes:
    """The bytes of a message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


class MessageBuffer:
    """What has come of a stream that is read as it comes."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def add(self, data: bytes) -> list[Any]:
        """The messages that are whole now."""
        self._bytes += data
        messages = []
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                break
            messages.append(pickle.loads(bytes(self._bytes[_LENGTH.size : end])))
            del self._bytes[:end]
        return messages
