"""An MCAP file record by record: nothing of it is used that its checksums do not vouch for, and a cut file ends at the cut.

Source: the specification of MCAP, mcap.dev/spec. Each chunk of messages has a checksum of its own, all records up to the end of
the data have another one, and the summary after them a third.
"""

from __future__ import annotations

import struct
import threading
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

import lz4.frame
import numpy as np
import zstandard
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, Metadata, Statistics
from mcap.stream_reader import get_chunk_data_stream

from ...copied_beside import checksum, copied_beside
from ...errors import RecordingError
from ...interruption import checkpoint
from ...texts import tr

Parsed = TypeVar("Parsed")

_MAGIC = b"\x89MCAP0\r\n"
_FRAME = struct.Struct("<BQ")  # before every record: its kind, and how many bytes follow
_MESSAGE = struct.Struct("<HIQQ")  # channel, number, two times
_INDEX = struct.Struct("<HI")  # channel, and how many bytes follow
_INDEXED = struct.Struct("<QQ")  # of each message in an index: its time, where it is in the chunk
_FOOTER_SIZE, _CHECKSUM_SIZE = 20, 4
_LARGEST_CHUNK = 2**30  # bytes, unpacked
_LARGE = 2**22  # bytes of an attachment that is not held in memory
_HEAD = 2**16  # bytes of an attachment that its names are in
_SIZES: dict[str, Callable[[bytes], int]] = {  # of what is packed, as its head says; -1: it does not
    "zstd": zstandard.frame_content_size,
    "lz4": lambda data: lz4.frame.get_frame_info(data)["content_size"] or -1,
}


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its topic, its number in that, its bytes, and the place of its chunk."""

    topic: str
    number: int
    data: bytes
    place: int


class _Fault(Exception):
    """What is wrong, and at which byte of the file."""

    def __init__(self, place: int, sentence: str) -> None:
        super().__init__(tr("byte {place}: {sentence}", place=place, sentence=sentence))


class McapFile:
    """The metadata, attachments and messages of an MCAP file, checked.

    metadata : of each metadata record, by its name
    attachments : the contents of each attachment, by its name
    counts   : how many messages of each topic were written, as the summary says; empty: it says nothing
    cut      : why the messages end before they should; empty: they do not. What is before the cut is as it was written
    damaged  : what is wrong between and after the messages, where indices for other programs are; empty: nothing
    """

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        """Go through all records. Raises RecordingError if it is no MCAP file, or one that is damaged and not cut."""
        self._stream, self._path = stream, path
        self._size = stream.seek(0, 2)
        self._lock = threading.Lock()
        self._chunks = array("q")  # of each chunk of messages the byte its contents begin at, and how long they are
        self._indexed = array("q")  # of each index: which chunk, of which channel, how many messages
        self._topics: dict[int, str] = {}
        self.metadata: dict[str, dict[str, str]] = {}
        self.attachments: dict[str, memoryview] = {}
        self.counts: dict[str, int] = {}
        self.cut = self.damaged = ""
        self._is_compared = False  # whether all that is before the summary was compared with its checksum
        stream.seek(0)
        if stream.read(len(_MAGIC)) != _MAGIC:
            raise RecordingError(
                "{path}: this is no recording that can be read: it does not begin as an MCAP file does", path=path
            )
        stream.seek(max(len(_MAGIC), self._size - len(_MAGIC)))
        self._has_end = stream.read() == _MAGIC
        try:
            summary = self._scan()
        except _Fault as fault:
            self._end_at(fault)
            return
        try:
            self._read_summary(summary)
        except _Fault as fault:
            self.damaged = str(fault)

    def messages(self, *topics: str) -> Iterator[Message]:
        """All messages in the order they were written in, up to the first chunk that is not whole.

        topics : chunks that have none of these are passed over, where the file is whole and its indices say so
        Raises RecordingError if the file is damaged there, and not cut.
        """
        chunks: Iterable[int] = range(self.chunk_count)
        if topics and not self.cut and not self.damaged:
            wanted = np.flatnonzero(np.any([self.count_in_chunks(topic) for topic in topics], axis=0)).tolist()
            chunks = wanted or chunks
        for k in chunks:
            try:
                messages = self._read_chunk(k, is_compared=self._is_compared)
            except _Fault as fault:
                self._end_at(fault)
                return
            yield from messages

    def messages_of(self, k: int) -> list[Message]:
        """All messages of the k-th chunk; from any thread. Raises RecordingError if it is not what was written."""
        try:
            return self._read_chunk(k)
        except (_Fault, OSError, ValueError) as error:
            raise RecordingError(
                "{path}: {error}; the file was changed after it was opened", path=self._path, error=error
            ) from None

    @property
    def chunk_count(self) -> int:
        """How many chunks of messages there are."""
        return len(self._chunks) // 2

    def count_in_chunks(self, topic: str) -> np.ndarray:
        """(chunk_count,) how many messages of a topic are in each chunk, if the summary says what topics there are."""
        chunk, channel, count = np.array(self._indexed).reshape(-1, 3).T
        found = np.zeros(self.chunk_count, dtype=np.int64)
        of_topic = np.isin(channel, [one for one, name in self._topics.items() if name == topic])
        np.add.at(found, chunk[of_topic], count[of_topic])
        return found

    def _read_chunk(self, k: int, *, is_compared: bool = False) -> list[Message]:
        place = self._chunks[2 * k]
        with self._lock:
            content = self._content(k)
        return list(self._messages_in(_unpacked(place, content, is_compared=is_compared), place))

    def _content(self, k: int) -> bytes:
        """What is in the k-th chunk, as it was packed."""
        self._stream.seek(self._chunks[2 * k])
        return self._stream.read(self._chunks[2 * k + 1])

    def _end_at(self, fault: _Fault) -> None:
        """Nothing is read from here on: the file is cut, if its end is not there, or damaged."""
        if self._has_end:
            raise RecordingError("{path}: {fault}; the file was damaged after it was written", path=self._path, fault=fault)
        self.cut = str(fault)

    def _scan(self) -> int:
        """Find the chunks and read the metadata; return where the data ends."""
        so_far, place = zlib.crc32(_MAGIC), len(_MAGIC)
        while True:
            checkpoint()
            kind, content = self._record(place)
            after = place + _FRAME.size + len(content)
            if (kind == Opcode.HEADER) != (place == len(_MAGIC)):
                raise _misplaced(place, kind)
            if kind == Opcode.CHUNK:
                self._chunks.extend((place + _FRAME.size, len(content)))
            elif kind == Opcode.METADATA:
                read = _parsed(Metadata.read, bytes(content), place, tr("the metadata"))
                self.metadata.setdefault(read.name, read.metadata)
            elif kind == Opcode.DATA_END:
                self._compare_all(place, bytes(content), so_far)
                return after
            elif kind == Opcode.ATTACHMENT:
                data = memoryview(content)
                _compare(place, tr("an attachment"), bytes(data[-_CHECKSUM_SIZE:]), checksum(data[:-_CHECKSUM_SIZE]))
                name, data = _parsed(partial(_attachment, data), bytes(data[:_HEAD]), place, tr("an attachment"))
                self.attachments.setdefault(name, data)
            elif kind == Opcode.MESSAGE_INDEX:
                channel, count = _index_of(place, bytes(content))
                if not self._chunks:
                    raise _misplaced(place, kind)
                self._indexed.extend((self.chunk_count - 1, channel, count))
            elif kind != Opcode.HEADER:
                raise _misplaced(place, kind)
            so_far = checksum(content, zlib.crc32(_FRAME.pack(kind, len(content)), so_far))
            place = after

    def _compare_all(self, place: int, written: bytes, found: int) -> None:
        """Compare the checksum of all data; if it is another, it is that of a chunk, or what is between chunks was damaged."""
        try:
            _compare(place, tr("what lies between the messages"), written, found)
            self._is_compared = written != bytes(_CHECKSUM_SIZE)
        except _Fault as fault:
            for k in range(self.chunk_count):
                _unpacked(self._chunks[2 * k], self._content(k))
            self.damaged = str(fault)

    def _record(self, place: int) -> tuple[int, bytes | memoryview]:
        """The kind and contents of the record at this byte of the file; a large attachment is copied beside it."""
        self._stream.seek(place)
        frame = self._stream.read(_FRAME.size)
        if len(frame) < _FRAME.size:
            raise _Fault(place, tr("the file ends at byte {size}, before its records do", size=self._size))
        kind, length = _FRAME.unpack(frame)
        if place + _FRAME.size + length > self._size:
            raise _Fault(
                place,
                tr("a record of {length} bytes is cut by the end of the file, at byte {size}", length=length, size=self._size),
            )
        if kind == Opcode.ATTACHMENT and length > _LARGE:
            return kind, copied_beside(self._stream, length)
        return kind, self._stream.read(length)

    def _read_summary(self, place: int) -> None:
        """Check what follows the data, and read how many messages there are."""
        self._stream.seek(place)
        summary = self._stream.read()
        end = len(summary) - len(_MAGIC) - _CHECKSUM_SIZE  # its checksum is of all before
        footer = end + _CHECKSUM_SIZE - _FOOTER_SIZE - _FRAME.size
        if not self._has_end or footer < 0 or _FRAME.unpack_from(summary, footer) != (Opcode.FOOTER, _FOOTER_SIZE):
            raise _Fault(place, tr("the summary is cut or damaged"))
        written = summary[end : end + _CHECKSUM_SIZE]
        _compare(place, tr("the summary"), written, zlib.crc32(summary[:end]))
        topics: dict[int, str] = {}
        for kind, content in _records(summary[:footer], place):
            if kind == Opcode.CHANNEL:
                channel = _parsed(Channel.read, content, place, tr("a channel"))
                topics[channel.id] = channel.topic
            elif kind == Opcode.STATISTICS:
                counts = _parsed(Statistics.read, content, place, tr("the statistics")).channel_message_counts
                self.counts = {topics.get(channel, ""): count for channel, count in counts.items()}
        self._topics |= topics

    def _messages_in(self, chunk: bytes, place: int) -> Iterator[Message]:
        for kind, content in _records(chunk, place):
            if kind == Opcode.CHANNEL:
                channel = _parsed(Channel.read, content, place, tr("a channel"))
                self._topics[channel.id] = channel.topic
            elif kind == Opcode.MESSAGE:
                if len(content) < _MESSAGE.size:
                    raise _Fault(
                        place,
                        tr(
                            "a message in this chunk has {count} bytes; they have {size} at least",
                            count=len(content),
                            size=_MESSAGE.size,
                        ),
                    )
                channel_id, number, _, _ = _MESSAGE.unpack_from(content)
                if channel_id not in self._topics:
                    raise _Fault(
                        place,
                        tr("a message in this chunk is of channel {channel_id}, which does not exist", channel_id=channel_id),
                    )
                yield Message(self._topics[channel_id], number, content[_MESSAGE.size :], place)
            elif kind != Opcode.SCHEMA:
                raise _misplaced(place, kind)


def first_message(stream: BinaryIO, place: int) -> tuple[int, bytes]:
    """The number and the bytes of the first message of the chunk whose contents begin there; from one thread at a time.

    Raises OSError, and ValueError with a sentence if there is no such chunk, or it is not what was written.
    """
    try:
        stream.seek(place - _FRAME.size)
        kind, length = _FRAME.unpack(stream.read(_FRAME.size))
        if kind != Opcode.CHUNK:
            raise _misplaced(place, kind)
        for inner, content in _records(_unpacked(place, stream.read(length)), place):
            if inner == Opcode.MESSAGE:
                return _MESSAGE.unpack_from(content)[1], content[_MESSAGE.size :]
        raise _Fault(place, tr("this chunk has no message"))
    except (_Fault, struct.error) as fault:
        raise ValueError(str(fault)) from None


def _unpacked(place: int, content: bytes, *, is_compared: bool = False) -> bytes:
    """The records of a chunk, unpacked and checked; where it was compared as it is packed, not again."""
    chunk = _parsed(Chunk.read, content, place, tr("a chunk"))
    said = chunk.uncompressed_size
    if said > _LARGEST_CHUNK:
        raise _Fault(
            place,
            tr(
                "a chunk says that it holds {said} bytes; chunks have {largest_chunk} at most",
                said=said,
                largest_chunk=_LARGEST_CHUNK,
            ),
        )
    try:
        if chunk.compression in _SIZES and _SIZES[chunk.compression](chunk.data) not in (said, -1):
            raise _Fault(
                place, tr("a chunk says that it holds {said} bytes, and what is packed in it says otherwise", said=said)
            )
        unpacked = get_chunk_data_stream(chunk)[0].read(said + 1)
    except (McapError, zstandard.ZstdError, RuntimeError, MemoryError) as error:
        raise _Fault(place, tr("a chunk cannot be unpacked ({words})", words=_words(error))) from None
    if len(unpacked) != said or not (is_compared or zlib.crc32(unpacked) == chunk.uncompressed_crc):
        raise _Fault(place, tr("a chunk is not what was written: its checksum is another"))
    return unpacked


def _index_of(place: int, content: bytes) -> tuple[int, int]:
    """The channel of an index of messages, and how many it has.

    It has no checksum, and a chunk that is taken for one would be missed.
    """
    if len(content) < _INDEX.size or _INDEX.unpack_from(content)[1] != len(content) - _INDEX.size:
        raise _Fault(place, tr("an index of messages is not as long as it says"))
    channel, length = _INDEX.unpack_from(content)
    return channel, length // _INDEXED.size


def _compare(place: int, what: str, written: bytes, found: int) -> None:
    """Compare a checksum with the one that was written; 0: none was."""
    if written not in (struct.pack("<I", found), bytes(_CHECKSUM_SIZE)):
        raise _Fault(place, tr("{what} is not what was written: its checksum is another", what=what))


def _records(content: bytes, place: int) -> Iterator[tuple[int, bytes]]:
    """The kinds and contents of records one after the other; `place` is for what is said of them."""
    at = 0
    while at < len(content):
        kind, length = _FRAME.unpack_from(content, at) if at + _FRAME.size <= len(content) else (0, len(content))
        at += _FRAME.size + length
        if at > len(content):
            raise _Fault(place, tr("what follows does not end with a whole record"))
        yield kind, content[at - length : at]


def _parsed(read: Callable[[ReadDataStream], Parsed], content: bytes, place: int, what: str) -> Parsed:
    try:
        return read(ReadDataStream(BytesIO(content)))
    except (McapError, struct.error, UnicodeDecodeError) as error:
        raise _Fault(place, tr("{what} cannot be read ({words})", what=what, words=_words(error))) from None


def _attachment(content: memoryview, stream: ReadDataStream) -> tuple[str, memoryview]:
    """The name and the data of an attachment's record; the data are not read: a long recording's are 90 MB."""
    stream.read8()  # two times
    stream.read8()
    name, _, length = stream.read_prefixed_string(), stream.read_prefixed_string(), stream.read8()
    start, end = stream.count, len(content) - _CHECKSUM_SIZE
    if length != end - start:
        raise struct.error(tr("it says that it has {length} bytes, and has {there}", length=length, there=end - start))
    return name, content[start:end]


def _misplaced(place: int, kind: int) -> _Fault:
    return _Fault(place, tr("a record of kind {kind} stands where none of this kind may", kind=kind))


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__
