"""Recordings as MCAP files: exact for us, and written so that Foxglove and PlotJuggler read them too.

Topics: /state and /contacts hold every state to the last bit, as JSON with our own schemas; /events what happened, which follows
from them and is there for other programs; /tf (foxglove.FrameTransforms)
and /forces (foxglove.SceneUpdate, arrows) show the same to other programs, at 50 states a second. The scene is kept as its
TOML text in the metadata record "torseur".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from ...definition.placement_rows import pose_numbers
from ...errors import RecordingError, TorseurError
from ...multibody.kinematics.kinematics import frame_poses
from ..scene.materials import with_materials
from ..scene.scene import Material, Scene
from ..scene.scene_file import ModelLoader, path_of_scene, scene_from_text, scene_names
from ..scene.settings import Settings
from .events import Event
from .recording import Recording
from .recording_schemas import CONTACTS, EVENT, FRAME_TRANSFORMS, OTHER_PRIMITIVES, SCENE_UPDATE, STATE

FORMAT = "4"
"""Of states and contacts; 2: with passive torques; 3: the velocity of a contact before, and events; 4: the problems solved."""
_READ = ("2", "3", "4")
_SHOWN_EVERY = 0.02  # [s] between states written for other programs
_METRES_PER_NEWTON = 0.005
_FORCE_COLOR = {"r": 0.835, "g": 0.369, "b": 0.0, "a": 1.0}


def save_recording(recording: Recording, path: str | Path) -> None:
    """Write a recording to an MCAP file, replacing what is there only once all is written.

    Raises RecordingError if the file cannot be written.
    """
    path = Path(path)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as stream:
            _write(recording, stream)
        part.replace(path)
    except OSError as error:
        raise RecordingError(f"{path}: the recording cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def load_recording(
    path: str | Path,
    scene: Scene | None = None,
    load_model: ModelLoader | None = None,
    *,
    allowed_folders: Iterable[str | Path] = (),
) -> Recording:
    """Read a recording from an MCAP file of ours.

    scene      : the scene it was made of, if that was not read from a TOML text
    load_model : as for `load_scene`
    allowed_folders : as for `load_scene`, beside the folder of the recording
    Raises RecordingError if the file cannot be used, or its scene is not the one given.
    """
    from mcap.exceptions import McapError
    from mcap.reader import make_reader

    path = Path(path)
    try:
        with path.open("rb") as stream:
            reader = make_reader(stream)
            facts = next((dict(m.metadata) for m in reader.iter_metadata() if m.name == "torseur"), None)
            if facts is None:
                raise RecordingError(
                    f"{path}: this MCAP file is not a recording of Torseur: it has no metadata 'torseur'"
                )
            if facts.get("format") not in _READ:
                raise RecordingError(
                    f"{path}: it is in format {facts.get('format')!r} of recordings; this version reads "
                    + " and ".join(map(repr, _READ))
                )
            settings = _settings_of(path, facts)
            recording = Recording(_scene_of(path, facts, settings, scene, load_model, allowed_folders), settings)
            _check(path, facts, recording.scene)
            _fill(recording, ((channel.topic, message.data) for _, channel, message in reader.iter_messages()))
            return recording
    except OSError as error:
        raise RecordingError(f"{path}: the recording cannot be read: {error.strerror}") from error
    except (McapError, msgspec.MsgspecError, UnicodeDecodeError, KeyError, ValueError) as error:
        if isinstance(error, TorseurError):
            raise
        raise RecordingError(f"{path}: this is no recording that can be read: {error}") from error


def _write(recording: Recording, stream: BinaryIO) -> None:
    from mcap.writer import CompressionType, Writer

    scene = recording.scene
    writer = Writer(stream, compression=CompressionType.ZSTD)
    writer.start(profile="", library="torseur")
    writer.add_metadata(
        "torseur",
        {
            "format": FORMAT,
            "scene": scene.name,
            "source": scene.source,
            "path": str(Path(scene.path).absolute()) if Path(scene.path).is_file() else "",
            "settings": msgspec.json.encode(asdict(recording.settings)).decode(),
            "materials": msgspec.json.encode({k: asdict(m) for k, m in scene.materials.items()}).decode(),
            "bodies": msgspec.json.encode(scene.model.body_names).decode(),
            "nq": str(scene.model.nq),
            "nv": str(scene.model.nv),
            "notes": msgspec.json.encode(recording.notes).decode(),
        },
    )
    channels = {}
    for topic, name, schema in (
        ("/state", "torseur.State", STATE),
        ("/contacts", "torseur.Contacts", CONTACTS),
        ("/events", "torseur.Event", EVENT),
        ("/tf", "foxglove.FrameTransforms", FRAME_TRANSFORMS),
        ("/forces", "foxglove.SceneUpdate", SCENE_UPDATE),
    ):
        schema_id = writer.register_schema(name, "jsonschema", msgspec.json.encode(schema))
        channels[topic] = writer.register_channel(topic, "json", schema_id)
    for topic, t, message in _messages(recording):
        time = max(0, round(t * 1e9))
        writer.add_message(channels[topic], log_time=time, publish_time=time, data=msgspec.json.encode(message))
    writer.finish()


def _messages(recording: Recording) -> Iterator[tuple[str, float, dict[str, Any]]]:
    next_shown = -np.inf
    events = iter(recording.events)
    event = next(events, None)
    for i, (state, shapes, numbers) in enumerate(recording.rows()):
        t = state["t"]
        yield "/state", t, state
        if len(shapes):
            yield "/contacts", t, {"t": t, "shapes": shapes.ravel().tolist(), "numbers": numbers.ravel().tolist()}
        while event is not None and event.t <= t:
            yield "/events", event.t, _event(event)
            event = next(events, None)
        if t >= next_shown:
            next_shown = t + _SHOWN_EVERY
            yield "/tf", t, _transforms(recording.scene, t, np.array(state["q"]))
            yield "/forces", t, _arrows(recording, i, t)


def _event(event: Event) -> dict[str, Any]:
    numbers = {}
    for when, speeds in (("before", event.before), ("after", event.after)):
        if speeds is not None:
            numbers[f"normal_{when}"], numbers[f"slip_{when}"] = speeds
    a, b = event.bodies
    return {
        "t": event.t,
        "kind": event.kind.value,
        "body_a": a,
        "body_b": b,
        "contacts": event.contacts,
        "normal_impulse": event.impulse,
        "impulse": list(event.impulse_vector),
        **numbers,
    }


def _stamp(t: float) -> dict[str, int]:
    nanoseconds = max(0, round(t * 1e9))
    return {"sec": nanoseconds // 10**9, "nsec": nanoseconds % 10**9}


def _transforms(scene: Scene, t: float, q: np.ndarray) -> dict[str, Any]:
    transforms = []
    for name, pose in zip(scene.model.body_names, frame_poses(scene.model, q), strict=False):
        x, y, z, qx, qy, qz, qw = pose_numbers(pose).tolist()
        transforms.append(
            {
                "timestamp": _stamp(t),
                "parent_frame_id": "world",
                "child_frame_id": name,
                "translation": {"x": x, "y": y, "z": z},
                "rotation": {"x": qx, "y": qy, "z": qz, "w": qw},
            }
        )
    return {"transforms": transforms}


def _arrows(recording: Recording, i: int, t: float) -> dict[str, Any]:
    contacts = recording.contacts(i)
    arrows = []
    for point, force in zip(contacts.point, contacts.force, strict=True):
        size = float(np.linalg.norm(force))
        if size == 0.0:
            continue
        x, y, z = (force / size).tolist()
        half = np.array([1.0 + x, 0.0, -z, y])  # turns the x axis onto the force: w x y z, not yet unit
        if np.linalg.norm(half) < 1e-9:
            half = np.array([0.0, 0.0, 0.0, 1.0])
        qw, qx, qy, qz = (half / np.linalg.norm(half)).tolist()
        arrows.append(
            {
                "pose": {
                    "position": dict(zip("xyz", point.tolist(), strict=True)),
                    "orientation": {"x": qx, "y": qy, "z": qz, "w": qw},
                },
                "shaft_length": 0.8 * size * _METRES_PER_NEWTON,
                "shaft_diameter": 0.01,
                "head_length": 0.2 * size * _METRES_PER_NEWTON,
                "head_diameter": 0.02,
                "color": _FORCE_COLOR,
            }
        )
    entity = {
        "timestamp": _stamp(t),
        "frame_id": "world",
        "id": "forces",
        "lifetime": {"sec": 0, "nsec": 0},
        "frame_locked": False,
        "metadata": [],
        "arrows": arrows,
        **{name: [] for name in OTHER_PRIMITIVES},
    }
    return {"deletions": [], "entities": [entity]}


def _scene_of(
    path: Path,
    facts: dict[str, str],
    settings: Settings,
    scene: Scene | None,
    load_model: ModelLoader | None,
    allowed_folders: Iterable[str | Path],
) -> Scene:
    """The scene given, or the one of the text in the file; with the materials that it was simulated with."""
    if scene is not None:
        return scene
    if not facts.get("source"):
        raise RecordingError(f"{path}: its scene {facts['scene']!r} was not made from a TOML text; pass scene=…")
    try:
        file = _scene_file(path, facts)
        scene = scene_from_text(facts["source"], file, load_model, allowed_folders=allowed_folders, holder=path)
        materials = msgspec.json.decode(facts.get("materials", "{}"), type=dict[str, Material])
        changed = any(scene.materials[name] != material for name, material in materials.items())
        return with_materials(scene, materials, settings) if changed else scene
    except TorseurError as error:
        raise RecordingError(f"{path}: its scene {facts['scene']!r} cannot be rebuilt: {error}") from error


def _scene_file(path: Path, facts: dict[str, str]) -> Path:
    """Where relative paths in the scene start: at the scene that we ship or that it was made of, else beside the recording."""
    recorded = Path(facts.get("path", ""))
    if facts["scene"] in scene_names():
        shipped = path_of_scene(facts["scene"])
        if shipped.read_text(encoding="utf-8") == facts["source"]:
            return shipped
    if recorded.is_absolute() and recorded.suffix == ".toml" and recorded.is_file():
        return recorded
    return path.parent / f"{facts['scene']}.toml"


def _settings_of(path: Path, facts: dict[str, str]) -> Settings:
    try:
        return Settings(**msgspec.json.decode(facts["settings"]))
    except TypeError as error:
        raise RecordingError(f"{path}: its settings are of another version: {error}") from error


def _check(path: Path, facts: dict[str, str], scene: Scene) -> None:
    """Raise unless the scene has the bodies and numbers that were recorded."""
    recorded = (int(facts["nq"]), int(facts["nv"]), tuple(msgspec.json.decode(facts["bodies"])))
    found = (scene.model.nq, scene.model.nv, scene.model.body_names)
    if recorded != found:
        raise RecordingError(
            f"{path}: it was made with nq = {recorded[0]}, nv = {recorded[1]} and {len(recorded[2])} bodies; scene "
            f"{scene.name!r} has nq = {found[0]}, nv = {found[1]} and {len(found[2])} bodies"
        )


def _fill(recording: Recording, messages: Iterator[tuple[str, bytes]]) -> None:
    states: list[dict[str, Any]] = []
    contacts: dict[int, dict[str, Any]] = {}
    for topic, data in messages:
        if topic == "/state":
            states.append(msgspec.json.decode(data))
        elif topic == "/contacts":
            contacts[len(states) - 1] = msgspec.json.decode(data)
    if not states:
        raise ValueError("it has no states")
    recording.fill(states, contacts)
