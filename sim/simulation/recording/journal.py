"""A journal: a recording's file that is written while the recording grows, and is whole up to its last block at any instant.

An MCAP file with the metadata of a recording and two topics: /blocks, as recordings have it, each a chunk with its checksum, and
/sentences, its notes and remarks as metadata has them, whenever there are more. It has no end, so that nothing need be written
when the program dies; `load_recording` reads it as it reads a file that was cut.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from types import TracebackType

import msgspec
from mcap.writer import CompressionType, IndexType, Writer
from zstandard import ZstdError

from ...errors import RecordingError
from ...texts import plain, tr
from ..step_arrays import Record
from .recording import Recording
from .recording_writer import checksum, recording_facts, sentences_of
from .states.blocks_on_disk import BlocksOnDisk
from .states.state_blocks import block_of

_UNKNOWN = ("states", "end")  # facts of a recording that grows
_FRAME = 9  # bytes before the contents of a chunk: its kind, and how many follow


class Journal:
    """Follows one recording into a file of its own. One thread at a time; the recording may grow in another.

    states : how many are written
    size   : bytes of the file
    """

    def __init__(self, recording: Recording, path: str | Path, *, in_memory: int | None = None) -> None:
        """Make the file.

        in_memory : bytes that the recording's states may take: beyond that those that are written are let go, and read from
                    the file where they are asked for. None: all of them stay in memory
        Raises RecordingError if it is there already, or cannot be begun: then none is left of it.
        """
        self.recording = recording
        self.path = Path(path)
        self.states = self.size = 0
        facts = {name: text for name, text in recording_facts(recording, len(recording)).items() if name not in _UNKNOWN}
        self._begin()
        self._writer.start(profile="", library="torseur")
        self._writer.add_metadata("torseur", {**facts, "checksum": checksum(facts)})
        self._told = sentences_of(recording)
        try:
            self._file = self.path.open("xb", buffering=0)
        except OSError as error:
            raise self._error(error) from error
        try:
            self.size = self._written()
            self._bring_to_disk()
        except BaseException:
            self.path.unlink(missing_ok=True)
            raise
        self._blocks = BlocksOnDisk(self.path, recording.scene)
        if in_memory is not None:
            recording.follow(self._blocks, in_memory)

    def __enter__(self) -> Journal:
        """Close it at the end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close it; the file stays."""
        self.close()

    @property
    def t(self) -> float:
        """Time of the last state that is written [s]; NaN: there is none."""
        return float(self.recording.t[self.states - 1]) if self.states else float("nan")

    def append(self, most: float = float("inf")) -> bool:
        """Have new states on the disk, until the file has `most` bytes; whether there are more.

        Raises RecordingError where that cannot be; what was written before stays whole, and the journal is closed. Raises
        MemoryError, after which it may be asked again.
        """
        end, begun = len(self.recording), self.size
        try:
            self._tell(end)
            while self.states < end and self.size < most:
                self._add(self.recording.block(self.states, end))
        except (MemoryError, ZstdError) as error:  # which has no other cause here
            self._file.seek(self.size)  # where the next block goes: what was begun is taken away
            self._file.truncate()
            self._begin()
            raise MemoryError(tr("there is no memory for the journal")) from error
        if self.size > begun:
            self._bring_to_disk()
        return self.states < end

    def _tell(self, end: int) -> None:
        """Write what is said of the recording, if it is more than before."""
        told = sentences_of(self.recording)
        if told != self._told:
            time = max(0, round(float(self.recording.t[-1]) * 1e9)) if end else 0
            self._writer.add_message(self._sentences, time, msgspec.json.encode(told, enc_hook=plain), time, 0)
            self.size += self._written()
            self._told = told

    def _add(self, record: Record) -> None:
        """Write a block, or nothing of it."""
        time = max(0, round(float(record.t[-1]) * 1e9))
        self._writer.add_message(self._channel, time, block_of(record), time, self.states)
        written = self._written()
        self._blocks.add(self.size + _FRAME, record)
        self.size += written
        self.states += len(record.t)

    def close(self) -> None:
        """Write no more; the file stays."""
        self._file.close()

    def _begin(self) -> None:
        """A new writer: one that found no memory may have half of a block. Its first chunk has the channels, again."""
        self._packed = BytesIO()
        self._writer = Writer(self._packed, 1, CompressionType.ZSTD, index_types=IndexType.NONE)
        self._channel = self._writer.register_channel("/blocks", "torseur.block", 0)
        self._sentences = self._writer.register_channel("/sentences", "json", 0)

    def _written(self) -> int:
        """Write what is packed, or nothing of it; how many bytes that is."""
        data = self._packed.getvalue()
        self._packed.seek(0)
        self._packed.truncate()
        try:
            done = 0
            while done < len(data):  # where the disk is nearly full, a part is written first
                done += self._file.write(data[done:])
        except OSError as error:
            self._file.truncate(self.size)
            self.close()
            raise self._error(error) from error
        return len(data)

    def _bring_to_disk(self) -> None:
        """What is written outlasts a loss of power from here on; a kill of the process it outlasts at once."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self.close()
            raise self._error(error) from error

    def _error(self, error: OSError) -> RecordingError:
        return RecordingError("{path}: the journal cannot be written: {reason}", path=self.path, reason=error.strerror)
