"""A plan as an MCAP file: to the last bit for us, and so that Foxglove and PlotJuggler show it.

The attachment "plan.npz" is the archive of `plan_archive`, with a checksum of its own, before everything else: a file that was
cut after it has lost nothing. What follows is for other programs: /plan holds a message a node, with states and inputs by name,
/jumps what happens between phases, /tf (foxglove.FrameTransforms) where the robot is, /forces (foxglove.SceneUpdate) those of the
ground.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from ...errors import RecordingError
from ...multibody.model.model import Model
from ...simulation.recording.recorded_messages import encoded
from ...simulation.recording.recording_schemas import (
    FRAME_TRANSFORMS,
    INTEGER,
    NUMBER,
    SCENE_UPDATE,
    TEXT,
    Schema,
    items,
    record,
)
from ...simulation.recording.shown_messages import shown_forces, shown_transforms
from ...texts import tr
from ..values import Plan, PlanPhase
from .plan_archive import archive_bytes, read_archive

ATTACHMENT = "plan.npz"
METADATA = "torseur plan"
_CHUNK = 2**16  # bytes of messages that are packed together

Message = tuple[str, float, bytes]  # topic, time [s], contents


def write_mcap(plan: Plan, task: str, model: Model | None, stream: BinaryIO) -> None:
    """Write it.

    task  : the TOML text of what was asked for; empty: it has none
    model : of the plan's robot, for other programs to see where it is; None: they see states and forces alone
    """
    from mcap.writer import CompressionType, Writer

    writer = Writer(stream, chunk_size=_CHUNK, compression=CompressionType.ZSTD, enable_data_crcs=True)
    writer.start(profile="", library="torseur")
    writer.add_metadata(METADATA, {"title": plan.title, "robot": plan.robot, "method": plan.method})
    writer.add_attachment(0, 0, ATTACHMENT, "application/zip", archive_bytes(plan, task))
    channels = {}
    for topic, name, schema in (
        ("/plan", "torseur.PlanNode", _node_schema(plan)),
        ("/jumps", "torseur.PlanJump", _jump_schema(plan)),
        ("/tf", "foxglove.FrameTransforms", FRAME_TRANSFORMS),
        ("/forces", "foxglove.SceneUpdate", SCENE_UPDATE),
    ):
        schema_id = writer.register_schema(name, "jsonschema", msgspec.json.encode(schema))
        channels[topic] = writer.register_channel(topic, "json", schema_id)
    for number, (topic, t, message) in enumerate(_messages(plan, model)):
        time = max(0, round(t * 1e9))
        writer.add_message(channels[topic], log_time=time, publish_time=time, data=message, sequence=number)
    writer.finish()


def read_mcap(stream: BinaryIO, path: Path) -> tuple[Plan, str]:
    """The plan, and the text of its task. Raises RecordingError, or ValueError saying what is wrong with the archive in it."""
    from ...simulation.recording.mcap_file import McapFile

    file = McapFile(stream, path)
    if METADATA not in file.metadata and "torseur" in file.metadata:
        raise RecordingError("{path}: this is a recording, not a plan; load_recording reads it", path=path)
    if ATTACHMENT not in file.attachments:
        why = (
            tr("the file is cut before its plan ({cut})", cut=file.cut)
            if file.cut
            else tr("it has no attachment {attachment!r}", attachment=ATTACHMENT)
        )
        raise RecordingError("{path}: this is no plan that can be read: {why}", path=path, why=why)
    return read_archive(BytesIO(file.attachments[ATTACHMENT]))


def holds_plan(path: Path) -> bool:
    """Whether a file is one of plans, by what stands at its beginning; one that is damaged there is not."""
    from mcap.exceptions import McapError
    from mcap.records import Attachment, Chunk, Metadata
    from mcap.stream_reader import StreamReader

    try:
        with path.open("rb") as stream:
            for record in StreamReader(stream).records:
                if isinstance(record, Metadata | Attachment | Chunk):
                    return isinstance(record, Metadata) and record.name == METADATA
    except (OSError, McapError, struct.error, UnicodeDecodeError):  # the last two of a file that is cut or garbled
        pass  # who reads it says what is wrong with it
    return False


def _messages(plan: Plan, model: Model | None) -> Iterator[Message]:
    for i, phase in enumerate(plan.phases):
        transforms = []
        if model is not None and phase.q.shape[1] == model.nq:
            transforms = shown_transforms(model, phase.t, phase.q)
        forces = _forces(phase)
        for k, t in enumerate(phase.t.tolist()):
            yield "/plan", t, encoded(_node(plan, i, k))
            if transforms:
                yield "/tf", t, transforms[k]
            yield "/forces", t, forces[k]
        if i < len(plan.jumps):
            jump = plan.jumps[i]
            impulse = {point: _vector(row) for point, row in zip(plan.points, jump.impulse, strict=True)}
            yield "/jumps", jump.t, encoded({"t": jump.t, "kind": jump.kind, "impulse": impulse})


def _node(plan: Plan, i: int, k: int) -> dict[str, Any]:
    phase = plan.phases[i]
    return {
        "t": float(phase.t[k]),
        "phase": i,
        "mode": phase.mode,
        "knot": bool(phase.knot[k]),
        "state": dict(zip(plan.state_names, phase.state[k].tolist(), strict=True)),
        "inputs": dict(zip(plan.input_names, phase.inputs[k].tolist(), strict=True)),
        "force": {point: _vector(row) for point, row in zip(plan.points, phase.force[k], strict=True)},
        "q": phase.q[k].tolist(),
    }


def _forces(phase: PlanPhase) -> list[bytes]:
    """Those of the ground at each node."""
    standing, n = phase.touching.astype(bool) & np.isfinite(phase.footholds).all(axis=1), len(phase.t)
    points = np.tile(phase.footholds[standing], (n, 1))
    last = np.arange(1, n + 1) * int(standing.sum())
    return shown_forces(phase.t, last, points, phase.force[:, standing].reshape(-1, 3))


def _vector(row: np.ndarray) -> dict[str, float]:
    return dict(zip("xyz", row.tolist(), strict=True))


_VECTOR = record(x=NUMBER, y=NUMBER, z=NUMBER)


def _node_schema(plan: Plan) -> Schema:
    return record(
        t=NUMBER,
        phase=INTEGER,
        mode=TEXT,
        knot={"type": "boolean"},
        state=record("", **dict.fromkeys(plan.state_names, NUMBER)),
        inputs=record("", **dict.fromkeys(plan.input_names, NUMBER)),
        force=record("", **dict.fromkeys(plan.points, _VECTOR)),
        q=items(NUMBER),
    )


def _jump_schema(plan: Plan) -> Schema:
    return record(t=NUMBER, kind=TEXT, impulse=record("", **dict.fromkeys(plan.points, _VECTOR)))
